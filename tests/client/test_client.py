"""The client: whatever breaks on the way, nothing is lost, doubled or out of order."""

from __future__ import annotations

import random
import sys
import threading
import time

import httpx
import pytest

from common.examples import GAMES
from common.refusals import refuses
from ledger import Seeded, Table, open_game, redact
from ledger.client import stream as follow
from ledger.client import transport
from ledger.client.address import read_address
from ledger.client.client import Client
from ledger.client.remote_game import RemoteGame
from ledger.kernel.errors import (
    Conflict,
    Damaged,
    Failed,
    Illegal,
    LedgerError,
    Malformed,
    Missing,
    Stale,
)
from ledger.kernel.game.registry import offered
from ledger.kernel.log.codec import encode
from ledger.kernel.replay.log_reader import read
from ledger.protocol.errors import AccessDenied, Busy, Unreachable

sys.path.append(str(GAMES))

from ledger_goofspiel import GAME as GOOFSPIEL

SECRET = "t0ps3cret-token"


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    """Pauses are short here."""
    monkeypatch.setattr(transport, "_FIRST_WAIT", 0.001)
    monkeypatch.setattr(transport, "_LONGEST_WAIT", 0.01)


def table(server, who="seat-1"):
    return Client(server.url, who, patience=3).game()


def play_on(server, commands=10_000, seed=1):
    """Let the seats play on the server itself."""
    rng = random.Random(seed)
    with server.news:
        while commands and not server.table.over:
            server.table.do(server.game.rules.random_move(server.table.state, rng), server.chance)
            commands -= 1
        if server.table.over:
            server.table.seal()
        server.news.notify_all()


# --- addresses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "base", "game"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000", None),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000", None),
        ("http://127.0.0.1:8000/api/v1", "http://127.0.0.1:8000", None),
        ("http://127.0.0.1:8000/games/a-1", "http://127.0.0.1:8000", "a-1"),
        ("http://127.0.0.1:8000/games/", "http://127.0.0.1:8000", None),
        ("HTTPS://Host/api/v1/games/a-1/", "https://host", "a-1"),
        ("https://host/club/games/a", "https://host/club", "a"),
        ("http://[::1]:80/games/a", "http://[::1]:80", "a"),
    ],
)
def test_an_address_names_a_server_and_perhaps_a_game(url, base, game):
    assert read_address(url) == (base, game)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "host/games/a",
        "ftp://host/games/a",
        "http:///games/a",
        "http://host:99999/",
        "http://host/games/A%2F",
        "http://host/games/a?token=x",
    ],
)
def test_what_is_no_address_is_refused_in_a_sentence(url):
    with pytest.raises(Malformed):
        read_address(url)


@pytest.mark.parametrize("where", ["ana:{}@host/games/a", "host/games/a#join={}"])
def test_a_secret_in_an_address_is_refused_and_not_repeated(where):
    with pytest.raises(Malformed) as e:
        read_address("http://" + where.format(SECRET))
    assert SECRET not in str(e.value)


# --- tokens -----------------------------------------------------------------------------------


def test_the_token_is_in_no_message_and_no_repr():
    def broken(request):
        raise httpx.LocalProtocolError(f"Illegal header value b'Bearer {SECRET}'")

    client = Client("http://h/games/a", SECRET, patience=0, transport=httpx.MockTransport(broken))
    with pytest.raises(LedgerError) as e:
        client.kinds()
    for text in (str(e.value), repr(client), repr(client.game()), repr(client.transport)):
        assert SECRET not in text
    assert e.value.__cause__ is None
    with pytest.raises(Malformed) as e:
        Client("http://h", f"{SECRET}\n")
    assert SECRET not in str(e.value)


def test_a_redirect_is_not_followed():
    asked = []

    def elsewhere(request):
        asked.append(request)
        return httpx.Response(307, headers={"Location": "http://evil/api/v1/kinds"})

    client = Client("http://h", SECRET, transport=httpx.MockTransport(elsewhere))
    with pytest.raises(Unreachable, match="redirects"):
        client.kinds()
    assert [r.url.host for r in asked] == ["h"]


