"""Last chapters of long logs, made before anybody asks: one that no service ever showed opens fast.

When a service starts, and when its library has changed, it looks which long logs lack some. A
process of its own makes them, one log at a time, and gives way to everything else. Whoever asks for
a log that is just being told waits for that, but not long.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from subprocess import Popen
from typing import IO

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.library.journal.game_list import GameFilter
from ledger.store.memory import MemoryStore
from ledger.system.processes import NoLimit, give_way, limit_self, start_python, stop

from .interface import GameListing
from .last_chapters import LONG, MOST, Eyes, LastChapters, LongLog

LOGS = MOST // 20
"""Logs of which all is made ahead: more would drive each other out."""
LARGEST = 64 * 1024 * 1024
"""Bytes of a log; a longer one is told when somebody asks."""
LOOKS = 5_000
"""Games that are looked at for long ones."""
START_SECONDS = 1.0
"""Seconds that a service has for itself when it starts."""
LOOK_SECONDS = 60.0
"""Seconds between looks whether there are others."""
PATIENCE = 1.0
"""Seconds that somebody waits for what is being made."""
NICE = 10
MEMORY = 2 * 1024**3
CPU_SECONDS = 60


class Wish(msgspec.Struct, frozen=True):
    """What a process is to make of a log, which follows."""

    folder: str
    id: str


class TellingAhead:
    """Sees to it that long logs are told before somebody asks."""

    long = LONG
    start_seconds = START_SECONDS

    def __init__(
        self, files: LastChapters, listing: GameListing, is_open: Callable[[str], bool]
    ) -> None:
        """`is_open`: whether a game is open here, and its last chapters are kept anyway."""
        self._files, self._listing, self._is_open = files, listing, is_open
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="ahead")
        self._news = threading.Condition()
        self._at: str | None = None
        self._made: set[Eyes] = set()
        self._done: dict[str, str] = {}
        self._child: Popen[bytes] | None = None
        self._closed = False
        self.logs = 0
        """How many logs were told so far."""
        files.wait = self.wait

    async def run(self, closing: asyncio.Event) -> None:
        """Tell what there is to tell, until the service stops."""
        pause = self.start_seconds
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(closing.wait(), pause)
            if closing.is_set():
                break
            working = asyncio.get_running_loop().run_in_executor(self._pool, self._tell_all)
            stopping = asyncio.ensure_future(closing.wait())
            await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if closing.is_set():
                self._closed = True
                self._end_child()
                await working
                break
            pause = LOOK_SECONDS
        self._pool.shutdown(wait=False)

    def wait(self, eyes: Eyes) -> bool:
        """Wait as long as it may pay, if a log is just being told; whether it was."""
        with self._news:
            if self._at != eyes.id:
                return False
            self._news.wait_for(lambda: self._at != eyes.id or eyes in self._made, PATIENCE)
            return True

    # --- in a thread --------------------------------------------------------------------------

    def _tell_all(self) -> None:
        if self._files.in_database:
            return
        with suppress(LedgerError, OSError):
            for id, head in self._long_logs():
                if self._closed:
                    return
                if self._done.get(id) != head and not self._is_open(id):
                    self._done[id] = head
                    with suppress(LedgerError, OSError, msgspec.DecodeError):
                        self._tell(id)  # what is wrong with it is said to who opens it

    def _long_logs(self) -> Iterator[tuple[str, str]]:
        """Yield some long logs, and how far they have come."""
        looked = found = 0
        for page in self._listing.pages(GameFilter(), 256):
            for entry in page:
                if entry.lines >= self.long and entry.size <= LARGEST:
                    yield entry.id, entry.head or ""
                    found += 1
                if found == LOGS:
                    return
            looked += len(page)
            if looked >= LOOKS:
                return

    def _tell(self, id: str) -> None:
        """Let a process make what isn't there, and note each chapter as it comes."""
        data = self._files.lacking(id)
        if data is None:
            return
        child = start_python(__name__, quiet=True)
        with self._news:
            self._child, self._at = child, id
        try:
            if not self._closed and child.stdin is not None and child.stdout is not None:
                wish = Wish(str(self._files.folder), id)
                with suppress(OSError), child.stdin as pipe:  # it ended before it read all
                    pipe.write(msgspec.json.encode(wish) + b"\n")
                    pipe.write(data)
                for line in child.stdout:
                    with self._news:
                        self._made.add(msgspec.json.decode(line, type=Eyes))
                        self._news.notify_all()
                self.logs += child.wait() == 0
        finally:
            with self._news:
                self._child = self._at = None
                self._made.clear()
                self._news.notify_all()
            stop(child)

    def _end_child(self) -> None:
        with self._news:
            if self._child is not None:
                self._child.kill()


# --- the process --------------------------------------------------------------------------------


def tell(stdin: IO[bytes], stdout: IO[bytes]) -> None:
    """Make the last chapters of a log, and say of each when it is there."""
    wish = msgspec.json.decode(stdin.readline(), type=Wish)
    files, log = LastChapters(Path(wish.folder), MemoryStore()), LongLog(wish.id, stdin.read())
    for eyes in log.eyes():
        if (told := log.tell(eyes)) is not None:
            files.keep(told)
        stdout.write(msgspec.json.encode(eyes) + b"\n")
        stdout.flush()


if __name__ == "__main__":
    give_way(NICE)
    with suppress(NoLimit):
        limit_self(memory=MEMORY, seconds=CPU_SECONDS)
    tell(sys.stdin.buffer, sys.stdout.buffer)
