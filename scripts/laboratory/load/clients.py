"""The clients of a load, a process of its own: bots play many games, readers follow them.

    python -m scripts.laboratory.load.clients LOAD

LOAD is a `Load` as JSON. Says `ready` when every game is open and its player listens, plays until
a line comes on stdin, says `stopped`, lets the readers catch up, writes its report and says `done`.
"""

from __future__ import annotations

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
PATIENCE = 8.0
"""Seconds after which a client asks another service, or the same one again."""
SILENCE = 20.0
"""Seconds without a sign of life after which a reader does: the service sends one every 15."""
CATCH_UP = 90.0
"""Seconds that readers get to catch up at the end."""
STALLED = SILENCE + 10.0
"""Seconds after which nobody waits any longer, if nobody has read anything in that time."""


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """What clients do: how many games and readers (in all), and commands a second of a game.

    A rate of 0 is full speed. Everybody asks the services at all ports in turns; `by_game`: all of
    a game are at the same one. `fresh`: every other game connects anew for each command. `rough`:
    besides playing they race, hang up before the answer, and talk while somebody else moves.
    """

    ports: list[int]
    admin: str
    report: str
    games: int
    readers: int
    rate: float
    by_game: bool = False
    fresh: bool = False
    rough: bool = False
    seed: int = 1


class Acked(msgspec.Struct, frozen=True, array_like=True):
    """A command that was answered: its key in the log, and its last line."""

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
    """The report of the clients."""

    games: list[GameTold]
    begun: list[float]
    latencies: list[float]
    played: float
    retries: int
    resumes: int
    races: int
    late: int
    faults: list[str]


class Played:
    """One game: its seats' tokens, its position, what was acknowledged."""

    def __init__(self, id: str, game: Game) -> None:
        self.id, self.game = id, game
        self.seats: dict[int, str] = {}
        self.readers: list[Reader] = []
        self.following: list[asyncio.Task[None]] = []
        self.acked: list[Acked] = []
        self.unsure: list[str] = []
        self.state: State = None

    def take(self, raws: list[bytes]) -> None:
        """Fold what the referee's stream tells."""
        for raw in raws:
            line: Line = self.game.rules.decoder.decode(raw)
            if isinstance(line.data, Opened):
                self.state = self.game.start(line.data)
            else:
                self.game.rules.evolvers[type(line.data)](self.state, line.data)

    @property
    def over(self) -> bool:
        """Whether nobody is asked any more."""
        return not self.game.rules.awaiting(self.state)

    @property
    def last(self) -> int:
        """The last line that somebody knows of."""
        return max([r.seq for r in self.readers] + [a.version for a in self.acked])

    def behind(self) -> list[int]:
        """Return how far those readers are who have not read everything yet."""
        if any(reader.faults for reader in self.readers):
            return []  # which is reported anyway
        last, over = self.last, self.over
        return [r.seq for r in self.readers if r.seq < last or (over and not r.ended)]

    def told(self) -> GameTold:
        """Return what happened."""
        readers = [reader.told() for reader in self.readers]
        return GameTold(id=self.id, acked=self.acked, readers=readers, unsure=self.unsure)


