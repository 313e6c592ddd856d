"""A server that wishes its clients ill: whatever it says, it is refused in words or harmless."""

from __future__ import annotations

import gzip
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.refusals import refuses
from ledger.client import transport
from ledger.client.client import Client
from ledger.kernel.errors import Damaged, LedgerError
from ledger.protocol.errors import Unreachable
from scripts.laboratory.hostile_server.answers import (
    IDS,
    TEXTS,
    TOKENS,
    answer,
    made_token,
    message,
)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "_FIRST_WAIT", 0.001)
    monkeypatch.setattr(transport, "_LONGEST_WAIT", 0.01)
    monkeypatch.setattr(transport, "PATIENCE", 0.2)


@pytest.fixture
def token_file(tmp_path: Path) -> Path:
    file = tmp_path / "given" / "a.token"
    file.parent.mkdir()
    file.write_text("seat-1")
    return file


def table(server: Any) -> Any:
    return Client(server.url, "seat-1", patience=0.2).game("one")


def twisted(server: Any, **answers: Any) -> None:
    """Answer a path, named by its last word, with something of the test's."""

    def twist(method: str, path: str, honest: bytes) -> Any:
        found = answers.get(path.rpartition("/")[2])
        return found(honest) if callable(found) else found

    server.twist = twist


def changed(**fields: Any) -> Callable[[bytes], bytes]:
    """Return what changes fields of an honest answer."""
    return lambda honest: answer({**json.loads(honest), **fields})


def files(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}


# --- names of files ---------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS, ids=range(len(IDS)))
def test_an_id_names_no_file_before_it_is_checked(
    faulty: Any,
    run: Any,
    tmp_path: Path,
    token_file: Path,
    id: Any,
) -> None:
    server = faulty()
    if isinstance(id, str):
        id = id.replace("{tmp}", str(tmp_path / "elsewhere"))
    server.twist = lambda method, path, honest: (
        answer({**_facts(server), "id": id})
        if path == "/games"
        else answer(made_token("ledger_0123456789_" + "a" * 43))
    )
    before = files(tmp_path)
    url = server.url.rpartition("/games")[0]
    told = run("host", "osaka", "--players", "Ana,Bartek", "--server", url,
               "--tokens", tmp_path / "t", "--token-file", token_file)  # fmt: skip
    assert told.code == 2 and "error" in told.err
    assert files(tmp_path) == before


@pytest.mark.parametrize("token", TOKENS, ids=range(len(TOKENS)))
def test_a_token_goes_nowhere_before_it_is_checked(
    faulty: Any,
    run: Any,
    tmp_path: Path,
    token_file: Path,
    token: Any,
) -> None:
    server = faulty()
    server.twist = lambda method, path, honest: (
        answer({**_facts(server), "id": "good"}) if path == "/games" else answer(made_token(token))
    )
    before = files(tmp_path)
    url = server.url.rpartition("/games")[0]
    told = run("host", "osaka", "--players", "Ana,Bartek", "--server", url, "--qr",
               "--tokens", tmp_path / "t", "--token-file", token_file)  # fmt: skip
    assert told.code == 2 and "error" in told.err
    assert files(tmp_path) == before


def _facts(server: Any) -> dict[str, Any]:
    return json.loads(msgspec.json.encode(server.facts(1)))


# --- answers ----------------------------------------------------------------------------------


def test_what_is_packed_is_not_unpacked(faulty: Any) -> None:
    bomb = gzip.compress(gzip.compress(bytes(50_000_000)))
    for packing in ("gzip", "gzip, gzip", "deflate", "br", "zstd"):
        server = faulty()
        twisted(server, one=answer(bomb, packing=packing))
        with refuses(Unreachable):
            table(server).facts()
        assert server.requests[-1][2]["Accept-Encoding"] == "identity"
        twisted(server, stream=answer(bomb, kind="text/event-stream", packing=packing))
        with refuses(Unreachable):
            list(table(server).stream())


