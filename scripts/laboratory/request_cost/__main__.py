"""Measure the CPU of single requests by a player, over lines, routes and games.

A seat sends everything that a seat may send, with the words, lists and letters that take longest,
at the position with the most legal moves for each question. No request may cost more than its
bound, nor grow faster than in proportion to its length. With --flood a seat sends its worst lines
at the full rate over many connections to a service with its usual limits, while somebody else asks
for /health again and again.

    scripts/lab request-cost                     all games
    scripts/lab request-cost --game klongs --seed 7
    scripts/lab request-cost --flood 20          20 seconds of each game
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from scripts.console import arguments, parse_with_seed, show

GAMES = ("osaka", "istanbul", "century", "klongs")


def main() -> int:
    """Measure; the exit code says whether anything costs too much."""
    parser = arguments("lab request-cost", __doc__)
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game")
    parser.add_argument("--bound", type=float, default=50.0, help="ms that a typed line may cost")
    parser.add_argument(
        "--listed", type=float, default=500.0, help="ms that moves, scenes or whole logs may cost"
    )
    parser.add_argument("--flood", type=float, metavar="SECONDS", help="and what /health takes")
    parser.add_argument("--p95", type=float, default=50.0, help="ms that /health may take then")
    given = parse_with_seed(parser)
    seed = given.seed
    from .flood import flood
    from .measuring import measured

    faults: list[str] = []
    for name in given.game or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            if given.flood:
                found = flood(Path(folder), name, random.Random(f"{seed}/{name}"), given.flood)
                faults += [f"{name}: /health took {found.p95:.0f} ms"] * (found.p95 > given.p95)
                show({name: found._asdict()})
                continue
            costs = measured(Path(folder), name, seed)
            show({f"{name}, requests": len(costs)})
            for cost in sorted(costs, key=lambda cost: -cost.long)[:8]:
                show({f"  {cost.ask}: {cost.name}"[:50]: f"{cost.long:.1f} ms"})
            for cost in costs:
                bound = given.bound if cost.grows else given.listed
                if cost.long > bound:
                    faults.append(f"{name}, {cost.ask}: {cost.name} took {cost.long:.0f} ms")
                if cost.too_steep:
                    faults.append(
                        f"{name}, {cost.ask}: {cost.name} took {cost.short:.0f} ms, and "
                        f"{cost.long:.0f} ms when it was four times as long"
                    )
                if cost.status >= 500:
                    faults.append(f"{name}, {cost.ask}: {cost.name} was answered by {cost.status}")
    for fault in faults:
        print(fault)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
