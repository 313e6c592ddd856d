"""Disk access for the viewer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .plain_files import append_log, write_whole

if TYPE_CHECKING:
    from ledger.kernel.log.codec import Head
    from ledger.kernel.log.events import Line


class TuiFiles:
    """Writes what the user saves in the viewer; nothing is ever overwritten."""

    def write(self, path: Path, data: bytes) -> None:
        """Write a new file, either completely or not at all."""
        write_whole(path, data)

    def append(self, log: Path, head: Head, groups: Sequence[Sequence[Line]]) -> None:
        """Append groups to a log that still ends at `head`."""
        append_log(log, head, groups)
