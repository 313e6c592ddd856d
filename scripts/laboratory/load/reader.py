"""A reader of a load run: follows one viewer's stream and checks each line of it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ledger.kernel.log.codec import chained

from .wire import TRY_AGAIN, WAIT, listen

Take = Callable[[list[bytes]], None]


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader has read, told at the end; `viewer` None is the full log."""

    viewer: int | None
    lines: int
    digest: str
    ended: bool
    resumes: int
    faults: list[str]


class Reader:
    """Follows a stream until its game ends or it is told to stop; comes back when it breaks."""

    def __init__(
        self,
        ports: Sequence[int],
        game: str,
        viewer: int | None,
        token: str,
        take: Take | None = None,
        silence: float | None = None,
    ) -> None:
        """`ports`: of each process that it may ask, which it does one after the other."""
        self.viewer, self._ports, self._token, self._take = viewer, ports, token, take
        self._silence = silence
        self._path = f"/games/{game}/stream"
        self._chain = ""
        self._all = hashlib.sha256()
        self.seq = self.resumes = 0
        self.ended = False
        self.faults: list[str] = []
        self._news = asyncio.Event()

    async def follow(self) -> None:
        """Read on until the end."""
        while not self.ended and not self.faults:
            port = self._ports[self.resumes % len(self._ports)]
            status = await listen(
                port, self._path, self._token, self.seq, self._message, self._silence
            )
            if status not in (0, 200, *TRY_AGAIN):
                self.faults.append(f"the stream answered {status} after line {self.seq}")
                self._news.set()
            elif not self.ended:
                self.resumes += 1
                await asyncio.sleep(WAIT)

    async def until(self, seq: int) -> None:
        """Wait until a line was read."""
        while self.seq < seq and not self.faults:
            self._news.clear()
            await self._news.wait()

    async def end(self) -> None:
        """Wait until the stream ends."""
        while not self.ended and not self.faults:
            self._news.clear()
            await self._news.wait()

    def _message(self, text: bytes) -> None:
        if self.faults:  # what is behind a fault tells nothing
            return
        fields = [
            line.partition(b": ")[::2] for line in text.split(b"\n") if not line.startswith(b":")
        ]
        event = next((value for name, value in fields if name == b"event"), b"")
        if event == b"group":
            self._group(fields)
        elif event == b"end":
            self.ended = True
        else:
            self.faults.append(f"an unexpected message after line {self.seq}: {text[:200]!r}")
        self._news.set()

    def _group(self, fields: list[Any]) -> None:
        raws = [value for name, value in fields if name == b"data"]
        for raw in raws:
            self.seq += 1
            self._chain = chained(self._chain, raw)
            if b'"seq":%d,' % self.seq not in raw[:80] or not raw.endswith(
                b'"digest":"%b"}' % self._chain.encode()
            ):
                self.faults.append(f"line {self.seq} does not follow the one before: {raw[:80]!r}")
                return
            self._all.update(raw + b"\n")
        if (b"id", b"%d" % self.seq) not in fields:
            self.faults.append(f"the id of a message is not its last line, {self.seq}")
        if self._take is not None:
            try:
                self._take(raws)
            except Exception as e:  # a game that can't have come to this
                self.faults.append(f"what was read up to line {self.seq} can't be played: {e!r}")

    def told(self) -> Read:
        """Return what was read."""
        return Read(
            viewer=self.viewer,
            lines=self.seq,
            digest=self._all.hexdigest(),
            ended=self.ended,
            resumes=self.resumes,
            faults=self.faults,
        )
