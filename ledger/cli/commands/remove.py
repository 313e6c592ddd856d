"""`ledger remove`: remove games from the library, take imports back, and undo both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import completion
from ledger.cli.game_filters import Day, Kind, Text, Title, Where, Who, day, game_checks
from ledger.cli.language import message, t, tn
from ledger.cli.options import Json, LibraryAddress, LibraryDir
from ledger.cli.sources.libraries import library_stores

if TYPE_CHECKING:
    from ledger.library.journal.catalogue import Catalogue, GameEntry
    from ledger.library.removing import Change, LibraryChanges, Plan

MOST = 20
"""How many of the games to remove are listed."""


def remove(
    ctx: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            help="Ids of games, or how they begin.",
            autocompletion=completion.plays,
        ),
    ] = None,
    imports: Annotated[
        list[str] | None,
        typer.Option(
            "--import",
            metavar="N",
            help="Take back an import, by its number in `ledger imports` or its file's name; may "
            "be repeated.",
        ),
    ] = None,
    game: Title = None,
    player: Who = None,
    since: Day = None,
    until: Day = None,
    place: Where = None,
    kind: Kind = None,
    text: Text = None,
    undo: Annotated[
        bool,
        typer.Option(
            "--undo", help="Bring back what was removed: these games or imports, or the last."
        ),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, without writing anything.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")] = False,
    library: LibraryDir = None,
    store: LibraryAddress = None,
    json: Json = False,
) -> None:
    """Take games out of the library, or take an import back.

    You see what will be removed, and are asked to confirm. Nothing is deleted: the journal records
    that these games no longer count, their logs stay where they are, and `--undo` restores them.
    Lists, people, reports, ratings and exports are then as if the games had never been there.

    If you import the file of a removed game again, the game stays removed, and the import says so.
    Undoing an import is different: its games are removed, the results it corrected revert to what
    they were, and importing the file again, or a corrected one, adds its games again.
    `ledger import FILE --replace N` does both at once, and `--undo` right after it undoes both. A
    log that an import merely corrected keeps the correction.

    The options say which games, as for `ledger list`; with several, a game must fit all of them.

    \b
    Example:
      ledger remove bgstats-0a1b2c
      ledger remove --game chess --until 2019
      ledger remove --import scores.csv
      ledger remove --undo

    --json: {"library", "dry_run", "undo", "gone", "back", "changed", "kept": [{"id", "why"}]}; gone
    are the games that are no longer there, back those that are there again, changed those that are
    as they were before, each as in `ledger list --json`; kept are games that were left alone, and
    why.

    Exit code: 0, also if there was nothing to do; 1 if you said no, or nobody could be asked; 2 if
    there is no such game or import.
    """
    from ledger.kernel.times import now
    from ledger.library.removing import LibraryChanges

    filters = game, player, place, kind, text, day(since, "--since"), day(until, "--until")
    filtered = any(each is not None for each in filters)
    if bool(games) + bool(imports) + filtered > 1:
        raise typer.BadParameter("name games, or imports, or say which games fit: one of the three")
    if not (games or imports or filtered or undo):
        raise typer.BadParameter("say what to remove: ids, --import, or options like --game")
    with library_stores(ctx, library, store) as stores:
        changes = LibraryChanges(stores)
        ids = None
        if games or filtered:
            wanted = filters if filtered else None
            ids = _chosen(changes.catalogue, games or (), wanted, undo=undo)
        plan = _plan(changes, ids, imports or (), undo=undo)
        change, before = plan(), changes.catalogue
        if not json:
            _print(change, undo=undo)
        done = False
        if change.facts and not dry_run and _agreed(yes=yes or undo, json=json):
            change, done = changes.carry_out(plan, now()), True
    if json:
        _emit(stores.name, change, before, changes, dry=dry_run, undo=undo)
    elif dry_run or done or not change.facts:
        _summary(change, dry=dry_run, undo=undo)
    else:
        raise typer.Exit(1)


def _plan(
    changes: LibraryChanges, ids: Sequence[str] | None, imports: Sequence[str], *, undo: bool
) -> Plan:
    """Return a function that works out the change for the library as it is when called."""
    if ids is not None:
        work = changes.restore_games if undo else changes.remove_games
        return lambda: work(ids)
    if imports:
        found = changes.imports_called(imports)
        numbers = [str(each.number) for each in found]
        back = changes.restore_imports if undo else changes.take_back
        return lambda: back(changes.imports_called(numbers))
    return changes.restore_last


def _chosen(
    catalogue: Catalogue,
    games: Sequence[str],
    filters: tuple[str | None, ...] | None,
    *,
    undo: bool,
) -> list[str]:
    """Return the ids of the games selected by name or by filters."""
    from ledger.library.journal.catalogue import Catalogue as Empty
    from ledger.library.removing import find_removed

    found = (catalogue.removed or Empty(None)) if undo else catalogue
    if filters is not None:
        checks = game_checks(found, *filters)
        return [e.id for e in found.entries.values() if all(check(e) for check in checks)]
    if undo:
        return [find_removed(catalogue, id) for id in games]
    return [found.find(id, t("this library")).id for id in games]


def _agreed(*, yes: bool, json: bool) -> bool:
    """Ask whether to continue; raise `Illegal` if there is nobody to ask."""
    import sys

    from ledger.cli.output.console import terminal
    from ledger.kernel.errors import Illegal

    if yes:
        return True
    if json or not (sys.stdin.isatty() and terminal()):
        raise Illegal("nothing was changed, as nobody could be asked", hint="--yes goes ahead")
    return typer.confirm(t("Go on?"), default=False)


# --- telling -------------------------------------------------------------------------------------


def _print(change: Change, *, undo: bool) -> None:
    for word, entries in (
        (t("goes"), change.gone),
        (t("comes back"), change.back),
        (t("changes"), change.changed),
    ):
        _games(word, entries)
    from ledger.cli.output.console import say

    for each in change.kept[:MOST]:
        say(f"{t('stays'):<10} {each.id}: {message(each.why)}")
    if len(change.kept) > MOST:
        say(f"{'':<10} {tn('and {count} more', 'and {count} more', len(change.kept) - MOST)}")


def _games(word: str, entries: Sequence[GameEntry]) -> None:
    from rich.text import Text as Line

    from ledger.cli.output.console import say
    from ledger.cli.output.library_games import who_played
    from ledger.kernel.text.safe import safe

    for entry in entries[:MOST]:
        about = ", ".join(x for x in (entry.full_title, (entry.date or "")[:10]) if x)
        line = Line().append(f"{word:<10} ", "yellow").append(entry.id, "cyan")
        say(line.append(f"  {safe(about)}  {who_played(entry)}".rstrip(), "none"))
    if len(entries) > MOST:
        say(f"{'':<10} {tn('and {count} more', 'and {count} more', len(entries) - MOST)}")


def _summary(change: Change, *, dry: bool, undo: bool) -> None:
    from ledger.cli.output.console import say

    if not change.facts:
        say(t("there is nothing to do"))
        return
    parts = (
        (len(change.gone), tn("{count} game removed", "{count} games removed", len(change.gone))),
        (len(change.back), tn("{count} game is back", "{count} games are back", len(change.back))),
        (
            len(change.changed),
            tn(
                "{count} game is as before",
                "{count} games are as before",
                len(change.changed),
            ),
        ),
    )
    done = ", ".join(text for count, text in parts if count) or t("nothing else changes")
    prefix = f"{t('dry run, nothing was written')}: " if dry else ""
    how = "" if undo or dry else f"; {t('`ledger remove --undo` undoes it')}"
    say(f"{prefix}{done}{how}")


def _emit(
    name: str,
    change: Change,
    before: Catalogue,
    changes: LibraryChanges,
    *,
    dry: bool,
    undo: bool,
) -> None:
    from ledger.cli.output.console import emit
    from ledger.cli.output.library_games import facts

    if not dry:
        changes.refresh()
    emit(
        {
            "library": name,
            "dry_run": dry,
            "undo": undo,
            "gone": [facts(before, entry) for entry in change.gone],
            "back": [facts(changes.catalogue, entry) for entry in change.back],
            "changed": [facts(changes.catalogue, entry) for entry in change.changed],
            "kept": [{"id": each.id, "why": each.why} for each in change.kept],
        }
    )
