"""The only way to read other programs' files: bytes or a path in, records out.

`read` yields `ImportedPlay` (a result), `SheetSession` (a game with moves), `OwnFile` (one of our
own files, in an archive), `Refusal` (a record that couldn't be read) and `Remark` (about the whole
file). If the file can't be read as a whole, it raises a `LedgerError`; by then, a streamed file may
already have yielded some records.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message

from . import bga
from .bgg import plays as bgg
from .bgstats import backup as bgstats
from .bgstats import link as bgstats_link
from .detect import is_prose, sniff
from .parsing import archive
from .parsing.decoding import PEEK, decode, load, peek
from .parsing.strict_json import mend
from .parsing.titles import Titles
from .records import (
    Kind,
    Location,
    NotASheet,
    Options,
    OwnFile,
    Record,
    Refusal,
    Remark,
    UnclearSheet,
)
from .sheets import grid, linked
from .sheets import reader as sheets
from .sheets.roles import role_of

_DEFAULT = Options()
_JSON = (Kind.BGSTATS, Kind.BGSTATS_LINK, Kind.BGA_TABLES, Kind.BGA_LOG)


def read(
    data: bytes | Path,
    name: str | None = None,
    *,
    options: Options = _DEFAULT,
    kind: Kind | None = None,
    titles: Titles | None = None,
) -> Iterator[Record]:
    """Yield every record in a file, recognising its kind unless that is given."""
    label = name or (data.name if isinstance(data, Path) else "?")
    found = kind or sniff(label, peek(data))
    yield from read_records(found, data, label, options, titles)


def read_records(
    kind: Kind,
    data: bytes | Path,
    name: str,
    options: Options = _DEFAULT,
    titles: Titles | None = None,
) -> Iterator[Record]:
    """Yield every record in a file of a known kind."""
    try:
        yield from _read(data, name, kind, options, titles or Titles())
    except LedgerError as e:
        e.file = e.file or name
        raise
    except RecursionError:
        raise Malformed("it is nested too deeply", file=name) from None


def _read(
    data: bytes | Path, name: str, kind: Kind, options: Options, titles: Titles
) -> Iterator[Record]:
    if kind in _JSON:
        data, halves = mend(load(data, name))
        if halves:
            why = Message(
                "halves of characters (lone surrogates) were replaced by U+FFFD: {count}",
                count=halves,
            )
            yield Remark(Location(name), why)
    match kind:
        case Kind.BGSTATS:
            yield from bgstats.read_bgstats(load(data, name), name, titles)
        case Kind.BGSTATS_LINK:
            yield from bgstats_link.read_link(load(data, name), name, titles)
        case Kind.BGG:
            yield from bgg.read_bgg(data, name, titles)
        case Kind.BGA_TABLES:
            yield from bga.read_tables(load(data, name), name, titles)
        case Kind.BGA_LOG:
            yield from bga.read_log(load(data, name), name, titles, options)
        case Kind.CSV:
            text = decode(load(data, name), name, options.encoding)
            if text.remark:
                yield Remark(Location(name), text.remark)
            yield from sheets.read_grid(grid.read_csv(text, name), name, titles, options)
        case Kind.XLSX | Kind.XLS | Kind.ODS:
            yield from _workbook(data, name, options, titles)
        case Kind.ZIP:
            yield from _archive(data, name, options, titles)
        case Kind.LOG | Kind.SESSION:
            yield OwnFile(kind, name, load(data, name))


class LinkedRecords(NamedTuple):
    """The records of several sheets, joined with the sheet called `name`."""

    name: str
    others: tuple[str, ...]
    records: Iterator[Record]


def read_linked(files: Sequence[tuple[str, bytes]], options: Options) -> LinkedRecords | None:
    """Read the CSV files of an export together; None if they don't refer to each other."""
    named, remarks = [], list[Remark]()
    try:
        for name, data in files:
            if sniff(name, data[:PEEK]) is Kind.CSV:
                text = decode(data, name, options.encoding)
                remarks += [Remark(Location(name), text.remark)] if text.remark else []
                rows = grid.all_rows(grid.read_csv(text, name).rows, name)
                named.append(linked.NamedSheet(name, label_of(name), rows))
    except LedgerError:
        return None  # reading the files one by one will say why
    found = linked.link_sheets(named)
    if found is None:
        return None
    remarks += [Remark(Location(found.name), text) for text in found.remarks]
    rows_of = sheets.read_grid(grid.Grid(found.rows), found.name, Titles(), options)
    return LinkedRecords(found.name, found.others, itertools.chain(remarks, rows_of))


