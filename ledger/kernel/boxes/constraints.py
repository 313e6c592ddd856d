"""Constraints that fields of a box declare in addition to their types; every box is checked.

class Tile(Sourced):
    id: Annotated[str, named("[a-z][a-z0-9-]*", taken=KEYWORDS)]
    cost: Annotated[dict[str, int], amounts_of(GOODS)]
"""

from __future__ import annotations

import functools
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence, Sized
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from .box import require
from .changes import place_in, row_name

_MANY = 1 << 32
"""A count that no game can reach."""


class Mark(ABC):
    """A constraint on a field, which must hold in every box that can be played with."""

    @abstractmethod
    def check(self, where: str, value: Any, box: Checked) -> None:
        """Raise `WrongBox` for an invalid value; the message begins with its place."""


class Checked:
    """A check of one box in progress: its player counts, and the names already taken."""

    def __init__(self, counts: Sequence[int], playable: Sequence[int]) -> None:
        self._counts, self.playable = counts, playable
        self.names: dict[Mark, set[str]] = {}

    @property
    def counts(self) -> Sequence[int]:
        """The numbers of players that the box is for; raises `WrongBox` if the game isn't for one
        of them.
        """
        for n in self._counts:
            require(n in self.playable, "players.counts: {n} players can't play", n=n)
        return self._counts

    def visit(self, where: str, kind: Any, value: Any) -> None:
        """Check a value of a declared type, and everything inside it."""
        if get_origin(kind) is Annotated:
            kind, *marks = get_args(kind)
            for mark in marks:
                if isinstance(mark, Mark):
                    mark.check(where, value, self)
            self.visit(where, kind, value)
        elif get_origin(kind) in (Union, UnionType) and value is not None:
            for one in get_args(kind):
                if one is not NoneType:
                    self.visit(where, one, value)
        elif get_origin(kind) is tuple:
            for part in value:
                self.visit(row_name(where, part), get_args(kind)[0], part)
        elif isinstance(value, msgspec.Struct):
            for name, inner in _hints(type(value)).items():
                self.visit(place_in(where, name), inner, getattr(value, name))


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    """Return the types of the fields that can have marks in them."""
    hints = get_type_hints(kind, include_extras=True)
    names = kind.__struct_fields__  # type: ignore[attr-defined]
    return {name: hints[name] for name in names if not _is_plain(hints[name])}


def _is_plain(kind: Any) -> bool:
    if get_origin(kind) is tuple:
        return _is_plain(get_args(kind)[0])
    return kind in (str, int, float, bool)


def check_marks(box: Any, playable: Sequence[int]) -> Checked:
    """Check every value in a box against the marks of its field; raise `WrongBox` for the first
    violation.

    `playable` are the numbers of players that the game supports.
    """
    counts: Sequence[int] = getattr(getattr(box, "players", None), "counts", playable)
    checked = Checked(counts, playable)
    checked.visit("", type(box), box)
    return checked


class _Different(Mark):
    """At least one entry, and no two the same."""

    def check(self, where: str, value: Any, box: Checked) -> None:
        require(value, "{where} is empty", where=where)
        require(len(set(value)) == len(value), "{where} must all be different", where=where)


different = _Different()
"""At least one entry in a list or table, and no two the same."""


class _EnoughForAll(Mark):
    """At least one entry for each player at the largest player count."""

    def check(self, where: str, value: Sized, box: Checked) -> None:
        most = max(box.counts, default=0)
        require(
            len(value) >= most,
            "{where}: {value} aren't enough for {most} players",
            where=where,
            value=len(value),
            most=most,
        )


enough_for_all = _EnoughForAll()
"""At least one entry for each player at the largest player count that the box is for."""


class among(Mark):
    """Every entry of a list, or every key of a table, is one of these."""

    def __init__(self, *known: str) -> None:
        self.known = known

    def check(self, where: str, value: Any, box: Checked) -> None:
        """Refuse unknown entries."""
        for x in (value,) if isinstance(value, str) else value:
            require(
                x in self.known,
                "{where}: {x!r} isn't one of {known}",
                where=where,
                x=x,
                known=", ".join(self.known),
            )


class amounts_of(among):
    """How many of each: any of these kinds, each with a number from 1 to `most`."""

    least = 1

    def __init__(self, *known: str, most: int | None = None) -> None:
        super().__init__(*known)
        self.most = most

    def check(self, where: str, value: Mapping[str, int], box: Checked) -> None:
        """Refuse unknown kinds, and amounts out of range."""
        super().check(where, value, box)
        for kind, n in value.items():
            require(n > 0, "{where}: {kind} must be above 0", where=where, kind=kind)
            fine = n <= (_MANY if self.most is None else self.most)
            require(fine, "{where}: {n} {kind} is too many", where=where, n=n, kind=kind)


class each_of(among):
    """Exactly one entry for each of these, and no others."""

    def check(self, where: str, value: Collection[str], box: Checked) -> None:
        """Refuse missing, duplicate and unknown entries."""
        right = sorted(value) == sorted(self.known)
        require(
            right,
            "{where} needs exactly one for each of {known}",
            where=where,
            known=", ".join(self.known),
        )


class for_each_count(Mark):
    """A number for each player count that the box is for: `{ 2 = 6, 3 = 5 }`."""

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def check(self, where: str, value: Mapping[str, int], box: Checked) -> None:
        """Refuse a table that lacks a number for one of the player counts."""
        for n in box.counts:
            fine = value.get(str(n), self.least - 1) >= self.least
            require(
                fine,
                "{where} needs a number for {n} players, and it must be at least {least}",
                where=where,
                n=n,
                least=self.least,
            )


class named(Mark):
    """A name of this form. All names with the same mark must differ, ignoring case."""

    def __init__(self, form: str, like: str, taken: Collection[str] = ()) -> None:
        self.form, self.like, self.taken = re.compile(form), like, taken

    def check(self, where: str, value: str, box: Checked) -> None:
        """Refuse a name of another form, or one that is already taken."""
        fine = self.form.fullmatch(value) and value.lower() not in self.taken
        require(
            fine,
            "{where}: {value} isn't a valid name; write one like {like}",
            where=where,
            value=value,
            like=self.like,
        )
        names = box.names.setdefault(self, set())
        own = value.lower() not in names
        require(
            own,
            "{where}: there are two {value}; each needs its own name",
            where=where,
            value=value,
        )
        names.add(value.lower())
