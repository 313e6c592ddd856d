"""Measure this project beside its peers, and a commit beside the working tree, in one table.

    scripts/bench                          the working tree and its peers (about ten minutes)
    scripts/bench --quick                  in less than two minutes, without the viewer
    scripts/bench --against 690accb        a commit too: what it was before, and what it is now
    scripts/bench --only games             only the games, commands, index, growth or viewer

All take turns by the CPU clock, and of each thing the best time counts. Where a floor is missed the
exit code is 1. docs/benchmarks.md says what each row means and where others are faster.
`scripts/lab bench-compare COMMIT` asks something else: whether anything at all got slower.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scripts import ROOT
from scripts.console import arguments


def main() -> int:
    """Read the arguments, and measure."""
    parser = arguments("bench", __doc__)
    parser.add_argument("--against", metavar="COMMIT", help="a commit or a folder, measured too")
    parser.add_argument("--quick", action="store_true", help="less than two minutes")
    parser.add_argument("--game", action="append", help="a game to measure (default: our four)")
    parser.add_argument(
        "--only",
        action="append",
        choices=("games", "commands", "index", "growth", "viewer"),
        default=[],
    )
    parser.add_argument("--out", type=Path, default=ROOT / "bench.json")
    parser.add_argument("--install-node", action="store_true", help="fetch boardgame.io too")
    options = parser.parse_args()

    from .run import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())
