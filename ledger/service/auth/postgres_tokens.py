"""Tokens in PostgreSQL, for any number of services; needs the extra `postgres`.

Every request looks up a token, and every stream does so each second, so tokens in use are kept in
memory. A thread checks for changes twice a second: a revoked token stops working everywhere within
a second. While the database is away, nothing new can be read anyway, so streams stay open and new
requests are refused.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec

from ledger.kernel.errors import Conflict, LedgerError
from ledger.kernel.message import Text
from ledger.kernel.times import format_time, utc_now
from ledger.protocol.schemas import Role
from ledger.store.postgres.database import Connection, Database

from .tokens import Clock, Token, id_in, new_token, no_token, oldest_kept, opens

STARTERS = ("host", "referee")
"""Roles whose holders may get games of their own while using their token."""
LOOK = 0.5
"""Seconds between checks on the tokens in use."""
FRESH = 0.8
"""How long a check stays valid, in seconds: later requests look in the database themselves."""
KEPT = 10.0
"""Seconds for which a token that isn't being used is still checked."""
_ADD = """
with added as (
    insert into ledger.tokens select * from unnest(
        %s::text[], %s::text[], %s::text[], %s::text[], %s::integer[], %s::text[],
        %s::text[], %s::text[], %s::text[], %s::boolean[]
    ) on conflict do nothing
)
insert into ledger.token_games select * from unnest(%s::text[], %s::text[]) on conflict do nothing
"""
"""A single statement, so that a process stopped halfway holds up nobody."""


