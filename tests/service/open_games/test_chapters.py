"""What pages show is made once for each viewer, however many look on, and kept within bounds."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.kernel.game.registry import installed
from ledger.kernel.replay.replay import Replay
from ledger.kernel.scene.chapter_shapes import CHAPTER, ChapterLine
from ledger.service.open_games import chapter_cache as chapters_module
from ledger.service.open_games import open_game as room_module
from ledger.service.open_games import registry as registry_module
from ledger.service.open_games.chapter_cache import ChapterCache, ChapterText
from ledger.service.open_games.game_log import GameLog
from ledger.service.open_games.open_game import Sender
from ledger.testing.effort import effort
from ledger.testing.playing import whole_game
from ledger.web.chapters import render_chapter

from ..in_process_service import InProcessService
from ..sample_libraries import table_of
from .playing.test_undo import do

SPECTATORS = effort(100, 500)


@pytest.fixture
def s(tmp_path: Path) -> Iterator[InProcessService]:
    with InProcessService(tmp_path / "library") as serving:
        yield serving


def chapters(s: InProcessService) -> ChapterCache:
    return s.app.service.chapters


async def look(s: InProcessService, game: str, viewer: int | None, n: int) -> ChapterText:
    open_game = await s.app.service.registry.get(game)
    return await chapters(s).chapter(open_game, await open_game.stream_of(viewer), "en", n)


def crowd(s: InProcessService, game: str, viewer: int, n: int) -> list[ChapterText]:
    async def all_at_once() -> list[ChapterText]:
        return await asyncio.gather(*(look(s, game, viewer, n) for _ in range(SPECTATORS)))

    return s.run(all_at_once())


def made_of_history(s: InProcessService, game: str, viewer: int | None, n: int) -> Any:
    async def work() -> Any:
        open_game = await s.app.service.registry.get(game)
        replay: Replay = (await open_game.history(viewer)).replay
        start, lines, _ = render_chapter(replay, n, "en")
        return msgspec.json.encode(start), tuple(map(msgspec.json.encode, lines))

    return s.run(work())


def test_a_crowd_costs_no_more_scenes_than_one(s: InProcessService) -> None:
    s.add("evening", table_of("osaka", 60).bytes())
    found = crowd(s, "evening", 0, 1)
    assert len(set(found)) == 1
    assert chapters(s).scenes == CHAPTER
    crowd(s, "evening", 0, 1)
    assert chapters(s).scenes == CHAPTER
    crowd(s, "evening", 1, 1)
    assert chapters(s).scenes == 2 * CHAPTER, "a seat has its own"
    assert s.app.metrics.value("ledger_scenes_total") == 2 * CHAPTER
    assert s.app.metrics.value("ledger_scene_bytes") == chapters(s).bytes > 0


def test_who_leaves_does_not_stop_it_for_the_others(s: InProcessService) -> None:
    s.add("evening", table_of("osaka", 60).bytes())

    async def work() -> ChapterText:
        first = asyncio.ensure_future(look(s, "evening", 0, 1))
        await asyncio.sleep(0)
        second = asyncio.ensure_future(look(s, "evening", 0, 1))
        await asyncio.sleep(0.001)
        first.cancel()
        return await second

    assert s.run(work()).last == CHAPTER
    assert chapters(s).scenes == CHAPTER


def play_on(s: InProcessService, game: str, moves: int) -> None:
    for _ in range(moves):
        facts = s.get(f"/games/{game}", s.viewer(game, None)).json()
        seat = facts["awaiting"][0]["seat"]
        legal = s.get(f"/games/{game}/legal?limit=1", s.viewer(game, seat)).json()
        command = legal["moves"][0]["command"]
        assert do(s, game, seat, "commands", command=command).status_code == 201


def test_a_game_that_goes_on_is_told_line_by_line(s: InProcessService) -> None:
    """What is new costs its own scenes alone, also over the end of a chapter and a take-back."""
    game = s.create("osaka")
    counts: list[int] = []
    for _ in range(40):
        before, known = chapters(s).scenes, s.get(f"/games/{game}", s.viewer(game, 0)).json()
        play_on(s, game, 1)
        now = s.get(f"/games/{game}", s.viewer(game, 0)).json()["version"]
        for n in {(known["version"] - 1) // CHAPTER + 1, (now - 1) // CHAPTER + 1}:
            text = s.run(look(s, game, 0, n))
            assert text[1:] == made_of_history(s, game, 0, n)
        counts.append(chapters(s).scenes - before - (now - known["version"]))
        if now > CHAPTER + 20:
            break
    assert now > CHAPTER
    assert counts[1:] == [0] * len(counts[1:]), "the first time all lines are told"
    version = now
    assert do(s, game, None, "undo").status_code == 201
    text = s.run(look(s, game, 0, 2))
    assert text.last == version + 1
    assert text[1:] == made_of_history(s, game, 0, 2)
    line = msgspec.json.decode(text.lines[-1], type=ChapterLine)
    assert line.back
    assert line.to < version
    play_on(s, game, 1)
    assert s.run(look(s, game, 0, 2))[1:] == made_of_history(s, game, 0, 2)


def test_remarks_for_others_do_not_move_a_viewers_lines(s: InProcessService) -> None:
    game = s.create("osaka")
    before = s.run(look(s, game, 1, 1))

    async def whisper() -> None:
        open_game = await s.app.service.registry.get(game)
        await open_game.note(Sender(None), "for the referee", "recorder", version=None, key=None)

    s.run(whisper())
    assert s.run(look(s, game, 1, 1)) == before
    assert s.run(look(s, game, None, 1)).last == before.last + 1
    play_on(s, game, 2)
    for viewer in (0, 1, 2, None):
        assert s.run(look(s, game, viewer, 1))[1:] == made_of_history(s, game, viewer, 1)


def test_what_is_kept_has_its_bounds(s: InProcessService) -> None:
    s.add("evening", table_of("osaka", 90).bytes())
    kept = chapters(s)
    one = s.run(look(s, "evening", 0, 1)).size
    assert kept.bytes == one
    kept.most = 3 * one
    for viewer in (0, 1, 2, None, 0):
        for n in (1, 2):
            s.run(look(s, "evening", viewer, n))
            assert 0 < kept.bytes <= kept.most
    assert kept.scenes > 5 * CHAPTER, "something had to be made again"
    kept.most = 1
    assert s.run(look(s, "evening", 1, 1)).last == CHAPTER
    assert kept.bytes == 0


def test_what_nobody_asks_for_again_is_dropped(
    s: InProcessService, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(chapters_module, "monotonic", lambda: now)
    s.add("evening", table_of("osaka", 90).bytes())
    kept = chapters(s)
    first, second = s.run(look(s, "evening", 0, 1)), s.run(look(s, "evening", 0, 2))
    now = 500.0
    assert not kept.drop_unused()
    assert s.run(look(s, "evening", 0, 1)) is first
    now = 700.0
    assert kept.drop_unused()
    assert kept.bytes == first.size
    assert not kept.drop_unused()
    now = 1200.0
    assert kept.drop_unused()
    assert (kept.bytes, len(kept._kept), len(kept._live)) == (0, 0, 0)
    assert s.run(look(s, "evening", 0, 2)) == second


def test_the_service_drops_by_itself_what_is_unused(
    s: InProcessService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chapters_module, "LOOKS", 0.01)
    monkeypatch.setattr(chapters_module, "UNUSED", 0.0)
    monkeypatch.setattr(ChapterCache.drop_unused, "__defaults__", (0.0,))
    s.restart()
    s.add("evening", table_of("osaka", 90).bytes())
    s.run(look(s, "evening", 0, 1))
    s.run(asyncio.sleep(0.2))
    assert chapters(s).bytes == 0


def test_a_finished_game_is_not_told_again_when_it_is_opened_again(s: InProcessService) -> None:
    s.add("evening", whole_game(installed()["osaka"], 1).bytes())
    before = s.run(look(s, "evening", 1, 1)), s.run(look(s, "evening", 2, 1))
    assert before[0] != before[1]
    s.run(s.app.service.registry.reopen("evening"))
    assert (s.run(look(s, "evening", 1, 1)), s.run(look(s, "evening", 2, 1))) == before
    assert chapters(s).scenes == 2 * CHAPTER


def test_a_log_that_was_replaced_is_told_anew(s: InProcessService) -> None:
    osaka = installed()["osaka"]
    s.add("evening", whole_game(osaka, 1).bytes())
    before = s.run(look(s, "evening", 0, 1))
    (s.folder / "games" / "evening.jsonl").write_bytes(whole_game(osaka, 2).bytes())
    after = s.run(look(s, "evening", 0, 1))
    assert after != before
    assert after[1:] == made_of_history(s, "evening", 0, 1)


def test_a_damaged_log_is_not_passed_off_as_whole(s: InProcessService) -> None:
    s.add("evening", table_of("osaka").bytes())
    path, token = "/games/evening/chapters/0", s.viewer("evening", 1)
    whole = s.get(path, token).json()
    s.restart()
    file = s.folder / "games" / "evening.jsonl"
    raws = file.read_bytes().split(b"\n")
    raws[len(raws) // 2] = raws[len(raws) // 2].replace(b'"turn":', b'"turn":1', 1)
    file.write_bytes(b"\n".join(raws))
    assert s.get(path, token).json()["version"] < whole["version"]


def test_a_very_long_log_is_shown_like_any_other(
    s: InProcessService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read, folded and told in threads: every other game goes on meanwhile."""
    table = table_of("osaka")
    while len(table.lines) < 5_000:
        table.note("again", seat=1)
    s.add("evening", table.bytes())
    at_work: dict[str, str] = {}

    def watch(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def watched(*args: Any) -> Any:
            at_work[name] = threading.current_thread().name
            return real(*args)

        monkeypatch.setattr(owner, name, watched)

    watch(registry_module, "OpenGame")
    watch(room_module, "ViewerStream")
    watch(GameLog, "history")
    watch(chapters_module, "render_chapter")
    for viewer in (None, 1):
        answer = s.get("/games/evening/chapters/0", s.viewer("evening", viewer))
        found = answer.json()
        assert (found["version"], found["last"]) == (5_000, 5_000)
        assert found["first"] == 5_000 - (5_000 - 1) % CHAPTER
        start, lines = made_of_history(s, "evening", viewer, found["chapter"])
        assert found["start"] == msgspec.json.decode(start)
        assert found["lines"] == list(map(msgspec.json.decode, lines))
    assert set(at_work) == {"OpenGame", "ViewerStream", "history", "render_chapter"}
    assert all(name.startswith(("ledger", "scenes")) for name in at_work.values()), at_work
