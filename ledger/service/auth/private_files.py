"""Files that only their owner may read, written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from ledger.store.files import RealFiles


def private_folder(folder: Path) -> None:
    """Make sure that there is such a folder, for its owner alone."""
    if not folder.is_dir():
        RealFiles().make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        RealFiles().sync_folder(folder.parent)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


def write_private(path: Path, data: bytes) -> None:
    """Write a file for its owner alone: aside, made durable, then under its name."""
    aside = path.parent / f".{path.name}.{secrets.token_hex(4)}.new"
    fd = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    RealFiles().sync_folder(path.parent)
