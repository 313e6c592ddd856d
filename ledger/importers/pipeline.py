"""Imports files into a library: recognises them, reads them, adds their games, and reports.

Our own logs and sessions are read here. Everything else goes to a reader, which can be any function
`(kind, data, name, options) -> iterator of records`, as described in `records.py`.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import itertools
import os
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ledger.kernel.errors import BY_CODE, FORGED, Ambiguous, LedgerError, Malformed
from ledger.kernel.log.fingerprint import fingerprint
from ledger.kernel.message import Message
from ledger.kernel.results import PlayRecord
from ledger.kernel.text.reasons import why
from ledger.kernel.times import format_time, utc_now
from ledger.kernel.verify.assurance import unsealed
from ledger.kernel.verify.blame import blame
from ledger.library.journal.catalogue import GameEntry
from ledger.library.journal.facts import (
    Imported,
    ImportedLines,
    LineRanges,
    LogFacts,
    Removed,
    ScoringSaid,
)
from ledger.library.journal.removals import ranges_of
from ledger.library.library import Library
from ledger.library.records.merge import UNNAMED, modified
from ledger.library.removing import Change, LibraryChanges
from ledger.library.stores.library_stores import open_folder
from ledger.library.writer import HEAD, AddResult, LibraryWriter
from ledger.store import Failed

from .changes import describe_changes
from .detect import is_prose, sniff
from .explain import replacement_note, score_notes, why_joined, why_log, why_play
from .input_files import STDIN, SUFFIXES, InputFile, input_files, mode_of, printable
from .parsing.decoding import PEEK, peek, read_all
from .parsing.limits import MAX_FILE
from .records import (
    NO_DATE,
    SHEET,
    Deleted,
    ImportedPlay,
    Kind,
    Location,
    NotASheet,
    Options,
    OwnFile,
    Record,
    Refusal,
    Remark,
    SheetPreview,
    SheetSession,
    UnclearSheet,
)
from .report import STATUSES, FileReport, FurtherError, Item, Report
from .scoring import ANY_GAME, Scoring
from .sheet_ids import unique_id
from .sheets.roles import role_of
from .weak_plays import number_alike

if TYPE_CHECKING:
    from ledger.system.worker_pool import WorkerPool

Reader = Callable[[Kind, bytes, str, Options], Iterator[Record]]
Progress = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Gather = Callable[[int], AbstractContextManager["WorkerPool"]]
"""Starts a pool of workers for a number of jobs."""

VERIFY = "ledger.importers.native.logs:verify_job"
_ALL_IN_ONE = frozenset(
    str(kind) for kind in (Kind.BGSTATS, Kind.CSV, Kind.XLSX, Kind.XLS, Kind.ODS)
)
"""The kinds of files where a later file contains everything that an earlier one of its name did."""
MAX_LOG = 2 * MAX_FILE
"""The largest log in bytes. We wrote it, so it can be larger than other programs' files."""


def read_records(kind: Kind, data: bytes, name: str, options: Options) -> Iterator[Record]:
    """Read another program's file. The readers take a while to load, and logs don't need them."""
    from . import dispatch

    return dispatch.read_records(kind, data, name, options)


def run_import(
    library: Library,
    paths: Sequence[Path],
    *,
    lenient: bool = False,
    dry: bool = False,
    options: Options | None = None,
    replace: Sequence[str] = (),
    reader: Reader = read_records,
    progress: Progress | None = None,
    now: dt.datetime | None = None,
    gather: Gather | None = None,
) -> Report:
    """Import files and folders; the report says what was refused, and why.

    `replace` names imports that are taken back as soon as the files turn out to have a game, so
    that these files take their place. `gather` starts workers that verify many new logs at once.
    """
    files = input_files(paths)
    at = format_time(now or utc_now())
    report = Report(library=printable(library.folder), dry_run=dry)
    take_back = _taking_back(library, replace) if replace else None
    # if nothing can be read, nothing is written, not even a record of the attempt
    with library.writing(dry=dry or not any(map(_is_readable, files))) as writer:
        before = {d.players for d in writer.catalogue.people.doubts()}
        everybody = {p.id for p in writer.catalogue.people.players()}
        run = _Import(
            writer,
            report,
            reader,
            options or Options(),
            lenient,
            progress,
            len(files) == 1,
            take_back,
        )
        if gather is not None:
            run.verify_ahead(files, gather)
        with run.bar(len(files)) as done:
            linked = run.linked(files)
            for n, file in enumerate(files, 1):
                if file not in linked:
                    run.file(file)
                done(n)
        run.go_back()
        run.finish()
        people = writer.catalogue.people
        report.doubts = [d for d in people.doubts() if d.players not in before]
        report.players = [p.id for p in people.players() if p.id not in everybody]
        # at the end and together: an import that is killed and repeated leaves the same journal
        writer.flush()
        writer.file = 0
        wrote = sum(bool(writer.wrote.get(_mark(file))) for file in report.files)
        records = [
            fact
            for file in report.files
            for fact in _record(file, writer, run.instead_of, alone=wrote == 1)
        ]
        writer.say([*run.scoring_said(), *records], at)
    return report


