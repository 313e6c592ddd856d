"""A move or set-up in progress, decided again with each chance result from the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ledger.kernel.errors import Illegal, Impossible, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game.interface import Command, Game
from ledger.kernel.log.events import Reader
from ledger.kernel.play.chance import Given, Recorded
from ledger.kernel.play.decide import Decision
from ledger.kernel.session.lines.draws import Asked, label, left_over
from ledger.kernel.session.lines.players import is_player, take_player
from ledger.kernel.session.words.keywords import in_english
from ledger.kernel.session.words.typed_words import Word
from ledger.kernel.text.narrate import own_word

from .translations import translated

Waived = tuple[str, ...]
_LISTED = 12
"""How many possible results a question lists."""


class Note(NamedTuple):
    """A remark that is recorded together with the move it came with."""

    text: str
    seat: int | None
    at: str | None
    to: Reader | None = None


class Answer(NamedTuple):
    """A result as it was typed, or as it had to be, if it is `certain`.

    `more`: it goes on with the draw of the answer before.
    """

    given: Given
    more: bool = False
    certain: bool = False


class PendingMove:
    """A move or set-up, with what the rules still need to know before it can be recorded."""

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
        self.notes: list[Note] = []
        self.remark: str | None = None
        self._decide = decide

    @property
    def what(self) -> str:
        """What to call it in messages."""
        return "the set-up" if self.command is None else f"`{self.game.write(self.command)}`"

    @property
    def given(self) -> list[Given]:
        """The results so far; those of one draw together."""
        return _joined(self.answers)

    @property
    def asked(self) -> Asked:
        """The result that is needed."""
        assert self.need is not None  # noqa: S101
        return Asked(self.need, self.game, self.names, self.box)

    def run(self) -> bool:
        """Decide with what is known so far; return False if a result is needed."""
        return self._try(self.answers)

    def answer(self, words: Sequence[Word], *, partly: bool = True) -> bool:
        """Take a result from the table, or part of it; refuse a wrong one and change nothing."""
        asked, read = self.asked, list(words)
        try:
            values, read = asked.read(self._without_slot(asked, read), partly=partly)
            return self._try(self._with(values), read)
        except LedgerError as e:
            if isinstance(e, Illegal) and e.rule is None:  # right, but too many
                e.hint = f"`{asked.label}` needs {asked.need.count}"
            if isinstance(e, Impossible) and e.nth is not None:
                e.nth -= asked.need.told
            asked.explain(e, read)
            e.hint = f"{e.hint or ''}{self._drop}".removeprefix("; ") or None
            raise

    @property
    def may_be_unseen(self) -> bool:
        """Whether what is needed may be something that nobody saw."""
        need = self.need
        return need is not None and need.unseen and self.can_be([None] * need.count)

    def leave_unseen(self, *, all_seats: bool = False) -> bool:
        """Take what is needed as something that nobody saw; return False if more is needed.

        That is one seat's draw, or as much as may be unseen.
        """
        first = self.need
        while self.need is not None and first is not None and self.may_be_unseen:
            if not all_seats and (self.need.slot, self.need.seat) != (first.slot, first.seat):
                break
            self._try(self._with(self.asked.unseen().values))
        return self.need is None

    def left_unseen(self) -> Decision | None:
        """Return what comes of it if nobody saw what is still needed; None if it can't be so."""
        answers = self.answers
        self.leave_unseen(all_seats=True)
        decision = self.decision
        self.go_back_to(answers)
        return decision

    def refuse_move(self, column: int) -> Malformed:
        """Return the error for a move that was typed where a result is needed."""
        return Malformed(
            f"this is a move, but `{self.asked.label}` comes first: {self.what} needs it",
            column=column,
            hint=self.asked.hint() + self._drop,
        )

    @property
    def _drop(self) -> str:
        return "" if self.command is None else f"; `back` drops {self.what}"

    def step_back(self) -> bool:
        """Forget the last result; return False if there is none."""
        typed = [n for n, answer in enumerate(self.answers) if not answer.certain]
        if not typed:
            return False
        self.go_back_to(self.answers[: typed[-1]])
        return True

    def go_back_to(self, answers: list[Answer]) -> None:
        """Forget all results but the first ones."""
        self._try(answers)

    def can_be(self, values: Sequence[str | None]) -> bool:
        """Whether the rules would accept these values for the result that is needed."""
        if self.need is None:
            return False
        try:
            self._decide(_recorded(self._with(tuple(values))), self.waive)
        except NeedsOutcome:
            return True
        except LedgerError:
            return False
        return True

    def waivable(self, error: LedgerError) -> bool:
        """Whether a house rule can allow what was refused; it never can if the pieces don't."""
        if error.rule is None or error.rule in self.waive:
            return False
        try:
            self._decide(_recorded(self.answers), (*self.waive, error.rule))
        except NeedsOutcome:
            return True
        except LedgerError as e:
            return (e.rule, e.message) != (error.rule, error.message)
        return True

    @property
    def certain(self) -> list[Given]:
        """The results that nobody had to tell."""
        return [answer.given for answer in self.answers if answer.certain]

    def _with(self, values: tuple[str | None, ...]) -> list[Answer]:
        """Return the answers so far and one more."""
        need = self.asked.need
        return [*self.answers, Answer(Given(need.slot, need.seat, values), need.told > 0)]

    def _try(self, answers: list[Answer], words: Sequence[Word] = ()) -> bool:
        chance = _recorded(answers)
        need = decision = None
        try:
            decision = self._decide(chance, self.waive)
        except NeedsOutcome as e:
            if e.certain and not chance.left:
                only = Given(e.slot, e.seat, (*e.options,) * e.count)
                return self._try([*answers, Answer(only, certain=True)], words)
            need = e
        if chance.left:
            raise left_over(chance.left[0], words, self.names, need)
        self.answers, self.need, self.decision = answers, need, decision
        return need is None

    def _without_slot(self, asked: Asked, words: list[Word]) -> list[Word]:
        """Remove `Ana hand`, which session files have before each result."""
        need = asked.need
        slots = [in_english(w, self.game).text.lower() for w in words]
        if need.slot not in slots:
            other = next((s for s in slots[:1] if s in self.game.slots), None)
            if other is not None:
                raise Malformed(
                    f"`{asked.label}` comes first, then `{other}`",
                    rule=need.rule,
                    column=words[0].column,
                )
            return words
        at = slots.index(need.slot)
        if not at and need.slot in slots[1:2] and is_player(words, self.names, self.game):
            at = 1  # a player who is called like the slot
        if at:
            seat, rest = take_player(words[:at], self.names)
            if seat is None or rest:
                return words  # a value with the same name as the slot
            if seat != need.seat:
                raise Malformed(
                    f"`{asked.label}` is needed now",
                    rule=need.rule,
                    column=words[0].column,
                )
        return words[at + 1 :]


