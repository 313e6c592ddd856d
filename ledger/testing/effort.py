"""How much the tests cover: a sample in each run, far more in a campaign (LEDGER_CAMPAIGN=1)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
CAMPAIGN = bool(os.environ.get("LEDGER_CAMPAIGN"))


def effort(quick: int, campaign: int) -> int:
    """Return how often to try something: `quick` times, or `campaign` times in a campaign."""
    return campaign if CAMPAIGN else quick


def sample(values: Sequence[T], count: int) -> list[T]:
    """Return `count` values, evenly spread from the first to the last; in a campaign, all."""
    if CAMPAIGN or count >= len(values):
        return list(values)
    last = len(values) - 1
    return [values[round(i * last / (count - 1))] for i in range(count)]
