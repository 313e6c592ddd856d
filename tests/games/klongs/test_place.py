"""Where boats can be placed: entrances, neighbours, districts, guards."""

from __future__ import annotations

import random

import pytest

from common.refusals import tells
from ledger.games.klongs import GAME
from ledger.games.klongs.rules.places import after_move, any_open, open_fields
from ledger.games.klongs.rules.places import moves as ways
from ledger.games.klongs.state import State

from .scenario import illegal, moves, no_session, play, position, session, standard_box

HANDS = "Ana hand S0 S1 A0 A1 / Bartek hand L0 L1 P0 P1"


def fields(here) -> set[str]:
    """Every field that a placement of the one who is asked names."""
    return {m.split()[2] for m in moves(here) if m.startswith("place")}


def boats(here) -> set[str]:
    """Every boat that a placement of the one who is asked names."""
    return {m.split()[1] for m in moves(here) if m.startswith("place")}


@pytest.mark.rule("KLO-17")
def test_two_players_come_in_at_the_light_entrances() -> None:
    here = position(2, turn=1)
    assert fields(here) == {"a4", "a5"}
    e = no_session("Ana, Bartek", HANDS + " / Ana place S0 j4")
    assert e.rule == "KLO-17"
    assert tells(e.message, "j4 | a4 | a5")


@pytest.mark.rule("KLO-17")
@pytest.mark.parametrize("players", [3, 4])
def test_more_players_come_in_at_both_sides(players: int) -> None:
    here = position(players, turn=1)
    assert fields(here) == {"a4", "a5", "j4", "j5"}
    done = play(position(players, "j4=S0:1", active=2, turn=2), "Bartek place L0 a5")
    assert done.state.boats == {"j4": "S0", "a5": "L0"}
    illegal(
        position(players, "j4=S0:1", active=2, turn=2),
        "Bartek place L0 j4",
        "KLO-07",
        "j4",
    )


@pytest.mark.rule("KLO-17")
def test_in_round_1_everybody_comes_in_at_an_entrance() -> None:
    e = no_session("Ana, Bartek", HANDS + " / Ana place S0 a4 / Ana hand ? / Bartek place L0 b4")
    assert e.rule == "KLO-17"


@pytest.mark.rule("KLO-07")
def test_each_boat_of_the_hand_can_be_placed_and_no_other() -> None:
    here = position(2, "d4=L0:1", hands=["S0 S1 A0 guard"])
    assert boats(here) == {"S0", "S1", "A0", "guard"}


@pytest.mark.rule("KLO-04", "KLO-07")
def test_a_secret_hand_may_hold_every_boat_that_does_not_lie_elsewhere() -> None:
    box = standard_box()
    kinds = {b["id"] for part in ("fleet", "specials") for b in box[part]["boats"]}
    assert boats(position(2, "d4=L0:1", hands=["? ? ? ?"])) == kinds
    assert boats(position(2, "d4=S3n:1", hands=["? ? ? ?"])) == kinds - {"S3n"}, "the only one"


@pytest.mark.rule("KLO-18")
def test_from_round_2_on_boats_touch_by_side_or_corner() -> None:
    here = position(2, "d4=S0:1", hands=["B0"])
    assert fields(here) == {"c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"}
    illegal(here, "Ana place B0 f4", "KLO-18", "f4")
    assert play(here, "Ana place B0 e5").state.boats["e5"] == "B0", "across two footbridges"


@pytest.mark.rule("A-KLO-34")
def test_entrances_are_ordinary_fields_later() -> None:
    here = position(2, "i4=S0:1 a4=S1:2", hands=["B0"])
    assert "j4" in fields(here), "a dark one, with two players"
    illegal(here, "Ana place B0 a7", "KLO-18", "a7")
    full = position(2, "i3=S0:1 i4=S1:2 j3=L0", hands=["B0"])
    illegal(full, "Ana place B0 j4", "KLO-19", "j4 | 3")


@pytest.mark.rule("KLO-19")
def test_a_fourth_boat_in_a_district() -> None:
    here = position(2, "c3=S0:1 d3=S1:1 c4=L0:2", hands=["B0"])
    illegal(here, "Ana place B0 d4", "KLO-19", "d4 | 3")
    assert "d4" not in fields(here)
    two = position(2, "c3=S0:1 d3=S1:1 e4=L0:2", hands=["B0"])
    assert play(two, "Ana place B0 d4").state.boats["d4"] == "B0"


@pytest.mark.rule("KLO-19", "KLO-27")
@pytest.mark.example("KLO-G5")
def test_a_closed_field_opens_when_a_boat_is_removed(golden: object) -> None:
    # c4 d4 and d3 fill the district of c3; d4 is scored at de45
    water = "c4=S0:1 d4=S1:1 d3=L0:2 e4=A0 d5=A1:2"
    here = position(2, water, hands=["B0p ?", "P0 ?"], marker=3, cards=[0, 0])
    closed = position(2, water, hands=["P0"])
    illegal(closed, "Ana place P0 c3", "KLO-19", "c3 | 3")
    done = play(
        here,
        """
        Ana place B0p e5
        Ana score de45 remove d4
        Bartek place P0 c3
        """,
    )
    assert done.state.boats["c3"] == "P0"
    assert done.data == golden


