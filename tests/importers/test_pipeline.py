"""Importing files into a library: every record is new, known, changed or refused."""

from __future__ import annotations

import datetime as dt
import io
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from common.paths import REPLAYS
from common.refusals import tells
from ledger.importers.input_files import input_files
from ledger.importers.native import logs
from ledger.importers.pipeline import run_import
from ledger.importers.records import ImportedPlay, Location, Refusal, Remark, SheetSession
from ledger.importers.report import STATUSES, Report
from ledger.kernel.errors import Malformed
from ledger.kernel.replay.log_reader import read
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.library import Library
from ledger.library.writer import LibraryWriter
from ledger.store import Failed
from ledger.system.worker_pool import ProcessPool
from ledger.testing.forge import change, forge

LOG, SESSION = REPLAYS / "osaka-2p.jsonl", REPLAYS / "osaka-2p.session"
NOW = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "lib")


def play(key: str, score: str = "1", name: str = "Ana") -> PlayRecord:
    standing = Standing(person=Person(name=name), score=score)
    return PlayRecord(
        source="fake", key=key, title="Chess", date="2026-03-01", standings=(standing,)
    )


def fake(kind, data, name, options):
    """Read a fake table: `key,score` is a play, `!why` a refusal, `#text` a remark."""
    for n, line in enumerate(data.decode().splitlines(), 1):
        where = Location(name, n)
        if line.startswith("!"):
            yield Refusal(where, line[1:], "bad")
        elif line.startswith("#"):
            yield Remark(where, line[1:])
        elif line.startswith("stop"):
            raise Malformed("the rest is cut off", file=name, line=n)
        else:
            yield ImportedPlay(play(*line.split(",")), where, ("odd",) if "?" in line else ())


def table(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines))
    return path


def go(library: Library, *paths: Path, **more) -> Report:
    report = run_import(library, paths, reader=fake, now=NOW, **more)
    total = report.total()
    parts = sum(total[s] for s in STATUSES)
    assert parts == total["records"] == sum(f.records for f in report.files)
    return report


def counts(report: Report) -> tuple[int, int, int, int]:
    total = report.total()
    return total["new"], total["known"], total["changed"], total["refused"]


def statuses(report: Report) -> list[str]:
    return [item.status for item in report.items]


# --- results ----------------------------------------------------------------------------------


def test_new_known_changed_refused(library, tmp_path):
    file = table(tmp_path / "p.csv", "a,1", "b,2", "!no date", "b,2", "b,3")
    report = go(library, file)
    assert statuses(report) == ["new", "new", "refused", "known", "changed"]
    assert [i.line for i in report.items] == [1, 2, 3, 4, 5]
    assert report.items[2].where == f"{file}:3"
    assert report.items[2].message == "no date"
    assert report.exit_code == 1
    assert [e.id for e in library.results()] == ["fake-a", "fake-b"]
    ((at, record),) = library.catalogue.imports
    assert at == "2026-03-01T00:00:00.000Z"
    assert (record.new, record.known, record.changed, record.refused) == (2, 1, 1, 1)
    assert (record.file, record.kind) == (str(file), "csv")


def test_again_nothing_is_new(library, tmp_path):
    file = table(tmp_path / "p.csv", "a,1", "b,2", "b,3")
    go(library, file)
    before = library.journal.read_bytes()
    report = go(library, file)
    assert statuses(report) == ["known"] * 3
    assert report.exit_code == 0
    after = library.journal.read_bytes()
    assert after.startswith(before)
    assert after.count(b"\n") == before.count(b"\n") + 1


def test_remarks_and_problems_are_told(library, tmp_path):
    report = go(library, table(tmp_path / "p.csv", "#about the file", "a,1?"))
    assert [*map(str, report.files[0].remarks)] == [f"{tmp_path / 'p.csv'}:1: about the file"]
    assert report.items[0].notes == ("odd",)


def test_what_came_before_an_error_is_good(library, tmp_path):
    report = go(library, table(tmp_path / "p.csv", "a,1", "stop"))
    assert statuses(report) == ["new", "refused"]
    assert str(report.items[1].message) == "the rest is cut off"
    assert report.exit_code == 1


def test_players_and_doubts_are_told_once(library, tmp_path):
    report = go(library, table(tmp_path / "p.csv", "a,1,Łukasz", "b,1,Lukasz"))
    assert report.players == ["lukasz", "lukasz-2"]
    assert [d.players for d in report.doubts] == [("lukasz", "lukasz-2")]
    report = go(library, table(tmp_path / "q.csv", "c,1,Lukasz"))
    assert (report.players, report.doubts) == ([], [])


