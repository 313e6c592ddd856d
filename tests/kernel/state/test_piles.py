"""Piles: what can lie where, and with which odds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.kernel.errors import Impossible
from ledger.kernel.state.piles import Pile, Segment, tally


def pile_of(*cards: str) -> Pile:
    pile = Pile()
    pile.shuffle_in(cards)
    return pile


def odds(pile: Pile) -> dict[str, Fraction]:
    options = pile.options()
    return {card: Fraction(n, sum(options.values())) for card, n in options.items()}


def with_closed_port() -> Pile:
    """Century: the closed port lies among the top six of sixteen tiles (CEN-08)."""
    tiles = {"A": 5, "B": 7, "C": 3}
    return Pile([Segment(0, 6, {"closed": 1}), Segment(0, 10)], [tiles])


def test_a_seen_draw_lowers_count_and_pool() -> None:
    pile = pile_of("A", "A", "B")
    assert pile.take("A") == 0
    assert (pile.size, pile.pools) == (2, [{"A": 1, "B": 1}])
    assert odds(pile) == {"A": Fraction(1, 2), "B": Fraction(1, 2)}


def test_an_unseen_draw_lowers_only_the_count() -> None:
    pile = pile_of("A", "A", "B")
    assert pile.take(None) == 0
    assert (pile.size, pile.pools) == (2, [{"A": 2, "B": 1}])
    assert odds(pile) == {"A": Fraction(2, 3), "B": Fraction(1, 3)}


def test_what_is_revealed_leaves_the_pool_of_the_hidden_zone() -> None:
    pile = pile_of("A", "B")
    pile.take(None)
    pile.take("A")
    with pytest.raises(Impossible):
        pile.reveal("A", [0])
    assert pile.reveal("B", [0]) == 0
    assert pile.unseen() == Counter(A=0, B=0)
    with pytest.raises(Impossible):
        pile.take("B")


def test_hiding_undoes_revealing() -> None:
    pile = pile_of("A", "B", "B")
    pile.take(None)
    before = pile.copy()
    pile.reveal("B", [0])
    pile.hide("B", 0)
    assert pile == before


@pytest.mark.parametrize("card", ["C", "", "a"])
def test_a_card_that_is_not_in_the_pile_cannot_be_drawn(card: str) -> None:
    pile = pile_of("A", "B")
    before = pile.copy()
    with pytest.raises(Impossible):
        pile.take(card)
    assert pile == before


def test_no_more_copies_than_there_are() -> None:
    pile = pile_of("A", "A", "B")
    pile.take("A")
    pile.take("A")
    with pytest.raises(Impossible):
        pile.take("A")


def test_an_empty_pile_has_no_top() -> None:
    pile = Pile()
    assert (pile.size, pile.options()) == (0, {})
    for card in ("A", None):
        with pytest.raises(Impossible):
            pile.take(card)
    pile.shuffle_in([])
    assert pile == Pile()


def test_a_reshuffle_is_a_segment_of_its_own_below() -> None:
    pile = pile_of("A", "B")
    pile.shuffle_in(["C", "C"])
    assert odds(pile) == {"A": Fraction(1, 2), "B": Fraction(1, 2)}
    with pytest.raises(Impossible):
        pile.take("C")
    pile.take("A")
    pile.take(None)
    assert odds(pile) == {"C": Fraction(1)}
    assert pile.take("C") == 1
    assert pile.unseen() == Counter(B=1, C=1, A=0)


def test_cards_put_under_the_pile_are_known_to_all() -> None:
    """Istanbul: a discarded mosque tile goes face down under the stack (IST-A21)."""
    pile = pile_of("A")
    pile.put_under("X")
    pile.put_under("Y")
    assert (pile.size, pile.unseen()) == (3, Counter("AXY"))
    pile.take("A")
    with pytest.raises(Impossible):
        pile.take(None)
    with pytest.raises(Impossible):
        pile.take("Y")
    assert pile.options() == {"X": 1}
    assert pile.take("X") == -1
    assert pile.take("Y") == -1
    with pytest.raises(Impossible):
        pile.reveal("A", [-1])


def test_the_closed_port_is_equally_likely_in_each_of_the_top_six_places() -> None:
    pile = with_closed_port()
    assert odds(pile) == {
        "closed": Fraction(1, 6),
        "A": Fraction(5, 6) * Fraction(5, 15),
        "B": Fraction(5, 6) * Fraction(7, 15),
        "C": Fraction(5, 6) * Fraction(3, 15),
    }
    chance, here = Fraction(1), []
    for card in "AABBC":
        here.append(chance * odds(pile)["closed"])
        chance *= 1 - odds(pile)["closed"]
        pile.take(card)
    assert here == [Fraction(1, 6)] * 5
    assert chance == Fraction(1, 6)
    assert odds(pile) == {"closed": Fraction(1)}, "the sixth tile must be the closed port"
    with pytest.raises(Impossible):
        pile.take("A")
    assert pile.take("closed") == -1
    assert odds(pile)["B"] == Fraction(5, 10)


def test_after_the_closed_port_the_rest_of_the_six_is_like_all_others() -> None:
    pile = with_closed_port()
    pile.take("closed")
    assert odds(pile) == {"A": Fraction(5, 15), "B": Fraction(7, 15), "C": Fraction(3, 15)}
    with pytest.raises(Impossible):
        pile.take("closed")
    assert pile.size == 15


def test_a_fixed_card_of_a_kind_that_is_also_in_the_pool() -> None:
    pile = Pile([Segment(0, 2, {"A": 1})], [{"A": 1, "B": 1}])
    assert odds(pile) == {"A": Fraction(3, 4), "B": Fraction(1, 4)}
    pile.take("B")
    assert odds(pile) == {"A": Fraction(1)}


def test_asking_for_the_options_changes_nothing() -> None:
    pile = pile_of("A")
    pile.shuffle_in(["B"])
    pile.take("A")
    before = pile.copy()
    assert pile.options() == {"B": 1}
    assert pile.size == 1
    assert pile == before


def test_a_copy_shares_nothing() -> None:
    pile = with_closed_port()
    twin = pile.copy()
    twin.take("closed")
    twin.take("A")
    assert pile == with_closed_port()


@given(st.integers(0, 10_000))
def test_what_happens_at_a_real_table_is_always_possible(seed: int) -> None:
    """Draw from a real pile, seen or not, show hidden cards, shuffle discards in: never refused."""
    rng = random.Random(seed)
    order = rng.choices("ABCD", k=rng.randint(1, 12))
    pile = pile_of(*order)
    hand: list[str] = []
    discard: list[str] = []
    for _ in range(30):
        if rng.random() < 0.6 and order:
            card = order.pop(0)
            assert pile.options()[card] > 0
            if rng.random() < 0.5:
                pile.take(card)
                discard.append(card)
            else:
                pile.take(None)
                hand.append(card)
        elif hand:
            card = hand.pop(rng.randrange(len(hand)))
            pile.reveal(card, range(len(pile.pools)))
            discard.append(card)
        elif not order and discard:
            pile.shuffle_in(discard)
            order, discard = discard, []
            rng.shuffle(order)
        assert pile.size == len(order)
        assert pile.unseen().total() == len(order) + len(hand)
        assert +pile.unseen() == Counter(order) + Counter(hand)


def test_a_tally_counts_what_lies_open_and_what_lies_in_piles() -> None:
    pile = Pile()
    pile.shuffle_in(["R5", "R5", "B2"])
    pile.take("B2")
    assert tally("card", ["R5", "Y3"], pile, {"Y3": 2}) == {"card R5": 3, "card Y3": 3}


@pytest.mark.parametrize(
    ("pile", "cards"),
    [
        (pile_of("A", "A", "B"), ("A", "B")),
        (pile_of("A", "A", "B"), ("A", "B", "A")),
        (Pile([Segment(0, 1), Segment(1, 2)], [{"A": 1}, {"B": 1, "C": 1}]), ("A", "C", "B")),
        (Pile([Segment(0, 0), Segment(1, 1)], [{"A": 0}, {"B": 1}]), ("B",)),
        (with_closed_port(), ("A", "closed", "B")),
        (Pile(), ()),
    ],
)
def test_many_cards_taken_at_once_are_those_taken_one_by_one(
    pile: Pile, cards: tuple[str, ...]
) -> None:
    other = pile.copy()
    for card in cards:
        other.take(card)
    pile.take_all(cards)
    assert (pile.size, pile.options(), pile.unseen()) == (
        other.size,
        other.options(),
        other.unseen(),
    )


@pytest.mark.parametrize("cards", [("A", "A"), ("C",), ("A", "B", "A")])
def test_cards_that_are_not_there_cannot_be_taken_at_once(cards: tuple[str, ...]) -> None:
    with pytest.raises(Impossible):
        pile_of("A", "B").take_all(cards)


def test_a_card_is_taken_out_from_anywhere_and_put_back() -> None:
    pile = Pile(
        [Segment(0, 1), Segment(1, 2), Segment(-1, 1, {"D": 1})], [{"A": 1}, {"B": 1, "C": 1}]
    )
    for card in ("D", "C"):
        pile.take_out(card)
    assert (pile.size, +pile.unseen()) == (2, {"A": 1, "B": 1})
    pile.put_back("C")
    assert (pile.size, +pile.unseen()) == (3, {"A": 1, "B": 1, "C": 1})
    for wrong in (lambda: pile.take_out("D"), lambda: pile.put_back("X")):
        with pytest.raises(Impossible):
            wrong()


def test_a_card_is_put_back_into_an_empty_pile() -> None:
    pile = pile_of("A")
    pile.take_out("A")
    pile.put_back("A")
    assert (pile.size, +pile.unseen()) == (1, {"A": 1})
