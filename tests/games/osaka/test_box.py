"""Boxes of one's own and the two options: what is accepted, what is refused and why."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import refuses, tells
from ledger.games.osaka import GAME
from ledger.kernel.boxes.box import WrongBox, digest_box
from ledger.kernel.errors import Malformed
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game

from ..own_boxes import GONE, changed, is_refused_without_its_box, travels_with_its_log
from .scenario import no_session, play, position, random_game, session, small_box, standard_box

WRONG: list[tuple[str, object, str]] = [
    ("colours.names", ["red", "red"], "colours.names"),
    ("colours.names", [], "colours.names"),
    ("notation.letters.red", GONE, "notation.letters"),
    ("notation.letters.red", "B", "notation.letters"),
    ("notation.letters.red", "RE", "notation.letters"),
    ("notation.letters.red", "r", "notation.letters"),
    ("cards.copies", {}, "cards.copies"),
    ("cards.copies.0", 3, "cards.copies | 0"),
    ("cards.copies.x", 3, "cards.copies | x"),
    ("cards.copies.2", -1, "cards.copies | -1 | 2"),
    ("cards.copies.4", 3, "insurance.icons | 4"),
    ("insurance.icons.2", -1, "insurance.icons"),
    ("route.3.index", 7, "route"),
    ("route.0.kind", "sea", "route"),
    ("route.1.kind", "start", "route"),
    ("route.5.kind", "sea", "route"),
    ("route.2.kind", "sea", "route"),
    ("route.1.kind", "anchor", "route"),
    ("limits.market", 0, "limits.market"),
    ("limits.end_tokens", -1, "limits.end_tokens"),
    ("limits.farm", "three", "limits.farm"),
    ("limits.fram", 3, "fram | limits"),
    ("limits.farm", GONE, "farm | limits"),
    ("route.1.kind", "reef", "route[1].kind | reef"),
]


@pytest.mark.parametrize(("path", "value", "message"), WRONG)
def test_a_wrong_box_is_refused_with_the_reason(path: str, value: object, message: str) -> None:
    with pytest.raises(Malformed) as refusal:
        open_game(GAME, ["Ana", "Bartek"], box=changed(standard_box(), path, value))
    assert tells(refusal.value.message, message)


def test_the_built_in_box_needs_no_copy_in_the_log() -> None:
    named = open_game(GAME, ["Ana", "Bartek"], box=standard_box())
    assert named == open_game(GAME, ["Ana", "Bartek"])
    assert named.box_data is None
    assert named.box == digest_box(standard_box())


def test_another_box_travels_with_its_log() -> None:
    box = small_box({"2": 6, "3": 4, "5": 3})
    travels_with_its_log(GAME, random_game(2, "own box", box=box), box)


def test_a_box_that_does_not_fit_its_digest_is_refused() -> None:
    table = random_game(2, "own box", box=small_box({"2": 6, "3": 4, "5": 3}), turns=3)
    is_refused_without_its_box(table, small_box({"2": 7}), "")


def test_other_colours_values_and_a_longer_route_are_played_by_the_same_rules() -> None:
    box = standard_box()
    box["colours"]["names"] = ["amber", "blue", "bluegrey"]
    box["notation"]["letters"] = {"amber": "A", "blue": "B", "bluegrey": "C"}
    box["cards"]["copies"] = {"1": 8, "4": 8, "10": 4}
    box["insurance"]["icons"] = {"1": 3, "4": 1, "10": 0}
    sea = dict(box["route"][1])
    box["route"] = [*box["route"][:2], sea, *box["route"][2:]]
    for i, place in enumerate(box["route"]):
        box["route"][i] = {**place, "index": i}
    for seed in range(4):
        table = random_game(3, seed, box=box)
        travels_with_its_log(GAME, table, box)
    state = table.state
    assert (state.setup.goal, state.setup.anchor, state.setup.waves) == (6, 3, (4, 5))
    assert set(state.setup.value.values()) == {1, 4, 10}


# --- options


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("colour=red", "osaka | colour | refill_timing | insurance_scope"),
        (
            "refill_timing=never",
            "refill_timing",
        ),
        ("insurance_scope=3", "insurance_scope | 3"),
    ],
)
def test_unknown_options_are_refused(option: str, message: str) -> None:
    e = no_session("Ana, Bartek", "market R2 R2 R2 R2 R2", option=option)
    assert isinstance(e, Malformed)
    assert tells(e.message, message)


def test_options_stand_in_the_header_and_in_the_log() -> None:
    body = "market R2 B2 Y2 G2 R3\nfarm B3 Y3 G3\nAna hand R5 R3\nBartek hand B5 B5"
    table = session("Ana, Bartek", body, option="insurance_scope=any")
    assert table.lines[0].data.options == {"insurance_scope": "any"}
    assert table.state.setup.options.insurance_scope == "any"
    assert table.state.setup.options.refill_timing == "after_sale"
    assert 'option: insurance_scope="any"\n' in write_session(GAME, table.lines)


@pytest.mark.rule("A-OSA-02", "A-OSA-07")
def test_both_options_together() -> None:
    here = position(
        2,
        market="Y2",
        farm="G2 G3 G5",
        hands=["R2 R3", ""],
        goods=["R5 B5", ""],
        ships={"yellow": 4, "blue": 3},
        options={"refill_timing": "after_purchase", "insurance_scope": "any"},
    )
    done = play(here, "Ana buy R2\nmarket R2 R3\nfarm B2 B3 B5\nAna insure R5 with R3")
    assert done.told.index("restocked") < done.told.index("sold")
    assert done.seat("Ana").insured == ["R5"]
    assert done.only("lost").cards == ("B5",)


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"cards": {"copies": {"2": 0}}}, "cards.copies"),
        ({"cards": {"copies": {"2": 4}}}, "cards.copies | 16 | 29"),
        ({"players": {"counts": []}}, "players.counts"),
    ],
)
def test_no_new_game_has_a_box_that_leaves_something_unplayable(
    part: dict[str, Any], message: str
) -> None:
    with refuses(WrongBox, message):
        open_game(GAME, ["Ana", "Bartek"], box=part)
    assert open_game(GAME, ["Ana", "Bartek"], box=part, recorded=True).box_data is not None


def test_a_log_of_more_players_than_its_box_is_for_is_still_read():
    box = {"base": GAME.boxes.standard_id, "players": {"counts": [2, 3]}}
    opened = open_game(GAME, ["Ana", "Bo", "Cy", "Di"], box=box, recorded=True)
    assert len(GAME.start(opened).players) == 4
