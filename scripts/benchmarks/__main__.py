"""Measure this project beside its peers in one run: rates, and their ratios.

`scripts/bench --compare COMMIT` measures the working tree against a commit, or two commits,
instead; `scripts/bench --compare --help` says how.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scripts import ROOT
from scripts.console import arguments, say


def main() -> int:
    """Read the arguments, install the peers, and measure."""
    parser = arguments("bench", __doc__)
    parser.add_argument("--game", action="append", help="a game to measure (default: all of ours)")
    parser.add_argument("--seconds", type=float, default=1.0, help="per repeat and metric")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--out", type=Path, default=ROOT / "bench.json")
    parser.add_argument("--library", type=Path, help="measure the index of this library")
    parser.add_argument("--library-games", type=int, default=500, help="or of so many new games")
    parser.add_argument("--install-node", action="store_true", help="fetch boardgame.io too")
    args = parser.parse_args()
    say("installing the peers")
    pip = (sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check")
    subprocess.run([*pip, "-c", "constraints-bench.txt", "-e", ".[bench]"], cwd=ROOT, check=True)

    from .own import run

    return run(args)


if __name__ == "__main__":
    sys.exit(main())
