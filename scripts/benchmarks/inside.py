"""The part that runs inside each environment: jobs by the public API of `ledger` alone.

    python -P inside.py FOLDER-OF-LOGS

It answers lines of JSON: `{"job": "osaka fold", "passes": 3}` runs a job three times and gets
`{"cpu": 0.012, "units": 3}`, the CPU seconds and how much was done; where the job cannot be done
it gets `{"error": …}`. The first line it writes lists the jobs. It knows nothing of this project
but what README promises, so that it can measure any commit. The peers of the benchmark answer in
the same way (`answer`), where `ledger` is not even installed.
"""

from __future__ import annotations

import functools
import gc
import importlib
import io
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Job = Callable[[], int]
"""Does its work once and returns how much it was."""

GAMES = ("osaka", "istanbul", "century", "klongs")
NAMES = ("Ana", "Bartek", "Celina", "Dora")
WIDTH = 100


class Parts(NamedTuple):
    """What of a game the jobs call; it isn't in the same place in every commit."""

    draw: Callable[..., Any]
    decoder: Any
    awaiting: Callable[[Any], Any]
    random_move: Callable[[Any, random.Random], Any]
    copy: Callable[[Any], Any]
    events: Sequence[type]


def parts_of(game: Any) -> Parts:
    """Find the parts of a game; up to 0.2 they were all methods of the game itself."""
    try:
        boards: Any = importlib.import_module("ledger.boards.draw")
    except ModuleNotFoundError:
        own, random_move = game, game.sample
        draw = game.draw
    else:
        own, random_move = game.rules, game.rules.random_move
        draw = functools.partial(boards.draw_board, game)
    return Parts(draw, own.decoder, own.awaiting, random_move, own.copy, own.events)