def test_a_huge_answer_is_not_read_to_its_end(faulty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server = faulty()
    sent: list[int] = []

    def endless(honest: bytes) -> Iterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n["
        for _ in range(1000):
            sent.append(1 << 20)
            yield b" " * (1 << 20)

    twisted(server, one=endless)
    with refuses(Unreachable, "larger"):
        table(server).facts()
    assert sum(sent) < 2 * transport.MAX_ANSWER


def test_a_drip_ends(faulty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "DRIP", 0.2)

    def drip(honest: bytes) -> Iterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
        for _ in range(100):
            time.sleep(0.02)
            yield b" "

    server = faulty()
    twisted(server, one=drip)
    start = time.monotonic()
    with refuses(Unreachable):
        table(server).facts()
    assert time.monotonic() - start < 1.5


def test_a_token_goes_to_no_other_server(faulty: Any) -> None:
    server, other = faulty(), faulty()
    for status in (301, 302, 303, 307, 308):
        head = f"HTTP/1.1 {status} X\r\nLocation: {other.url}\r\nContent-Length: 0\r\n\r\n"
        twisted(server, one=head.encode(), stream=head.encode(), commands=head.encode())
        for work in (
            lambda: table(server).facts(),
            lambda: list(table(server).stream()),
            lambda: table(server).play("x"),
        ):
            with refuses(Unreachable):
                work()
    assert not other.requests


def test_a_page_is_no_answer(faulty: Any) -> None:
    server = faulty()
    twisted(server, one=lambda honest: answer(honest, kind="text/html"))
    with refuses(Unreachable, "JSON"):
        table(server).facts()


@pytest.mark.parametrize(
    "twist",
    [
        {"id": None},
        {"id": 7},
        {"version": -1},
        {"version": 1e300},
        {"version": "3"},
        {"version": True},
        {"seats": {}},
        {"seats": None},
        {"awaiting": 5},
        {"status": "\x1b[31m"},
        {"scores": ["a"]},
    ],
    ids=str,
)
def test_wrong_types_are_refused(faulty: Any, twist: dict[str, Any]) -> None:
    server = faulty()
    twisted(server, one=changed(**twist))
    with refuses(Unreachable):
        table(server).facts()


@pytest.mark.parametrize("body", [b"", b"{}", b"[", b"\xff", b"[" * 100_000, b"null", b"1" * 5000])
def test_what_is_no_answer_is_refused(faulty: Any, body: bytes) -> None:
    server = faulty()
    twisted(server, one=answer(body))
    with refuses(Unreachable):
        table(server).facts()


def test_pages_that_lead_in_a_circle_end(faulty: Any) -> None:
    server = faulty()
    client = Client(server.url, "seat-1", patience=0.2)
    around = itertools.cycle("abc")
    server.twist = lambda method, path, honest: (
        answer({"games": [], "tokens": [], "next": next(around)})
        if path in ("/games", "/tokens")
        else None
    )
    for pages in (client.games(), client.tokens()):
        with refuses(Unreachable):
            list(pages)
    twisted(server, events=changed(next=1))
    with refuses(Unreachable):
        table(server).events()


# --- streams ----------------------------------------------------------------------------------


def test_a_stream_without_an_end_is_left(faulty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from ledger.client import stream

    monkeypatch.setattr(stream, "MAX_BODY", 1000)
    server = faulty("osaka")
    with refuses(Unreachable, "no end"):
        list(table(server).stream())


@pytest.mark.parametrize(
    "said",
    [
        message({"id": "one", "game": "osaka", "viewer": 1, "events": []}),
        message({"id": "../x", "game": "osaka", "viewer": 1, "events": [{}]}),
        message({"id": "one", "game": "osaka", "viewer": 1, "events": [{"seq": 10**30}]}),
        message({}, place="\x00"),
        message({}, place="é"),
        message({}, place="x" * 100_000),
        b"event: group\ndata: \xff\n\n",
        b"event: group\ndata:" + b"[" * 100_000 + b"\n\n",
    ],
    ids=range(8),
)
def test_a_stream_of_all_games_is_checked(faulty: Any, said: bytes) -> None:
    server = faulty()
    server.twist = lambda method, path, honest: answer(said, kind="text/event-stream")
    client = Client(server.url, "seat-1", patience=0.05)
    with pytest.raises((Damaged, Unreachable)):
        list(client.stream())


def test_a_line_in_crumbs_costs_no_more(faulty: Any) -> None:
    from ledger.client.stream import messages

    line = b"data: " + b"x" * 300_000 + b"\n\n"
    start = time.process_time()
    (found,) = messages(line[n : n + 1] for n in range(len(line)))
    assert len(found.data[0]) == 300_000
    assert time.process_time() - start < 2.0  # it took fifteen when each crumb was copied on


# --- the commands -----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, -1, 2, 3, 16, 17, 10**9, "1", 1.5, None, True])
def test_a_seat_that_the_token_does_not_have(
    faulty: Any,
    run: Any,
    token_file: Path,
    seat: Any,
) -> None:
    server = faulty()
    twisted(server, whoami=changed(seat=seat))
    for command in ("bot", "play"):
        told = run(command, server.url, "--token-file", token_file)
        assert told.code in (1, 2) and "error" in told.err, command


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_texts_do_nothing_to_a_terminal(
    faulty: Any,
    run: Any,
    token_file: Path,
    text: str,
) -> None:
    server = faulty()
    problem = {
        "type": text, "title": text, "status": 422, "detail": text, "kind": text, "rule": text,
        "hint": text, "line": -5, "column": 2**62, "source": text,
        "detail_data": {"template": text, "values": {text: text}}, "hint_data": [text],
    }  # fmt: skip
    for command, path in (
        ("tail", "stream"),
        ("bot", "whoami"),
        ("play", "one"),
        ("log", "events"),
    ):
        twisted(server, **{path: answer(problem, status=422)})
        told = run(command, server.url, "--token-file", token_file)
        assert told.code in (1, 2)
        for said in (told.out, told.err):
            assert not set(said) & set("\x1b\x07\x9b\r\u202e\x00"), command
            assert len(said) < 100_000


def test_a_failed_stream_is_told_in_clean_words(
    faulty: Any,
    run: Any,
    token_file: Path,
) -> None:
    server = faulty()
    text = "\x1b]0;gone\x07"
    problem = {"type": "", "title": "", "status": 503, "detail": text, "kind": "failed"}
    said = b"event: failed\ndata: " + json.dumps(problem).encode() + b"\n\nevent: end\ndata: {}\n\n"
    twisted(server, stream=answer(said, kind="text/event-stream"))
    told = run("tail", server.url, "--token-file", token_file)
    assert "\x1b" not in told.err and "gone" in told.err


def test_lies_of_every_kind_end_in_words() -> None:
    """A part of `scripts/lab hostile-server`."""
    words = [sys.executable, "-m", "scripts.laboratory", "hostile-server"]
    done = subprocess.run([*words, "--rounds", "12", "--seed", "3"], capture_output=True)
    said = done.stdout.decode() + done.stderr.decode()
    assert done.returncode == 0 and "seed 3" in said and "0 of 12" in said, said


def test_errors_have_a_length(faulty: Any) -> None:
    server = faulty()
    problem = {"type": "", "title": "", "status": 422, "detail": "x" * 10**6, "kind": "illegal"}
    twisted(server, one=answer(problem, status=422))
    with pytest.raises(LedgerError) as e:
        table(server).facts()
    assert len(str(e.value)) < 10_000
