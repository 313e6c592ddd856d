"""Lose power at every call of a session, in every way, at every place against the disk's sectors.

The tests look at a sample of these states. This looks at all of them and prints figures.

    scripts/power-loss                 every alignment: about ten minutes on two cores
    scripts/power-loss --every 16      each 16th alignment
    scripts/power-loss --failed        also with each flush failing first
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from scripts import ROOT
from scripts.console import arguments

SECTOR = 512


def lose(job: tuple[int, int]) -> tuple[int, Counter[str]]:
    """Run one session: its padding, and the call that fails first (0: none)."""
    from store.campaign import outages

    pad, at = job
    figures = outages(None, pad=pad, at=at, what="EIO" if at else "")
    return figures.states, Counter({f"pad {pad}: {f}": n for f, n in figures.failures.items()})


def main() -> int:
    """Run the campaign; the exit code says whether anything failed."""
    parser = arguments("power-loss", __doc__)
    parser.add_argument("--every", type=int, default=1, help="look at each n-th alignment only")
    parser.add_argument("--failed", action="store_true", help="let each flush fail first, too")
    options = parser.parse_args()

    from rich.console import Console
    from rich.progress import track

    sys.path.insert(0, str(ROOT / "tests"))
    from store.campaign import crashes, errors, sync_calls

    start = time.monotonic()
    failures: Counter[str] = Counter()
    console = Console(stderr=True)

    def show(what: str, states: int, failed: Counter[str]) -> None:
        failures.update(failed)
        seconds = time.monotonic() - start
        print(
            f"{what:<44} {states:>9,} states {failed.total():>5} failures {seconds:>7.1f} s",
            flush=True,
        )

    for short in (1_000_000, 100, 10):
        made = crashes(short=short)
        show(f"killed at every call, writes of {short} bytes", made.states, made.failures)
    for what in ("EIO", "ENOSPC", "half EIO", "half"):
        made = errors(what)
        show(f"{what} at every call, then power loss", made.states, made.failures)

    pads = range(0, SECTOR, options.every)
    faults = {"power loss": [0]}
    if options.failed:
        faults |= {f"call {at} fails, then power loss": [at] for at in sync_calls()}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for what, ats in faults.items():
            states, failed = 0, Counter[str]()
            jobs = [(pad, at) for at in ats for pad in pads]
            done = pool.map(lose, jobs)
            for n, found in track(done, what, len(jobs), console=console, transient=True):
                states += n
                failed.update(found)
            show(f"{what}, {len(pads)} alignments", states, failed)

    for failure, n in failures.most_common(20):
        print(f"{n:>6} x {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
