"""What is compared from outside: whole commands, and a server."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts import free_port
from scripts.benchmarks import whole_commands
from scripts.benchmarks.inside import GAMES, NAMES
from scripts.benchmarks.material import Material
from scripts.benchmarks.trees import Tree
from scripts.benchmarks.worker import Unmeasured

QUESTION = (
    "select seats.game, name, count(*), avg(score) from seats join games using (game_id) "
    "group by all order by all"
)


class Commands(whole_commands.Commands):
    """Whole commands, each a process of its own."""

    def __init__(self, tree: Tree, material: Material, plays: Path) -> None:
        super().__init__(tree, material.samples, material.many)
        log = min(material.samples.glob("osaka-4p-*.jsonl"))
        self._empty = tree.work / "empty"
        new: list[object] = ["import", "--library", self._empty]
        self.lines = {
            "ledger --help": ["--help"],
            "ledger games": ["games"],
            "ledger replay FILE --turn 12": ["replay", log, "--turn", "12"],
            "ledger log FILE": ["log", log],
            "ledger verify FOLDER": ["verify", material.samples],
            "ledger import FOLDER": [*new, material.samples],
            "ledger import, 1,000 plays": [*new, plays],
            "ledger list": ["list"],
            "ledger query": ["query", QUESTION],
            "ledger report players": ["report", "players"],
            "ledger index --anew, 100 games": ["index", "--anew"],
            "ledger simulate, 20 games": [
                *("simulate", "osaka", "--games", 20, "--seed", 3),
                *("--out", tree.work / "simulated", "--force"),
            ],
        }

    def sample(self, name: str) -> float:
        """Run a command; what imports does so into a library that is empty."""
        shutil.rmtree(self._empty, ignore_errors=True)
        return super().sample(name)


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
        self.port = free_port()
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
