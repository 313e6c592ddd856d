"""Several names or numbers in one cell: `Ana; Bo`, `['Ana', 'Bo']`, `Ana: 51, Bo: 43`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ledger.importers.parsing.fields import read_flag
from ledger.importers.parsing.titles import squash
from ledger.kernel.message import Message, Text

_CLEAR = (";", "|", "\n", ",")
_UNCLEAR = ("/", "&", "+")
"""These also occur in the names of couples and teams."""

_LITERAL = re.compile(r"[\[({].*[\])}]", re.DOTALL)
_LONGEST = 10_000
_SCORED = re.compile(r"(.*\S)\s*[:=]\s*([-+]?[0-9][0-9.,+-]*)")
_IN_BRACKETS = re.compile(r"(.*\S)\s*\(\s*([-+]?[0-9][0-9.,+-]*)\s*\)")
NO_WINNER = frozenset(("draw", "tie", "tied", "none", "nobody", "noone", "remis", "pareggio"))
"""What people write instead of a winner's name."""


class ListItem(NamedTuple):
    """One of several names or numbers in a cell, and the score after it."""

    text: str
    score: str | None = None


class ListFormat(NamedTuple):
    """How a column writes its lists; `doubt` says why that isn't certain."""

    separator: str | None = None
    scored: re.Pattern[str] | None = None
    doubt: Message | None = None

    def items(self, cell: str) -> list[ListItem]:
        """Split a cell into its items."""
        known = read_literal(cell)
        if known is not None:
            return known
        parts = [cell] if self.separator is None else cell.split(self.separator)
        texts = [part.strip() for part in parts if part.strip()]
        if self.scored is None:
            return [ListItem(text) for text in texts]
        found = [self.scored.fullmatch(text) for text in texts]
        return [
            ListItem(text) if m is None else ListItem(m.group(1), m.group(2))
            for text, m in zip(texts, found, strict=True)
        ]


def find_list_format(cells: Iterable[str], heading: str) -> ListFormat:
    """Return how the cells of a column separate their items."""
    plain = [cell for cell in cells if cell and read_literal(cell) is None]
    for separators in (_CLEAR, _UNCLEAR):
        used = {s: sum(s in cell for cell in plain) for s in separators}
        separator = max(separators, key=lambda s: used[s])
        if used[separator]:
            break
    else:
        return ListFormat()
    texts = [part.strip() for cell in plain for part in cell.split(separator) if part.strip()]
    doubt = None
    if separator in _UNCLEAR:
        doubt = Message(
            "a {separator!r} in the column {column!r} is read as separating players",
            separator=separator,
            column=heading,
        )
    for pattern in (_SCORED, _IN_BRACKETS):
        if 2 * sum(pattern.fullmatch(text) is not None for text in texts) > len(texts):
            if pattern is _IN_BRACKETS:
                doubt = Message(
                    "a number in brackets in the column {column!r} is read as a score",
                    column=heading,
                )
            return ListFormat(separator, pattern, doubt)
    return ListFormat(separator, None, doubt)


def is_list(cell: str) -> bool:
    """Whether a cell can hold nothing but a list, such as `Ana; Bo` or `['Ana', 'Bo']`."""
    return read_literal(cell) is not None or any(s in cell for s in (";", "|", "\n"))


def read_literal(cell: str) -> list[ListItem] | None:
    """Read a list or mapping as Python or JSON writes it; None if it isn't one."""
    if not _LITERAL.fullmatch(cell) or len(cell) > _LONGEST:
        return None
    value: Any
    try:
        value = msgspec.json.decode(cell)
    except (msgspec.DecodeError, RecursionError):
        try:
            value = ast.literal_eval(cell)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            return None
    if isinstance(value, Mapping):
        pairs = list(value.items())
        return [ListItem(str(k), None if v is None else str(v)) for k, v in pairs if _plain(k, v)]
    if isinstance(value, list | tuple) and _plain(*value):
        return [ListItem("" if x is None else str(x).strip()) for x in value]
    return None


def _plain(*values: object) -> bool:
    return all(x is None or isinstance(x, str | int | float) for x in values)


def names_in(cell: str) -> list[str]:
    """Return the names in a cell that says who won or who began."""
    known = read_literal(cell)
    parts = re.split(r"[,;&+/|\n]", cell) if known is None else [item.text for item in known]
    return [part.strip() for part in parts if part.strip()]


def flags_of(
    first: dict[str, str], field: str, names: Sequence[str], problems: list[Text]
) -> list[bool | None]:
    """Take the cell that names the winners, or who began; return whether it names each player.

    A name that no player of this row has is a problem; then the cell is left in `first`.
    """
    text = first.pop(field, "")
    parts = names_in(text)
    known = {squash(name) for name in names}
    unknown = [p for p in parts if squash(p) not in known]
    if parts and not unknown:
        named = {squash(p) for p in parts}
        return [squash(name) in named for name in names]
    flags = [read_flag(p) for p in parts]
    if len(flags) == len(names) > 1 and None not in flags:  # one flag for each of them
        return flags
    if unknown:
        first[field] = text
        if squash(text) not in NO_WINNER:
            problems.append(
                Message(
                    "{field}: {name!r} isn't among the players in this row",
                    field=field,
                    name=unknown[0][:40],
                )
            )
    return [None] * len(names)
