"""Which revision of a play counts, and what two sources of one play say together."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from common.refusals import tells
from ledger.importers.pipeline import run_import
from ledger.importers.report import Report
from ledger.library.library import Library
from ledger.store.files import RealFiles
from library.sample_library import journal

HEAD = "game: osaka\nplayers: Ana, Bartek\nid: evening\n\nmarket R2 R2 B3 Y5 G5\nfarm R5 R5 R5\n"
SESSIONS = [
    f"{HEAD}Ana hand Y5 Y5\nBartek hand Y3 Y3 Y2\nBartek claim {colour}\n"
    for colour in ("red", "blue")
]
NAME = "Istanbul: Gra w kości"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "lib")


def take(library: Library, name: str, data: str | bytes) -> Report:
    file = library.folder.parent / name
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return run_import(library, [file])


def statuses(report: Report) -> list[str]:
    return [item.status for item in report.items]


def backup(score: int, modified: str | None = None, **play: object) -> str:
    """A backup of BG Stats with one play, changed at some time."""
    when = {} if modified is None else {"modificationDate": modified}
    names = enumerate(("Ana", "Bartek"), 1)
    players = [{"id": i, "uuid": f"U{i}", "name": name} for i, name in names]
    return json.dumps(
        {
            "players": players,
            "games": [{"id": 7, "name": NAME, "bggName": "Istanbul: The Dice Game"}],
            "plays": [
                {
                    "uuid": "P1",
                    "gameRefId": 7,
                    "playDate": "2026-03-01 18:30:00",
                    "playerScores": [
                        {"playerRefId": 1, "score": str(score), "winner": True},
                        {"playerRefId": 2, "score": "3", "winner": False},
                    ],
                    **when,
                    **play,
                }
            ],
        }
    )


def wide(*scores: int, date: str = "2026-03-01") -> str:
    return "date,game,Ana,Bartek\n" + "".join(f"{date},Go,{n},2\n" for n in scores)


def score(library: Library) -> str | None:
    (entry,) = library.games()
    return entry.standings[0].total


MARCH, APRIL = backup(5, "2026-03-01 20:00:00"), backup(6, "2026-04-01 20:00:00")


# --- which revision counts --------------------------------------------------------------------


@pytest.mark.parametrize("order", list(itertools.permutations([MARCH, APRIL])))
def test_what_was_changed_last_counts_whatever_came_first(library, order):
    for data in (*order, *order):
        take(library, "b.json", data)
        assert statuses(take(library, "b.json", data)) == ["known"]
    assert score(library) == "6"
    (entry,) = library.games()
    assert len(library.catalogue.revisions(entry.id)) == 2


def test_an_older_backup_is_told_as_such(library):
    take(library, "b.json", APRIL)
    (item,) = take(library, "b.json", MARCH).items
    assert (item.status, item.revision) == ("changed", 2)
    assert tells(item.message, "2026-03-01 20:00:00 | 2026-04-01 20:00:00")


@pytest.mark.parametrize("files", [(backup(5), backup(6)), (wide(5), wide(6)), SESSIONS])
def test_a_correction_can_be_undone_where_nobody_says_when_it_was_made(library, files):
    name = {"{": "x.json", "d": "x.csv", "g": "x.session"}[files[0][0]]
    first, second = files
    take(library, name, first)
    before = library.games()[0]
    assert statuses(take(library, name, second)) == ["changed"]
    (item,) = take(library, name, first).items
    assert (item.status, item.revision) == ("changed", 3)
    (now,) = library.games()
    assert (now.standings, now.head, now.revision) == (before.standings, before.head, 3)
    lines = journal(library)
    assert statuses(take(library, name, first)) == ["known"]
    assert journal(library) == lines
    assert library.troubles() == []


def test_a_file_with_two_revisions_changes_nothing_the_second_time(library, tmp_path):
    plays = [json.loads(backup(n))["plays"][0] for n in (5, 6, 5)]
    for n, some in enumerate((plays[:2], plays)):
        data = json.dumps({**json.loads(backup(5)), "plays": some})
        take(library, "b.json", data)
        assert score(library) == "65"[n]
        lines = journal(library)
        again = take(library, "b.json", data)
        assert set(statuses(again)) == {"known"}
        assert again.files[0].known == len(some)
        assert journal(library) == lines


def test_a_dry_run_tells_of_a_correction_undone_and_writes_nothing(library, tmp_path):
    take(library, "x.csv", wide(5))
    take(library, "x.csv", wide(6))
    lines = journal(library)
    (tmp_path / "x.csv").write_text(wide(5))
    report = run_import(library, [tmp_path / "x.csv"], dry=True)
    assert (report.total()["changed"], report.files[0].changed) == (1, 1)
    assert journal(library) == lines


def test_an_older_copy_of_the_library_undoes_nothing(library, tmp_path):
    other = Library(tmp_path / "other")
    for lib in (library, other):
        run_import(lib, [_written(tmp_path / "a.csv", wide(5))])
        run_import(lib, [_written(tmp_path / "a.session", SESSIONS[0])])
    take(library, "a.csv", wide(6))
    take(library, "a.session", SESSIONS[1])
    before = library.games()
    assert set(statuses(run_import(library, [other.folder]))) == {"known"}
    assert library.games() == before


def test_a_log_that_is_played_on_is_not_put_back(library, tmp_path):
    for text in SESSIONS:
        take(library, "a.session", text)
    lock = RealFiles().lock(library.folder / "games" / ".locks" / "evening")
    take(library, "x.csv", wide(5))
    report = take(library, "a.session", SESSIONS[0])
    RealFiles().close(lock)
    (item,) = report.items
    assert (item.status, item.error) == ("refused", "locked")
    assert tells(item.message, "evening")
    assert (report.files[0].known, report.files[0].refused, report.exit_code) == (0, 1, 1)
    assert library.find("evening").revision == 2


def _written(file: Path, text: str) -> Path:
    file.write_text(text)
    return file


# --- BG Stats and BGG -------------------------------------------------------------------------

BGG = """<plays total="1"><play id="77" date="2026-03-01" quantity="1" length="0" incomplete="0">
<item name="Istanbul: The Dice Game" objecttype="thing" objectid="0"/>
<comments>Two waves in one turn.</comments><players>
<player username="ana_k" name="Ana" color="red" score="{}" win="1" rating="8"/>
<player username="" name="Bartek" color="blue" score="3" win="0"/></players></play></plays>"""
POSTED = backup(5, "2026-03-01 20:00:00", bggId=77)


@pytest.mark.parametrize("order", list(itertools.permutations(["p.xml", "b.json"])))
def test_what_bgg_and_bg_stats_say_of_one_play_is_put_together(library, order):
    files = {"p.xml": BGG.format(5), "b.json": POSTED}
    reports = [take(library, name, files[name]) for name in order]
    (entry,) = library.games()
    assert (entry.id, entry.revision, entry.title) == ("bgstats-p1", 2, NAME)
    assert entry.played is not None
    assert entry.played.comment == "Two waves in one turn."
    assert [s.colour for s in entry.standings] == ["red", "blue"]
    assert entry.standings[0].person.ids == {"bgstats": "U1", "bgg": "ana_k"}
    item = reports[1].items[0]
    told = " ".join(map(str, (*item.notes, item.message or "")))
    assert "no more" not in told
    lines = journal(library)
    for name in order:
        assert statuses(take(library, name, files[name])) == ["known"]
    assert journal(library) == lines
    assert [len(p.games) for p in library.players()] == [1, 1]


@pytest.mark.parametrize("order", list(itertools.permutations(["p.xml", "b.json", "c.json"])))
def test_a_change_at_either_of_them_is_taken(library, order):
    later = backup(6, "2026-04-01 20:00:00", bggId=77, comments="Rain.")
    files = {"p.xml": BGG.format(5), "b.json": POSTED, "c.json": later}
    for name in order:
        take(library, name, files[name])
    (entry,) = library.games()
    assert entry.played is not None
    assert entry.played.comment == "Rain.\nTwo waves in one turn."
    assert [(s.total, s.colour) for s in entry.standings] == [("6", "red"), ("3", "blue")]


def test_other_scores_at_bgg_are_told(library):
    take(library, "b.json", POSTED)
    (item,) = take(library, "p.xml", BGG.format(9)).items
    assert item.message is not None
    assert tells(item.message, "bgg | 77 | Ana | red")
    (note,) = item.notes
    assert tells(note, "bgg | Ana | 9 | 5")
    assert score(library) == "5"


@pytest.mark.parametrize("way", ["csv", "bgg", "bgsplay"])
def test_an_export_of_both_is_known(library, way):
    from ledger.exporters.bgg import write_bgg
    from ledger.exporters.bgstats import write_bgsplay
    from ledger.exporters.csv import write_csv

    take(library, "b.json", POSTED)
    take(library, "p.xml", BGG.format(5))
    played = library.games()[0].played
    assert played is not None
    write = {"csv": write_csv, "bgg": write_bgg, "bgsplay": write_bgsplay}[way]
    lines = journal(library)
    assert statuses(take(library, f"back.{way}", write([played]).data)) == ["known"]
    assert journal(library) == lines
