"""Which connections are kept when there are too many: those of people with a valid token.

A connection counts as a stranger's until a request with a valid token comes over it. Strangers have
a limited number of places, per address and in total; a new one replaces the oldest connection of
the address that has the most. So people with a token always get in. A connection whose request is
being answered is never replaced: answers to strangers are short, so its place is soon free again,
and many new connections can't keep anybody at the same address from getting an answer.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from .rate_limits import ConcurrencyLimits


class Abortable(Protocol):
    """A connection that can be cut off."""

    @property
    def answering(self) -> bool:
        """Whether a request that came over it is being answered."""

    def abort(self) -> None:
        """Cut the connection off at once."""


class ConnectionLimits:
    """All connections of a server: strangers by address, the others by token."""

    def __init__(self, *, most: int, each: int, each_token: int) -> None:
        self.most, self.each, self.each_token = most, each, each_token
        self.strangers = _Strangers()
        self._known: dict[Abortable, Hashable] = {}
        self._tokens = ConcurrencyLimits(most)

    def __len__(self) -> int:
        return len(self.strangers) + len(self._known)

    def admit(self, connection: Abortable, address: str) -> bool:
        """Let a stranger in, replacing another if need be; False if there is no room."""
        if self.strangers.count(address) >= self.each:
            room = self.strangers.drop_oldest(address)
        elif len(self) >= self.most or len(self.strangers) >= max(self.most // 2, 1):
            room = self.strangers.drop_from_heaviest()
        else:
            room = True
        if room:
            self.strangers.add(connection, address)
        return room

    def admit_proxy(self, connection: Abortable) -> bool:
        """Let a trusted proxy in: it speaks for many, so it doesn't count for any address."""
        if len(self) >= self.most and not self.strangers.drop_from_heaviest():
            return False
        self._known[connection] = None
        return True

    def recognise(self, connection: Abortable, token: str) -> bool:
        """Note that a valid token came over a connection; False if that token has too many."""
        if connection in self._known:
            return True
        if self._tokens.take({token: self.each_token}) is not None:
            return False
        self.strangers.discard(connection)
        self._known[connection] = token
        return True

    def leave(self, connection: Abortable) -> None:
        """Forget a connection that has ended."""
        self.strangers.discard(connection)
        token = self._known.pop(connection, None)
        if token is not None:
            self._tokens.leave([token])


class _Strangers:
    """Connections by address, oldest first, and which address has the most."""

    def __init__(self) -> None:
        self._by: dict[str, dict[Abortable, None]] = {}
        self._addresses: dict[Abortable, str] = {}
        self._by_count: dict[int, dict[str, None]] = {}
        self._top = 0

    def __len__(self) -> int:
        return len(self._addresses)

    def count(self, address: str) -> int:
        """Return how many connections an address has."""
        return len(self._by.get(address, ()))

    def heaviest(self) -> str:
        """Return an address with the most connections."""
        return next(iter(self._by_count[self._top]))

    def add(self, connection: Abortable, address: str) -> None:
        """Add a connection."""
        here = self._by.setdefault(address, {})
        here[connection] = None
        self._addresses[connection] = address
        self._move(address, len(here) - 1, len(here))

    def discard(self, connection: Abortable) -> None:
        """Remove a connection, if it is here."""
        address = self._addresses.pop(connection, None)
        if address is None:
            return
        here = self._by[address]
        del here[connection]
        self._move(address, len(here) + 1, len(here))
        if not here:
            del self._by[address]

    def drop_oldest(self, address: str) -> bool:
        """Cut off the oldest connection of an address; False if all are being answered."""
        connection = next((one for one in self._by[address] if not one.answering), None)
        if connection is None:
            return False
        self.discard(connection)
        connection.abort()
        return True

    def drop_from_heaviest(self) -> bool:
        """Cut off the oldest connection of the address with the most, if there is one to cut."""
        return len(self) > 0 and self.drop_oldest(self.heaviest())

    def _move(self, address: str, before: int, now: int) -> None:
        """Keep the addresses sorted by their counts, in constant time."""
        if before:
            del self._by_count[before][address]
            if not self._by_count[before]:
                del self._by_count[before]
        if now:
            self._by_count.setdefault(now, {})[address] = None
        self._top = max(self._top, now)
        if self._top not in self._by_count:
            self._top = now if now in self._by_count else 0
