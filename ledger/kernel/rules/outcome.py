"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from ledger.kernel.log.events import Ended
from ledger.kernel.log.sides import places
from ledger.kernel.meta import Sides


class Outcome(NamedTuple):
    """How a game ended.

    `reason` says why, `ranking` has the seats from first to last, tied ones together, `scores` the
    points by seat, and `rule` is the one that decides. `won` are the seats that won, if they aren't
    simply those ranked first: nobody, or everybody who plays together. `sides` are the seats that
    played together, if that is known only at the end: what `Meta` declares is filled in.
    """

    reason: str
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int | None, ...]
    rule: str
    won: tuple[int, ...] | None = None
    sides: Sides | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; empty if nobody did."""
        if self.won is not None:
            return self.won
        return self.ranking[0] if self.ranking else ()

    @property
    def places(self) -> dict[int, int]:
        """The place of each seat; none if nobody won, or if all play together."""
        if not self.winners or len(self.sides or "12") == 1:
            return {}
        return places(self.ranking, self.sides or ())


def ended_by(outcome: Outcome) -> Ended:
    """Return the event for an outcome; what goes without saying is left out of its line."""
    reason, ranking, scores, _, won, sides = outcome
    return Ended(
        reason=reason,
        ranking=ranking,
        scores=scores,
        won=UNSET if won is None else won,
        sides=UNSET if sides is None else sides,
    )


def rank(keys: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    """Return the seats from the highest key to the lowest, with equal keys together.

    A seat's key is what it is ranked by: its points, perhaps with tie-breakers.
    """
    return tuple(
        tuple(seat for seat, k in enumerate(keys, 1) if k == key)
        for key in sorted(set(keys), reverse=True)
    )


def decided_by_tie(
    ranking: Sequence[Sequence[int]],
    scores: Sequence[object],
    sides: Sequence[Sequence[int]] = (),
) -> bool:
    """Whether there is a single winner, or side of winners, whose points others have as well."""
    if not ranking or not ranking[0] or not 0 < ranking[0][0] <= len(scores):
        return False
    first = {*ranking[0]}
    if len(first) != 1 and first not in map(set, sides):
        return False
    best = scores[ranking[0][0] - 1]
    return best is not None and any(
        score == best for seat, score in enumerate(scores, 1) if seat not in first
    )
