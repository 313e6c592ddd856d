"""Backing up a library while it is in use, and restoring it.

Each backup is a folder of its own, with a manifest that lists the length and digest of every file.
The service's timeline and the journal are copied first and the logs after them, each up to its last
complete group: so every log is at least as long as those two say. A file that hasn't changed since
the previous backup takes up no space. Whatever can be rebuilt is left out (the index, the public
copy), and so are secrets: of tokens, only digests are copied.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec
from msgspec import Meta

from ledger.kernel.errors import Conflict, Damaged, Failed, Malformed, Missing
from ledger.kernel.text.reasons import why
from ledger.kernel.times import format_time, utc_now
from ledger.library.journal.facts import JOURNAL, LogFacts
from ledger.library.library import Library, LibraryProblem
from ledger.store.files import PrivateFiles, write_whole
from ledger.store.folder import FolderStore
from ledger.store.log_writer import log_path
from ledger.store.timeline import TIMELINE

from .log_files import GAMES, REVISIONS

MANIFEST = "backup.json"
TOKENS = (".service/tokens.json", ".service/tokens.jsonl")
"""The service's tokens; the admin's own token next to them is a secret and isn't copied."""

_PART = ".part"
_PATH = re.compile(
    rf"{JOURNAL}\.jsonl|{re.escape(TOKENS[0])}l?|{re.escape(TIMELINE)}|(?:{GAMES}|{REVISIONS})/[a-z0-9][a-z0-9_.-]*"
)
_KEPT = re.compile(r"[a-z0-9][a-z0-9_-]*\.(?:jsonl|torn-\d+|stray-\d+)")
"""Files next to the logs that can't be rebuilt."""


class File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of a backup; a `damaged` log was already damaged, and was copied as it was."""

    path: str
    size: Annotated[int, Meta(ge=0)]
    sha256: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    damaged: bool = False


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The contents of a backup; `library` is the library's version, `digest` that of the rest."""

    version: Annotated[int, Meta(ge=1, le=1)] = 1
    made: str
    library: str
    files: list[File]
    digest: str


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """A finished backup: its folder, its contents, and how many bytes weren't in the previous one.

    `missing` lists the logs that are in the journal but weren't there.
    """

    folder: Path
    manifest: Manifest
    new_bytes: int
    missing: list[str]


# --- making one -----------------------------------------------------------------------------


def back_up(library: Library, folder: Path, *, now: dt.datetime | None = None) -> Backup:
    """Copy a library into a new folder inside this one; others may write to it meanwhile.

    Raises `Missing` if there is no library, and `Failed` if the backup can't be written.
    """
    if not library.exists():
        raise Missing("there is no library in {folder}", folder=library.folder)
    made = now or utc_now()
    try:
        PrivateFiles().make_folder(folder)
        before = latest(folder)
        return _Copy(library, _unused(folder, made), before).make(format_time(made))
    except OSError as e:
        raise Failed(
            "the backup can't be written: {reason}", file=str(folder), reason=why(e)
        ) from e


def latest(folder: Path) -> Path | None:
    """Return the newest complete backup in a folder."""
    found = (path for path in folder.iterdir() if (path / MANIFEST).is_file())
    return max(found, default=None, key=lambda path: path.name)


def _unused(folder: Path, made: dt.datetime) -> Path:
    name = made.strftime("%Y-%m-%dT%H%M%S.%fZ")
    if (folder / name).exists():
        raise Conflict(
            "there is already a backup from this very moment: {path}", path=folder / name
        )
    return folder / name


