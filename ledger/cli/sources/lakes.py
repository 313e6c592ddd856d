"""Keeping a lake up to date, once or for ever."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.index.lake.writer import Updated
    from ledger.kernel.errors import LedgerError
    from ledger.system.crew import Crew


def keep_lake(
    folder: Path,
    place: str,
    *,
    anew: bool,
    follow: bool,
    public: bool,
    crew: Crew | None,
    json: bool,
) -> None:
    """Bring a lake up to date with a library, and keep it so if `follow`."""
    from ledger.cli.output.console import emit, progress, say, warn
    from ledger.cli.sources.places import open_place
    from ledger.index.lake.source import LakeSource
    from ledger.index.lake.writer import LakeWriter
    from ledger.system.processes import ended_by_ctrl_c

    def tell(done: Updated) -> None:
        if json:
            emit({"lake": str(folder), **done._asdict()})
        elif not done.games:
            say(f"{folder}: up to date")
        else:
            took = f"{done.games:,} games in {done.seconds:.1f} s"
            say(f"{folder}: version {done.version}, {took}, {done.bytes / 1e6:.1f} MB")

    def still_trying(error: LedgerError) -> None:
        warn(f"{error.message}; still trying")

    with ExitStack() as stack:
        stores = stack.enter_context(open_place(place)).stores
        source = LakeSource(stores)
        if public:
            from ledger.library.journal.shared import SharedLibrary
            from ledger.service.public.lake import PublicSource

            library = SharedLibrary(stores)
            source = stack.enter_context(PublicSource(library, source, folder))
        if follow:
            stack.enter_context(ended_by_ctrl_c())
        writer = stack.enter_context(LakeWriter(folder, source, public=public))
        with progress("indexing", source.count()) as done:
            tell(writer.update(anew=anew, progress=done, crew=crew))
        if follow:
            writer.follow(tell, still_trying)
