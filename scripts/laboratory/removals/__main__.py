"""Remove, undo and import again in random order: a library is what is left of it.

At each step something is imported, removed, taken back or brought back. Then a second library is
made, which only ever got what counts in the journal of the first; both must hold the same games,
people, tables, ratings and exports. The seed is printed, and --seed takes it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from scripts.console import arguments, parse_with_seed, say


def main() -> int:
    """Run what the command line says."""
    parser = arguments("lab removals", __doc__)
    parser.add_argument("--steps", type=int, default=300, help="how much happens (300)")
    options = parse_with_seed(parser)
    from .campaign import Difference, run

    with tempfile.TemporaryDirectory(prefix="ledger-removals-") as name:
        try:
            made = run(Path(name), options.seed, options.steps)
        except Difference as e:
            say(str(e))
            return 1
    say(f"{options.steps} steps, {len(made.done)} changes: as a library that only had what is left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
