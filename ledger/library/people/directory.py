"""Who is who: players are matched by permanent ids, by names, and by the user's rulings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ledger.kernel.errors import Ambiguous, Illegal, Missing
from ledger.kernel.message import Message
from ledger.kernel.results import Person, Standing
from ledger.kernel.text.suggest import either, nearest
from ledger.library.journal.facts import PlayersForgotten, PlayersMerged, PlayersSplit

from .matching import Doubt, Encounters, Match, MemoryEncounters, Player, exact, is_nobody, loose

ANONYMOUS = "anonymous"
"""A key in `extra` of a standing: according to its source, it doesn't matter who sat there."""


def keys_of(person: Person) -> tuple[str, ...]:
    """Return the keys of a person: permanent ids or else the name, and none at all for `?`."""
    ids = tuple(f"{kind}:{id}" for kind, id in sorted(person.ids.items()) if id)
    return ids or (() if is_nobody(person.name) else (f"name:{exact(person.name)}",))


def person_of(standing: Standing) -> Person:
    """Return who sat there; an anonymous seat can be anybody, whatever name and ids it has."""
    return _ANYBODY if standing.extra.get(ANONYMOUS) is True else standing.person


_ANYBODY = Person(name="?")


_NEVER_IN_IDS = "ðÐþÞæÆœŒŋŊ"
"""Letters that are left out of ids. This must never change, or players would get different ids."""


def slug(text: str, fallback: str) -> str:
    """Turn a string into an id that is easy to type."""
    plain = re.sub(r"[^a-z0-9]+", "-", loose(text, keep=_NEVER_IN_IDS)).strip("-")
    return plain[:40].strip("-") or fallback


