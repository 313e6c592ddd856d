"""`ledger simulate`: games played by bots."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from ledger.cli import completion
from ledger.cli.language import t, tn
from ledger.cli.options import BoxFile, Cluster, Force, GameName, Jobs, Json, Options, read_options

if TYPE_CHECKING:
    from ledger.cli.files.manifests import LogOfRun
    from ledger.kernel.game.game import Game
    from ledger.kernel.log.events import Opened
    from ledger.kernel.play.simulate import SimulatedLog, SimulateJob

NAMES = ("Ana", "Bartek", "Celina", "Dario", "Ewa", "Franco")
MAX_TURNS = 2000


def simulate(
    game: GameName,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="The folder for the logs; it is created if necessary. Not needed with --against.",
        ),
    ] = None,
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
            autocompletion=completion.bots,
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
        int, typer.Option(min=1, help="Stop a game after this many turns.")
    ] = MAX_TURNS,
    option: Options = None,
    box: BoxFile = None,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also play the same games with this box, and compare.",
            autocompletion=completion.boxes,
        ),
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Let bots play games.

    Files get names like osaka-3p-7-0001.jsonl: game, players, seed, number. If you choose bots,
    options, a box or a limit, a digest of those comes before the number, so that no two different
    games share an id. Each log says which bot plays which seat, and a manifest next to the logs
    (osaka-3p-7.manifest.json) lists everything that determined the games.

    --against B plays each game twice with the same chance, once with the box from --box (or the
    standard one) and once with B, and shows side by side how long games are, how often each seat
    wins, and the scores. A difference is --box minus --against.

    \b
    Example:
      ledger simulate osaka --players 3 --games 100 --seed 7 --bot greedy --out games
      ledger simulate klongs --games 1000 --out games --jobs 8
      ledger simulate istanbul --box my.toml --against istanbul-standard --games 500

    --json: one object per game, {"file", "events", "turns", "capped", "reason", "ranking",
    "scores", "winners"}. With --against one object: {"game", "players", "bots", "seed",
    "confidence", "a", "b": {"name", "box", "games", "capped"}, "measures": [{"measure", "seat",
    "a", "b", "difference": {"mean", "low", "high", "games"}}]}; docs/boxes.md says what they mean.
    """
    import secrets

    from ledger.cli.files.box_files import read_box
    from ledger.cli.output.console import emit, progress
    from ledger.cli.worker_pools import pool_for
    from ledger.kernel.game.registry import find_game
    from ledger.kernel.log.events import Seat
    from ledger.kernel.play.opening import open_game
    from ledger.kernel.play.simulate import SimulateJob, read_simulated

    if out is None and against is None:
        raise typer.BadParameter("name a folder for the logs", param_hint="--out")
    which = find_game(game)
    count = players if players is not None else which.meta.players[0]
    if seed is None:
        seed = secrets.randbelow(10**6)
    chosen = _bots(which, bot, count)
    first = None if start is None else _time(start)
    options = read_options(option)
    boxes = [read_box(which, path) for path in ((box,) if against is None else (box, against))]
    names = [NAMES[i] if i < len(NAMES) else f"Player {i + 1}" for i in range(count)]
    seats = [Seat(name=n, bot=b) for n, b in zip(names, chosen, strict=False)]
    models = [open_game(which, seats, options=options, box=x) for x in boxes]  # refuses at once
    if against is not None and models[0].box == models[1].box:
        raise typer.BadParameter("this box is the same as the other one", param_hint="--against")
    usual = (_bots(which, None, count), which.boxes.standard_digest, MAX_TURNS)
    runs = [_Run(model, seed, max_turns, usual, games, out, force=force) for model in models]
    jobs_of_all = (
        run.job(n, None if first is None else first + dt.timedelta(days=n))
        for n in range(games)
        for run in runs
    )
    total = games * len(runs)
    with pool_for(jobs, cluster, total) as pool, progress(t("playing"), total) as done:
        answers = pool.run(f"{SimulateJob.__module__}:simulate_job", map(_encode, jobs_of_all))
        for n, answer in enumerate(answers):
            runs[n % len(runs)].take(read_simulated(answer))
            done(n + 1)
    for run in runs:
        run.write_manifest(start)
    if against is not None:
        _compare(which, runs, [box, against], json=json)
    elif json:
        for fact in runs[0].facts:
            emit(fact)
    elif out is not None:
        runs[0].total.print_totals(out, seed)


