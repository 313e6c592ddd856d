"""Our half of the benchmark: rates, and their ratios to the peers measured in the same run."""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Grid

from ledger.kernel.game.interface import Game
from ledger.kernel.game.registry import find_game, installed
from ledger.kernel.log.codec import read
from ledger.kernel.log.replay import Replay, fold
from ledger.kernel.log.verify import verify
from ledger.kernel.play.chance import Seeded
from ledger.kernel.play.decide import decide
from ledger.kernel.play.opening import decide_opening, open_game
from ledger.kernel.play.table import Table

from . import index as bench_index
from . import peers as bench_peers
from . import viewer as bench_viewer

NAMES = ("Ana", "Bartek", "Celina", "Dora")
Rates = dict[str, float]


class Claim(NamedTuple):
    """A ratio we promise: ours, the peer's metric, what we want and the least we accept."""

    what: str
    ours: str
    peer: str
    metric: str
    aim: float
    floor: float
    less: bool = False


CHESS, PUSH, PGN = "python-chess", "push_moves_per_s", "pgn_read_plies_per_s"
REBUILD, CATAN = "repository_get_popo_events_per_s", "random_play_4p_actions_per_s"
CLAIMS = (
    Claim("fold / Board.push", "fold_per_s", CHESS, PUSH, 10, 4),
    Claim(
        "fold / aggregate rebuild",
        "fold_per_s",
        "eventsourcing",
        "repository_get_popo_events_per_s",
        50,
        25,
    ),
    Claim("decode+fold / Board.push", "decode_fold_per_s", CHESS, PUSH, 5, 2.5),
    Claim("verify / PGN read", "verify_per_s", CHESS, PGN, 1, 1),
    Claim("random play / Catanatron", "play_per_s", "catanatron", CATAN, 2, 2),
    Claim(
        "fold / boardgame.io replay",
        "fold_per_s",
        "boardgame.io",
        "reducer_replay_moves_per_s",
        1,
        1,
    ),
    Claim("seek, in events folded", "seek_events", "", "", 150, 150, less=True),
    Claim("ledger --help / import typer, rich", "help_ratio", "", "", 1.6, 1.6, less=True),
    Claim(
        "viewer / empty app, first frame", "viewer_first_frame_ratio", "", "", 1.8, 1.8, less=True
    ),
    Claim("viewer, 100,000 / 300 events", "viewer_long_ratio", "", "", 3, 3, less=True),
    Claim("viewer, jump / step", "viewer_jump_ratio", "", "", 1.5, 1.5, less=True),
    Claim("viewer, MB for 100,000 events", "viewer_memory_mb", "", "", 250, 250, less=True),
)


BIG = 3_000_000
"""Events from which on the claims about the index hold."""

INDEX_CLAIMS = (
    Claim("index / plain table of the same lines", "index_build_ratio", "", "", 0.3, 0.15),
    Claim("memory of a full build, MB", "index_build_mb", "", "", 1500, 1500, less=True),
    Claim("10 games more / full build", "index_grow_ratio", "", "", 0.01, 0.01, less=True),
    Claim("slowest report / raw files", "report_worst_ratio", "", "", 0.1, 0.1, less=True),
    Claim("typical report / raw files", "report_typical_ratio", "", "", 0.025, 0.025, less=True),
    Claim("typical report / SQLite group by", "report_sqlite_ratio", "", "", 1, 1, less=True),
)


def best(job: Callable[[], int], seconds: float, repeats: int) -> float:
    """Return the best rate of several repeats, each at least `seconds` long."""
    rates = []
    for _ in range(repeats):
        done, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds or not done:
            done += job()
        rates.append(done / spent)
    return max(rates)


def play(game: Game, players: int, seed: int) -> Table:
    """Play a random game to its end."""
    rng = random.Random(seed)
    chance = Seeded(rng)
    table = Table.open(game, open_game(game, NAMES[:players]), chance)
    while not table.over:
        command = game.sample(table.state, rng)
        d = decide(game, table.state, command, chance, own=True)
        table.enter(d, by=command.seat)
    table.seal()
    return table


def long_log(game: Game, events: int) -> Table:
    """Play to the end, retract to the set-up and play again until the log is long enough."""
    rng = random.Random(1)
    chance = Seeded(rng)
    table = Table.open(game, open_game(game, NAMES[:3]), chance)
    start = table.head.seq
    while table.head.seq < events:
        if table.over:
            table.undo(start)
        table.do(game.sample(table.state, rng), chance)
    return table


def measure(game: Game, seconds: float, repeats: int) -> Rates:
    """Measure one game."""
    tables = [play(game, game.meta.players[i % len(game.meta.players)], i) for i in range(90)]
    logs = [t.bytes() for t in tables]
    lines = [t.lines for t in tables]
    events = sum(map(len, lines))
    readings = [read(b, game=game) for b in logs[:15]]

    def folds() -> int:
        for x in lines:
            fold(game, x)
        return events

    def decodes() -> int:
        for b in logs:
            game.decoder.decode_lines(b)
        return events

    def decode_folds() -> int:
        for b in logs:
            fold(game, game.decoder.decode_lines(b))
        return events

    def reads() -> int:
        return sum(len(read(b, game=game).lines) for b in logs)

    def verifies() -> int:
        return sum(verify(r).events for r in readings)

    def plays() -> int:
        done = 0
        for i, players in enumerate(game.meta.players):
            rng = random.Random(i)
            chance = Seeded(rng)
            opened = open_game(game, NAMES[:players])
            state = decide_opening(game, opened, chance).state
            while not state.over:
                command = game.sample(state, rng)
                state = decide(game, state, command, chance, own=True).state
                done += 1
        return done

    def simulates() -> int:
        return sum(t.head.cmd for t in (play(game, n, n) for n in game.meta.players))

    rate = {
        "fold_per_s": best(folds, seconds, repeats),
        "decode_per_s": best(decodes, seconds, repeats),
        "decode_fold_per_s": best(decode_folds, seconds, repeats),
        "read_with_digests_per_s": best(reads, seconds, repeats),
        "verify_per_s": best(verifies, seconds, repeats),
        "play_per_s": best(plays, seconds, repeats),
        "play_and_log_per_s": best(simulates, seconds, repeats),
    }
    long = long_log(game, 100_000)
    normal = min(tables, key=lambda t: abs(len(t.lines) - 300))
    return rate | seek(game, long, rate["fold_per_s"]) | bench_viewer.measure(normal, long)


