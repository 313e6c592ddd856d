"""A run of the benchmark: who takes part, in which turns, and the table that comes out."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from scripts import ROOT
from scripts.benchmarks import material
from scripts.benchmarks.inside import GAMES
from scripts.benchmarks.trees import CACHE, Tree, checkout, set_up
from scripts.benchmarks.worker import Worker
from scripts.console import say

from . import claims, whole_commands
from .contest import PEERS, PLAYED, WHOLE_LOGS, Contender, Costs, contender, counted, take_turns
from .contest import per_unit as costs_per_unit
from .table import Row, conclude, judged, show

PEER_PACKAGES = ("catanatron", "chess", "eventsourcing")
NODE_PACKAGE = "boardgame.io@0.50.2"
KNOWN_LOGS = 400


class Effort(NamedTuple):
    """Rounds, and the CPU seconds that one sample should take."""

    rounds: int
    cpu: float
    commands: int


QUICK, THOROUGH = Effort(12, 0.012, 3), Effort(40, 0.03, 9)


def peers_python() -> Path:
    """Return the interpreter of the peers' own environment; install them there if need be."""
    home = CACHE / "peers"
    python = home / "bin" / "python"
    stamp = home / "installed.txt"
    wanted = (ROOT / "constraints-bench.txt").read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        say("installing the peers (once)")
        venv.create(home, clear=True, with_pip=True)
        pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        pinned = ["-c", str(ROOT / "constraints-bench.txt")]
        subprocess.run([*pip, *pinned, *PEER_PACKAGES], check=True)
        stamp.write_text(wanted)
    return python


def node_modules(*, install: bool) -> Path | None:
    """Return where boardgame.io is installed, if it is; with `install`, have npm install it."""
    home = CACHE / "node"
    if install and not (home / "node_modules").exists():
        say("installing boardgame.io (once)")
        home.mkdir(parents=True, exist_ok=True)
        # its tools for servers and browsers come along; only its core is used
        flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        npm = ["npm", "install", "--prefix", str(home), *flags, NODE_PACKAGE]
        subprocess.run(npm, check=True, stdout=sys.stderr)
    return home / "node_modules" if (home / "node_modules").exists() else None


def versions(python: Path) -> Iterator[str]:
    """Yield who takes part, in which version."""
    yield f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}"
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        if line.startswith(("msgspec==", "duckdb==", "rich==")):
            yield line.replace("==", " ")
    code = (
        "from importlib.metadata import version\n"
        f"for name in {PEER_PACKAGES}: print(name, version(name))"
    )
    done = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True)
    yield from done.stdout.split("\n")[:-1]


def run(options: argparse.Namespace) -> int:
    """Measure, print and judge."""
    effort = QUICK if options.quick else THOROUGH
    console = Console(width=None if sys.stdout.isatty() else 130)
    python = peers_python()
    told = list(versions(python))
    console.print(", ".join(told), highlight=False)
    with tempfile.TemporaryDirectory(prefix="ledger-bench-") as name:
        bench = Bench(options, effort, Path(name), python)
        rows = list(bench.measure(console))
    options.out.write_text(
        json.dumps({"versions": told, "rows": [_told(row) for row in rows]}, indent=1) + "\n"
    )
    return conclude(console, rows)


def _told(row: Row) -> dict[str, object]:
    claim = row.claim
    return {
        "part": row.part,
        "claim": claim.what,
        "ours": row.ours,
        "theirs": row.theirs,
        "before": row.before,
        "ratio": row.ratio,
        "aim": claim.aim,
        "floor": claim.floor,
        "less": claim.less,
        "verdict": row.verdict,
    }


