"""Plant one error into each of many sessions, and count how many are blamed where they stand.

A quarter of the files has a stray line, a quarter a card too many, a quarter a wrong player and a
quarter a missing answer; which line is right for each is written in scripts/campaigns/planting.py.
Of a card too many, the caret is looked at as well.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from scripts.console import arguments

GAMES = ("century", "istanbul", "klongs", "osaka")


def main() -> int:
    """Run the campaign and print its figures."""
    parser = arguments("planted-errors", __doc__)
    parser.add_argument("--files", type=int, default=200, help="how many in all")
    parser.add_argument("--seed", type=int, default=0, help="other files with another number")
    parser.add_argument("--floor", type=float, default=0.95, help="share that must be right")
    parser.add_argument("--keep", type=Path, help="write the files here, as JSON")
    parser.add_argument("--again", type=Path, help="judge the files that were kept before")
    args = parser.parse_args()

    from rich.console import Console
    from rich.table import Table as Grid

    from .planting import KINDS, Planted, blamed, planted

    console, start = Console(), time.perf_counter()
    wanted = [(GAMES[i % 4], KINDS[i // 4 % 4], args.seed + i // 16) for i in range(args.files)]
    with ProcessPoolExecutor() as pool:
        if args.again is None:
            files = list(pool.map(planted, *zip(*wanted, strict=True), chunksize=4))
        else:
            files = [Planted(*row) for row in json.loads(args.again.read_text("utf-8"))]
        places = list(pool.map(blamed, files, chunksize=4))
    if args.keep is not None:
        args.keep.write_text(json.dumps(files), "utf-8")
    count = Counter[tuple[str, str]]()
    for file, (line, column) in zip(files, places, strict=True):
        hit = line == file.line
        for key in (file.kind, file.game, "all"):
            count[key, "files"] += 1
            count[key, "lines"] += hit
            count[key, "cards"] += file.column is not None
            count[key, "carets"] += hit and file.column == column
        if not hit or file.column not in (None, column):
            place = f"{file.line}:{file.column or ''}"
            console.print(f"{file.game}, {file.kind}: {place} is right, blamed is {line}:{column}")
            lines = file.text.splitlines()
            near = {*range(file.line - 2, file.line + 3), line or 0} & {*range(1, len(lines) + 1)}
            console.print(*(f"{i:6} {lines[i - 1]}\n" for i in sorted(near)), markup=False, sep="")
    grid = Grid("", "files", "right line", "right caret")
    for key in (*KINDS, *GAMES, "all"):
        files_, right, cards, carets = (
            count[key, what] for what in ("files", "lines", "cards", "carets")
        )
        grid.add_row(key, str(files_), f"{right}", f"{carets} of {cards}" if cards else "")
    console.print(grid)
    console.print(f"{time.perf_counter() - start:.0f} s")
    return 0 if count["all", "lines"] >= args.floor * len(files) else 1


if __name__ == "__main__":
    sys.exit(main())
