"""Measure how cost grows: one log of 100 to a million events, libraries of 100 to 10,000 games.

    scripts/growth                          up to 100,000 events and 1,000 games
    scripts/growth --most 1000000 --games 10000 --picture docs/pictures/growth.svg

Everything is measured by the CPU clock, in a process of its own. What costs more than twice as much
per event or game in the largest as in a hundredth of it grows faster than it should: then the exit
code is 1.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scripts.console import arguments


def main() -> int:
    """Read the arguments, measure and draw."""
    parser = arguments("growth", __doc__)
    parser.add_argument("--most", type=int, default=100_000, help="events of the longest log")
    parser.add_argument("--games", type=int, default=1_000, help="games of the largest library")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the curves there")
    options = parser.parse_args()

    from .run import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())
