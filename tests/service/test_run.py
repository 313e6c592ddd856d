"""The running service: how it stops, and how it begins anew without stopping."""

from __future__ import annotations

import datetime as dt
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

import httpx
import pytest

from client.real_server import RealServer
from ledger.client.client import Client
from ledger.service.folder_backend import folder_backend
from ledger.service.run import _Hangups, _tell_lan
from ledger.web.links import qr_text
from scripts.common.local_service import wait_for


def test_what_only_some_services_need_is_loaded_when_they_need_it():
    code = "import sys, ledger.service.run; print(*{'duckdb', 'httpx'} & sys.modules.keys())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == []


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_in_good_order(tmp_path, sign):
    real_server = RealServer(tmp_path)
    table = real_server.table("klongs")
    stream = iter(real_server.admin.game(table.id).stream())
    next(stream)
    real_server.process.send_signal(sign)
    _, told = real_server.process.communicate(timeout=20)
    assert real_server.process.returncode == 0
    assert told.splitlines()[-1] == "stopped"
    assert "Traceback" not in told


def test_only_its_owner_reads_the_library(tmp_path):
    real_server = RealServer(tmp_path)
    table = real_server.table("klongs")
    real_server.stop()
    library = tmp_path / "library"
    log = library / "games" / f"{table.id}.jsonl"

    def modes() -> list[int]:
        paths = (library, library / "games", log, library / "library.jsonl")
        return [path.stat().st_mode & 0o777 for path in paths]

    assert modes() == [0o700, 0o700, 0o600, 0o600]
    library.chmod(0o755)
    log.chmod(0o644)
    real_server.start()
    assert table.facts().version > 0
    table.note("on")
    real_server.stop()
    assert modes() == [0o700, 0o700, 0o600, 0o600]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signal")
def test_a_hangup_opens_the_log_again_and_drops_nobody(tmp_path):
    real_server = RealServer(tmp_path)
    table = real_server.table("klongs")
    stream = iter(real_server.admin.game(table.id).stream())
    next(stream)
    log, kept = tmp_path / "log", tmp_path / "log.1"
    log.rename(kept)
    table.facts()
    assert not log.exists()
    before = kept.read_bytes()
    (tmp_path / "library" / ".service" / "tokens.json").touch()
    real_server.process.send_signal(signal.SIGHUP)
    until = time.monotonic() + 10
    while not log.exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    table.note("after")
    assert next(stream)  # the same connection, which would be told in the log when it ends
    assert kept.read_bytes() == before
    assert [line.count(b"/stream") for line in log.read_bytes().splitlines()] == [0]
    assert log.stat().st_mode & 0o777 == 0o600
    real_server.stop()
    assert real_server.process.returncode == 0


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signal")
def test_a_terminal_that_is_closed_ends_it_in_good_order(tmp_path):
    ours, theirs = pty.openpty()
    where = ("--library", tmp_path, "--port", "0", "--log", tmp_path / "log")
    process = subprocess.Popen(
        [sys.executable, "-m", "ledger.cli", "serve", *where],
        stdin=theirs,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    os.close(theirs)
    for line in process.stderr:
        if " at http" in line:
            wait_for(line.partition(" at ")[2].split()[0])  # before that it hears no signal
            break
    os.close(ours)
    process.send_signal(signal.SIGHUP)
    _, told = process.communicate(timeout=20)
    assert (process.returncode, told.splitlines()[-1]) == (0, "stopped")


def test_in_a_local_network_it_answers_to_its_address_and_says_how_to_host(tmp_path):
    code = (
        "import sys; from pathlib import Path; from ledger.service.run import ServeOptions, run; "
        "run(ServeOptions(library=Path(sys.argv[1]), port=0, lan='127.0.0.2', qr='plain', "
        "log=Path(sys.argv[2])), lambda text: print(text, flush=True))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, tmp_path / "library", tmp_path / "log"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        said = ""
        while "#join=" not in said:
            said += process.stdout.readline()
        link = re.search(r"(http://127\.0\.0\.2:(\d+))/host#join=(ledger_\w+_[\w-]+)\n", said)
        with Client(link[1], link[3]) as host:
            facts = host.whoami()
            assert (facts.role, facts.game) == ("host", None)
            days = dt.datetime.fromisoformat(facts.expires) - dt.datetime.fromisoformat(
                facts.created
            )
            assert days == dt.timedelta(days=1)
            assert host.create("osaka", ["Ana", "Bo"]).facts().status == "running"
        page = httpx.get(f"http://127.0.0.1:{link[2]}/host", headers={"Host": "evil.example"})
        assert page.status_code == 421
    finally:
        process.terminate()
        rest = process.stdout.read()  # what is buffered already, too
        process.wait(20)
    assert qr_text(link[0].strip(), ascii_only=True) in rest


def test_where_nobody_looks_the_link_to_host_goes_to_a_private_file(tmp_path):
    backend, said = folder_backend(tmp_path), []
    _tell_lan(backend, "http://127.0.0.2:1", None, said.append)
    path = tmp_path / ".service" / "host-link"
    link = path.read_text().strip()
    assert backend.tokens.find(link.partition("#join=")[2]).role == "host"
    assert path.stat().st_mode & 0o777 == 0o600
    assert str(path) in str(said[0])
    assert "join=" not in "".join(map(str, said))


def test_a_file_that_cannot_be_opened_again_is_told_and_stops_nothing():
    said, done = [], []

    def broken():
        raise OSError(28, "full")

    _on_thread(lambda: _Hangups(None, [broken, lambda: done.append(1)], said.append).take())
    assert done == [1]
    assert len(said) == 2


def test_where_there_are_no_hangups_nothing_is_missed(monkeypatch):
    monkeypatch.delattr(signal, "SIGHUP", raising=False)
    _Hangups(None, [], print).listen()


def _on_thread(work):
    """Leave the signals of the tests alone: only the main thread sets any."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
