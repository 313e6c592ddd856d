"""Chance for a game at the table: the results given there, and random ones for the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.kernel.play.chance import Given, Recorded, Seeded
from ledger.kernel.session.lines.players import take_player
from ledger.kernel.session.words.keywords import in_english
from ledger.kernel.session.words.typed_words import Word, split_words

if TYPE_CHECKING:
    from ledger.kernel.game.interface import Game
    from ledger.kernel.play.piles import Pile


class _Result:
    """One `--given` text: its slot, its seat, and the values not used yet."""

    def __init__(self, text: str, game: Game, names: Sequence[str]) -> None:
        self.text = text
        words, _ = split_words(text)
        self.seat: int | None = None
        if words and in_english(words[0], game).text.lower() not in game.slots:
            self.seat, words = take_player(words, names)
        words = [in_english(w, game) for w in words]
        if len(words) < 2 or words[0].text.lower() not in game.slots:
            raise Malformed(
                f"write what it is for and what came, like `{game.slots[0]} ...`"
                if game.slots
                else f"nothing is drawn or rolled in {game.meta.name}",
                source=text,
                column=1,
                hint=f"possible: {', '.join(game.slots)}",
            )
        self.slot = words[0].text.lower()
        self.values = [Word(w.text.strip(","), w.column) for w in words[1:]]


class AtTable:
    """Takes the given results in order, and draws what wasn't given."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        given: Iterable[str],
        *,
        seed: int | None = None,
        ask: bool = False,
    ) -> None:
        self.game, self.names = game, names
        self.given = [_Result(text, game, names) for text in given]
        self.seeded = None if ask else Seeded(seed)

    def draw(
        self, pile: Pile, count: int, slot: str, seat: int | None = None, rule: str | None = None
    ) -> list[str | None]:
        """Return the next cards of a pile."""
        if not count:
            return []
        found = self._take(count, slot, seat, rule, pile.options)
        if found is not None:
            result, values = found
            return self._checked(
                result, lambda: _recorded(values).draw(pile, count, slot, seat, rule)
            )
        if self.seeded is not None:
            return self.seeded.draw(pile, count, slot, seat, rule)
        raise self._missing(count, slot, seat, rule, pile.options())

    def roll(
        self,
        faces: Sequence[str],
        count: int,
        slot: str,
        seat: int | None = None,
        rule: str | None = None,
    ) -> list[str]:
        """Return faces of dice."""
        if not count:
            return []
        found = self._take(count, slot, seat, rule, lambda: dict.fromkeys(faces, 1))
        if found is not None:
            result, values = found
            return self._checked(
                result, lambda: _recorded(values).roll(faces, count, slot, seat, rule)
            )
        if self.seeded is not None:
            return self.seeded.roll(faces, count, slot, seat, rule)
        raise self._missing(count, slot, seat, rule, dict.fromkeys(faces, 1))

    def finish(self, what: str) -> None:
        """Refuse results that weren't needed."""
        if self.given:
            extra = self.given[0]
            raise Illegal(
                f"{extra.values[0].text} is one too many: nothing more is drawn or rolled for "
                f"{what}",
                source=extra.text,
                column=extra.values[0].column,
            )

    def _take(
        self,
        count: int,
        slot: str,
        seat: int | None,
        rule: str | None,
        options: Callable[[], dict[str, int]],
    ) -> tuple[_Result, list[str | None]] | None:
        """Take values from the next given result, if it is for this slot."""
        here = self.given[0] if self.given else None
        if here is None or here.slot != slot or (here.seat is not None and here.seat != seat):
            return None
        if len(here.values) < count:
            raise Malformed(
                f"{slot}: {count} needed, {len(here.values)} given",
                rule=rule,
                source=here.text,
                column=here.values[-1].column,
            )
        words, here.values = here.values[:count], here.values[count:]
        if not here.values:
            del self.given[0]
        low = {name.lower(): name for name in options()}
        return here, [self._value(slot, word, low) for word in words]

    def _value(self, slot: str, word: Word, low: dict[str, str]) -> str | None:
        if word.text == "?":
            return None
        if slot in self.game.seat_slots:
            seat, _ = take_player([word], self.names)
            return str(seat) if seat else word.text
        return low.get(word.text.lower(), word.text)

    def _checked(self, result: _Result, look: Callable[[], list]) -> list:  # type: ignore[type-arg]
        try:
            return look()
        except LedgerError as e:
            e.source = e.source or result.text
            raise

    def _missing(
        self, count: int, slot: str, seat: int | None, rule: str | None, options: dict[str, int]
    ) -> LedgerError:
        who = f"{self.names[seat - 1]} " if seat else ""
        names = [
            self.names[int(o) - 1] if slot in self.game.seat_slots else o
            for o, n in options.items()
            if n
        ]
        dots = " ".join(["..."] * min(count, 3))
        return Malformed(
            f'{count} more needed for {slot}: add --given "{who}{slot} {dots}"',
            rule=rule,
            hint=f"possible: {', '.join(names)}",
        )


def _recorded(values: Sequence[str | None]) -> Recorded:
    return Recorded([Given(None, None, tuple(values))])
