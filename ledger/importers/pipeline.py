"""Importing files into a library: find out what each is, read it, add its games, and report.

Our own logs and sessions are read here. Everything else goes to a reader, which is any function
`(kind, data, name, options) -> iterator of records`, as described in `records.py`.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import itertools
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.kernel.errors import FORGED, Ambiguous, LedgerError, Malformed
from ledger.kernel.log.fingerprint import fingerprint
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why
from ledger.kernel.times import format_time, utc_now
from ledger.kernel.verify.assurance import unsealed
from ledger.kernel.verify.blame import blame
from ledger.library.journal.facts import Imported, Log
from ledger.library.library import Library
from ledger.library.records.merge import UNNAMED
from ledger.library.writer import HEAD, AddResult, LibraryWriter
from ledger.store import Failed

from .detect import is_prose, sniff
from .explain import another, unlike, why_joined, why_log, why_play
from .parsing.decoding import PEEK, peek, read_all
from .parsing.limits import MAX_FILE
from .records import (
    SHEET,
    ImportedPlay,
    Kind,
    Moves,
    NoTable,
    Options,
    Own,
    Record,
    Refused,
    Remark,
    TableReading,
    UnclearTable,
    Where,
)
from .report import STATUSES, FileReport, Further, Item, Report
from .sheet_ids import own_id
from .sheets.roles import role_of
from .walk import KNOWN, STDIN, Input, inputs, mode_of, printable
from .weak_plays import told_apart

if TYPE_CHECKING:
    from ledger.system.crew import Crew

Reader = Callable[[Kind, bytes, str, Options], Iterator[Record]]
Progress = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]

Gather = Callable[[int], AbstractContextManager["Crew"]]
"""Calls a crew together, given how much there is to do."""

VERIFY = "ledger.importers.native.logs:verify_apart"
MAX_LOG = 2 * MAX_FILE
"""The largest log in bytes; as we wrote it, it may be larger than other people's files."""


def read_records(kind: Kind, data: bytes, name: str, options: Options) -> Iterator[Record]:
    """Read a file of somebody else's; the readers take a while to load, and logs need none."""
    from . import dispatch

    return dispatch.read_records(kind, data, name, options)


def run_import(
    library: Library,
    paths: Sequence[Path],
    *,
    lenient: bool = False,
    dry: bool = False,
    options: Options | None = None,
    reader: Reader = read_records,
    progress: Progress | None = None,
    now: dt.datetime | None = None,
    gather: Gather | None = None,
) -> Report:
    """Import files and folders; the report says what was refused, and why.

    `gather` calls workers together, who verify many new logs at once.
    """
    files = inputs(paths)
    at = format_time(now or utc_now())
    report = Report(library=printable(library.folder), dry_run=dry)
    # if nothing can be read, nothing is written, not even that somebody tried
    with library.writing(dry=dry or not any(map(_promising, files))) as writer:
        before = {d.players for d in writer.catalogue.people.doubts()}
        everybody = {p.id for p in writer.catalogue.people.players()}
        run = _Run(writer, report, reader, options or Options(), lenient, progress, len(files) == 1)
        if gather is not None:
            run.verify_ahead(files, gather)
        with run.bar(len(files)) as done:
            together = run.related(files)
            for n, file in enumerate(files, 1):
                if file not in together:
                    run.file(file)
                done(n)
        run.go_back()
        people = writer.catalogue.people
        report.doubts = [d for d in people.doubts() if d.players not in before]
        report.players = [p.id for p in people.players() if p.id not in everybody]
        # at the end and together: killed and repeated, an import leaves the same journal
        writer.say([_record(f) for f in report.files], at)
    return report


def _record(file: FileReport) -> Imported:
    counts = {s: getattr(file, s) for s in STATUSES}
    return Imported(file=file.file, kind=file.kind or "unknown", digest=file.digest, **counts)


