"""Lines of a session that say what was drawn or rolled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from ledger.kernel.errors import Impossible, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.play.chance import Chance, Given, Recorded, Seeded
from ledger.kernel.session.lines.draws import DRAWS_NOTHING, Asked, left_over
from ledger.kernel.session.words.typed_words import Word

from .cursor import Cursor, Move
from .static_checks import Known

T = TypeVar("T")


class Untold(Malformed):
    """The line that tells the result of a move is missing.

    `stops`: the session, or the game, ends there, and nothing of the move was told yet.
    """

    stops = False


@contextmanager
def _at(
    move: Move | None, asked: Asked | None = None, words: Sequence[Word] = ()
) -> Iterator[None]:
    """Point errors at the line with the result, and say what would have been possible."""
    try:
        yield
    except LedgerError as e:
        if move is not None:
            e.line, e.source = move.number, move.source
            if asked is not None:
                asked.explain(e, words)
        raise


class DrawLines:
    """Takes chance results from the lines of a session; `known` learns what can come.

    A draw that nobody could see needs no line: `unseen` counts what was taken so, and `left_out`
    are those of the last move, each with what its line would have been.
    """

    def __init__(self, cursor: Cursor, known: Known) -> None:
        self.cursor, self.known = cursor, known
        self.may_miss = True
        self.unseen = 0
        self.left_out: list[tuple[Asked, str]] = []

    def answer(
        self, act: Callable[[Chance], T], what: str, inline: Move | None = None
    ) -> tuple[T, list[Move]]:
        """Decide a move; each time it needs a chance result, take that from the next line.

        Results after `->` on the move's own line come first; those that are certain, or that nobody
        could see, may be left out. Return the decision, and the remarks found between the results.
        """
        names = self.cursor.names
        given: list[Given] = []
        notes: list[Move] = []
        last: Move | None = None
        words: list[Word] = []
        asked: Asked | None = None
        self.left_out = []
        while True:
            chance = Recorded(given)
            try:
                done = act(chance)
                break
            except NeedsOutcome as need:
                with _at(last):
                    if chance.left:
                        raise left_over(chance.left[0], words, names, need) from None
                asked = Asked(need, self.cursor.game, names, self.known.box)
                self.known.learn(need.slot, need.options)
                may_miss = need.certain or (need.unseen and self.may_miss)
                if may_miss and inline is None and not self._comes_next(need):
                    if need.certain:
                        given.append(Given(need.slot, need.seat, (*need.options,) * need.count))
                    else:
                        given.append(asked.unseen())
                        self.left_out.append((asked, asked.wanted(what)))
                    continue
                try:
                    last = inline or self._next(asked, asked.wanted(what, given), notes)
                except Untold as e:
                    e.stops = e.stops and not given
                    raise
                inline = None
                with _at(last, asked, last.words[1:]):
                    values, words = asked.read(last.words[1:])
                given.append(Given(need.slot, need.seat, values))
                if last.comment is not None and last.words[0].text != "->":
                    notes.append(last._replace(words=[], seat=None))
            except Impossible as e:
                with _at(last):
                    if words and asked is not None:
                        asked.explain(e, words)
                        found = self.known.strangers(asked.need.slot, asked.need.seat, words)
                        e.more = [x for x in found if x.column != e.column]
                    raise
        with _at(last):
            if chance.left:
                raise left_over(chance.left[0], words, names, None)
        if inline is not None:
            raise Malformed(DRAWS_NOTHING, column=inline.words[0].column)
        self.unseen += sum(asked.need.count for asked, _ in self.left_out)
        return done, notes

    def _comes_next(self, need: NeedsOutcome) -> bool:
        """Whether the next line that isn't a remark tells this result."""
        before = self.cursor.next, self.cursor.clock
        while (move := self.cursor.read()) is not None and not move.words:
            pass
        self.cursor.next, self.cursor.clock = before
        return move is not None and _tells(move, need)

    def _next(self, asked: Asked, wanted: str, notes: list[Move]) -> Move:
        """Return the line with the result; remarks before it go to `notes`."""
        while (move := self.cursor.read()) is not None and not move.words:
            notes.append(move)
        need = asked.need
        if move is None:
            error = Untold(
                f"the session ends too early: {wanted}",
                line=len(self.cursor.source),
                rule=need.rule,
                hint=asked.hint(),
            )
            error.stops = True
            raise error
        word = move.words[0]
        if _tells(move, need):
            if len(move.words) > 1:
                return move
            message = f"nothing comes after `{asked.label}`: {wanted}"
        elif move.seat is not None or word.text.lower() in self.cursor.starts:
            message = wanted
        else:
            message = f"{word.text!r} isn't a player or a draw; {wanted}"
        error = Untold(
            message,
            line=move.number,
            column=word.column,
            source=move.source,
            rule=need.rule,
            hint=asked.hint(),
        )
        error.stops = move.seat is None and word.text.lower() == "abandon"
        if error.stops:
            self.cursor.read_again(move)
        raise error


def _tells(move: Move, need: NeedsOutcome) -> bool:
    """Whether a line is there to tell a result."""
    return move.words[0].text.lower() == need.slot and move.seat in (None, need.seat)


class GuessedDraws(DrawLines):
    """Guesses every chance result, to see what could follow it; the same seed guesses the same."""

    def __init__(self, cursor: Cursor, known: Known, seed: int) -> None:
        super().__init__(cursor, known)
        self._chance = Seeded(seed)

    def answer(
        self, act: Callable[[Chance], T], what: str, inline: Move | None = None
    ) -> tuple[T, list[Move]]:
        """Decide a move."""
        return act(self._chance), []
