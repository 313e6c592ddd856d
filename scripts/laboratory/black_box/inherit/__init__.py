"""Make things with one tree, open them with another: everything must answer and go on as before.

Each tree gets a copy of what the old one made, and does the same with it. What they answer must be
the same facts, and each must be able to go on; then both go on with one copy, in a folder by turns
and at the same time, and in a database.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.recording import say
from scripts.laboratory.black_box.trees import Tree

from .alternating import alternate
from .going_on import read_all, record_all, serve_on, take_over
from .making import make
from .side_by_side import clients_of_another, commands_beside_a_service, two_servers
from .steps import compared, tried


def inherit(old: Tree, new: Tree) -> int:
    """Run everything; 1 if the new tree does not go on where the old one stopped."""
    with tempfile.TemporaryDirectory(prefix="black-box-") as folder:
        campaign = _Campaign(old, new, Path(folder).resolve())
        campaign.run()
    for problem in campaign.problems:
        print(problem)
    print(f"{campaign.answers} answers compared, {len(campaign.problems)} problems")
    return 1 if campaign.problems else 0


class _Campaign:
    def __init__(self, old: Tree, new: Tree, top: Path) -> None:
        self.old, self.new, self.top = old, new, top
        self.problems: list[str] = []
        self.answers = 0

    def run(self) -> None:
        say(f"making a library, tokens, recordings and a service with {self.old.name}")
        self.made = Bench(self.old, self.top / "make")
        self.tokens = make(self.made)
        self._each_alone()
        self._by_turns()
        self._side_by_side()
        from .database import inherit_database  # needs psycopg, which --help must not

        found, answers = inherit_database(self.old, self.new, self.made, self.top)
        self.problems += found
        self.answers += answers

    def _copy(self, name: str, *trees: Tree) -> list[Bench]:
        """Return benches of these trees in one new copy of what was made."""
        shutil.copytree(self.made.work, self.top / name, symlinks=True)
        benches = [Bench(tree, self.top / name) for tree in trees]
        for bench in benches:
            for real, shown in self.made.names.known():
                bench.names.call(real, shown)
        return benches

    def _each_alone(self) -> None:
        worlds = []
        for name, tree in (("old", self.old), ("new", self.new)):
            say(f"going on with {tree.name}")
            (bench,) = self._copy(name, tree)
            for step in (read_all, record_all, serve_on, take_over):
                self.problems += tried(f"{name}: {step.__name__}", step, bench, self.tokens)
            worlds.append(bench)
        self._compare("alone", *worlds)

    def _by_turns(self) -> None:
        worlds = {}
        pairs = {
            "old-old": (self.old, self.old),
            "old-new": (self.old, self.new),
            "new-old": (self.new, self.old),
        }
        for name, pair in pairs.items():
            say(f"by turns in a folder: {name}")
            one, other = self._copy(f"turns-{name}", *pair)
            self.problems += tried(f"turns {name}", alternate, one, other, dict(self.tokens))
            worlds[name] = one
        for name in ("old-new", "new-old"):
            self._compare(f"turns {name}", worlds["old-old"], worlds[name])

    def _side_by_side(self) -> None:
        for name, pair in {
            "old-new": (self.old, self.new),
            "new-old": (self.new, self.old),
        }.items():
            say(f"at the same time over a folder: {name}")
            for step in (two_servers, commands_beside_a_service, clients_of_another):
                called = step.__name__
                benches = self._copy(f"{called}-{name}", *pair)
                self.problems += tried(f"{called}, {name}", step, *benches)

    def _compare(self, where: str, old: Bench, new: Bench) -> None:
        self.problems += compared(where, old, new)
        self.answers += len(new.answers)
