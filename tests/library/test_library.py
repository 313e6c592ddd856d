"""A library: taking games in, knowing them again, revisions, reading, health."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from common.refusals import refuses, tells
from ledger import Game, Seeded, Table, open_game
from ledger.kernel.errors import Ambiguous, Malformed
from ledger.kernel.log.events import Entry, Event
from ledger.kernel.verify.departures import Departures
from ledger.library import writer as write_module
from ledger.library.journal.catalogue import Catalogue
from ledger.library.journal.facts import OPENED, Imported, LogFacts, describe
from ledger.library.library import Library, record_growth
from ledger.store import Damaged, FolderStore, Locked, Missing
from ledger.store.files import RealFiles

from .sample_library import files_below, journal, log, played, put


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "lib")


class Forged:
    class LogAdded(Event, frozen=True, kw_only=True):
        """Of the same tag as the real one, but it takes any id."""

        id: str
        identity: str
        revision: int
        log: dict


RECORD = Imported(file="x", kind="bgstats", digest="d", new=1, known=0, changed=0, refused=0)


def test_an_empty_library_is_not_there_and_reading_makes_nothing(library: Library):
    assert not library.exists()
    assert (library.games(), library.players(), library.troubles()) == ([], [], [])
    assert library.version == ""
    assert not library.folder.exists()


def test_results_are_new_then_known(library: Library):
    with library.writing() as writer:
        assert writer.add_result(played("P1")) == ("new", "bgstats-p1", 1)
        assert writer.add_result(played("P1")) == ("known", "bgstats-p1", 1)
    before = library.version
    with library.writing() as writer:
        assert writer.add_result(played("P1")).status == "known"
    assert library.version == before
    (entry,) = library.results()
    assert (entry.id, entry.kind, entry.revision, entry.path) == ("bgstats-p1", "result", 1, None)
    assert entry.played == played("P1")
    assert library.games() == [entry]


def test_other_content_is_a_revision_and_never_a_second_game(library: Library):
    with library.writing() as writer:
        writer.add_result(played("P1", place="Here"))
        assert writer.add_result(played("P1", place="There")) == ("changed", "bgstats-p1", 2)
        # until all is read it is known, or a folder with both would change each time
        assert writer.add_result(played("P1", place="Here")).status == "known"
        assert writer.behind() == ["bgstats-p1"]
        assert writer.add_result(played("P1", place="There")).status == "known"
        assert writer.behind() == []
    (entry,) = library.games()
    assert (entry.place, entry.revision) == ("There", 2)
    assert [r.place for r in library.catalogue.revisions(entry.id)] == ["Here", "There"]


def test_the_same_key_of_another_source_is_another_game(library: Library):
    with library.writing() as writer:
        assert writer.add_result(played("7", source="bgg")).id == "bgg-7"
        assert writer.add_result(played("7", source="bga")).id == "bga-7"
    assert len(library.games()) == 2


def test_what_cannot_be_told_apart_after_reading_is_the_same(library: Library):
    odd = played("P1", extra={"list": (1, 2), "nan": float("nan")})
    with library.writing() as writer:
        assert writer.add_result(odd).status == "new"
        assert writer.add_result(odd).status == "known"


def test_a_record_that_no_line_can_hold_is_refused_alone(library: Library):
    with library.writing() as writer:
        writer.add_result(played("P1"))
        with pytest.raises(Malformed):
            writer.add_result(played("P2", comment="x" * 5_000_000))
        with pytest.raises(UnicodeEncodeError):
            writer.add_result(played("P3", comment="\ud800"))
    assert [e.id for e in library.games()] == ["bgstats-p1"]


# --- logs -----------------------------------------------------------------------------------


def test_a_log_is_a_file_and_a_line(library: Library):
    made, data = log("evening", "one")
    with library.writing() as writer:
        assert put(writer, "evening", "one") == ("new", "evening", 1)
    (entry,) = library.games()
    assert entry.path == library.folder / "games" / "evening.jsonl"
    assert entry.path.read_bytes() == data
    assert (entry.head, entry.size, entry.lines) == (made.head, len(data), 2)
    assert (entry.game, entry.kind, entry.sealed) == ("shelf", "log", False)
    assert library.troubles() == []


def test_a_changed_log_replaces_the_old_one_which_is_kept(library: Library):
    with library.writing() as writer:
        put(writer, "evening", "one")
        assert put(writer, "evening", "two") == ("changed", "evening", 2)
        assert put(writer, "evening", "two").status == "known"
        assert put(writer, "evening", "one").status == "known"
        assert put(writer, "evening", "three") == ("changed", "evening", 3)
    (entry,) = library.games()
    assert entry.path is not None and entry.path.read_bytes() == log("evening", "three")[1]
    old = [library.revision_path("evening", n).read_bytes() for n in (1, 2)]
    assert old == [log("evening", "one")[1], log("evening", "two")[1]]
    assert library.troubles() == []


def test_an_earlier_state_of_a_log_is_known(library: Library):
    with library.writing() as writer:
        put(writer, "evening", "one", "two", "three")
        assert put(writer, "evening", "one").status == "known"
        assert put(writer, "evening", "one", "two", "three", "four").status == "changed"


def test_a_log_that_is_being_played_cannot_be_replaced(library: Library):
    with library.writing() as writer:
        put(writer, "evening", "one")
    files = RealFiles()
    lock = files.lock(library.folder / "games" / ".locks" / "evening")
    with library.writing() as writer:
        with refuses(Locked, "evening"):
            put(writer, "evening", "two")
        put(writer, "other", "x")
    files.close(lock)
    assert {e.id: e.revision for e in library.games()} == {"evening": 1, "other": 1}


def test_a_log_that_was_played_on(library: Library):
    with library.writing() as writer:
        put(writer, "evening", "one")
    (before,) = library.games()
    path = before.path
    assert path is not None
    longer, data = log("evening", "one", "two")
    path.write_bytes(data)
    assert library.troubles() == []  # the head on record still stands where it did
    with library.writing() as writer:
        writer.grew("evening", longer)
        assert put(writer, "evening", "one").status == "known"
        assert put(writer, "evening", "one", "two").status == "known"
    (entry,) = library.games()
    assert (entry.head, entry.revision) == (longer.head, 1)
    record_growth(library.folder.parent / "nowhere.jsonl")  # not of a library: nothing happens


def test_a_log_without_its_line_is_taken_up(library: Library):
    data = log("evening", "one")[1]
    games = library.folder / "games"
    with library.writing() as writer:
        put(writer, "other", "x")
    (games / "evening.jsonl").write_bytes(data)
    (trouble,) = library.troubles()
    assert tells(trouble.message, "evening.jsonl")
    stamp = (games / "evening.jsonl").stat()
    with library.writing() as writer:
        assert put(writer, "evening", "one").status == "new"
    assert (games / "evening.jsonl").stat().st_ino == stamp.st_ino
    assert library.troubles() == []


def test_a_stray_file_in_the_way_is_kept(library: Library):
    with library.writing() as writer:
        put(writer, "other", "x")
    games = library.folder / "games"
    for n in (1, 2):
        (games / f"game{n}.jsonl").write_bytes(b"mine")
        (games / "game2.stray-1").write_bytes(b"older")
        with library.writing() as writer:
            put(writer, f"game{n}", "one")
    assert (games / "game1.stray-1").read_bytes() == b"mine"
    assert (games / "game2.stray-2").read_bytes() == b"mine"


# --- the journal ----------------------------------------------------------------------------


def test_one_flush_for_many_records(library: Library, monkeypatch: pytest.MonkeyPatch):
    flushes = []
    plain = RealFiles.fdatasync
    monkeypatch.setattr(RealFiles, "fdatasync", lambda self, fd: flushes.append(plain(self, fd)))
    with library.writing() as writer:
        flushes.clear()
        for n in range(write_module.BATCH * 2):
            writer.add_result(played(str(n)))
        assert len(flushes) == 2


def test_a_second_import_changes_no_byte_but_its_record(library: Library):
    for n in (1, 2):
        with library.writing() as writer:
            put(writer, "evening", "one")
            writer.add_result(played("P1"))
            writer.say([RECORD], f"2026-03-0{n}T00:00:00.000Z")
        if n == 1:
            before = dict(files_below(library.folder))
    after = dict(files_below(library.folder))
    assert after.keys() == before.keys()
    assert after.pop("library.jsonl").startswith(before.pop("library.jsonl"))
    assert after == before
    assert [at for at, _ in library.catalogue.imports] == [
        "2026-03-01T00:00:00.000Z",
        "2026-03-02T00:00:00.000Z",
    ]


def test_a_dry_run_knows_everything_and_writes_nothing(library: Library):
    with library.writing(dry=True) as writer:
        assert writer.add_result(played("P1")).status == "new"
        assert put(writer, "evening", "one").status == "new"
        assert put(writer, "evening", "two").status == "changed"
        writer.say([RECORD])
    assert not library.folder.exists()
    with library.writing() as writer:
        put(writer, "evening", "one")
    before = dict(files_below(library.folder))
    with library.writing(dry=True) as writer, library.writing() as _:
        assert put(writer, "evening", "one").status == "known"
        assert put(writer, "evening", "two").status == "changed"
        assert writer.add_result(played("P1")).status == "new"
    assert dict(files_below(library.folder)) == before


def test_one_writer_at_a_time(library: Library):
    with library.writing() as writer:
        writer.add_result(played("P1"))
        with pytest.raises(Locked) as refused:
            library.writing()
        assert refused.value.pid == str(os.getpid()) in refused.value.message
        assert library.games() == []  # readers need no lock, and see what is durable
        writer.flush()
        assert len(library.games()) == 1


def test_an_error_inside_takes_nothing_of_the_batch(library: Library):
    with pytest.raises(KeyError), library.writing() as writer:
        writer.add_result(played("P1"))
        raise KeyError
    assert library.games() == []
    with library.writing():
        pass  # and the lock is free again


def test_a_torn_journal_is_read_and_repaired_by_the_next_writer(library: Library):
    with library.writing() as writer:
        writer.add_result(played("P1"))
    good = library.journal.read_bytes()
    library.journal.write_bytes(good + b'{"type":"result_added","seq":3')
    assert [e.id for e in library.games()] == ["bgstats-p1"]
    assert library.problem is not None
    assert library.journal.read_bytes() != good, "a reader wrote"
    with library.writing() as writer:
        assert writer.add_result(played("P1")).status == "known"
    assert library.journal.read_bytes() == good
    assert library.problem is None
    assert (library.folder / "library.torn-1").exists()


def test_a_damaged_journal_is_read_but_never_written(library: Library):
    for n in range(3):
        with library.writing() as writer:
            writer.add_result(played(f"P{n}"))
    data = library.journal.read_bytes()
    bad = data.replace(b'"key":"P1"', b'"key":"Px"')
    library.journal.write_bytes(bad)
    assert [e.id for e in library.games()] == ["bgstats-p0"]
    assert [t.id for t in library.troubles()] == [None]
    with pytest.raises(Damaged):
        library.writing()
    assert library.journal.read_bytes() == bad


def test_a_log_of_a_game_is_no_journal(library: Library):
    library.folder.mkdir()
    library.journal.write_bytes(log("evening", "one")[1])
    assert library.games() == []
    with pytest.raises(Malformed):
        library.writing()


@pytest.mark.parametrize("id", ["../x", "a/b", "A", "a\n", "", "x" * 65])
def test_a_forged_journal_names_no_other_files(library: Library, id: str):
    made, _ = log("evening", "one")
    with FolderStore(library.folder) as store:
        store.create("library", [Entry(data=OPENED, turn=0)])
        forged = Forged.LogAdded(id=id, identity="i", revision=1, log=msgspec.to_builtins(made))
        store.append("library", 1, None, [Entry(data=forged, turn=0)])
    assert library.games() == []
    with pytest.raises(Malformed):
        library.writing()


def test_the_version_changes_with_everything(library: Library):
    seen = {library.version}
    for work in (
        lambda w: w.add_result(played("P1")),
        lambda w: put(w, "evening", "one"),
        lambda w: w.add_result(played("P1", place="x")),
        lambda w: put(w, "evening", "two"),
        lambda w: w.say([RECORD]),
    ):
        with library.writing() as writer:
            work(writer)
        assert library.version not in seen
        seen.add(library.version)
    assert Library(library.folder).version == library.version


# --- finding and health ---------------------------------------------------------------------


def test_find(library: Library):
    with library.writing() as writer:
        for id in ("osaka-1", "osaka-2", "osaka-22", "century"):
            put(writer, id, "x")
    assert library.find("osaka-2").id == "osaka-2"  # a whole id wins over longer ones
    assert library.find("c").id == "century"
    with refuses(Ambiguous, "3 | osaka") as e:
        library.find("osaka")
    assert "osaka-1, osaka-2, osaka-22" in str(e.value)
    for text in ("x", ""):
        with pytest.raises(Missing):
            library.find(text)


def test_health(library: Library):
    with library.writing() as writer:
        for id in ("a", "b", "c", "d"):
            put(writer, id, "one", "two")
        put(writer, "a", "three")
    games = library.folder / "games"
    (games / "b.jsonl").unlink()
    (games / "c.jsonl").write_bytes(log("c", "one")[1])
    (games / "d.jsonl").write_bytes(log("d", "ONE", "two")[1])
    (library.folder / "revisions" / "a.1.jsonl").unlink()
    found = {t.id: str(t.message).partition(": ")[2] for t in library.troubles()}
    assert found["a"] == found["b"] == "this log is missing"


def test_a_replacement_that_was_cut_short_says_so(library: Library):
    with library.writing() as writer:
        put(writer, "a", "one")
    lines = journal(library)
    with library.writing() as writer:
        put(writer, "a", "two")
    library.journal.write_bytes(b"\n".join(lines) + b"\n")  # as if the last line had been lost
    (trouble,) = library.troubles()
    assert str(trouble.message)
    with library.writing() as writer:
        assert put(writer, "a", "two").status == "changed"
    assert library.troubles() == []


# --- a journal that grows -------------------------------------------------------------------


def _everything(library: Library) -> tuple[object, ...]:
    found = library.catalogue
    return found.entries, found.logs, found.results, found.imports, library.players()


def test_only_what_is_new_in_a_journal_is_read(library: Library, monkeypatch: pytest.MonkeyPatch):
    read: list[int] = []
    plain = Catalogue.add
    monkeypatch.setattr(Catalogue, "add", lambda self, *a: read.append(1) or plain(self, *a))
    with library.writing() as writer:
        for n in range(20):
            put(writer, f"g{n}")
    assert len(library.games()) == 20
    for n in range(20, 23):
        with Library(library.folder).writing() as writer:
            put(writer, f"g{n}")
        read.clear()
        assert len(library.games()) == n + 1
        assert len(read) == 1
        assert _everything(library) == _everything(Library(library.folder))


def test_another_journal_in_its_place_is_read_anew(library: Library, tmp_path: Path):
    with library.writing() as writer:
        put(writer, "a")
        put(writer, "b")
    assert len(library.games()) == 2
    for ids in (["c"], ["d", "e", "f", "g"]):
        other = Library(tmp_path / ids[0])
        with other.writing() as writer:
            for id in ids:
                put(writer, id)
        other.journal.replace(library.journal)
        assert [e.id for e in library.games()] == ids
        assert _everything(library) == _everything(Library(library.folder))


def test_a_writer_that_paused_goes_on_behind_others(library: Library, tmp_path: Path):
    writer = library.writing()
    put(writer, "a")
    writer.pause()
    writer.resume()
    put(writer, "b")
    with pytest.raises(Locked):
        library.writing()
    writer.pause()
    with library.writing() as other:
        put(other, "c")
        with pytest.raises(Locked):
            writer.resume()
    writer.resume()
    assert put(writer, "c").status == "known"
    assert put(writer, "d").status == "new"
    writer.pause()
    elsewhere = Library(tmp_path / "elsewhere")
    with elsewhere.writing() as other:
        put(other, "e")
    elsewhere.journal.replace(library.journal)
    writer.resume()
    assert list(writer.catalogue.entries) == ["e"]
    assert put(writer, "f").status == "new"
    writer.__exit__(None)
    assert [e.id for e in Library(library.folder).games()] == ["e", "f"]
    assert library.problem is None


def as_before(log: LogFacts) -> LogFacts:
    """Return what earlier versions wrote down about a log."""
    return msgspec.structs.replace(log, end=None, departures=None)


@pytest.mark.parametrize(
    ("ends", "seals", "end", "over"),
    [
        (False, True, None, False),
        (True, True, "broken off", True),
        (True, False, "broken off", False),
        (False, False, None, False),
    ],
)
def test_what_earlier_versions_did_not_write_down_is_found_in_the_log(
    tmp_path: Path, osaka: Game, ends: bool, seals: bool, end: str | None, over: bool
):
    table = Table.open(
        osaka,
        open_game(osaka, ["Ana", "Bartek"], options={"insurance_scope": "any"}),
        Seeded(1),
    )
    if ends:
        table.abandon("tokens")
    if seals:
        table.seal()
    data = table.bytes()
    library = Library(tmp_path)
    with library.writing() as writer:
        writer.add_log("id:a", "a", as_before(describe(table.lines, len(data))), data)
        writer.add_log("id:b", "b", describe(table.lines, len(data)), data)
    for id in "ab":
        found = library.look_into(library.find(id))
        assert (found.end, found.over) == (end, over)
        assert found.departures == Departures(options={"insurance_scope": "any"})
    (tmp_path / "games" / "a.jsonl").unlink()
    assert library.look_into(library.find("a")).departures is None


class Later:
    class GameRemoved(Event, frozen=True, kw_only=True):
        """A fact that this version doesn't know."""

        id: str
        why: str


def test_a_fact_of_a_later_version_is_kept_and_skipped(library: Library):
    with library.writing() as writer:
        writer.add_result(played("P1"))
    with FolderStore(library.folder) as store:
        fact = Later.GameRemoved(id="bgstats-p1", why="a mistake")
        store.append("library", store.head("library").seq, None, [Entry(data=fact, turn=0)])
    before = library.journal.read_bytes()
    assert b'"game_removed"' in before
    again = Library(library.folder)
    assert [entry.id for entry in again.results()] == ["bgstats-p1"]
    assert again.troubles() == []
    with again.writing() as writer:
        assert writer.add_result(played("P2")).status == "new"
    assert library.journal.read_bytes().startswith(before)
    assert [entry.id for entry in library.results()] == ["bgstats-p1", "bgstats-p2"]


def test_a_known_fact_that_makes_no_sense_is_still_refused(library: Library):
    with library.writing() as writer:
        writer.add_result(played("P1"))
    with FolderStore(library.folder) as store:
        fact = Forged.LogAdded(id="../x", identity="", revision=1, log={})
        store.append("library", store.head("library").seq, None, [Entry(data=fact, turn=0)])
    assert library.problem is not None