class _Copy:
    """A backup in progress, under a temporary name until it is complete."""

    def __init__(self, library: Library, folder: Path, before: Path | None) -> None:
        self.library, self.folder, self.before = library, folder, before
        self.part = folder.with_name(folder.name + _PART)
        self.files: list[File] = []
        self.paths: set[str] = set()
        self.missing: list[str] = []
        self.new_bytes = 0
        self.disk = PrivateFiles()

    def make(self, made: str) -> Backup:
        try:
            return self._make(made)
        except BaseException:  # whatever interrupted it, even Ctrl-C: half a backup is useless
            shutil.rmtree(self.part, ignore_errors=True)
            raise

    def _make(self, made: str) -> Backup:
        source = self.library.folder
        listed = {p.name for p in _names(source / GAMES)}
        self.disk.make_folder(self.part)
        self._lines(TIMELINE)
        version = self._journal()
        taken = Library(self.part)  # the journal as it was copied, and nothing later
        for id, logs in taken.catalogue.logs.items():
            for revision in range(1, len(logs)):
                path_in = f"{REVISIONS}/{id}.{revision}.jsonl"
                if (source / path_in).is_file():
                    self._add(path_in, (source / path_in).read_bytes())
                else:
                    self.missing.append(path_in)
            self._log(id, len(logs), logs[-1])
        self._strays(listed, taken)
        for path in _names(source / REVISIONS):
            self._add_if_new(f"{REVISIONS}/{path.name}", path)
        for path_in in TOKENS:
            self._lines(path_in)
        manifest = Manifest(
            made=made,
            library=version,
            files=self.files,
            digest=_digest_of(made, version, self.files),
        )
        data = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
        write_whole(self.part / MANIFEST, data, files=self.disk)
        self.part.rename(self.folder)
        self.disk.sync_folder(self.folder.parent)
        return Backup(
            folder=self.folder,
            manifest=manifest,
            new_bytes=self.new_bytes,
            missing=self.missing,
        )

    def _log(self, id: str, revision: int, log: LogFacts) -> None:
        """Copy a log as the journal describes it, even if it was continued or replaced since."""
        path_in, source = f"{GAMES}/{id}.jsonl", self.library.folder
        kept = source / REVISIONS / f"{id}.{revision}.jsonl"
        end = f'{log.head}"}}\n'.encode()
        try:
            data, damaged = _whole_groups(source / GAMES, id)
        except Missing:
            self.missing.append(path_in)
            return
        if not damaged and not data[: log.size].endswith(end):
            if kept.is_file():  # replaced since: the log in the journal was kept
                data = kept.read_bytes()
            damaged = not data[: log.size].endswith(end)
        self._add(path_in, data, damaged=damaged)

    def _journal(self) -> str:
        data, damaged = _whole_groups(self.library.folder, JOURNAL)
        self._add(f"{JOURNAL}.jsonl", data, damaged=damaged)
        return Library(self.part).version

    def _strays(self, listed: set[str], taken: Library) -> None:
        """Copy the other files next to the logs, except games started since the copy began."""
        known = self.library.catalogue.logs
        for name in sorted(listed):
            id, _, kind = name.partition(".")
            if kind != "jsonl":
                self._add_if_new(f"{GAMES}/{name}", self.library.folder / GAMES / name)
            elif id not in taken.catalogue.logs and id not in known:
                data, damaged = _whole_groups(self.library.folder / GAMES, id)
                self._add(f"{GAMES}/{name}", data, damaged=damaged)

    def _lines(self, path_in: str) -> None:
        """Copy a file up to its last complete line; a `.json` file is always complete."""
        path = self.library.folder / path_in
        if path.is_file():
            data = path.read_bytes()
            whole = data if path.suffix == ".json" else data[: data.rfind(b"\n") + 1]
            self._add(path_in, whole)

    def _add_if_new(self, path_in: str, path: Path) -> None:
        if path_in not in self.paths:
            self._add(path_in, path.read_bytes())

    def _add(self, path_in: str, data: bytes, *, damaged: bool = False) -> None:
        path = self.part / path_in
        self.disk.make_folder(path.parent)
        if not self._linked(path_in, path, data):
            write_whole(path, data, files=self.disk, durable="later")
            self.new_bytes += len(data)
        self.disk.sync_folder(path.parent)
        sha256 = hashlib.sha256(data).hexdigest()
        self.files.append(File(path=path_in, size=len(data), sha256=sha256, damaged=damaged))
        self.paths.add(path_in)

    def _linked(self, path_in: str, path: Path, data: bytes) -> bool:
        """Share a file with the previous backup, if it is the same there, byte for byte."""
        if self.before is None:
            return False
        old = self.before / path_in
        try:
            if old.read_bytes() != data:
                return False
            path.hardlink_to(old)
        except OSError:  # it isn't there, or the disk doesn't support links
            return False
        return True


