"""A server of one game that speaks as the real one does, and fails when it is told to."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from functools import reduce
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from operator import or_
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from ledger.kernel.errors import LedgerError, Stale
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.game.views import Asked
from ledger.kernel.log.events import groups
from ledger.kernel.message import Text
from ledger.kernel.notation.moves.move_reader import read_move
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.kernel.rules.chance import Seeded
from ledger.protocol import schemas as s
from ledger.protocol.errors import problem_of_kind

NAMES = ("Ana", "Bartek", "Celina")
TOKENS = {"seat-1": 1, "seat-2": 2, "watching": 0, "judging": None}
STATUS = {"illegal": 422, "conflict": 409, "stale": 412, "malformed": 400}


class FaultyServer:
    """The faults are counters: so many times, then never again."""

    def __init__(self, game: str = "osaka", players: int = 2, seed: str = "7") -> None:
        self.game: Game = find_game(game)
        self.chance = Seeded(seed)
        self.table = Table.open(self.game, open_game(self.game, NAMES[:players]), self.chance)
        self.news = threading.Condition(threading.RLock())
        self.done: dict[tuple[int | None, str], tuple[bytes, s.Done]] = {}
        self.requests: list[tuple[str, str, dict[str, str], bytes]] = []
        self.busy = 0  # answers 503 with Retry-After
        self.lose = 0  # does what is asked, and breaks off without an answer
        self.cuts: list[int] = []  # each: a stream breaks after so many bytes
        self.repeat = 0  # a stream begins with the group before the one it was asked for
        self.forge: Any = None  # changes the lines of a stream
        self.twist: Any = None  # makes whole answers: (method, path, honest bytes) -> bytes, None
        self.drops = 0  # a running stream breaks off
        self.failed = 0  # a stream says that the disk failed
        self.streams = 0  # how many run
        self.closed = False
        server = self

        class Handler(_Handler):
            faulty = server

        self._http = _Threads(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}/games/one"
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """End every stream and hang up, so that no thread outlives its test."""
        with self.news:
            self.closed = True
            self.news.notify_all()
            self.news.wait_for(lambda: not self.streams, 2)
        self._http.shutdown()
        self._http.hang_up()
        self._http.server_close()

    def stream(self, viewer: int | None) -> list[bytes]:
        """Return the lines of a viewer."""
        if viewer is None:
            return self.table.bytes().splitlines()
        return redact(self.game, self.table.lines, viewer)[1].splitlines()

    def do(self, viewer: int | None, body: s.Submit) -> s.Done:
        """Play a command once."""
        with self.news:
            content = msgspec.json.encode(body)
            if (old := self.done.get((viewer, body.key or ""))) is not None:
                if old[0] != content:
                    raise _error("conflict", "this key was used for another command")
                return msgspec.structs.replace(old[1], repeated=True)
            table, before = self.table, self.table.head.seq
            if body.version is not None and body.version != before:
                raise Stale(f"the game is at line {before}", seq=before)
            if body.move is not None:
                command, _ = read_move(table.position, body.move, viewer)
            else:
                command = msgspec.convert(body.command, self.union)
            if command.seat != viewer:
                raise _error("forbidden", "that is not your seat")
            table.do(command, self.chance)
            if table.over:
                table.seal()
            done = s.Done(
                game=self.game.meta.name,
                version=table.head.seq,
                events=[msgspec.Raw(x) for x in self.stream(viewer)[before:]],
                repeated=False,
            )
            if body.key:
                self.done[viewer, body.key] = content, done
            self.news.notify_all()
            return done

    def note(self, viewer: int | None, body: s.Note) -> s.Done:
        with self.news:
            before = self.table.head.seq
            self.table.note(body.text, seat=viewer or None, to=body.to)
            self.news.notify_all()
            lines = self.stream(viewer)[before:]
            return s.Done(
                game=self.game.meta.name,
                version=self.table.head.seq,
                events=[msgspec.Raw(x) for x in lines],
                repeated=False,
            )

    def undo(self) -> s.Done:
        with self.news:
            self.table.undo()
            self.news.notify_all()
            return s.Done(
                game=self.game.meta.name, version=self.table.head.seq, events=[], repeated=False
            )

    @property
    def union(self) -> Any:
        return reduce(or_, self.game.rules.commands)

    def facts(self, viewer: int | None) -> s.GameFacts:
        table, game = self.table, self.game
        opened = table.lines[0].data
        return s.GameFacts(
            id="one", game=game.meta.name, title=game.meta.title, rules=opened.rules,
            seats=opened.seats, options=opened.options, place=None, started=None,
            status="over" if table.head.sealed else "running", version=table.head.seq,
            viewer=viewer, turn=0, round=0,
            awaiting=tuple(Asked(*q) for q in game.rules.awaiting(table.state)),
            answering=tuple(q.seat for q in game.rules.answerable(table.state)),
            scores=game.rules.scores(table.state), result=None,
        )  # fmt: skip


def _error(kind: str, message: str) -> LedgerError:
    error = LedgerError(message)
    error.kind = kind
    return error


class _Threads(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *args: Any) -> None:
        self._open: set[socket.socket] = set()
        super().__init__(*args)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        for line in list(self._open):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def handle_error(self, *_: object) -> None:
        """Say nothing: clients come and go."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 65536
    faulty: FaultyServer

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._serve(b"")

    def do_POST(self) -> None:
        self._serve(self.rfile.read(int(self.headers.get("content-length", 0))))

    def _serve(self, body: bytes) -> None:
        faulty = self.faulty
        faulty.requests.append((self.command, self.path, dict(self.headers), body))
        url = urlsplit(self.path)
        given = {k: v[0] for k, v in parse_qs(url.query).items()}
        path = url.path.removeprefix("/api/v1")
        token = self.headers.get("authorization", "").removeprefix("Bearer ")
        if token not in TOKENS:
            self._refuse(401, "unauthorized", "a token is needed")
            return
        viewer = TOKENS[token]
        if faulty.busy:
            faulty.busy -= 1
            self._refuse(503, "closing", "the server is closing", {"Retry-After": "0"})
            return
        try:
            if path == "/games/one/stream":
                with faulty.news:
                    faulty.streams += 1
                try:
                    self._stream(
                        viewer, int(self.headers.get("last-event-id") or given.get("after") or 0)
                    )
                finally:
                    with faulty.news:
                        faulty.streams -= 1
                        faulty.news.notify_all()
                return
            answer = self._answer(path, viewer, given, body)
        except LedgerError as e:
            version = getattr(e, "seq", None)
            more = {"rule": e.rule, "hint": e.advice, "version": version}
            self._refuse(STATUS.get(e.kind, 403), e.kind, e.text, **more)
            return
        if answer is None:
            self._refuse(404, "missing", "there is no such thing here")
        elif faulty.lose and self.command == "POST":
            faulty.lose -= 1
            self.close_connection = True
        else:
            self._send(200, msgspec.json.encode(answer))

    def _answer(self, path: str, viewer: int | None, given: dict[str, str], body: bytes) -> Any:
        faulty = self.faulty
        if path == "/whoami":
            role = "referee" if viewer is None else "seat" if viewer else "spectator"
            return s.TokenFacts(
                id="t", role=role, game="one", seat=viewer or None, created="", expires="",
                revoked=None, label="", whole_library=False,
            )  # fmt: skip
        if path == "/games/one":
            return faulty.facts(viewer)
        if path == "/games/one/events":
            first, limit = int(given["from"]), min(int(given["limit"]), 7)
            as_ = int(given["as"]) if "as" in given else viewer
            lines = faulty.stream(as_)
            more = first + limit <= len(lines)
            return s.Events(
                game=faulty.game.meta.name,
                version=len(lines), viewer=viewer, next=first + limit if more else None,
                events=[msgspec.Raw(x) for x in lines[first - 1 : first - 1 + limit]],
            )  # fmt: skip
        if path == "/games/one/commands":
            return faulty.do(viewer, msgspec.json.decode(body, type=s.Submit))
        if path == "/games/one/notes":
            return faulty.note(viewer, msgspec.json.decode(body, type=s.Note))
        if path == "/games/one/undo":
            return faulty.undo()
        return None

    def _stream(self, viewer: int | None, after: int) -> None:
        faulty = self.faulty
        if self._twisted(b""):
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        left = faulty.cuts.pop(0) if faulty.cuts else None
        if faulty.failed:
            faulty.failed -= 1
            why = problem_of_kind("failed", "the disk is full", status=503)
            self.wfile.write(b"event: failed\ndata: " + msgspec.json.encode(why) + b"\n\n")
        if faulty.repeat and after:
            faulty.repeat -= 1
            after = max(x[-1].seq for x in groups(faulty.table.lines) if x[-1].seq < after)
        while True:
            with faulty.news:
                waits = faulty.table.head.seq <= after and not faulty.table.head.sealed
                if waits and not faulty.closed:
                    faulty.news.wait(0.5)
                if faulty.drops:
                    faulty.drops -= 1
                    return
                raws = faulty.stream(viewer)
                found = [g for g in groups(faulty.table.lines) if g[-1].seq > after]
                sealed = faulty.table.head.sealed or faulty.closed
            if faulty.forge is not None:
                raws = faulty.forge(raws)
            out = b": beat\n\n"
            for group in found:
                out += b"id: %d\nevent: group\n" % group[-1].seq
                out += b"".join(b"data: " + raws[x.seq - 1] + b"\n" for x in group) + b"\n"
                after = group[-1].seq
            if sealed:
                out += b"event: end\ndata: {}\n\n"
            try:
                self.wfile.write(out if left is None else out[:left])
                self.wfile.flush()
            except OSError:
                return
            if sealed or (left is not None and len(out) >= left):
                return
            left = None if left is None else left - len(out)

    def _refuse(
        self,
        status: int,
        kind: str,
        message: Text,
        headers: dict[str, str] | None = None,
        version: int | None = None,
        **more: Any,
    ) -> None:
        body = problem_of_kind(kind, message, status=status, version=version, **more)
        self._send(status, msgspec.json.encode(body), headers)

    def _twisted(self, data: bytes) -> bool:
        """Answer with what the test makes of the honest answer, if it does."""
        twist = self.faulty.twist
        path = urlsplit(self.path).path.removeprefix("/api/v1")
        made = None if twist is None else twist(self.command, path, data)
        if made is None:
            return False
        self.close_connection = True
        with suppress(OSError):
            for part in [made] if isinstance(made, bytes) else made:
                self.wfile.write(part)
                self.wfile.flush()
        return True

    def _send(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
        if self._twisted(data):
            return
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)
