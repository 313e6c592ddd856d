"""What shows only when a game is played: a few games at every number of players."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from rich.cells import cell_len

from ledger.boards.draw import board_of, draw_board
from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.faults import what_was_raised
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import GENERIC, Line, tag
from ledger.kernel.notation.reading.reader import read_session
from ledger.kernel.notation.writer import write_session
from ledger.kernel.play.decide import decide
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command, State
from ledger.kernel.state.patch import diff
from ledger.kernel.verify.verify import verify_bytes
from ledger.kernel.words.typed_words import split_words
from ledger.testing.playing import NAMES, Habits, Script, mutations, opening, play
from ledger.testing.screens import screen
from ledger.testing.worlds import another_world, has_secrets, other_amounts, shown

from .findings import Findings, Place
from .sources import Sources

WIDTHS = (40, 80, 120)
MOVES = 20
"""How many moves of a game are looked at closely; the rest is only played."""
LONGEST = 1500
"""After so many moves a game is taken for one that never ends."""
OFFERED = 4
"""How many of the moves that are offered at a position are tried."""


class Stop(Exception):
    """This game can't go on: what is wrong with it was noted."""


class Examination:
    """Plays a game and looks at everything that it does."""

    def __init__(self, game: Game, sources: Sources, findings: Findings) -> None:
        self.game, self.sources, self.findings = game, sources, findings
        self.known = set(game.rulebook.ids)
        self.games = 0

    def play_all(self) -> None:
        """Play a game at every number of players, whatever happens in the others."""
        for seed, count in enumerate(self.game.meta.players):
            with self.going_on(f"playing a game of {count} players"):
                self.play(seed, count)
        with self.going_on("looking for what must not be seen"):
            self.check_secrets()

    @contextmanager
    def going_on(self, what: str) -> Iterator[None]:
        """Note what goes wrong, and go on behind it."""
        with suppress(Stop), self.trying(what):
            yield

    @contextmanager
    def trying(self, what: str, place: Place | None = None) -> Iterator[None]:
        """Note what goes wrong, with its line, and stop."""
        try:
            yield
        except Stop:
            raise
        except Exception as e:
            cause = e.__cause__ if isinstance(e, LedgerError) and e.__cause__ else e
            found = self.sources.of_error(cause) or place or self.sources.game_place
            said = e.message if isinstance(e, LedgerError) else what_was_raised(e)
            self.findings.add("failure", found, f"{said} ({what})", "code that can do this")
            raise Stop from e

    def play(self, seed: int, count: int) -> None:
        """Play one game to its end, and close by for some moves."""
        game, chance = self.game, Seeded(f"{seed}/check")
        with self.trying(f"starting a game of {count} players"):
            table = Table.open(game, opening(game, seed, count), chance)
        self.games += 1
        rng = random.Random(seed)
        self.check_lines(table, table.lines, first_of_move=False)
        while True:
            n = table.head.cmd
            with self.trying(
                "asking who is to move", self.sources.of_function(game.rules.awaiting)
            ):
                asked = game.rules.awaiting(table.state)
            if not asked:
                break
            close = n < MOVES
            if close:
                self.check_position(table, rng)
            with self.trying("choosing any move"):
                command = game.rules.random_move(table.state, rng)
            before = table.head.seq
            try:
                table.do(command, chance)
            except Illegal as e:
                self.refused(command, e)
            except Exception:
                with self.trying(f"playing `{self.written(command)}`"):
                    raise
            if close:
                self.check_lines(table, table.lines[before:], first_of_move=True)
            if n > LONGEST:
                where = self.sources.of_function(game.rules.outcome, game.rules.ending.ended)
                what = f"a game of {count} players goes on after {LONGEST} random moves"
                self.findings.add("end", where, what, "a game that ends")
                raise Stop
        self.check_end(table)
        self.check_log(table)

    # --- positions

    def check_position(self, table: Table, rng: random.Random) -> None:
        """Look at a position: questions, moves, views, boards."""
        game, state = self.game, table.state
        with self.trying("copying the state"):
            before = game.rules.copy(state)
        self.check_questions(state)
        self.check_columns(table)
        self.check_moves(table, rng)
        self.unchanged(before, state, self.sources.of_function(game.rules.legal), "moves")
        if table.head.cmd % 4 == 0:
            self.check_boards(table)
            self.unchanged(before, state, self.sources.of_function(game.view), "views or boards")

    def unchanged(self, before: State, state: State, place: Place, what: str) -> None:
        """Who only asks changes nothing."""
        if before != state:
            paths = ", ".join(x.path for x in diff(before, state)[:3])
            said = f"being asked for {what} changes the position: {paths}"
            self.findings.add("purity", place, said, "functions that only look")
            raise Stop

    def check_questions(self, state: State) -> None:
        """Every question names a rule, and some move answers it."""
        game = self.game
        place = self.sources.of_function(game.rules.awaiting)
        for question in game.rules.awaiting(state):
            if question.rule not in self.known:
                self.unknown_rule(question.rule, place)
            if question.ask not in game.rules.answers:
                what = f"no move answers the question {question.ask!r}"
                self.findings.add(
                    "question", place, what, f"one of {', '.join(game.rules.answers)}"
                )
                raise Stop

    def check_moves(self, table: Table, rng: random.Random) -> None:
        """What is offered is accepted, and can be typed and told from its events."""
        game, state = self.game, table.state
        seat = game.rules.awaiting(state)[0].seat
        where = self.sources.of_function(game.rules.legal)
        with self.trying("listing the legal moves", where):
            offered = list(islice(game.rules.legal_moves(state, seat), 200))
        if not offered:
            what = f"seat {seat} is asked but can't do anything"
            self.findings.add("moves", where, what, "at least one legal move")
            raise Stop
        for command in rng.sample(offered, min(OFFERED, len(offered))):
            try:
                d = decide(game, state, command, Seeded(0))
            except Illegal as e:
                self.refused(command, e)
            except Exception:
                with self.trying(f"deciding `{self.written(command)}`"):
                    raise
            self.check_command(command, d.events[0], state)
        for command in mutations(table, rng, 4):
            try:
                decide(game, state, command, Seeded(0))
            except Illegal as e:
                if e.rule not in self.known:
                    place = self.sources.of_error(e) or self.sources.game_place
                    self.unknown_rule(str(e.rule), place)
            except LedgerError:
                continue
            except Exception:
                with self.trying(f"deciding {command}"):
                    raise

    def check_command(self, command: Command, first: Any, state: State) -> None:
        """A command can be read off its first event, and from what is typed."""
        game = self.game
        kind = type(first)
        with self.trying(f"reading a move off {kind.__name__}", self.sources.of_class(kind)):
            again = game.rules.command_of([first])
        if again != command:
            what = f"{kind.__name__} doesn't have every choice of `{self.written(command)}`"
            expected = f"{again} to be {command}"
            self.findings.add("command_of", self.sources.of_class(kind), what, expected)
        with self.trying("writing a move", self.sources.of_function(game.words.write)):
            text = game.words.write(command)
        with self.trying(f"reading `{text}`", self.sources.of_function(game.words.read)):
            read = game.words.read(state, command.seat, split_words(text)[0])
        if read != command:
            what = f"`{text}` is read as {read}"
            place = self.sources.of_function(game.words.read, game.words.write)
            self.findings.add("notation", place, what, f"{command}")

    def check_columns(self, table: Table) -> None:
        """Holdings and scores have a place for every seat."""
        game, seats = self.game, len(table.lines[0].data.seats)
        place = self.sources.of_function(game.holdings.count_all, game.holdings.count)
        with self.trying("counting what everybody has", place):
            counted = [len(row) for row in game.holdings(table.state)]
        if counted != [len(game.holdings.resources)] * seats:
            what = f"`holdings` gives {counted} numbers"
            expected = f"{len(game.holdings.resources)} (as `resources`) for each of {seats} seats"
            self.findings.add("holdings", place, what, expected)
        place = self.sources.of_function(game.rules.scores, game.rules.ending.score)
        with self.trying("counting scores", place):
            scores = game.rules.scores(table.state)
        if len(scores) != seats:
            what = f"`scores` gives {len(scores)} numbers"
            self.findings.add("scores", place, what, f"one for each of {seats} seats")

    def check_boards(self, table: Table) -> None:
        """Boards fit terminals of several widths, whoever looks."""
        game, names = self.game, table.position.names
        place = self.sources.of_function(board_of(game), game.view)
        for viewer in (None, 0, 1):
            with self.trying("making a view", self.sources.of_function(game.view)):
                view = game.view(table.state, viewer)
            for width in WIDTHS:
                with self.trying("drawing a board", place):
                    text = screen(draw_board(game, view, width, names), 400)
                wide = max(map(cell_len, text.rstrip().splitlines() or [""]))
                if wide > width:
                    what = f"the board is {wide} columns wide where there are {width}"
                    self.findings.add("board", place, what, f"at most {width} columns")
                if not text.strip():
                    self.findings.add("board", place, "the board is empty", "something to see")
            with self.trying(
                "making a scene", self.sources.of_function(game.pictures.scene, game.view)
            ):
                game.scene(view, names)

    # --- events

    def check_lines(self, table: Table, lines: Sequence[Line], *, first_of_move: bool) -> None:
        """Look at what happened: words, turns, pieces."""
        game = self.game
        names = table.position.names
        replay = table.replay()
        before = replay.at(lines[0].seq - 1) if lines[0].seq > 1 else None
        for line in lines:
            event, kind = line.data, type(line.data)
            with self.trying(f"following {kind.__name__}"):
                after = replay.at(line.seq)
            own = kind not in GENERIC
            place = self.sources.of_function(game.rules.evolvers.get(kind))
            if own:
                with self.trying(f"telling {kind.__name__}", self.sources.of_class(kind)):
                    told = game.words(event, names)
                if not told.strip() or told == tag(kind) or re.search(r"[{}]", told):
                    what = f"{kind.__name__} is told as {told!r}"
                    expected = f'a sentence: `says = "…"` in {kind.__name__}, or one in `words`'
                    self.findings.add("words", self.sources.of_class(kind), what, expected)
            if before is not None and kind in game.holdings.own:
                self.check_others(before, after, event, place)
            if before is not None and own:
                self.check_turn(before, after, line, place, first_of_move and line is lines[0])
                self.check_active(before, after, line, place, len(names))
                with self.trying(
                    "counting pieces", self.sources.of_function(game.corrections.pieces)
                ):
                    was, now = game.corrections.pieces(before), game.corrections.pieces(after)
                if was != now:
                    some = {k: now.get(k, 0) - was.get(k, 0) for k in {*was, *now}}
                    off = ", ".join(f"{k} {n:+d}" for k, n in sorted(some.items())[:400] if n)
                    what = f"{kind.__name__} makes pieces out of nothing, or loses some: {off}"
                    self.findings.add("pieces", place, what, "`pieces` stays the same")
            before = after

    def check_others(self, before: State, after: State, event: Any, place: Place) -> None:
        """An event of one seat leaves alone what the others have."""
        game, seat = self.game, event.seat
        with self.trying("counting what a seat has", self.sources.of_function(game.holdings.count)):
            was, now = game.holdings(before), game.holdings(after)
        if was[: seat - 1] + was[seat:] != now[: seat - 1] + now[seat:]:
            name = type(event).__name__
            what = f"{name} is of one seat, and changes what `Holdings.count` says of others"
            self.findings.add("holdings", place, what, f"`class {name}(SeatEvent, Shared)`")

    def check_turn(
        self, before: State, after: State, line: Line, place: Place, first: bool
    ) -> None:
        """A turn begins with an event of its own, behind what the move did."""
        was, now = self.game.rules.turn(before), self.game.rules.turn(after)
        name = type(line.data).__name__
        if first and now != was:
            what = f"{name} is a move, and makes turn {was} turn {now} at once"
            expected = "an event of its own that begins the next turn, behind the move"
            self.findings.add("turn", place, what, expected)
        elif now not in (was, was + 1):
            what = f"{name} makes turn {was} turn {now}"
            self.findings.add("turn", place, what, "turns that go up by one")

    def check_active(
        self, before: State, after: State, line: Line, place: Place, players: int
    ) -> None:
        """Once the set-up is over, it is always somebody's turn."""
        was, now = (getattr(state, "active", 1) for state in (before, after))
        began = (self.game.rules.turn(before), was) != (self.game.rules.turn(after), now)
        if self.game.rules.turn(after) and began and not 1 <= now <= players:
            what = f"{type(line.data).__name__} begins a turn in which `active` is {now}"
            expected = f"a seat, 1 to {players}: where all choose at once, the first of them"
            self.findings.add("turn", place, what, expected)

    # --- the end

    def check_end(self, table: Table) -> None:
        """A finished game has an outcome that fits its scores."""
        game = self.game
        ending = game.rules.ending
        place = self.sources.of_function(game.rules.outcome, ending.ended, game.rules.scores)
        with self.trying("finding out who won", place):
            outcome = game.rules.outcome(table.state)
        if outcome is None:
            what = "nobody is asked anything any more, but there is no outcome"
            self.findings.add("end", place, what, "an outcome, or somebody who is asked")
            raise Stop
        if not game.rules.turn(table.state):
            what = "a whole game was played, and `turn` is still 0"
            expected = "an event that begins each turn, and raises `turn` by one"
            self.findings.add("turn", self.sources.of_class(game.rules.state), what, expected)
        if outcome.rule is not None and outcome.rule not in self.known:
            self.unknown_rule(outcome.rule, place)
        seats = len(table.lines[0].data.seats)
        ranked = sorted(seat for tied in outcome.ranking for seat in tied)
        if ranked != list(range(1, seats + 1)) or len(outcome.scores) != seats:
            what = f"the outcome ranks seats {ranked} and has {len(outcome.scores)} scores"
            self.findings.add("end", place, what, f"each of the {seats} seats once")
            return
        points = [max(outcome.scores[seat - 1] or 0 for seat in tied) for tied in outcome.ranking]
        best = points if game.meta.highest_wins else points[::-1]
        if None not in outcome.scores and best != sorted(best, reverse=True):
            how = "most" if game.meta.highest_wins else "fewest"
            what = f"scores {points} from first to last, though the {how} points win"
            self.findings.add("end", place, what, "a ranking as `highest_wins` says")

    def check_log(self, table: Table) -> None:
        """The log is legal, can be typed again, and shows each seat what it may know."""
        game = self.game
        table.seal()
        with self.trying("checking the log of a game"):
            report = verify_bytes(table.bytes())
        for problem in report.problems:
            event = table.lines[(problem.line or 1) - 1].data
            what = f"{tag(type(event))}: {problem.message}"
            place = self.sources.of_class(type(event))
            self.findings.add("verify", place, what, "the same events when a move is decided again")
        with self.trying(
            "writing and reading a session", self.sources.of_function(game.words.read)
        ):
            again = read_session(write_session(game, table.lines), game=game)
        if again.bytes() != table.bytes():
            what = "a game that is exported as a session and read again is another game"
            place = self.sources.of_function(game.words.read, game.words.write)
            self.findings.add("session", place, what, "the same log")
        for viewer in (0, 1):
            self.check_stream(table, viewer)

    def check_stream(self, table: Table, viewer: int) -> None:
        """A seat's own log leads to what `mask` leaves of the position."""
        game = self.game
        forget = self.sources.of_function(game.secrets.forget, game.secrets.redact)
        with self.trying("hiding what a seat didn't see", forget):
            stream, _ = redact(game, table.lines, viewer)
            both = zip(Replay(game, table.lines).walk(), Replay(game, stream).walk(), strict=True)
            for (line, full), (_, seen) in both:
                masked = game.mask(full, viewer)
                if seen != masked:
                    paths = ", ".join(x.path for x in diff(masked, seen)[:3])
                    who = f"seat {viewer}" if viewer else "a spectator"
                    what = f"after {line.type}, {who} knows something else than its log: {paths}"
                    expected = "`forget` and hidden fields that hide the same"
                    self.findings.add("mask", forget, what, expected)
                    raise Stop
                if game.rules.awaiting(seen) != game.rules.awaiting(full):
                    what = f"who is asked after {line.type} depends on what is hidden"
                    where = self.sources.of_function(game.rules.awaiting)
                    self.findings.add("mask", where, what, "questions that everybody can foresee")
                    raise Stop

    # --- secrets

    def check_secrets(self) -> None:
        """What is hidden from somebody shows in nothing that they are shown."""
        game = self.game
        for seed, count in enumerate(game.meta.players) if has_secrets(game) else ():
            with self.trying("playing with secrets"):
                table = play(game, Script(seed, 12, count), Habits(undo=0, note=0))
                for viewer in (0, 1):
                    other = another_world(table, viewer, random.Random(seed), tries=6)
                    if other is not None:
                        self.check_worlds(table, other, viewer)
        private = not all(resource.public for resource in game.holdings.resources)
        for seed, count in enumerate(game.meta.players) if private else ():
            with self.trying("playing with what only its owner counts"):
                state = play(game, Script(seed, 8, count), Habits(undo=0, note=0)).state
                for owner, more in other_amounts(game, state) if not state.over else ():
                    viewer = owner % count + 1
                    views = [game.view(s, viewer) for s in (state, more)]
                    boards = [screen(draw_board(game, v, 80, NAMES), 80) for v in views]
                    if views[0] != views[1] or boards[0] != boards[1]:
                        where = self.sources.of_function(game.view, board_of(game))
                        what = f"seat {viewer} sees what only seat {owner} may count"
                        self.findings.add("secret", where, what, "`?` or nothing in its place")
                        return

    def check_worlds(self, table: Table, other: Table, viewer: int) -> None:
        """Two games that somebody can't tell apart look the same to them."""
        game = self.game
        moves = [x for x in mutations(table, random.Random(0), 4) if x.seat == viewer]
        a, b = shown(table, viewer, moves), shown(other, viewer, moves)
        parts: tuple[tuple[str, Any], ...] = (
            ("view", game.view),
            ("board", board_of(game)),
            ("words", game.words),
            ("refusals", None),
            ("moves", game.rules.legal),
        )
        who = f"seat {viewer}" if viewer else "a spectator"
        for (part, function), one, two in zip(parts, a, b, strict=True):
            if one != two:
                where = self.sources.of_function(function, game.view)
                what = f"the {part} that {who} gets depend on what is hidden from them"
                self.findings.add("secret", where, what, "nothing that tells hidden things")
                raise Stop

    # --- what many find

    def refused(self, command: Command, e: Illegal) -> None:
        """Note that `legal` offers what the rules refuse, and stop."""
        legal = self.sources.of_function(self.game.rules.legal)
        place = self.sources.of_error(e) or legal
        own = legal != self.sources.game_place
        also = (
            f" (`legal` is at line {legal.line} of {legal.file.rpartition('/')[2]})" if own else ""
        )
        what = f"`{self.written(command)}` is offered but refused: {e.message}{also}"
        self.findings.add("legal", place, what, "`legal` offers only what is accepted")
        raise Stop from e

    def unknown_rule(self, id: str, place: Place) -> None:
        """Note an id that isn't in the rules, where it stands in the code."""
        known = ", ".join(sorted(self.known)[:8])
        found = self.sources.of_text(id) or place
        self.findings.add("rule id", found, f"there is no rule {id!r}", f"one of {known}")

    def written(self, command: Command) -> str:
        """Return a move as it is typed, as far as that works."""
        try:
            return self.game.words.write(command)
        except Exception:
            return str(command)