def label_of(name: str) -> str:
    """Return the name of a file without its folder and suffix."""
    return re.split(r"[/\\]", name)[-1].rpartition(".")[0]


def _workbook(data: bytes | Path, name: str, options: Options, titles: Titles) -> Iterator[Record]:
    """Read every sheet that has results; there must be at least one."""
    from .sheets.workbook import read_workbook

    errors: list[LedgerError] = []
    pages: list[grid.Grid] = []
    damage: LedgerError | None = None
    read = 0
    try:
        for page in read_workbook(data, name):
            try:
                pages.append(page._replace(rows=grid.all_rows(page.rows, name)))
            except LedgerError as e:
                errors.append(e)
                yield _left_out(name, page.sheet, e)
    except LedgerError as e:
        damage = e  # the sheets before it are good
    named = [linked.NamedSheet(p.sheet or "", p.sheet or "", list(p.rows)) for p in pages]
    if (found := linked.link_sheets(named)) is not None:
        yield Remark(Location(name, None, _sheet(found.name)), _read_with(found.others))
        pages = [p for p in pages if p.sheet not in (found.name, *found.others)]
        pages.append(grid.Grid(found.rows, found.name))
    for page in pages:
        try:
            yield from sheets.read_grid(page, name, titles, options)
            read += 1
        except UnclearSheet as e:
            yield Refusal.of(e, Location(name, e.line, _sheet(page.sheet)))
            read += 1
        except LedgerError as e:
            errors.append(e)
            yield _left_out(name, page.sheet, e)
    if damage is not None:
        raise damage
    if not read:
        raise errors[0] if errors else Malformed("this workbook has no sheets", file=name)


def _left_out(name: str, sheet: str | None, e: LedgerError) -> Remark:
    where = Location(name, e.line, _sheet(sheet))
    return Remark(where, Message("this sheet is left out: {reason}", reason=e.text))


def _sheet(name: str | None) -> Message:
    return Message("sheet {name!r}", name=name)


def _read_with(others: Sequence[str]) -> Message:
    return Message("it was read together with {others}", others=", ".join(others))


def _archive(data: bytes | Path, name: str, options: Options, titles: Titles) -> Iterator[Record]:
    """Read every member of an archive, continuing if one can't be read."""
    joined = _linked_members(data, name, options)
    for member in archive.members(data, name):
        where = Location(member.name)
        try:
            if member.error is not None:
                raise member.error
            if joined is not None and member.name in (joined.name, *joined.others):
                if member.name == joined.name:
                    yield Remark(where, _read_with(joined.others))
                    yield from joined.records
                continue
            try:
                kind = sniff(member.name, member.data)
            except Malformed as e:
                yield Remark(where, _skipped(e))
                continue
            if kind is Kind.ZIP:
                raise Malformed(
                    "an archive inside an archive can't be read", hint="unpack it first"
                )
            yield from read_records(kind, member.data, member.name, options, titles)
        except LedgerError as e:
            prose = isinstance(e, NotASheet) and is_prose(member.name)
            yield Remark(where, _skipped(e)) if prose else Refusal.of(e, where)


def _skipped(e: LedgerError) -> Message:
    return Message("{reason} (skipped)", reason=e.text)


def _linked_members(data: bytes | Path, name: str, options: Options) -> LinkedRecords | None:
    """Read the sheets in an archive that refer to each other, if it has any."""
    if len([n for n in archive.names(data, name) if role_of(label_of(n))]) < 2:
        return None
    try:
        found = [
            (member.name, member.data)
            for member in archive.members(data, name)
            if member.error is None and role_of(label_of(member.name)) is not None
        ]
    except LedgerError:
        return None  # reading them one by one will say why
    return read_linked(found, options)
