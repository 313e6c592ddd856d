"""The sale round: scoring, bonus, VP cards, tokens."""

from __future__ import annotations

import pytest

from ledger.games.osaka import GAME

from .scenario import Played, play, position, small_box

END = "\nmarket G2 G2\nfarm G3 G3 G3"
"""A refill that nothing depends on; tests here leave green alone."""


def sell(goods: str, *, tokens: str = "", extra: str = "Y2", **more: object) -> Played:
    """Ana buys one yellow card and so brings the yellow ship from 4 to Edo."""
    here = position(
        2,
        market=extra,
        hands=["R5", "B5"],
        goods=[goods, ""],
        tokens=[tokens, ""],
        ships={"yellow": 4},
        **more,
    )
    return play(here, "Ana buy R5" + END)


@pytest.mark.rule("OSA-32")
def test_the_four_steps_in_their_order() -> None:
    here = position(
        2,
        market="Y3",
        hands=["R5", ""],
        goods=["Y2 B2", "Y5 B3"],
        ships={"yellow": 4, "blue": 4},
    )
    done = play(here, "Ana buy R5" + END)
    assert done.told == [
        "bought",
        "sailed",
        "sold",  # 1 scoring
        "sold",
        "earned",  # 2 tokens
        "earned",
        "sank",  # 3 Black Tide
        "lost",
        "lost",
        "returned",  # 4 ships return
        "returned",
        "dealt",
        "dealt",
        "turned",
    ]


@pytest.mark.rule("OSA-32", "OSA-17")
def test_no_arrival_no_sale_no_tide() -> None:
    here = position(
        2, market="Y3", hands=["R5", ""], goods=["Y2 B2", "Y5"], ships={"yellow": 3, "blue": 4}
    )
    done = play(here, "Ana buy R5" + END)
    assert done.told == ["bought", "sailed", "dealt", "dealt", "turned"]
    assert done.ships == {"red": 0, "blue": 4, "yellow": 4, "green": 0}
    assert sorted(done.seat("Ana").goods) == ["B2", "Y2", "Y3"]


@pytest.mark.rule("OSA-33")
def test_everybody_sells_everything_of_the_colour_insured_or_not() -> None:
    here = position(
        3,
        market="Y3",
        hands=["R5", "", ""],
        goods=["Y2 B2", "Y5 Y5 R2", "R3"],
        insured=["Y5", "Y2", "B3"],
        ships={"yellow": 4},
    )
    done = play(here, "Ana buy R5" + END)
    assert [(e.seat, e.colour, e.cards) for e in done.of("sold")] == [
        (1, "yellow", ("Y2", "Y3", "Y5")),
        (2, "yellow", ("Y2", "Y5", "Y5")),
    ]
    assert [(p.goods, p.insured) for p in done.state.players] == [
        (["B2"], []),
        (["R2"], []),
        (["R3"], ["B3"]),
    ]
    assert done.moves(), "nobody was asked whether to sell"


@pytest.mark.rule("OSA-34")
def test_colours_are_settled_one_by_one() -> None:
    # red 5 x 3 = 15: 3 VP; blue 2 x 2 = 4 -> 5: 1 VP. Together they would be 5 x 5 = 25: 5 VP
    here = position(
        2,
        market="R2 B2",
        hands=["Y5", ""],
        goods=["R5 R2 B2", ""],
        ships={"red": 4, "blue": 4},
    )
    done = play(here, "Ana buy Y5" + END)
    assert [(e.colour, e.value, e.vp) for e in done.of("sold")] == [("red", 15, 3), ("blue", 5, 1)]
    assert done.seat("Ana").vp == 4
    assert done.seat("Ana").tokens == {"red": 1, "blue": 1, "yellow": 0, "green": 0}


