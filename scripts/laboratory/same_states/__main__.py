"""Fold many games by two commits and compare the states after every line.

    scripts/lab same-states 690accb                    a commit and the working tree, 1,000 games
    scripts/lab same-states ../old --games 200         a folder with an environment of its own
    scripts/lab same-states main --logs FOLDER         logs that you have

The older one plays the games: a half by greedy bots, a half at random. Wherever a state differs,
the log and the first such line are told, and the exit code is 1.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from scripts import ROOT
from scripts.benchmarks.inside import GAMES
from scripts.benchmarks.material import run
from scripts.benchmarks.trees import Tree, checkout, set_up
from scripts.console import arguments, say

from . import states

START = "2026-03-01T18:00:00Z"


def play(tree: Tree, folder: Path, games: int) -> None:
    """Let a tree play so many games."""
    kinds = [(g, n, b) for g in GAMES for n in (2, 3, 4) for b in ("greedy", "random")]
    for i, (game, players, bot) in enumerate(kinds):
        count = games // len(kinds) + (i < games % len(kinds))
        words = ["simulate", game, "--players", players, "--games", count, "--seed", i + 1]
        if count:
            run(tree, *words, "--bot", bot, "--start", START, "--out", folder)


def digests(tree: Tree, folder: Path) -> dict[str, list[str]]:
    """Return the digests of the states of each log, line by line."""
    words = [str(tree.python), "-P", states.__file__, str(folder)]
    done = subprocess.run(
        words, cwd=tree.work, env=tree.environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return {name: rest.split() for name, _, rest in map(_parted, done.stdout.splitlines())}


def _parted(line: str) -> tuple[str, str, str]:
    return line.partition(" ")


def main() -> int:
    """Read the arguments, fold and compare."""
    parser = arguments("lab same-states", __doc__)
    parser.add_argument("before", metavar="COMMIT", help="a commit or a folder")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--logs", type=Path, help="a folder with logs (default: play them)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ledger-states-") as name:
        trees = []
        for side, tree in (("before", options.before), ("now", str(ROOT))):
            label, root = checkout(tree)
            set_up(root)
            work = Path(name) / side
            work.mkdir()
            trees.append(Tree(label, root, work))
        logs = options.logs or Path(name) / "logs"
        if options.logs is None:
            say(f"playing {options.games:,} games")
            play(trees[0], logs, options.games)
        before, now = (digests(tree, logs.resolve()) for tree in trees)
    wrong = [log for log in before if before[log] != now.get(log)]
    for log in wrong[:20]:
        pairs = zip(before[log], now.get(log, ()), strict=False)
        line = next((n for n, (a, b) in enumerate(pairs, 1) if a != b), "?")
        print(f"{log}: another state after line {line}")
    lines = sum(map(len, before.values()))
    print(f"{len(before):,} games, {lines:,} states: {len(wrong)} games differ")
    return 1 if wrong or not before else 0


if __name__ == "__main__":
    sys.exit(main())
