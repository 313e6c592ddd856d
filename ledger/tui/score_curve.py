"""Scores and rounds at the end of every turn, collected a little at a time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from ledger.kernel.errors import BY_CODE
from ledger.kernel.log.events import Event, Retracted
from ledger.kernel.narration.narrate import scores
from ledger.kernel.rules.command import State

from .log_source import LogSource


class Point(NamedTuple):
    """A turn's last line, with the round and the scores at that point."""

    seq: int
    round: int
    scores: tuple[int | None, ...]


class ScoreCurve:
    """The scores in a log as one viewer sees them; it grows as lines are read."""

    def __init__(self, source: LogSource, viewer: int | None) -> None:
        self.source, self.viewer = source, viewer
        self.points: list[Point] = []
        self.scorings: list[int] = []
        """The last line of each turn in which a score changed."""
        self.kinds: set[type] = set()
        """Types of events that have changed a score."""
        self._state: State = source.replay.at(1)
        self._before = self._scores()
        self._scored = False
        self._done = 1

    @property
    def ready(self) -> bool:
        """Whether every line read so far has been counted."""
        return self._done == len(self.source.lines)

    def advance(self, most: int = 500) -> bool:
        """Count some more lines; return whether any are left."""
        source, evolve = self.source, self.source.game.rules.evolvers
        if self.ready:
            return False
        if self.points and self.points[-1].seq == self._done:
            run = source.turns[source.turn_index(self._done)]
            if run.last > self._done:  # that turn wasn't over yet
                self._drop()
        end = min(self._done + most, len(source.lines))
        at = source.turn_index(self._done + 1)
        for seq in range(self._done + 1, end + 1):
            event = source.lines[seq - 1].data
            if isinstance(event, Retracted):
                self._state = source.replay.at(seq)
            else:
                evolve[event.__class__](self._state, event)
            if self.viewer is None:
                self._look(event)
            if seq > source.turns[at].last:
                at += 1
            if seq == source.turns[at].last:
                self._add(seq)
        self._done = end
        return not self.ready

    def _scores(self) -> tuple[int | None, ...]:
        try:
            return self.source.game.rules.scores(self._state)
        except BY_CODE:
            return ()

    def _look(self, event: Event) -> None:
        """Note whether an event changed a score: a turn may score and still end as it began."""
        now = self._scores()
        if now != self._before:
            self._before, self._scored = now, True
            self.kinds.add(type(event))

    def _drop(self) -> None:
        gone = self.points.pop()
        if self.scorings and self.scorings[-1] == gone.seq:
            self.scorings.pop()
            self._scored = True

    def _add(self, seq: int) -> None:
        game, state = self.source.game, self._state
        if self.viewer is not None and self.source.opened.view is None:
            state = game.mask(state, self.viewer)
        try:
            known = scores(game, state, self.viewer, over=state.over)
            point = Point(seq, game.rules.round(state), known)
        except BY_CODE:
            return
        # the end of the game reveals everybody's points, which isn't a scoring
        if self._scored or (self.points and _differ(self.points[-1].scores, known)):
            self.scorings.append(seq)
        self._scored = False
        self.points.append(point)

    # --- asking -----------------------------------------------------------------------------

    def series(self, seat: int, upto: int, width: int) -> list[int | None]:
        """Return at most `width` scores of a seat, evenly spread from the start to a line."""
        n = bisect_right(self.points, upto, key=lambda p: p.seq)
        picked = (
            self.points[:n]
            if n <= width
            else [self.points[(i + 1) * n // width - 1] for i in range(width)]
        )
        return [p.scores[seat - 1] if seat <= len(p.scores) else None for p in picked]

    def round_stop(self, seq: int, way: int) -> int | None:
        """Return the last line of the next or previous round."""
        points = self.points
        i = bisect_left(points, seq, key=lambda p: p.seq)
        if way > 0:
            if i < len(points) and points[i].seq == seq:
                i += 1
            while i + 1 < len(points) and points[i].round == points[i + 1].round:
                i += 1
            return points[i].seq if i < len(points) else None
        here = points[min(i, len(points) - 1)].round if points else 0
        while i > 0 and points[i - 1].round == here:
            i -= 1
        return points[i - 1].seq if i > 0 else None


def _differ(before: tuple[int | None, ...], after: tuple[int | None, ...]) -> bool:
    return any(
        a is not None and b is not None and a != b for a, b in zip(before, after, strict=False)
    )
