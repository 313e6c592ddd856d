"""The black box: what is taken out of answers, and how two of them are told apart."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from common.paths import ROOT
from scripts.laboratory.black_box.cases import GROUPS
from scripts.laboratory.black_box.compare import compare, differences
from scripts.laboratory.black_box.normalise import Normaliser, measured, metrics, ordered, parsed
from scripts.laboratory.black_box.recording import ABOUT, chosen, keep, kept

FIXED = ROOT / "scripts" / "laboratory" / "black_box" / "fixed"


def answer(**parts):
    return {"asked": "ledger log x", "exit": 0, **parts}


def kinds(a, b):
    return [(d.kind, d.where) for d in differences(a, b)]


# --- normalising ------------------------------------------------------------------------------


def test_names_of_one_run_are_taken_out():
    names = Normaliser([("/tmp/black-box-x/group", "<work>"), ("/tmp/black-box-x", "<top>")])
    names.call("k3v9x0q2ab", "<id of seat 1>")
    secret = "ledger_k3v9x0q2ab_" + "x" * 43
    text = names.text(
        "/tmp/black-box-x/group/a.jsonl k3v9x0q2ab http://127.0.0.1:43121/games took 12.5 ms"
    )
    assert text == "<work>/a.jsonl <id of seat 1> http://127.0.0.1:<port>/games took <time>"
    noise = "nanobind: leaked 2 instances!\n - leaked instance 0x55 of type x\nerror: no\n"
    assert Normaliser().text(noise) == "error: no\n"
    assert Normaliser().text(f"it is {secret}.") == "it is <token>."


def test_digests_scores_and_times_of_a_log_stay():
    text = '{"at":"2026-03-01T18:00:20.000Z","digest":"40be6a226c8283fd67b29a40e53a03f5","n":127}'
    assert Normaliser().text(text) == text


def test_kinds_of_output_are_found_out():
    assert parsed('{"a": 1}\n') == ("json", {"a": 1})
    assert parsed('{"a": 1}\n{"a": 2}\n') == ("rows", [{"a": 1}, {"a": 2}])
    assert parsed("no game\nat all\n") == ("text", ["no game", "at all"])
    assert parsed("") == ("text", [])


def test_measurements_are_taken_out():
    assert measured({"seconds": 0.3, "games": [{"bytes": 9}], "how": "all"}) == {
        "seconds": "<measured>",
        "games": [{"bytes": "<measured>"}],
        "how": "all",
    }
    made = [{"id": "<id of seat 2>"}, {"id": "<id of seat 1>"}]
    assert ordered(made) == made[::-1]
    assert ordered([{"id": "b"}, {"id": "a"}]) == [{"id": "b"}, {"id": "a"}]
    page = 'a_total{route="/"} 3\nb_seconds_bucket{le="1"} 2\nb_seconds_sum 0.25\n'
    assert metrics(page) == ['a_total{route="/"} 3', "b_seconds_sum <measured>"]


def test_the_clock_stands_and_the_dice_are_fixed():
    code = (
        "import datetime as dt, random, secrets\n"
        "one, other = random.SystemRandom(), random.SystemRandom()\n"
        "print(dt.datetime.now(dt.UTC), dt.date.today(), one.random(), other.randrange(99))\n"
        "print(secrets.token_hex(8))\n"
    )
    ran = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": str(FIXED), "TZ": "UTC"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for _ in range(2)
    ]
    assert ran[0][0] == ran[1][0]
    assert ran[0][0].startswith("2026-06-01 22:00:00+00:00 2026-06-01 ")
    assert ran[0][1] != ran[1][1]


# --- comparing --------------------------------------------------------------------------------


def test_the_same_is_the_same():
    one = answer(stdout={"json": {"a": [1, {"message": "x"}]}}, stderr={"text": []})
    assert differences(one, json.loads(json.dumps(one))) == []


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({"exit": 0}, {"exit": 1}),
        ({"status": 200}, {"status": 404}),
        ({"headers": {"vary": "x"}}, {"headers": {}}),
        ({"stdout": {"json": {"score": 1}}}, {"stdout": {"json": {"score": 2}}}),
        ({"stdout": {"json": {"score": 1}}}, {"stdout": {"json": {"score": 1.0}}}),
        ({"stdout": {"json": {"won": True}}}, {"stdout": {"json": {"won": 1}}}),
        ({"stdout": {"json": {"a": 1, "b": 2}}}, {"stdout": {"json": {"b": 2, "a": 1}}}),
        ({"stdout": {"rows": [{"a": 1}]}}, {"stdout": {"rows": [{"a": 1}, {"a": 2}]}}),
        ({"stdout": {"json": {"message": "x"}}}, {"stdout": {"json": {"message": None}}}),
        ({"stdout": {"json": {"a": 1}}}, {"stdout": {"text": ["a"]}}),
        ({"stdout": {"exact": ["a b"]}}, {"stdout": {"exact": ["a  b"]}}),
        ({"files": {"x": {"digest": "1"}}}, {"files": {"x": {"digest": "2"}}}),
        ({"files": {"x": {"digest": "1"}}}, {"files": {}}),
        ({"stream": ["id: 7"]}, {"stream": ["id: 8"]}),
    ],
)
def test_facts(a, b):
    found = differences({"asked": "x", **a}, {"asked": "x", **b})
    assert found
    assert {d.kind for d in found} == {"facts"}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({"stderr": {"text": ["'fly' is no move"]}}, {"stderr": {"text": ["`fly` is not a move"]}}),
        ({"stdout": {"json": {"hint": "x"}}}, {"stdout": {"json": {"hint": "y"}}}),
        ({"stdout": {"json": {"remarks": ["x"]}}}, {"stdout": {"json": {"remarks": ["y", "z"]}}}),
        (
            {"stdout": {"json": {"title": "Wins", "about": "x"}}},
            {"stdout": {"json": {"title": "Who wins", "about": "x"}}},
        ),
    ],
)
def test_prose(a, b):
    assert {d.kind for d in differences({"asked": "x", **a}, {"asked": "x", **b})} == {"prose"}


def test_places_and_rules_are_facts_in_the_middle_of_prose():
    a = answer(stderr={"text": ["evening.session:13:5: you paid too little [OSA-14]"]})
    b = answer(stderr={"text": ["evening.session:13:9: that is not enough [OSA-14]"]})
    c = answer(stderr={"text": ["evening.session:13:5: that is not enough [OSA-13]"]})
    d = answer(stderr={"text": ["evening.session:13:5: that is not enough [OSA-14]"]})
    assert kinds(a, b) == [("facts", "stderr, places named"), ("prose", "stderr")]
    assert kinds(a, c) == [("facts", "stderr, rules named"), ("prose", "stderr")]
    assert kinds(a, d) == [("prose", "stderr")]


def test_words_in_a_drawing_are_prose_and_pieces_are_not():
    a = answer(stdout={"board": ["║  ○   1 E1 ║ │ 13 traders · 1 move   │"]})
    b = answer(stdout={"board": ["║  ○   1 E1 ║ │ 13 merchants · 1 move │"]})
    c = answer(stdout={"board": ["║  ○   1 E2 ║ │ 13 traders · 1 move   │"]})
    assert {k for k, _ in kinds(a, b)} == {"prose"}
    assert {k for k, _ in kinds(a, c)} == {"facts"}


def recording(folder, tree, whole=True, **groups):
    folder.mkdir()
    for name, answers in groups.items():
        keep(folder / name, answers)
    (folder / ABOUT).write_text(json.dumps({"tree": tree, "whole": whole}))
    return folder


def test_two_recordings(tmp_path, capsys):
    good = answer(stdout={"json": {"score": 1, "message": "fine"}})
    reworded = answer(stdout={"json": {"score": 1, "message": "all is well"}})
    wrong = answer(stdout={"json": {"score": 2, "message": "fine"}})
    a = recording(tmp_path / "a", "old", log={"x": good, "y": good})
    same = recording(tmp_path / "same", "new", log={"x": good, "y": good})
    prose = recording(tmp_path / "prose", "new", log={"x": good, "y": reworded})
    facts = recording(tmp_path / "facts", "new", log={"x": wrong, "y": reworded})
    less = recording(tmp_path / "less", "new", log={"x": good})
    assert kept(a)["log"]["x"] == good
    assert compare(a, same) == 0
    assert compare(a, prose) == 1
    assert "== log/y" in capsys.readouterr().out
    assert compare(a, facts, facts_only=True) == 2
    told = capsys.readouterr().out
    assert "== log/x" in told and "== log/y" not in told
    assert "Facts differ in 1 of them (1 differences), prose in 1 (1)" in told
    assert compare(a, less) == 2


def test_a_group_that_is_missing_counts_only_between_whole_recordings(tmp_path):
    good = answer()
    a = recording(tmp_path / "a", "old", log={"x": good}, replay={"x": good})
    b = recording(tmp_path / "b", "new", log={"x": good})
    c = recording(tmp_path / "c", "new", whole=False, log={"x": good})
    assert (compare(a, b), compare(a, c)) == (2, 0)


def test_groups_are_chosen_by_part_of_their_name():
    assert list(chosen(GROUPS, ["schem"])) == ["schemas"]
    assert set(chosen(GROUPS, ["log-*"])) == {f"log-{g}" for g in _games()}
    assert chosen(GROUPS, []) == GROUPS


def _games():
    return "century", "istanbul", "klongs", "osaka"
