"""Describing the differences between two revisions of a game in words."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.kernel.message import Message, Text
from ledger.kernel.results import PlayRecord, Standing
from ledger.library.people.matching import exact

from .field_names import FIELD_NAMES

MOST = 5
"""How many differences are listed at most."""

_WITH_VALUES = (
    "title",
    "date",
    "time",
    "place",
    "minutes",
    "rounds",
    "board",
    "quantity",
    "complete",
)
_WITHOUT_VALUES = ("bgg", "highest_wins", "cooperative", "comment", "extra")
_OF_PLAYER = ("score", "place", "won", "began", "first_time", "seat", "colour", "role", "team")
_OTHER = Message("other fields")


def describe_changes(old: PlayRecord, new: PlayRecord) -> Text:
    """Return the differences as one text that lists only the first few."""
    found = list(_differences(old, new))
    if not found:
        return Message("the order of the players")
    some = Message.join(", ", found[:MOST])
    if len(found) <= MOST:
        return some
    return Message("{changes}, and {count} more", changes=some, count=len(found) - MOST)


def _differences(old: PlayRecord, new: PlayRecord) -> Iterator[Text]:
    for field in _WITH_VALUES:
        was, now = getattr(old, field), getattr(new, field)
        if was != now:
            yield Message(
                "{field} {was} → {now}", field=FIELD_NAMES[field], was=_text(was), now=_text(now)
            )
    before = {exact(s.person.name): s for s in old.standings}
    after = {exact(s.person.name): s for s in new.standings}
    for name in (*before, *(n for n in after if n not in before)):
        yield from _of_player(name, before.get(name), after.get(name))
    for field in _WITHOUT_VALUES:
        if getattr(old, field) != getattr(new, field):
            yield _OTHER if field == "extra" else FIELD_NAMES[field]


def _of_player(name: str, was: Standing | None, now: Standing | None) -> Iterator[Text]:
    if was is None or now is None:
        yield Message(
            "{name} wasn't listed before" if was is None else "{name} is no longer listed",
            name=name,
        )
        return
    for field in _OF_PLAYER:
        a, b = getattr(was, field), getattr(now, field)
        if a != b:
            yield _difference(name, FIELD_NAMES[field], a, b)
    if was.score == now.score and was.total != now.total:  # the same text, read better
        yield _difference(name, FIELD_NAMES["points"], was.total, now.total)
    if was.person.ids != now.person.ids or was.extra != now.extra:
        yield Message.join(": ", [name, _OTHER])


def _difference(name: str, field: Text, was: object, now: object) -> Message:
    return Message(
        "{name}: {field} {was} → {now}", name=name, field=field, was=_text(was), now=_text(now)
    )


def _text(value: object) -> Text:
    if value is None:
        return Message("not said")
    if isinstance(value, bool):
        return Message("yes") if value else Message("no")
    return str(value)[:40]
