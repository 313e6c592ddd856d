"""The value of cards, and which of them a player can buy, take, reserve or insure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.sdk import Message, clockwise
from ledger.sdk.kit import lacking

from ..state import Player, State


def worth(s: State, cards: Iterable[str]) -> int:
    """Return the value of cards as coins (OSA-10)."""
    return sum(map(s.setup.value.__getitem__, cards))


def set_vp(s: State, count: int, price: int) -> int:
    """OSA-35, OSA-36: return the VP for a set: count times price, divided by 5 and rounded up."""
    return -(-price * count // s.setup.limits.set_round)


def row_of(s: State, name: str) -> list[str]:
    """Return the cards of the Market or the Farm."""
    return s.market if name == "market" else s.farm


def not_there(s: State, row: str, card: str) -> Message:
    """Say that a card isn't in a row, and whether the other row has one."""
    if row == "market":
        return Message(
            "there is no {card} in the Market, only in the Farm"
            if card in s.farm
            else "there is no {card} in the Market",
            card=card,
        )
    return Message(
        "there is no {card} in the Farm, only in the Market"
        if card in s.market
        else "there is no {card} in the Farm",
        card=card,
    )


def free(s: State, row: str, seat: int = 0) -> list[str]:
    """Return the cards of a row, in order, except those reserved by seats other than `seat`."""
    cards = row_of(s, row).copy()
    for i, p in enumerate(s.players, 1):
        if p.row == row and i != seat and p.piece in cards:
            cards.remove(p.piece)
    return cards


def reservable(s: State, p: Player) -> list[tuple[str, str]]:
    """Return the (row, card) pairs that a player can reserve (OSA-19, OSA-20)."""
    rows = ("market", "farm") if p.piece is None else ()
    return [(row, card) for row in rows for card in free(s, row)]


def holder(s: State, card: str) -> int:
    """Return the first seat, clockwise, whose piece is on a copy of a Market card."""
    on = {i for i, p in enumerate(s.players, 1) if p.piece == card and p.row == "market"}
    return next(i for i in clockwise(s.active, s.setup.players) if i in on)


def buyable(s: State, seat: int) -> list[str]:
    """Return the Market cards not reserved by others (OSA-13, OSA-23, OSA-25, A-OSA-12)."""
    return free(s, "market", seat)


def voyages(s: State, cards: Iterable[str]) -> dict[str, int]:
    """Return where ships sail when these cards are bought.

    A ship moves 1 space for one card in its colour and 2 for more (OSA-16).
    """
    setup = s.setup
    colours = [setup.colour[x] for x in cards]
    sailing = [k for k in setup.colours if k in colours]
    return {k: min(s.ships[k] + min(colours.count(k), 2), setup.goal) for k in sailing}  # A-OSA-01


def of_colour(s: State, cards: Iterable[str], colour: str) -> list[str]:
    """Return the cards that have this colour."""
    return [x for x in cards if s.setup.colour[x] == colour]


def insurable(s: State, p: Player, sinking: Iterable[str]) -> set[str]:
    """Return the colours in which a player can insure goods while these ships are sinking."""
    colour, icons = s.setup.colour, s.setup.icons
    safe = {colour[x] for x in p.goods} & {colour[x] for x in p.hand if icons[x]}
    return safe & set(sinking) if s.setup.options.insurance_scope == "sinking" else safe  # A-OSA-07


def can_act(s: State, seat: int) -> bool:
    """Return whether a player can buy, take or reserve at all (A-OSA-17)."""
    return bool(buyable(s, seat) or reservable(s, s.players[seat - 1]))


def absent(have: list[str], wanted: Sequence[str]) -> str:
    """Name the wanted cards that aren't in `have`; return an empty string if none are missing."""
    return " ".join(card or "''" for card in lacking(have, wanted))
