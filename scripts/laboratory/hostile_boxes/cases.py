"""Boxes with something extreme in them, found by walking the type of a game's box."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.boxes.bounds import Size, bound_of, sizes
from ledger.kernel.game.game import Game

Path = tuple[str | int, ...]
EXTREMES = (0, -1, 2**31 - 1, 2**53, 2**63 - 1, 10**30, -(2**63), 0.5, 1e300, float("nan"))
"""What is tried in every numeric field, beside the greatest number allowed there and the next."""
IN_LOGS = [x for x in EXTREMES if isinstance(x, int) and -(2**63) <= x < 2**63]
"""Those that a log can hold."""
MANY = 20_000
"""Entries of a huge list or table; a log couldn't hold many more."""
LONG = 400_000
"""Characters of a huge text; the same."""


class Case(NamedTuple):
    """What is changed in a box, in words and as a function of the box.

    `field` is the typed field, the same for all rows of a list; `changes` are what is put where.
    """

    field: str
    what: str
    changes: Mapping[Path, Any]

    def box(self, game: Game) -> dict[str, Any]:
        """Return the standard box with the changes."""
        data: dict[str, Any] = msgspec.json.decode(
            msgspec.json.encode(game.boxes[game.boxes.standard_id])
        )
        data["id"] = "hostile"
        for path, value in self.changes.items():
            inside: Any = data
            for step in path[:-1]:
                inside = inside[step]
            inside[path[-1]] = value
        return data


def places(game: Game) -> dict[str, list[tuple[Path, Size]]]:
    """Return every place of the standard box with a size, by typed field and unit."""
    found: dict[str, list[tuple[Path, Size]]] = {}
    for size in sizes(game.boxes.type, game.boxes[game.boxes.standard_id]):
        if size.at and "provenance" not in size.at:
            found.setdefault(f"{size.path[1:]} ({size.unit})", []).append((size.at, size))
    return found


def cases(game: Game, rng: random.Random) -> Iterator[Case]:
    """Yield every field with every extreme value, in some row where there are rows."""
    for field, rows in places(game).items():
        path, size = rng.choice(rows)
        for what, value in _extremes(game, path, size):
            yield Case(field, what, {path: value})


def _extremes(game: Game, path: Path, size: Size) -> Iterator[tuple[str, Any]]:
    most = bound_of(size, game.boxes.extents)
    here: Any = game.boxes[game.boxes.standard_id]
    for step in path:
        here = here[step]
    if size.unit == "number":
        for value in dict.fromkeys((*EXTREMES, most, most + 1)):
            yield repr(value), value
    elif size.unit == "characters":
        for n in (most, LONG):
            yield f"{n} characters", ((here or "x") * n)[:n]
    elif isinstance(here, Mapping):
        first = next(iter(here.values()), 1)
        for n in (most + 1, MANY):
            yield f"{n} entries", {f"k{i}": first for i in range(n)}
    elif here:
        for n in (most, most + 1, MANY):
            yield f"{n} entries", (list(here) * (n // len(here) + 1))[:n]


def mixtures(game: Game, rng: random.Random, count: int) -> Iterator[Case]:
    """Yield boxes in which several numbers are extreme at once, or as great as they may be."""
    numbers = [rows for rows in places(game).values() if rows and rows[0][1].unit == "number"]
    for n in range(count):
        chosen = rng.sample(numbers, rng.randint(2, len(numbers)) if len(numbers) > 2 else 1)
        changes: dict[Path, Any] = {}
        for rows in chosen:
            path, size = rng.choice(rows)
            most = bound_of(size, game.boxes.extents)
            within = max(int(rng.random() ** 3 * most), size.least or 0)
            value = rng.choice([most, within, rng.choice(IN_LOGS)]) if n % 2 else within
            changes[path] = value
        said = ", ".join(f"{'.'.join(map(str, p))} = {v}" for p, v in changes.items())
        yield Case("mixture", said, changes)