def _taking_back(library: Library, imports: Sequence[str]) -> Callable[[], Change]:
    """Return a function that plans to take imports back; raise an error if they don't exist."""

    def plan() -> Change:
        with open_folder(library.folder) as stores:
            changes = LibraryChanges(stores)
            return changes.take_back(changes.imports_called(imports))

    plan()
    return plan


def _record(
    file: FileReport, writer: LibraryWriter, instead_of: int | None, *, alone: bool
) -> Iterator[Imported | ImportedLines]:
    """Yield what the journal will say about the import of a file.

    It says which lines the import wrote only where that doesn't follow from the lines before:
    version 0.2 can't read a journal that says so. `alone`: no other file of this run wrote any.
    `instead_of` is the line of the removal that made room, which 0.2 can't read either.
    """
    counts = {s: getattr(file, s) for s in STATUSES if s != "removed"}
    counts["known"] += file.removed  # earlier versions have no other word for it
    imported = Imported(file=file.file, kind=file.kind or "unknown", digest=file.digest, **counts)
    yield imported
    lines = writer.wrote.get(_mark(file), [])
    if not lines:
        return
    follows = alone and len(lines) == imported.wrote == max(lines) - min(lines) + 1
    if not follows or instead_of is not None:
        yield ImportedLines(lines=ranges_of(lines), instead_of=instead_of)


