"""`ledger import`: files of many kinds become games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ledger.cli.options import Force, Json, LibraryDir


def import_(
    ctx: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Files, folders of them, or - for stdin.",
            readable=False,  # one that is not is refused, and the others are taken
        ),
    ],
    library: LibraryDir = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, without writing anything.")
    ] = False,
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Keep what is good in a torn log or a wrong session.")
    ] = False,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game, if a file doesn't say."),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OURS=THEIRS",
            help="What a column of a table is called, like date=Wann; may be repeated.",
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A column with a player's scores; may be repeated."),
    ] = None,
    dates: Annotated[
        Literal["dmy", "mdy"] | None,
        typer.Option(help="How to read 03/04/2026."),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Of text files.", show_default="found out"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write one session as a log there, not into the library."
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Take games into the library, from files of many kinds.

    Ledger's own logs and sessions, exports of BG Stats, saved plays of BoardGameGeek, tables and
    logs of Board Game Arena, tables of scores (.csv, .xlsx, .xls, .ods), and any of these in a
    .zip. Logs are verified, and every move of a session is checked, before they are taken. Of a
    folder all files below it are read, but hidden ones.

    What was imported before is known again by its id. A play of a table has none unless there is a
    column `id`, so its date, time, game, place, players and round must do; a session without
    `id:` is known by the same. Two such plays of one file are two; one of another file that says
    something else is a correction, and the report says so: a column `round` (`round:` in a
    session) or `id` tells them apart. A correction becomes a new revision, and the old one is
    kept; a play of BG Stats that was changed earlier than the one here does not replace it, and
    elsewhere the file that comes last counts, also if it says again what an older one said. Files
    of BGA about one table are put together, so are a play of BG Stats and its copy at BGG, and
    what Ledger itself exported is known when it comes back.

    Who is ranked first won, if nobody says otherwise; without ranks it is who alone has the best
    score, of an installed game. A column `place` with words, or in a table with a column per
    player, is where it was played. Sums (Total, Razem, Totale) are left out. A row with more cells
    than headings is refused.

    \b
    Example:
      ledger import evening.session BGStatsExport.json --dry-run
      ledger import evening.session --out evening.jsonl

    --json: {"library", "dry_run", "records", "new", "known", "changed", "refused", "files":
    [{"file", "kind", "digest", "records", "new", "known", "changed", "refused", "remarks"}],
    "items": [{"status", "file", "line", "column", "part", "record", "id", "revision", "kind",
    "game", "title", "date", "message", "rule", "error", "source",
    "hint", "more", "notes"}], "skipped", "players", "doubts":
    [{"kind", "name", "players"}]}. items are the records: status is new, known, changed or
    refused, message and error say why it is refused or changed, more are the further errors of
    a session. skipped are files of a folder that are of no known kind; players are the ids of
    those who are new, doubts those who may be one person.

    Exit code: 0 if everything was taken or known, 1 if something was refused, 2 if nothing could
    be read.
    """
    if out is not None:
        if len(files) != 1:
            raise typer.BadParameter("needs exactly one FILE", param_hint="--out")
        _convert(files[0], out, encoding, lenient=lenient, force=force)
        return
    from ledger.cli.options import library_at, split_pairs
    from ledger.cli.output.console import progress
    from ledger.cli.output.import_report import tell
    from ledger.importers.pipeline import run_import
    from ledger.importers.records import Options

    options = Options(
        columns=split_pairs(column, "--column"),
        players=tuple(player or ()),
        dates=dates,
        encoding=encoding,
        game=game,
    )
    report = run_import(
        library_at(ctx, library),
        files,
        lenient=lenient,
        dry=dry_run,
        options=options,
        progress=progress,
    )
    tell(report, json=json)
    raise typer.Exit(report.exit_code)


def _convert(file: Path, out: Path, encoding: str | None, *, lenient: bool, force: bool) -> None:
    """Turn a session file into a log outside of the library."""
    from ledger.cli.files import check_free, read_typed, write_whole
    from ledger.cli.output.console import say, warn
    from ledger.importers.native.sessions import read_bytes

    check_free(out, force=force)
    data = read_typed(file)
    table, notes = read_bytes(data, str(file), encoding=encoding, lenient=lenient)
    for note in notes:
        warn(f"{file}: {note}")
    write_whole(out, table.bytes(), force=force)
    state = "finished" if table.head.sealed else "open"
    say(f"{out}: {len(table.lines)} events, {state}")
