"""Drawing from a pile that is renewed when it is empty."""

from __future__ import annotations

import pytest

from ledger.sdk import Pile
from ledger.sdk.kit import portions


def drawn(first: int, discarded: int, count: int) -> tuple[list[int], int]:
    """Return how many of so many cards came at a time, and how often the pile was renewed."""
    pile, discard = Pile.of(["a"] * first), ["b"] * discarded
    renewed, out = 0, []

    def renew() -> None:
        nonlocal renewed
        renewed += 1
        pile.shuffle_in(discard)
        discard.clear()

    for n in portions(pile, count, renew):
        out.append(n)
        for _ in range(n):
            pile.take(None)
    return out, renewed


@pytest.mark.parametrize(
    ("first", "discarded", "count", "portions", "renewed"),
    [
        (5, 5, 0, [], 0),
        (5, 5, 3, [3], 0),
        (5, 5, 5, [5], 0),
        (2, 5, 3, [2, 1], 1),
        (0, 5, 3, [3], 1),
        (2, 2, 9, [2, 2], 2),
        (0, 0, 3, [], 1),
    ],
)
def test_a_pile_is_renewed_when_the_next_card_is_due(
    first: int, discarded: int, count: int, portions: list[int], renewed: int
) -> None:
    assert drawn(first, discarded, count) == (portions, renewed)
