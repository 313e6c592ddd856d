"""Refill: when it comes, what it does, and what happens when the pile runs out."""

from __future__ import annotations

from collections import Counter

import pytest

from common.refusals import tells
from ledger.games.osaka import GAME

from .scenario import illegal, play, position, refused

FARM = {"farm": "G2 G3 G5"}
DRAWN = "\nmarket R2 R3\nfarm B2 B3 B5"


@pytest.mark.rule("OSA-27")
def test_a_purchase_is_followed_by_a_refill() -> None:
    done = play(position(2, market="Y2", hands=["Y2", ""], **FARM), "Ana buy Y2" + DRAWN)
    assert done.told == ["bought", "sailed", "restocked", "dealt", "dealt", "turned"]
    assert done.market == ["G2", "G3", "G5", "R2", "R3"]


@pytest.mark.rule("OSA-27")
def test_an_empty_market_is_refilled_at_the_start_of_a_turn() -> None:
    done = play(position(2, market="Y2", **FARM), "Ana take Y2" + DRAWN)
    assert done.told == ["took", "turned", "restocked", "dealt", "dealt"]
    assert done.market == ["G2", "G3", "G5", "R2", "R3"]
    assert done.asked == [("Bartek", "action")]


@pytest.mark.rule("OSA-27")
def test_so_is_a_market_of_cards_that_others_reserved() -> None:
    here = position(3, market="Y2 R5 B5", reserve={1: "R5", 3: "B5"}, **FARM)
    done = play(here, "Ana take Y2" + DRAWN)
    assert done.told == ["took", "turned", "restocked", "dealt", "dealt"]
    assert done.market == ["B5", "G2", "G3", "G5", "R2", "R3", "R5"]
    assert [p.piece for p in done.state.players] == ["R5", None, "B5"]


@pytest.mark.rule("OSA-27")
def test_no_refill_while_one_card_is_free() -> None:
    here = position(3, market="Y2 Y3 R5 B5", reserve={1: "R5", 3: "B5"}, **FARM)
    done = play(here, "Ana take Y2")
    assert done.told == ["took", "turned"]
    assert done.market == ["B5", "R5", "Y3"]


@pytest.mark.rule("OSA-27")
def test_reserving_the_last_free_card_leaves_nothing_for_the_next() -> None:
    here = position(2, market="Y2", **FARM)
    done = play(here, "Ana reserve Y2" + DRAWN)
    assert done.told == ["reserved", "turned", "restocked", "dealt", "dealt"]
    # a piece in the Farm does not count: that card is not in the Market
    farm = play(position(2, market="Y2", **FARM), "Ana reserve G5")
    assert farm.told == ["reserved", "turned"]


@pytest.mark.rule("A-OSA-13")
@pytest.mark.parametrize(
    ("market", "reserve"), [("Y2 R5", {2: "R5"}), ("Y2 R5 B5", {2: "R5", 1: "B5"})]
)
def test_the_own_reserved_card_alone_brings_no_refill(market: str, reserve: dict) -> None:
    here = position(3, market=market, reserve=reserve, hands=["", "G5", ""], **FARM)
    done = play(here, "Ana take Y2")
    assert done.told == ["took", "turned"], "Bartek's own R5 is there for him"
    assert done.moves() == ["buy G5", "take R5*"]
    sentence = "R5"
    illegal(done, "Bartek reserve G2 farm", "OSA-20", sentence)
    assert play(done, "Bartek take R5" + DRAWN).seat("Bartek").hand == ["G5", "R5"]


@pytest.mark.rule("OSA-28")
def test_all_farm_cards_move_and_pieces_stay_on_their_cards() -> None:
    here = position(3, market="Y2", reserve={2: "G5 farm", 3: "G2 farm"}, hands=["Y2"], **FARM)
    done = play(here, "Ana buy Y2" + DRAWN)
    assert done.only("restocked").cards == ("G2", "G3", "G5")
    assert done.farm == ["B2", "B3", "B5"], "none of the old ones is left"
    assert [(p.piece, p.row) for p in done.state.players] == [
        (None, None),
        ("G5", "market"),
        ("G2", "market"),
    ]
    illegal(done, "Bartek take G2", "OSA-22", "G2")


@pytest.mark.rule("OSA-29")
def test_two_cards_come_to_the_market_and_three_to_the_farm() -> None:
    here = position(2, market="Y2 R5", hands=["Y2"], reserve={2: "R5"}, **FARM)
    done = play(here, "Ana buy Y2" + DRAWN)
    assert [(e.to, e.cards) for e in done.of("dealt")] == [
        ("market", ("R2", "R3")),
        ("farm", ("B2", "B3", "B5")),
    ]
    assert len(done.market) == 1 + 3 + 2
    assert done.state.pile.size == here.state.pile.size - 5


