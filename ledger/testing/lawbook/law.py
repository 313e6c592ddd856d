"""What makes a test a law: the games that it applies to, and how it is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ledger.kernel.game.game import Game

F = TypeVar("F", bound=Callable[..., Any])

HELD: list[Game] = []
"""The games that these tests hold to the laws, installed or not."""


class Law(NamedTuple):
    """To which games a law applies, and how long the random games are that it is tried on."""

    steps: int | None
    applies: Callable[[Game], bool]


def law(
    steps: int | None = None, *, when: Callable[[Game], bool] = lambda game: True
) -> Callable[[F], F]:
    """Mark a test as a law of the games for which `when` is true.

    With `steps`, it is given a `script`: a random game of up to that many steps.
    """

    def mark(function: F) -> F:
        function.law = Law(steps, when)  # type: ignore[attr-defined]
        return function

    return mark
