"""Positions for rule tests, and moves on them written in session notation.

`position(...)` lays the pieces out as a test wants them; what is not named lies in the supply, the
deck or the stack, so that all pieces of the box are always accounted for. `play(position, "Ana
lira")` reads moves and chance results exactly as a session file is read (the position is reached
by an `adjust` line), checks after every event that nothing is lost or doubled, and returns what
happened. `refused(...)` returns the error instead.
"""

from __future__ import annotations

import json
import random
import textwrap
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import msgspec

from ledger.games.istanbul import GAME
from ledger.games.istanbul.state import Player, State
from ledger.kernel.chance import Seeded
from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.events import Adjusted, Event, Opened, tag
from ledger.kernel.fold import Replay
from ledger.kernel.piles import Pile
from ledger.kernel.session_read import read_session
from ledger.kernel.session_write import write_session
from ledger.kernel.state import diff
from ledger.kernel.table import Table, open_game
from ledger.kernel.verify import verify_bytes

NAMES = ("Ana", "Bartek", "Celina", "Dora")
BLANK = "R Y G B C"
"""A roll that nothing depends on."""


def standard_box() -> dict[str, Any]:
    """Return the built-in box as plain data, to be changed at will."""
    text = resources.files("ledger.games.istanbul").joinpath("box.toml").read_text("utf-8")
    return tomllib.loads(text)


def entry(box: dict[str, Any], table: str, id: str) -> dict[str, Any]:
    """Return a card or tile of a box."""
    found: dict[str, Any] = next(x for x in box[table] if x["id"] == id)
    return found


@dataclass
class Position:
    """A position and the opening of the game it belongs to."""

    opened: Opened
    state: State


@dataclass
class Played:
    """What a script led to; can be played on."""

    table: Table
    first: int
    opened: Opened = field(init=False)

    def __post_init__(self) -> None:
        self.opened = self.table.lines[0].data

    @property
    def state(self) -> State:
        """The position at the end."""
        return self.table.state

    @property
    def lines(self) -> list[Any]:
        """The lines that the script added."""
        return self.table.lines[self.first :]

    @property
    def events(self) -> list[Event]:
        """The events that the script added."""
        return [line.data for line in self.lines]

    @property
    def told(self) -> list[str]:
        """The types of these events."""
        return [tag(type(e)) for e in self.events]

    def of(self, name: str) -> list[Any]:
        """Return the events of one type."""
        return [e for e in self.events if tag(type(e)) == name]

    def only(self, name: str) -> Any:
        """Return the one event of a type."""
        (event,) = self.of(name)
        return event

    @property
    def gains(self) -> list[tuple[int, str, int]]:
        """Who gained what."""
        return [(e.seat, e.what, e.count) for e in self.of("gained")]

    @property
    def data(self) -> list[dict[str, Any]]:
        """The events as plain data, for a snapshot."""
        return [{"type": tag(type(e)), **msgspec.to_builtins(e)} for e in self.events]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Who is asked for what."""
        names = [s.name for s in self.opened.seats]
        return [(names[q.seat - 1], q.ask) for q in GAME.awaiting(self.state)]

    def seat(self, name: str) -> Player:
        """Return what lies before a player."""
        return self.state.players[[s.name for s in self.opened.seats].index(name)]

    def has(self, name: str) -> dict[str, int]:
        """Return the tokens, lira and crystals of a player, without those that are not there."""
        return {k: n for k, n in self.seat(name).have.items() if n}

    def moves(self) -> list[str]:
        """Return the legal moves of the one who is asked, in notation."""
        (asked, *_) = GAME.awaiting(self.state)
        return [GAME.write(c) for c in GAME.legal(self.state, asked.seat)]


def moves(start: Position | Played) -> list[str]:
    """Return the legal moves of the one who is asked, in notation."""
    (asked, *_) = GAME.awaiting(start.state)
    return [GAME.write(c) for c in GAME.legal(start.state, asked.seat)]


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
    opened = open_game(GAME, NAMES[:players], options=options or {}, box=box)
    s: State = GAME.start(opened)
    for i, p in enumerate(s.players):
        for word in _at(have, i).split():
            kind, _, n = word.partition("=")
            p.have[kind] += int(n or 1)
            s.bank[kind] -= int(n or 1)
            assert s.bank[kind] >= 0, f"there are not so many {kind}"
        p.tiles, p.fresh = _at(tiles, i).split(), _at(fresh, i).split()
        p.dice = sum(s.setup.dice.get(t, 0) for t in p.owned)
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
        extra = sum(s.setup.dice.get(t, 0) for t in rest)
        p.dice += extra
        s.spare -= extra
    s.dice, s.phase, s.rolled, s.turn = dice.split(), phase, phase != "income", 1
    s.income, s.card_dice = income.split(), card_dice
    if phase == "card" and not dice:
        s.rolled = False
    s.active, s.actions = active, actions
    # rubies given to players come out of the box, so that every area is as the test says
    assert GAME.pieces(s)["tiles"] == len(s.setup.tiles)
    assert GAME.pieces(s)["cards"] == len(s.setup.cards)
    return Position(opened, s)


def _at(values: Sequence[str], i: int) -> str:
    return values[i] if i < len(values) else ""


def random_game(
    players: int,
    seed: int | str,
    *,
    options: dict[str, Any] | None = None,
    box: dict[str, Any] | None = None,
    turns: int | None = None,
) -> Table:
    """Play any acceptable moves until the game ends (or for so many turns)."""
    chance, choice = Seeded(f"{seed}/chance"), random.Random(f"{seed}/choice")
    opened = open_game(GAME, NAMES[:players], options=options or {}, box=box)
    table = Table.open(GAME, opened, chance)
    while not table.over and (turns is None or table.state.turn <= turns):
        table.do(GAME.sample(table.state, choice), chance)
    if table.over:
        table.seal()
    return table


def session(players: str, body: str, **header: str) -> Table:
    """Read a whole session, header keys given apart."""
    return read_session(_session(players, body, header), game=GAME)


def no_session(players: str, body: str, **header: str) -> LedgerError:
    """Read a session that must be refused; lines count from the body's first."""
    text = _session(players, body, header)
    try:
        read_session(text, game=GAME)
    except LedgerError as e:
        if e.line is not None:
            e.line -= text[: text.index("\n\n")].count("\n") + 2
        return e
    raise AssertionError("the session was accepted")


