"""What a verdict stands on, wherever people meet it: verify, log, list, show, do, import …"""

from __future__ import annotations

import io
import json
import sys

import msgspec
import pytest

from common.paths import REPLAYS
from common.refusals import tells
from ledger import load
from ledger.kernel.log.fingerprint import fingerprint
from ledger.library.library import Library
from ledger.testing.forge import forge

OWN = """[limits]
market = 5
farm = 3
refill_market = 2
refill_farm = 3
hand_sum = 8
end_tokens = 2
set_round = 5
tokens_per_colour = 12
"""
HEAD = """game: osaka
players: Ana, Bartek
{header}
market B5 R5 Y3 Y3 Y2
farm R2 G3 B2
Ana hand R5 R3
Bartek hand B5 B5
Ana claim red
Bartek claim blue
"""


@pytest.fixture
def library(tmp_path, monkeypatch) -> Library:
    """An empty library, which every command finds."""
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "lib"))
    return Library(tmp_path / "lib")


@pytest.fixture
def recorded(run, tmp_path):
    """Turn lines of a session into a log."""

    def make(lines="", header="", name="evening"):
        session = tmp_path / f"{name}.session"
        session.write_text(HEAD.format(header=header) + lines)
        out = tmp_path / f"{name}.jsonl"
        result = run("import", session, "--out", out)
        assert result.code == 0, result.err
        return out

    return make


@pytest.fixture
def house(recorded):
    """A game that departs in all ways from the standard one, broken off."""
    limits = {line.split(" = ")[0]: int(line.split(" = ")[1]) for line in OWN.splitlines()[1:]}
    header = f"option: insurance_scope=any\nbox: {json.dumps({'limits': limits})}\n"
    return recorded('Ana buy R3 !OSA-14\nmarket G2 B3\nfarm Y5 R3 G2\nabandon "supper"\n', header)


@pytest.fixture
def unsealed(game, tmp_path):
    """A finished game whose terminal was closed before the seal."""
    path = tmp_path / "closed.jsonl"
    path.write_bytes(b"".join(game.read_bytes().splitlines(keepends=True)[:-1]))
    return path


# --- verify -----------------------------------------------------------------------------------


def test_the_last_line_is_the_assurance(run, game, house):
    plain = run("verify", game).out.splitlines()[-1]
    mark = fingerprint(load(game).head.digest)
    assert tells(plain, f"finished | standard | 1 | 12 | {mark}")
    told = run("verify", house)
    assert told.code == 0
    last = told.out.splitlines()[-1]
    assert tells(last, "broken off | own box | limits.end_tokens | insurance_scope=any | OSA-14")
    found = run("verify", house, "--json").json["assurance"]
    assert (found["end"], found["options"]) == ("broken off", {"insurance_scope": "any"})
    assert (found["box"]["standard"], found["box"]["differs"]) == (False, ["limits.end_tokens"])
    (waived,) = found["waived"]
    assert waived["rule"] == "OSA-14"
    assert load(house).lines[waived["line"] - 1].type == "bought"
    assert f"line {waived['line']}" in last


def test_of_several_files_only_what_departs_has_the_line(run, games, house):
    result = run("verify", games, house)
    assert [line for line in result.out.splitlines() if "OSA-14 (" in line]
    assert "standard box" not in result.out
    assert tells(result.out.splitlines()[-1], "3 finished | 1 broken off")


@pytest.mark.parametrize(
    ("which", "code"),
    [
        ("game", 0), ("house", 1), ("unsealed", 1), ("open", 1), ("broken off", 1), ("waived", 1),
        ("corrected", 1), ("unknown rules", 1),
    ],
)  # fmt: skip
def test_strict(run, game, recorded, tmp_path, request, which, code):
    if which in ("game", "house", "unsealed"):
        path = request.getfixturevalue(which)
    elif which == "unknown rules":
        path = tmp_path / "edition.jsonl"
        lines = load(game).lines
        path.write_bytes(forge(lines, {1: [msgspec.structs.replace(lines[0].data, rules="x/9")]}))
    else:
        typed = {
            "waived": "Ana buy R3 !OSA-14\nmarket G2 B3\nfarm Y5 R3 G2\n",
            "corrected": 'adjust "typo" [{"path": "/players/0/tokens/red", "value": 1}]\n',
            "broken off": "abandon\n",
        }.get(which, "")
        path = recorded(typed)
    assert run("verify", path).code == 0
    assert run("verify", path, "--strict").code == code
    assert run("verify", game, path, "--strict").code == code


def test_strict_lets_options_pass(run, tmp_path):
    args = ("--option", "insurance_scope=any", "--seed", 7, "--bot", "random", "--out", tmp_path)
    assert run("simulate", "osaka", "--players", 2, *args).code == 0
    (path,) = tmp_path.glob("*.jsonl")
    result = run("verify", path, "--strict")
    assert (result.code, "insurance_scope=any" in result.out) == (0, True)


# --- fingerprints -----------------------------------------------------------------------------


def test_a_fingerprint_is_that_of_one_log(run, game, games):
    mark = fingerprint(load(game).head.digest)
    for typed in (mark, mark.lower(), mark.replace("-", ""), mark.replace("0", "O")):
        assert run("verify", game, "--fingerprint", typed).code == 0
    wrong = run("verify", games / "osaka-3p-7-0001.jsonl", "--fingerprint", mark, "--json")
    assert (wrong.code, wrong.json["verdict"], wrong.json["assurance"]) == (1, "illegal", None)
    assert [p["kind"] for p in wrong.json["problems"]] == ["fingerprint"]


