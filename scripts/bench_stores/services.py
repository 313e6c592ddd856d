"""Several services over one database: how soon readers hear, and what a command costs.

Delivery: a game is open at two services, and somebody follows it at each. Remarks are sent to the
first one. How long it takes from sending one until it is read is compared with bare notifications
between two connections, taken turn about with them.
"""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import httpx
import psycopg

from scripts.cluster.run import Shape, campaign
from scripts.local_service import admin_token, started, wait_for
from scripts.postgres_server import running

REMARKS = 300
GAP = 0.02
"""Seconds between two remarks."""
NOTIFICATIONS = 3
"""Bare notifications that delivery may take longer at another process."""
MORE = 1.3
"""What a command may cost with four processes, times that with one."""
SECONDS = 30.0
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
                for reader in readers.values():
                    reader.stop()
    took = {
        name: median(reader.heard[n] - at for n, at in sent.items())
        for name, reader in readers.items()
    }
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
        time.sleep(1)
    return sent, bare


class Reader:
    """Follows a game in a thread, and notes when each remark came."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.heard: dict[int, float] = {}
        self._url, self._headers = url, headers
        self._stopped = threading.Event()
        self._there = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self._there.wait(30)

    def _read(self) -> None:
        with httpx.stream("GET", self._url, headers=self._headers, timeout=60) as answer:
            for line in answer.iter_lines():
                now = time.perf_counter()
                self._there.set()
                if "remark <" in line:
                    self.heard.setdefault(int(line.split("remark <")[1].split(">")[0]), now)
                if self._stopped.is_set() or len(self.heard) == REMARKS:
                    return

    def stop(self) -> None:
        """Stop at the next line, whatever it is."""
        self._stopped.set()
        self._thread.join(20)


def processor(say: Say) -> bool:
    """Measure what a command costs with one process and with four; print it."""
    cost: dict[int, float] = {}
    for services in (1, 4):
        shape = Shape(
            services=services,
            games=60,
            readers=180,
            rate=20.0,
            seconds=SECONDS,
            seed=1,
            faults=False,
            broken=None,
        )
        with tempfile.TemporaryDirectory(prefix="ledger-cluster-") as folder:
            made = campaign(Path(folder), shape, say)
        if made.wrong:
            raise RuntimeError(json.dumps(made.wrong[:3]))
        commands = sum(len(game.acked) for game in made.told.games)
        cost[services] = 1000 * sum(made.cpu) / commands
    ratio = cost[4] / cost[1]
    print(
        f"processor a command, ms: one process {cost[1]:.2f}, four {cost[4]:.2f}; ratio "
        f"{ratio:.2f}, at most {MORE}: {'ok' if ratio <= MORE else 'MISSED'}",
        flush=True,
    )
    return ratio <= MORE
