"""A game server from Python: for bots, scripts and our own commands.

with Client("http://127.0.0.1:8000", token) as server:
    table = server.game("tuesday")
    table.play("take R5")
    for group in table.stream():
        ...
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Any, Literal, Self

import httpx
import msgspec

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.ids import check_id
from ledger.kernel.log.events import Reader, Seat
from ledger.kernel.rules.command import Command
from ledger.protocol import schemas as s

from .address import EXAMPLE, read_address
from .stream import AllGamesStream, Stream
from .transport import MAX_BODY, PATIENCE, Transport

As = int | Literal["full"] | None
"""How a referee views a game: as a seat, as a spectator (0), or with everything shown (`full`)."""

PAGE = 1000


def new_key() -> str:
    """Return a new, unique idempotency key."""
    return secrets.token_hex(16)


class Client:
    """A connection to one server with one token; errors are `LedgerError`s in the server's words.

    `url` may include a game on the server, which `game()` then returns by default. Requests that
    fail on the way are repeated for up to `patience` seconds with the same key, so that nothing
    happens twice.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = PATIENCE,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.address = read_address(url)
        self.transport = Transport(self.address, token, patience=patience, transport=transport)

    def __repr__(self) -> str:
        return f"Client({self.address.base!r})"  # never the token

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every connection."""
        self.transport.close()

    def kinds(self) -> list[s.GameKind]:
        """Return the games that can be played on the server."""
        return self.transport.ask(s.GameKinds, "GET", "/kinds").games

    def whoami(self) -> s.TokenFacts:
        """Return what the token may do."""
        return self.transport.ask(s.TokenFacts, "GET", "/whoami")

    def create(
        self,
        game: str,
        seats: list[str | Seat],
        *,
        options: dict[str, str | int | bool] | None = None,
        box: dict[str, Any] | None = None,
        place: str | None = None,
        id: str | None = None,
        key: str | None = None,
    ) -> TableClient:
        """Start a game and return its table; for hosts and admins.

        `seats` are the players, `place` is where the game is played, and `id` names the new game
        (default: the server chooses). Repeating a call with the same `key` returns the same game.
        """
        new = s.NewGame(
            game=game,
            seats=seats,
            options=options or {},
            box=box,
            place=place,
            id=id,
            key=key or new_key(),
        )
        return TableClient(self, self.transport.ask(s.GameFacts, "POST", "/games", body=new).id)

    def games(self, **filters: str | None) -> Iterator[s.GameRow]:
        """Yield the games that the token may see.

        The filters are `game`, `status`, `player`, `since` and `until`.
        """
        after: str | None = None
        seen: set[str] = set()
        while True:
            given = {**filters, "after": after}
            page = self.transport.ask(s.GameList, "GET", "/games", params=given)
            yield from page.games
            if page.next is None:
                return
            if page.next in seen:
                raise self.transport.endless()
            seen.add(page.next)
            after = page.next

    def game(self, id: str | None = None, *, as_: As = None) -> TableClient:
        """Return the game with this id, or the one in the address, or the token's only game."""
        id = id or self.address.game or self.whoami().game
        if id is None:
            raise Malformed(
                "{base} doesn't name a game, and this token is for every game",
                hint="write {example}",
                base=self.address.base,
                example=EXAMPLE,
            )
        return TableClient(self, check_id(id), as_)

    def stream(
        self,
        after: str = "start",
        *,
        notice: Callable[[LedgerError], None] = lambda error: None,
    ) -> AllGamesStream:
        """Return a stream of what happens in every game that the token may see.

        `after`: the `cursor` of an earlier stream, or `end` to receive only what is new. `notice`
        is called with problems that don't end the stream.
        """
        return AllGamesStream(self.transport, after=after, notice=notice)

    def query(
        self,
        sql: str,
        params: dict[str, str | int | float | bool | None] | None = None,
        *,
        limit: int = 1000,
    ) -> s.Table:
        """Run an SQL query over what the token may see; return at most `limit` rows.

        `params` are the values of the query's named parameters.
        """
        body = s.Query(sql=sql, params=params or {}, limit=limit)
        return self.transport.ask(s.Table, "POST", "/query", body=body)

    def reports(self) -> list[s.ReportFacts]:
        """Return the reports that the server offers."""
        return self.transport.ask(s.ReportList, "GET", "/reports").reports

    def report(self, name: str, **params: str | int | None) -> s.Table:
        """Run a report with these parameters."""
        return self.transport.ask(s.Table, "GET", f"/reports/{check_id(name)}", params=params)

    def make_token(
        self,
        role: s.Role,
        *,
        game: str | None = None,
        seat: int | None = None,
        days: int = 30,
        label: str = "",
        whole_library: bool = False,
    ) -> s.TokenMade:
        """Create a token, which is shown only this once; for hosts and admins."""
        body = s.NewToken(
            role=role, game=game, seat=seat, days=days, label=label, whole_library=whole_library
        )
        return self.transport.ask(s.TokenMade, "POST", "/tokens", body=body, retry=False)

    def tokens(self) -> Iterator[s.TokenFacts]:
        """Yield the facts about every token, oldest first; for hosts and admins."""
        after: str | None = None
        seen: set[str] = set()
        while True:
            given = {"after": after, "limit": PAGE}
            page = self.transport.ask(s.TokenList, "GET", "/tokens", params=given)
            yield from page.tokens
            if page.next is None:
                return
            if page.next in seen:
                raise self.transport.endless()
            seen.add(page.next)
            after = page.next

    def revoke(self, id: str) -> None:
        """Revoke a token by its id; for hosts and admins."""
        self.transport.raw("DELETE", f"/tokens/{check_id(id)}", retry=False)


