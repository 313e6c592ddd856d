"""Processes that are measured: each runs jobs by name, and says what CPU time they took."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Protocol, cast

from . import inside
from .material import Material
from .trees import Tree


class Unmeasured(Exception):
    """A tree cannot do this."""


class Gauge(Protocol):
    """Measures one tree; made anew for each lap."""

    def names(self) -> list[str]:
        """Return what it can measure."""
        ...

    def sample(self, name: str) -> float:
        """Return the CPU seconds that a unit of the work takes."""
        ...

    def close(self) -> None:
        """Let go of its processes."""
        ...


class Worker:
    """A process that runs jobs, in an environment of its own."""

    def __init__(
        self,
        words: Sequence[str | Path],
        folder: Path,
        environment: Mapping[str, str],
        passes: dict[str, int],
        cpu: float,
    ) -> None:
        self.passes, self.cpu = passes, cpu
        self._process = subprocess.Popen(
            words,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._in = cast(IO[str], self._process.stdin)
        self._out = cast(IO[str], self._process.stdout)
        first = self._answer()
        self._names: list[str] = first["jobs"]
        self.home: str | None = first["home"]

    @classmethod
    def of(cls, tree: Tree, material: Material, passes: dict[str, int], cpu: float) -> Worker:
        """Start the worker of a tree."""
        words: list[str | Path] = [tree.python, "-P", inside.__file__, material.samples]
        worker = cls(words, tree.work, tree.environment, passes, cpu)
        if not Path(worker.home or "").is_relative_to(tree.root):
            worker.close()
            raise RuntimeError(f"{tree.python} imports ledger from {worker.home}")
        return worker

    def _answer(self) -> Any:
        line = self._out.readline()
        if not line:
            raise RuntimeError("a measuring process ended early (see above)")
        return json.loads(line)

    def _ask(self, name: str, passes: int) -> tuple[float, int]:
        self._in.write(json.dumps({"job": name, "passes": passes}) + "\n")
        self._in.flush()
        answer = self._answer()
        if "error" in answer:
            raise Unmeasured(answer["error"])
        return answer["cpu"], answer["units"]

    def names(self) -> list[str]:
        """Return the jobs."""
        return self._names

    def sample(self, name: str) -> float:
        """Run a job as often as fills the time of one sample."""
        if name not in self.passes:
            spent, _ = self._ask(name, 1)
            self.passes[name] = max(1, round(self.cpu / max(spent, 1e-6)))
        cpu, units = self._ask(name, self.passes[name])
        return cpu / units

    def close(self) -> None:
        """End the process."""
        self._in.close()
        self._process.wait()
        self._out.close()
