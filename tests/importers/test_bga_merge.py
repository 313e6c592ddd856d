"""A table of BGA of which several files tell is one game, whatever the order of the imports."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from common.refusals import tells
from importers.reading import FIXTURES
from ledger.importers.pipeline import run_import
from ledger.kernel.results import PlayRecord
from ledger.library.library import Library
from ledger.library.records.merge import combined

TABLE = {
    "table_id": "123456789",
    "game_name": "tradersofosaka",
    "start": "1772386100",
    "end": "1772389080",
    "players": "11,12",
    "player_names": "Ana,Bartek",
    "scores": "51,43",
    "ranks": "1,2",
    "normalend": "1",
}
TIMES = (
    "table_id;game;move;datetime;player;remaining\n"
    "123456789;tradersofosaka;1;2026-03-01 18:30:00;Ana;120\n"
    "123456789;tradersofosaka;2;2026-03-01 18:31:00;Bartek;118\n"
)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    out = {k: tmp_path / f"{k}.{'csv' if k == 'times' else 'json'}" for k in ("list", "times")}
    out["list"].write_text(json.dumps({"status": 1, "data": {"tables": [TABLE]}}))
    out["times"].write_text(TIMES)
    return {**out, "log": FIXTURES / "log.json"}


def take(folder: Path, *files: Path) -> PlayRecord:
    for file in files:
        assert run_import(Library(folder), [file]).exit_code == 0
    (entry,) = Library(folder).games()
    assert entry.played is not None
    return entry.played


@pytest.mark.parametrize("order", list(itertools.permutations(["list", "log", "times"])))
def test_one_game_and_the_same_whatever_came_first(tmp_path, files, order):
    right = take(tmp_path / "right", files["list"], files["log"], files["times"])
    assert take(tmp_path / "lib", *(files[k] for k in order)) == right
    report = run_import(Library(tmp_path / "lib"), [files[k] for k in order])
    assert [item.status for item in report.items] == ["known"] * 3


def test_each_file_adds_what_the_others_lack(tmp_path, files):
    played = take(tmp_path / "lib", files["log"], files["list"])
    assert (played.game, played.title, played.complete) == ("osaka", "tradersofosaka", True)
    assert [(s.person.ids["bga"], s.total, s.place, s.colour) for s in played.standings] == [
        ("11", "51", 1, "#ff0000"),
        ("12", "43", 2, "#0000ff"),
    ]
    assert played.time == "17:28:20"  # the list knows when the table began
    assert {"packets", "timing", "normalend"} <= played.extra.keys()
    assert played.extra["told_by"] == "list, log"


def test_what_a_file_adds_is_told(tmp_path, files):
    take(tmp_path / "lib", files["list"])
    (item,) = run_import(Library(tmp_path / "lib"), [files["log"]]).items
    assert (item.status, item.revision) == ("joined", 2)
    assert tells(
        item.message, "bga | 123456789 | Ana | #ff0000 | other | Bartek | #0000ff | other fields"
    )


def test_a_list_without_scores_takes_none_away(tmp_path, files):
    played = take(tmp_path / "lib", files["list"], files["log"])
    bare = {**TABLE, "scores": None, "ranks": None, "start": None, "end": None}
    files["list"].write_text(json.dumps({"status": 1, "data": {"tables": [bare]}}))
    again = take(tmp_path / "lib", files["list"])
    assert [s.colour for s in again.standings] == [s.colour for s in played.standings]
    assert [(s.total, s.place) for s in again.standings] == [("51", 1), ("43", 2)]
    assert (again.date, again.time, again.minutes) == (played.date, played.time, played.minutes)


def test_an_export_of_both_is_known(tmp_path, files):
    from ledger.exporters.csv import write_csv

    played = take(tmp_path / "lib", files["list"], files["log"])
    file = tmp_path / "back.csv"
    file.write_bytes(write_csv([played]).data)
    assert run_import(Library(tmp_path / "lib"), [file]).total()["known"] == 1


@pytest.mark.parametrize("told_by", [[], {}, 7, None, "x"])
def test_other_sources_may_use_the_word(told_by):
    play = PlayRecord(source="x", key="1", title="Go", extra={"told_by": told_by})
    assert combined([play]) is play


def test_a_log_is_called_what_its_list_called_it(tmp_path, files):
    take(tmp_path / "lib", files["list"])
    (item,) = run_import(Library(tmp_path / "lib"), [files["log"]]).items
    assert (item.title, item.game) == ("tradersofosaka", "osaka")
    assert not [note for note in item.notes if "--game" in str(note)]
    (alone,) = run_import(Library(tmp_path / "other"), [files["log"]]).items
    assert alone.title == "?"
    assert [note for note in alone.notes if "--game" in str(note)]
