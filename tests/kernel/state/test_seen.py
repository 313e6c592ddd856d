"""Hands and rows of which some seats know some cards: who knows what after each thing."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Annotated

import pytest

from ledger.kernel.errors import DeclarationError, Impossible
from ledger.kernel.rules.chance import Recorded, RecordedResult, Seeded
from ledger.kernel.state.field_marks import forget_of, marked
from ledger.kernel.state.seen import EVERYBODY, SeenCard, SeenHand, SeenPile, SeenRow
from ledger.sdk import hidden

ANA, BO, CY = 1, 2, 3
CARDS = {"Fox": 3, "Owl": 2, "Bee": 1}


@dataclass(slots=True)
class Player:
    hand: Annotated[SeenHand, hidden("deck")]
    row: Annotated[SeenRow, hidden("deck")]


@dataclass(slots=True)
class State:
    deck: Annotated[SeenPile, hidden()]
    players: list[Player]


def a_table() -> State:
    return State(SeenPile.of(CARDS), [Player(SeenHand(), SeenRow()) for _ in range(3)])


def known(hand: SeenHand | SeenRow, viewer: int) -> str:
    return " ".join(card or "?" for card in hand.seen_by(viewer))


def dealt(*cards: str) -> State:
    s = a_table()
    s.players[0].hand.draw(s.deck, cards, to=[ANA])
    return s


def test_a_card_is_known_to_whom_it_was_dealt_or_shown():
    s = dealt("Fox", "Owl")
    hand = s.players[0].hand
    hand.show(s.deck, ["Owl"], to=[ANA, BO])
    assert [known(hand, seat) for seat in (0, ANA, BO, CY)] == ["? ?", "Fox Owl", "Owl ?", "? ?"]
    hand.show(s.deck, ["Owl"], to=EVERYBODY)
    assert [known(hand, seat) for seat in (0, CY)] == ["Owl ?", "Owl ?"]


def test_what_is_shown_twice_is_one_card_and_what_is_shown_together_is_two():
    s = dealt("Fox", "Fox", "Owl")
    hand = s.players[0].hand
    hand.show(s.deck, ["Fox"], to=[BO])
    hand.show(s.deck, ["Fox"], to=[BO])
    assert known(hand, BO) == "Fox ? ?"
    hand.show(s.deck, ["Fox", "Fox"], to=[CY])
    assert (known(hand, BO), known(hand, CY)) == ("Fox ? ?", "Fox Fox ?")


def test_those_who_know_different_copies_of_a_card_both_lose_it_when_one_is_played():
    s = dealt("Fox", "Fox")
    hand = s.players[0].hand
    hand.show(s.deck, ["Fox"], to=[BO])
    hand.show(s.deck, ["Fox"], to=[CY])
    hand.play(s.deck, "Fox")
    assert [known(hand, seat) for seat in (ANA, BO, CY)] == ["Fox", "?", "?"]


def test_what_is_known_goes_with_a_swap_and_is_lost_in_a_shuffle():
    s = dealt("Fox")
    a, b = s.players[0].hand, s.players[1].hand
    b.draw(s.deck, ["Owl"], to=[BO])
    a.swap(b)
    assert (known(b, ANA), known(b, BO), known(b, CY)) == ("Fox", "?", "?")
    b.shuffle_into(s.deck)
    assert (b.size, s.deck.size, s.deck.unseen()["Fox"]) == (0, 5, 3)


def test_of_a_hand_from_which_a_card_was_passed_unseen_nobody_else_knows_anything():
    s = dealt("Fox", "Owl")
    a, b = s.players[0].hand, s.players[1].hand
    a.show(s.deck, ["Fox", "Owl"], to=[CY])
    a.give(b, s.deck, "Owl", to=[ANA, BO])
    assert [known(a, seat) for seat in (ANA, BO, CY)] == ["Fox", "?", "?"]
    assert [known(b, seat) for seat in (ANA, BO, CY)] == ["Owl", "Owl", "?"]


def test_the_only_card_of_a_hand_stays_known_when_it_is_passed_on():
    s = dealt("Fox")
    a, b = s.players[0].hand, s.players[1].hand
    a.show(s.deck, ["Fox"], to=[CY])
    a.give(b, s.deck, "Fox", to=[ANA, BO])
    assert [known(b, seat) for seat in (0, ANA, BO, CY)] == ["?", "Fox", "Fox", "Fox"]


def test_a_row_keeps_the_place_of_what_somebody_sees():
    s = a_table()
    row = s.players[0].row
    row.draw(s.deck, ["Fox", "Owl", "Bee"], to=[BO, CY])
    row.show(s.deck, 2, "Owl", to=[ANA])
    assert [known(row, seat) for seat in (0, ANA, BO)] == ["? ? ?", "? Owl ?", "Fox Owl Bee"]
    row.swap(1, s.players[0].row, 2)
    assert known(row, ANA) == "Owl ? ?"
    row.take(s.deck, 1, "Owl")
    assert (known(row, ANA), known(row, BO)) == ("? ?", "Fox Bee")
    with pytest.raises(Impossible):
        row.take(s.deck, 1, "Bee")


def test_the_top_of_a_pile_is_known_to_who_looked_at_it_until_it_is_shuffled():
    s = a_table()
    s.deck.show(["Fox", "Owl"], to=[ANA])
    assert [s.deck.seen_by(viewer) for viewer in (0, ANA, BO)] == [(), ("Fox", "Owl"), ()]
    assert (s.deck.size, s.deck.options(), s.deck.unseen()["Fox"]) == (6, {"Fox": 1}, 3)
    s.players[1].hand.draw(s.deck, ["Fox"], to=[BO])
    assert [known(s.players[1].hand, viewer) for viewer in (ANA, BO, CY)] == ["Fox", "Fox", "?"]
    assert s.deck.seen_by(ANA) == ("Owl",)
    with pytest.raises(Impossible):
        s.deck.take("Bee")
    s.deck.reshuffle()
    assert (s.deck.seen_by(ANA), s.deck.size, s.deck.unseen()["Owl"]) == ((), 5, 2)


def test_whoever_puts_a_card_on_the_pile_knows_it_there():
    s = dealt("Fox", "Owl")
    hand, row = s.players[0].hand, s.players[1].row
    hand.give(s.deck, s.deck, "Owl", to=[ANA])
    assert (s.deck.seen_by(ANA), s.deck.seen_by(BO), s.deck.size) == (("Owl",), (), 5)
    row.draw(s.deck, ["Owl"], to=[BO])
    assert [known(row, viewer) for viewer in (ANA, BO, CY)] == ["Owl", "Owl", "?"]
    row.give(1, s.deck)
    assert [s.deck.seen_by(viewer) for viewer in (ANA, BO, CY)] == [("Owl",), ("Owl",), ()]


def test_what_chance_gives_is_what_is_known_to_be_on_top():
    s = a_table()
    s.deck.show(["Bee"], to=[ANA])
    assert Seeded(1).draw(s.deck.ahead(), 1, "card") == ["Bee"]
    assert s.deck.looked_at(1).known(1) == ("Bee",)
    assert s.deck.looked_at(2).known(2) is None
    assert s.deck.looked_at(9).size == 6
    assert Recorded([RecordedResult(None, None, (None,))]).draw(s.deck.ahead(), 1, "x") == [None]
    with pytest.raises(Impossible):
        Recorded([RecordedResult(None, None, ("Fox",))]).draw(s.deck.ahead(), 1, "x")


def test_a_card_that_cannot_be_there_is_impossible():
    s = dealt("Fox")
    with pytest.raises(Impossible):
        s.players[0].hand.play(s.deck, "Owl")
    with pytest.raises(Impossible):
        s.players[0].hand.show(s.deck, ["Bee"], to=[BO])


def test_an_unknown_card_that_is_shown_is_known_from_then_on():
    s = a_table()
    hand = s.players[0].hand
    hand.draw(s.deck, [None, None], to=[ANA])
    hand.show(s.deck, ["Bee"], to=[BO])
    assert (known(hand, ANA), known(hand, BO)) == ("? ?", "Bee ?")
    assert s.deck.unseen() == Counter({"Fox": 3, "Owl": 2, "Bee": 0})
    assert hand.possible(s.deck) == ["Fox", "Owl", "Bee"]


def test_a_hand_has_to_say_from_which_pile_it_comes():
    @dataclass(slots=True)
    class Wrong:
        row: SeenRow

    with pytest.raises(DeclarationError, match="which pile"):
        marked(Wrong)


def play(
    s: State,
    viewer: int | None,
    kind: str,
    a: int,
    b: int,
    cards: tuple[str, ...],
    seats: list[int],
    place: int,
) -> None:
    """Do something to a table as a viewer is told of it: without the cards it doesn't see."""
    here, there = s.players[a], s.players[b]
    told = cards if viewer is None or viewer in seats else (None,) * len(cards)
    if kind == "draw":
        here.hand.draw(s.deck, told, to=seats)
    elif kind == "row":
        here.row.draw(s.deck, told, to=seats)
    elif kind == "show":
        here.hand.show(s.deck, told, to=seats)
    elif kind == "look":
        here.row.show(s.deck, place, told[0], to=seats)
    elif kind == "play":
        here.hand.play(s.deck, cards[0])
    elif kind == "take":
        here.row.take(s.deck, place, cards[0])
    elif kind == "give":
        here.hand.give(there.hand, s.deck, told[0], to=seats)
    elif kind == "peek":
        s.deck.show(told, to=seats)
    elif kind == "put on":
        here.hand.give(s.deck, s.deck, told[0], to=seats)
    elif kind == "pass on":
        here.row.give(place, there.row)
    elif kind == "flip":
        s.deck.take(cards[0])
    elif kind == "shuffle":
        here.hand.shuffle_into(s.deck)
    else:
        here.hand.swap(there.hand)


