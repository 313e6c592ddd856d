"""The fields of another program's record, taken one by one; the rest is kept unchanged."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from ledger.kernel.message import Message, Text
from ledger.library.records.numbers import LONGEST, whole

YES = frozenset(
    (
        *("1", "true", "yes", "y", "x", "✓", "✔", "won", "win", "winner", "w"),
        *("tak", "t", "prawda", "si", "sì", "sí", "vero", "ja", "oui", "vrai", "sim"),
    )
)
NO = frozenset(
    (
        *("0", "false", "no", "n", "-", "lost", "loss", "lose", "loser", "l"),
        *("nie", "fałsz", "falso", "nein", "non", "faux", "não"),
    )
)


WON = frozenset(
    (
        *("w", "won", "win", "winner", "victory", "wygrana", "wygrał", "wygrała", "zwycięstwo"),
        *("vinto", "vinta", "vittoria"),
    )
)
LOST = frozenset(
    (
        *("l", "lost", "loss", "lose", "loser", "defeat", "przegrana", "przegrał", "przegrała"),
        *("porażka", "perso", "persa", "sconfitta"),
    )
)
DRAWN = frozenset(("d", "draw", "drew", "drawn", "tie", "tied", "remis", "pareggio", "pari"))


def read_result(text: str) -> bool | None:
    """Return whether a cell such as `W` or `lost` means that its player won, or None."""
    low = text.strip().lower()
    return low in WON if low in WON or low in LOST else None


def read_flag(value: Any) -> bool | None:
    """Return what a yes or no such as `x`, `TRUE`, 1 or `1.0` means; None if it is neither."""
    number = None if isinstance(value, str) else whole(value)
    text = str(value if number is None else number).strip()
    return _read_flag(text) if len(text) <= LONGEST else None


@functools.lru_cache(maxsize=4096)
def _read_flag(text: str) -> bool | None:
    number = whole(text)
    low = (text if number is None else str(number)).lower()
    return low in YES if low in YES or low in NO else None


class Fields:
    """The fields of a record; `problems` collects the ones that couldn't be understood."""

    def __init__(self, values: Mapping[str, Any], problems: list[Text], label: Text = "") -> None:
        self.left = dict(values)
        self.problems = problems
        self.label = label

    def name_of(self, name: str) -> Text:
        """Return the name of a field as problems show it."""
        return Message.join(" ", [self.label, name]) if self.label else name

    def text(self, name: str) -> str | None:
        """Take a string; None if it is empty."""
        if name not in self.left:
            return None
        value = self.left[name]
        if isinstance(value, bool | dict | list):
            of, said = self.name_of(name), str(value)[:40]
            self.problems.append(Message("{field}: {value!r} isn't text", field=of, value=said))
            return None
        del self.left[name]
        return None if value is None else str(value).strip() or None

    def number(self, name: str, *, unset: int | None = None, least: int = 0) -> int | None:
        """Take a whole number; `unset` is the value that means "none" in this source."""
        if name not in self.left:
            return None
        value = self.left[name]
        found = whole(value)
        if found is None or (found < least and found != unset):
            if value not in (None, ""):
                self.problems.append(
                    Message(
                        "{field}: {value!r} isn't a whole number"
                        if found is None
                        else "{field}: {value!r} isn't a whole number of at least {least}",
                        field=self.name_of(name),
                        value=str(value)[:40],
                        least=least,
                    )
                )
            else:
                self.left.pop(name, None)
            return None
        self.left.pop(name, None)
        return None if found == unset else found

    def flag(self, name: str) -> bool | None:
        """Take a yes or no, which can be written as 0 or 1."""
        if name not in self.left:
            return None
        value = self.left[name]
        if value is None or value == "":
            del self.left[name]
            return None
        found = read_flag(value)
        if found is None:
            of, said = self.name_of(name), str(value)[:40]
            problem = Message("{field}: {value!r} isn't yes or no", field=of, value=said)
            self.problems.append(problem)
        else:
            self.left.pop(name, None)
        return found

    def any(self, name: str) -> Any:
        """Take a value unchanged."""
        return self.left.pop(name, None)

    def extra(self) -> dict[str, Any]:
        """Return the fields that haven't been taken and aren't empty."""
        return {k: v for k, v in self.left.items() if v is not None and v not in ("", [], {})}
