"""Behind nginx and Caddy, with the configs that the documentation shows, and TLS."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from client.real_server import RealServer
from common.refusals import refuses
from ledger.client.client import Client
from ledger.protocol.errors import Unreachable
from scripts import free_port

from .proxies import NAME, Caddy, Nginx, what_is_missing

PROXIES = {"nginx": Nginx, "caddy": Caddy}


@pytest.fixture(scope="module", params=PROXIES)
def behind(request, tmp_path_factory):
    if (missing := what_is_missing(request.param)) is not None:
        pytest.skip(f"{request.param} can't be started here: {missing}")
    folder, port = tmp_path_factory.mktemp(request.param), free_port()
    url = f"https://{NAME}:{port}"
    server = RealServer(folder, "--public-url", url, "--trusted-proxy", "127.0.0.1")
    proxy = PROXIES[request.param](folder / "proxy", server.port, port)
    yield server, proxy
    proxy.stop()
    server.stop()


@pytest.fixture
def trusted(behind, monkeypatch):
    """Trust the certificate, as SSL_CERT_FILE says."""
    monkeypatch.setenv("SSL_CERT_FILE", str(behind[1].certificate))


def test_a_certificate_of_nobody_is_refused_and_one_of_a_file_is_trusted(behind, monkeypatch):
    server, proxy = behind
    token = server.token(server.table("osaka"), 0)
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    with refuses(Unreachable), Client(proxy.url, token) as client:
        client.whoami()
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.certificate))
    with Client(proxy.url, token) as client:
        assert client.whoami().role == "spectator"


def test_a_stream_is_told_at_once(behind, trusted):
    server, proxy = behind
    table = server.table("osaka")
    came: list[float] = []
    with Client(f"{proxy.url}/games/{table.id}", server.token(table, 0)) as client:
        stream = client.game().stream()
        first = next(iter(stream))
        assert first

        def listen() -> None:
            for _ in stream:
                came.append(time.monotonic())
                if len(came) == 5:
                    return

        thread = threading.Thread(target=listen)
        thread.start()
        sent = []
        for n in range(5):
            time.sleep(0.2)
            table.note(f"note {n}")
            sent.append(time.monotonic())
        thread.join(10)
    assert len(came) == 5
    assert max(there - here for there, here in zip(came, sent, strict=True)) < 0.15


@pytest.mark.campaign
@pytest.mark.timeout(900)
def test_a_stream_on_which_nothing_happens_stays_open_for_ten_minutes(behind):
    server, proxy = behind
    table = server.table("osaka")
    context = ssl.create_default_context(cafile=str(proxy.certificate))
    headers = {"Authorization": f"Bearer {server.token(table, 0)}"}
    late = threading.Timer(600, table.note, ["late"])
    with httpx.Client(verify=context, base_url=proxy.url, headers=headers, timeout=60) as client:
        late.start()
        with client.stream("GET", f"/api/v1/games/{table.id}/stream") as answer:
            assert any('"late"' in line for line in answer.iter_lines())
    late.cancel()


def test_the_commands_of_the_terminal_play_through_it(behind, trusted, tmp_path):
    server, proxy = behind
    table = server.table("osaka")
    url = f"{proxy.url}/games/{table.id}"

    def ledger(*args: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "ledger.cli", *map(str, args)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)

    seats = [("--token-file", server.file(table, seat)) for seat in (1, 2)]
    tail = ledger("tail", url, "--token-file", server.file(table, 0), "--json")
    bot = ledger("bot", url, *seats[0], *seats[1], "--quiet", "--json")
    assert len(bot.communicate(timeout=90)[0].splitlines()) == 2
    told = tail.communicate(timeout=30)[0].splitlines()
    assert (tail.returncode, bot.returncode) == (0, 0)
    assert len(told) == table.facts().version
    assert server.admin.game(table.id).facts().status == "over"


def test_what_stays_inside(behind):
    proxy = behind[1]
    context = ssl.create_default_context(cafile=str(proxy.certificate))
    with httpx.Client(verify=context, base_url=proxy.url) as client:
        assert client.get("/health").json()["status"] == "ok"
        assert client.get("/health").headers["strict-transport-security"]
        large = client.post("/api/v1/query", content=b"x" * (1024 * 1024 + 1))
        # Caddy hands the body on while it comes; the service reads none of a stranger's
        assert large.status_code in ((413,) if isinstance(proxy, Nginx) else (401, 413, 502))
    local = httpx.HTTPTransport(verify=context, local_address="127.0.0.2")
    with httpx.Client(transport=local, base_url=proxy.url) as stranger:
        assert stranger.get("/health").status_code == 200
        assert (
            stranger.get("/metrics").status_code == 403
        )  # refused by the proxy: not of this machine


@pytest.mark.parametrize("behind", ["nginx"], indirect=True)
def test_without_tls_one_is_sent_to_where_it_is(behind):
    text = (behind[1].folder / "ledger.conf").read_text()
    port = int(text.split("listen 127.0.0.1:")[1].split(";")[0])
    with socket.create_connection(("127.0.0.1", port), 5) as plain:
        plain.sendall(
            f"GET /games/x HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = plain.recv(10_000).decode()
    assert answer.split()[1] == "301"
    assert f"Location: https://{NAME}/games/x" in answer


@contextmanager
def at(address: str, proxy: Nginx | Caddy) -> Iterator[httpx.Client]:
    """Somebody at an address, on the other side of the proxy."""
    context = ssl.create_default_context(cafile=str(proxy.certificate))
    transport = httpx.HTTPTransport(verify=context, local_address=address)
    with httpx.Client(transport=transport, base_url=proxy.url) as client:
        yield client


def test_wrong_tokens_slow_down_their_sender_and_no_neighbour(behind):
    server, proxy = behind
    right = {"Authorization": f"Bearer {server.token(server.table('osaka'), 0)}"}
    wrong = {"Authorization": f"Bearer ledger_{'a' * 10}_{'b' * 43}"}
    with at("127.0.0.2", proxy) as stranger, at("127.0.0.3", proxy) as neighbour:
        answers = [stranger.get("/api/v1/games", headers=wrong).status_code for _ in range(30)]
        assert {401, 429} == set(answers)
        assert answers[-1] == 429
        assert neighbour.get("/api/v1/games", headers=wrong).status_code == 401
        assert neighbour.get("/api/v1/games", headers=right).status_code == 200
        assert stranger.get("/api/v1/games", headers=right).status_code == 200


def test_who_is_meant_cannot_be_made_up(behind):
    proxy = behind[1]
    wrong = {"Authorization": f"Bearer ledger_{'a' * 10}_{'b' * 43}"}
    with at("127.0.0.4", proxy) as stranger:
        answers = [
            stranger.get(
                "/api/v1/games",
                headers={**wrong, "X-Forwarded-For": f"10.0.0.{n}", "Forwarded": f"for=10.0.0.{n}"},
            ).status_code
            for n in range(30)
        ]
    assert answers[-1] == 429


@pytest.mark.parametrize(
    ("origin", "fine"), [(None, True), ("http://{}", False), ("https://a", False)]
)
def test_pages_of_the_public_address_may_write_and_others_may_not(behind, origin, fine):
    server, proxy = behind
    table = server.table("osaka")
    own = proxy.url if origin is None else origin.format(proxy.url.removeprefix("https://"))
    headers = {"Authorization": f"Bearer {server.token(table, 1)}", "Origin": own}
    with at("127.0.0.1", proxy) as client:
        answer = client.post(
            f"/api/v1/games/{table.id}/notes", json={"text": "hello"}, headers=headers
        )
    assert (answer.status_code == 201) is fine
    assert fine or answer.status_code == 403
