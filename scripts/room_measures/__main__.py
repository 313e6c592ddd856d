"""What an open game costs the service: processor to open it, memory to keep it.

    scripts/room-cost                    100 games of usual length, three viewers each
    scripts/room-cost --lines 100000     one long game: how long until it is open

Games are simulated and cut off before their end, so that they go on. Memory is what the process has
more afterwards (RSS), when everybody has gone quiet for a moment; processor is CPU time.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from scripts.console import arguments


def main() -> None:
    """Measure and print."""
    parser = arguments("room-cost", __doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--lines", type=int, help="one game of so many lines instead")
    options = parser.parse_args()

    from .cost import fill, lengthen, measure

    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "library"
        ids = lengthen(library, options.lines) if options.lines else fill(library, options.games)
        for name, value in asyncio.run(measure(library, ids)).items():
            print(f"{name + ':':<44} {value:.2f}")


if __name__ == "__main__":
    main()
