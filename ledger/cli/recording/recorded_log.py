"""The log on disk: each group is durable before the next question is asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ledger.cli.files.plain_files import append_group, create_log, open_log, record_growth
from ledger.kernel.log.codec import encode
from ledger.kernel.log.events import groups

if TYPE_CHECKING:
    from ledger.kernel.log.events import Line
    from ledger.kernel.play.table import Table
    from ledger.store.log_writer import LogWriter


class RecordedLog:
    """Keeps a log open, so that no other program can record the same game."""

    def __init__(self, path: Path, writer: LogWriter | None = None) -> None:
        self.path = path
        self.writer = writer

    @property
    def seq(self) -> int:
        """The number of the last durable line; 0 if there isn't one yet."""
        return 0 if self.writer is None else self.writer.index.head.seq

    def keep(self, table: Table) -> None:
        """Write what is new in the table."""
        new: Sequence[Sequence[Line]] = groups(table.lines[self.seq :])
        if self.writer is None and new:
            create_log(self.path, encode(new[0]))
            self.writer = open_log(self.path)
            new = new[1:]
        for group in new:
            assert self.writer is not None  # noqa: S101
            append_group(self.writer, group)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.writer is not None:
            self.writer.close()
            record_growth(self.path)
