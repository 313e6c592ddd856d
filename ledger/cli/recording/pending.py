"""A move or a set-up on its way: decided again with each result that the table tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ledger.kernel.chance import Given, Recorded
from ledger.kernel.decide import Decision
from ledger.kernel.errors import Illegal, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game import Command, Game
from ledger.kernel.notation import Word, did_you_mean, in_english, take_player

from .words import spoken

Waived = tuple[str, ...]
_MOST = 30
"""Possible results that a question lists; Tab offers all."""


class Note(NamedTuple):
    """A remark that waits until the move it came with is recorded."""

    text: str
    seat: int | None
    at: str | None


class Pending:
    """What the rules need to know before it can be recorded."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        decide: Callable[[Recorded, Waived], Decision],
        *,
        command: Command | None = None,
        waive: Waived = (),
        at: str | None = None,
    ) -> None:
        self.game, self.names, self.command, self.at = game, names, command, at
        self.waive = waive
        self.given: list[Given] = []
        self.need: NeedsOutcome | None = None
        self.decision: Decision | None = None
        self.inline: list[Word] = []
        self.notes: list[Note] = []
        self.remark: str | None = None
        self._decide = decide

    @property
    def what(self) -> str:
        """How to speak of it."""
        return "the set-up" if self.command is None else f"`{self.game.write(self.command)}`"

    def run(self) -> bool:
        """Decide with what is known; False: a result is needed."""
        return self._try(self.given)

    def answer(self, words: Sequence[Word]) -> bool:
        """Take a result from the table; a wrong one is refused and nothing has changed."""
        assert self.need is not None  # noqa: S101
        try:
            given = self._given(self.need, words)
            return self._try([*self.given, given], words)
        except LedgerError as e:
            drop = "" if self.command is None else f"; `back` drops {self.what}"
            e.hint = e.hint or f"possible: {possible(self)}{drop}"
            raise

    def step_back(self) -> bool:
        """Forget the last result; False: there is none."""
        if not self.given:
            return False
        del self.given[-1]
        self.run()
        return True

    def start_again(self) -> None:
        """Forget all results."""
        self.given.clear()
        self.run()

    def can_be(self, values: Sequence[str | None]) -> bool:
        """Whether the rules would take these values for the result that is needed."""
        if self.need is None:
            return False
        given = Given(self.need.slot, self.need.seat, tuple(values))
        try:
            self._decide(Recorded([*self.given, given]), self.waive)
        except NeedsOutcome:
            return True
        except LedgerError:
            return False
        return True

    def waivable(self, error: LedgerError) -> bool:
        """Whether a house rule gets past a refusal; it never gets past what the pieces forbid."""
        if error.rule is None or error.rule in self.waive:
            return False
        try:
            self._decide(Recorded(self.given), (*self.waive, error.rule))
        except NeedsOutcome:
            return True
        except LedgerError as e:
            return (e.rule, e.message) != (error.rule, error.message)
        return True

    def _try(self, given: list[Given], words: Sequence[Word] = ()) -> bool:
        chance = Recorded(given)
        need = decision = None
        try:
            decision = self._decide(chance, self.waive)
        except NeedsOutcome as e:
            need = e
        if chance.left:
            raise self._too_much(chance.left[0], words, need)
        self.given, self.need, self.decision = given, need, decision
        return need is None

    def _too_much(
        self, left: Given, words: Sequence[Word], need: NeedsOutcome | None
    ) -> LedgerError:
        n = len(left.values)
        if need is not None and (left.slot, left.seat) == (need.slot, need.seat):
            return Malformed(
                f"{need.slot}: {need.count} more needed, {n} given",
                rule=need.rule,
                column=words[-1].column,
            )
        word = words[-n]
        return Illegal(
            f"{word.text} is too much here: {label(self, left.slot or '', left.seat)} is complete "
            "without it",
            column=word.column,
        )

    def _given(self, need: NeedsOutcome, words: Sequence[Word]) -> Given:
        values = [self._value(need, w) for w in self._without_slot(need, list(words))]
        if len(values) < need.count:
            raise Malformed(
                f"{label(self, need.slot, need.seat)}: {need.count} needed, {len(values)} given",
                rule=need.rule,
                column=words[-1].column,
            )
        return Given(need.slot, need.seat, tuple(values))

    def _without_slot(self, need: NeedsOutcome, words: list[Word]) -> list[Word]:
        """Take off `Ana hand`, which a session file has before each result."""
        slots = [in_english(w, self.game).text.lower() for w in words]
        if need.slot not in slots:
            other = next((s for s in slots[:1] if s in self.game.slots), None)
            if other is not None:
                raise Malformed(
                    f"first comes {label(self, need.slot, need.seat)}, then {other}",
                    rule=need.rule,
                    column=words[0].column,
                )
            return words
        at = slots.index(need.slot)
        if at:
            seat, rest = take_player(words[:at], self.names)
            if seat is None or rest:
                return words  # a value that is called like the slot
            if seat != need.seat:
                raise Malformed(
                    f"{label(self, need.slot, need.seat)} is asked for now",
                    rule=need.rule,
                    column=words[0].column,
                )
        return words[at + 1 :]

    def _value(self, need: NeedsOutcome, word: Word) -> str | None:
        text = word.text.strip(",")
        if text == "?":
            return None
        if need.slot in self.game.seat_slots:
            seat, _ = take_player([Word(text, word.column)], self.names)
            if seat is None:
                raise Malformed(
                    f"{text!r} is no player; the players are {', '.join(self.names)}",
                    column=word.column,
                    hint=did_you_mean(text, self.names),
                )
            return str(seat)
        low = {o.lower(): o for o in need.options}
        english = in_english(Word(text, word.column), self.game).text
        return low.get(text.lower()) or low.get(english.lower()) or text


# --- what is asked, in words ------------------------------------------------------------------


def label(p: Pending, slot: str, seat: int | None) -> str:
    """Name a result: `market`, `Ana hand`."""
    return f"{p.names[seat - 1]} {slot}" if seat else slot


def choices(p: Pending) -> list[str]:
    """Return what can come, as it is typed."""
    need = p.need
    if need is None:
        return []
    names = [o for o, n in need.options.items() if n]
    return [p.names[int(o) - 1] for o in names] if need.slot in p.game.seat_slots else names


def possible(p: Pending) -> str:
    """List what can come, as far as a line holds it."""
    found = choices(p)
    return ", ".join(found[:_MOST]) + (", ..." if len(found) > _MOST else "")


def question(p: Pending, lang: str) -> str:
    """Ask for a result in plain words."""
    need = p.need
    assert need is not None  # noqa: S101
    if need.slot in p.game.seat_slots:
        asks = spoken("who is it?", lang)
    elif need.count == 1:
        asks = spoken("which came?", lang)
    else:
        asks = spoken("which {} came?", lang).format(need.count)
    unseen = ""
    if p.can_be([None] * need.count):
        unseen = f"; {spoken('? for what was not seen', lang)}"
    return f"{label(p, need.slot, need.seat)}: {asks} ({possible(p)}{unseen})"
