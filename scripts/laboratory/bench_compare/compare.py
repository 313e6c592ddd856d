"""Both trees measured in turns, and the table of what came out."""

from __future__ import annotations

import argparse
import dataclasses
import json
import tempfile
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from scripts import ROOT
from scripts.benchmarks import material
from scripts.benchmarks.inside import GAMES
from scripts.benchmarks.trees import Tree, checkout, set_up
from scripts.benchmarks.worker import Gauge, Unmeasured, Worker

from .outside import Commands, Server
from .plays import bgstats
from .verdict import Times, together, too_slow

AGAIN = 2
"""How often something slow is measured again before it is believed."""


class Plan(NamedTuple):
    """How much is measured: laps with new processes, rounds in each."""

    laps: int
    rounds: int

    @property
    def longer(self) -> Plan:
        """The plan for measuring again."""
        return Plan(self.laps * 2, self.rounds * 2)


class Effort(NamedTuple):
    """The plans of a run, and the CPU seconds that one sample of a job should take."""

    jobs: Plan
    cpu: float
    commands: Plan
    server: Plan


QUICK = Effort(jobs=Plan(4, 4), cpu=0.012, commands=Plan(1, 4), server=Plan(3, 3))
THOROUGH = Effort(jobs=Plan(8, 8), cpu=0.025, commands=Plan(2, 12), server=Plan(6, 8))

Make = Callable[[Tree], Gauge]
Found = dict[str, Times]


class Group(NamedTuple):
    """Things measured by one kind of gauge."""

    title: str
    make: Make
    plan: Plan


def measure(
    group: Group, trees: tuple[Tree, Tree], plan: Plan, wanted: Callable[[str], bool], bar: Progress
) -> Found:
    """Measure in turns everything of a group that is wanted."""
    found: Found = {}
    task = bar.add_task(group.title, total=None)
    for lap in range(plan.laps):
        with ExitStack() as stack:
            gauges = [stack.enter_context(closing(group.make(tree))) for tree in trees]
            names = [name for name in gauges[0].names() if wanted(name)]
            bar.update(task, total=plan.laps * len(names))
            for name in names:
                times = found.setdefault(name, Times())
                bar.update(task, description=f"{group.title}: {name}")
                _take_turns(gauges, name, plan.rounds, times, swapped=bool(lap % 2))
                bar.advance(task)
        if not found:
            break
        if not bar.console.is_terminal:
            bar.console.print(f"{group.title}: lap {lap + 1} of {plan.laps}", highlight=False)
    bar.remove_task(task)
    return found


def _take_turns(
    gauges: list[Gauge], name: str, rounds: int, times: Times, *, swapped: bool
) -> None:
    sides = [(gauges[0], times.before), (gauges[1], times.after)]
    if swapped:
        sides.reverse()
    if times.error is not None:
        return
    for n in range(rounds + 1):
        for gauge, kept in sides:
            try:
                spent = gauge.sample(name)
            except Unmeasured as e:
                tree = "before" if kept is times.before else "now"
                times.error = f"{tree}: {e}"
                return
            if n:  # the first one warms up
                kept.append(spent)


def measure_all(
    groups: list[Group], trees: tuple[Tree, Tree], only: list[str], limit: float, bar: Progress
) -> Found:
    """Measure everything, and again what seems slow."""
    found: Found = {}
    for group in groups:
        plan = group.plan
        mine = measure(group, trees, plan, lambda name: _is_wanted(name, only), bar)
        for _ in range(AGAIN):
            slow = [name for name in too_slow(mine, limit) if mine[name].error is None]
            if not slow:
                break
            for name in slow:
                bar.console.print(
                    f"again, for longer: {name} ({mine[name].ratio:.3f})", highlight=False
                )
            plan = plan.longer
            mine |= measure(group, trees, plan, frozenset(slow).__contains__, bar)
        found |= mine
    return found


def _is_wanted(name: str, only: list[str]) -> bool:
    return not only or any(part in name for part in only)


def _cell(times: Times | None, limit: float) -> str:
    if times is None:
        return ""
    if times.error is not None:
        return "[red]failed[/]"
    return f"{times.ratio:.3f}" if times.passes(limit) else f"[red]{times.ratio:.3f}[/]"


