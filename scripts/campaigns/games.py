"""Play many games and hold every one to the laws: end, verify, conserve, round-trip."""

from __future__ import annotations

import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from scripts.console import arguments


def main() -> int:
    """Run the campaign and print its figures."""
    parser = arguments("campaign", __doc__)
    parser.add_argument("--game", default="osaka")
    parser.add_argument("--games", type=int, default=300, help="per player count and bot")
    parser.add_argument("--option", action="append", default=[], help="name=value, as JSON")
    args = parser.parse_args()

    from rich.console import Console
    from rich.progress import track
    from rich.table import Table as Grid

    from ledger.kernel.game.registry import find_game

    from .one_game import one

    options = {k: json.loads(v) for k, _, v in (o.partition("=") for o in args.option)}
    console = Console()
    title = " ".join((args.game, *args.option))
    heads = ("players", "bot", "games", "events", "turns (mean, most)", "stopped", "faults")
    grid = Grid(*heads, title=title)
    game, faults, start = find_game(args.game), 0, time.perf_counter()
    with ProcessPoolExecutor() as pool:
        for players in game.meta.players:
            for bot in game.bots:
                jobs = pool.map(
                    one,
                    repeat(args.game),
                    repeat(players),
                    repeat(bot),
                    range(args.games),
                    repeat(options),
                    chunksize=10,
                )
                done = list(track(jobs, f"{players} players, {bot}", args.games, console=console))
                wrong = [(i, d.fault) for i, d in enumerate(done) if d.fault]
                faults += len(wrong)
                turns = [d.turns for d in done]
                mean = f"{sum(turns) / args.games:.1f}, {max(turns)}"
                stopped, events = sum(d.capped for d in done), sum(d.events for d in done)
                row = (players, bot, args.games, events, mean, stopped, len(wrong))
                grid.add_row(*map(str, row))
                for i, w in wrong[:5]:
                    console.print(f"game {i}: {w}")
    console.print(grid)
    console.print(f"{time.perf_counter() - start:.0f} s, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
