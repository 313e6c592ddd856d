"""A second referee reads whole games beside the program and agrees with it at every question.

The bookkeepers (`bookkeeper.py` of each game) share no code with the games. CI gives them a few
games; a campaign gives them hundreds, with every bot, number of players and option. And they
notice when an event is false, without looking at any state.
"""

from __future__ import annotations

import ast
import copy
import functools
import importlib
import json
import random
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.paths import ROOT
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.testing.bots import play_out
from ledger.testing.effort import CAMPAIGN, effort

from .bookkeeping import Bookkeeper, Data, Mistake

HERE = Path(__file__).parent
GAMES = ("osaka", "istanbul", "century", "klongs")
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "osaka": [{}, {"refill_timing": "after_purchase"}, {"insurance_scope": "any"}],
    "istanbul": [{}, {"tokens_in_exchanges": False}],
    "century": [{}],
    "klongs": [
        {},
        {"tactical": True},
        {"move_adjacency": "orthogonal", "stacked_cook_shops": True},
    ],
}
ROUNDS = effort(1, campaign=60)
FALSE = effort(12, campaign=400)


def books_of(name: str) -> type[Bookkeeper]:
    """Return the bookkeeper of a game."""
    found: type[Bookkeeper] = importlib.import_module(f".{name}.bookkeeper", __package__).Books
    return found


@functools.cache
def box_of(name: str) -> Data:
    """Return the components of a game as plain data."""
    return tomllib.loads((ROOT / "ledger" / "games" / name / "box.toml").read_text("utf-8"))


def lines_of(table: Table) -> list[Data]:
    """Return the lines of a log as plain data."""
    return [json.loads(line) for line in table.bytes().splitlines()]


def audit(game: Game, table: Table) -> int:
    """Let the bookkeeper read a game beside the fold; return at how many questions they agreed."""
    walk, agreed = Replay(game, table.lines).walk(), 0

    def compare(seq: int) -> None:
        nonlocal agreed
        state = next(state for line, state in walk if line.seq == seq)
        view = json.loads(msgspec.json.encode(game.view(state, None)))
        mine, told = books.books(), books.told(view)
        assert {k: (mine[k], told[k]) for k in mine if mine[k] != told[k]} == {}, f"line {seq}"
        assert mine.keys() == told.keys()
        agreed += 1

    books = books_of(game.meta.name)(lines_of(table), box_of(game.meta.name), compare)
    books.audit()
    assert books.asked == [], "the game is over"
    return agreed


def tables(game: Game, rounds: int) -> Iterator[Table]:
    """Yield games of all numbers of players, with each bot and with all of them together."""
    options, names = OPTIONS[game.meta.name], list(game.bots)
    for n in range(rounds):
        for players in game.meta.players:
            mixes = [[name] * players for name in names] + [(names * 2)[:players]]
            for k, mix in enumerate(mixes if CAMPAIGN else mixes[players % len(mixes) :][:1]):
                bots = [game.bots[name] for name in mix]
                chosen = options[(n + k + players) % len(options)]
                yield play_out(game, bots, f"books {n} {k}", options=chosen)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.timeout(7200)
def test_the_bookkeeper_agrees_with_the_program(name: str) -> None:
    game, games, events, questions = find_game(name), 0, 0, 0
    for table in tables(game, ROUNDS):
        questions += audit(game, table)
        events += len(table.lines)
        games += 1
    print(f"{name}: {games} games, {events} events, {questions} questions")  # pytest -s shows it


