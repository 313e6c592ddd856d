"""The public side of a library as a lake: updated by one program, queried by many services."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import msgspec

from ledger.index.lake.source import LakeSource
from ledger.index.lake.versions import Lake, read_version
from ledger.index.query.sandbox import FILES, SandboxReply, SandboxRequest, ask_in_sandbox
from ledger.kernel.errors import Failed, LedgerError
from ledger.library.library import ReadableLibrary
from ledger.library.stores.library_stores import open_folder

from .public_mirror import PublicMirror
from .queries import Queries, unavailable

MIRROR = "mirror"
"""The subfolder for the spectators' streams from which the lake is built."""


class PublicSource(LakeSource):
    """What any spectator could see of a library; use it as a context manager."""

    def __init__(self, library: ReadableLibrary, real: LakeSource, folder: Path) -> None:
        self._open = ExitStack()
        self._real, self._mirror = real, PublicMirror(library, folder / MIRROR)
        super().__init__(self._open.enter_context(open_folder(self._mirror.folder)))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def look(self) -> str:
        """Take in what is new in the mirror, after bringing it up to date."""
        self._mirror.refresh()
        return super().look()

    def watch(self, on_hint: Callable[[], None]) -> Callable[[], None]:
        """Call `on_hint` whenever something may be new in the library itself.

        Return a function that stops the watching.
        """
        return self._real.watch(on_hint)


class LakeQueries(Queries):
    """Queries on all games, answered from a public lake as it is."""

    def __init__(self, folder: Path) -> None:
        self._lake = Lake(folder)

    def _answer(self, request: SandboxRequest) -> SandboxReply:
        with ExitStack() as stack:
            try:
                file = stack.enter_context(self._lake.held())
                version = read_version(file)
            except LedgerError as e:
                raise unavailable() from e
            if not version.public:
                raise Failed("this lake contains hidden information: it was made without --public")
            files = FILES + len(version.files())
            return ask_in_sandbox(msgspec.structs.replace(request, file=str(file), files=files))

    def _look_again(self) -> None:
        """Do nothing: every query looks for the newest version anyway."""
