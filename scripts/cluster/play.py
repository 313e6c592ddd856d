"""The clients of a cluster, a process of its own: players, those who race, and readers.

    python -m scripts.cluster.play PORTS ADMIN-TOKEN REPORT --games N --readers N --rate R

PORTS are those of the services, with commas; everybody asks them in turns. Says `ready` when every
game is open and every reader listens, plays until a line comes on stdin, lets the readers catch up,
writes its REPORT and says `done`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import uvloop

from ledger.kernel.game.registry import find_game
from scripts.load.play import ASKING, GAMES, NAMES, SHARED, Acked, GameTold, Played
from scripts.load.reader import Reader
from scripts.load.wire import Wire

PATIENCE = 8.0
"""Seconds after which a client asks another process."""
SILENCE = 20.0
"""Seconds without a sign of life after which a reader does: the service sends one every 15."""
CATCH_UP = 90.0
"""Seconds that readers get to catch up at the end."""
STALLED = SILENCE + 10.0
"""Seconds after which nobody waits any longer, if nobody has read anything in that time."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The report of the clients."""

    games: list[GameTold]
    latencies: list[float]
    retries: int
    resumes: int
    races: int
    late: int
    faults: list[str]


class Clients:
    """Everything that clients do; each game has several readers, at different processes.

    `by_game`: all of a game are at one process, as behind a proxy that sends them there.
    """

    def __init__(
        self,
        ports: list[int],
        admin: str,
        games: int,
        readers: int,
        rate: float,
        *,
        by_game: bool = False,
    ) -> None:
        self.ports, self.admin, self.pause = ports, admin, games / rate
        self.step, self.choice = (0, 1) if by_game else (1, len(ports))
        self.counts = [readers // games + (i < readers % games) for i in range(games)]
        self.wires = [self._wire(i) for i in range(games)]
        self.others = [self._wire(i + self.step) for i in range(games)]
        self.shared: dict[tuple[str, int], str] = {}
        self.now: dict[int, Played] = {}
        self.done: list[Played] = []
        self.unsure: dict[str, list[str]] = {}
        self.latencies: list[float] = []
        self.races = self.late = 0
        self.faults: list[str] = []
        self.admins: asyncio.Queue[Wire] = asyncio.Queue()
        for i in range(ASKING):
            self.admins.put_nowait(self._wire(i))
        self.start = asyncio.Event()
        self.stopping = False
        self.name = secrets.token_hex(3)

    def _wire(self, first: int) -> Wire:
        return Wire(*self._from(first), patience=PATIENCE)

    def _from(self, first: int) -> list[int]:
        """Return which processes are asked, in turns: all of them, unless a game has its own."""
        at = first % len(self.ports)
        return (self.ports[at:] + self.ports[:at])[: self.choice]

    # --- opening ------------------------------------------------------------------------------

    async def _made(self, path: str, body: dict[str, Any]) -> Any:
        wire = await self.admins.get()
        try:
            status, answer = await wire.post(path, self.admin, msgspec.json.encode(body))
        finally:
            self.admins.put_nowait(wire)
        if status not in (200, 201):
            raise RuntimeError(f"{path} answered {status}: {answer.decode()}")
        return msgspec.json.decode(answer)

    async def _token(self, role: str, game: str | None, seat: int | None) -> str:
        body = {"role": role, "game": game, "seat": seat}
        return str((await self._made("/tokens", body))["token"])

    async def _shared_token(self, role: str, slot: int) -> str:
        key = role, slot // SHARED
        if key not in self.shared:
            self.shared[key] = await self._token(role, None, None)
        return self.shared[key]

    async def _open(self, slot: int, number: int) -> Played:
        name, players = GAMES[slot % 4], 2 + slot // 4 % 3
        id = f"{name}-{self.name}-{slot}-{number}"
        wish = {"game": name, "seats": NAMES[:players], "id": id, "key": id}
        await self._made("/games", wish)
        played = Played(id, find_game(name))
        for seat in range(1, players + 1):
            played.seats[seat] = await self._token("seat", id, seat)
        referee = await self._shared_token("referee", slot)
        spectator = await self._shared_token("spectator", slot)
        viewers: list[tuple[int | None, str]] = [(None, referee), (0, spectator)]
        viewers += list(played.seats.items())
        for i in range(max(self.counts[slot], 1)):
            viewer, token = viewers[i % len(viewers)]
            take = played.take if i == 0 else None
            reader = Reader(self._from(slot + i * self.step), id, viewer, token, take, SILENCE)
            played.readers.append(reader)
            played.following.append(asyncio.ensure_future(reader.follow()))
        await played.readers[0].until(1)
        self.now[slot] = played
        return played

    # --- playing ------------------------------------------------------------------------------

    async def slot(self, slot: int) -> None:
        """Play one game after another."""
        number, rng = 0, random.Random(slot)
        played = await self._open(slot, number)
        await self.start.wait()
        await asyncio.sleep(rng.random() * self.pause)
        while not self.stopping:
            began = perf_counter()
            if played.readers[0].faults:
                pass  # who plays sees with its eyes; that it failed is told in the end
            elif played.game.rules.awaiting(played.state):
                await self._act(slot, played, rng)
            else:
                self.done.append(self.now.pop(slot))
                number += 1
                played = await self._open(slot, number)
            await asyncio.sleep(max(self.pause - (perf_counter() - began), 0))

    async def _act(self, slot: int, played: Played, rng: random.Random) -> None:
        kind = rng.random()
        if kind < 0.12:  # a remark while somebody moves, which may be on its way at another process
            seat = rng.choice(list(played.seats))
            body = {"text": f"remark {rng.getrandbits(32):x}", "key": f"n{rng.getrandbits(48):x}"}
            note = self._send(self.others[slot], played, "notes", seat, body)
            await asyncio.gather(note, self._move(slot, played, rng))
        elif kind < 0.20:
            await self._race(slot, played, rng)
        elif kind < 0.24:
            await self._hang_up(slot, played, rng)
        else:
            await self._move(slot, played, rng)

    def _wish(self, played: Played, rng: random.Random) -> tuple[int, dict[str, Any]]:
        command = played.game.rules.random_move(played.state, rng)
        seq = played.readers[0].seq
        key = f"{seq}-{rng.getrandbits(48):x}"
        return command.seat, {"command": command, "version": seq, "key": key}

    async def _move(self, slot: int, played: Played, rng: random.Random) -> None:
        seat, body = self._wish(played, rng)
        await self._send(self.wires[slot], played, "commands", seat, body)

    async def _race(self, slot: int, played: Played, rng: random.Random) -> None:
        """Send the same move twice, under two keys: one of them must come too late."""
        seat, body = self._wish(played, rng)
        twin = {**body, "key": f"{body['key']}x"}
        both = await asyncio.gather(
            self._send(self.wires[slot], played, "commands", seat, body),
            self._send(self.others[slot], played, "commands", seat, twin),
        )
        self.races += 1
        if all(both):
            self.faults.append(f"{played.id}: both of {body['key']} were accepted")

    async def _hang_up(self, slot: int, played: Played, rng: random.Random) -> None:
        """Send a move and go away: it may be played, whole, or not."""
        seat, body = self._wish(played, rng)
        self.unsure.setdefault(played.id, []).append(f"{seat}:{body['key']}")
        first = slot + self.step * rng.randrange(len(self.ports))
        wire = Wire(*self._from(first), patience=rng.random() * 0.05)
        with suppress(OSError):
            await wire.once(f"/games/{played.id}/commands", played.seats[seat], _encoded(body))
        wire.close()

    async def _send(
        self, wire: Wire, played: Played, what: str, seat: int, body: dict[str, Any]
    ) -> bool:
        """Send until it is answered; whether it was accepted."""
        begin = perf_counter()
        path = f"/games/{played.id}/{what}"
        status, answer = await wire.post(path, played.seats[seat], _encoded(body))
        self.latencies.append(perf_counter() - begin)
        if status in (200, 201):
            version = msgspec.json.decode(answer)["version"]
            played.acked.append(Acked(f"{seat}:{body['key']}", version))
            return True
        over = status == 422 and what != "commands"  # a remark after the end
        if status != 412 and not over:
            self.faults.append(f"{path}: {body} got {status}: {answer.decode()}")
        self.late += 1
        return False

    # --- the whole ----------------------------------------------------------------------------

    async def run(self) -> Told:
        """Play until somebody says stop, and report."""
        slots = [asyncio.ensure_future(self.slot(i)) for i in range(len(self.counts))]
        while len(self.now) < len(slots):
            await asyncio.sleep(0.2)
            for task in slots:
                if task.done():
                    await task
        said = asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        print("ready", flush=True)
        self.start.set()
        await asyncio.wait({said, *slots}, return_when=asyncio.FIRST_COMPLETED)
        self.stopping = True
        for error in await asyncio.gather(*slots, return_exceptions=True):
            if error is not None:
                self.faults.append(repr(error))
        self.done += self.now.values()
        print("stopped", flush=True)
        await self._catch_up()
        readers = [reader for game in self.done for reader in game.readers]
        for task in [task for game in self.done for task in game.following]:
            task.cancel()
        return Told(
            games=[
                msgspec.structs.replace(game.told(), unsure=self.unsure.get(game.id, []))
                for game in self.done
            ],
            latencies=self.latencies,
            retries=sum(wire.retries for wire in (*self.wires, *self.others)),
            resumes=sum(reader.resumes for reader in readers),
            races=self.races,
            late=self.late,
            faults=self.faults,
        )

    async def _catch_up(self) -> None:
        """Wait until every reader of a game has as many lines as the one that is ahead."""
        until = perf_counter() + CATCH_UP
        read, moved = -1, perf_counter()
        while perf_counter() < min(until, moved + STALLED):
            if not any(_behind(game) for game in self.done):
                return
            lines = sum(reader.seq for game in self.done for reader in game.readers)
            read, moved = lines, moved if lines == read else perf_counter()
            await asyncio.sleep(0.1)
        for game in self.done:
            if behind := _behind(game):
                self.faults.append(
                    f"{game.id}: {len(behind)} readers are at line {min(behind)} of {_last(game)}"
                )


def _behind(game: Played) -> list[int]:
    """Return how far those are who have not read all that somebody knows of."""
    if any(reader.faults for reader in game.readers):
        return []  # which is told anyway
    last = _last(game)
    return [reader.seq for reader in game.readers if reader.seq < last]


def _last(game: Played) -> int:
    """Return the last line that somebody knows of."""
    return max([r.seq for r in game.readers] + [a.version for a in game.acked])


def _encoded(body: dict[str, Any]) -> bytes:
    return msgspec.json.encode(body)


def main() -> None:
    """Be the clients."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ports")
    parser.add_argument("admin")
    parser.add_argument("report", type=Path)
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--readers", type=int, required=True)
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--by-game", action="store_true")
    options = parser.parse_args()

    async def run() -> Told:
        ports = [int(port) for port in options.ports.split(",")]
        return await Clients(
            ports,
            options.admin,
            options.games,
            options.readers,
            options.rate,
            by_game=options.by_game,
        ).run()

    options.report.write_bytes(msgspec.json.encode(uvloop.run(run())))
    print("done", flush=True)


if __name__ == "__main__":
    main()
