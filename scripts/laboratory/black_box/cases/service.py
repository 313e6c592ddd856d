"""The service over HTTP: every route with every kind of token, and games with all who watch."""

from __future__ import annotations

from functools import partial
from typing import Any

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.normalise import MADE
from scripts.laboratory.black_box.recording import Group
from scripts.laboratory.black_box.serving import API, Server, Stream

from .games import GAMES

GAME = {"game": "osaka", "seats": ["Ana", "Bartek"], "id": "tuesday"}
QUICK = ("--rate", "0", "--log", "access.log")


class Hosted:
    """A server with sample games, one game that is played, and a token of each kind."""

    def __init__(self, bench: Bench, server: Server) -> None:
        self.bench, self.server = bench, server
        server.api("POST", "/games", server.admin, GAME)
        server.api("POST", "/games", server.admin, {**GAME, "id": "other", "game": "klongs"})
        self.tokens: dict[str, str | None] = {
            "admin": server.admin,
            "referee": server.token("referee", "tuesday"),
            "any-referee": server.token("referee"),
            "seat-1": server.token("seat", "tuesday", 1),
            "seat-2": server.token("seat", "tuesday", 2),
            "spectator": server.token("spectator", "tuesday"),
            "any-spectator": server.token("spectator"),
            "other-seat": server.token("seat", "other", 1),
            "none": None,
            "wrong": "ledger_0000000000_" + "x" * 43,
            "nonsense": "hello",
        }
        self.asked: set[tuple[str, str]] = set()

    def all(self, name: str, method: str, path: str, body: object = None) -> None:
        """Ask with every token that is known; those with wrong ones are soon told to wait."""
        for who in self.tokens:
            if who not in ("wrong", "nonsense"):
                self.one(f"{name}@{who}", method, path, who, body)

    def some(self, name: str, method: str, path: str, body: object = None) -> None:
        """Ask with the tokens that make most difference."""
        for who in ("admin", "seat-1", "spectator", "none"):
            self.one(f"{name}@{who}", method, path, who, body)

    def one(
        self,
        name: str,
        method: str,
        path: str,
        who: str = "admin",
        body: object = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        """Ask with one token."""
        full = path if path.startswith(("/health", "/ready", "/metrics", "/!")) else API + path
        full = full.replace("/!", "/")
        self.asked.add((method, full.partition("?")[0]))
        return self.server.note(name, method, full, self.tokens[who], body, headers)


def _filled(bench: Bench) -> None:
    bench.samples()
    bench.call("import", bench.imports(), "replays")


def reading(bench: Bench) -> None:
    """Every route that only reads."""
    _filled(bench)
    with Server(bench, *QUICK) as server:
        h = Hosted(bench, server)
        _some_moves(h, "tuesday", 9)
        for path in (
            "/!",
            "/!api",
            "/!openapi.json",
            "/!page.css",
            "/health",
            "/ready",
            "/!nowhere",
        ):
            h.one(f"open-{path.strip('/!') or 'root'}", "GET", path, "none")
        h.one("openapi-admin", "GET", "/!openapi.json", "admin")
        h.all("metrics", "GET", "/metrics")
        for who in ("wrong", "nonsense"):
            for path in ("/whoami", "/games", "/games/tuesday/events"):
                h.one(f"{path}@{who}", "GET", path, who)
        h.all("kinds", "GET", "/kinds")
        h.all("whoami", "GET", "/whoami")
        h.all("games", "GET", "/games")
        for query in ("game=osaka", "status=over", "status=lost", "player=Ana", "player=zoe",
                      "since=2026-03-02", "until=2026-03-01", "since=soon", "limit=3", "limit=0",
                      "after=klongs", "limit=2&after=istanbul-2p-7-0001",
                      "nonsense=1"):  # fmt: skip
            h.one(f"games-{query}", "GET", f"/games?{query}")
            h.one(f"games-{query}-spectator", "GET", f"/games?{query}", "any-spectator")
        for game in ("tuesday", "osaka-3p-7-0001"):
            _game(h, game)
        for game in ("nowhere", "bgstats-play-1", "BAD ID".replace(" ", "%20"), "x" * 80):
            for what in ("", "/events", "/state", "/legal", "/verify", "/export", "/stream"):
                h.one(f"{game[:12]}{what}", "GET", f"/games/{game}{what}")
        h.one("stream-all-nowhere", "GET", "/stream?after=nowhere:1")
        h.all("reports", "GET", "/reports")
        for name in ("players", "seats", "records", "osaka-sales", "playres"):
            h.some(f"report-{name}", "GET", f"/reports/{name}")
        h.one("report-limit", "GET", "/reports/players?limit=1")
        h.one("report-param", "GET", "/reports/players?game=osaka")
        h.one("report-bad-param", "GET", "/reports/players?colour=red")
        for name, sql in {
            "seats": "select name, seat, score from seats order by all limit 20",
            "events": "select type, count(*) as n from events group by all order by all",
            "wrong": "selec 1",
            "write": "drop table seats",
            "file": "select * from read_text('/etc/passwd')",
            "param": "select $x as x",
        }.items():
            h.some(f"query-{name}", "POST", "/query", {"sql": sql})
        h.one("query-given", "POST", "/query", body={"sql": "select $x as x", "params": {"x": 7}})
        h.one("query-limit", "POST", "/query", body={"sql": "from range(9)", "limit": 2})
        h.all("tokens", "GET", "/tokens")
        for method in ("PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"):
            h.one(f"method-{method}", method, "/games/tuesday", "admin")
            h.one(f"method-{method}-home", method, "/!", "none")
        for name, headers in {
            "host": {"Host": "evil.example"},
            "origin": {"Origin": "http://evil.example"},
            "basic": {"Authorization": "Basic abc"},
            "bearer": {"Authorization": "Bearer"},
            "accept": {"Accept": "text/html"},
            "cookie": {"Cookie": "a=b"},
        }.items():
            h.one(f"header-{name}", "GET", "/games/tuesday", "none", headers=headers)
        _undone(h, "reading")
    _after(bench, server)


def _game(h: Hosted, game: str) -> None:
    short = game[:7]
    h.all(f"{short}", "GET", f"/games/{game}")
    for what in ("events", "state", "legal", "verify", "export"):
        h.all(f"{short}-{what}", "GET", f"/games/{game}/{what}")
    for query in ("from=3&limit=4", "from=0", "limit=0", "limit=99999", "as=1", "as=0", "as=9",
                  "as=spectator", "from=9999", "from=x"):  # fmt: skip
        h.some(f"{short}-events-{query}", "GET", f"/games/{game}/events?{query}")
    for query in ("at=5", "at=0", "at=9999", "turn=2", "turn=999", "at=4&turn=1", "as=2", "at=x"):
        h.some(f"{short}-state-{query}", "GET", f"/games/{game}/state?{query}")
    for query in ("seat=1", "seat=2", "seat=9", "limit=2", "limit=0"):
        h.some(f"{short}-legal-{query}", "GET", f"/games/{game}/legal?{query}")
    for query in ("to=session", "to=jsonl", "to=session&as=1", "to=jsonl&as=0", "to=pdf"):
        h.some(f"{short}-export-{query}", "GET", f"/games/{game}/export?{query}")
    h.some(f"{short}-verify-as", "GET", f"/games/{game}/verify?as=1")
    for what in ("", "/events", "/state", "/legal", "/export"):
        first = h.server.ask("GET", f"{API}/games/{game}{what}", h.server.admin)
        tag = {"If-None-Match": first.headers.get("etag", '"none"')}
        h.one(f"{short}{what}-known", "GET", f"/games/{game}{what}", "admin", headers=tag)
        old = {"If-None-Match": '"1"'}
        h.one(f"{short}{what}-old", "GET", f"/games/{game}{what}", "admin", headers=old)


BODIES: dict[str, object] = {
    "empty": b"",
    "not-json": b"hello",
    "list": [1, 2],
    "nothing": {},
    "unknown": {"colour": "red"},
    "null": b"null",
    "deep": b"[" * 20_000,
    "not-utf-8": b'{"text": "\xff"}',
}


def writing(bench: Bench) -> None:
    """Every route that changes something, with bad bodies first."""
    _filled(bench)
    with Server(bench, *QUICK) as server:
        h = Hosted(bench, server)
        posts = ("/games", "/games/tuesday/commands", "/games/tuesday/undo", "/games/tuesday/notes",
                 "/games/tuesday/abandon", "/games/tuesday/branches", "/query",
                 "/tokens")  # fmt: skip
        for path in posts:
            for name, body in BODIES.items():
                if (path.endswith(("undo", "abandon"))) and name in ("nothing", "empty", "null"):
                    continue
                h.one(f"bad{path}-{name}", "POST", path, "admin", body)
            for who in ("seat-1", "spectator", "none", "other-seat"):
                h.one(f"bad{path}-unknown@{who}", "POST", path, who, {"colour": "red"})
            h.one(f"bad{path}-type", "POST", path, "admin", b"a=b",
                  {"Content-Type": "application/x-www-form-urlencoded"})  # fmt: skip
            h.one(f"bad{path}-origin", "POST", path, "admin", {}, {"Origin": "http://evil.example"})
        _created(h)
        _commanded(h)
        _tokens(h)
        _undone(h, "writing")
        _limited(h)
    _after(bench, server)


def _created(h: Hosted) -> None:
    wishes: dict[str, Any] = {
        "unknown": {"game": "chess"},
        "alone": {"seats": ["Ana"]},
        "twins": {"seats": ["Ana", "ana"]},
        "nameless": {"seats": ["", "Bo"]},
        "taken": {},
        "bad-id": {"id": "Tuesday Evening"},
        "option": {"id": "opt", "options": {"speed": 11}},
        "good-option": {"id": "opt", "options": {"refill_timing": "after_purchase"}},
        "colours": {"id": "col", "seats": [{"name": "Ana", "colour": "red"}, {"name": "Bo"}]},
        "box": {"id": "box", "box": {"nonsense": 1}},
        "place": {"id": "place", "place": "the kitchen"},
        "key": {"id": None, "key": "k1"},
        "key-again": {"id": None, "key": "k1"},
        "key-other": {"id": None, "key": "k1", "game": "klongs"},
    }
    for name, more in wishes.items():
        wish = {k: v for k, v in {**GAME, **more}.items() if v is not None}
        h.one(f"create-{name}", "POST", "/games", "admin", wish)
    for who in ("referee", "any-referee", "seat-1", "spectator", "none", "wrong"):
        h.one(f"create@{who}", "POST", "/games", who, {**GAME, "id": f"by-{who}"})
    for game in GAMES:
        wish = {"game": game, "seats": ["Ana", "Bo", "Celina"], "id": f"new-{game}"}
        h.one(f"create-{game}", "POST", "/games", "admin", wish)
    h.all("branch", "POST", "/games/osaka-2p-7-0001/branches", {"at": 18, "id": "what-if"})
    for name, body in {
        "inside": {"at": 2},
        "late": {"at": 9999},
        "zero": {"at": 0},
        "taken": {"at": 18, "id": "tuesday"},
        "key": {"at": 18, "key": "b1"},
        "key-again": {"at": 18, "key": "b1"},
    }.items():
        h.one(f"branch-{name}", "POST", "/games/osaka-2p-7-0001/branches", "admin", body)
    h.all("reopen", "POST", "/games/tuesday/reopen")
    h.one("reopen-over", "POST", "/games/osaka-2p-7-0001/reopen")
    h.one("reopen-nowhere", "POST", "/games/nowhere/reopen")


def _commanded(h: Hosted) -> None:
    facts = h.server.api("GET", "/games/tuesday", h.server.admin)
    seat = facts["awaiting"][0]["seat"]
    mine, theirs = f"seat-{seat}", f"seat-{3 - seat}"
    legal = h.server.api("GET", f"/games/tuesday/legal?seat={seat}", h.server.admin)
    move, version = legal["moves"][0]["move"], legal["version"]
    path = "/games/tuesday/commands"
    h.one("do-misspelt", "POST", path, mine, {"move": move[1:]})
    h.one("do-nonsense", "POST", path, mine, {"move": "flyy away"})
    h.one("do-both", "POST", path, mine, {"move": move, "command": legal["moves"][0]["command"]})
    h.one("do-not-asked", "POST", path, theirs, {"move": move})
    h.one("do-for-another", "POST", path, theirs, {"move": move, "seat": seat})
    for who in ("spectator", "none", "other-seat", "wrong"):
        h.one(f"do@{who}", "POST", path, who, {"move": move})
    h.one("do-stale", "POST", path, mine, {"move": move, "version": version - 1})
    h.one("do-if-match", "POST", path, mine, {"move": move}, {"If-Match": '"2"'})
    h.one("do", "POST", path, mine, {"move": move, "version": version, "key": "c1"})
    h.one("do-again", "POST", path, mine, {"move": move, "version": version, "key": "c1"})
    h.one("do-key-other", "POST", path, mine, {"move": move + " x", "key": "c1"})
    _some_moves(h, "tuesday", 6)
    facts = h.server.api("GET", "/games/tuesday", h.server.admin)
    seat = facts["awaiting"][0]["seat"]
    legal = h.server.api("GET", f"/games/tuesday/legal?seat={seat}", h.server.admin)
    command = legal["moves"][-1]["command"]
    move = legal["moves"][0]["move"]
    h.one("do-waive-unknown", "POST", path, "referee", {"move": move + "x", "seat": seat,
          "waive": ["OSA-99"]})  # fmt: skip
    h.one("do-command", "POST", path, f"seat-{seat}", {"command": command})
    h.one("do-command-wrong", "POST", path, f"seat-{seat}", {"command": {"type": "fly"}})
    h.all("note", "POST", "/games/tuesday/notes", {"text": "Hello"})
    h.one("note-key", "POST", "/games/tuesday/notes", "seat-1", {"text": "Hi"},
          {"Idempotency-Key": "n1"})  # fmt: skip
    h.one("note-key-again", "POST", "/games/tuesday/notes", "seat-1", {"text": "Hi"},
          {"Idempotency-Key": "n1"})  # fmt: skip
    h.one("note-long", "POST", "/games/tuesday/notes", "seat-1", {"text": "x" * 5000})
    h.one("too-large", "POST", "/games/tuesday/notes", "seat-1",
          headers={"Content-Type": "application/json", "Content-Length": "3000000"})  # fmt: skip
    for who in ("seat-1", "seat-2", "spectator", "none", "other-seat", "referee", "admin"):
        h.one(f"undo@{who}", "POST", "/games/tuesday/undo", who, {})
    for name, body in {"to": {"to": 8}, "far": {"to": 9999}, "inside": {"to": 2}}.items():
        h.one(f"undo-{name}", "POST", "/games/tuesday/undo", "referee", body)
    for who in ("seat-1", "spectator", "none", "other-seat"):
        h.one(f"abandon@{who}", "POST", "/games/other/abandon", who, {"reason": "late"})
    h.one("abandon", "POST", "/games/other/abandon", "admin", {"reason": "late"})
    h.one("abandon-again", "POST", "/games/other/abandon", "admin", {"reason": "late"})
    h.one("after-the-end", "POST", "/games/other/commands", "other-seat", {"move": "pass"})
    h.one("note-after-the-end", "POST", "/games/other/notes", "other-seat", {"text": "gg"})
    h.one("undo-after-the-end", "POST", "/games/other/undo", "admin", {})
    h.some("events-after", "GET", "/games/tuesday/events")
    h.one("sample-command", "POST", "/games/osaka-2p-7-0001/commands", "admin", {"move": "pass"})


def _tokens(h: Hosted) -> None:
    wishes: dict[str, Any] = {
        "seat": {"role": "seat", "game": "tuesday", "seat": 2, "label": "Bartek's"},
        "no-game": {"role": "seat", "seat": 1},
        "no-seat": {"role": "seat", "game": "tuesday"},
        "ninth": {"role": "seat", "game": "tuesday", "seat": 9},
        "nowhere": {"role": "seat", "game": "nowhere", "seat": 1},
        "role": {"role": "king"},
        "days": {"role": "spectator", "days": 0},
        "admin-of-one": {"role": "admin", "game": "tuesday"},
    }
    made: list[str] = []
    for name, wish in wishes.items():
        reply = h.server.ask("POST", f"{API}/tokens", h.server.admin, wish)
        if reply.status == 201:
            made.append(reply.json["facts"]["id"])
            h.bench.names.call(made[-1], f"{MADE}{name}>")
            facts = {k: v for k, v in reply.json["facts"].items() if k != "id"}
            h.bench.note(f"token-{name}", {"asked": str(wish), "status": 201, "facts": facts})
        else:
            h.one(f"token-{name}", "POST", "/tokens", "admin", wish)
    for who in ("referee", "any-referee", "seat-1", "spectator", "none"):
        h.one(f"token@{who}", "POST", "/tokens", who, {"role": "spectator", "game": "tuesday"})
        h.one(f"revoke@{who}", "DELETE", f"/tokens/{made[0]}", who)
    h.one("revoke", "DELETE", f"/tokens/{made[0]}")
    h.one("revoke-again", "DELETE", f"/tokens/{made[0]}")
    h.one("revoke-nowhere", "DELETE", "/tokens/zzzzzzzzzz")
    h.asked.add(("DELETE", f"{API}/tokens/x"))


def _limited(h: Hosted) -> None:
    """Wrong tokens, until the service has enough."""
    for _ in range(60):
        reply = h.server.ask("GET", f"{API}/whoami", h.tokens["wrong"])
        if reply.status == 429:
            break
    error = {k: v for k, v in reply.json.items() if k != "detail"}
    waits = "retry-after" in reply.headers
    facts = {"asked": "wrong tokens", "status": reply.status, "error": error, "waits": waits}
    h.bench.note("too-many", facts)


def _some_moves(h: Hosted, game: str, number: int) -> None:
    for n in range(number):
        if not _move(h.server, game, n):
            break


def _move(server: Server, game: str, number: int) -> bool:
    """Play one of the legal moves for whoever is asked."""
    facts = server.api("GET", f"/games/{game}", server.admin)
    if not facts["awaiting"]:
        return False
    seat = facts["awaiting"][0]["seat"]
    legal = server.api("GET", f"/games/{game}/legal?seat={seat}&limit=200", server.admin)
    moves = legal["moves"]
    body = {"move": moves[number * 31 % len(moves)]["move"], "seat": seat}
    server.api("POST", f"/games/{game}/commands", server.admin, body)
    return True


def _undone(h: Hosted, group: str) -> None:
    """Note the routes that the service describes and that nobody asked for."""
    described = h.server.ask("GET", "/openapi.json").json
    shapes = {
        (method.upper(), path)
        for path, methods in described["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "patch", "delete")
    }
    missed = sorted(
        f"{method} {path}"
        for method, path in shapes
        if not any(m == method and _fits(path, p) for m, p in h.asked)
    )
    h.bench.note("routes-not-asked", {"asked": group, "routes": missed})


def _fits(shape: str, path: str) -> bool:
    a, b = shape.split("/"), path.split("/")
    return len(a) == len(b) and all(x == y or x.startswith("{") for x, y in zip(a, b, strict=True))


def _after(bench: Bench, server: Server) -> None:
    """Note what the server leaves behind."""
    bench.note("said", {
        "asked": "ledger serve",
        "exit": server.process.returncode,
        "stderr": bench.content("\n".join(server.said), "text"),
    })  # fmt: skip
    logs = {k: v for k, v in bench.digests("library/games").items() if k.endswith(".jsonl")}
    bench.note("logs-left", {"asked": "games", "digests": {
        k: v for k, v in logs.items() if not k.startswith(("osaka-0", "klongs-0"))}})  # fmt: skip
    bench.run("verify-left", "verify", "library/games", "--json")


def streamed(bench: Bench, game: str) -> None:
    """A whole game played over HTTP, and what each seat's stream told of it."""
    with Server(bench, *QUICK) as server:
        players = ["Ana", "Bartek", "Celina"]
        wish = {"game": game, "seats": players, "id": "whole"}
        server.api("POST", "/games", server.admin, wish)
        viewers = {f"seat-{n}": server.token("seat", "whole", n) for n in (1, 2, 3)}
        viewers |= {
            "spectator": server.token("spectator", "whole"),
            "referee": server.token("referee", "whole"),
        }
        streams = {k: Stream(server, "whole", token).start() for k, token in viewers.items()}
        streams["referee-as-2"] = Stream(server, "whole", viewers["referee"], "?as=2").start()
        moves = 0
        while moves < 500 and _move(server, "whole", moves):
            moves += 1
            if moves == 7:
                server.api("POST", "/games/whole/notes", viewers["seat-1"], {"text": "Well!"})
            if moves == 9:
                server.api("POST", "/games/whole/undo", viewers["referee"], {})
        if server.api("GET", "/games/whole", server.admin)["status"] == "running":
            server.api("POST", "/games/whole/abandon", server.admin, {"reason": "too long"})
        for name, stream in streams.items():
            lines = stream.ended()
            bench.note(f"stream-{name}", {
                "asked": f"stream of {name}",
                "status": stream.status,
                "headers": {k: v for k, v in sorted(stream.headers.items()) if k != "date"},
                "stream": lines,
            })  # fmt: skip
        late = Stream(server, "whole", viewers["seat-2"], "?after=20").start()
        bench.note("stream-late", {"asked": "stream after 20", "stream": late.ended()})
        for name, token in viewers.items():
            for what in ("", "/events?limit=1000", "/state", "/verify", "/export?to=session"):
                server.note(f"{name}{what}", "GET", f"{API}/games/whole{what}", token)
        bench.note("moves", {"asked": game, "moves": moves})
    bench.note("log", {"asked": "log", "files": {"log": bench.file("library/games/whole.jsonl")}})
    bench.run("verify", "verify", "library/games/whole.jsonl", "--json")
    bench.run("list", "list", "--json")


GROUPS: dict[str, Group] = {
    "service-reading": reading,
    "service-writing": writing,
    **{f"service-stream-{game}": partial(streamed, game=game) for game in GAMES},
}
