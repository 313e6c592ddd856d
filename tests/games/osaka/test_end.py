"""The end: eight tokens after step 2, most VP, then tokens."""

from __future__ import annotations

import pytest

from common.refusals import tells

from .scenario import play, position, refused

END = "\nmarket G2 G2\nfarm G3 G3 G3"


def last_sale(players: int = 2, *, market: str = "Y2", ships: dict | None = None, **more: object):
    """Ana buys with a R5 and brings yellow to Edo."""
    hands = more.pop("hands", ["R5"])
    return position(
        players, market=market, hands=hands, ships={"yellow": 4, **(ships or {})}, **more
    )


@pytest.mark.rule("OSA-45")
@pytest.mark.parametrize(
    ("tokens", "over"),
    [
        ("6xred", False),  # 7 with the new one
        ("7xred", True),
        ("2xred 2xblue 3xgreen", True),  # all colours together
        ("2xred 2xblue 2xgreen", False),
    ],
)
def test_the_eighth_token_ends_the_game_at_once(tokens: str, over: bool) -> None:
    here = last_sale(tokens=[tokens, "red"])
    done = play(here, "Ana buy R5" + ("" if over else END))
    assert ("ended" in done.told) is over
    if over:
        assert done.told == ["bought", "sailed", "sold", "earned", "ended", "sealed"]
        assert done.only("ended").reason == "tokens"
        assert done.asked == []


@pytest.mark.rule("OSA-45")
def test_nothing_can_be_done_after_the_end() -> None:
    here = last_sale(tokens=["7xred", "red"], market="Y2", hands=["R5", "B5"])
    assert refused(here, "Ana buy R5\nBartek take G2").message


@pytest.mark.rule("OSA-45")
def test_anybodys_eighth_token_ends_it_also_after_several_sales() -> None:
    # Bartek gains his seventh and eighth token in one round
    here = last_sale(market="Y2 B2", tokens=["", "6xred"], goods=["", "Y2 B2"], ships={"blue": 4})
    done = play(here, "Ana buy R5")
    assert [(e.seat, e.colour) for e in done.of("earned")] == [
        (1, "blue"),
        (2, "blue"),
        (1, "yellow"),
        (2, "yellow"),
    ], "all tokens are given before the end is checked"
    assert done.told[-2:] == ["ended", "sealed"]
    assert done.seat("Bartek").all_tokens == 8


@pytest.mark.rule("A-OSA-20", "OSA-45")
def test_the_last_round_has_no_tide_no_return_and_no_refill() -> None:
    here = last_sale(
        tokens=["7xred"],
        ships={"blue": 3},
        goods=["B5", "B3"],
        hands=["R5 B2", "B2"],
        farm="G2 G3 G5",
    )
    done = play(here, "Ana buy R5")
    assert done.told == ["bought", "sailed", "sold", "earned", "ended", "sealed"]
    assert done.ships == {"red": 0, "blue": 3, "yellow": 5, "green": 0}
    assert [p.goods for p in done.state.players] == [["B5"], ["B3"]]
    assert done.farm == ["G2", "G3", "G5"]
    assert done.market == []


@pytest.mark.rule("A-OSA-20")
def test_with_the_other_option_the_refill_has_been_made() -> None:
    here = last_sale(tokens=["7xred"], farm="G2 G3 G5", options={"refill_timing": "after_purchase"})
    done = play(here, "Ana buy R5\nmarket B2 B3\nfarm B5 B5 B5")
    assert done.told == [
        "bought", "sailed", "restocked", "dealt", "dealt", "sold", "earned", "ended", "sealed",
    ]  # fmt: skip


@pytest.mark.rule("OSA-46", "OSA-02")
def test_most_vp_win_and_nothing_else_counts() -> None:
    # Ana has eight tokens, Bartek most goods and coins, Celina most VP
    here = last_sale(
        3,
        tokens=["7xred", "", ""],
        goods=["", "R5 R5 B5 B5 G5 G5", ""],
        hands=["R5", "3xR5 3xB5", ""],
        vp=["", "B2", "B2 B2 B3"],
    )
    ended = play(here, "Ana buy R5").only("ended")
    assert ended.scores == (1, 1, 3)
    assert ended.ranking == ((3,), (1,), (2,)), "Ana before Bartek by tokens"


@pytest.mark.rule("OSA-46")
def test_drawn_cards_and_substitutes_count_as_vp() -> None:
    here = last_sale(tokens=["7xyellow"], vp=["", "B2 B2 B2"], pile="B5", rest=2)
    done = play(here, "Ana buy R5")  # 2 + 7 = 9 -> 10: 2 VP, one card drawn
    assert done.only("ended").scores[0] == 2
    here = last_sale(tokens=["7xyellow"], market="Y2 Y3", pile="", rest=2)
    done = play(here, "Ana buy R5")  # (3 + 7) x 2 = 20: 4 VP, 2 cards, the R5, 1 substitute
    assert done.only("ended").scores[0] == 4
    assert done.seat("Ana").substitutes == 1


@pytest.mark.rule("OSA-47")
def test_a_tie_goes_to_more_tokens() -> None:
    here = last_sale(3, tokens=["7xred", "2xblue", "3xblue"], vp=["", "B2", "B3"])
    ended = play(here, "Ana buy R5").only("ended")
    assert ended.scores == (1, 1, 1)
    assert ended.ranking == ((1,), (3,), (2,)), "8, 3 and 2 tokens"


@pytest.mark.rule("OSA-47")
def test_who_is_still_tied_wins_together() -> None:
    here = last_sale(
        3, tokens=["7xred", "7xblue", "4xblue"], goods=["", "Y2", ""], vp=["", "", "B3"]
    )
    ended = play(here, "Ana buy R5").only("ended")
    assert ended.scores == (1, 1, 1)
    assert ended.ranking == ((1, 2), (3,)), "8, 8 and 4 tokens"


@pytest.mark.rule("A-OSA-21")
def test_vp_decide_not_who_reached_eight_tokens() -> None:
    # both reach eight, Bartek has more VP; and a third with more VP beats them both
    here = last_sale(
        3,
        tokens=["7xred", "7xblue", ""],
        goods=["", "Y2", ""],
        vp=["", "B3 B3", "B2 B2 B2 B2"],
    )
    ended = play(here, "Ana buy R5").only("ended")
    assert ended.scores == (1, 3, 4)
    assert ended.ranking == ((3,), (2,), (1,))


@pytest.mark.rule("OSA-46")
def test_a_declared_result_is_checked() -> None:
    here = last_sale(tokens=["7xred", "red"], vp=["B2", ""])
    assert play(here, "Ana buy R5\nresult Ana 2, Bartek 0").only("ended").scores == (2, 0)
    e = refused(here, "Ana buy R5\nresult Ana 3, Bartek 0")
    assert (e.rule, e.line, e.column) == ("OSA-46", 2, 12)
    assert tells(e.message, "3 | Ana | 2")
