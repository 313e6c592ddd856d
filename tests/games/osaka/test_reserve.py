"""Reserving: where the piece may lie, what it does, how it comes back."""

from __future__ import annotations

import pytest

from ledger.games.osaka import GAME

from .scenario import illegal, play, position, refused

ROWS = {"market": "R5 B3 Y2", "farm": "G2 G3 G5", "hands": ["", "", ""]}


@pytest.mark.rule("OSA-19")
@pytest.mark.parametrize(
    ("move", "card", "row"),
    [
        ("reserve B3", "B3", "market"),
        ("reserve G5 farm", "G5", "farm"),
        ("reserve G5", "G5", "farm"),
    ],
)
def test_the_piece_goes_on_a_card_of_the_market_or_the_farm(move: str, card: str, row: str) -> None:
    done = play(position(3, **ROWS), f"Ana {move}")
    assert (done.only("reserved").card, done.only("reserved").row) == (card, row)
    assert (done.seat("Ana").piece, done.seat("Ana").row) == (card, row)
    assert done.market == ["B3", "R5", "Y2"], "the card stays where it is"
    assert len(done.farm) == 3
    assert done.seat("Ana").hand == []


@pytest.mark.rule("OSA-19")
def test_the_card_must_lie_there() -> None:
    here = position(3, discard="Y5", **ROWS)
    illegal(here, "Ana reserve Y5", "OSA-19", "Y5")
    illegal(here, "Ana reserve R5 farm", "OSA-19", "R5 | Farm")
    illegal(here, "Ana reserve G5 market", "OSA-19", "G5")


@pytest.mark.rule("OSA-20")
def test_a_reserved_card_is_not_reserved_again() -> None:
    here = position(3, reserve={2: "R5", 3: "G2 farm"}, **ROWS)
    illegal(here, "Ana reserve R5", "OSA-20", "R5")
    illegal(here, "Ana reserve G2 farm", "OSA-20", "G2")
    assert play(here, "Ana reserve B3").seat("Ana").piece == "B3"


@pytest.mark.rule("OSA-20")
def test_another_copy_of_a_reserved_card_is_free() -> None:
    here = position(3, market="R5 R5 B2", farm="R5", reserve={2: "R5"}, hands=["", "", ""])
    done = play(here, "Ana reserve R5")
    assert [p.piece for p in done.state.players] == ["R5", "R5", None]
    illegal(done, "Bartek take R5*\nCelina reserve R5 market", "OSA-20", "R5")
    assert play(done, "Bartek take R5*\nCelina reserve R5 farm").seat("Celina").row == "farm"


@pytest.mark.rule("OSA-20")
def test_there_is_no_second_piece() -> None:
    here = position(3, reserve={1: "R5"}, **ROWS)
    illegal(here, "Ana reserve B3", "OSA-20", "R5")
    illegal(here, "Ana reserve G2 farm", "OSA-20", "R5")
    assert not any("reserve" in GAME.words.write(c) for c in GAME.rules.legal_moves(here.state, 1))
    e = refused(here, "Ana reserve B3 !OSA-20")
    assert e.rule == "OSA-20", "no house rule makes a second piece"


@pytest.mark.rule("OSA-21")
def test_the_piece_comes_back_with_the_card_as_coins() -> None:
    here = position(3, reserve={1: "R5"}, **ROWS)
    other = play(here, "Ana take B3")
    assert not other.only("took").freed
    assert other.seat("Ana").piece == "R5", "another card frees nothing"
    done = play(here, "Ana take R5\nBartek reserve G5\nCelina take Y2")
    assert done.of("took")[0].freed
    assert done.seat("Ana").piece is None
    assert play(done, "Ana reserve B3\nmarket Y2 Y3\nfarm Y5 Y5 Y5").seat("Ana").piece == "B3"


@pytest.mark.rule("OSA-21")
def test_the_piece_comes_back_with_the_card_as_goods() -> None:
    here = position(3, market="R5 B3", hands=["Y5 Y3", "", ""], reserve={1: "R5", 2: "B3"})
    done = play(here, "Ana buy Y5\nmarket G2 G3\nfarm G5 G5 G5")
    assert done.only("bought").freed
    assert done.seat("Ana").piece is None
    assert done.seat("Bartek").piece == "B3", "nobody else's comes back"


@pytest.mark.rule("OSA-22")
def test_nobody_else_takes_or_buys_a_reserved_card() -> None:
    here = position(3, market="R5 B3 Y2", hands=["G5 G5", "", ""], reserve={2: "R5"})
    illegal(here, "Ana take R5", "OSA-22", "R5")
    bought = play(here, "Ana buy G5\nmarket G2 G3\nfarm R2 R2 R2")
    assert "R5" not in bought.only("bought").cards
    assert bought.only("bought").cost == 5
    assert "R5" in bought.market
    assert play(bought, "Bartek take R5").seat("Bartek").hand == ["R5"]


@pytest.mark.rule("OSA-22")
def test_a_house_rule_may_break_a_reservation_and_is_recorded() -> None:
    here = position(3, market="R5 B3 Y2", reserve={2: "R5"})
    done = play(here, "Ana take R5 !OSA-22")
    assert done.lines[0].waived == ("OSA-22",)
    assert done.told == ["took", "freed", "turned"]
    assert done.only("freed").seat == 2, "Bartek has his piece again"
    assert done.seat("Bartek").piece is None
    assert done.seat("Ana").hand == ["R5"]
    assert play(done, "Bartek reserve B3").seat("Bartek").piece == "B3"


