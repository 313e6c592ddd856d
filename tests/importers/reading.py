"""Read files in tests, and build workbooks by hand."""

import io
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from ledger.importers.readers import read
from ledger.importers.records import Found, Moves, Options, Own, Record, Refused, Remark
from ledger.kernel.played import Played

FIXTURES = Path(__file__).parent / "fixtures"


def records(source: str | bytes | Path, name: str = "", **options: object) -> list[Record]:
    """Return the records of a fixture, a text or bytes."""
    if isinstance(source, str) and len(source) < 20 and (FIXTURES / source).is_file():
        source = FIXTURES / source
    data = source.encode() if isinstance(source, str) else source
    label = name or (data.name if isinstance(data, Path) else "x.csv")
    return list(read(data, label, options=Options(**options)))  # type: ignore[arg-type]


def found(source: str | bytes | Path, name: str = "", **options: object) -> list[Played]:
    """Return the games that were read."""
    return [r.played for r in records(source, name, **options) if isinstance(r, Found)]


def told(source: str | bytes | Path, name: str = "", **options: object) -> list[str]:
    """Return what was refused, remarked and not understood, as lines."""
    out = []
    for r in records(source, name, **options):
        if isinstance(r, Refused):
            out.append(f"{r.where} {r.id}: {r.kind}: {r.why}")
        elif isinstance(r, Remark):
            out.append(f"{r.where} remark: {r.text}")
        elif isinstance(r, Found | Moves):
            out += [f"{r.where} problem: {p}" for p in r.problems]
    return out


def counted(rows: list[Record]) -> int:
    """Return how many records of the source these are."""
    return sum(isinstance(r, Found | Moves | Refused | Own) for r in rows)


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
