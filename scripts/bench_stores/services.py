"""Several services over one database: how soon readers hear, and what a command costs.

Delivery: a game is open at two services, and somebody follows it at each. Remarks are sent to the
first one. How long it takes from sending one until it is read is compared with bare notifications
between two connections, taken turn about with them.

Processor: the same load on one service and on four, each over a database of its own, turn about.
All of them run the whole time; what is counted is the time of the services themselves. A proxy in
front sends everybody in a game to the same service (`docs/operations.md`). What a command costs
when they are spread over all of them, so that each service takes in each move, is told beside it.
"""

from __future__ import annotations

import multiprocessing
import re
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import httpx
import psycopg

from scripts.cluster.run import Shape, cpu, playing
from scripts.local_service import admin_token, started, wait_for
from scripts.postgres_server import running

REMARKS = 300
GAP = 0.02
"""Seconds between two remarks."""
NOTIFICATIONS = 3
"""Bare notifications that delivery may take longer at another process."""
MORE = 1.3
"""What a command may cost with four processes, times that with one."""
LOAD = Shape(games=60, readers=180, rate=60.0, seconds=12.0)
TURNS = 3
Say = Callable[[str], None]


def delivery() -> bool:
    """Measure, print, and say whether the claim holds."""
    with running(durable=True) as server:
        where = ("--store", server.address())
        headers = {"Authorization": f"Bearer {admin_token(where)}"}
        with started(where) as (one, _), started(where) as (other, _):
            wait_for(one)
            wait_for(other)
            with httpx.Client(base_url=f"{one}/api/v1/", headers=headers, timeout=60) as client:
                body = {"game": "osaka", "seats": ["Ana", "Bo"]}
                game = client.post("games", json=body).raise_for_status().json()["id"]
                readers = {
                    name: Reader(f"{url}/api/v1/games/{game}/stream", headers)
                    for name, url in (("same", one), ("other", other))
                }
                sent, bare = _send(client, game, server.address())
                heard = {name: reader.heard() for name, reader in readers.items()}
    took = {name: median(mine[n] - at for n, at in sent.items()) for name, mine in heard.items()}
    most = took["same"] + NOTIFICATIONS * median(bare)
    holds = took["other"] <= most
    print(
        f"delivery p50, ms: same process {1e3 * took['same']:.2f}, another "
        f"{1e3 * took['other']:.2f}; a bare notification {1e3 * median(bare):.2f}, so at most "
        f"{1e3 * most:.2f}: {'ok' if holds else 'MISSED'}",
        flush=True,
    )
    return holds


def _send(client: httpx.Client, game: str, address: str) -> tuple[dict[int, float], list[float]]:
    """Send remarks and bare notifications; return when each remark was sent, and round trips."""
    sent: dict[int, float] = {}
    bare: list[float] = []
    with (
        psycopg.connect(address, autocommit=True) as hears,
        psycopg.connect(address, autocommit=True) as tells,
    ):
        hears.execute("listen bench")
        for n in range(REMARKS):
            sent[n] = time.perf_counter()
            client.post(f"games/{game}/notes", json={"text": f"remark <{n}>"}).raise_for_status()
            time.sleep(GAP)
            began = time.perf_counter()
            tells.execute("notify bench")
            next(hears.notifies(timeout=10))
            bare.append(time.perf_counter() - began)
            time.sleep(GAP)
    return sent, bare


class Reader:
    """Follows a game in a process of its own, and notes when each remark came.

    It does nothing else: what a client does with an answer must not count, nor keep anybody busy.
    """

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        context = multiprocessing.get_context("spawn")
        self._end, theirs = context.Pipe()
        self._process = context.Process(target=_follow, args=(url, headers, theirs), daemon=True)
        self._process.start()
        if not self._end.poll(30) or self._end.recv() != "there":
            raise RuntimeError(f"nobody answers at {url}")

    def heard(self) -> dict[int, float]:
        """Return when each remark came."""
        if not self._end.poll(30):
            raise RuntimeError("a reader did not get every remark")
        heard: dict[int, float] = self._end.recv()
        self._process.join()
        return heard


def _follow(url: str, headers: dict[str, str], end: Connection) -> None:
    where = urlsplit(url)
    heard: dict[int, float] = {}
    with socket.create_connection((where.hostname or "", where.port or 80)) as link:
        lines = [f"GET {where.path} HTTP/1.1", f"Host: {where.netloc}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        link.sendall("\r\n".join([*lines, "", ""]).encode())
        text = link.recv(65536)
        end.send("there")
        while len(heard) < REMARKS and (data := link.recv(65536)):
            now = time.perf_counter()
            text = text[-100:] + data
            for found in re.finditer(rb"remark <(\d+)>", text):
                heard.setdefault(int(found[1]), now)
    end.send(heard)


class Services:
    """Some services over a database of their own, and what a command costs them."""

    def __init__(self, stack: ExitStack, count: int) -> None:
        self._count = count
        self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(running(durable=True))
        where = ("--store", server.address())
        found = [stack.enter_context(started(where)) for _ in range(count)]
        for url, _ in found:
            wait_for(url)
        self._ports = [int(url.rpartition(":")[2]) for url, _ in found]
        self._processes = [pid for _, pid in found]
        self._admin = admin_token(where)

    def play(self, *, by_game: bool) -> float:
        """Play for a while with new games; return milliseconds of processor for each command."""
        shape = LOAD._replace(by_game=by_game)
        with playing(self._folder, self._ports, self._admin, shape) as clients:
            before = sum(map(cpu, self._processes))
            time.sleep(LOAD.seconds)
            used = sum(map(cpu, self._processes)) - before
            told = clients.stopped()
        if told.faults:
            raise RuntimeError(f"{self._count} services: {told.faults[:3]}")
        return 1000 * used / sum(len(game.acked) for game in told.games)


def processor(say: Say) -> bool:
    """Measure what a command costs with one process and with four, taking turns; print it."""
    with ExitStack() as stack:
        one, four = Services(stack, 1), Services(stack, 4)
        costs: list[tuple[float, ...]] = []
        for turn in range(TURNS + 1):
            costs.append((one.play(by_game=True), *(four.play(by_game=x) for x in (True, False))))
            say(f"turn {turn} of {TURNS}: {', '.join(f'{ms:.2f}' for ms in costs[-1])} ms")
    del costs[0]  # everything was cold
    alone, together, spread = (median(column) for column in zip(*costs, strict=True))
    ratios = [four / one for one, four, _ in costs]
    ratio = median(ratios)
    print(
        f"processor a command, ms: one process {alone:.2f}, four {together:.2f}; ratio {ratio:.2f} "
        f"({', '.join(f'{x:.2f}' for x in ratios)}), at most {MORE}: "
        f"{'ok' if ratio <= MORE else 'MISSED'}; everybody spread over four {spread:.2f}, "
        f"{spread / alone:.2f} times one",
        flush=True,
    )
    return ratio <= MORE