def test_a_log_that_was_chained_anew_has_another_one(run, game, tmp_path):
    mark = fingerprint(load(game).head.digest)
    lines = load(game).lines
    later = {line.seq: {"at": "2026-03-01T20:00:00.000Z"} for line in lines}
    other = tmp_path / "other.jsonl"
    other.write_bytes(forge(lines, headers=later))
    assert run("verify", other).code == 0
    assert run("verify", other, "--fingerprint", mark).code == 1


def test_what_a_seat_saw_has_its_own_fingerprint_which_the_full_log_proves(run, tmp_path):
    full, seat = REPLAYS / "klongs-2p.jsonl", tmp_path / "ana.jsonl"
    run("export", full, "--to", "jsonl", "--as", "Ana", "--out", seat)
    mark = fingerprint(load(seat).head.digest)
    assert mark != fingerprint(load(full).head.digest)
    assert run("verify", full, "--fingerprint", mark).code == 0
    assert run("verify", REPLAYS / "klongs-3p.jsonl", "--fingerprint", mark).code == 1


@pytest.mark.parametrize("typed", ["", "7ZQ4", "7ZQ4-0M3K-XW1U", "7ZQ4-0M3K-XW1C-0"])
def test_what_is_no_fingerprint(run, game, typed):
    result = run("verify", game, "--fingerprint", typed)
    assert (result.code, result.out) == (2, "")


def test_an_open_log_and_several_files_have_none(run, game, table):
    assert run("verify", table, "--fingerprint", "7ZQ4-0M3K-XW1C").code == 1
    assert run("verify", game, table, "--fingerprint", "7ZQ4-0M3K-XW1C").code == 2


def test_whoever_seals_is_told_it(run, library, recorded, table, tmp_path, monkeypatch):
    done = run("do", table, "abandon", "late")
    assert fingerprint(load(table).head.digest) in done.out
    assert run("do", table, "--json").json["fingerprint"] in done.out
    session = tmp_path / "late.session"
    session.write_text(HEAD.format(header="") + "abandon\n")
    taken = run("import", session, "--out", tmp_path / "late.jsonl")
    mark = fingerprint(load(tmp_path / "late.jsonl").head.digest)
    assert mark in taken.out
    assert mark in run("import", session).out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"abandon\n")))
    out = recorded(name="piped")
    result = run("record", out)
    assert (result.code, fingerprint(load(out).head.digest) in result.out) == (0, True)


# --- where people look ------------------------------------------------------------------------


def test_departures_are_seen_everywhere(run, library, house, game):
    log = run("log", house).out
    assert tells(log.splitlines()[1], "limits.end_tokens | insurance_scope=any")
    assert sum("OSA-14" in line for line in log.splitlines()) == 1
    assert {tuple(x["waived"]) for x in run("log", house, "--json").jsons} == {(), ("OSA-14",)}
    assert run("import", house, game).code == 0
    (listed,) = [x for x in run("list").out.splitlines() if "own box" in x]
    assert tells(listed, "broken off | insurance_scope=any | 1 house rule")
    one, other = run("list", "--json").jsons
    odd, plain = (one, other) if one["departures"]["options"] else (other, one)
    assert (odd["end"], odd["over"]) == ("broken off", True)
    assert odd["departures"]["box"] == ["limits.end_tokens"]
    assert plain["departures"] == {"box": None, "options": {}, "waived": [], "corrected": []}
    shown = run("show", odd["id"]).out
    assert tells(shown, "broken off | limits.end_tokens | insurance_scope=any | OSA-14")
    assert "own box" not in run("show", plain["id"]).out


def test_a_game_that_was_broken_off_never_looks_finished(run, library, recorded):
    path = recorded('abandon "tokens"\n')
    assert "enough tokens" not in run("log", path).out
    assert run("import", path).code == 0
    assert "broken off" in run("list").out
    assert run("query", "select finished from games", "--json").json == [{"finished": False}]


def test_a_log_without_its_seal_says_how_to_go_on(run, library, unsealed, monkeypatch):
    how = f"ledger record {unsealed}"
    before = unsealed.read_bytes()
    report = run("verify", unsealed, "--json")
    assert (report.code, report.json["verdict"], report.json["open"]) == (0, "legal", True)
    assert (report.json["assurance"]["end"], report.json["assurance"]["over"]) == ("open", True)
    assert how in run("verify", unsealed).out
    assert how in run("log", unsealed).out
    assert how in run("do", unsealed).out
    refused = run("do", unsealed, "take R5")
    assert (refused.code, how in refused.err) == (1, True)
    assert unsealed.read_bytes() == before
    taken = run("import", unsealed, "--json")
    assert taken.code == 0
    (item,) = taken.json["items"]
    assert tells(item["notes"][-1], f"ledger record {item['id']}")
    assert f"ledger record {item['id']}" in run("show", item["id"]).out
    assert run("list", "--json").json["end"] == "open"
    assert "not sealed" in run("list").out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert run("record", item["id"]).code == 0
    assert (run("list", "--json").json["end"], run("list", "--json").json["over"]) == (
        "finished",
        True,
    )
    assert run("verify", item["id"], "--strict").code == 0


def test_taking_back_the_last_move_of_a_log_without_its_seal(run, unsealed):
    assert run("do", unsealed, "undo").code == 0
    assert run("verify", unsealed, "--json").json["problems"] == []


def test_a_correction_without_a_reason_has_no_empty_brackets(run, recorded):
    out = run("verify", recorded("adjust Ana hand R5 R2\n")).out
    assert tells(out, "corrected by hand")
    assert "()" not in out
