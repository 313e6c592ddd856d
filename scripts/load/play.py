"""The load maker, a process of its own: bots play many games, readers follow them.

    python -m scripts.load.play PORT ADMIN-TOKEN-FILE REPORT --games N --readers N --rate R

With `--fresh`, every other game connects anew for each command.

Says `ready` when every game is open and every reader listens; plays until a line comes on
stdin; then lets the readers catch up, writes its REPORT and says `done`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import uvloop

from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Line, Opened
from ledger.kernel.rules.command import State

from .reader import Read, Reader
from .wire import Wire

GAMES = ("osaka", "istanbul", "century", "klongs")
NAMES = ("Ana", "Bartek", "Celina", "Dora")
SHARED = 16
"""Games whose spectators share a token: the service lets one hold a hundred streams."""
ASKING = 16
"""Requests of the admin at the same time: the service lets a token have 64."""
PATIENCE = 60.0
"""Seconds that readers get to catch up at the end."""


class Acked(msgspec.Struct, frozen=True, array_like=True):
    """A command that was answered: its key as it stands in the log, and its last line."""

    key: str
    version: int


class GameTold(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in a game, as far as its players know."""

    id: str
    acked: list[Acked]
    readers: list[Read]
    unsure: list[str] = []
    """Keys of commands that nobody waited for: they may be in the log."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The report of a load maker."""

    games: list[GameTold]
    latencies: list[float]
    begun: list[float]
    played: float
    cpu: float
    retries: int
    faults: list[str]


class Played:
    """One game: its seats' tokens, its position, what was acknowledged."""

    def __init__(self, id: str, game: Game) -> None:
        self.id, self.game = id, game
        self.seats: dict[int, str] = {}
        self.readers: list[Reader] = []
        self.following: list[asyncio.Task[None]] = []
        self.acked: list[Acked] = []
        self.state: State = None

    def take(self, raws: list[bytes]) -> None:
        """Fold what the referee's stream tells."""
        for raw in raws:
            line: Line = self.game.rules.decoder.decode(raw)
            if isinstance(line.data, Opened):
                self.state = self.game.start(line.data)
            else:
                self.game.rules.evolvers[type(line.data)](self.state, line.data)

    def told(self) -> GameTold:
        """Return what happened."""
        return GameTold(id=self.id, acked=self.acked, readers=[r.told() for r in self.readers])


