"""One of our logs as a play record: the part that other programs can store."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.kernel.errors import Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Ended, Line, Opened
from ledger.kernel.meta import Sides
from ledger.kernel.replay.replay import fold, live
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.kernel.times import parse_time
from ledger.kernel.verify.assurance import end_of
from ledger.library.records.dates import When, read_when
from ledger.library.records.game_identity import identify
from ledger.library.records.known_exports import key_of_log
from ledger.library.records.standings import standing_of


def played_from(game: Game, lines: Sequence[Line]) -> PlayRecord:
    """Return a play record: who played, when and where, and how it ended."""
    opened: Opened = lines[0].data
    counted = live(lines)
    ended = end_of(counted)
    if ended is not None and ended.broken_off:
        ended = None
    first = next((x.by for x in counted if x.by is not None and x.turn > 0), None)
    when = _when(opened, lines)
    return PlayRecord(
        source="ledger",
        key=key_of_log(identify(lines).key),
        title=game.meta.title,
        game=game.meta.name,
        bgg=game.meta.bgg or None,
        date=when.date,
        time=when.time,
        minutes=_minutes(lines),
        rounds=game.rules.round(fold(game, lines)) or None,
        place=opened.place,
        complete=ended is not None,
        highest_wins=game.meta.highest_wins,
        cooperative=len(_sides(game, opened, ended)) == 1 and len(opened.seats) > 1,
        standings=tuple(_standing(opened, i, ended, first) for i in range(len(opened.seats))),
        extra={"zone": when.zone} if when.zone else {},
    )


def _sides(game: Game, opened: Opened, ended: Ended | None) -> Sides:
    """Return who played together; empty if everybody played alone."""
    return (ended.teams if ended is not None else ()) or game.sides(opened) or ()


def _when(opened: Opened, lines: Sequence[Line]) -> When:
    """Return when the game began: from its header or, failing that, the time of its first line."""
    try:
        when = read_when(opened.started)
    except Malformed:
        when = When()
    at = lines[0].at
    return read_when(at) if when.date is None and at is not None else when


def _minutes(lines: Sequence[Line]) -> int | None:
    """Return the minutes from the set-up to the last move, if the times are known."""
    times = [line.at for line in lines if line.at is not None and line.type != "sealed"]
    if lines[0].at is None or len(times) < 2:
        return None
    return round((parse_time(times[-1]) - parse_time(times[0])).total_seconds() / 60) or None


def _standing(opened: Opened, i: int, ended: Ended | None, first: int | None) -> Standing:
    seat = opened.seats[i]
    return Standing(
        person=Person(name=seat.name),
        began=None if first is None else first == i + 1,
        seat=i + 1,
        colour=seat.colour,
        **standing_of(ended, i),
    )
