"""A seat's stream: a separate log, with its own chain, of what that seat could see."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import (
    Adjusted,
    Entry,
    Event,
    Line,
    Noted,
    Opened,
    Retracted,
    Sealed,
    groups,
)
from ledger.kernel.rules.command import State
from ledger.kernel.state.patch import diff

from .replay import Replay


def whole_line(hidden: Sequence[int], seq: int) -> int:
    """Return the number in the full log of a line in a stream that lacks the `hidden` lines."""
    for gone in hidden:  # each one shifted the lines after it by one
        if gone <= seq:
            seq += 1
    return seq


class Redactor:
    """Creates the stream for one viewer (0: a spectator), one group at a time.

    Nothing leaves the full log except what the viewer saw: no digests, ids or command keys. A
    remark for someone else is left out completely, so lines have different numbers; `hidden` are
    the numbers of such lines in the full log.
    """

    def __init__(
        self, game: Game, viewer: int, head: Head | None = None, hidden: Sequence[int] = ()
    ) -> None:
        self.game, self.viewer = game, viewer
        self.head = head or Head()
        self.hidden = list(hidden)

    def line_seen(self, seq: int) -> int:
        """Return the number in the stream of a line in the full log; for a hidden one, of the line
        before.
        """
        return seq - bisect_right(self.hidden, seq)

    def _hides(self, line: Line) -> bool:
        """Whether the viewer learns nothing from a line: a remark, or taking back such remarks."""
        event = line.data
        if isinstance(event, Retracted):
            return event.to < line.seq - 1 and self.line_seen(event.to) == self.head.seq
        return isinstance(event, Noted) and not event.readable_by(self.viewer)

    def take(
        self, group: Sequence[Line], states: tuple[State, State] | None = None
    ) -> tuple[list[Line], bytes]:
        """Return a group of the full log as the viewer sees it; it may be empty.

        A correction by hand (`Adjusted`, always a group by itself) needs the states before and
        after it; without them, `ValueError` is raised.
        """
        if self._hides(group[0]):  # always a group by itself
            self.hidden.append(group[0].seq)
            return [], b""
        entries = []
        for line in group:
            data: Event = line.data
            if isinstance(data, Adjusted):
                if states is None:
                    raise ValueError("redacting a correction takes the states before and after it")
                # what it changes in the viewer's own view
                seen = (self.game.mask(state, self.viewer) for state in states)
                data = msgspec.structs.replace(data, patches=diff(*seen))
            elif isinstance(data, Opened):
                data = msgspec.structs.replace(data, id=None, origin=None, view=self.viewer)
            elif isinstance(data, Retracted):
                data = Retracted(to=self.line_seen(data.to))
            elif isinstance(data, Sealed):
                data = self.head.seal()
            else:
                data = self.game.secrets.redact(data, self.viewer)
            waived = line.waived if line.waived is not UNSET else ()
            entries.append(Entry(data=data, turn=line.turn, by=line.by, at=line.at, waived=waived))
        lines, raw, self.head = stamp(self.head, entries)
        return lines, raw


def redact(game: Game, lines: Sequence[Line], viewer: int) -> tuple[list[Line], bytes]:
    """Return a seat's stream (0: a spectator) and its bytes."""
    redactor = Redactor(game, viewer)
    replay: Replay | None = None
    out: list[Line] = []
    raw: list[bytes] = []
    for group in groups(lines):
        states = None
        if any(isinstance(line.data, Adjusted) for line in group):
            replay = replay or Replay(game, lines)
            seq = group[0].seq
            states = replay.at(seq - 1), replay.at(seq)
        stamped, text = redactor.take(group, states)
        out += stamped
        raw.append(text)
    return out, b"".join(raw)
