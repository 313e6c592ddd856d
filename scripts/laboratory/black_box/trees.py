"""Checkouts of the project, each with an environment of its own."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from scripts import ROOT

KEPT = ROOT / ".black-box"
INPUTS = Path(__file__).parent / "inputs"


class Unusable(Exception):
    """A commit or a folder that cannot be recorded."""


@dataclass(frozen=True)
class Tree:
    """A folder with the project, and the interpreter that has it installed."""

    path: Path
    name: str

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return self.path / ".venv" / "bin" / "python"


def existing(path: Path) -> Tree:
    """Return a checkout whose environment is made already."""
    tree = Tree(path.resolve(), described(path))
    if not tree.python.exists():
        raise Unusable(f"{path} has no .venv: run scripts/setup dev in it")
    return tree


def working() -> Tree:
    """Return the tree that this script lies in."""
    return existing(ROOT)


def checked_out(commit: str) -> Tree:
    """Check a commit out and set it up, once."""
    full = _git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
    if full is None:
        raise Unusable(f"there is no commit {commit!r}")
    path = KEPT / full
    if not path.exists():
        KEPT.mkdir(exist_ok=True)
        if _git("worktree", "add", "--force", "--detach", str(path), full) is None:
            raise Unusable(f"git could not check {commit} out into {path}")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    if subprocess.run([path / "scripts" / "setup", "dev"], env=environment).returncode:
        raise Unusable(f"{path}/scripts/setup dev failed")
    return existing(path)


def found(wanted: str) -> Tree:
    """Return the tree of a folder or of a commit."""
    folder = Path(wanted)
    return existing(folder) if (folder / "pyproject.toml").exists() else checked_out(wanted)


def described(path: Path) -> str:
    """Return what git calls the state of a folder."""
    return _git("describe", "--always", "--dirty", "--abbrev=12", at=path) or path.name


def samples(root: Path = ROOT) -> Path:
    """Return the folder of the sample games, wherever it lies in a tree."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(x for x in folders if not x.startswith((".", "__")))
        if "osaka-sample-play.jsonl" in files:
            return Path(folder)
    raise Unusable(f"{root} has no sample games")


def _git(*args: str, at: Path = ROOT) -> str | None:
    done = subprocess.run(["git", "-C", at, *args], capture_output=True, text=True)
    return None if done.returncode else done.stdout.strip()