class _Run:
    def __init__(
        self,
        writer: LibraryWriter,
        report: Report,
        reader: Reader,
        options: Options,
        lenient: bool,
        progress: Progress | None,
        alone: bool,
    ) -> None:
        self.writer, self.report, self.reader = writer, report, reader
        self.lenient, self.progress = lenient, progress
        ask = options.confirm
        self.options = msgspec.structs.replace(options, confirm=ask and self._unlocked(ask))
        self.alone = alone
        self.listed = True
        self.last: dict[str, tuple[FileReport, int, ImportedPlay | None]] = {}
        self.verified: dict[str, bytes] = {}

    def _unlocked(self, ask: Callable[[TableReading], bool]) -> Callable[[TableReading], bool]:
        """Return a question that lets others write to the library while the user thinks."""

        def asked(reading: TableReading) -> bool:
            if self.writer.dry:
                return ask(reading)
            self.writer.pause()
            try:
                return ask(reading)
            finally:
                self.writer.resume()

        return asked

    def bar(self, total: int | None) -> AbstractContextManager[Callable[[int], None]]:
        """Show the progress, if anybody wants to see it."""
        if self.progress is None:
            return nullcontext(lambda n: None)
        return self.progress("importing", total)

    def verify_ahead(self, files: Sequence[Input], gather: Gather) -> None:
        """Have all logs verified that aren't here; what is found is used when their turn comes."""
        new = [file for file in files if self._new_log(file) is not None]
        if not new:
            return
        digests: deque[str] = deque()

        def jobs() -> Iterator[bytes]:
            for file in new:
                if (data := self._new_log(file)) is not None:
                    digests.append(hashlib.sha256(data).hexdigest())
                    yield data

        show = self.progress or (lambda *_: nullcontext(lambda n: None))
        with gather(len(new)) as crew, show("verifying", len(new)) as done:
            for n, answer in enumerate(crew.run(VERIFY, jobs()), 1):
                self.verified[digests.popleft()] = answer
                done(n)

    def _seems_known(self, file: Input) -> bool:
        """Whether a file ends like a log that is here, so that it needn't be read now."""
        with suppress(OSError), file.path.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(size - HEAD, 0))
            return self.writer.seems_known(size, stream.read()) is not None
        return False

    def _new_log(self, file: Input) -> bytes | None:
        """Return the bytes of a file if it is a log that isn't here."""
        if file.path.suffix.lower() != ".jsonl" or not S_ISREG(mode_of(file.path)):
            return None
        if self._seems_known(file):
            return None  # its bytes are compared when it is its turn
        try:
            data = _bytes(file)
        except (OSError, LedgerError):
            return None  # it is told when it is its turn
        return data if data.startswith(b'{"type":"opened"') else None

    def related(self, files: Sequence[Input]) -> set[Input]:
        """Import the tables of each folder that belong together; return which files these are."""
        folders: dict[Path, list[Input]] = {}
        for file in files:
            if role_of(file.path.stem) is not None and S_ISREG(mode_of(file.path)):
                folders.setdefault(file.path.parent, []).append(file)
        taken: set[Input] = set()
        for group in folders.values():
            from .dispatch import read_related

            try:
                contents = [(file.name, _bytes(file)) for file in group if len(group) > 1]
            except (OSError, LedgerError):
                continue  # then they are read one by one, and it is told
            if (found := read_related(contents, self.options)) is None:
                continue
            data = dict(contents)
            for name in (found.name, *found.others):
                digest = hashlib.sha256(data[name]).hexdigest()
                told = FileReport(file=name, kind=str(Kind.TEXT_TABLE), digest=digest)
                self.report.files.append(told)
                if name == found.name:
                    others = ", ".join(found.others)
                    together = Message("read together with {others}", others=others)
                    told.remarks.append(Message.join(": ", [name, together]))
                    self._records(told, found.records)
            taken |= {file for file in group if file.name in (found.name, *found.others)}
        return taken

    def file(self, file: Input) -> None:
        """Import one file."""
        self.listed = file.listed
        if not file.listed and file.path.suffix.lower() not in KNOWN:
            no_game = Message("not a kind of file that can hold games")
            self.report.skipped.append(Message.join(": ", [file.name, no_game]))
            return
        try:
            data = _bytes(file)
        except (OSError, LedgerError) as e:
            told = FileReport(file=file.name, kind=None, digest="")
            self.report.files.append(told)
            self._refuse(told, _no(file.name, e), whole=True)
            return
        digest = hashlib.sha256(data).hexdigest()
        told = FileReport(file=file.name, kind=None, digest=digest)
        if (known := self.writer.recognise(data)) is not None:
            told.kind = str(Kind.LOG)
            self.report.files.append(told)
            self._known(told, file.name, *known)
            return
        try:
            kind = sniff(file.name, data[:PEEK])
        except Malformed as e:
            if not file.listed:
                self.report.skipped.append(Message.join(": ", [file.name, e.text]))
                return
            self.report.files.append(told)
            self._refuse(told, _no(file.name, e), whole=True)
            return
        told.kind = str(kind)
        self.report.files.append(told)
        self._records(told, self._read(kind, data, file.name))

    def _read(self, kind: Kind, data: bytes, name: str) -> Iterable[Record]:
        if kind is Kind.LOG:
            return [Own(Kind.LOG, name, data)]
        if kind is Kind.SESSION:
            return [Own(Kind.SESSION, name, data)]
        return self.reader(kind, data, name, self.options)

    def _records(self, told: FileReport, found: Iterable[Record]) -> None:
        # with many files, the bar counts files instead
        with self.bar(None) if self.alone else nullcontext(lambda n: None) as done:
            for n, record in enumerate(self._settled(_expanded(found)), 1):
                self._one(told, record)
                if not n % 64:
                    done(n)

    def _settled(self, records: Iterator[Record | LedgerError]) -> Iterator[Record | LedgerError]:
        """Yield records; weak plays with the same key get the library's numbers."""
        for alike, group in itertools.groupby(records, _weak_key):
            if alike is None:
                yield from map(self._told_apart, group)
                continue
            plays = [record for record in group if isinstance(record, ImportedPlay)]
            numbered = told_apart([p.played for p in plays], self.writer.catalogue)
            for found, played in zip(plays, numbered, strict=True):
                if isinstance(played, LedgerError):
                    yield Refused.by(played, found.where)
                else:
                    yield msgspec.structs.replace(found, played=played)

    def _told_apart(self, record: Record | LedgerError) -> Record | LedgerError:
        """Return a record of a table with an id of its own; return all others as they are."""
        if not isinstance(record, ImportedPlay) or record.played.source != SHEET:
            return record
        try:
            played, note = own_id(record.played, self.writer.catalogue)
        except Ambiguous as e:
            return Refused.by(e, record.where, record.played.key)
        problems = record.problems if note is None else (*record.problems, note)
        return msgspec.structs.replace(record, played=played, problems=problems)

    def _one(self, told: FileReport, record: Record | LedgerError) -> None:
        match record:
            case Remark():
                told.remarks.append(Message.join(": ", [record.where.text, record.text]))
            case Refused():
                self._refuse(told, _refused(record), whole=record.where == Where(record.where.file))
            case ImportedPlay():
                self._result(told, record)
            case Own() | Moves():
                self._log(told, record)
            case NoTable() if not self.listed and is_prose(told.file):
                self.report.skipped.append(Message.join(": ", [told.file, record.text]))
                self.report.files.remove(told)
            case LedgerError():  # the records before it are good
                self._refuse(told, _no(told.file, record), whole=True)

    # --- one record -------------------------------------------------------------------------

    def _result(self, told: FileReport, found: ImportedPlay) -> None:
        where, played = found.where, found.played
        facts: dict[str, Any] = {
            "file": where.file,
            "line": where.line,
            "part": where.part,
            "record": played.key,
            "kind": "result",
            "game": played.game,
            "title": played.title,
            "date": played.date,
            "notes": found.problems,
        }
        catalogue = self.writer.catalogue
        try:
            taken = self.writer.add_result(played, echo=found.echo, past=found.past)
        except (Malformed, ValueError, OverflowError, RecursionError) as e:
            self._refuse(
                told,
                Item(
                    status="refused",
                    error="malformed",
                    message=why(e),
                    **facts,
                ),
            )
            return
        if taken.status == "joined":
            facts["message"] = why_joined(catalogue, taken.id, found)
        elif taken.status == "changed":
            facts["message"] = why_play(catalogue, taken.id, found)
        if taken.status != "new":
            facts["notes"] = (*found.problems, *unlike(catalogue, taken.id, played))
        if played.title == UNNAMED and (now := catalogue.entries[taken.id]).title != UNNAMED:
            from .bga import NO_GAME

            facts |= {"title": now.title, "game": now.game}
            facts["notes"] = tuple(note for note in facts["notes"] if note != NO_GAME)
        self._took(told, taken, facts, found)

    def _known(self, told: FileReport, name: str, taken: AddResult, log: Log) -> None:
        """Report a log that is here just as it is."""
        title = self.writer.catalogue.entries[taken.id].title
        facts: dict[str, Any] = {"file": name, "kind": "log"}
        facts |= {"game": log.game, "title": title, "date": log.date}
        if log.end is not None and not log.sealed:
            facts["notes"] = (unsealed(taken.id),)
        self._took(told, taken, facts)

    def _log(self, told: FileReport, record: Own | Moves) -> None:
        from .native.logs import read_log, read_moves, read_own_session, verified

        name = record.name if isinstance(record, Own) else str(record.where.file)
        if isinstance(record, Own) and (known := self.writer.recognise(record.data)) is not None:
            self._known(told, name, *known)
            return
        facts: dict[str, Any] = {"file": name, "kind": "log"}
        try:
            if isinstance(record, Moves):
                facts |= {"record": record.id, "part": record.where.part, "line": record.where.line}
                read = read_moves(record, lenient=self.lenient)
            elif record.kind is Kind.LOG:
                found = verified(self.verified.pop(told.digest, b""))
                read = read_log(record.data, name, lenient=self.lenient, found=found)
            else:
                encoding = self.options.encoding
                read = read_own_session(record.data, name, encoding=encoding, lenient=self.lenient)
            log = read.log
            facts |= {"game": log.game, "title": read.title, "date": log.date, "notes": read.notes}
            # a log in a folder may come from an older copy of this library
            past = isinstance(record, Own) and record.kind is Kind.LOG and not self.listed
            taken = self.writer.add_log(*read.identity, log, read.data, past=past)
        except Failed:
            raise
        except Exception as e:  # a game that we can't handle must not stop the others
            error = blame(e)
            if isinstance(error, LedgerError):
                self._refuse(told, _no(name, error, **facts), whole=isinstance(record, Own))
                return
            if not isinstance(error, FORGED):
                raise
            fault = Message(
                "a fault of Ledger ({fault}: {details}): please report it with this file",
                fault=type(e).__name__,
                details=str(e),
            )
            self._refuse(told, Item(status="refused", error="fault", message=fault, **facts))
            return
        if taken.status == "joined":
            was = self.writer.catalogue.superseded[taken.id]
            facts["message"] = Message(
                "it replaces {id}, which is the same game without its moves", id=was
            )
        elif taken.status == "changed":
            facts["message"] = why_log(self.writer.catalogue, taken.id)
            facts["notes"] = (*read.notes, *another(self.writer.catalogue, taken.id))
        if log.end is not None and not log.sealed:
            facts["notes"] += (unsealed(taken.id),)
        if log.sealed and not (isinstance(record, Own) and record.kind is Kind.LOG):
            facts["fingerprint"] = fingerprint(log.head)
        self._took(told, taken, facts)

    def go_back(self) -> None:
        """Go back to an earlier revision of games where that was the last one seen; report it."""
        for id in self.writer.behind():
            told, n, found = self.last[id]
            told.known -= 1
            try:
                taken = self.writer.go_back(id)
            except Failed:
                raise
            except LedgerError as e:  # somebody is playing it right now
                told.refused += 1
                facts: dict[str, Any] = {"status": "refused", "message": e.text, "error": e.kind}
            else:
                told.changed += 1
                why = (
                    why_log(self.writer.catalogue, id)
                    if found is None
                    else why_play(self.writer.catalogue, taken.id, found)
                )
                facts = {"status": "changed", "revision": taken.revision, "message": why}
            self.report.items[n] = msgspec.structs.replace(self.report.items[n], **facts)

    def _took(
        self,
        told: FileReport,
        taken: AddResult,
        facts: dict[str, Any],
        found: ImportedPlay | None = None,
    ) -> None:
        told.count(taken.status)
        self.last[taken.id] = told, len(self.report.items), found
        self.report.items.append(
            Item(status=taken.status, id=taken.id, revision=taken.revision, **facts)
        )

    def _refuse(self, told: FileReport, item: Item, *, whole: bool = False) -> None:
        """Add a refusal to the report; `whole` if nothing in the file was understood."""
        told.count("refused")
        self.report.items.append(item)
        self.report.unread += whole and item.error == "malformed"


