"""import into the library, library, list, show, players, and ids in place of files."""

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from rich.cells import cell_len

from common.paths import REPLAYS
from common.refusals import tells
from ledger import load
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.library import Library
from ledger.testing.hostile import HOSTILE

from ..conftest import spawn
from ..output.test_output import OBEYED


@pytest.fixture
def library(tmp_path, monkeypatch) -> Library:
    """An empty library, which every command finds."""
    folder = tmp_path / "lib"
    monkeypatch.setenv("LEDGER_LIBRARY", str(folder))
    return Library(folder)


@pytest.fixture
def full(run, library, games) -> Library:
    """A library with three logs and two results."""
    assert run("import", games).code == 0
    with library.writing() as writer:
        writer.add_result(result("1", "Ana", "Łukasz", place="Kuchnia", date="2025-12-31"))
        writer.add_result(result("2", "Lukasz", "Zoe", title="Chess", game=None, date="2026-??-??"))
    return library


def result(key, *names, **facts):
    standings = tuple(
        Standing(person=Person(name=n), total=str(30 - i), place=i + 1, won=i == 0)
        for i, n in enumerate(names)
    )
    known = {"title": "Traders of Osaka", "game": "osaka", "standings": standings}
    return PlayRecord(source="bgg", key=key, **{**known, **facts})


def ids(run, *args):
    return [game["id"] for game in run("list", *args, "--json").jsons]


# --- where it is --------------------------------------------------------------------------------


def test_there_is_none_yet(run, library):
    result = run("library")
    assert result.code == 0
    assert str(library.folder) in result.out
    assert run("library", "--json").json["exists"] is False
    assert run("list").code == run("players").code == 0
    assert run("players", "merge", "a", "b").code == 2
    assert not library.folder.exists()


def test_what_it_holds(run, full):
    facts = run("library", "--json").json
    assert list(facts) == [
        "library", "exists", "version", "games", "logs", "results", "players", "imports",
        "removed", "troubles",
    ]  # fmt: skip
    assert (facts["games"], facts["logs"], facts["results"], facts["imports"]) == (5, 3, 2, 3)
    assert facts["version"] == full.version
    text = run("library").out
    assert tells(text, "5 games | 3 logs | 2 results | 7 players")


def test_the_option_wins_over_the_variable(run, full, tmp_path):
    other = tmp_path / "other"
    assert run("import", REPLAYS / "osaka-2p.session", "--library", other).code == 0
    assert len(ids(run)) == 5
    assert ids(run, "--library", other) == ["osaka-2p-7-0001"]
    assert len(run("--library", other, "list").out.splitlines()) == 1
    assert run("--library", other, "show", "osaka").code == 0


def test_the_usual_place(tmp_path):
    env = {"XDG_DATA_HOME": str(tmp_path), "LEDGER_LIBRARY": ""}
    facts = spawn("library", "--json", env=env).json
    assert facts["library"] == str(tmp_path / "tabletop-ledger")


def test_trouble_is_told(run, full):
    (full.folder / "games" / "osaka-2p-7-0001.jsonl").unlink()
    result = run("library")
    assert result.code == 1
    assert tells(result.out, "osaka-2p-7-0001.jsonl")
    assert run("library", "--json").json["troubles"][0]["id"] == "osaka-2p-7-0001"
    data = full.journal.read_bytes()
    full.journal.write_bytes(data[:-9])
    result = run("list")
    assert result.code == 0
    assert "warning" in result.err and "library.jsonl" in result.err


# --- import -------------------------------------------------------------------------------------


def test_import_tells_what_it_did(run, library, tmp_path):
    bad = tmp_path / "bad.session"
    bad.write_text("game: osaka\nplayers: Ana, Bartek\n\nmarket R2 R2 B3 Y5 Q5\n")
    result = run("import", REPLAYS / "osaka-2p.session", bad)
    assert result.code == 1
    assert "new      osaka-2p-7-0001  Traders of Osaka, 2026-03-01" in result.out
    assert f"refused  {bad}:4:21: " in result.out or f"refused  {bad}:4" in result.out
    assert result.out.splitlines()[-1].endswith("2 records: 1 new, 1 refused")
    result = run("import", REPLAYS / "osaka-2p.session")
    assert result.code == 0
    assert result.out == f"{library.folder}: 1 record: 1 known\n"


