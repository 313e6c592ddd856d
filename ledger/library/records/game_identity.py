"""Recognising a game: by its id or, failing that, by game, time, place and players."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ledger.kernel.game.registry import find_game
from ledger.kernel.log.chain import DIGEST
from ledger.kernel.log.events import Line, Opened
from ledger.kernel.results import PlayRecord

_WORLDWIDE = ("bga", "bgg", "bgstats")
"""Sources whose ids refer to the same play everywhere."""
_TIME = re.compile(r"T\d\d:\d\d")


class Identity(NamedTuple):
    """What identifies a log, and the file name it should have if that is available."""

    key: str
    wish: str


def identify(lines: Sequence[Line]) -> Identity:
    """Return the identity of a log.

    A log with an id is that game, whatever else changes in it. A log without one is identified by
    its players, time, place and round; if it has neither a time of day nor a round, the cards of
    the set-up count as well, to distinguish games played on one evening. A seat's view of a log is
    a separate game, and so is a branch.
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
        # everybody sees a game's name, so it must not give away hidden cards
        public = [*facts, [(type, game.secrets.redact(data, 0)) for type, data in dealt]]
        facts = [*facts, dealt]
    day = (opened.started or "")[:10]
    wish = "-".join(part for part in (opened.game, day, _digest(public)[:8]) if part)
    return Identity(f"digest:{_digest(facts)}{seen}", wish + tail)


def own_key(played: PlayRecord) -> str:
    """Return a key for a result that is the same in every library.

    The big services never use an id twice. A sheet's or a file's ids aren't unique: two clubs may
    both number their evenings from 1.
    """
    if played.source in _WORLDWIDE:
        return f"{played.source}:{played.key}"
    names = [s.person.name for s in played.standings]
    facts: list[object] = [played.key, played.title, played.date, played.time, names]
    return f"{played.source}:{_digest(facts)}"


def _letters(text: str) -> str:
    """Return a string with each letter and its accent combined into one character."""
    return unicodedata.normalize("NFC", text)


def _digest(facts: list[object]) -> str:
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:DIGEST]
