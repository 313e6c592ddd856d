"""Several names or numbers in one cell: `Ana; Bo`, `['Ana', 'Bo']`, `Ana: 51, Bo: 43`."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ledger.importers.parsing.fields import read_flag
from ledger.importers.parsing.titles import squash
from ledger.importers.records import Choice, Doubt, Lists
from ledger.kernel.message import Message, Text

_CLEAR = (";", "|", "\n", ",")
_UNCLEAR = ("/", "&", "+")
"""Separators that also occur in the names of couples and teams."""

_AND = re.compile(r"(?<!\s)\s+(?:and|und|et|oraz|i|e|y)\s+", re.IGNORECASE)
_VERSUS = re.compile(r"(?<!\s)\s+(?:vs?\.?|versus|kontra|contro)\s+", re.IGNORECASE)
_NOTED = re.compile(r"(.*\S)\s*\([^()]+\)", re.DOTALL)
_DASH = re.compile(r"\s+[-–—]\s+")
_TIED = re.compile(r"\s*=\s*(?=[^\W\d_])")
"""What is between two who share a place, unlike the one before a number."""

_LITERAL = re.compile(r"[\[({].*[\])}]", re.DOTALL)
_LONGEST = 10_000
_NUMBER = r"[-+]?[0-9][0-9.,+-]*"
_SCORED = re.compile(rf"(.*\S)\s*[:=]\s*({_NUMBER})")
_LOOSELY_SCORED = (
    re.compile(rf"(.*\S)\s*\(\s*({_NUMBER})\s*\)"),
    re.compile(rf"(.*\S)\s+[–—-]\s+({_NUMBER})"),
    re.compile(rf"(.*\S)\s+({_NUMBER})"),
)
_DIGIT = re.compile("[0-9]")
_LETTER = re.compile(r"[^\W\d_]")
_PLACED = re.compile(r"#?(\d{1,2})(?:[.):º°]|st|nd|rd|th)\s*([^\W\d].*)", re.DOTALL)
STARRED = re.compile(r"(.*[^\s*])\s*(?:\*|\((?:w|won|winner)\))", re.IGNORECASE | re.DOTALL)
NO_WINNER = frozenset(("draw", "tie", "tied", "none", "nobody", "noone", "remis", "pareggio"))
"""What people write in place of a winner's name."""

EVERYBODY = frozenset(
    (
        *("all", "both", "everyone", "everybody", "together", "team", "wszyscy", "wszystkie"),
        *("oboje", "obaj", "obie", "tutti", "tutte", "entrambi", "entrambe", "alle", "beide"),
    )
)
"""What people write for all players of a play."""


class ListItem(NamedTuple):
    """One of several names or numbers in a cell, with what the cell says about it."""

    text: str
    score: str | None = None
    team: int | None = None
    won: bool | None = None
    place: int | None = None


class ListFormat(NamedTuple):
    """How a column writes lists: `Ana; Bo`, or in teams `Ana, Bo; Cy`; `Ana: 5`; `Ana*`.

    `numbered` items begin with a place, as in `1. Ana, 2. Bo`; `ordered` ones come in the order of
    their places: `Ana > Bo`. `doubts` say why that isn't
    certain.
    """

    separator: str | None = None
    inner: str | None = None
    versus: re.Pattern[str] | None = None
    joined: bool = False
    scored: re.Pattern[str] | None = None
    starred: bool = False
    numbered: bool = False
    ordered: bool = False
    doubts: tuple[Doubt, ...] = ()

    def items(self, cell: str) -> list[ListItem]:
        """Split a cell into its items."""
        known = read_literal(cell)
        if known is not None:
            return known
        if self.ordered:
            return self._placed(cell)
        versus = self.versus is not None
        teams = self.versus.split(cell) if self.versus else _split(cell, self.separator)
        inner = self.separator if versus else self.inner
        parts = [[p.strip() for p in _split(team, inner) if p.strip()] for team in teams]
        if self.joined:
            parts = [[p for part in team for p in _AND.split(part)] for team in parts]
        several = any(len(team) > 1 for team in parts) and (versus or self.inner is not None)
        return [
            self._item(text, n if several else None)
            for n, team in enumerate(filter(None, parts), 1)
            for text in team
        ]

    def _placed(self, cell: str) -> list[ListItem]:
        """Split a cell such as `Ana > Bo = Cy`, in which Bo and Cy share a place."""
        out: list[ListItem] = []
        for together in filter(None, map(str.strip, cell.split(">"))):
            place = len(out) + 1
            names = [name.strip() for name in _TIED.split(together)]
            out += [self._item(name, None)._replace(place=place) for name in names if name]
        return out

    def _item(self, text: str, team: int | None) -> ListItem:
        if self.numbered and (m := _PLACED.fullmatch(text)) is not None:
            return self._named(m.group(2), team)._replace(place=int(m.group(1)))
        return self._named(text, team)

    def _named(self, text: str, team: int | None) -> ListItem:
        star = STARRED.fullmatch(text) if self.starred else None
        text = text if star is None else star.group(1)
        m = None if self.scored is None else self.scored.fullmatch(text)
        won = None if not self.starred else star is not None
        if m is None:
            return ListItem(text, None, team, won)
        name = STARRED.fullmatch(m.group(1)) if self.starred else None  # `Ana* 51`
        if name is not None:
            return ListItem(name.group(1), m.group(2), team, True)
        return ListItem(m.group(1), m.group(2), team, won)