def test_import_json(run, library, tmp_path):
    bad = tmp_path / "bad.session"
    bad.write_text("game: osaka\n")
    facts = run("import", REPLAYS / "osaka-2p.jsonl", bad, "--json").json
    assert list(facts) == [
        "library", "dry_run", "records", "new", "joined", "known", "changed", "removed",
        "refused", "files", "items", "skipped", "players", "doubts", "gone", "deleted",
    ]  # fmt: skip
    assert (facts["records"], facts["new"], facts["refused"]) == (2, 1, 1)
    new, refused = facts["items"]
    assert list(new) == [
        "status", "file", "line", "column", "part", "record", "id", "revision", "kind", "game",
        "title", "date", "message", "rule", "error", "source", "hint", "more", "notes",
        "fingerprint", "reading",
    ]  # fmt: skip
    assert (new["id"], new["kind"], new["revision"]) == ("osaka-2p-7-0001", "log", 1)
    assert (refused["status"], refused["line"]) == ("refused", 1)
    assert list(facts["files"][0]) == [
        "file", "kind", "digest", "records", "new", "joined", "known", "changed", "removed",
        "refused", "remarks", "readings",
    ]  # fmt: skip
    assert facts["players"] == ["ana", "bartek"]


def test_a_dry_run_writes_nothing_at_all(run, library):
    result = run("import", REPLAYS / "osaka-2p.jsonl", "--dry-run")
    assert result.code == 0
    assert tells(result.out, "dry run")
    assert "1 new" in result.out
    assert not library.folder.exists()


def test_import_exit_codes(run, library, tmp_path):
    assert run("import", tmp_path / "missing.json").code == 2
    odd = tmp_path / "odd.bin"
    odd.write_bytes(bytes(range(256)))
    assert run("import", odd).code == 2
    assert run("import", odd, REPLAYS / "osaka-2p.jsonl").code == 1
    assert run("import").code == 2
    assert run("import", "a", "b", "--out", tmp_path / "x.jsonl").code == 2


def test_a_pipe(library, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = (REPLAYS / "osaka-2p.session").read_bytes()
    writer = threading.Thread(target=pipe.write_bytes, args=(data,))
    writer.start()
    result = spawn("import", pipe)
    writer.join()
    assert "1 new" in result.out


def test_stdin(library):
    data = (REPLAYS / "osaka-2p.session").read_bytes()
    assert "1 new" in spawn("import", "-", stdin=data).out


def test_another_program_is_writing(run, library):
    with library.writing():
        result = run("import", REPLAYS / "osaka-2p.jsonl")
    assert result.code == 1
    assert tells(result.err, "(process")


# --- list and show ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "found"),
    [
        ((), ["bgg-1", "osaka-2p-7-0001", "osaka-3p-7-0001", "osaka-4p-7-0001", "bgg-2"]),
        (("--kind", "result"), ["bgg-1", "bgg-2"]),
        (("--kind", "log", "--player", "Dario"), ["osaka-4p-7-0001"]),
        (("--game", "chess"), ["bgg-2"]),
        (("--game", "OSAKA", "--kind", "result"), ["bgg-1"]),
        (("--player", "Łukasz"), ["bgg-1"]),
        (("--player", "lukasz-2"), ["bgg-2"]),
        (("--since", "2026-02", "--until", "2026-02"), ["bgg-2"]),
        (("--until", "2025"), ["bgg-1"]),
        (("--since", "2026-03-01", "--limit", "1"), ["bgg-2"]),
        (("--since", "2026-03-02"), ["bgg-2"]),
        (("--until", "2026-03-01", "--kind", "log", "--limit", "1"), ["osaka-4p-7-0001"]),
        (("--place", "kuch"), ["bgg-1"]),
        (("--text", "zoe"), ["bgg-2"]),
        (("--text", "nothing of it"), []),
    ],
)
def test_filters(run, full, args, found):
    assert ids(run, *args) == found


def test_the_list_for_people(run, full):
    lines = run("list").out.splitlines()
    assert " ".join(lines[0].split()) == "bgg-1 2025-12-31 Traders of Osaka Ana 30★, Łukasz 29"
    assert len(lines) == 5
    assert tells(run("list", "--text", "nothing of it").out, "`ledger import`")


def test_the_columns_of_the_list_align_for_wide_signs(run, library):
    with library.writing() as writer:
        writer.add_result(result("1", "Ana", title="囲碁", game=None))
        writer.add_result(result("2", "Ana", title="Go", game=None))
    lines = run("list").out.splitlines()
    assert len({cell_len(line.partition("Ana")[0]) for line in lines}) == 1