@pytest.mark.rule("OSA-29")
@pytest.mark.parametrize(
    ("drawn", "line", "message"),
    [
        ("market R2\nfarm B2 B3 B5", 2, "market | 2 | 1"),
        (
            "market R2 R3 R5\nfarm B2 B3 B5",
            2,
            "market | R5",
        ),
        ("market R2 R3\nfarm B2 B3", 3, "farm | 3 | 2"),
        ("market R2 R3\nfarm B2 B3 B5 B5", 3, "farm | B5"),
        (
            "farm B2 B3 B5\nmarket R2 R3",
            2,
            "buy Y2 | market | 2",
        ),
    ],
)
def test_no_more_and_no_less(drawn: str, line: int, message: str) -> None:
    e = refused(position(2, market="Y2", hands=["Y2"], **FARM), f"Ana buy Y2\n{drawn}")
    assert e.line == line
    assert tells(e.message, message)


@pytest.mark.rule("OSA-29")
def test_a_market_can_grow_beyond_five() -> None:
    # five and one card for each other player: nobody else's reserved cards are bought
    here = position(
        4, market="Y2 R5 B5 Y5", reserve={2: "R5", 3: "B5", 4: "Y5"}, hands=["Y2"], **FARM
    )
    done = play(here, "Ana buy Y2\nmarket R2 R3\nfarm B2 B3 B5")
    assert len(done.market) == 8


@pytest.mark.rule("OSA-30")
def test_after_a_start_of_turn_refill_the_turn_goes_on() -> None:
    here = position(2, market="Y2", hands=["", "B5"], **FARM)
    done = play(here, "Ana take Y2" + DRAWN + "\nBartek take G5")
    assert [e.seat for e in done.of("turned")] == [2, 1], "Bartek kept his action"
    assert done.seat("Bartek").hand == ["B5", "G5"]
    illegal(
        here,
        "Ana take Y2" + DRAWN + "\nAna take G5",
        "OSA-12",
        "Bartek",
    )


@pytest.mark.rule("OSA-30", "OSA-12")
def test_after_a_purchase_and_its_refill_the_next_player_acts() -> None:
    done = play(position(2, market="Y2", hands=["Y2"], **FARM), "Ana buy Y2" + DRAWN)
    assert done.asked == [("Bartek", "action")]


@pytest.mark.rule("A-OSA-30")
def test_the_start_of_turn_refill_is_forced_and_comes_once_before_the_action() -> None:
    here = position(2, market="Y2", hands=["", "B5"], **FARM)
    e = refused(here, "Ana take Y2\nBartek take G5")
    assert (e.line, e.rule) == (2, "OSA-29")
    assert tells(e.message, "take Y2 | market | 2")
    done = play(here, "Ana take Y2" + DRAWN)
    assert len(done.of("restocked")) == 1
    assert [e.to for e in done.of("dealt")] == ["market", "farm"]
    assert {m.split()[0] for m in done.moves()} == {"take", "reserve"}
    # when even that leaves only cards of others, there is no second one
    poor = position(
        3,
        market="Y2 R5",
        farm="B5",
        reserve={1: "R5", 3: "B5 farm"},
        pile="",
        rest=1,
        hands=[""] * 3,
    )
    done = play(poor, "Ana take Y2")
    assert done.told == ["took", "turned", "restocked"]
    assert done.moves() == ["pass"]


# --- the pile runs out


@pytest.mark.rule("OSA-31", "A-OSA-15", "OSA-29")
def test_the_discards_become_the_new_pile_in_the_middle_of_a_draw() -> None:
    # one card left for the Market, then the discards: the Y2 that Ana paid is among them
    here = position(2, market="R5", hands=["Y2 Y3"], pile="B2", rest=2, discard="G2 G3 G5 R2")
    done = play(here, "Ana buy Y2 Y3\nmarket B2\nmarket G5\nfarm Y2 Y3 G2")
    assert done.told == ["bought", "sailed", "dealt", "reshuffled", "dealt", "dealt", "turned"]
    assert done.only("reshuffled").cards == {"G2": 1, "G3": 1, "G5": 1, "R2": 1, "Y2": 1, "Y3": 1}
    assert done.discard == []
    assert done.state.pile.size == 6 - 4
    assert Counter(done.state.pile.options()) == Counter(["G3", "R2"])


@pytest.mark.rule("OSA-31")
def test_one_line_may_name_the_cards_before_and_after_the_shuffle() -> None:
    here = position(2, market="R5", hands=["Y2 Y3"], pile="B2", rest=2, discard="G2 G3 G5 R2")
    one = play(here, "Ana buy Y2 Y3\nmarket B2 G5\nfarm Y2 Y3 G2")
    two = play(here, "Ana buy Y2 Y3\nmarket B2\nmarket G5\nfarm Y2 Y3 G2")
    assert one.events == two.events


