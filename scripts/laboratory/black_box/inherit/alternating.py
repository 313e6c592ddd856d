"""Two trees take turns with one library in a folder: each command is run by the other one.

A world in which one tree does everything says what the answers have to be.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.normalise import MADE
from scripts.laboratory.black_box.serving import API, Server

from .going_on import SEATS_BY_NAME, SQL, ask_all
from .making import HALF, begin, changed, new_token
from .recordings import PARTS, begin_move, complete_move, record_on
from .steps import QUICK, good, move

SERVICES = 4
"""So many services are started one after the other."""
KEPT = (
    *("library/journal.jsonl", "library/.service/timeline", "library/games/running.jsonl"),
    *("library/games/second.jsonl", "paused.jsonl", "typed.jsonl", HALF, "other-half.jsonl"),
)
"""What has to be the same in the end, whoever wrote it."""


def alternate(one: Bench, other: Bench, tokens: dict[str, str]) -> None:
    """Do everything by turns, and keep the answers as those of the first bench."""
    other.answers = one.answers
    one.names.call(str(other.tree.path), "<tree>")
    other.names = one.names
    turns = cycle((one, other))
    _look(turns, "at first")
    _import(turns)
    _record(turns)
    _say_who_is_who(turns)
    _make_tokens(turns, tokens)
    _serve(turns, tokens)
    _copy(turns)
    _look(turns, "at last")
    for name in KEPT:
        one.note(f"file {name}", {"asked": name, "files": {name: one.file(name)}})
    one.note("all logs", {"asked": "all logs", "files": one.digests("library/games")})


def _look(turns: Iterator[Bench], when: str) -> None:
    for _ in range(2):
        listed = next(turns).run(f"{when} list", "list", "--json")
        for row in listed.out.splitlines()[::9]:
            next(turns).run(f"{when} show", "show", json.loads(row)["id"], "--json")
        next(turns).run(f"{when} library", "library", "--json")
        next(turns).run(f"{when} players", "players", "--json")
        for sql in SQL:
            next(turns).run(f"{when} query", "query", sql, "--json")
    next(turns).run(f"{when} verify", "verify", "library/games", "--json")


def _import(turns: Iterator[Bench]) -> None:
    for n in range(2, 6):
        bench = next(turns)
        bench.run(f"import {n}", "import", *changed(bench, n), "--json")
        next(turns).run(f"import {n} list", "list", "--json")
        next(turns).run(f"import {n} query", "query", SQL[1], "--json")
    for n in range(4):
        out = f"simulated-{n}"
        next(turns).run(f"simulate {n}", "simulate", "osaka", "--seed", n, "--out", out)
        next(turns).run(f"import simulated {n}", "import", out, "--json")
    next(turns).run("import all", "import", "imports", "later", "replays", "--json")
    next(turns).run("index anew", "index", "--anew", "--json")
    for n in range(2):
        next(turns).run(f"lake {n}", "index", "--lake", "lake", "--json")
        next(turns).run(f"ask the lake {n}", "query", "--lake", "lake", SQL[3], "--json")


def _record(turns: Iterator[Bench]) -> None:
    for part in range(1, PARTS):
        record_on(next(turns), part)
        next(turns).run(f"verify part {part}", "verify", "paused.jsonl", "--json")
    complete_move(next(turns), HALF)
    begin_move(next(turns), "other-half.jsonl")
    complete_move(next(turns), "other-half.jsonl")
    words = ("--players", "Ana,Bartek", "--seed", "5", "--out", "typed.jsonl")
    good(next(turns), "new", "osaka", *words)
    for n in range(8):
        facts = json.loads(good(next(turns), "do", "typed.jsonl", "--json"))
        typed = facts["legal"][n * 3 % len(facts["legal"])]
        next(turns).run(f"do {n}", "do", "typed.jsonl", typed, "--json")
    for line in ("undo", "adjust Ana tokens red 1", "abandon"):
        next(turns).run(f"do {line}", "do", "typed.jsonl", line, "--json")
    next(turns).run("typed log", "log", "typed.jsonl", "--json")
    next(turns).run("typed session", "export", "typed.jsonl", "--to", "session", "--out", "typed")
    next(turns).run("typed back", "import", "typed", "--json")


def _say_who_is_who(turns: Iterator[Bench]) -> None:
    for words in (("merge", "bartek", "gray"), ("split", "bartek", "name:Gray")):
        next(turns).run(f"players {words[0]}", "players", *words, "--json")
        next(turns).run(f"after {words[0]}", "players", "--json")


def _make_tokens(turns: Iterator[Bench], tokens: dict[str, str]) -> None:
    for n in range(4):
        seat = ("--role", "seat", "--game", "running", "--seat", "1")
        tokens[f"made-{n}"] = new_token(next(turns), f"made {n}", *seat)
        next(turns).run(f"tokens {n}", "token", "list", "--json")
    for n in range(2):
        good(next(turns), "token", "revoke", tokens[f"made-{n}"].split("_")[1])
        next(turns).run(f"tokens revoked {n}", "token", "list", "--json")


def _serve(turns: Iterator[Bench], tokens: dict[str, str]) -> None:
    for n in range(SERVICES):
        bench = next(turns)
        with Server(bench, *QUICK) as server:
            ask_all(server, "running", tokens)
            for k in range(3):
                done = move(server, "running", n + k)
                bench.note(f"move {n} {k}", {"asked": "a move", "answer": done})
            if n == 0:
                tokens |= {f"second-{k}": v for k, v in begin(server, "second").items()}
            else:
                move(server, "second", n)
            server.note("games", "GET", f"{API}/games?limit=100", server.admin)
            server.note("query", "POST", f"{API}/query", server.admin, SEATS_BY_NAME)
            made = server.api(
                "POST", "/tokens", server.admin, {"role": "spectator", "game": "second"}
            )
            bench.names.call(made["facts"]["id"], f"{MADE}service {n}>")
            tokens[f"service-{n}"] = made["token"]
        next(turns).run(f"tokens after service {n}", "token", "list", "--json")
        next(turns).run(f"log after service {n}", "log", "running", "--json")
        next(turns)  # an odd number of turns: the next service is one of the other tree


def _copy(turns: Iterator[Bench]) -> None:
    for n in range(2):
        next(turns).run(f"backup {n}", "backup", "backups", "--json")
        next(turns).run(f"restore {n}", "restore", "backups", f"restored-{n}", "--json")
        bench = next(turns)
        bench.note(
            f"restored {n}", {"asked": "restored", "files": bench.digests(f"restored-{n}/games")}
        )
        next(turns)
