"""Mosque tiles: taking them, refilling, the mosque ruby, dice, and giving them back."""

from __future__ import annotations

import pytest

from ledger.games.istanbul import GAME

from .scenario import BLANK, illegal, moves, play, position

NEXT = f"\nBartek roll {BLANK}"
FOUR = "lira-r lira-y lira-g lira-b"


@pytest.mark.rule("IST-30")
@pytest.mark.parametrize(
    ("tile", "pay"),
    [
        *(
            (f"{kind}-{c}", f"d:{c.upper()} t:{c.upper()} t:N")
            for kind, c in zip(
                ("lira", "crystal", "bazaar", "action", "goods"), "rygbr", strict=True
            )
        ),
        ("die-1", "d:R d:Y t:G t:N"),
    ],
)
def test_a_face_up_tile_costs_the_goods_on_it(tile: str, pay: str) -> None:
    here = position(2, dice="R Y G B", have=["red yellow green blue brown=2"], open_=tile)
    done = play(here, f"Ana mosque {tile} pay {pay}\ntile die-4")
    assert done.told == ["bought", "tile_taken", "displayed"]
    assert done.seat("Ana").fresh == [tile]
    assert tile not in done.state.tiles
    assert done.only("bought").paid == tuple(pay.split())


@pytest.mark.rule("IST-30")
def test_only_face_up_tiles_and_only_for_their_goods() -> None:
    here = position(2, dice="R R R Y G B", open_="lira-r die-1")
    say = "goods-b"
    illegal(here, "Ana mosque goods-b", "IST-30", say)
    illegal(
        here,
        "Ana mosque die-1 pay d:R d:R d:Y d:G",
        "IST-30",
        "die-1 | 1 red | 1 green | 1 blue | 2 red",
    )
    illegal(here, "Ana mosque lira-r pay nothing", "IST-30", "lira-r | 3 red")


@pytest.mark.rule("IST-31", "IST-A21")
def test_the_face_up_tiles_are_refilled_to_six_while_the_stack_lasts() -> None:
    here = position(2, dice="R R R", open_="lira-r")
    done = play(here, "Ana mosque lira-r\ntile die-4")
    assert len(done.state.tiles) == 6
    assert done.state.tiles[-1] == "die-4"
    last = position(2, dice="R R R", open_="lira-r lira-y", stack="")
    done = play(last, "Ana mosque lira-r")
    assert done.told == ["bought", "tile_taken"]
    assert done.state.tiles == ["lira-y"]


@pytest.mark.rule("IST-A21", "IST-57")
def test_a_discarded_tile_lies_under_the_stack_where_all_know_it() -> None:
    here = position(
        2, dice="C R R R", tiles=["goods-b", ""], open_="lira-r lira-y lira-g", stack=""
    )
    done = play(here, "Ana bazaar 1\nreveal h-tile\nAna use h-tile discard goods-b")
    assert done.state.tiles == ["lira-r", "lira-y", "lira-g"], "a discard alone refills nothing"
    assert done.state.stack.options() == {"goods-b": 1}
    again = play(done, "Ana mosque lira-r\ntile goods-b")
    assert again.state.tiles == ["lira-y", "lira-g", "goods-b"]
    assert again.state.stack.size == 0


@pytest.mark.rule("IST-A21")
def test_the_refill_makes_up_for_what_was_missing_before() -> None:
    here = position(
        2, dice="C C R R R", tiles=["goods-b goods-g"], open_="lira-r lira-y", stack="die-4"
    )
    script = "Ana bazaar 1\nreveal e-tile\nAna use e-tile discard goods-b pay t:N ruby left"
    here.state.players[0].have["brown"] += 1
    here.state.bank["brown"] -= 1
    done = play(here, f"{script}\nAna mosque lira-r\ntile die-4 goods-b")
    assert done.state.tiles == ["lira-y", "die-4", "goods-b"]


@pytest.mark.rule("IST-32", "IST-A35")
@pytest.mark.parametrize(("players", "tiles"), [(2, 5), (3, 5), (4, 4)])
def test_the_mosque_ruby_comes_at_once_after_the_refill(players: int, tiles: int) -> None:
    own = FOUR.split()[: tiles - 1]
    here = position(players, dice="R R R", tiles=[" ".join(own)], open_="action-r")
    done = play(here, "Ana mosque action-r\ntile die-4")
    assert done.told == ["bought", "tile_taken", "displayed", "mosque_ruby"]
    assert done.only("mosque_ruby").tiles == tiles
    assert (done.seat("Ana").rubies, done.seat("Ana").mosque) == (1, True)
    assert done.state.mosque == players - 1
    assert done.state.actions == 1, "it is no action of its own"
    fewer = position(players, dice="R R R", tiles=[" ".join(own[1:])], open_="action-r")
    assert "mosque_ruby" not in play(fewer, "Ana mosque action-r\ntile die-4").told


