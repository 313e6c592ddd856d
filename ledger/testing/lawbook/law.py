"""What a law consists of: the games it applies to, and how tests try it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ledger.kernel.game.game import Game

F = TypeVar("F", bound=Callable[..., Any])

HELD: list[Game] = []
"""The games held to these laws by tests, installed or not."""


class Law(NamedTuple):
    """Which games a law applies to, how long its random games are, and its test."""

    steps: int | None
    applies: Callable[[Game], bool]
    test: Callable[..., None]


def law(
    steps: int | None = None,
    *,
    when: Callable[[Game], bool] = lambda game: True,
    test: Callable[..., None] | None = None,
) -> Callable[[F], F]:
    """Declare a function as a law for the games where `when` is true.

    The law is tried by `test`; without one, the function is the test itself. With `steps`, the test
    gets a `script`: a random game of at most that many steps.
    """

    def mark(function: F) -> F:
        function.law = Law(steps, when, test or function)  # type: ignore[attr-defined]
        return function

    return mark
