"""Three uses of a card: coins from the hand, goods from the Market, insurance icons."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.osaka import GAME
from ledger.games.osaka.commands import Buy
from ledger.kernel.errors import Illegal
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.chance import Recorded

from .scenario import illegal, play, position


@pytest.mark.rule("OSA-10")
def test_a_card_is_coins_goods_and_insurance() -> None:
    here = position(
        2,
        market="Y2",
        hands=["Y2 B3", "Y2"],
        goods=["B2", "B5"],
        ships={"yellow": 4, "blue": 3},
    )
    # the same Y2 from the hand is 2 coins, from the Market 1 yellow good
    bought = play(here, "Ana buy Y2")
    assert bought.only("bought").cost == 2
    assert bought.only("sold").cards == ("Y2",)
    assert bought.ships["yellow"] == 5
    # and the B3 left in the hand insures one blue good
    assert bought.asked == [("Ana", "insurance")]
    insured = play(bought, "Ana insure B2 with B3\nmarket G2 G2\nfarm R2 R2 R2")
    assert insured.seat("Ana").insured == ["B2"]
    assert insured.seat("Bartek").goods == [], "Bartek's only card is yellow and insures no blue"


@pytest.mark.rule("OSA-10")
@pytest.mark.parametrize(("card", "coins"), [("R2", 2), ("B3", 3), ("G5", 5)])
def test_a_card_pays_its_value(card: str, coins: int) -> None:
    market = {2: "Y2", 3: "Y3", 5: "Y5"}
    done = play(
        position(2, market=market[coins], hands=[card, "R2"]),
        f"Ana buy {card} / market Y2 Y2 / farm Y3 Y3 Y3",
    )
    assert done.only("bought").cost == coins
    dearer = position(2, market=f"{market[coins]} G2", hands=[card, "R2"])
    sentence = f"{coins + 2} | {coins}"
    illegal(dearer, f"Ana buy {card}", "OSA-14", sentence)


TIDE = {"ships": {"green": 4, "blue": 4}, "market": "G2"}


@pytest.mark.rule("OSA-11")
def test_a_two_has_two_icons() -> None:
    here = position(2, hands=["G2 B2", ""], goods=["3xB5", ""], **TIDE)
    bought = play(here, "Ana buy G2")
    end = "\nmarket Y2 Y2\nfarm Y3 Y3 Y3"
    assert play(bought, "Ana insure B5 B5 with B2" + end).seat("Ana").insured == ["B5", "B5"]
    sentence = "3 | blue | 2"
    illegal(bought, "Ana insure B5 B5 B5 with B2", "OSA-41", sentence)


@pytest.mark.rule("OSA-11")
def test_a_three_has_one_icon() -> None:
    here = position(2, hands=["G2 B3", ""], goods=["3xB5", ""], **TIDE)
    bought = play(here, "Ana buy G2")
    end = "\nmarket Y2 Y2\nfarm Y3 Y3 Y3"
    assert play(bought, "Ana insure B5 with B3" + end).seat("Ana").insured == ["B5"]
    sentence = "2 | blue | 1"
    illegal(bought, "Ana insure B5 B5 with B3", "OSA-41", sentence)


@pytest.mark.rule("OSA-11")
def test_a_five_has_none() -> None:
    here = position(2, hands=["G2 B5 B2", ""], goods=["3xB3", ""], **TIDE)
    bought = play(here, "Ana buy G2")
    illegal(bought, "Ana insure B3 with B5", "OSA-11", "B5")
    illegal(bought, "Ana insure B3 B3 with B2 B5", "OSA-11", "B5")
    fives = play(
        position(2, hands=["G2 B5", ""], goods=["3xB3", ""], **TIDE),
        "Ana buy G2\nmarket Y2 Y2\nfarm Y3 Y3 Y3",
    )
    assert fives.only("sank").asked == (), "who holds only fives is not asked"
    assert fives.seat("Ana").goods == []


@pytest.mark.example("OSA-G2")
def test_the_rulebooks_hand_of_twelve_coins(golden) -> None:
    # "this hand corresponds to (2+2+3+5) 12 coins": it pays for 12, and not for 13 or more
    hand = "R2 B2 Y3 G5"
    twelve = position(2, market="R5 B5 Y2", hands=[hand, "G2"])
    assert GAME.holdings(twelve.state)[0][1] == 12
    done = play(twelve, f"Ana buy {hand}\nmarket G2 G3\nfarm Y2 Y3 Y5")
    assert done.only("bought").cost == 12
    assert sorted(done.only("bought").paid) == sorted(hand.split())
    assert done.seat("Ana").hand == []
    assert done.discard == sorted(hand.split())
    assert done.data == golden
    thirteen = position(2, market="R5 B5 Y3", hands=[hand, "G2"])
    with pytest.raises(Illegal) as refusal:
        decide(GAME, thirteen.state, Buy(seat=1, pay=tuple(hand.split())), Recorded())
    assert refusal.value.rule == "OSA-14"
    assert tells(refusal.value.message, "13 | 12")
