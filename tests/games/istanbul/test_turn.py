"""A turn: income, roll, re-rolls, actions, passing the dice on."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.istanbul import GAME
from ledger.games.istanbul.commands import Bazaar, Pair, Reroll
from ledger.kernel.errors import Illegal
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.canonical_moves import canonical
from ledger.kernel.rules.chance import Seeded

from .scenario import BLANK, illegal, moves, play, position, refused

NEXT = f"\nBartek roll {BLANK}"


@pytest.mark.rule("IST-04", "IST-16")
@pytest.mark.parametrize(("tiles", "dice"), [("", 5), ("die-1", 6), ("die-1 die-2 lira-r", 7)])
def test_five_dice_and_one_for_each_die_tile(tiles: str, dice: int) -> None:
    here = position(2, dice="R", tiles=["", tiles])
    faces = " ".join("RYGB$CR"[:dice])
    done = play(here, f"Ana end\nBartek roll {faces}")
    assert done.state.dice == faces.split()
    assert done.only("rolled").faces == tuple(faces.split())
    short = refused(here, f"Ana end\nBartek roll {' '.join('RYGB$CR'[: dice - 1])}")
    assert short.rule == "IST-16"
    assert tells(short.message, f"Bartek roll | {dice} | {dice - 1}")


@pytest.mark.rule("IST-05", "IST-18")
def test_two_actions_the_same_one_twice() -> None:
    here = position(2, dice="R R Y Y $")
    done = play(here, "Ana pair R / Ana pair Y")
    assert done.has("Ana") == {"red": 1, "yellow": 1}
    assert done.state.actions == 2
    assert done.moves() == ["end"]
    illegal(done, "Ana lira", "IST-18", "2")


@pytest.mark.rule("IST-18")
def test_a_die_is_used_once() -> None:
    here = position(2, dice="R R Y G C")
    done = play(here, "Ana pair R pay d:R d:R")
    assert (done.state.dice, done.state.used) == (["Y", "G", "C"], ["R", "R"])
    illegal(
        done,
        "Ana two pay d:R d:Y",
        "IST-18",
        "unused red dice | 1",
    )
    illegal(
        here,
        "Ana pair Y pay d:Y d:Y",
        "IST-18",
        "1 unused yellow die | 2",
    )


@pytest.mark.rule("IST-18", "IST-20")
def test_used_tokens_go_back_to_the_supply() -> None:
    done = play(position(2, dice="R", have=["red"]), "Ana pair R pay d:R t:R")
    assert done.state.bank["red"] == 7, "one was paid, one was gained"
    assert done.has("Ana") == {"red": 1}


@pytest.mark.rule("IST-17", "IST-A36")
def test_a_crystal_pays_for_any_number_of_dice_again_and_again() -> None:
    here = position(2, dice="R Y G B C", have=["crystal=2"])
    done = play(here, "Ana reroll 1 3 -> $ $\nAna reroll 5 -> $")
    assert done.state.dice == ["$", "Y", "$", "B", "$"]
    assert done.has("Ana") == {}
    assert done.state.bank["crystal"] == 12
    assert [e.spent for e in done.of("rerolled")] == [{"crystal": 1}] * 2
    e = refused(done, "Ana reroll 2 -> $")
    assert e.rule == "IST-17"
    assert tells(e.message, "1 | crystal | 0")


@pytest.mark.rule("IST-17")
def test_all_re_rolls_come_before_the_first_action() -> None:
    here = position(2, dice="R R Y B C", have=["crystal=2"])
    done = play(here, "Ana pair R")
    assert not any(m.startswith("reroll") for m in done.moves())
    illegal(done, "Ana reroll 1 -> R", "IST-17")


@pytest.mark.rule("IST-A36")
@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ((), "choose at least one die"),
        ((6,), "5"),
        ((0,), "5"),
        ((2, 2), "name each die only once"),
    ],
)
def test_which_dice_are_re_rolled(dice: tuple[int, ...], message: str) -> None:
    here = position(2, dice="R R Y B C", have=["crystal=2"])
    with pytest.raises(Illegal) as refusal:
        decide(GAME, here.state, Reroll(seat=1, dice=dice), Seeded(0))
    assert refusal.value.rule == "IST-A36"
    assert tells(refusal.value.message, message)


@pytest.mark.rule("IST-A36")
def test_extra_dice_and_a_crystal_of_this_turns_income_serve_a_re_roll() -> None:
    here = position(2, dice="R", tiles=["", "die-1 crystal-r"])
    done = play(here, "Ana end\nBartek roll R R R R R Y\nBartek reroll 6 -> G")
    assert done.state.dice == ["R"] * 5 + ["G"]


@pytest.mark.rule("IST-A36")
def test_equal_dice_are_listed_once_and_any_of_them_is_accepted() -> None:
    here = position(2, dice="R R Y Y Y", have=["crystal"])
    listed = [m for m in moves(here) if m.startswith("reroll")]
    assert len(listed) == 3 * 4 - 1
    assert canonical(GAME.rules, here.state, Reroll(seat=1, dice=(5, 2))) == Reroll(
        seat=1, dice=(1, 3)
    )


@pytest.mark.rule("IST-19")
def test_the_dice_go_clockwise_and_what_was_not_used_is_lost() -> None:
    done = play(position(3, dice="R R Y G C", active=3), f"Celina end\nAna roll {BLANK}")
    assert done.told == ["finished", "turned", "rolled"]
    assert (done.state.active, done.state.dice) == (1, BLANK.split())
    assert done.asked == [("Ana", "action")]


@pytest.mark.rule("IST-19")
def test_extra_dice_stay_with_their_owner() -> None:
    here = position(2, dice="R", tiles=["die-1"])
    done = play(here, f"Ana end{NEXT}\nBartek end\nAna roll R R R R R R")
    assert [p.dice for p in done.state.players] == [1, 0]
    assert len(done.state.dice) == 6


@pytest.mark.rule("IST-A23")
def test_fewer_actions_or_none_are_allowed() -> None:
    assert "end" in moves(position(2, dice="R R Y G C"))
    assert moves(position(2, dice="R")) == ["end"]
    assert play(position(2, dice="R"), "Ana end" + NEXT).state.active == 2


@pytest.mark.rule("IST-49", "IST-18")
def test_an_action_tile_gives_one_more_action() -> None:
    here = position(2, dice="R R Y Y $ C", tiles=["action-r"])
    done = play(here, "Ana pair R / Ana pair Y / Ana lira")
    assert done.state.actions == 3
    illegal(done, "Ana bazaar 1", "IST-18", "3")


EVERY = {
    "Ana pair R pay d:R d:R": "Ana pair R pay t:B d:R",
    "Ana two pay d:R d:Y": "Ana two pay d:R t:B",
    "Ana three pay d:R d:Y d:G": "Ana three pay d:R d:Y t:B",
    "Ana four pay d:R d:Y d:G t:N take R R": "Ana four pay d:R d:Y d:G t:B take R R",
    "Ana mosque lira-r pay d:R d:R d:R": "Ana mosque lira-r pay d:R d:R t:B",
    "Ana ruby red pay d:R d:R d:R t:N": "Ana ruby red pay d:R d:R d:R t:B",
    "Ana lira": "",
    "Ana bazaar 1": "",
    "Ana ruby right": "",
}
"""Every action, and how it would be paid with a token that Ana does not have."""


@pytest.mark.rule(
    *("IST-18", "IST-23", "IST-24", "IST-25", "IST-26", "IST-27", "IST-28", "IST-30"),
    *("IST-33", "IST-34", "IST-38"),
)
@pytest.mark.parametrize("action", EVERY)
def test_every_action_counts_and_none_comes_after_the_last(action: str) -> None:
    here = position(2, dice="R R R Y G $ C", have=["brown lira=10"], open_="lira-r", actions=2)
    illegal(here, action, "IST-18", "2")


@pytest.mark.rule("IST-20", "IST-23", "IST-24", "IST-25", "IST-26", "IST-30", "IST-33", "IST-34")
@pytest.mark.parametrize("action", [x for x in EVERY.values() if x])
def test_no_action_is_paid_with_what_is_not_there(action: str) -> None:
    here = position(2, dice="R R R Y G $ C", have=["brown lira=10"], open_="lira-r")
    illegal(here, action, "IST-20", "blue tokens | 1")


# --- income


@pytest.mark.rule("IST-15", "IST-46", "IST-47", "IST-44")
def test_income_comes_before_the_roll_from_every_tile() -> None:
    here = position(2, dice="R", tiles=["", "lira-r lira-g crystal-b action-r"])
    done = play(here, "Ana end" + NEXT)
    assert done.told == [
        "finished",
        "turned",
        *("tile_used", "gained") * 3,
        "rolled",
    ]
    assert done.has("Bartek") == {"lira": 6, "crystal": 1}
    assert done.only("turned").income == ("lira-r", "lira-g", "crystal-b")


@pytest.mark.rule("IST-48", "IST-A10")
def test_the_player_chooses_the_order_when_a_bazaar_tile_is_among_them() -> None:
    here = position(2, dice="R", tiles=["", "bazaar-r lira-r crystal-r"])
    first = play(here, "Ana end")
    assert first.asked == [("Bartek", "income")]
    assert first.moves() == ["income lira-r", "income crystal-r", "income bazaar-r"]
    done = play(first, f"Bartek income bazaar-r\nreveal b-red\nAna refuse{NEXT}")
    assert [e.tile for e in done.of("tile_used")] == ["bazaar-r", "lira-r", "crystal-r"]
    assert done.has("Bartek") == {"brown": 1, "lira": 3, "crystal": 1}


@pytest.mark.rule("IST-A10")
def test_the_usual_order_is_lira_crystal_bazaar_and_need_not_be_written() -> None:
    here = position(2, dice="R", tiles=["", "bazaar-r crystal-r lira-r"])
    done = play(here, f"Ana end\nreveal b-red{NEXT}")
    assert [e.tile for e in done.of("tile_used")] == ["lira-r", "crystal-r", "bazaar-r"]


@pytest.mark.rule("IST-A10")
def test_each_bazaar_tile_is_resolved_before_the_next_and_all_are_a_duty() -> None:
    here = position(2, dice="R", tiles=["", "bazaar-r bazaar-g"])
    done = play(here, f"Ana end\nreveal b-red\nAna accept\nreveal c-red{NEXT}")
    assert done.told[2:] == [
        *("tile_used", "revealed", "card_used", "gained", "offered", "accepted", "gained"),
        *("cleared", "tile_used", "revealed", "card_used", "gained", "cleared", "rolled"),
    ]
    assert [line.by for line in done.lines][-7:] == [1] * 7


@pytest.mark.rule("IST-A10", "IST-15")
def test_a_tile_is_used_once_in_a_turn() -> None:
    here = position(2, dice="R", tiles=["", "bazaar-r crystal-r lira-r"])
    once = play(here, "Ana end\nBartek income lira-r")
    illegal(once, "Bartek income lira-r", "IST-A10", "lira-r")


# --- when a tile can be used


@pytest.mark.rule("IST-45")
def test_an_action_tile_gives_no_action_in_the_turn_it_was_gained() -> None:
    here = position(2, dice="R R R $ C", open_="action-r")
    done = play(here, "Ana lira / Ana mosque action-r\ntile die-4")
    assert done.moves() == ["end"]
    illegal(done, "Ana bazaar 1", "IST-45", "action-r")
    later = play(done, f"Ana end{NEXT}\nBartek end\nAna roll R R Y Y $")
    assert play(later, "Ana pair R / Ana pair Y / Ana lira").state.actions == 3


@pytest.mark.rule("IST-45", "IST-A17")
def test_a_tile_gained_in_the_income_phase_waits_for_the_next_turn() -> None:
    here = position(
        2, dice="R", open_="crystal-g die-1", have=["", "lira=6"], tiles=["", "bazaar-r lira-r"]
    )
    script = "Ana end\nBartek income bazaar-r\nreveal h-lira\nBartek use h-lira tile {}\ntile die-4"
    done = play(here, script.format("die-1") + NEXT)
    assert len(done.only("rolled").faces) == 5, "the new die is not rolled yet"
    assert done.seat("Bartek").dice == 1
    here = position(
        2,
        dice="R",
        open_="crystal-g",
        have=["", "lira=6"],
        tiles=["", "bazaar-r bazaar-y lira-r"],
    )
    mid = play(here, script.format("crystal-g"))
    assert mid.asked == [("Bartek", "income")]
    illegal(
        mid,
        "Bartek income crystal-g",
        "IST-45",
        "crystal-g",
    )
    assert mid.moves() == ["income lira-r", "income bazaar-y"]


@pytest.mark.rule("IST-A18", "IST-45")
def test_a_tile_gained_in_anothers_turn_is_used_from_the_own_next_turn_on() -> None:
    here = position(2, dice="R", fresh=["", "lira-r"])
    done = play(here, "Ana end" + NEXT)
    assert done.has("Bartek") == {"lira": 3}
    assert (done.seat("Bartek").tiles, done.seat("Bartek").fresh) == (["lira-r"], [])


# --- tiles that go in the turn


@pytest.mark.rule("IST-A29")
def test_a_start_of_turn_effect_not_yet_used_is_lost_with_its_tile() -> None:
    here = position(2, dice="R", tiles=["", "bazaar-r lira-r crystal-r"])
    done = play(
        here,
        "Ana end\nBartek income bazaar-r\nreveal h-tile\nBartek use h-tile discard lira-r" + NEXT,
    )
    assert [e.tile for e in done.of("tile_used")] == ["bazaar-r", "crystal-r"]
    assert done.has("Bartek") == {"lira": 10, "crystal": 1}


@pytest.mark.rule("IST-A29")
def test_an_action_tile_that_goes_takes_its_action_with_it() -> None:
    here = position(2, dice="R R C $ Y", tiles=["action-r lira-r"])
    mid = play(here, "Ana pair R / Ana bazaar 1\nreveal h-tile")
    gone = play(mid, "Ana use h-tile discard action-r")
    illegal(gone, "Ana lira", "IST-18", "2")
    kept = play(mid, "Ana use h-tile discard lira-r / Ana lira")
    assert kept.state.actions == 3


@pytest.mark.rule("IST-18")
def test_only_the_active_player_acts() -> None:
    e = refused(position(2, dice="R R"), "Bartek pair R")
    assert e.rule == "IST-18"
    assert tells(e.message, "Ana")
    here = position(2, dice="R R")
    with pytest.raises(Illegal) as refusal:
        decide(GAME, here.state, Pair(seat=2, colour="red", pay=("d:R", "d:R")), Seeded(0))
    assert refusal.value.rule == "IST-18"
    with pytest.raises(Illegal):
        decide(GAME, here.state, Bazaar(seat=1, dice=-1), Seeded(0))
