"""A file layer in memory that crashes, fails or loses power at any call."""

from __future__ import annotations

import errno
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ledger.store.files import Mode

SECTOR = 512


class Crash(BaseException):
    """The process ends here; what it wrote stays in the machine's cache."""


@dataclass(eq=False)
class Inode:
    """A file: what programs see, what the disk holds, and which sectors differ."""

    cache: bytearray = field(default_factory=bytearray)
    disk: bytes = b""
    dirty: set[int] = field(default_factory=set)
    lost: set[int] = field(default_factory=set)

    def touch(self, start: int, end: int) -> None:
        for sector in range(start // SECTOR, (end + SECTOR - 1) // SECTOR):
            self.dirty.add(sector)
            self.lost.discard(sector)

    def sync(self) -> None:
        """Bring everything to the disk but what an earlier failed sync has lost."""
        new = bytearray(self.cache)
        for sector in self.lost:
            a, b = sector * SECTOR, min((sector + 1) * SECTOR, len(new))
            if a < b:
                new[a:b] = self.disk[a:b].ljust(b - a, b"\0")
        self.disk = bytes(new)
        self.dirty.clear()

    def lose(self) -> None:
        """Fail a sync as Linux does: the pages count as clean, the disk does not have them."""
        self.lost |= self.dirty
        self.dirty.clear()

    def variants(self) -> list[list[list[bytes]]]:
        """For each length that the file may have: what each of its sectors may hold."""
        old, new = self.disk, bytes(self.cache)
        lengths = {len(old), len(new)}
        step = range(0, max(lengths), SECTOR)
        lengths |= {n for n in step if min(lengths) < n < max(lengths)}
        out = []
        for length in sorted(lengths):
            sectors = []
            for a in range(0, length, SECTOR):
                b = min(a + SECTOR, length)
                was = old[a:b].ljust(b - a, b"\0")
                now = (new[a:b] + old[max(a, len(new)) : b]).ljust(b - a, b"\0")
                choices = [was]
                if was != now:
                    choices += [now, garbled(was, now, b"x"), garbled(was, now, None)]
                sectors.append(choices)
            out.append(sectors)
        return out


def garbled(was: bytes, now: bytes, fill: bytes | None) -> bytes:
    """Spoil what was being written; bytes that a sync had made safe stay as they were."""
    rng = random.Random(len(now) + sum(now))
    keep = next((i for i, (a, b) in enumerate(zip(was, now, strict=True)) if a != b), len(now))
    rest = len(now) - keep
    return now[:keep] + (fill * rest if fill else bytes(rng.choices(b"\n\0\xffaZ}", k=rest)))


class FakeFiles:
    """The file layer of a machine that can die. One folder; locks live outside of it."""

    def __init__(
        self,
        image: dict[str, bytes] | None = None,
        *,
        at: int = 0,
        what: str = "",
        short: int | None = None,
    ) -> None:
        self.at, self.what, self.short = at, what, short
        self.calls: list[str] = []
        self.known: dict[str, Inode] = {}
        self.safe: dict[str, Inode] = {}
        self.moves: list[tuple[str, str | None]] = []
        self.fds: dict[int, Inode] = {}
        self.locks: dict[int, str] = {}
        self.next = 3
        for name, data in (image or {}).items():
            self.known[name] = Inode(bytearray(data), data)
        self.safe = dict(self.known)

    # --- faults -----------------------------------------------------------------------------

    def step(self, call: str, inode: Inode | None = None, data: memoryview | None = None) -> int:
        """Count a call that changes something; be struck by the fault when it is its turn."""
        self.calls.append(call)
        self.watch()
        if self.what == "crash" and 0 < self.at <= len(self.calls):
            raise Crash(call)  # a dead process does nothing more
        if len(self.calls) == self.at:
            if self.what == "half" and data is not None:
                return max(len(data) // 2, 1)
            if self.what in ("EIO", "ENOSPC", "half EIO"):
                if self.what == "half EIO" and data is not None and inode is not None:
                    self.put(inode, data[: len(data) // 2])
                if call in ("fsync", "fdatasync") and inode is not None:
                    inode.lose()
                code = errno.ENOSPC if self.what == "ENOSPC" else errno.EIO
                raise OSError(code, errno.errorcode[code])
        n = len(data) if data is not None else 0
        return min(n, self.short) if self.short else n

    def watch(self) -> None:
        """Look at the machine before each call; a campaign overrides it."""

    def put(self, inode: Inode, data: memoryview) -> None:
        inode.touch(len(inode.cache), len(inode.cache) + len(data))
        inode.cache += data

    def revive(self) -> FakeFiles:
        """Return the machine as the next process finds it: the cache survives a dead process."""
        after = FakeFiles()
        after.known, after.safe, after.moves = self.known, self.safe, self.moves
        return after

    # --- the layer --------------------------------------------------------------------------

    def open(self, path: Path, mode: Mode) -> int:
        if mode in ("new", "unused", "private"):
            self.step("open")
            if mode != "new" and path.name in self.known:
                raise FileExistsError(errno.EEXIST, "file exists")
            inode = self.known.get(path.name)
            if inode is None:
                inode = self.known[path.name] = Inode()
                self.moves.append((path.name, None))
            inode.cache.clear()
        elif path.name not in self.known:
            raise FileNotFoundError(errno.ENOENT, "no such file")
        self.next += 1
        self.fds[self.next] = self.known[path.name]
        return self.next

    def close(self, fd: int) -> None:
        self.fds.pop(fd, None)
        self.locks.pop(fd, None)

    def size(self, fd: int) -> int:
        return len(self.fds[fd].cache)

    def read(self, fd: int, offset: int, size: int) -> bytes:
        return bytes(self.fds[fd].cache[offset : offset + size])

    def write(self, fd: int, data: memoryview) -> int:
        inode = self.fds[fd]
        n = self.step("write", inode, data)
        self.put(inode, data[:n])
        return n

    def rewrite(self, fd: int, offset: int, data: memoryview) -> int:
        inode = self.fds[fd]
        n = self.step("rewrite", None, data)
        inode.cache[offset : offset + n] = data[:n]
        inode.touch(offset, offset + n)
        return n

    def truncate(self, fd: int, size: int) -> None:
        self.step("truncate")
        inode = self.fds[fd]
        del inode.cache[size:]

    def fsync(self, fd: int) -> None:
        inode = self.fds[fd]
        self.step("fsync", inode)
        inode.sync()

    def fdatasync(self, fd: int) -> None:
        inode = self.fds[fd]
        self.step("fdatasync", inode)
        inode.sync()

    def rename(self, old: Path, new: Path) -> None:
        self.step("rename")
        self.known[new.name] = self.known.pop(old.name)
        self.moves.append((old.name, new.name))

    def claim(self, old: Path, new: Path) -> None:
        if new.name in self.known:
            raise FileExistsError(errno.EEXIST, "file exists")
        self.rename(old, new)

    def remove(self, path: Path) -> None:
        self.step("remove")
        self.known.pop(path.name, None)
        self.moves = [m for m in self.moves if m[0] != path.name]

    def sync_folder(self, folder: Path) -> None:
        self.step("sync_folder")
        self.safe = dict(self.known)
        self.moves.clear()

    def make_folder(self, folder: Path) -> None:
        pass

    def exists(self, path: Path) -> bool:
        return path.name in self.known

    def names(self, folder: Path) -> list[str]:
        return list(self.known)

    def lock(self, path: Path) -> int:
        if path.name in self.locks.values():
            raise BlockingIOError(errno.EWOULDBLOCK, "1")
        self.next += 1
        self.locks[self.next] = path.name
        return self.next


# --- power loss -----------------------------------------------------------------------------


def folders(files: FakeFiles) -> list[dict[str, Inode]]:
    """Return every folder that a power loss may leave: each unsynced move is there or not."""
    found: list[dict[str, Inode]] = []
    created = {name: files_inode(files, name) for name, to in files.moves if to is None}
    for kept in itertools.product((False, True), repeat=len(files.moves)):
        names = dict(files.safe)
        for keep, (name, to) in zip(kept, files.moves, strict=True):
            if not keep:
                continue
            if to is None:
                names[name] = created[name]
            elif name in names:
                names[to] = names.pop(name)
        if names not in found:
            found.append(names)
    return found


def files_inode(files: FakeFiles, name: str) -> Inode:
    """Find the file that was created under a name, whatever it is called now."""
    for old, new in files.moves:
        if new is not None and old == name:
            name = new
    return files.known[name]


def power_loss(
    files: FakeFiles, *, limit: int | None = None, seed: int = 0
) -> Iterator[dict[str, bytes]]:
    """Yield what the disk may hold if the power fails now: all of it, or a sample."""
    rng = random.Random(seed)
    for names in folders(files):
        parts = {name: inode.variants() for name, inode in names.items()}
        spaces = []
        for shape in itertools.product(*parts.values()):
            space = [choices for sectors in shape for choices in sectors]
            spaces.append((shape, space))
        total = sum(_count(space) for _, space in spaces)
        for shape, space in spaces:
            whole = limit is None or total <= limit
            picks = itertools.product(*space) if whole else _sample(space, rng, limit, len(spaces))
            for pick in picks:
                rest = iter(pick)
                yield {
                    name: b"".join(itertools.islice(rest, len(sectors)))
                    for name, sectors in zip(parts, shape, strict=True)
                }


def _count(space: list[list[bytes]]) -> int:
    total = 1
    for choices in space:
        total *= len(choices)
    return total


def _sample(
    space: list[list[bytes]], rng: random.Random, limit: int | None, shares: int
) -> Iterator[list[bytes]]:
    """Yield the corners (all dropped, all kept, all garbled) and some states between them."""
    for corner in range(4):
        yield [choices[min(corner, len(choices) - 1)] for choices in space]
    for _ in range(max((limit or 0) // shares - 4, 0)):
        yield [rng.choice(choices) for choices in space]
