"""Make things with one tree, open them with another: everything must answer and go on as before.

Both trees get a copy of what the old one made, and do the same with it. What they answer must be
the same facts, and each must be able to go on.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .bench import Bench
from .compare import differences
from .normalise import MADE
from .recording import say
from .serving import API, Server
from .terminal import Terminal
from .trees import Tree

SET_UP = ("R2 R2 B3 Y5 G5", "R5 R5 R5", "Y5 Y5", "Y3 Y3 Y2", "")
MOVES = ("claim red", "claim blue", "take R2", "take R2", "take B3")
HALF, DRAWN, REST = "buy Y5 Y5", "B2 B2", "G2 G2 G2"
REPORTS = ("players", "rating-list", "seats", "records", "osaka-sales", "klongs-boats")
SQL = (
    "select * exclude (game_id) from games order by all",
    "select * exclude (game_id) from seats order by all",
    "select * from players order by all",
    "select game, type, count(*) as n from events group by all order by all",
)
QUICK = ("--rate", "0", "--log", "access.log")


class Failed(Exception):
    """Something of the old tree cannot be used, or the case itself does not work."""


def inherit(old: Tree, new: Tree) -> int:
    """Run everything; 1 if the new tree does not go on where the old one stopped."""
    with tempfile.TemporaryDirectory(prefix="black-box-") as folder:
        top = Path(folder).resolve()
        say(f"making a library, tokens, recordings and a service with {old.name}")
        made = Bench(old, top / "make")
        tokens = make(made)
        worlds: dict[str, Bench] = {}
        problems: list[str] = []
        for name, tree in (("old", old), ("new", new)):
            say(f"opening all of it with {tree.name}")
            shutil.copytree(made.work, top / name, symlinks=True)
            bench = worlds[name] = Bench(tree, top / name)
            for token, shown in made.names.known():
                bench.names.call(token, shown)
            for step in (_reads, _records_on, _tells_the_rest, _serves_on, _takes_over):
                try:
                    step(bench, tokens)
                except (Failed, OSError, RuntimeError, LookupError, ValueError) as e:
                    problems.append(f"{name}: {step.__name__.strip('_')}: {e}")
        problems += _compared(worlds["old"], worlds["new"])
        say("an old server and a new one on one library")
        problems += _mixed(old, new, top)
    for problem in problems:
        print(problem)
    if problems:
        print(f"\n{new.name} does not go on where {old.name} stopped: {len(problems)} problems")
        return 1
    answers = len(worlds["new"].answers)
    print(f"{new.name} goes on where {old.name} stopped: {answers} answers are the same facts")
    return 0


def _compared(old: Bench, new: Bench) -> list[str]:
    out = []
    for name in [*old.answers, *(n for n in new.answers if n not in old.answers)]:
        a, b = old.answers.get(name), new.answers.get(name)
        if a is None or b is None:
            out.append(f"{name}: answered only by the {'old' if a else 'new'} tree")
            continue
        facts = [d for d in differences(a, b) if d.kind == "facts"]
        out += [f"{name}: {d.where}\n  old: {d.before}\n  new: {d.after}" for d in facts[:3]]
    return out


# --- what is made -------------------------------------------------------------------------------


def make(bench: Bench) -> dict[str, str]:
    """Make everything that a next version must open; return the secrets of the tokens."""
    _good(bench, "import", *bench.samples())
    folder = bench.imports()
    bench.call("import", folder)
    sheet = bench.path(f"{folder}/wide.csv").read_text("utf-8")
    bench.call("import", bench.write("later/wide.csv", sheet.replace(",51,43,", ",50,44,")))
    backup = bench.path(f"{folder}/backup.json").read_text("utf-8")
    bench.call("import", bench.write("later/backup.json", backup.replace("51", "52")))
    _good(bench, "players", "merge", "ana", "dawid")
    _good(bench, "players", "merge", "bartek", "white")
    _good(bench, "players", "split", "bartek", "name:White")
    _good(bench, "index", "--anew")
    tokens = {}
    for name, wish in {
        "referee": ("--role", "referee"),
        "seat": ("--role", "seat", "--game", "osaka-2p-7-0001", "--seat", "1"),
        "revoked": ("--role", "spectator"),
    }.items():
        facts = json.loads(_good(bench, "token", "new", *wish, "--json"))
        tokens[name] = facts["token"]
        bench.names.call(facts["id"], f"{MADE}{name}>")
        if name == "revoked":
            _good(bench, "token", "revoke", facts["id"])
    _paused(bench)
    _half_told(bench)
    tokens |= _running(bench)
    return tokens


def _paused(bench: Bench) -> None:
    """A recording that somebody left in the middle of a game."""
    bench.samples("klongs-2p.session")
    body = bench.path("replays/klongs-2p.session").read_text("utf-8").partition("\n\n")[2]
    lines = body.splitlines(keepends=True)
    half = next(n for n in range(80, 0, -1) if lines[n].startswith("@"))
    bench.write("rest.txt", "".join(lines[half:]))
    bench.call("record", "klongs", "--players", "Ana,Bartek", "--out", "paused.jsonl",
               stdin="".join(lines[:half]))  # fmt: skip
    if not bench.path("paused.jsonl").exists():
        raise Failed("nothing was recorded from a pipe")


def _half_told(bench: Bench) -> None:
    """A recording whose power failed while the results of a move were told."""
    log, pending = bench.path("half.jsonl"), bench.path("half.jsonl.pending")
    with Terminal(bench, "record", "osaka", "--players", "Ana,Bartek", "--no-board", "--out",
                  "half.jsonl") as terminal:  # fmt: skip
        terminal.settle()
        for line in SET_UP:
            terminal.enter(line)
        for line in MOVES:
            size = log.stat().st_size if log.exists() else 0
            if not terminal.enter(line, _grown(log, size)):
                raise Failed(f"`{line}` was not recorded at a terminal: {terminal.shown[-500:]!r}")
        if not terminal.enter(HALF, pending.exists):
            raise Failed("half a move was not kept beside the log")
        if not terminal.enter(DRAWN, _grown(pending, pending.stat().st_size)):
            raise Failed("the first result of half a move was not kept beside the log")


def _grown(path: Path, size: int) -> Callable[[], bool]:
    return lambda: path.exists() and path.stat().st_size > size


def _running(bench: Bench) -> dict[str, str]:
    """A game in the middle, on a server that was killed."""
    with Server(bench, *QUICK) as server:
        wish = {"game": "osaka", "seats": ["Ana", "Bartek"], "id": "running"}
        server.api("POST", "/games", server.admin, wish)
        tokens = {
            "admin": server.admin,
            "ana": server.token("seat", "running", 1),
            "bartek": server.token("seat", "running", 2),
            "spectator": server.token("spectator", "running"),
        }
        for n in range(8):
            move(server, "running", n)
        server.api("POST", "/games/running/notes", tokens["ana"], {"text": "Well, well"})
        server.api("POST", "/games/running/undo", server.admin, {})
        move(server, "running", 3)
        server.process.kill()
        server.process.wait()
    return tokens


def move(server: Server, game: str, number: int) -> Any:
    """Play one of the legal moves for whoever is asked."""
    facts = server.api("GET", f"/games/{game}", server.admin)
    seat = facts["awaiting"][0]["seat"]
    legal = server.api("GET", f"/games/{game}/legal?seat={seat}", server.admin)["moves"]
    body = {"move": legal[number * 5 % len(legal)]["move"], "seat": seat}
    return server.api("POST", f"/games/{game}/commands", server.admin, body)


# --- what is done with it -----------------------------------------------------------------------


def _reads(bench: Bench, tokens: dict[str, str]) -> None:
    """Everything in the library answers."""
    bench.run("index-as-it-is", "query", SQL[1], "--json")
    bench.run("library", "library", "--json")
    listed = bench.run("list", "list", "--json")
    for row in listed.out.splitlines():
        id = json.loads(row)["id"]
        bench.run(f"show-{id}", "show", id, "--json")
    bench.run("players", "players", "--json")
    for n, sql in enumerate(SQL):
        bench.run(f"query-{n}", "query", sql, "--json")
    for name in REPORTS:
        bench.run(f"report-{name}", "report", name, "--json")
    bench.run("verify", "verify", "library/games", "--json")
    bench.run("verify-recordings", "verify", "paused.jsonl", "half.jsonl", "--json")
    bench.run("log", "log", "running", "--json")
    bench.run("replay", "replay", "running", "--json")
    bench.run("tokens", "token", "list", "--json")
    bench.run("import-again", "import", "imports", "later", "replays", "--json")
    bench.run("merge-on", "players", "merge", "bartek", "gray", "--json")
    bench.run("players-after", "players", "--json")
    bench.run("index-anew", "index", "--anew", "--json")
    bench.run("players-asked", "query", SQL[2], "--json")


def _records_on(bench: Bench, tokens: dict[str, str]) -> None:
    """A paused recording is taken up from a pipe."""
    rest = bench.path("rest.txt").read_text("utf-8")
    told = bench.run("record-on", "record", "paused.jsonl", stdin=rest, files=("paused.jsonl",))
    if told.code:
        raise Failed(f"`ledger record` ends with {told.code}: {told.err[:300]}")
    bench.run("record-on-verify", "verify", "paused.jsonl", "--json")


def _tells_the_rest(bench: Bench, tokens: dict[str, str]) -> None:
    """Half a move is completed at a terminal, and another one follows."""
    log, pending = bench.path("half.jsonl"), bench.path("half.jsonl.pending")
    with Terminal(bench, "record", "half.jsonl", "--no-board") as terminal:
        terminal.settle()
        if not terminal.enter(REST, _grown(log, log.stat().st_size)):
            raise Failed(f"the rest of a move was not recorded: {terminal.shown[-500:]!r}")
        if not terminal.enter("take B2", _grown(log, log.stat().st_size)):
            raise Failed(f"no move could follow: {terminal.shown[-500:]!r}")
        code = terminal.leave()
    if pending.exists():
        raise Failed("what was kept beside the log is still there")
    bench.note("half-told", {
        "asked": "the rest of a move", "exit": code, "files": {"log": bench.file("half.jsonl")},
    })  # fmt: skip
    bench.run("half-told-verify", "verify", "half.jsonl", "--json")


def _serves_on(bench: Bench, tokens: dict[str, str]) -> None:
    """A running game is served to those who hold tokens, and goes on."""
    with Server(bench, *QUICK) as server:
        for who in tokens:
            server.note(f"whoami-{who}", "GET", f"{API}/whoami", tokens[who])
            for what in ("", "/events", "/state", "/legal", "/verify", "/export?to=session"):
                path = f"{API}/games/running{what}"
                server.note(f"served-{who}{what}", "GET", path, tokens[who])
        server.note("served-sample", "GET", f"{API}/games/osaka-2p-7-0001/state", tokens["seat"])
        for n in range(6):
            done = move(server, "running", n)
            bench.note(f"move-{n}", {"asked": "a move", "answer": done})
        server.note("served-games", "GET", f"{API}/games", server.admin)
        server.note("served-query", "POST", f"{API}/query", server.admin,
                    {"sql": "select name, count(*) as n from seats group by all order by all"},
                    )  # fmt: skip
    log = "library/games/running.jsonl"
    bench.note("running-log", {"asked": "its log", "files": {"log": bench.file(log)}})
    bench.run("running-verify", "verify", log, "--json")


def _takes_over(bench: Bench, tokens: dict[str, str]) -> None:
    """A second server on one library only reads, until the first one stops."""
    for name, answer in two_servers(bench, bench).items():
        bench.note(f"two-servers-{name}", answer)


def two_servers(one: Bench, other: Bench) -> dict[str, dict[str, Any]]:
    """Serve a library twice; return what is answered before and after the first one stops."""
    out: dict[str, dict[str, Any]] = {}

    def note(name: str, server: Server, path: str, body: object = None) -> int:
        reply = server.ask("POST" if body else "GET", API + path, server.admin, body)
        out[name] = {"asked": path, "status": reply.status, "body": {"json": reply.json}}
        return reply.status

    with Server(one, *QUICK) as first:
        move(first, "running", 1)
        with Server(other, *QUICK) as second:
            note("first-before", first, "/games/running")
            note("second-before", second, "/games/running")
            seat = out["first-before"]["body"]["json"]["awaiting"][0]["seat"]
            legal = first.api("GET", f"/games/running/legal?seat={seat}", first.admin)["moves"]
            wish = {"move": legal[0]["move"], "seat": seat}
            if note("second-refuses", second, "/games/running/commands", wish) != 503:
                raise Failed("a second server on one library is not read-only")
            if note("first-plays", first, "/games/running/commands", wish) != 201:
                raise Failed("a second server on one library disturbs the first one")
            note("second-follows", second, "/games/running")
            first.__exit__()
            wish = _next(second)
            if note("second-plays", second, "/games/running/commands", wish) != 201:
                raise Failed("a second server does not take over when the first one stops")
            note("second-after", second, "/games/running")
    return out


def _next(server: Server) -> dict[str, Any]:
    seat = server.api("GET", "/games/running", server.admin)["awaiting"][0]["seat"]
    legal = server.api("GET", f"/games/running/legal?seat={seat}", server.admin)["moves"]
    return {"move": legal[0]["move"], "seat": seat}


def _mixed(old: Tree, new: Tree, top: Path) -> list[str]:
    """An old server runs while a new one is started on its library, and the other way round."""
    problems = []
    for name, (first, second) in {"old-new": (old, new), "new-old": (new, old)}.items():
        shutil.copytree(top / "make", top / name, symlinks=True)
        try:
            two_servers(Bench(first, top / name), Bench(second, top / name))
        except (Failed, OSError, RuntimeError, LookupError, ValueError) as e:
            problems.append(f"two servers, {name}: {e}")
    return problems


def _good(bench: Bench, *args: str) -> str:
    told = bench.call(*args)
    if told.code:
        raise Failed(f"`ledger {' '.join(args)}` ends with {told.code}: {told.err[:400]}")
    return told.out
