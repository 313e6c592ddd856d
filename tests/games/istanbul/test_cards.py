"""Every family of bazaar cards, active and others' parts."""

from __future__ import annotations

import pytest

from ledger.games.istanbul import GAME
from ledger.games.istanbul.box import AREAS
from ledger.games.istanbul.commands import Accept, Use
from ledger.kernel.errors import Illegal
from ledger.kernel.play.decide import decide
from ledger.kernel.rules.chance import Seeded

from .scenario import BLANK, Played, entry, illegal, moves, play, position, standard_box

COLOURS = ("red", "yellow", "green", "blue")


def shown(card: str, *have: str, dice: int = 1, **more: object) -> Played:
    """Ana reveals one card with so many dice (the others are of no use to her)."""
    here = position(3, dice="C " * dice, have=have, **more)
    spare = [c for c in ("c-red", "c-blue") if c != card][: dice - 1]
    return play(here, f"Ana bazaar {dice}\nreveal {' '.join([card, *spare])}")


@pytest.mark.rule("IST-58", "IST-59")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_4_lira_and_the_others_sell_a_token_for_4(colour: str) -> None:
    mid = shown(f"a-{colour}", "", colour, "brown")
    assert mid.gains == [(1, "lira", 4)]
    assert mid.asked == [("Bartek", "offer"), ("Celina", "offer")]
    done = play(mid, "Bartek accept\nCelina accept")
    assert (done.has("Bartek"), done.has("Celina")) == ({"lira": 4}, {"lira": 4})


@pytest.mark.rule("IST-58", "IST-59")
def test_a_4_lira_and_the_others_sell_a_crystal_for_3() -> None:
    mid = shown("a-crystal", "crystal=3", "crystal=2")
    assert mid.has("Ana") == {"crystal": 3, "lira": 4}
    assert mid.asked == [("Bartek", "offer")]
    assert play(mid, "Bartek accept").has("Bartek") == {"crystal": 1, "lira": 3}


@pytest.mark.rule("IST-59", "IST-A02")
def test_a_brown_token_can_be_sold_as_a_coloured_one_and_either_is_accepted() -> None:
    mid = shown("a-red", "", "red brown")
    assert mid.moves() == ["refuse", "accept pay t:R"]
    assert play(mid, "Bartek accept").has("Bartek") == {"brown": 1, "lira": 4}
    assert play(mid, "Bartek accept pay t:N").has("Bartek") == {"red": 1, "lira": 4}


@pytest.mark.rule("IST-60", "IST-61")
@pytest.mark.parametrize("colour", COLOURS)
def test_b_a_brown_token_and_the_others_take_a_token(colour: str) -> None:
    mid = shown(f"b-{colour}")
    assert mid.gains == [(1, "brown", 1)]
    done = play(mid, "Bartek accept\nCelina accept")
    assert done.gains == [(2, colour, 1), (3, colour, 1)]


@pytest.mark.rule("IST-61", "IST-62")
@pytest.mark.parametrize("colour", COLOURS)
def test_c_a_token_and_the_others_buy_one_for_2_lira(colour: str) -> None:
    mid = shown(f"c-{colour}", "", "lira=3", "lira=1")
    assert mid.gains == [(1, colour, 1)]
    assert mid.asked == [("Bartek", "offer")]
    assert play(mid, "Bartek accept").has("Bartek") == {"lira": 1, colour: 1}


@pytest.mark.rule("IST-63", "IST-64")
@pytest.mark.parametrize("what", [*COLOURS, "crystal"])
def test_d_a_resource_and_3_lira_the_others_one_of_them(what: str) -> None:
    mid = shown(f"d-{what}")
    assert mid.has("Ana") == {what: 1, "lira": 3}
    assert mid.moves() == ["refuse", f"accept {what}", "accept lira"]
    done = play(mid, f"Bartek accept lira\nCelina accept {what}")
    assert (done.has("Bartek"), done.has("Celina")) == ({"lira": 3}, {what: 1})
    illegal(mid, "Bartek accept", "IST-64", f"d-{what} | {what} | lira")
    illegal(mid, "Bartek accept brown", "IST-64", f"d-{what} | {what} | lira")


