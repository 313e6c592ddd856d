"""Records of several sources that tell of one game: counted as joined, found by any id."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from common.paths import REPLAYS
from ledger.exporters.csv import write_csv
from ledger.exporters.summary import played_from
from ledger.importers.pipeline import run_import
from ledger.kernel.errors import Ambiguous, Missing
from ledger.kernel.replay.log_reader import read
from ledger.library.library import Library


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "lib")


def bgg(folder: Path, ids: range, quantity: int = 1) -> Path:
    """Return a page of BGG with these plays."""
    plays = "".join(
        f'<play id="{n}" date="2026-03-{n % 28 + 1:02}" quantity="{quantity}">'
        '<item name="Go" objectid="188"/><players><player name="Ana" win="1"/>'
        '<player name="Bo" win="0"/></players></play>'
        for n in ids
    )
    file = folder / f"bgg-{ids.start}-{quantity}.xml"
    file.write_text(f"<plays>{plays}</plays>")
    return file


def backup(folder: Path, ids: range) -> Path:
    """Return a backup of BG Stats with plays that the app posted to BGG, too."""
    plays = [
        {
            "uuid": f"U-{n}",
            "gameRefId": 7,
            "bggId": n,
            "playDate": f"2026-03-{n % 28 + 1:02} 18:00:00",
            "playerScores": [{"playerRefId": 1, "winner": True}, {"playerRefId": 2}],
        }
        for n in ids
    ]
    people = [{"id": 1, "name": "Ana", "uuid": "A"}, {"id": 2, "name": "Bo", "uuid": "B"}]
    games = [{"id": 7, "name": "Go", "bggId": 188}]
    file = folder / f"backup-{ids.start}.json"
    file.write_text(json.dumps({"plays": plays, "players": people, "games": games}))
    return file


def counts(library: Library, *files: Path) -> dict[str, int]:
    total = run_import(library, files).total()
    return {status: n for status, n in total.items() if n and status != "records"}


def test_plays_of_two_sources_are_counted_as_joined(library, tmp_path):
    assert counts(library, bgg(tmp_path, range(1, 8))) == {"new": 7}
    assert counts(library, backup(tmp_path, range(3, 10))) == {"new": 2, "joined": 5}
    assert len(library.games()) == 9
    assert counts(library, backup(tmp_path, range(3, 10))) == {"known": 7}
    (_, _), (_, record), _ = library.catalogue.imports
    assert (record.new, record.joined) == (2, 5)


def test_so_they_are_the_other_way_round(library, tmp_path):
    assert counts(library, backup(tmp_path, range(3, 10))) == {"new": 7}
    assert counts(library, bgg(tmp_path, range(1, 8))) == {"new": 2, "joined": 5}
    assert counts(library, bgg(tmp_path, range(1, 8), quantity=2)) == {"changed": 7}


def test_a_log_joins_its_result(library, tmp_path):
    log = REPLAYS / "osaka-2p.jsonl"
    reading = read(log.read_bytes())
    (tmp_path / "x.csv").write_bytes(write_csv([played_from(reading.game, reading.lines)]).data)
    assert counts(library, tmp_path / "x.csv") == {"new": 1}
    (result,) = library.games()
    assert counts(library, log) == {"joined": 1}
    (entry,) = library.games()
    assert library.find(result.id) == entry


# --- ids ----------------------------------------------------------------------------------------


def test_the_id_that_a_merge_retires_still_finds_its_game(library, tmp_path):
    run_import(library, [bgg(tmp_path, range(1, 3))])
    run_import(library, [backup(tmp_path, range(1, 2))])
    assert library.find("bgg-1").id == "bgstats-u-1"
    assert library.find("bgg-2").id == "bgg-2"
    with pytest.raises(Missing):
        library.find("bgg-3")


def test_the_beginning_of_a_retired_id_counts_too(library, tmp_path):
    run_import(library, [bgg(tmp_path, range(101, 103))])
    with pytest.raises(Ambiguous):
        library.find("bgg-10")
    run_import(library, [backup(tmp_path, range(101, 103))])
    assert library.find("bgg-101").id == "bgstats-u-101"
    with pytest.raises(Ambiguous, match="bgstats-u-101"):
        library.find("bgg-10")


def test_a_whole_retired_id_is_not_the_beginning_of_another(library, tmp_path):
    run_import(library, [bgg(tmp_path, range(1, 13))])
    run_import(library, [backup(tmp_path, range(1, 2))])
    assert library.find("bgg-1").id == "bgstats-u-1"


def test_a_fresh_reader_knows_retired_ids(library, tmp_path):
    run_import(library, [bgg(tmp_path, range(1, 2))])
    run_import(library, [backup(tmp_path, range(1, 2))])
    assert Library(library.folder).find("bgg-1").id == "bgstats-u-1"


# --- people ---------------------------------------------------------------------------------------


def anonymous(folder: Path, uuids: tuple[str, ...], seats: int) -> Path:
    """Return a backup in which the same anonymous player has several seats of each play."""
    people = [
        {"id": 1, "name": "Ana", "uuid": "A", "isAnonymous": False},
        {"id": 2, "name": "Anonymous player", "uuid": "X", "isAnonymous": True},
    ]
    scores = [{"playerRefId": 1, "winner": True}] + [{"playerRefId": 2}] * seats
    plays = [{"uuid": u, "gameRefId": 7, "playerScores": scores} for u in uuids]
    file = folder / "anonymous.json"
    games = [{"id": 7, "name": "Go"}]
    file.write_text(json.dumps({"plays": plays, "players": people, "games": games}))
    return file


def test_anonymous_seats_are_no_single_person(library, tmp_path):
    run_import(library, [anonymous(tmp_path, ("u", "v"), 2)])
    (ana,) = library.players()
    assert (ana.id, len(ana.games)) == ("ana", 2)
    assert library.players_of("bgstats-u") == ("ana", None, None)


def test_they_come_home_in_a_table_of_ours(library, tmp_path):
    run_import(library, [anonymous(tmp_path, ("u", "v"), 3)])
    plays = [e.played for e in library.games()]
    (tmp_path / "x.csv").write_bytes(write_csv(plays).data)
    assert counts(library, tmp_path / "x.csv") == {"known": 2}
    other = Library(tmp_path / "other")
    assert counts(other, tmp_path / "x.csv") == {"new": 2}
    assert [e.played for e in other.games()] == plays
    assert [p.id for p in other.players()] == ["ana"]


@pytest.mark.parametrize("name", ["?", "Anonymous player", "Anonymous", "Anonymous 2"])
def test_a_name_that_means_nobody_is_nobody(library, tmp_path, name):
    (tmp_path / "x.csv").write_text(f"date,game,player\n2026-03-01,Go,{name}\n2026-03-01,Go,Bo\n")
    run_import(library, [tmp_path / "x.csv"])
    assert [p.id for p in library.players()] == ["bo"]
