"""Live: a viewer's stream, from any line on, whatever others do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ledger.kernel.game.registry import find_game
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact

from ...in_process_service import InProcessService, StreamReader, groups, lines


@pytest.fixture
def serving(tmp_path: Path) -> Any:
    with InProcessService(tmp_path / "library", heartbeat=0.1, slow_reader=0.3) as s:
        yield s


def move(s: InProcessService, id: str, count: int = 1) -> None:
    """Let whoever is asked play the first legal move, so many times."""
    referee = s.token("referee", id)
    for _ in range(count):
        seat = s.get(f"/games/{id}", referee).json()["awaiting"][0]["seat"]
        token = s.viewer(id, seat)
        legal = s.get(f"/games/{id}/legal?limit=1", token).json()
        done = s.post(f"/games/{id}/commands", token, command=legal["moves"][0]["command"])
        assert done.status_code == 201, done.text


def stream(s: InProcessService, id: str, viewer: int) -> bytes:
    """Return what the log on disk redacts to."""
    reading = read((s.folder / "games" / f"{id}.jsonl").read_bytes())
    return redact(reading.game, reading.lines, viewer)[1]


def test_a_reader_gets_the_past_and_then_each_move(serving: InProcessService) -> None:
    id = serving.create("klongs")
    move(serving, id, 3)
    reader = serving.run(_open(serving, f"/games/{id}/stream", serving.viewer(id, 1)))
    serving.run(_until(reader, stream(serving, id, 1)))
    move(serving, id, 2)
    serving.run(_until(reader, stream(serving, id, 1)))
    serving.run(reader.leave())
    assert lines(reader.body) == stream(serving, id, 1)
    assert serving.app.registry.open_games[id].readers == 0


@pytest.mark.parametrize("moves", [3, 40])
def test_every_place_of_a_stream_can_be_resumed(serving: InProcessService, moves: int) -> None:
    """Also far back, where the groups are read from the disk again."""
    id = serving.create("klongs")
    move(serving, id, moves)
    whole = stream(serving, id, 2)
    token = serving.viewer(id, 2)
    first = serving.run(_open(serving, f"/games/{id}/stream", token))
    serving.run(_until(first, whole))
    serving.run(first.leave())
    told = groups(first.body)
    for n, (last, _) in enumerate(told):
        again = serving.run(_open(serving, f"/games/{id}/stream", token, str(last)))
        rest = b"".join(raw + b"\n" for _, raws in told[n + 1 :] for raw in raws)
        serving.run(_until(again, rest))
        serving.run(again.leave())
        assert lines(again.body) == rest


def test_a_place_inside_a_group_gives_the_group_whole(serving: InProcessService) -> None:
    id = serving.create("osaka")
    body = serving.run(_some(serving, f"/games/{id}/stream?after=2", serving.viewer(id, 1)))
    assert groups(body)[0][1][0].startswith(b'{"type":"opened"')


def test_a_finished_game_ends_its_stream(serving: InProcessService) -> None:
    id = serving.create("osaka")
    reader = serving.run(_open(serving, f"/games/{id}/stream", serving.viewer(id, 0)))
    serving.post(f"/games/{id}/abandon", serving.token("admin"), reason="tea")
    serving.run(asyncio.wait_for(_ended(reader), 5))
    assert reader.body.endswith(b"event: end\ndata: {}\n\n")
    assert lines(reader.body) == stream(serving, id, 0)
    late = serving.get(f"/games/{id}/stream", serving.viewer(id, 0))
    assert late.text.endswith("event: end\ndata: {}\n\n")


def test_a_silent_game_gives_signs_of_life(serving: InProcessService) -> None:
    id = serving.create("osaka")
    body = serving.run(
        _some(
            serving, f"/games/{id}/stream", serving.viewer(id, 1), lambda b: b.count(b": beat") > 1
        )
    )
    assert body.count(b": beat\n") > 1
    assert b": beat\n\n" not in body  # no message, not even an empty one


def test_a_slow_reader_is_sent_away_and_holds_nobody_up(serving: InProcessService) -> None:
    id = serving.create("klongs")
    token = serving.viewer(id, 1)
    slow = serving.run(_open(serving, f"/games/{id}/stream", token))
    quick = serving.run(_open(serving, f"/games/{id}/stream", serving.viewer(id, 2)))
    serving.run(_until(slow, stream(serving, id, 1)))
    slow.blocked = True
    move(serving, id, 3)
    serving.run(_until(quick, stream(serving, id, 2)))
    serving.run(asyncio.wait_for(_ended(slow), 5))
    assert serving.app.metrics.value("ledger_dropped_streams_total") == 1
    got = groups(slow.body)[-1][0]
    again = serving.run(_open(serving, f"/games/{id}/stream", token, str(got)))
    serving.run(_until(again, b""))
    move(serving, id)
    whole = stream(serving, id, 1)
    serving.run(again.until(lambda b: lines(slow.body) + lines(b) == whole))
    serving.run(again.leave())
    serving.run(quick.leave())


def test_a_revoked_token_ends_its_streams(serving: InProcessService) -> None:
    id = serving.create("osaka")
    token = serving.viewer(id, 1)
    reader = serving.run(_open(serving, f"/games/{id}/stream", token))
    serving.app.service.tokens.revoke(token.split("_")[1])
    serving.run(asyncio.wait_for(_ended(reader), 5))
    assert serving.get(f"/games/{id}/stream", token).status_code == 401


def test_stopping_the_service_ends_every_stream(tmp_path: Path) -> None:
    with InProcessService(tmp_path / "library") as s:
        id = s.create("osaka")
        reader = s.run(_open(s, f"/games/{id}/stream", s.viewer(id, 1)))
        s.run(_until(reader, stream(s, id, 1)))
    assert reader.task.done()


def test_a_take_back_is_told_like_any_other_event(serving: InProcessService) -> None:
    id = serving.create("klongs")
    move(serving, id, 2)
    reader = serving.run(_open(serving, f"/games/{id}/stream", serving.viewer(id, 1)))
    undone = serving.post(f"/games/{id}/undo", serving.token("referee", id))
    assert undone.status_code == 201, undone.text
    move(serving, id, 1)
    serving.run(_until(reader, stream(serving, id, 1)))
    serving.run(reader.leave())
    assert lines(reader.body) == stream(serving, id, 1)


@pytest.mark.parametrize("after", ["x", "-1", "1e3", "9" * 20, "²"])
def test_a_bad_place_is_refused(serving: InProcessService, after: str) -> None:
    id = serving.create("osaka")
    headers = {b"Last-Event-ID": after.encode("latin-1")}
    answer = serving.get(f"/games/{id}/stream", serving.viewer(id, 1), headers=headers)
    assert answer.status_code == 400, answer.text


def test_a_place_beyond_the_end_is_refused(serving: InProcessService) -> None:
    id = serving.create("osaka")
    answer = serving.get(f"/games/{id}/stream?after=900", serving.viewer(id, 1))
    assert answer.status_code == 422
    assert "only" in answer.json()["detail"]


def test_every_viewer_of_every_game_is_told_its_own_stream(serving: InProcessService) -> None:
    for name in ("osaka", "istanbul", "century", "klongs", "splash"):
        seats = find_game(name).meta.players[-1]
        id = serving.create(name, min(seats, 3))
        readers = [
            serving.run(_open(serving, f"/games/{id}/stream", serving.viewer(id, viewer)))
            for viewer in range(min(seats, 3) + 1)
        ]
        move(serving, id, 6)
        for viewer, reader in enumerate(readers):
            serving.run(_until(reader, stream(serving, id, viewer)))
            serving.run(reader.leave())
            assert lines(reader.body) == stream(serving, id, viewer)


async def _open(
    s: InProcessService, path: str, token: str, after: str | None = None
) -> StreamReader:
    return StreamReader(s.app, path, token, after)


async def _until(reader: StreamReader, wanted: bytes) -> None:
    await reader.until(lambda body: len(lines(body)) >= len(wanted) and reader.status == 200)


async def _ended(reader: StreamReader) -> None:
    await asyncio.wait({reader.task})


async def _some(
    s: InProcessService, path: str, token: str, done: Any = lambda b: b"event" in b
) -> bytes:
    reader = StreamReader(s.app, path, token)
    body = await reader.until(done)
    await reader.leave()
    return body
