"""Elo ratings after each game, in the order in which the games were played.

Each rating depends on the previous one, which is slow in SQL. So they are worked out here, and
again only from the first new game on.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb

from ledger.index.build.load import CSV, run

START = 1500.0
K = 32.0
"""How far a game can move a rating; with several opponents, they share it."""

_KEY = "concat_ws(' ', g.date, coalesce(g.started::varchar, '~'), g.log)"
"""The order of games; games without a time come last on their day."""

_PLAYED = f"""
select g.game_id, g.game, coalesce(g.game, g.title), g.date,
    list(s.player order by s.player), list(s.place order by s.player)
from games g join seats s using (game_id)
where g.finished and g.date is not null and s.player is not null and s.place is not null
    and ($since is null or {_KEY} >= $since)
group by g.game_id, g.game, g.title, g.date, g.started, g.log
order by {_KEY}
"""
_FIRST = f"""
select min({_KEY}) from games g
where g.finished and g.date is not null and g.game_id in (select unnest($new))
"""
_DROP = f"delete from ratings using games g where g.game_id = ratings.game_id and {_KEY} >= $since"
_LAST = """
select coalesce(r.game, g.title), r.player, arg_max(r.rating, r.n)
from ratings r join games g using (game_id) group by all
union all
select null, player, arg_max(overall, n) from ratings group by player
"""
_LOAD = f"""
insert into ratings from read_csv($file, {CSV}, columns = {{game_id: 'INTEGER',
    game: 'VARCHAR', n: 'INTEGER', date: 'DATE', player: 'VARCHAR', rating: 'DOUBLE',
    change: 'DOUBLE', overall: 'DOUBLE', overall_change: 'DOUBLE'}})
"""
Ratings = dict[tuple[str | None, str], float]
"""The rating of each player in each game, and over all games (None)."""


def gains(ratings: Sequence[float], places: Sequence[int]) -> list[float]:
    """Return how each rating changes; a game counts as a small game against each opponent."""
    out: list[float] = []
    for i, (own, place) in enumerate(zip(ratings, places, strict=True)):
        gain = 0.0
        for j, (other, behind) in enumerate(zip(ratings, places, strict=True)):
            if i != j:
                result = 1.0 if place < behind else 0.5 if place == behind else 0.0
                gain += result - 1 / (1 + 10 ** ((other - own) / 400))
        out.append(K * gain / max(len(places) - 1, 1))
    return out


def rate(con: duckdb.DuckDBPyConnection, folder: Path, new: Sequence[int] | None = None) -> None:
    """Rate everybody after each game; `new` are the new games, if nothing else has changed."""
    since = None
    if new is None:
        run(con, "delete from ratings")
    else:
        since = run(con, _FIRST, {"new": list(new)})[0][0]
        if since is None:
            return
        run(con, _DROP, {"since": since})
    number = run(con, "select coalesce(max(n), 0) from ratings")[0][0]
    ratings = {(game, player): rating for game, player, rating in run(con, _LAST)}
    games = run(con, _PLAYED, {"since": since})
    if not games:
        return
    file = folder / "ratings.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(_rows(games, number, ratings))
    run(con, _LOAD, {"file": str(file)})


def _rows(
    games: Sequence[tuple[Any, ...]], number: int, ratings: Ratings
) -> Iterator[tuple[Any, ...]]:
    for n, (id, game, kind, date, players, places) in enumerate(games, number + 1):
        after: list[list[float]] = []
        for scope in (kind, None):
            now = [ratings.get((scope, p), START) for p in players]
            change = gains(now, places)
            after += [[a + b for a, b in zip(now, change, strict=True)], change]
            ratings |= {(scope, p): r for p, r in zip(players, after[-2], strict=True)}
        for i, player in enumerate(players):
            yield (id, game, n, date, player, *(column[i] for column in after))