@pytest.mark.rule("IST-65")
@pytest.mark.parametrize(
    ("card", "have", "tiles", "words"),
    [
        ("e-brown", "brown=3", "", ""),
        ("e-crystal", "crystal=4", "", ""),
        ("e-tile", "brown=1", "lira-r", " discard lira-r"),
        ("e-lira", "lira=12", "", ""),
    ],
)
def test_e_a_ruby_for_what_the_card_shows(card: str, have: str, tiles: str, words: str) -> None:
    mid = shown(card, have, tiles=[tiles])
    listed = [m for m in mid.moves() if m.startswith("use")]
    assert len(listed) == len(AREAS)
    for area in AREAS:
        done = play(mid, f"Ana use {card}{words} ruby {area}")
        assert done.has("Ana") == {}
        assert done.seat("Ana").rubies == 1
        assert (done.only("ruby_taken").area, done.state.taken[area]) == (area, 1)
    assert play(mid, f"Ana otherwise {card}").has("Ana")["lira"] == 1 + (
        12 if card == "e-lira" else 0
    )
    say = ""
    illegal(mid, f"Ana use {card}{words} ruby mosque", "IST-65", say)
    say = f"{card} | 1 ruby"
    illegal(mid, f"Ana use {card}{words}", "IST-65", say)


@pytest.mark.rule("IST-A27", "IST-65")
def test_a_ruby_card_pays_no_area_price_and_the_area_moves_on() -> None:
    mid = shown("e-lira", "lira=30", taken={"right": 1, "red": 3})
    done = play(mid, "Ana use e-lira ruby right")
    assert done.has("Ana") == {"lira": 18}
    assert done.only("ruby_taken").number == 2
    illegal(done, "Ana ruby mosque", "IST-32")
    assert play(position(3, dice="R", have=["lira=14"], taken={"right": 2}), "Ana ruby right")
    illegal(mid, "Ana use e-lira ruby red", "IST-A27")


@pytest.mark.rule("IST-A27")
def test_a_ruby_card_gives_a_lira_when_every_area_is_empty() -> None:
    empty = {"red": 3, "yellow": 3, "green": 3, "blue": 3, "left": 5, "right": 6}
    done = shown("e-lira", "lira=12", taken=empty)
    assert done.only("card_declined").card == "e-lira"
    assert done.has("Ana") == {"lira": 13}


@pytest.mark.rule("IST-66")
@pytest.mark.parametrize(
    ("card", "words", "gain"),
    [
        ("f-brown", "", {"brown": 2}),
        ("f-lira", "", {"lira": 6}),
        ("f-crystal", "", {"crystal": 3}),
        ("f-any", " take Y Y", {"yellow": 2}),
    ],
)
def test_f_two_card_dice(card: str, words: str, gain: dict[str, int]) -> None:
    mid = shown(card, dice=2)
    assert play(mid, f"Ana use {card}{words}").has("Ana") == gain
    assert play(mid, f"Ana otherwise {card}").has("Ana") == {"lira": 1}
    one = shown(card, dice=1)
    assert one.has("Ana") == {"lira": 1}
    asked = position(2, dice="C R", shown=card, phase="card", card_dice=1)
    illegal(asked, f"Ana use {card}{words}", "IST-66", f"{card} | 2")


@pytest.mark.rule("IST-67", "IST-66")
def test_two_cards_revealed_by_a_tile_were_revealed_by_no_die() -> None:
    box = standard_box()
    entry(box, "tile", "bazaar-r")["effect"] = {"reveal": 2}
    here = position(2, dice="C C", tiles=["", "bazaar-r"], box=box)
    mid = play(here, "Ana bazaar 2\nreveal c-red c-blue\nAna use c-red\nAna end\nreveal f-lira g-1")
    assert mid.asked == [("Bartek", "card")]
    assert mid.moves() == ["otherwise f-lira", "otherwise g-1"]
    illegal(mid, "Bartek use f-lira", "IST-67", "f-lira | 2")


