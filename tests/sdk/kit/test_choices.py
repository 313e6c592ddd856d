"""Random and complete choices."""

from __future__ import annotations

import random

from ledger.sdk.kit import choices, picked, shifted


def test_each_choice_comes_once_and_none_comes_first() -> None:
    """Of equal things it makes no difference which of them are chosen."""
    assert list(choices([["a", "a"], ["b"]])) == [
        (),
        ("b",),
        ("a",),
        ("a", "b"),
        ("a", "a"),
        ("a", "a", "b"),
    ]


def test_of_things_that_are_alike_the_first_ones_are_chosen() -> None:
    """They may still have names of their own."""
    assert list(choices([[1, 4]])) == [(), (1,), (1, 4)]


def test_of_nothing_nothing_can_be_chosen() -> None:
    """There is one way to do so."""
    assert list(choices([])) == [()]


def test_shifted_values_keep_their_order() -> None:
    """Each of them can come first."""
    rng = random.Random(1)
    found = {shifted("abc", rng) for _ in range(50)}
    assert found == {("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")}


def test_so_many_values_are_picked_as_a_sample_would() -> None:
    """None, one or several: chance is asked as often, and the same comes of it."""
    for count in range(4):
        rng, other = random.Random(count), random.Random(count)
        assert picked("abc", count, rng) == tuple(other.sample("abc", count))
        assert rng.random() == other.random()


def test_nothing_shifted_is_nothing() -> None:
    """Chance is asked all the same, so that what follows does not depend on it."""
    rng, other = random.Random(1), random.Random(1)
    assert shifted([], rng) == ()
    other.random()
    assert rng.random() == other.random()


def test_so_many_things_are_chosen() -> None:
    """At least, at most, or exactly so many."""
    groups = [["a", "a"], ["b"]]
    assert list(choices(groups, least=2)) == [("a", "b"), ("a", "a"), ("a", "a", "b")]
    assert list(choices(groups, most=1)) == [(), ("b",), ("a",)]
    assert list(choices(groups, least=2, most=2)) == [("a", "b"), ("a", "a")]


def test_without_chance_nothing_is_shifted() -> None:
    """They come from the first one on."""
    assert shifted("abc", None) == "abc"
