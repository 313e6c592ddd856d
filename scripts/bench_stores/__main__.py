"""Durable groups a second, folder against PostgreSQL, turn about in one run.

Every writer has a game of its own and appends one group after the other. PostgreSQL is a server of
our own on the same disk, with its own settings as they come, and flushes like the folder. Exit
code 1: with the most writers, PostgreSQL has less than half of the folder's rate.
"""

from __future__ import annotations

import sys

from scripts.console import arguments


def main() -> int:
    """Read the arguments, and measure."""
    parser = arguments("bench-stores", __doc__)
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 8, 96])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    parser.add_argument("--repeats", type=int, default=3, help="turns; the best of each counts")
    args = parser.parse_args()

    from .measure import run

    return run(args.writers, args.seconds, args.repeats)


if __name__ == "__main__":
    sys.exit(main())
