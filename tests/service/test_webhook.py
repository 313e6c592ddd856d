"""The webhook: a real receiver hears whose turn it is; one that doesn't listen holds up nobody."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.examples import GAMES
from common.refusals import refuses
from ledger.kernel.errors import Malformed
from ledger.kernel.game.registry import offered
from ledger.service import webhook as webhook_module
from ledger.service.app import LedgerApp, Settings
from ledger.service.folder_backend import folder_backend
from ledger.service.http.gateway_settings import GatewaySettings
from ledger.service.webhook import Turn, Webhook, WebhookSettings, check_webhook, read_secret

from .in_process_service import InProcessService

sys.path.append(str(GAMES))

from ledger_goofspiel import GAME as GOOFSPIEL

SECRET = b"a secret of the club"
BASE = "https://games.example"


class Receiver:
    """Takes messages, or refuses them, as it is told."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        self.trickle = False
        self.hold: Callable[[dict[str, Any]], None] = lambda turn: None
        self.go = threading.Event()
        self.go.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver.go.wait(5)
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.hold(json.loads(body))
                receiver.got.append((dict(self.headers), body))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 204)
                self.end_headers()
                with suppress(OSError):
                    while receiver.trickle:
                        self.wfile.write(b" ")
                        time.sleep(0.01)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/hook"

    @property
    def turns(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.got]


