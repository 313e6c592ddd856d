"""`ledger export`: games as files, in our formats or other programs', or as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ledger.cli import completion
from ledger.cli.language import language, message, t
from ledger.cli.options import (
    As,
    Force,
    Jobs,
    LibraryDir,
    LineNumber,
    TurnNumber,
    find_game,
    library_at,
    with_moves,
)

if TYPE_CHECKING:
    from ledger.kernel.results import PlayRecord
    from ledger.library.journal.catalogue import GameEntry

Format = Literal[
    "session",
    "jsonl",
    "svg",
    "png",
    "html",
    "gif-frames",
    "cast",
    "parquet",
    "bgstats",
    "bgstats-link",
    "bgg",
    "csv",
]

SUFFIXES: dict[str, Format] = {
    ".session": "session",
    ".jsonl": "jsonl",
    ".svg": "svg",
    ".png": "png",
    ".html": "html",
    ".htm": "html",
    ".cast": "cast",
    ".bgsplay": "bgstats",
    ".xml": "bgg",
    ".csv": "csv",
}
"""The formats, by the file name suffixes that select them."""


def export(
    ctx: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE...",
            help="Logs (.jsonl), ids of games in the library, URLs of games on a server, "
            "or - for stdin.",
            autocompletion=completion.logs,
        ),
    ] = None,
    to: Annotated[
        Format | None,
        typer.Option(
            show_default="by the end of --out",
            help="session: what a person would type; jsonl: a log; svg, png: the board at one "
            "position; html: the whole game as a single-file page; gif-frames: a folder of "
            "numbered screens; cast: screens for asciinema; the others contain only results.",
        ),
    ] = None,
    as_: As = None,
    all_: Annotated[bool, typer.Option("--all", help="Export every game in the library.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write.", show_default="the screen"),
    ] = None,
    times: Annotated[
        bool, typer.Option("--times/--no-times", help="Keep the times of the moves.")
    ] = True,
    at: LineNumber = None,
    turn: TurnNumber = None,
    all_eyes: Annotated[
        bool,
        typer.Option(
            "--all-eyes",
            help="html: include every point of view to choose from; nothing is hidden.",
        ),
    ] = False,
    terminal: Annotated[
        bool,
        typer.Option("--terminal", help="svg, html: draw the screens of `ledger replay` instead."),
    ] = False,
    width: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Width in pixels, or in columns for screens.",
            show_default="1000, or 120 columns",
        ),
    ] = None,
    height: Annotated[int, typer.Option(min=12, max=200, help="Height of a screen in rows.")] = 40,
    step: Annotated[
        Literal["event", "turn"], typer.Option(help="What each of the screens shows.")
    ] = "event",
    speed: Annotated[float, typer.Option(min=0.1, max=32, help="cast: screens per second.")] = 2.0,
    light: Annotated[
        bool | None,
        typer.Option(
            "--light/--dark",
            help="svg, png: the background.",
            show_default="light; screens: dark",
        ),
    ] = None,
    jobs: Jobs = None,
    force: Force = False,
    library: LibraryDir = None,
) -> None:
    """Export sessions, logs, pictures or files for other programs.

    session, jsonl and the pictures need games with moves; with --as they contain nothing that the
    seat couldn't see, not even a digest of it. For several games, --out is a folder, with a file
    for each. Pages and pictures load nothing from the network; png needs the extra `plot` (pip
    install "tabletop-ledger[plot]"). bgstats (a file of shared plays), bgg (a list of plays in
    XML), csv (a row per player) and bgstats-link (a link per game) take any number of results;
    anything they can't store is reported. Players hidden with `ledger players forget` stay
    anonymous in all of them.

    \b
    Example:
      ledger export replays/osaka-2p.jsonl --out evening.session
      ledger export replays/osaka-2p.jsonl --to jsonl --as Bartek --out bartek.jsonl
      ledger export replays/osaka-2p.jsonl --out game.html
      ledger export replays/osaka-2p.jsonl --out board.svg --turn 12
      ledger export replays/osaka-2p.jsonl replays/istanbul-2p.jsonl --to csv
      ledger export --all --to html --out pages --jobs 4
      ledger export --to parquet --out tables
    """
    from ledger.cli.files.plain_files import check_free
    from ledger.cli.output.exports import Selection, export_game, export_many, played
    from ledger.cli.output.forgotten_people import without_forgotten
    from ledger.cli.output.pictures import PICTURES, Shape

    to = to or _format_of(games, out)
    if to == "parquet":
        from ledger.cli.sources.indexes import export_parquet

        if games or out is None:
            raise typer.BadParameter(
                "parquet exports the whole library: give --out DIR and no FILE"
            )
        export_parquet(ctx, library, out, jobs)
        return
    if bool(games) == all_:
        raise typer.BadParameter("name some games, or use --all", param_hint="FILE...")
    has_moves, one = to in ("session", "jsonl", *PICTURES), games is not None and len(games) == 1
    if not has_moves and as_ is not None:
        raise typer.BadParameter("only works for games with moves", param_hint="--as")
    if out is not None and (one or not has_moves):
        check_free(out, force=force and to != "gif-frames")
    shape = Shape(
        viewer=as_,
        lang=language(),
        at=at,
        turn=turn,
        width=width,
        height=height,
        step=step,
        speed=speed,
        light=light,
        terminal=terminal,
        all_eyes=all_eyes,
    )
    if games is not None and one and has_moves:
        with without_forgotten(with_moves(find_game(ctx, games[0], library))) as file:
            data = export_game(file, to, shape, out, times=times, jobs=jobs)
        if data is not None:
            _write(data, out, force=force)
        return
    found = library_at(ctx, library)
    every: list[Path | GameEntry] = (
        [e.path or e for e in found.games()]
        if games is None
        else [find_game(ctx, game, library) for game in games]
    )
    chosen = Selection(found, every)
    if not has_moves:
        _write(_results(list(played(chosen, jobs)), to), out, force=force)
        return
    if out is None or to == "gif-frames":
        raise typer.BadParameter(
            "only works with one FILE" if to == "gif-frames" else "several games need --out DIR",
            param_hint=f"--to {to}",
        )
    if code := export_many(chosen, to, shape, out, times=times, jobs=jobs, force=force):
        raise typer.Exit(code)


def _is_new_file(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES and not path.exists()


def _format_of(games: Sequence[str] | None, out: Path | None) -> Format:
    """Return the format given by the suffix of the output file's name; refuse any other name."""
    if out is not None and (found := SUFFIXES.get(out.suffix.lower())):
        return found
    *_, last = games or [""]
    if out is None and games and len(games) > 1 and _is_new_file(Path(last)):
        raise typer.BadParameter(f"the file to write goes after --out: --out {last!a}")
    known = ", ".join(SUFFIXES)
    raise typer.BadParameter(
        f"say which format, or give --out a name that ends in one of {known}", param_hint="--to"
    )


def _results(plays: Sequence[PlayRecord], to: str) -> bytes:
    """Return results for another program, warning about what gets lost."""
    from ledger.cli.output.console import warn
    from ledger.exporters.bgg import write_bgg
    from ledger.exporters.bgstats import write_bgsplay, write_links
    from ledger.exporters.csv import write_csv

    write = {
        "bgstats": write_bgsplay,
        "bgstats-link": write_links,
        "bgg": write_bgg,
        "csv": write_csv,
    }[to]
    written = write(plays)
    for what in written.lost:
        warn(t("{format} can't store {what}", format=to, what=message(what)))
    return written.data


def _write(data: bytes, out: Path | None, *, force: bool) -> None:
    import sys

    from ledger.cli.files.plain_files import write_whole
    from ledger.cli.output.console import say

    if out is not None:
        write_whole(out, data, force=force)
        say(t("{file}: written", file=out))
    elif sys.stdout.isatty():
        # a log may contain what a terminal obeys
        from ledger.cli.output.console import safe_lines

        safe_lines(data.decode())
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
