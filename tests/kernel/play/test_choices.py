"""Random and complete choices."""

from __future__ import annotations

import random

from ledger.sdk import choices, shifted


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


def test_nothing_shifted_is_nothing() -> None:
    """Chance is asked all the same, so that what follows does not depend on it."""
    rng, other = random.Random(1), random.Random(1)
    assert shifted([], rng) == ()
    other.random()
    assert rng.random() == other.random()
