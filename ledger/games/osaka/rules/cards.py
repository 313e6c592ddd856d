"""What cards are worth, and who can have which of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.sdk import clockwise, lacking

from ..state import Player, State


def worth(s: State, cards: Iterable[str]) -> int:
    """What cards count as coins (OSA-10)."""
    return sum(map(s.setup.value.__getitem__, cards))


def set_vp(s: State, count: int, price: int) -> int:
    """OSA-35, OSA-36: count times price, rounded up to fives; each five is 1 VP."""
    return -(-price * count // s.setup.limits.set_round)


def from_active(s: State) -> list[int]:
    """All seats clockwise from the active player on."""
    return clockwise(s.active, s.setup.players)


def row_of(s: State, name: str) -> list[str]:
    """The cards of the Market or the Farm."""
    return s.market if name == "market" else s.farm


def not_there(s: State, row: str, card: str) -> str:
    """Say that a card isn't in a row, and where one lies instead."""
    other = "farm" if row == "market" else "market"
    there = f", but in the {other.title()}" if card in row_of(s, other) else ""
    return f"there is no {card} in the {row.title()}{there}"


def free(s: State, row: str, seat: int = 0) -> list[str]:
    """The cards of a row, in its order, that nobody else than a seat has reserved."""
    cards = row_of(s, row).copy()
    for i, p in enumerate(s.players, 1):
        if p.row == row and i != seat and p.piece in cards:
            cards.remove(p.piece)
    return cards


def unreserved(s: State) -> list[tuple[str, str]]:
    """The cards of both rows that nobody has reserved, each with its row."""
    return [(row, card) for row in ("market", "farm") for card in free(s, row)]


def is_free(s: State, row: str, card: str) -> bool:
    """Whether a copy of a card lies unreserved in a row."""
    copies = row_of(s, row).count(card)
    for p in s.players:
        if p.piece == card and p.row == row:
            copies -= 1
    return copies > 0


def holders(s: State, card: str) -> tuple[int, ...]:
    """The first seat, clockwise, whose piece lies on a copy of a Market card."""
    on = (i for i in from_active(s) if s.players[i - 1].piece == card)
    return tuple(i for i in on if s.players[i - 1].row == "market")[:1]


def buyable(s: State, seat: int) -> list[str]:
    """The whole Market but what others have reserved (OSA-13, OSA-23, OSA-25, A-OSA-12)."""
    return free(s, "market", seat)


def blocked(s: State, seat: int) -> bool:
    """Whether the Market is empty or holds only cards of others (OSA-27, A-OSA-13)."""
    if len(s.market) >= len(s.players):
        return False  # each of the others has one piece
    others = sum(p.row == "market" for i, p in enumerate(s.players, 1) if i != seat)
    return len(s.market) <= others


def insurable(s: State, p: Player, sinking: Iterable[str]) -> set[str]:
    """The colours of goods that a player can insure while these ships sink."""
    setup = s.setup
    colours = {setup.colour[x] for x in p.goods}
    if setup.options.insurance_scope == "sinking":  # A-OSA-07
        colours &= set(sinking)
    return colours & {setup.colour[x] for x in p.hand if setup.icons[x]}


def can_act(s: State, seat: int) -> bool:
    """Whether a player can buy, take or reserve at all (A-OSA-17)."""
    p = s.players[seat - 1]
    if buyable(s, seat):
        return True  # there is a card to take
    return p.piece is None and bool(unreserved(s))


def absent(have: list[str], wanted: Sequence[str]) -> str:
    """Name the wanted cards that are not among those at hand; nothing: all are there."""
    return " ".join(card or "''" for card in lacking(have, wanted))
