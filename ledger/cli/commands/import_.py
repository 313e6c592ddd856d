"""`ledger import`: import games from many kinds of files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from ledger.cli.language import t, tn
from ledger.cli.options import Force, Jobs, Json, LibraryDir

if TYPE_CHECKING:
    from ledger.importers.report import Report
    from ledger.library.library import Library


def import_(
    ctx: typer.Context,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Files, folders of them, or - for stdin.",
            readable=False,  # an unreadable one is refused, and the others are imported
        ),
    ],
    library: LibraryDir = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would happen, without writing anything.")
    ] = False,
    lenient: Annotated[
        bool,
        typer.Option(
            "--lenient", help="Import the valid part of a damaged log or a faulty session."
        ),
    ] = False,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game, if a file doesn't name it."),
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
    cells: Annotated[
        Literal["scores", "places", "wins", "played"] | None,
        typer.Option(help="What the columns of the players hold."),
    ] = None,
    lists: Annotated[
        Literal["teams", "names"] | None,
        typer.Option(help="What `Ana,Bo; Cy` in a cell means."),
    ] = None,
    decimals: Annotated[
        Literal["comma", "point"] | None,
        typer.Option(help="What comes before decimals: 1,5 or 1.5."),
    ] = None,
    numbers: Annotated[
        Literal["places", "seats"] | None,
        typer.Option(help="What the headings 1, 2, 3 mean: who came first, or just who played."),
    ] = None,
    blanks: Annotated[
        Literal["above", "unknown"] | None,
        typer.Option(help="What an empty date or game below another one means."),
    ] = None,
    wins: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[TITLE=]high|low",
            help="Whether the most or the fewest points win; may be repeated.",
        ),
    ] = None,
    dates: Annotated[
        Literal["dmy", "mdy", "ymd"] | None,
        typer.Option(help="How to read dates like 03/04/2026."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Which sheet the ids in a table belong to."),
    ] = None,
    mapping: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Read tables with the mapping that you saved under this name."
        ),
    ] = None,
    replace: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N",
            help="Put these files in the place of an import: its number in `ledger imports`, or "
            "its file's name; may be repeated.",
        ),
    ] = None,
    remove_deleted: Annotated[
        bool,
        typer.Option("--remove-deleted", help="Remove the plays that BG Stats lists as deleted."),
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Import doubtful tables the way Ledger reads them.")
    ] = False,
    encoding: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The encoding of text files.", show_default="found out"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write one session as a log to this file instead of the library."
        ),
    ] = None,
    force: Force = False,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Import games into the library, from many kinds of files.

    It reads Ledger's own logs and sessions, exports from BG Stats, saved plays from BoardGameGeek,
    tables and logs from Board Game Arena, tables of scores (.csv, .xlsx, .xls, .ods), and any of
    these in a .zip. Logs are verified, and every move of a session is checked, before they are
    imported. In a folder, all files are read, including those in its subfolders, but not hidden
    ones.

    You can import a file again: Ledger recognises a game by its id. A play in a table has no id
    unless there is a column `id`, so it goes by date, time, game, place, players and round; the
    same is true of a session without `id:`. Two such plays in one file are two games. One from
    another file with different details is a correction, and the report says so; if it is really
    another game, a column `round` (`round:` in a session) or `id` tells them apart. A correction
    becomes a new revision, and the old one is kept. A BG Stats play that was changed earlier than
    the one here doesn't replace it; otherwise the file imported last counts, even if it repeats
    what an older one said. BGA files about the same table are combined, and so are a BG Stats play
    and its copy on BGG. Ledger also recognises its own exports when they come back.

    A table has a row per player, or a row per play with a column per player, with columns for each
    seat (`Player 1`, `Score 1`), with columns for first, second and third, or with all players in
    one cell (`Ana; Bo`). Tables of plays, scores, players and games that refer to each other are
    read together, if they are in one folder, archive or workbook. Where it isn't certain what the
    columns mean, Ledger shows how it reads the table and asks you; you can save your answer under a
    name, for --mapping. If there is nobody to ask, the table is refused, with the same preview and
    the options that would settle it. --dry-run shows the preview of every table. The ids in a table
    belong to that sheet: a play whose id is already in the library, but with other players and a
    different game or date, is a different play.

    If a file doesn't say who won, it is the player ranked first or, without ranks, the only player
    with the best score. Whether the most or the fewest points win is said by the rules of an
    installed game, by a column of the table (`Highest wins`, `Scoring`) or by --wins; otherwise
    Ledger asks once for each title, and remembers the answer in the library. Without an answer, the
    play has no winner until you import the file again with --wins. A column `place` is where the
    game was played if it contains words, or if the table has a column per player. Totals (Total,
    Razem, Totale) are left out. A row with more cells than headings is refused.

    What an import brought can be taken out again: `ledger remove --import N`. With --replace, these
    files take the place of what was imported before: what isn't in them goes. Games that you
    removed stay out. If BG Stats lists plays as deleted that are here, you are asked whether they
    go; in a script, --remove-deleted says so.

    \b
    Example:
      ledger import evening.session BGStatsExport.json --dry-run
      ledger import evening.session --out evening.jsonl
      ledger import scores.csv --column date=Wann --player Ana --player Bo
      ledger import league.csv --cells places
      ledger import scores.csv --wins "Golf=low" --wins high
      ledger import archive --jobs 8

    --json: {"library", "dry_run", "records", "new", "joined", "known", "changed", "removed",
    "refused", "files": [{"file", "kind", "digest", "records", "new", "joined", "known", "changed",
    "removed", "refused", "remarks", "readings"}], "gone", "deleted", "items": [{"status", "file",
    "line", "column", "part", "record", "id", "revision", "kind", "game", "title", "date",
    "message", "rule", "error", "source", "hint", "more", "notes", "fingerprint", "reading"}],
    "skipped", "players", "doubts": [{"kind", "name", "players"}]}. items are the records: status is
    new, joined (it describes a game already here from another source), known, changed, removed (it
    was left out, because somebody removed it) or refused, message and error say why it was refused,
    joined or changed, more lists further errors in a session, fingerprint is that of a session's
    finished log (see `ledger verify`), reading is how a refused table would be read: {"table",
    "shape", "columns": [{"heading", "field", "meaning", "example", "player"}], "players",
    "more_players", "plays", "doubts", "wrong", "choices": [{"name", "value", "meaning", "shown"}]},
    where choices are options that settle its doubts; readings are those of the other tables, in a
    dry run. gone are the games that went with --replace, deleted those that a file lists as
    deleted. skipped are files in a folder that Ledger doesn't recognise; players are the ids of new
    players, doubts those who may be the same person.

    Exit code: 0 if everything was imported or known, 1 if something was refused, 2 if nothing could
    be read.
    """
    if out is not None:
        if len(files) != 1:
            raise typer.BadParameter("needs exactly one FILE", param_hint="--out")
        _convert(files[0], out, encoding, lenient=lenient, force=force)
        return
    import sys

    from ledger.cli.options import library_at, split_pairs
    from ledger.cli.output.console import progress, terminal
    from ledger.cli.output.import_report import print_report
    from ledger.cli.prompts.sheet_mappings import (
        Confirmation,
        ScoringQuestions,
        check_source,
        read_wins,
        saved_mapping,
        saved_options,
    )
    from ledger.cli.worker_pools import pool_for
    from ledger.importers.pipeline import run_import
    from ledger.importers.records import Options

    found = library_at(ctx, library)
    saved = None if mapping is None else saved_mapping(found, mapping)
    more = saved_options(found, mapping)
    options = Options(
        columns={**(saved.columns if saved else {}), **split_pairs(column, "--column")},
        players=tuple(player or (saved.players if saved else ())),
        dates=dates or more.get("dates") or (saved.dates if saved else None),
        encoding=encoding,
        game=game or (saved.game if saved else None),
        source=check_source(source) or (saved.source if saved else None),
        cells=cells or more.get("cells"),
        lists=lists or more.get("lists"),
        decimals=decimals or more.get("decimals"),
        numbers=numbers or more.get("numbers"),
        blanks=blanks or more.get("blanks"),
        wins=read_wins(wins),
        sure=yes or saved is not None,
    )
    asking = Confirmation(options)
    if sys.stdin.isatty() and terminal() and not json:
        options = msgspec.structs.replace(options, confirm=asking.confirm)
        if not yes:
            options = msgspec.structs.replace(options, ask_wins=ScoringQuestions().ask)
    report = run_import(
        found,
        files,
        replace=replace or (),
        lenient=lenient,
        dry=dry_run,
        options=options,
        progress=progress,
        gather=lambda parts: pool_for(jobs, None, parts),
    )
    if not dry_run:
        asking.save(found)
    print_report(report, json=json)
    if report.deleted and not dry_run:
        _remove_deleted(found, report, sure=remove_deleted, json=json)
    raise typer.Exit(report.exit_code)


