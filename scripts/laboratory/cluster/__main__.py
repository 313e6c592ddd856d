"""Services over PostgreSQL, all that can go wrong, and a checker that knows what clients saw.

Three services, a primary and a synchronous standby; players, racers and readers ask all services in
turns. Meanwhile services are killed and paused, connections are cut and muted, the database crashes
and fails over. Then: every acknowledged command is in its log exactly once, all services tell the
same log, it verifies, and every reader saw what its viewer may see of it, without a gap.

    scripts/lab cluster                     20 minutes, 300 games, 1,500 readers, 30 commands/s
    scripts/lab cluster --seconds 60 --games 40 --readers 200
    scripts/lab cluster --break cas         must fail: what was decided too late is written
    scripts/lab cluster --break hints       must fail: lost hints are not made up for
"""

from __future__ import annotations

import signal
import sys
import tempfile
from pathlib import Path

from scripts.console import arguments, parse_with_seed, say, show


def main() -> int:
    """Run the campaign."""
    parser = arguments("lab cluster", __doc__)
    parser.add_argument("--seconds", type=float, default=1200.0)
    parser.add_argument("--services", type=int, default=3)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--readers", type=int, default=1500)
    parser.add_argument("--rate", type=float, default=30.0, help="commands a second, in all")
    parser.add_argument("--no-faults", action="store_true", help="nothing goes wrong")
    parser.add_argument("--break", dest="broken", choices=["cas", "hints"])
    options = parse_with_seed(parser)

    from scripts.laboratory.load.run import spread

    from .run import Shape, campaign

    shape = Shape(
        services=options.services,
        games=options.games,
        readers=options.readers,
        rate=options.rate / options.games,
        seconds=options.seconds,
        seed=options.seed,
        faults=not options.no_faults,
        broken=options.broken,
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # nothing may go on running behind it
    with tempfile.TemporaryDirectory(prefix="ledger-cluster-") as folder:
        made = campaign(Path(folder), shape, say)
    told = made.told
    commands = sum(len(game.acked) for game in told.games)
    found = {
        "games": len(told.games),
        "commands acknowledged": commands,
        "commands nobody waited for": sum(len(game.unsure) for game in told.games),
        "races, and commands that came too late": [told.races, told.late],
        "events in the logs": made.events,
        "lines read by readers": sum(r.lines for game in told.games for r in game.readers),
        "what went wrong": made.happened,
        "requests sent again": told.retries,
        "streams taken up elsewhere": told.resumes,
        "command as the client sees it, ms": spread(told.latencies),
        "processor: all services, ms per command": round(1000 * made.cpu / max(commands, 1), 1),
        "faults": len(made.wrong),
    }
    show(found)
    for fault in made.wrong[:20]:
        print(f"FAULT {fault}")
    return 1 if made.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
