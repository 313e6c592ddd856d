"""The aggregate the eventsourcing peer stores (at module level, so that it can find it)."""

# mypy: disable-error-code="import-not-found, misc"
from __future__ import annotations

from eventsourcing.domain import Aggregate


class Game(Aggregate):
    """A game whose moves are written as explicit event classes."""

    def __init__(self, seats: int) -> None:
        """Begin with no points."""
        self.scores = [0] * seats
        self.turn = 0

    class Scored(Aggregate.Event):
        """A seat gained points."""

        seat: int
        points: int

        def apply(self, aggregate: Game) -> None:
            """Change the aggregate."""
            aggregate.scores[self.seat] += self.points
            aggregate.turn += 1

    def score(self, seat: int, points: int) -> None:
        """Give points to a seat."""
        self.trigger_event(self.Scored, seat=seat, points=points)
