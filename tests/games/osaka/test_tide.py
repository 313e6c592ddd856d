"""The Black Tide: sinking, insurance, loss, and where the ships go."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.games.osaka import GAME

from .scenario import illegal, play, position

END = "\nmarket G2 G2\nfarm G3 G3 G3"


def tide(players: int = 2, *, ships: dict[str, int] | None = None, **more: Any):
    """Ana buys a Y2 for a R2 and brings yellow to Edo; blue stands on the waves."""
    hands = more.pop("hands", ["", ""])
    return position(
        players,
        market="Y2",
        hands=["R2 " + hands[0], *hands[1:]],
        ships={"yellow": 4, "blue": 3} if ships is None else {"yellow": 4, **ships},
        **more,
    )


@pytest.mark.rule("OSA-40")
@pytest.mark.parametrize("at", [0, 1, 2, 3, 4])
def test_ships_on_the_waves_sink_and_no_others(at: int) -> None:
    done = play(tide(ships={"blue": at}, goods=["B5 R3", "B2 B3"]), "Ana buy R2" + END)
    sinks = at in (3, 4)
    assert [e.colours for e in done.of("sank")] == ([("blue",)] if sinks else [])
    assert [(e.seat, e.cards) for e in done.of("lost")] == (
        [(1, ("B5",)), (2, ("B2", "B3"))] if sinks else []
    )
    assert [p.goods for p in done.state.players] == (
        [["R3"], []] if sinks else [["B5", "R3"], ["B2", "B3"]]
    )
    assert done.discard == sorted(["R2", "B5", "B2", "B3"] if sinks else ["R2"])


@pytest.mark.rule("OSA-40")
def test_several_ships_sink_at_once() -> None:
    here = tide(ships={"red": 3, "blue": 4, "green": 3}, goods=["R5 B5 G5", ""])
    done = play(here, "Ana buy R2\nmarket Y2 Y2\nfarm Y3 Y3 Y3")
    assert done.only("sank").colours == ("red", "blue", "green")
    assert done.only("lost").cards == ("B5", "G5", "R5")


@pytest.mark.rule("A-OSA-05")
def test_a_ship_that_entered_the_waves_in_this_purchase_sinks_too() -> None:
    here = position(
        2, market="Y2 B2 B3", hands=["R5 R2", ""], ships={"yellow": 4, "blue": 1}, goods=["", "B5"]
    )
    done = play(here, "Ana buy R5 R2" + END)
    assert [(e.colour, e.end) for e in done.of("sailed")] == [("blue", 3), ("yellow", 5)]
    assert done.only("sank").colours == ("blue",)
    assert [(e.seat, e.cards) for e in done.of("lost")] == [(1, ("B2", "B3")), (2, ("B5",))]
    assert done.ships["blue"] == 2


@pytest.mark.rule("OSA-41")
def test_who_can_insure_is_asked_from_the_active_player_clockwise() -> None:
    here = position(
        4,
        active=3,
        market="Y2",
        hands=["B2", "B3", "R2 B2", "B5 R3"],
        goods=["B5", "B5", "B5", "B5"],
        ships={"yellow": 4, "blue": 3},
    )
    done = play(here, "Celina buy R2")
    # Dora has a blue card without icon and a red one: there is nothing she could insure
    assert done.asked == [("Celina", "insurance"), ("Ana", "insurance"), ("Bartek", "insurance")]
    illegal(done, "Dora insure B5 with B5", "OSA-41", "Celina | insurance")


@pytest.mark.rule("OSA-41")
def test_a_discarded_card_insures_one_good_per_icon() -> None:
    here = tide(hands=["B2 B3", ""], goods=["B5 B5 B3 B2", ""])
    asked = play(here, "Ana buy R2")
    done = play(asked, "Ana insure B5 B5 B3 with B2 B3" + END)
    assert done.only("insured").cards == ("B2", "B3")
    assert sorted(done.seat("Ana").insured) == ["B3", "B5", "B5"]
    assert done.only("lost").cards == ("B2",)
    assert done.seat("Ana").hand == []
    assert done.discard == ["B2", "B2", "B3", "R2"]
    for cards, goods, icons in (("B2", 3, 2), ("B3", 2, 1), ("B2 B3", 4, 3)):
        names = " ".join(["B5", "B5", "B3", "B2"][:goods])
        sentence = f"{goods} | blue | {goods} | {icons}"
        illegal(asked, f"Ana insure {names} with {cards}", "OSA-41", sentence)


@pytest.mark.rule("OSA-41")
def test_only_hand_cards_insure() -> None:
    asked = play(tide(hands=["B3", ""], goods=["B5 B2", ""]), "Ana buy R2")
    sentence = "B2"
    illegal(asked, "Ana insure B5 with B2", "OSA-41", sentence)


@pytest.mark.rule("OSA-41")
def test_insuring_is_a_choice() -> None:
    here = tide(hands=["B2", "B2"], goods=["B5", "B5 B3"])
    done = play(here, "Ana buy R2\nAna decline\nBartek insure B5 with B2" + END)
    assert done.only("declined").seat == 1
    assert done.seat("Ana").hand == ["B2"], "nothing was discarded"
    assert [(e.seat, e.cards) for e in done.of("lost")] == [(1, ("B5",)), (2, ("B3",))]
    # a decline may be left out of the notation
    assert play(here, "Ana buy R2\nBartek insure B5 with B2" + END).events == done.events
    silent = play(here, "Ana buy R2" + END)
    assert [e.seat for e in silent.of("declined")] == [1, 2]


@pytest.mark.rule("OSA-42")
def test_an_insured_good_is_not_lost_and_is_sold_like_any_other() -> None:
    here = tide(hands=["B3", ""], goods=["B5 B2", ""])
    done = play(here, "Ana buy R2\nAna insure B5 with B3" + END)
    assert done.seat("Ana").insured == ["B5"]
    assert done.only("lost").cards == ("B2",)
    # now blue arrives: the insured B5 sets the price with a new B2
    sale = position(
        2, market="B2", hands=["R2", ""], insured=["B5", ""], ships={"blue": 4}, goods=["", ""]
    )
    sold = play(sale, "Ana buy R2" + END)
    assert sold.only("sold").cards == ("B2", "B5")
    assert (sold.only("sold").price, sold.only("sold").vp) == (5, 2)
    assert sold.seat("Ana").insured == []


@pytest.mark.rule("OSA-42", "A-OSA-08")
def test_insurance_lasts_for_later_tides_but_covers_no_later_goods() -> None:
    here = tide(insured=["B5", "B3"], goods=["B2", "B2"])
    done = play(here, "Ana buy R2" + END)
    assert [(e.seat, e.cards) for e in done.of("lost")] == [(1, ("B2",)), (2, ("B2",))]
    assert [p.insured for p in done.state.players] == [["B5"], ["B3"]]
    # the same again in one game: insure, then buy another blue card, then the next tide
    first = play(
        tide(hands=["B3 R5", "R3"], goods=["B5", ""]),
        "Ana buy R2\nAna insure B5 with B3\nmarket B2 Y3\nfarm Y2 Y2 Y3",
    )
    assert first.ships == {"red": 0, "blue": 2, "yellow": 0, "green": 0}
    second = play(first, "Bartek take Y3\nAna buy R5\nmarket Y3 Y3\nfarm R3 R3 R3")
    assert second.ships["blue"] == 3
    assert (second.seat("Ana").goods, second.seat("Ana").insured) == (["B2"], ["B5"])
    second.state.ships["yellow"] = 4
    second.state.players[1].hand = ["R3", "Y3", "G5", "G5", "G5"]
    for card in ("G5", "G5", "G5"):
        second.state.pile.take(card)
    third = play(second, "Bartek buy G5 G5 G5\nmarket R2 R3\nfarm G3 G3 G3")
    assert third.only("lost").cards == ("B2",)
    assert third.seat("Ana").insured == ["B5"]


@pytest.mark.rule("OSA-43")
def test_a_red_card_insures_no_blue_goods() -> None:
    both = {"blue": 3, "red": 4}
    asked = play(tide(ships=both, hands=["R3", ""], goods=["B5 R5", ""]), "Ana buy R2")
    sentence = "only blue cards insure blue goods"
    illegal(asked, "Ana insure B5 with R3", "OSA-43", sentence)
    illegal(asked, "Ana insure B5 R5 with R3", "OSA-43", sentence)
    done = play(asked, "Ana insure R5 with R3" + END)
    assert done.seat("Ana").insured == ["R5"]
    assert done.only("lost").cards == ("B5",)


@pytest.mark.rule("OSA-44")
def test_ships_return_from_edo_to_osaka_and_from_the_waves_to_anori() -> None:
    here = tide(ships={"red": 3, "blue": 4, "green": 1})
    done = play(here, "Ana buy R2" + END)
    assert [(e.colour, e.start, e.end) for e in done.of("returned")] == [
        ("red", 3, 2),
        ("blue", 4, 2),
        ("yellow", 5, 0),
    ]
    assert done.ships == {"red": 2, "blue": 2, "yellow": 0, "green": 1}
    places = [place.name for place in done.state.setup.route]
    assert (places[0], places[2], places[3], places[4], places[5]) == (
        "Osaka",
        "Anori",
        "Enshunada",
        "Enshunada",
        "Edo",
    )


@pytest.mark.rule("A-OSA-07")
def test_only_goods_of_a_sinking_colour_are_insured() -> None:
    here = tide(hands=["B3 R3", "R3"], goods=["B5 R5", "R5"])
    asked = play(here, "Ana buy R2")
    assert asked.asked == [("Ana", "insurance")], "Bartek has nothing on the blue ship"
    illegal(asked, "Ana insure R5 with R3", "A-OSA-07", "red")
    illegal(asked, "Ana insure B5 R5 with B3 R3", "A-OSA-07", "red")
    assert asked.moves() == ["decline", "insure B5 with B3"]


@pytest.mark.rule("A-OSA-07", "OSA-41")
def test_the_option_lets_all_goods_be_insured_when_a_ship_sinks() -> None:
    here = tide(hands=["B3 R3", "R3"], goods=["B5 R5", "R5"], options={"insurance_scope": "any"})
    asked = play(here, "Ana buy R2")
    assert asked.asked == [("Ana", "insurance"), ("Bartek", "insurance")]
    done = play(asked, "Ana insure B5 R5 with B3 R3\nBartek insure R5 with R3" + END)
    assert [sorted(p.insured) for p in done.state.players] == [["B5", "R5"], ["R5"]]
    assert not done.of("lost")
    # but not when nothing sinks
    calm = tide(ships={}, hands=["B3", ""], goods=["B5", ""], options={"insurance_scope": "any"})
    assert "sank" not in play(calm, "Ana buy R2" + END).told


@pytest.mark.rule("A-OSA-09")
def test_spare_icons_are_wasted() -> None:
    asked = play(tide(hands=["B2", ""], goods=["B5", ""]), "Ana buy R2")
    done = play(asked, "Ana insure B5 with B2" + END)
    assert done.seat("Ana").insured == ["B5"]
    assert done.discard == ["B2", "R2"]
    # also on two cards: three icons for two goods
    asked = play(tide(hands=["B2 B3", ""], goods=["B5 B3", ""]), "Ana buy R2")
    assert play(asked, "Ana insure B5 B3 with B2 B3" + END).discard == ["B2", "B3", "R2"]


@pytest.mark.rule("A-OSA-10")
def test_decisions_are_open_one_after_another_and_losses_come_last() -> None:
    here = tide(hands=["B3", "B3"], goods=["B5 B2", "B5 B2"])
    first = play(here, "Ana buy R2\nAna insure B5 with B3")
    assert first.told[-1] == "insured", "nothing is lost yet"
    assert sorted(first.seat("Ana").goods) == ["B2"]
    assert first.asked == [("Bartek", "insurance")]
    assert first.ships["blue"] == 3, "and no ship is back"
    done = play(first, "Bartek insure B2 with B3" + END)
    assert done.told[:4] == ["insured", "lost", "lost", "returned"]
    # who has answered is not asked again
    sentence = "Bartek | insurance"
    illegal(first, "Ana insure B2 with B3", "OSA-41", sentence)


@pytest.mark.rule("A-OSA-29")
def test_the_player_chooses_which_goods() -> None:
    asked = play(tide(hands=["B3", ""], goods=["B5 B2", ""]), "Ana buy R2")
    assert asked.moves() == ["decline", "insure B2 with B3", "insure B5 with B3"] or sorted(
        asked.moves()
    ) == ["decline", "insure B2 with B3", "insure B5 with B3"]
    for good, gone in (("B5", "B2"), ("B2", "B5")):
        done = play(asked, f"Ana insure {good} with B3" + END)
        assert (done.seat("Ana").insured, done.only("lost").cards) == ([good], (gone,))


@pytest.mark.rule("A-OSA-29")
def test_a_good_is_insured_once_and_must_be_the_own() -> None:
    asked = play(tide(hands=["B2", ""], goods=["B5", "B3"], insured=["B2", ""]), "Ana buy R2")
    illegal(asked, "Ana insure B5 B5 with B2", "A-OSA-29", "B5")
    illegal(asked, "Ana insure B2 with B2", "A-OSA-29", "B2")
    illegal(asked, "Ana insure B3 with B2", "A-OSA-29", "B3")


@pytest.mark.rule("A-OSA-29")
def test_each_discarded_card_must_insure_a_good() -> None:
    asked = play(tide(hands=["B2 B3 R3", ""], goods=["B5", ""]), "Ana buy R2")
    sentence = "blue"
    illegal(asked, "Ana insure B5 with B2 B3", "A-OSA-29", sentence)
    sentence = "red"
    illegal(asked, "Ana insure B5 with B2 R3", "A-OSA-29", sentence)


@pytest.mark.rule("A-OSA-31")
def test_paid_cards_insure_nothing() -> None:
    here = position(
        2, market="Y2", hands=["B2", ""], goods=["B5", ""], ships={"yellow": 4, "blue": 3}
    )
    done = play(here, "Ana buy B2" + END)
    assert done.only("sank").asked == (), "the only blue icons were paid"
    assert done.only("lost").cards == ("B5",)
    two = position(
        2, market="Y2", hands=["B2 B3", ""], goods=["B5", ""], ships={"yellow": 4, "blue": 3}
    )
    asked = play(two, "Ana buy B2")
    sentence = "B2"
    illegal(asked, "Ana insure B5 with B2", "OSA-41", sentence)
    assert play(asked, "Ana insure B5 with B3" + END).seat("Ana").insured == ["B5"]


@pytest.mark.example("OSA-G7")
def test_three_cards_insure_four_goods(golden) -> None:
    # blue and red sink; a 2 (two icons) and two 3s (one each): the only three with four icons
    here = position(
        2,
        market="Y2",
        hands=["G2 B2 B3 R3", ""],
        goods=["B5 B3 B2 R5 R2", ""],
        ships={"yellow": 4, "blue": 3, "red": 4},
    )
    done = play(
        here, "Ana buy G2\nAna insure B5 B3 B2 R5 with B2 B3 R3\nmarket G2 G3\nfarm Y2 Y3 Y5"
    )
    assert done.only("sank").colours == ("red", "blue")
    insured = done.only("insured")
    assert (len(insured.cards), len(insured.goods)) == (3, 4)
    assert [GAME.boxes.standard.insurance.icons[c[1]] for c in insured.cards] == [2, 1, 1]
    assert sorted(done.seat("Ana").insured) == ["B2", "B3", "B5", "R5"]
    assert done.only("lost").cards == ("R2",)
    assert done.data == golden
