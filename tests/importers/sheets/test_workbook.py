"""Sheets of workbooks, and workbooks that are traps."""

import time

import pytest

from common.refusals import all_tell, refuses, tells
from importers.reading import found, ods, records, said, told, xls, xlsx, zipped
from ledger.importers.sheets import workbook
from ledger.kernel.errors import Malformed

ROWS: list[list[object]] = [
    ["date", "game", "player", "score", "winner", "start time"],
    ["@46082", "osaka", "Ana", 51.0, True, "@0.75"],
    ["@46082", "osaka", "Żaneta", 7.1 + 0.2, False, "@0.75"],
]


def test_numbers_and_dates_of_a_workbook():
    (play,) = found(xlsx(ROWS), "x.xlsx")
    assert (play.date, play.game) == ("2026-03-01", "osaka")
    assert [(s.person.name, s.score, s.won) for s in play.standings] == [
        ("Ana", "51", True),
        ("Żaneta", "7.3", False),
    ]


def test_an_open_document():
    rows: list[list[object]] = [["data", "gra", "Ana", "Bartek"], ["01.03.2026", "osaka", 51.0, 43]]
    (play,) = found(ods(rows), "x.ods")
    assert (play.date, [s.score for s in play.standings]) == ("2026-03-01", ["51", "43"])
    (same,) = found(ods(rows), "no suffix")
    assert same == play


def test_an_old_workbook():
    rows: list[list[object]] = [
        ["date", "game", "player", "score"],
        ["2026-03-01", "osaka", "Żaneta", 51],
        [46082, "osaka", "Bartek", 43.5],
    ]
    for name in ("x.xls", "no suffix"):
        (play,) = found(xls(rows), name)
        assert (play.date, play.game) == ("2026-03-01", "osaka")
        assert [(s.person.name, s.score) for s in play.standings] == [
            ("Żaneta", "51"),
            ("Bartek", "43.5"),
        ]
        assert told(xls(rows), name) == []


def test_problems_name_the_sheet_and_the_row():
    rows = [*ROWS, ["soon", "osaka", "Ana", 1.0]]
    assert all_tell(
        said(xlsx(rows), "x.xlsx"), ["malformed | x.xlsx:4: sheet 'Wyniki' | soon | 2026-03-01"]
    )


def test_a_workbook_without_results():
    with pytest.raises(Malformed):
        records(xlsx([["a", "b"], [1.0, 2.0]]), "x.xlsx")


@pytest.mark.parametrize(
    "data",
    [
        zipped({"[Content_Types].xml": b"<Types/>"}),
        zipped({"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<workbook"}),
        zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}),
        xls([])[:700],
        xls([]).replace("Workbook".encode("utf-16-le"), "WordDocu".encode("utf-16-le")),
    ],
    ids=("nothing", "cut", "ods", "xls", "doc"),
)
def test_a_broken_workbook_is_refused(data):
    with pytest.raises(Malformed):
        records(data, "x.xlsx")


def test_a_cell_in_the_last_corner_takes_no_memory():
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    started = time.monotonic()
    with pytest.raises(Malformed) as e:
        records(xlsx(ROWS, far), "x.xlsx")
    assert tells(str(e.value), "x.xlsx")
    assert time.monotonic() - started < 60


def test_a_packed_bomb_is_refused_before_it_is_opened():
    with refuses(Malformed, "250"):
        records(xlsx(ROWS, " " * 30_000_000), "x.xlsx")


def test_a_workbook_that_takes_too_long(monkeypatch):
    monkeypatch.setattr(workbook, "SECONDS", 0)
    with refuses(Malformed, "0"):
        records(xlsx(ROWS), "x.xlsx")
