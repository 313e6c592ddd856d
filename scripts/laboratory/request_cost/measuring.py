"""What each request of a seat costs, in CPU, when it is short and when it is long."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ledger.kernel.game.registry import find_game

from .lines import positions
from .requests import Local, requests

LONGEST = 2000
"""Characters of the longest line that the service reads."""
SHARE = 4
TIMES = 3
"""How often a request is measured whose cost looks wrong; the least counts."""
STEEP, NOISE = 1.7, 5.0
"""By what factor, and by how many ms, a cost may grow more than the length."""


class Cost(NamedTuple):
    """The ms of CPU that a request took, with a quarter of its length and whole; its status."""

    ask: str
    name: str
    grows: bool
    short: float
    long: float
    status: int

    @property
    def too_steep(self) -> bool:
        """Whether it costs more than in proportion to its length."""
        return self.grows and self.long > SHARE * STEEP * self.short + NOISE


def measured(folder: Path, name: str, seed: int, suspicious: float = 8.0) -> list[Cost]:
    """Send everything at every kind of position; return what each took."""
    rng = random.Random(f"{seed}/{name}")
    every = positions(find_game(name), seed)
    logs = {f"{name}-{n}": at.data for n, at in enumerate(every)}
    out: list[Cost] = []
    with Local(folder, logs) as service:
        for id, at in zip(logs, every, strict=True):
            token = service.token(id, at.seat)
            ask: Callable[..., tuple[float, int]] = service.cpu
            for warm in ("", "choices", "legal", "state", "chapters/0"):
                ask(token, "GET", f"/api/v1/games/{id}/{warm}".rstrip("/"), b"")
            for request in requests(at, id, rng):
                times = []
                for length in (LONGEST // SHARE, LONGEST):
                    path, body = request.make(length)
                    path = path.rstrip("/")
                    least, status = ask(token, request.method, path, body)
                    for _ in range(TIMES - 1):
                        if least * 1000 < suspicious:
                            break
                        least = min(least, ask(token, request.method, path, body)[0])
                    times.append(1000 * least)
                short, long = times
                out.append(Cost(at.ask, request.name, request.grows, short, long, status))
    return out
