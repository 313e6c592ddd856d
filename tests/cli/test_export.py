"""export: results for other programs, from logs and from the library."""

import csv
import json

import pytest

from common.refusals import tells
from ledger.library.library import Library


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
