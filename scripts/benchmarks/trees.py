"""Two trees, each in an environment of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts import ROOT

CACHE = ROOT / ".bench"
"""Where the checkouts of other commits are kept, each with its environment; git ignores it."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A checkout with its environment, and a folder in which it may work."""

    label: str
    root: Path
    work: Path

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return self.root / ".venv" / "bin" / "python"

    @property
    def ledger(self) -> Path:
        """The command `ledger` of its environment."""
        return self.root / ".venv" / "bin" / "ledger"

    @property
    def environment(self) -> dict[str, str]:
        """Variables for its processes: nobody's settings, and the same in every run."""
        kept = ("PATH", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
        return {
            **{key: os.environ[key] for key in kept if key in os.environ},
            "HOME": str(self.work),
            "PYTHONHASHSEED": "0",
            "COLUMNS": "100",
            "LEDGER_LIBRARY": str(self.work / "library"),
        }


def checkout(name: str) -> tuple[str, Path]:
    """Return a label and a checkout, which is made if need be, of a folder or a commit."""
    folder = Path(name)
    if folder.is_dir():
        root = folder.resolve()
        return f"{root.name}, {_git(root, 'rev-parse', '--short', 'HEAD')}", root
    try:
        commit = _git(ROOT, "rev-parse", "--short=12", "--verify", "--quiet", f"{name}^{{commit}}")
    except subprocess.CalledProcessError:
        sys.exit(f"bench: {name!r} is neither a folder nor a commit of this repository")
    root = CACHE / commit
    if not root.exists():
        CACHE.mkdir(exist_ok=True)
        _git(ROOT, "worktree", "prune")
        _git(ROOT, "worktree", "add", "--detach", str(root), commit)
    return commit, root


def set_up(root: Path) -> None:
    """Prepare the environment of a checkout by its own script, unless it is a folder with one."""
    if not root.is_relative_to(CACHE) and (root / ".venv" / "bin" / "ledger").exists():
        return
    subprocess.run([root / "scripts" / "setup", "dev"], check=True, stdout=sys.stderr)


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *words], check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip()
