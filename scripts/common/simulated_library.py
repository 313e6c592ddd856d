"""Libraries of simulated games: many players, two years of evenings, some moves taken back."""

from __future__ import annotations

import datetime as dt
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.times import format_time
from ledger.library.journal.facts import describe
from ledger.library.library import Library

NAMES = (
    *("Ana", "Bartek", "Celina", "Dario", "Ewa", "Franco", "Gosia", "Hania", "Igor", "Julia"),
    *("Karol", "Lena", "Marek", "Nina", "Olek", "Paola", "Rita", "Stefan", "Tosia", "Wera"),
)
GAMES = ("osaka", "istanbul", "century", "klongs")
VARIANTS: dict[str, dict[str, str | int | bool]] = {"klongs": {"tactical": True}}
"""Options of which every fourth game has some."""

START = dt.datetime(2024, 1, 1, 17, tzinfo=dt.UTC)


def game_of(
    n: int,
    seed: int,
    names: tuple[str, ...],
    games: tuple[str, ...],
    undo: float = 0.05,
    moves: int | None = None,
) -> tuple[str, bytes]:
    """Play game number `n`; some, by the share `undo`, take moves back.

    After so many `moves` it stops: every other game is given up then, the rest may go on.
    """
    rng = random.Random(f"{seed}/{n}")
    game: Game = find_game(games[n % len(games)])
    players = rng.choice(game.meta.players)
    who = rng.sample(names, players)
    bots = [game.bots[rng.choice(sorted(game.bots))] for _ in who]
    time = START + dt.timedelta(minutes=100 * n)

    def clock() -> str:
        nonlocal time
        time += dt.timedelta(seconds=rng.randint(5, 40))
        return format_time(time)

    chance = Seeded(rng)
    id = f"{game.meta.name}-{seed}-{n:05d}"
    options = VARIANTS.get(game.meta.name, {}) if n // len(games) % 4 == 3 else {}
    place = rng.choice((None, "home", "club"))
    opened = open_game(game, who, id=id, started=clock(), place=place, options=options)
    table = Table.open(game, opened, chance, at=clock())
    unsure = rng.random() < undo
    while (asked := game.rules.awaiting(table.state)) and (
        moves is None or table.head.cmd <= moves
    ):
        seat = asked[0].seat
        table.do(bots[seat - 1].choose(game, table.state, seat, rng), chance, at=clock())
        if unsure and table.head.cmd > len(who) + 2 and rng.random() < 0.08:
            table.undo(at=clock())
    if asked and n % 2:
        table.abandon("rain", at=clock())
    if not asked or n % 2:
        table.seal(at=clock())
    return id, table.bytes()


def fill(
    folder: Path, count: int, *, seed: int = 1, workers: int = 1, moves: int | None = None
) -> None:
    """Play games and take them into the library."""
    play = partial(game_of, seed=seed, names=NAMES, games=GAMES, moves=moves)
    with Library(folder).writing() as writer, ProcessPoolExecutor(workers) as pool:
        played = (
            pool.map(play, range(count), chunksize=20) if workers > 1 else map(play, range(count))
        )
        for id, data in played:
            lines = read(data).lines
            writer.add_log(f"id:{lines[0].data.game}:{id}", id, describe(lines, len(data)), data)
