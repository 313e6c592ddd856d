"""The same in PostgreSQL: a database that one tree made is served by another, and by both at once.

Every database is a copy of one that the old tree filled: with its library, its tokens, and a game
whose service was killed in the middle.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from scripts.common import postgres_server
from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.recording import say
from scripts.laboratory.black_box.serving import API, Server, Stream
from scripts.laboratory.black_box.trees import Tree

from .going_on import SEATS_BY_NAME, ask_all
from .making import begin, new_token
from .steps import QUICK, Failed, compared, good, move, tried, until

GAMES = "/games?limit=100"


def inherit_database(old: Tree, new: Tree, made: Bench, top: Path) -> tuple[list[str], int]:
    """Fill a database with the old tree, go on with each and with both.

    Returns what went wrong, and how many answers were compared.
    """
    with postgres_server.running() as database:
        campaign = _Campaign(database, made, top)
        campaign.run(old, new)
    return campaign.problems, campaign.answers


class _Campaign:
    def __init__(self, database: postgres_server.Server, made: Bench, top: Path) -> None:
        self.database, self.made, self.top = database, made, top
        self.problems: list[str] = []
        self.answers = 0

    def run(self, old: Tree, new: Tree) -> None:
        say(f"filling a database with {old.name}")
        self.tokens = _fill(self.made, self.database.new_database("made"))
        worlds = []
        for name, tree in (("old", old), ("new", new)):
            say(f"going on in the database with {tree.name}")
            (bench,), address = self._copy(name, tree)
            self.problems += tried(f"{name}, database", _go_on, bench, address, self.tokens)
            worlds.append(bench)
        self.problems += compared("database", *worlds)
        self.answers += len(worlds[1].answers)
        for name, pair in {"old-new": (old, new), "new-old": (new, old)}.items():
            say(f"at the same time over a database: {name}")
            benches, address = self._copy(name, *pair)
            steps = tried(f"together, {name}", _together, *benches, address, self.tokens)
            self.problems += steps

    def _copy(self, name: str, *trees: Tree) -> tuple[list[Bench], str]:
        """Return benches of these trees, and the address of a new copy of what was made."""
        copy = f"copy_{name.replace('-', '_')}"
        with psycopg.connect(self.database.address(), autocommit=True) as admin:
            query = sql.SQL("create database {} template made")
            admin.execute(query.format(sql.Identifier(copy)))
        benches = []
        for n, tree in enumerate(trees):
            bench = Bench(tree, self.top / f"database-{name}-{n}")
            for real, shown in self.made.names.known():
                bench.names.call(real, shown)
            bench.names.call(self.database.address(copy), "<address>")
            benches.append(bench)
        return benches, self.database.address(copy)


def _fill(bench: Bench, address: str) -> dict[str, str]:
    """Copy the library that was made, play a game in the middle, kill the service."""
    good(bench, "store", "copy", bench.path("library"), address)
    admin = new_token(bench, "an admin of the database", "--role", "admin", "--store", address)
    with _server(bench, address, admin) as server:
        tokens = begin(server, "shared")
        server.process.kill()
        server.process.wait()
    return tokens


def _server(bench: Bench, address: str, admin: str) -> Server:
    return Server(bench, *QUICK, store=address, admin=admin)


def _go_on(bench: Bench, address: str, tokens: dict[str, str]) -> None:
    """Tokens, games and moves of one process; then the library is taken out into a folder."""
    bench.run("tokens", "token", "list", "--store", address, "--json")
    with _server(bench, address, tokens["admin"]) as server:
        for who, token in tokens.items():
            server.note(f"games-{who}", "GET", API + GAMES, token)
        ask_all(server, "shared", tokens)
        for n in range(6):
            done = move(server, "shared", n)
            bench.note(f"move-{n}", {"asked": "a move", "answer": done})
        server.note("query", "POST", f"{API}/query", server.admin, SEATS_BY_NAME)
    good(bench, "store", "copy", address, bench.path("library"))
    bench.run("verify", "verify", "library/games", "--json")
    bench.note("taken-out", {"asked": "the logs", "files": bench.digests("library/games")})
    for name in ("games/shared.jsonl", "journal.jsonl", ".service/timeline"):
        bench.note(name, {"asked": name, "files": {name: bench.file(f"library/{name}")}})


def _together(one: Bench, other: Bench, address: str, tokens: dict[str, str]) -> None:
    """Two processes serve one database: moves, games and tokens of each are the other's too."""
    with (
        _server(one, address, tokens["admin"]) as first,
        _server(other, address, tokens["admin"]) as second,
    ):
        streams = [
            Stream(server, "shared", tokens["spectator"]).start() for server in (first, second)
        ]
        for n in range(12):
            writer, reader = (first, second)[:: 1 if n % 2 else -1]
            move(writer, "shared", n)
            _until_equal("a move", writer, reader, "/games/shared/state")
        for n, (writer, reader) in enumerate(((first, second), (second, first))):
            _new_game(writer, reader, f"begun-{n}")
            _token_of_another(writer, reader, f"begun-{n}")
            _keys_are_used_once(writer, reader, f"begun-{n}")
        facts = [s.api("GET", "/games/shared/verify", s.admin) for s in (first, second)]
        if facts[0] != facts[1]:
            raise Failed(f"the two verify the shared game differently: {facts}")
        for server, bench in ((first, other), (second, one)):
            _command_beside(server, bench, address)
    shown = [stream.ended() for stream in streams]
    if shown[0] != shown[1]:
        raise Failed(f"the two stream the shared game differently: {shown}")


