"""What a command costs one service, and four over one database, turn about.

There are two ways to compare them, and both must hold: with the same commands a second in all,
where each of the four has a quarter of them, and with as many for each process, where the one has a
quarter. A proxy in front sends everybody in a game to the same service (`docs/operations.md`). Two
more figures are printed beside it: four services that have nothing in common but the machine, each
over a database of its own (what sharing costs is the difference), and four among which everybody is
spread, so that each takes in each move. All of them run the whole time; what counts is the time of
the services alone.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple

import httpx

from scripts.common.local_service import Service, admin_token, started
from scripts.common.postgres_server import running
from scripts.laboratory.load.clients import Load
from scripts.laboratory.load.run import playing

MORE = 1.3
"""What a command may cost with four processes, times that with one."""
SECONDS = 12.0
"""Of each turn."""
TURNS = 3
WRITTEN = re.compile(r"^ledger_append_seconds_count (\S+)", re.MULTILINE)
"""How many groups a service has written, in its metrics."""


class Play(NamedTuple):
    """What is played: games, with three readers each and a command a second."""

    games: int = 60
    by_game: bool = True


Say = Callable[[str], None]


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
