"""Play many games against one service, with many readers, and check every event.

The service and the clients are processes of their own. Everything that was answered must be in the
logs once, every log must verify, and every reader must have seen exactly what its viewer may see of
the log. With --kills the service is ended by `kill -9` again and again meanwhile: clients send
again what was not answered, and readers come back with the last line they saw.

    scripts/lab load                        200 games, 1 command/s each, 1,000 readers, 2 min
    scripts/lab load --rate 0 --seconds 10  as fast as it goes
    scripts/lab load --kills 50 --seconds 2 --games 40 --readers 100 --rate 0
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.console import arguments, parse_with_seed, say, show

if TYPE_CHECKING:
    from .run import Figures, Shape


def figures(shape: Shape, made: Figures) -> dict[str, Any]:
    """Return what a run gave, ready to be printed."""
    from .run import spread

    told, checked = made.told, made.checked
    return {
        "games at once": shape.games,
        "readers": shape.readers,
        "games": checked.games,
        "commands acknowledged": checked.commands,
        "events in the logs": checked.events,
        "lines read by readers": checked.lines_read,
        "commands/s": round(checked.commands / told.played, 1),
        "command as the client sees it, ms": spread(told.latencies),
        "requests sent again": told.retries,
        "streams resumed": told.resumes,
        "memory of the service, MB": round(made.memory, 1),
        "processor: service, ms per command": round(
            1000 * made.cpu / max(len(told.latencies), 1), 2
        ),
        "faults": checked.faults[:20],
    }


def main() -> int:
    """Run the load; the exit code says whether anything was lost, doubled or wrong."""
    parser = arguments("lab load", __doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--readers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=120.0, help="to play, after all kills")
    parser.add_argument("--rate", type=float, default=1.0, help="commands/s of a game; 0: no limit")
    parser.add_argument("--kills", type=int, default=0, help="how often the service is killed")
    parser.add_argument(
        "--most", type=float, default=2.0, help="seconds between two kills, at most"
    )
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--dir", type=Path, help="where to work")
    options = parse_with_seed(parser)

    from .run import Shape, run

    shape = Shape(
        options.games,
        options.readers,
        options.rate,
        options.seconds,
        options.kills,
        options.most,
        options.seed,
    )
    with tempfile.TemporaryDirectory(dir=options.dir) as folder:
        found = figures(shape, run(Path(folder), shape, say))
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        show(found)
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
