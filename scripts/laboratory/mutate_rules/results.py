"""What is known of each mutant, kept in a file while a run goes on, so that the next goes on there.

A result holds for the same change of the same game. A mutant that was noticed is tried again when
the file of the test that noticed it has changed, or what the tests share; one that survived, when
any test has. What a result that no longer holds still tells is which test to run first.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scripts import ROOT

NO_TESTS = "survivors"
"""The reasons for survivors change no result."""

SOURCE = (".py", ".toml")
"""Other files of a game tell of it, like the counts of claims, which change with every test."""


class Result(NamedTuple):
    """What became of a mutant (`noticed`, `hung`, `survived`), by which test, and its cost."""

    mutant: str
    change: str
    source: str
    tests: str
    end: str
    by: str = ""
    cpu: float = 0.0


class Results:
    """The results of one game, in a file of JSON lines to which each is added at once."""

    def __init__(self, path: Path, home: Path, tests: Path, root: Path = ROOT) -> None:
        """Read what is there; a last line that was cut off is left out.

        `home` is the folder of the game, or its only file, and `tests` the folder of its tests.
        """
        self.path, self.root = path, root
        self._folder = tests
        package = _files(home) if home.is_dir() else [home]
        self._source = _digest(root, [p for p in package if p.suffix in SOURCE])
        self._tests = cache(self._digest_of_tests)
        self._known: dict[tuple[str, str], Result] = {}
        self._noticed_by: dict[str, str] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
        for line in lines:
            if line.endswith("\n"):
                self._take(Result(**json.loads(line)))
        if lines and not lines[-1].endswith("\n"):
            path.write_text("".join(lines[:-1]), "utf-8")

    def _take(self, result: Result) -> None:
        self._known[result.mutant, result.change] = result
        if result.by:
            self._noticed_by[result.mutant] = result.by

    def _digest_of_tests(self, file: str) -> str:
        """Digest the tests, or one file of them and what they share."""
        files = [p for p in _files(self._folder) if not p.name.startswith(NO_TESTS)]
        if file:
            files = [p for p in files if p.name[:5] != "test_" or p == self.root / file]
        return _digest(self.root, files)

    def get(self, mutant: str, change: str) -> Result | None:
        """Return the result of a mutant, if it still holds."""
        known = self._known.get((mutant, change))
        if known is None or known.source != self._source:
            return None
        return known if known.tests == self._tests(known.by.partition("::")[0]) else None

    def keep(self, mutant: str, change: str, end: str, by: str, cpu: float) -> Result:
        """Add a result to the file."""
        tests = self._tests(by.partition("::")[0])
        result = Result(mutant, change, self._source, tests, end, by, round(cpu, 2))
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result._asdict()) + "\n")
        self._take(result)
        return result

    def noticed_by(self, mutant: str) -> list[str]:
        """Return the test that noticed a mutant before, if there still is such a test."""
        path, _, name = self._noticed_by.get(mutant, "").partition("::")
        name = name.partition("[")[0]
        file = self.root / path
        if not name or not file.is_file():
            return []
        there = re.search(rf"^def {re.escape(name)}\(", file.read_text("utf-8"), re.MULTILINE)
        return [f"{path}::{name}"] if there else []


def _files(folder: Path) -> list[Path]:
    found = folder.rglob("*")
    return sorted(p for p in found if p.is_file() and "__pycache__" not in p.parts)


def _digest(root: Path, files: Iterable[Path]) -> str:
    out = hashlib.sha256()
    for path in files:
        out.update(path.relative_to(root).as_posix().encode() + b"\0")
        out.update(hashlib.sha256(path.read_bytes()).digest())
    return out.hexdigest()[:16]
