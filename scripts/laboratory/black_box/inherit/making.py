"""What a tree leaves to the next one: a library, tokens, recordings and a running game."""

from __future__ import annotations

import json

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.normalise import MADE
from scripts.laboratory.black_box.serving import Server

from .recordings import begin_move, pause
from .steps import QUICK, good, move

HALF = "half.jsonl"
"""The recording whose power failed in the middle of a move."""


def make(bench: Bench) -> dict[str, str]:
    """Make everything that a next version must open; return the secrets of the tokens."""
    good(bench, "import", *bench.samples())
    folder = bench.imports()
    bench.call("import", folder)
    for n in range(2):
        bench.call("import", *changed(bench, n))
    good(bench, "players", "merge", "ana", "dawid")
    good(bench, "players", "merge", "bartek", "white")
    good(bench, "players", "split", "bartek", "name:White")
    good(bench, "index", "--anew")
    tokens = {
        "referee": new_token(bench, "referee", "--role", "referee"),
        "seat": new_token(bench, "seat", "--role", "seat", "--game", "osaka-2p-7-0001",
                          "--seat", "1"),
        "revoked": new_token(bench, "revoked", "--role", "spectator"),
    }  # fmt: skip
    good(bench, "token", "revoke", tokens["revoked"].split("_")[1])
    pause(bench)
    begin_move(bench, HALF)
    return tokens | _running(bench)


def changed(bench: Bench, number: int) -> list[str]:
    """Write the imported files once more, with other scores, and return their names."""
    sheet = bench.path("imports/wide.csv").read_text("utf-8")
    backup = bench.path("imports/backup.json").read_text("utf-8")
    return [
        bench.write("later/wide.csv", sheet.replace(",51,43,", f",{50 - number},{44 + number},")),
        bench.write("later/backup.json", backup.replace("51", str(52 + number))),
    ]


def new_token(bench: Bench, called: str, *wish: str) -> str:
    """Make a token with a command, and return its secret."""
    facts = json.loads(good(bench, "token", "new", *wish, "--json"))
    bench.names.call(facts["id"], f"{MADE}{called}>")
    return str(facts["token"])


def begin(server: Server, game: str) -> dict[str, str]:
    """Start a game with a few moves, a note and a take-back; return who may do what in it."""
    wish = {"game": "osaka", "seats": ["Ana", "Bartek"], "id": game}
    server.api("POST", "/games", server.admin, wish)
    tokens = {
        "admin": server.admin,
        "ana": server.token("seat", game, 1),
        "bartek": server.token("seat", game, 2),
        "spectator": server.token("spectator", game),
    }
    for n in range(8):
        move(server, game, n)
    server.api("POST", f"/games/{game}/notes", tokens["ana"], {"text": "Well, well"})
    server.api("POST", f"/games/{game}/undo", server.admin, {})
    move(server, game, 3)
    return tokens


def _running(bench: Bench) -> dict[str, str]:
    """A game in the middle, on a server that was killed."""
    with Server(bench, *QUICK) as server:
        tokens = begin(server, "running")
        server.process.kill()
        server.process.wait()
    return tokens
