"""`ledger record`: a prompt for recording a game at the table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli import completion
from ledger.cli.language import language, t
from ledger.cli.options import BoxFile, Options, Venue, read_options
from ledger.kernel.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ledger.cli.recording.recorded_log import RecordedLog
    from ledger.kernel.game.game import Game
    from ledger.kernel.log.events import Opened
    from ledger.kernel.play.table import Table


_ASKS_FOR_HELP = ("?", "help", "pomoc", "aiuto")


def record(
    ctx: typer.Context,
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FILE",
            help="A game to start, or a log to continue.",
            autocompletion=completion.logs_and_games,
        ),
    ],
    players: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="The players in seat order: Ana,Bartek.",
            show_default="asked for",
            autocompletion=completion.several_players,
        ),
    ] = None,
    colours: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="The players' colours, in seat order."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The log to start.", show_default="GAME-DATE.jsonl"),
    ] = None,
    place: Venue = None,
    option: Options = None,
    box: BoxFile = None,
    house_rule: Annotated[
        bool,
        typer.Option(
            "--house-rule", help="Offer to record what the rules refuse, marked as a house rule."
        ),
    ] = False,
    board: Annotated[
        bool | None,
        typer.Option(
            "--board/--no-board", help="Draw the board after each move.", show_default="on a screen"
        ),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep/--no-keep",
            envvar="LEDGER_KEEP",
            help="Put the log into the library whenever you stop.",
        ),
    ] = False,
) -> None:
    """Record a game live, move by move.

    It prompts the player to move, completes legal moves (Tab), shows the board, and asks which
    cards came up and what was rolled. Type help for all the keywords: undo, note, why, pause and
    more.

    Times that you type (@19:42 take R5) are in this computer's local time; the log has UTC. From a
    pipe, times are UTC, as in a session file.

    Each move is on the disk before the next question. While a move still needs results, what you
    have typed so far is kept next to the log (FILE.pending), and you are asked again when you
    continue. A set-up is written only once it is complete; if you leave before that, nothing is
    written. From a pipe, lines are read like the body of a session file, without questions.

    You can type moves and keywords in English, Polish and Italian, whatever --lang says.

    With --keep, or LEDGER_KEEP=1 in the environment, the library gets the log each time you stop;
    `ledger import FILE` does that later.

    \b
    Example:
      ledger record osaka --players Ana,Bartek --out evening.jsonl
      ledger record evening.jsonl

    Exit code: 0 if everything is recorded; 1 if you left before a set-up or a move was complete, if
    a line from a pipe was refused, or if somebody else has the log open; 2 if a line from a pipe or
    the log couldn't be read.
    """
    from ledger.cli.files.plain_files import about
    from ledger.cli.output.console import terminal
    from ledger.cli.recording.screen import Screen
    from ledger.cli.recording.shell import Shell, piped_lines
    from ledger.kernel.play.table import Table
    from ledger.kernel.times import now
    from ledger.kernel.verify.blame import blamed
    from ledger.recorder import Recorder

    live = sys.stdin.isatty() and terminal()
    lines = iter(()) if live else piped_lines()
    new: dict[str, Any] = {"players": players, "colours": colours, "out": out}
    new |= {"place": place, "option": option, "box": box}
    path, start, log = _begin(ctx, what, new, None if live else lines)
    known = start[1].lines if isinstance(start[1], Table) else ()
    with about(path), blamed(start[0], known), log:
        recorder = Recorder(
            start[0],
            start[1],
            now=now,
            house_rule=house_rule,
            live=live,
            local=live,
            lang=language(),
        )
        screen = Screen(recorder, board=live if board is None else board)
        shell = Shell(recorder, log, screen)
        code = shell.at_terminal() if live else shell.from_pipe(lines)
    if recorder.table is not None:
        code = max(code, _to_library(ctx, path, keep=keep))
    raise typer.Exit(code)


def _to_library(ctx: typer.Context, path: Path, *, keep: bool) -> int:
    """Add a log to the library, or tell the user how to; return the exit code."""
    import shlex

    from ledger.cli.options import library_at
    from ledger.cli.output.console import say

    library = library_at(ctx)
    if path.resolve().is_relative_to(library.folder.resolve()):
        return 0
    if not keep:
        command = f"ledger import {shlex.quote(str(path))}"
        say(t("to put it into your library: {command}", command=command))
        return 0
    from ledger.cli.output.import_report import print_report
    from ledger.importers.pipeline import run_import

    report = run_import(library, [path])
    print_report(report, json=False)
    return report.exit_code


def _begin(
    ctx: typer.Context, what: str, new: dict[str, Any], lines: Iterator[tuple[int, str]] | None
) -> tuple[Path, tuple[Game, Opened | Table], RecordedLog]:
    """Start a new game or open an existing log."""
    from ledger.cli.files.plain_files import about
    from ledger.cli.recording.recorded_log import RecordedLog
    from ledger.kernel.game.registry import find_game

    file = _log_of(ctx, what)
    if file is not None:
        given = [f"--{name}" for name, value in new.items() if value is not None]
        if given:
            raise typer.BadParameter("only works for a new game", param_hint=", ".join(given))
        with about(file):
            table, log = _resume(file)
        return file, (table.game, table), log
    game = find_game(what)
    out = new["out"] or _free_name(game)
    opened = _opened(game, out, new, lines)
    return out, (game, opened), RecordedLog(out)


def _log_of(ctx: typer.Context, what: str) -> Path | None:
    """Return the log to continue, given a file or an id in the library; None for a new game."""
    from ledger.cli.options import find_log
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.game.registry import installed

    file = Path(what)
    if file.suffix == ".jsonl" or file.is_file():
        return file
    if what in installed():
        return None
    try:
        found = find_log(ctx, file)
        return found if found.exists() else None
    except LedgerError:
        return None  # then it should be a game; if not, the error lists the games


def _opened(
    game: Game, out: Path, new: dict[str, Any], lines: Iterator[tuple[int, str]] | None
) -> Opened:
    import msgspec

    from ledger.cli.files.box_files import read_box
    from ledger.cli.files.plain_files import check_new, game_id
    from ledger.cli.output.console import say
    from ledger.kernel.errors import Illegal
    from ledger.kernel.log.events import Seat
    from ledger.kernel.notation.words.quoting import read_list, read_names, unescape
    from ledger.kernel.play.opening import open_game
    from ledger.kernel.times import now

    check_new(out, hint=Message("`ledger record {path}` continues it", path=out))
    started = now()
    given = new["players"]
    while True:
        names = read_names(_players(game, lines) if given is None else given)
        colours = [None if c in ("", "-") else unescape(c) for c in read_list(new["colours"] or "")]
        colours += [None] * len(names)
        seats = [Seat(name=n, colour=c) for n, c in zip(names, colours, strict=False)]
        try:
            opened = open_game(
                game,
                seats,
                options=read_options(new["option"]),
                box=read_box(game, new["box"]),
                id=game_id(out, started),
                place=new["place"],
                started=started,
            )
            msgspec.json.encode(
                opened
            )  # refuse a name that isn't text at once, not after the set-up
            return opened
        except Illegal as e:
            if given is not None or lines is not None:
                raise
            say(e.text)
            if len(names) == 1 and (words := names[0].split())[1:]:
                say(t("Put commas between names: {names}", names=", ".join(words)))


def _players(game: Game, lines: Iterator[tuple[int, str]] | None) -> str:
    """Ask who is playing, or take the first line from the pipe."""
    from ledger.cli.output.console import say
    from ledger.cli.recording.shell import ask_once
    from ledger.kernel.errors import Malformed

    numbers = game.meta.players
    if lines is not None:
        text = next((line for _, line in lines), None)
    else:
        question = t(
            "players ({first} to {last}), in seat order> ", first=numbers[0], last=numbers[-1]
        )
        while (text := ask_once(question)) is not None and text.strip().lower() in _ASKS_FOR_HELP:
            say(
                t("Type the names in the order of the seats, with commas: {names}", names="Ana, Bo")
            )
        text = None if text is None else text.replace(";", ",")
    if text is None:
        raise Malformed("the players' names are missing")
    return text


def _resume(file: Path) -> tuple[Table, RecordedLog]:
    """Continue a log from where it ends."""
    from ledger.cli.files.logs import read_log
    from ledger.cli.files.plain_files import open_log
    from ledger.cli.recording.recorded_log import RecordedLog
    from ledger.kernel.errors import Illegal
    from ledger.kernel.play.table import Table
    from ledger.kernel.verify.blame import blamed
    from ledger.store.log_writer import damaged

    reading = read_log(file)
    if reading.opened.view is not None:
        raise Illegal("this log contains only what one seat saw; record in the full log")
    if reading.error is not None and reading.error.problem != "torn":
        raise damaged(reading.error)
    reading.game.boxes.check_usable(reading.opened)
    writer = open_log(file)
    try:
        if writer.index.head.digest != reading.head.digest:
            reading = read_log(file)  # somebody wrote to it just before we locked it
        if reading.head.sealed:
            raise Illegal("this log is sealed: nothing can be added; branch it to play on")
        with blamed(reading.game, reading.lines):
            return Table(reading.game, reading.lines, reading.head), RecordedLog(file, writer)
    except BaseException:
        writer.close()
        raise


def _free_name(game: Game) -> Path:
    """Return an unused name for tonight's log."""
    from ledger.kernel.times import local_time, now

    base = f"{game.meta.name}-{local_time(now())[:10]}"
    names = (f"{base}{f'-{n}' if n > 1 else ''}.jsonl" for n in range(1, 1000))
    return next(path for name in names if not (path := Path(name)).exists())
