"""`ledger backup` and `ledger restore`, as typed."""

from __future__ import annotations

from pathlib import Path

REPLAYS = Path(__file__).parents[3] / "replays"


def test_there_and_back(run, tmp_path):
    library = ("--library", tmp_path / "library")
    assert run("import", REPLAYS / "osaka-2p.jsonl", *library).code == 0
    made = run("backup", tmp_path / "b", *library, "--json").json
    assert (made["files"], made["damaged"], made["missing"]) == (2, [], [])
    assert made["bytes"] == made["new_bytes"] > 0
    again = run("restore", tmp_path / "b", tmp_path / "again", "--json").json
    assert (again["files"], again["made"], again["troubles"]) == (2, made["made"], [])
    assert run("library", "--library", tmp_path / "again").code == 0
    assert run("verify", tmp_path / "again" / "games").code == 0
    second = run("backup", tmp_path / "b", *library)
    assert second.code == 0
    assert " 0 of them new" in second.out


def test_what_is_wrong_ends_with_a_code(run, tmp_path):
    library = ("--library", tmp_path / "library")
    assert run("backup", tmp_path / "b", *library).code == 2
    run("import", REPLAYS / "osaka-2p.jsonl", *library)
    (log,) = (tmp_path / "library" / "games").glob("*.jsonl")
    log.write_bytes(log.read_bytes().replace(b"Ana", b"Eva", 1))
    told = run("backup", tmp_path / "b", *library)
    assert told.code == 1
    assert f"games/{log.name}" in told.out
    assert run("restore", tmp_path / "b", tmp_path / "again").code == 1
    assert run("restore", tmp_path / "b", tmp_path / "again").code != 0  # not empty any more
