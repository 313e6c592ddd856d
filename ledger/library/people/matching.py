"""Deciding which keys belong to one person, no matter in which order games were added."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import msgspec

from ledger.kernel.text.accents import plain_letters

if TYPE_CHECKING:  # a command that only wants an id needs nothing else of a library
    from ledger.library.journal.facts import PlayersMerged, PlayersSplit

_NOBODY = re.compile(r"\??|Anonymous(?: player)?(?: \d+)?", re.ASCII)

CROWD = 32
"""If more players than this share a name, the name doesn't identify anyone."""

_QUOTES = str.maketrans("", "", "'’`")


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A person: our id, the names and permanent ids they have, and their games."""

    id: str
    name: str
    names: tuple[str, ...]
    keys: tuple[str, ...]
    games: tuple[str, ...]


class Doubt(msgspec.Struct, frozen=True, kw_only=True):
    """Players who might be the same person.

    `ambiguous` means that several people have this name, so we didn't guess; `similar` means that
    their names differ only in case or accents.
    """

    kind: str
    name: str
    players: tuple[str, ...]


@lru_cache(maxsize=4096)
def exact(name: str) -> str:
    """Return a name without invisible differences: extra spaces, and ways of encoding accents."""
    return " ".join(unicodedata.normalize("NFC", name).split())


@lru_cache(maxsize=4096)
def loose(name: str, *, keep: str = "") -> str:
    """Return a name in lower case without accents; letters in `keep` stay as they are."""
    return plain_letters(exact(name).translate(_QUOTES), keep=keep).casefold()


def is_nobody(name: str) -> bool:
    """Whether a name stands for somebody unnamed, and so doesn't say who it was."""
    return _NOBODY.fullmatch(exact(name)) is not None


