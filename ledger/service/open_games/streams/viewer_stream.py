"""One viewer's side of a live game, kept up to date group by group.

Everything the service sends to a viewer is made from here or from the viewer's history, and both
are made from the redacted stream alone.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Ended, Line, Noted, Opened, Retracted, groups
from ledger.kernel.replay.redact import Redactor, whole_line
from ledger.kernel.replay.replay import Replay, fold, live
from ledger.kernel.rules.command import State

KEPT = 16
"""How many groups are in memory for readers; a reader who is further behind reads the history."""


class ViewerGroup(NamedTuple):
    """A group as a viewer sees it: the numbers of its lines, and their bytes.

    `whole` is the number of its last line in the full log, which the viewer never learns: remarks
    for others aren't in the viewer's stream, and aren't counted there.
    """

    first: int
    last: int
    data: bytes
    whole: int

    @property
    def raws(self) -> list[bytes]:
        return self.data.split(b"\n")[:-1]

    @property
    def message(self) -> bytes:
        """The group as a server-sent event."""
        lines = self.data[:-1].replace(b"\n", b"\ndata: ")
        return b"id: %d\nevent: group\ndata: %b\n\n" % (self.last, lines)


class History:
    """A viewer's whole stream up to a line, read from the store on request."""

    def __init__(self, game: Game, full: Sequence[Line], raw: bytes, viewer: int | None) -> None:
        """Build a history; `raw` is the full log in bytes, only needed for viewers who see all of
        it.
        """
        self.game = game
        self.whole = full[-1].seq
        self.hidden: list[int] = []
        self._wholes: list[int] | None = None
        if viewer is None:
            self.lines: list[Line] = list(full)
            self.data = raw
        else:
            self._redact(full, viewer)
        self.head = Head.of(self.lines[-1])

    def _redact(self, full: Sequence[Line], viewer: int) -> None:
        redactor = Redactor(self.game, viewer)
        replay: Replay | None = None
        self.lines, self._wholes = [], []
        texts: list[bytes] = []
        for group in groups(full):
            states = None
            if group[0].type == "adjusted":
                replay = replay or Replay(self.game, full)
                seq = group[0].seq
                states = replay.at(seq - 1), replay.at(seq)
            seen, text = redactor.take(group, states)
            if seen:
                self.lines += seen
                texts.append(text)
                self._wholes.append(group[-1].seq)
        self.data = b"".join(texts)
        self.hidden = redactor.hidden

    @cached_property
    def replay(self) -> Replay:
        return Replay(self.game, self.lines)

    @cached_property
    def all_raws(self) -> list[bytes]:
        return self.data.split(b"\n")[:-1]

    @cached_property
    def groups(self) -> list[ViewerGroup]:
        return self.last_groups(len(self.lines))

    def last_groups(self, most: int) -> list[ViewerGroup]:
        out: list[ViewerGroup] = []
        end = len(self.lines)
        while end and len(out) < most:
            start = end - 1
            while start and self.lines[start - 1].more:
                start -= 1
            whole = end if self._wholes is None else self._wholes[-1 - len(out)]
            data = b"".join(raw + b"\n" for raw in self.all_raws[start:end])
            out.append(ViewerGroup(start + 1, end, data, whole))
            end = start
        return out[::-1]

    def state(self) -> State:
        """Return the last position; the caller may modify it."""
        return fold(self.game, self.lines)

    @property
    def opened(self) -> Opened:
        return self.lines[0].data  # type: ignore[no-any-return]

    def ended(self, at: int) -> Ended | None:
        """Return how the game had ended by this line, or None if it hadn't."""
        if not any(isinstance(line.data, Ended) for line in self.lines):
            return None
        found = (line.data for line in reversed(live(self.lines, at)))
        return next((event for event in found if isinstance(event, Ended)), None)

    def raws(self, first: int, last: int) -> list[bytes]:
        return self.all_raws[first - 1 : last]

    def after(self, seq: int) -> list[ViewerGroup]:
        """Return the groups after a line, including the whole group that contains the line."""
        return [group for group in self.groups if group.last > seq]

    def group_of(self, whole: int) -> ViewerGroup:
        """Return the last group up to a line of the full log."""
        return next(group for group in reversed(self.groups) if group.whole <= whole)

    def whole_line(self, seq: int) -> int:
        """Return the number of a line in the full log."""
        return whole_line(self.hidden, seq)


class ViewerStream:
    """What one viewer currently sees of a game; a `viewer` of None sees the full log."""

    _opened = itertools.count()

    def __init__(self, game: Game, viewer: int | None, history: History) -> None:
        self.game, self.viewer = game, viewer
        self._number = next(self._opened)
        self._redactor = (
            None if viewer is None else Redactor(game, viewer, history.head, history.hidden)
        )
        self.whole = history.whole
        self.state: State = history.state()
        self.head = history.head
        self.opened = history.opened
        self.ended = history.ended(history.head.seq)
        self.changed = next(x.seq for x in reversed(history.lines) if not isinstance(x.data, Noted))
        """The last line that is more than a remark."""
        self.recent: deque[ViewerGroup] = deque(history.last_groups(KEPT), maxlen=KEPT)
        self.waiting: set[asyncio.Event] = set()

    def take(
        self,
        group: Sequence[Line],
        raw: bytes,
        states: tuple[State, State],
        history: History | None,
    ) -> None:
        """Take in the next group, as far as it is visible; a take-back needs the history."""
        lines: Sequence[Line] = group
        self.whole = group[-1].seq
        if self._redactor is not None:
            lines, raw = self._redactor.take(group, states)
        if not lines:
            return
        last = lines[-1]
        if isinstance(last.data, Retracted):
            if history is None:
                raise ValueError("a take-back needs the history")
            self.state = history.replay.at(last.data.to)
            self.ended = history.ended(last.data.to)
        else:
            evolve = self.game.rules.evolvers  # the state is ours alone
            for line in lines:
                evolve[line.data.__class__](self.state, line.data)
                if isinstance(line.data, Ended):
                    self.ended = line.data
        self.head = Head.of(last)
        if not all(isinstance(line.data, Noted) for line in lines):
            self.changed = last.seq
        self.recent.append(ViewerGroup(lines[0].seq, last.seq, raw, self.whole))
        self.wake()

    @property
    def key(self) -> str:
        """A cache key: different for each stream, but stable for a finished log."""
        return self.head.digest if self.head.sealed else f"stream {self._number}"

    def wake(self) -> None:
        for news in self.waiting:
            news.set()

    def after(self, seq: int) -> list[ViewerGroup] | None:
        """Return the groups after a line, or None if they are no longer in memory."""
        if seq >= self.head.seq:
            return []
        if self.recent[-1].first == seq + 1:  # usually
            return [self.recent[-1]]
        if self.recent[0].first > seq + 1:
            return None
        return [group for group in self.recent if group.last > seq]

    def only_remarks_after(self, seq: int) -> bool:
        """Return whether only remarks came after a line, so that the position is the same."""
        return self.changed <= seq < self.head.seq

    def after_whole(self, whole: int) -> list[ViewerGroup] | None:
        """Return the groups after a line of the full log, or None if not all are in memory."""
        oldest = self.recent[0]
        if oldest.whole - (oldest.last - oldest.first) > whole + 1:
            return None
        return [group for group in self.recent if group.whole > whole]
