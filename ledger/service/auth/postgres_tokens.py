"""Tokens in PostgreSQL, for any number of services; needs the extra `postgres`.

Every request asks for a token, and every stream each second, so what is in use is kept in memory.
A thread looks twice a second what has changed: a revoked token is dead everywhere within a second.
While the database is away nothing new can be read either, so streams stay open, and new requests
are refused.
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
"""Roles whose holders get games of their own while they use their token."""
LOOK = 0.5
"""Seconds between looks at what is in use."""
FRESH = 0.8
"""Seconds for which the last look counts: a request later than that asks the database itself."""
KEPT = 10.0
"""Seconds for which a token that nobody asks for is read along."""
_ADD = """
with added as (
    insert into ledger.tokens select * from unnest(
        %s::text[], %s::text[], %s::text[], %s::text[], %s::integer[], %s::text[],
        %s::text[], %s::text[], %s::text[], %s::boolean[]
    ) on conflict do nothing
)
insert into ledger.token_games select * from unnest(%s::text[], %s::text[]) on conflict do nothing
"""
"""In one statement: whoever is stopped meanwhile holds up nobody."""


class PostgresTokens:
    """All tokens of a service, in a database that others use too; safe to use from threads."""

    def __init__(self, database: Database, *, clock: Clock = utc_now) -> None:
        self._database, self._clock = database, clock
        self._known: dict[str, Token] = {}
        self._used: dict[str, float] = {}  # when somebody asked for them
        self._read = 0.0
        self._mutex = threading.Lock()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._away: LedgerError | None = None

    # --- asking -----------------------------------------------------------------------------

    def find(self, secret: str) -> Token | None:
        """Return the token of a secret; None when it is unknown, expired or revoked."""
        id = id_in(secret)
        if id is None:
            return None
        if self._away is not None:  # found out already: nobody else need wait for it
            raise self._away
        token = self._read_known(id)
        right = opens(secret, token)
        return token if token and right and token.works(self._now()) else None

    def at_hand(self, secret: str) -> bool:
        """Whether `find` can answer without asking the database."""
        id = id_in(secret)
        if id is None or self._away is not None:
            return True
        with self._mutex:
            return self._is_at_hand(id)

    def _is_at_hand(self, id: str) -> bool:
        token = self._known.get(id)
        fresh = monotonic() - self._read <= FRESH
        # those who start games must see theirs at once, whichever process they ask
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
        """Return a token as it was a moment ago, if that is known."""
        with self._mutex:
            self._used[id] = monotonic()
            return self._known.get(id)

    def works(self, id: str) -> bool:
        """Whether a token can still be used, as of a moment ago."""
        token = self.recent(id)
        return token is not None and token.works(self._now())

    # --- the thread -------------------------------------------------------------------------

    def _run(self) -> None:
        """Look again and again what has changed of what is in use."""
        while not self._closed.wait(LOOK):
            with suppress(LedgerError):  # it is told to whoever asks next
                self.reload()

    def reload(self) -> None:
        """Read what has changed of those that are in use."""
        with self._mutex:
            oldest = monotonic() - KEPT
            self._used = {id: used for id, used in self._used.items() if used > oldest}
            self._known = {id: token for id, token in self._known.items() if id in self._used}
            known = dict(self._known)
        started = monotonic()
        try:
            # when it was away, it is asked though nothing is to be known: is it back?
            changed = self._changed_of(known) if known or self._away else set()
            found = {token.id: token for token in self._select(changed)} if changed else {}
        except LedgerError as e:
            self._away = e
            raise
        with self._mutex:
            for id in changed:
                if self._known.get(id) is known[id]:  # else it was read meanwhile
                    del self._known[id]
                    self._known |= {id: found[id]} if id in found else {}
            self._read, self._away = started, None

    def _changed_of(self, known: Mapping[str, Token]) -> set[str]:
        """Return which tokens are others by now: revoked, or with more games."""
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
        """Return why nobody's token can be read now, or None; looks again if that was so."""
        if self._away is not None:
            try:
                self.reload()
            except LedgerError as e:
                return e.text
        return None

    def close(self) -> None:
        """Read no more."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join(2 * self._database.patience)

    def has_admin(self) -> bool:
        """Whether an admin's token works."""
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
        """Return tokens behind one, the oldest first; `games`: only those for these games."""
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
        """Return every token, the oldest first."""
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
        """Make a token; this is the only time that the secret is shown."""
        secret, token = new_token(
            self._clock(), role, game, seat, days, label, whole_library=whole_library
        )
        self.add([token])
        return secret, token

    def add(self, tokens: Iterable[Token]) -> None:
        """Enter tokens that were made elsewhere, all of them or none."""
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
        """Revoke a token; one that no longer works stays as it is."""

        def update(connection: Connection) -> None:
            connection.execute(
                "update ledger.tokens set revoked = %s where id = %s and revoked is null",
                [self._now(), id],
            )

        self._database.change(update)
        return self._changed(id)

    def grant(self, id: str, game: str) -> Token:
        """Note that the holder of a token started a game."""
        if self.get(id) is None:
            raise no_token(id)

        def insert(connection: Connection) -> None:
            connection.execute(
                "insert into ledger.token_games values (%s, %s) on conflict do nothing", [game, id]
            )

        self._database.change(insert)
        return self._changed(id)

    def _changed(self, id: str) -> Token:
        """Return a token as it is now, which holds here at once."""
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