@pytest.mark.rule("IST-32", "IST-A15")
def test_only_once_per_game() -> None:
    here = position(2, dice="C R R R", tiles=[f"{FOUR} goods-b"], mosque=[True], open_="action-r")
    sold = play(here, "Ana bazaar 1\nreveal h-tile\nAna use h-tile discard goods-b")
    done = play(sold, "Ana mosque action-r\ntile die-4")
    assert len(done.seat("Ana").owned) == 5
    assert "mosque_ruby" not in done.told
    assert done.seat("Ana").rubies == 0
    illegal(sold, "Ana ruby mosque", "IST-32")


@pytest.mark.rule("IST-32")
def test_exactly_five_not_more() -> None:
    here = position(2, dice="R R R", tiles=[f"{FOUR} goods-b"], open_="action-r")
    assert "mosque_ruby" not in play(here, "Ana mosque action-r\ntile die-4").told


@pytest.mark.rule("IST-A15")
def test_with_a_smaller_stack_of_rubies_a_late_player_gets_none() -> None:
    here = position(2, dice="R R R", tiles=[FOUR], open_="action-r")
    here.state.mosque = 0
    assert "mosque_ruby" not in play(here, "Ana mosque action-r\ntile die-4").told


@pytest.mark.rule("IST-A14")
def test_a_tile_from_a_bazaar_card_can_bring_the_ruby_too() -> None:
    here = position(2, dice="C", have=["lira=6"], tiles=[FOUR], open_="die-1")
    done = play(here, "Ana bazaar 1\nreveal h-lira\nAna use h-lira tile die-1\ntile die-4")
    assert done.only("mosque_ruby").seat == 1
    assert done.seat("Ana").rubies == 1


@pytest.mark.example("IST-G9")
def test_the_fifth_tile_with_three_players(golden: object) -> None:
    here = position(3, dice="R R R Y C", have=["yellow=2"], tiles=[FOUR], open_="action-r goods-y")
    fifth = play(here, "Ana mosque action-r\ntile die-4")
    sixth = play(fifth, "Ana mosque goods-y\ntile die-3")
    assert (fifth.seat("Ana").rubies, sixth.seat("Ana").rubies) == (1, 1)
    assert fifth.data == golden


@pytest.mark.rule("IST-44")
def test_several_tiles_of_a_kind_last_until_the_end() -> None:
    here = position(2, dice="R", tiles=["", "lira-r lira-y"])
    done = play(here, f"Ana end{NEXT}\nBartek end\nAna roll {BLANK}\nAna end{NEXT}")
    assert done.has("Bartek") == {"lira": 12}
    assert done.seat("Bartek").tiles == ["lira-r", "lira-y"]


@pytest.mark.rule("IST-51")
def test_a_die_tile_brings_its_die_at_once_and_adds_it_from_the_next_turn_on() -> None:
    here = position(2, dice="R Y G B C", open_="die-1")
    done = play(here, "Ana mosque die-1\ntile die-4")
    assert done.only("tile_taken").dice == 1
    assert (done.seat("Ana").dice, done.state.spare) == (1, 3)
    assert done.state.dice == ["C"]
    later = play(done, f"Ana end{NEXT}\nBartek end\nAna roll R R R R R R")
    assert len(later.state.dice) == 6


@pytest.mark.rule("IST-A16")
def test_a_die_tile_discarded_before_the_roll_takes_its_die_along() -> None:
    here = position(2, dice="R", tiles=["", "die-1 bazaar-r"])
    done = play(here, f"Ana end\nreveal h-tile\nBartek use h-tile discard die-1{NEXT}")
    assert done.only("tile_returned").dice == 1
    assert (done.seat("Bartek").dice, done.state.spare, len(done.state.dice)) == (0, 4, 5)


@pytest.mark.rule("IST-A16")
def test_after_the_roll_its_result_stays() -> None:
    here = position(2, dice="C R R R R Y", tiles=["die-1"])
    done = play(here, "Ana bazaar 1\nreveal h-tile\nAna use h-tile discard die-1")
    assert (done.seat("Ana").dice, done.state.spare) == (0, 4)
    assert done.state.dice == ["R", "R", "R", "R", "Y"]


@pytest.mark.rule("IST-A16")
def test_a_spare_die_is_there_for_every_die_tile() -> None:
    here = position(2, dice="R")
    s = here.state
    tiles = [t.id for t in s.setup.tiles.values() for _ in range(t.dice)]
    assert len(tiles) == s.spare == 4
    assert GAME.corrections.pieces(s)["dice"] == 9


@pytest.mark.rule("IST-48")
def test_a_bazaar_tile_reveals_one_card_and_discards_it() -> None:
    here = position(2, dice="R", tiles=["", "bazaar-r"])
    done = play(here, f"Ana end\nreveal c-red{NEXT}")
    assert done.has("Bartek") == {"red": 1}
    assert done.only("revealed").cards == ("c-red",)
    assert done.state.discard == ["c-red"]


def test_the_affordable_tiles_are_listed() -> None:
    here = position(2, dice="R R R Y G", have=["brown"], open_="lira-r lira-y die-1 goods-g")
    assert [m for m in moves(here) if m.startswith("mosque")] == [
        "mosque lira-r pay d:R d:R d:R",
        "mosque die-1 pay d:R d:Y d:G t:N",
    ]
