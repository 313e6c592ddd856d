"""Tokens in PostgreSQL, for any number of services; needs the extra `postgres`.

Every request asks for a token, so what was read a moment ago is not read again: a revoked token is
dead in all processes as soon as that moment is over.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable
from time import monotonic
from typing import Any

import msgspec

from ledger.kernel.errors import Conflict
from ledger.kernel.times import format_time, utc_now
from ledger.protocol.schemas import Role
from ledger.store.postgres.database import Connection, Database

from .tokens import MOMENT, Clock, Token, id_in, new_token, no_token, oldest_kept, opens


class PostgresTokens:
    """All tokens of a service, in a database that others use too; safe to use from threads."""

    def __init__(self, database: Database, *, clock: Clock = utc_now) -> None:
        self._database, self._clock = database, clock
        self._known: dict[str, Token] = {}
        self._asked: set[str] = set()  # since they were last read
        self._read = 0.0
        self._mutex = threading.Lock()

    # --- asking -----------------------------------------------------------------------------

    def find(self, secret: str) -> Token | None:
        """Return the token of a secret; None when it is unknown, expired or revoked."""
        id = id_in(secret)
        if id is None:
            return None
        token = self._recent(id)
        right = opens(secret, token)
        return token if token and right and token.works(self._now()) else None

    def works(self, id: str) -> bool:
        """Whether a token can still be used."""
        token = self._recent(id)
        return token is not None and token.works(self._now())

    def _recent(self, id: str) -> Token | None:
        """Return a token as it was a moment ago at most."""
        with self._mutex:
            self._asked.add(id)
            if monotonic() - self._read > MOMENT:  # all that are in use, with one question
                started = monotonic()
                found = self._select(sorted(self._asked))
                self._known = {token.id: token for token in found}
                self._read, self._asked = started, {id}
            elif id not in self._known:
                self._known |= {token.id: token for token in self._select([id])}
            return self._known.get(id)

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
        games = [(game, token.id) for token in made for game in token.games]

        def insert(connection: Connection) -> None:
            with connection.transaction(), connection.cursor() as cursor:
                cursor.executemany(
                    "insert into ledger.tokens values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) "
                    "on conflict do nothing",
                    rows,
                )
                cursor.executemany(
                    "insert into ledger.token_games values (%s, %s) on conflict do nothing", games
                )

        self._database.writing(insert)
        stored = {token.id: token.digest for token in self._select([row[1] for row in rows])}
        for row in rows:
            if stored.get(row[1]) != row[2]:
                raise Conflict(f"there is another token {row[1]!r} already")

    def revoke(self, id: str) -> Token:
        """Revoke a token; one that no longer works stays as it is."""

        def update(connection: Connection) -> None:
            connection.execute(
                "update ledger.tokens set revoked = %s where id = %s and revoked is null",
                [self._now(), id],
            )

        self._database.writing(update)
        return self._changed(id)

    def grant(self, id: str, game: str) -> Token:
        """Note that the holder of a token started a game."""
        if self.get(id) is None:
            raise no_token(id)

        def insert(connection: Connection) -> None:
            connection.execute(
                "insert into ledger.token_games values (%s, %s) on conflict do nothing", [game, id]
            )

        self._database.writing(insert)
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
