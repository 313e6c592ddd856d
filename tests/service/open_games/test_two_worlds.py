"""Two worlds that differ only in what a viewer cannot see give it the same answers, to the byte."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import ledger
from ledger.kernel.game.game import Game
from ledger.kernel.move_chooser import Chooser, Pick
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.service.folder_backend import LIST
from ledger.testing.clicks import random_clicks
from ledger.testing.effort import CAMPAIGN
from ledger.testing.playing import Habits, Script, play
from ledger.testing.worlds import another_world, has_secrets

from ..in_process_service import InProcessService, StreamReader, groups, lines

ID = "the-game"


def some_worlds(game: Game, viewer: int) -> tuple[Table, Table]:
    """Return two games that this viewer cannot tell apart."""
    for seed in range(40):
        table = play(game, Script(seed, 20 + seed), Habits(undo=9, adjust=15, keys=True))
        other = another_world(table, viewer, random.Random(seed), tries=30)
        if other is not None:
            return table, other
    raise AssertionError("no such worlds were found")


def seen(answer: httpx.Response) -> tuple[Any, ...]:
    """Return everything of an answer that could tell something."""
    headers = [(k, v) for k, v in answer.headers.multi_items() if k.lower() != "date"]
    return answer.status_code, headers, answer.content


def some_question(table: Table, rng: random.Random) -> Any:
    """Return a position of the game at which somebody was asked."""
    ends = [x.seq for x in table.lines if not x.more and x.type not in ("ended", "sealed")]
    return table.replay().at(rng.choice(ends[:-1] or ends))


def requests(table: Table, viewer: int) -> list[tuple[str, str, dict[str, Any]]]:
    """Return all that a viewer may ask without changing the game, and much that it may not."""
    game, head = table.game, len(table.lines)
    base = f"/games/{ID}"
    out: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", "/games", {}),
        ("GET", "/games?status=running&player=ana", {}),
        ("GET", "/whoami", {}),
        ("GET", base, {}),
        ("GET", f"{base}/events", {}),
        ("GET", f"{base}/events?from={max(head - 3, 1)}&limit=2", {}),
        ("GET", f"{base}/events", {"headers": {"Accept": "application/x-ndjson"}}),
        ("GET", f"{base}/state", {}),
        ("GET", f"{base}/state?turn=1", {}),
        ("GET", f"{base}/legal?limit=5000", {}),
        ("GET", f"{base}/choices", {}),
        ("GET", f"{base}/completions?text=", {}),
        ("GET", f"{base}/verify", {}),
        ("GET", f"{base}/export?to=jsonl", {}),
        ("GET", f"{base}/export?to=session", {}),
        ("GET", f"{base}/events?as=full", {}),
        ("GET", f"{base}/events?as={viewer + 1}", {}),
        ("GET", f"{base}/stream?after={head + 1}", {}),
        ("GET", base, {"headers": {"If-None-Match": "*"}}),
        ("GET", f"{base}/contents", {}),
        ("GET", f"{base}/contents?after={head // 2}&lang=pl", {}),
        ("GET", f"{base}/chapters/1", {}),
        ("GET", f"{base}/chapters/{(head - 1) // 64 + 1}?lang=it", {}),
        ("GET", f"{base}/chapters/1?after={min(head, 64) // 2}", {}),
        ("GET", f"{base}/chapters/{head}", {}),
        ("GET", f"{base}/chapters/1?as=full", {}),
        ("GET", f"{base}/picture.svg?width=390&at={head // 2}", {}),
        ("GET", f"{base}/picture.svg?dark=true", {}),
        ("HEAD", f"{base}/state", {}),
        ("HEAD", f"{base}/export", {}),
        ("GET", "/games/another", {}),
    ]
    out += [
        ("GET", f"{base}/state?at={at}", {}) for at in (1, head // 3, head // 2, head - 1, head + 1)
    ]
    for name in ("games", "events") if viewer == 1 else ():  # questions have tests of their own
        out.append(("POST", "/query", {"json": {"sql": f"select * from {name} order by all"}}))
    rng = random.Random(3)
    mine = Chooser(game, game.mask(table.state, viewer), viewer, table.lines[0].data)
    for _ in range(8):
        picks = random_clicks(mine, rng)[0] if mine.ways else [Pick("verb", "x")]
        out.append(("GET", f"{base}/choices", {"params": {"pick": [str(p) for p in picks]}}))
    # commands that are refused, one way or another
    for _ in range(12):
        state = some_question(table, rng)
        command = msgspec.to_builtins(game.rules.random_move(state, rng))
        for seat in {command["seat"], viewer or 1}:
            body = {"command": {**command, "seat": seat}, "version": head + 1}
            out.append(("POST", f"{base}/commands", {"json": body}))
        out.append(("POST", f"{base}/commands", {"json": {"move": "zebra", "key": "z"}}))
    out += [
        ("POST", f"{base}/undo", {"json": {"to": 3}}),
        ("POST", f"{base}/abandon", {"json": {"reason": "tea"}}),
        ("POST", f"{base}/branches", {"json": {"at": 1}}),
        ("POST", f"{base}/notes", {"json": {"text": "x", "version": head - 1}}),
    ]
    return out


@pytest.fixture
def two(tmp_path: Path) -> Any:
    """Return a way to open two services that share their tokens."""

    def opened(
        first: Table, second: Table, viewer: int
    ) -> tuple[InProcessService, InProcessService, str]:
        a, b = InProcessService(tmp_path / "a"), InProcessService(tmp_path / "b")
        a.__enter__()
        b.__enter__()
        a.add(ID, first.bytes())
        b.add(ID, second.bytes())
        token = a.viewer(ID, viewer)
        shutil.copytree(
            tmp_path / "a" / ".service",
            tmp_path / "b" / ".service",
            ignore=shutil.ignore_patterns(f"{LIST}*"),
            dirs_exist_ok=True,
        )
        return a, b, token

    yield opened
    shutil.rmtree(tmp_path)


SECRET = {name: game for name, game in ledger.installed().items() if has_secrets(game)}


@pytest.mark.parametrize("game", SECRET.values(), ids=SECRET)
@pytest.mark.parametrize("viewer", [0, 1, 2] if CAMPAIGN else [0, 2])
def test_all_answers_are_equal_to_the_byte(game: Game, viewer: int, two: Any) -> None:
    first, second = some_worlds(game, viewer)
    a, b, token = two(first, second, viewer)
    try:
        for method, path, more in requests(first, viewer):
            one, other = (s.ask(method, path, token, **more) for s in (a, b))
            assert seen(one) == seen(other), (method, path, more)
        _same_streams(a, b, token, redact(game, first.lines, viewer)[1])
        _same_moves(a, b, token, first, viewer)
    finally:
        a.__exit__()
        b.__exit__()


def _same_streams(a: InProcessService, b: InProcessService, token: str, stream: bytes) -> None:
    told = []
    for s in (a, b):

        async def listen(s: InProcessService = s) -> tuple[Any, ...]:
            reader = StreamReader(s.app, f"/games/{ID}/stream", token)
            await reader.until(lambda body: len(lines(body)) >= len(stream))
            await reader.leave()
            return reader.status, reader.headers, reader.body

        told.append(s.run(listen()))
    assert told[0] == told[1]
    assert lines(told[0][2]) == stream
    assert [id for id, _ in groups(told[0][2])] == sorted({id for id, _ in groups(told[0][2])})
    messages = told[0][2].count(b"event: group")
    both = []
    for s in (a, b):

        async def listen_to_all(s: InProcessService = s) -> tuple[Any, ...]:
            reader = StreamReader(s.app, "/stream", token)
            await reader.until(lambda body: body.count(b"event: group") >= messages)
            await reader.leave()
            return reader.status, reader.headers, reader.body

        both.append(s.run(listen_to_all()))
    assert both[0] == both[1]
    assert both[0][2].count(b"event: group") == messages


def _same_moves(
    a: InProcessService, b: InProcessService, token: str, table: Table, viewer: int
) -> None:
    """What is refused is refused alike; what is accepted is accepted in both worlds."""
    rng = random.Random(5)
    base = f"/games/{ID}"
    for n in range(30):
        state = some_question(table, rng)
        command = msgspec.to_builtins(table.game.rules.random_move(state, rng))
        command["seat"] = viewer or command["seat"]
        one, other = (
            s.post(f"{base}/commands", token, command=command, key=f"k{n}") for s in (a, b)
        )
        assert one.status_code == other.status_code, command
        if one.status_code == 201:
            return  # from here on chance may tell the worlds apart
        assert seen(one) == seen(other), command
    one, other = (s.post(f"{base}/undo", token) for s in (a, b))
    assert seen(one) == seen(other)
