"""Bots that the service plays with: whole games, restarts, and bots that don't behave."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from common.games import change_game
from ledger.kernel.errors import Failed, Illegal
from ledger.kernel.game.game import Bot
from ledger.kernel.game.registry import find_game
from ledger.kernel.replay.log_reader import read
from ledger.kernel.verify.verify import verify
from ledger.library.journal.game_list import GameList
from ledger.service.open_games.playing import bots as bots_module
from ledger.service.open_games.playing.bots import ServiceBots
from ledger.service.open_games.registry import OpenGameRegistry
from ledger.service.open_games.streams.viewer_stream import History

from ...in_process_service import InProcessService


@pytest.fixture
def s(tmp_path: Path) -> Iterator[InProcessService]:
    with InProcessService(tmp_path / "library") as serving:
        yield serving


def hosted(s: InProcessService, game: str, *seats: str | tuple[str, str]) -> str:
    """Start a game; a seat is a person's name, or a name and a bot."""
    wish = [x if isinstance(x, str) else {"name": x[0], "bot": x[1]} for x in seats]
    made = s.post("/games", s.token("admin"), game=game, seats=wish)
    assert made.status_code == 201, made.text
    return made.json()["id"]


def log(s: InProcessService, id: str) -> Any:
    return read((s.folder / "games" / f"{id}.jsonl").read_bytes())


def until(s: InProcessService, true: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        s.run(_moment())


async def _moment() -> None:
    await asyncio.sleep(0.01)


def facts(s: InProcessService, id: str) -> Any:
    return s.get(f"/games/{id}", s.token("admin")).json()


def put(monkeypatch: pytest.MonkeyPatch, game: str, **own: Bot) -> None:
    """Give a game other bots."""
    found = find_game(game)
    change_game(monkeypatch, found, bots={**found.bots, **own})


def test_bots_play_a_whole_game_by_the_rules(s: InProcessService) -> None:
    id = hosted(s, "osaka", ("Ada", "greedy"), ("Bob", "random"))
    until(s, lambda: facts(s, id)["status"] == "over")
    until(s, lambda: log(s, id).head.sealed)  # that is written after the last move
    found = log(s, id)
    assert verify(found).verdict == "legal"
    assert [seat.bot for seat in found.opened.seats] == ["greedy", "random"]
    assert facts(s, id)["result"]["finished"]


def test_a_person_and_a_bot_take_turns(s: InProcessService) -> None:
    id = hosted(s, "osaka", "Ana", ("Bob", "greedy"))
    ana = s.token("seat", id, 1)
    for _ in range(4):
        until(s, lambda: facts(s, id)["awaiting"][0]["seat"] == 1)
        moves = s.get(f"/games/{id}/legal", ana).json()
        done = s.post(f"/games/{id}/commands", ana, move=moves["moves"][0]["move"])
        assert done.status_code == 201, done.text
    until(s, lambda: facts(s, id)["awaiting"][0]["seat"] == 1)
    movers = [line.by for line in log(s, id).lines if line.by is not None]
    assert {1, 2} == set(movers)


def test_a_bot_sees_what_its_seat_sees(
    s: InProcessService, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[Any, Any]] = []

    class Looking(Bot):
        def choose(self, game: Any, state: Any, seat: int, rng: Any) -> Any:
            seen.append((seat, game.rules.copy(state)))
            return game.rules.random_move(state, rng)

    put(monkeypatch, "klongs", looking=Looking())
    id = hosted(s, "klongs", ("Ada", "looking"), ("Bob", "looking"))
    until(s, lambda: len(seen) > 8)
    s.stop()
    game, found = find_game("klongs"), log(s, id)
    raw = (s.folder / "games" / f"{id}.jsonl").read_bytes()
    views = {seat: History(game, found.lines, raw, seat) for seat in (1, 2)}
    whole = History(game, found.lines, raw, None)
    hidden = 0
    for seat, state in seen[:8]:
        past = views[seat]
        assert any(state == past.replay.at(group.last) for group in past.groups)
        hidden += all(state != whole.replay.at(group.last) for group in whole.groups)
    assert hidden  # there was something that it did not see
    s.start()


def test_the_bots_go_on_though_the_list_failed_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_module, "AGAIN", 0.05)
    with InProcessService(tmp_path, bot_delay=60.0) as s:
        id = hosted(s, "osaka", ("Ada", "greedy"), ("Bob", "greedy"))
        failing = [Failed("the database is away")] * 2
        real = GameList.pages

        def pages(*given: Any) -> Any:
            if failing:
                raise failing.pop()
            return real(*given)

        monkeypatch.setattr(GameList, "pages", pages)
        s.restart()
        until(s, lambda: id in s.app.registry.open_games)
        assert not failing


def test_what_fails_at_the_end_keeps_nothing_else_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = []
    real = OpenGameRegistry.close

    async def close(registry: OpenGameRegistry) -> None:
        closed.append(registry)
        await real(registry)

    async def fails(_: ServiceBots) -> None:
        raise Failed("no more")

    monkeypatch.setattr(OpenGameRegistry, "close", close)
    monkeypatch.setattr(ServiceBots, "close", fails)
    s = InProcessService(tmp_path)
    s.start()
    with pytest.raises(ExceptionGroup):
        s.stop()
    assert closed == [s.app.registry]