def _remove_deleted(found: Library, report: Report, *, sure: bool, json: bool) -> None:
    """Remove the plays that a file lists as deleted, if the user agrees."""
    import sys

    from ledger.cli.output.console import say, terminal
    from ledger.kernel.times import now
    from ledger.library.removing import LibraryChanges
    from ledger.library.stores.library_stores import open_folder

    if not sure:
        if json or not (sys.stdin.isatty() and terminal()):
            return
        if not typer.confirm(t("Remove them?"), default=False):
            return
    with open_folder(found.folder) as stores:
        changes = LibraryChanges(stores)
        change = changes.carry_out(lambda: changes.remove_games(report.deleted), now())
    if not json:
        count = tn("{count} game removed", "{count} games removed", len(change.gone))
        say(f"{count}; {t('`ledger remove --undo` undoes it')}")


def _convert(file: Path, out: Path, encoding: str | None, *, lenient: bool, force: bool) -> None:
    """Turn a session file into a log outside the library."""
    from ledger.cli.files.plain_files import check_free, read_typed, write_whole
    from ledger.cli.output.assurance import end_text, print_fingerprint
    from ledger.cli.output.console import say, warn
    from ledger.importers.detect import sniff
    from ledger.importers.native.sessions import read_bytes
    from ledger.importers.records import Kind
    from ledger.kernel.errors import Malformed
    from ledger.kernel.replay.replay import live
    from ledger.kernel.verify.assurance import end_of

    check_free(out, force=force)
    data = read_typed(file)
    if data.lstrip().startswith(b"{") and sniff("-", data) is Kind.LOG:
        raise Malformed(
            "this is a log already",
            file=str(file),
            hint="`ledger replay` shows it; `ledger import` without --out puts it into the library",
        )
    table, notes = read_bytes(data, str(file), encoding=encoding, lenient=lenient)
    for note in notes:
        warn(f"{file}: {note}")
    write_whole(out, table.bytes(), force=force)
    ended = end_of(live(table.lines))
    state = "open" if ended is None else "broken off" if ended.broken_off else "finished"
    events = tn("{count} event", "{count} events", len(table.lines))
    say(f"{out}: {events}, {end_text(state)}")
    if table.head.sealed:
        print_fingerprint(table.head)
