"""What makes a law: the games that it applies to, and how tests try it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ledger.kernel.game.game import Game

F = TypeVar("F", bound=Callable[..., Any])

HELD: list[Game] = []
"""The games that these tests hold to the laws, installed or not."""


class Law(NamedTuple):
    """To which games a law applies, how long the random games are that it is tried on, its test."""

    steps: int | None
    applies: Callable[[Game], bool]
    test: Callable[..., None]


def law(
    steps: int | None = None,
    *,
    when: Callable[[Game], bool] = lambda game: True,
    test: Callable[..., None] | None = None,
) -> Callable[[F], F]:
    """Mark a function as a law of the games for which `when` is true.

    It is tried by `test`, or else is a test itself. With `steps`, the test is given a `script`: a
    random game of up to that many steps.
    """

    def mark(function: F) -> F:
        function.law = Law(steps, when, test or function)  # type: ignore[attr-defined]
        return function

    return mark