def _grid(*headings: str) -> Grid:
    grid = Grid(*headings)
    grid.columns[0].no_wrap = True
    for column in grid.columns[1:-1]:
        column.justify = "right"
    return grid


def report(console: Console, found: Found, limit: float) -> None:
    """Print the tables: speed now as a part of the speed before."""
    by_game: dict[str, dict[str, Times]] = {}
    for name, times in found.items():
        game, _, what = name.partition(" ")
        if game in GAMES:
            by_game.setdefault(what, {})[game] = times
    if by_game:
        grid = _grid("speed, now / before", *GAMES, "all", "")
        for what, games in by_game.items():
            good = [t for t in games.values() if t.error is None]
            cells = [_cell(games.get(game), limit) for game in GAMES]
            all_ = f"{together(good):.3f}" if good else ""
            grid.add_row(what, *cells, all_, _verdict(games.values(), limit))
        console.print(grid)
    rest = {name: t for name, t in found.items() if name.partition(" ")[0] not in GAMES}
    if rest:
        grid = _grid("CPU time", "before, ms", "now, ms", "now / before", "")
        for name, t in rest.items():
            ms = ["", ""] if t.error else [f"{x * 1e3:,.2f}" for x in t.typical]
            grid.add_row(name, *ms, _cell(t, limit), _verdict([t], limit))
        console.print(grid)
    for name, t in found.items():
        if t.error is not None:
            console.print(f"{name} cannot be measured {t.error}", markup=False, highlight=False)


def _verdict(times: Iterable[Times], limit: float) -> str:
    bad = [t for t in times if not t.passes(limit)]
    if any(t.error is not None for t in bad):
        return "[red]FAILED[/]"
    return "[red]TOO SLOW[/]" if bad else "ok"


def run(options: argparse.Namespace) -> int:
    """Measure, print and judge."""
    console = Console(stderr=True)
    found_trees = [checkout(name) for name in (options.before, options.now or str(ROOT))]
    for label, root in found_trees:
        console.print(f"setting up {label}", highlight=False)
        set_up(root)
    with tempfile.TemporaryDirectory(prefix="ledger-bench-") as folder:
        trees = []
        for side, (label, root) in zip(("before", "now"), found_trees, strict=True):
            work = Path(folder) / side
            work.mkdir()
            trees.append(Tree(label, root, work))
        both = trees[0], trees[1]
        found = _measure_in(both, Path(folder), options, console)
    result = Console()
    result.print(f"before: {both[0].label}   now: {both[1].label}", highlight=False)
    report(result, found, options.limit)
    if options.json:
        told = {name: dataclasses.asdict(times) for name, times in found.items()}
        options.json.write_text(json.dumps(told, indent=1) + "\n")
    slow = too_slow(found, options.limit)
    result.print(
        f"{len(found)} things measured: "
        + (f"{len(slow)} too slow or failed ({', '.join(slow)})" if slow else "none too slow"),
        highlight=False,
    )
    return 1 if slow else 0


def _measure_in(
    trees: tuple[Tree, Tree],
    folder: Path,
    options: argparse.Namespace,
    console: Console,
) -> Found:
    """Make what is needed in a folder and measure."""
    console.print("making games to measure with", highlight=False)
    made = material.make(trees[0], folder, games=100)
    plays = folder / "plays.json"
    plays.write_text(json.dumps(bgstats(1000)))
    passes: dict[str, int] = {}
    effort = QUICK if options.quick else THOROUGH
    groups = [
        Group("games", lambda tree: Worker.of(tree, made, passes, effort.cpu), effort.jobs),
        Group("commands", lambda tree: Commands(tree, made, plays), effort.commands),
    ]
    if Server.possible():
        groups.append(Group("server", Server, effort.server))
    else:
        console.print("the server is measured on Linux only", highlight=False)
    if any(_is_wanted(name, options.only) for name in Commands(trees[0], made, plays).names()):
        for tree in trees:
            material.run(tree, "import", made.many, plays)
            material.run(tree, "index")
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        return measure_all(groups, trees, options.only, options.limit, bar)
