"""What is done in every world: commands that must succeed, and moves in a game of a service."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from scripts.laboratory.black_box.bench import Bench
from scripts.laboratory.black_box.compare import differences
from scripts.laboratory.black_box.serving import Server

QUICK = ("--rate", "0", "--log", "access.log")
"""Options of every service: requests follow each other quickly, and its log is not looked at."""


SEEN_WITHIN = 5.0
"""Seconds until a process has to show what another one wrote."""


class Failed(Exception):
    """Something that an earlier tree made can't be used, or the case itself doesn't work."""


def good(bench: Bench, *args: object, stdin: str = "", env: Mapping[str, str] | None = None) -> str:
    """Run a command that must succeed, and return what it prints."""
    said = bench.call(*args, stdin=stdin, env=env)
    if said.code:
        words = " ".join(map(str, args))
        raise Failed(f"`ledger {words}` ends with {said.code}: {said.err[:400]}")
    return said.out


def move(server: Server, game: str, number: int) -> Any:
    """Play one of the legal moves of a seat that is asked."""
    facts = server.api("GET", f"/games/{game}", server.admin)
    seat = facts["awaiting"][0]["seat"]
    legal = server.api("GET", f"/games/{game}/legal?seat={seat}", server.admin)["moves"]
    body = {"move": legal[number * 5 % len(legal)]["move"], "seat": seat}
    return server.api("POST", f"/games/{game}/commands", server.admin, body)


def tried(name: str, step: Callable[..., object], *args: object) -> list[str]:
    """Do something; return what went wrong, as a list that may be empty."""
    try:
        step(*args)
    except (Failed, OSError, RuntimeError, LookupError, ValueError) as e:
        return [f"{name}: {type(e).__name__}: {e}"]
    return []


def compared(where: str, old: Bench, new: Bench) -> list[str]:
    """Return where the answers of two worlds to the same questions are not the same facts."""
    out = []
    for name in [*old.answers, *(n for n in new.answers if n not in old.answers)]:
        a, b = old.answers.get(name), new.answers.get(name)
        if a is None or b is None:
            out.append(f"{where}, {name}: answered only by the {'old' if a else 'new'} tree")
            continue
        facts = [d for d in differences(a, b) if d.kind == "facts"]
        out += [
            f"{where}, {name}: {d.where}\n  old: {d.before}\n  new: {d.after}" for d in facts[:3]
        ]
    return out


def until(what: str, seen: Callable[[], bool]) -> None:
    """Wait until something can be seen; raise `Failed` if it takes too long."""
    end = time.monotonic() + SEEN_WITHIN
    while not seen():
        if time.monotonic() > end:
            raise Failed(f"{what}: not seen within {SEEN_WITHIN:.0f} s")
        time.sleep(0.05)