@pytest.mark.example("IST-G4")
def test_a_two_card_dice_card_revealed_by_a_tile_gives_a_lira(golden: object) -> None:
    here = position(3, dice="C C R", tiles=["", "bazaar-r"])
    done = play(here, f"Ana end\nreveal f-crystal\nBartek roll {BLANK}")
    assert done.has("Bartek") == {"lira": 1}
    assert done.data == golden


@pytest.mark.rule("IST-68", "IST-A31")
@pytest.mark.parametrize(
    ("card", "brown", "words", "gain"),
    [
        ("g-1", 1, "", {"lira": 4}),
        ("g-2", 2, "", {"crystal": 1, "lira": 4}),
        ("g-3", 3, " take R G", {"red": 1, "green": 1, "lira": 3}),
    ],
)
def test_g_brown_tokens_owned(card: str, brown: int, words: str, gain: dict[str, int]) -> None:
    for more in (0, 1):
        mid = shown(card, f"brown={brown + more}")
        done = play(mid, f"Ana use {card}{words}")
        assert done.has("Ana") == {"brown": brown + more, **gain}
    less = position(2, have=[f"brown={brown - 1} red=3"], shown=card, phase="card")
    illegal(
        less,
        f"Ana use {card}{words}",
        "IST-68",
        f"{card} | {brown} | brown | {brown - 1}",
    )
    assert moves(less) == [f"otherwise {card}"]


@pytest.mark.rule("IST-69")
@pytest.mark.example("IST-G5")
def test_twice_the_brown_tokens_give_the_resources_once(golden: object) -> None:
    done = play(shown("g-2", "brown=4"), "Ana use g-2")
    assert done.has("Ana") == {"brown": 4, "crystal": 1, "lira": 4}
    assert done.data == golden


@pytest.mark.rule("IST-70")
@pytest.mark.parametrize(
    ("card", "have", "words", "after"),
    [
        ("h-lira", "lira=8", " tile lira-y\ntile die-4", {"lira": 2}),
        ("h-crystal", "crystal=2", "", {"brown": 2}),
        ("h-tile", "", " discard lira-r", {"lira": 10}),
        ("h-brown", "brown", " take B R", {"blue": 1, "red": 1}),
    ],
)
def test_h_a_trade(card: str, have: str, words: str, after: dict[str, int]) -> None:
    mid = shown(card, have, tiles=["lira-r"])
    assert play(mid, f"Ana use {card}{words}").has("Ana") == after
    other = play(mid, f"Ana otherwise {card}")
    assert other.gains == [(1, "lira", 1)]
    assert other.seat("Ana").tiles == ["lira-r"]


@pytest.mark.rule("IST-A34", "IST-57")
def test_a_tile_from_a_card_costs_only_the_price_on_the_card() -> None:
    mid = shown("h-lira", "lira=6 red=3", open_="lira-r die-2")
    done = play(mid, "Ana use h-lira tile die-2\ntile die-4")
    assert done.has("Ana") == {"red": 3}
    assert done.seat("Ana").fresh == ["die-2"]
    illegal(mid, "Ana use h-lira tile goods-b", "IST-A34", "h-lira | 1 face-up tile")
    illegal(mid, "Ana use h-lira", "IST-A34", "h-lira | 1 face-up tile")


@pytest.mark.rule("IST-A34")
def test_with_no_face_up_tile_the_card_gives_a_lira() -> None:
    done = shown("h-lira", "lira=6", stack="")
    assert done.state.tiles == []
    assert done.only("card_declined").card == "h-lira"
    assert done.has("Ana") == {"lira": 7}


