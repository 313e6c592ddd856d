"""What we exported is known again when it comes back, whatever the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from common.paths import REPLAYS
from common.refusals import tells
from importers.reading import FIXTURES, zipped
from ledger.exporters.bgg import write_bgg
from ledger.exporters.bgstats import push_link, write_bgsplay
from ledger.exporters.csv import write_csv
from ledger.exporters.summary import played_from
from ledger.importers.pipeline import run_import
from ledger.importers.report import Report
from ledger.kernel.replay.log_reader import read
from ledger.kernel.results import PlayRecord
from ledger.library.library import Library

SESSION = (REPLAYS / "osaka-2p.session").read_text()
WRITERS = {
    "back.bgsplay": lambda plays: write_bgsplay(plays).data,
    "back.xml": lambda plays: write_bgg(plays).data,
    "back.csv": lambda plays: write_csv(plays).data,
    "back.txt": lambda plays: "".join(f"{push_link(p)}\n" for p in plays).encode(),
}
BACK = [*WRITERS, "backup.json", "back.zip"]
FOREIGN = ("backup.json", "plays.xml", "tables.json", "log.json", "tall.csv", "wide.csv")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "lib")


def written(plays: list[PlayRecord], way: str) -> bytes:
    if way == "back.zip":
        return zipped({name: write(plays) for name, write in WRITERS.items()})
    if way == "backup.json":  # the app keeps our ids in a backup of its own
        data = json.loads(WRITERS["back.bgsplay"](plays))
        del data["about"]
        return json.dumps({**data, "userInfo": {"meRefId": 1}}).encode()
    return WRITERS[way](plays)


def back(library: Library, plays: list[PlayRecord], way: str) -> Report:
    file = library.folder.parent / way
    file.write_bytes(written(plays, way))
    return run_import(library, [file])


def exported(library: Library) -> list[PlayRecord]:
    out = []
    for entry in library.games():
        if entry.path is not None:
            reading = read(entry.path.read_bytes())
            out.append(played_from(reading.game, reading.lines))
        elif entry.played is not None:
            out.append(entry.played)
    return out


def session(folder: Path, head: str) -> Path:
    """Return a whole game without an id of its own, or with a header of its own."""
    file = folder / "in.session"
    lines = [x for x in SESSION.splitlines() if not x.startswith(("id:", "started:"))]
    file.write_text("\n".join([lines[0], *([head] if head else []), *lines[1:]]) + "\n")
    return file


@pytest.mark.parametrize("way", BACK)
@pytest.mark.parametrize("head", ["id: evening", "", "started: 2026-03-01", "round: 2"])
def test_a_log_is_known_again_by_its_result(library, tmp_path, head, way):
    run_import(library, [session(tmp_path, head)])
    (entry,) = library.games()
    before = library.journal.read_bytes()
    report = back(library, exported(library), way)
    assert {(i.status, i.id, i.notes) for i in report.items} == {("known", entry.id, ())}
    assert library.games() == [entry]
    assert library.journal.read_bytes().startswith(before)
    assert library.journal.read_bytes().count(b"\n") == before.count(b"\n") + 1


@pytest.mark.parametrize("way", [w for w in BACK if w != "backup.json"])
@pytest.mark.parametrize("name", FOREIGN)
def test_a_result_is_known_again(library, name, way):
    run_import(library, [FIXTURES / name])
    before = library.games()
    report = back(library, exported(library), way)
    assert {i.status for i in report.items} == {"known"}, report.items
    assert library.games() == before


@pytest.mark.parametrize("way", BACK)
def test_a_log_takes_the_place_of_its_result(library, tmp_path, way):
    other = Library(tmp_path / "other")
    file = session(tmp_path, "id: evening")
    run_import(other, [file])
    first = back(library, exported(other), way)
    assert "new" in {i.status for i in first.items}
    (item,) = run_import(library, [file]).items
    assert item.status == "joined"
    (entry,) = library.games()
    assert (entry.kind, entry.id) == ("log", "evening")
    assert [len(p.games) for p in library.players()] == [1, 1]
    assert {i.status for i in back(library, exported(other), way).items} == {"known"}
    assert library.games() == [entry]


@pytest.mark.parametrize("way", [w for w in BACK if w != "back.zip"])
def test_other_scores_are_told_and_what_is_here_stands(library, tmp_path, way):
    run_import(library, [session(tmp_path, "id: evening")])
    (played,) = exported(library)
    text = written([played], way)
    edited = text.replace(b"31", b"39")
    file = tmp_path / way
    file.write_bytes(edited)
    (item,) = run_import(library, [file]).items
    assert (item.status, item.id) == ("known", "evening")
    (note,) = item.notes
    assert tells(note, "evening | Bartek | 39 | 31")


def test_a_log_takes_the_place_of_a_play_that_is_at_bgg_too(library, tmp_path):
    file = session(tmp_path, "id: evening")
    other = Library(tmp_path / "other")
    run_import(other, [file])
    data = json.loads(WRITERS["back.bgsplay"](exported(other)))
    data["plays"][0]["bggId"] = 900000001
    plays = tmp_path / "posted.json"
    plays.write_text(json.dumps(data))
    for order in ([FIXTURES / "plays.xml", plays, file], [plays, file, FIXTURES / "plays.xml"]):
        lib = Library(tmp_path / f"lib-{len(str(order[0]))}")
        run_import(lib, order)
        assert "evening" in {e.id for e in lib.games()}
        assert not {"bgg-900000001"} & {e.id for e in lib.games()}
        report = run_import(lib, order)
        assert {i.status for i in report.items} <= {"known", "refused"}
        assert len([e for e in lib.games() if e.kind == "log"]) == 1
