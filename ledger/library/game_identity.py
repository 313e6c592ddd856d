"""By what a game is known again: its own id, else what was played when, where and by whom."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ledger.kernel.game.registry import find_game
from ledger.kernel.log.codec import DIGEST
from ledger.kernel.log.events import Line, Opened

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
        id = _letters(opened.id)
        return Identity(f"id:{opened.game}:{id}{seen}", id + tail)
    names = [_letters(seat.name) for seat in opened.seats]
    place = None if opened.place is None else _letters(opened.place)
    facts: list[object] = [opened.game, opened.started, place, names, opened.origin]
    public = facts
    if opened.round is not msgspec.UNSET:
        facts.append(f"round {opened.round}")
    elif opened.started is None or not _TIME.search(opened.started):
        game = find_game(opened.game)
        dealt = [(line.type, line.data) for line in lines[1:] if line.cmd == 0]
        # everybody sees what a game is called: it must not tell what lies in hidden hands
        public = [*facts, [(type, game.redact(data, 0)) for type, data in dealt]]
        facts = [*facts, dealt]
    day = (opened.started or "")[:10]
    wish = "-".join(part for part in (opened.game, day, _digest(public)[:8]) if part)
    return Identity(f"digest:{_digest(facts)}{seen}", wish + tail)


def _letters(text: str) -> str:
    """Return a text in the one of two encodings that does not take its accents apart."""
    return unicodedata.normalize("NFC", text)


def _digest(facts: list[object]) -> str:
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:DIGEST]