def _session(players: str, body: str, header: dict[str, str]) -> str:
    head = {"game": "istanbul", "players": players} | header
    return "".join(f"{k}: {v}\n" for k, v in head.items()) + "\n" + "\n".join(_lines(body)) + "\n"


def play(start: Position | Played, script: str) -> Played:
    """Play lines of session notation on a position."""
    table = read_session(heading(start) + "\n".join(_lines(script)) + "\n", game=GAME)
    first = next(x.seq for x in table.lines if isinstance(x.data, Adjusted))
    right = GAME.pieces(start.state)
    for _, state in Replay(GAME, table.lines).walk(first + 1):
        assert GAME.pieces(state) == right
        assert all(n >= 0 for n in state.bank.values())
        assert all(n >= 0 for p in state.players for n in p.have.values())
        assert state.spare >= 0
    report = verify_bytes(table.bytes())
    assert {p.kind for p in report.problems} <= {"house-rule"}, report.problems
    again = read_session(write_session(GAME, table.lines), game=GAME)
    assert again.bytes() == table.bytes()
    return Played(table, first)


def refused(start: Position | Played, script: str) -> LedgerError:
    """Play lines of which one must be refused; its number counts from the script's first line."""
    head = heading(start)
    try:
        table = read_session(head + "\n".join(_lines(script)) + "\n", game=GAME)
    except LedgerError as e:
        if e.line is not None:
            e.line -= head.count("\n")
        return e
    raise AssertionError(f"nothing was refused: {[tag(type(x.data)) for x in table.lines]}")


def illegal(start: Position | Played, script: str, rule: str, sentence: str) -> None:
    """The last line of the script is illegal by this rule, with this sentence."""
    e = refused(start, script)
    assert isinstance(e, Illegal), f"{e.kind}: {e}"
    assert (e.rule, e.message) == (rule, sentence)


def heading(start: Position | Played) -> str:
    """Return a session that leads to the position: any set-up, then the table's correction."""
    table = Table.open(GAME, start.opened, Seeded(0))
    patches = msgspec.json.encode(diff(table.state, start.state)).decode()
    return write_session(GAME, table.lines) + f"adjust {json.dumps('the position')} {patches}\n"


def _lines(script: str) -> list[str]:
    text = textwrap.dedent(script.removeprefix("\n")).rstrip()
    return [part.strip() for line in text.split("\n") for part in line.split(" / ")]
