"""replay: any position, with anybody's eyes."""

import json
import re

import pytest

from common.refusals import tells
from ledger import Replay, load
from ledger.boards.draw import draw_board
from ledger.games.osaka import GAME

from ..conftest import spawn


def test_the_end_is_shown_by_default(run, game):
    result = run("replay", game)
    last = len(load(game).lines)
    assert result.code == 0
    assert f"line {last} of {last}" in result.out
    assert "scores" in result.out


def test_a_line_and_a_turn(run, game):
    replay = Replay(GAME, load(game).lines)
    at = replay.turn_end(5)
    assert run("replay", game, "--at", at).out == run("replay", game, "--turn", 5).out
    assert f"line {at} of" in run("replay", game, "--at", at).out


def test_marks_change_nothing_but_how_it_looks(game):
    plain = spawn("replay", game, "--turn", 5).out
    marked = spawn("replay", game, "--turn", 5, env={"FORCE_COLOR": "1"}).out
    assert re.search(r"\x1b\[[0-9;]*7[;m]", marked), "the last move is not marked"
    assert re.sub(r"\x1b\[[0-9;]*m", "", marked) == plain


def test_the_board_of_the_game_is_what_is_drawn(run, game):
    from rich.console import Console

    lines = load(game).lines
    at = next(x.seq for x in lines[40:] if not x.more)
    state = Replay(GAME, lines).at(at)
    console = Console(width=100, record=True, file=None, quiet=True)
    with console.capture() as capture:
        console.quiet = False
        console.print(draw_board(GAME, GAME.view(state, None), 100, ["Ana", "Bartek"]))
    result = run("replay", game, "--at", at, "--width", 100)
    assert capture.get() in result.out


def test_inside_a_move_nobody_is_asked(run, game):
    result = run("replay", game, "--at", 40)
    assert "'s turn" in result.out
    assert " on turn" not in result.out
    assert run("replay", game, "--at", 40, "--json").json["view"]["asked"] == []


@pytest.mark.parametrize("width", [40, 80, 200])
def test_it_fits_its_width(run, game, width):
    result = run("replay", game, "--at", 40, "--width", width)
    board = result.out.splitlines()[1:10]
    assert max(map(len, board)) <= width


def test_changes_are_told_with_the_new_value(run, game):
    facts = run("replay", game, "--at", 4, "--json").json
    changes = {c["resource"]: c for c in facts["events"][-1]["changes"]}
    hand = json.loads(game.read_text().splitlines()[3])["data"]["cards"]
    assert changes["hand"] == {
        "seat": 1, "resource": "hand", "change": len(hand), "value": len(hand),
    }  # fmt: skip
    assert f"hand +{len(hand)} → {len(hand)}" in run("replay", game, "--at", 4).out


def test_json(run, game):
    facts = run("replay", game, "--turn", 5, "--json").json
    assert list(facts) == [
        "file", "game", "line", "lines", "turn", "round", "over", "viewer", "events", "scores",
        "awaiting", "view",
    ]  # fmt: skip
    assert facts["turn"] == 5
    assert facts["over"] is False
    assert facts["awaiting"] == []  # the next turn begins inside the same group
    assert facts["scores"] == [0, 0]
    end = next(x.seq for x in load(game).lines[facts["line"] :] if not x.more)
    facts = run("replay", game, "--at", end, "--json").json
    assert list(facts["awaiting"][0]) == ["seat", "ask", "rule"]


@pytest.mark.parametrize(("who", "viewer"), [("2", 2), ("bartek", 2), ("B", 2), ("spectator", 0)])
def test_as_somebody(run, game, who, viewer):
    facts = run("replay", game, "--turn", 5, "--as", who, "--json").json
    assert facts["viewer"] == viewer
    assert facts["scores"] == [0 if seat == viewer else None for seat in (1, 2)]
    hands = [seat["hand"] for seat in facts["view"]["seats"]]
    assert [hand is not None for hand in hands] == [False, viewer == 2]


def test_what_is_not_public_is_not_told_to_others(run, game):
    def private(*args):
        facts = run("replay", game, "--at", 5, *args, "--json").json
        return {
            (c["seat"], c["resource"])
            for event in facts["events"]
            for c in event["changes"]
            if c["resource"] in ("coins", "vp")
        }

    assert private() == {(1, "coins"), (2, "coins")}
    assert private("--as", "Ana") == {(1, "coins")}
    assert private("--as", "spectator") == set()


def test_at_the_end_the_scores_are_open(run, game):
    assert None not in run("replay", game, "--as", "1", "--json").json["scores"]


def test_a_seats_own_stream_is_shown_with_its_eyes(run, game, tmp_path):
    stream = tmp_path / "bartek.jsonl"
    run("export", game, "--to", "jsonl", "--as", "Bartek", "--out", stream)
    assert run("replay", stream, "--turn", 5, "--json").json["viewer"] == 2
    assert run("replay", stream, "--turn", 5, "--as", "Bartek").code == 0
    result = run("replay", stream, "--turn", 5, "--as", "Ana")
    assert result.code == 1
    assert tells(result.err, "2")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--at", 100000), "100000"),
        (("--turn", 100000), "100000"),
        (("--at", 0), "0"),
        (("--at", 3, "--turn", 1), ""),
        (("--as", "Zoe"), "seats: 1 Ana, 2 Bartek"),
        (("--as", "9"), ""),
    ],
)
def test_what_is_not_there(run, game, args, message):
    result = run("replay", game, *args)
    assert result.code == 2
    assert tells(result.err, message)


def test_a_damaged_end_is_left_out_with_a_warning(run, game, tmp_path):
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(game.read_bytes()[:-40])
    lines = len(load(torn).lines)
    result = run("replay", torn)
    assert result.code == 0
    assert f"line {lines} of {lines}" in result.out
    assert "warning: " in result.err
    assert "torn.jsonl:" in result.err
    assert run("verify", torn).code == 1


def test_from_stdin(game):
    result = spawn("replay", "-", "--at", "9", stdin=game.read_bytes())
    assert result.code == 0
    assert "line 9 of" in result.out