class Encounters(Protocol):
    """Who sat at which tables; each seat is known by its first key."""

    def met(self, some: Sequence[str], others: Sequence[str]) -> bool:
        """Whether any of some keys shared a table with any of the others."""

    def games(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return the games of these keys, in order of appearance; possibly not all of them."""


class MemoryEncounters:
    """Who sat at which tables, in memory."""

    def __init__(self, seats: Mapping[str, Sequence[tuple[str, ...]]]) -> None:
        """`seats` has the keys of each game, seat by seat."""
        self._games: dict[str, dict[str, int]] = defaultdict(dict)
        for n, (game, own) in enumerate(seats.items()):
            for seat in filter(None, own):
                self._games[seat[0]][game] = n

    def met(self, some: Sequence[str], others: Sequence[str]) -> bool:
        """Whether any of some keys shared a table with any of the others."""
        found = set[str]().union(*(self._games[key] for key in some))
        return not all(found.isdisjoint(self._games[key]) for key in others)

    def games(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return the games of these keys, in order of appearance."""
        found: dict[str, int] = {}
        for key in keys:
            found |= self._games[key]
        return tuple(sorted(found, key=found.__getitem__))


class MatchBasis(Protocol):
    """The input for a match: keys with their names, records, tables, and the user's rulings."""

    names: dict[str, list[str]]
    short: dict[str, str]
    same: set[tuple[str, str]]
    rulings: list[PlayersMerged | PlayersSplit]

    def encounters(self) -> Encounters:
        """Return who sat at which tables."""


class Match:
    """Who is who; the order in which games were imported doesn't matter."""

    def __init__(self, people: MatchBasis) -> None:
        self.people = people
        self.up = {key: key for key in people.short}
        self.order = {key: n for n, key in enumerate(people.short)}
        self.unsure: list[tuple[str, list[str]]] = []
        self.encounters = people.encounters()
        merged, self.apart, self.called = _rulings(people.rulings)
        for a, b in people.same:
            self._join(a, b)
        for a, b in sorted(merged):
            if a in self.up and b in self.up:
                self._join(a, b)
        self._by_name()
        self.player_of: dict[str, str] = {}
        self.players: dict[str, Player] = {}
        self._collect()

    def root(self, key: str) -> str:
        """Return the key that represents a person."""
        while self.up[key] != key:
            self.up[key] = self.up[self.up[key]]
            key = self.up[key]
        return key

    def _join(self, a: str, b: str) -> None:
        first, second = sorted((self.root(a), self.root(b)), key=self.order.__getitem__)
        self.up[second] = first

    def _by_name(self) -> None:
        """Join people with exactly the same name, unless their ids show that they are different."""
        bearers: dict[str, list[str]] = defaultdict(list)
        for key, names in self.people.names.items():
            for name in names:
                if not is_nobody(name):
                    bearers[name].append(key)
        members: dict[str, list[str]] = defaultdict(list)
        for key in self.up:
            members[self.root(key)].append(key)
        for name in sorted(bearers):
            roots = list(dict.fromkeys(map(self.root, bearers[name])))
            if len(roots) > CROWD:
                self.unsure.append((name, sorted(roots)))
                continue
            fits = {
                a: {b for b in roots if a == b or self._compatible(members[a], members[b])}
                for a in roots
            }
            for group in _connected(fits) if len(roots) > 1 else ():
                if len(group) > 1 and all(fits[one] >= group for one in group):
                    whole = [key for one in group for key in members[one]]
                    first, *others = group
                    for other in others:
                        self._join(first, other)
                    members[self.root(first)] = whole
                elif len(group) > 1:
                    self.unsure.append((name, sorted(group)))

    def _compatible(self, a: Sequence[str], b: Sequence[str]) -> bool:
        """Whether two sets of keys can belong to the same person.

        They can't if they have different ids of one kind, if both played in one game, or if the
        user said so.
        """
        kinds: dict[str, str] = {}
        for key in a:
            kinds[key.partition(":")[0]] = key
        for key in b:
            kind = key.partition(":")[0]
            if kind != "name" and kinds.get(kind, key) != key:
                return False
        if any(frozenset((x, y)) in self.apart for x in a for y in b):
            return False
        return not self.encounters.met(a, b)

    def _collect(self) -> None:
        people = self.people
        keys: dict[str, list[str]] = defaultdict(list)
        for key in people.short:
            keys[self.root(key)].append(key)
        for root, own in keys.items():
            id = people.short[root]
            names = dict.fromkeys(n for k in own for n in reversed(people.names[k]))
            ruled = [self.called[k] for k in own if k in self.called]
            name = max(ruled)[1] if ruled else next(iter(names))
            self.players[id] = Player(
                id=id,
                name=name,
                names=tuple(names),
                keys=tuple(own),
                games=self.encounters.games(own),
            )
            self.player_of |= dict.fromkeys(own, id)

    def doubts(self) -> list[Doubt]:
        """Return ambiguous names, and names that differ only in case or accents."""
        short = self.people.short
        out: dict[tuple[str, ...], Doubt] = {}
        for name, roots in self.unsure:
            ids = tuple(sorted({short[self.root(r)] for r in roots}))
            out.setdefault(ids, Doubt(kind="ambiguous", name=name, players=ids))
        alike: dict[str, dict[str, str]] = defaultdict(dict)
        for player in self.players.values():
            for name in (n for n in player.names if not is_nobody(n)):
                alike[loose(name)].setdefault(player.id, name)
        for found in alike.values():
            ids = tuple(sorted(found))
            if len(ids) > 1 and len(set(found.values())) > 1 and not self._ruled(ids):
                name = " / ".join(dict.fromkeys(found.values()))
                out.setdefault(ids, Doubt(kind="similar", name=name, players=ids))
        return [d for d in out.values() if len(d.players) > 1]

    def _ruled(self, ids: Sequence[str]) -> bool:
        """Whether the user has said that all of these are different people."""
        keys = [self.players[id].keys for id in ids]
        return bool(self.apart) and all(
            any(frozenset((x, y)) in self.apart for x in a for y in b) for a, b in _pairs(keys)
        )


def _connected(fits: dict[str, set[str]]) -> Iterator[set[str]]:
    """Yield the groups of things that are connected."""
    left = list(fits)
    while left:
        group, new = set[str](), {left[0]}
        while new:
            group |= new
            new = set[str]().union(*(fits[one] for one in new)) - group
        yield group
        left = [one for one in left if one not in group]


def _pairs(items: Sequence[tuple[str, ...]]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for i, a in enumerate(items):
        for b in items[i + 1 :]:
            yield a, b


def _rulings(
    facts: Iterable[PlayersMerged | PlayersSplit],
) -> tuple[set[tuple[str, str]], set[frozenset[str]], dict[str, tuple[int, str]]]:
    """Return which keys are the same and which aren't, and the latest names of merged players."""
    from ledger.library.journal.facts import PlayersMerged

    merged: set[tuple[str, str]] = set()
    apart: set[frozenset[str]] = set()
    called: dict[str, tuple[int, str]] = {}
    for n, fact in enumerate(facts):
        if isinstance(fact, PlayersMerged):
            merged.add((fact.keep, fact.other))
            apart.discard(frozenset((fact.keep, fact.other)))
            called[fact.keep] = n, fact.name
        else:
            ours, rest = set(fact.keys), set(fact.rest)
            merged = {(a, b) for a, b in merged if not ({a, b} & ours and {a, b} & rest)}
            # each side stays together, whatever joined it before
            merged |= {(side[0], key) for side in (fact.keys, fact.rest) for key in side[1:]}
            apart |= {frozenset((a, b)) for a in ours for b in rest}
            for key in ours:
                called.pop(key, None)
    return merged, apart, called
