"""What a load would need, and which part breaks first, worked out from measured figures.

The figures stand in scripts/capacity_model/figures.toml, with what measured each of them. --check
holds the model against a run of `scripts/serve-load --json` that was not used to make it: exit code
1 if it is off by more than a quarter. --measure measures the database and hints on this machine,
--write puts the table into docs/scale.md.
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


def with_table(page: str, text: str) -> str:
    """Return the page with another table."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return before + _BEGIN + text + _END + after


def check(figures: Figures, run: dict[str, float]) -> float:
    """Print what the model says about a run; return how far off it is."""
    from .model import measured_ms

    seen = read_run(run)
    said = measured_ms(figures, seen.readers, seen.rate)
    print(
        f"{seen.rate:.0f} commands/s, {seen.readers:.1f} readers of a game: the model says "
        f"{said:.2f} ms for each, it was {seen.ms}: {said / seen.ms - 1:+.0%}"
    )
    return abs(said / seen.ms - 1)


def read_run(run: dict[str, float]) -> Run:
    """Return what the model needs of a run of serve-load."""
    from .model import Run

    return Run(
        run["lines read by readers"] / run["events in the logs"],
        run["commands/s"],
        run["processor: server, ms per command"],
    )


def main() -> int:
    """Read the arguments, and print."""
    parser = arguments("capacity", __doc__)
    parser.add_argument("--games", type=int, nargs="+", default=list(GAMES), help="at once")
    parser.add_argument("--commands", type=float, default=4.0, help="of a game, in a minute")
    parser.add_argument("--readers", type=float, default=3.0, help="of a game")
    parser.add_argument("--figures", type=Path, default=FIGURES, help="other measured figures")
    parser.add_argument("--check", type=Path, nargs="+", metavar="RUN", help="of serve-load --json")
    parser.add_argument("--measure", action="store_true", help="the database, here and now")
    parser.add_argument("--write", action="store_true", help="the table, into docs/scale.md")
    parser.add_argument(
        "--fit",
        type=Path,
        nargs=3,
        metavar="RUN",
        help="of serve-load --json: few readers, more of them, more commands a second",
    )
    args = parser.parse_args()
    if args.fit:
        from .model import fit

        runs = [read_run(json.loads(path.read_text())) for path in args.fit]
        for name, value in zip(("idle", "command", "delivery"), fit(*runs), strict=True):
            print(f"{name}_ms {value:.3f}")
        return 0
    if args.measure:
        from .measure import database

        print(json.dumps(database(), indent=1))
        return 0
    figures = read_figures(args.figures)
    if args.check:
        return int(max([check(figures, json.loads(run.read_text())) for run in args.check]) > OFF)
    from .model import Load

    loads = [
        Load(games=games, commands_per_minute=args.commands, readers=args.readers)
        for games in args.games
    ]
    text = table(figures, loads)
    if args.write:
        PAGE.write_text(with_table(PAGE.read_text("utf-8"), text), "utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
