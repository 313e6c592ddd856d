"""Positions of Traders of Osaka for rule tests.

`position(...)` lays the cards out as a test wants them; every card that is not named lies in the
draw pile, so that all cards of the box are always accounted for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ledger.games.osaka import GAME
from ledger.games.osaka.state import State
from ledger.kernel.log.events import Line
from ledger.kernel.state.piles import Pile
from ledger.testing import scenario
from ledger.testing.scenario import Position, Sessions, at

NAMES = ("Ana", "Bartek", "Celina", "Dora")

COLOURS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}


def small_box(copies: dict[str, int], **limits: int) -> dict[str, Any]:
    """Return a box with other numbers of cards (of each value, in each colour) and limits."""
    box = standard_box()
    box["id"] = "osaka-small"
    box["cards"]["copies"] = copies
    box["limits"] |= limits
    return box


class Played(scenario.Played):
    """What a script led to."""

    @property
    def ships(self) -> dict[str, int]:
        """Where the ships stand."""
        ships: dict[str, int] = self.state.ships
        return ships

    @property
    def market(self) -> list[str]:
        """The Market, sorted."""
        return sorted(self.state.market)

    @property
    def farm(self) -> list[str]:
        """The Farm, sorted."""
        return sorted(self.state.farm)

    @property
    def discard(self) -> list[str]:
        """The discard pile, sorted."""
        return sorted(self.state.discard)


def cards(text: str) -> list[str]:
    """Read `R5 3xY2`."""
    out: list[str] = []
    for word in text.split():
        many, _, card = word.rpartition("x")
        out += [card] * (int(many) if many else 1)
    return out


def count_colours(text: str) -> dict[str, int]:
    """Read tokens: `red 2xgreen`."""
    return {name: cards(text).count(name) for name in COLOURS.values()}


def position(
    players: int = 3,
    *,
    market: str = "",
    farm: str = "",
    hands: Sequence[str] = (),
    goods: Sequence[str] = (),
    insured: Sequence[str] = (),
    tokens: Sequence[str] = (),
    vp: Sequence[str] = (),
    reserve: dict[int, str] | None = None,
    ships: dict[str, int] | None = None,
    active: int = 1,
    discard: str = "",
    pile: str | None = None,
    rest: int | None = None,
    options: dict[str, Any] | None = None,
    box: dict[str, Any] | None = None,
) -> Position:
    """Lay out the position in which the active player is to act.

    `reserve` maps a seat to the card under its piece: `"R5"` in the Market, `"R5 farm"` in the
    Farm. Unnamed cards form the pile; if `pile` names the pile, they are discards, or with `rest`
    the face-up VP cards of that seat.
    """
    opened = SESSIONS.opening(players, options, box)
    s: State = GAME.start(opened)
    s.market, s.farm, s.discard = cards(market), cards(farm), cards(discard)
    for i, p in enumerate(s.players):
        p.hand = cards(at(hands, i))
        p.goods = cards(at(goods, i))
        p.insured = cards(at(insured, i))
        p.kept = cards(at(vp, i))
        p.tokens = count_colours(at(tokens, i))
    for seat, text in (reserve or {}).items():
        card, _, row = text.partition(" ")
        p = s.players[seat - 1]
        p.piece, p.row = card, row or "market"
        assert card in (s.farm if row else s.market), f"{card} is not in the {p.row}"
    s.ships |= ships or {}
    s.phase, s.asked, s.turn = "action", [], 1
    s.first = s.active = active
    left = Counter(s.setup.copies)
    left.subtract(_seen(s))
    if pile is not None:
        left.subtract(cards(pile))
    short = [card for card, n in left.items() if n < 0]
    assert not short, f"there are not so many {short} in the box"
    s.pile = Pile()
    if pile is None:
        s.pile.shuffle_in(left.elements())
    else:
        s.pile.shuffle_in(cards(pile))
        (s.discard if rest is None else s.players[rest - 1].kept).extend(left.elements())
    conserved(s)
    return Position(opened, s)


def _seen(s: State) -> Counter[str]:
    out = Counter(s.market) + Counter(s.farm) + Counter(s.discard)
    for p in s.players:
        out += Counter(p.hand) + Counter(p.goods) + Counter(p.insured) + Counter(p.kept)
    return out


def conserved(s: State, *, pieces: bool = True) -> None:
    """Every card of the box is in exactly one place; the unseen ones fit their pools.

    `pieces`: reservation pieces lie on cards that are there (a group may end a piece's stay late).
    """
    total = _seen(s)
    unseen = 0
    for i, pool in enumerate(s.pile.pools):
        assert all(n >= 0 for n in pool.values()), f"a card of pool {i} was dealt twice: {pool}"
        total += Counter(pool)
        inside = sum(x.count for x in s.pile.segments if x.pool == i)
        assert 0 <= inside <= sum(pool.values())
        unseen += sum(pool.values()) - inside
    assert total == Counter({c: n for c, n in s.setup.copies.items() if n})
    assert unseen == sum(p.blind for p in s.players), "VP cards drawn unseen"
    for p in s.players:
        assert (p.piece is None) == (p.row is None)
        if pieces and p.piece is not None:
            assert p.piece in (s.market if p.row == "market" else s.farm)


def _check(line: Line, state: State) -> None:
    conserved(state, pieces=not line.more)


SESSIONS = Sessions(GAME, _check, Played)
standard_box, random_game = SESSIONS.box, SESSIONS.random_game
session, no_session = SESSIONS.session, SESSIONS.no_session
play, refused, illegal, heading = (
    SESSIONS.play,
    SESSIONS.refused,
    SESSIONS.illegal,
    SESSIONS.heading,
)

__all__ = [
    "NAMES",
    "Played",
    "Position",
    "conserved",
    "heading",
    "illegal",
    "no_session",
    "play",
    "position",
    "random_game",
    "refused",
    "session",
    "small_box",
    "standard_box",
]
