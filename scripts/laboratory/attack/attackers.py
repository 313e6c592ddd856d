"""The attackers, a process of its own that goes last: everything a stranger can do, in bounds.

    python -m scripts.laboratory.attack.attackers PORT SECONDS TOKEN GAME KIND...

Attacks for some seconds, then says as JSON which of its connections it still holds, by kind, and
holds them until a line comes on stdin. TOKEN, of a spectator of GAME, is for those kinds alone
that need one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic

import msgspec

NICE = 19
SMALL = 4096
"""Bytes that wait at an attacker who doesn't read."""
HOG = "select count(*) from range(100000000) a, range(100000) b where a.range % 7 = b.range % 5"


class Attacker:
    """One kind of attack: the connections that it holds, and when it ends."""

    def __init__(self, port: int, seconds: float, token: str, game: str, scale: float) -> None:
        self.port, self.token, self.game, self.scale = port, token, game, scale
        self.until = monotonic() + seconds
        self.held: set[socket.socket] = set()
        self._loop = asyncio.get_running_loop()

    def many(self, number: int) -> int:
        """Return how many of something this run has."""
        return max(int(number * self.scale), 1)

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return monotonic() < self.until

    async def connect(self, source: str = "127.0.0.1", *, deaf: bool = False) -> socket.socket:
        """Open a connection from an address."""
        line = socket.socket()
        line.setblocking(False)
        if deaf:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.bind((source, 0))
        self.held.add(line)
        try:
            async with asyncio.timeout(2):
                await self._loop.sock_connect(line, ("127.0.0.1", self.port))
        except OSError:
            self.drop(line)
            raise
        return line

    async def send(self, line: socket.socket, data: bytes, seconds: float = 0.5) -> bool:
        """Send; False if the server doesn't take it, and the connection is given up."""
        try:
            async with asyncio.timeout(seconds):
                await self._loop.sock_sendall(line, data)
        except TimeoutError:
            return False
        except OSError:
            self.drop(line)
            return False
        return True

    async def answer(self, line: socket.socket) -> bytes:
        """Read what comes at once."""
        with suppress(OSError):
            async with asyncio.timeout(15):
                return await self._loop.sock_recv(line, 65536)
        return b""

    def drop(self, line: socket.socket) -> None:
        """Hang up."""
        self.held.discard(line)
        line.close()

    def head(self, start: str, *headers: str, host: str | None = None) -> bytes:
        """Return a request without the empty line behind it."""
        lines = [f"{start} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}", *headers]
        return "".join(f"{line}\r\n" for line in lines).encode()


async def heads(a: Attacker) -> None:
    """Send heads and addresses without an end, and small headers without number."""
    begins = [
        (a.head("GET /health") + b"X: ", b"x" * 65536),
        (b"GET /", b"x" * 65536),
        (a.head("GET /health"), b"X: y\r\n" * 10_000),
    ]

    async def one(begin: bytes, more: bytes, source: str) -> None:
        while a.goes_on:
            with suppress(OSError):
                line = await a.connect(source)
                await a.send(line, begin)
                taken = 0
                while taken < 1200 and a.goes_on and await a.send(line, more):
                    taken += 1
                if a.goes_on:
                    await a.send(line, b"\r\n\r\n")
                    a.drop(line)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(one(*begin, f"127.0.2.{i}") for i, begin in enumerate(begins, 1)))


async def bodies(a: Attacker) -> None:
    """Announce bodies that never come, from many addresses, a byte a second."""
    lines: list[socket.socket] = []
    request = a.head("POST /nowhere", "Content-Length: 1000") + b"\r\nx"
    for n in range(a.many(16)):
        for _ in range(a.many(64)):
            if a.goes_on:
                with suppress(OSError):
                    line = await a.connect(f"127.0.3.{n + 1}")
                    await a.send(line, request)
                    lines.append(line)
    while a.goes_on:
        for line in [line for line in lines if line in a.held]:
            await a.send(line, b"x", 0.05)
        await asyncio.sleep(1)


async def slow(a: Attacker) -> None:
    """Hold as many connections as there are, each in the middle of a head."""
    await _drip(a, 1100, a.head("GET /"), "127.0.4")


async def refused(a: Attacker) -> None:
    """Go on sending after a refusal, over many connections."""
    begin = a.head("POST /", "Content-Length: 100000", host="evil.example") + b"\r\n"
    await _drip(a, 300, begin, "127.0.7")


