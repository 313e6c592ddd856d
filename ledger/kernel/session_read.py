"""Session notation becomes a log; every error points at line and column."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple, NoReturn

import msgspec

from .chance import Given, Recorded
from .errors import Ambiguous, Illegal, Impossible, LedgerError, Malformed, NeedsOutcome
from .events import Patch, groups
from .game import Command, Game
from .notation import (
    KEYWORDS,
    Word,
    did_you_mean,
    hint,
    in_english,
    read_time,
    split_words,
    take_player,
    take_waivers,
    unescape,
)
from .session_head import read_header
from .table import Table

_MOST = 50
"""Errors that are told of one file."""


class Move(NamedTuple):
    """One line of the body, taken apart."""

    number: int
    source: str
    time: str | None
    seat: int | None
    words: list[Word]
    comment: str | None


class Session(NamedTuple):
    """What could be read of a session file, and the error at which reading stopped."""

    table: Table
    error: LedgerError | None


def read_session(text: str, *, file: str | None = None, game: Game | None = None) -> Table:
    """Read a session file into a table; errors point at line and column.

    The error that is raised is the first; its `more` are those of later lines that are wrong
    whatever the position there.
    """
    try:
        return _Reader(text, game).run()
    except LedgerError as e:
        for error in (e, *e.more):
            error.file = error.file or file
        raise


def read_lenient(text: str, *, file: str | None = None, game: Game | None = None) -> Session:
    """Read a session up to its first error; from there on every line becomes a note."""
    reader = _Reader(text, game)
    try:
        return Session(reader.run(), None)
    except LedgerError as e:
        for error in (e, *e.more):
            error.file = error.file or file
        if e.line is None or not hasattr(reader, "table"):
            raise  # without players or set-up there is no game
        reader.keep_rest()
        return Session(reader.table, e)


class _Reader:
    def __init__(self, text: str, game: Game | None) -> None:
        # not splitlines(): a note may hold other characters that some take for the end of a line
        self.source = re.split(r"\r\n?|\n", text.removeprefix("\ufeff").rstrip("\r\n"))
        self.game = game
        self.start = self.next = 0
        self.clock: str | None = None
        self.table: Table

    def run(self) -> Table:
        """Read header and body."""
        head = read_header(self.source, self.game)
        opened = head.opened
        game = self.game = head.game
        self.next, self.clock = head.end, head.clock
        self.names = [s.name for s in opened.seats]

        def set_up(chance: Recorded) -> None:
            self.table = Table.open(game, opened, chance, at=head.at)

        self._with_chance(set_up, "the set-up")
        while self._step():
            pass
        # No decline is supplied at the end: a log that waits there for an answer is open.
        if self.table.over and not self.table.head.sealed:
            self.table.seal(at=self.table.lines[-1].at)
        return self.table

    def _step(self) -> bool:
        """Read one line of the body with what belongs to it; False: there is none left."""
        self.start = self.next
        try:
            if (move := self._move()) is None:
                return False
            try:
                self._line(move)
            except LedgerError as e:
                if e.line is None:
                    e.line = move.number
                    e.column = e.column or (move.words[0].column if move.words else 1)
                e.source = e.source or self.source[e.line - 1]
                raise
        except LedgerError as e:
            e.more = self._later_errors(e)
            raise
        return True

    def _later_errors(self, first: LedgerError) -> list[LedgerError]:
        """Find lines behind an error that cannot be read in any position."""
        found: list[LedgerError] = []
        self.next = max(self.next, first.line or 0)
        while len(found) < _MOST:
            try:
                move = self._move()
                if move is None:
                    break
                if move.words and move.seat is not None:
                    self._readable(move)
                elif move.words and move.words[0].text.lower() not in self._starts():
                    self._no_player(move.words[0])
            except (Malformed, Ambiguous) as e:
                e.line = e.line or self.next
                e.source = e.source or self.source[e.line - 1]
                found.append(e)
        return found

    def _readable(self, move: Move) -> None:
        words, _ = take_waivers(move.words, self._game)
        words, _ = _split_inline(move, words)
        if words and words[0].text.lower() not in self._starts():
            assert move.seat is not None  # noqa: S101
            self._game.read(self.table.state, move.seat, words)

    def _is_start(self, word: Word) -> bool:
        return in_english(word, self._game).text.lower() in self._starts()

    def _english(self, words: list[Word]) -> list[Word]:
        """Put a move into the notation's own words; what follows a keyword stays as it is."""
        out = [in_english(w, self._game) for w in words]
        return [out[0], *words[1:]] if out and out[0].text.lower() in KEYWORDS else out

    def _starts(self) -> tuple[str, ...]:
        """Words that begin a line which is no player's move."""
        return (*KEYWORDS, *self._game.slots)

    def keep_rest(self) -> None:
        """Keep what was not read as notes, line by line."""
        for text in self.source[self.start :]:
            if text.strip():
                self.table.note(text.strip())

    @property
    def _game(self) -> Game:
        assert self.game is not None  # noqa: S101
        return self.game

    def _move(self) -> Move | None:
        """Return the next line of the body that says something."""
        while self.next < len(self.source):
            number = self.next + 1
            text = self.source[self.next]
            self.next += 1
            column = 1
            try:
                words, comment = split_words(text)
                if not words and comment is None:
                    continue
                time = None
                if words and words[0].text.startswith("@"):
                    column = words[0].column
                    time = read_time(words.pop(0).text, self.clock)
                    self.clock = time or self.clock
                seat = None
                if words and not self._is_start(words[0]):
                    seat, words = take_player(words, self.names)
                return Move(number, text, time, seat, self._english(words), comment)
            except LedgerError as e:
                e.line, e.source, e.column = e.line or number, text, e.column or column
                raise
        return None

    def _line(self, move: Move) -> None:
        table = self.table
        if not move.words:
            if move.comment is None:
                raise Malformed("a move is missing", column=len(move.source.rstrip()) + 1)
            table.note(unescape(move.comment), seat=move.seat, at=move.time)
            return
        first = move.words[0]
        word = first.text.lower()
        if word in KEYWORDS and (move.seat is None or word in ("undo", "adjust")):
            self._keyword(word, move)
        elif word in self._game.slots:
            # chance for a question that was answered by silence
            no = self._declinable()
            if no is None:
                last = [line.data for line in groups(table.lines[-64:])[-1]]
                rule, why = self._game.undrawn(last, word) or (None, None)
                message = why or "nothing is to be drawn or rolled here"
                raise Illegal(message, rule=rule, column=first.column)
            self.next = move.number - 1
            self._do(no, (), None)
            return
        elif move.seat is None:
            self._say_who(move)
            self._no_player(first)
        else:
            self._command(move)
        if move.comment is not None:
            table.note(unescape(move.comment), at=move.time)

    def _say_who(self, move: Move) -> None:
        """Refuse a move without a player, if it is one."""
        asked = self._game.awaiting(self.table.state)
        if not asked:
            return
        first = move.words[0]
        try:
            self._game.read(self.table.state, asked[0].seat, move.words)
        except LedgerError:
            return
        text = " ".join(w.text for w in move.words)
        raise Malformed(
            f"{first.text!r} is no player: say who moves",
            column=first.column,
            hint=f"did you mean `{self.names[asked[0].seat - 1]} {text}`?",
        )

    def _no_player(self, word: Word) -> NoReturn:
        raise Malformed(
            f"{word.text!r} is no player; the players are {', '.join(self.names)}",
            column=word.column,
            hint=did_you_mean(word.text, self.names),
        )

    def _keyword(self, word: str, move: Move) -> None:
        table = self.table
        last = move.words[-1]
        start = move.words[1].column - 1 if move.words[1:] else len(move.source)
        rest = move.source[start : last.column - 1 + len(last.text)]
        if word == "undo":
            if rest and not (rest.isdecimal() and len(rest) < 10):
                raise Malformed(
                    "write `undo`, or `undo N` to go back to line N of the log",
                    column=move.words[-1].column,
                )
            table.undo(int(rest) if rest else None, by=move.seat, at=move.time)
        elif word == "abandon":
            table.abandon(unescape(rest), at=move.time)
        elif word == "result":
            self._result(move)
        else:
            try:
                reason, end = json.JSONDecoder().raw_decode(rest)
                patches = msgspec.json.decode(rest[end:], type=tuple[Patch, ...])
            except (ValueError, msgspec.DecodeError, RecursionError) as e:
                raise Malformed(
                    'write `adjust "why" [{"path": "/…", "value": …}]`' + f" ({e})",
                    column=move.words[0].column,
                ) from None
            table.adjust(patches, str(reason), by=move.seat, at=move.time)

    def _result(self, move: Move) -> None:
        while (no := self._declinable()) is not None:
            self._do(no, (), None)
        outcome = self._game.outcome(self.table.state)
        if outcome is None:
            raise Illegal("a result is declared, but the game is not over", column=1)
        words = [Word(w.text.rstrip(","), w.column) for w in move.words[1:]]
        while words:
            seat, rest = take_player(words, self.names)
            if seat is None or not rest:
                raise Malformed("write `result Ana 24, Bartek 20`", column=words[0].column)
            right = outcome.scores[seat - 1]
            if rest[0].text != str(right):
                raise Illegal(
                    f"the result says {rest[0].text} for {self.names[seat - 1]}, "
                    f"by the moves it is {right}",
                    rule=outcome.rule,
                    column=rest[0].column,
                )
            words = rest[1:]

    def _command(self, move: Move) -> None:
        words, waive = take_waivers(move.words, self._game)
        words, inline = _split_inline(move, words)
        first_error: LedgerError | None = None
        hopeless = False  # no decline of others makes this the right answer
        while True:
            table = self.table
            asked = self._game.awaiting(table.state)
            try:
                if not asked:
                    raise Illegal("the game is over", column=move.words[0].column)
                if not words:
                    raise Malformed("a move is missing", column=move.words[0].column)
                assert move.seat is not None  # noqa: S101
                command = self._game.read(table.state, move.seat, words)
                ask = asked[0]
                if command.seat != ask.seat:
                    name = self.names[ask.seat - 1]
                    fits = isinstance(command, self._game.answers[ask.ask])
                    hopeless = fits and command.seat not in [q.seat for q in asked]
                    raise Illegal(
                        f"it is {name} who is asked now ({ask.ask})",
                        rule=ask.rule,
                        column=move.words[0].column,
                    )
                if not isinstance(command, self._game.answers[ask.ask]):
                    raise Illegal(
                        f"{self.names[ask.seat - 1]} is asked: {ask.ask}",
                        rule=ask.rule,
                        column=move.words[0].column,
                    )
                break
            except LedgerError as e:
                first_error = first_error or e
                no = self._declinable()
                if asked and (no is None or hopeless or isinstance(e, Malformed)):
                    first_error.hint = first_error.hint or hint(table, asked[0].seat, words)
                if no is None or hopeless:
                    raise first_error from None
            try:
                self._do(no, (), None)
            except LedgerError:
                if isinstance(first_error, Malformed) or move.seat == no.seat:
                    raise first_error from None
                raise
        try:
            self._do(command, waive, move.time, inline)
        except Illegal as e:
            if e.line is None:
                e.column = e.column or _blamed(e.message, words)
                e.hint = e.hint or hint(self.table, command.seat, words)
            raise

    def _declinable(self) -> Command | None:
        if self.table.over:
            return None
        return self._game.decline(self.table.state)

    def _do(
        self,
        command: Command,
        waive: tuple[str, ...],
        at: str | None,
        inline: Move | None = None,
    ) -> None:
        self._with_chance(
            lambda chance: self.table.do(command, chance, waive=waive, at=at),
            self._game.write(command),
            inline,
        )

    def _with_chance(
        self, act: Callable[[Recorded], object], what: str, inline: Move | None = None
    ) -> None:
        """Decide; each time chance is asked, take the answer from the next line.

        What stands behind `->` on the move's own line answers first.
        """
        given: list[Given] = []
        notes: list[Move] = []
        last: Move | None = None
        while True:
            chance = Recorded(given)
            try:
                act(chance)
                break
            except NeedsOutcome as need:
                if chance.left and last is not None:
                    self._too_much(chance.left[0], last, need)
                last = inline or self._chance_line(need, what, notes)
                inline = None
                given.append(self._given(need, last))
                if last.comment is not None and last.words[0].text != "->":
                    notes.append(last._replace(words=[], seat=None))
            except Impossible as e:
                if last is not None:
                    e.line, e.source = last.number, last.source
                    e.column = e.column or _blamed(e.message, last.words)
                raise
        if chance.left and last is not None:
            self._too_much(chance.left[0], last)
        if inline is not None:
            raise Malformed("this move draws and rolls nothing", column=inline.words[0].column)
        for note in notes:
            self.table.note(unescape(note.comment or ""), seat=note.seat, at=note.time)

    def _too_much(self, left: Given, move: Move, need: NeedsOutcome | None = None) -> None:
        """Refuse what the last chance line holds beyond what was asked for."""
        n = len(left.values)
        if need is not None and (left.slot, left.seat) == (need.slot, need.seat):
            raise Malformed(
                f"{need.slot}: {need.count} more needed, {n} given",
                line=move.number,
                column=move.words[-1].column,
                source=move.source,
                rule=need.rule,
            )
        word = move.words[-n]
        who = f"{self.names[left.seat - 1]} " if left.seat else ""
        raise Illegal(
            f"{word.text} is too much here: `{who}{left.slot}` is complete without it",
            line=move.number,
            column=word.column,
            source=move.source,
        )

    def _chance_line(self, need: NeedsOutcome, what: str, notes: list[Move]) -> Move:
        while (move := self._move()) is not None and not move.words:
            notes.append(move)
        who = f"{self.names[need.seat - 1]} " if need.seat else ""
        options = ", ".join(
            self.names[int(o) - 1] if need.slot in self._game.seat_slots else o
            for o, n in need.options.items()
            if n
        )
        wanted = f"after {what} comes a line `{who}{need.slot} …` with {need.count} more"
        if move is None:
            raise Malformed(
                f"the session ends, but {wanted}",
                line=len(self.source),
                rule=need.rule,
                hint=f"possible: {options}",
            )
        word = move.words[0]
        if word.text.lower() != need.slot or move.seat not in (None, need.seat):
            known = move.seat is not None or word.text.lower() in self._starts()
            raise Malformed(
                wanted if known else f"{word.text!r} is neither a player nor a draw; {wanted}",
                line=move.number,
                column=word.column,
                source=move.source,
                rule=need.rule,
                hint=f"possible: {options}",
            )
        if len(move.words) == 1:
            raise Malformed(
                f"{need.count} more needed: {wanted}",
                line=move.number,
                column=word.column,
                source=move.source,
                rule=need.rule,
                hint=f"possible: {options}",
            )
        return move

    def _given(self, need: NeedsOutcome, move: Move) -> Given:
        values: list[str | None] = []
        low = {o.lower(): o for o in need.options}
        for w in move.words[1:]:
            text = w.text.strip(",")
            if text == "?":
                values.append(None)
            elif need.slot in self._game.seat_slots:
                seat, _ = take_player([Word(text, w.column)], self.names)
                if seat is None:
                    self._no_player(Word(text, w.column))
                values.append(str(seat))
            else:
                values.append(low.get(text.lower(), text))
        if len(values) < need.count:
            raise Malformed(
                f"{need.slot}: {need.count} needed, {len(values)} given",
                line=move.number,
                column=move.words[-1].column,
                source=move.source,
                rule=need.rule,
            )
        return Given(need.slot, need.seat, tuple(values))


def _blamed(message: str, words: list[Word]) -> int:
    """Return the column of the word that an error speaks of first, else of the first one."""
    at = {w.text.strip(",*").lower(): w.column for w in reversed(words[1:])}
    named = re.findall(r"[\w$:-]+", message.lower())
    return next((at[x] for x in named if x in at), words[0].column)


def _split_inline(move: Move, words: list[Word]) -> tuple[list[Word], Move | None]:
    """Split off what was drawn or rolled: `reroll 1 3 -> G B`."""
    for i, word in enumerate(words):
        if word.text == "->":
            if i + 1 == len(words):
                message = "-> is followed by what was drawn or rolled"
                raise Malformed(message, column=word.column)
            return words[:i], move._replace(words=words[i:])
    return words, None