@pytest.mark.rule("KLO-27")
def test_boats_may_lie_next_to_any_boat_after_a_chain_is_broken() -> None:
    here = position(2, "b2=S0:1 h7=S1:2", hands=["B0"])
    assert {"a1", "i8"} <= fields(here)


@pytest.mark.rule("KLO-20")
def test_no_thief_in_a_guarded_column() -> None:
    here = position(2, "d4=S0:1 d7=guard", hands=["thief B0"])
    illegal(here, "Ana place thief d5", "KLO-20", "d5")
    thieves = {m.split()[2] for m in moves(here) if m.startswith("place thief")}
    assert not {f for f in thieves if f.startswith("d")}
    assert play(here, "Ana place B0 d5").state.boats["d5"] == "B0"
    assert play(here, "Ana place thief e5").state.boats["e5"] == "thief"


@pytest.mark.rule("KLO-20", "KLO-17")
def test_a_guard_at_an_entrance_keeps_thieves_out_of_the_other() -> None:
    here = position(2, "a4=guard", hands=["? ? ? ?", "thief B0 B1 B2"], active=2, turn=2)
    illegal(here, "Bartek place thief a5", "KLO-20", "a5")


@pytest.mark.rule("A-KLO-22")
def test_onto_an_empty_board_boats_come_in_at_the_entrances() -> None:
    here = position(2, "", hands=["B0 B1"])
    assert fields(here) == {"a4", "a5"}
    illegal(
        here,
        "Ana place B0 d4",
        "A-KLO-22",
        "d4 | a4 | a5",
    )
    assert play(here, "Ana place B0 a5").state.boats == {"a5": "B0"}


@pytest.mark.rule("KLO-18", "KLO-19")
def test_a_board_of_ones_own_has_its_own_neighbours() -> None:
    box = GAME.boxes.whole({})
    box["grid"] |= {"rows": 6, "cols": 6, "district_rows": 3, "district_cols": 3}
    box["entrances"] |= {"light": ["a3", "a4"], "dark": ["f3", "f4"]}
    box["moorings"]["names"] = ["cd34", "cd23"]
    full = "a1=S0 b1=S0 c1=S1"
    illegal(
        position(2, full, hands=["B0"], box=box),
        "Ana place B0 c2",
        "KLO-19",
        "c2 | 3",
    )
    assert fields(position(2, full, hands=["B0"], box=box)) == {"d1", "d2"}


ALONG_EACH_SIDE = [(2, 2, 3), (2, 2, 9), (2, 3, 5), (3, 3, 7)]
"""Rows, columns and limit of districts that have a boat along each side when they are full."""
OTHERS = [(2, 2, 2), (3, 3, 3), (1, 2, 1)]


def water(high: int, wide: int, limit: int) -> State:
    """An empty board of four by four such districts, late in the game."""
    box = GAME.boxes.whole({})
    box["grid"] |= {"rows": 4 * high, "cols": 4 * wide}
    box["grid"] |= {"district_rows": high, "district_cols": wide}
    box["limits"]["district"] = limit
    box["entrances"] |= {"light": ["a1", "a2"], "dark": ["b1", "b2"]}
    box["moorings"]["names"] = ["ab12"]
    state: State = position(2, box=box).state
    return state


@pytest.mark.parametrize("districts", ALONG_EACH_SIDE + OTHERS)
def test_where_there_is_room_a_search_finds_it(districts) -> None:
    s, rng = water(*districts), random.Random(7)
    for _ in range(400):
        most = rng.choice([1, 3, s.setup.room or 9, len(s.setup.fields)])
        few = rng.sample(s.setup.fields, rng.randint(1, min(most, len(s.setup.fields))))
        s.boats = dict.fromkeys(few, "S0")
        assert any_open(s, s.boats) == any(open_fields(s, s.boats)), few


def test_a_full_district_can_hide_its_boats_from_the_empty_ones() -> None:
    s = water(3, 3, 3)
    s.boats = dict.fromkeys(["a1", "b1", "a2"], "S0")
    assert not any_open(s, s.boats)
    s.boats = dict.fromkeys(["a1", "b1", "c1"], "S0")
    assert any_open(s, s.boats)


@pytest.mark.parametrize("districts", ALONG_EACH_SIDE)
def test_no_move_makes_room_where_all_districts_are_full(districts) -> None:
    high, wide, limit = districts
    s, rng = water(*districts), random.Random(7)
    for _ in range(40):
        groups = {(r // high, c // wide): [] for r, c in s.setup.at.values()}
        for field, (r, c) in s.setup.at.items():
            groups[r // high, c // wide].append(field)
        lying = [f for its in groups.values() for f in rng.sample(its, min(limit, len(its)))]
        s.boats, s.owners = dict.fromkeys(lying, "S0"), dict.fromkeys(lying, 1)
        assert not any_open(s, s.boats)
        assert not any(
            any(open_fields(s, after_move(s.boats, *way))) for way in ways(s, 1, s.boats, s.owners)
        )


@pytest.mark.rule("KLO-17", "KLO-18")
def test_round_2_begins_when_everybody_has_placed() -> None:
    table = session(
        "Ana, Bartek",
        f"{HANDS} / Ana place S0 a4 / Ana hand ? / Bartek place L0 a5 / Bartek hand ?"
        " / Ana place S1 b5 / Ana hand ?",
    )
    assert table.state.boats == {"a4": "S0", "a5": "L0", "b5": "S1"}
