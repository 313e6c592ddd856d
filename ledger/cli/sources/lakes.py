"""Keeping a lake up to date, either once or continuously."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

from ledger.cli.language import t
from ledger.kernel.errors import Failed
from ledger.kernel.message import Message

if TYPE_CHECKING:
    from ledger.index.lake.writer import UpdateReport
    from ledger.kernel.errors import LedgerError
    from ledger.library.stores.library_stores import LibraryStores
    from ledger.system.worker_pool import WorkerPool

PAUSE = 1.0
"""The seconds between checks for a library that doesn't exist yet."""


def keep_lake(
    folder: Path,
    place: str,
    *,
    anew: bool,
    follow: bool,
    public: bool,
    pool: WorkerPool | None,
    json: bool,
) -> None:
    """Bring a lake up to date with a library and, if `follow`, keep it up to date."""
    from ledger.cli.output.console import emit, progress, say, warn
    from ledger.cli.sources.libraries import open_library
    from ledger.index.lake.source import LakeSource
    from ledger.index.lake.writer import LakeWriter
    from ledger.system.processes import ended_by_ctrl_c

    def report_done(done: UpdateReport) -> None:
        if json:
            emit({"lake": str(folder), **done._asdict()})
        elif not done.games:
            say(t("{file}: up to date", file=folder))
        else:
            say(
                t(
                    "{folder}: version {version}, {games:,} games in {seconds:.1f} s, "
                    "{size:.1f} MB",
                    folder=folder,
                    version=done.version,
                    games=done.games,
                    seconds=done.seconds,
                    size=done.bytes / 1e6,
                )
            )

    def still_trying(error: LedgerError) -> None:
        warn(Message("{why}; still trying", why=error.text))

    with ExitStack() as stack:
        stores = stack.enter_context(open_library(place)).stores
        if follow:
            stack.enter_context(ended_by_ctrl_c())
            _await_library(stores, still_trying)
        source = LakeSource(stores)
        if public:
            from ledger.library.journal.shared import SharedLibrary
            from ledger.service.sql.lake_queries import PublicSource

            library = SharedLibrary(stores)
            source = stack.enter_context(PublicSource(library, source, folder))
        writer = stack.enter_context(LakeWriter(folder, source, public=public))
        with progress(t("indexing"), source.count()) as done:
            report_done(writer.update(anew=anew, progress=done, pool=pool))
        if follow:
            writer.follow(report_done, still_trying)


def _await_library(stores: LibraryStores, trouble: Callable[[LedgerError], None]) -> None:
    """Wait until the library exists, as a new service only creates it with its first game."""
    from ledger.cli.output.console import warn
    from ledger.library.journal.facts import JOURNAL

    warned = False
    while True:
        try:
            if stores.journal.has(JOURNAL):
                return
            if not warned:
                warn(
                    Message(
                        "there is no library in {place} yet; waiting for one", place=stores.name
                    )
                )
                warned = True
        except Failed as e:
            trouble(e)
        sleep(PAUSE)
