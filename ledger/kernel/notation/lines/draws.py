"""Results of draws and rolls as they are typed, in session files and in live recording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ledger.kernel.boxes.component import Component
from ledger.kernel.errors import (
    Ambiguous,
    Illegal,
    Impossible,
    LedgerError,
    Malformed,
    NeedsOutcome,
)
from ledger.kernel.game.game import Game
from ledger.kernel.message import Message, Text
from ledger.kernel.notation.words.descriptions import by_name
from ledger.kernel.notation.words.initials import foreign_hint
from ledger.kernel.notation.words.keywords import in_english
from ledger.kernel.rules.chance import RecordedResult
from ledger.kernel.text.suggest import nearest
from ledger.kernel.words.typed_words import Word, blamed, unglued

from .players import no_player, take_player

_MOST = 30
"""The maximum number of possible results listed in a message."""


class NothingDrawn(Malformed):
    """There is a result after `->`, but the move draws and rolls nothing."""

    def __init__(self, column: int) -> None:
        super().__init__("nothing is drawn or rolled in this move: leave out ->", column=column)


class Results(NamedTuple):
    """The values in a line, and the word that each of them comes from."""

    values: tuple[str | None, ...]
    words: list[Word]


class ChanceWords(NamedTuple):
    """A chance result that is needed, as it is typed and as messages describe it."""

    need: NeedsOutcome
    game: Game
    names: Sequence[str]
    box: Any = None
    """The box used in the game; None is the standard one."""

    @property
    def label(self) -> str:
        """How it is typed: `market`, `Ana hand`."""
        return label(self.need.slot, self.need.seat, self.names)

    @property
    def by_lot(self) -> bool:
        """Whether the result is a player."""
        return self.need.slot in self.game.words.seat_slots

    def choices(self, options: Mapping[str, int] | None = None) -> list[str]:
        """Return the possible results as they are typed."""
        found = [o for o, n in (self.need.options if options is None else options).items() if n]
        return [self.names[int(o) - 1] for o in found] if self.by_lot else found

    def hint(self, typed: str = "", options: Mapping[str, int] | None = None) -> Message | None:
        """List the possible results, starting with what was probably meant.

        `typed` isn't listed, because it was refused.
        """
        known = self.choices()
        near = None if typed in known else nearest(typed, known)
        meant = foreign_hint(self.game, typed, known)
        if meant is None and near:
            meant = Message("did you mean {near}?", near=near)
        left = [x for x in self.choices(options) if x.lower() != typed.lower()]
        possible = Message("possible: {results}", results=_listed(left)) if left else None
        other = None if meant or typed in known else self._other_box(typed)
        found = [x for x in (meant, other, possible) if x is not None]
        return Message.join(" ", found) if found else None

    def _other_box(self, typed: str) -> Message | None:
        """Return what to do about a component that the box lacks, if that is what was typed."""
        ids = {x.id.lower() for x in self.game.components("en", self.box)}
        if not typed or self.by_lot or typed.lower() in ids:
            return None
        if ids.isdisjoint(x.lower() for x in self.need.options):  # dice, for example
            return None
        return Message(
            "if your copy of the game has it, `ledger box {game}` says how to put it into a box "
            "of your own.",
            game=self.game.meta.name,
        )

    def explain(self, error: LedgerError, words: Sequence[Word]) -> None:
        """Point an error at the word that was refused, and add what would have been possible."""
        nth, options = None, None
        if isinstance(error, Impossible):
            nth, options = error.nth, error.options
        if nth is not None and nth < len(words):
            error.column = error.column or words[nth].column
        elif words:
            error.column = error.column or blamed(error.text, [words[0], *words])
        if isinstance(error, Ambiguous):  # its message lists the possibilities
            return
        at = (w.text for w in words if w.column == error.column)
        error.advice = error.advice or self.hint(next(at, ""), options)

    def unseen(self) -> RecordedResult:
        """Return this result as one that nobody saw."""
        return RecordedResult(self.need.slot, self.need.seat, (None,) * self.need.count)

    def wanted(self, what: Text, given: Sequence[RecordedResult] = ()) -> Message:
        """Return a message about the line missing after a move, or in the set-up (`what`)."""
        label, count = self.label, self.need.count
        if given and (given[-1].slot, given[-1].seat) == (self.need.slot, self.need.seat):
            return Message(
                "`{label}` isn't complete: {count} more needed", label=label, count=count
            )
        if self.by_lot:
            return Message("{what}, a line `{label} …` must say who it is", what=what, label=label)
        if count == 1:
            return Message(
                "{what}, a line `{label} …` must say what came up", what=what, label=label
            )
        return Message(
            "{what}, a line `{label} …` must name the {count} that came up",
            what=what,
            label=label,
            count=count,
        )

    def _example(self) -> str:
        found = self.choices() or ["…"]
        n = self.need.count
        return " ".join((self.label, *(found * n)[:n]))

    def read(self, words: Sequence[Word], *, partly: bool = False) -> Results:
        """Parse the values; raise `Malformed` if there are too few, unless more may follow
        (`partly`).

        A single `?` is a whole draw that nobody saw.
        """
        if self.need.unseen and [w.text.strip(",") for w in words] == ["?"]:
            return Results((None,) * self.need.count, [words[0]] * self.need.count)
        if self.by_lot:  # a name may have a comma in it
            found = [pair for w in words for pair in self._values(w)]
        else:
            found = [pair for w in self._by_name(words) for pair in self._values(w)]
        if len(found) < (1 if partly else self.need.count):
            raise Malformed(
                "`{label}` needs {count}, but this line has {found}"
                if found
                else "`{label}` needs {count}, but this line has none",
                rule=self.need.rule,
                column=words[-1].column if words else None,
                hint="write it like `{example}`; {possible}",
                label=self.label,
                count=self.need.count,
                found=len(found),
                example=self._example(),
                possible=self.hint() or "",
            )
        return Results(tuple(v for v, _ in found), [w for _, w in found])

    def _by_name(self, words: Sequence[Word]) -> list[Word]:
        """Return the words with descriptions replaced by names."""
        need, known = self.need, [*self.need.options, "?"]
        low = {o.lower() for o in known}

        def is_name(word: Word) -> bool:
            texts = {word.text.lower(), in_english(word, self.game).text.lower()}
            return bool(texts & low) or unglued(word.text, known) is not None

        def may_be(x: Component, named: int) -> bool:
            left = need.options.get(x.id, 0)
            return x.slot in ("", need.slot) and left > (0 if need.rolled else named)

        return by_name(words, is_name, self.game, may_be, self.box)

    def _values(self, word: Word) -> list[tuple[str | None, Word]]:
        text = word.text.strip(",")
        if text == "?":
            return [(None, word)]
        if self.by_lot:
            seat, _ = take_player([Word(text, word.column)], self.names)
            if seat is None:
                no_player(Word(text, word.column), self.names)
            return [(str(seat), word)]
        low = {o.lower(): o for o in self.need.options}
        english = in_english(Word(text, word.column), self.game).text
        value = low.get(text.lower()) or low.get(english.lower())
        parts = [value] if value else unglued(english, [*self.need.options, "?"]) or [text]
        if len(parts) == 1:
            return [(parts[0], word)]
        out: list[tuple[str | None, Word]] = []
        column = word.column
        for part in parts:
            out.append((None if part == "?" else part, Word(part, column)))
            column += len(part)
        return out


def _listed(found: Sequence[str]) -> str:
    return ", ".join(found[:_MOST]) + (", …" if len(found) > _MOST else "")


def label(slot: str, seat: int | None, names: Sequence[str]) -> str:
    """Return what precedes the values of a result: its slot, after its player's name, if any."""
    return f"{names[seat - 1]} {slot}" if seat else slot


def left_over(
    left: RecordedResult, words: Sequence[Word], names: Sequence[str], need: NeedsOutcome | None
) -> LedgerError:
    """Return the error for results that weren't needed."""
    n = len(left.values)
    name = label(left.slot or "", left.seat, names)
    if need is not None and (left.slot, left.seat) == (need.slot, need.seat):
        return Malformed(
            "`{name}` needs {count} more, but this line has {n} left",
            column=words[-1].column,
            rule=need.rule,
            name=name,
            count=need.count,
            n=n,
        )
    word = words[-n]
    return Illegal(
        "{text} doesn't belong here: `{name}` is complete without it",
        column=word.column,
        text=word.text,
        name=name,
    )
