"""Boxes of one's own and the option: what is accepted, what is refused and why."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import refuses, tells
from ledger.games.istanbul import GAME
from ledger.kernel.boxes.box import WrongBox
from ledger.kernel.boxes.provenance import OWN
from ledger.kernel.errors import Malformed
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.effort import effort

from ..own_boxes import GONE, changed, is_refused_without_its_box, travels_with_its_log
from .scenario import NAMES, entry, no_session, random_game, standard_box

LONG = [4] * 20

WRONG: list[tuple[str, object, str]] = [
    ("goods.names", ["red", "red", "green", "blue"], "goods.names | red | blue"),
    (
        "goods.names",
        ["red", "yellow", "green", "blue", "red"],
        "goods.names",
    ),
    ("goods.joker", "red", "goods.joker"),
    ("goods.wares.red", GONE, "goods.wares"),
    ("die.faces", ["red", "pink"], "die.faces | pink"),
    ("die.faces", [], "die.faces"),
    ("notation.letters.red", "RE", "notation.letters.red"),
    ("notation.letters.lira", "#", "notation.letters.lira"),
    ("notation.letters.brown", GONE, "notation.letters.brown"),
    ("notation.letters.red", "B", "notation.letters"),
    ("supply.lira", -1, "supply.lira"),
    ("supply.dice", 8, "supply.dice | 9"),
    ("supply.ruby", 30, "track | 4 | 31"),
    ("supply.crystal", 3, "limits.start_crystal"),
    ("supply.lira", 5, "limits.start_lira"),
    ("limits.dice", 0, "limits.dice"),
    ("limits.token_value", -3, "limits.token_value"),
    ("limits.target_rubies.3", GONE, "limits.target_rubies | 3"),
    ("limits.target_rubies.2", 11, "track | 19"),
    ("limits.mosque_tiles.4", 0, "limits.mosque_tiles | 4"),
    ("limits.start_lira", [0, 1, 2], "limits.start_lira | 4"),
    ("limits.start_lira", [0, -1, 2, 3], "limits.start_lira"),
    ("mosque.rubies.2", GONE, "mosque.rubies | 2"),
    ("players.counts", [2, 5], "players.counts | 5"),
    ("reroll.pay", {"tile": 1}, "reroll.pay | tile | lira | crystal"),
    ("track.0.players", 3, "track | goods | 0 | 2"),
    ("track.6.prices", [0, 12, 14], "track | right | 1"),
    ("tile.0.id", "lira-y", "tile"),
    ("tile.0.id", "pay", "tile | pay"),
    ("tile.0.id", "Lira R", "tile | Lira R"),
    (
        "tile.0.cost",
        {"brown": 1},
        "tile lira-r | cost | brown | red | any",
    ),
    ("tile.0.cost", {"red": 0}, "tile lira-r | cost | red"),
    (
        "tile.0.effect",
        {},
        "tile lira-r",
    ),
    (
        "tile.0.effect",
        {"dice": 1, "actions": 1},
        "tile lira-r",
    ),
    ("tile.0.effect", {"actions": -1}, "tile | lira-r"),
    (
        "tile.0.effect",
        {"income": {"ruby": 1}},
        "tile lira-r | income | ruby | red | crystal",
    ),
    ("tile.0.effect", {"fly": 1}, "fly | tile lira-r | effect"),
    ("card.0.id", "a-red", "card"),
    ("card.0.id", "9", "card | 9"),
    ("card", [], "card"),
    ("card.0.active", {}, "card | a-crystal | active"),
    (
        "card.0.active",
        {"gain": {"lira": 1}, "choose": [{"lira": 2}]},
        "card | a-crystal | active",
    ),
    ("card.0.active", {"choose": [{}]}, "card | a-crystal | active"),
    (
        "card.0.active",
        {"choose": [{"lira": 1}, {"lira": 2}]},
        "card | a-crystal | active",
    ),
    (
        "card.0.active.gain",
        {"gold": 1},
        "card a-crystal | active.gain | gold | red",
    ),
    (
        "card.0.others.pay",
        {"ruby": 1},
        "card a-crystal | others.pay | ruby | red",
    ),
    (
        "card.0.others.need_card_dice",
        2,
        "card | a-crystal | other",
    ),
    (
        "card.0.active.need_card_dice",
        -1,
        "card | a-crystal | active",
    ),
    (
        "card.0.otherwise",
        {"any": 1},
        "card a-crystal | otherwise | any | red",
    ),
    ("limits.dice", "five", "limits.dice"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_a_wrong_box_is_refused_with_the_reason(path: str, value: object, message: str) -> None:
    for recorded in (False, True):
        with pytest.raises(Malformed) as refusal:
            open_game(
                GAME, ["Ana", "Bartek"], box=changed(standard_box(), path, value), recorded=recorded
            )
        assert tells(refusal.value.message, message)


UNPLAYABLE: list[tuple[str, object, str]] = [
    ("card", standard_box()["card"][:1], "card | 1 | 9"),
    ("tile", standard_box()["tile"][:5], "tile | 5 | limits.open_tiles | 6"),
    ("die.faces", ["red", "yellow", "green", "blue", "lira"], "die.faces | card"),
    ("die.faces", ["red", "yellow", "blue", "lira", "card"], "die.faces | green"),
    ("track.0.prices", [], "track | goods | 2 | prices"),
    ("track.1.prices", [6, 5, 4], "track | goods | 3 | prices"),
    ("track.8.prices", [10, 12, 14, 16, 18, 88], "track | right | 4 | 87"),
    ("tile.0.kind", "gold", "tile lira-r | kind | lira | die"),
    ("tile.0.colour", "pink", "tile lira-r | colour | red"),
    ("players.counts", [], "players.counts"),
]


@pytest.mark.parametrize(("path", "value", "message"), UNPLAYABLE)
def test_no_new_game_has_a_box_that_leaves_something_unplayable(
    path: str, value: object, message: str
) -> None:
    box = changed(standard_box(), path, value)
    with refuses(WrongBox, message):
        open_game(GAME, ["Ana", "Bartek"], box=box)
    assert open_game(GAME, ["Ana", "Bartek"], box=box, recorded=True).box_data == box


def test_a_log_with_a_box_that_is_refused_today_means_what_it_did() -> None:
    box = changed(standard_box(), "card", standard_box()["card"][:1])
    table = random_game(2, "one card", box=box, turns=12)
    assert {c for e in table.lines if e.type == "revealed" for c in e.data.cards} == {"a-crystal"}
    assert verify_bytes(table.bytes()).verdict == "legal"
    assert read_session(write_session(GAME, table.lines)).bytes() == table.bytes()


def test_one_card_of_a_box_changes_that_card_and_no_other() -> None:
    card = {"id": "a-red", "others": {"pay": {"red": 1}, "gain": {"lira": 9}}}
    opened = open_game(GAME, ["Ana", "Bartek"], box={"card": [card]})
    assert GAME.boxes.changes_in(opened) == [("card a-red: others.gain.lira", 4, 9)]
    (own,) = [x for x in GAME.boxes.of_log(opened).card if x.provenance == OWN]
    assert (own.id, own.active.gain, own.others.gain) == ("a-red", {"lira": 4}, {"lira": 9})


@pytest.mark.rule("IST-07", "IST-40")
def test_of_nineteen_rubies_one_of_two_players_has_ten_at_last_but_perhaps_nobody_eleven() -> None:
    box = standard_box()
    box["limits"]["target_rubies"]["2"] = 10
    assert len(open_game(GAME, NAMES[:2], box=box).seats) == 2
    box["limits"]["target_rubies"]["2"] = 11
    with refuses(Malformed, "track | 19"):
        open_game(GAME, NAMES[:2], box=box)


def test_the_built_in_box_needs_no_copy_in_the_log() -> None:
    named = open_game(GAME, ["Ana", "Bartek"], box=standard_box())
    assert named == open_game(GAME, ["Ana", "Bartek"])
    assert named.box_data is None


def own_box() -> dict[str, Any]:
    """Return a box with a new card, a new tile, other prices and other letters."""
    box = standard_box()
    box["id"] = "my-istanbul"
    card = {**entry(box, "card", "c-red"), "id": "z-all"}
    card["active"] = {"pay": {"any": 2}, "choose": [{"ruby": 1}, {"tile": 2}, {"any": 1}]}
    card["others"] = {"pay": {"tile": 1}, "gain": {"lira": 2, "crystal": 2}}
    card["otherwise"] = {"brown": 1}
    tile = {**entry(box, "tile", "lira-r"), "id": "feast", "cost": {"any": 3}}
    tile["effect"] = {"reveal": 2}
    box["card"].append(card)
    box["tile"].append(tile)
    box["notation"]["letters"]["red"] = "F"
    box["limits"]["open_tiles"] = 8
    for track in box["track"]:
        track["prices"] = [max(1, n // 2) for n in track["prices"]]
    return box


@pytest.mark.parametrize("players", [2, 3, 4])
def test_another_box_is_played_and_travels_with_its_log(players: int) -> None:
    box = own_box()
    for seed in range(effort(1, 3)):
        table = random_game(players, seed, box=box)
        assert table.over
        travels_with_its_log(GAME, table, box)


def test_a_box_for_two_is_for_two() -> None:
    box = standard_box()
    box["players"]["counts"] = [2]
    box["track"] = [t for t in box["track"] if t["players"] == 2]
    assert random_game(2, 1, box=box).over
    with refuses(Malformed, "3"):
        GAME.start(open_game(GAME, NAMES[:3], box=box))


def test_a_box_that_does_not_fit_its_digest_is_refused() -> None:
    table = random_game(2, "own box", box=own_box(), turns=3)
    is_refused_without_its_box(table, standard_box(), "istanbul")


@pytest.mark.rule("IST-A01")
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("colour=red", "istanbul | colour | tokens_in_exchanges"),
        (
            "tokens_in_exchanges=3",
            "tokens_in_exchanges | 3",
        ),
    ],
)
def test_unknown_options_are_refused(option: str, message: str) -> None:
    e = no_session("Ana, Bartek", "tile lira-r", option=option)
    assert isinstance(e, Malformed)
    assert tells(e.message, message)


@pytest.mark.rule("IST-A01")
def test_whole_games_by_the_option() -> None:
    for seed in range(3):
        table = random_game(2, seed, options={"tokens_in_exchanges": False})
        assert table.over
        assert verify_bytes(table.bytes()).verdict == "legal"
        for line in table.lines:
            if line.type in ("paired", "mixed"):
                assert all(item.startswith("d:") for item in line.data.paid)