class Clients:
    """Everything that clients do; each game has several readers, at different services."""

    def __init__(self, load: Load) -> None:
        self.load, self.ports, games = load, load.ports, load.games
        self.pause = 1 / load.rate if load.rate else 0.0
        self.step, self.choice = (0, 1) if load.by_game else (1, len(self.ports))
        self.counts = [load.readers // games + (i < load.readers % games) for i in range(games)]
        self.wires = [self._wire(i, fresh=load.fresh and i % 2 == 1) for i in range(games)]
        self.others = [self._wire(i + self.step) for i in range(games)]
        self.shared: dict[tuple[str, int], str] = {}
        self.now: dict[int, Played] = {}
        self.done: list[Played] = []
        self.begun: list[float] = []
        self.latencies: list[float] = []
        self.races = self.late = 0
        self.faults: list[str] = []
        self.admins: asyncio.Queue[Wire] = asyncio.Queue()
        for i in range(ASKING):
            self.admins.put_nowait(self._wire(i))
        self.start = asyncio.Event()
        self.stopping = False
        self.name = secrets.token_hex(3)

    def _wire(self, first: int, *, fresh: bool = False) -> Wire:
        return Wire(*self._from(first), fresh=fresh, patience=PATIENCE)

    def _from(self, first: int) -> list[int]:
        """Return which services are asked, in turns: all of them, unless a game has its own."""
        at = first % len(self.ports)
        return (self.ports[at:] + self.ports[:at])[: self.choice]

    # --- opening ------------------------------------------------------------------------------

    async def _made(self, path: str, body: dict[str, Any]) -> Any:
        wire = await self.admins.get()
        try:
            status, answer = await wire.post(path, self.load.admin, msgspec.json.encode(body))
        finally:
            self.admins.put_nowait(wire)
        if status not in (200, 201):
            raise RuntimeError(f"{path} answered {status}: {answer.decode()}")
        return msgspec.json.decode(answer)

    async def _token(self, role: str, game: str | None = None, seat: int | None = None) -> str:
        body = {"role": role, "game": game, "seat": seat}
        return str((await self._made("/tokens", body))["token"])

    async def _shared_token(self, role: str, slot: int) -> str:
        key = role, slot // SHARED
        if key not in self.shared:
            self.shared[key] = await self._token(role)
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
        number, rng = 0, random.Random(f"{self.load.seed}/{slot}")
        played = await self._open(slot, number)
        await self.start.wait()
        await asyncio.sleep(rng.random() * self.pause)
        while not self.stopping and not played.readers[0].faults:
            began = perf_counter()
            if played.over:
                self.done.append(self.now.pop(slot))
                number += 1
                played = await self._open(slot, number)
            elif self.load.rough:
                await self._act(slot, played, rng)
            else:
                await self._move(slot, played, rng)
                # the player sees with its own eyes what came of it
                await played.readers[0].until(played.last)
            await asyncio.sleep(max(self.pause - (perf_counter() - began), 0))

    async def _act(self, slot: int, played: Played, rng: random.Random) -> None:
        kind = rng.random()
        if kind < 0.12:  # a remark while somebody moves, which may be on its way at another service
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
        played.unsure.append(f"{seat}:{body['key']}")
        first = slot + self.step * rng.randrange(len(self.ports))
        wire = Wire(*self._from(first), patience=rng.random() * 0.05)
        sent, token = msgspec.json.encode(body), played.seats[seat]
        with suppress(OSError):
            await wire.once(f"/games/{played.id}/commands", token, sent)
        wire.close()

    async def _send(
        self, wire: Wire, played: Played, what: str, seat: int, body: dict[str, Any]
    ) -> bool:
        """Send until it is answered; whether it was accepted."""
        begin = perf_counter()
        path, sent = f"/games/{played.id}/{what}", msgspec.json.encode(body)
        status, answer = await wire.post(path, played.seats[seat], sent)
        self.latencies.append(perf_counter() - begin)
        self.begun.append(begin)
        if status in (200, 201):
            version = msgspec.json.decode(answer)["version"]
            played.acked.append(Acked(f"{seat}:{body['key']}", version))
            return True
        over = status == 422 and what != "commands"  # a remark after the end
        if not self.load.rough or (status != 412 and not over):
            self.faults.append(f"{path}: {body} got {status}: {answer.decode()}")
        self.late += 1
        return False

    # --- the whole ----------------------------------------------------------------------------

    async def run(self) -> Told:
        """Play until somebody says stop, and report."""
        slots = [asyncio.ensure_future(self.slot(i)) for i in range(len(self.counts))]
        while len(self.now) < len(slots):
            await asyncio.sleep(0.1)
            for task in slots:
                if task.done():
                    await task
        said = asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        print("ready", flush=True)
        start = perf_counter()
        self.start.set()
        await said
        played = perf_counter() - start
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
            games=[game.told() for game in self.done],
            begun=self.begun,
            latencies=self.latencies,
            played=played,
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
            if not any(game.behind() for game in self.done):
                return
            lines = sum(reader.seq for game in self.done for reader in game.readers)
            read, moved = lines, moved if lines == read else perf_counter()
            await asyncio.sleep(0.1)
        for game in self.done:
            if behind := game.behind():
                self.faults.append(
                    f"{game.id}: {len(behind)} readers are at line {min(behind)} of {game.last}"
                )


def main() -> None:
    """Be the clients."""
    load = msgspec.json.decode(sys.argv[1], type=Load)

    async def run() -> Told:
        return await Clients(load).run()

    Path(load.report).write_bytes(msgspec.json.encode(uvloop.run(run())))
    print("done", flush=True)


if __name__ == "__main__":
    main()