def test_proxies_of_the_environment_are_not_told(monkeypatch, faulty):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    assert table(faulty()).facts().game == "osaka"


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "kind", "expected"),
    [
        (400, "malformed", Malformed),
        (401, "unauthorized", AccessDenied),
        (403, "forbidden", AccessDenied),
        (404, "missing", Missing),
        (409, "conflict", Conflict),
        (412, "stale", Stale),
        (413, "too-large", Malformed),
        (421, "wrong-host", AccessDenied),
        (422, "illegal", Illegal),
        (429, "too-many", Busy),
        (503, "failed", Failed),
        (503, "closing", Busy),
        (422, "newer-than-this", Illegal),
        (500, "whatever", Unreachable),
    ],
)
def test_each_refusal_is_an_error_of_its_kind(status, kind, expected):
    body = {
        "type": f"/problems/{kind}",
        "title": "No",
        "status": status,
        "detail": "no",
        "kind": kind,
        "rule": "OSA-1",
        "hint": "do x",
        "column": 3,
        "version": 17,
    }
    transport = httpx.MockTransport(lambda r: httpx.Response(status, json=body))
    client = Client("http://h", "t", patience=0, transport=transport)
    with pytest.raises(LedgerError) as e:
        client.kinds()
    assert type(e.value) is expected
    assert (e.value.message, e.value.hint) == ("no", "do x")
    if isinstance(e.value, Stale):  # the version is known
        assert e.value.seq == 17
    else:
        assert (e.value.rule, e.value.column) == ("OSA-1", 3)


@pytest.mark.parametrize("answer", [b"<html>", b"[]", b'{"error": 1}', b"\xff"])
@pytest.mark.parametrize("status", [200, 404, 502])
def test_an_answer_of_somebody_else_is_told_as_such(status, answer):
    transport = httpx.MockTransport(lambda r: httpx.Response(status, content=answer))
    with pytest.raises(Unreachable):
        Client("http://h", "t", patience=0, transport=transport).kinds()


def test_a_server_that_is_not_there_is_told_at_once():
    with refuses(Unreachable, "ledger serve | 127.0.0.1:9"):
        Client("http://127.0.0.1:9", "t", patience=60).kinds()


# --- requests ---------------------------------------------------------------------------------


def test_a_move_whose_answer_is_lost_is_played_once(faulty):
    server = faulty()
    one = table(server)
    server.lose, server.busy = 2, 1
    before = server.table.head.cmd
    move = server.game.words.write(next(server.game.rules.legal_moves(server.table.state, 1)))
    done = one.play(move, version=server.table.head.seq)
    assert done.repeated
    assert server.table.head.cmd == before + 1
    assert done.version == server.table.head.seq
    bodies = {body for _, path, _, body in server.requests if path.endswith("/commands")}
    assert len(bodies) == 1


def test_a_busy_server_is_given_up_after_a_while(faulty):
    server = faulty()
    server.busy = 10_000
    with pytest.raises(Busy, match="closing"):
        Client(server.url, "seat-1", patience=0.1).kinds()
    assert len(server.requests) > 2


def test_events_come_in_pages(faulty):
    server = faulty()
    play_on(server, 8)
    one = table(server)
    assert one.events() == server.stream(1)
    assert one.events(3, 14) == server.stream(1)[2:14]
    assert one.events(len(server.table.lines)) == server.stream(1)[-1:]


def test_games_come_in_pages():
    pages = {
        None: {"games": [], "next": "a"},
        "a": {"games": [row("b")], "next": "b"},
        "b": {"games": [row("c")], "next": None},
    }
    asked = []

    def page(request):
        asked.append(dict(request.url.params))
        return httpx.Response(200, json=pages[request.url.params.get("after")])

    client = Client("http://h", "t", transport=httpx.MockTransport(page))
    assert [g.id for g in client.games(game="osaka", status=None)] == ["b", "c"]
    assert asked[0] == {"game": "osaka"}


def row(id):
    return {
        "id": id, "game": "osaka", "title": "Osaka", "kind": "log", "status": "over",
        "players": ["Ana"], "date": None, "place": None, "version": 3,
    }  # fmt: skip


# --- streams ----------------------------------------------------------------------------------