def test_a_restart_goes_on_with_the_bots(tmp_path: Path) -> None:
    with InProcessService(tmp_path / "library", bot_delay=0.01) as s:
        id = hosted(s, "osaka", ("Ada", "random"), ("Bob", "random"))
        until(s, lambda: facts(s, id)["version"] > 12)
        s.restart()  # nobody asks for the game from here on
        path = s.folder / "games" / f"{id}.jsonl"
        before = path.stat().st_size
        until(s, lambda: path.stat().st_size > before)


def test_bots_that_fail_do_not_stop_a_game(
    s: InProcessService, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Raising(Bot):
        def choose(self, game: Any, state: Any, seat: int, rng: Any) -> Any:
            raise SystemExit("enough")

    class Cheating(Bot):
        def choose(self, game: Any, state: Any, seat: int, rng: Any) -> Any:
            command = game.rules.random_move(state, rng)
            state.turn = 99  # its own copy
            return type(command)(**{f: getattr(command, f) for f in command.__struct_fields__
                                    if f != "seat"}, seat=3 - seat)  # fmt: skip

    put(monkeypatch, "osaka", raising=Raising(), cheating=Cheating())
    id = hosted(s, "osaka", ("Ada", "raising"), ("Bob", "cheating"))
    until(s, lambda: {1, 2} <= {line.by for line in log(s, id).lines})
    assert verify(log(s, id)).verdict == "legal"


def test_a_bot_that_never_answers_holds_up_nobody(
    s: InProcessService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_module.ServiceBots.__init__, "__kwdefaults__",
                        {"delay": 0.0, "patience": 0.05, "rng": None})  # fmt: skip
    stuck = threading.Event()

    class Hanging(Bot):
        def choose(self, game: Any, state: Any, seat: int, rng: Any) -> Any:
            stuck.wait(30)
            raise Illegal("too late")

    put(monkeypatch, "osaka", hanging=Hanging())
    s.restart()
    try:
        ids = [hosted(s, "osaka", ("Ada", "hanging"), ("Bob", "random")) for _ in range(6)]
        quick = hosted(s, "osaka", ("Ada", "random"), ("Bob", "random"))
        until(s, lambda: facts(s, quick)["version"] > 20)
        until(s, lambda: all(facts(s, id)["version"] > 12 for id in ids))
    finally:
        stuck.set()


def test_a_move_that_nobody_accepts_is_not_tried_for_ever(
    s: InProcessService, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    async def refused(self: Any, *_: Any, **__: Any) -> None:
        tries.append(1)
        raise Illegal("no")

    id = hosted(s, "osaka", ("Ana", "mine"), ("Bob", "theirs"))
    with monkeypatch.context() as failing:
        failing.setattr("ledger.service.open_games.open_game.OpenGame.submit", refused)
        other = hosted(s, "osaka", ("Ada", "random"), ("Bob", "random"))
        until(s, lambda: len(tries) > 8)
        s.run(_moment())
        until(s, lambda: other not in s.app.bots._playing)
        assert len(tries) <= 1 + bots_module.GUESSES + bots_module.LISTED
    assert facts(s, id)["version"] == len(log(s, id).lines)
    s.run(s.app.registry.reopen(other))  # another look, another try
    until(s, lambda: facts(s, other)["version"] > 20)


def test_bots_of_others_and_of_branches_are_left_alone(s: InProcessService) -> None:
    theirs = hosted(s, "osaka", ("Ada", "deep-osaka-3"), ("Bob", "deep-osaka-3"))
    played = hosted(s, "osaka", ("Ada", "random"), ("Bob", "random"))
    until(s, lambda: facts(s, played)["status"] == "over")
    made = s.post(f"/games/{played}/branches", s.token("admin"), at=6).json()
    for _ in range(10):
        s.run(_moment())
    assert facts(s, theirs)["version"] == len(log(s, theirs).lines)
    assert facts(s, made["id"])["version"] == made["version"]
    assert not s.app.bots._playing


class _Mute(Exception):
    def __repr__(self) -> str:
        time.sleep(60)
        return ""

    __str__ = __repr__


@pytest.mark.parametrize("error", [_Mute(), KeyError(_Mute()), ValueError("x" * 10**8)])
def test_what_a_bot_raises_is_never_asked_what_it_says(
    s: InProcessService,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    class Failing(Bot):
        def choose(self, game: Any, state: Any, seat: int, rng: Any) -> Any:
            raise error

    put(monkeypatch, "osaka", failing=Failing())
    id = hosted(s, "osaka", ("Ada", "failing"), ("Bo", "failing"))
    start = time.monotonic()
    until(s, lambda: {1, 2} <= {line.by for line in log(s, id).lines})  # moves are made for them
    assert time.monotonic() - start < 10
    assert len(caplog.text) < 100_000
