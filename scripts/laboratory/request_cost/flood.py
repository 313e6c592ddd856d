"""A seat that sends its worst lines as fast as it may, and somebody who asks for /health."""

from __future__ import annotations

import multiprocessing
import random
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.moves.move_reader import read_move
from ledger.kernel.replay.log_reader import read
from ledger.library.journal.facts import describe
from ledger.library.writer import LibraryWriter
from scripts.common.local_service import Service, first_token

from .lines import Asked, positions, worst_lines
from .measuring import LONGEST

CONNECTIONS, RATE = 60, 100
WORST = 5
"""Of how many lines the flood consists."""


class Flood(NamedTuple):
    """What /health took, in ms, before and during the flood, and what came of the lines."""

    quiet_p95: float
    p95: float
    p99: float
    longest: float
    asked: int
    refused_moves: int
    slowed_down: int


def flood(folder: Path, name: str, rng: random.Random, seconds: float) -> Flood:
    """Start a service with its usual limits and let a seat attack it."""
    at = max(positions(find_game(name), rng.randrange(2**31)), key=lambda at: at.legal)
    with LibraryWriter(folder) as writer:
        writer.add_log("costs:1", "flooded", describe(read(at.data).lines, len(at.data)), at.data)
    service = Service("serve", "--library", str(folder), "--log", str(folder / "access.log"))
    try:
        service.ready()
        secret = _seat_token(service.url, first_token(folder), at.seat)
        quiet = _health(service.url, min(seconds, 5.0))
        context = multiprocessing.get_context("spawn")
        answers = context.Queue()
        lines = _worst(at, rng)
        attack = context.Process(
            target=_attack, args=(service.url, secret, lines, seconds + 1, answers)
        )
        attack.start()
        time.sleep(1.0)
        busy = _health(service.url, seconds)
        statuses = answers.get(timeout=60)
        attack.join()
    finally:
        service.stop()
    return Flood(
        _quantile(quiet, 0.95),
        _quantile(busy, 0.95),
        _quantile(busy, 0.99),
        max(busy),
        len(busy),
        sum(n for status, n in statuses.items() if status in (400, 422)),
        statuses.get(429, 0),
    )


def _worst(at: Asked, rng: random.Random) -> list[str]:
    """Return the lines that take longest to be read and explained."""
    taken: list[tuple[float, str]] = []
    for _, line in worst_lines(at, rng):
        text = line(LONGEST)
        start = time.process_time()
        try:
            read_move(at.position, text, at.seat)
        except LedgerError as e:
            _ = e.hint
        taken.append((time.process_time() - start, text))
    return [text for _, text in sorted(taken, reverse=True)[:WORST]]


def _seat_token(url: str, admin: str, seat: int) -> str:
    body = {"role": "seat", "game": "flooded", "seat": seat}
    _, answer = _ask(_connection(url), "POST", "/api/v1/tokens", admin, body)
    return str(msgspec.json.decode(answer)["token"])


def _connection(url: str) -> HTTPConnection:
    at = urlsplit(url)
    return HTTPConnection(at.hostname or "", at.port, timeout=60)


def _ask(
    connection: HTTPConnection, method: str, path: str, token: str, body: Any = None
) -> tuple[int, bytes]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else msgspec.json.encode(body)
    connection.request(method, path, data, headers if token else {})
    answer = connection.getresponse()
    return answer.status, answer.read()


def _health(url: str, seconds: float) -> list[float]:
    """Ask twenty times a second; return how long each answer took, in ms."""
    connection, taken = _connection(url), []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        start = time.monotonic()
        _ask(connection, "GET", "/health", "")
        taken.append(1000 * (time.monotonic() - start))
        time.sleep(0.05)
    return taken


def _attack(url: str, token: str, lines: list[str], seconds: float, answers: Any) -> None:
    """Send the lines over many connections, together as fast as a token may."""
    statuses: dict[int, int] = {}
    lock = threading.Lock()
    until = time.monotonic() + seconds

    def send(n: int) -> None:
        connection, rng = _connection(url), random.Random(n)
        due = time.monotonic() + rng.random()
        while time.monotonic() < until:
            body = {"move": rng.choice(lines)}
            try:
                status, _ = _ask(connection, "POST", "/api/v1/games/flooded/commands", token, body)
            except OSError:
                connection.close()
                status = 0
            with lock:
                statuses[status] = statuses.get(status, 0) + 1
            due = max(due + CONNECTIONS / RATE, time.monotonic() - 1)
            time.sleep(max(0.0, due - time.monotonic()))

    threads = [threading.Thread(target=send, args=(n,), daemon=True) for n in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 30)
    answers.put(statuses)


def _quantile(values: list[float], part: float) -> float:
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))]
