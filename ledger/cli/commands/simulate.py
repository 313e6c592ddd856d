"""`ledger simulate`: games played by bots."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from ledger.cli.options import BoxFile, Cluster, Force, Jobs, Json, Options, read_options

if TYPE_CHECKING:
    from ledger.kernel.game.interface import Game
    from ledger.kernel.play.simulate import SimulatedLog, SimulateJob

NAMES = ("Ana", "Bartek", "Celina", "Dario", "Ewa", "Franco")
MAX_TURNS = 2000


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
    jobs: Jobs = None,
    cluster: Cluster = None,
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
      ledger simulate klongs --games 1000 --out games --jobs 8

    --json: one object per game, {"file", "events", "turns", "capped", "reason", "ranking",
    "scores"}.
    """
    import secrets

    from ledger.cli.box_files import read_box
    from ledger.cli.crews import crew_for
    from ledger.cli.files import check_free, write_whole
    from ledger.cli.manifests import MANIFEST, LogOfRun, manifest, stem
    from ledger.cli.output.console import emit, progress
    from ledger.kernel.game.registry import find_game
    from ledger.kernel.log.events import Seat
    from ledger.kernel.play.opening import open_game
    from ledger.kernel.play.simulate import SimulateJob, read_simulated
    from ledger.kernel.times import format_time

    which = find_game(game)
    count = players if players is not None else which.meta.players[0]
    if seed is None:
        seed = secrets.randbelow(10**6)
    chosen = _bots(which, bot, count)
    first = None if start is None else _time(start)
    options, own_box = read_options(option), read_box(which, box)
    names = [NAMES[i] if i < len(NAMES) else f"Player {i + 1}" for i in range(count)]
    seats = [Seat(name=n, bot=b) for n, b in zip(names, chosen, strict=False)]
    model = open_game(which, seats, options=options, box=own_box)  # refuses wrong arguments at once
    usual = (_bots(which, None, count), which.box_digest, MAX_TURNS)
    begin = stem(model, seed, max_turns, usual)
    paths = [out / f"{begin}-{n:04d}.jsonl" for n in range(1, games + 1)]
    told = out / f"{begin}{MANIFEST}"
    for path in (*paths, told):
        check_free(path, force=force)
    out.mkdir(parents=True, exist_ok=True)
    total, facts, logs = _Total(names), [], []
    made = (
        SimulateJob(
            opened=msgspec.structs.replace(model, id=path.stem),
            seed=f"{seed}/{n + 1}",
            start=None if first is None else format_time(first + dt.timedelta(days=n)),
            max_turns=max_turns,
        )
        for n, path in enumerate(paths)
    )
    with crew_for(jobs, cluster, games) as crew, progress("playing", games) as done:
        answers = crew.run(f"{SimulateJob.__module__}:simulate_job", map(_encode, made))
        for n, (path, answer) in enumerate(zip(paths, answers, strict=True), 1):
            played = read_simulated(answer)
            write_whole(path, played.log, force=force)
            total.add(played)
            facts.append(_facts(path, played))
            logs.append(
                LogOfRun(
                    file=path.name,
                    id=path.stem,
                    seed=f"{seed}/{n}",
                    events=played.events,
                    digest=played.digest,
                )
            )
            done(n)
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


def _facts(path: Path, played: SimulatedLog) -> dict[str, Any]:
    return {
        "file": str(path),
        "events": played.events,
        "turns": played.turns,
        "capped": played.capped,
        "reason": played.ended.reason,
        "ranking": played.ended.ranking,
        "scores": played.ended.scores,
    }


def _encode(job: SimulateJob) -> bytes:
    return msgspec.msgpack.encode(job)


class _Total:
    """The totals of all games."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.games = self.events = self.turns = self.capped = 0
        self.wins = [0] * len(names)

    def add(self, played: SimulatedLog) -> None:
        """Count one game."""
        self.games += 1
        self.events += played.events
        self.turns += played.turns
        self.capped += played.capped
        if not played.capped:
            for seat in played.ended.ranking[0]:
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
