"""Which files an import is about: those that were named, and those below a folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ledger.kernel.errors import Malformed
from ledger.store.library_facts import JOURNAL
from ledger.store.library_shelf import REVISIONS

STDIN = Path("-")
KNOWN = frozenset(
    {".jsonl", ".session", ".json", ".bgsplay", ".xml", ".csv", ".tsv", ".tab", ".txt"}
    | {".xlsx", ".xlsm", ".xls", ".ods", ".zip"}
)
"""Of a folder only files with these endings are read; of what somebody names, any file."""

_LEFTOVER = re.compile(r"\.(?:new|cut|torn-\d+|stray-\d+)\Z")


class Input(NamedTuple):
    """A file to import; `listed` when somebody named it, rather than a folder that it is in."""

    path: Path
    name: str
    listed: bool


def inputs(paths: Sequence[Path]) -> list[Input]:
    """Return all files, each once, in an order that is always the same."""
    out: dict[Path, Input] = {}
    for path in paths:
        if path != STDIN and path.is_dir():
            below = list(_below(path))
            if not below:
                raise Malformed("there is no file in this folder", file=printable(path))
            for file in below:
                out.setdefault(file, Input(file, printable(file), listed=False))
        else:
            out[path] = Input(path, printable(path), listed=True)
    return list(out.values())


def _below(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder but hidden ones; of a library only what counts."""
    skip = {folder / REVISIONS} if (folder / f"{JOURNAL}.jsonl").is_file() else set()
    for path in sorted(_visible(folder.iterdir())):
        if path.is_dir():
            if path not in skip and not path.is_symlink():  # a link can lead in a circle
                yield from _below(path)
        elif path.is_file():
            yield path


def _visible(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.name.startswith(".") and not _LEFTOVER.search(path.name):
            yield path


def printable(path: Path) -> str:
    """Return a file's name as text that JSON can hold."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
