"""The one way to read other programs' files: bytes or a path in, records out.

`read` yields `Found` (a game), `Moves` (a game with moves), `Own` (our own file in an archive),
`Refused` (a record that couldn't be read) and `Remark` (about the file). If the whole file can't
be read, it raises a `LedgerError`; a streamed file may have yielded records before that.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ledger.kernel.errors import LedgerError, Malformed

from . import bga
from .bgg import plays as bgg
from .bgstats import backup as bgstats
from .bgstats import link as bgstats_link
from .detect import is_prose, sniff
from .parsing import archive
from .parsing.decoding import decode, load, peek
from .parsing.strict_json import mend
from .parsing.titles import Titles
from .records import Kind, Options, Own, Record, Refused, Remark, UnclearTable, Where
from .tables import grid
from .tables import reader as sheets

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
    """Yield every record of a file; find out its kind unless it is given."""
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
    """Yield every record of a file whose kind is known."""
    try:
        yield from _read(data, name, kind, options, titles or Titles())
    except LedgerError as e:
        e.file = e.file or name
        raise
    except RecursionError:
        raise Malformed("it nests too deeply", file=name) from None


def _read(
    data: bytes | Path, name: str, kind: Kind, options: Options, titles: Titles
) -> Iterator[Record]:
    if kind in _JSON:
        data, halves = mend(load(data, name))
        if halves:
            why = f"halves of characters (lone surrogates) were replaced by U+FFFD: {halves}"
            yield Remark(Where(name), why)
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
        case Kind.TEXT_TABLE:
            text = decode(load(data, name), name, options.encoding)
            if text.remark:
                yield Remark(Where(name), text.remark)
            yield from sheets.read_grid(grid.read_csv(text, name), name, titles, options)
        case Kind.XLSX | Kind.XLS | Kind.ODS:
            yield from _workbook(data, name, options, titles)
        case Kind.ZIP:
            yield from _archive(data, name, options, titles)
        case Kind.LOG | Kind.SESSION:
            yield Own(kind, name, load(data, name))


def _workbook(data: bytes | Path, name: str, options: Options, titles: Titles) -> Iterator[Record]:
    """Read every sheet that has results; at least one must."""
    from .tables.workbook import read_workbook

    errors: list[LedgerError] = []
    read = 0
    for sheet in read_workbook(data, name):
        try:
            yield from sheets.read_grid(sheet, name, titles, options)
            read += 1
        except LedgerError as e:
            where = Where(name, e.line, f"sheet {sheet.sheet!r}")
            if isinstance(e, UnclearTable):
                yield Refused.by(e, where)
                read += 1
                continue
            errors.append(e)
            yield Remark(where, f"this sheet is left out: {e.message}")
    if not read:
        raise errors[0] if errors else Malformed("this workbook has no sheets", file=name)


def _archive(data: bytes | Path, name: str, options: Options, titles: Titles) -> Iterator[Record]:
    """Read every member; go on if one can't be read."""
    for member in archive.members(data, name):
        where = Where(member.name)
        try:
            if member.error is not None:
                raise member.error
            try:
                kind = sniff(member.name, member.data)
            except Malformed as e:
                yield Remark(where, f"{e.message} (skipped)")
                continue
            if kind is Kind.ZIP:
                raise Malformed(
                    "an archive inside an archive can't be read", hint="unpack it first"
                )
            yield from read_records(kind, member.data, member.name, options, titles)
        except LedgerError as e:
            prose = isinstance(e, sheets.NoTable) and is_prose(member.name)
            yield Remark(where, f"{e.message} (skipped)") if prose else Refused.by(e, where)
