"""Where the cases of one group run: a folder, a fixed environment, and the answers so far."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .normalise import Normaliser, parsed
from .trees import INPUTS, Tree, samples

PATIENCE = 120.0
"""Seconds that one command may take."""
WHOLE = 40_000
"""Texts and files up to so many characters are kept whole, of others the digest and the start."""
FIXED = Path(__file__).parent / "fixed"


@dataclass
class Told:
    """What a command said, as it is."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its output as one JSON value; None if it is none."""
        kind, value = parsed(self.out)
        return value if kind == "json" else None


class Bench:
    """Runs commands of one tree in one folder, and keeps the answers."""

    def __init__(self, tree: Tree, work: Path) -> None:
        self.tree, self.work = tree, work
        self.answers: dict[str, dict[str, Any]] = {}
        work.mkdir(parents=True, exist_ok=True)
        self.names = Normaliser([(str(work), "<work>"), (str(tree.path), "<tree>")])
        self.environment = environment(work)
        Path(self.environment["TMPDIR"]).mkdir(exist_ok=True)

    # --- files ------------------------------------------------------------------------------

    def path(self, name: str) -> Path:
        """Return the path of a file of the group."""
        return self.work / name

    def write(self, name: str, content: str | bytes) -> str:
        """Write a file, and return its name."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    def samples(self, pattern: str = "*") -> list[str]:
        """Copy sample games into the folder, and return their names."""
        names = []
        for path in sorted(samples().glob(pattern)):
            if path.suffix in (".jsonl", ".session"):
                names.append(self.write(f"replays/{path.name}", path.read_bytes()))
        return names

    def imports(self) -> str:
        """Copy the files to be imported into the folder, and return its name."""
        shutil.copytree(INPUTS / "imports", self.path("imports"), dirs_exist_ok=True)
        return "imports"

    # --- commands ---------------------------------------------------------------------------

    def call(
        self, *args: object, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
    ) -> Told:
        """Run a command, and note nothing."""
        given = stdin.encode() if isinstance(stdin, str) else stdin
        try:
            done = subprocess.run(
                [self.tree.python, "-m", "ledger.cli", *map(str, args)],
                cwd=self.work,
                env={**self.environment, **(env or {})},
                input=given,
                capture_output=True,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return Told(-99, "", f"it took longer than {PATIENCE:.0f} seconds")
        return Told(done.returncode, _decoded(done.stdout), _decoded(done.stderr))

    def run(
        self,
        name: str,
        *args: object,
        stdin: str | bytes = b"",
        kind: str | None = None,
        files: Iterable[str] = (),
        env: Mapping[str, str] | None = None,
    ) -> Told:
        """Run a command and keep its answer.

        `kind` says what stdout is: `text` (words for people), `exact` (every sign counts), `board`
        (words in a drawing), `digest` (too long to keep). Without it, JSON is found out. `files`
        are what the command wrote.
        """
        told = self.call(*args, stdin=stdin, env=env)
        answer = {
            "asked": self.names.text("ledger " + " ".join(map(str, args))),
            "exit": told.code,
            "stdout": self.content(told.out, kind or ("json" if "--json" in args else "text")),
            "stderr": self.content(told.err, "text"),
        }
        if files:
            answer["files"] = {self.names.text(x): self.file(x) for x in files}
        self.note(name, answer)
        return told

    def note(self, name: str, answer: dict[str, Any]) -> None:
        """Keep an answer under a name that no other has."""
        slug = re.sub(r"[^A-Za-z0-9_.=@+-]+", "-", name).strip("-") or "unnamed"
        unique, number = slug, 1
        while unique in self.answers:
            number += 1
            unique = f"{slug}~{number}"
        self.answers[unique] = answer

    def content(self, text: str, kind: str) -> dict[str, Any]:
        """Return a text as it is kept: what kind it is, and what it holds."""
        text = self.names.text(text)
        if kind == "json":
            found, value = parsed(text)
            return {found: value}
        if kind == "digest" or (kind == "exact" and len(text) > WHOLE):
            return {"digest": digest(text.encode()), "lines": text.count("\n")}
        return {kind: text.splitlines()}

    def file(self, name: str) -> dict[str, Any]:
        """Return what is kept of a file or a folder."""
        path = self.path(name)
        if path.is_dir():
            inside = sorted(p.relative_to(path) for p in path.rglob("*") if p.is_file())
            return {"folder": [self.names.text(str(p)) for p in inside]}
        if not path.exists():
            return {"missing": True}
        data = path.read_bytes()
        kept: dict[str, Any] = {"digest": digest(data), "lines": data.count(b"\n")}
        if len(data) <= WHOLE and b"\0" not in data:
            text = self.names.text(_decoded(data))
            if text.encode() != data:
                kept["digest"] = digest(text.encode())
            kept["exact"] = text.splitlines()
        return kept

    def digests(self, folder: str) -> dict[str, str]:
        """Return the digest of each file of a folder."""
        top = self.path(folder)
        files = sorted(p for p in top.rglob("*") if p.is_file())
        return {str(p.relative_to(top)): digest(p.read_bytes()) for p in files}


def environment(work: Path) -> dict[str, str]:
    """Return the only variables that commands get."""
    return {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        "HOME": str(work / "home"),
        "TMPDIR": str(work / "tmp"),
        "XDG_DATA_HOME": str(work / "home" / "data"),
        "XDG_CONFIG_HOME": str(work / "home" / "config"),
        "XDG_CACHE_HOME": str(work / "home" / "cache"),
        "LEDGER_LIBRARY": str(work / "library"),
        "COLUMNS": "100",
        "LINES": "40",
        "NO_COLOR": "1",
        "TERM": "xterm",
        "TZ": "UTC",
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(FIXED),
    }


def digest(data: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", errors="backslashreplace")