def _weak_key(record: Record | LedgerError) -> tuple[str, str, str] | None:
    """Return the key that identical-looking weak plays share; None for all other records."""
    if isinstance(record, ImportedPlay) and record.weak:
        return (record.where.file, record.played.source, record.played.key)
    return None


def _expanded(found: Iterable[Record]) -> Iterator[Record | LedgerError]:
    """Yield records, including those in another library's journal, and the error that ends them."""
    from .native.logs import read_journal

    try:
        for record in found:
            journal = read_journal(record) if isinstance(record, Own) else None
            if journal is None:
                yield record
            else:
                for one in journal:
                    known = isinstance(one, ImportedPlay)
                    yield msgspec.structs.replace(one, past=True) if known else one
    except LedgerError as e:
        yield e


def _bytes(file: Input) -> bytes:
    if file.error is not None:
        raise file.error
    if file.path == STDIN:
        return read_all(sys.stdin.buffer, file.name, MAX_LOG)
    with file.path.open("rb") as stream:
        head = stream.read(PEEK)
        limit = MAX_LOG if head.startswith(b'{"type":"opened"') else MAX_FILE
        return head + read_all(stream, file.name, limit)


def _promising(file: Input) -> bool:
    """Whether the file exists and is of a kind that can be read."""
    if file.error is not None:
        return False
    mode = mode_of(file.path)
    if file.path == STDIN or (mode and not S_ISREG(mode)):
        return True  # a pipe can be read only once
    try:
        sniff(file.name, peek(file.path))
    except (OSError, Malformed):
        return False
    return True


def _refused(record: Refused) -> Item:
    where = record.where
    return Item(
        status="refused",
        file=where.file,
        line=where.line,
        part=where.part,
        record=record.id,
        message=record.why,
        error=record.kind,
        reading=record.reading,
    )


def _no(name: str, e: LedgerError | OSError, **facts: Any) -> Item:
    """Return the item that says why a record or a whole file was refused."""
    if isinstance(e, OSError):
        message = why(e)
        return Item(status="refused", file=name, message=message, error="malformed")
    known = {k: v for k, v in facts.items() if k not in ("file", "line", "notes")}
    return Item(
        status="refused",
        file=e.file or name,
        line=e.line if e.line is not None else facts.get("line"),
        column=e.column,
        message=e.text,
        rule=e.rule,
        error=e.kind,
        source=e.source,
        hint=e.advice,
        more=tuple(Further.of(x) for x in e.more),
        reading=e.reading if isinstance(e, UnclearTable) else None,
        **known,
    )
