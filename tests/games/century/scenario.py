"""Positions of Century: Sand to Sea for rule tests.

`position(...)` lays the pieces out as a test wants them; what is not named lies in the deck, in
the stack or in the box, so that all pieces are always accounted for. The map is always this one:

                 C1 sea
        B1 R-YYY         D1 RR-YYB
A1 port          C2 G-RR           E1 port
        B2 YYY-RG        D2 RRR-BB
A2 YY-G          C3 GG-BB          E2 GGG-BBB
        B3 RR-GG         D3 G-YRR
A3 YY-RR         C4 B-GG           E3 BB-YRGGG
        B4 sea           D4 B-YRG
A4 port          C5 B-RRR          E4 port
        B5 YYY-B         D5 sea
                 C6 sea
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.games.century import GAME
from ledger.games.century.box import CLOSED, LETTERS, SEA
from ledger.games.century.rules.cubes import tally
from ledger.games.century.state import State
from ledger.kernel.errors import Illegal
from ledger.kernel.log.events import Line
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command
from ledger.kernel.state.piles import Pile, Segment
from ledger.sdk.kit import Pack, PackKnowledge
from ledger.testing import scenario
from ledger.testing.facts import tells
from ledger.testing.scenario import Position, Sessions, at, entry

NAMES = ("Ana", "Bartek", "Celina", "Dora")

EARLIER = "century-standard"
"""The box with the tiles of this map; the rules are the same with any box."""
MAP = {
    "A2": "YY-G",
    "A3": "YY-RR",
    "B2": "YYY-RG",
    "B5": "YYY-B",
    "B1": "R-YYY",
    "B3": "RR-GG",
    "D1": "RR-YYB",
    "D2": "RRR-BB",
    "C2": "G-RR",
    "C3": "GG-BB",
    "D3": "G-YRR",
    "E2": "GGG-BBB",
    "C4": "B-GG",
    "C5": "B-RRR",
    "D4": "B-YRG",
    "E3": "BB-YRGGG",
    **dict.fromkeys(("B4", "C1", "C6", "D5"), SEA),
}
PORTS = {"A1": "11-YYGGG", "A4": "12-GGGG", "E1": "13-RRGGG", "E4": "14-GGBB"}
ROW = "YYY YY-G YYYY-GG R-YYY"
NEXT = "row RR-GG"
"""The card that refills the row, where a test does not care."""


class Played(scenario.Played):
    """What a script led to."""

    def hold(self, name: str) -> str:
        """Return the cubes of a player, lowest first."""
        return letters(self.seat(name).hold)


def letters(hold: Mapping[str, int]) -> str:
    """Write cubes as letters, lowest first."""
    return "".join(letter * hold.get(cube, 0) for cube, letter in LETTERS.items())


def cubes(text: str) -> dict[str, int]:
    """Read cubes from letters."""
    names = {letter: cube for cube, letter in LETTERS.items()}
    return tally([names[letter] for letter in text])


def moves(start: Position | Played) -> list[str]:
    """Return the legal moves of the one who is asked, in notation."""
    return scenario.moves(GAME, start.state)


def no_command(start: Position | Played, command: Command, rule: str, facts: str = "") -> None:
    """The command, which no notation can say, is illegal by this rule; it names facts."""
    try:
        decide(GAME, start.state, command, Seeded(0))
    except Illegal as e:
        assert e.rule == rule, str(e)
        assert tells(e.message, facts), e.message
    else:
        raise AssertionError("the command was accepted")


def position(
    players: int = 3,
    *,
    hold: Sequence[str] = (),
    hand: Sequence[str] = (),
    played: Sequence[str] = (),
    down: Sequence[str] = (),
    ships: Sequence[str] = (),
    posts: Mapping[str, str] | None = None,
    tiles: Sequence[str] = (),
    bonus: Sequence[str] = (),
    row: str = ROW,
    laid: Sequence[str] = (),
    ports: Mapping[str, str] | None = None,
    deck: str | None = None,
    stack: str | None = None,
    left: str | None = None,
    active: int = 1,
    turn: int = 1,
    box: dict[str, Any] | None = None,
) -> Position:
    """Lay out the position in which the active player is to act.

    Sequences say for each seat: cubes `YYR`, cards, the ship's place (C1 to C4 of the map if left
    out), VP tiles, bonus tiles `move hold vp6`. `posts` names the seats on a market tile. A hand is
    `YY UP2` unless these cards lie elsewhere. `deck`, `stack` and `left` (bonus tiles) put away
    what they do not name; the stack names the tiles of which the top one can be any.
    """
    opened = SESSIONS.opening(players, None, box)
    s: State = GAME.start(opened)
    setup = s.setup
    s.row, s.tiles, s.ports = row.split(), dict(MAP), {**PORTS, **(ports or {})}
    s.laid = [list(_words(at(laid, i))) for i in range(len(s.row))]
    s.posts = {cell: [int(x) for x in there.split()] for cell, there in (posts or {}).items()}
    for i, p in enumerate(s.players):
        p.hold |= cubes(at(hold, i))
        p.ship = at(ships, i) or ("C2", "C3", "C4", "C5")[i]
        p.played = at(played, i).split()
        gone = at(down, i).split()
        own = at(hand, i).split() or [x for x in setup.start if x not in p.played + gone]
        p.cards = Pack([] if own == ["-"] else own, gone)
        p.known = PackKnowledge([*p.cards.hand], [*p.cards.down])
        p.tiles = at(tiles, i).split()
        for word in at(bonus, i).split():
            p.bonus.append("vp" if word.startswith("vp") else word)
            if word.startswith("vp"):
                p.bonus_vp.append(int(word[2:]))
                s.bonus_vp.remove(int(word[2:]))
            else:
                s.bonus[word] -= 1
        for cell, there in s.posts.items():
            if i + 1 in there:
                p.outposts[setup.market[MAP[cell]].symbol] -= 1
    owned = {c for p in s.players for c in (*p.cards.hand, *p.cards.down, *p.played)}
    rest = [c for c in setup.deck if c not in owned and c not in s.row]
    s.deck = Pile()
    s.deck.shuffle_in(rest if deck is None else deck.split())
    taken = {*s.ports.values(), *(t for p in s.players for t in p.tiles)}
    free = [t for t in setup.vp if t not in taken]
    s.stack = _stack(free if stack is None else stack.split(), CLOSED not in s.ports.values())
    if left is not None:
        s.bonus = {k: left.split().count(k) for k in s.bonus}
        s.bonus_vp = [int(w[2:]) for w in left.split() if w.startswith("vp")]
    s.sorted, s.sets, s.asked = {}, [], []
    s.removed = [t for t in setup.market if t not in MAP.values()]
    s.phase, s.active, s.turn = "turn", active, turn
    return Position(opened, s)


def _words(text: str) -> list[str]:
    return [cube for cube, n in cubes(text).items() for _ in range(n)]


def _stack(tiles: list[str], closed: bool) -> Pile:
    """The closed port lies among the top six as long as it is on no port (CEN-08)."""
    pool = dict.fromkeys(tiles, 1)
    if CLOSED in pool:
        del pool[CLOSED]
        return Pile([Segment(0, len(pool) + 1, {CLOSED: 1})], [pool])
    if not closed or len(pool) < 6:
        return Pile([Segment(0, len(pool))], [pool])
    return Pile([Segment(0, 6, {CLOSED: 1}), Segment(0, len(pool) - 5)], [pool])


def _check(line: Line, state: State) -> None:
    for p in state.players:
        assert all(n >= 0 for n in p.hold.values())
        assert all(n >= 0 for n in p.outposts.values())
        known = sorted([*p.known.hand, *p.known.down, *p.known.maybe])
        assert known == sorted([*p.cards.hand, *p.cards.down, *p.cards.maybe])
        assert p.known.in_hand == p.cards.in_hand
    assert len(state.row) == len(state.laid) <= 4


SESSIONS = Sessions(GAME, _check, Played, box=EARLIER)
standard_box, random_game = SESSIONS.box, SESSIONS.random_game
session, no_session = SESSIONS.session, SESSIONS.no_session
play, refused, illegal, heading = (
    SESSIONS.play,
    SESSIONS.refused,
    SESSIONS.illegal,
    SESSIONS.heading,
)

__all__ = [
    "MAP",
    "NAMES",
    "NEXT",
    "PORTS",
    "ROW",
    "Played",
    "Position",
    "cubes",
    "entry",
    "heading",
    "illegal",
    "letters",
    "moves",
    "no_command",
    "no_session",
    "play",
    "position",
    "random_game",
    "refused",
    "session",
    "standard_box",
]
