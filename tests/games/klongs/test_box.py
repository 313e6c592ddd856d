"""Boxes of one's own and the options: what is accepted, what is refused and why."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import refuses, tells
from ledger.games.klongs import GAME
from ledger.kernel.boxes.box import WrongBox
from ledger.kernel.errors import Malformed
from ledger.kernel.play.opening import open_game
from ledger.kernel.verify.verify import verify_bytes

from ..own_boxes import GONE, changed, travels_with_its_log
from .scenario import NAMES, random_game, standard_box

FEW = [
    b for b in standard_box()["fleet"]["boats"] if b.get("trader") or b["id"] in ("S0", "S1", "S2")
]
SMALL = {"rows": 4, "cols": 6, "district_rows": 2, "district_cols": 2}

WRONG: list[tuple[str, object, str]] = [
    ("grid.rows", 1, "grid.rows | 1"),
    ("grid.cols", 27, "grid.cols | 27"),
    ("grid.rows", 7, "grid.rows | 7 | 2"),
    ("grid.district_cols", 3, "grid.cols | 10 | 3"),
    ("grid.district_rows", 0, "grid.district_rows"),
    ("entrances.light", ["a4", "k4"], "entrances | k4"),
    ("entrances.light", ["a4", "j4"], "entrances"),
    ("entrances.dark", ["j4"], "entrances | 3 | 4"),
    ("entrances.dark_from", 4, "entrances | 2 | 3"),
    ("moorings.names", ["de45", "jk45"], "moorings.names | jk45"),
    ("moorings.names", ["de89"], "moorings.names | de89"),
    ("moorings.names", ["de45", "de45"], "moorings.names"),
    ("moorings.names", [], "moorings.names"),
    ("luk_phat.points", [0], "luk_phat.points"),
    ("luk_phat.points", [1] * 13, "luk_phat.points"),
    ("luk_phat.points", [0, -1] + [2] * 11, "luk_phat.points"),
    (
        "luk_phat.small",
        [8, 4],
        "luk_phat",
    ),
    (
        "luk_phat.small",
        [0, 4],
        "luk_phat",
    ),
    (
        "luk_phat.small",
        [4, 12],
        "luk_phat",
    ),
    ("luk_phat.big", 11, "luk_phat.big | 11 | 12"),
    ("luk_phat.big", 13, "luk_phat.big | 13 | 12"),
    ("limits.hand", 0, "limits.hand"),
    ("limits.move_cards", -1, "limits.move_cards"),
    ("limits.district", 0, "limits.district"),
    ("limits.day_rounds", 0, "limits.day_rounds"),
    ("players.counts", [2, 5], "players.counts | 5"),
    (
        "players.colours",
        ["red", "red", "blue", "green"],
        "players.colours",
    ),
    ("players.colours", ["red", "blue", "green"], "players.colours | 4"),
    ("traders.each.3", GONE, "traders.each | 3"),
    ("traders.each.2", 0, "traders.each | 2"),
    ("goods.names", ["fish", "fish"], "goods.names"),
    ("goods.names", ["fish"], "fleet.boats | S0 | shrimp"),
    ("fleet.boats.0.id", "S-0", "fleet.boats | S-0"),
    ("fleet.boats.0.id", "s1", "fleet.boats | S1"),
    ("fleet.boats.0.id", "Thief", "specials.boats | thief"),
    ("fleet.boats.0.baskets", -1, "fleet.boats | S0"),
    ("fleet.boats.0.count", 0, "fleet.boats | S0"),
    ("specials.boats.1.role", "thief", "specials.boats | thief"),
]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    WRONG,
    ids=[f"{x[0]}-{i}" for i, x in enumerate(WRONG)],
)
def test_a_box_that_cannot_be_played_is_refused(path: str, value: object, message: str) -> None:
    with pytest.raises(Malformed) as e:
        GAME.boxes.read(changed(standard_box(), path, value))
    assert tells(e.value.message, message)


@pytest.mark.rule("KLO-08", "KLO-22")
def test_parasols_must_reach_the_big_market_day() -> None:
    box = standard_box()
    parasols = [b for b in box["fleet"]["boats"] if b.get("parasol")]
    for boat in parasols[:2]:
        boat["parasol"] = False
    GAME.boxes.read(box)
    parasols[2]["parasol"] = False
    with pytest.raises(Malformed) as e:
        GAME.boxes.read(box)
    assert tells(e.value.message, "11 | 12")


def test_too_few_boats_for_the_hands() -> None:
    box = standard_box()
    box["luk_phat"] |= {"points": [0, 2], "small": [], "big": 1}
    box["fleet"]["boats"] = box["fleet"]["boats"][:4]
    box["specials"]["boats"] = []
    with pytest.raises(Malformed) as e:
        GAME.boxes.read(box)
    assert tells(e.value.message, "6 | 2 | 4")


@pytest.mark.rule("KLO-41")
@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("limits.hand", 5, "tactical | limits.hand | 4 | 5"),
        ("tactical.with_trader", -1, "tactical"),
        ("tactical.empty_seat", 4, "tactical | limits.hand | 5 | 4"),
        ("fleet.boats", FEW, "tactical.empty_seat | 2 | 6 | 5"),
    ],
)
def test_a_box_that_is_not_for_the_tactical_variant(path: str, value: object, message: str) -> None:
    box = changed(standard_box(), path, value)
    with pytest.raises(Malformed) as e:
        random_game(2, 1, box=box, options={"tactical": True})
    assert tells(e.value.message, message)
    assert random_game(2, 1, box=box).over, "without the variant it can be played"


@pytest.mark.rule("KLO-41")
def test_no_stack_gives_fewer_than_no_boats() -> None:
    box = standard_box()
    box["tactical"] |= {"with_trader": 5, "empty_seat": -1}
    with refuses(Malformed, "tactical"):
        random_game(2, 1, box=box, options={"tactical": True})


@pytest.mark.rule("KLO-41")
def test_boats_with_an_empty_seat_are_not_in_the_stack_of_traders() -> None:
    box = standard_box()
    box["luk_phat"] |= {"points": [0, 2], "small": [], "big": 1}
    seats = [b for b in box["fleet"]["boats"] if not b.get("trader")]
    parasol = next(b for b in box["fleet"]["boats"] if b.get("parasol"))
    box["fleet"]["boats"] = [*seats, parasol | {"count": 1}]
    box["specials"]["boats"] = []
    with refuses(Malformed, "tactical.with_trader | 2 | 1"):
        random_game(2, 1, box=box, options={"tactical": True})


def test_types_and_unknown_words_are_named() -> None:
    for path, value, message in (
        ("grid.rows", "eight", "grid.rows"),
        ("specials.boats.0.role", "pirate", "specials.boats thief | role | pirate"),
    ):
        with pytest.raises(Malformed) as e:
            GAME.boxes.read(changed(standard_box(), path, value))
        assert tells(e.value.message, message)
    box = standard_box()
    box["grid"]["depth"] = 3
    with refuses(Malformed, "depth"):
        GAME.boxes.read(box)


def own_board() -> dict[str, Any]:
    """A small board of one's own, with twelve moorings and a short track."""
    box = standard_box()
    box["id"] = "pond"
    box["grid"] = dict(SMALL)
    box["entrances"] = {"light": ["a2", "a3"], "dark": ["f2", "f3"], "dark_from": 3}
    box["moorings"] = {"names": ["bc23", "de23", "bc12", "de34", "ab23", "cd23", "ef23"]}
    box["luk_phat"] = {"points": [0, 5, 6, 7], "small": [2], "big": 3}
    return box