class PostgresTokens:
    """All tokens of a service, in a database shared with others; safe to use from any thread."""

    def __init__(self, database: Database, *, clock: Clock = utc_now) -> None:
        self._database, self._clock = database, clock
        self._known: dict[str, Token] = {}
        self._used: dict[str, float] = {}  # when they were last used
        self._read = 0.0
        self._mutex = threading.Lock()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._away: LedgerError | None = None

    # --- lookups ----------------------------------------------------------------------------

    def find(self, secret: str) -> Token | None:
        """Return the token with this secret; None if it is unknown, expired or revoked."""
        id = id_in(secret)
        if id is None:
            return None
        if self._away is not None:  # known already: nobody else has to wait for it
            raise self._away
        token = self._read_known(id)
        right = opens(secret, token)
        return token if token and right and token.works(self._now()) else None

    def at_hand(self, secret: str) -> bool:
        """Return whether `find` can reply without a query."""
        id = id_in(secret)
        if id is None or self._away is not None:
            return True
        with self._mutex:
            return self._is_at_hand(id)

    def _is_at_hand(self, id: str) -> bool:
        token = self._known.get(id)
        fresh = monotonic() - self._read <= FRESH
        # people who start games must see theirs at once, in any process
        works = fresh and token is not None and token.works(self._now())
        return works and token is not None and token.role not in STARTERS

    def _read_known(self, id: str) -> Token | None:
        with self._mutex:
            self._used[id] = monotonic()
            if self._is_at_hand(id):
                return self._known[id]
        found = self.get(id)
        with self._mutex:
            if found is None:
                self._known.pop(id, None)
                self._used.pop(id, None)
            else:
                self._known[id] = found
            if self._thread is None and not self._closed.is_set():
                self._thread = threading.Thread(target=self._run, name="ledger-tokens", daemon=True)
                self._thread.start()
        return found

    def recent(self, id: str) -> Token | None:
        """Return a token as of the last check, if it is in memory."""
        with self._mutex:
            self._used[id] = monotonic()
            return self._known.get(id)

    def works(self, id: str) -> bool:
        """Return whether a token can still be used, as of the last check."""
        token = self.recent(id)
        return token is not None and token.works(self._now())

    # --- the thread -------------------------------------------------------------------------

    def _run(self) -> None:
        """Keep checking the tokens in use for changes."""
        while not self._closed.wait(LOOK):
            with suppress(LedgerError):  # the next request reports it
                self.reload()

    def reload(self) -> None:
        """Read those of the tokens in use that have changed."""
        with self._mutex:
            oldest = monotonic() - KEPT
            self._used = {id: used for id, used in self._used.items() if used > oldest}
            self._known = {id: token for id, token in self._known.items() if id in self._used}
            known = dict(self._known)
        started = monotonic()
        try:
            # if it was away, query it even when no token is in use, to see whether it is back
            changed = self._changed_of(known) if known or self._away else set()
            found = {token.id: token for token in self._select(changed)} if changed else {}
        except LedgerError as e:
            self._away = e
            raise
        with self._mutex:
            for id in changed:
                if self._known.get(id) is known[id]:  # otherwise it has been read in the meantime
                    del self._known[id]
                    self._known |= {id: found[id]} if id in found else {}
            self._read, self._away = started, None

    def _changed_of(self, known: Mapping[str, Token]) -> set[str]:
        """Return the ids of tokens that have changed: revoked, or with more games."""
        old = [token for token in known.values() if token.revoked is None]
        rows = self._database.ask(
            """
            select o.id from unnest(%s::text[], %s::integer[]) as o (id, games) where not exists (
                select from ledger.tokens as t where t.id = o.id and t.revoked is null
            ) or o.games <> (select count(*) from ledger.token_games as g where g.token = o.id)
            """,
            [
                [token.id for token in old],
                [len(token.games) if token.role in STARTERS else None for token in old],
            ],
            patience=self._database.write_patience,
        )
        return {id for (id,) in rows}

    def problem(self) -> Text | None:
        """Return why tokens can't be read, or None; after a failure, check again first."""
        if self._away is not None:
            try:
                self.reload()
            except LedgerError as e:
                return e.text
        return None

    def close(self) -> None:
        """Stop reading."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join(2 * self._database.patience)

    def has_admin(self) -> bool:
        """Return whether any admin's token works."""
        rows = self._database.ask(
            "select 1 from ledger.tokens where role = 'admin' and revoked is null "
            "and expires > %s limit 1",
            [self._now()],
        )
        return bool(rows)

    def get(self, id: str) -> Token | None:
        """Return the token with this id, if there is one."""
        return next(iter(self._select([id])), None)

    def page(
        self, after: str | None, limit: int, games: Collection[str] | None = None
    ) -> list[Token]:
        """Return up to `limit` tokens after the one with the id `after`, oldest first.

        With `games`, return only tokens for these games. Raises `Missing` if there is no token
        `after`.
        """
        last = ""
        if after is not None:
            if (token := self.get(after)) is None:
                raise no_token(after)
            last = token.created
        rows = self._database.ask(
            """
            select t.*, array(select g.game from ledger.token_games as g where g.token = t.id)
            from ledger.tokens as t
            where (created, id) > (%(last)s, %(after)s)
                and least(expires, coalesce(revoked, '9')) > %(oldest)s
                and (%(games)s::text[] is null or game = any(%(games)s::text[]))
            order by created, id limit %(limit)s
            """,
            {
                "last": last,
                "after": after or "",
                "oldest": oldest_kept(self._clock()),
                "games": None if games is None else list(games),
                "limit": limit,
            },
        )
        return [_token(row) for row in rows]

    def all(self) -> list[Token]:
        """Return every token, oldest first."""
        return self.page(None, (1 << 31) - 1)

    def _select(self, ids: Collection[str]) -> list[Token]:
        rows = self._database.ask(
            """
            select t.*, array(select g.game from ledger.token_games as g where g.token = t.id)
            from ledger.tokens as t where id = any(%s::text[])
            """,
            [list(ids)],
            patience=self._database.write_patience,
        )
        return [_token(row) for row in rows]

    # --- changing ---------------------------------------------------------------------------

    def make(
        self,
        role: Role,
        game: str | None = None,
        seat: int | None = None,
        days: int = 30,
        label: str = "",
        *,
        whole_library: bool = False,
    ) -> tuple[str, Token]:
        """Create a token and return it with its secret, which can't be shown again.

        Raises `Malformed` if a token can't have these properties.
        """
        secret, token = new_token(
            self._clock(), role, game, seat, days, label, whole_library=whole_library
        )
        self.add([token])
        return secret, token

    def add(self, tokens: Iterable[Token]) -> None:
        """Add tokens that were made elsewhere, all of them or none.

        Raises `Conflict` if another token has the same id.
        """
        made = list(tokens)
        rows = [_row(token) for token in made]
        if not rows:
            return
        games = [(game, token.id) for token in made for game in token.games]
        columns = [list(column) for column in zip(*rows, strict=True)]
        columns += [[row[n] for row in games] for n in range(2)]

        def insert(connection: Connection) -> None:
            connection.execute(_ADD, columns)

        self._database.change(insert, unhurried=len(made) > 1)
        stored = {token.id: token.digest for token in self._select([row[1] for row in rows])}
        for row in rows:
            if stored.get(row[1]) != row[2]:
                raise Conflict("there is already another token {id!r}", id=row[1])

    def revoke(self, id: str) -> Token:
        """Revoke a token and return it; one that was revoked before stays as it is.

        Raises `Missing` if there is no such token.
        """

        def update(connection: Connection) -> None:
            connection.execute(
                "update ledger.tokens set revoked = %s where id = %s and revoked is null",
                [self._now(), id],
            )

        self._database.change(update)
        return self._changed(id)

    def grant(self, id: str, game: str) -> Token:
        """Record that the holder of a token started a game.

        Raises `Missing` if there is no such token.
        """
        if self.get(id) is None:
            raise no_token(id)

        def insert(connection: Connection) -> None:
            connection.execute(
                "insert into ledger.token_games values (%s, %s) on conflict do nothing", [game, id]
            )

        self._database.change(insert)
        return self._changed(id)

    def _changed(self, id: str) -> Token:
        """Return a token as it is now, and make this process use it at once."""
        token = self.get(id)
        if token is None:
            raise no_token(id)
        with self._mutex:
            self._known[id] = token
        return token

    def _now(self) -> str:
        return format_time(self._clock())


def _row(token: Token) -> tuple[Any, ...]:
    return (
        *(token.game or "", token.id, token.digest, token.role, token.seat, token.label),
        *(token.created, token.expires, token.revoked, token.whole_library),
    )


def _token(row: tuple[Any, ...]) -> Token:
    game, id, digest, role, seat, label, created, expires, revoked, whole, games = row
    fields = {
        "id": id,
        "digest": digest,
        "role": role,
        "game": game or None,
        "seat": seat,
        "label": label,
        "created": created,
        "expires": expires,
        "revoked": revoked,
        "whole_library": whole,
        "games": games,
    }
    return msgspec.convert(fields, Token)