def test_a_narrow_terminal_has_lines_of_their_own_for_each_game(run, full, monkeypatch):
    monkeypatch.setattr("ledger.cli.output.console.terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    assert (
        run("list", "--kind", "result", "--limit", "1").out
        == "bgg-2\n  2026-??-??  Chess  Lukasz 30★, Zoe 29\n"
    )
    monkeypatch.setenv("COLUMNS", "60")
    assert len(run("list", "--kind", "result", "--limit", "1").out.splitlines()) == 1


def test_wrong_filters(run, full):
    for args in (("--since", "yesterday"), ("--player", "nobody"), ("--kind", "x")):
        assert run("list", *args).code == 2
    for option in ("--since", "--until"):
        for day in ("2026-13", "2026-02-30", "0000"):
            result = run("list", option, day)
            assert (result.code, result.out) == (2, "")
            assert tells(result.err, f"{option} | {day} | Invalid")
        for day in ("", "2026-3-1", "26", "2026-03-01x", "٢٠٢٦", "20260301"):
            result = run("list", option, day)
            assert (result.code, result.out) == (2, "")
            assert tells(result.err, f"{option} | {day} | 2026-03-01")
    assert run("list", "--since", "2024-02-29", "--until", "2026").code == 0
    assert run("list", "--player", "łukasz").err


def test_list_json(run, full):
    game = run("list", "--kind", "log", "--limit", "1", "--json").json
    assert list(game) == [
        "id", "kind", "game", "title", "date", "place", "revision", "quantity", "players",
        "file", "lines", "over", "view", "branch", "end", "departures",
    ]  # fmt: skip
    assert list(game["players"][0]) == ["player", "name", "seat", "score", "place", "won"]
    assert Path(game["file"]).exists() and game["lines"] == len(load(game["file"]).lines)


def test_show(run, full):
    text = run("show", "bgg-1").out
    assert "Traders of Osaka  bgg-1" in text
    assert "Kuchnia" in text and "1.     30  Ana★  (ana)" in text
    log = run("show", "osaka-2").out
    assert str(full.folder / "games" / "osaka-2p-7-0001.jsonl") in log
    facts = run("show", "bgg-1", "--json").json
    assert facts["identity"] == "play:bgg:1"
    assert facts["played"]["place"] == "Kuchnia"
    assert [r["place"] for r in facts["revisions"]] == ["Kuchnia"]


def test_show_revisions(run, full):
    with full.writing() as writer:
        writer.add_result(result("1", "Ana", "Łukasz", place="Salon", date="2026-01-01"))
    text = run("show", "bgg-1").out
    assert "was (1)  Traders of Osaka, 2025-12-31: Ana 30★, Łukasz 29" in text
    assert len(run("show", "bgg-1", "--json").json["revisions"]) == 2


def test_what_came_last_is_not_always_what_counts(run, full):
    for month in ("04", "03"):
        with full.writing() as writer:
            extra = {"modificationDate": f"2026-{month}-01 10:00:00"}
            writer.add_result(result("9", "Ana", "Bo", place=month, extra=extra))
    text = run("show", "bgg-9").out
    assert "place  04" in text
    assert "was (2)" in text and "was (1)" not in text


def test_a_record_of_several_games_counts_as_many(run, full):
    before = run("players", "--json").jsons
    with full.writing() as writer:
        writer.add_result(result("7", "Ana", "Łukasz", quantity=3))
    assert "Traders of Osaka (x3)" in run("list", "--limit", "9").out
    assert "played  3 times" in run("show", "bgg-7").out
    assert run("show", "bgg-7", "--json").json["quantity"] == 3
    (was,), (now,) = (
        [p for p in x if p["id"] == "ana"] for x in (before, run("players", "--json").jsons)
    )
    assert (now["games"], now["wins"]) == (was["games"] + 3, was["wins"] + 3)


def test_a_file_is_no_library(run, tmp_path):
    file = tmp_path / "x.csv"
    file.write_text("date,game,Ana\n2026-03-01,osaka,1\n")
    for args in (("list",), ("import", str(file)), ("query", "select 1")):
        answer = run(*args, "--library", str(file))
        assert answer.code == 2
        assert tells(answer.err, f"{file} | `ledger import` | --library")


def test_a_library_that_cannot_be_written_is_asked_elsewhere(run, full, monkeypatch):
    make = Path.mkdir

    def denied(self, *args, **more):
        if self.name == ".index":
            raise PermissionError(13, "Permission denied", str(self))
        make(self, *args, **more)

    monkeypatch.setattr(Path, "mkdir", denied)
    for args in (("query", "select 1"), ("report", "players"), ("index",)):
        answer = run(*args)
        assert answer.code == 2
        assert f"ledger query SQL {full.folder / 'games'}" in answer.err


