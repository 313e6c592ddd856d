"""The report of an import: every record is new, joined, known, changed, removed or refused."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.kernel.message import Message, Text
from ledger.library.journal.catalogue import full_title
from ledger.library.people.matching import Doubt

from .records import SheetPreview

Status = Literal["new", "joined", "known", "changed", "removed", "refused"]
STATUSES: tuple[Status, ...] = ("new", "joined", "known", "changed", "removed", "refused")
"""What became of a record; `removed` means left out, as somebody had removed the game."""


class FurtherError(msgspec.Struct, frozen=True, kw_only=True):
    """Another error in a refused record, with its own line."""

    line: int | None
    column: int | None
    message: Text
    rule: str | None
    error: str
    source: str | None
    hint: Text | None

    @classmethod
    def of(cls, e: LedgerError) -> FurtherError:
        """Create one from an error."""
        return cls(
            line=e.line,
            column=e.column,
            message=e.text,
            rule=e.rule,
            error=e.kind,
            source=e.source,
            hint=e.advice,
        )


class Item(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What became of one record.

    `id` and `revision` are the library's, `record` is the id at the source, `part` is, for example,
    `plays[3]`. `message` says why the record was refused or what has changed, `source` is the line
    with the error, `hint` says what would be right, `more` has further errors, and `notes` say what
    couldn't be understood. `fingerprint` belongs to a log that was sealed here. `reading` shows how
    a refused sheet would be read.
    """

    status: Status
    file: str
    line: int | None = None
    column: int | None = None
    part: Text | None = None
    record: str | None = None
    id: str | None = None
    revision: int | None = None
    kind: str | None = None
    game: str | None = None
    title: str | None = None
    date: str | None = None
    message: Text | None = None
    rule: str | None = None
    error: str | None = None
    source: str | None = None
    hint: Text | None = None
    more: tuple[FurtherError, ...] = ()
    notes: tuple[Text, ...] = ()
    fingerprint: str | None = None
    reading: SheetPreview | None = None

    @property
    def full_title(self) -> str | None:
        """The title of the game, looked up on demand, as `title` can be just its name."""
        return None if self.title is None else full_title(self.title, self.game)

    @property
    def where(self) -> Text:
        """Where the record is, as text for people."""
        return self.place(self)

    def place(self, at: Item | FurtherError) -> Text:
        """Return where one of the record's errors is, as text for people."""
        place = [self.file, at.line, at.column if at.line is not None else None]
        text = ":".join(str(x) for x in place if x is not None)
        return text if self.part is None else Message.join(": ", [text, self.part])


class FileReport(msgspec.Struct, kw_only=True):
    """What was in one file; `kind` is None if it isn't known.

    `readings` say how its sheets are read, if a dry run asks for that.
    """

    file: str
    kind: str | None
    digest: str
    records: int = 0
    new: int = 0
    joined: int = 0
    known: int = 0
    changed: int = 0
    removed: int = 0
    refused: int = 0
    remarks: list[Text] = msgspec.field(default_factory=list)
    readings: list[SheetPreview] = msgspec.field(default_factory=list)

    def count(self, status: Status) -> None:
        """Count one record."""
        self.records += 1
        setattr(self, status, getattr(self, status) + 1)


class Report(msgspec.Struct, kw_only=True):
    """What a whole import did.

    `skipped` are files in folders that we don't recognise; `players` are new in the library;
    `doubts` are names that may belong to several people; `gone` are games that came with an import
    that was replaced and that aren't in any of the files; `deleted` are games that a file lists as
    deleted; `unread` is the number of refused files in which nothing was understood.
    """

    library: str
    dry_run: bool
    files: list[FileReport] = msgspec.field(default_factory=list)
    items: list[Item] = msgspec.field(default_factory=list)
    skipped: list[Text] = msgspec.field(default_factory=list)
    players: list[str] = msgspec.field(default_factory=list)
    doubts: list[Doubt] = msgspec.field(default_factory=list)
    gone: list[str] = msgspec.field(default_factory=list)
    deleted: list[str] = msgspec.field(default_factory=list)
    unread: int = 0

    def total(self) -> dict[str, int]:
        """Return the number of records, in total and by status."""
        counts = Counter(item.status for item in self.items)
        return {"records": len(self.items), **{s: counts[s] for s in STATUSES}}

    @property
    def exit_code(self) -> int:
        """The exit code.

        0: everything was imported; 1: something was refused; 2: nothing could be read.
        """
        if len(self.items) == self.unread and not any(f.kind and not f.records for f in self.files):
            return 2
        return 1 if any(item.status == "refused" for item in self.items) else 0
