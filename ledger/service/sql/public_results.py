"""Players and results as strangers see them: names and scores, without ids from other services."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.journal.facts import PlayersMerged, PlayersSplit
from ledger.library.library import ReadableLibrary
from ledger.library.people.forgotten import ForgottenPeople
from ledger.library.records.outcomes import outcome_extra

_OWN = ("bgg", "board", "complete", "cooperative", "date", "game", "highest_wins", "minutes")
_SHOWN = (*_OWN, "place", "quantity", "rounds", "source", "time", "title")
"""The public fields of a result; comments and extra data from an import belong to their authors."""


def public_result(id: str, played: PlayRecord, short: Mapping[str, str]) -> PlayRecord:
    """Return a result without its importer's private data: keys, remarks, foreign ids."""
    standings = tuple(
        msgspec.structs.replace(s, person=_person(s, short), extra={}) for s in played.standings
    )
    return PlayRecord(
        key=id,
        standings=standings,
        extra=outcome_extra(played),
        **{name: getattr(played, name) for name in _SHOWN},
    )


def _person(standing: Standing, short: Mapping[str, str]) -> Person:
    person = standing.person
    ids = {k: _key(f"{k}:{v}", short).partition(":")[2] for k, v in person.ids.items() if v}
    return Person(name=person.name, ids=ids)


def _key(key: str, short: Mapping[str, str]) -> str:
    """Return a player's key with our own id instead of a foreign one."""
    kind = key.partition(":")[0]
    return key if kind == "name" else f"{kind}:{short.get(key, 'nobody')}"


def public_rulings(
    library: ReadableLibrary, forgotten: ForgottenPeople
) -> list[PlayersMerged | PlayersSplit]:
    """Return what the user recorded about who is who, in keys that strangers may see."""
    people = library.catalogue.people

    def keys(given: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_key(k, people.short) for k in given))

    out: list[PlayersMerged | PlayersSplit] = []
    for fact in forgotten.rulings(people.rulings):
        if isinstance(fact, PlayersMerged):
            keep, other = _key(fact.keep, people.short), _key(fact.other, people.short)
            out.append(PlayersMerged(keep=keep, other=other, name=fact.name))
        else:
            out.append(PlayersSplit(keys=keys(fact.keys), rest=keys(fact.rest)))
    return out
