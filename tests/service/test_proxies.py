"""Behind nginx and Caddy, with the configs that the documentation shows, and TLS."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import threading
import time

import httpx
import pytest

from client.real_server import RealServer
from common.refusals import refuses
from ledger.client.client import Client
from ledger.protocol.errors import Unreachable
from scripts.campaigns.proxies import NAME, Caddy, Nginx, free_port, what_is_missing

PROXIES = {"nginx": Nginx, "caddy": Caddy}


@pytest.fixture(scope="module", params=PROXIES)
def behind(request, tmp_path_factory):
    if (missing := what_is_missing(request.param)) is not None:
        pytest.skip(f"{request.param} can't be started here: {missing}")
    folder, port = tmp_path_factory.mktemp(request.param), free_port()
    server = RealServer(folder, "--allow-host", f"{NAME}:{port}")
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
        # Caddy may notice while it hands the body on, and finds the service's end of it closed
        assert large.status_code in ((413,) if isinstance(proxy, Nginx) else (413, 502))
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
