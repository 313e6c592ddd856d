"""Measuring the figures of a service anew: three runs to fit them, two more to hold them against.

A run is `scripts/serve-load --json` over a folder, with one process. The runs are kept beside the
figures, so that anybody can see what came out and hold a changed model against them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from scripts.console import say

from .model import Figures, Run, fit, measured_ms

RUNS = Path(__file__).with_name("runs.json")
SECONDS = 25
"""Of each run; setting it up and checking every event takes about as long again."""


class Shape(NamedTuple):
    """How many games a run has, and how many readers in all."""

    games: int
    readers: int


FITTED = (Shape(20, 20), Shape(20, 200), Shape(60, 60))
"""Few readers, more of them, and more commands a second."""
HELD_BACK = (Shape(60, 300), Shape(40, 160))
"""What the model must predict."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What was seen in a run, as far as the model needs it."""

    games: int
    readers: int
    readers_of_a_game: float
    commands_a_second: float
    events_per_command: float
    ms: float
    megabytes: float

    @property
    def run(self) -> Run:
        """The run, as the model takes it."""
        return Run(self.readers_of_a_game, self.commands_a_second, self.ms)


def read_run(told: Mapping[str, Any]) -> Run:
    """Return what the model needs of what serve-load told."""
    return Run(
        told["lines read by readers"] / told["events in the logs"],
        told["commands/s"],
        told["processor: server, ms per command"],
    )


def seen_in(shape: Shape, told: Mapping[str, Any]) -> Seen:
    """Return what was seen in a run."""
    run = read_run(told)
    return Seen(
        games=shape.games,
        readers=shape.readers,
        readers_of_a_game=round(run.readers, 2),
        commands_a_second=run.rate,
        events_per_command=round(told["events in the logs"] / told["commands acknowledged"], 2),
        ms=run.ms,
        megabytes=told["memory, MB: 3rd quarter, last"][-1],
    )


def read_runs() -> list[Seen]:
    """Return the runs from which the figures were made, and those that were held back."""
    return msgspec.json.decode(RUNS.read_bytes(), type=list[Seen])


def split(runs: list[Seen]) -> tuple[list[Seen], list[Seen]]:
    """Return the runs that the figures were fitted to, and those that they were not."""
    return runs[: len(FITTED)], runs[len(FITTED) :]


def measure() -> tuple[list[Seen], dict[str, float]]:
    """Measure everything anew, one thing after the other; return the runs and the database."""
    from .measure import database

    shapes = (*FITTED, *HELD_BACK)
    steps = len(shapes) + 1
    runs = []
    for n, shape in enumerate(shapes, 1):
        use = "for the fit" if shape in FITTED else "held back"
        say(f"{n} of {steps}: {shape.games} games, {shape.readers} readers, {SECONDS} s ({use})")
        runs.append(seen_in(shape, _serve_load(shape)))
    say(f"{steps} of {steps}: the database and its hints")
    return runs, database()


def _serve_load(shape: Shape) -> Any:
    words = ["--games", shape.games, "--readers", shape.readers, "--seconds", SECONDS, "--json"]
    command = [sys.executable, "-m", "scripts.load", *map(str, words)]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        raise RuntimeError(f"serve-load gave no figures for {shape}: {done.stdout}") from None


def fitted(runs: list[Seen], database: Mapping[str, float]) -> dict[str, float]:
    """Return the figures that runs give; what can't be is no figure."""
    few, read, faster = split(runs)[0]
    idle, command, delivery = fit(few.run, read.run, faster.run)
    viewer = (read.megabytes - few.megabytes) * 1e6 / (read.readers - few.readers)
    more = (faster.megabytes - few.megabytes) * 1e6 - (faster.readers - few.readers) * viewer
    found = {
        "idle_ms": idle,
        "command_ms": command,
        "delivery_ms": delivery,
        "viewer_bytes": round(viewer, -3),
        "room_bytes": round(more / (faster.games - few.games), -3),
        "events_per_command": sum(run.events_per_command for run in runs) / len(runs),
        "database_ms": database["database_ms"],
        "hint_ms": database["hint_ms"],
        "wake_ms": database["wake_ms"],
    }
    if wrong := [f"{name} {value:.3g}" for name, value in found.items() if value <= 0]:
        raise ValueError(f"this can't be: {', '.join(wrong)}; the machine was too busy, try again")
    return found


def with_values(figures: str, values: Mapping[str, float]) -> str:
    """Return the file of figures with other values; the rest of it stays as it is."""
    for name, value in values.items():
        text = f"{value:_.0f}" if value >= 1000 else f"{value:.3g}"
        figures, changed = re.subn(
            rf"(?m)^(\[{name}\]\nvalue = ).*$", rf"\g<1>{text}", figures, count=1
        )
        if not changed:
            raise ValueError(f"there is no figure {name}")
    return figures


def off_by(figures: Figures, run: Run) -> float:
    """Return how far off the model is: 0.1 if it says a tenth too much."""
    return measured_ms(figures, run.readers, run.rate) / run.ms - 1


def told_of(figures: Figures, runs: list[Seen]) -> str:
    """Return the runs and what the model says of them, as a table of docs/scale.md."""
    lines = [
        "| games | readers | commands/s | for each, measured | the model says | |",
        "|---|---|---|---|---|---|",
    ]
    made, _ = split(runs)
    for seen in runs:
        use = "used to make it" if seen in made else "**not used**"
        off = off_by(figures, seen.run)
        said = measured_ms(figures, seen.run.readers, seen.run.rate)
        lines.append(
            f"| {seen.games} | {seen.readers} | {seen.commands_a_second:.0f} | {seen.ms:.2f} ms "
            f"| {said:.2f} ms ({off:+.0%}) | {use} |"
        )
    return "\n".join(lines) + "\n"
