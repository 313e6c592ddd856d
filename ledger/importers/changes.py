"""What is different in a new revision of a known game."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.kernel.results import PlayRecord, Standing
from ledger.library.people.matching import exact

MOST = 5
"""How many differences are listed."""

_TOLD = ("title", "date", "time", "place", "minutes", "rounds", "board", "quantity", "complete")
_NAMED = ("bgg", "highest_wins", "cooperative", "comment", "extra")
_OF_PLAYER = ("score", "place", "won", "began", "first_time", "seat", "colour", "role", "team")


def changed(old: PlayRecord, new: PlayRecord) -> str:
    """Say what is different, listing the first few things."""
    found = list(_differences(old, new))
    more = f", and {len(found) - MOST} more" if len(found) > MOST else ""
    return (", ".join(found[:MOST]) or "the order of the players") + more


def _differences(old: PlayRecord, new: PlayRecord) -> Iterator[str]:
    for field in _TOLD:
        was, now = getattr(old, field), getattr(new, field)
        if was != now:
            yield f"{field} {_text(was)} → {_text(now)}"
    before = {exact(s.person.name): s for s in old.standings}
    after = {exact(s.person.name): s for s in new.standings}
    for name in (*before, *(n for n in after if n not in before)):
        yield from _of_player(name, before.get(name), after.get(name))
    for field in _NAMED:
        if getattr(old, field) != getattr(new, field):
            yield "other fields" if field == "extra" else field.replace("_", " ")


def _of_player(name: str, was: Standing | None, now: Standing | None) -> Iterator[str]:
    if was is None or now is None:
        yield f"{name} {'was not there' if was is None else 'is not there'}"
        return
    for field in _OF_PLAYER:
        a, b = getattr(was, field), getattr(now, field)
        if a != b:
            yield f"{name}: {field.replace('_', ' ')} {_text(a)} → {_text(b)}"
    if was.score == now.score and was.total != now.total:  # the same text, read better
        yield f"{name}: points {_text(was.total)} → {_text(now.total)}"
    if was.person.ids != now.person.ids or was.extra != now.extra:
        yield f"{name}: other fields"


def _text(value: object) -> str:
    if value is None:
        return "not said"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)[:40]
