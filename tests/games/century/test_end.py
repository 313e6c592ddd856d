"""The end of the game: the last round, points, ties."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.games.century import GAME
from ledger.kernel.errors import Illegal
from ledger.kernel.notation.session.session_reader import read_session

from .scenario import Position, cubes, heading, play, position

THREE = "12-RRBB 12-RRGB 12-RRRGG"
TAKE = "Ana stay port\nport 20-BBBBB"


def ready(players: int = 3, active: int = 1, **more: Any) -> Position:
    """Return a position in which the active player can take a tile on A1."""
    hold = ["YYGGG" if i == active - 1 else "" for i in range(players)]
    ships = ["A1" if i == active - 1 else "E2" for i in range(players)]
    tiles = [THREE if i == active - 1 else "" for i in range(players)]
    given = {"hold": hold, "ships": ships, "tiles": tiles, "active": active, "turn": active}
    return position(players, **{**given, **more})


@pytest.mark.rule("CEN-46", "CEN-A30")
def test_the_round_is_played_to_its_end() -> None:
    done = play(ready(), TAKE)
    assert done.asked == [("Bartek", "turn")]
    done = play(done, "Bartek rest\nCelina rest")
    assert done.told[-3:] == ["finished", "ended", "sealed"]
    assert done.asked == []
    assert done.only("finished").round == 1


@pytest.mark.rule("CEN-46", "CEN-A30")
def test_the_last_player_ends_the_game_at_once() -> None:
    done = play(ready(active=3), "Celina stay port\nport 20-BBBBB")
    assert done.told == ["sailed", "tile_taken", "port_filled", "finished", "ended", "sealed"]


@pytest.mark.rule("CEN-46", "CEN-A36")
def test_three_tiles_and_bonus_tiles_do_not_end_the_game() -> None:
    here = ready(active=3, tiles=["", "", "12-RRBB 12-RRGB"], bonus=["", "", "vp6 vp5"])
    done = play(here, "Celina stay port\nport 20-BBBBB")
    assert len(done.seat("Celina").tiles) == 3
    assert done.asked == [("Ana", "turn")]


@pytest.mark.rule("CEN-A36")
def test_the_closed_port_is_no_vp_tile() -> None:
    done = play(ready(2, 2, tiles=["", "12-RRBB 12-RRGB"]), "Bartek stay port\nport closed")
    assert done.seat("Bartek").tiles == ["12-RRBB", "12-RRGB", "11-YYGGG"]
    assert done.asked == [("Ana", "turn")]


@pytest.mark.rule("CEN-46")
def test_others_can_get_more_tiles_in_the_last_round() -> None:
    hold, tiles = ["YYGGG", "GGGG", ""], [THREE, "11-YYYBB 13-YYRRGG 14-RRRBB", ""]
    here = position(3, hold=hold, ships=["A1", "A4", "E2"], tiles=tiles)
    done = play(here, f"{TAKE}\nBartek stay port\nport 16-BBBB\nCelina rest")
    assert done.only("ended").scores == (36 + 11, 38 + 12, 0)
    assert done.only("ended").ranking == ((2,), (1,), (3,))


G12: dict[str, Any] = {
    "hold": ["YYRBYYYBB"],
    "tiles": ["11-YYGGG 12-GGGG 13-RRGGG"],
    "ships": ["A1", "E2"],
    "ports": {"A1": "11-YYYBB", "A4": "20-BBBBB", "E1": "19-RRGGBB"},
    "bonus": ["vp6"],
    # every row has given two outposts, and ginger and chili a third
    "posts": {
        **dict.fromkeys(("A2", "A3", "B2"), "1"),
        **dict.fromkeys(("B1", "B3", "D1"), "1"),
        **dict.fromkeys(("C2", "C3"), "1"),
        **dict.fromkeys(("C4", "C5"), "1"),
    },
}


@pytest.mark.example("CEN-G12")
@pytest.mark.rule("CEN-47", "CEN-A06", "CEN-36")
def test_67_points(golden) -> None:
    # with YYYBB paid for the fourth tile, YYRB stay in the hold
    done = play(position(2, **G12), "Ana stay port\nport 18-GGBBB\nBartek rest")
    assert done.hold("Ana") == "YYRB"
    assert 11 + 11 + 12 + 13 == 47
    assert 47 + (4 * 1 + 4 * 1 + 2 * 2) + 6 + 2 == 67
    assert done.only("ended").scores == (67, 0)
    assert GAME.rules.scores(done.state) == (67, 0)
    assert done.data[:-1] == golden, "all but the seal"


@pytest.mark.example("CEN-G12")
def test_67_points_in_a_recorded_session() -> None:
    body = "Ana stay port\nport 18-GGBBB\nBartek rest\nresult Ana 67, Bartek 0\n"
    read = read_session(heading(position(2, **G12)) + body, game=GAME)
    assert read.over
    assert GAME.rules.outcome(read.state).scores == (67, 0)
    wrong = body.replace("67", "66")
    with pytest.raises(Illegal, match="67"):
        read_session(heading(position(2, **G12)) + wrong, game=GAME)


@pytest.mark.rule("CEN-47")
@pytest.mark.parametrize(
    ("hold", "points"), [("", 0), ("YYYY", 0), ("R", 1), ("YRRGGGBBBB", 9), ("YB", 1)]
)
def test_cubes_that_are_not_yellow_count_one_each(hold: str, points: int) -> None:
    state = position(2, hold=[hold]).state
    assert sum(cubes(hold).values()) == len(hold)
    assert GAME.rules.scores(state) == (points, 0)


@pytest.mark.rule("CEN-A06", "CEN-47")
@pytest.mark.parametrize(("gone", "points"), [(1, 1), (2, 2), (3, 4), (4, 7)])
def test_values_under_the_outposts(gone: int, points: int) -> None:
    ginger = ("A2", "A3", "B2", "B5")[:gone]
    state = position(2, posts=dict.fromkeys(ginger, "1")).state
    assert GAME.rules.scores(state) == (points, 0)


@pytest.mark.rule("CEN-48")
def test_most_points_win() -> None:
    done = play(ready(2, tiles=[THREE, "20-YRGBBB 18-YRGGGB 19-RRGGBB"]), TAKE + "\nBartek rest")
    ended = done.only("ended")
    assert (ended.scores, ended.ranking) == ((47, 57), ((2,), (1,)))
    assert GAME.rules.outcome(done.state).rule == "CEN-47"


@pytest.mark.rule("CEN-48")
def test_of_tied_players_the_one_who_took_the_last_turn_wins() -> None:
    tiles = [THREE, "20-YRGBBB 16-RRBBB 11-YYYBB", "17-YYGGBB 18-YRGGGB 12-YRGB"]
    done = play(ready(3, tiles=tiles), TAKE + "\nBartek rest\nCelina rest")
    ended = done.only("ended")
    assert ended.scores == (47, 47, 47)
    assert ended.ranking == ((3,), (2,), (1,))
    assert GAME.rules.outcome(done.state).rule == "CEN-48"


@pytest.mark.rule("CEN-48")
@pytest.mark.parametrize(
    ("bartek", "ranking", "rule"),
    [
        ("20-YRGBBB 16-RRBBB 11-YYYBB", ((2,), (1,), (3,)), "CEN-48"),
        ("", ((1,), (3,), (2,)), "CEN-47"),
    ],
)
def test_only_a_tie_for_the_first_place_decides_the_game(bartek, ranking, rule) -> None:
    done = play(ready(3, tiles=[THREE, bartek]), TAKE + "\nBartek rest\nCelina rest")
    assert done.only("ended").ranking == ranking
    assert GAME.rules.outcome(done.state).rule == rule
