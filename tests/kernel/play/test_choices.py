"""Choices among things of which some are alike."""

from __future__ import annotations

from ledger.sdk import choices


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
