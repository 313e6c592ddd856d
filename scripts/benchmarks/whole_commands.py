"""Whole commands, each a process of its own: start-up, and logs imported twice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from .trees import Tree
from .worker import Unmeasured


def cpu_of(words: Sequence[object], folder: Path, environment: Mapping[str, str]) -> float:
    """Run a command and return its CPU time, that of its own children included."""
    process = subprocess.Popen(
        [str(word) for word in words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    told = b"" if process.stderr is None else process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise Unmeasured(f"exit code {process.returncode}: {told[-300:].decode()}")
    return used.ru_utime + used.ru_stime


class Commands:
    """Commands of a tree."""

    def __init__(self, tree: Tree, samples: Path, many: Path) -> None:
        self.tree, self.many = tree, many
        log = min(samples.glob("osaka-4p-*.jsonl"))
        self.lines: dict[str, list[object]] = {
            "--help": ["--help"],
            "replay --turn": ["replay", log, "--turn", "12"],
            "import new": ["import", many],
            "import known": ["import", many],
        }

    def names(self) -> list[str]:
        """Return what can be measured."""
        return list(self.lines)

    def sample(self, name: str) -> float:
        """Run a command; logs are new to a library that was deleted, and known to the next one."""
        if name == "import new":
            shutil.rmtree(self.tree.environment["LEDGER_LIBRARY"], ignore_errors=True)
        words = [self.tree.ledger, *self.lines[name]]
        return cpu_of(words, self.tree.work, self.tree.environment)

    def close(self) -> None:
        """Nothing is left running."""


class Imports:
    """A bare interpreter of this environment that imports a few packages."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def names(self) -> list[str]:
        """Return what can be measured."""
        return ["import rich, msgspec", "import typer, rich"]

    def sample(self, name: str) -> float:
        """Import."""
        return cpu_of([sys.executable, "-c", name], self.tree.work, self.tree.environment)

    def close(self) -> None:
        """Nothing is left running."""
