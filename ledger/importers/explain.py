"""Explaining to users why a record was imported the way it was."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.kernel.message import Message
from ledger.kernel.results import PlayRecord
from ledger.library.journal.catalogue import Catalogue, result_identity
from ledger.library.records.merge import COPY, combined, modified

from .changes import describe_changes
from .records import NO_DATE, ImportedPlay
from .weak_plays import HOW_TO_DISTINGUISH


def score_notes(catalogue: Catalogue, id: str, played: PlayRecord) -> Iterator[Message]:
    """Yield a note if one of our exports has come back with different scores."""
    entry = catalogue.entries[id]
    if entry.identity == result_identity(played) and entry.played is not None:
        return
    copied = catalogue.copied(played) == id
    here = {s.person.name: s.total for s in entry.standings}
    other = [
        Message(
            "{name} has {said} there, but {here} here", name=name, said=s.total, here=here[name]
        )
        for s in played.standings
        if (name := s.person.name) in here and s.total and here[name] not in (None, s.total)
    ]
    if other and copied:
        yield Message(
            "{source} says {scores}: the library keeps the scores it has",
            source=played.source,
            scores=Message.join(", ", other),
        )
    elif other:
        yield Message(
            "this was exported from {id}, but now says {scores}: the library keeps the scores it "
            "has",
            id=id,
            scores=Message.join(", ", other),
        )


def why_joined(catalogue: Catalogue, id: str, found: ImportedPlay) -> Message:
    """Return a message naming the same play from another source or kind of file."""
    if len(catalogue.results[id]) == 1 + _copies(catalogue, id) and id in catalogue.superseded:
        was = catalogue.superseded[id]
        return Message("{id} is the same play, so the two were merged", id=was)
    return why_play(catalogue, id, found)


def _copies(catalogue: Catalogue, id: str) -> int:
    """Return how many revisions of a play are copies of it on BGG."""
    return sum(p.source == COPY for p in catalogue.results[id])


def why_play(catalogue: Catalogue, id: str, found: ImportedPlay) -> Message:
    """Return why a play is a new revision of a known one, and what is new in it."""
    revisions, new = catalogue.results[id], found.played
    was, now = combined(revisions[:-1]), combined(revisions)
    if now == was and modified(new) != modified(was) and new.source == was.source:
        return Message(
            "it was changed on {then}, earlier than the version here ({here}), so it is kept as "
            "an earlier revision",
            then=modified(new),
            here=modified(was),
        )
    what = describe_changes(was, now)
    if new.source != now.source:
        return Message(
            "{source} {key} is the same play: {changes}",
            source=new.source,
            key=new.key,
            changes=what,
        )
    if found.weak:
        return Message(
            "treated as a correction, because the date, game, place, players and round are the "
            "same: {changes}; {hint}",
            changes=what,
            hint=HOW_TO_DISTINGUISH,
        )
    return Message(
        "{source} gave it the id {key}, as it did the earlier version: {changes}",
        source=new.source,
        key=new.key,
        changes=what,
    )


def why_log(catalogue: Catalogue, id: str) -> Message:
    """Return why a log is a new revision of a known one."""
    entry = catalogue.entries[id]
    old, new = catalogue.logs[id][-2:]
    return Message(
        "treated as a correction, because its `id:` is the same: it had {before} events, now {now}"
        if entry.identity.startswith("id:")
        else (
            "treated as a correction, because its game, date, place, players and round are the "
            "same: it had {before} events, now {now}"
        ),
        before=old.lines,
        now=new.lines,
    )


def replacement_note(catalogue: Catalogue, id: str) -> list[Message]:
    """Return a note if a game may have replaced a different game by mistake."""
    old, new = catalogue.logs[id][-2:]
    names = [[s.person.name for s in log.standings] for log in (old, new)]
    if names[0] == names[1] and old.date in (None, new.date):
        return []
    who = ", ".join(names[0])
    return [
        Message(
            "{id} used to be a game with {who} ({date}), which is now kept as revision "
            "{revision}; if this is a different game, give it its own `id:`",
            id=id,
            who=who,
            date=old.date or NO_DATE,
            revision=len(catalogue.logs[id]) - 1,
        )
    ]
