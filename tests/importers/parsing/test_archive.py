"""Zip archives: every member is read or refused, and none harms."""

import io
import struct
import zipfile

import pytest

from common.refusals import all_tell, refuses, tells
from importers.reading import FIXTURES, counted, found, records, said, told, xlsx, zipped
from ledger.importers.parsing import archive
from ledger.importers.parsing import decoding as source
from ledger.importers.records import OwnFile
from ledger.kernel.errors import Malformed

TALL = b"date,game,player,score\n2026-03-01,osaka,Ana,51\n"


def fixture(name: str) -> bytes:
    return (FIXTURES / name).read_bytes()


def test_members_are_read_one_by_one():
    names = ("backup.json", "plays.xml", "tables.json", "tall.csv")
    data = zipped({f"old/{n}": fixture(n) for n in names} | {"__MACOSX/x": b"?", "d/": b""})
    rows = records(data, "all.zip")
    assert counted(rows) == sum(counted(records(n)) for n in names)
    assert told(data, "all.zip") == [f"all.zip/old/{t}" for n in names for t in told(n)]
    assert {p.source for p in found(data, "all.zip")} == {"bgstats", "bgg", "bga", "sheet"}


def test_an_archive_on_disk(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(zipped({"a.csv": TALL}))
    assert [p.game for p in found(path)] == ["osaka"]


def test_our_own_files_are_handed_on():
    session = b"game: osaka\nplayers: Ana, Bartek\n\n"
    log = b'{"type":"opened","seq":1}\n'
    data = zipped({"a.session": session, "b.jsonl": log})
    assert records(data, "x.zip") == [
        OwnFile("session", "x.zip/a.session", session),
        OwnFile("log", "x.zip/b.jsonl", log),
    ]


def test_a_bad_member_does_not_stop_the_others():
    files = {
        "inner.zip": zipped({"a.csv": TALL}),
        "half.json": b'{"plays": [',
        "picture.bin": b"nothing",
        "../../etc/passwd": b"",
        "good.csv": TALL,
        "\x1b[2J.csv": TALL.replace(b"Ana", b"Bartek"),
    }
    assert len(found(zipped(files), "x.zip")) == 2
    assert all_tell(
        said(zipped(files), "x.zip")[:4],
        [
            "malformed | x.zip/inner.zip",
            "malformed | x.zip/half.json:1",
            "remark | x.zip/picture.bin",
            "remark | x.zip/../../etc/passwd",
        ],
    )
    assert [r.where.file for r in records(zipped(files), "x.zip")][-1] == "x.zip/\\x1b[2J.csv"


def test_a_workbook_in_an_archive_is_read():
    rows: list[list[object]] = [["date", "game", "player", "score"], ["2026", "osaka", "Ana", 1.0]]
    assert found(zipped({"a.xlsx": xlsx(rows)}), "x.zip")[0].date == "2026-??-??"


def test_bombs_are_refused():
    (line,) = told(zipped({"a.csv": b"," * 30_000_000}), "x.zip")
    assert tells(line, "x.zip/a.csv | malformed | 250")


def test_limits(monkeypatch):
    data = zipped({"a.csv": TALL, "b.csv": TALL}, zipfile.ZIP_STORED)
    monkeypatch.setattr(archive, "MAX_TOTAL", 60)
    with refuses(Malformed, "0"):
        records(data, "x.zip")
    monkeypatch.setattr(archive, "MAX_FILE", 10)
    assert all_tell(
        said(data, "x.zip"), ["malformed | x.zip/a.csv | 0", "malformed | x.zip/b.csv | 0"]
    )
    monkeypatch.setattr(archive, "MAX_MEMBERS", 1)
    with refuses(Malformed, "1"):
        records(data, "x.zip")


def test_a_size_that_lies_is_found_out():
    data = bytearray(zipped({"a.csv": TALL * 100}))
    central = data.rindex(b"PK\x01\x02")
    data[central + 24 : central + 28] = struct.pack("<I", 10)
    (line,) = told(bytes(data), "x.zip")
    assert line


def test_encrypted_and_damaged_archives():
    data = bytearray(zipped({"a.csv": TALL}))
    central = data.rindex(b"PK\x01\x02")
    data[central + 8] |= 1
    assert all_tell(said(bytes(data), "x.zip"), ["malformed | x.zip/a.csv"])
    with pytest.raises(Malformed):
        records(zipped({"a.csv": TALL})[:60], "x.zip")
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    with pytest.raises(Malformed):
        records(empty.getvalue(), "x.zip")


@pytest.mark.parametrize(
    ("name", "start"),
    [("x.csv", b"date,game"), ("x.json", b'{"plays":"'), ("x.xml", b"<plays a='")],
)
def test_a_line_of_a_gigabyte(tmp_path, name, start):
    path = tmp_path / name
    with path.open("wb") as file:
        file.write(start)
        file.truncate(1024**3)
    with pytest.raises(Malformed):
        records(path)


def test_a_file_without_end_is_read_in_blocks(monkeypatch, tmp_path):
    asked = []

    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            asked.append(size)
            return b"x" * size

    monkeypatch.setattr(source, "MAX_FILE", 8 * 1024 * 1024)
    with refuses(Malformed, "8"):
        source.read_all(Endless(), "x", 8 * 1024 * 1024)
    assert sum(asked) == 9 * 1024 * 1024
