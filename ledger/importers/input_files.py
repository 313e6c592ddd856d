"""Collecting the files to import: those named by the user, and those in folders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import NamedTuple

from ledger.kernel.errors import Malformed
from ledger.library.journal.facts import JOURNAL
from ledger.library.library import Library
from ledger.library.stores.log_files import GAMES, REVISIONS
from ledger.store.log_writer import log_path

STDIN = Path("-")
SUFFIXES = frozenset(
    {".jsonl", ".session", ".json", ".bgsplay", ".xml", ".csv", ".tsv", ".tab", ".txt"}
    | {".xlsx", ".xlsm", ".xls", ".ods", ".zip"}
)
"""The suffixes of files that are read in a folder; a file that was named is always read."""

_LEFT_BEHIND = re.compile(r"\.(?:new|cut|torn-\d+|stray-\d+|manifest\.json)\Z")
"""Files next to logs that aren't logs: leftovers of killed writers, and simulation manifests."""


class InputFile(NamedTuple):
    """A file to import; `listed` if the file itself was named, not just a folder that it is in.

    `error` says why a folder doesn't have any files to read.
    """

    path: Path
    name: str
    listed: bool
    error: OSError | Malformed | None = None


def input_files(paths: Sequence[Path]) -> list[InputFile]:
    """Return all files, each of them once and always in the same order."""
    out: dict[Path, InputFile] = {}
    for path in paths:
        if path != STDIN and S_ISDIR(mode_of(path)):
            empty = Malformed("there is no file in this folder", file=printable(path))
            for file in list(_below(path)) or [_of_folder(path, empty)]:
                out.setdefault(file.path, file)
        else:
            out[path] = InputFile(path, printable(path), listed=True)
    return list(out.values())


def _left_out(folder: Path) -> frozenset[Path]:
    """Return what to skip in the folder of a library: old revisions, and games that are gone."""
    known = Library(folder).catalogue
    gone = known.left_logs.keys() - known.entries.keys()
    return frozenset({folder / REVISIONS, *(log_path(folder / GAMES, id) for id in gone)})


def _below(folder: Path, left_out: frozenset[Path] = frozenset()) -> Iterator[InputFile]:
    """Yield the files in a folder and below, except hidden ones and a library's leftovers."""
    if S_ISREG(mode_of(folder / f"{JOURNAL}.jsonl")):
        left_out |= _left_out(folder)
    try:
        found = sorted(_visible(folder.iterdir()))
    except OSError as e:  # other folders can still be read
        yield _of_folder(folder, e)
        return
    for path in found:
        mode = mode_of(path)
        if S_ISDIR(mode):
            if path not in left_out and not path.is_symlink():  # links can be circular
                yield from _below(path, left_out)
        elif path in left_out:
            continue
        elif S_ISREG(mode) or (mode == 0 and not path.is_symlink()):  # links may lead nowhere
            yield InputFile(path, printable(path), listed=False)


def mode_of(path: Path) -> int:
    """Return the mode of a path, or 0 if it can't be read."""
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _of_folder(folder: Path, error: OSError | Malformed) -> InputFile:
    return InputFile(folder, printable(folder), listed=True, error=error)


def _visible(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.name.startswith(".") and not _LEFT_BEHIND.search(path.name):
            yield path


def printable(path: Path) -> str:
    """Return a file's name as text that JSON can represent."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
