"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Outcome(NamedTuple):
    """How a game ended: reason, ranking (tied seats together), points by seat, deciding rule."""

    reason: str
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int | None, ...]
    rule: str


def rank(keys: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """Return the seats from the highest key to the lowest, with equal keys together.

    A seat's key is what it is ranked by: its points, perhaps with tie-breakers.
    """
    return tuple(
        tuple(seat for seat, k in enumerate(keys, 1) if k == key)
        for key in sorted(set(keys), reverse=True)
    )


def decided_by_tie(ranking: Sequence[Sequence[int]], scores: Sequence[object]) -> bool:
    """Whether there is a single winner whose points another seat has as well."""
    if not ranking or len(ranking[0]) != 1 or not 0 < ranking[0][0] <= len(scores):
        return False
    best = scores[ranking[0][0] - 1]
    return best is not None and list(scores).count(best) > 1


def places(ranking: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the place of each seat; tied seats share the better one."""
    return {who: 1 + sum(map(len, ranking[:i])) for i, tied in enumerate(ranking) for who in tied}