class Bench:
    """A run in a temporary folder."""

    def __init__(
        self, options: argparse.Namespace, effort: Effort, folder: Path, python: Path
    ) -> None:
        self.options, self.effort, self.folder, self.python = options, effort, folder, python
        self.games: list[str] = options.game or list(GAMES)
        self.trees = [self._tree("now", str(ROOT))]
        if options.against is not None:
            self.trees.insert(0, self._tree("before", options.against))
        say("playing the games to measure with")
        many = KNOWN_LOGS if self._wanted("commands") or self._wanted("index") else len(GAMES)
        self.material = material.make(self.trees[0], folder, games=many)

    def _tree(self, side: str, name: str) -> Tree:
        label, root = checkout(name)
        set_up(root)
        work = self.folder / side
        work.mkdir()
        return Tree(f"{side} ({label})", root, work)

    def measure(self, console: Console) -> Iterator[Row]:
        """Measure one part after the other, and show each."""
        for title, measured in (
            ("games", self._games),
            ("commands", self._commands),
            ("index", self._index),
            ("growth", self._growth),
            ("viewer", self._viewer),
        ):
            if self._wanted(title):
                for part, rows in measured():
                    show(console, part, rows, with_before=self.options.against is not None)
                    yield from rows

    def _wanted(self, part: str) -> bool:
        if self.options.only:
            return part in self.options.only
        return part != "viewer" or not self.options.quick

    def _contest(self, title: str, contenders: list[Contender], rounds: int) -> list[Costs]:
        def tell(n: int) -> None:
            if n == rounds or n % 5 == 0:
                say(f"{title}: round {n} of {rounds}")

        take_turns(contenders, rounds, tell)
        for each in contenders:
            for name, why in each.failed.items():
                say(f"{each.label} cannot do {name!r}: {why}")
        return [each.costs for each in contenders]

    def _games(self) -> Iterator[tuple[str, list[Row]]]:
        ours = {f"{game} {what}" for game in self.games for what in (*WHOLE_LOGS, *PLAYED)}
        passes: dict[str, int] = {}
        with ExitStack() as stack:
            taking: list[Contender] = []

            def enter(label: str, worker: Worker, wanted: Callable[[str], bool]) -> None:
                taking.append(contender(label, stack.enter_context(closing(worker)), wanted))

            for tree in self.trees:
                worker = Worker.of(tree, self.material, passes, self.effort.cpu)
                enter(tree.label, worker, ours.__contains__)
            env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
            words: list[str | Path] = [self.python, "-m", "scripts.benchmarks.peers"]
            cpu = self.effort.cpu
            enter(PEERS, Worker(words, self.folder, env, {}, cpu), lambda _: True)
            if (found := node_modules(install=self.options.install_node)) is not None:
                script = Path(__file__).with_name("peers") / "boardgame_io.mjs"
                node = Worker(["node", script, found], self.folder, env, {}, cpu)
                enter("boardgame.io", node, lambda _: True)
            found_costs = self._contest("games", taking, self.effort.rounds)
        counts = counted(self.material.samples)
        own = [costs_per_unit(costs, counts) for costs in found_costs[: len(self.trees)]]
        theirs: Costs = {}
        for costs in found_costs[len(self.trees) :]:
            theirs |= costs
        before = own[0] if len(own) > 1 else None
        for game in self.games:
            yield game, judged(game, claims.GAME_CLAIMS[game], own[-1], before, theirs)

    def _commands(self) -> Iterator[tuple[str, list[Row]]]:
        taking = [
            contender(
                tree.label,
                whole_commands.Commands(tree, self.material.samples, self.material.many),
                lambda _: True,
            )
            for tree in self.trees
        ]
        taking.append(contender(PEERS, whole_commands.Imports(self.trees[-1]), lambda _: True))
        costs = self._contest("commands", taking, self.effort.commands)
        before = costs[0] if len(self.trees) > 1 else None
        yield "commands", judged("commands", claims.COMMAND_CLAIMS, costs[-2], before, costs[-1])

    def _index(self) -> Iterator[tuple[str, list[Row]]]:
        from . import building

        ours, plain = building.measure(
            self.trees, self.material.many, self.folder, self.options.quick
        )
        before = ours[0] if len(ours) > 1 else None
        yield "index", judged("index", claims.INDEX_CLAIMS, ours[-1], before, plain)

    def _growth(self) -> Iterator[tuple[str, list[Row]]]:
        from . import growing

        costs = growing.measure(self.trees, self.folder, self.options.quick)
        before = costs[0] if len(costs) > 1 else None
        yield "growth", judged("growth", claims.GROWTH_CLAIMS, costs[-1], before, {})

    def _viewer(self) -> Iterator[tuple[str, list[Row]]]:
        from ledger.kernel.game.registry import find_game

        from . import long_log, viewer

        for name in self.games:
            game = find_game(name)
            normal, long = long_log.played(game, 300), long_log.played(game, 100_000)
            found = viewer.measure(normal, long) | long_log.seek(game, long)
            yield f"{name}, viewer", judged(name, claims.VIEWER_CLAIMS, found, None, {})
