"""What is wrong with a game: where it is, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import msgspec

from ledger.kernel.errors import Breaks
from ledger.testing.lawbook.checked.breach import Breach, Broken, during

from .sources import Location, Sources


class Finding(msgspec.Struct, frozen=True):
    """A mistake: its kind, its file and line, what is wrong there, and what was expected.

    `of_0_2`: it is only a warning because the game was written for 0.2.
    """

    kind: str
    file: str
    line: int
    message: str
    expected: str
    of_0_2: bool = False


class Findings:
    """Everything found in a game, with each kind of mistake once for each location."""

    def __init__(self, sources: Sources, *, of_0_2: bool = False) -> None:
        self.sources, self._of_0_2 = sources, of_0_2
        self._found: dict[tuple[str, Location], Finding] = {}
        self._warned: dict[tuple[str, Location], Finding] = {}

    def add(self, breaches: Iterable[Breach]) -> None:
        """Note where laws are broken; a `Broken` that the iterator raises is passed on."""
        for breach in breaches:
            location = self.sources.locate(*breach.at)
            file, message = shown(location.file), breach.message + self._see(breach)
            old = self._of_0_2 and "check" in breach.new and not breach.warns
            found = Finding(breach.kind, file, location.line, message, breach.expected, old)
            (self._warned if old or breach.warns else self._found).setdefault(
                (breach.kind, location), found
            )

    def _see(self, breach: Breach) -> str:
        """Return a note on where the related function is, if the game has it."""
        name, function = breach.see or ("", None)
        also = self.sources.find(function)
        return f" (`{name}` is at line {also.line} of {Path(also.file).name})" if also else ""

    @contextmanager
    def going_on(self, what: str) -> Iterator[None]:
        """Note what goes wrong in the block, then carry on after it."""
        try:
            with during(what):
                yield
        except Broken as e:
            self.add([e.breach])

    def causes(self) -> bool:
        """Whether it was found that logs don't say what happens: much else goes wrong for that."""
        return any(found.kind in get_args(Breaks) for found in self._found.values())

    def failed(self) -> bool:
        """Whether the game's own code raised something."""
        return any(found.kind == "failure" for found in self._found.values())

    def all(self) -> list[Finding]:
        """Return all mistakes, sorted by file and line."""
        return sorted(self._found.values(), key=_by_location)

    def warnings(self) -> list[Finding]:
        """Return what isn't wrong, but not as it should be, or would be wrong in a newer game."""
        return sorted(self._warned.values(), key=_by_location)


def _by_location(found: Finding) -> tuple[str, int, str]:
    return found.file, found.line, found.kind


def shown(file: str) -> str:
    """Return the path of a file relative to the working directory, if it is inside."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file
