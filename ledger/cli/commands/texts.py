"""`ledger texts`: bring the catalogues of a game that you are writing in line with its texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.language import t, tn
from ledger.cli.options import Json

if TYPE_CHECKING:
    from ledger.kernel.game.game import Game
    from ledger.testing.catalogues.files import Updated


def texts(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="An installed game, or the path of one: a file, a package, or a folder with a "
            "pyproject.toml.",
        ),
    ],
    into: Annotated[
        list[str] | None,
        typer.Option(
            "--into",
            metavar="LANG",
            help="A language, such as pl; repeat for several. By default, those that it has.",
        ),
    ] = None,
    reference: Annotated[
        bool,
        typer.Option("--reference", help="Begin a catalogue of the rules and events, too."),
    ] = False,
    only_check: Annotated[
        bool, typer.Option("--check", help="Write nothing; only say what would be done.")
    ] = False,
    json: Json = False,
) -> None:
    """Collect what a game says for its translators.

    It adds texts that are new, drops those that nothing says any more, compiles the catalogues and
    lists what isn't translated yet; that is shown in English. A game has a catalogue for each
    language, locale/LANG/LC_MESSAGES/GAME.po, and a second one, GAME_reference.po, for what people
    look up: rules and the meanings of events. What Ledger itself says isn't in them.

    \b
    Example:
      ledger texts my-game --into pl --into it
      ledger texts high_card

    --json: one object per catalogue, {"file", "language", "texts", "added", "dropped",
    "untranslated", "changed"}.

    Exit code: 0, even if something isn't translated; with --check, 1 if something would change.
    """
    from ledger.check.loading import Unloadable, load
    from ledger.cli.extras import needs
    from ledger.cli.output.console import emit
    from ledger.kernel.errors import Malformed

    with needs("testing"):
        from ledger.testing.catalogues.files import is_language
    into = [lang.replace("-", "_") for lang in into or []]
    for lang in into:
        if not is_language(lang):
            raise Malformed("there is no language {lang!r}", lang=lang)
    try:
        games = load(game)
    except Unloadable as e:
        found = e.finding
        raise Malformed(
            "{name} can't be imported: {why}",
            file=found.file,
            line=found.line,
            name=game,
            why=found.message,
        ) from e
    changed = False
    for one in games:
        for lang, done in _update(one, into, reference=reference, write=not only_check):
            changed = changed or done.changed
            if json:
                emit(
                    {
                        "file": str(done.path),
                        "language": lang,
                        "texts": done.texts,
                        "added": done.added,
                        "dropped": done.dropped,
                        "untranslated": done.left,
                        "changed": done.changed,
                    }
                )
            else:
                _print(done)
    raise typer.Exit(int(only_check and changed))


def _update(
    game: Game, into: list[str], *, reference: bool, write: bool
) -> list[tuple[str, Updated]]:
    from ledger.index.reports.report import read_report, report_texts
    from ledger.kernel.errors import Malformed
    from ledger.kernel.packages import files_of
    from ledger.kernel.text.reasons import why
    from ledger.testing.catalogues.files import path_of, update
    from ledger.testing.catalogues.texts import (
        game_texts,
        of_kit,
        reference_of,
        reference_texts,
        texts_of,
    )

    home, name, title = files_of(game.package), game.meta.name, game.meta.title
    if not isinstance(home, Path):
        raise Malformed("the files of {name} aren't in a folder", name=name)
    languages = into or [*texts_of(game).languages]
    if not languages:
        raise Malformed(
            "{name} isn't translated yet", hint="`--into pl` begins with Polish", name=name
        )
    own = game_texts(game)
    for report in sorted(home.glob("reports/*.sql")):
        own |= set(report_texts(read_report(report.stem, report.read_text("utf-8"))))
    found = []
    try:
        for lang in languages:
            path, head = path_of(home, name, lang), f"What {title} says"
            found.append((lang, update(path, lang, own, kit=of_kit(lang), head=head, write=write)))
            path, head = path_of(home, f"{name}_reference", lang), f"Rules and events of {title}"
            if reference or lang in reference_of(game).translations:
                what = set(reference_texts(game))
                found.append((lang, update(path, lang, what, head=head, write=write)))
    except OSError as e:
        raise Malformed("{file} can't be written: {why}", file=str(path), why=why(e)) from e
    return found


def _print(done: Updated) -> None:
    from rich.text import Text

    from ledger.check.findings import shown
    from ledger.cli.output.console import say

    counted = tn("{count} text", "{count} texts", done.texts)
    say(Text.assemble((shown(str(done.path)), "bold"), f": {counted}"))
    for what, texts in (
        (t("new: {text}"), done.added),
        (t("dropped: {text}"), done.dropped),
        (t("not translated: {text}"), [x for x in done.left if x not in done.added]),
    ):
        for text in texts:
            say(Text(what.format(text=" ".join(text.split()))), indent=4)
