"""`ledger imports`: what was imported, when, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ledger.cli.language import of_a_kind, t
from ledger.cli.options import Json, LibraryAddress, LibraryDir
from ledger.cli.sources.libraries import library_stores

if TYPE_CHECKING:
    from ledger.library.journal.history import FileImport


def imports(
    ctx: typer.Context,
    library: LibraryDir = None,
    store: LibraryAddress = None,
    json: Json = False,
) -> None:
    """List the imports of the library, with their numbers.

    `ledger remove --import N` takes one back, and `ledger import FILE --replace N` puts what is in
    a file in the place of what one brought.

    \b
    Example:
      ledger imports

    --json: one object per file, {"number", "at", "file", "kind", "digest", "new", "joined",
    "known", "changed", "refused", "taken_back", "together"}; together has the numbers of files that
    an earlier version imported in one go, which can only be taken back together.
    """
    from ledger.cli.output.console import emit, say
    from ledger.library.journal.facts import JOURNAL
    from ledger.library.journal.history import JournalHistory

    with library_stores(ctx, library, store) as stores:
        there = stores.journal.has(JOURNAL)
        history = JournalHistory(stores.journal.read(JOURNAL) if there else ())
    for each in history.imports:
        if json:
            emit(_facts(each))
        else:
            _print(each)
    if not history.imports and not json:
        say(t("nothing was imported yet; `ledger import` adds games"))


def _facts(found: FileImport) -> dict[str, object]:
    said = found.fact
    return {
        "number": found.number,
        "at": found.at,
        "file": said.file,
        "kind": said.kind,
        "digest": said.digest,
        "new": said.new,
        "joined": said.joined,
        "known": said.known,
        "changed": said.changed,
        "refused": said.refused,
        "taken_back": found.taken_back,
        "together": found.together,
    }


def _print(found: FileImport) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say
    from ledger.kernel.text.safe import safe

    said = found.fact
    counts = (
        (said.new, t("new")),
        (said.joined, t("joined")),
        (said.changed, t("changed")),
        (said.known, t("known")),
        (said.refused, t("refused")),
    )
    told = ", ".join(of_a_kind(n, word) for n, word in counts if n) or t("nothing in it")
    line = Text().append(f"{found.number:>4}  ", "cyan").append(f"{(found.at or '')[:10]:<10}  ")
    line.append(safe(said.file), "bold").append(f"  {told}")
    if found.taken_back:
        line.append(f"  ({t('taken back')})", "yellow")
    say(line)
