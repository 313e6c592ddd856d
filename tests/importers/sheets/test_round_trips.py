"""Evenings made up at random, written in every shape of table: what is read is what was written."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from importers.reading import found
from ledger.importers.records import UnclearSheet

NAMES = ("Ann", "Bob Smith", "Łukasz", "Jan", "王", "O'Neil", "Eve")
GAMES = ("Go", "Brass: Birmingham", "7 Wonders", "Ticket to Ride")


class Played(NamedTuple):
    date: str
    game: str
    scores: dict[str, int]
    winner: str


def evening(seed: int) -> list[Played]:
    """Return plays whose winners have the most points."""
    r = random.Random(seed)
    most = r.choice((3, 12, 200))
    out = []
    for n in range(r.randint(1, 8)):
        names = r.sample(NAMES, r.randint(2, 5))
        scores = {name: r.randint(0, most) for name in names}
        scores[names[0]] = most + r.randint(1, 3)
        shuffled = dict(sorted(scores.items(), key=lambda _: r.random()))
        out.append(Played(f"2026-03-{n + 1:02}", r.choice(GAMES), shuffled, names[0]))
    return out


def written(rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def tall(plays: list[Played]) -> str:
    rows = [[p.date, p.game, n, s, int(n == p.winner)] for p in plays for n, s in p.scores.items()]
    return written([["Date", "Game", "Player", "Score", "Winner"], *rows])


def wide(plays: list[Played]) -> str:
    names = list(dict.fromkeys(name for p in plays for name in p.scores))
    rows = [[p.date, p.game, p.winner, *(p.scores.get(n, "") for n in names)] for p in plays]
    return written([["Date", "Game", "Winner", *names], *rows])


def numbered(plays: list[Played]) -> str:
    most = max(len(p.scores) for p in plays)
    heads = [h for n in range(1, most + 1) for h in (f"Player {n}", f"Score {n}")]
    rows = [
        [p.date, p.game, p.winner, *(x for pair in p.scores.items() for x in pair)] for p in plays
    ]
    return written([["Date", "Game", "Winner", *heads], *([*row, *[""] * 10] for row in rows)])


def listed(plays: list[Played]) -> str:
    rows = [
        [p.date, p.game, p.winner, "; ".join(p.scores), "; ".join(map(str, p.scores.values()))]
        for p in plays
    ]
    return written([["Date", "Game", "Winner", "Players", "Scores"], *rows])


def scored(plays: list[Played]) -> str:
    rows = [
        [p.date, p.game, p.winner, ", ".join(f"{n}: {s}" for n, s in p.scores.items())]
        for p in plays
    ]
    return written([["Date", "Game", "Winner", "Players"], *rows])


def named(plays: list[Played]) -> str:
    names = list(dict.fromkeys(name for p in plays for name in p.scores))
    rows = [[p.date, p.game, p.winner, *(p.scores.get(n, "") for n in names)] for p in plays]
    return written([["Date", "Game", "Winner", *(f"{n} Score" for n in names)], *rows])


SHAPES: tuple[Callable[[list[Played]], str], ...] = (tall, wide, numbered, listed, scored, named)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_what_is_read_is_what_was_written(shape):
    asked = 0
    for seed in range(40):
        plays = evening(seed)
        text = shape(plays)
        try:
            records = found(text)
        except UnclearSheet:
            asked += 1
            continue
        want = [
            (p.date, p.game, {n: (str(s), n == p.winner) for n, s in p.scores.items()})
            for p in plays
        ]
        got = [
            (p.date, p.title, {s.person.name: (s.total, s.won) for s in p.standings})
            for p in records
        ]
        assert sorted(got, key=lambda p: p[0]) == want, f"seed {seed}:\n{text}"
    assert asked <= 4


def test_with_two_points_for_everything_nothing_is_read_wrongly():
    """Scores of 0, 1 and 2 look like places and flags: then the winners must decide."""
    for seed in range(60):
        r = random.Random(seed)
        names = r.sample(NAMES, 3)
        rows = []
        for n in range(1, r.randint(2, 5)):
            scores = r.sample((0, 1, 2, 3), 3)
            rows.append([f"2026-03-{n:02}", "Go", names[scores.index(max(scores))], *scores])
        text = written([["Date", "Game", "Winner", *names], *rows])
        try:
            records = found(text)
        except UnclearSheet:
            continue
        for play, row in zip(records, rows, strict=True):
            places = [s.place for s in play.standings]
            assert places == [None] * 3, f"seed {seed}:\n{text}"
            assert [s.won for s in play.standings] == [name == row[2] for name in names]