class People:
    """Everybody who ever played, and the user's rulings about them."""

    def __init__(self) -> None:
        self.names: dict[str, list[str]] = {}  # key -> names, newest last
        self.short: dict[str, str] = {}  # key -> our id, in order of appearance
        self.owner: dict[str, str] = {}  # our id -> key
        self.same: set[tuple[str, str]] = set()  # keys that were on the same record
        self.seats: dict[str, list[tuple[str, ...]]] = {}  # game -> keys, seat by seat
        self.rulings: list[PlayersMerged | PlayersSplit] = []
        self.forgotten: set[str] = set()  # keys of people who are anonymous to others
        self.last: dict[str, str] = {}  # key -> the name it was seen with last, as written
        self._keys: dict[object, tuple[str, ...]] = {}
        self._count: Counter[str] = Counter()
        self._match: Match | None = None

    def see(self, game: str, persons: Sequence[Person]) -> None:
        """Record who played a game."""
        self._match = None
        self._sit(game, [self._keys_seen(person) for person in persons])

    def _keys_seen(self, person: Person) -> tuple[str, ...]:
        """Return the keys of a person in a game that is being added."""
        seen = (person.name, *person.ids.items()) if person.ids else person.name
        keys = self._keys.get(seen)
        if keys is None:
            keys = self._keys[seen] = keys_of(person)
        elif len(keys) == 1 and self.last[keys[0]] == person.name:
            return keys
        elif all(self.last[key] == person.name for key in keys):
            return keys  # usually nothing is new
        known = next((self.short[k] for k in keys if k in self.short), None)
        for key in keys:
            self.last[key] = person.name
            names = self.names.setdefault(key, [])
            if (name := exact(person.name)) not in names[-1:]:
                names[:] = [n for n in names if n != name] + [name]
            if key not in self.short:
                known = known or self._fresh(person.name, key)
                self.short[key] = known
        for other in keys[1:]:
            self.same.add((keys[0], other))
        return keys

    def _sit(self, game: str, seats: list[tuple[str, ...]] | None) -> None:
        """Record the keys at a game's seats; None if the game no longer exists."""
        if seats is None:
            self.seats.pop(game, None)
        else:
            self.seats[game] = seats

    def encounters(self) -> Encounters:
        """Return who sat at which tables."""
        return MemoryEncounters(self.seats)

    def _fresh(self, name: str, key: str) -> str:
        base = slug(name, "player")
        while True:
            self._count[base] += 1
            n = self._count[base]
            id = base if n == 1 else f"{base}-{n}"
            if id not in self.owner:
                self.owner[id] = key
                return id

    def drop(self, game: str) -> None:
        """Forget the players of a game that turned out to be part of another one."""
        self._match = None
        self._sit(game, None)

    def rule(self, fact: PlayersMerged | PlayersSplit) -> None:
        """Record a ruling by the user."""
        self._match = None
        self.rulings.append(fact)

    def forget(self, fact: PlayersForgotten) -> None:
        """Record that somebody mustn't be named, or may be named again."""
        if fact.undone:
            self.forgotten -= set(fact.keys)
        else:
            self.forgotten |= set(fact.keys)

    # --- asking -----------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The current answer to who is who, computed only when something has changed."""
        if self._match is None:
            self._match = Match(self)
        return self._match

    def players(self) -> list[Player]:
        """Return everybody who has played, in order of appearance."""
        return [p for p in self.match.players.values() if p.games]

    def forgotten_players(self) -> list[Player]:
        """Return the people whom exports and public copies leave unnamed."""
        ids = {self.match.player_of[k] for k in self.forgotten if k in self.match.player_of}
        return [self.match.players[id] for id in sorted(ids)]

    def doubts(self) -> list[Doubt]:
        """Return the players who might be the same person but aren't treated as one."""
        return self.match.doubts()

    def of(self, game: str) -> tuple[str | None, ...]:
        """Return the ids of a game's players by seat, with None for unknown ones."""
        known = self.match.player_of
        return tuple(known[keys[0]] if keys else None for keys in self.seats.get(game, ()))

    def find(self, text: str) -> Player:
        """Return the player with one of our ids, a key or a name."""
        players, owner = self.match.players, self.match.player_of
        if text in self.owner:
            return players[owner[self.owner[text]]]
        if text in owner:
            return players[owner[text]]
        hits = [p for p in players.values() if exact(text) in p.names]
        if not hits:
            near = [p for p in players.values() if loose(text) in map(loose, p.names)]
            if not near:
                called = {loose(name): p for p in players.values() for name in p.names}
                meant = nearest(loose(text), called)
                near = [called[meant]] if meant else []
            raise Missing(
                "there is no player called {text!r} here",
                hint="did you mean {near}?" if near else "`ledger players` lists them all",
                text=text,
                near=either([_label(p) for p in near]),
            )
        if len(hits) > 1:
            raise Ambiguous(
                "{count} players are called {text!r}",
                hint="say which: {ids}",
                count=len(hits),
                ids=", ".join(p.id for p in hits),
                text=text,
            )
        return hits[0]

    def merging(self, keep: str, other: str) -> PlayersMerged:
        """Return the fact that merges two players.

        Raises `Illegal` if they can't be one person, or are already.
        """
        a, b = self.find(keep), self.find(other)
        if a.id == b.id:
            raise Illegal("{name} ({id}) is already one player", name=a.name, id=a.id)
        both = sorted(set(a.games) & set(b.games))
        if both:
            raise Illegal(
                "{a} and {b} sat at the same table in {both}, so they are two people",
                a=_label(a),
                b=_label(b),
                both=both[0],
            )
        return PlayersMerged(keep=a.keys[0], other=b.keys[0], name=a.name)

    def forgetting(self, player: str, *, undone: bool = False) -> PlayersForgotten:
        """Return the fact that makes exports and public copies stop (or resume) naming a player.

        Raises `Illegal` if that is already the case.
        """
        found = self.find(player)
        known = found in self.forgotten_players()
        if known is not undone:
            raise Illegal(
                "{player} is already forgotten" if known else "{player} isn't forgotten",
                player=_label(found),
            )
        return PlayersForgotten(keys=found.keys, undone=undone)

    def splitting(self, player: str, keys: Sequence[str]) -> PlayersSplit:
        """Return the fact that gives some of a player's keys to somebody else.

        Raises `Illegal` if that isn't possible.
        """
        whole = self.find(player)
        choice = Message("its keys are: {keys}", keys=", ".join(whole.keys))
        if len(whole.keys) == 1:
            raise Illegal(
                "{player} has only one key ({keys})",
                player=_label(whole),
                keys=whole.keys[0],
            )
        if not keys:
            if len(whole.keys) > 2:
                raise Ambiguous(
                    "say which keys of {player} belong to another person",
                    hint=choice,
                    player=_label(whole),
                )
            keys = whole.keys[1:]
        for key in keys:
            if key not in whole.keys:
                raise Missing(
                    "{player} has no key {key!r}", hint=choice, player=_label(whole), key=key
                )
        rest = [k for k in whole.keys if k not in keys]
        if not rest:
            raise Illegal(
                "that would leave nothing for {player}", hint=choice, player=_label(whole)
            )
        for a, b in self.same:
            if (a in keys) != (b in keys) and {a, b} <= set(whole.keys):
                raise Illegal(
                    "{a} and {b} belong to the same record, so they are one person", a=a, b=b
                )
        return PlayersSplit(keys=tuple(keys), rest=tuple(rest))


def _label(player: Player) -> str:
    return f"{player.name} ({player.id})" if player.name != player.id else player.id
