"""Exports in several tables that refer to each other are read together."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from common.refusals import tells
from importers.reading import found, told, zipped
from ledger.importers.pipeline import run_import
from ledger.importers.sheets import workbook
from ledger.importers.sheets.grid import of_sheet
from ledger.importers.sheets.roles import role_of
from ledger.kernel.results import PlayRecord
from ledger.library.library import Library

STAR = {
    "FACT_Plays.csv": (
        "uuid,gameRefId,locationRefId,playDate,durationMin,modificationDate,ignored\n"
        "U1,7,1,2026-03-01 18:00:00,45,2026-03-02 10:00:00,false\n"
        "U2,8,1,2026-03-02 18:00:00,30,2026-03-02 20:00:00,false\n"
        "U3,8,1,2026-03-03 18:00:00,30,2026-03-03 20:00:00,false\n"
    ),
    "FACT_Play_Scores.csv": (
        "uuid,score,winner,startPlayer,playerRefId,rank,seatOrder\n"
        "U1,10,true,false,1,1,0\nU1,8,false,true,2,2,0\n"
        "U2,50,false,false,1,0,0\nU2,60,true,true,3,0,0\n"
    ),
    "DIM_Players.csv": "id,uuid,name,isAnonymous\n1,A,Ann,false\n2,B,Bob,false\n3,C,Cid,false\n",
    "DIM_Games.csv": (
        "id,uuid,name,bggId,highestWins,cooperative\n7,G,Catan,13,true,false\n"
        "8,H,Azul,230802,false,true\n"
    ),
    "DIM_Locations.csv": "id,uuid,name\n1,L,Home\n",
    "DIM_Tags.csv": "id,name\n1,league\n",
}
PLAIN = {
    "plays.csv": (
        "id,date,game_id,player_ids,winner_id\n1,2026-03-01,7,1;2,1\n2,2026-03-02,8,1;3,3\n"
    ),
    "players.csv": "id,name\n1,Ann\n2,Bob\n3,Cid\n",
    "games.csv": "id,name\n7,Catan\n8,Azul\n",
}


def written(folder: Path, files: dict[str, str]) -> list[Path]:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return [folder / name for name in files]


def wins(plays: list[PlayRecord]) -> Counter[str]:
    return Counter(s.person.name for p in plays for s in p.standings if s.won)


def plays_of(library: Library) -> list[PlayRecord]:
    return [e.played for e in library.games() if e.played is not None]


@pytest.mark.parametrize("way", ["files", "folder"])
def test_plays_scores_players_and_games_are_read_together(tmp_path, way):
    files = written(tmp_path / "in", STAR)
    library = Library(tmp_path / "lib")
    report = run_import(library, files if way == "files" else [tmp_path / "in"])
    one, two = plays_of(library)
    assert (one.title, one.date, one.minutes, one.place, one.bgg) == (
        *("Catan", "2026-03-01", 45, "Home", 13),
    )
    assert [(s.person.name, s.total, s.won, s.began, s.place) for s in one.standings] == [
        ("Ann", "10", True, False, 1),
        ("Bob", "8", False, True, 2),
    ]
    assert (two.title, two.highest_wins, two.cooperative) == ("Azul", False, True)
    assert wins([one, two]) == {"Ann": 1, "Cid": 1}
    remarks = [text for file in report.files for text in file.remarks]
    assert any(tells(text, "FACT_Plays.csv | DIM_Players.csv | DIM_Games.csv") for text in remarks)
    assert any(tells(text, "1 | FACT_Plays.csv") for text in remarks)  # U3 has no scores
    again = run_import(library, files)
    assert again.total()["known"] == 2


def test_a_table_of_plays_may_list_the_ids_of_its_players(tmp_path):
    library = Library(tmp_path / "lib")
    run_import(library, written(tmp_path / "in", PLAIN))
    one, two = plays_of(library)
    assert [s.person.name for s in two.standings] == ["Ann", "Cid"]
    assert (one.title, two.title) == ("Catan", "Azul")
    assert wins([one, two]) == {"Ann": 1, "Cid": 1}


def test_so_they_are_in_an_archive(tmp_path):
    data = zipped({name: text.encode() for name, text in STAR.items()})
    plays = found(data, "x.zip")
    assert wins(plays) == {"Ann": 1, "Cid": 1}
    assert any(tells(text, "x.zip/FACT_Plays.csv") for text in told(data, "x.zip"))


def test_so_they_are_in_a_workbook(monkeypatch):
    pages = [
        of_sheet([line.split(",") for line in text.splitlines()], name.partition(".")[0], "x")
        for name, text in PLAIN.items()
    ]
    monkeypatch.setattr(workbook, "read_workbook", lambda data, name: iter(pages))
    assert wins(found(b"PK\x03\x04xl/", "x.xlsx")) == {"Ann": 1, "Cid": 1}


def test_tables_that_do_not_refer_to_each_other_stay_apart(tmp_path):
    tall = "date,game,player,winner\n2026-03-0{},{},Ann,1\n"
    files = {"plays.csv": tall.format(1, "Go"), "games.csv": tall.format(2, "Chess")}
    library = Library(tmp_path / "lib")
    report = run_import(library, written(tmp_path / "in", files))
    assert [p.title for p in plays_of(library)] == ["Go", "Chess"]
    assert report.files[0].remarks == []


def test_files_of_different_folders_stay_apart(tmp_path):
    first = written(tmp_path / "a", {"plays.csv": PLAIN["plays.csv"]})
    second = written(tmp_path / "b", {"players.csv": PLAIN["players.csv"]})
    report = run_import(Library(tmp_path / "lib"), [*first, *second])
    assert not any("together" in str(text) for file in report.files for text in file.remarks)


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("FACT_Play_Scores", "scores"),
        ("playerScores", "scores"),
        ("DIM_Players", "players"),
        ("games", "games"),
        ("my plays 2026", "plays"),
        ("evening", None),
    ],
)
def test_the_name_of_a_table_says_what_it_holds(label, role):
    assert role_of(label) == role
