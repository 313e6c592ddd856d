"""Set-up: components, board, traders, hands, track, first player."""

from __future__ import annotations

from collections import Counter

import pytest

from common.refusals import tells
from ledger.games.klongs import GAME
from ledger.games.klongs.setup import Setup
from ledger.kernel.errors import Illegal, Impossible
from ledger.kernel.play.opening import open_game

from .scenario import NAMES, no_session, random_game, session

HANDS = "Ana hand S0 S0 S1 S1 / Bartek hand ? ? ? ?"


def start(players: int, **options: bool):
    return GAME.start(open_game(GAME, NAMES[:players], options=options))


@pytest.mark.rule("KLO-01")
def test_the_box() -> None:
    box = GAME.boxes.standard
    assert box.players.counts == (2, 3, 4)
    assert len(box.players.colours) == 4
    assert sum(k.count for k in box.kinds) == 72
    assert box.limits.move_cards == 2
    for players in (1, 5):
        with pytest.raises(Illegal):
            open_game(GAME, [f"P{i}" for i in range(players)])


@pytest.mark.rule("KLO-01", "KLO-03")
def test_colours_are_those_of_the_traders() -> None:
    e = no_session("Ana, Bartek", HANDS, colours="red, pink")
    assert e.rule == "KLO-03"
    assert tells(e.message, "pink")


@pytest.mark.rule("KLO-02")
def test_the_boats_lie_face_down_beside_an_empty_board() -> None:
    s = start(3)
    assert s.boats == {}
    assert [stack.size for stack in s.stacks] == [72]
    assert s.stacks[0].unseen().total() == 72


@pytest.mark.example("KLO-G4")
@pytest.mark.rule("KLO-03")
@pytest.mark.parametrize(("players", "taken", "pool"), [(2, 17, 16), (3, 12, 11), (4, 9, 8)])
def test_traders_and_move_cards(players: int, taken: int, pool: int) -> None:
    assert GAME.boxes.standard.traders.each[str(players)] == taken
    for p in start(players).players:
        assert (p.traders, p.cards, p.points) == (pool, 2, 0)


@pytest.mark.rule("KLO-04")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_boats_each(players: int) -> None:
    table = random_game(players, 1, turns=0)
    drew = [x.data for x in table.lines if x.type == "drew"]
    assert [(x.seat, len(x.boats)) for x in drew] == [(i + 1, 4) for i in range(players)]
    assert table.state.stacks[0].size == 72 - 4 * players


@pytest.mark.rule("KLO-04")
def test_a_hand_is_what_the_stack_can_hold() -> None:
    e = no_session("Ana, Bartek", "Ana hand thief thief thief thief")
    assert isinstance(e, Impossible)
    assert (e.rule, e.line) == ("KLO-04", 1)


@pytest.mark.rule("KLO-05")
def test_the_marker_starts_on_the_lowest_field() -> None:
    s = random_game(2, 1, turns=0).state
    assert s.marker == 0
    assert s.setup.points[0] == 0
    assert s.day == ""


@pytest.mark.rule("KLO-06", "A-KLO-28")
def test_seat_1_is_the_youngest_and_play_goes_clockwise() -> None:
    table = session(
        "Ana, Bartek, Celina",
        """
        Ana hand S0 ? ? ?
        Bartek hand S1 ? ? ?
        Celina hand A0 ? ? ?
        Ana place S0 a4 / Ana hand ?
        Bartek place S1 a5 / Bartek hand ?
        Celina place A0 j4 / Celina hand ?
        """,
    )
    turns = [x.data.seat for x in table.lines if x.type == "turned"]
    assert turns == [1, 2, 3, 1]
    e = no_session("Ana, Bartek", HANDS + " / Bartek place S0 a4")
    assert e.rule == "KLO-07"
    assert tells(e.message, "Ana")


@pytest.mark.rule("KLO-13")
def test_seven_goods_nine_boats_each() -> None:
    goods: Counter[str] = Counter()
    for boat in GAME.boxes.standard.fleet.boats:
        goods[boat.good] += boat.count
    assert dict(goods) == dict.fromkeys(GAME.boxes.standard.goods.names, 9)
    assert len(goods) == 7


@pytest.mark.rule("KLO-14")
def test_baskets_from_none_to_three() -> None:
    baskets: Counter[int] = Counter()
    for boat in GAME.boxes.standard.fleet.boats:
        baskets[boat.baskets] += boat.count
    assert baskets == {0: 21, 1: 21, 2: 14, 3: 7}


@pytest.mark.rule("KLO-15")
def test_three_of_each_special_boat() -> None:
    assert {b.role: b.count for b in GAME.boxes.standard.specials.boats} == {
        "thief": 3,
        "guard": 3,
        "cook": 3,
    }


@pytest.mark.rule("KLO-19", "KLO-24")
def test_the_board() -> None:
    setup = Setup(GAME.boxes.standard, 2, GAME.rules.opening.options())
    assert len(setup.fields) == 80
    assert {len(mates) for mates in setup.mates.values()} == {3}
    assert len(setup.moorings) == 43
    district = {frozenset((f, *mates)): f for f, mates in setup.mates.items()}
    assert len(district) == 20
    crossings = Counter(
        len({frozenset((f, *setup.mates[f])) for f in fields}) for fields in setup.moorings.values()
    )
    assert crossings == {4: 12, 2: 31}
    assert setup.moorings["de45"] == ("d4", "e4", "d5", "e5")
    assert setup.near["a1"] == ("b1", "a2", "b2")
