"""remove, imports, list --removed, and import --replace and --remove-deleted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledger.library.library import Library

WRONG = "date,game,player,score,winner\n{}"
ROWS = (
    "2026-01-01,Chess,Ana,1,1\n2026-01-01,Chess,Bo,0,0\n",
    "2026-01-02,Go,Ana,1,1\n2026-01-02,Go,Bo,0,0\n",
    "2026-01-03,Go,Ana,1,1\n2026-01-03,Go,Cy,0,0\n",
)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """An empty library, which every command finds."""
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "lib"))
    return Library(tmp_path / "lib")


@pytest.fixture
def scores(tmp_path: Path, run, library: Library) -> Path:
    """A table of two plays, which was imported."""
    file = tmp_path / "scores.csv"
    file.write_text(WRONG.format(ROWS[0] + ROWS[1]))
    assert run("import", file).code == 0
    return file


def titles(run, *args) -> list[str]:
    return [f"{e['title']} {e['date']}" for e in run("list", "--json", *args).jsons]


def chess(run) -> str:
    return run("list", "--json", "--game", "chess").jsons[0]["id"]


def test_a_game_goes_and_comes_back(run, scores: Path):
    id = chess(run)
    found = run("remove", id, "--json", "--yes").json
    assert [e["id"] for e in found["gone"]] == [id]
    assert (found["back"], found["changed"], found["kept"], found["dry_run"]) == ([], [], [], False)
    assert titles(run) == ["Go 2026-01-02"]
    assert titles(run, "--removed") == ["Chess 2026-01-01"]
    assert run("library", "--json").json["removed"] == 1
    assert run("show", id).code == 2 and "--undo" in run("show", id).err
    assert run("remove", "--undo", id[:12]).code == 0
    assert titles(run) == ["Chess 2026-01-01", "Go 2026-01-02"]
    assert titles(run, "--removed") == []


def test_a_selection_goes(run, scores: Path):
    assert run("remove", "--player", "Bo", "--since", "2026-01-02", "--yes").code == 0
    assert titles(run) == ["Chess 2026-01-01"]
    assert run("remove", "--player", "Ana", "--game", "go", "--yes").code == 0, "there is none"
    assert run("remove", "--undo", "--game", "go").code == 0
    assert len(titles(run)) == 2


def test_nothing_goes_without_a_yes(run, scores: Path, library: Library):
    before = library.version
    for args in (("remove", chess(run)), ("remove", chess(run), "--json")):
        assert run(*args).code == 1
    dry = run("remove", "--import", "1", "--dry-run", "--json").json
    assert len(dry["gone"]) == 2 and dry["dry_run"] is True
    assert library.version == before


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ((), 2),
        (("nothing", "--yes"), 2),
        (("--import", "7", "--yes"), 2),
        (("--import", "1", "--game", "go"), 2),
        (("--undo", "nothing"), 2),
        (("--since", "yesterday"), 2),
    ],
)
def test_what_is_not_there_is_refused(run, scores: Path, library: Library, args, code):
    before = library.version
    assert run("remove", *args).code == code
    assert library.version == before


def test_without_a_library(run, library: Library):
    assert run("remove", "--undo").code == 2
    assert run("imports").code == 0 and run("imports", "--json").out == ""
    assert not library.exists()


def test_imports_are_listed_and_taken_back(run, scores: Path):
    assert run("import", scores).code == 0
    first, second = run("imports", "--json").jsons
    assert (first["number"], first["file"], first["new"], first["taken_back"]) == (
        1, str(scores), 2, False,
    )  # fmt: skip
    assert (second["number"], second["new"], second["known"]) == (2, 0, 2)
    assert "scores.csv" in run("imports").out
    assert run("remove", "--import", "scores.csv", "--yes").code == 0
    assert titles(run) == []
    assert run("imports", "--json").jsons[0]["taken_back"] is True
    again = run("import", scores, "--json").json
    assert (again["new"], again["removed"]) == (2, 0), "it is as if it had never been"
    assert [e["id"] for e in run("remove", "--undo", "--json").json["kept"]] == [
        item["id"] for item in again["items"]
    ]


def test_a_removed_game_stays_out(run, scores: Path):
    id = chess(run)
    run("remove", id, "--yes")
    again = run("import", scores, "--json").json
    assert (again["known"], again["removed"], again["new"]) == (1, 1, 0)
    (item,) = (item for item in again["items"] if item["status"] == "removed")
    assert item["id"] == id and f"--undo {id}" in str(item["message"])
    assert run("import", scores).code == 0


def test_the_corrected_file_takes_the_place_of_the_wrong_one(run, scores: Path):
    right = scores.with_name("right") / "scores.csv"
    right.parent.mkdir()
    right.write_text(WRONG.format(ROWS[0].replace("Ana,1,1", "Ana,5,1") + ROWS[2]))
    dry = run("import", right, "--replace", "scores.csv", "--dry-run", "--json").json
    assert len(titles(run)) == 2
    done = run("import", right, "--replace", "1", "--json").json
    for report in (dry, done):
        assert (report["new"], report["changed"], len(report["gone"])) == (1, 1, 1)
    assert titles(run) == ["Chess 2026-01-01", "Go 2026-01-03"]
    (chess_,) = run("list", "--json", "--game", "chess").jsons
    assert [p["score"] for p in chess_["players"]] == ["5", "0"] and chess_["revision"] == 1
    again = run("import", right, "--replace", "1", "--json").json
    assert (again["known"], again["gone"]) == (2, []), "it was taken back already"
    # taking back the right one, and the wrong one's taking back, leads to where it began
    assert run("remove", "--import", "2", "--yes").code == 0
    assert run("remove", "--undo", "--import", "1").code == 0
    assert titles(run) == ["Chess 2026-01-01", "Go 2026-01-02"]


def test_a_replacement_is_undone_in_one_step_and_done_again(run, scores: Path):
    """Half of it would leave a library that neither file made."""
    scores.write_text(WRONG.format(ROWS[0].replace("Ana,1,1", "Ana,5,1") + ROWS[2]))
    assert run("import", scores, "--replace", "1").code == 0
    right = run("list", "--json").jsons
    wrong = ["Chess 2026-01-01", "Go 2026-01-02"]
    done = run("remove", "--undo", "--json").json
    assert [len(done[what]) for what in ("gone", "back", "changed")] == [1, 1, 1]
    assert done["kept"] == []
    assert titles(run) == wrong
    (chess_,) = run("list", "--json", "--game", "chess").jsons
    assert [p["score"] for p in chess_["players"]] == ["1", "0"] and chess_["revision"] == 1
    assert [i["taken_back"] for i in run("imports", "--json").jsons] == [False, True]
    assert run("remove", "--undo").code == 0, "undoing the undoing does it again"
    assert run("list", "--json").jsons == right
    assert [i["taken_back"] for i in run("imports", "--json").jsons] == [True, False]
    assert run("remove", "--undo").code == 0
    assert titles(run) == wrong


def test_a_replacement_by_several_files_is_undone_in_one_step(run, scores: Path):
    files = []
    for n, row in enumerate(ROWS[1:]):
        files.append(scores.with_name(f"{n}.csv"))
        files[-1].write_text(WRONG.format(row))
    assert run("import", *files, "--replace", "scores.csv").code == 0
    assert titles(run) == ["Go 2026-01-02", "Go 2026-01-03"]
    assert run("remove", "--undo").code == 0
    assert titles(run) == ["Chess 2026-01-01", "Go 2026-01-02"]
    assert [i["taken_back"] for i in run("imports", "--json").jsons] == [False, True, True]


def test_a_corrected_file_is_proposed_for_it(run, scores: Path):
    scores.write_text(WRONG.format(ROWS[0] + ROWS[2]))
    (file,) = run("import", scores, "--json").json["files"]
    assert any("--replace 1" in str(remark) for remark in file["remarks"])
    scores.write_text(WRONG.format("".join(ROWS)))  # it only grew
    (file,) = run("import", scores, "--json").json["files"]
    assert file["remarks"] == []


def test_a_mistyped_row_in_the_corrected_file_costs_no_game(run, scores: Path, library: Library):
    """The play of that row would not be in the new file, and would go."""
    before = {e.id: e.revision for e in library.games()}
    scores.write_text(WRONG.format("".join(ROWS)).replace("2026-01-02", "2026-02-31"))
    done = run("import", scores, "--replace", "1", "--json")
    assert done.code == 1
    assert (done.json["new"], done.json["changed"], done.json["gone"]) == (0, 0, [])
    assert done.json["refused"] >= 1
    assert {e.id: e.revision for e in Library(library.folder).games()} == before


def test_nothing_is_replaced_by_a_file_that_cannot_be_read(run, scores: Path, library: Library):
    before = [e.id for e in library.games()]
    scores.write_text("this is no table\n")
    assert run("import", scores, "--replace", "1").code == 2
    assert [e.id for e in library.games()] == before
    assert run("import", scores, "--replace", "9").code == 2


def backup(*uuids: str, deleted: tuple[object, ...] = ()) -> str:
    plays = [
        {"uuid": uuid, "gameRefId": 1, "playDate": f"2026-01-0{n} 10:00:00",
         "modificationDate": "2026-01-09 10:00:00", "playerScores": []}
        for n, uuid in enumerate(uuids, 1)
    ]  # fmt: skip
    top = {"players": [], "locations": [], "games": [{"id": 1, "name": "Go"}]}
    return json.dumps(top | {"plays": plays, "deletedObjects": list(deleted)})


def test_what_bg_stats_deleted_is_proposed_and_removed(run, tmp_path: Path, library: Library):
    file = tmp_path / "BGStatsExport.json"
    file.write_text(backup("AA", "BB", "CC"))
    run("import", file)
    gone = (
        {"uuid": "aa"}, {"uuid": "Another"},
        {"uuid": "BB", "deletionDate": "2026-01-01 00:00:00"},  # it was changed since
    )  # fmt: skip
    file.write_text(backup("CC", deleted=gone))
    assert run("import", file, "--json").json["deleted"] == ["bgstats-aa"]
    assert len(library.games()) == 3, "nobody said so"
    assert "--remove-deleted" in run("import", file).out
    assert run("import", file, "--remove-deleted").code == 0
    assert [e.id for e in library.games()] == ["bgstats-bb", "bgstats-cc"]
    assert run("import", file, "--json").json["deleted"] == []
    file.write_text(backup("AA"))
    assert run("import", file, "--json").json["removed"] == 1


def test_another_library_that_is_imported_keeps_what_was_removed(run, scores: Path, library, games):
    run("import", games)
    logs = [e for e in library.games() if e.kind == "log"]
    run("remove", chess(run), logs[0].id, "--yes")
    other = library.folder.with_name("other")
    found = run("--library", other, "import", library.folder, "--json").json
    assert found["new"] == len(library.games())
    assert logs[0].id not in Library(other).catalogue.entries
