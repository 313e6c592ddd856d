"""What the views of all games have in common; Rich is not needed for them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Asked(msgspec.Struct, frozen=True):
    """Who is asked what, by which rule."""

    seat: int
    ask: str
    rule: str


def places(ranking: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the place of each seat; tied seats share the better one."""
    return {who: 1 + sum(map(len, ranking[:i])) for i, tied in enumerate(ranking) for who in tied}
