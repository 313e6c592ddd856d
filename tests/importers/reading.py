"""Read files in tests, and build workbooks by hand."""

import io
import json
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest

from common.refusals import Heard, Trigger, heard
from ledger.importers.dispatch import read
from ledger.importers.records import (
    ImportedPlay,
    Kind,
    Options,
    OwnFile,
    Record,
    Refusal,
    Remark,
    SheetSession,
)
from ledger.kernel.errors import LedgerError
from ledger.kernel.results import PlayRecord

FIXTURES = Path(__file__).parent / "fixtures"


def records(
    source: str | bytes | Path, name: str = "", kind: Kind | None = None, **options: object
) -> list[Record]:
    """Return the records of a fixture, a text or bytes."""
    if isinstance(source, str) and len(source) < 20 and (FIXTURES / source).is_file():
        source = FIXTURES / source
    data = source.encode() if isinstance(source, str) else source
    label = name or (data.name if isinstance(data, Path) else "x.csv")
    return list(read(data, label, kind=kind, options=Options(**options)))


def found(source: str | bytes | Path, name: str = "", **options: Any) -> list[PlayRecord]:
    """Return the games that were read."""
    return [r.played for r in records(source, name, **options) if isinstance(r, ImportedPlay)]


def told(source: str | bytes | Path, name: str = "", **options: Any) -> list[str]:
    """Return what was refused, remarked and not understood, as lines."""
    out = []
    for r in records(source, name, **options):
        if isinstance(r, Refusal):
            out.append(f"{r.where} {r.id}: {r.kind}: {r.why}")
        elif isinstance(r, Remark):
            out.append(f"{r.where} remark: {r.text}")
        elif isinstance(r, ImportedPlay | SheetSession):
            out += [f"{r.where} problem: {p}" for p in r.problems]
    return out


def said(source: str | bytes | Path, name: str = "", **options: Any) -> list[Heard]:
    """Return what was refused, remarked and not understood; a place ends with the record's id."""
    out = []
    try:
        for r in records(source, name, **options):
            if isinstance(r, Refusal):
                out.append(Heard(r.kind, f"{r.where} {r.id}" if r.id else f"{r.where}", r.why))
            elif isinstance(r, Remark):
                out.append(Heard("remark", str(r.where), r.text))
            elif isinstance(r, ImportedPlay | SheetSession):
                out += [Heard("problem", str(r.where), p) for p in r.problems]
    except LedgerError as e:
        out.append(heard(e))
    return out


def reads(
    data: str | bytes | dict[str, Any],
    name: str = "x.csv",
    limits: Mapping[str, object] | None = None,
    **options: object,
) -> Trigger:
    """Return what reads a file, under other limits than the usual ones where they are given."""
    given = json.dumps(data, ensure_ascii=False) if isinstance(data, dict) else data
    source = given.encode() if isinstance(given, str) else given

    def trigger(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
        for limit, value in (limits or {}).items():
            patch.setattr(f"ledger.importers.{limit}", value)
        return said(source, name, **options)

    return trigger


def counted(rows: list[Record]) -> int:
    """Return how many records of the source these are."""
    return sum(isinstance(r, ImportedPlay | SheetSession | Refusal | OwnFile) for r in rows)


def zipped(files: dict[str, bytes], pack: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", pack) as archive:
        for name, data in files.items():
            # the same bytes at any time of day
            archive.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 18, 30, 0)), data, pack)
    return out.getvalue()


def xlsx(rows: list[list[object]], extra_cell: str = "") -> bytes:
    """Return a workbook of one sheet; a float with a leading `@` is shown as a date."""
    body = ""
    for r, row in enumerate(rows, 1):
        cells = ""
        for c, value in enumerate(row):
            at = f"{chr(65 + c)}{r}"
            if isinstance(value, str) and value.startswith("@"):
                cells += f'<c r="{at}" s="1"><v>{value[1:]}</v></c>'
            elif isinstance(value, bool):
                cells += f'<c r="{at}" t="b"><v>{int(value)}</v></c>'
            elif isinstance(value, int | float):
                cells += f'<c r="{at}"><v>{value}</v></c>'
            elif value is not None:
                text = escape(str(value))
                cells += f'<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>'
        body += f'<row r="{r}">{cells}</row>'
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    files = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{kind}.styles+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/>'
        "</Types>",
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="Wyniki" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="r2" Type="{office}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{main}"><cellXfs count="2"><xf numFmtId="0"/>'
        '<xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{body}{extra_cell}'
        "</sheetData></worksheet>",
    }
    return zipped({k: v.encode() for k, v in files.items()})


def ods(rows: list[list[object]]) -> bytes:
    """Return an OpenDocument workbook of one sheet."""
    body = ""
    for row in rows:
        cells = ""
        for value in row:
            if isinstance(value, int | float):
                cells += (
                    f'<table:table-cell office:value-type="float" office:value="{value}">'
                    f"<text:p>{value}</text:p></table:table-cell>"
                )
            else:
                cells += (
                    '<table:table-cell office:value-type="string">'
                    f"<text:p>{escape(str(value or ''))}</text:p></table:table-cell>"
                )
        body += f"<table:table-row>{cells}</table:table-row>"
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0"?><office:document-content {spaces}><office:body>'
        f'<office:spreadsheet><table:table table:name="Wyniki">{body}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    manifest = f'<?xml version="1.0"?><m:manifest xmlns:m="{space}"/>'
    files = {"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content}
    return zipped({k: v.encode() for k, v in files.items()}, zipfile.ZIP_STORED)


def xls(rows: list[list[object]]) -> bytes:
    """Return a workbook of Excel 97: records in a stream, the stream in a compound file."""

    def record(kind: int, data: bytes) -> bytes:
        return struct.pack("<HH", kind, len(data)) + data

    def bof(kind: int) -> bytes:
        return record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0, 1997, 0, 0))

    end = record(0x000A, b"")
    cells = b""
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if isinstance(value, int | float):
                cells += record(0x0203, struct.pack("<HHHd", r, c, 0, value))
            elif value is not None:
                text = str(value)
                head = struct.pack("<HHHHB", r, c, 0, len(text), 1)
                cells += record(0x0204, head + text.encode("utf-16-le"))
    name = "Wyniki"
    start = len(bof(5)) + len(record(0x0085, bytes(8 + len(name)))) + len(end)
    sheet = struct.pack("<IBBBB", start, 0, 0, len(name), 0) + name.encode()
    stream = bof(5) + record(0x0085, sheet) + end + bof(0x10) + cells + end
    stream += bytes(-len(stream) % 512 + 4096)  # a shorter one would be packed in another way
    blocks = len(stream) // 512
    free, last, of_table = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
    table = [of_table, last, *range(3, blocks + 2), last]
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    header += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, last, 0, last, 0)
    header += struct.pack("<109I", 0, *[free] * 108)

    def entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
        label = (name + "\0").encode("utf-16-le")
        return (
            label.ljust(64, b"\0")
            + struct.pack("<HBBIII", len(label), kind, 1, free, free, child)
            + bytes(36)
            + struct.pack("<IQ", start, size)
        )

    folder = entry("Root Entry", 5, 1, last, 0) + entry("Workbook", 2, free, 2, len(stream))
    sectors = struct.pack("<128I", *table, *[free] * (128 - len(table)))
    return header + sectors + folder + bytes(256) + stream