@pytest.mark.parametrize("name", GAMES)
def test_a_bookkeeper_shares_no_code_with_the_games(name: str) -> None:
    for path in (HERE / "bookkeeping.py", HERE / name / "bookkeeper.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert not any(x.name.startswith("ledger") for x in node.names), path
            if isinstance(node, ast.ImportFrom):
                local = node.level and node.module == "bookkeeping"
                assert local or not (node.level or node.module.startswith("ledger")), path


# --- false events -----------------------------------------------------------------------------


@functools.cache
def true_lines(name: str) -> tuple[Data, ...]:
    """Return a whole game that is told as it was."""
    game = find_game(name)
    lines = lines_of(play_out(game, [game.bots["greedy"], game.bots["random"]], "false"))
    read(name, lines)
    return tuple(lines)


def read(name: str, lines: list[Data]) -> None:
    """Let a bookkeeper read lines alone."""
    books_of(name)(lines, box_of(name)).audit()


def told(name: str, kind: str, change: Callable[[Data], object]) -> list[Data]:
    """Return the game with the first event of a type told differently that can be."""
    lines = copy.deepcopy(list(true_lines(name)))
    for line in lines:
        before = copy.deepcopy(line["data"])
        if line["type"] == kind and (change(line["data"]), line["data"] != before)[1]:
            return lines
    raise AssertionError(f"no {kind} can be told differently")


def more(field: str, by: int = 1) -> Callable[[Data], object]:
    """Return what changes a number."""
    return lambda data: data.update({field: data[field] + by})


def other_winner(data: Data) -> None:
    """Turn the ranking around."""
    data["ranking"] = data["ranking"][::-1]


LIES: dict[str, list[tuple[str, Callable[[Data], object]]]] = {
    "osaka": [
        ("bought", lambda x: x.update(paid=[])),
        ("bought", lambda x: x["cards"].pop()),
        ("sailed", more("end")),
        ("sold", more("vp")),
        ("sold", lambda x: x["kept"].pop()),
        ("took", lambda x: x.update(card="R7")),
        ("ended", other_winner),
    ],
    "istanbul": [
        ("gained", more("count")),
        ("cashed", more("lira", 2)),
        ("ruby_bought", lambda x: x.update(paid=x["paid"][1:], lira=0)),
        ("ruby_taken", more("number")),
        ("paired", lambda x: x.update(paid=x["paid"][:1])),
        ("finished", lambda x: x.update(seat=3 - x["seat"])),
        ("ended", other_winner),
    ],
    "century": [
        ("gathered", lambda x: x["got"].update(brown=1)),
        ("embarked", lambda x: x["got"].update(red=9)),
        ("sailed", lambda x: x.update(hand=[], played=[])),
        ("tile_taken", lambda x: x["gave"].popitem()),
        ("tile_taken", more("points")),
        ("rested", more("cards")),
        ("ended", other_winner),
    ],
    "klongs": [
        ("advanced", more("points")),
        ("scored", lambda x: x.update(points=[n + 1 for n in x["points"]])),
        ("scored", more("factor")),
        ("stored", lambda x: x.update(boat="thief")),
        ("placed", lambda x: x.update(field="e8")),
        ("valued", more("points")),
        ("ended", other_winner),
    ],
}


@pytest.mark.parametrize(
    ("name", "kind", "change"), [(name, *lie) for name in GAMES for lie in LIES[name]]
)
def test_a_false_event_is_noticed(name: str, kind: str, change: Callable[[Data], object]) -> None:
    with pytest.raises(Mistake):
        read(name, told(name, kind, change))


def numbers(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield where the numbers of an event stand."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in pairs:
        if isinstance(value, dict | list):
            yield from numbers(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield data, key


def falsified(name: str, rng: random.Random) -> list[Data] | None:
    """Return the game with a number changed by one, or without a consequence."""
    lines = copy.deepcopy(list(true_lines(name)))
    at = rng.randrange(1, len(lines) - 1)
    line = lines[at]
    if rng.random() < 0.5:
        places = [] if line["type"] == "rerolled" else list(numbers(line["data"]))
        if not places:
            return None  # which dice are rolled again is a player's choice
        where, key = rng.choice(places)
        where[key] += rng.choice((-1, 1))
        return lines
    if not lines[at - 1]["more"]:
        return None  # without its first event a group is another one
    lines[at - 1]["more"] = line["more"]
    lines[-1]["data"]["lines"] -= 1
    del lines[at]
    return lines


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.timeout(3600)
def test_whatever_number_is_wrong_or_line_is_missing_is_noticed(name: str) -> None:
    rng, tried, missed = random.Random(name), 0, []
    while tried < FALSE:
        lines = falsified(name, rng)
        if lines is None:
            continue
        tried += 1
        try:
            read(name, lines)
        except Mistake:
            continue
        true = true_lines(name)
        missed += [next((old, new) for old, new in zip(true, lines, strict=False) if old != new)]
    print(f"{name}: {tried} falsified, {len(missed)} not noticed")  # pytest -s shows it
    assert missed == []
