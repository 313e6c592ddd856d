"""Play many games and hold every one to the laws: end, verify, conserve, round-trip."""

from __future__ import annotations

import argparse
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from ledger.kernel.chance import Seeded
from ledger.kernel.codec import read
from ledger.kernel.fold import Replay
from ledger.kernel.game import find_game
from ledger.kernel.session_read import read_session
from ledger.kernel.session_write import write_session
from ledger.kernel.table import Table, open_game
from ledger.kernel.verify import verify

NAMES = ("Ana", "Bartek", "Celina", "Dora")
CAP = 5000


def one(name: str, players: int, bot: str, seed: int) -> tuple[int, int, str]:
    """Play one game; return its events, its turns and what went wrong (or nothing)."""
    game = find_game(name)
    rng = random.Random(f"{players}/{bot}/{seed}")
    chance, player = Seeded(rng), game.bots[bot]
    table = Table.open(game, open_game(game, NAMES[:players]), chance)
    while not table.over:
        if table.head.cmd > CAP:
            return len(table.lines), 0, f"not over after {CAP} commands"
        seat = game.awaiting(table.state)[0].seat
        table.do(player.choose(game, table.state, seat, rng), chance, trusted=True)
    table.seal()
    raw = table.bytes()
    reading = read(raw, game=game)
    turns = reading.lines[-1].turn
    report = verify(reading)
    if report.verdict != "legal" or report.problems:
        return len(reading.lines), turns, f"verify: {report.verdict} {report.problems[:1]}"
    replay = Replay(game, reading.lines)
    pieces = game.pieces(replay.at(1))
    for line, state in replay.walk():
        if game.pieces(state) != pieces:
            return len(reading.lines), turns, f"pieces are not conserved at line {line.seq}"
    if read_session(write_session(game, reading.lines), game=game).bytes() != raw:
        return len(reading.lines), turns, "export then import gives other events"
    return len(reading.lines), turns, ""


def main() -> int:
    """Run the campaign and print its figures."""
    parser = argparse.ArgumentParser(prog="scripts/campaign", description=__doc__)
    parser.add_argument("--game", default="osaka")
    parser.add_argument("--games", type=int, default=300, help="per player count and bot")
    args = parser.parse_args()
    console = Console()
    grid = Grid("players", "bot", "games", "events", "turns (mean)", "faults", title=args.game)
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
                    chunksize=10,
                )
                done = list(track(jobs, f"{players} players, {bot}", args.games, console=console))
                wrong = [(i, w) for i, (_, _, w) in enumerate(done) if w]
                faults += len(wrong)
                events, turns = sum(e for e, _, _ in done), sum(t for _, t, _ in done)
                mean = f"{turns / args.games:.1f}"
                row = (players, bot, args.games, events, mean, len(wrong))
                grid.add_row(*map(str, row))
                for i, w in wrong[:5]:
                    console.print(f"game {i}: {w}")
    console.print(grid)
    console.print(f"{time.perf_counter() - start:.0f} s, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
