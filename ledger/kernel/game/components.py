"""What is in a game's box, piece by piece: what is typed for it, how many there are, what it is."""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

import msgspec

from ledger.kernel.boxes.boxes import Boxes
from ledger.kernel.boxes.component import Component
from ledger.kernel.errors import LedgerError
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.rules import Rules
from ledger.kernel.state.piles import Pile
from ledger.kernel.text.safe import safe
from ledger.kernel.text.translations import translator


@dataclass(frozen=True, kw_only=True, eq=False)
class Components:
    """The components of a game's boxes, in every language that has a catalogue."""

    boxes: Boxes
    rules: Rules[Any]
    pieces: Callable[[Any], dict[str, int]]
    seat_slots: tuple[str, ...]

    def __call__(self, lang: str = "en", box: Any = None) -> tuple[Component, ...]:
        """Return what is in a box (by default the standard one), with what each piece is."""
        box = self.boxes.standard if box is None else box
        known = self._of_box(box)
        if lang not in known:
            home = self.boxes.home
            known[lang] = self._named(box, translator(home.package, home.meta.name, lang))
        return known[lang]

    @functools.cached_property
    def _standard(self) -> dict[str, tuple[Component, ...]]:
        return {}

    @functools.cached_property
    def _last(self) -> list[tuple[Any, dict[str, tuple[Component, ...]]]]:
        return []

    def _of_box(self, box: Any) -> dict[str, tuple[Component, ...]]:
        """Return what is cached by language for the standard box or the last other one."""
        if box is self.boxes.standard:
            return self._standard
        for known, words in self._last:
            if known is box:
                return words
        words = {}
        self._last[:] = [(box, words)]
        return words

    def _named(self, box: Any, words: NullTranslations) -> tuple[Component, ...]:
        if self.boxes.components is None:
            return tuple(self._from_chance(box))
        return tuple(
            x._replace(sort=safe(x.sort), id=safe(x.id), name=safe(x.name), means=safe(x.means))
            for x in self.boxes.components(box, words)
        )

    def _from_chance(self, box: Any) -> Iterator[Component]:
        """Yield what is in the piles when a game begins, and what its set-up can roll.

        This is for a game that doesn't list its components itself. All that is known about them is
        what the box says.
        """
        opening, players = self.rules.opening, self.rules.home.meta.players
        start = opening.start(opening.setup(box, players[-1], opening.options()))
        piles, known = _piles(start), _entries(msgspec.to_builtins(box))
        drawn, rolled = self._tried(start)
        for title, cards in piles.items():
            slots = [slot for slot, names in drawn.items() if names & cards.keys()]
            slot = slots[0] if len(slots) == 1 else ""
            for id, count in cards.items():
                yield Component(slot or title, id, count, means=known.get(id, ""), slot=slot)
        for slot, faces in rolled.items():
            for id, count in faces.items():
                yield Component(slot, id, count, means=known.get(id, ""), slot=slot)
        if not piles and not rolled:
            start = opening.start(opening.setup(box, players[0], opening.options()))
            for id, count in self.pieces(start).items():
                yield Component("pieces", id, count, means=known.get(id, ""))

    def _tried(self, draft: Any) -> tuple[dict[str, set[str]], dict[str, Counter[str]]]:
        """Try a set-up; return the cards that each slot can bring, and the faces of its dice."""
        drawn: dict[str, set[str]] = {}
        rolled: dict[str, Counter[str]] = {}
        seat_slots = self.seat_slots

        class Noting(Seeded):
            """A source of chance that records what could have come."""

            def draw(self, pile: Any, count: int, slot: str, *more: Any) -> list[str | None]:
                drawn.setdefault(slot, set()).update(pile.names())
                return super().draw(pile, count, slot, *more)

            def roll(self, faces: Sequence[str], count: int, slot: str, *more: Any) -> list[str]:
                if slot not in seat_slots:
                    rolled[slot] = Counter(faces)
                return super().roll(faces, count, slot, *more)

        with suppress(LedgerError):  # a box may have too few pieces
            self.rules.opening.begin(self.rules.decision(draft, Noting(1)))
        return drawn, rolled


def _piles(state: Any) -> dict[str, Counter[str]]:
    """Return what is in the piles of a state, by the name of their field."""
    found: dict[str, Counter[str]] = {}

    def look(name: str, value: Any) -> None:
        if isinstance(value, Pile):
            if cards := value.unseen():
                found[name] = found.get(name, Counter()) + cards
        elif isinstance(value, list | tuple):
            for inner in value:
                look(name, inner)
        elif isinstance(value, dict):
            for inner in value.values():
                look(name, inner)
        elif dataclasses.is_dataclass(value):
            for field in dataclasses.fields(value):
                look(field.name.replace("_", " "), getattr(value, field.name))

    look("pieces", state)
    return found


def _entries(data: Any) -> dict[str, str]:
    """Return what a box says about each entry that has an id."""
    if isinstance(data, Mapping):
        out = {k: text for value in data.values() for k, text in _entries(value).items()}
        if isinstance(data.get("id"), str):
            said = (f"{k} {_plain(v)}" for k, v in data.items() if k not in ("id", "provenance"))
            out[data["id"]] = ", ".join(said)
        return out
    if isinstance(data, list | tuple):
        return {k: text for value in data for k, text in _entries(value).items()}
    return {}


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{v} {k}" for k, v in value.items())
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