def seek(game: Game, table: Table, folds: float) -> Rates:
    """Time jumps to random positions of a long log, in events folded."""
    replay = Replay(game, table.lines)
    rng = random.Random(2)
    times = []
    for _ in range(3000):
        n = rng.randint(1, len(replay))
        start = time.perf_counter()
        replay.at(n)
        times.append(time.perf_counter() - start)
    times.sort()
    median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    return {"seek_ms": median * 1e3, "seek_p99_ms": p99 * 1e3, "seek_events": median * folds}


def start_up(runs: int = 15) -> Rates:
    """Time `ledger --help` against the bare imports, turn about."""
    command = [str(Path(sys.executable).parent / "ledger"), "--help"]
    imports = [sys.executable, "-c", "import typer, rich"]
    ours: list[float] = []
    bare: list[float] = []
    for _ in range(runs):
        for args, times in ((command, ours), (imports, bare)):
            start = time.perf_counter()
            subprocess.run(args, check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - start)
    a, b = statistics.median(ours), statistics.median(bare)
    return {"help_ms": a * 1e3, "imports_ms": b * 1e3, "help_ratio": a / b}


def ours() -> list[str]:
    """Return the names of our own games."""
    return [name for name, game in installed().items() if game.package.startswith("ledger.")]


def run(args: argparse.Namespace) -> int:
    """Run everything and print the table."""
    if args.install_node:
        import tempfile

        bench_peers.boardgame_io.install(Path(tempfile.mkdtemp()))
    console = Console()
    result: dict[str, Any] = {"games": {}, "peers": {}, "claims": []}
    with console.status("measuring the peers…"):
        peers = result["peers"] = bench_peers.run(args.seconds, args.repeats)
        result["versions"] = bench_peers.versions()
    for name in args.game or ours():
        with console.status(f"measuring {name}…"):
            rates = measure(find_game(name), args.seconds, args.repeats) | start_up()
        result["games"][name] = rates
        grid = Grid("claim", "ours", "peer", "ratio", "aim", "floor", "", title=f"{name}")
        for c in CLAIMS:
            grid.add_row(*row(c, rates, peers, result["claims"], name))
        console.print(grid)
        for key, value in rates.items():
            console.print(f"  {key:26} {value:14,.1f}")
    with console.status("measuring the index…"):
        rates, asked = bench_index.measure_new(args.library, args.library_games)
        result |= {"index": rates, "reports": [c._asdict() | {"ratio": c.ratio} for c in asked]}
    grid = Grid("claim", "ours", "peer", "ratio", "aim", "floor", "", title="index")
    claims = result["claims"] if rates["index_events"] >= BIG else []
    for c in INDEX_CLAIMS:
        grid.add_row(*row(c, rates, peers, claims, "index"))
    console.print(grid)
    if rates["index_events"] < BIG:
        console.print(f"  a small library: the claims are about {BIG:,} events (10,000 games)")
    for key, value in rates.items():
        console.print(f"  {key:26} {value:14,.3f}")
    console.print(bench_index.HEADING, *asked, sep="\n", highlight=False)
    for peer, metrics in peers.items():
        console.print(f"{peer}: {metrics}" if isinstance(metrics, str) else f"{peer}:")
        for key, value in metrics.items() if isinstance(metrics, dict) else ():
            console.print(f"  {key:26} {value:14,.1f}")
    args.out.write_text(json.dumps(result, indent=2) + "\n")
    console.print(f"written to {args.out}")
    return 0 if all(c["ok"] for c in result["claims"]) else 1


def row(
    c: Claim, rates: Rates, peers: dict[str, Any], claims: list[dict[str, Any]], game: str
) -> list[str]:
    """Return one row of the table and note the claim."""
    ours = rates[c.ours]
    theirs = peers.get(c.peer) if c.peer else {}
    if isinstance(theirs, str):
        return [c.what, f"{ours:,.0f}", "absent", "", f"{c.aim:g}", f"{c.floor:g}", "not measured"]
    peer = theirs[c.metric] if theirs else None
    ratio = ours / peer if peer else ours
    good = (ratio <= c.aim, ratio <= c.floor) if c.less else (ratio >= c.aim, ratio >= c.floor)
    claims.append({"game": game, "claim": c.what, "ratio": ratio, "aim": c.aim, "ok": good[1]})
    word = "aim met" if good[0] else "floor met" if good[1] else "MISSED"
    shown = f"{peer:,.0f}" if peer else "-"
    return [c.what, f"{ours:,.1f}", shown, f"{ratio:.2f}", f"{c.aim:g}", f"{c.floor:g}", word]
