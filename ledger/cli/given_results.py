"""Chance results for a game at the table: given on the command line, or else drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.kernel.message import Message
from ledger.kernel.notation.driver.driver import Driver
from ledger.kernel.notation.lines.players import take_player
from ledger.kernel.notation.words.keywords import in_english
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.words.typed_words import Word, split_words

if TYPE_CHECKING:
    from ledger.kernel.errors import NeedsOutcome
    from ledger.kernel.game.game import Game
    from ledger.kernel.notation.driver.pending_move import PendingMove
    from ledger.kernel.notation.lines.draws import ChanceWords


class _Result:
    """One `--given` argument: its slot, its seat, and the values not used yet."""

    def __init__(self, text: str, game: Game, names: Sequence[str]) -> None:
        self.text = text
        words, _ = split_words(text)
        self.seat: int | None = None
        if words and in_english(words[0], game).text.lower() not in game.words.slots:
            self.seat, words = take_player(words, names)
        slot = in_english(words[0], game).text.lower() if words else ""
        if len(words) < 2 or slot not in game.words.slots:
            raise Malformed(
                "write what was drawn or rolled and what came up, like `{slot} ...`"
                if game.words.slots
                else "nothing is drawn or rolled in {game}",
                source=text,
                column=1,
                slot=next(iter(game.words.slots), ""),
                game=game.meta.name,
                hint=Message("possible: {slots}", slots=", ".join(game.words.slots)),
            )
        self.slot = slot
        self.words: list[Word] = words[1:]

    def fits(self, need: NeedsOutcome) -> bool:
        """Whether it supplies what is needed now."""
        return self.slot == need.slot and self.seat in (None, need.seat)


class GivenResults:
    """Answers a driver's questions about chance: with the given results, in order, or at random.

    With `ask`, nothing is drawn: a result that isn't given is refused.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        given: Iterable[str],
        *,
        seed: int | None = None,
        ask: bool = False,
    ) -> None:
        self.given = [_Result(text, game, names) for text in given]
        self.seeded = None if ask else Seeded(seed)

    def answer(self, driver: Driver, what: str) -> None:
        """Answer all questions about a move or the set-up; refuse results that weren't needed."""
        while (p := driver.pending) is not None and (need := p.need) is not None:
            if self.given and self.given[0].fits(need):
                self._give(driver, p, self.given[0])
            elif self.seeded is not None and need.drawn_by is not None:
                driver.answer(need.drawn_by(self.seeded))
            else:
                raise _missing(p.asked)
        if self.given:
            extra = self.given[0]
            raise Illegal(
                "{text} is one too many: nothing more is drawn or rolled for {what}",
                source=extra.text,
                column=extra.words[0].column,
                text=extra.words[0].text,
                what=what,
            )

    def _give(self, driver: Driver, p: PendingMove, result: _Result) -> None:
        """Supply as many values of a result as are needed; the rest is for the next draw."""
        need = p.asked.need
        try:
            values, words = p.asked.read(result.words, partly=True)
            if len(values) < need.count:
                raise Malformed(
                    "{slot}: {count} needed, {values} given",
                    rule=need.rule,
                    column=words[-1].column,
                    slot=need.slot,
                    count=need.count,
                    values=len(values),
                )
            driver.answer(values[: need.count])
        except LedgerError as e:
            e.source = e.source or result.text
            raise
        result.words = words[need.count :]
        if not result.words:
            self.given.remove(result)


def _missing(asked: ChanceWords) -> Malformed:
    need = asked.need
    dots = " ".join(["..."] * min(need.count, 3))
    return Malformed(
        '{count} more needed for {slot}: add --given "{label} {dots}"',
        rule=need.rule,
        hint="possible: {value}",
        count=need.count,
        slot=need.slot,
        label=asked.label,
        dots=dots,
        value=", ".join(asked.choices()),
    )
