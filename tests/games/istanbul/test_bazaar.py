"""The bazaar action: dice, deck, choosing a card, the others' part."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.istanbul import GAME
from ledger.games.istanbul.commands import Accept, Bazaar, Use
from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.chance import Seeded

from .scenario import BLANK, entry, illegal, moves, play, position, refused, standard_box


@pytest.mark.rule("IST-28")
def test_a_card_for_each_die_one_is_used_all_are_discarded() -> None:
    here = position(2, dice="C C C R $")
    mid = play(here, "Ana bazaar 2\nreveal b-red g-2")
    assert mid.asked == [("Ana", "card")]
    assert mid.moves() == ["use b-red", "otherwise g-2"]
    assert mid.state.dice == ["C", "R", "$"]
    done = play(mid, "Ana use b-red\nBartek refuse")
    assert done.state.discard == ["b-red", "g-2"]
    assert (done.state.shown, done.asked) == ([], [("Ana", "action")])
    illegal(mid, "Ana use c-red", "IST-28", "c-red")
    illegal(mid, "Ana otherwise g-1", "IST-28", "g-1")


@pytest.mark.rule("IST-28")
def test_only_dice_that_show_a_card() -> None:
    here = position(2, dice="C C R R $")
    illegal(here, "Ana bazaar 3", "IST-28", "2 unused dice | 3")
    assert [m for m in moves(here) if m.startswith("bazaar")] == ["bazaar 1", "bazaar 2"]


@pytest.mark.rule("IST-A07")
@pytest.mark.parametrize("dice", [0, -1])
def test_at_least_one_card_die(dice: int) -> None:
    here = position(2, dice="C C R R $")
    with pytest.raises(Illegal) as refusal:
        decide(GAME, here.state, Bazaar(seat=1, dice=dice), Seeded(0))
    assert refusal.value.rule == "IST-A07"
    assert play(here, "Ana bazaar 1\nreveal c-red").only("visited").dice == 1


def rest(*cards: str) -> str:
    """Every card but these, as discards."""
    return " ".join(c.id for c in GAME.boxes.standard.card if c.id not in cards)


@pytest.mark.rule("IST-29", "IST-A09")
def test_the_discards_become_the_deck_in_the_middle_of_a_reveal() -> None:
    here = position(2, dice="C C R R $", discard=rest("b-red"))
    done = play(here, "Ana bazaar 2\nreveal b-red\nreveal c-red")
    assert done.told == ["visited", "revealed", "reshuffled", "revealed"]
    assert len(done.only("reshuffled").cards) == 32
    assert "b-red" not in done.only("reshuffled").cards, "the card just revealed stays out"
    assert (done.state.shown, done.state.discard) == (["b-red", "c-red"], [])
    e = refused(here, "Ana bazaar 2\nreveal b-red\nreveal b-red")
    assert e.rule == "IST-28"


@pytest.mark.rule("IST-A09")
def test_a_deck_that_just_lasts_is_renewed_only_when_a_card_is_due() -> None:
    here = position(2, dice="C C R R $", discard=rest("b-red", "c-red"))
    done = play(here, "Ana bazaar 2\nreveal b-red c-red\nAna use c-red")
    assert "reshuffled" not in done.told
    assert done.state.deck.size == 0
    assert len(done.state.discard) == 33


@pytest.mark.rule("IST-A09")
def test_with_too_few_cards_fewer_are_revealed() -> None:
    box = standard_box()
    box["card"] = [entry(box, "card", "c-red"), entry(box, "card", "b-red")]
    here = position(2, dice="C C C R $", box=box)
    done = play(here, "Ana bazaar 3\nreveal c-red b-red")
    assert done.state.shown == ["c-red", "b-red"]
    assert done.told == ["visited", "revealed"]


@pytest.mark.rule("IST-A08", "IST-52")
def test_a_single_card_without_a_condition_is_carried_out_at_once() -> None:
    done = play(position(3, dice="C"), "Ana bazaar 1\nreveal c-red")
    assert done.told == ["visited", "revealed", "card_used", "gained", "cleared"]
    assert done.only("card_used").seat == 1
    assert done.gains == [(1, "red", 1)], "the active part is for the active player alone"
    lost = play(position(3, dice="C"), "Ana bazaar 1\nreveal e-lira")
    assert lost.only("card_declined").seat == 1


@pytest.mark.rule("IST-A08", "IST-56")
def test_a_single_card_whose_condition_cannot_be_met_gives_its_lira_at_once() -> None:
    done = play(position(3, dice="C"), "Ana bazaar 1\nreveal e-lira")
    assert done.told == ["visited", "revealed", "card_declined", "gained", "cleared"]
    assert done.has("Ana") == {"lira": 1}


@pytest.mark.rule("IST-A08", "IST-56")
def test_a_condition_need_not_be_met() -> None:
    mid = play(position(3, dice="C", have=["brown"]), "Ana bazaar 1\nreveal g-1")
    assert mid.moves() == ["use g-1", "otherwise g-1"]
    without = play(mid, "Ana otherwise g-1")
    assert without.has("Ana") == {"brown": 1, "lira": 1}
    assert (without.only("card_declined").seat, without.only("card_declined").card) == (1, "g-1")
    assert play(mid, "Ana use g-1").has("Ana") == {"brown": 1, "lira": 4}


@pytest.mark.rule("IST-A08")
def test_one_card_must_be_chosen_and_a_part_without_condition_cannot_be_left_out() -> None:
    mid = play(position(3, dice="C C"), "Ana bazaar 2\nreveal b-red c-red")
    assert mid.moves() == ["use b-red", "use c-red"]
    illegal(
        mid,
        "Ana otherwise b-red",
        "IST-A08",
        "b-red",
    )
    e = refused(mid, "Ana end")
    assert e.rule == "IST-28"
    assert tells(e.message, "Ana")


@pytest.mark.rule("IST-A08")
def test_a_refused_condition_without_that_icon_gives_nothing() -> None:
    box = standard_box()
    del entry(box, "card", "g-1")["otherwise"]
    here = position(2, dice="C", have=["brown"], box=box)
    done = play(here, "Ana bazaar 1\nreveal g-1\nAna otherwise g-1")
    assert done.has("Ana") == {"brown": 1}
    assert not done.gains


@pytest.mark.rule("IST-A33", "IST-66")
def test_the_dice_are_fixed_first_and_only_those_of_this_action_count() -> None:
    here = position(2, dice="C C C", tiles=["action-r"])
    once = play(here, "Ana bazaar 1\nreveal c-red")
    again = play(once, "Ana bazaar 1\nreveal f-lira")
    assert again.only("card_declined").card == "f-lira"
    assert again.has("Ana") == {"red": 1, "lira": 1}
    e = refused(position(2, dice="C C C"), "Ana bazaar 2\nreveal c-red c-blue b-red")
    assert tells(e.message, "b-red")


# --- the others' part


@pytest.mark.rule("IST-53", "IST-A11")
def test_the_others_are_asked_clockwise_after_the_active_part() -> None:
    here = position(4, dice="C", active=3)
    mid = play(here, "Celina bazaar 1\nreveal b-red")
    assert mid.told[2:] == ["card_used", "gained", "offered"]
    assert mid.asked == [("Dora", "offer"), ("Ana", "offer"), ("Bartek", "offer")]
    assert mid.only("offered").seats == (4, 1, 2)
    done = play(mid, "Dora accept\nAna refuse\nBartek accept")
    assert [(e.seat) for e in done.of("accepted")] == [4, 2]
    assert done.only("refused").seat == 1
    assert done.gains == [(4, "red", 1), (2, "red", 1)]
    assert done.asked == [("Celina", "action")]


@pytest.mark.rule("IST-A11")
def test_one_after_the_other_and_a_refusal_need_not_be_written() -> None:
    mid = play(position(4, dice="C"), "Ana bazaar 1\nreveal b-red")
    e = refused(mid, "Ana accept")
    assert e.rule == "IST-A11"
    assert tells(e.message, "Bartek | offer")
    done = play(mid, f"Celina accept\nBartek roll {BLANK}")
    assert [e.seat for e in done.of("refused")] == [2, 4]
    assert done.has("Celina") == {"red": 1}


@pytest.mark.rule("IST-A11", "IST-54")
def test_who_cannot_meet_the_condition_is_not_asked() -> None:
    here = position(4, dice="C", have=["", "lira=1", "lira=2", ""])
    mid = play(here, "Ana bazaar 1\nreveal c-red")
    assert mid.asked == [("Celina", "offer")]
    none = play(position(4, dice="C"), "Ana bazaar 1\nreveal c-red")
    assert none.asked == [("Ana", "action")]
    assert "offered" not in none.told


@pytest.mark.rule("IST-A11")
def test_who_can_no_longer_meet_the_condition_is_skipped() -> None:
    box = standard_box()
    box["supply"]["lira"] = 7
    entry(box, "card", "c-red")["others"] = {"pay": {"crystal": 1}, "gain": {"lira": 1, "red": 1}}
    entry(box, "card", "c-red")["others"]["have"] = {"lira": 2}
    here = position(3, dice="C", have=["lira=2", "lira=3 crystal", "lira=2 crystal"], box=box)
    mid = play(here, "Ana bazaar 1\nreveal c-red")
    assert mid.asked == [("Bartek", "offer"), ("Celina", "offer")]
    done = play(mid, "Bartek accept")
    assert done.only("levied").seats == (1, 2, 3)
    assert done.only("skipped").seat == 3
    assert done.asked == [("Ana", "action")]


@pytest.mark.rule("IST-A12", "IST-48", "IST-53")
def test_the_others_part_counts_also_when_a_tile_revealed_the_card() -> None:
    here = position(3, dice="R", tiles=["", "bazaar-r"])
    mid = play(here, "Ana end\nreveal b-red")
    assert mid.asked == [("Celina", "offer"), ("Ana", "offer")]
    done = play(mid, f"Celina accept\nAna accept\nBartek roll {BLANK}")
    assert (done.has("Ana"), done.has("Celina")) == ({"red": 1}, {"red": 1})
    assert done.state.discard == ["b-red"]


# --- arrows and the mosque icon


@pytest.mark.rule("IST-54", "IST-A13")
def test_dice_pay_for_no_card() -> None:
    here = position(3, dice="C B B", have=["", "blue"])
    mid = play(here, "Ana bazaar 1\nreveal a-blue")
    with pytest.raises(Illegal) as refusal:
        decide(GAME, mid.state, Accept(seat=2, pay=("d:B",)), Seeded(0))
    assert refusal.value.rule == "IST-A13"
    alone = position(3, dice="C R R R", shown="h-brown c-red", phase="card", card_dice=2)
    assert moves(alone) == ["otherwise h-brown", "use c-red"]


@pytest.mark.rule("IST-54")
def test_a_red_arrow_costs_what_stands_before_it_once() -> None:
    here = position(2, dice="C", have=["crystal=5"])
    mid = play(here, "Ana bazaar 1\nreveal h-crystal")
    done = play(mid, "Ana use h-crystal")
    assert done.only("spent").count == 2
    assert done.has("Ana") == {"crystal": 3, "brown": 2}
    poor = position(2, dice="C", have=["crystal"], shown="h-crystal", phase="card")
    illegal(poor, "Ana use h-crystal", "IST-54", "h-crystal | 2 | 1")


@pytest.mark.rule("IST-55")
def test_a_white_arrow_costs_nothing() -> None:
    mid = play(position(2, dice="C", have=["brown=2"]), "Ana bazaar 1\nreveal g-2")
    done = play(mid, "Ana use g-2")
    assert done.has("Ana") == {"brown": 2, "crystal": 1, "lira": 4}
    assert "spent" not in done.told


@pytest.mark.rule("IST-57")
def test_the_mosque_icon_before_and_after_an_arrow() -> None:
    here = position(2, dice="C C", have=["lira=6"], tiles=["lira-r die-1"], open_="crystal-b")
    sold = play(here, "Ana bazaar 1\nreveal h-tile\nAna use h-tile discard die-1")
    assert (sold.seat("Ana").tiles, sold.has("Ana")["lira"]) == (["lira-r"], 16)
    bought = play(here, "Ana bazaar 1\nreveal h-lira\nAna use h-lira tile crystal-b\ntile die-4")
    assert bought.seat("Ana").fresh == ["crystal-b"]
    mid = play(here, "Ana bazaar 1\nreveal h-tile")
    for line in ("use h-tile", "use h-tile discard crystal-b", "use h-tile discard lira-r die-1"):
        illegal(mid, f"Ana {line}", "IST-57", "h-tile | 1 tile")


@pytest.mark.rule("IST-A32")
@pytest.mark.parametrize(
    ("take", "message"),
    [
        ((), "h-brown | 2"),
        (("red",), "h-brown | 2"),
        (("red", "brown"), "brown"),
        (("red", "lira"), "lira"),
    ],
)
def test_two_tokens_of_choice_are_coloured_ones(take: tuple[str, ...], message: str) -> None:
    here = position(2, dice="C", have=["brown"], shown="h-brown", phase="card")
    with pytest.raises(Illegal) as refusal:
        decide(GAME, here.state, Use(seat=1, card="h-brown", pay=("t:N",), take=take), Seeded(0))
    assert refusal.value.rule == "IST-A32"
    assert tells(refusal.value.message, message)
    assert len([m for m in moves(here) if m.startswith("use")]) == 10
    done = play(here, "Ana use h-brown take B R")
    assert done.only("card_used").take == ("blue", "red")
    assert done.gains == [(1, "blue", 1), (1, "red", 1)]


def test_a_card_that_is_nowhere_cannot_be_named() -> None:
    mid = play(position(3, dice="C C"), "Ana bazaar 2\nreveal b-red c-red")
    e = refused(mid, "Ana use z-red")
    assert isinstance(e, Malformed)
    assert tells(e.message, "z-red | a-crystal | a-red")