class GameJobs:
    """The jobs of one game, on logs of it; what a job needs is made before it is timed."""

    def __init__(self, game: Any, logs: list[bytes]) -> None:
        self.api: Any = importlib.import_module("ledger")
        self.game, self.parts, self.logs = game, parts_of(game), logs
        self.readings = [self.api.read(log) for log in logs]
        self.lines = [reading.lines for reading in self.readings]

    def all(self) -> Iterator[tuple[str, Callable[[], Job]]]:
        """Yield the name of each job and what makes it."""
        yield "read", lambda: self.read
        yield "fold", lambda: self.fold
        yield "bytes to state", lambda: self.bytes_to_state
        yield "bytes to state, unchecked", lambda: self.bytes_to_state_unchecked
        yield "verify bytes", lambda: self.verify_bytes
        yield "replay", lambda: self.replay
        yield "replay at", self.replay_at
        yield "verify", lambda: self.verify
        yield "decide", lambda: self.decide
        yield "play", lambda: self.play
        yield "greedy bots", lambda: self.greedy_bots
        yield "greedy decisions", lambda: self.greedy_decisions
        yield "write session", lambda: self.write_session
        yield "read session", self.read_session
        yield "redact", lambda: self.redact
        yield "view", self.view
        yield "draw", self.draw
        yield "copy", self.copy
        yield "words", self.words

    def read(self) -> int:
        """Read and decode the bytes of logs."""
        for log in self.logs:
            self.api.read(log)
        return 1

    def fold(self) -> int:
        """Fold logs to their ends."""
        for lines in self.lines:
            self.api.fold(self.game, lines)
        return 1

    def bytes_to_state(self) -> int:
        """Read logs, check their chains and fold them."""
        for log in self.logs:
            self.api.fold(self.game, self.api.read(log).lines)
        return 1

    def bytes_to_state_unchecked(self) -> int:
        """Decode logs and fold them, whatever their chains say."""
        for log in self.logs:
            self.api.fold(self.game, self.parts.decoder.decode_lines(log))
        return 1

    def replay(self) -> int:
        """Make ready for random access."""
        for lines in self.lines:
            self.api.Replay(self.game, lines)
        return 1

    def replay_at(self) -> Job:
        """Go to positions in no order."""
        rng = random.Random(1)
        replays = [self.api.Replay(self.game, lines) for lines in self.lines]
        jumps = [(r, rng.randint(1, len(r))) for r in replays for _ in range(20)]

        def job() -> int:
            for replay, line in jumps:
                replay.at(line)
            return 1

        return job

    def verify(self) -> int:
        """Decide every move of logs again."""
        for reading in self.readings:
            self._must_be_legal(reading)
        return 1

    def verify_bytes(self) -> int:
        """Read logs and decide every move again."""
        for log in self.logs:
            self._must_be_legal(self.api.read(log))
        return 1

    def _must_be_legal(self, reading: Any) -> None:
        if self.api.verify(reading).verdict != "legal":
            raise ValueError("a log that should be legal is not")

    def _opened(self, players: int, chance: Any) -> Any:
        opened = self.api.open_game(self.game, NAMES[:players])
        return self.api.Table.open(self.game, opened, chance)

    def decide(self) -> int:
        """Play at random by plain decisions: no log is written."""
        return self._decided(self.parts.random_move)

    def greedy_decisions(self) -> int:
        """Let greedy bots play by plain decisions."""
        return self._decided(self._greedy)

    def _greedy(self, state: Any, rng: random.Random) -> Any:
        seat = self.parts.awaiting(state)[0].seat
        return self.game.bots["greedy"].choose(self.game, state, seat, rng)

    def _decided(self, choose: Callable[[Any, random.Random], Any]) -> int:
        done = 0
        for players in self.game.meta.players:
            rng = random.Random(players)
            chance = self.api.Seeded(rng)
            state = self._opened(players, chance).state
            while self.parts.awaiting(state):
                command = choose(state, rng)
                state = self.api.decide(self.game, state, command, chance, own=True).state
                done += 1
        return done

    def _played(self, choose: Callable[[Any, random.Random], Any]) -> int:
        done = 0
        for players in self.game.meta.players:
            rng = random.Random(players)
            chance = self.api.Seeded(rng)
            table = self._opened(players, chance)
            while not table.over:
                table.do(choose(table.state, rng), chance)
                done += 1
        return done

    def play(self) -> int:
        """Play at random at a table: a log is written."""
        return self._played(self.parts.random_move)

    def greedy_bots(self) -> int:
        """Let greedy bots play at a table."""
        return self._played(self._greedy)

    def write_session(self) -> int:
        """Write logs in session notation."""
        for lines in self.lines:
            self.api.write_session(self.game, lines)
        return 1

    def read_session(self) -> Job:
        """Read them back."""
        texts = [self.api.write_session(self.game, lines) for lines in self.lines]

        def job() -> int:
            for text in texts:
                self.api.read_session(text)
            return 1

        return job

    def redact(self) -> int:
        """Make the stream of a seat."""
        for lines in self.lines:
            self.api.redact(self.game, lines, 1)
        return 1

    def _positions(self) -> list[tuple[Any, tuple[str, ...]]]:
        found = []
        for lines in self.lines:
            replay = self.api.Replay(self.game, lines)
            names = tuple(seat.name for seat in lines[0].data.seats)
            for part in (0.2, 0.5, 0.8):
                found.append((replay.at(max(1, int(len(replay) * part))), names))
        return found

    def view(self) -> Job:
        """View positions, all of them and as a seat sees them."""
        states = [state for state, _ in self._positions()]

        def job() -> int:
            for state in states:
                self.game.view(state, None)
                self.game.view(state, 1)
            return 1

        return job

    def draw(self) -> Job:
        """Draw views, down to the coloured text that a terminal gets."""
        from rich.console import Console

        console = Console(file=io.StringIO(), width=WIDTH, force_terminal=True)
        options = console.options
        views = [(self.game.view(state, None), names) for state, names in self._positions()]

        def job() -> int:
            for view, names in views:
                for _ in console.render(self.parts.draw(view, WIDTH, names), options):
                    pass
            return 1

        return job

    def copy(self) -> Job:
        """Copy states."""
        states = [state for state, _ in self._positions()]

        def job() -> int:
            for state in states:
                self.parts.copy(state)
            return 1

        return job

    def words(self) -> Job:
        """Tell events in sentences, in two languages."""
        own = tuple(self.parts.events)
        told = [
            (line.data, [seat.name for seat in lines[0].data.seats])
            for lines in self.lines
            for line in lines
            if isinstance(line.data, own)
        ]

        def job() -> int:
            for event, names in told:
                self.game.words(event, names, "en")
                self.game.words(event, names, "pl")
            return 1

        return job


def timed(job: Job, passes: int) -> dict[str, float]:
    """Run a job and return the CPU seconds and the units done."""
    gc.collect()
    units = 0
    start = time.process_time()
    for _ in range(passes):
        units += job()
    return {"cpu": time.process_time() - start, "units": units}


def answer(makers: Mapping[str, Callable[[], Job]], home: str | None = None) -> None:
    """Tell the jobs and run those that are asked for, until the questions end."""
    jobs: dict[str, Job] = {}
    print(json.dumps({"jobs": list(makers), "home": home}), flush=True)
    for question in sys.stdin:
        asked = json.loads(question)
        told: dict[str, Any]
        try:
            if asked["job"] not in jobs:
                jobs[asked["job"]] = makers[asked["job"]]()
                jobs[asked["job"]]()  # once untimed: what is made on first use is made
                gc.collect()
                gc.freeze()
            told = timed(jobs[asked["job"]], asked["passes"])
        except Exception as e:  # whatever a commit cannot do is told, and the rest is measured
            told = {"error": f"{type(e).__name__}: {e}"}
        print(json.dumps(told), flush=True)


def main() -> None:
    """Answer about the games."""
    ledger: Any = importlib.import_module("ledger")
    folder = Path(sys.argv[1])
    makers: dict[str, Callable[[], Job]] = {}
    for name in GAMES:
        logs = [path.read_bytes() for path in sorted(folder.glob(f"{name}-*.jsonl"))]
        for what, maker in GameJobs(ledger.find_game(name), logs).all():
            makers[f"{name} {what}"] = maker
    answer(makers, ledger.__file__)


if __name__ == "__main__":
    main()
