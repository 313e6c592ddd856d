"""Positions of Istanbul: The Dice Game for rule tests.

`position(...)` lays the pieces out as a test wants them; what is not named lies in the supply, the
deck or the stack, so that all pieces of the box are always accounted for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.games.istanbul import GAME
from ledger.games.istanbul.state import State
from ledger.kernel.log.events import Line
from ledger.kernel.state.piles import Pile
from ledger.testing import scenario
from ledger.testing.scenario import Position, Sessions, at, entry

NAMES = ("Ana", "Bartek", "Celina", "Dora")

BLANK = "R Y G B C"
"""A roll that nothing depends on."""


class Played(scenario.Played):
    """What a script led to."""

    @property
    def gains(self) -> list[tuple[int, str, int]]:
        """Who gained what."""
        return [(e.seat, e.what, e.count) for e in self.of("gained")]

    def has(self, name: str) -> dict[str, int]:
        """Return the tokens, lira and crystals of a player, without those that are not there."""
        return {k: n for k, n in self.seat(name).have.items() if n}


def moves(start: Position | Played) -> list[str]:
    """Return the legal moves of the one who is asked, in notation."""
    return scenario.moves(GAME, start.state)


def position(
    players: int = 3,
    *,
    dice: str = "",
    have: Sequence[str] = (),
    tiles: Sequence[str] = (),
    fresh: Sequence[str] = (),
    rubies: Sequence[int] = (),
    mosque: Sequence[bool] = (),
    taken: dict[str, int] | None = None,
    open_: str = "",
    stack: str | None = None,
    discard: str = "",
    shown: str = "",
    card_dice: int = 0,
    active: int = 1,
    actions: int = 0,
    phase: str = "action",
    income: str = "",
    options: dict[str, Any] | None = None,
    box: dict[str, Any] | None = None,
) -> Position:
    """Lay out the position in which the active player is to act.

    `have` says for each seat `lira=5 crystal=2 red brown=3`; `open_` names face-up tiles, the
    first ones of the box fill them up to six; `stack` puts the others away with the last seat.
    """
    opened = SESSIONS.opening(players, options, box)
    s: State = GAME.start(opened)
    for i, p in enumerate(s.players):
        for word in at(have, i).split():
            kind, _, n = word.partition("=")
            p.have[kind] += int(n or 1)
            s.bank[kind] -= int(n or 1)
            assert s.bank[kind] >= 0, f"there are not so many {kind}"
        p.tiles, p.fresh = at(tiles, i).split(), at(fresh, i).split()
        p.dice = sum(s.setup.tiles[t].dice for t in p.owned)
        s.spare -= p.dice
        p.rubies = rubies[i] if i < len(rubies) else 0
        p.mosque = bool(mosque[i]) if i < len(mosque) else False
    s.taken |= taken or {}
    s.mosque -= sum(p.mosque for p in s.players)
    named = [t for p in s.players for t in p.owned]
    s.tiles = open_.split()
    free = [t for t in s.setup.tiles if t not in named and t not in s.tiles]
    while len(s.tiles) < s.setup.limits.open_tiles and free and stack is None:
        s.tiles.append(free.pop(0))
    s.discard, s.shown = discard.split(), shown.split()
    s.deck, s.stack = Pile(), Pile()
    s.deck.shuffle_in(c for c in s.setup.cards if c not in s.discard + s.shown)
    s.stack.shuffle_in(free if stack is None else stack.split())
    if stack is not None:  # the rest lies before the last player, unused
        rest = [t for t in free if t not in stack.split()]
        p = s.players[-1]
        p.tiles += rest
        extra = sum(s.setup.tiles[t].dice for t in rest)
        p.dice += extra
        s.spare -= extra
    s.dice, s.phase, s.rolled, s.turn = dice.split(), phase, phase != "income", 1
    s.income, s.card_dice = income.split(), card_dice
    if phase == "card" and not dice:
        s.rolled = False
    s.active, s.actions = active, actions
    # rubies given to players come out of the box, so that every area is as the test says
    assert GAME.corrections.pieces(s)["tiles"] == len(s.setup.tiles)
    assert GAME.corrections.pieces(s)["cards"] == len(s.setup.cards)
    return Position(opened, s)


def _check(line: Line, state: State) -> None:
    assert all(n >= 0 for n in state.bank.values())
    assert all(n >= 0 for p in state.players for n in p.have.values())
    assert state.spare >= 0


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
    "BLANK",
    "NAMES",
    "Played",
    "Position",
    "entry",
    "heading",
    "illegal",
    "moves",
    "no_session",
    "play",
    "position",
    "random_game",
    "refused",
    "session",
    "standard_box",
]
