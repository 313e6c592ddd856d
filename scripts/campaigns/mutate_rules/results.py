"""What is known of each mutant, kept in a file while a run goes on, so that the next goes on there.

A result holds for the same change as long as the digest is the same: that of the game, of what it
is built on and of its tests. One that holds no longer still tells which test noticed the mutant:
that is run first.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, NamedTuple

from scripts import ROOT

if TYPE_CHECKING:
    from pathlib import Path

NOT_TESTED = "survivors.toml"
"""The reasons for survivors change no result."""


class Result(NamedTuple):
    """What became of a mutant (`noticed`, `hung`, `survived`), by which test, and its cost."""

    mutant: str
    change: str
    digest: str
    end: str
    by: str = ""
    cpu: float = 0.0


class Results:
    """The results of one game, in a file of JSON lines to which each is added at once."""

    def __init__(self, path: Path, digest: str) -> None:
        """Read what is there; a last line that was cut off is left out."""
        self.path, self.digest = path, digest
        self._held: dict[tuple[str, str], Result] = {}
        self._noticed_by: dict[str, str] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
        for line in lines:
            if line.endswith("\n"):
                self._take(Result(**json.loads(line)))
        if lines and not lines[-1].endswith("\n"):
            path.write_text("".join(lines[:-1]), "utf-8")

    def _take(self, result: Result) -> None:
        if result.digest == self.digest:
            self._held[result.mutant, result.change] = result
        if result.by:
            self._noticed_by[result.mutant] = result.by

    def get(self, mutant: str, change: str) -> Result | None:
        """Return the result of a mutant, if it still holds."""
        return self._held.get((mutant, change))

    def keep(self, mutant: str, change: str, end: str, by: str, cpu: float) -> Result:
        """Add a result to the file."""
        result = Result(mutant, change, self.digest, end, by, round(cpu, 2))
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result._asdict()) + "\n")
        self._take(result)
        return result

    def noticed_by(self, mutant: str) -> list[str]:
        """Return the test that noticed a mutant before, if there still is such a test."""
        path, _, name = self._noticed_by.get(mutant, "").partition("::")
        name = name.partition("[")[0]
        file = ROOT / path
        if not name or not file.is_file():
            return []
        there = re.search(rf"^def {re.escape(name)}\(", file.read_text("utf-8"), re.MULTILINE)
        return [f"{path}::{name}"] if there else []


def digest(game: str, root: Path = ROOT) -> str:
    """Return a digest of everything that decides whether a mutant of a game is noticed."""
    folders = [f"ledger/games/{game}", "ledger/kernel", "ledger/sdk"]
    folders += [f"tests/games/{game}", "tests/common"]
    files = [p for f in folders for p in (root / f).rglob("*") if p.is_file()]
    out = hashlib.sha256()
    files += [root / "tests" / "conftest.py"]
    for path in sorted(files):
        if "__pycache__" not in path.parts and path.name != NOT_TESTED:
            out.update(path.relative_to(root).as_posix().encode() + b"\0")
            out.update(hashlib.sha256(path.read_bytes()).digest())
    return out.hexdigest()[:16]
