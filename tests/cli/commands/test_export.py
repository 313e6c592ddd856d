"""export: results for other programs, from logs and from the library."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from common.refusals import tells
from ledger.library.library import Library
from ledger.testing.effort import CAMPAIGN


@pytest.fixture
def library(run, games, tmp_path, monkeypatch) -> Library:
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "lib"))
    assert run("import", games).code == 0
    return Library(tmp_path / "lib")


@pytest.mark.parametrize("to", ["csv", "bgstats", "bgg", "bgstats-link"])
def test_every_format(run, games, tmp_path, to):
    out = tmp_path / "x"
    result = run("export", *sorted(games.iterdir()), "--to", to, "--out", out)
    assert result.code == 0
    text = out.read_text()
    assert all(name in text for name in ("Ana", "Bartek", "Celina"))
    assert tells(result.err, "bgg") == (to == "bgg")


def test_all_of_the_library_goes_out_and_is_known_again(run, library, tmp_path):
    out = tmp_path / "all.csv"
    assert run("export", "--all", "--to", "csv", "--out", out).code == 0
    with out.open(newline="") as file:
        assert len({row["id"] for row in csv.DictReader(file)}) == 3
    facts = run("import", out, "--json").json
    assert (facts["records"], facts["known"]) == (3, 3)  # the logs say more than their results
    assert len(library.games()) == 3


def test_results_of_the_library(run, library, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text(
        "id,date,game,player,score\n7,2026-01-02,Chess,Ana,1\n7,2026-01-02,Chess,Bo,0\n"
    )
    (item,) = run("import", table, "--json").json["items"]
    result = run("export", item["id"], "osaka-2p", "--to", "bgstats")
    assert [p["gameRefId"] for p in json.loads(result.out)["plays"]] == [1, 2]
    for to in ("session", "jsonl"):
        result = run("export", item["id"], "--to", to)
        assert result.code == 1


def test_wrong_usage(run, game, games):
    for args in (
        ("--to", "csv"),
        (game, "--all", "--to", "csv"),
        (game, game, "--to", "session"),
        ("--all", "--to", "jsonl"),
        (game, "--to", "csv", "--as", "Ana"),
        (game,),
    ):
        assert run("export", *args).code == 2


# --- several games, several processes ---------------------------------------------------------


@pytest.mark.parametrize("to", ["session", "jsonl", "svg", *(["html"] if CAMPAIGN else [])])
def test_each_of_several_games_becomes_a_file(run, library, tmp_path, to):
    out = tmp_path / "out"
    result = run("export", "--all", "--to", to, "--out", out)
    assert result.code == 0
    assert sorted(p.name for p in out.iterdir()) == sorted(f"{e.id}.{to}" for e in library.games())
    for entry in library.games():
        alone = tmp_path / f"alone.{to}"
        run("export", entry.id, "--to", to, "--out", alone, "--force")
        assert (out / f"{entry.id}.{to}").read_bytes() == alone.read_bytes()
    assert run("export", "--all", "--to", to, "--out", out).code == 1  # they are there already


def test_the_same_bytes_whoever_works(run, library, tmp_path):
    one, three = (run("export", "--all", "--to", "csv", "--jobs", jobs) for jobs in (1, 3))
    assert one == three


def test_a_log_that_cannot_be_read_stops_no_other(run, games, tmp_path):
    bad = tmp_path / "bad.jsonl"
    bad.write_text("nonsense\n")
    out, good = tmp_path / "out", sorted(games.iterdir())
    result = run("export", bad, *good, "--to", "session", "--out", out, "--jobs", 2)
    assert result.code == 2
    assert "bad.jsonl" in result.err
    assert len(list(out.iterdir())) == len(good)
    result = run("export", bad, *good, "--to", "csv", "--jobs", 1)  # a table is whole or not
    assert (result.code, result.out) == (2, "")


def test_two_games_never_get_one_name(run, games, tmp_path):
    log = next(games.iterdir())
    twin = tmp_path / "other" / log.name
    twin.parent.mkdir()
    twin.write_bytes(log.read_bytes())
    result = run("export", log, twin, "--to", "session", "--out", tmp_path / "out")
    assert result.code == 1
    assert not (tmp_path / "out").exists()


def test_people_who_were_forgotten_are_not_named(run, tmp_path, monkeypatch):
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "lib"))
    log = tmp_path / "evening.jsonl"
    new = ("new", "osaka", "--players", "Zenobia,Ana", "--seed", 1, "--out", log)
    assert run(*new).code == 0
    assert run("import", log).code == 0
    assert run("players", "forget", "Zenobia").code == 0
    out = tmp_path / "out"
    assert run("export", "--all", "--to", "session", "--out", out).code == 0
    (file,) = out.iterdir()
    assert "Zenobia" not in file.read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_leaves_nothing_behind(game, tmp_path):
    out = tmp_path / "films" / "film"
    command = ("export", game, "--to", "gif-frames", "--jobs", "2", "--out", out)
    child = subprocess.Popen(
        [sys.executable, "-m", "ledger.cli", *map(str, command)],
        start_new_session=True,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    with child:
        for _ in range(600):
            if list(tmp_path.glob("films/.film.*/film/*.svg")):
                break
            time.sleep(0.05)
        os.killpg(child.pid, signal.SIGINT)
        _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"Traceback" not in err
    assert list(out.parent.iterdir()) == []
