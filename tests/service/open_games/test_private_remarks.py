"""Remarks that only some may read: over no route does anybody else learn of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.verify.verify import compare_stream
from ledger.service.open_games.open_game import Sender
from ledger.testing.effort import CAMPAIGN

from ..checked_service import error
from ..in_process_service import InProcessService, StreamReader, lines
from ..sample_libraries import table_of
from .playing.test_undo import do, remarks
from .test_two_worlds import ID, _same_moves, _same_streams, requests, seen, two  # noqa: F401

SECRET = "Bartek holds the thief"


@pytest.fixture
def s(tmp_path: Path) -> Iterator[InProcessService]:
    with InProcessService(tmp_path / "library") as serving:
        yield serving


def worlds(to: Any, seat: int | None) -> tuple[Table, Table]:
    """Return a game, and the same one with remarks for somebody."""
    plain, told = table_of("klongs", 30), table_of("klongs", 30)
    told.note(SECRET, to=to, seat=seat)
    for table in (plain, told):
        table.undo()
    told.note(SECRET, to=to, seat=seat)
    return plain, told


READERS = [("recorder", None, 1), (1, 1, 2), (2, None, 0)]


@pytest.mark.parametrize(("to", "seat", "viewer"), READERS if CAMPAIGN else READERS[:1])
def test_answers_are_those_of_a_game_without_the_remark(
    to: Any,
    seat: int | None,
    viewer: int,
    two: Any,  # noqa: F811
) -> None:
    plain, told = worlds(to, seat)
    a, b, token = two(plain, told, viewer)
    try:
        for method, path, more in requests(plain, viewer):
            one, other = (s.ask(method, path, token, **more) for s in (a, b))
            assert seen(one) == seen(other), (method, path, more)
            assert SECRET not in other.text
        stream = b.get(f"/games/{ID}/export", token).content
        _same_streams(a, b, token, stream)
        _same_moves(a, b, token, plain, viewer)
        full = b.get(f"/games/{ID}/export", b.viewer(ID, None)).content
        assert full.count(SECRET.encode()) == 2
    finally:
        a.__exit__()
        b.__exit__()


def test_a_remark_reaches_its_reader_its_author_and_the_referees(s: InProcessService) -> None:
    game = s.create("osaka", 3)
    do(s, game, 1, "notes", text="for all")
    do(s, game, 1, "notes", text="to two", to=2)
    do(s, game, 3, "notes", text="to the referees", to="recorder")
    do(s, game, None, "notes", text="to three", to=3)
    got = {viewer: [text for _, text in remarks(s, game, viewer)] for viewer in (None, 0, 1, 2, 3)}
    assert got == {
        None: ["for all", "to two", "to the referees", "to three"],
        0: ["for all"],
        1: ["for all", "to two"],
        2: ["for all", "to two"],
        3: ["for all", "to the referees", "to three"],
    }
    for viewer in (0, 1, 2, 3):
        own = s.get(f"/games/{game}/export", s.viewer(game, viewer)).content
        assert (
            compare_stream(read((s.folder / "games" / f"{game}.jsonl").read_bytes()), own) is None
        )
        verdict = s.get(f"/games/{game}/verify", s.viewer(game, viewer)).json()
        assert verdict["problems"] == []
    error(do(s, game, 1, "notes", text="?", to=4), 422, "illegal")
    error(do(s, game, 1, "notes", text="?", to="Bartek"), 400, "malformed")


def test_versions_count_what_the_sender_sees(s: InProcessService) -> None:
    """Also a repeated request, a stale one, and a take-back behind hidden remarks."""
    game = s.create("osaka")
    first = do(s, game, 2, "commands", move="claim red").json()["version"]
    do(s, game, None, "notes", text=SECRET, to="recorder")
    assert s.get(f"/games/{game}", s.viewer(game, 1)).json()["version"] == first
    stale = error(do(s, game, 1, "commands", move="claim blue", version=first + 1), 412, "stale")
    assert stale["version"] == first
    done = do(s, game, 1, "commands", move="claim blue", version=first, key="k")
    assert done.status_code == 201
    again = do(s, game, 1, "commands", move="claim blue", version=first, key="k")
    assert (again.status_code, again.json()["events"]) == (200, done.json()["events"])
    do(s, game, 1, "notes", text="only for Bartek", to=2, key="n")
    again = do(s, game, 1, "notes", text="only for Bartek", to=2, key="n")
    assert again.json()["repeated"] is True
    error(do(s, game, 1, "notes", text="only for Bartek", key="n"), 409, "conflict")
    back = do(s, game, 1, "undo")
    (event,) = back.json()["events"]
    assert event["data"] == {"to": first}
    assert remarks(s, game, 2) == [(1, "only for Bartek")], "it stays, and stays his"
    assert remarks(s, game, 0) == []
    s.restart()
    assert SECRET not in s.get(f"/games/{game}/export", s.viewer(game, 2)).text
    assert do(s, game, 1, "commands", move="claim green").status_code == 201


def test_a_place_in_the_stream_of_all_games_is_the_readers_own(s: InProcessService) -> None:
    game = s.create("osaka")
    token = s.viewer(game, 1)

    async def listen(after: str, count: int) -> list[str]:
        reader = StreamReader(s.app, f"/stream?after={after}", token)
        await reader.until(lambda body: body.count(b"id: ") >= count)
        await reader.leave()
        return [x[4:].decode() for x in reader.body.split(b"\n") if x.startswith(b"id: ")]

    s.run(listen("start", 1))
    do(s, game, None, "notes", text=SECRET, to="recorder")
    last = do(s, game, 2, "commands", move="claim red").json()["version"]
    do(s, game, None, "notes", text=SECRET, to="recorder")
    own = s.get(f"/games/{game}", token).json()["version"]
    ids = s.run(listen("start", 2))
    assert ids[-1] == f"{game}:{own}"
    assert own == last, "neither of the two hears of the remarks"
    assert s.run(listen("end", 1)) == [f"{game}:{own}"]
    do(s, game, 1, "commands", move="claim blue")
    assert len(s.run(listen(f"{game}:{own}", 1))) == 1
    assert len(s.run(listen(ids[0], 2))) == 2


def test_a_live_stream_says_nothing_of_it(s: InProcessService) -> None:
    game = s.create("osaka")

    async def follow() -> list[bytes]:
        readers = [
            StreamReader(s.app, f"/games/{game}/stream", s.viewer(game, viewer))
            for viewer in (0, 1, 2, None)
        ]
        for reader in readers:
            await reader.until(lambda body: b"event: group" in body)
        open_game = await s.app.service.registry.get(game)
        await open_game.note(Sender(None), SECRET, 2, version=None, key=None)
        await open_game.note(Sender(1), "for all", version=None, key=None)
        for reader in readers:
            await reader.until(lambda body: b"for all" in body)
            await reader.leave()
        return [reader.body for reader in readers]

    told = s.run(follow())
    assert [SECRET.encode() in body for body in told] == [False, False, True, True]
    numbers = [[json.loads(x)["seq"] for x in lines(body).splitlines()] for body in told]
    assert all(seqs == list(range(1, len(seqs) + 1)) for seqs in numbers)
    assert len(numbers[0]) + 1 == len(numbers[2])
