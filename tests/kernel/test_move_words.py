"""What a player reads before a move is played: the question, what the move does, its button."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.examples import NIM, changed, load
from games.istanbul import scenario as istanbul
from games.osaka import scenario as osaka
from ledger.games import istanbul as istanbul_game
from ledger.games import osaka as osaka_game
from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.game import Game
from ledger.kernel.move_chooser import Chooser, Pick
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.sdk import Words
from ledger.testing.lawbook.checked.positions import (
    Sample,
    a_move_has_words_before_it_is_played,
)


def chooser(game: Game, position: Any, seat: int = 1) -> Chooser:
    return Chooser(game, game.mask(position.state, seat), seat, position.opened)


def test_a_move_that_begins_with_a_roll_says_what_it_costs_and_rolls() -> None:
    position = istanbul.position(dice="R Y G B C", have=("crystal=1",))
    ways = chooser(istanbul_game.GAME, position)
    first, both = (
        ways.narrow([Pick.read(f"piece:dice:{n}") for n in dice]) for dice in ("3", "31")
    )
    assert first.words == ("Ana pays 1 crystal and rolls die 3 (green) again",)
    assert both.words == ("Ana pays 1 crystal and rolls dice 3 (green) and 1 (red) again",)
    assert first.label == "Roll dice again · crystals −1"
    assert ways.narrow([Pick.read("piece:dice:3")], "pl").words != first.words


def test_a_button_says_what_a_move_costs() -> None:
    position = osaka.position(market="R5 R5 B3", farm="R5 Y2", hands=("G2 G2 Y5 R5 R3",))
    choice = chooser(osaka_game.GAME, position).narrow([Pick.read("verb:buy")])
    assert choice.label.startswith("Buy the Market · ")
    hand = next(cost for cost in choice.label.split(" · ") if cost.startswith("hand "))
    paid = len(choice.payments[0].proposed or ())
    assert (paid > 0, hand) == (True, f"hand −{paid}")


def test_a_question_of_a_game_that_says_none_is_what_can_be_done() -> None:
    position = osaka.position(market="R5 R5 B3", farm="R5 Y2", hands=("G2 G2 Y5 R5 R3",))
    ways = chooser(osaka_game.GAME, position)
    assert ways.question() == "buy the Market, take a card or reserve a card"
    assert ways.question("it") not in ("", ways.question())
    assert not chooser(osaka_game.GAME, position, 2).question()
    assert ways.decline() is None


def test_an_offer_says_who_makes_it_and_what_it_is_and_can_be_declined() -> None:
    game = istanbul_game.GAME
    here = istanbul.play(istanbul.position(4, dice="C"), "Ana bazaar 1\nreveal b-red")
    ways = chooser(game, here, 2)
    asked = ways.question()
    assert all(word in asked for word in ("Ana", "b-red", "accept", "refuse"))
    declined = ways.decline()
    assert declined is not None
    assert game.words.write(declined) == "refuse"
    assert chooser(game, here, 3).decline() is None, "seat 3 isn't asked yet"


def test_words_about_what_is_not_there_are_refused(tmp_path: Path) -> None:
    nim = load(tmp_path, NIM, "nim_in_words").GAME
    for words, named in (
        (Words(questions={"bid": "bid"}), "'bid'"),
        (Words(previews={Words: "x"}), "Words"),
    ):
        with pytest.raises(DeclarationError, match=named):
            words.of(nim.words.home, nim.rules, nim.boxes)


def test_a_move_without_words_of_its_own_is_said_by_its_verb(tmp_path: Path) -> None:
    nim = load(tmp_path, NIM, "nim_in_words").GAME
    opened = open_game(nim, ["Ana", "Bo"])
    table = Table.open(nim, opened, Seeded(1))
    choice = Chooser(nim, table.state, 1, opened).narrow([Pick.read("move:take 3 7")])
    assert choice.words == ("Ana takes 7 from heap 3", "It is Bo's turn")
    assert choice.label == "Take"


GUST = """    sticks: Annotated[int, rule("NIM-02")]
    gust: Annotated[str, rule("NIM-02", chance="gust")]
    says"""
BLOWN = """    (gust,) = d.chance.roll("12", 1, "gust", x.seat, "NIM-02")
    d.accept(x, gust=gust)
"""


def test_the_law_finds_a_move_that_nobody_can_read_before_it_is_played(tmp_path: Path) -> None:
    code = changed(NIM, '    sticks: Annotated[int, rule("NIM-02")]\n    says', GUST)
    code = changed(code, "    d.accept(x)\n", BLOWN)
    said = changed(code, '"NIM-02", Took)', '"NIM-02", Took, button="take sticks")')
    for name, source, kinds in (("silent_nim", code, ["words"]), ("said_nim", said, [])):
        game = load(tmp_path, source, name).GAME
        table = Table.open(game, open_game(game, ["Ana", "Bo"]), Seeded(1))
        found = [*a_move_has_words_before_it_is_played(Sample(table))]
        assert [breach.kind for breach in found] == kinds
        ways = Chooser(game, table.state, 1, table.lines[0].data)
        (words,) = ways.narrow([Pick.read("move:take 3 7")]).words
        assert words == ("Take sticks: 3 7" if name == "said_nim" else "Take: 3 7")
