"""Explaining to the user why a record was imported the way it was."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.kernel.results import PlayRecord
from ledger.library.journal.catalogue import Catalogue, result_identity
from ledger.library.records.merge import COPY, combined, modified

from .changes import changed
from .records import Found
from .weak_plays import APART


def unlike(catalogue: Catalogue, id: str, played: PlayRecord) -> Iterator[str]:
    """Yield a note if one of our exports came back with different scores."""
    entry = catalogue.entries[id]
    if entry.identity == result_identity(played) and entry.played is not None:
        return
    copied = catalogue.copied(played) == id
    here = {s.person.name: s.total for s in entry.standings}
    other = [
        f"{name} {s.total}, not {here[name]}"
        for s in played.standings
        if (name := s.person.name) in here and s.total and here[name] not in (None, s.total)
    ]
    if other and copied:
        yield f"{played.source} says {', '.join(other)}: the library keeps what it has"
    elif other:
        yield (
            f"this was exported from {id}, but now says {', '.join(other)}: what the library "
            "has stands"
        )


def why_joined(catalogue: Catalogue, id: str, found: Found) -> str:
    """Say which play of another source, or of another kind of file, this one is."""
    if len(catalogue.results[id]) == 1 + _copies(catalogue, id) and id in catalogue.superseded:
        was = catalogue.superseded[id]
        return f"{was} is the same play: what they say was put together"
    return why_play(catalogue, id, found)


def _copies(catalogue: Catalogue, id: str) -> int:
    """Return how many revisions of a play are copies of it at BGG."""
    return sum(p.source == COPY for p in catalogue.results[id])


def why_play(catalogue: Catalogue, id: str, found: Found) -> str:
    """Say why a play is a new revision of a known one, and what is new in it."""
    revisions, new = catalogue.results[id], found.played
    was, now = combined(revisions[:-1]), combined(revisions)
    if now == was and modified(new) != modified(was) and new.source == was.source:
        return (
            f"it was changed on {modified(new)}, before what is here ({modified(was)}): it is "
            "kept as an earlier revision"
        )
    what = changed(was, now)
    if new.source != now.source:
        return f"{new.source} {new.key} is the same play: {what}"
    if found.weak:
        return (
            "taken as a correction, because the date, game, place, players and round are the "
            f"same: {what}; {APART}"
        )
    return f"{new.source} calls it {new.key}, as it did the one before: {what}"


def why_log(catalogue: Catalogue, id: str) -> str:
    """Say why a log is a new revision of a known one."""
    entry = catalogue.entries[id]
    old, new = catalogue.logs[id][-2:]
    why = (
        "its `id:` is the same"
        if entry.identity.startswith("id:")
        else "its game, date, place, players and round are the same"
    )
    return f"taken as a correction, because {why}: it had {old.lines} events, now {new.lines}"


def another(catalogue: Catalogue, id: str) -> list[str]:
    """Return a note if a game may have replaced a different one by mistake."""
    old, new = catalogue.logs[id][-2:]
    names = [[s.person.name for s in log.standings] for log in (old, new)]
    if names[0] == names[1] and old.date in (None, new.date):
        return []
    who = ", ".join(names[0])
    return [
        f"{id} was until now a game of {who} ({old.date or 'no date'}), which is kept as "
        f"revision {len(catalogue.logs[id]) - 1}; if this is another game, give it "
        "an `id:` of its own"
    ]
