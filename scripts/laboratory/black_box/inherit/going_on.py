"""One tree goes on with what another one left: it reads everything, records, imports and serves."""

from __future__ import annotations

import json

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.serving import API, Server

from .making import HALF
from .recordings import PARTS, complete_move, record_on
from .side_by_side import two_servers
from .steps import QUICK, move

REPORTS = ("players", "rating-list", "seats", "records", "osaka-sales", "klongs-boats")
SQL = (
    "select * exclude (game_id) from games order by all",
    "select * exclude (game_id) from seats order by all",
    "select * from players order by all",
    "select game, type, count(*) as n from events group by all order by all",
)
SEATS_BY_NAME = {"sql": "select name, count(*) as n from seats group by all order by all"}
SERVED = ("", "/events", "/state", "/legal", "/verify", "/export?to=session")
"""What is asked about a game of a service."""


def read_all(bench: Bench, tokens: dict[str, str]) -> None:
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
    bench.run("verify-recordings", "verify", "paused.jsonl", HALF, "--json")
    bench.run("log", "log", "running", "--json")
    bench.run("replay", "replay", "running", "--json")
    bench.run("tokens", "token", "list", "--json")
    bench.run("import-again", "import", "imports", "later", "replays", "--json")
    bench.run("merge-on", "players", "merge", "bartek", "gray", "--json")
    bench.run("players-after", "players", "--json")
    bench.run("index-anew", "index", "--anew", "--json")
    bench.run("players-asked", "query", SQL[2], "--json")


def record_all(bench: Bench, tokens: dict[str, str]) -> None:
    """Both recordings are taken up again."""
    for part in range(1, PARTS):
        record_on(bench, part)
    bench.run("record-on-verify", "verify", "paused.jsonl", "--json")
    complete_move(bench, HALF)


def serve_on(bench: Bench, tokens: dict[str, str]) -> None:
    """A running game is served to those who hold tokens, and goes on."""
    with Server(bench, *QUICK) as server:
        ask_all(server, "running", tokens)
        server.note("served-sample", "GET", f"{API}/games/osaka-2p-7-0001/state", tokens["seat"])
        for n in range(6):
            done = move(server, "running", n)
            bench.note(f"move-{n}", {"asked": "a move", "answer": done})
        server.note("served-games", "GET", f"{API}/games", server.admin)
        server.note("served-query", "POST", f"{API}/query", server.admin, SEATS_BY_NAME)
    log = "library/games/running.jsonl"
    bench.note("running-log", {"asked": "its log", "files": {"log": bench.file(log)}})
    bench.run("running-verify", "verify", log, "--json")


def ask_all(server: Server, game: str, tokens: dict[str, str]) -> None:
    """Ask with every token who its holder is, and everything about a game."""
    for who, token in tokens.items():
        server.note(f"whoami-{who}", "GET", f"{API}/whoami", token)
        for what in SERVED:
            server.note(f"served-{who}{what}", "GET", f"{API}/games/{game}{what}", token)


def take_over(bench: Bench, tokens: dict[str, str]) -> None:
    """A second server on one library only reads, until the first one stops."""
    for name, answer in two_servers(bench, bench).items():
        bench.note(f"two-servers-{name}", answer)
