"""Choosing moves piece by piece: the cases that each game brings."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from common.examples import NIM, load
from games.century import scenario as century
from games.istanbul import scenario as istanbul
from games.klongs import scenario as klongs
from games.osaka import scenario as osaka
from ledger.games import century as century_game
from ledger.games import istanbul as istanbul_game
from ledger.games import klongs as klongs_game
from ledger.games import osaka as osaka_game
from ledger.kernel import move_chooser as choosing
from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.move_chooser import Choice, Chooser, Pick, within_reach
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.choice_fields import chosen_from, fields_of, worded
from ledger.kernel.rules.command import Command
from ledger.kernel.scene.shapes import Face, Piece, Region, Scene


def chooser(game: Game, position: Any, **pieces: str) -> Chooser:
    """Return the choices of seat 1, with these pieces on the table: values by region."""
    made = Chooser(game, position.state, 1, position.opened)
    made.pieces = Counter(
        (name.replace("_", "-"), value) for name, every in pieces.items() for value in every.split()
    )
    return made


def after(choices: Chooser, *picks: str, lang: str = "en") -> Choice:
    return choices.narrow([Pick.read(pick) for pick in picks], lang)


def offered(choice: Choice) -> set[str]:
    pieces = {f"piece:{region}:{value}" for region, value in choice.lit}
    return pieces | {str(button.pick) for button in choice.buttons}


# --- verb first, piece first ----------------------------------------------------------------------

TABLE = {"market": "R5 R5 B3", "farm": "R5 Y2", "hand": "G2 G2 Y5"}


@pytest.fixture(scope="module")
def shop() -> Chooser:
    position = osaka.position(market="R5 R5 B3", farm="R5 Y2", hands=("G2 G2 Y5 R5 R3",))
    return chooser(osaka_game.GAME, position, **TABLE)


def test_the_beginning_lights_all_that_begins_a_move(shop: Chooser) -> None:
    first = after(shop)
    assert offered(first) == {
        *("piece:market:R5", "piece:market:B3", "piece:farm:R5", "piece:farm:Y2"),
        *("piece:hand:G2", "piece:hand:Y5"),
        *("verb:buy", "verb:take", "verb:reserve"),
    }
    assert (first.command, first.move) == (None, "")


def test_verb_and_piece_come_in_any_order(shop: Chooser) -> None:
    for picks in (("verb:take", "piece:market:R5"), ("piece:market:R5", "verb:take")):
        assert after(shop, *picks).move == "take R5"
    assert offered(after(shop, "piece:market:R5")) == {"verb:take", "verb:reserve"}


def test_the_region_of_a_piece_says_another_field_too(shop: Chooser) -> None:
    assert after(shop, "verb:reserve", "piece:farm:R5").move == "reserve R5 farm"
    assert after(shop, "verb:reserve", "piece:market:R5").move == "reserve R5"
    assert after(shop, "piece:farm:R5").move == "reserve R5 farm"  # nothing else is done there


def test_what_has_no_piece_is_offered_in_words() -> None:
    position = osaka.position(market="R5 R5 B3", farm="R5 Y2", hands=("G2",))
    bare = chooser(osaka_game.GAME, position)
    assert offered(after(bare, "verb:take")) == {"field:card:R5", "field:card:B3"}
    both = after(bare, "verb:reserve", "field:card:R5")
    assert offered(both) == {"move:reserve R5", "move:reserve R5 farm"}
    assert after(bare, "verb:reserve", "field:card:R5", "field:row:farm").move == "reserve R5 farm"


def test_a_piece_that_is_reserved_can_be_told_from_one_that_is_not() -> None:
    position = osaka.position(market="R5 R5", hands=("G2",), reserve={1: "R5"})
    choices = chooser(osaka_game.GAME, position, market="R5 R5", hand="G2")
    assert after(choices).move == "take R5"  # nothing else can be done
    taken = after(choices, "verb:take", "piece:market:R5")
    assert taken.move == "take R5"
    assert [b.text for b in taken.buttons] == ["the reserved one"]
    assert after(choices, "verb:take", "piece:market:R5", "field:reserved:true").move == "take R5*"
    polish = after(choices, "verb:take", "piece:market:R5", lang="pl")
    assert polish.buttons[0].text == "zarezerwowana"


# --- payments -------------------------------------------------------------------------------------


def test_a_payment_is_proposed_or_picked_and_copies_count(shop: Chooser) -> None:
    proposed = after(shop, "verb:buy")
    assert proposed.command is not None
    (payment,) = proposed.payments
    assert payment.proposed == tuple(proposed.command.pay)  # type: ignore[attr-defined]
    one = after(shop, "verb:buy", "piece:hand:G2")
    assert one.command is None
    assert one.refused is not None
    assert one.refused.rule == "OSA-14"
    assert ("hand", "G2") in one.lit
    two = after(shop, "verb:buy", "piece:hand:G2", "piece:hand:G2")
    assert ("hand", "G2") not in two.lit
    assert two.payments[0].chosen == ("G2", "G2")
    assert two.free == (1, 2)


def test_a_payment_that_is_not_finished_is_told_from_a_wrong_one() -> None:
    position = osaka.position(market="R5 R5", hands=("G5 G5 R2",))
    choices = chooser(osaka_game.GAME, position, market="R5 R5", hand="G5 G5 R2")
    first = after(choices, "verb:buy", "piece:hand:G5").refused
    assert first is not None
    assert first.unfinished
    assert after(choices, "verb:buy", "piece:hand:G5", "piece:hand:G5").command is not None
    dice = istanbul.position(dice="G R G C", have=("green=2 brown",))
    table = {"dice": "1 2 3 4", "goods": "green green brown"}
    goods = chooser(istanbul_game.GAME, dice, **table)
    green = ("verb:pair", "field:colour:green")
    half = after(goods, *green, "piece:dice:1").refused
    assert half is None or half.unfinished
    wrong = after(goods, *green, "piece:dice:2").refused  # whatever is added, red is no green
    assert wrong is not None
    assert not wrong.unfinished


def test_a_payment_with_too_many_ways_on_counts_as_unfinished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = istanbul.position(dice="G R G C", have=("green=2 brown",))
    table = {"dice": "1 2 3 4", "goods": "green green brown"}
    choices = chooser(istanbul_game.GAME, position, **table)
    monkeypatch.setattr(choosing, "MOST_PAYMENTS", 1)
    refused = after(choices, "verb:pair", "field:colour:green", "piece:dice:2").refused
    assert refused is not None
    assert refused.unfinished


def test_a_payment_can_be_more_than_needed() -> None:
    position = osaka.position(market="R2", hands=("R3 B5",))
    choices = chooser(osaka_game.GAME, position, market="R2", hand="R3 B5")
    paid = after(choices, "piece:hand:R3", "piece:hand:B5")
    assert paid.move == "buy R3 B5"
    assert after(choices, "verb:buy").proposed == (("hand", "R3"),)


def test_dice_and_tokens_are_read_as_what_is_paid() -> None:
    position = istanbul.position(dice="G R G C", have=("green=2 brown",))
    table = {"dice": "1 2 3 4", "goods": "green green brown", "rubies": "green red"}
    choices = chooser(istanbul_game.GAME, position, **table)
    green = ("verb:pair", "field:colour:green")
    assert after(choices, *green, "piece:dice:1", "piece:goods:green").move == (
        "pair green pay d:G t:G"
    )
    joker = after(choices, "verb:pair", "piece:dice:3", "piece:goods:brown", "field:colour:green")
    assert joker.move == "pair green pay d:G t:N"
    wrong = after(choices, *green, "piece:dice:2", "piece:dice:1")
    assert wrong.command is None
    assert wrong.refused is not None
    with pytest.raises(Illegal):
        after(choices, "verb:pair", "piece:dice:4")  # a card is no good


def test_any_dice_can_be_rolled_again() -> None:
    position = istanbul.position(dice="G R G C", have=("crystal=1",))
    choices = chooser(istanbul_game.GAME, position, dice="1 2 3 4")
    first = after(choices, "verb:reroll")
    assert (first.command, first.left) == (None, 1)
    assert offered(first) == {f"piece:dice:{n}" for n in range(1, 5)}
    again = after(choices, "verb:reroll", "piece:dice:3", "piece:dice:4")
    assert again.move == "reroll 3 4"  # of the two G, the listed one is the first
    assert offered(after(chooser(istanbul_game.GAME, position), "verb:reroll")) == {
        f"field:dice:{n}" for n in range(1, 5)
    }


# --- counts, steps, places ------------------------------------------------------------------------


def test_a_count_is_a_button_and_one_need_not_be_said() -> None:
    position = century.position(hold=("YYYYYY",), hand=("YY-G UP2",))
    choices = chooser(century_game.GAME, position, hand="YY-G UP2", hold="yellow " * 6)
    once = after(choices, "piece:hand:YY-G")
    assert once.move == "play YY-G"
    assert [b.text for b in once.buttons] == ["× 2", "× 3"]
    assert after(choices, "piece:hand:YY-G", "field:times:3").move == "play YY-G x3"


def test_an_upgrade_can_name_a_cube_that_is_not_there_yet() -> None:
    position = century.position(hold=("Y",), hand=("UP2",))
    choices = chooser(century_game.GAME, position, hand="UP2", hold="yellow")
    first = after(choices, "piece:hand:UP2")
    assert (first.move, first.lit) == ("play UP2", (("hold", "yellow"),))
    second = after(choices, "piece:hand:UP2", "piece:hold:yellow")
    assert second.move == "play UP2 Y>R"
    assert (second.lit, offered(second)) == ((), {"field:steps:red"})
    assert [b.text for b in after(choices, *first_two(), lang="pl").buttons] == ["czerwony"]
    assert after(choices, *first_two(), "field:steps:red").move == "play UP2 Y>R R>G"


def test_a_cube_is_picked_once() -> None:
    position = century.position(hold=("YY",), hand=("UP2",))
    choices = chooser(century_game.GAME, position, hand="UP2", hold="yellow")
    second = after(choices, *first_two())
    assert "field:steps:yellow" in offered(second)
    assert ("hold", "yellow") not in second.lit


def first_two() -> tuple[str, str]:
    return "piece:hand:UP2", "piece:hold:yellow"


def test_discards_tolls_and_prices_go_to_their_own_fields() -> None:
    position = century.position(
        hold=("YYYRR",),
        hand=("YY UP2",),
        played=("G",),
        ships=("C1", "B2", "B2"),
        posts={"B2": "2 3"},
    )
    table = {"map": "B2", "hand": "YY UP2", "played": "G", "hold": "yellow yellow yellow red red"}
    choices = chooser(century_game.GAME, position, **table)
    there = ("piece:map:B2", "field:build:true")
    listed = after(choices, *there)
    assert listed.move == "move B2 discard YY G toll YY build YR"
    assert Counter(listed.proposed) == Counter(
        [("hold", "yellow")] * 3 + [("hold", "red"), ("hand", "YY"), ("played", "G")]
    )
    cubes = [f"piece:hold:{x}" for x in ("red", "yellow", "red", "yellow")]
    assert after(choices, *there, *cubes).move == "move B2 discard YY G toll RY build RY"
    cards = ("piece:hand:UP2", "piece:hand:YY")  # and no card that was played
    assert after(choices, *there, *cards).move == "move B2 discard UP2 YY toll YY build YR"
    one = after(choices, *there, "piece:hand:UP2", *cubes)
    assert one.move == "move B2 discard UP2 G toll RY build RY"
    few = after(choices, *there, *cubes[:3])
    assert few.command is None
    assert few.refused is not None


def test_places_are_read_in_the_order_of_the_fields_and_can_be_named_again() -> None:
    position = klongs.position(board="d4=B0:1", hands=("B0 thief",), cards=(1,))
    fields = " ".join(position.state.setup.fields)
    choices = chooser(klongs_game.GAME, position, hand="B0 thief", water=fields)
    first = after(choices, "piece:hand:B0")
    placed = next(value for region, value in first.lit if region == "water" and value != "d4")
    there = after(choices, "piece:hand:B0", f"piece:water:{placed}")
    assert there.move.startswith(f"place B0 {placed}")
    assert ("water", "d4") in there.lit  # the other boat can be moved after it
    assert ("water", placed) in there.lit  # and so can this one
    on = after(choices, "piece:hand:B0", f"piece:water:{placed}", "piece:water:d4")
    to = on.lit[0][1]
    assert after(
        choices, "piece:hand:B0", f"piece:water:{placed}", "piece:water:d4", f"piece:water:{to}"
    ).move.startswith(f"place B0 {placed} move d4 {to}")


def test_where_a_boat_goes_is_asked_only_when_one_is_taken() -> None:
    position = klongs.position(board="d4=B0:2", hands=("B0 thief",), cards=(1,))
    fields = " ".join(position.state.setup.fields)
    choices = chooser(klongs_game.GAME, position, hand="B0 thief", water=fields)
    asked = {"field:keep:hand", "field:keep:warehouse", "field:keep:out"}
    assert not asked & offered(after(choices, "verb:place"))
    thief = ("verb:place", "piece:hand:thief")
    assert not asked & offered(after(choices, *thief))
    places = [f"piece:{region}:{value}" for region, value in after(choices, *thief).lit]
    found = [after(choices, *thief, place) for place in places]
    found += [
        after(choices, *thief, place, f"piece:{region}:{value}")
        for place in places
        for region, value in after(choices, *thief, place).lit
    ]
    assert any(asked & offered(choice) for choice in found)


def test_what_all_moves_have_in_common_need_not_be_picked() -> None:
    position = klongs.position(board="d4=B0:1", hands=("B0",), cards=(1,))
    choices = chooser(klongs_game.GAME, position, water="d4 d5 d6", hand="B0")
    moved = after(choices, "verb:move")
    assert moved.settled == (("water", "d4"),)
    assert ("water", "d4") not in moved.lit
    assert moved.left > 1


# --- what is said ---------------------------------------------------------------------------------


def test_verbs_and_moves_are_told_in_the_language(shop: Chooser) -> None:
    english, italian = after(shop), after(shop, lang="it")
    assert [b.text for b in english.buttons] == ["buy the Market", "take a card", "reserve a card"]
    assert [b.text for b in italian.buttons] == [
        "compra il Mercato",
        "prendi una carta",
        "prenota una carta",
    ]
    told = (
        after(shop, "verb:take", "piece:market:R5"),
        after(shop, "verb:take", "piece:market:R5", lang="it"),
    )
    assert told[0].words
    assert told[0].words != told[1].words


@pytest.mark.parametrize("text", ["", "zebra", "piece:hand", "field:x", "odd:a:b"])
def test_a_pick_that_is_none(text: str) -> None:
    with pytest.raises(Malformed):
        Pick.read(text)


@pytest.mark.parametrize("text", ["verb:take", "piece:market:R5", "field:pay:t:G", "move:a b:c"])
def test_a_pick_is_written_as_it_is_read(text: str) -> None:
    assert str(Pick.read(text)) == text


# --- fields and pieces ----------------------------------------------------------------------------


def test_annotations_leave_schemas_as_they_are() -> None:
    class Plain(Command, frozen=True, kw_only=True, tag="Same"):
        card: str
        times: int = 1

    class Chosen(Command, frozen=True, kw_only=True, tag="Same"):
        card: Annotated[str, chosen_from("market", free=True), worded("{value}")]
        times: Annotated[int, worded("× {value}")] = 1

    one, other = (msgspec.json.schema(kind)["$defs"] for kind in (Plain, Chosen))
    both = [next(iter(found.values()))["properties"] for found in (one, other)]
    assert both[0] == both[1]


def test_only_ones_own_pieces_and_those_on_the_table_can_be_picked() -> None:
    def region(id: str, name: str, owner: int) -> Region:
        return Region(id=id, name=name, kind="row", area="side", w=1, h=1, owner=owner)

    def piece(id: str, region: str = "", value: str = "", on: str = "") -> Piece:
        return Piece(id=id, face="f", region=region, value=value, on=on)

    pieces = (
        *(piece("a", "row", "A"), piece("b", "mine", "B"), piece("c", "theirs", "C")),
        *(piece("d", "row"), piece("e", on="a", value="E"), piece("f", on="e", value="F")),
        piece("g", on="c", value="G"),
    )
    scene = Scene(
        caption="",
        regions=(region("row", "row", 0), region("mine", "hand", 1), region("theirs", "hand", 2)),
        faces={"f": Face(w=1, h=1)},
        panels=(),
        pieces={p.id: p for p in pieces},
    )
    assert set(within_reach(scene, 1)) == {("row", "A"), ("hand", "B"), ("row", "E"), ("row", "F")}


def test_every_region_that_is_named_belongs_to_a_field() -> None:
    for game in (osaka_game, istanbul_game, century_game, klongs_game):
        for kind in game.GAME.rules.commands:
            for field in fields_of(kind):
                assert not field.free or field.regions, (kind, field.name)
                assert not field.tells or field.tells in kind.__struct_fields__


# --- a game that says nothing about pages -----------------------------------------------------


def test_numbers_of_different_fields_stand_apart_with_names(tmp_path: Path) -> None:
    game = load(tmp_path, NIM, "nim_on_a_page").GAME
    table = Table.open(game, open_game(game, ["Ana", "Bo"]), Seeded(1))
    made = Chooser(game, table.state, 1, table.lines[0].data)
    labels = [button.text for button in made.narrow([]).buttons]
    assert labels == [*(f"heap {n}" for n in (1, 2, 3)), *(f"sticks {n}" for n in range(1, 8))]
    (heap,) = (b.pick for b in made.narrow([]).buttons if b.text == "heap 1")
    assert [b.text for b in made.narrow([heap]).buttons] == ["1", "2", "3"]
