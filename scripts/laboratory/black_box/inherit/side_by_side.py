"""Two processes over one library in a folder, of one tree or of two."""

from __future__ import annotations

import json
from typing import Any

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.serving import API, Server

from .making import new_token
from .steps import QUICK, Failed, good, move, until


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


def commands_beside_a_service(serving: Bench, other: Bench) -> None:
    """Tokens, games and copies that commands make of a library while it is served."""
    with Server(serving, *QUICK) as server:
        seat = new_token(other, "made beside", "--role", "seat", "--game", "running", "--seat", "1")
        _until_status(server, seat, 200, "a token that a command made")
        move(server, "running", 1)
        good(other, "token", "revoke", seat.split("_")[1])
        _until_status(server, seat, 401, "the end of a token that a command revoked")
        made = good(other, "simulate", "klongs", "--seed", "3", "--out", "beside").split()
        if not made:
            raise Failed("no game was simulated")
        until("leave to import beside it", lambda: not other.call("import", "beside").code)
        until(
            "a game that a command imported",
            lambda: server.ask("GET", f"{API}/games/klongs-2p-3-0001", server.admin).status == 200,
        )
        good(other, "backup", other.path("backups"))
        move(server, "running", 2)
        for asked in ("list", "players", "library"):
            good(other, asked)
        good(other, "query", "select count(*) from events")
        good(other, "log", "running")
    good(other, "restore", other.path("backups"), other.path("restored"))
    good(other, "verify", "restored/games")


def _until_status(server: Server, token: str, status: int, what: str) -> None:
    until(what, lambda: server.ask("GET", f"{API}/whoami", token).status == status)


def clients_of_another(serving: Bench, other: Bench) -> None:
    """A client of another tree hosts a game at a service, plays in it and reads it."""
    with Server(serving, *QUICK) as server:
        admin = other.write("admin.token", server.admin + "\n")
        who = ("--server", server.url, "--token-file", admin, "--tokens", "tokens")
        facts = json.loads(good(other, "host", "klongs", "--players", "Ana,Bartek", *who, "--json"))
        url, files = facts["url"], {seat["seat"]: seat["file"] for seat in facts["seats"]}
        game = url.rpartition("/")[2]
        for n in range(6):
            asked = server.api("GET", f"/games/{game}", server.admin)
            seat = asked["awaiting"][0]["seat"]
            legal = server.api("GET", f"/games/{game}/legal?seat={seat}", server.admin)["moves"]
            typed = legal[n * 5 % len(legal)]["move"] + "\n"
            good(other, "play", url, "--token-file", files[seat], stdin=typed)
            if server.api("GET", f"/games/{game}", server.admin)["version"] == asked["version"]:
                raise Failed(f"{typed!r} was not played")
        bots = [word for file in files.values() for word in ("--token-file", file)]
        good(other, "bot", url, *bots, "--seed", "5", "--json", "--quiet")
        for words in ("log", "verify", "replay", "export --to session"):
            _read(other, server, url, words)
        for words in ("tail --json", "export --to jsonl"):
            if _read(other, server, url, words) != _read(serving, server, url, words):
                raise Failed(f"`ledger {words}` prints something else with another tree's client")


def _read(client: Bench, server: Server, url: str, words: str) -> str:
    command, *options = words.split()
    return good(client, command, url, *options, env={"LEDGER_TOKEN": server.admin})
