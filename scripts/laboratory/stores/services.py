"""Several services over one database: how soon readers hear, and what a command costs.

Delivery: a game is open at two services, and somebody follows it at each. Remarks are sent to the
first one. How long it takes from sending one until it is read is compared with bare notifications
between two connections, taken turn about with them.

Processor: what a command costs one service, and four over one database, turn about. There are two
ways to compare them, and both must hold: with the same commands a second in all, where each of the
four has a quarter of them, and with as many for each process, where the one has a quarter. A proxy
in front sends everybody in a game to the same service (`docs/operations.md`). Two more figures are
told beside it: four services that have nothing in common but the machine, each over a database of
its own (what sharing costs is the difference), and four among which everybody is spread, so that
each takes in each move. All of them run the whole time; counted is the time of the services alone.
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
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import psycopg

from scripts.common.local_service import Service, admin_token, started
from scripts.common.postgres_server import running
from scripts.laboratory.load.clients import Load
from scripts.laboratory.load.run import playing

REMARKS = 300
GAP = 0.02
"""Seconds between two remarks."""
NOTIFICATIONS = 3
"""Bare notifications that delivery may take longer at another process."""
MORE = 1.3
"""What a command may cost with four processes, times that with one."""
SECONDS = 12.0
"""Of each turn."""


class Play(NamedTuple):
    """What is played: games, with three readers each and a command a second."""

    games: int = 60
    by_game: bool = True


TURNS = 3
WRITTEN = re.compile(r"^ledger_append_seconds_count (\S+)", re.MULTILINE)
"""How many groups a service has written, in its metrics."""
Say = Callable[[str], None]


def delivery() -> bool:
    """Measure, print, and say whether the claim holds."""
    with running(durable=True) as server:
        where = ("--store", server.address())
        headers = {"Authorization": f"Bearer {admin_token(where)}"}
        with started(where) as one, started(where) as other:
            one.ready()
            other.ready()
            with httpx.Client(base_url=f"{one.url}/api/v1/", headers=headers, timeout=60) as client:
                body = {"game": "osaka", "seats": ["Ana", "Bo"]}
                game = client.post("games", json=body).raise_for_status().json()["id"]
                readers = {
                    name: Reader(f"{service.url}/api/v1/games/{game}/stream", headers)
                    for name, service in (("same", one), ("other", other))
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


class Library(NamedTuple):
    """A database, by those who serve it and a token for them."""

    admin: str
    services: list[Service]


class Services:
    """Some services, and what a command costs them; they share a database, or each has its own."""

    def __init__(self, stack: ExitStack, count: int, *, apart: bool = False) -> None:
        self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(running(durable=True))
        addresses = [server.new_database(f"library_{n}") for n in range(count if apart else 1)]
        self._libraries: list[Library] = []
        for address in addresses:
            where = ("--store", address)
            found = [stack.enter_context(started(where)) for _ in range(count // len(addresses))]
            for service in found:
                service.ready()
            self._libraries.append(Library(admin_token(where), found))

    def play(self, play: Play) -> float:
        """Play for a while with new games; return milliseconds of processor for each command."""
        games = play.games // len(self._libraries)
        with ExitStack() as stack:
            clients = []
            for n, library in enumerate(self._libraries):
                load = Load(
                    ports=[service.port for service in library.services],
                    admin=library.admin,
                    report=str(self._folder / f"{n}.json"),
                    games=games,
                    readers=3 * games,
                    rate=1.0,
                    by_game=play.by_game,
                    rough=True,
                )
                clients.append(stack.enter_context(playing(load)))
            before, done = self._used(), self._commands()
            time.sleep(SECONDS)
            used, done = self._used() - before, self._commands() - done
            for found in clients:
                if faults := found.stopped().faults:
                    raise RuntimeError(f"{len(self._libraries)} libraries: {faults[:3]}")
        return 1000 * used / done

    def _used(self) -> float:
        return sum(s.cpu() for library in self._libraries for s in library.services)

    def _commands(self) -> int:
        """Return how many groups the services have written."""
        count = 0.0
        for library in self._libraries:
            headers = {"Authorization": f"Bearer {library.admin}"}
            for service in library.services:
                text = httpx.get(f"{service.url}/metrics", headers=headers).raise_for_status().text
                count += sum(map(float, WRITTEN.findall(text)))
        return int(count)


def processor(say: Say) -> bool:
    """Measure what a command costs with one process and with four, taking turns; print it."""
    with ExitStack() as stack:
        one, four = Services(stack, 1), Services(stack, 4)
        apart = Services(stack, 4, apart=True)
        kinds: dict[str, Callable[[], float]] = {
            "one": lambda: one.play(Play()),
            "quarter": lambda: one.play(Play(games=15)),
            "four": lambda: four.play(Play()),
            "apart": lambda: apart.play(Play()),
            "spread": lambda: four.play(Play(by_game=False)),
        }
        turns: list[dict[str, float]] = []
        for turn in range(TURNS + 1):
            turns.append({name: play() for name, play in kinds.items()})
            costs = ", ".join(f"{name} {ms:.2f}" for name, ms in turns[-1].items())
            say(f"turn {turn} of {TURNS}: {costs} ms")
    del turns[0]  # everything was cold
    ms = {name: median(turn[name] for turn in turns) for name in kinds}
    held = True
    for name, told in (("one", "in all"), ("quarter", "for each process")):
        ratios = [turn["four"] / turn[name] for turn in turns]
        holds = median(ratios) <= MORE
        held = held and holds
        each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        print(
            f"processor a command, ms, the same load {told}: one process {ms[name]:.2f}, four "
            f"{ms['four']:.2f}; ratio {median(ratios):.2f} ({each}), at most {MORE}: "
            f"{'ok' if holds else 'MISSED'}",
            flush=True,
        )
    print(
        f"beside it: four that share no database {ms['apart']:.2f}, so sharing one costs "
        f"{ms['four'] / ms['apart']:.2f} times that; everybody spread over four "
        f"{ms['spread']:.2f}, {ms['spread'] / ms['one']:.2f} times one process",
        flush=True,
    )
    return held
