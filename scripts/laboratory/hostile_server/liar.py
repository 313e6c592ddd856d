"""One round: an honest server, one lie, one command."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import signal
import sys
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import httpx
import msgspec

from client.faulty_server import FaultyServer  # of the tests
from ledger.cli.app import run
from ledger.client import transport

from .answers import IDS, TEXTS, TOKENS, VALUES, answer, made_token

PATIENCE = 20
"""Seconds after which a command counts as hanging."""
ALLOWED = "\n"
COMMANDS = {
    "host": ("games", "tokens"),
    "bot": ("whoami", "one", "stream", "commands", "legal"),
    "play": ("whoami", "one", "stream", "commands"),
    "tail": ("stream",),
    "log": ("events", "one"),
}
"""Whom a command asks for what."""


NAMED = ("id", "token", "seat", "version", "next", "role", "name")
"""Fields that clients do something with; every second lie is about one of them."""


class Round(NamedTuple):
    """What a command made of a lie; `wrong`: what it should not have."""

    command: str
    lie: str
    code: int
    said: str
    wrong: str


class Hanging(BaseException):
    """Nothing came to an end."""


def play_round(rng: random.Random, folder: Path) -> Round:
    """Run a command against a server that lies once."""
    command = rng.choice(sorted(COMMANDS))
    asked = rng.choice(COMMANDS[command])
    server = FaultyServer(rng.choice(["osaka", "klongs", "istanbul", "century"]))
    _play_on(server, rng)
    lie = Lie(rng, asked, folder)
    server.twist = lambda method, path, honest: lie.twist(server, method, path, honest)
    server.forge = lie.forge if asked == "stream" and rng.random() < 0.7 else None
    for name in ("given", "elsewhere"):
        (folder / name).mkdir(parents=True)
    token = folder / "given" / "a.token"
    token.write_text("seat-1")
    url = server.url if command != "host" else server.url.rpartition("/games")[0]
    words = [command, url, "--token-file", str(token)]
    if command == "host":
        words = ["host", "osaka", "--players", "Ana,Bartek", "--server", url, "--qr"]
        words += ["--tokens", str(folder / "t"), "--token-file", str(token)]
    try:
        code, said, wrong = _run(words)
    finally:
        server.close()
    new = {x for x in folder.rglob("*") if x.is_file()} - {token}
    strange = [x for x in new if x.parent != folder / "t" or x.suffix != ".token"]
    if strange:
        wrong += f"; wrote {strange[:3]}"
    return Round(command, str(lie), code, said, wrong)


def _play_on(server: FaultyServer, rng: random.Random) -> None:
    """Play the game to its end, so that streams have one too."""
    with server.news:
        while not server.table.over:
            server.table.do(server.game.rules.random_move(server.table.state, rng), server.chance)
        server.table.seal()


def _run(words: list[str]) -> tuple[int, str, str]:
    """Run a command here, and return what is wrong about it."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    code, wrong = 0, ""

    def alarm(number: int, frame: FrameType | None) -> None:
        raise Hanging

    transport.PATIENCE = 0.2
    transport.TIMEOUT = httpx.Timeout(3.0)
    transport._FIRST_WAIT = transport._LONGEST_WAIT = 0.01
    start = time.monotonic()
    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        with _quiet(), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            run(words)
    except SystemExit as e:
        code = int(e.code or 0)
    except Hanging:
        wrong = f"still running after {time.monotonic() - start:.0f} seconds"
    except BaseException as e:
        wrong = f"ended by {type(e).__name__}: {e}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    said = b"".join(x.buffer.getvalue() for x in (out, err)).decode()
    for sign in ("Traceback", "should not have happened"):
        if sign in said:
            wrong += f"; says {sign!r}: {said[:300]!r}"
    obeyed = {c for c in set(said) - set(ALLOWED) if unicodedata.category(c) in ("Cc", "Cf")}
    if obeyed - set("\u200c\u200d"):
        wrong += f"; prints {obeyed!r}"
    if len(said) > 3_000_000:
        wrong += f"; prints {len(said)} characters"
    return code, said, wrong.removeprefix("; ")


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Read from nowhere."""
    before = sys.stdin
    with Path(os.devnull).open() as nothing:
        sys.stdin = nothing
        try:
            yield
        finally:
            sys.stdin = before


class Lie:
    """What is falsified of one answer."""

    def __init__(self, rng: random.Random, asked: str, folder: Path) -> None:
        self._rng, self._asked = rng, asked
        self._elsewhere = str(folder / "elsewhere")
        self._told = asked

    def __str__(self) -> str:
        return self._told

    def twist(self, server: FaultyServer, method: str, path: str, honest: bytes) -> Any:
        """Return a whole answer, or None for the honest one."""
        last = path.rpartition("/")[2]
        if last == "games" and method == "POST":
            honest = msgspec.json.encode(
                msgspec.structs.replace(server.facts(1), id="good")  # a game of the host's
            )
        elif last == "tokens":
            honest = json.dumps(made_token("ledger_0123456789_" + "a" * 43)).encode()
        if last != self._asked:
            return answer(honest) if last in ("games", "tokens") else None
        if last == "stream":
            return None if server.forge is not None else self._raw(b"", "text/event-stream")
        return self._raw(self._changed(honest), "application/json")

    def _changed(self, honest: bytes) -> bytes:
        rng = self._rng
        body = json.loads(honest)
        places = list(_places(body))
        known = [place for place in places if place[1] in NAMED]
        if known and rng.random() < 0.5:
            places = known
        parent, key = rng.choice(places) if places else (None, None)
        if parent is None or rng.random() < 0.05:
            value = self._value("")
            self._told = f"{self._asked}: the whole answer is {value!r:.60}"
            return json.dumps(value).encode()
        if isinstance(parent, dict) and rng.random() < 0.15:
            del parent[key]
            self._told = f"{self._asked}: without {key}"
        elif isinstance(parent, dict) and rng.random() < 0.1:
            parent["more"] = self._value("")
            self._told = f"{self._asked}: one field more"
        else:
            parent[key] = self._value(str(key))
            self._told = f"{self._asked}: {key} is {parent[key]!r:.60}"
        return json.dumps(body).encode()

    def _value(self, key: str) -> Any:
        some: tuple[Any, ...] = {"id": IDS, "token": TOKENS, "name": TEXTS}.get(key, VALUES)
        value = self._rng.choice(some)
        return value.replace("{tmp}", self._elsewhere) if isinstance(value, str) else value

    def _raw(self, data: bytes, kind: str) -> Any:
        """Return an answer whose head may lie too."""
        rng = self._rng
        match rng.randrange(14):
            case 0:
                self._told += "; cut off"
                return answer(data, kind=kind)[: rng.randrange(1, 200)]
            case 1:
                self._told += "; no HTTP"
                return rng.randbytes(300)
            case 2:
                self._told += "; another kind"
                return answer(data, kind=rng.choice(["text/html", "image/png", "", "x" * 9000]))
            case 3:
                self._told += "; packed"
                return answer(data, kind=kind, packing=rng.choice(["gzip", "br", "gzip,gzip"]))
            case 4:
                status = rng.choice([100, 204, 206, 301, 304, 307, 401, 418, 429, 500, 503, 999])
                self._told += f"; status {status}"
                return answer(data, kind=kind, status=status)
            case 5:
                text = rng.choice(TEXTS)
                self._told += "; a refusal"
                problem = {
                    "type": text, "title": text, "status": self._value(""), "detail": text,
                    "kind": text, "rule": text, "hint": text, "line": rng.choice([-1, 1, 2**62]),
                    "column": rng.choice([-1, 0, 2**62]), "source": text,
                }  # fmt: skip
                return answer(problem, status=rng.choice([400, 403, 404, 409, 412, 422, 503]))
            case 6:
                self._told += "; noise behind it"
                return answer(data + rng.randbytes(50), kind=kind)
            case _:
                return answer(data, kind=kind)

    def forge(self, raws: list[bytes]) -> list[bytes]:
        """Change one line of a stream, and chain all lines again as if nothing were."""
        from ledger.kernel.log.codec import chained

        rng = random.Random(self._rng.random())
        lines = [json.loads(raw) for raw in raws]
        line = rng.choice(lines)
        places = list(_places(line))
        parent, key = rng.choice(places)
        parent[key] = self._value("name" if key == "name" else "")
        self._told = f"line {line.get('seq')!r:.20}: {key} is {parent[key]!r:.60}"
        out: list[bytes] = []
        digest = ""
        for fields in lines:
            fields["digest"] = "0" * 32
            raw = json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode()
            digest = chained(digest, raw)
            out.append(raw.replace(b'"digest":"' + b"0" * 32, b'"digest":"' + digest.encode()))
        return out


def _places(body: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a JSON value: what it is in, and its key there."""
    todo = [body]
    while todo:
        here = todo.pop()
        keys = here if isinstance(here, dict) else range(len(here))
        for key in keys:
            yield here, key
            if isinstance(here[key], dict | list):
                todo.append(here[key])