class _Import:
    def __init__(
        self,
        writer: LibraryWriter,
        report: Report,
        reader: Reader,
        options: Options,
        lenient: bool,
        progress: Progress | None,
        alone: bool,
        take_back: Callable[[], Change] | None = None,
    ) -> None:
        self.writer, self.report, self.reader = writer, report, reader
        self.lenient, self.progress = lenient, progress
        ask, ask_wins = options.confirm, options.ask_wins
        wins = {**writer.catalogue.scoring, **options.wins}
        self.scoring = Scoring(wins, ask_wins and self._unlocked(ask_wins))
        self.options = msgspec.structs.replace(
            options,
            confirm=ask and self._unlocked(ask),
            scoring=self.scoring,
            show=self._show if writer.dry else None,
        )
        self.readings: list[SheetPreview] = []  # of the file that is being read
        self.alone = alone
        self.listed = True
        self.last: dict[str, tuple[FileReport, int, ImportedPlay | None]] = {}
        self.verified: dict[str, bytes] = {}
        self.take_back = take_back
        self.replaced: dict[str, GameEntry] = {}
        self.instead_of: int | None = None
        self.deleted: dict[str, str] = {}

    def _unlocked(self, ask: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]:
        """Return a question that lets others write to the library while the user is thinking."""

        def asked(about: Asked) -> Answer:
            if self.writer.dry:
                return ask(about)
            self.writer.pause()
            try:
                return ask(about)
            finally:
                self.writer.resume()

        return asked

    def _show(self, reading: SheetPreview) -> None:
        self.readings.append(reading)

    def scoring_said(self) -> list[ScoringSaid]:
        """Return what the library didn't know yet about how games are won."""
        known = self.writer.catalogue.scoring
        learned = self.scoring.learned | {
            title: wins for title, wins in self.options.wins.items() if title != ANY_GAME
        }
        return [ScoringSaid(title=t, wins=w) for t, w in learned.items() if known.get(t) != w]

    def bar(self, total: int | None) -> AbstractContextManager[Callable[[int], None]]:
        """Return the progress bar, or one that does nothing."""
        if self.progress is None:
            return nullcontext(lambda n: None)
        return self.progress("importing", total)

    def verify_ahead(self, files: Sequence[InputFile], gather: Gather) -> None:
        """Have workers verify all new logs; `_log` uses the results."""
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
        with gather(len(new)) as pool, show("verifying", len(new)) as done:
            for n, answer in enumerate(pool.run(VERIFY, jobs()), 1):
                self.verified[digests.popleft()] = answer
                done(n)

    def _seems_known(self, file: InputFile) -> bool:
        """Whether a file ends like a log in the library, and so doesn't have to be read now."""
        with suppress(OSError), file.path.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(size - HEAD, 0))
            return self.writer.seems_known(size, stream.read()) is not None
        return False

    def _new_log(self, file: InputFile) -> bytes | None:
        """Return the contents of a file if it is a log that isn't in the library."""
        if file.path.suffix.lower() != ".jsonl" or not S_ISREG(mode_of(file.path)):
            return None
        if self._seems_known(file):
            return None  # `file` compares its bytes
        try:
            data = _bytes(file)
        except (OSError, LedgerError):
            return None  # `file` reports it
        return data if data.startswith(b'{"type":"opened"') else None

    def linked(self, files: Sequence[InputFile]) -> set[InputFile]:
        """Import the sheets in each folder that refer to each other; return their files."""
        folders: dict[Path, list[InputFile]] = {}
        for file in files:
            if role_of(file.path.stem) is not None and S_ISREG(mode_of(file.path)):
                folders.setdefault(file.path.parent, []).append(file)
        imported: set[InputFile] = set()
        for group in folders.values():
            from .dispatch import read_linked

            try:
                contents = [(file.name, _bytes(file)) for file in group if len(group) > 1]
            except (OSError, LedgerError):
                continue  # they are read one by one, which reports it
            if (found := read_linked(contents, self.options)) is None:
                continue
            data = dict(contents)
            for name in (found.name, *found.others):
                digest = hashlib.sha256(data[name]).hexdigest()
                file_report = FileReport(file=name, kind=str(Kind.CSV), digest=digest)
                self.report.files.append(file_report)
                if name == found.name:
                    others = ", ".join(found.others)
                    together = Message("read together with {others}", others=others)
                    file_report.remarks.append(Message.join(": ", [name, together]))
                    self._records(file_report, found.records)
            imported |= {file for file in group if file.name in (found.name, *found.others)}
        return imported

    def file(self, file: InputFile) -> None:
        """Import one file."""
        self.listed = file.listed
        if not file.listed and file.path.suffix.lower() not in SUFFIXES:
            no_game = Message("not a kind of file that can contain games")
            self.report.skipped.append(Message.join(": ", [file.name, no_game]))
            return
        try:
            data = _bytes(file)
        except (OSError, LedgerError) as e:
            file_report = FileReport(file=file.name, kind=None, digest="")
            self.report.files.append(file_report)
            self._refuse(file_report, _item_of_error(file.name, e), whole=True)
            return
        digest = hashlib.sha256(data).hexdigest()
        file_report = FileReport(file=file.name, kind=None, digest=digest)
        if (known := self.writer.recognise(data)) is not None:
            file_report.kind = str(Kind.LOG)
            self.report.files.append(file_report)
            self._known_log(file_report, file.name, *known)
            return
        try:
            kind = sniff(file.name, data[:PEEK])
        except Malformed as e:
            if not file.listed:
                self.report.skipped.append(Message.join(": ", [file.name, e.text]))
                return
            self.report.files.append(file_report)
            self._refuse(file_report, _item_of_error(file.name, e), whole=True)
            return
        file_report.kind = str(kind)
        self.report.files.append(file_report)
        self._records(file_report, self._read(kind, data, file.name))

    def _read(self, kind: Kind, data: bytes, name: str) -> Iterable[Record]:
        if kind is Kind.LOG:
            return [OwnFile(Kind.LOG, name, data)]
        if kind is Kind.SESSION:
            return [OwnFile(Kind.SESSION, name, data)]
        return self.reader(kind, data, name, self.options)

    def _records(self, file_report: FileReport, found: Iterable[Record]) -> None:
        self.readings = file_report.readings
        # with many files, the bar counts files instead
        with self.bar(None) if self.alone else nullcontext(lambda n: None) as done:
            records = self._with_keys(self._replacing(_with_journals(found)))
            for n, record in enumerate(records, 1):
                self._take(file_report, record)
                if not n % 64:
                    done(n)

    def _replacing(self, records: Iterator[Record | LedgerError]) -> Iterator[Record | LedgerError]:
        """Take back the imports to be replaced, just before the first game is handled.

        If anything in the file is refused, nothing is replaced, and only the refusals are left: a
        play that can't be read would otherwise go, although it is there.
        """
        if self.take_back is not None:
            every = list(records)
            refused = [each for each in every if isinstance(each, LedgerError | Refusal)]
            if refused:
                self.take_back = None
                self.report.files[-1].remarks.append(
                    Message("nothing was imported or replaced, because of what is refused here")
                )
            records = iter(refused or every)
        for record in records:
            if isinstance(record, ImportedPlay | OwnFile | SheetSession):
                self._replace()
            yield record

    def _replace(self) -> None:
        plan, self.take_back = self.take_back, None
        if plan is None:
            return
        change = plan()
        for fact in change.facts:
            if isinstance(fact, Removed):
                self.instead_of = self.writer.remove(fact)
        self.replaced = {entry.id: entry for entry in (*change.gone, *change.changed)}
        for each in change.kept:
            stays = Message("{id} stays: {why}", id=each.id, why=each.why)
            self.report.files[-1].remarks.append(stays)

    def finish(self) -> None:
        """Report which games are gone, which may have to go, and which imports are outdated."""
        entries = self.writer.catalogue.entries
        self.report.gone = [id for id in self.replaced if id not in entries]
        if self.deleted:
            self.report.deleted = [e.id for e in entries.values() if self._is_deleted(e.played)]
        seen = {item.id for item in self.report.items}
        for file in self.report.files:
            if file.kind in _ALL_IN_ONE and (found := self._outdated(file, seen)) is not None:
                file.remarks.append(found)

    def _is_deleted(self, played: PlayRecord | None) -> bool:
        """Whether a file says that a play was deleted at its source and not changed later."""
        if played is None or played.source != str(Kind.BGSTATS):
            return False
        when = self.deleted.get(played.key.lower())
        return when is not None and not (when and (modified(played) or "") > when)

    def _outdated(self, file: FileReport, seen: Collection[str | None]) -> Message | None:
        """Return a hint if an earlier file with this name had games that this one doesn't have."""
        catalogue = self.writer.catalogue
        for number in range(len(catalogue.imports), 0, -1):
            _, before = catalogue.imports[number - 1]
            lines = catalogue.import_lines.get(number)
            if not lines or (_base(before.file), before.kind) != (_base(file.file), file.kind):
                continue
            came = (e.id for e in catalogue.entries.values() if _is_in(e.line, lines))
            left = sum(id not in seen for id in came)
            if before.digest != file.digest and left:
                return Message(
                    "{count} of the games that came with {file} on {date} are not in it now: if it "
                    "was corrected, import it again with --replace {number}, and they go",
                    count=left,
                    file=before.file,
                    date=(catalogue.imports[number - 1][0] or "")[:10] or NO_DATE,
                    number=number,
                )
        return None

    def _with_keys(self, records: Iterator[Record | LedgerError]) -> Iterator[Record | LedgerError]:
        """Yield records with keys that are unique, or that they already have in the library."""
        for alike, group in itertools.groupby(records, _weak_key):
            if alike is None:
                yield from map(self._with_unique_id, group)
                continue
            plays = [record for record in group if isinstance(record, ImportedPlay)]
            numbered = number_alike([p.played for p in plays], self.writer.catalogue)
            for found, played in zip(plays, numbered, strict=True):
                if isinstance(played, LedgerError):
                    yield Refusal.of(played, found.where)
                else:
                    yield msgspec.structs.replace(found, played=played)

    def _with_unique_id(self, record: Record | LedgerError) -> Record | LedgerError:
        """Give a sheet's record a unique id; return any other record unchanged."""
        if not isinstance(record, ImportedPlay) or record.played.source != SHEET:
            return record
        try:
            played, note = unique_id(record.played, self.writer.catalogue)
        except Ambiguous as e:
            return Refusal.of(e, record.where, record.played.key)
        if note is None and played is record.played:
            return record
        problems = record.problems if note is None else (*record.problems, note)
        return msgspec.structs.replace(record, played=played, problems=problems)

    def _take(self, file_report: FileReport, record: Record | LedgerError) -> None:
        self.writer.file = _mark(file_report)
        match record:
            case Remark():
                file_report.remarks.append(Message.join(": ", [record.where.text, record.text]))
            case Refusal():
                self._refuse(
                    file_report,
                    _item_of_refusal(record),
                    whole=record.where == Location(record.where.file),
                )
            case Deleted():
                self.deleted |= record.keys
            case ImportedPlay():
                self._result(file_report, record)
            case OwnFile() | SheetSession():
                self._log(file_report, record)
            case NotASheet() if not self.listed and is_prose(file_report.file):
                self.report.skipped.append(Message.join(": ", [file_report.file, record.text]))
                self.report.files.remove(file_report)
            case LedgerError():  # the records before it are good
                self._refuse(file_report, _item_of_error(file_report.file, record), whole=True)

    # --- one record -------------------------------------------------------------------------

    def _result(self, file_report: FileReport, found: ImportedPlay) -> None:
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
            added = self.writer.add_result(played, echo=found.echo, past=found.past)
        except (Malformed, ValueError, OverflowError, RecursionError) as e:
            self._refuse(
                file_report,
                Item(
                    status="refused",
                    error="malformed",
                    message=why(e),
                    **facts,
                ),
            )
            return
        if added.status == "removed":
            self._left_out(file_report, added, facts)
            return
        if (before := self._was_replaced(added)) is not None and (was := before.played):
            new = catalogue.entries[added.id].played or played
            same = was == new
            added = added._replace(status="known" if same else "changed")
            changes = describe_changes(was, new)
            facts["message"] = None if same else Message("it was replaced: {how}", how=changes)
        elif added.status == "joined":
            facts["message"] = why_joined(catalogue, added.id, found)
        elif added.status == "changed":
            facts["message"] = why_play(catalogue, added.id, found)
        if added.status != "new":
            facts["notes"] = (*found.problems, *score_notes(catalogue, added.id, played))
        if played.title == UNNAMED and (now := catalogue.entries[added.id]).title != UNNAMED:
            from .bga import NO_GAME

            facts |= {"title": now.title, "game": now.game}
            facts["notes"] = tuple(note for note in facts["notes"] if note != NO_GAME)
        self._add_item(file_report, added, facts, found)

    def _was_replaced(self, added: AddResult) -> GameEntry | None:
        """Return the library's entry for a game that was taken back and has come again."""
        return self.replaced.pop(added.id, None) if added.status == "new" else None

    def _known_log(
        self, file_report: FileReport, name: str, added: AddResult, log: LogFacts
    ) -> None:
        """Report a log that the library already has."""
        title = self.writer.catalogue.entries[added.id].title
        facts: dict[str, Any] = {"file": name, "kind": "log"}
        facts |= {"game": log.game, "title": title, "date": log.date}
        if log.end is not None and not log.sealed:
            facts["notes"] = (unsealed(added.id),)
        self._add_item(file_report, added, facts)

    def _log(self, file_report: FileReport, record: OwnFile | SheetSession) -> None:
        from .native.logs import read_log, read_moves, read_own_session, verified

        name = record.name if isinstance(record, OwnFile) else str(record.where.file)
        if (
            isinstance(record, OwnFile)
            and (known := self.writer.recognise(record.data)) is not None
        ):
            self._known_log(file_report, name, *known)
            return
        facts: dict[str, Any] = {"file": name, "kind": "log"}
        try:
            if isinstance(record, SheetSession):
                facts |= {"record": record.id, "part": record.where.part, "line": record.where.line}
                read = read_moves(record, lenient=self.lenient)
            elif record.kind is Kind.LOG:
                found = verified(self.verified.pop(file_report.digest, b""))
                read = read_log(record.data, name, lenient=self.lenient, found=found)
            else:
                encoding = self.options.encoding
                read = read_own_session(record.data, name, encoding=encoding, lenient=self.lenient)
            log = read.log
            facts |= {"game": log.game, "title": read.title, "date": log.date, "notes": read.notes}
            # a log in a folder may come from an older copy of this library
            past = isinstance(record, OwnFile) and record.kind is Kind.LOG and not self.listed
            added = self.writer.add_log(*read.identity, log, read.data, past=past)
        except Failed:
            raise
        except BY_CODE as e:  # a game that we can't handle must not stop the others
            error = blame(e)
            if isinstance(error, LedgerError):
                self._refuse(
                    file_report,
                    _item_of_error(name, error, **facts),
                    whole=isinstance(record, OwnFile),
                )
                return
            if not isinstance(error, FORGED):
                raise
            fault = Message(
                "a bug in Ledger ({fault}: {details}): please report it with this file",
                fault=type(e).__name__,
                details=str(e),
            )
            self._refuse(file_report, Item(status="refused", error="fault", message=fault, **facts))
            return
        if added.status == "removed":
            self._left_out(file_report, added, facts)
            return
        if added.status == "joined":
            was = self.writer.catalogue.superseded[added.id]
            facts["message"] = Message(
                "it replaces {id}, the same game recorded without its moves", id=was
            )
        elif added.status == "changed":
            facts["message"] = why_log(self.writer.catalogue, added.id)
            facts["notes"] = (*read.notes, *replacement_note(self.writer.catalogue, added.id))
        if log.end is not None and not log.sealed:
            facts["notes"] += (unsealed(added.id),)
        if log.sealed and not (isinstance(record, OwnFile) and record.kind is Kind.LOG):
            facts["fingerprint"] = fingerprint(log.head)
        self._add_item(file_report, added, facts)

    def _left_out(self, file_report: FileReport, added: AddResult, facts: dict[str, Any]) -> None:
        """Report a game that isn't added because somebody removed it."""
        facts["message"] = Message(
            "it was removed from the library: `ledger remove --undo {id}` brings it back",
            id=added.id,
        )
        self._add_item(file_report, added, facts)

    def go_back(self) -> None:
        """Return to earlier revisions of games where the files end with them, and report it."""
        for id in self.writer.behind():
            file_report, n, found = self.last[id]
            file_report.known -= 1
            self.writer.file = _mark(file_report)
            try:
                added = self.writer.go_back(id)
            except Failed:
                raise
            except LedgerError as e:  # it is being played right now
                file_report.refused += 1
                facts: dict[str, Any] = {"status": "refused", "message": e.text, "error": e.kind}
            else:
                file_report.changed += 1
                why = (
                    why_log(self.writer.catalogue, id)
                    if found is None
                    else why_play(self.writer.catalogue, added.id, found)
                )
                facts = {"status": "changed", "revision": added.revision, "message": why}
            self.report.items[n] = msgspec.structs.replace(self.report.items[n], **facts)

    def _add_item(
        self,
        file_report: FileReport,
        added: AddResult,
        facts: dict[str, Any],
        found: ImportedPlay | None = None,
    ) -> None:
        file_report.count(added.status)
        if self.writer.is_behind(added.id):
            self.last[added.id] = file_report, len(self.report.items), found
        self.report.items.append(
            Item(status=added.status, id=added.id, revision=added.revision, **facts)
        )

    def _refuse(self, file_report: FileReport, item: Item, *, whole: bool = False) -> None:
        """Add a refusal to the report; `whole` if nothing in the file was understood."""
        file_report.count("refused")
        self.report.items.append(item)
        self.report.unread += whole and item.error == "malformed"


