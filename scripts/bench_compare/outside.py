"""What is measured from outside: jobs of a worker, whole commands, and a server."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Protocol, cast

from . import inside
from .inside import GAMES, NAMES
from .material import QUESTION, Material
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


class Commands:
    """Whole commands, each a process of its own."""

    def __init__(self, tree: Tree, material: Material) -> None:
        self.tree = tree
        log = min(material.samples.glob("osaka-4p-*.jsonl"))
        new: list[object] = ["import", "--library", self._empty]
        self.lines: dict[str, list[object]] = {
            "ledger --help": ["--help"],
            "ledger games": ["games"],
            "ledger replay FILE --turn 12": ["replay", log, "--turn", "12"],
            "ledger log FILE": ["log", log],
            "ledger verify FOLDER": ["verify", material.samples],
            "ledger import FOLDER": [*new, material.samples],
            "ledger import, 1,000 plays": [*new, material.plays],
            "ledger list": ["list"],
            "ledger query": ["query", QUESTION],
            "ledger report players": ["report", "players"],
            "ledger index --anew, 100 games": ["index", "--anew"],
            "ledger simulate, 20 games": [
                *("simulate", "osaka", "--games", 20, "--seed", 3),
                *("--out", tree.work / "simulated", "--force"),
            ],
        }

    @property
    def _empty(self) -> Path:
        return self.tree.work / "empty"

    def names(self) -> list[str]:
        """Return the commands."""
        return list(self.lines)

    def sample(self, name: str) -> float:
        """Run a command and return its CPU time, that of its own children included."""
        shutil.rmtree(self._empty, ignore_errors=True)
        words = [str(self.tree.ledger), *map(str, self.lines[name])]
        errors = self.tree.work / "errors.txt"
        with errors.open("w") as told:
            process = subprocess.Popen(
                words,
                cwd=self.tree.work,
                env=self.tree.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=told,
            )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise Unmeasured(f"exit code {process.returncode}: {errors.read_text()[-300:]}")
        return used.ru_utime + used.ru_stime

    def close(self) -> None:
        """Nothing is left running."""


_SERVE = """
import random
random.SystemRandom = lambda: random.Random(1)
from importlib.metadata import entry_points
(command,) = entry_points(group="console_scripts", name="ledger")
command.load()()
"""
"""`ledger` with dice that fall alike in both trees, so that both servers get the same moves."""


class Server:
    """A server of an empty library, and a client that plays and reads."""

    MOVES, READS = "serve: a command", "serve: a read"
    COMMANDS = 25
    """How many moves of each game make a sample."""

    def __init__(self, tree: Tree) -> None:
        library = tree.work / "served"
        shutil.rmtree(library, ignore_errors=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        words = ["serve", "--library", library, "--port", self.port, "--rate", 0]
        self._log = (tree.work / "serve.log").open("w")
        self._process = subprocess.Popen(
            [tree.python, "-P", "-c", _SERVE, *map(str, [*words, "--log", os.devnull])],
            cwd=tree.work,
            env=tree.environment,
            stdout=self._log,
            stderr=self._log,
        )
        self._wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self._wait()
        self._admin = (library / ".service" / "admin-token").read_text().strip()
        self._number = 0

    def _wait(self) -> None:
        for _ in range(300):
            try:
                self._wire.request("GET", "/api/v1/health")
                self._wire.getresponse().read()
                return
            except OSError:
                self._wire.close()
                if self._process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start: see {self._log.name}")

    @staticmethod
    def possible() -> bool:
        """Whether the CPU clock of another process can be read here."""
        return sys.platform == "linux"

    def _clock(self) -> float:
        # what clock_getcpuclockid(3) answers on Linux for a process
        return time.clock_gettime((~self._process.pid << 3) | 2)

    def _ask(self, method: str, path: str, token: str, body: Any = None) -> Any:
        sent = None if body is None else json.dumps(body)
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._wire.request(method, f"/api/v1{path}", sent, headers)
        answer = self._wire.getresponse()
        data = answer.read()
        if answer.status not in (200, 201):
            raise Unmeasured(f"{method} {path}: {answer.status} {data[:300].decode()}")
        if answer.headers.get_content_type() != "application/json":
            return data
        return json.loads(data)

    def names(self) -> list[str]:
        """Return what is asked of it."""
        return [self.MOVES, self.READS]

    def sample(self, name: str) -> float:
        """Play a few moves of each game, or read games again and again."""
        spent = list(self._moves() if name == self.MOVES else self._reads())
        return sum(spent) / len(spent)

    def _new_game(self, game: str) -> tuple[str, list[str]]:
        self._number += 1
        id = f"{game}-{self._number}"
        self._ask("POST", "/games", self._admin, {"game": game, "seats": NAMES[:3], "id": id})
        seats = [{"role": "seat", "game": id, "seat": seat} for seat in (1, 2, 3)]
        return id, [self._ask("POST", "/tokens", self._admin, seat)["token"] for seat in seats]

    def _moves(self) -> Iterator[float]:
        for game in GAMES:
            id, tokens = self._new_game(game)
            for _ in range(self.COMMANDS):
                legal = self._ask("GET", f"/games/{id}/legal", self._admin)
                moves = legal["moves"]
                if not moves:
                    break
                command = moves[len(moves) // 2]["command"]
                body = {"command": command, "version": legal["version"]}
                start = self._clock()
                self._ask("POST", f"/games/{id}/commands", tokens[legal["seat"] - 1], body)
                yield self._clock() - start

    def _reads(self) -> Iterator[float]:
        if not self._number:
            list(self._moves())
        for number, game in enumerate(GAMES, 1):
            for what in ("", "/events", "/state", "/legal", "/export"):
                for _ in range(5):
                    start = self._clock()
                    self._ask("GET", f"/games/{game}-{number}{what}", self._admin)
                    yield self._clock() - start

    def close(self) -> None:
        """Stop it."""
        self._wire.close()
        self._process.terminate()
        self._process.wait()
        self._log.close()
