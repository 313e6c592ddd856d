"""`ledger simulate`: games played by bots."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.options import BoxFile, Force, Json, Options, read_options

if TYPE_CHECKING:
    from ledger.kernel.game.interface import Game
    from ledger.kernel.play.simulate import SimulatedGame

NAMES = ("Ana", "Bartek", "Celina", "Dario", "Ewa", "Franco")
MAX_TURNS = 2000
PACE = dt.timedelta(seconds=20)
"""With `--start`, the time between two commands; each game begins a day after the last."""


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game, e.g. osaka.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the logs; made if needed.")],
    players: Annotated[
        int | None,
        typer.Option(help="How many players.", show_default="the fewest"),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed gives the same games.", show_default="a new one"),
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Who plays; one name, or one per seat: greedy,random.",
            show_default="greedy",
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Time of the first game, like 2026-03-01T18:00:00Z: a move every 20 seconds, "
            "a game a day. Then the same seed gives the same bytes.",
            show_default="the clock",
        ),
    ] = None,
    max_turns: Annotated[
        int, typer.Option(min=1, help="Abandon a game that goes on after so many turns.")
    ] = MAX_TURNS,
    option: Options = None,
    box: BoxFile = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Let bots play games.

    Files get names like osaka-3p-7-0001.jsonl: game, players, seed, number. With bots, options, a
    box or a limit of your own there is a digest of those before the number, so that no two
    different games have one id. Each log says which bot plays which seat, and a manifest beside the
    logs (osaka-3p-7.manifest.json) says all that decided the games.

    \b
    Example:
      ledger simulate osaka --players 3 --games 100 --seed 7 --bot greedy --out games

    --json: one object per game, {"file", "events", "turns", "capped", "reason", "ranking",
    "scores"}.
    """
    import secrets

    from ledger.cli.box_files import read_box
    from ledger.cli.files import check_free, write_whole
    from ledger.cli.manifests import MANIFEST, SimulatedLog, manifest, stem
    from ledger.cli.output.console import emit, progress
    from ledger.kernel.game.registry import find_game
    from ledger.kernel.log.events import Seat
    from ledger.kernel.play.opening import open_game
    from ledger.kernel.play.simulate import play

    which = find_game(game)
    count = players if players is not None else which.meta.players[0]
    if seed is None:
        seed = secrets.randbelow(10**6)
    chosen = _bots(which, bot, count)
    first = None if start is None else _time(start)
    options, own_box = read_options(option), read_box(which, box)
    names = [NAMES[i] if i < len(NAMES) else f"Player {i + 1}" for i in range(count)]
    seats = [Seat(name=n, bot=b) for n, b in zip(names, chosen, strict=False)]
    bots = [which.bots[name] for name in chosen]
    model = open_game(which, seats, options=options, box=own_box)  # refuses wrong arguments at once
    usual = (_bots(which, None, count), which.box_digest, MAX_TURNS)
    begin = stem(model, seed, max_turns, usual)
    paths = [out / f"{begin}-{n:04d}.jsonl" for n in range(1, games + 1)]
    told = out / f"{begin}{MANIFEST}"
    for path in (*paths, told):
        check_free(path, force=force)
    out.mkdir(parents=True, exist_ok=True)
    total, facts, logs = _Total(names), [], []
    with progress("playing", games) as done:
        for n, path in enumerate(paths):
            clock = _clock(None if first is None else first + dt.timedelta(days=n))
            opened = open_game(
                which, seats, options=options, box=own_box, id=path.stem, started=clock()
            )
            own_seed = f"{seed}/{n + 1}"
            played = play(which, opened, bots, own_seed, clock=clock, max_turns=max_turns)
            write_whole(path, played.table.bytes(), force=force)
            total.add(played)
            facts.append(_facts(path, played))
            last = played.table.lines[-1]
            logs.append(
                SimulatedLog(
                    file=path.name, id=path.stem, seed=own_seed, events=last.seq, digest=last.digest
                )
            )
            done(n + 1)
    write_whole(told, manifest(model, seed, max_turns, start, logs), force=force)
    if json:
        for fact in facts:
            emit(fact)
    else:
        total.tell(out, seed)


def _bots(game: Game, names: str | None, players: int) -> list[str]:
    """Return the name of the bot at each seat."""
    default = "greedy" if "greedy" in game.bots else next(iter(game.bots))
    wanted = [n.strip() for n in (names or default).split(",")]
    if len(wanted) == 1:
        wanted *= players
    for name in wanted:
        if name not in game.bots:
            known = ", ".join(sorted(game.bots))
            raise typer.BadParameter(
                f"{name!r} is not a bot; there are: {known}", param_hint="--bot"
            )
    if len(wanted) != players:
        raise typer.BadParameter(
            f"{len(wanted)} bots for {players} seats; name one, or one per seat",
            param_hint="--bot",
        )
    return wanted


def _time(text: str) -> dt.datetime:
    from ledger.kernel.times import parse_time

    try:
        return parse_time(text)
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} should look like 2026-03-01T18:00:00Z", param_hint="--start"
        ) from None


def _clock(start: dt.datetime | None) -> Callable[[], str]:
    """Return a clock that goes on by a fixed time with each call, or the real one."""
    from ledger.kernel.times import format_time, now

    ticks = 0

    def look() -> str:
        nonlocal ticks
        if start is None:
            return now()
        ticks += 1
        return format_time(start + (ticks - 1) * PACE)

    return look


def _facts(path: Path, played: SimulatedGame) -> dict[str, Any]:
    end = played.table.lines[-2].data
    return {
        "file": str(path),
        "events": len(played.table.lines),
        "turns": played.table.lines[-1].turn,
        "capped": played.capped,
        "reason": end.reason,
        "ranking": end.ranking,
        "scores": end.scores,
    }


class _Total:
    """The totals of all games."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.games = self.events = self.turns = self.capped = 0
        self.wins = [0] * len(names)

    def add(self, played: SimulatedGame) -> None:
        """Count one game."""
        self.games += 1
        self.events += len(played.table.lines)
        self.turns += played.table.lines[-1].turn
        self.capped += played.capped
        if not played.capped:
            for seat in played.table.lines[-2].data.ranking[0]:
                self.wins[seat - 1] += 1

    def tell(self, out: Path, seed: int) -> None:
        """Print the totals."""
        from ledger.cli.output.console import say

        games = "1 game" if self.games == 1 else f"{self.games:,} games"
        say(
            f"{games} with seed {seed} in {out}: {self.events:,} events, "
            f"{self.turns / self.games:.0f} turns a game"
        )
        say("won: " + ", ".join(f"{n} {w}" for n, w in zip(self.names, self.wins, strict=True)))
        if self.capped:
            say(f"stopped by --max-turns: {self.capped} of {self.games}")
