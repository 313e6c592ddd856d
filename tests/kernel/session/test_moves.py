"""Reading moves at a position, and telling which are legal."""

from __future__ import annotations

import random

import pytest

from ledger import installed, open_game
from ledger.kernel.errors import Malformed
from ledger.kernel.narration.messages import in_language
from ledger.kernel.notation.moves.move_reader import LegalMoves, legal_moves, read_move, some_moves
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded


def table(name: str, moves: int = 0) -> Table:
    """Return a game after some random moves."""
    game = installed()[name]
    made = Table.open(game, open_game(game, ["Ana", "Bartek"]), Seeded(4))
    rng = random.Random(4)
    for _ in range(moves):
        made.do(game.rules.random_move(made.state, rng), Seeded(rng))
    return made


def test_a_verb_may_be_left_out_where_only_one_is_asked_for():
    position = table("osaka").position
    assert {move.split()[0] for move in legal_moves(position, position.asked[0].seat)} == {"claim"}
    assert read_move(position, "green") == read_move(position, "claim green")
    assert read_move(position, "g") == read_move(position, "claim green")
    with pytest.raises(Malformed, match="purple"):
        read_move(position, "purple")
    later = table("osaka", 2).position
    with pytest.raises(Malformed):
        read_move(later, "red")


@pytest.mark.parametrize("typed", ["I take the {}", "take the {}", "i take a {}", "prende la {}"])
def test_a_sentence_is_read_as_its_move(typed):
    position = table("osaka", 2).position
    seat = position.asked[0].seat
    card = next(x.split()[1] for x in legal_moves(position, seat) if x.startswith("take "))
    meant = read_move(position, f"take {card}")
    assert read_move(position, typed.format(card)) == meant
    colour = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}[card[0]]
    assert read_move(position, f"I take the {colour} {card[1]}") == meant


@pytest.mark.parametrize("bare", [True, False])
def test_a_card_with_several_moves_is_asked_about(bare):
    position = table("osaka", 2).position
    moves = legal_moves(position, position.asked[0].seat)
    card = next(x.split()[1] for x in moves if x.startswith("take "))
    colour = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}[card[0]]
    with pytest.raises(Malformed) as e:
        read_move(position, card if bare else f"the {colour} {card[1]}")
    assert f"take {card}; reserve {card}?" in str(e.value.hint)


def test_a_bare_card_is_read_if_only_one_legal_move_begins_with_it():
    """In Istanbul a card is used, or used without its condition: `use` or `otherwise`."""
    seen = set()
    made, rng = table("istanbul"), random.Random(4)
    while not made.over:
        position = made.position
        if position.asked and position.asked[0].ask == "card":
            moves = [move.split() for move in legal_moves(position, position.asked[0].seat)]
            for card in {words[1] for words in moves}:
                verbs = {words[0] for words in moves if words[1] == card}
                seen |= {tuple(sorted(verbs))}
                if len(verbs) > 1:
                    with pytest.raises(Malformed):
                        read_move(position, card)
                elif [*verbs, card] in moves:
                    assert read_move(position, card) == read_move(position, f"{verbs.pop()} {card}")
        made.do(position.game.rules.random_move(made.state, rng), Seeded(rng))
    assert seen == {("use",), ("otherwise",), ("otherwise", "use")}


def test_a_few_moves_of_every_kind_are_told_and_how_many_more_there_are():
    position = table("istanbul").position
    seat = position.asked[0].seat
    every = [
        position.game.words.write(c) for c in position.game.rules.legal_moves(position.state, seat)
    ]
    assert len(every) > 12
    *told, more = str(some_moves(LegalMoves(position, seat))).split("; ")
    assert len(told) == 12
    assert set(told) <= set(every)
    assert {move.split()[0] for move in told} == {move.split()[0] for move in every}
    assert f"{len(every) - 12} more" in more


def test_all_are_told_if_there_are_few():
    position = table("osaka").position
    seat = position.asked[0].seat
    assert str(some_moves(LegalMoves(position, seat))).split("; ") == legal_moves(position, seat)


def test_moves_are_listed_as_they_are_typed_in_every_language():
    position = table("istanbul").position
    some = some_moves(LegalMoves(position, position.asked[0].seat))
    moves = str(some).split("; and ")[0]
    assert "end" in moves.split("; ")  # a move that is also a word of the game
    assert in_language(some, "pl").startswith(f"{moves}; ")
