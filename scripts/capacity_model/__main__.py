"""What a load would need, and which part breaks first, worked out from measured figures.

The figures stand in scripts/capacity_model/figures.toml, with what measured each of them. --check
holds the model against runs of `scripts/serve-load --json` that were not used to make it: exit code
1 if it is off by more than a quarter. Without a file these are the runs that --refit held back.
--measure measures the database and hints on this machine, --write puts the tables into
docs/scale.md.

--refit does it all, on a quiet machine in four to six minutes: three runs of 25 seconds for the
figures of a service, two that are held back, the database; then it writes the figures, the runs
(scripts/capacity_model/runs.json) and docs/scale.md, and checks. If what was measured cannot be, it
says so and writes nothing. Figures of the store and the lake come from scripts/large-library and
scripts/bench-stores, by hand.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from scripts import ROOT
from scripts.console import arguments

if TYPE_CHECKING:
    from .model import Figures, Load, Need, Run

FIGURES = Path(__file__).with_name("figures.toml")
PAGE = ROOT / "docs" / "scale.md"
GAMES = (1_000, 100_000, 10_000_000)
OFF = 0.25
_BEGIN, _END = "<!-- scripts/capacity --write -->\n", "<!-- the end of that -->\n"
_RUNS = "<!-- scripts/capacity --write, the runs -->\n"


def read_figures(path: Path = FIGURES) -> Figures:
    """Read the measured figures; what measured them is for people."""
    import msgspec

    from .model import Figures

    found = tomllib.loads(path.read_text("utf-8"))
    return msgspec.convert({name: value["value"] for name, value in found.items()}, Figures)


def shown(value: float, unit: str) -> str:
    """Return a figure as people read it."""
    if value == float("inf"):
        return "cannot be had"
    if "bytes" in unit:
        for size, name in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
            if value >= size:
                return f"{value / size:,.3g} {unit.replace('bytes', name)}"
        return f"{value:,.0f} {unit}"
    if unit == "processes":
        return f"{-(-value // 1):,.0f}"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.2g} {unit}"


def columns(figures: Figures, loads: list[Load]) -> list[list[Need]]:
    """Return what each load needs."""
    from .model import needs

    return [needs(figures, load) for load in loads]


def table(figures: Figures, loads: list[Load]) -> str:
    """Return the table of docs/scale.md."""
    from .model import first_to_break

    found = columns(figures, loads)
    head = " | ".join(f"{load.games:,} games" for load in loads)
    lines = [f"| | {head} |", "|---" * (len(loads) + 1) + "|"]
    for row in zip(*found, strict=True):
        cells = [
            shown(need.value, need.unit) + (f" (**{need.parts:,.1f}×**)" if need.parts > 1 else "")
            for need in row
        ]
        lines.append(f"| {row[0].name} | {' | '.join(cells)} |")
    broken = [first_to_break(needs) for needs in found]
    told = " | ".join("nothing" if need is None else need.name for need in broken)
    return "\n".join((*lines, f"| breaks first | {told} |")) + "\n"


def with_table(page: str, text: str, begin: str = _BEGIN) -> str:
    """Return the page with another table."""
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(_END)
    return before + begin + text + _END + after


def written(page: str, figures: Figures, loads: list[Load]) -> str:
    """Return the page with the tables that figures give."""
    from .refit import read_runs, told_of

    return with_table(with_table(page, table(figures, loads)), told_of(figures, read_runs()), _RUNS)


def check(figures: Figures, run: Run) -> float:
    """Print what the model says about a run; return how far off it is."""
    from .model import measured_ms
    from .refit import off_by

    off, said = off_by(figures, run), measured_ms(figures, run.readers, run.rate)
    print(
        f"{run.rate:.0f} commands/s, {run.readers:.1f} readers of a game: the model says "
        f"{said:.2f} ms for each, it was {run.ms}: {off:+.0%}"
    )
    return abs(off)


def check_all(figures: Figures, files: list[Path]) -> int:
    """Hold the model against runs in files, or those that were held back; return the exit code."""
    from .refit import read_run, read_runs, split

    runs = [read_run(json.loads(file.read_text())) for file in files]
    runs = runs or [seen.run for seen in split(read_runs())[1]]
    return int(max([check(figures, run) for run in runs]) > OFF)


def refit(loads: list[Load]) -> int:
    """Measure the figures of a service anew, write them, and check; return the exit code."""
    import msgspec

    from .refit import RUNS, fitted, measure, with_values

    runs, database = measure()
    try:
        values = fitted(runs, database)
    except ValueError as e:
        print(e, file=sys.stderr)
        return 1
    FIGURES.write_text(with_values(FIGURES.read_text("utf-8"), values), "utf-8")
    RUNS.write_bytes(msgspec.json.format(msgspec.json.encode(runs)) + b"\n")
    figures = read_figures()
    PAGE.write_text(written(PAGE.read_text("utf-8"), figures, loads), "utf-8")
    for name, value in values.items():
        print(f"{name} {value:.3g}")
    return check_all(figures, [])


def main() -> int:
    """Read the arguments, and print."""
    parser = arguments("capacity", __doc__)
    parser.add_argument("--games", type=int, nargs="+", default=list(GAMES), help="at once")
    parser.add_argument("--commands", type=float, default=4.0, help="of a game, in a minute")
    parser.add_argument("--readers", type=float, default=3.0, help="of a game")
    parser.add_argument("--figures", type=Path, default=FIGURES, help="other measured figures")
    parser.add_argument("--check", type=Path, nargs="*", metavar="RUN", help="of serve-load --json")
    parser.add_argument("--refit", action="store_true", help="measure, write and check: see above")
    parser.add_argument("--measure", action="store_true", help="the database, here and now")
    parser.add_argument("--write", action="store_true", help="the tables, into docs/scale.md")
    args = parser.parse_args()
    if args.measure:
        from .measure import database

        print(json.dumps(database(), indent=1))
        return 0
    from .model import Load

    if args.refit:
        return refit([Load(games=games) for games in GAMES])
    figures = read_figures(args.figures)
    if args.check is not None:
        return check_all(figures, args.check)
    loads = [
        Load(games=games, commands_per_minute=args.commands, readers=args.readers)
        for games in args.games
    ]
    if args.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), figures, loads), "utf-8")
    print(table(figures, loads), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
