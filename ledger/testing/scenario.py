"""Positions for rule tests, and moves on them written in session notation, for any game.

A game's `scenario.py` can lay out positions and create `SESSIONS = Sessions(GAME, check)`.
`play(position, "Ana take R5")` reads moves and chance results exactly as a session file is read (an
`adjust` line sets up the position), asserts that no event loses or duplicates a piece, and returns
what happened. `refused(...)` returns the error instead.
"""

from __future__ import annotations

import json
import random
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered
from ledger.kernel.log.events import Adjusted, Event, Line, Opened, groups, tag
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.state.patch import diff
from ledger.kernel.verify.verify import verify_bytes

from .facts import tells
from .playing import NAMES


@dataclass
class Position:
    """A position, and the opening of the game that it belongs to."""

    opened: Opened
    state: Any


@dataclass
class Played:
    """The table after a script, ready for more moves. Games can add what their tests need."""

    table: Table
    first: int
    opened: Opened = field(init=False)

    def __post_init__(self) -> None:
        self.opened = self.table.lines[0].data

    @property
    def state(self) -> Any:
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
        """The type names of the events that the script added."""
        return [tag(type(e)) for e in self.events]

    def of(self, name: str) -> list[Any]:
        """Return the events with one type name."""
        return [e for e in self.events if tag(type(e)) == name]

    def only(self, name: str) -> Any:
        """Return the only event with this type name; raise `ValueError` unless there is one."""
        (event,) = self.of(name)
        return event

    @property
    def data(self) -> list[dict[str, Any]]:
        """The events as plain data, for a snapshot."""
        return [{"type": tag(type(e)), **msgspec.to_builtins(e)} for e in self.events]

    @property
    def asked(self) -> list[tuple[str, str]]:
        """The players' names with the questions they have to answer."""
        names = [s.name for s in self.opened.seats]
        return [(names[q.seat - 1], q.ask) for q in self.table.game.rules.awaiting(self.state)]

    def seat(self, name: str) -> Any:
        """Return the player with this name; raise `ValueError` if nobody has it."""
        return self.state.players[[s.name for s in self.opened.seats].index(name)]

    def moves(self) -> list[str]:
        """Return the legal moves of the player to move, in notation."""
        return moves(self.table.game, self.state, [s.name for s in self.opened.seats])


def moves(game: Game, state: Any, names: Sequence[str] = ()) -> list[str]:
    """Return the legal moves of the player to move, in notation, with the players' names."""
    (asked, *_) = game.rules.awaiting(state)
    return [game.words.write(c, names) for c in game.rules.legal_moves(state, asked.seat)]


def entry(box: dict[str, Any], table: str, id: str) -> dict[str, Any]:
    """Return one row of a box's table."""
    found: dict[str, Any] = next(x for x in box[table] if x["id"] == id)
    return found


def at(values: Sequence[str], i: int) -> str:
    """Return the value for a seat (counted from 0), or an empty string if there is none."""
    return values[i] if i < len(values) else ""


