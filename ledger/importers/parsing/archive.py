"""Reading zip archives one member at a time, within limits; names are never used as paths."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ledger.kernel.errors import Malformed
from ledger.kernel.text.safe import safe

from .decoding import too_large
from .limits import MAX_FILE, MAX_MEMBERS, MAX_RATIO, MAX_TOTAL, MIB

_BLOCK = 64 * 1024
_JUNK = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")


class Member(NamedTuple):
    """A file in an archive, or the reason why it isn't read."""

    name: str
    data: bytes
    error: Malformed | None = None


def members(data: bytes | Path, name: str) -> Iterator[Member]:
    """Yield the files of an archive one by one."""
    total = 0
    with _opened(data, name) as archive:
        for info in archive.infolist():
            if info.is_dir() or info.filename.startswith(_JUNK) or info.filename.endswith(_JUNK):
                continue
            label = f"{name}/{safe(info.filename)[:200]}"
            try:
                content = _content(archive, info, label)
            except Malformed as e:
                yield Member(label, b"", e)
                continue
            total += len(content)
            if total > MAX_TOTAL:
                raise Malformed(
                    "its files together have more than {limit} MiB, which is the limit",
                    file=name,
                    limit=MAX_TOTAL // MIB,
                )
            yield Member(label, content)


def names(data: bytes | Path, name: str) -> list[str]:
    """Return the names of the files in an archive without unpacking them."""
    with _opened(data, name) as archive:
        return archive.namelist()


def check_members(data: bytes, name: str) -> None:
    """Refuse a zipped workbook that has too many or too large parts, before it is opened."""
    with _opened(data, name) as archive:
        total = 0
        for info in archive.infolist():
            total += _measured(archive, info, name)
            if total > MAX_FILE:
                raise too_large(name, MAX_FILE)


def _opened(data: bytes | Path, name: str) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data) if isinstance(data, bytes) else data)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        ValueError,
        EOFError,
        NotImplementedError,
    ):
        raise Malformed("this archive can't be opened: it is damaged", file=name) from None
    if len(archive.infolist()) > MAX_MEMBERS:
        archive.close()
        raise Malformed("this archive has more than {limit} files", file=name, limit=MAX_MEMBERS)
    return archive


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, label: str) -> bytes:
    out = bytearray()
    for block in _blocks(archive, info, label):
        out += block
    return bytes(out)


def _measured(archive: zipfile.ZipFile, info: zipfile.ZipInfo, label: str) -> int:
    return sum(len(block) for block in _blocks(archive, info, label))


def _blocks(archive: zipfile.ZipFile, info: zipfile.ZipInfo, label: str) -> Iterator[bytes]:
    """Unpack in blocks and count what really comes out, as the sizes in an archive can be false."""
    if info.flag_bits & 1:
        raise Malformed("it is encrypted", file=label, hint="unpack it first")
    size = 0
    try:
        with archive.open(info) as file:
            while block := file.read(_BLOCK):
                size += len(block)
                if size > MAX_FILE:
                    raise too_large(label, MAX_FILE)
                if size > MIB and size > MAX_RATIO * max(info.compress_size, 1):
                    raise Malformed(
                        "it unpacks to more than {ratio} times its size: this can't be a "
                        "file of plays",
                        file=label,
                        ratio=MAX_RATIO,
                    )
                yield block
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        ValueError,
        NotImplementedError,
        RuntimeError,
    ):
        raise Malformed("it can't be unpacked: the archive is damaged here", file=label) from None