@pytest.mark.parametrize("streams", [">&-", ">&- 2>&-", "<&- >&-"])
def test_a_closed_stream_is_no_fault(full, streams):
    command = ["sh", "-c", f"{sys.executable} -m ledger.cli list {streams}"]
    env = {**os.environ, "LEDGER_LIBRARY": str(full.folder)}
    done = subprocess.run(command, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_show_what_is_not_there(run, full):
    result = run("show", "osaka")
    assert result.code == 2
    assert tells(result.err, "3 | osaka")
    assert "osaka-2p-7-0001, osaka-3p-7-0001, osaka-4p-7-0001" in result.err
    assert run("show", "nope").code == 2


# --- players ------------------------------------------------------------------------------------


def test_players(run, full):
    facts = {p["id"]: p for p in run("players", "--json").jsons}
    assert list(facts["ana"]) == [
        *("id", "name", "names", "keys", "games", "wins", "maybe", "forgotten"),
    ]
    assert facts["ana"]["games"] == 4
    assert facts["lukasz"]["maybe"] == ["lukasz-2"]
    text = run("players").out
    assert tells(text, "ledger players merge lukasz lukasz-2 | Łukasz | Lukasz")


def test_branches_and_views_are_no_games_more(run, full, tmp_path):
    branch, view = tmp_path / "what-if.jsonl", tmp_path / "ana.jsonl"
    assert run("branch", "osaka-2p-7-0001", "--at", "13", "--out", branch).code == 0
    assert run("export", "osaka-2p-7-0001", "--to", "jsonl", "--as", "1", "--out", view).code == 0
    before = run("players", "--json").jsons
    assert run("import", branch, view).code == 0
    assert len(full.games()) == 7
    assert run("players", "--json").jsons == before
    facts = run("list", "--kind", "log", "--json").jsons
    assert sorted(filter(None, (g["branch"] for g in facts))) == [13]
    assert sorted(filter(None, (g["view"] for g in facts))) == [1]
    lines = run("list").out
    assert "Traders of Osaka (branch)" in lines and "Traders of Osaka (seat 1)" in lines
    (id,) = (g["id"] for g in facts if g["branch"])
    assert re.search(r"^ +branch  .*\b13$", run("show", id).out, re.MULTILINE)


def test_a_view_alone_is_a_game(run, library, game, tmp_path):
    view = tmp_path / "ana.jsonl"
    assert run("export", game, "--to", "jsonl", "--as", "1", "--out", view).code == 0
    assert run("import", view).code == 0
    assert {p["games"] for p in run("players", "--json").jsons} == {1}


def test_merge_and_split(run, full):
    result = run("players", "merge", "Łukasz", "lukasz-2")
    assert result.code == 0
    assert result.out == "lukasz: Łukasz, Lukasz (name:Łukasz, name:Lukasz), 2 games\n"
    assert len(ids(run, "--player", "Lukasz")) == 2
    assert "may be" not in run("players").out
    assert run("players", "split", "lukasz", "name:Lukasz").code == 0
    assert len(ids(run, "--player", "Lukasz")) == 1
    assert "may be" not in run("players").out  # the user has said that they are two


def test_merges_that_cannot_be(run, full):
    before = full.version
    result = run("players", "merge", "Ana", "Bartek")
    assert result.code == 1
    assert tells(result.err, "Ana | Bartek | osaka-2p-7-0001")
    for args in (("merge", "Ana"), ("merge", "Ana", "nobody"), ("split",), ("join", "a", "b")):
        assert run("players", *args).code == 2
    assert full.version == before


# --- ids in place of files ------------------------------------------------------------------------


def test_every_command_takes_an_id(run, full, tmp_path):
    for args in (
        ("replay", "osaka-2p", "--at", 9),
        ("log", "osaka-2p-7-0001"),
        ("verify", "osaka-2p", "osaka-3"),
        ("export", "osaka-2p", "--to", "session"),
        ("branch", "osaka-2p", "--at", 6, "--out", tmp_path / "b.jsonl"),
    ):
        result = run(*args)
        assert result.code == 0, (args, result.err)
    assert run("log", "osaka-2p").out == run("log", full.find("osaka-2p").path).out


def test_a_file_wins(run, full, tmp_path, monkeypatch, game):
    monkeypatch.chdir(tmp_path)
    Path("osaka-3p").write_bytes(game.read_bytes())
    assert len(run("log", "osaka-3p", "--json").jsons) == len(load(game).lines)


def test_ids_that_mean_nothing_or_several(run, full):
    result = run("replay", "osaka")
    assert result.code == 2
    assert "osaka-2p-7-0001, osaka-3p-7-0001" in result.err
    result = run("replay", "nope")
    assert result.code == 2
    assert tells(result.err, "nope")
    result = run("replay", "bgg-1")
    assert result.code == 1
    assert tells(result.err, "bgg-1 | ledger show bgg-1")


def test_a_game_of_the_library_is_played_on(run, library, table):
    assert run("import", table).code == 0
    before = library.version
    assert run("do", "table", "claim red").code == 0
    (entry,) = library.games()
    assert library.version != before
    assert entry.lines == len(load(entry.path).lines)
    assert entry.head == load(entry.path).head.digest
    assert library.troubles() == []
    assert "1 known" in run("import", table).out  # an earlier state of it


def test_the_move_counts_also_while_an_import_runs(run, library, table):
    assert run("import", table).code == 0
    with library.writing():
        assert run("do", "table", "claim red").code == 0
    assert library.troubles() == []


# --- hostile texts --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_do_nothing(run, library, name):
    if "\ud800" in name:
        return
    play = result(name or "x", name, "B", place=name, title=name, comment=name, date=name)
    with library.writing() as writer:
        taken = writer.add_result(play)
    for args in (
        ("list",), ("list", "--json"), ("show", taken.id), ("show", taken.id, "--json"),
        ("players",), ("players", "--json"), ("library",), ("players", "merge", name, "B"),
        ("show", name), ("list", "--player", name),
    ):  # fmt: skip
        out = run(*args)
        assert not OBEYED.search(out.out + out.err)
    assert {p.name for p in library.folder.iterdir()} <= {"library.jsonl", ".locks", "games"}


def test_a_hostile_import(run, library, tmp_path):
    path = tmp_path / "a\x1b[31m\u202eb.csv"
    path.write_text("\x1b[2J[bold]")
    out = run("import", path, path.with_name("missing\x1b[2J"))
    assert not OBEYED.search(out.out + out.err)
    assert json.loads(run("import", path, "--json").out)["files"]


def test_a_record_of_several_plays_counts_as_often_for_everybody(run, tmp_path):
    play = '<play id="{}" quantity="{}"><item name="Go"/><players>{}</players></play>'
    seats = '<player name="Ana" win="1"/><player name="Bo" win="0"/>'
    pages = [play.format(n, quantity, seats) for n, quantity in ((1, 3), (2, 1), (3, 12))]
    (tmp_path / "plays.xml").write_text(f"<plays>{''.join(pages)}</plays>")
    library = tmp_path / "lib"
    run("import", tmp_path / "plays.xml", "--library", library)
    told = [json.loads(x) for x in run("players", "--json", "--library", library).out.splitlines()]
    assert [(p["id"], p["games"], p["wins"]) for p in told] == [("ana", 16, 16), ("bo", 16, 0)]
    (entry,) = [e for e in Library(library).games() if e.id == "bgg-3"]
    assert entry.plays == 12
    sql = "select name, plays from players order by name"
    asked = json.loads(run("query", sql, "--json", "--library", library).out)
    assert asked == [{"name": "Ana", "plays": 16}, {"name": "Bo", "plays": 16}]
    report = json.loads(run("report", "players", "--json", "--library", library).out)
    assert [(row["name"], row["games"], row["wins"]) for row in report] == [
        *(("Ana", 16, 16), ("Bo", 16, 0)),
    ]


def test_a_picture_or_table_of_an_answer_is_replaced_only_when_asked(run, full, tmp_path):
    for command in (
        ("report", "players", "--svg", tmp_path / "a.svg"),
        ("query", "select 1 as one", "--parquet", tmp_path / "a.parquet"),
    ):
        assert run(*command).code == 0
        assert run(*command).code == 1
        assert run(*command, "--force").code == 0


def test_titles_are_in_the_reader_s_language_and_found_by_it(run, games):
    assert run("import", games).code == 0
    polish = run("--lang", "pl", "list", "kupcy")
    assert polish.out.count("Kupcy z Osaki") == 3
    assert run("--lang", "pl", "list", "--game", "Kupcy").out == polish.out
    assert run("--lang", "pl", "list", "traders").out == polish.out
    assert run("list", "osaka").out.count("Traders of Osaka") == 3
    titles = {x["title"] for x in run("--lang", "pl", "list", "--json").jsons}
    assert titles == {"Traders of Osaka"}, "what programs read stays as it is"
