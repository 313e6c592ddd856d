"""Our own files: logs are verified before they are imported, and sessions become logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from ledger.importers.records import (
    ImportedPlay,
    Kind,
    Location,
    OwnFile,
    Record,
    Remark,
    SheetSession,
)
from ledger.kernel.errors import GameFault, Illegal, LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import headers, read_opened
from ledger.kernel.log.events import Line
from ledger.kernel.message import Message, Text
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import Reading, read
from ledger.kernel.verify.blame import blamed
from ledger.kernel.verify.verify import WARNINGS, Problem, verify
from ledger.library.journal.facts import JOURNAL, LogFacts, ResultAdded, describe
from ledger.library.journal.removals import removals_in
from ledger.library.records.game_identity import Identity, identify
from ledger.store import Damaged


class ImportedLog(NamedTuple):
    """A log ready to be imported: its id, what lists show of it, its bytes, and remarks."""

    identity: Identity
    title: str
    log: LogFacts
    data: bytes
    notes: tuple[Text, ...] = ()


def verify_job(data: bytes) -> bytes:
    """Verify one of many logs, as a job for any worker. For a broken log, return no bytes."""
    try:
        reading = read(data)
        if reading.error is None:
            return msgspec.msgpack.encode(verify(reading).problems, enc_hook=Message.to_data)
    except LedgerError:  # the next reader gives a better error
        pass
    return b""


def verified(answer: bytes) -> tuple[Problem, ...] | None:
    """Return the problems that a worker found in a log, or None if it couldn't read the log."""
    if not answer:
        return None
    return msgspec.msgpack.decode(
        answer, type=tuple[Problem, ...], dec_hook=lambda _, data: Message.from_data(data)
    )


def read_log(
    data: bytes, name: str, *, lenient: bool = False, found: tuple[Problem, ...] | None = None
) -> ImportedLog:
    """Check a log's chain and its moves; a torn end is only cut off if `lenient`.

    `found` has the problems that verifying it found, if that has been done already. Raises
    `LedgerError` if the log can't be imported.
    """
    reading = read(data, file=name)
    notes: list[Text] = []
    if (error := reading.error) is not None:
        if error.problem != "torn" or not reading.lines:
            raise Damaged(error.text, file=name, line=error.line)
        good = len(reading.lines)
        if not lenient:
            hint = Message("--lenient keeps the {count} good lines before it", count=good)
            raise Damaged(error.text, file=name, line=error.line, hint=hint)
        kept = Message("only the {count} good lines before it were kept", count=good)
        notes.append(Message.join(": ", [error.text, kept]))
        reading = msgspec.structs.replace(reading, error=None)
    notes += _check_problems(verify(reading).problems if found is None else found, name)
    return _read(reading, data[: reading.size], notes)


def _check_problems(problems: Sequence[Problem], name: str) -> list[Text]:
    """Return remarks about a log that follows the rules; raise an error for one that doesn't."""
    notes: list[Text] = []
    for problem in problems:
        if problem.kind in ("edition", "format", "time"):
            notes.append(problem.text)
        elif problem.kind == "game-fault":
            raise GameFault(problem.text, file=name, line=problem.line)
        elif problem.kind not in WARNINGS:
            raise Illegal(problem.text, file=name, line=problem.line, rule=problem.rule)
    return notes


def _read(reading: Reading, data: bytes, notes: list[Text]) -> ImportedLog:
    with blamed(reading.game, reading.lines):
        return _imported_log(reading.game, reading.lines, data, notes)


def read_own_session(
    data: bytes, name: str, *, encoding: str | None = None, lenient: bool = False
) -> ImportedLog:
    """Turn a session into a log, checking every move."""
    from .sessions import read_bytes  # most imports don't have a session, and this takes a while

    return _imported_table(*read_bytes(data, name, encoding=encoding, lenient=lenient))


def read_moves(moves: SheetSession, *, lenient: bool = False) -> ImportedLog:
    """Turn the rows of a sheet into a log; errors point to the row."""
    from .sessions import take_session

    file, rows = moves.where.file, moves.row
    try:
        session = take_session(moves.session(), file=file, lenient=lenient, row=rows)
        return _imported_table(session.table, (*moves.problems, *session.notes))
    except LedgerError as e:
        for error in (e, *e.more):
            error.line, error.column = rows(error.line), None
        raise
    except UnicodeEncodeError:
        raise Malformed("it contains half a character (a lone surrogate)") from None


def _imported_table(table: Table, notes: tuple[Text, ...]) -> ImportedLog:
    return _imported_log(table.game, table.lines, table.bytes(), notes)


def _imported_log(
    game: Game, lines: Sequence[Line], data: bytes, notes: Sequence[Text]
) -> ImportedLog:
    log = describe(lines, len(data))
    return ImportedLog(identify(lines), game.meta.title, log, data, tuple(notes))


def read_journal(own: OwnFile) -> list[Record] | None:
    """Return the results in another library's journal, or None if this file isn't a journal."""
    if own.kind is not Kind.LOG:
        return None
    name, data = own.name, own.data
    first = data[: data.find(b"\n")]
    try:
        if read_opened(first, file=name).game != JOURNAL:
            return None
    except Malformed:
        return None
    return list(_results(data, name))


def _results(data: bytes, name: str) -> Iterator[Record]:
    found = headers(data, file=name)
    removals = removals_in(data.splitlines()[: len(found)])
    for h in found:
        if h.type == "result_added" and h.seq not in removals:
            fact = msgspec.json.decode(h.data, type=ResultAdded)
            yield ImportedPlay(fact.played, Location(name, h.seq))
    lines = data.count(b"\n")
    if len(found) < lines:
        damaged = Message("this journal is damaged from here on")
        yield Remark(Location(name, len(found) + 1), damaged)
