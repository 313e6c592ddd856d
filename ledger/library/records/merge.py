"""Combining what several files or sources say about one game.

`extra["told_by"]` tells files of the same source apart, and a BG Stats play can be at BGG as well.
The result doesn't depend on the order of the imports: better kinds of files or sources come first,
and within a kind the newest. Whatever one of them doesn't say is taken from the next.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from typing import Any

import msgspec

from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.people.matching import exact

TOLD_BY = "told_by"
ORDER = ("list", "log", "times")
"""The kinds of files, beginning with the most reliable about who won."""

COPY = "bgg"
"""The source whose plays can be copies of plays from elsewhere."""

MODIFIED = "modificationDate"
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d", re.ASCII)
_FIELDS = ("game", "bgg", "minutes", "rounds", "place", "board", "comment")
_OF_PLAYER = (
    *("place", "won", "began", "first_time", "seat"),
    *("colour", "role", "team"),
)
UNNAMED = "?"


def combined(revisions: Sequence[PlayRecord]) -> PlayRecord:
    """Return the combination of all revisions of a game."""
    if len(revisions) == 1:
        return revisions[-1]
    if revisions[-1].extra.get(TOLD_BY) not in ORDER:
        copies = [p for p in revisions if p.source == COPY]
        own = [p for p in revisions if p.source != COPY]
        return _filled(_newest(own), _newest(copies)) if own and copies else _newest(revisions)
    parts = [p for kind in ORDER for p in reversed(revisions) if p.extra.get(TOLD_BY) == kind]
    whole = parts[0]
    for part in parts[1:]:
        whole = _filled(whole, part)
    told = dict.fromkeys(part.extra[TOLD_BY] for part in parts)
    return msgspec.structs.replace(whole, extra={**whole.extra, TOLD_BY: ", ".join(told)})


def modified(played: PlayRecord) -> str | None:
    """Return when a play was last modified in its app, if the app records that."""
    return moment(played.extra.get(MODIFIED))


def moment(said: object) -> str | None:
    """Return an app's date and time in a form that can be compared; None if it isn't one."""
    if not isinstance(said, str) or not _MOMENT.match(said):
        return None
    return said.replace("T", " ")


def _newest(revisions: Sequence[PlayRecord]) -> PlayRecord:
    """Return the revision that was modified last or, if that isn't known, was added last."""

    def newer(a: PlayRecord, b: PlayRecord) -> PlayRecord:
        was, now = modified(a), modified(b)
        return a if was is not None and now is not None and now < was else b

    return reduce(newer, revisions)


def _filled(a: PlayRecord, b: PlayRecord) -> PlayRecord:
    """Return `a`, completed with what only `b` says about the game."""
    facts: dict[str, Any] = {f: getattr(b, f) for f in _FIELDS if getattr(a, f) is None}
    if a.bgg and b.bgg and a.bgg != b.bgg:  # then `b` means another game
        facts.pop("game", None)
    if a.title == UNNAMED:
        facts["title"] = b.title
    if a.comment and b.comment and b.comment not in a.comment:
        facts["comment"] = f"{a.comment}\n{b.comment}"
    if a.quantity == 1:  # most programs don't have a quantity
        facts["quantity"] = b.quantity
    if a.date is None:
        facts |= {"date": b.date, "time": b.time}
    if "normalend" not in a.extra:  # then `a` doesn't say how the game ended
        facts["complete"] = b.complete
    return msgspec.structs.replace(
        a, standings=_seats(a.standings, b.standings), extra={**b.extra, **a.extra}, **facts
    )


def _seats(a: Sequence[Standing], b: Sequence[Standing]) -> tuple[Standing, ...]:
    """Combine the standings of the players; players who are only in `b` are ignored."""
    if not a:
        return tuple(b)
    out, left = [], list(b)  # several seats can have the same name, if they are anonymous
    for one in a:
        other = next((s for s in left if _same(one.person, s.person)), None)
        if other is not None:
            left.remove(other)
        out.append(one if other is None else _seat(one, other))
    return tuple(out)


def _same(a: Person, b: Person) -> bool:
    shared = a.ids.keys() & b.ids.keys()
    return all(a.ids[k] == b.ids[k] for k in shared) if shared else exact(a.name) == exact(b.name)


def _seat(a: Standing, b: Standing) -> Standing:
    facts: dict[str, Any] = {f: getattr(b, f) for f in _OF_PLAYER if getattr(a, f) is None}
    if a.score is None and a.total is None:
        facts |= {"score": b.score, "parts": b.parts, "total": b.total}
    person = Person(
        name=b.person.name if a.person.name == UNNAMED else a.person.name,
        ids={**b.person.ids, **a.person.ids},
    )
    return msgspec.structs.replace(a, person=person, extra={**b.extra, **a.extra}, **facts)
