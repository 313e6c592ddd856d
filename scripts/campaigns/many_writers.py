"""Many writers at one store, hundreds of times, each run under a watchdog.

Each run is a process of its own. Its writers race for a few games: threads over one store,
processes with a store each, forked children of a process that has the games open, and threads
within processes. Readers follow every game meanwhile. What was acknowledged must
be there once, in its place, and every follower must have seen it. A run that takes too long prints
where each of its threads stands.

    scripts/many-writers                    500 runs: about twenty minutes
    scripts/many-writers --runs 50 --shape forked
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from scripts import ROOT
from scripts.console import arguments, say

if TYPE_CHECKING:
    from ledger.store import Store

SHAPES = ("threads", "processes", "forked", "processes-threads")
GAMES = ("g1", "g2", "g3")
THREADS = 6
PROCESSES = 4
GROUPS = 24
"""Groups that each writer appends."""
PAUSE = 0.01
"""Seconds between looks of a follower."""

Acknowledged = tuple[str, str, int]
"""Game, key and last line."""


def main() -> int:
    """Run the campaign; the exit code says whether a run hung or lost something."""
    parser = arguments("many-writers", __doc__)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--shape", choices=SHAPES, help="only this kind of run")
    parser.add_argument("--seconds", type=float, default=60.0, help="after which a run hangs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--one", nargs=3, metavar=("SHAPE", "SEED", "FOLDER"), help="one run")
    options = parser.parse_args()
    if options.one is not None:
        shape, seed, folder = options.one
        return one_run(shape, int(seed), Path(folder), options.seconds)
    shapes = [options.shape] if options.shape else SHAPES
    failed: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    slowest, start = 0.0, time.monotonic()
    for n in range(options.runs):
        shape, began = shapes[n % len(shapes)], time.monotonic()
        done = _watched(shape, options.seed + n, options.seconds)
        slowest = max(slowest, time.monotonic() - began)
        if done.returncode:
            failed[shape] += 1
            say(f"--- run {n}, {shape}, seed {options.seed + n}: exit code {done.returncode}")
            say(done.stderr)
        else:
            groups[shape] += int(done.stdout)
        if n % 50 == 49:
            say(f"{n + 1} runs, {failed.total()} failed, {time.monotonic() - start:.0f} s")
    print(f"{'writers':<26} {'groups':>8} {'failed':>7}")
    for shape in shapes:
        print(f"{shape:<26} {groups[shape]:>8,} {failed[shape]:>7}")
    print(f"{options.runs} runs, {failed.total()} failed; the slowest took {slowest:.1f} s")
    return 1 if failed else 0


def _watched(shape: str, seed: int, seconds: float) -> subprocess.CompletedProcess[str]:
    """Make one run in a process of its own, which ends itself when it hangs."""
    with tempfile.TemporaryDirectory() as folder:
        run = ("--one", shape, str(seed), folder, "--seconds", str(seconds))
        return subprocess.run(
            [sys.executable, "-m", "scripts.campaigns.many_writers", *run],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )


# --- one run --------------------------------------------------------------------------------


def one_run(shape: str, seed: int, folder: Path, seconds: float) -> int:
    """Write, follow, and check; prints how many groups were acknowledged."""
    from ledger.kernel.log.codec import Head
    from ledger.kernel.log.events import Entry, Opened, Seat
    from ledger.store import FolderStore
    from ledger.store.line_index import header

    faulthandler.dump_traceback_later(seconds, exit=True)
    if shape == "writer":  # a child of a run
        writer, count = divmod(seed, 100)
        return _writing_process(folder, writer, count)
    store = FolderStore(folder)
    seats = (Seat(name="A"), Seat(name="B"))
    opened = Opened(game="store-test", rules="x/1", box="0" * 32, seats=seats)
    for game in GAMES:
        store.create(game, [Entry(data=opened, turn=0)])
    if shape in ("processes", "processes-threads"):
        store.close()  # else it would keep the locks
        store = FolderStore(folder)
    seen: dict[str, list[tuple[bytes, ...]]] = {game: [] for game in GAMES}

    def follow(game: str) -> None:
        head = Head()
        while not head.sealed:
            time.sleep(PAUSE)
            for group in store.since(game, head):
                seen[game].append(group)
                head = Head.of(header(group[-1]))

    followers = [threading.Thread(target=follow, args=(game,)) for game in GAMES]
    if shape == "forked":  # first the children, which inherit what the parent has open
        acks = _forked(folder, seed, store, seconds)
        store = FolderStore(folder)
        _start(followers)
    else:
        _start(followers)
        if shape == "threads":
            acks = _threads(store, seed, THREADS)
        else:
            acks = _processes(folder, seed, 3 if shape == "processes-threads" else 1, seconds)
    _seal(store)
    for thread in followers:
        thread.join()
    _check(store, acks, seen)
    store.close()
    print(len(acks), flush=True)
    return 0


def _start(threads: Iterable[threading.Thread]) -> None:
    for thread in threads:
        thread.start()


def _write(store: Store, name: str, rng: random.Random, *, alone: bool) -> list[Acknowledged]:
    """Append groups to any game, in a race with everybody; `alone`: in a process of its own."""
    from ledger.kernel.errors import Locked, Stale
    from ledger.kernel.log.events import Entry, Noted

    acks: list[Acknowledged] = []
    while len(acks) < GROUPS:
        game, key = rng.choice(GAMES), f"{name}-{len(acks)}"
        texts = [f"{key} {n} {'x' * rng.randrange(700)}" for n in range(rng.randint(1, 3))]
        try:
            if rng.random() < 0.1:
                store.reopen(game)
            seq = store.head(game).seq
            made = store.append(game, seq, key, [Entry(data=Noted(text=t), turn=0) for t in texts])
        except (Stale, Locked) as e:
            if isinstance(e, Locked):
                time.sleep(rng.random() / 100)
            continue
        acks.append((game, key, made.last))
        if alone and rng.random() < 0.5:
            store.release(game)
    return acks


def _threads(store: Store, seed: int, count: int, *, alone: bool = False) -> list[Acknowledged]:
    acks: list[list[Acknowledged]] = [[] for _ in range(count)]

    def work(n: int) -> None:
        rng = random.Random(f"{seed}/{n}")
        acks[n] = _write(store, f"{seed}-{n}", rng, alone=alone)
        if alone:
            for game in GAMES:
                store.release(game)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(count)]
    _start(threads)
    for thread in threads:
        thread.join()
    return [ack for part in acks for ack in part]


def _writing_process(folder: Path, writer: int, threads: int) -> int:
    """Write from a process with a store of its own, and print what was acknowledged."""
    from ledger.store import FolderStore

    with FolderStore(folder) as store:
        for game, key, last in _threads(store, writer, threads, alone=True):
            print(game, key, last)
    return 0


def _processes(folder: Path, seed: int, threads: int, seconds: float) -> list[Acknowledged]:
    def command(n: int) -> list[str]:
        writer = (seed * PROCESSES + n) * 100 + threads
        run = ("--one", "writer", str(writer), str(folder), "--seconds", str(seconds * 0.8))
        return [sys.executable, "-m", "scripts.campaigns.many_writers", *run]

    children = [
        subprocess.Popen(command(n), stdout=subprocess.PIPE, text=True) for n in range(PROCESSES)
    ]
    out = [child.communicate()[0] for child in children]
    if any(child.returncode for child in children):
        raise SystemExit("a writing process failed or hung")
    words = (line.split() for text in out for line in text.splitlines())
    return [(game, key, int(last)) for game, key, last in words]


def _forked(folder: Path, seed: int, store: Store, seconds: float) -> list[Acknowledged]:
    """Fork writers from a process that has the games open, and let go of them only then."""
    forking = multiprocessing.get_context("fork")
    told: multiprocessing.SimpleQueue[list[Acknowledged]] = forking.SimpleQueue()

    def work(n: int) -> None:
        faulthandler.dump_traceback_later(seconds * 0.8, exit=True)
        from ledger.store import FolderStore

        with FolderStore(folder) as own:
            told.put(_threads(own, seed * PROCESSES + n, 1, alone=True))

    children = [forking.Process(target=work, args=(n,)) for n in range(PROCESSES)]
    faulthandler.cancel_dump_traceback_later()  # a child would wait for the parent's watchdog
    for child in children:
        child.start()
    faulthandler.dump_traceback_later(seconds, exit=True)
    store.close()
    acks: list[Acknowledged] = []

    def collect() -> None:
        for _ in children:
            acks.extend(told.get())

    reading = threading.Thread(target=collect, daemon=True)
    reading.start()
    for child in children:
        child.join()
    if any(child.exitcode for child in children):
        raise SystemExit("a forked writer failed or hung")
    reading.join()
    return acks


def _seal(store: Store) -> None:
    from ledger.kernel.log.events import Entry

    for game in GAMES:
        head = store.head(game)
        store.append(game, head.seq, None, [Entry(data=head.seal(), turn=0)])


def _check(
    store: Store, acks: list[Acknowledged], seen: dict[str, list[tuple[bytes, ...]]]
) -> None:
    """Everything that was acknowledged is there once, and everybody who followed has seen it."""
    from ledger.kernel.log.codec import headers

    def need(holds: object, what: str) -> None:
        if not holds:
            raise SystemExit(what)

    for game in GAMES:
        raws = list(store.read(game))
        found = headers(b"".join(raw + b"\n" for raw in raws))  # checks the chain
        keys = [line.key for line in found if isinstance(line.key, str)]
        mine = [ack for ack in acks if ack[0] == game]
        need(sorted(keys) == sorted(key for _, key, _ in mine), f"{game}: other keys than acked")
        for _, key, last in mine:
            answer = store.recall(game, key)
            need(answer is not None and answer.last == last, f"{game}: {key} stands elsewhere")
        told = [raw for group in seen[game] for raw in group]
        need(told == raws, f"{game}: a follower saw {len(told)} of {len(raws)} lines")


if __name__ == "__main__":
    raise SystemExit(main())