@pytest.mark.rule("KLO-17", "KLO-19", "KLO-24")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_board_of_ones_own_can_be_played(players: int) -> None:
    table = random_game(players, 3, box=own_board())
    assert table.over
    travels_with_its_log(GAME, table, own_board())
    assert len(table.state.setup.fields) == 24
    assert all(n <= 3 for n in districts(table.state).values())


def districts(state: Any) -> dict[frozenset[str], int]:
    setup = state.setup
    blocks = {frozenset((f, *mates)) for f, mates in setup.mates.items()}
    return {block: sum(f in state.boats for f in block) for block in blocks}


def test_a_box_without_special_boats_can_be_played() -> None:
    box = standard_box()
    box["specials"] = {"boats": []}
    table = random_game(2, 3, box=box)
    assert table.over
    assert verify_bytes(table.bytes()).verdict == "legal"


@pytest.mark.rule("KLO-01")
def test_a_box_for_two_is_for_two() -> None:
    box = standard_box()
    box["players"]["counts"] = [2]
    assert random_game(2, 1, box=box).over
    with refuses(Malformed, "3"):
        GAME.start(open_game(GAME, NAMES[:3], box=box))


def test_options_are_named_and_typed() -> None:
    with refuses(Malformed, "klongs | rows | tactical"):
        open_game(GAME, NAMES[:2], options={"rows": 3})
    with refuses(Malformed, "move_adjacency | knight"):
        open_game(GAME, NAMES[:2], options={"move_adjacency": "knight"})


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"traders": {"each": {"2": 1, "3": 12, "4": 9}}}, "traders.each | 1 | 2"),
        ({"limits": {"hand": 18}}, "fleet | 72 | 4"),
        ({"players": {"counts": []}}, "players.counts"),
    ],
)
def test_no_new_game_has_a_box_that_leaves_something_unplayable(
    part: dict[str, Any], message: str
) -> None:
    with refuses(WrongBox, message):
        open_game(GAME, ["Ana", "Bartek"], box=part)
    assert open_game(GAME, ["Ana", "Bartek"], box=part, recorded=True).box_data is not None
