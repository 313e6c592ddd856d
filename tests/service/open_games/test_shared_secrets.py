"""Secrets that some seats share: whoever isn't among them gets the same bytes in both worlds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from common.examples import examples_installed
from ledger.kernel.game.game import Game
from ledger.kernel.game.parts import Secrets
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import fields
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.testing.effort import CAMPAIGN
from ledger.testing.lawbook.checked.secrets import worlds_look_the_same
from ledger.testing.playing import Habits, Script, play
from ledger.testing.worlds import another_world

from .test_two_worlds import _same_moves, _same_streams, requests, seen, two

__all__ = ["two"]

SQL = {
    "whispers": "select seat, other, cards from whispers_saw order by all",
    "garlands": "select seat, card from garlands_drew order by all",
}
VIEWERS = [(name, viewer) for name in SQL for viewer in (range(4) if CAMPAIGN else (1,))]


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with examples_installed(tmp_path_factory.mktemp("site")):
        yield


def shared(table: Table, viewer: int) -> list[Any]:
    """Return what some see and this viewer doesn't."""
    return [
        getattr(line.data, f.name)
        for line in table.lines
        for f in fields(type(line.data))
        if f.seen_by not in ((), ("seat",)) or f.hidden_from
        if not f.shown_to(line.data, viewer)
    ]


def worlds_of_three(game: Game, viewer: int) -> tuple[Table, Table]:
    """Return two games of three that differ in something that only the others see."""
    for seed in range(40):
        table = play(game, Script(seed, 10 + seed, 3), Habits(undo=9, adjust=15, keys=True))
        other = another_world(table, viewer, random.Random(seed), tries=30)
        if other is None or other.state == table.state:
            continue
        if shared(table, viewer) != shared(other, viewer):
            return table, other
    raise AssertionError("no such worlds were found")


@pytest.mark.parametrize(("name", "viewer"), VIEWERS)
def test_all_answers_are_equal_to_the_byte(name: str, viewer: int, two: Any) -> None:
    """Streams, positions, chapters, pictures, choices, refusals and SQL."""
    first, second = worlds_of_three(find_game(name), viewer)
    a, b, token = two(first, second, viewer)
    try:
        for method, path, more in requests(first, viewer):
            one, other = (s.ask(method, path, token, **more) for s in (a, b))
            assert seen(one) == seen(other), (method, path, more)
        if viewer:
            rows = [s.post("/query", token, sql=SQL[name]) for s in (a, b)]
            assert rows[0].status_code == 200, rows[0].text
            assert seen(rows[0]) == seen(rows[1])
        _same_streams(a, b, token, redact(first.game, first.lines, viewer)[1])
        _same_moves(a, b, token, first, viewer)
    finally:
        a.__exit__()
        b.__exit__()


def told_all(game: Game) -> Game:
    """Return a game whose streams don't leave anything out."""
    return replace(game, secrets=Secrets(redact=lambda event, viewer: event))


def seen_all(game: Game) -> Game:
    """Return a game whose views show every viewer what the referee sees."""
    return replace(game, view=lambda state, viewer: game.view(state, None))


@pytest.mark.parametrize("name", SQL)
@pytest.mark.parametrize("leak", [None, told_all, seen_all])
def test_a_planted_leak_of_what_others_share_is_found(
    name: str, leak: Callable[[Game], Game] | None
) -> None:
    game = find_game(name)
    game = game if leak is None else leak(game)
    tables = worlds_of_three(game, 1)
    streams = {redact(game, table.lines, 1)[1] for table in tables}
    looks = [breach.kind for breach in worlds_look_the_same(*tables, 1, [])]
    found = len(streams) > 1 or bool(looks)
    assert found is (leak is not None)
