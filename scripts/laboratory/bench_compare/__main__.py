"""Measure two commits against each other, by CPU time and in turns.

    scripts/lab bench-compare 690accb                  a commit and the working tree
    scripts/lab bench-compare v1 --with v2             two commits
    scripts/lab bench-compare ../old --with ../new     two folders, with the environments they have
    scripts/lab bench-compare main --quick            a short run of about two minutes
    scripts/lab bench-compare main --only verify    only what has this in its name

A commit is checked out below .bench/ (which git ignores) and set up there by its own
scripts/setup; `git worktree remove` lets go of it. Both trees work on the same logs, in turns of
short rounds, with new processes in each lap. The ratio is the speed now as a part of the speed
before: 2 is twice as fast. What is below the limit is measured again for longer; if it stays
there, the exit code is 1. One program measures both trees, and it uses only the public API of
`ledger`, the command `ledger` and the HTTP API, so modules may be called what they like.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scripts.console import arguments

from .verdict import LIMIT


def main() -> int:
    """Read the arguments, and compare."""
    parser = arguments("lab bench-compare", __doc__)
    parser.add_argument(
        "before",
        nargs="?",
        default="HEAD",
        help="a commit or a folder (default: the last commit)",
    )
    parser.add_argument(
        "--with", dest="now", metavar="NOW", help="another one (default: the working tree)"
    )
    parser.add_argument("--quick", action="store_true", help="about two minutes")
    parser.add_argument(
        "--only", action="append", default=[], metavar="TEXT", help="may be repeated"
    )
    parser.add_argument("--limit", type=float, default=LIMIT, help="default: %(default)s")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every time there")
    options = parser.parse_args()

    from .compare import run

    return run(options)


if __name__ == "__main__":
    sys.exit(main())
