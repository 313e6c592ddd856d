"""An attack from beginning to end: a server, players, attackers, and what is measured of them."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, Self

import msgspec
import psutil

from ledger.kernel.game.registry import find_game
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from scripts import ROOT
from scripts.common.local_service import Service, first_token
from scripts.laboratory.load.check import check
from scripts.laboratory.load.clients import Load, Told
from scripts.laboratory.load.run import Clients, playing, quantile

from .attackers import go_last

QUIET, WHOLE = "quiet", "all attacks"
LONG = "long-game"
NOTES = 1500
"""Notes of the longest kind in the game that nobody reads: 6 MB."""
READERS = 40
PATIENCE = 40.0
"""Seconds that the players get to end their commands."""


class Size(NamedTuple):
    """How much of everything; `quick` has short deadlines, for a run of seconds.

    There is a quiet time before each attack, so that both meet the same neighbours.
    """

    games: int = 20
    rate: float = 4.0
    quiet: float = 5.0
    each: float = 8.0
    together: float = 12.0
    scale: float = 1.0
    quick: bool = False


class Phase(NamedTuple):
    """What was measured while some kinds of attack ran, or none."""

    name: str
    commands: int
    p99: float
    lag: float
    memory: float
    children: int
    left: int


class Fault(NamedTuple):
    """A bound that broke: `answers`, `p99`, `lag`, `memory`, `children`, `left` or `logs`."""

    bound: str
    text: str


class Found(NamedTuple):
    """Everything that a run found."""

    phases: list[Phase]
    retries: int
    faults: list[Fault]


RATIO, LAG, GROWTH, AGAIN, CHILDREN = 3.0, 0.25, 100.0, 30.0, 2
"""The p99 at most so many times the quiet one, seconds of lag, MB of memory more, MB more when
everything comes a second time, and processes that answer questions at once.
"""


class Attacked(Service):
    """A service that can be attacked, with a defence less."""

    def __init__(self, folder: Path, size: Size, without: str | None) -> None:
        self.library, self._figures = folder / "library", folder / "lateness.json"
        words = [self.library, self._figures, *(["--quick"] if size.quick else [])]
        words += ["--without", without] if without else []
        log = folder / "server.log"
        super().__init__(*words, module="scripts.laboratory.attack.server", log=log)

    def ask(self, path: str, token: str | None = None, **body: Any) -> Any:
        """Ask for something, as an admin if there is no token; with a body it is posted."""
        who = token or first_token(self.library)
        request = urllib.request.Request(  # noqa: S310 - our own server
            f"{self.url}/api/v1{path}",
            msgspec.json.encode(body) if body else None,
            {"Authorization": f"Bearer {who}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - our own server
            return msgspec.json.decode(answer.read())

    def late(self) -> list[tuple[float, float]]:
        """Stop it, and return when its loop was late and by how much."""
        self.stop()
        return msgspec.json.decode(self._figures.read_bytes(), type=list[tuple[float, float]])

    def sockets(self, names: set[str]) -> int:
        """Return how many connections to these addresses it has open."""
        held = psutil.Process(self.process.pid).net_connections("tcp4")
        return sum(f"{c.raddr.ip}:{c.raddr.port}" in names for c in held if c.raddr)


class Gauges:
    """The memory of a process in MB and how many it has started, looked at again and again."""

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self.memory: list[tuple[float, float]] = []
        self.children: list[tuple[float, float]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stop.wait(0.1):
            self.memory.append((perf_counter(), self._process.memory_info().rss / 1e6))
            self.children.append((perf_counter(), len(self._process.children())))


class _Span(NamedTuple):
    name: str
    start: float
    end: float
    left: int


def attack(
    folder: Path,
    kinds: Sequence[str],
    size: Size,
    *,
    without: str | None = None,
    seed: int = 1,
    say: Callable[[str], None] = lambda text: None,
) -> Found:
    """Play, attack in every way, one after the other and together, and tell what it did."""
    if "streams" in kinds:
        say("writing a long game")
        _long_game(folder / "library")
    server = Attacked(folder, size, without)
    try:
        server.ready()
        token = server.ask("/tokens", role="spectator", whole_library=True)["token"]
        # what is made once is not the attackers' work: the file for questions, the long game
        if "questions" in kinds:
            server.ask("/query", sql="select 1")
        if "streams" in kinds:
            server.ask(f"/games/{LONG}/events?limit=1", token)
        say(f"opening {size.games} games")
        load = Load(
            ports=[server.port],
            admin=first_token(server.library),
            report=str(folder / "told.json"),
            games=size.games,
            readers=min(READERS, 2 * size.games),
            rate=size.rate,
            fresh=True,
            seed=seed,
        )
        with playing(load) as clients:
            with Gauges(server.process.pid) as gauges:
                time.sleep(1)
                spans: list[_Span] = []
                for some in [
                    *([kind] for kind in kinds),
                    *([list(kinds)] if len(kinds) > 1 else []),
                ]:
                    spans += [_quiet(size), _attacked(server, some, size, token, say)]
            say("letting the players end")
            told = _told(clients)
        if told is None:
            return Found([], 0, [Fault("answers", "the players could not come to an end")])
        late = server.late()
    finally:
        server.kill()
    say("checking every log and what every reader saw")
    checked = check(server.library, told, besides=1 if "streams" in kinds else 0)
    commands = list(zip(told.begun, told.latencies, strict=True))
    quiet = [span for span in spans if span.name == QUIET]
    attacked = [span for span in spans if span.name != QUIET]
    parts = {QUIET: quiet} | {span.name: [span] for span in attacked} | {WHOLE: attacked}
    phases = [_phase(name, some, commands, late, gauges) for name, some in parts.items()]
    logs = [Fault("logs", text) for text in checked.faults]
    return Found(phases, told.retries, [*logs, *_broken(phases, told.retries)])


def _told(clients: Clients) -> Told | None:
    """Let the players end; None if that takes too long."""
    late = threading.Timer(PATIENCE, clients.kill)
    late.start()
    try:
        return clients.stopped()
    except RuntimeError:
        return None
    finally:
        late.cancel()


def _quiet(size: Size) -> _Span:
    start = perf_counter()
    time.sleep(size.quiet)
    return _Span(QUIET, start, perf_counter(), 0)


def _attacked(
    server: Attacked,
    kinds: list[str],
    size: Size,
    token: str,
    say: Callable[[str], None],
) -> _Span:
    name = kinds[0] if len(kinds) == 1 else "together"
    say(f"attack: {name}")
    seconds = size.each if len(kinds) == 1 else size.together
    words = [str(server.port), str(seconds), token, LONG, *kinds, "--scale", str(size.scale)]
    start = perf_counter()
    attackers = subprocess.Popen(
        [sys.executable, "-m", "scripts.laboratory.attack.attackers", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=go_last,  # from the first moment on: starting up costs most
    )
    assert attackers.stdout is not None  # noqa: S101
    line = attackers.stdout.readline()
    held = msgspec.json.decode(line, type=dict[str, list[str]]) if line else {}
    end = perf_counter()
    left = sum(_left(server, held.get(kind, []), end + settle(kind, size)) for kind in kinds)
    attackers.communicate(b"\n", timeout=30)
    if attackers.returncode:
        raise RuntimeError("the attackers failed")
    return _Span(name, start, perf_counter(), left)


def settle(kind: str, size: Size) -> float:
    """Return the seconds after which nothing of an attack may be left open."""
    if kind == "streams":
        return 10.0
    if size.quick:
        return {"slow": 6.0, "answers": 6.0}.get(kind, 4.0)
    return {"slow": 21.0, "answers": 21.0}.get(kind, 3.0)


def _left(server: Attacked, names: list[str], until: float) -> int:
    """Wait until a server has let go of connections; return how many it still has in the end."""
    wanted = set(names)
    while (left := server.sockets(wanted)) and perf_counter() < until:
        time.sleep(0.1)
    return left


def _phase(
    name: str,
    spans: list[_Span],
    commands: list[tuple[float, float]],
    late: list[tuple[float, float]],
    gauges: Gauges,
) -> Phase:
    def within(values: list[tuple[float, float]]) -> list[float]:
        return [value for at, value in values if any(s.start <= at <= s.end for s in spans)]

    answered = within(commands)
    return Phase(
        name=name,
        commands=len(answered),
        p99=quantile(answered, 0.99),
        lag=max(within(late), default=0.0),
        memory=max(within(gauges.memory), default=0.0),
        children=int(max(within(gauges.children), default=0)),
        left=sum(span.left for span in spans),
    )


def _broken(phases: list[Phase], retries: int) -> list[Fault]:
    quiet, *attacked, whole = phases
    ratio = whole.p99 / quiet.p99
    faults = [Fault("answers", f"{retries} commands had to be sent again")] if retries else []
    if ratio > RATIO:
        text = f"a p99 of {whole.p99 * 1000:.0f} ms, {ratio:.1f} times the quiet one"
        faults.append(Fault("p99", text))
    *once, again = attacked
    if once and (more := again.memory - max(phase.memory for phase in once)) > AGAIN:
        faults.append(Fault("memory", f"{more:.0f} MB more memory when all came a second time"))
    for phase in attacked:
        more = phase.memory - quiet.memory
        checked = {
            "answers": (phase.commands == 0, "no command was answered"),
            "lag": (phase.lag > LAG, f"the event loop was {phase.lag * 1000:.0f} ms late"),
            "memory": (more > GROWTH, f"{more:.0f} MB more memory"),
            "children": (phase.children > CHILDREN, f"{phase.children} questions ran at once"),
            "left": (phase.left > 0, f"{phase.left} connections were left open"),
        }
        faults += [
            Fault(bound, f"{phase.name}: {text}") for bound, (so, text) in checked.items() if so
        ]
    return faults


def _long_game(library: Path) -> None:
    """Put a game into a library whose stream fills every buffer."""
    game = find_game("klongs")
    chance = Seeded(1)
    table = Table.open(game, open_game(game, ["Ana", "Bartek"], id=LONG), chance)
    for n in range(NOTES):
        table.note(f"{n:04d}" + "x" * 3996)
    data = table.bytes()
    lines = table.lines
    with Library(library).writing() as writer:
        writer.add_log(f"id:klongs:{LONG}", LONG, describe(lines, len(data)), data)