class Sessions:
    """Plays the sessions that a game's tests consist of.

    `check(line, state)` is called with every line and the state after it. `box` is the id of the
    box in the package that positions are laid out with, unless it is the standard one. It doesn't
    have to be a box that new games can be played with: two cards may be enough for a test.
    """

    def __init__(
        self,
        game: Game,
        check: Callable[[Line, Any], None] = lambda line, state: None,
        played: type[Played] = Played,
        box: str | None = None,
    ) -> None:
        self.game = game
        self.base = box
        self.check = check
        self.played = played

    def box(self) -> dict[str, Any]:
        """Return the box as plain data that can be changed."""
        return self.game.boxes.whole({"base": self.base or self.game.boxes.standard_id})

    def opening(
        self, players: int, options: dict[str, Any] | None, box: dict[str, Any] | None
    ) -> Opened:
        """Return the opening of a game with this number of players."""
        box = {"base": self.base or self.game.boxes.standard_id, **(box or {})}
        return open_game(self.game, NAMES[:players], options=options or {}, box=box, recorded=True)

    def random_game(
        self,
        players: int,
        seed: int | str,
        *,
        options: dict[str, Any] | None = None,
        box: dict[str, Any] | None = None,
        turns: int | None = None,
    ) -> Table:
        """Play random legal moves until the game ends, or for a number of turns.

        A finished game is sealed. The same seed always produces the same game.
        """
        game = self.game
        chance, choice = Seeded(f"{seed}/chance"), random.Random(f"{seed}/choice")
        table = Table.open(game, self.opening(players, options, box), chance)
        while not table.over and (turns is None or table.state.turn <= turns):
            table.do(game.rules.random_move(table.state, choice), chance)
        if table.over:
            table.seal()
        return table

    def session(self, players: str, body: str, **header: str) -> Table:
        """Return the table after a whole session; keyword arguments add lines to its header.

        Raises `LedgerError` if a line is refused.
        """
        return self._read(self._session(players, body, header))

    def no_session(self, players: str, body: str, **header: str) -> LedgerError:
        """Return the error of a session that has to be refused, its line counted from the body.

        Raises `AssertionError` if the session is accepted.
        """
        text = self._session(players, body, header)
        try:
            self._read(text)
        except LedgerError as e:
            if e.line is not None:
                e.line -= text[: text.index("\n\n")].count("\n") + 2
            return e
        raise AssertionError("the session was accepted")

    def _session(self, players: str, body: str, header: dict[str, str]) -> str:
        head = {"game": self.game.meta.name, "players": players}
        head |= ({"box": self.base} if self.base else {}) | header
        return "".join(f"{k}: {v}\n" for k, v in head.items()) + "\n" + script_lines(body)

    def play(self, start: Position | Played, script: str) -> Any:
        """Play lines of session notation from a position, and return what happened.

        Raises `LedgerError` if a line is refused, and `AssertionError` if an event loses or
        duplicates pieces or the result can't be verified, exported and read back in.
        """
        table = self._read(self.heading(start) + script_lines(script))
        first = next(x.seq for x in table.lines if isinstance(x.data, Adjusted))
        right = self.game.corrections.pieces(start.state)
        for line, state in Replay(self.game, table.lines).walk(first + 1):
            assert self.game.corrections.pieces(state) == right
            self.check(line, state)
        self._checked(table)
        return self.played(table, first)

    def refused(self, start: Position | Played, script: str) -> LedgerError:
        """Return the error of a script that has to be refused, its line counted from the script.

        Raises `AssertionError` if every line is accepted.
        """
        head = self.heading(start)
        try:
            table = self._read(head + script_lines(script))
        except LedgerError as e:
            if e.line is not None:
                e.line -= head.count("\n")
            return e
        raise AssertionError(f"nothing was refused: {[tag(type(x.data)) for x in table.lines]}")

    def illegal(self, start: Position | Played, script: str, rule: str, facts: str = "") -> None:
        """Assert that a rule refuses a script, for a reason that mentions facts like `8 | 3`.

        `rule` is the id of the rule.
        """
        e = self.refused(start, script)
        assert isinstance(e, Illegal), f"{e.kind}: {e}"
        assert e.rule == rule, str(e)
        assert tells(e.message, facts), e.message

    def heading(self, start: Position | Played) -> str:
        """Return the head of a session that leads to a position: set-up, then a correction."""
        table = Table.open(self.game, start.opened, Seeded(0))
        patches = msgspec.json.encode(diff(table.state, start.state)).decode()
        head = write_session(self.game, table.lines)
        kept = self.game.corrections.pieces(table.state) == self.game.corrections.pieces(
            start.state
        )
        box = "" if kept else "from box "
        return head + f"adjust {json.dumps('the position')} {box}{patches}\n"

    def _read(self, text: str) -> Table:
        with offered(self.game):
            return read_session(text, game=self.game)

    def _checked(self, table: Table) -> None:
        """Assert that what was played can be verified, and exported and read back in."""
        with offered(self.game):
            report = verify_bytes(table.bytes())
        assert {p.kind for p in report.problems} <= {"house-rule"}, report.problems
        again = self._read(write_session(self.game, table.lines))
        assert again.bytes() == table.bytes()
        for group in groups(table.lines):
            if group[0].by is not None and not isinstance(group[0].data, Adjusted):
                assert self.game.rules.command_of([x.data for x in group]).seat == group[0].by


def script_lines(script: str) -> str:
    """Return the lines of a script without its indentation, also splitting lines at ` / `."""
    text = textwrap.dedent(script.removeprefix("\n")).rstrip()
    parts = [part.strip() for line in text.split("\n") for part in line.split(" / ")]
    return "\n".join(parts) + "\n"
