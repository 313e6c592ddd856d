"""End a server by `kill -9` again and again while games are played and followed.

Clients send again what was not answered, with the same key; readers come back with the last
line they saw. At the end everything that was answered must be in the logs once, every log must
verify, and every reader must have seen all of it without a gap.

    scripts/serve-kill                        50 times, 40 games, 100 readers
    scripts/serve-kill --games 200 --readers 1000 --rate 1
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from scripts.console import arguments, say


def main() -> int:
    """Run the campaign; the exit code says whether anything was lost, doubled or wrong."""
    parser = arguments("serve-kill", __doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--readers", type=int, default=100)
    parser.add_argument("--rate", type=float, default=0.0, help="commands/s of a game; 0: no limit")
    parser.add_argument(
        "--most", type=float, default=2.0, help="seconds between two kills, at most"
    )
    parser.add_argument("--dir", type=Path, help="where to work")
    options = parser.parse_args()

    from .run import Shape, killed

    shape = Shape(options.games, options.readers, options.rate)
    with tempfile.TemporaryDirectory(dir=options.dir) as folder:
        told, checked, *_ = killed(Path(folder), shape, options.kills, options.most, say)
    resumes = sum(reader.resumes for game in told.games for reader in game.readers)
    print(
        f"{options.kills} kills in {told.played:.0f} s: {checked.games} games, "
        f"{checked.commands} commands acknowledged, {checked.events} events in the logs, "
        f"{told.retries} more tries of requests, {resumes} streams resumed, "
        f"{checked.lines_read} lines read, {len(checked.faults)} faults"
    )
    for fault in checked.faults[:20]:
        print(fault, file=sys.stderr)
    return 1 if checked.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