class Load:
    """Everything that the load maker does."""

    def __init__(
        self, port: int, admin: str, games: int, readers: int, rate: float, fresh: bool
    ) -> None:
        self.port, self.admin, self.rate = port, admin, rate
        self.counts = [readers // games + (i < readers % games) for i in range(games)]
        self.shared: dict[tuple[str, int], str] = {}
        self.done: list[Played] = []
        self.now: dict[int, Played] = {}
        self.latencies: list[float] = []
        self.begun: list[float] = []
        self.wires = [Wire(port, fresh=fresh and i % 2 == 1) for i in range(games)]
        self.faults: list[str] = []
        self.asking = asyncio.Semaphore(ASKING)
        self.start = asyncio.Event()
        self.stopping = False
        self.name = secrets.token_hex(3)

    async def _made(self, wire: Wire, path: str, body: dict[str, Any]) -> Any:
        async with self.asking:
            status, answer = await wire.post(path, self.admin, msgspec.json.encode(body))
        if status not in (200, 201):
            raise RuntimeError(f"{path} answered {status}: {answer.decode()}")
        return msgspec.json.decode(answer)

    async def _token(self, wire: Wire, role: str, game: str | None, seat: int | None) -> str:
        body = {"role": role, "game": game, "seat": seat}
        return str((await self._made(wire, "/tokens", body))["token"])

    async def _shared(self, wire: Wire, role: str, slot: int) -> str:
        key = role, slot // SHARED
        if key not in self.shared:
            self.shared[key] = await self._token(wire, role, None, None)
        return self.shared[key]

    async def open(self, slot: int, number: int) -> Played:
        """Create a game with its tokens and readers."""
        wire = self.wires[slot]
        name, players = GAMES[slot % 4], 2 + slot // 4 % 3
        id = f"{name}-{self.name}-{slot}-{number}"
        wish = {"game": name, "seats": NAMES[:players], "id": id, "key": id}
        await self._made(wire, "/games", wish)
        played = Played(id, find_game(name))
        for seat in range(1, players + 1):
            played.seats[seat] = await self._token(wire, "seat", id, seat)
        referee = await self._shared(wire, "referee", slot)
        spectator = await self._shared(wire, "spectator", slot)
        viewers: list[tuple[int | None, str]] = [(None, referee), (0, spectator)]
        viewers += list(played.seats.items())
        for i in range(max(self.counts[slot], 1)):
            viewer, token = viewers[i % len(viewers)]
            take = played.take if i == 0 else None
            reader = Reader([self.port], id, viewer, token, take)
            played.readers.append(reader)
            played.following.append(asyncio.ensure_future(reader.follow()))
        for reader in played.readers:
            await reader.until(1)
        self.now[slot] = played
        return played

    async def slot(self, slot: int) -> None:
        """Play one game after another."""
        number = 0
        played = await self.open(slot, number)
        await self.start.wait()
        rng = random.Random(slot)
        due = perf_counter() + (rng.random() / self.rate if self.rate else 0)
        while not self.stopping:
            if self.rate:
                await asyncio.sleep(max(due - perf_counter(), 0))
                due = max(due + 1 / self.rate, perf_counter())
            if played.game.rules.awaiting(played.state):
                await self._move(slot, played, rng)
            else:
                for reader in played.readers:
                    await reader.end()
                self.done.append(self.now.pop(slot))
                number += 1
                played = await self.open(slot, number)

    async def _move(self, slot: int, played: Played, rng: random.Random) -> None:
        command = played.game.rules.random_move(played.state, rng)
        sight = played.readers[0]
        key = f"{sight.seq}-{rng.getrandbits(32):x}"
        body = {"command": command, "version": sight.seq, "key": key}
        sent = msgspec.json.encode(body)
        begin = perf_counter()
        status, answer = await self.wires[slot].post(
            f"/games/{played.id}/commands", played.seats[command.seat], sent
        )
        self.latencies.append(perf_counter() - begin)
        self.begun.append(begin)
        if status not in (200, 201):
            raise RuntimeError(f"{played.id}: {sent.decode()} got {status}: {answer.decode()}")
        version = msgspec.json.decode(answer)["version"]
        played.acked.append(Acked(f"{command.seat}:{key}", version))
        await sight.until(version)

    async def run(self) -> Told:
        """Play until somebody says stop, and report."""
        slots = [asyncio.ensure_future(self.slot(i)) for i in range(len(self.counts))]
        opening = asyncio.ensure_future(self._all_open())
        await asyncio.wait({opening, *slots}, return_when=asyncio.FIRST_COMPLETED)
        if not opening.done():
            await asyncio.gather(*(task for task in slots if task.done()))
        said = asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        print("ready", flush=True)
        start, cpu = perf_counter(), _cpu()
        self.start.set()
        await asyncio.wait({said, *slots}, return_when=asyncio.FIRST_COMPLETED)
        played, cpu = perf_counter() - start, _cpu() - cpu
        self.stopping = True
        for error in await asyncio.gather(*slots, return_exceptions=True):
            if error is not None:
                self.faults.append(str(error) or repr(error))
        self.done += self.now.values()
        try:
            async with asyncio.timeout(PATIENCE):
                for game, reader in self._readers():
                    last = max((a.version for a in game.acked), default=1)
                    await reader.until(last)
                    if not game.game.rules.awaiting(game.state):
                        await reader.end()
        except TimeoutError:
            self.faults.append(f"readers did not catch up within {PATIENCE:.0f} s")
        for task in [task for game in self.done for task in game.following]:
            task.cancel()
        return Told(
            games=[game.told() for game in self.done],
            latencies=self.latencies,
            begun=self.begun,
            played=played,
            cpu=cpu / played,
            retries=sum(wire.retries for wire in self.wires),
            faults=self.faults,
        )

    async def _all_open(self) -> None:
        while len(self.now) < len(self.counts):
            await asyncio.sleep(0.1)

    def _readers(self) -> Iterator[tuple[Played, Reader]]:
        return ((game, reader) for game in self.done for reader in game.readers)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Make the load."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("port", type=int)
    parser.add_argument("admin", type=Path)
    parser.add_argument("report", type=Path)
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--readers", type=int, required=True)
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--fresh", action="store_true", help="half of the games connect anew")
    options = parser.parse_args()

    async def run() -> Told:
        admin = options.admin.read_text().strip()
        load = Load(
            options.port, admin, options.games, options.readers, options.rate, options.fresh
        )
        return await load.run()

    told = uvloop.run(run())
    options.report.write_bytes(msgspec.json.encode(told))
    print("done", flush=True)


if __name__ == "__main__":
    main()
