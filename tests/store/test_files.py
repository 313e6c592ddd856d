"""A file is there whole or not at all, whatever fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ledger.store.files import PrivateFiles, RealFiles, close_to_others, write_whole

from .faults import Crash, FakeFiles, power_loss

HERE = Path("/folder/here")
OLD, NEW = b"old " * 300, b"new " * 400
OPTIONS = [{}, {"private": True}, {"aside": HERE.with_name("here.new")}]


def calls(**options) -> list[str]:
    files = FakeFiles({"here": OLD})
    write_whole(HERE, NEW, files=files, **options)
    return files.calls


def content(files: FakeFiles) -> bytes:
    return bytes(files.known["here"].cache)


# --- whole or not at all ----------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
def test_the_calls_in_order(options):
    assert calls(**options) == ["open", "write", "fsync", "rename", "sync_folder"]


def test_the_folder_can_wait_and_a_cache_needs_no_flush():
    assert calls(durable="later") == ["open", "write", "fsync", "rename"]
    assert calls(durable="never") == ["open", "write", "rename"]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("what", ["crash", "EIO", "ENOSPC", "half EIO"])
def test_every_call_fails_once(options, what):
    for at in range(1, len(calls(**options)) + 1):
        files = FakeFiles({"here": OLD}, at=at, what=what)
        with pytest.raises((OSError, Crash)):
            write_whole(HERE, NEW, files=files, **options)
        assert content(files) in (OLD, NEW)
        if what != "crash" and "aside" not in options:
            assert list(files.known) == ["here"], "something was left behind"
        assert not files.fds, "a file was left open"


@pytest.mark.parametrize("options", OPTIONS)
def test_power_loss_at_every_call(options):
    states = 0

    class Watched(FakeFiles):
        def watch(self) -> None:
            nonlocal states
            for image in power_loss(self, limit=60):
                states += 1
                assert image["here"] in (OLD, NEW)

    files = Watched({"here": OLD})
    write_whole(HERE, NEW, files=files, **options)
    assert [image["here"] for image in power_loss(files)] == [NEW]
    assert states > 60


def test_a_name_that_is_taken_stays():
    files = FakeFiles({"here": OLD})
    with pytest.raises(FileExistsError):
        write_whole(HERE, NEW, files=files, overwrite=False)
    assert {n: bytes(i.cache) for n, i in files.known.items()} == {"here": OLD}


# --- on the disk ------------------------------------------------------------------------------


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_on_a_disk_with_and_without_links(tmp_path, monkeypatch, links):
    def no_links(self, target):
        raise PermissionError(1, "Operation not permitted")

    if not links:
        monkeypatch.setattr(Path, "hardlink_to", no_links)
    path = tmp_path / "here"
    write_whole(path, OLD, overwrite=False)
    with pytest.raises(FileExistsError):
        write_whole(path, NEW, overwrite=False)
    assert path.read_bytes() == OLD
    assert path.stat().st_nlink == 1
    write_whole(path, NEW)
    assert path.read_bytes() == NEW
    assert list(tmp_path.iterdir()) == [path]


def test_a_private_file_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "secret"
    path.write_bytes(b"for all")
    write_whole(path, b"for one", private=True)
    assert path.stat().st_mode & 0o777 == 0o600


def test_without_pread_and_folders(tmp_path):
    """As on Windows: places are found by seeking, and no folder is flushed."""
    program = (
        "import os\n"
        "del os.pread, os.pwrite, os.O_DIRECTORY, os.fdatasync\n"
        "from pathlib import Path\n"
        "from ledger.store.files import RealFiles\n"
        f"files, folder = RealFiles(), Path({str(tmp_path)!r})\n"
        "fd = files.open(folder / 'x', 'new')\n"
        "files.write(fd, memoryview(b'0123456789'))\n"
        "assert files.read(fd, 3, 4) == b'3456'\n"
        "files.close(fd)\n"
        "fd = files.open(folder / 'x', 'update')\n"
        "assert files.rewrite(fd, 2, memoryview(b'ab')) == 2\n"
        "files.fdatasync(fd)\n"
        "assert files.read(fd, 0, 20) == b'01ab456789'\n"
        "files.sync_folder(folder)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# --- for their owner alone --------------------------------------------------------------------


def allowed(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_private_files_are_for_their_owner(tmp_path):
    files = PrivateFiles()
    files.make_folder(tmp_path / "plain" / "mine")
    assert allowed(tmp_path / "plain" / "mine") == 0o700
    assert allowed(tmp_path / "plain") & 0o055  # what stands above is nobody's secret
    path = tmp_path / "plain" / "mine" / "log"
    files.close(files.open(path, "new"))
    assert allowed(path) == 0o600


def test_a_file_is_closed_to_others_when_it_is_written_and_not_when_it_is_read(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"x")
    path.chmod(0o664)
    for files, mode, after in (
        (RealFiles(), "append", 0o664),
        (PrivateFiles(), "read", 0o664),
        (PrivateFiles(), "append", 0o600),
    ):
        files.close(files.open(path, mode))
        assert allowed(path) == after


def test_a_folder_is_closed_to_others_once(tmp_path):
    tmp_path.chmod(0o2755)
    assert close_to_others(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o2700
    assert not close_to_others(tmp_path)
    assert not close_to_others(tmp_path / "nowhere")