def _weak_key(record: Record | LedgerError) -> tuple[str, str, str] | None:
    """Return the key that indistinguishable weak plays share; None for all other records."""
    if isinstance(record, ImportedPlay) and record.weak:
        return (record.where.file, record.played.source, record.played.key)
    return None


def _with_journals(found: Iterable[Record]) -> Iterator[Record | LedgerError]:
    """Yield records, even those in another library's journal, and finally the error, if any."""
    from .native.logs import read_journal

    try:
        for record in found:
            journal = read_journal(record) if isinstance(record, OwnFile) else None
            if journal is None:
                yield record
            else:
                for one in journal:
                    known = isinstance(one, ImportedPlay)
                    yield msgspec.structs.replace(one, past=True) if known else one
    except LedgerError as e:
        yield e


def _mark(file: FileReport) -> int:
    """Return a number that tells the files of this import apart."""
    return id(file)


def _base(name: str) -> str:
    """Return the name of a file without its folder."""
    return name.replace("\\", "/").rpartition("/")[2]


def _is_in(line: int, ranges: LineRanges) -> bool:
    return any(first <= line <= last for first, last in ranges)


def _bytes(file: InputFile) -> bytes:
    if file.error is not None:
        raise file.error
    if file.path == STDIN:
        return read_all(sys.stdin.buffer, file.name, MAX_LOG)
    with file.path.open("rb") as stream:
        head = stream.read(PEEK)
        limit = MAX_LOG if head.startswith(b'{"type":"opened"') else MAX_FILE
        return head + read_all(stream, file.name, limit)


def _is_readable(file: InputFile) -> bool:
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


def _item_of_refusal(record: Refusal) -> Item:
    where = record.where
    return Item(
        status="refused",
        file=where.file,
        line=where.line,
        part=where.part,
        record=record.id,
        message=record.why,
        error=record.kind,
        reading=record.preview,
    )


def _item_of_error(name: str, e: LedgerError | OSError, **facts: Any) -> Item:
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
        more=tuple(FurtherError.of(x) for x in e.more),
        reading=e.preview if isinstance(e, UnclearSheet) else None,
        **known,
    )
