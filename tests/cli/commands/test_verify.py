"""verify: verdicts, exit codes, the shape of its JSON."""

import json

import pytest

from common.refusals import tells
from ledger import load
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Entry, groups
from ledger.kernel.log.fingerprint import fingerprint


def forge(path, out, change):
    """Write a log whose chain is whole but whose events are changed."""
    import msgspec

    head, data = Head(), b""
    for group in groups(load(path).lines):
        entries = []
        for line in group:
            new = change(line)
            entries.append(
                Entry(
                    data=msgspec.structs.replace(line.data, **new) if new else line.data,
                    turn=line.turn, by=line.by, at=line.at,
                )
            )  # fmt: skip
        _, raw, head = stamp(head, entries)
        data += raw
    out.write_bytes(data)
    return out


@pytest.fixture
def illegal(game, tmp_path):
    """A log in which somebody pays less than the cost."""
    first = next(x.seq for x in load(game).lines if x.type == "bought")
    return forge(
        game,
        tmp_path / "illegal.jsonl",
        lambda line: {"paid": line.data.paid[1:]} if line.seq == first else None,
    )


def test_a_legal_log(run, game):
    result = run("verify", game)
    assert result.code == 0
    assert result.out.startswith("legal ")
    assert result.err == ""


def test_json_is_exactly_this(run, game):
    report = run("verify", game, "--json").json
    assert report == {
        "file": str(game),
        "verdict": "legal",
        "events": len(load(game).lines),
        "open": False,
        "problems": [],
        "assurance": {
            "end": "finished",
            "over": True,
            "fingerprint": fingerprint(load(game).head.digest),
            "known_rules": True,
            "box": {
                "standard": True,
                "id": "osaka-standard",
                "differs": [],
                "tables": 12,
                "defaults": 1,
            },
            "options": {},
            "waived": [],
            "corrected": [],
            "unseen": {},
            "view": None,
            "redrawn": [],
            "sees_all": [],
        },
    }


def test_an_illegal_log(run, illegal):
    result = run("verify", illegal)
    assert result.code == 1
    assert result.out.startswith("illegal ")
    (problem,) = run("verify", illegal, "--json").json["problems"]
    assert list(problem) == ["line", "seq", "kind", "rule", "message"]
    assert problem["rule"] == "OSA-14"
    assert f"line {problem['line']}: illegal: " in result.out
    assert "[OSA-14]" in result.out


def test_a_damaged_log(run, game, tmp_path):
    lines = game.read_bytes().splitlines(keepends=True)
    lines[20] = lines[20].replace(b'"turn":', b'"turn": ')
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"".join(lines))
    result = run("verify", bad, "--json")
    assert result.code == 1
    assert result.json["verdict"] == "damaged"
    assert result.json["problems"][0]["line"] == 21


def test_unknown_cards_make_it_possible(run, game, tmp_path):
    stream = tmp_path / "ana.jsonl"
    run("export", game, "--to", "jsonl", "--as", "Ana", "--out", stream)
    result = run("verify", stream, "--json")
    assert result.code == 0
    assert result.json["verdict"] == "possible"


def test_the_exit_code_is_the_highest(run, game, illegal, tmp_path):
    assert run("verify", game, illegal).code == 1
    assert run("verify", game, illegal, tmp_path / "missing.jsonl").code == 2
    assert run("verify", tmp_path / "missing.jsonl", game).code == 2


def test_a_missing_file_is_unreadable(run, tmp_path):
    report = run("verify", tmp_path / "missing.jsonl", "--json").json
    assert report["verdict"] == "unreadable"
    assert report["problems"][0]["message"]


def test_a_folder_is_all_logs_below_it(run, games, tmp_path):
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    for path in games.iterdir():
        (deep / path.name).write_bytes(path.read_bytes())
    (deep / "notes.txt").write_text("no log")
    reports = run("verify", tmp_path, "--json").jsons
    assert [r["file"] for r in reports] == sorted(str(deep / p.name) for p in games.iterdir())
    assert "3 files, " in run("verify", tmp_path).out


def test_a_folder_without_logs(run, tmp_path):
    result = run("verify", tmp_path)
    assert result.code == 2
    assert tells(result.err, ".jsonl")


def test_against_what_a_seat_saw(run, game, games, tmp_path):
    stream = tmp_path / "ana.jsonl"
    run("export", game, "--to", "jsonl", "--as", "Ana", "--out", stream)
    assert run("verify", game, "--against", stream).code == 0
    other = tmp_path / "other.jsonl"
    run("export", games / "osaka-3p-7-0001.jsonl", "--to", "jsonl", "--as", "1", "--out", other)
    result = run("verify", game, "--against", other, "--json")
    assert result.code == 1
    assert str(other) in result.json["problems"][0]["message"]
    assert run("verify", game, "--against", game).code == 1
    assert run("verify", game, "--against", tmp_path / "none.jsonl").code == 2
    assert run("verify", game, game, "--against", stream).code == 2


@pytest.mark.parametrize("command", ["replay", "log", "export", "do", "branch"])
def test_a_forged_log_crashes_nothing(run, game, tmp_path, command):
    def change(line):
        if line.type == "took":
            return {"seat": 77, "card": "X9"}
        return {"seat": 77} if line.type in ("turned", "claimed") else None

    bad = forge(game, tmp_path / "bad.jsonl", change)
    args = {
        "export": ("--to", "session"),
        "do": ("take R5",),
        "branch": ("--at", 7, "--out", tmp_path / "b"),
    }
    assert run(command, bad, *args.get(command, ())).code in (0, 1)
    assert run("verify", bad).code == 1


def test_any_number_of_processes_says_the_same_in_the_same_order(run, game, illegal, tmp_path):
    folder = tmp_path / "many"
    folder.mkdir()
    for n in range(3):
        (folder / f"{n}.jsonl").write_bytes(game.read_bytes())
    (folder / "3.jsonl").write_bytes(illegal.read_bytes())
    (folder / "4.jsonl").write_bytes(b"nothing like a log\n")
    (folder / "5.jsonl").write_bytes(game.read_bytes()[:-5])
    for more in ((), ("--json",)):
        one, three = (run("verify", folder, "--jobs", jobs, *more) for jobs in (1, 3))
        assert one.code == three.code == 2
        assert one.out == three.out
        assert one.out.count(".jsonl") >= 6


def test_jobs_and_a_cluster_exclude_each_other(run, game):
    result = run("verify", game, game, "--jobs", 2, "--cluster", "tcp://127.0.0.1:9")
    assert result.code == 2
    assert "--jobs" in result.err


def test_a_session_is_told_how_to_become_a_log(run, tmp_path):
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for file in files:
        file.write_text("game: osaka\nplayers: Ana, Bo\n")
    for some in (files[:1], files):
        reports = [json.loads(x) for x in run("verify", "--json", *some).out.splitlines()]
        for file, report in zip(some, reports, strict=True):
            assert report["verdict"] == "unreadable"
            assert f"ledger import {file} " in report["problems"][0]["message"]
