"""Play many games and hold every one to the laws: end, verify, conserve, round-trip."""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from ledger.kernel.game.registry import find_game
from ledger.kernel.log.codec import read
from ledger.kernel.log.replay import Replay
from ledger.kernel.log.verify import verify
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.simulate import play
from ledger.kernel.session.reader import read_session
from ledger.kernel.session.writer import write_session

NAMES = ("Ana", "Bartek", "Celina", "Dora")
CAP = 2000
"""Turns after which a game is stopped and counted as such: two thieves can go on for ever."""


class Done(NamedTuple):
    """A game: its events, its turns, whether it was stopped, and what went wrong (or nothing)."""

    events: int
    turns: int
    capped: bool
    fault: str = ""


def one(name: str, players: int, bot: str, seed: int, options: dict[str, Any]) -> Done:
    """Play one game and hold it to the laws."""
    game = find_game(name)
    opened = open_game(game, NAMES[:players], options=options)
    bots = [game.bots[bot]] * players
    table, capped = play(game, opened, bots, f"{players}/{bot}/{seed}", max_turns=CAP)
    raw = table.bytes()
    reading = read(raw, game=game)
    done = Done(len(reading.lines), reading.lines[-1].turn, capped)
    report = verify(reading)
    if report.verdict != "legal" or report.problems:
        return done._replace(fault=f"verify: {report.verdict} {report.problems[:1]}")
    replay = Replay(game, reading.lines)
    pieces = game.pieces(replay.at(1))
    for line, state in replay.walk():
        if game.pieces(state) != pieces:
            return done._replace(fault=f"pieces are not conserved at line {line.seq}")
    if read_session(write_session(game, reading.lines), game=game).bytes() != raw:
        return done._replace(fault="export then import gives other events")
    return done


def main() -> int:
    """Run the campaign and print its figures."""
    parser = argparse.ArgumentParser(prog="scripts/campaign", description=__doc__)
    parser.add_argument("--game", default="osaka")
    parser.add_argument("--games", type=int, default=300, help="per player count and bot")
    parser.add_argument("--option", action="append", default=[], help="name=value, as JSON")
    args = parser.parse_args()
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
