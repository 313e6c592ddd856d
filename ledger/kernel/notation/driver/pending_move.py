"""A move or set-up in progress, decided again with each chance result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ledger.kernel.errors import Illegal, Impossible, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Reader
from ledger.kernel.log.seat_fields import with_names
from ledger.kernel.message import Message
from ledger.kernel.notation.lines.draws import ChanceWords, left_over
from ledger.kernel.notation.lines.players import is_player, take_player
from ledger.kernel.notation.words.keywords import in_english
from ledger.kernel.rules.chance import Recorded, RecordedResult
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.decision import Decision
from ledger.kernel.words.typed_words import Word

from .questions import Question

Waived = tuple[str, ...]
Values = tuple[str | None, ...]


class Note(NamedTuple):
    """A remark to be recorded together with the move it belongs to."""

    text: str
    seat: int | None
    at: str | None
    to: Reader | None = None


class Answer(NamedTuple):
    """A result that was given or, if `certain`, that was the only possible one.

    `more`: it continues the draw of the previous answer.
    """

    given: RecordedResult
    more: bool = False
    certain: bool = False


class PendingMove:
    """A move or set-up, with what the rules still need before it can be recorded.

    `decide` makes the decision with the results so far. If it is `eager`, certain results are taken
    immediately; otherwise a line can still give them. `partly`: a draw can be given in parts.
    """

    eager = True
    partly = True

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        decide: Callable[[Recorded, Waived], Decision],
        *,
        command: Command | None = None,
        waive: Waived = (),
        at: str | None = None,
        box: Any = None,
    ) -> None:
        self.game, self.names, self.command, self.at = game, names, command, at
        self.box = box
        self.waive = waive
        self.answers: list[Answer] = []
        self.need: NeedsOutcome | None = None
        self.decision: Decision | None = None
        self.inline: list[Word] = []
        self.words: Sequence[Word] = ()
        self.notes: list[Note] = []
        self.remark: str | None = None
        self._remark_at = 0
        self._decide = decide

    @property
    def what(self) -> Message:
        """What to call it in messages."""
        if self.command is None:
            return Message("the set-up")
        return Message("`{move}`", move=self.typed)

    @property
    def typed(self) -> str | None:
        """The move as it is typed; None for the set-up."""
        return None if self.command is None else self.game.words.write(self.command, self.names)

    @property
    def given(self) -> list[RecordedResult]:
        """The results so far, with those from one draw combined."""
        return _joined(self.answers)

    @property
    def asked(self) -> ChanceWords:
        """The result that is needed, in the form in which it is typed."""
        assert self.need is not None  # noqa: S101
        return ChanceWords(self.need, self.game, self.names, self.box)

    @property
    def draft(self) -> State | None:
        """The state as far as it has been decided, for display only."""
        if self.decision is not None:
            return self.decision.state
        return None if self.need is None else self.need.draft

    def question(self) -> Question:
        """Return the result that is needed, as data."""
        need = self.asked.need
        return Question(
            "result",
            need.seat,
            need.slot,
            need.rule,
            among=need.options,
            count=need.count,
            known=need.told,
            by_lot=self.asked.by_lot,
            rolled=need.rolled,
            may_be_unseen=self.may_be_unseen,
            may_be_left_out=self.left_unseen() is not None,
            places=tuple(need.places),
            remark=need.remark,
            gaps=need.gaps,
            move=self.typed,
        )

    # --- answers

    def run(self) -> bool:
        """Decide with what is known so far; return False if a result is needed."""
        return self._try(self.answers)

    def read(self, words: Sequence[Word], *, partly: bool = True) -> bool:
        """Take a typed result, or part of it; return whether it was the last one.

        A wrong one raises an error and changes nothing; `words` are then the values it was read as.
        """
        self.words = words
        values, read = self.asked.read(self._without_slot(words), partly=partly)
        return self.answer(values, read)

    def answer(self, values: Values, words: Sequence[Word] = ()) -> bool:
        """Take the values of a result, or some of them; return whether it was the last one."""
        self.words = words or [Word(value or "?", 1) for value in values]
        complete = self._try(self._with(values))
        self._remark_at = len(self.notes)
        return complete

    def note(self, note: Note, *, of_result: bool = False) -> None:
        """Keep a remark until the move is complete."""
        self.notes.append(note)
        if of_result:
            self._remark_at = len(self.notes)

    def explain(self, error: LedgerError, asked: ChanceWords) -> None:
        """Complete the error for a refused result: which word is wrong, and what would be right."""
        if isinstance(error, Illegal) and error.rule is None:  # right, but too many
            error.advice = Message(
                "`{label}` needs {count}", label=asked.label, count=asked.need.count
            )
        if isinstance(error, Impossible) and error.nth is not None:
            error.nth -= asked.need.told
        asked.explain(error, self.words)
        error.advice = self._or_drop(error.advice)

    @property
    def may_be_unseen(self) -> bool:
        """Whether the needed result can be one that nobody saw."""
        need = self.need
        return need is not None and need.unseen and self.can_be([None] * need.count)

    def leave_unseen(self, *, all_seats: bool = False) -> bool:
        """Treat needed results as unseen; return False if more are needed.

        This covers one seat's draw or, with `all_seats`, all results that can be unseen.
        """
        first = self.need
        while self.need is not None and first is not None and self.may_be_unseen:
            if not all_seats and (self.need.slot, self.need.seat) != (first.slot, first.seat):
                break
            self._try(self._with(self.asked.unseen().values))
        return self.need is None

    def left_unseen(self) -> Decision | None:
        """Return the decision if nobody saw the results still needed; None if impossible."""
        answers = self.answers
        try:
            self.leave_unseen(all_seats=True)
            return self.decision
        finally:
            self.go_back_to(answers)

    def leave_out(self) -> bool:
        """Treat the needed result as certain or unseen, if it can be; return whether it can."""
        need = self.need
        if need is None or not (need.certain or need.unseen):
            return False
        if need.certain:
            only = RecordedResult(need.slot, need.seat, need.only)
            self._try([*self.answers, Answer(only, certain=True)])
        else:
            self._try(self._with(self.asked.unseen().values))
        return True

    def refuse_move(self, column: int) -> Malformed:
        """Return the error for a move typed where a result is needed."""
        return Malformed(
            "this is a move, but `{label}` comes first: {what} needs it",
            column=column,
            hint=self._or_drop(self.asked.hint()),
            label=self.asked.label,
            what=self.what,
        )

    def _or_drop(self, hint: Message | None) -> Message | None:
        """Add to a hint that the move can also be dropped."""
        if self.command is None:
            return hint
        drop = Message("`back` drops {what}", what=self.what)
        return drop if hint is None else Message.join("; ", (hint, drop))

    def take_back(self) -> bool:
        """Discard the last result that was typed; return False if there is none."""
        typed = [n for n, answer in enumerate(self.answers) if not answer.certain]
        if not typed:
            return False
        self.go_back_to(self.answers[: typed[-1]])
        return True

    def go_back_to(self, answers: list[Answer]) -> None:
        """Return to an earlier list of answers."""
        self._try(answers)

    def can_be(self, values: Sequence[str | None]) -> bool:
        """Whether the rules would accept these values for the needed result."""
        if self.need is None:
            return False
        try:
            self._decided(self._recorded(self._with(tuple(values))), self.waive)
        except NeedsOutcome:
            return True
        except LedgerError:
            return False
        return True

    def waivable(self, error: LedgerError) -> bool:
        """Whether a house rule could allow what was refused; it can't if the pieces rule it out."""
        if error.rule is None or error.rule in self.waive:
            return False
        try:
            self._decided(self._recorded(self.answers), (*self.waive, error.rule))
        except NeedsOutcome:
            return True
        except LedgerError as e:
            return (e.rule, e.message) != (error.rule, error.message)
        return True

    @property
    def certain(self) -> list[RecordedResult]:
        """The results that didn't have to be given."""
        return [answer.given for answer in self.answers if answer.certain]

    def remarks(self, at: str | None) -> list[Note]:
        """Return the remarks in order, with the move's own after those given with its results."""
        own = [] if self.remark is None else [Note(self.remark, None, at)]
        return [*self.notes[: self._remark_at], *own, *self.notes[self._remark_at :]]

    def _with(self, values: Values) -> list[Answer]:
        """Return the answers so far, plus one for the needed result."""
        need = self.asked.need
        return [*self.answers, Answer(RecordedResult(need.slot, need.seat, values), need.told > 0)]

    def _try(self, answers: list[Answer]) -> bool:
        chance = self._recorded(answers)
        need = decision = None
        try:
            decision = self._decided(chance, self.waive)
        except NeedsOutcome as e:
            if self.eager and e.certain and not chance.left:
                only = RecordedResult(e.slot, e.seat, e.only)
                return self._try([*answers, Answer(only, certain=True)])
            need = e
        if chance.left:
            raise left_over(chance.left[0], self.words, self.names, need)
        self.answers, self.need, self.decision = answers, need, decision
        return need is None

    def _decided(self, chance: Recorded, waive: Waived) -> Decision:
        """Decide the move; a refusal names players."""
        try:
            return self._decide(chance, waive)
        except Illegal as e:
            e.text = with_names(e.text, self.names)
            raise

    def _recorded(self, answers: Iterable[Answer]) -> Recorded:
        """Return chance from the answers so far, the last of which can be part of a draw."""
        return Recorded(_joined(answers), written=self.partly)

    def _without_slot(self, words: Sequence[Word]) -> list[Word]:
        """Remove a prefix such as `Ana hand`, which session files have before each result."""
        asked, need, words = self.asked, self.asked.need, list(words)
        slots = [in_english(w, self.game).text.lower() for w in words]
        if need.slot not in slots:
            other = next((s for s in slots[:1] if s in self.game.words.slots), None)
            if other is not None:
                raise Malformed(
                    "`{label}` comes first, then `{other}`",
                    rule=need.rule,
                    column=words[0].column,
                    label=asked.label,
                    other=other,
                )
            return words
        at = slots.index(need.slot)
        if not at and need.slot in slots[1:2] and is_player(words, self.names, self.game):
            at = 1  # a player with the same name as the slot
        if at:
            seat, rest = take_player(words[:at], self.names)
            if seat is None or rest:
                return words  # a value with the same name as the slot
            if seat != need.seat:
                raise Malformed(
                    "`{label}` is needed now",
                    rule=need.rule,
                    column=words[0].column,
                    label=asked.label,
                )
        return words[at + 1 :]


def gives(
    known: Iterable[RecordedResult], words: list[Word], names: Sequence[str], game: Game
) -> bool:
    """Whether a line gives one of the known results: `Ana shows 5`."""
    try:
        seat, rest = take_player(words, names)
    except LedgerError:
        return False
    said = [in_english(w, game).text.lower() for w in rest]
    return any(
        given.seat in (seat, None) and said == [given.slot, *(str(x).lower() for x in given.values)]
        for given in known
    )


def _joined(answers: Iterable[Answer]) -> list[RecordedResult]:
    out: list[RecordedResult] = []
    for given, more, _ in answers:
        before = out.pop().values if more else ()
        out.append(RecordedResult(given.slot, given.seat, (*before, *given.values)))
    return out