def _compare(game: Game, runs: list[_Run], boxes: list[Path | None], *, json: bool) -> None:
    from ledger.cli.output.console import emit, say
    from ledger.cli.simulation.comparison import compare, facts, print_comparison

    for run, path in zip(runs, boxes, strict=True):
        run.side.name = str(path or game.boxes.standard.id)
    a, b = (run.side for run in runs)
    opened, seed = runs[0].model, runs[0].seed
    players, bots = len(opened.seats), [str(seat.bot) for seat in opened.seats]
    found = compare(a, b, players)
    if json:
        emit(facts(found, a, b, game=opened.game, players=players, bots=bots, seed=seed))
        return
    say(
        t(
            "{games} with each box, seed {seed}, {players} players: {bots}",
            games=tn("{count} game", "{count} games", len(a.games)),
            seed=seed,
            players=players,
            bots=", ".join(bots),
        )
    )
    print_comparison(found, a, b, players)


class _Run:
    """The games being played with one box, and their logs if those are wanted."""

    def __init__(
        self,
        model: Opened,
        seed: int,
        max_turns: int,
        usual: tuple[list[str], str, int],
        games: int,
        out: Path | None,
        *,
        force: bool,
    ) -> None:
        from ledger.cli.files.manifests import MANIFEST, stem
        from ledger.cli.files.plain_files import check_free
        from ledger.cli.simulation.comparison import Side

        self.model, self.seed, self.max_turns = model, seed, max_turns
        self.out, self.force = out, force
        begin = stem(model, seed, max_turns, usual)
        self.ids = [f"{begin}-{n:04d}" for n in range(1, games + 1)]
        self.manifest_path = None if out is None else out / f"{begin}{MANIFEST}"
        self.total = _Total([seat.name for seat in model.seats])
        self.side = Side(name="", box=model.box, games=[])
        self.facts: list[dict[str, Any]] = []
        self.logs: list[LogOfRun] = []
        if out is not None:
            for name in (*(f"{id}.jsonl" for id in self.ids), f"{begin}{MANIFEST}"):
                check_free(out / name, force=force)

    def job(self, n: int, start: dt.datetime | None) -> SimulateJob:
        """Return the game with a number as a job for any worker."""
        from ledger.kernel.play.simulate import SimulateJob
        from ledger.kernel.times import format_time

        return SimulateJob(
            opened=msgspec.structs.replace(self.model, id=self.ids[n]),
            seed=f"{self.seed}/{n + 1}",
            start=None if start is None else format_time(start),
            max_turns=self.max_turns,
        )

    def take(self, played: SimulatedLog) -> None:
        """Record the next game that has been played."""
        from ledger.cli.files.manifests import LogOfRun
        from ledger.cli.files.plain_files import write_whole

        n = len(self.side.games)
        self.side.add(played)
        self.total.add(played)
        if self.out is None:
            return
        self.out.mkdir(parents=True, exist_ok=True)
        path = self.out / f"{self.ids[n]}.jsonl"
        write_whole(path, played.log, force=self.force)
        self.facts.append(_facts(path, played))
        self.logs.append(
            LogOfRun(
                file=path.name,
                id=path.stem,
                seed=f"{self.seed}/{n + 1}",
                events=played.events,
                digest=played.digest,
            )
        )

    def write_manifest(self, start: str | None) -> None:
        """Write down everything that determined the games."""
        from ledger.cli.files.manifests import manifest
        from ledger.cli.files.plain_files import write_whole

        if self.manifest_path is not None:
            made = manifest(self.model, self.seed, self.max_turns, start, self.logs)
            write_whole(self.manifest_path, made, force=self.force)


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
                f"{name!r} isn't a bot; the bots are: {known}", param_hint="--bot"
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
        "winners": played.ended.winners,
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
        """Add a game to the totals."""
        self.games += 1
        self.events += played.events
        self.turns += played.turns
        self.capped += played.capped
        if not played.capped:
            for seat in played.ended.winners:
                self.wins[seat - 1] += 1

    def print_totals(self, out: Path, seed: int) -> None:
        """Print the totals."""
        from ledger.cli.output.console import say

        say(
            t(
                "{games} with seed {seed} in {folder}: {events:,} events, {turns:.0f} turns a game",
                games=tn("{count} game", "{count} games", self.games),
                seed=seed,
                folder=out,
                events=self.events,
                turns=self.turns / self.games,
            )
        )
        wins = ", ".join(f"{n} {w}" for n, w in zip(self.names, self.wins, strict=True))
        say(t("won: {wins}", wins=wins))
        if self.capped:
            capped, games = self.capped, self.games
            say(t("stopped by --max-turns: {n} of {games}", n=capped, games=games))
