"""Column rewards and bonus tiles."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.games.century import GAME
from ledger.games.century import commands as c

from .scenario import NEXT, Played, illegal, no_command, play, position, refused

FIRST = {"A2": "1", "B3": "1", "C3": "1"}
"""One outpost in three rows: the next one, of cloves on C4, empties the first column."""
SECOND = {"A2": "1", "B3": "1", "C3": "1", "C4": "1", "A3": "1", "B1": "1", "C2": "1"}
"""The next one, of cloves on C5, empties the second column."""
THIRD = {**SECOND, "C5": "1", "B2": "1", "D1": "1", "D3": "1"}
FOURTH = {**THIRD, "D4": "1", "B5": "1", "D2": "1", "E2": "1"}
COLUMNS = {2: (SECOND, "C5"), 3: (THIRD, "D4"), 4: (FOURTH, "E3")}


def emptied(column: int, **more: Any) -> Played:
    """Return a game in which Ana has just emptied a column."""
    posts, cell = (FIRST, "C4") if column == 1 else COLUMNS[column]
    here = position(2, ships=[cell, "A2"], posts=posts, **more)
    done: Played = play(here, "Ana stay build")
    return done


@pytest.mark.example("CEN-G8")
@pytest.mark.rule("CEN-33")
def test_the_first_column_brings_a_card_and_no_bonus_tile(golden) -> None:
    asked = emptied(1)
    assert asked.only("column_emptied").column == 1
    assert asked.asked == [("Ana", "reward")]
    assert asked.moves() == ["reward YYY", "reward YY-G", "reward YYYY-GG", "reward R-YYY"]
    for bonus in ("move", "hold", "vp"):
        say = "1"
        illegal(asked, f"Ana reward {bonus}", "CEN-33", say)
    done = play(asked, f"Ana reward R-YYY\n{NEXT}")
    assert done.seat("Ana").cards.hand == ["YY", "UP2", "R-YYY"]
    assert done.hold("Ana") == "", "no cube is paid"
    assert asked.data + done.data == golden


@pytest.mark.example("CEN-G9")
@pytest.mark.rule("CEN-34", "CEN-A09", "CEN-A12")
@pytest.mark.parametrize("column", [2, 3, 4])
def test_the_other_columns_bring_a_bonus_tile_or_a_card(column: int, golden) -> None:
    asked = emptied(column)
    emptying = asked.only("column_emptied")
    assert (emptying.seat, emptying.column) == (1, column)
    cards = [f"reward {card}" for card in asked.state.row]
    assert asked.moves() == [*cards, "reward move", "reward hold", "reward vp"]
    told = []
    for reward in ("YYYY-GG", "move", "hold", "vp"):
        done = play(asked, f"Ana reward {reward}\n{NEXT if reward == 'YYYY-GG' else ''}")
        assert done.asked == [("Bartek", "turn")]
        told += done.data
    assert told == golden


@pytest.mark.rule("CEN-A12")
def test_a_column_is_empty_when_every_row_has_given_so_many() -> None:
    # a second outpost of a row that is ahead empties nothing
    ahead = position(2, ships=["A3", "E2"], posts=FIRST)
    assert play(ahead, "Ana stay build").told == ["sailed", "built", "turned"]
    # the last row to give its first outpost empties the first column, however far others are
    posts = {"A2": "1", "A3": "1", "B3": "1", "B1": "1", "C3": "1", "C2": "1"}
    behind = position(2, ships=["C4", "E2"], posts=posts)
    assert play(behind, "Ana stay build").only("column_emptied").column == 1


@pytest.mark.rule("CEN-A12")
def test_others_do_not_empty_my_columns() -> None:
    posts = {"A2": "2", "B3": "1", "C3": "1"}
    here = position(2, ships=["C4", "E2"], posts=posts)
    assert play(here, "Ana stay build").told == ["sailed", "built", "turned"]


@pytest.mark.rule("CEN-A09")
def test_a_reward_is_a_duty() -> None:
    asked = emptied(2)
    for line in ("Bartek rest", "Ana pass", "Ana market 1"):
        error = refused(asked, line)
        assert (error.kind, error.rule) == ("illegal", "CEN-34")


@pytest.mark.rule("CEN-A09")
def test_a_reward_is_one_thing() -> None:
    for both in (c.Reward(seat=1), c.Reward(seat=1, card="YYY", bonus="vp")):
        no_command(emptied(2), both, "CEN-A09", "2")


@pytest.mark.rule("CEN-A10")
def test_cubes_on_the_card_come_along_and_none_is_placed() -> None:
    asked = emptied(1, hold=["YYY"], laid=["", "", "RG"])
    done = play(asked, f"Ana reward YYYY-GG\n{NEXT}")
    assert done.only("card_rewarded").got == {"red": 1, "green": 1}
    assert done.hold("Ana") == "YYYRG"
    assert done.state.laid == [[], [], [], []]
    assert done.state.row == ["YYY", "YY-G", "R-YYY", "RR-GG"]


@pytest.mark.rule("CEN-A10")
def test_only_a_card_of_the_row() -> None:
    say = "RR-GG | YYY | R-YYY"
    illegal(emptied(1), "Ana reward RR-GG", "CEN-33", say)


@pytest.mark.rule("CEN-A11")
def test_the_reward_comes_before_the_exchange() -> None:
    here = position(2, hold=["YB"], ships=["C4", "E2"], posts=FIRST)
    illegal(here, "Ana stay build market 1", "CEN-A11")
    asked = play(here, f"Ana stay build\nAna reward YYY\n{NEXT}")
    assert asked.asked == [("Ana", "market")]
    assert asked.moves() == ["market 1", "pass"]
    done = play(asked, "Ana market 1")
    assert (done.told, done.hold("Ana")) == (["exchanged", "turned"], "YGG")
    assert play(asked, "Ana pass").told == ["declined", "turned"]
    assert play(asked, "Bartek rest").told == ["declined", "turned", "rested", "turned"]
    illegal(asked, "Ana market 2", "CEN-38", "2 | brown | 1")
    illegal(asked, "Ana market 0", "CEN-38", "0")


@pytest.mark.rule("CEN-A11", "CEN-A10")
def test_cubes_of_the_reward_can_be_exchanged() -> None:
    asked = emptied(1, laid=["B"])
    done = play(asked, f"Ana reward YYY\n{NEXT}\nAna market 1")
    assert done.hold("Ana") == "GG"


@pytest.mark.rule("CEN-A11")
def test_without_cubes_for_it_the_market_is_not_asked() -> None:
    done = play(emptied(2, hold=["YYY"]), "Ana reward hold")
    assert done.told == ["bonus_taken", "turned"]


@pytest.mark.rule("CEN-A08")
def test_what_is_gone_cannot_be_chosen() -> None:
    asked = emptied(2, left="hold vp3")
    assert [m for m in asked.moves() if len(m) < 13][-2:] == ["reward hold", "reward vp"]
    illegal(asked, "Ana reward move", "CEN-A08")
    gold = c.Reward(seat=1, bonus="gold")
    no_command(asked, gold, "CEN-34", "gold | move | vp")


@pytest.mark.rule("CEN-A08")
def test_cards_only_or_bonus_tiles_only_when_the_rest_is_gone() -> None:
    assert emptied(2, left="").only("column_emptied").rewards == ("card",)
    none = emptied(2, row="", deck="")
    assert none.only("column_emptied").rewards == ("bonus",)
    assert none.moves() == ["reward move", "reward hold", "reward vp"]


@pytest.mark.rule("CEN-A08")
@pytest.mark.parametrize("column", [1, 3])
def test_no_reward_when_nothing_is_left(column: int) -> None:
    done = emptied(column, row="", deck="", left="")
    assert done.only("column_emptied").rewards == ()
    assert done.told[-1] == "turned"


@pytest.mark.rule("CEN-A08", "CEN-A11")
def test_without_a_reward_the_exchange_is_part_of_the_move() -> None:
    here = position(2, hold=["B"], ships=["C4", "E2"], posts=FIRST, row="", deck="")
    done = play(here, "Ana stay build market 1")
    assert done.told == ["sailed", "built", "column_emptied", "exchanged", "turned"]


@pytest.mark.rule("CEN-09", "CEN-36", "CEN-A07")
def test_vp_tiles_go_from_six_to_three() -> None:
    for left, points in (("vp6 vp5 vp4 vp3", 6), ("vp4 vp3", 4), ("vp3", 3)):
        done = play(emptied(3, left=left), "Ana reward vp")
        assert done.only("bonus_taken").points == points
        assert done.seat("Ana").bonus_vp == [points]
        assert done.state.bonus_vp == [int(w[2:]) for w in left.split()[1:]]


@pytest.mark.rule("CEN-A07")
def test_two_tiles_of_a_kind_add_up() -> None:
    done = play(emptied(3, bonus=["hold vp6"]), "Ana reward hold")
    assert done.seat("Ana").bonus == ["hold", "vp", "hold"]
    assert (
        GAME.boxes.standard.bonus.move
        == GAME.boxes.standard.bonus.hold
        == len(GAME.boxes.standard.bonus.vp)
        == 4
    )
    two = play(emptied(3, bonus=["vp6"]), "Ana reward vp")
    assert two.seat("Ana").bonus_vp == [6, 5]


@pytest.mark.rule("CEN-A18")
def test_an_extra_move_tile_helps_from_the_next_move_on() -> None:
    asked = emptied(2)
    done = play(asked, "Ana reward move\nBartek rest\nAna move C6")
    assert done.of("sailed")[0].free == 1


@pytest.mark.rule("CEN-37", "CEN-A20")
def test_a_hold_tile_of_this_turn_counts_at_its_end() -> None:
    asked = emptied(2, hold=["Y" * 12 + "R"])
    assert play(asked, "Ana reward hold").told == ["bonus_taken", "turned"]
    full = play(asked, "Ana reward move")
    assert (full.told, full.asked) == (["bonus_taken", "overflowed"], [("Ana", "hold")])
