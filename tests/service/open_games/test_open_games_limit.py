"""More games than can be open at once: whoever closes one tells the journal first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ledger.kernel.errors import Failed
from ledger.kernel.log.codec import encode
from ledger.library.journal.facts import describe
from ledger.library.journal.shared import SharedJournal
from ledger.library.library import Library

from ..in_process_service import InProcessService, StreamReader
from ..sample_libraries import table_of

GAMES, OPEN = 120, 30


@pytest.fixture
def many(tmp_path: Path) -> Any:
    lines = table_of("osaka", steps=3).lines
    data = encode(lines)
    with Library(tmp_path / "library").writing() as writer:
        for n in range(GAMES):
            writer.add_log(f"id:{n}", f"g{n:03d}", describe(lines, len(data)), data)
    with InProcessService(tmp_path / "library", max_open_games=OPEN) as serving:
        yield serving


def _versions(s: InProcessService) -> dict[str, int]:
    found = s.get(f"/games?limit={GAMES}", s.token("admin")).json()["games"]
    return {row["id"]: row["version"] for row in found}


def test_a_game_that_is_closed_to_make_room_is_not_stale(many: InProcessService) -> None:
    admin = many.token("admin")
    expected = {}
    for n in range(GAMES):
        done = many.post(f"/games/g{n:03d}/notes", admin, text="hm")
        assert done.status_code == 201
        expected[f"g{n:03d}"] = done.json()["version"]
        assert len(many.app.registry.open_games) <= OPEN
    assert _versions(many) == expected
    sql = "select log, max(seq) from events join games using (game_id) group by log"
    answer = many.post("/query", admin, sql=sql, limit=GAMES)
    assert dict(answer.json()["rows"]) == expected
    many.restart()
    assert _versions(many) == expected


def test_a_game_that_the_journal_could_not_be_told_of_stays_open(
    many: InProcessService, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = many.token("admin")

    def full(*_: object) -> None:
        raise Failed("the disk is full")

    with monkeypatch.context() as failing:
        failing.setattr(SharedJournal, "grew", full)
        for n in range(OPEN + 10):
            many.post(f"/games/g{n:03d}/notes", admin, text="hm")
        assert len(many.app.registry.open_games) == OPEN + 10
        versions = _versions(many)
    for n in range(OPEN + 10, OPEN + 12):
        many.post(f"/games/g{n:03d}/notes", admin, text="hm")
    assert len(many.app.registry.open_games) <= OPEN
    assert {id: _versions(many)[id] for id in list(versions)[:OPEN]} == {
        id: versions[id] for id in list(versions)[:OPEN]
    }


def test_a_game_with_readers_stays_open(many: InProcessService) -> None:
    async def follow() -> StreamReader:
        reader = StreamReader(many.app, "/games/g000/stream", many.token("admin"))
        await reader.until(lambda body: b"event: group" in body)
        return reader

    admin = many.token("admin")
    reader = many.run(follow())
    for n in range(1, OPEN * 2):
        many.get(f"/games/g{n:03d}", admin)
    assert "g000" in many.app.registry.open_games
    many.run(reader.leave())