KINDS = [
    *("draw", "draw", "row", "show", "look", "play", "take", "give", "swap", "shuffle"),
    *("peek", "put on", "pass on", "flip"),
]


@pytest.mark.parametrize("seed", range(120))
def test_what_a_seat_is_told_of_everything_is_what_it_knows(seed: int):
    """The mask of the whole position is what a seat works out from its own part of the log."""
    rng = random.Random(seed)
    truth, seen = a_table(), {viewer: a_table() for viewer in (0, ANA, BO, CY)}
    for _ in range(40):
        kind, (a, b) = rng.choice(KINDS), rng.sample(range(3), 2)
        hand, row = truth.players[a].hand, truth.players[a].row
        cards: tuple[str, ...] = ()
        seats, place = sorted({a + 1, rng.randint(1, 3)}), 1
        if kind in ("draw", "row", "flip"):
            if not truth.deck.size:
                continue
            cards = (rng.choice([*truth.deck.options()]),)
        elif kind == "peek":
            cards = tuple(Seeded(rng).draw(truth.deck.ahead(), min(2, truth.deck.size), "peek"))
        elif kind in ("show", "play", "give", "put on"):
            if not hand.cards:
                continue
            several = rng.randint(1, len(hand.cards)) if kind == "show" else 1
            cards = tuple(rng.sample(hand.cards, several))
            seats = [a + 1, b + 1] if kind == "give" else seats
        elif kind in ("look", "take", "pass on"):
            if not row.cards:
                continue
            place = rng.randint(1, row.size)
            cards = (row.cards[place - 1],)
        for viewer, s in ((None, truth), *seen.items()):
            play(s, viewer, kind, a, b, cards, seats, place)
        if kind == "swap":  # both look at what they get
            for n in (a, b):
                there = truth.players[n].hand
                every = tuple(there.cards)
                for viewer, s in ((None, truth), *seen.items()):
                    play(s, viewer, "show", n, n, every, [a + 1, b + 1], 1)
        for viewer, s in seen.items():
            masked = State(
                truth.deck.copy(),
                [
                    Player(
                        SeenHand([SeenCard(x.card, [*x.known_to]) for x in p.hand.slots]),
                        SeenRow([SeenCard(x.card, [*x.known_to]) for x in p.row.slots]),
                    )
                    for p in truth.players
                ],
            )
            forget_of(State)(masked, viewer)
            assert masked == s, (kind, viewer)


def test_which_card_of_a_hand_is_taken_is_not_known_unless_all_are_alike():
    mixed, alike = dealt("Fox", "Owl").players[0].hand, dealt("Fox", "Fox")
    deck = alike.deck
    assert mixed.looked_at(deck).known(1) is None
    assert mixed.looked_at(deck).known(2) == ("Fox", "Owl")
    assert alike.players[0].hand.looked_at(deck).known(1) == ("Fox",)