def _split(cell: str, separator: str | None) -> list[str]:
    return [cell] if separator is None else cell.split(separator)


def find_list_format(cells: Iterable[str], heading: str, lists: Lists | None = None) -> ListFormat:
    """Return how the cells of a column separate their items; `lists` is the user's answer."""
    plain = [cell for cell in cells if cell and read_literal(cell) is None]
    versus = _VERSUS if any(_VERSUS.search(cell) for cell in plain) else None
    doubts: list[Doubt] = []
    if versus is None and are_pairs(plain):
        versus = _DASH
        text = Message(
            "a `-` in the column {column!r} is read as between two sides", column=heading
        )
        doubts.append(Doubt(text))
    separator = None
    teams = [team for cell in plain for team in (versus.split(cell) if versus else [cell])]
    placed = sum(">" in cell or _TIED.search(cell) is not None for cell in plain)
    ordered = 2 * placed > len(plain)
    if placed and not ordered:
        text = Message(
            "a `>` or `=` in the column {column!r} is taken for part of a name", column=heading
        )
        doubts.append(Doubt(text))
    if ordered:
        separator = ">"
        text = Message("the order in the column {column!r} is taken for places", column=heading)
        doubts.append(Doubt(text))
    for separators in (_CLEAR, _UNCLEAR) if not ordered else ():
        used = {s: sum(s in cell for cell in teams) for s in separators}
        best = max(separators, key=lambda s: used[s])
        if used[best]:
            separator = best
            break
    if separator in _UNCLEAR and not versus:
        doubts.append(
            Doubt(
                Message(
                    "a {separator!r} in the column {column!r} is read as separating players",
                    separator=separator,
                    column=heading,
                )
            )
        )
    if ordered:
        teams = [team for cell in teams for team in _TIED.split(cell)]
    parts = [part.strip() for cell in teams for part in _split(cell, separator) if part.strip()]
    inner = None if versus else _inner(separator, parts, heading, lists, doubts)
    texts = [text.strip() for part in parts for text in _split(part, inner) if text.strip()]
    joined = any(_AND.search(text) for text in texts)
    if joined:
        texts = [part for text in texts for part in _AND.split(text)]
        if not versus:
            text = Message(
                "`and` in the column {column!r} is read as separating players", column=heading
            )
            doubts.append(Doubt(text))
    numbered = bool(texts) and all(_PLACED.fullmatch(text) for text in texts)
    if numbered:
        texts = [m.group(2) for text in texts if (m := _PLACED.fullmatch(text))]
        text = Message(
            "the numbers before the names in the column {column!r} are taken for places",
            column=heading,
        )
        doubts.append(Doubt(text))
    starred = any(STARRED.fullmatch(text) for text in texts)
    if starred:
        text = Message(
            "a mark after a name in the column {column!r} is taken for who won", column=heading
        )
        doubts.append(Doubt(text))
        texts = [m.group(1) if (m := STARRED.fullmatch(text)) else text for text in texts]
    wholes = [[p.strip() for p in _split(cell, separator) if p.strip()] for cell in plain]
    scored = _scored(texts, wholes, heading, doubts)
    return ListFormat(
        separator, inner, versus, joined, scored, starred, numbered, ordered, tuple(doubts)
    )


def _inner(
    separator: str | None,
    parts: Sequence[str],
    heading: str,
    lists: Lists | None,
    doubts: list[Doubt],
) -> str | None:
    """Return the separator between the members of a team, as in `Ana,Bo; Cy`."""
    if separator not in (";", "|", "\n"):
        return None
    used = [s for s in (",", "&", "+", "/") if any(s in part for part in parts)]
    if not used or lists == "names":
        return None
    if lists is None:
        text = Message(
            "in the column {column!r}, {example!r} could be two players of a team or one name",
            column=heading,
            example=next(part for part in parts if used[0] in part)[:40],
        )
        plain = all(part.count(", ") == 1 == part.count(",") for part in parts)  # `Smith, Ann; …`
        ways = (
            Choice("lists", "teams", Message("players of a team"), not plain),
            Choice("lists", "names", Message("one name"), plain),
        )
        doubts.append(Doubt(text, ways))
        if plain:
            return None
    return used[0]


