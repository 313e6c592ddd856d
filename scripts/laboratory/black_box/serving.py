"""A server of one tree, and requests to it that need nothing but the standard library."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .bench import Bench
from .normalise import MADE, measured, metrics

API = "/api/v1"
IGNORED = frozenset({"date", "content-length"})
"""Headers that say nothing of their own: a moment, and how long the body is."""
PATIENCE = 30.0


@dataclass
class Reply:
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as a JSON value."""
        return json.loads(self.body)


class Server:
    """`ledger serve` in a process of its own; use it with `with`.

    It serves a folder, or the database at the address `store`, where no service makes the first
    token: `admin` is one that was made before.
    """

    def __init__(
        self,
        bench: Bench,
        *options: str,
        library: str = "library",
        store: str = "",
        admin: str = "",
    ) -> None:
        self.bench, self.library, self.admin = bench, library, admin
        where = ("--store", store) if store else ("--library", str(bench.path(library)))
        self.options = (*where, "--port", "0", *options)
        self.said: list[str] = []

    def __enter__(self) -> Server:
        self.process = subprocess.Popen(
            [self.bench.tree.python, "-m", "ledger.cli", "serve", *self.options],
            cwd=self.bench.work,
            env=self.bench.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for line in self._words():
            self.said.append(line.rstrip("\n"))
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break
        else:
            raise RuntimeError(f"the server did not start: {self.said}")
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()
        self._wait()
        if not self.admin:
            admin = self.bench.path(self.library) / ".service" / "admin-token"
            self.admin = admin.read_text("utf-8").strip()
        self.bench.names.call(self.admin.split("_")[1], f"{MADE}the first admin>")
        return self

    def _listen(self) -> None:
        self.said += [line.rstrip("\n") for line in self._words()]

    def _words(self) -> Iterable[str]:
        return self.process.stderr or ()

    def _wait(self) -> None:
        for _ in range(400):
            try:
                if self.ask("GET", "/ready").status == 200:
                    return
            except OSError:
                time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join(PATIENCE)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def ask(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send a request; a body that is no text is sent as JSON."""
        sent = {"Connection": "close", **(headers or {})}
        if token is not None:
            sent.setdefault("Authorization", f"Bearer {token}")
        raw: bytes | None = None
        if body is not None:
            raw = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request(method, path, raw, sent)
            got = line.getresponse()
            return Reply(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        finally:
            line.close()

    def api(self, method: str, path: str, token: str | None = None, body: object = None) -> Any:
        """Send a request that must succeed, and return the JSON of its answer."""
        reply = self.ask(method, API + path, token, body)
        if reply.status >= 300:
            raise RuntimeError(f"{method} {path}: {reply.status} {reply.body[:300]!r}")
        return reply.json if reply.body else None

    def token(self, role: str, game: str | None = None, seat: int | None = None) -> str:
        """Make a token; its id is called by its role from now on."""
        wish = {"role": role, "game": game, "seat": seat}
        made = self.api("POST", "/tokens", self.admin, {k: v for k, v in wish.items() if v})
        shown = " ".join(str(x) for x in (role, game, seat) if x)
        self.bench.names.call(made["facts"]["id"], f"{MADE}{shown}>")
        return str(made["token"])

    def note(
        self,
        name: str,
        method: str,
        path: str,
        token: str | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send a request and keep its answer."""
        reply = self.ask(method, path, token, body, headers)
        self.bench.note(name, {
            "asked": self.bench.names.text(f"{method} {path} {_shown(body)}".rstrip()),
            "status": reply.status,
            "headers": self._headers(reply),
            "body": self._body(reply),
        })  # fmt: skip
        return reply

    def _headers(self, reply: Reply) -> dict[str, str]:
        names = self.bench.names
        kept = {k: names.text(v) for k, v in sorted(reply.headers.items()) if k not in IGNORED}
        if "allow" in kept:
            kept["allow"] = ", ".join(sorted(kept["allow"].split(", ")))
        if "content-length" in reply.headers and reply.body:
            fits = int(reply.headers["content-length"]) == len(reply.body)
            kept["content-length"] = "that of the body" if fits else "wrong"
        return kept

    def _body(self, reply: Reply) -> dict[str, Any]:
        kind = reply.headers.get("content-type", "")
        text = reply.body.decode("utf-8", errors="backslashreplace")
        if kind.startswith("application/json"):
            return self.bench.content(text, "json")
        if "version=0.0.4" in kind or text.startswith("# HELP"):
            lines = metrics(self.bench.names.text(text))
            helps = [line for line in lines if line.startswith("# HELP")]
            return {"text": helps, "exact": [line for line in lines if line not in helps]}
        if kind.startswith(("text/html", "text/css")):
            return self.bench.content(text, "text")
        return self.bench.content(text, "exact")


@dataclass
class Stream:
    """A reader of a game's stream, in a thread of its own, until the server ends it."""

    server: Server
    game: str
    token: str
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    def start(self) -> Stream:
        """Begin to read."""
        self.open = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.open.wait(PATIENCE)
        return self

    def _read(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        try:
            path = f"{API}/games/{self.game}/stream{self.query}"
            line.request("GET", path, headers={"Authorization": f"Bearer {self.token}"})
            got = line.getresponse()
            self.status = got.status
            self.headers = {k.lower(): v for k, v in got.getheaders()}
            self.open.set()
            while data := got.read1(65536):
                self.body += data
        except OSError as e:
            self.body += f"\n: broken off, {type(e).__name__}\n".encode()
        finally:
            self.open.set()
            line.close()

    def ended(self) -> list[str]:
        """Wait for the end, and return the lines without the server's signs of life."""
        self._thread.join(PATIENCE)
        text = self.body.decode("utf-8", errors="backslashreplace")
        blocks = [x for x in text.split("\n\n") if x and not x.startswith(":")]
        return self.server.bench.names.text("\n\n".join(blocks)).split("\n")


def _shown(body: object) -> str:
    if body is None:
        return ""
    shown = repr(body) if isinstance(body, bytes) else json.dumps(measured(body))
    return shown if len(shown) < 300 else shown[:300] + "…"
