"""An id in a table belongs to its sheet: two clubs' plays don't overwrite each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.importers.pipeline import run_import
from ledger.importers.records import Options
from ledger.importers.report import Report
from ledger.library.library import Library

HEAD = "id,date,game,player,score,winner\n"
CLUB_A = (
    "1,2024-01-05,Catan,Ann,10,1\n1,2024-01-05,Catan,Bob,8,0\n"
    "2,2024-01-12,Azul,Ann,50,0\n2,2024-01-12,Azul,Cid,60,1\n"
)
CLUB_B = (
    "1,2019-05-01,Chess,Dan,1,1\n1,2019-05-01,Chess,Eve,0,0\n"
    "2,2019-05-08,Go,Dan,30,0\n2,2019-05-08,Go,Fay,31,1\n"
)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "lib")


def take(library: Library, rows: str, head: str = HEAD, **options: object) -> Report:
    file = library.folder.parent / "sheet.csv"  # the name of a file says nothing
    file.write_text(head + rows)
    return run_import(library, [file], options=Options(**options))


def statuses(report: Report) -> list[str]:
    return [item.status for item in report.items]


def titles(library: Library) -> list[str]:
    return sorted(e.title for e in library.games())


def test_two_clubs_sheets_do_not_overwrite_each_other(library):
    assert statuses(take(library, CLUB_A)) == ["new", "new"]
    report = take(library, CLUB_B)
    assert statuses(report) == ["new", "new"]
    assert all(item.notes for item in report.items)
    assert titles(library) == ["Azul", "Catan", "Chess", "Go"]
    assert statuses(take(library, CLUB_A)) == statuses(take(library, CLUB_B)) == ["known"] * 2
    assert {p.id for p in library.players()} == {"ann", "bob", "cid", "dan", "eve", "fay"}


def test_each_club_corrects_its_own_play(library):
    take(library, CLUB_A)
    take(library, CLUB_B)
    report = take(library, CLUB_B.replace("Chess,Dan,1,1", "Chess,Dan,2,1"))
    assert statuses(report) == ["changed", "known"]
    changed = library.find(report.items[0].id or "")
    assert (changed.title, changed.revision) == ("Chess", 2)
    assert len(library.games()) == 4


@pytest.mark.parametrize(
    ("row", "status"),
    [
        ("2024-02-05,Catan,Ann", "changed"),  # the date is corrected
        ("2024-01-05,Carcassonne,Ann", "changed"),  # the game is
        ("2024-01-05,Catan,Anne", "changed"),  # the player is
        ("?,Catan,Anne", "changed"),
        ("2024-02-05,Carcassonne,Ann", "refused"),  # only the player is the same
        ("2024-02-05,Carcassonne,Zoe", "new"),
        ("2024-02-05,Catan,Zoe", "new"),
        ("2024-01-05,Carcassonne,Zoe", "new"),
    ],
)
def test_what_makes_it_another_play(library, row, status):
    take(library, "1,2024-01-05,Catan,Ann,10,1\n")
    report = take(library, f"1,{row.replace('?', '')},10,1\n")
    assert statuses(report) == [status]
    assert len(library.games()) == (2 if status == "new" else 1)
    if status == "refused":
        assert library.games()[0].title == "Catan"
        assert "--source" in str(report.items[0].message)


def test_a_sheet_with_a_name_has_ids_of_its_own(library):
    take(library, "1,2024-01-05,Catan,Ann,10,1\n")
    report = take(library, "1,2024-02-05,Azul,Ann,10,1\n", source="club-b")
    assert statuses(report) == ["new"]
    assert [e.id for e in library.games()] == ["sheet-1", "club-b-1"]


def test_old_revisions_count_too(library):
    take(library, "1,2024-01-05,Catan,Ann,10,1\n")
    take(library, "1,2024-02-05,Catan,Ann,10,1\n")
    take(library, "1,2024-02-05,Carcassonne,Ann,10,1\n")
    assert statuses(take(library, "1,2024-01-05,Catan,Ann,10,1\n")) == ["changed"]
    assert len(library.games()) == 1


def test_wide_tables_have_ids_as_well(library):
    wide = "id,date,game,{}\n1,{},{},5,6\n"
    assert statuses(take(library, "", wide.format("Ann,Bob", "2024-01-05", "Catan"))) == ["new"]
    assert statuses(take(library, "", wide.format("Cid,Dan", "2019-05-01", "Chess"))) == ["new"]
    assert titles(library) == ["Catan", "Chess"]


def test_an_export_of_both_comes_home(library, tmp_path):
    from ledger.exporters.csv import write_csv

    take(library, CLUB_A)
    take(library, CLUB_B)
    plays = [e.played for e in library.games()]
    (tmp_path / "all.csv").write_bytes(write_csv(plays).data)
    assert statuses(run_import(library, [tmp_path / "all.csv"])) == ["known"] * 4
    other = Library(tmp_path / "other")
    assert statuses(run_import(other, [tmp_path / "all.csv"])) == ["new"] * 4
    assert [e.played for e in other.games()] == plays
    assert statuses(take(other, CLUB_B)) == ["known"] * 2
