"""Moves as people type them, and what cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import tells
from ledger.games.century import GAME
from ledger.games.century import commands as c
from ledger.kernel.errors import Malformed
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.words.typed_words import split_words
from ledger.sdk import Command

from .scenario import play, position, random_game, refused

HERE: dict[str, Any] = {
    "hold": ["YYYRRGGB"],
    "hand": ["YY UP2 YY-RR"],
    "played": ["RR YR"],
    "ships": ["A2", "E2"],
}


def read(text: str, phase: str = "turn") -> Command:
    state = position(2, **HERE).state
    state.phase = phase
    words, _ = split_words(text)
    return GAME.words.read(state, 1, words)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("acquire YYY", c.Acquire(seat=1, card="YYY")),
        ("acquire 3 YR", c.Acquire(seat=1, card="YYYY-GG", pay=("yellow", "red"))),
        ("a yyyy-gg y r", c.Acquire(seat=1, card="YYYY-GG", pay=("yellow", "red"))),
        ("acquires 2 Brown", c.Acquire(seat=1, card="YY-G", pay=("brown",))),
        ("play YY", c.Play(seat=1, card="YY")),
        ("play YY-RR x2", c.Play(seat=1, card="YY-RR", times=2)),
        ("p yy-rr 2", c.Play(seat=1, card="YY-RR", times=2)),
        ("play UP2 Y>R R>G", c.Play(seat=1, card="UP2", steps=("yellow", "red"))),
        ("play UP2 Y>G", c.Play(seat=1, card="UP2", steps=("yellow", "red"))),
        ("play up2 yy>rr", c.Play(seat=1, card="UP2", steps=("yellow", "yellow"))),
        ("play UP2 yellow>brown", c.Play(seat=1, card="UP2", steps=("yellow", "red", "green"))),
        ("rest", c.Rest(seat=1)),
        ("pass", c.Move(seat=1, to="A2")),
        ("stay port", c.Move(seat=1, to="A2", tile=True)),
        ("stay market", c.Move(seat=1, to="A2", times=1)),
        ("move b2 discard YY", c.Move(seat=1, to="B2", hand=("YY",))),
        ("move B2 discard RR", c.Move(seat=1, to="B2", played=("RR",))),
        (
            "move C3 discard RR, YY, ? toll YR build GB market 2",
            c.Move(
                seat=1,
                to="C3",
                hand=("YY", None),
                played=("RR",),
                toll=("yellow", "red"),
                build=True,
                pay=("green", "brown"),
                times=2,
            ),
        ),
        ("sail A1 port discard: UP2", c.Move(seat=1, to="A1", hand=("UP2",), tile=True)),
        ("move A3 build", c.Move(seat=1, to="A3", build=True)),
        ("reward hold", c.Reward(seat=1, bonus="hold")),
        ("reward VP", c.Reward(seat=1, bonus="vp")),
        ("reward 1", c.Reward(seat=1, card="YYY")),
        ("reward r-yyy", c.Reward(seat=1, card="R-YYY")),
        ("market 3", c.Exchange(seat=1, times=3)),
        ("discard YYR", c.Discard(seat=1, cubes=("yellow", "yellow", "red"))),
        ("discard green yellow", c.Discard(seat=1, cubes=("green", "yellow"))),
        ("embark yyr c3", c.Embark(seat=1, set="YYR", to="C3")),
    ],
)
def test_what_is_typed_is_understood(text: str, command: Command) -> None:
    assert read(text) == command


def test_a_pass_is_no_to_the_market_where_it_is_asked() -> None:
    assert read("pass", "market") == c.Decline(seat=1)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("fly C3", 1, "fly | embark | stay"),
        ("acquire", 8, "acquire"),
        ("acquire 9", 9, "9 | 4"),
        ("acquire YYY X", 13, "X | Y | B"),
        ("acquire YYY YRX", 15, "YRX | Y | B"),
        ("play", 5, "play"),
        ("play ZZ", 6, "ZZ"),
        ("play YY-RR two", 12, "two"),
        ("play YY-RR 2 3", 14, "3"),
        ("play UP2 R>Y", 10, "R>Y"),
        ("play UP2 Y>", 10, "Y>"),
        ("play UP2 YY>R", 10, "YY>R"),
        ("play UP2 Y>R x2", 14, "x2"),
        ("move", 5, "move"),
        ("move F7", 6, "F7 | A1 | A2"),
        (
            "move B2 YY",
            9,
            "YY | discard | port",
        ),
        ("move B2 build build", 15, "build"),
        ("move B2 port now", 14, "now"),
        ("move B2 market x", 16, "x"),
        ("move B2 discard UP9", 17, "UP9"),
        ("move B2 toll U", 14, "U | Y | B"),
        ("rest now", 6, "now"),
        ("reward", 7, "reward"),
        ("reward hold vp", 13, "vp"),
        ("market", 7, "market"),
        ("market many", 8, "many"),
        ("embark", 7, "embark"),
        ("embark YYR", 11, "YYR"),
        ("embark BB C3", 8, "BB | YYYY | YG"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(text: str, column: int, message: str) -> None:
    with pytest.raises(Malformed) as error:
        read(text)
    assert error.value.column == column
    assert tells(error.value.message, message)


def test_an_error_names_the_legal_moves() -> None:
    error = refused(position(2, **HERE), "Ana move D5")
    assert error.line == 1
    assert error.hint is not None
    assert "acquire YYY; acquire YY-G Y" in error.hint


@pytest.mark.parametrize(
    "move",
    [
        "acquire R-YYY YRG",
        "play UP2",
        "play UP2 Y>R R>G",
        "play YY-RR",
        "play YY-RR x0 !CEN-A21",
        "move A2",
        "move B2 discard YY build",
        "move B2 discard ?",
        "move C3 discard YY-RR RR build",
        "rest",
    ],
)
def test_what_is_written_is_what_was_read(move: str) -> None:
    here = position(2, **HERE)
    chance = "\nrow RR-GG" if move.startswith("acquire") else ""
    done = play(here, f"Ana {move}{chance}")
    assert f"Ana {move}\n" in write_session(GAME, done.table.lines)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_read_back(players: int) -> None:
    table = random_game(players, "read back")
    assert read_session(write_session(GAME, table.lines)).bytes() == table.bytes()


def test_the_set_up_can_be_typed_line_by_line_or_in_one() -> None:
    table = random_game(2, "lines", turns=1)
    text = write_session(GAME, table.lines)
    ports = [x for x in text.splitlines() if x.startswith("port ")]
    assert len(ports) == 4
    one = text.replace("\n".join(ports), "port " + " ".join(x[5:] for x in ports))
    assert read_session(one).bytes() == table.bytes()