def test_a_stream_goes_on_after_every_break(faulty):
    """Cut at any byte, with groups sent twice and refusals in between."""
    server = faulty("klongs")
    play_on(server)
    rng = random.Random(5)
    whole = sum(map(len, server.stream(1)))
    server.cuts = [rng.randrange(1, whole // 12) for _ in range(12)] + [1, 2, 3, 10]
    server.repeat, server.failed = 4, 1
    told = []
    got = list(table(server).stream(notice=told.append))
    assert [raw for group in got for raw in group] == server.stream(1)
    assert not server.cuts
    assert any(isinstance(e, Failed) and e.message == "the disk is full" for e in told)


def test_a_stream_waits_for_what_comes(faulty):
    server = faulty()
    groups = iter(table(server, "watching").stream())
    remote = RemoteGame()
    remote.take(next(groups))
    for n in range(3):
        play_on(server, 1, seed=n)
        remote.take(next(groups))
        assert remote.version == server.table.head.seq
        assert remote.state == server.game.mask(server.table.state, 0)
    server.table.undo()
    with server.news:
        server.news.notify_all()
    remote.take(next(groups))
    assert remote.state == server.game.mask(server.table.state, 0)


def test_a_long_silence_uses_up_no_patience(faulty, monkeypatch):
    """A break after an hour of thinking is as harmless as one after a second."""
    monkeypatch.setattr(follow, "LIVED", 0.2)
    server = faulty()
    groups = iter(Client(server.url, "seat-1", patience=0.3).game().stream())
    next(groups)
    before = server.table.head.seq

    def drop_and_play():
        time.sleep(0.5)
        with server.news:
            server.drops = 1
            server.news.notify_all()
        time.sleep(0.1)
        play_on(server, 1)

    threading.Thread(target=drop_and_play, daemon=True).start()
    assert next(groups) == server.stream(1)[before:]
    assert server.drops == 0


def test_a_stream_can_begin_anywhere(faulty):
    server = faulty()
    play_on(server)
    ends = [x.seq for x in server.table.lines if not x.more]
    got = [raw for group in table(server).stream(ends[2]) for raw in group]
    assert got == server.stream(1)[ends[2] :]


@pytest.mark.parametrize(
    "forge",
    [
        lambda raws: [raws[0], *(r.replace(b'"turn":1', b'"turn":2') for r in raws[1:])],
        lambda raws: [*raws[:4], raws[5], raws[4], *raws[6:]],
        lambda raws: [b"{}"] * len(raws),
        lambda raws: [r[:-3] + b'0"}' for r in raws],
    ],
    ids=["changed", "out of order", "no lines", "other digests"],
)
def test_a_forged_stream_is_noticed(faulty, forge):
    server = faulty()
    play_on(server, 3)
    server.forge = forge
    with pytest.raises(Damaged):
        list(table(server).stream())


def test_a_stream_that_may_not_be_read_ends_with_the_reason(faulty):
    with pytest.raises(AccessDenied, match="a token is needed"):
        list(Client(faulty().url, "nobody").game("one").stream())


def test_a_stream_of_a_server_that_stays_away_ends(faulty):
    raws = faulty().stream(1)
    message = b"event: group\n" + b"".join(b"data: " + raw + b"\n" for raw in raws) + b"\n"
    calls = []

    def once(request):
        calls.append(request.headers.get("last-event-id"))
        if len(calls) > 1:
            raise httpx.ConnectError("gone")
        return httpx.Response(200, headers={"Content-Type": "text/event-stream"}, content=message)

    told = []
    client = Client("http://h", "t", patience=0.1, transport=httpx.MockTransport(once))
    groups = iter(client.game("one").stream(notice=told.append))
    assert next(groups) == raws
    with refuses(Unreachable, "http://h"):
        next(groups)
    assert set(calls) == {None, str(len(raws))}
    assert len(calls) > 3
    assert len(told) == 1


def test_what_was_streamed_is_a_log(faulty):
    server = faulty("istanbul")
    play_on(server, 20)
    with server.news:
        server.table.abandon("late")
        server.table.seal()
    raw = b"".join(line + b"\n" for group in table(server).stream() for line in group)
    reading = read(raw)
    assert reading.error is None
    assert reading.opened.view == 1


@pytest.mark.parametrize(
    ("viewer", "asked"), [(1, [1, 1, 3]), (2, [2, 1, 3]), (3, [3, 3, 3]), (0, [1, 1, 3])]
)
def test_everybody_is_asked_their_own_question_where_all_answer_at_once(viewer, asked):
    with offered(GOOFSPIEL):
        table = Table.open(GOOFSPIEL, open_game(GOOFSPIEL, ["Ana", "Bo", "Cy"]), Seeded(7))
        found = []
        for seat in (2, 1, 3):
            remote = RemoteGame()
            stream, _ = redact(GOOFSPIEL, table.lines, viewer)
            remote.take(encode(stream).splitlines())
            found.append(remote.asked.seat)
            assert {command.seat for command in remote.legal()} == {found[-1]}
            bot = GOOFSPIEL.bots["random"]
            for q in GOOFSPIEL.rules.answerable(remote.state):
                move = bot.choose(GOOFSPIEL, remote.state, q.seat, random.Random(1))
                assert move.seat == q.seat
            table.do(next(GOOFSPIEL.rules.legal_moves(table.state, seat)), Seeded(8))
    assert found == asked