# --- our own files ------------------------------------------------------------------------------


def test_a_log_and_its_session_are_one_game(library):
    report = go(library, LOG, SESSION)
    assert statuses(report) == ["new", "known"]
    (entry,) = library.games()
    assert entry.path.read_bytes() == LOG.read_bytes()
    assert [s.total for s in entry.standings] == ["30", "31"]
    assert [s.won for s in entry.standings] == [False, True]
    assert entry.sealed


def test_a_log_that_is_here_is_not_verified_again(library, tmp_path, monkeypatch):
    new = go(library, LOG).items[0]
    monkeypatch.setattr(logs, "verify", None)
    monkeypatch.setattr(logs, "read", None)
    again = go(library, LOG).items[0]
    assert (again.status, again.id, again.revision) == ("known", new.id, new.revision)
    assert (again.game, again.full_title, again.date) == (new.game, new.title, new.date)


def test_a_changed_copy_with_the_same_end_is_not_taken_for_the_log(library, tmp_path):
    go(library, LOG)
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(LOG.read_bytes().replace(b'"turn":3', b'"turn":4', 1))
    assert statuses(go(library, copy)) == ["refused"]


def test_a_pool_finds_what_one_process_finds(library, tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    for path in REPLAYS.glob("*-2p.jsonl"):
        (folder / path.name).write_bytes(path.read_bytes())
    wrong = LOG.read_bytes().replace(b'"turn":3', b'"turn":4', 1)
    (folder / "wrong.jsonl").write_bytes(wrong)
    other = Library(tmp_path / "other")
    sizes = []

    def gather(parts):
        sizes.append(parts)
        return ProcessPool(2)

    alone, together = go(library, folder), go(other, folder, gather=gather)
    assert sizes == [len(list(folder.iterdir()))]
    assert together.items == alone.items
    assert other.journal.read_bytes() == library.journal.read_bytes()
    assert statuses(go(other, folder, gather=gather)).count("known") == sizes[0] - 1
    # the wrong one ends like a log that is here: nobody looks ahead at it, and no pool is started
    assert len(sizes) == 1


def test_a_corrected_session_is_a_revision(library, tmp_path):
    text = SESSION.read_text()
    half = text[: text.index("\n", len(text) // 2) + 1]
    file = tmp_path / "s.session"
    file.write_text(half + "# to be continued\n")
    assert statuses(go(library, file)) == ["new"]
    file.write_text(text)
    assert statuses(go(library, file)) == ["changed"]
    (entry,) = library.games()
    assert (entry.revision, entry.sealed) == (2, True)
    assert library.troubles() == []


def test_a_game_that_takes_the_place_of_another_is_told(library, tmp_path):
    head = "game: osaka\nid: game\nplayers: {}\n\nmarket R2 R2 B3 Y5 G5\nfarm R5 R5 R5\n"
    hands = "{} hand Y5 Y5\n{} hand Y3 Y3 Y2\n"
    file = tmp_path / "s.session"
    for names, told in ((("Ana", "Bo"), 0), (("Ana", "Celina"), 1)):
        file.write_text(head.format(", ".join(names)) + hands.format(*names))
        (item,) = go(library, file).items
        assert len(item.notes) == told
    assert item.status == "changed"
    assert tells(item.notes[0], "Ana | Bo | 1")
    file.write_text(file.read_text() + "# a remark\n")
    assert go(library, file).items[0].notes == ()


def test_an_illegal_session_is_refused_with_its_place(library, tmp_path):
    text = SESSION.read_text().replace(" claim ", " take ", 1)
    file = tmp_path / "s.session"
    file.write_text(text)
    report = go(library, file, SESSION)
    assert statuses(report) == ["refused", "new"]
    refused = report.items[0]
    assert refused.line == text[: text.index(" take ")].count("\n") + 1
    assert refused.column and refused.message
    assert report.exit_code == 1


def test_a_damaged_log_is_refused(library, tmp_path):
    data = LOG.read_bytes()
    lines = data.splitlines(keepends=True)
    bad = tmp_path / "bad.jsonl"
    for damage, text in (
        (data.replace(b'"turn":3', b'"turn":4', 1), ""),
        (b"".join(lines[:40] + lines[41:]), ""),
        (lines[0], "complete"),
    ):
        bad.write_bytes(damage)
        report = go(library, bad)
        assert statuses(report) == ["refused"]
        assert report.exit_code == 1
        assert tells(report.items[0].message, text)
        assert report.items[0].file == str(bad) and report.items[0].line
    assert library.games() == []


def test_a_torn_log_is_taken_only_if_told_to(library, tmp_path):
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(LOG.read_bytes()[:-20])
    report = go(library, torn)
    assert statuses(report) == ["refused"]
    assert tells(report.items[0].hint, "--lenient")
    report = go(library, torn, lenient=True)
    assert statuses(report) == ["new"]
    (entry,) = library.games()
    assert LOG.read_bytes().startswith(entry.path.read_bytes())
    assert not entry.sealed
    assert statuses(go(library, LOG)) == ["changed"]
    assert statuses(go(library, torn, lenient=True)) == ["known"]


def test_a_log_against_the_rules_is_refused(library, tmp_path):
    lines = read(LOG.read_bytes()).lines
    bought = next(x for x in lines if x.type == "bought")
    file = tmp_path / "forged.jsonl"
    file.write_bytes(forge(lines, {bought.seq: [change(bought, cost=bought.data.cost + 1)]}))
    report = go(library, file)
    assert statuses(report) == ["refused"]
    assert (report.items[0].line, report.items[0].error) == (bought.seq, "illegal")
    assert report.items[0].rule.startswith("OSA-")
    assert report.exit_code == 1


def test_an_unknown_game(library, tmp_path):
    file = tmp_path / "x.jsonl"
    file.write_bytes(LOG.read_bytes().replace(b'"game":"osaka"', b'"game":"chess"'))
    report = go(library, file)
    assert tells(report.items[0].message, "chess")
    assert report.exit_code == 2


# --- files and folders --------------------------------------------------------------------------


def test_a_folder_in_a_fixed_order_without_what_is_none_of_it(library, tmp_path):
    folder = tmp_path / "in"
    (folder / "b").mkdir(parents=True)
    (folder / ".git").mkdir()
    table(folder / "z.csv", "z,1")
    table(folder / "b" / "a.csv", "a,1")
    table(folder / ".git" / "x.csv", "x,1")
    table(folder / "readme.md", "hello")
    table(folder / "odd.json", "{}")
    (folder / "loop").symlink_to(folder)
    report = go(library, folder)
    assert [Path(f.file).name for f in report.files] == ["a.csv", "z.csv"]
    assert len(report.skipped) == 2
    assert report.exit_code == 0
    shutil.rmtree(folder)
    folder.mkdir()
    report = go(library, folder)
    assert [(i.status, i.error, i.file) for i in report.items] == [
        ("refused", "malformed", str(folder))
    ]
    assert report.exit_code == 2


def test_where_nothing_can_be_read_nothing_is_written(library, tmp_path):
    odd = table(tmp_path / "odd.json", "{}")
    report = go(library, odd, tmp_path / "missing.csv")
    assert statuses(report) == ["refused", "refused"]
    assert report.items[1].message
    assert report.exit_code == 2
    assert not library.exists()


def test_exit_codes(library, tmp_path):
    good, bad = table(tmp_path / "g.csv", "a,1"), table(tmp_path / "b.csv", "!why")
    odd = table(tmp_path / "odd.json", "{}")
    empty = table(tmp_path / "e.csv", "#nothing in it,")
    assert go(library, good).exit_code == 0
    assert go(library, good).exit_code == 0
    assert go(library, good, bad).exit_code == 1
    assert go(library, good, odd).exit_code == 1
    assert go(library, odd).exit_code == 2
    assert go(library, bad).exit_code == 1
    assert go(library, empty).exit_code == 0


def test_the_same_file_named_twice_is_read_once(tmp_path):
    file = table(tmp_path / "a.csv", "a,1")
    assert len(input_files([file, file, tmp_path])) == 1


def test_stdin(library, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SESSION.read_bytes())))
    report = go(library, Path("-"))
    assert statuses(report) == ["new"]
    assert report.items[0].file == "-"


def test_a_zip_of_ours(library, tmp_path):
    file = tmp_path / "all.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.write(LOG, "games/one.jsonl")
        archive.write(SESSION, "two.session")
        archive.writestr("bad.session", "game: osaka\n")
        archive.writestr("torn.jsonl", LOG.read_bytes()[:-9])
    report = run_import(library, [file], now=NOW)
    assert statuses(report) == ["new", "known", "refused", "refused"]
    assert report.items[0].file == f"{file}/games/one.jsonl"
    assert report.files[0].records == 4


def test_another_library_is_taken_over_whole(library, tmp_path):
    go(library, table(tmp_path / "p.csv", "a,1", "a,2", "b,1"), LOG)
    other = Library(tmp_path / "other")
    report = go(other, library.folder)
    assert counts(report) == (3, 0, 1, 0)
    assert [(e.id, e.revision) for e in other.results()] == [
        (e.id, e.revision) for e in library.results()
    ]
    assert counts(go(other, library.folder)) == (0, 4, 0, 0)
    assert counts(go(library, library.folder)) == (0, 4, 0, 0)


# --- moves of a sheet ----------------------------------------------------------------------------


def sheet(*extra: str, id: str = "evening"):
    rows = [
        "market R2 R2 B3 Y5 G5", "farm R5 R5 R5", "Ana hand Y5 Y5", "Bartek hand Y3 Y3 Y2", *extra,
    ]  # fmt: skip
    moves = SheetSession(
        id=id,
        game="osaka",
        players=("Ana", "Bartek"),
        head=("game: osaka", "players: Ana, Bartek", f"id: {id}"),
        lines=tuple(enumerate(rows, 10)),
        where=Location("sheet.csv", 10),
    )
    return lambda *_: iter([moves])


def test_the_rows_of_a_sheet_are_a_log(library, tmp_path):
    file = table(tmp_path / "sheet.csv", "a,b")
    report = run_import(library, [file], reader=sheet("Bartek claim red"))
    assert statuses(report) == ["new"]
    assert library.find("evening").lines > 2
    report = run_import(library, [file], reader=sheet("Bartek tkae red"))
    assert statuses(report) == ["refused"]
    assert (report.items[0].line, report.items[0].record) == (14, "evening")


# --- never ----------------------------------------------------------------------------------------


def test_a_dry_run_says_the_same_and_writes_nothing(library, tmp_path):
    files = [table(tmp_path / "p.csv", "a,1", "a,2", "!no", "b,1"), LOG, SESSION]
    dry = go(library, *files, dry=True)
    assert not library.folder.exists()
    wet = go(library, *files)
    assert dry.items == wet.items
    assert dry.players == wet.players


def test_a_fault_of_ours_stops_only_the_game_it_is_about(library, monkeypatch):
    def broken(*args, **more):
        raise KeyError("x")

    monkeypatch.setattr("ledger.importers.native.sessions.take_session", broken)
    report = go(library, SESSION, LOG)
    assert statuses(report) == ["refused", "new"]
    assert tells(report.items[0].message, "x | KeyError")


def test_a_full_disk_stops_everything(library, tmp_path, monkeypatch):
    go(library, LOG)
    before = library.journal.read_bytes()

    def full(self, *args, **more):
        raise Failed("no space left on device")

    monkeypatch.setattr(LibraryWriter, "add_log", full)
    with pytest.raises(Failed):
        go(library, table(tmp_path / "p.csv", "a,1"), SESSION)
    assert library.journal.read_bytes() == before


def test_progress_is_told(library, tmp_path):
    import contextlib

    seen = []

    @contextlib.contextmanager
    def bar(what, total):
        seen.append((what, total))
        yield seen.append

    go(library, table(tmp_path / "p.csv", *(f"{n},1" for n in range(200))), progress=bar)
    assert seen == [("importing", 1), ("importing", None), 64, 128, 192, 1]
    seen.clear()
    go(library, LOG, SESSION, progress=bar)
    assert seen == [("importing", 2), 1, 2]


WRONG = """\
game: osaka
players: Ana, Bo

market B5 R5 Y3 Y3 Y2
farm R2 G3 B2
Ana hand R5 R3
Bo hand B5 B5
Ana claim red
Bo clam blue
Zoe take R5
"""


def test_a_wrong_session_is_refused_with_all_its_errors(library, tmp_path):
    session = tmp_path / "evening.session"
    session.write_text(WRONG)
    (item,) = go(library, session).items
    assert (item.status, item.line, item.column) == ("refused", 9, 4)
    assert item.source == "Bo clam blue"
    assert tells(item.hint, "claim blue")
    (more,) = item.more
    assert item.place(more) == f"{session}:10:1"
    assert tells(more.message, "Zoe | Ana | Bo")
    assert (more.source, more.error, item.notes) == ("Zoe take R5", "malformed", ())
    assert library.games() == []


def test_of_a_wrong_session_the_beginning_is_taken_if_told_to(library, tmp_path):
    session = tmp_path / "evening.session"
    session.write_text(WRONG)
    (item,) = go(library, session, lenient=True).items
    assert item.status == "new"
    assert tells(item.notes[0], "9 | clam")
    (entry,) = library.games()
    assert b'"text":"Bo clam blue"' in entry.path.read_bytes()
    assert b'"text":"Zoe take R5"' in entry.path.read_bytes()