async def _drip(a: Attacker, number: int, begin: bytes, network: str) -> None:
    lines: list[socket.socket] = []
    numbers = count()
    while a.goes_on:
        lines = [line for line in lines if line in a.held]
        for _ in range(min(200, a.many(number) - len(lines))):
            n = next(numbers)
            with suppress(OSError):
                # every third comes from where the players come from
                line = await a.connect(f"{network}.{n % 20}" if n % 3 else "127.0.0.1")
                lines.append(line)
                await a.send(line, begin)
        for line in lines:
            await a.send(line, b"x", 0.05)
        await asyncio.sleep(0.25)


async def answers(a: Attacker) -> None:
    """Ask for long answers again and again, over many connections, and read none."""
    request = (a.head("GET /openapi.json") + b"\r\n") * 12
    lines: list[socket.socket] = []
    while a.goes_on:
        lines = [line for line in lines if line in a.held]
        for n in range(a.many(400) - len(lines)):
            with suppress(OSError):
                line = await a.connect(f"127.0.5.{n % 16 + 1}", deaf=True)
                await a.send(line, request)
                lines.append(line)
        await asyncio.sleep(1)


async def streams(a: Attacker) -> None:
    """Follow a long game over and over, and read nothing."""
    request = a.head(
        f"GET /api/v1/games/{a.game}/stream", f"Authorization: Bearer {a.token}", "Last-Event-ID: 0"
    )
    for _ in range(a.many(60)):
        with suppress(OSError):
            line = await a.connect("127.0.6.1", deaf=True)
            await a.send(line, request + b"\r\n")
    while a.goes_on:
        await asyncio.sleep(0.2)


async def tokens(a: Attacker) -> None:
    """Guess tokens, from where the players come from."""

    async def guess(first: int) -> None:
        for n in count(first, 4):
            if not a.goes_on:
                return
            secret = f"ledger_{n:010d}_{'x' * 43}"
            with suppress(OSError):
                line = await a.connect()
                await a.send(line, a.head("GET /", f"Authorization: Bearer {secret}") + b"\r\n")
                await a.answer(line)
                a.drop(line)
            await asyncio.sleep(0.02)

    await asyncio.gather(*(guess(n) for n in range(4)))


async def questions(a: Attacker) -> None:
    """Ask questions in SQL that never end."""
    body = msgspec.json.encode({"sql": HOG})
    token, size = f"Authorization: Bearer {a.token}", f"Content-Length: {len(body)}"
    kind = "Content-Type: application/json"
    body = b"\r\n" + body

    async def ask() -> None:
        while a.goes_on:
            with suppress(OSError):
                line = await a.connect("127.0.8.1")
                try:
                    await a.send(line, a.head("POST /api/v1/query", token, size, kind) + body)
                    await a.answer(line)
                finally:
                    a.drop(line)
            await asyncio.sleep(0.1)

    await asyncio.gather(*(ask() for _ in range(8)))


KINDS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    made.__name__: made
    for made in (heads, bodies, slow, refused, answers, streams, tokens, questions)
}


async def _attack(options: argparse.Namespace) -> None:
    made = {
        kind: Attacker(options.port, options.seconds, options.token, options.game, options.scale)
        for kind in options.kinds
    }
    tasks = [asyncio.ensure_future(KINDS[kind](attacker)) for kind, attacker in made.items()]
    done, late = await asyncio.wait(tasks, timeout=options.seconds + 5)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    for task in done:
        task.result()
    held = {kind: [_name(line) for line in a.held] for kind, a in made.items()}
    print(msgspec.json.encode(held).decode(), flush=True)
    await asyncio.to_thread(sys.stdin.readline)


def go_last() -> None:
    """Give way to everybody, also on a Linux that shares the processors between sessions."""
    os.nice(NICE)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(NICE))


def _name(line: socket.socket) -> str:
    host, port = line.getsockname()
    return f"{host}:{port}"


def main() -> None:
    """Attack."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("port", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("token")
    parser.add_argument("game")
    parser.add_argument("kinds", nargs="+", choices=KINDS)
    parser.add_argument("--scale", type=float, default=1.0, help="a smaller attack: 0.1")
    options = parser.parse_args()
    asyncio.run(_attack(options))


if __name__ == "__main__":
    main()