@pytest.mark.rule("IST-52", "IST-53")
@pytest.mark.parametrize(
    "extra",
    [
        {"choice": "lira"},
        {"take": ("red",)},
        {"areas": ("left",)},
        {"tiles": ("die-1",)},
        {"discard": ("die-1",)},
        {"pay": ("t:N",)},
    ],
)
def test_choices_that_a_part_does_not_give_are_refused(extra: dict[str, object]) -> None:
    here = position(2, dice="C C", have=["brown"], shown="b-red c-red", phase="card", card_dice=2)
    with pytest.raises(Illegal) as refusal:
        decide(GAME, here.state, Use(seat=1, card="b-red", **extra), Seeded(0))
    assert refusal.value.rule in {"IST-64", "IST-A32", "IST-65", "IST-A34", "IST-57", "IST-54"}
    mid = play(here, "Ana use b-red")
    with pytest.raises(Illegal):
        decide(GAME, mid.state, Accept(seat=2, **extra), Seeded(0))


@pytest.mark.rule("IST-53", "IST-54", "IST-57", "IST-65", "IST-A32", "IST-A18")
def test_an_others_part_can_have_every_price_and_every_choice() -> None:
    box = standard_box()
    card = entry(box, "card", "b-red")
    card["others"] = {
        "pay": {"red": 1, "tile": 1, "lira": 1},
        "gain": {"any": 1, "ruby": 1, "tile": 1},
    }
    here = position(
        2, dice="C", have=["", "red lira=2"], tiles=["", "lira-r"], open_="die-1", box=box
    )
    mid = play(here, "Ana bazaar 1\nreveal b-red")
    assert mid.only("offered").card == "b-red"
    done = play(
        mid, "Bartek accept pay t:R discard lira-r take G ruby left tile die-1\ntile goods-b"
    )
    accepted = done.only("accepted")
    assert (accepted.seat, accepted.paid, accepted.discard) == (2, ("t:R",), ("lira-r",))
    assert (accepted.take, accepted.areas, accepted.tiles) == (("green",), ("left",), ("die-1",))
    assert done.has("Bartek") == {"green": 1, "lira": 1}
    bartek = done.seat("Bartek")
    assert (bartek.tiles, bartek.fresh, bartek.dice, bartek.rubies) == ([], ["die-1"], 1, 1)
    later = play(done, f"Ana end\nBartek roll {BLANK} R")
    assert len(later.state.dice) == 6
    illegal(
        mid,
        "Bartek accept pay nothing discard lira-r take G ruby left tile die-1",
        "IST-54",
        "b-red | 1 red",
    )


@pytest.mark.rule("IST-54", "IST-A02")
def test_a_price_of_a_brown_token_and_any_two_takes_all_three() -> None:
    box = standard_box()
    card = entry(box, "card", "c-red")
    card["active"] = {"pay": {"brown": 1, "any": 2}, "gain": {"crystal": 3}}
    here = position(2, dice="C", have=["brown red blue"], box=box)
    done = play(here, "Ana bazaar 1\nreveal c-red\nAna use c-red")
    assert done.has("Ana") == {"crystal": 3}
    poor = position(2, dice="C", have=["brown red"], box=box)
    assert "card_used" not in play(poor, "Ana bazaar 1\nreveal c-red").told


def test_a_new_card_needs_no_code() -> None:
    box = standard_box()
    card = entry(box, "card", "c-red")
    card["id"] = "z-new"
    card["active"] = {
        "pay": {"red": 1, "any": 1, "lira": 1},
        "have": {"tile": 1},
        "choose": [{"ruby": 2}, {"tile": 1, "crystal": 1}],
    }
    card["others"] = {"have": {"ruby": 1}, "gain": {"any": 1}}
    here = position(
        3, dice="C", have=["red=2 blue lira"], tiles=["lira-r"], rubies=[0, 1, 0], box=box
    )
    mid = play(here, "Ana bazaar 1\nreveal z-new")
    done = play(mid, "Ana use z-new ruby ruby red left pay t:R t:B")
    assert done.seat("Ana").rubies == 2
    assert done.asked == [("Bartek", "offer")]
    assert play(done, "Bartek accept take G").has("Bartek") == {"green": 1}
    tiled = play(mid, "Ana use z-new tile+crystal tile crystal-r\ntile die-4\nBartek refuse")
    assert tiled.has("Ana") == {"blue": 1, "crystal": 1}
    assert tiled.seat("Ana").fresh == ["crystal-r"]