class Hooked(InProcessService):
    """A service with a webhook."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(folder)
        hook = WebhookSettings(url, SECRET, BASE, pauses=(0.01, 0.01), seconds=2.0)
        gateway = GatewaySettings(rate=0, cpu=0)
        self._make = lambda: LedgerApp(
            Settings(backend=folder_backend(folder), gateway=gateway, bot_delay=0.0, webhook=hook)
        )

    def until(self, true: Any, seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, "it did not happen in time"
            self.run(asyncio.sleep(0.01))

    def play(self, id: str, seat: int) -> None:
        token = self.token("seat", id, seat)
        legal = self.get(f"/games/{id}/legal", token).json()["moves"]
        done = self.post(f"/games/{id}/commands", token, move=legal[0]["move"])
        assert done.status_code == 201, done.text

    def asked(self, id: str) -> int:
        return self.get(f"/games/{id}", self.token("admin")).json()["awaiting"][0]["seat"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.trickle = False
    made.go.set()
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def s(tmp_path: Path, receiver: Receiver) -> Iterator[Hooked]:
    with Hooked(tmp_path / "library", receiver.url) as serving:
        yield serving


def test_each_turn_is_told_once_and_signed(s: Hooked, receiver: Receiver) -> None:
    id = s.create("osaka")
    order = [s.asked(id)]
    for _ in range(4):
        s.play(id, order[-1])
        if (seat := s.asked(id)) != order[-1]:
            order.append(seat)
    s.post(f"/games/{id}/notes", s.token("admin"), text="nobody's turn changes by this")
    s.until(lambda: len(receiver.got) >= len(order))
    s.run(asyncio.sleep(0.05))
    assert [turn["seat"] for turn in receiver.turns] == order
    first = receiver.turns[0]
    assert first.keys() == {"game", "title", "seat", "name", "question", "turn", "url"}
    assert (first["game"], first["url"]) == (id, f"{BASE}/games/{id}")
    assert first["name"] == ["Ana", "Bartek"][first["seat"] - 1]
    for headers, body in receiver.got:
        right = hmac.new(SECRET, body, hashlib.sha256).hexdigest()
        assert headers["Ledger-Signature"] == f"sha256={right}"
        assert b"ledger_" not in body


def test_all_who_may_answer_at_once_are_told(s: Hooked, receiver: Receiver) -> None:
    with offered(GOOFSPIEL):
        id = s.create("goofspiel", 3)
        for seat in (2, 1, 3):  # the last one knows that the next round has begun
            s.play(id, seat)
        s.play(id, 1)
        s.until(lambda: len(receiver.got) >= 5)
        s.run(asyncio.sleep(0.05))
    assert [turn["seat"] for turn in receiver.turns] == [1, 2, 3, 1, 2]
    assert [turn["turn"] for turn in receiver.turns] == [1, 1, 1, 2, 2]


def test_the_turn_of_a_bot_is_nobodys_business(s: Hooked, receiver: Receiver) -> None:
    seats = [{"name": "Ada", "bot": "random"}, {"name": "Bo", "bot": "random"}]
    made = s.post("/games", s.token("admin"), game="osaka", seats=seats).json()["id"]
    s.until(lambda: s.get(f"/games/{made}", s.token("admin")).json()["status"] == "over")
    assert receiver.got == []


def test_it_tries_again_but_not_for_ever(s: Hooked, receiver: Receiver) -> None:
    receiver.statuses = [503, 429]
    id = s.create("osaka")
    s.until(lambda: len(receiver.got) == 3)
    assert len({body for _, body in receiver.got}) == 1
    receiver.statuses = [400]
    s.create("osaka")
    s.until(lambda: len(receiver.got) == 4)
    receiver.statuses = [500] * 9
    s.create("osaka")
    s.until(lambda: len(receiver.got) == 7)
    counted = s.app.metrics.value
    failed = "ledger_webhook_messages_total"
    s.until(lambda: counted(failed, outcome="failed") == 2)
    assert counted(failed, outcome="sent") == 1
    assert s.get(f"/games/{id}", s.token("admin")).status_code == 200


def test_a_receiver_that_sleeps_holds_up_nobody(
    s: Hooked, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.service.webhook.MOST_WAITING", 3)
    receiver.go.clear()
    ids = [s.create("osaka") for _ in range(8)]
    for id in ids:
        s.play(id, s.asked(id))
    assert s.app.metrics.value("ledger_webhook_messages_total", outcome="dropped") > 0
    receiver.go.set()


def test_after_a_restart_only_changes_are_told(s: Hooked, receiver: Receiver) -> None:
    id = s.create("osaka")
    first = s.asked(id)
    while s.asked(id) == first:
        s.play(id, first)
    s.until(lambda: len(receiver.got) == 2)
    s.restart()
    seat = s.asked(id)
    s.run(asyncio.sleep(0.05))
    assert len(receiver.got) == 2
    while s.asked(id) == seat:
        s.play(id, seat)
    s.until(lambda: len(receiver.got) == 3)


def test_a_game_that_fails_holds_up_no_other_and_each_keeps_its_order(
    s: Hooked, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = s.create("osaka")
    s.until(lambda: len(receiver.got) == 1)
    waits = threading.Event()
    hold = receiver.hold

    def held(turn: dict[str, Any]) -> None:
        if turn["game"] == slow:
            waits.wait(5)

    monkeypatch.setattr(receiver, "hold", held)
    first = s.asked(slow)
    while s.asked(slow) == first:
        s.play(slow, first)
    other = s.create("osaka")
    seats = [s.asked(other)]
    while len(seats) < 3:
        s.play(other, seats[-1])
        if s.asked(other) != seats[-1]:
            seats.append(s.asked(other))
    s.until(lambda: [t["seat"] for t in receiver.turns if t["game"] == other] == seats)
    assert [t["game"] for t in receiver.turns].count(slow) == 1
    waits.set()
    monkeypatch.setattr(receiver, "hold", hold)
    s.until(lambda: [t["game"] for t in receiver.turns].count(slow) == 2)


def test_a_receiver_that_is_down_leaves_no_task_for_each_game(
    s: Hooked, receiver: Receiver
) -> None:
    receiver.go.clear()
    game = s.create("osaka")
    owners = (getattr(look, "__self__", None) for look in s.app.registry.watchers)
    hook = next(owner for owner in owners if isinstance(owner, Webhook))
    turn = Turn(game="", title="Osaka", seat=1, name="Ana", question="claim", turn=1, url=BASE)

    async def many() -> None:
        for n in range(1000):
            hook._send_later(msgspec.structs.replace(turn, game=f"game-{n}"))
            if n % 100 == 0:
                await asyncio.sleep(0)

    s.run(many())
    assert len(hook._sending) <= webhook_module.MOST_AT_ONCE
    assert sum(map(len, hook._waiting.values())) <= webhook_module.MOST_WAITING
    assert s.app.metrics.value("ledger_webhook_messages_total", outcome="dropped") > 700
    receiver.go.set()
    s.until(lambda: not hook._waiting and not hook._busy, 30)
    assert "game-999" in [turn["game"] for turn in receiver.turns]
    s.play(game, s.asked(game))


def test_an_answer_that_trickles_is_not_waited_for(s: Hooked, receiver: Receiver) -> None:
    receiver.trickle, receiver.statuses = True, [200]
    s.create("osaka")
    s.until(lambda: s.app.metrics.value("ledger_webhook_messages_total", outcome="sent") == 1)


ODD = [
    *("ftp://x.example", "example.org/hook", "http://", "http://[x", "", "file:///etc/passwd"),
    *("http://me:secret@x.example/", "http://@x.example/", "http://x.example/#part"),
    *("http://169.254.169.254/", "http://0xa9fea9fe/", "http://[fe80::1]/", "http://0.0.0.0/"),
    *("http://[::ffff:169.254.169.254]/", "http://224.0.0.1/", "http://x.example/a b"),
    *("http://x.example:0/", "http://x.example/\n"),
]


@pytest.mark.parametrize("url", ODD, ids=ascii)
def test_what_is_no_address_is_refused_and_not_repeated(url: str) -> None:
    with refuses(Malformed) as e:
        check_webhook(url)
    assert not url or url not in e.value.message
    assert check_webhook("https://x.example/hook?k=1") == "https://x.example/hook?k=1"


def test_a_short_secret_is_none() -> None:
    with refuses(Malformed):
        read_secret(b"short\n", "s")
    assert read_secret(SECRET + b"\n", "s") == SECRET