def _new_game(writer: Server, reader: Server, game: str) -> None:
    wish = {"game": "klongs", "seats": ["Ana", "Bartek"], "id": game}
    writer.api("POST", "/games", writer.admin, wish)
    until(
        "a new game", lambda: reader.ask("GET", f"{API}/games/{game}", reader.admin).status == 200
    )
    move(reader, game, 1)
    _until_equal("a move in it", writer, reader, f"/games/{game}/state")
    _until_equal("the list of games", writer, reader, GAMES)


def _token_of_another(writer: Server, reader: Server, game: str) -> None:
    seat = writer.token("seat", game, 1)
    until("a token of the other process", lambda: _status(reader, seat) == 200)
    reader.api("DELETE", f"/tokens/{seat.split('_')[1]}", reader.admin)
    until("the end of a token", lambda: _status(writer, seat) == 401)


def _keys_are_used_once(writer: Server, reader: Server, game: str) -> None:
    """A move that is sent again to the other process is not played twice."""
    facts = writer.api("GET", f"/games/{game}", writer.admin)
    seat = facts["awaiting"][0]["seat"]
    legal = writer.api("GET", f"/games/{game}/legal?seat={seat}", writer.admin)["moves"]
    body = {"move": legal[0]["move"], "seat": seat}
    key = {"Idempotency-Key": f"once-{game}"}
    path = f"{API}/games/{game}/commands"
    answers = [s.ask("POST", path, s.admin, body, key) for s in (writer, reader, writer)]
    status, events = [a.status for a in answers], [a.json["events"] for a in answers]
    if status != [201, 200, 200] or events != [events[0]] * 3:
        raise Failed(f"a key was used twice: {status}, {events}")


def _command_beside(server: Server, bench: Bench, address: str) -> None:
    """What a command of the other tree does is seen by a running process."""
    token = new_token(
        bench, "a command's", "--role", "spectator", "--game", "shared", "--store", address
    )
    until("a command's token", lambda: _status(server, token) == 200)
    good(bench, "token", "revoke", token.split("_")[1], "--store", address)
    until("its end", lambda: _status(server, token) == 401)


def _status(server: Server, token: str) -> int:
    return server.ask("GET", f"{API}/whoami", token).status


def _until_equal(what: str, one: Server, other: Server, path: str) -> None:
    def answer(server: Server) -> Any:
        return server.api("GET", path, server.admin)

    until(f"{what} ({path})", lambda: bool(answer(one) == answer(other)))
