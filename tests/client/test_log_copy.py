"""A fetched log grows with its game, says when the server is gone, and goes on by itself."""

from __future__ import annotations

import time
from collections.abc import Callable

from ledger.client import log_copy
from ledger.client.client import Client
from ledger.client.log_copy import LogCopy

from .test_client import play_on


def soon(what: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_it_says_that_the_server_is_gone_and_comes_back(faulty, tmp_path, monkeypatch):
    monkeypatch.setattr(log_copy, "NOTABLE", 0.05)
    server = faulty()
    client = Client(server.url, "watching", patience=0.2)
    copy = LogCopy(client.game(), tmp_path / "one.jsonl")
    copy.keep_growing()
    soon(lambda: server.streams)
    before = copy.path.read_bytes()
    assert not copy.trouble
    with server.news:
        server.busy, server.drops = 10**6, 1
        server.news.notify_all()
    soon(lambda: copy.trouble)
    play_on(server, 1)
    server.busy = 0
    soon(lambda: copy.path.read_bytes() != before)
    soon(lambda: not copy.trouble)
    assert copy.path.read_bytes().splitlines() == server.stream(0)


def test_a_refusal_is_told_and_final(faulty, tmp_path):
    server = faulty()
    copy = LogCopy(Client(server.url, "watching").game(), tmp_path / "one.jsonl")
    copy.table = Client(server.url, "nobody").game("one")
    copy.keep_growing()
    soon(lambda: copy.trouble)
    assert copy.trouble != log_copy.GONE