class TableClient:
    """A game on a server, as the holder of the token sees it; `as_` is for referees."""

    def __init__(self, client: Client, id: str, as_: As = None) -> None:
        self.client, self.id, self.as_ = client, id, as_
        self._transport, self._path = client.transport, f"/games/{id}"

    def __repr__(self) -> str:
        return f"TableClient({self.url!r})"

    @property
    def url(self) -> str:
        """The game's address, as users type it."""
        return f"{self.client.address.base}/games/{self.id}"

    def facts(self) -> s.GameFacts:
        """Return what kind of game it is and how far it has got."""
        return self._transport.ask(s.GameFacts, "GET", self._path)

    def events(self, first: int = 1, last: int | None = None) -> list[bytes]:
        """Return lines `first` to `last` of the viewer's stream, exactly as they are in its log."""
        out: list[bytes] = []
        size = 0
        start: int | None = first
        while start is not None and (last is None or start <= last):
            limit = PAGE if last is None else min(PAGE, last - start + 1)
            given = {"from": start, "limit": limit, "as": self.as_}
            page = self._transport.ask(
                s.Events, "GET", f"{self._path}/events", params=given, most=MAX_BODY
            )
            out += [bytes(raw) for raw in page.events]
            size += sum(map(len, page.events))
            if size > MAX_BODY or (page.next is not None and page.next <= start):
                raise self._transport.endless()
            start = page.next if page.events else None
        return out

    def state(self, at: int | None = None, *, turn: int | None = None) -> s.Position:
        """Return the position after line `at`, at the end of turn `turn`, or now."""
        given = {"at": at, "turn": turn, "as": self.as_}
        return self._transport.ask(s.Position, "GET", f"{self._path}/state", params=given)

    def legal(self, *, seat: int | None = None, limit: int = 200) -> s.Legal:
        """Return at most `limit` moves that the seat may make now; `seat` is for referees."""
        given = {"seat": seat, "limit": limit}
        return self._transport.ask(s.Legal, "GET", f"{self._path}/legal", params=given)

    def play(
        self,
        move: Command | msgspec.Raw | str,
        *,
        version: int | None = None,
        key: str | None = None,
        seat: int | None = None,
        waive: list[str] | None = None,
    ) -> s.Done:
        """Play a command or a typed move; with `version`, only if nothing has happened since.

        A command may also be passed as `legal` returned it. `seat` is for referees, who may move
        for anyone; `waive` names rules that the table waives (referees). Raises `Illegal` for a
        move that the rules refuse, `Malformed` for one that can't be read, and `Stale` if something
        happened after `version`.
        """
        given: dict[str, Any] = {"version": version, "key": key or new_key(), "seat": seat}
        if isinstance(move, str):
            given["move"] = move
        elif isinstance(move, msgspec.Raw):
            given["command"] = msgspec.json.decode(move)
        else:
            given["command"] = msgspec.to_builtins(move)
        body = s.Submit(**given, waive=waive or [])
        return self._transport.ask(s.Done, "POST", f"{self._path}/commands", body=body)

    def undo(
        self, to: int | None = None, *, version: int | None = None, key: str | None = None
    ) -> s.Done:
        """Take back the last move or, for referees, everything after line `to`.

        With `version`, raises `Stale` if something has happened since.
        """
        body = s.Undo(to=to, version=version, key=key or new_key())
        return self._transport.ask(s.Done, "POST", f"{self._path}/undo", body=body)

    def note(self, text: str, *, to: Reader | None = None, key: str | None = None) -> s.Done:
        """Add a remark for everyone, or only for one seat (its number) or the "recorder"."""
        body = s.Note(text=text, to=to, key=key or new_key())
        return self._transport.ask(s.Done, "POST", f"{self._path}/notes", body=body)

    def abandon(self, reason: str, *, key: str | None = None) -> s.Done:
        """End the game without a winner; for referees."""
        body = s.Abandon(reason=reason, key=key or new_key())
        return self._transport.ask(s.Done, "POST", f"{self._path}/abandon", body=body)

    def branch(self, at: int, *, id: str | None = None, key: str | None = None) -> TableClient:
        """Start a new game from the position after a line, and return it; for referees."""
        body = s.Branch(at=at, id=id, key=key or new_key())
        made = self._transport.ask(s.GameFacts, "POST", f"{self._path}/branches", body=body)
        return TableClient(self.client, made.id)

    def reopen(self) -> s.GameFacts:
        """Reopen a game after its disk failed; for admins."""
        return self._transport.ask(s.GameFacts, "POST", f"{self._path}/reopen")

    def verify(self) -> s.Verified:
        """Check the viewer's stream against the rules, and return the result."""
        return self._transport.ask(s.Verified, "GET", f"{self._path}/verify")

    def export(self, to: Literal["jsonl", "session"] = "jsonl") -> bytes:
        """Return the viewer's stream as a log or as a session."""
        given = {"to": to, "as": self.as_}
        return self._transport.raw("GET", f"{self._path}/export", params=given, accept="*/*")

    def stream(
        self, after: int = 0, *, notice: Callable[[LedgerError], None] = lambda error: None
    ) -> Stream:
        """Return a stream of the groups after a line, each a list of raw lines, to the game's end.

        `notice` is called with problems that don't end the stream.
        """
        return Stream(
            self._transport,
            f"{self._path}/stream",
            after=after,
            params={"as": self.as_},
            notice=notice,
        )
