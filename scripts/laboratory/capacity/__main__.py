"""What a load would need, and which part breaks first, worked out from measured figures.

The figures are in scripts/laboratory/capacity/figures.toml, with what measured each of them.

    scripts/lab capacity                    the table of docs/scale.md
    scripts/lab capacity --games 5000       of other numbers of games
    scripts/lab capacity --write            puts the table into docs/scale.md
    scripts/lab capacity --fit FEW READERS FASTER
    scripts/lab capacity --check RUN ...

A RUN is a file of `scripts/lab load --json`. --fit prints the figures of a service that follow from
three of them: the second has more readers than the first, the third more games. --check holds the
model against others: exit code 1 if it is off by more than a quarter.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from scripts import ROOT
from scripts.console import arguments, show

if TYPE_CHECKING:
    from .model import Figures, Load, Run

FIGURES = Path(__file__).with_name("figures.toml")
PAGE = ROOT / "docs" / "scale.md"
GAMES = (1_000, 100_000, 10_000_000)
OFF = 0.25
_BEGIN, _END = "<!-- scripts/lab capacity --write -->\n", "<!-- the end of that -->\n"


def read_figures(path: Path = FIGURES) -> Figures:
    """Read the measured figures; what measured them is for people."""
    import msgspec

    from .model import Figures

    found = tomllib.loads(path.read_text("utf-8"))
    return msgspec.convert({name: value["value"] for name, value in found.items()}, Figures)


def read_run(path: Path) -> Run:
    """Read a run of `scripts/lab load --json`."""
    from .model import Run

    told = json.loads(path.read_text("utf-8"))
    return Run(
        games=told["games at once"],
        readers=told["readers"],
        readers_of_a_game=told["lines read by readers"] / told["events in the logs"],
        rate=told["commands/s"],
        ms=told["processor: service, ms per command"],
        megabytes=told["memory of the service, MB"],
    )


def shown(value: float, unit: str) -> str:
    """Return a figure as people read it."""
    if "bytes" in unit:
        for size, name in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
            if value >= size:
                return f"{value / size:,.3g} {unit.replace('bytes', name)}"
        return f"{value:,.0f} {unit}"
    if unit == "processes":
        return f"{-(-value // 1):,.0f}"
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.2g} {unit}"


def table(figures: Figures, loads: list[Load]) -> str:
    """Return the table of docs/scale.md."""
    from .model import first_to_break, needs

    found = [needs(figures, load) for load in loads]
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


def written(page: str, text: str) -> str:
    """Return the page with another table."""
    before, _, rest = page.partition(_BEGIN)
    return before + _BEGIN + text + _END + rest.partition(_END)[2]


def off_by(figures: Figures, run: Run) -> float:
    """Print what the model says about a run; return how far off it is."""
    from .model import measured_ms

    said = measured_ms(figures, run.readers_of_a_game, run.rate)
    off = said / run.ms - 1
    print(
        f"{run.rate:.0f} commands/s, {run.readers_of_a_game:.1f} readers of a game: the model says "
        f"{said:.2f} ms for each, it was {run.ms}: {off:+.0%}"
    )
    return abs(off)


def main() -> int:
    """Read the arguments, and print."""
    parser = arguments("lab capacity", __doc__)
    parser.add_argument("--games", type=int, nargs="+", default=list(GAMES), help="at once")
    parser.add_argument("--commands", type=float, default=4.0, help="of a game, in a minute")
    parser.add_argument("--readers", type=float, default=3.0, help="of a game")
    parser.add_argument("--write", action="store_true", help="the table, into docs/scale.md")
    parser.add_argument("--fit", type=Path, nargs=3, metavar=("FEW", "READERS", "FASTER"))
    parser.add_argument("--check", type=Path, nargs="+", metavar="RUN")
    args = parser.parse_args()

    from .model import Load, fit

    figures = read_figures()
    if args.fit:
        show(fit(*map(read_run, args.fit)))
        return 0
    if args.check:
        return int(max([off_by(figures, read_run(path)) for path in args.check]) > OFF)
    loads = [
        Load(games=games, commands_per_minute=args.commands, readers=args.readers)
        for games in args.games
    ]
    text = table(figures, loads)
    if args.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), text), "utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