@pytest.mark.rule("OSA-22", "OSA-24")
def test_of_two_equal_cards_the_next_ones_piece_comes_back() -> None:
    here = position(4, active=2, market="R5 R5 B3 Y2", reserve={1: "R5", 4: "R5"})
    done = play(here, "Bartek take R5 !OSA-22")
    assert done.only("freed").seat == 4
    assert [p.piece for p in done.state.players] == ["R5", None, None, None]
    # and a free copy is nobody's loss, whatever was waived
    here = position(3, market="R5 R5 Y2", reserve={2: "R5"})
    assert play(here, "Ana take R5").told == ["took", "turned"]


@pytest.mark.rule("OSA-23")
def test_a_buyer_must_take_all_and_leaves_only_what_others_reserved() -> None:
    here = position(
        4,
        market="R5 B3 Y2 G2 G3",
        hands=["R5 B5", "", "", ""],
        reserve={1: "B3", 2: "R5", 4: "G3"},
    )
    # B3 + Y2 + G2 = 7: leaving the own card out (4) or a free one is not offered
    illegal(here, "Ana buy R5", "OSA-14", "7 | 5")
    done = play(here, "Ana buy R5 B5\nmarket R2 R2\nfarm B2 B2 B2")
    assert sorted(done.only("bought").cards) == ["B3", "G2", "Y2"]
    assert sorted(done.seat("Ana").goods) == ["B3", "G2", "Y2"]
    left = [c for c in done.market if c not in ("R2",)]
    assert left == ["G3", "R5"]
    assert [done.seat(n).piece for n in ("Bartek", "Dora")] == ["R5", "G3"]


@pytest.mark.rule("OSA-25")
def test_a_reserved_card_may_wait() -> None:
    here = position(2, market="R5 B3 Y2 G2 G3", hands=["", ""], reserve={1: "R5"})
    done = play(here, "Ana take B3\nBartek take Y2\nAna take G2")
    assert done.seat("Ana").piece == "R5", "two turns later it still lies there"
    # only a purchase binds: the R5 must be paid too
    buys = position(2, market="R5 B3", hands=["G3 Y5", ""], reserve={1: "R5"})
    illegal(buys, "Ana buy G3", "OSA-14", "8 | 3")
    bought = play(buys, "Ana buy G3 Y5\nmarket G2 G2\nfarm G5 G5 G5")
    assert bought.only("bought").cards == ("R5", "B3")
    assert bought.only("bought").freed


@pytest.mark.rule("OSA-26")
def test_a_reserved_five_waits_until_its_reserver_can_pay() -> None:
    here = position(2, market="R5 B2", farm="Y2 Y3 G2", hands=["Y5", "G2 R2"])
    poor = play(here, "Ana reserve R5\nBartek buy G2\nmarket R3 R3\nfarm R2 R2 R2")
    assert "R5" in poor.market, "Bartek's purchase left it"
    # Ana takes two more coins, then buys it with all the rest
    rich = play(poor, "Ana take R3\nBartek take R3\nAna take Y3\nBartek take Y2")
    done = play(rich, "Ana buy Y5 Y3\nmarket B3 B3\nfarm B5 B5 B5")
    assert "R5" in done.seat("Ana").goods


@pytest.mark.rule("OSA-26")
def test_a_reserved_two_keeps_a_ship_from_sailing() -> None:
    # yellow would reach Edo with one more card; Ana's piece on the Y2 decides when
    here = position(2, market="Y2 B2", hands=["R2", "R5"], ships={"yellow": 4})
    without = play(here, "Ana take B2\nBartek buy R5\nmarket G2 G3\nfarm G5 G5 G5")
    assert [e.colour for e in without.of("sold")] == ["yellow"]
    kept = play(here, "Ana reserve Y2\nBartek buy R5\nmarket G2 G3\nfarm G5 G5 G5")
    assert kept.ships["yellow"] == 4
    assert not kept.of("sold")


@pytest.mark.rule("OSA-26", "OSA-28")
def test_a_reserved_farm_card_is_safe_once_it_moves_to_the_market() -> None:
    here = position(2, market="R2", farm="G5 G3", hands=["R2", "R2"])
    done = play(here, "Ana reserve G5\nBartek take R2\nmarket B2 B3\nfarm Y2 Y2 Y2\nAna take B2")
    assert "G5" in done.market
    assert (done.seat("Ana").piece, done.seat("Ana").row) == ("G5", "market")
    illegal(done, "Bartek take G5", "OSA-22", "G5")
    assert play(done, "Bartek take B3\nAna take G5").seat("Ana").hand == ["R2", "B2", "G5"]
    # without the piece Bartek could have had it
    free = play(here, "Ana take R2\nmarket B2 B3\nfarm Y2 Y2 Y2\nBartek take G5")
    assert free.seat("Bartek").hand == ["R2", "G5"]


@pytest.mark.rule("A-OSA-12")
def test_the_own_card_in_the_farm_is_neither_bought_nor_taken() -> None:
    here = position(2, market="R2 B2", farm="G5 G3", hands=["R5 Y5", ""], reserve={1: "G5 farm"})
    illegal(here, "Ana take G5", "OSA-18", "G5")
    illegal(here, "Ana take G5*", "OSA-18", "G5")
    done = play(here, "Ana buy R5\nmarket Y2 Y3\nfarm R2 R3 B3")
    assert done.only("bought").cards == ("R2", "B2")
    assert done.only("bought").cost == 4
    assert not done.only("bought").freed
    assert (done.seat("Ana").piece, done.seat("Ana").row) == ("G5", "market"), "moved by the refill"