def _scored(
    texts: Sequence[str], cells: Sequence[Sequence[str]], heading: str, doubts: list[Doubt]
) -> re.Pattern[str] | None:
    """Return the pattern for a score that follows most names, or all those in some cell."""
    if not any(_DIGIT.search(text) and _LETTER.search(text) for text in texts):
        return None
    for pattern in (_SCORED, *_LOOSELY_SCORED):
        found = [m.group(1) for text in texts if (m := pattern.fullmatch(text))]
        found = [name for name in found if _LETTER.search(name)]  # in `2:1`, nobody is called 2
        without = {squash(text) for text in texts} & set(map(squash, found))
        if 2 * len(found) <= len(texts) and not without and not _scores_all(pattern, cells):
            continue
        if pattern is not _SCORED:
            doubts.append(
                Doubt(
                    Message(
                        "a number after a name in the column {column!r} is taken for a score",
                        column=heading,
                    )
                )
            )
        return pattern
    return None


def _scores_all(pattern: re.Pattern[str], cells: Sequence[Sequence[str]]) -> bool:
    """Whether a number follows each of several names in some cell."""
    return any(
        len(cell) > 1
        and all((m := pattern.fullmatch(text)) and _LETTER.search(m.group(1)) for text in cell)
        for cell in cells
    )


def doubt_noted(names: Iterable[str]) -> list[Doubt]:
    """Doubt names with something in brackets, as `Ann (new)`, if it isn't always the same."""
    known = {squash(name): name for name in names}
    noted = {name: m.group(1) for name in known.values() if (m := _NOTED.fullmatch(name))}
    count = Counter(map(squash, noted.values()))
    for example, name in noted.items():
        if squash(name) in known or count[squash(name)] > 1:
            text = Message("{example!r} may be {name!r} with a note", example=example, name=name)
            return [Doubt(text)]
    return []


def doubt_pairs(names: Iterable[str]) -> list[Doubt]:
    """Doubt names that join others, as `Ann & Bob` does if Ann or Bob also comes alone."""
    known = dict.fromkeys(names)
    alone = {squash(name) for name in known}
    for name in known:
        cut = [part for p in re.split(r"[,&+/]", name) for part in _AND.split(p)]
        parts = [squash(part) for part in cut if part.strip()]
        there = sum(part in alone for part in parts)
        if len(parts) > 1 and there and (there == len(parts) or "," not in name):
            text = Message("{name!r} may be several players", name=name[:40])
            return [Doubt(text)]
    return []


def are_pairs(cells: Sequence[str]) -> bool:
    """Whether most cells name two sides, as `Ana - Bo` or `Ana vs Bo` do."""
    pairs = 0
    for cell in cells:
        sides = (_VERSUS if _VERSUS.search(cell) else _DASH).split(cell)
        pairs += len(sides) == 2 and all(_LETTER.search(side) for side in sides)
    return bool(cells) and 4 * pairs >= 3 * len(cells)


def is_list(cell: str) -> bool:
    """Whether a cell can only be a list, such as `Ana; Bo` or `['Ana', 'Bo']`."""
    return read_literal(cell) is not None or any(s in cell for s in (";", "|", "\n"))


def read_literal(cell: str) -> list[ListItem] | None:
    """Read a list or mapping the way Python or JSON writes it; None if it isn't one."""
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
    """Return the names in a cell that says who won or who started."""
    known = read_literal(cell)
    if known is not None:
        return [item.text.strip() for item in known if item.text.strip()]
    parts = [part for cut in re.split(r"[,;&+/|=\n]", cell) for part in _AND.split(cut)]
    return [part.strip() for part in parts if part.strip()]


def flags_of(
    first: dict[str, str], field: str, names: Sequence[str], problems: list[Text]
) -> list[bool | None]:
    """Take the cell that names the winners or who started; return whether it names each player.

    A name that isn't a player's in this row is a problem, and then the cell stays in `first`.
    """
    text = first.pop(field, "")
    parts = names_in(text)
    known = {squash(name) for name in names}
    unknown = [p for p in parts if squash(p) not in known]
    if unknown and len(parts) == 1 and squash(text) in EVERYBODY:
        return [True] * len(names)
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
