"""What a law says about itself: to which games it applies, and how it is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ledger.kernel.game.game import Game

F = TypeVar("F", bound=Callable[..., Any])

HELD: list[Game] = []
"""The games that these tests hold to the laws, installed or not."""


class Law(NamedTuple):
    """How a law is tried: on random games of up to `steps` moves, if given, and on which games."""

    steps: int | None
    applies: Callable[[Game], bool]


def law(
    steps: int | None = None, *, when: Callable[[Game], bool] = lambda game: True
) -> Callable[[F], F]:
    """Mark a test as a law; with `steps` it gets a `script`, a random game of up to that length."""

    def mark(function: F) -> F:
        function.law = Law(steps, when)  # type: ignore[attr-defined]
        return function

    return mark