@pytest.mark.rule("OSA-31")
def test_what_is_not_among_the_discards_cannot_be_drawn_after_a_shuffle() -> None:
    here = position(2, market="R5", hands=["Y2 Y3"], pile="B2", rest=2, discard="G2 G3 G5 R2")
    e = refused(here, "Ana buy Y2 Y3\nmarket B2\nmarket B3\nfarm Y2 Y3 G2")
    assert (e.kind, e.rule, e.line) == ("impossible", "OSA-29", 3)
    assert tells(e.message, "B3")


@pytest.mark.rule("A-OSA-15")
def test_a_pile_that_just_lasts_is_not_renewed_before_the_next_card_is_due() -> None:
    here = position(
        2, market="R5", hands=["Y2 Y3", "B5"], pile="B2 B3 G2 G3 G5", rest=2, discard="R2 R3"
    )
    done = play(here, "Ana buy Y2 Y3\nmarket B2 B3\nfarm G2 G3 G5")
    assert not done.of("reshuffled")
    assert done.state.pile.size == 0
    assert done.discard == ["R2", "R3", "Y2", "Y3"]
    # Bartek's payment is discarded first, so it is shuffled in when his refill draws
    later = play(done, "Bartek buy B5\nmarket R2 Y2\nfarm R3 Y3 B5")
    assert later.only("reshuffled").cards == {"B5": 1, "R2": 1, "R3": 1, "Y2": 1, "Y3": 1}


@pytest.mark.rule("A-OSA-15")
def test_when_both_are_empty_what_there_is_is_drawn() -> None:
    here = position(2, market="R5 B5", hands=["5xY2"], pile="B2", rest=2)
    short = play(here, "Ana take R5\nBartek take B5\nmarket B2")
    assert short.told == ["took", "turned", "took", "turned", "dealt"]
    assert short.market == ["B2"]
    assert short.farm == []
    some = position(2, market="R5", hands=["Y2 Y3"], pile="B2", rest=2, discard="G2")
    done = play(some, "Ana buy Y2 Y3\nmarket B2 G2\nfarm Y2 Y3")
    assert done.farm == ["Y2", "Y3"], "four cards in all, so the Farm gets two"
    assert done.state.pile.size == 0


# --- the moment of the refill (A-OSA-02)

SALE = {
    "market": "Y3",
    "hands": ["R3", "B2"],
    "goods": ["B5", "B3"],
    "ships": {"yellow": 4, "blue": 3},
    "farm": "G2 G3 G5",
}


@pytest.mark.rule("A-OSA-02")
def test_pay_goods_ships_sale_refill_next_player() -> None:
    done = play(position(2, **SALE), "Ana buy R3\nBartek insure B3 with B2" + DRAWN)
    assert done.told == [
        "bought",
        "sailed",
        "sold",
        "earned",
        "sank",
        "insured",
        "lost",
        "returned",
        "returned",
        "restocked",
        "dealt",
        "dealt",
        "turned",
    ]


@pytest.mark.rule("A-OSA-02", "OSA-17")
def test_the_option_refills_before_the_sale() -> None:
    here = position(2, options={"refill_timing": "after_purchase"}, **SALE)
    done = play(here, "Ana buy R3" + DRAWN + "\nBartek insure B3 with B2")
    assert done.told == [
        "bought",
        "sailed",
        "restocked",
        "dealt",
        "dealt",
        "sold",
        "earned",
        "sank",
        "insured",
        "lost",
        "returned",
        "returned",
        "turned",
    ]
    assert GAME.holdings(done.state)[0][5] == 1


@pytest.mark.rule("A-OSA-02")
def test_the_option_decides_which_discards_are_shuffled_in() -> None:
    # the set Y3 Y3 Y3 leaves one Y3 on the discard pile, if the sale comes first
    sale = {
        "market": "Y3",
        "goods": ["Y3 Y3"],
        "hands": ["R3"],
        "ships": {"yellow": 4},
        "pile": "B2 B3 B5 G2",
        "rest": 2,
    }
    late = play(position(2, **sale), "Ana buy R3\nmarket B2 B3\nfarm B5 G2 Y3")
    assert late.only("reshuffled").cards == {"R3": 1, "Y3": 1}
    early = play(
        position(2, options={"refill_timing": "after_purchase"}, **sale),
        "Ana buy R3\nmarket B2 B3\nfarm B5 G2 R3",
    )
    assert early.only("reshuffled").cards == {"R3": 1}
