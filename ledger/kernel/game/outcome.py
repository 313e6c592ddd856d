"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    pass


class Outcome(NamedTuple):
    """How a game ended: reason, places (tied seats together), points by seat, deciding rule."""

    reason: str
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int | None, ...]
    rule: str


def places(ranking: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the place of each seat; tied seats share the better one."""
    return {who: 1 + sum(map(len, ranking[:i])) for i, tied in enumerate(ranking) for who in tied}
