"""The driver for typed lines: a line or a command goes in, the live game changes, replies come out.

It has no prompts of its own: its `question` says what to prompt for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ledger.kernel.errors import Illegal, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Opened
from ledger.kernel.notation.lines.draws import NothingDrawn
from ledger.kernel.notation.lines.players import take_player
from ledger.kernel.notation.lines.typed_line import (
    TypedLine,
    keyword_after_name,
    read_line,
    split_inline,
)
from ledger.kernel.notation.moves.move_reader import (
    can_be_read,
    check_answer,
    done_already,
    read_answer,
    read_words,
)
from ledger.kernel.notation.words.keywords import Keyword, find_keyword, in_english
from ledger.kernel.notation.words.quoting import unescape
from ledger.kernel.play.decide import decide
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Recorded
from ledger.kernel.rules.command import Command, State
from ledger.kernel.text.accents import unaccented
from ledger.kernel.times import local_time, read_time, utc_time
from ledger.kernel.words.typed_words import Word, split_words

from .command_driver import CommandDriver
from .keyword_actions import ACTIONS
from .pending_move import Note, PendingMove, Waived, gives
from .replies import Display, Notice, Reply

LONGEST = 100_000
"""The maximum length of a line, in characters."""
YES = ("y", "yes", "t", "tak", "s", "si")
NO = ("n", "no", "nie", "undo", "cofnij", "annulla", "back")
"""Words for yes and no in English, Polish and Italian, without accents."""


class Driver(CommandDriver):
    """A live game that takes typed lines as well as commands and values.

    `local`: times are typed in local time rather than UTC. `show` handles keywords that only
    display something; without it, they are refused. For the rest, see `CommandDriver`.
    """

    def __init__(
        self,
        game: Game,
        start: Opened | Table,
        *,
        now: Callable[[], str | None],
        at: str | None = None,
        house_rule: bool = False,
        live: bool = False,
        offers: bool = True,
        eager: bool = True,
        local: bool = False,
        show: Callable[[TypedLine], Sequence[Any]] | None = None,
    ) -> None:
        super().__init__(
            game,
            start,
            now=now,
            at=at,
            house_rule=house_rule,
            live=live,
            offers=offers,
            eager=eager,
        )
        self.local = local
        self.clock = at
        if self.table is not None:
            times = [line.at for line in self.table.lines if line.at is not None]
            self.clock = times[-1] if times else self.opened.started
        self._show = show
        self._waive: Waived = ()
        self._repeated: set[int] = set()

    @property
    def at_prompt(self) -> bool:
        """Whether keywords that only display something are handled."""
        return self._show is not None

    def feed(self, text: str, *, seat: int | None = None, waive: Waived = ()) -> list[Reply]:
        """Carry out a typed line; `seat` moves if it names no player, and the rules in `waive` are
        waived.

        A first move also confirms a set-up waiting for a yes, even if the move itself is refused.
        """
        self.seat, self._waive = seat, waive

        def act() -> None:
            if len(text) > LONGEST:
                raise Malformed("this line is longer than {longest:,} characters", longest=LONGEST)
            try:
                text.encode()
            except UnicodeEncodeError:
                raise Malformed("this line isn't UTF-8 text") from None
            if not self._confirm(text.strip()):
                self._take(self.typed_line(text))

        try:
            return self._guarded(act)
        except LedgerError as e:
            if e.column is not None and e.source is None:
                e.source = text
            raise

    # --- lines

    def typed_line(self, text: str) -> TypedLine:
        """Parse a line into its components."""
        return read_line(text, self.names, self.game, taken=self._is_own_word, sure=False)

    def _is_own_word(self, word: str) -> bool:
        """Whether a legal move or possible result starts with this word, which takes precedence."""
        p = self.pending
        if word == "?":  # a person at a prompt who types only this asks for help
            return not self.live and p is not None and p.may_be_unseen
        own = self.legal() if p is None or p.need is None else p.asked.choices()
        return any(x.split()[0].lower() == word for x in own)

    def _take(self, line: TypedLine) -> None:
        """Carry out a line."""
        at = None if line.time is None else self.time_of(line.time)
        p = self.pending
        if not line.typed:
            if line.comment is not None:
                self.note(remark_text(line.comment), None, at)
            elif self.live and p is not None and p.may_be_unseen:
                self._go_on(p, complete=p.leave_unseen())
            elif self.live:
                self.seal_if_over()
        elif line.to is not None:
            self.note(remark_text(line.comment or ""), line.seat, at, line.to)
        elif line.keyword is not None and not self._means_move(line):
            self._do_keyword(line, line.keyword, at)
        elif line.is_remark and not self._wants_name():
            self.note(remark_text(line.comment or ""), line.seat, at)
        elif p is not None:
            self._result(p, line, at)
        else:
            self._move(line, at)

    def _means_move(self, line: TypedLine) -> bool:
        """Whether a line typed without a prompt is a move, although it starts with a keyword."""
        if (
            self.at_prompt
            or self.pending is not None
            or line.first in ("undo", "adjust", "abandon")
        ):
            return False
        try:
            read_answer(self.playing.position, line.source, self.seat)
        except LedgerError:
            return False
        return True

    def _wants_name(self) -> bool:
        p = self.pending
        return p is not None and p.need is not None and p.asked.by_lot

    def time_of(self, word: Word) -> str | None:
        """Parse the time of a line; a time without a date is never in the future here."""
        now, clock, began = self.now(), self.clock, None
        began = None if self.table is None else self.table.lines[0].at
        own = self.local and not word.text.endswith("Z")
        if own:  # go by local time
            now, clock, began = (None if x is None else local_time(x) for x in (now, clock, began))
        at = read_time(word.text, clock or now)
        for day in (now, began):
            if now is not None and day is not None and at > now:
                at = read_time(word.text, f"{day[:10]}T00:00:00.000Z")
        if now is not None and at > now:
            here = now[11:16] if own else f"{now[11:16]} UTC"
            raise Malformed(
                "{time} is in the future: it's {now} now",
                column=word.column,
                time=word.text,
                now=here,
            )
        self.clock = utc_time(at) if own else at
        return self.clock

    def _do_keyword(self, line: TypedLine, keyword: Keyword, at: str | None) -> None:
        has_remark = line.comment is not None and keyword.name != "note"
        remark = remark_text(line.comment or "") if has_remark else None
        if keyword.effect == "leaves" and self._show is not None:
            self.leave()
        elif keyword.effect == "changes" and not self._asks_to_see(line, keyword):
            ACTIONS[keyword.name](self, line, at or self.now())
        else:
            self.show(line, keyword)
        if remark is not None:
            self.note(remark, None, at)

    def _asks_to_see(self, line: TypedLine, keyword: Keyword) -> bool:
        """Whether `adjust` is alone or before a path, which asks what can be corrected."""
        looks = not line.rest or line.rest.startswith("/")
        return keyword.name == "adjust" and self._show is not None and looks

    def show(self, line: TypedLine, keyword: Keyword) -> None:
        """Display what a keyword asks for."""
        if self._show is None:
            raise only_at_prompt(line, keyword)
        self.replies.append(Display(self._show(line)))

    # --- yes or no

    def _confirm(self, text: str) -> bool:
        """Handle a line that answers yes or no; return False if it is anything else."""
        low = unaccented(text)
        yes, answers = low in YES, low in ("", *YES, *NO)
        if self.offer is None and self.ending is None:
            return self.checking and self._check(text, low)
        if self.offer is not None and not yes and not self.live:
            error, self.offer = self.offer.error, None
            raise error
        if answers:
            self.confirmed(yes)
        else:  # any other line means no, and is then read
            self.offer = self.ending = None
        return answers

    def _check(self, text: str, low: str) -> bool:
        """Handle a line after a complete set-up; it may be the first move."""
        p = self.pending
        assert p is not None  # noqa: S101
        if low in ("", *YES):
            self.confirmed(True)
        elif low in NO and low != "back":
            self.confirmed(False)
        elif low.startswith("#") or find_keyword(low.split()[0], alone=len(low.split()) == 1):
            return False
        elif self._next_move(p, *self._player(split_words(text)[0])):
            self.record(p)
            return False
        else:
            raise Malformed("write y, or n to change the last result, or back to start again")
        return True

    # --- results

    def _result(self, p: PendingMove, line: TypedLine, at: str | None) -> None:
        """Take a result; if the line is a move instead, the result wasn't seen by anyone."""
        asked = p.asked
        try:
            complete = p.read(line.typed, partly=self.live)
        except LedgerError as e:
            p.explain(e, asked)
            if gives(p.certain, line.typed, self.names, self.game):
                self.replies.append(Notice("known_already"))
                complete = False
            elif not line.words or not (
                can_be_read(self.position, self.asked_seat(), line.words)
                or self._next_move(p, line.seat, line.words)
            ):
                raise
            elif not self.unseen_if_left_out(p):
                raise p.refuse_move(line.typed[0].column) from None
            else:
                self._take(line)
                return
        if line.comment is not None:
            p.note(Note(remark_text(line.comment), None, at or self.now()), of_result=True)
        self._go_on(p, complete=complete)

    # --- moves

    def _move(self, line: TypedLine, at: str | None) -> None:
        words, inline = split_inline(line.typed)
        # replace all but the move with spaces, so that columns stay right
        end = words[-1].end - 1 if words else 0
        start = line.typed[0].column - 1
        move = (" " * start + line.source[start:])[:end]
        tail = line.source[end:].rstrip() if inline else ""
        try:
            command, waived = read_answer(self.playing.position, move, self.seat, tail=tail)
        except LedgerError as e:
            e.source = line.source if e.source is not None else None
            if (keyword := keyword_after_name(line, "abandon", "result")) is not None:
                self._do_keyword(line, keyword, at)
                return
            known = self._followed_by_itself(words) or gives(
                self.certain, line.typed, self.names, self.game
            )
            if not known and self._declined(words):
                self._take(line)
                return
            if inline or self._waive or not known:
                raise
            self.replies.append(Notice("known_already"))
            if line.comment is not None:
                self.note(remark_text(line.comment), None, at)
            return
        if waived and not self.house_rule:
            raise Illegal(
                "waiving {waived} counts as a house rule",
                hint="`ledger record --house-rule` lets you record such moves",
                waived=", ".join(waived),
            )
        p = self._pending(command, (*self._waive, *waived), at)
        p.inline = inline
        p.remark = None if line.comment is None else remark_text(line.comment)
        self.go(p)

    def _player(self, words: list[Word]) -> tuple[int | None, list[Word]]:
        """Split off the player's name; if it is ambiguous, the word may belong to a move."""
        try:
            return take_player(words, self.names)
        except LedgerError:
            return None, words

    def _followed_by_itself(self, words: list[Word]) -> bool:
        """Whether a typed move is something that the last move has already brought about."""
        found, rest = self._player(words)
        english = [in_english(w, self.game) for w in rest]
        who = found or self.seat
        seats = range(1, len(self.names) + 1) if who is None else (who,)
        return any(self._repeats(seat, english) for seat in seats)

    def _repeats(self, seat: int, words: Sequence[Word]) -> bool:
        """Whether words repeat an automatic event, which is accepted once for each event."""
        seq = done_already(self.position, self.playing.lines, seat, words)
        if seq is None or seq in self._repeated:
            return False
        self._repeated.add(seq)
        return True

    def _next_move(
        self, p: PendingMove, seat: int | None, words: list[Word]
    ) -> tuple[State, Command] | None:
        """Return the next move, if the words are one and nobody saw the results still needed."""
        decision = p.left_unseen()
        if decision is None or not words:
            return None
        position = self.position._replace(state=decision.state)
        if not position.asked:
            return None
        english = [in_english(w, self.game) for w in words]
        try:
            move = read_words(position, seat or position.asked[0].seat, english)
            check_answer(position, move)
        except LedgerError:
            return None
        return position.state, move

    def _declined(self, words: list[Word]) -> bool:
        """Decline the open question, if that can be left out and the line is the move after it."""
        no = None if self.over else self.game.rules.decline_move(self.playing.state)
        if no is None:
            return False
        p = self._pending(no)
        p.run()
        found = self._next_move(p, *self._player(words))
        if found is None:
            return False
        try:
            decide(self.game, *found, Recorded())
        except NeedsOutcome:
            pass
        except LedgerError:
            return False
        return self.unseen_if_left_out(p)

    def go(self, p: PendingMove) -> None:
        """Decide a move, using the results given on its own line."""
        if not p.inline:
            super().go(p)
            return
        if self._run(p):
            raise NothingDrawn(p.inline[1].column)
        asked = p.asked
        try:
            complete = p.read(p.inline[1:], partly=False)
        except LedgerError as e:
            p.explain(e, asked)
            raise
        p.inline = []
        self.pending = p
        self._go_on(p, complete=complete)


def remark_text(comment: str) -> str:
    """Return a remark as it is recorded; raise `Malformed` if it can't be written to a file."""
    text = unescape(comment)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Malformed("this remark can't be written to a file") from None
    return text


def only_at_prompt(line: TypedLine, keyword: Keyword) -> Malformed:
    """Return the error for a keyword that only works at a prompt."""
    word = line.words[0]
    return Malformed(
        "`{word}` only leaves a prompt; in a file it does nothing"
        if keyword.effect == "leaves"
        else "`{word}` only shows something at a prompt; in a file it does nothing",
        column=word.column,
        word=word.text,
    )