def _whole_groups(folder: Path, id: str) -> tuple[bytes, bool]:
    """Return a log up to its last complete group and False, or a damaged log whole and True."""
    store = FolderStore(folder)
    try:
        return b"".join(raw + b"\n" for raw in store.read(id)), False
    except Damaged:
        return log_path(folder, id).read_bytes(), True


def _names(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from (p for p in folder.iterdir() if p.is_file() and _KEPT.fullmatch(p.name))


def _digest_of(made: str, library: str, files: list[File]) -> str:
    return hashlib.sha256(msgspec.json.encode([made, library, files])).hexdigest()


# --- the way back ---------------------------------------------------------------------------


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a backup; refuse it if it has been changed."""
    path = folder / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise Missing("there is no backup in {folder}", folder=folder) from None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as e:
        raise Damaged(
            "this backup's list of files can't be read: {reason}", file=str(path), reason=why(e)
        ) from None
    paths = [file.path for file in manifest.files]
    whole = _digest_of(manifest.made, manifest.library, manifest.files)
    if manifest.digest != whole or len(set(paths)) != len(paths):
        raise Damaged("this backup's list of files was changed", file=str(path))
    for path_in in paths:
        if not _PATH.fullmatch(path_in) or ".." in PurePosixPath(path_in).parts:
            raise Malformed(
                "a backup can't contain a file {where!r}", file=str(path), where=path_in
            )
    return manifest


def restore(
    source: Path, folder: Path, progress: Callable[[int], None] | None = None
) -> tuple[Manifest, list[LibraryProblem]]:
    """Restore a backup into an empty folder; return its manifest, and problems of the library.

    Everything is checked before anything is written, and the journal comes last: a folder in which
    this was interrupted isn't a library.
    """
    if not (source / MANIFEST).is_file() and source.is_dir():
        source = latest(source) or source
    manifest = read_manifest(source)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Conflict(
            "{folder} isn't empty",
            hint="name a folder that is empty or doesn't exist yet",
            folder=folder,
        )
    for file in manifest.files:
        _checked(source, file)
    disk = PrivateFiles()
    try:
        disk.make_folder(folder)
        last = sorted(manifest.files, key=lambda file: file.path == f"{JOURNAL}.jsonl")
        for n, file in enumerate(last, 1):
            path = folder / file.path
            disk.make_folder(path.parent)
            write_whole(path, _checked(source, file), files=disk, durable="later")
            if n >= len(last) - 1:  # all names are durable before the journal mentions them
                _sync(folder, disk)
            if progress is not None:
                progress(n)
    except OSError as e:
        raise Failed(
            "the library can't be written: {reason}", file=str(folder), reason=why(e)
        ) from e
    return manifest, Library(folder).troubles()


def _checked(source: Path, file: File) -> bytes:
    """Return the bytes of a file if they are the ones copied; refuse them otherwise."""
    path = source / file.path
    try:
        data = path.read_bytes()
    except OSError as e:
        raise Damaged(
            "this file of the backup can't be read: {reason}", file=str(path), reason=why(e)
        ) from None
    if (len(data), hashlib.sha256(data).hexdigest()) != (file.size, file.sha256):
        raise Damaged(
            "this file of the backup has changed since it was written",
            file=str(path),
            hint="nothing was restored; take another backup",
        )
    return data


def _sync(folder: Path, disk: PrivateFiles) -> None:
    for root, _, _ in os.walk(folder):
        disk.sync_folder(Path(root))
