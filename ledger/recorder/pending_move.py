"""A move or set-up in progress, decided again with each chance result from the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ledger.kernel.errors import Illegal, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game.interface import Command, Game
from ledger.kernel.log.events import Reader
from ledger.kernel.play.chance import Given, Recorded
from ledger.kernel.play.decide import Decision
from ledger.kernel.session.draws import Asked, label, left_over
from ledger.kernel.session.keywords import in_english
from ledger.kernel.session.players import take_player
from ledger.kernel.session.words import Word

from .translations import translated

Waived = tuple[str, ...]


class Note(NamedTuple):
    """A remark that is recorded together with the move it came with."""

    text: str
    seat: int | None
    at: str | None
    to: Reader | None = None


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
        """What to call it in messages."""
        return "the set-up" if self.command is None else f"`{self.game.write(self.command)}`"

    @property
    def asked(self) -> Asked:
        """The result that is needed."""
        assert self.need is not None  # noqa: S101
        return Asked(self.need, self.game, self.names)

    def run(self) -> bool:
        """Decide with what is known so far; return False if a result is needed."""
        return self._try(self.given)

    def answer(self, words: Sequence[Word]) -> bool:
        """Take a result from the table; refuse a wrong one and change nothing."""
        asked, read = self.asked, list(words)
        try:
            values, read = asked.read(self._without_slot(asked, read))
            given = Given(asked.need.slot, asked.need.seat, values)
            return self._try([*self.given, given], read)
        except LedgerError as e:
            if isinstance(e, Illegal) and e.rule is None:  # right, but too many
                e.hint = f"`{asked.label}` needs {asked.need.count}"
            asked.explain(e, read)
            e.hint = f"{e.hint or ''}{self._drop}".removeprefix("; ") or None
            raise

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
        """Whether the rules would accept these values for the result that is needed."""
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
        """Whether a house rule can allow what was refused; it never can if the pieces don't."""
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
            raise left_over(chance.left[0], words, self.names, need)
        self.given, self.need, self.decision = given, need, decision
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


# --- what is asked, in words ------------------------------------------------------------------


def asked_label(p: PendingMove, lang: str) -> str:
    """Return the name of the needed result in a language; people may type it, too."""
    asked = p.asked
    slot = p.game.words_in(lang).get(asked.need.slot, asked.need.slot)
    return label(slot, asked.need.seat, p.names)


def question(p: PendingMove, lang: str) -> str:
    """Ask for a result in plain words."""
    asked, need = p.asked, p.asked.need
    if asked.by_lot:
        asks = translated("who is it?", lang)
    elif need.count == 1:
        asks = translated("which came up?", lang)
    else:
        asks = translated("which {} came up?", lang).format(need.count)
    unseen = ""
    if p.can_be([None] * need.count):
        unseen = f"; {translated('? for what nobody saw', lang)}"
    return f"{asked_label(p, lang)}: {asks} ({asked.possible()}{unseen})"