@pytest.mark.rule("OSA-35")
@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("Y2", 5),  # 2
        ("Y3", 5),  # 3
        ("Y5", 5),  # 5 stays 5
        ("Y2 Y2", 5),  # 4
        ("Y2 Y3", 10),  # 3 x 2 = 6
        ("Y2 Y5", 10),  # 5 x 2 = 10 stays 10
        ("Y2 Y2 Y2", 10),  # 6
        ("Y3 Y3 Y3", 10),  # 9
        ("Y2 Y2 Y5", 15),  # the highest card prices all three
        ("Y2 Y2 Y2 Y3", 15),  # 12
        ("Y3 Y3 Y3 Y3 Y3", 15),  # 15
        ("Y2 Y2 Y2 Y2 Y2 Y2 Y2 Y2", 20),  # 16
        ("Y2 Y3 Y5 Y5 Y5 Y5 Y5 Y5 Y5", 45),
    ],
)
def test_a_set_is_worth_its_highest_card_times_its_size_rounded_up(cards: str, value: int) -> None:
    one, *rest = cards.split()
    sold = sell(" ".join(rest), extra=one).only("sold")
    assert (sold.value, sold.vp) == (value, value // 5)
    assert sold.price == max(int(c[1]) for c in cards.split())


@pytest.mark.rule("OSA-36")
@pytest.mark.parametrize(
    ("cards", "kept", "discarded"),
    [
        ("Y3 Y3 Y3", ["Y3", "Y3"], ["Y3"]),
        ("Y3 Y2 Y3", ["Y2", "Y3"], ["Y3"]),
        ("Y3 Y2 Y2 Y2", ["Y2", "Y2", "Y2"], ["Y3"]),
        ("Y5 Y2 Y3", ["Y2", "Y3", "Y5"], []),
        ("Y2 Y2 Y2 Y2 Y2", ["Y2", "Y2"], ["Y2", "Y2", "Y2"]),
    ],
)
def test_for_each_five_points_one_card_lowest_first_the_rest_is_discarded(
    cards: str, kept: list[str], discarded: list[str]
) -> None:
    one, *rest = cards.split()
    done = sell(" ".join(rest), extra=one)
    sold = done.only("sold")
    assert (list(sold.kept), list(sold.discarded)) == (kept, discarded)
    ana = done.seat("Ana")
    assert (sorted(ana.kept), ana.vp, ana.goods) == (kept, len(kept), [])
    assert done.discard == sorted(["R5", *discarded])


@pytest.mark.rule("OSA-37")
def test_missing_vp_cards_come_from_the_pile_unseen() -> None:
    done = sell("Y5", tokens="4xyellow")  # (5 + 4) x 2 = 18 -> 20: 4 VP for 2 cards
    drew = done.only("drew")
    assert (drew.seat, drew.count, drew.substitutes) == (1, 2, 0)
    assert (done.seat("Ana").kept, done.seat("Ana").blind) == (["Y2", "Y5"], 2)
    assert done.seat("Ana").vp == 4
    pile = position(2, market="Y2", hands=["R5", "B5"], goods=["Y5"]).state.pile.size
    assert done.state.pile.size == pile - 2 - 5
    assert done.told.index("drew") == done.told.index("sold") + 1


@pytest.mark.rule("OSA-37", "A-OSA-15")
def test_drawing_vp_cards_shuffles_the_discards_when_the_pile_is_empty() -> None:
    here = position(
        2,
        market="Y2",
        hands=["R5", ""],
        goods=["Y5", ""],
        tokens=["4xyellow"],
        ships={"yellow": 4},
        pile="B2",
        rest=2,
        discard="B3 B5",
    )
    done = play(here, "Ana buy R5\nmarket B3 B5")
    # the B2, then one of R5 (just paid), B3, B5; the other two are all that is left to draw
    assert [x for x in done.told if x in ("sold", "drew", "reshuffled", "earned")] == [
        "sold",
        "drew",
        "reshuffled",
        "drew",
        "earned",
    ]
    assert done.only("reshuffled").cards == {"B3": 1, "B5": 1, "R5": 1}
    assert done.market == ["B3", "B5"]
    assert done.state.pile.size == 0
    assert done.state.pile.pools[1]["R5"] == 1, "so Ana's second VP card can only be the R5"


@pytest.mark.rule("OSA-38")
def test_tokens_of_the_colour_raise_the_price_and_are_never_spent() -> None:
    done = sell("Y3", tokens="2xyellow 3xred", extra="Y2")
    sold = done.only("sold")
    assert (sold.price, sold.value, sold.vp) == (3 + 2, 10, 2), "red tokens do not count"
    assert done.seat("Ana").tokens == {"red": 3, "blue": 0, "yellow": 3, "green": 0}
    plain = sell("Y3", tokens="3xred", extra="Y2").only("sold")
    assert (plain.price, plain.value) == (3, 10), "3 x 2 = 6, rounded up"


@pytest.mark.rule("OSA-38")
def test_only_the_own_tokens_count() -> None:
    here = position(2, market="Y2", hands=["R5", ""], tokens=["", "5xyellow"], ships={"yellow": 4})
    assert play(here, "Ana buy R5" + END).only("sold").price == 2


@pytest.mark.rule("OSA-39", "A-OSA-18")
def test_each_sale_with_vp_earns_one_token_of_its_colour() -> None:
    here = position(
        3,
        market="R2 Y2",
        hands=["B5", "", ""],
        goods=["", "Y2 Y2 Y2 R3", ""],
        ships={"red": 4, "yellow": 4},
    )
    done = play(here, "Ana buy B5" + END)
    assert [(e.seat, e.colour) for e in done.of("earned")] == [
        (1, "red"),
        (2, "red"),
        (1, "yellow"),
        (2, "yellow"),
    ]
    assert [p.all_tokens for p in done.state.players] == [2, 2, 0], "who sold nothing gets nothing"


@pytest.mark.rule("A-OSA-18")
@pytest.mark.parametrize("card", ["Y2", "Y3", "Y5"])
def test_even_a_single_card_earns_a_vp_and_a_token(card: str) -> None:
    done = sell("", extra=card)
    assert done.only("sold").vp == 1
    assert done.only("earned").colour == "yellow"


@pytest.mark.rule("A-OSA-24", "OSA-39")
def test_the_supply_of_tokens_limits_nobody() -> None:
    # 12 yellow tokens are printed and all are out; three more are gained
    tokens = ["6xyellow", "3xyellow", "3xyellow", ""]
    here = position(
        4,
        market="Y2",
        hands=["R5"],
        goods=["", "Y2", "Y2", ""],
        tokens=tokens,
        ships={"yellow": 4},
    )
    done = play(here, "Ana buy R5" + END)
    assert [p.tokens["yellow"] for p in done.state.players] == [7, 4, 4, 0]
    assert sum(p.tokens["yellow"] for p in done.state.players) == 15


@pytest.mark.rule("A-OSA-03")
def test_two_ships_in_edo_share_one_round() -> None:
    here = position(
        2,
        market="R2 Y2",
        hands=["B5", ""],
        goods=["", "R2 Y2 B2"],
        ships={"red": 4, "yellow": 4, "blue": 3},
    )
    done = play(here, "Ana buy B5" + END)
    assert done.told == (
        ["bought", "sailed", "sailed"]
        + ["sold"] * 4  # step 1 for each colour
        + ["earned"] * 4  # then step 2 for each
        + ["sank", "lost"]  # then one step 3
        + ["returned"] * 3  # and one step 4
        + ["dealt", "dealt", "turned"]
    )
    assert [e.colour for e in done.of("sold")] == ["red", "red", "yellow", "yellow"]


@pytest.mark.rule("A-OSA-04")
def test_colours_in_the_order_of_the_box_players_from_the_active_one() -> None:
    here = position(
        3,
        active=2,
        market="G2 Y2 B2 R2",
        hands=["", "B5 B3", ""],
        goods=["G2 Y2 B2 R2", "", "G3 Y3 B3 R3"],
        ships={"red": 4, "yellow": 4, "blue": 4, "green": 4},
    )
    done = play(here, "Bartek buy B5 B3\nmarket G2 G2\nfarm G3 G3 G3")
    order = [(c, s) for c in ("red", "blue", "yellow", "green") for s in (2, 3, 1)]
    assert [(e.colour, e.seat) for e in done.of("sold")] == order
    assert [(e.colour, e.seat) for e in done.of("earned")] == order


@pytest.mark.rule("A-OSA-16", "OSA-37")
def test_vp_without_cards_are_counted_and_substituted() -> None:
    # nothing to draw from but the card just paid: one VP card, two substitutes
    here = position(
        2,
        market="Y2",
        hands=["R5", ""],
        goods=["Y5", ""],
        tokens=["6xyellow"],
        ships={"yellow": 4},
        pile="",
        rest=2,
    )
    done = play(here, "Ana buy R5")  # (5 + 6) x 2 = 22 -> 25: 5 VP for 2 cards
    assert [(e.count, e.substitutes) for e in done.of("drew")] == [(1, 0), (0, 2)]
    ana = done.seat("Ana")
    assert (len(ana.kept), ana.blind, ana.substitutes, ana.vp) == (2, 1, 2, 5)
    assert GAME.rules.scores(done.state)[0] == 5
    assert done.told[-1] == "turned", "nothing was left to refill with"
    assert done.market == done.farm == []


@pytest.mark.rule("A-OSA-19")
def test_tokens_of_this_round_raise_no_price_of_this_round() -> None:
    here = position(
        2, market="R2 B2", hands=["Y5", ""], goods=["R5 B5"], ships={"red": 4, "blue": 4}
    )
    done = play(here, "Ana buy Y5" + END)
    assert [(e.colour, e.price, e.vp) for e in done.of("sold")] == [("red", 5, 2), ("blue", 5, 2)]
    assert done.seat("Ana").tokens == {"red": 1, "blue": 1, "yellow": 0, "green": 0}
    # the new token counts in the next sale of red
    again = position(2, market="R2", hands=["Y5"], goods=["R5"], tokens=["red"], ships={"red": 4})
    assert play(again, "Ana buy Y5" + END).only("sold").price == 6


@pytest.mark.rule("A-OSA-25")
def test_equal_cards_are_settled_in_card_order_however_they_came() -> None:
    first = sell("Y3 Y2 Y3", extra="Y2")
    second = sell("Y2 Y3", extra="Y3", insured=["Y2"])
    for done in (first, second):
        sold = done.only("sold")
        assert sold.cards == ("Y2", "Y2", "Y3", "Y3")
        assert (sold.kept, sold.discarded) == (("Y2", "Y2", "Y3"), ("Y3",))
        assert done.discard == ["R5", "Y3"]


@pytest.mark.rule("A-OSA-28")
def test_goods_just_bought_are_sold_or_lost_like_all_others() -> None:
    here = position(
        2, market="Y5 B2", hands=["R5 R2", ""], goods=["Y2", ""], ships={"yellow": 4, "blue": 2}
    )
    done = play(here, "Ana buy R5 R2" + END)
    assert done.only("sold").cards == ("Y2", "Y5"), "priced 5 by the card just bought"
    assert done.only("sold").vp == 2
    assert done.only("lost").cards == ("B2",)
    assert done.seat("Ana").goods == []


@pytest.mark.rule("OSA-02")
def test_goods_sold_in_edo_are_the_victory_points() -> None:
    before = position(
        2, market="Y2", hands=["R5", ""], goods=["R5 R5 B5 Y5", "R5"], ships={"yellow": 4}
    )
    assert GAME.rules.scores(before.state) == (0, 0), "goods that are not sold are worth nothing"
    done = play(before, "Ana buy R5" + END)
    assert GAME.rules.scores(done.state) == (2, 0)


# --- worked examples


@pytest.mark.example("OSA-G5")
def test_example_1_yellow_and_red(golden) -> None:
    # Pink sells three red cards, highest 5, and one yellow 2; no bonus
    here = position(
        2,
        market="R2 Y2",
        hands=["G5", ""],
        goods=["R5 R3", ""],
        ships={"red": 4, "yellow": 4},
    )
    done = play(here, "Ana buy G5\nmarket B2 B3\nfarm G2 G3 B5")
    red, yellow = done.of("sold")
    assert (red.colour, red.price, len(red.cards), red.value, red.vp) == ("red", 5, 3, 15, 3)
    assert (yellow.colour, yellow.price, yellow.value, yellow.vp) == ("yellow", 2, 5, 1)
    assert done.seat("Ana").vp == 3 + 1
    assert done.seat("Ana").tokens == {"red": 1, "blue": 0, "yellow": 1, "green": 0}
    assert done.data == golden


@pytest.mark.example("OSA-G6")
def test_example_2_green_with_two_tokens(golden) -> None:
    here = position(
        2,
        market="G2",
        hands=["R2", ""],
        goods=["G5 G3", ""],
        tokens=["2xgreen", ""],
        ships={"green": 4},
    )
    done = play(here, "Ana buy R2\nmarket B2 B3\nfarm Y2 Y3 B5")
    sold = done.only("sold")
    assert sold.price * len(sold.cards) == (5 + 2) * 3 == 21
    assert (sold.price, sold.value, sold.vp) == (7, 25, 5)
    assert (len(sold.kept), sold.discarded) == (3, ())
    assert (done.only("drew").count, done.only("drew").substitutes) == (2, 0)
    assert done.seat("Ana").vp == 5
    assert done.seat("Ana").tokens["green"] == 3
    assert done.data == golden


@pytest.mark.example("OSA-G9")
def test_three_threes_an_overshoot_and_the_way_back(golden) -> None:
    here = position(
        2,
        market="Y3 Y3",
        hands=["R5 R2", ""],
        goods=["Y3", ""],
        ships={"yellow": 4, "red": 3, "blue": 4, "green": 2},
    )
    done = play(here, "Ana buy R5 R2\nmarket B2 B3\nfarm G2 G3 B5")
    assert (done.only("sailed").start, done.only("sailed").end) == (4, 5), "not 6"
    sold = done.only("sold")
    assert (sold.price, sold.value, sold.vp) == (3, 10, 2)
    assert sold.discarded == ("Y3",)
    assert done.only("sank").colours == ("red", "blue")
    assert done.ships == {"red": 2, "blue": 2, "yellow": 0, "green": 2}
    assert done.data == golden


@pytest.mark.rule("A-OSA-16", "OSA-37")
def test_in_a_tiny_box_every_vp_is_paid_all_the_same() -> None:
    box = small_box({"2": 1, "3": 1, "5": 1})
    here = position(
        2,
        box=box,
        market="Y2",
        hands=["R2", ""],
        goods=["Y5 Y3", ""],
        tokens=["5xyellow"],
        ships={"yellow": 4},
        pile="",
        rest=2,
    )
    done = play(here, "Ana buy R2")  # (5 + 5) x 3 = 30: 6 VP, 3 cards, 1 drawn, 2 substitutes
    ana = done.seat("Ana")
    assert (len(ana.kept), ana.blind, ana.substitutes, ana.vp) == (3, 1, 2, 6)
