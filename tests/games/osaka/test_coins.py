"""Taking coins: one Market card into the hand."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.osaka import GAME
from ledger.games.osaka.commands import Take
from ledger.kernel.errors import Illegal
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.chance import Recorded

from .scenario import illegal, play, position


@pytest.mark.rule("OSA-18")
def test_one_market_card_goes_to_the_hand_and_nothing_is_refilled() -> None:
    here = position(3, market="R5 B3 Y2", farm="G2 G3 G5", hands=["R2", "", ""])
    done = play(here, "Ana take B3")
    assert done.told == ["took", "turned"], "no refill follows by itself"
    assert done.seat("Ana").hand == ["R2", "B3"]
    assert done.market == ["R5", "Y2"]
    assert len(done.farm) == 3


@pytest.mark.rule("OSA-18")
def test_a_taken_card_pays_later() -> None:
    here = position(2, market="R5 Y2 B2", hands=["", ""])
    done = play(here, "Ana take R5\nBartek take Y2\nAna buy R5\nmarket G2 G3\nfarm G5 G5 G5")
    assert done.only("bought").paid == ("R5",)


@pytest.mark.rule("OSA-18")
def test_the_hand_has_no_limit() -> None:
    here = position(2, market="R5 Y2", hands=["11xB2 9xB3 7xB5 9xG2", ""])
    done = play(here, "Ana take R5")
    assert len(done.seat("Ana").hand) == 37


@pytest.mark.rule("OSA-18")
def test_only_market_cards_are_taken() -> None:
    here = position(2, market="R5", farm="G2", hands=["B3", "B2"], goods=["", "Y3"], discard="R3")
    for card in ("G2", "B2", "Y3", "R3"):
        illegal(here, f"Ana take {card}", "OSA-18", f"{card}")


@pytest.mark.rule("OSA-24", "OSA-22")
def test_the_card_is_unreserved_or_the_own_reserved_one() -> None:
    here = position(3, market="R5 B3 Y2", reserve={1: "B3", 2: "R5"}, hands=["", "", ""])
    illegal(here, "Ana take R5", "OSA-22", "R5")
    assert play(here, "Ana take Y2").seat("Ana").piece == "B3"
    own = play(here, "Ana take B3")
    assert own.only("took").freed
    assert own.seat("Ana").piece is None
    assert [
        GAME.words.write(c)
        for c in GAME.rules.legal_moves(here.state, 1)
        if "take" in GAME.words.write(c)
    ] == [
        "take Y2",
        "take B3*",
    ]


@pytest.mark.rule("OSA-24")
def test_a_star_needs_the_own_piece() -> None:
    here = position(3, market="R5 R5 Y2 Y3", reserve={2: "R5"}, hands=["", "", ""])
    sentence = "R5"
    illegal(here, "Ana take R5*", "OSA-24", sentence)
    alone = position(2, market="R5 Y2", reserve={1: "R5"})
    with pytest.raises(Illegal) as refusal:
        decide(GAME, alone.state, Take(seat=1, card="R5"), Recorded())
    assert refusal.value.rule == "OSA-24"
    assert tells(refusal.value.message, "R5")
    # of two equal cards one is free: Ana takes it, Bartek's stays
    done = play(here, "Ana take R5")
    assert not done.only("took").freed
    assert done.market == ["R5", "Y2", "Y3"]
    assert done.seat("Bartek").piece == "R5"
    illegal(done, "Bartek take Y2\nCelina take R5", "OSA-22", "R5")


@pytest.mark.rule("OSA-18", "OSA-19")
def test_a_card_that_lies_in_the_other_row_is_found_there() -> None:
    here = position(2, market="R5 Y2", farm="G3 B2")
    illegal(here, "Ana take G3", "OSA-18", "G3 | Market | Farm")
    illegal(here, "Ana reserve Y2 farm", "OSA-19", "Y2 | Farm | Market")
    with pytest.raises(AssertionError):
        illegal(here, "Ana take B5", "OSA-18", "Farm")
