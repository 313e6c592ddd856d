"""A whole cluster on this machine, to look at: PostgreSQL, services, a proxy, bots and readers.

Bots play through the proxy, readers follow; now and then a service is killed, and everybody goes on
at another one. Exit code 1: nobody could play, or a reader of a game that is over lacks a line.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from scripts.console import arguments


def main() -> int:
    """Read the arguments, run and show."""
    parser = arguments("cluster-demo", __doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--services", type=int, default=3)
    parser.add_argument("--games", type=int, default=6, help="at once")
    parser.add_argument("--readers", type=int, default=3, help="of each game")
    parser.add_argument("--delay", type=float, default=0.3, help="seconds that a bot thinks")
    parser.add_argument("--kill", type=float, default=12.0, help="one every so often; 0: none")
    args = parser.parse_args()

    from rich.console import Console
    from rich.live import Live

    from .demo import cluster
    from .screen import Screen

    console, rng = Console(), random.Random(1)
    console.print("starting PostgreSQL and the services …")
    with (
        tempfile.TemporaryDirectory() as folder,
        cluster(Path(folder), args.services, args.delay) as demo,
    ):
        demo.start(args.games, args.readers)
        screen = Screen(demo)
        end = time.monotonic() + args.seconds
        strike = time.monotonic() + (args.kill or 2 * args.seconds)
        back, struck, said = 0.0, None, f"the proxy is at {demo.url}"
        with Live(console=console, refresh_per_second=4) as live:
            while (now := time.monotonic()) < end:
                if struck is None and now > strike and end - now > args.kill / 2:
                    struck = demo.strike(rng)
                    said = f"kill -9 of the service at port {struck.port}"
                    back = now + 3
                elif struck is not None and now > back:
                    struck.start_again()
                    said = f"the service at port {struck.port} is started again"
                    struck, strike = None, now + args.kill
                live.update(screen.draw(said))
                time.sleep(0.5)
        demo.stop()
        if struck is not None:
            struck.start_again()
        faults = demo.check()
        console.print(
            f"{demo.played:,} moves, {demo.read:,} lines read, {demo.ended} games over, "
            f"{sum(s.kills for s in demo.services)} services killed: "
            + ("no reader lacks a line" if not faults else "; ".join(faults[:5]))
        )
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
