"""A seat's stream: a log of its own that holds what the seat could see, chained anew."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from .codec import Head, stamp
from .events import Adjusted, Entry, Event, Line, Opened, Sealed, groups
from .fold import Replay
from .game import Game
from .state import diff


def redact(game: Game, lines: Sequence[Line], viewer: int) -> tuple[list[Line], bytes]:
    """Return the stream of a seat (0: a spectator) and its bytes.

    Nothing of the full log leaves but what the seat saw: no digest, no id, no command key.
    """
    replay: Replay | None = None
    out: list[Line] = []
    raw: list[bytes] = []
    head = Head()
    for group in groups(lines):
        entries = []
        for line in group:
            data: Event = line.data
            if isinstance(data, Adjusted):
                replay = replay or Replay(game, lines)
                data = _adjusted(game, replay, line, viewer)
            elif isinstance(data, Opened):
                data = msgspec.structs.replace(data, id=None, origin=None, view=viewer)
            elif isinstance(data, Sealed):
                data = Sealed(head=head.digest, lines=head.seq)
            else:
                data = game.redact(data, viewer)
            waived = line.waived if line.waived is not UNSET else ()
            entries.append(Entry(data=data, turn=line.turn, by=line.by, at=line.at, waived=waived))
        stamped, text, head = stamp(head, entries)
        out += stamped
        raw.append(text)
    return out, b"".join(raw)


def _adjusted(game: Game, replay: Replay, line: Line, viewer: int) -> Adjusted:
    """A correction as the seat sees it: what it changes in the seat's own view."""
    before = game.mask(replay.at(line.seq - 1), viewer)
    after = game.mask(replay.at(line.seq), viewer)
    return Adjusted(patches=diff(before, after), reason=line.data.reason)
