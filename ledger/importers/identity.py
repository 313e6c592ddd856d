"""By what a game is known again: its own id, else what was played when, where and by whom."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ledger.kernel.codec import DIGEST
from ledger.kernel.events import Line, Opened

_TIME = re.compile(r"T\d\d:\d\d")


class Identity(NamedTuple):
    """What a log is known by, and what its file would like to be called."""

    key: str
    wish: str


def identify(lines: Sequence[Line]) -> Identity:
    """Return the identity of a log.

    A log that says what it is called is that, whatever else changes in it. One that does not is
    the game of those people at that time and place, in that round; without a time of day and a
    round the cards of the set-up tell the games of one evening, or of no known day, apart. What
    one seat saw is not the log that it was taken from, and neither is a branch of it.
    """
    opened: Opened = lines[0].data
    seen = "" if opened.view is None else f":view-{opened.view}"
    tail = "" if opened.view is None else f"-seat-{opened.view}"
    if opened.id:
        return Identity(f"id:{opened.game}:{opened.id}{seen}", opened.id + tail)
    facts: list[object] = [
        opened.game,
        opened.started,
        opened.place,
        [seat.name for seat in opened.seats],
        opened.origin,
    ]
    if opened.round is not msgspec.UNSET:
        facts.append(f"round {opened.round}")
    elif opened.started is None or not _TIME.search(opened.started):
        facts.append([(line.type, line.data) for line in lines[1:] if line.cmd == 0])
    digest = hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:DIGEST]
    day = (opened.started or "")[:10]
    wish = "-".join(part for part in (opened.game, day, digest[:8]) if part)
    return Identity(f"digest:{digest}{seen}", wish + tail)