def tells(known: Iterable[Given], words: list[Word], names: Sequence[str], game: Game) -> bool:
    """Whether a line tells one of the results that are known: `Ana shows 5`."""
    try:
        seat, rest = take_player(words, names)
    except LedgerError:
        return False
    said = [in_english(w, game).text.lower() for w in rest]
    return any(
        given.seat in (seat, None) and said == [given.slot, *(str(x).lower() for x in given.values)]
        for given in known
    )


def _joined(answers: Iterable[Answer]) -> list[Given]:
    out: list[Given] = []
    for given, more, _ in answers:
        before = out.pop().values if more else ()
        out.append(Given(given.slot, given.seat, (*before, *given.values)))
    return out


def _recorded(answers: Iterable[Answer]) -> Recorded:
    """Chance from the answers so far, the last of which may be part of a draw."""
    return Recorded(_joined(answers), written=True)


# --- what is asked, in words ------------------------------------------------------------------


def asked_label(p: PendingMove, lang: str) -> str:
    """Return the name of the needed result in a language; people may type it, too."""
    need = p.asked.need
    slot = p.game.words_in(lang).get(need.slot, need.slot)
    place = f" {own_word(p.game, need.places[0], lang)}" if need.places else ""
    return f"{label(slot, need.seat, p.names)}{place}"


def _some(found: Sequence[str]) -> str:
    """List possible results; of many, the first and the last ones."""
    if len(found) > _LISTED:
        found = [*found[: _LISTED - 4], "…", *found[-3:]]
    return ", ".join(found)


def question(p: PendingMove, lang: str) -> str:
    """Ask for a result in plain words."""
    asked, need = p.asked, p.asked.need
    if asked.by_lot:
        asks = translated("who is it?", lang)
    elif need.told and need.count > 1:
        asks = translated("which {} more came up?", lang).format(need.count)
    elif need.count == 1:
        asks = translated("which came up?", lang)
    else:
        asks = translated("which {} came up?", lang).format(need.count)
    parts = []
    if need.remark:
        parts.append(own_word(p.game, need.remark, lang).format_map(need.gaps))
    if len(set(need.places)) > 1:
        parts.append(translated("in this order: {}", lang).format(" ".join(need.places)))
    if p.left_unseen() is not None:
        parts.append(translated("Enter or the next move if nobody saw it", lang))
    elif p.may_be_unseen:
        parts.append(translated("Enter if nobody saw it", lang))
    elif need.count > 1:
        parts.append(translated("all at once or one by one", lang))
    parts.append(_some(asked.choices()))
    told = (x for x in p.game.components(lang, p.box) if x.text)
    if not p.may_be_unseen and any(x.id in need.options for x in told):
        parts.append(translated("? says what each one is", lang))
    return f"{asked_label(p, lang)}: {asks} ({'; '.join(parts)})"
