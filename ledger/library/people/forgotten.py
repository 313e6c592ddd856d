"""People the user wants forgotten: exports and public copies don't say who they are.

The library itself still has their names, as its journal and its logs are never rewritten. Anything
that somebody wrote in a remark of a log stays there, too.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from ledger.kernel.log.events import Event, Line, Opened
from ledger.kernel.replay.restamp import restamp
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.journal.catalogue import Catalogue, GameEntry, result_identity
from ledger.library.journal.facts import PlayersMerged, PlayersSplit
from ledger.library.records.known_exports import bgstats_uuid

from .directory import ANONYMOUS
from .matching import loose

NAME = "Anonymous"
"""The name given to a forgotten player; a second one in the same game is `Anonymous 2`."""


class ForgottenPeople:
    """The people in a library who are to be forgotten."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._people = people = catalogue.people
        players = people.forgotten_players()
        self.ids = frozenset(p.id for p in players)
        # numbers reveal nothing; anything derived from a name could be found by trying names
        self._number = {id: n for n, id in enumerate(catalogue.results if players else (), 1)}
        self.keys = frozenset(key for p in players for key in p.keys)
        self._names = sorted({n for p in players for n in p.names}, key=len, reverse=True)
        secret = [*self._names, *(key.partition(":")[2] for key in self.keys)]
        self._secret = [part for part in dict.fromkeys(map(loose, secret)) if part]

    def __bool__(self) -> bool:
        return bool(self.ids)

    @property
    def mark(self) -> str:
        """A digest that changes whenever the people to forget change."""
        return hashlib.sha256("\n".join(sorted(self.keys)).encode()).hexdigest()[:16]

    def seats(self, game: str) -> frozenset[int]:
        """Return the seats of a game (counted from 0) whose players are forgotten."""
        if not self.ids:
            return frozenset()
        return frozenset(i for i, who in enumerate(self._people.of(game)) if who in self.ids)

    def id(self, entry: GameEntry) -> str:
        """Return a game's id for outsiders: another one, if its own contains a forgotten name."""
        told = self.seats(entry.id) and self._mentions(entry.id.replace("-", " "))
        return self._hidden(entry) if told and entry.id in self._number else entry.id

    def played(self, entry: GameEntry) -> PlayRecord:
        """Return the record of a result with forgotten people made anonymous."""
        played = entry.played
        assert played is not None  # noqa: S101 # every result has it
        seats = self.seats(entry.id)
        if not seats:
            return played
        names = _names(len(played.standings), seats)
        return msgspec.structs.replace(
            played,
            key=self._hidden(entry) if self._mentions(played.key) else played.key,
            comment=None if played.comment is None else self._without(played.comment),
            extra=self._kept(played.extra),
            standings=tuple(
                _nobody(s, names[i])
                if i in seats
                else msgspec.structs.replace(s, extra=self._kept(s.extra))
                for i, s in enumerate(played.standings)
            ),
        )

    def rulings(
        self, rulings: Sequence[PlayersMerged | PlayersSplit]
    ) -> list[PlayersMerged | PlayersSplit]:
        """Return the user's rulings on who is who, leaving out those about forgotten people."""
        return [
            fact
            for fact in rulings
            if self.keys.isdisjoint(
                (fact.keep, fact.other) if isinstance(fact, PlayersMerged) else fact.keys
            )
        ]

    def _hidden(self, entry: GameEntry) -> str:
        return f"{ANONYMOUS}-{self._number[entry.id]}"

    def _mentions(self, value: Any) -> bool:
        text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        plain = loose(text)
        return any(part in plain for part in self._secret)

    def _kept(self, extra: dict[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in extra.items() if not self._mentions(v)}

    def _without(self, text: str) -> str:
        for name in self._names:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", NAME, text, flags=re.IGNORECASE)
        return text


def without_seats(lines: Sequence[Line], seats: frozenset[int]) -> tuple[list[Line], bytes]:
    """Return a log in which the players in these seats (counted from 0) are anonymous."""
    return restamp(lines, partial(_unnamed, seats))


def exported_identities(catalogue: Catalogue) -> dict[str, tuple[str, PlayRecord | None]]:
    """Return the identities by which we recognise exports of games with forgotten people.

    Each identity maps to the id of its game and the record exported. The record is None where the
    identity can only come from us, so that the rest of an imported record doesn't matter.
    """
    forgotten = ForgottenPeople(catalogue)
    out: dict[str, tuple[str, PlayRecord | None]] = {}
    for entry in catalogue.entries.values():
        if entry.played is not None and forgotten.seats(entry.id):
            played = forgotten.played(entry)
            ours = played.key != entry.played.key
            out[result_identity(played)] = entry.id, None if ours else played
            out[f"play:bgstats:{bgstats_uuid(played.source, played.key)}"] = entry.id, None
    return out


def _unnamed(seats: frozenset[int], data: Event) -> Event:
    if not isinstance(data, Opened):
        return data
    names = _names(len(data.seats), seats)
    changed = (
        msgspec.structs.replace(seat, name=names[i]) if i in seats else seat
        for i, seat in enumerate(data.seats)
    )
    return msgspec.structs.replace(data, seats=tuple(changed))


def _names(count: int, seats: frozenset[int]) -> dict[int, str]:
    hidden = [i for i in range(count) if i in seats]
    return {i: f"{NAME} {n}" if n > 1 else NAME for n, i in enumerate(hidden, 1)}


def _nobody(standing: Standing, name: str) -> Standing:
    return msgspec.structs.replace(standing, person=Person(name=name), extra={ANONYMOUS: True})
