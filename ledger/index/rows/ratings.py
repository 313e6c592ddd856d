"""Ratings after each play, in the order in which the games were played.

A rating is an estimate of how strong a player is, with its uncertainty: the Plackett-Luce model of
Weng and Lin (2011, algorithm 4), which handles ties, teams and any number of players. Each rating
depends on the previous one, which is slow in SQL. So they are computed here, and recomputed only
from the first new play on.
"""

from __future__ import annotations

import csv
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger.index.build.load import run
from ledger.library.records.outcomes import CROWD, NO_DATE, NO_NAME, NO_PLACES, TWICE

if TYPE_CHECKING:
    import duckdb

START = 1500.0
UNCERTAINTY = 250.0
CHANCE = UNCERTAINTY / 2
"""How much a result depends on luck: with this value, 400 points more mean ten wins to one."""

DRIFT = UNCERTAINTY / 100
"""How much uncertainty is added before each play, since people change."""

SURE = 0.0001
"""The smallest share of a squared uncertainty that a play can leave."""

AT_ONCE = 1000
"""How many seats are in memory at a time."""

MOST = 100
"""With more players than this, a play isn't rated."""

_KEY = "g.chronology"
"""The order of games."""

_UNRATED = f"""
update games set unrated = found.why
from (
    select g.game_id, coalesce(g.uncounted, case
        when g.date is null then '{NO_DATE}'
        when count(*) filter (s.place is null) > 0 then '{NO_PLACES}'
        when count(distinct s.side) filter (s.player is not null) < 2 then '{NO_NAME}'
        when count(s.player) > count(distinct s.player) then '{TWICE}'
        when count(*) > {MOST} then '{CROWD}'
    end) as why
    from games g left join seats s using (game_id)
    where $new is null or g.game_id in (select unnest($new))
    group by g.game_id, g.uncounted, g.date
) found
where found.game_id = games.game_id and games.unrated is distinct from found.why
"""
_PLAYED = f"""
select g.game_id, g.game, coalesce(g.game, g.title), g.date, s.player, s.side, s.place
from games g join seats s using (game_id)
where g.unrated is null and s.player is not null and ($since is null or {_KEY} >= $since)
order by {_KEY}, s.side, s.player
"""
_FIRST = f"""
select min({_KEY}) from games g where g.unrated is null and g.game_id in (select unnest($new))
"""
_DROP = f"delete from ratings using games g where g.game_id = ratings.game_id and {_KEY} >= $since"
_LAST = """
select coalesce(r.game, g.title), r.player, arg_max(r.rating, r.n), arg_max(r.uncertainty, r.n)
from ratings r join games g using (game_id) group by all
union all
select null, player, arg_max(overall, n), arg_max(overall_uncertainty, n)
from ratings group by player
"""
_LOAD = """
insert into ratings from read_csv($file, header = false, auto_detect = false, delim = ',',
    quote = '"', escape = '"', columns = {game_id: 'INTEGER', game: 'VARCHAR', n: 'INTEGER',
    date: 'DATE', player: 'VARCHAR', rating: 'DOUBLE', uncertainty: 'DOUBLE', change: 'DOUBLE',
    overall: 'DOUBLE', overall_uncertainty: 'DOUBLE', overall_change: 'DOUBLE'})
"""
Rating = tuple[float, float]
"""A rating and its uncertainty."""
Ratings = dict[tuple[str | None, str], Rating]
"""Each player's rating in each game, and over all games (None)."""


def rate(con: duckdb.DuckDBPyConnection, folder: Path, new: Sequence[int] | None = None) -> None:
    """Rate everybody after each play; `new` are the new games, if nothing else has changed."""
    since = None
    run(con, _UNRATED, {"new": None if new is None else list(new)})
    if new is None:
        run(con, "delete from ratings")
    else:
        since = run(con, _FIRST, {"new": list(new)})[0][0]
        if since is None:
            return
        run(con, _DROP, {"since": since})
    number = run(con, "select coalesce(max(n), 0) from ratings")[0][0]
    ratings = {(game, player): (mu, sigma) for game, player, mu, sigma in run(con, _LAST)}
    file = folder / "ratings.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        games = con.execute(_PLAYED, {"since": since})
        csv.writer(out).writerows(_rows(_each(games), number, ratings))
    if file.stat().st_size:
        run(con, _LOAD, {"file": str(file)})


def _each(answer: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    """Yield each game with its players, sides and places, without holding all games in memory."""
    seats = itertools.chain.from_iterable(iter(lambda: answer.fetchmany(AT_ONCE), []))
    for game, own in itertools.groupby(seats, key=lambda row: row[:4]):
        players, sides, places = zip(*(row[4:] for row in own), strict=True)
        yield *game, players, sides, places


def _rows(
    games: Iterable[tuple[Any, ...]], number: int, ratings: Ratings
) -> Iterator[tuple[Any, ...]]:
    for n, (id, game, kind, date, players, sides, places) in enumerate(games, number + 1):
        seats = range(len(players))
        teams = [[i for i in seats if sides[i] == side] for side in sorted(set(sides))]
        ranks = [min(places[i] for i in team) for team in teams]
        order = [i for team in teams for i in team]
        after: list[list[float]] = []
        for scope in (kind, None):
            now = [ratings.get((scope, p), (START, UNCERTAINTY)) for p in players]
            rated = rerated([[now[i] for i in team] for team in teams], ranks)
            new = dict(zip(order, itertools.chain.from_iterable(rated), strict=True))
            ratings |= {(scope, players[i]): new[i] for i in seats}
            after += [[new[i][0] for i in seats], [new[i][1] for i in seats]]
            after += [[new[i][0] - now[i][0] for i in seats]]
        for i, player in enumerate(players):
            yield (id, game, n, date, player, *(column[i] for column in after))


def rerated(teams: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """Return everybody's ratings after a play, by team; teams that finish level share a place."""
    # strengths are added up within a team: with 0 for the average, team size doesn't matter
    now = [[(mu - START, math.hypot(sigma, DRIFT)) for mu, sigma in team] for team in teams]
    variances = [sum(sigma**2 for _, sigma in team) for team in now]
    spread = math.sqrt(sum(variances) + len(teams) * CHANCE**2)
    odds = [math.exp(sum(mu for mu, _ in team) / spread) for team in now]
    behind = [
        sum(o for o, other in zip(odds, places, strict=True) if other >= place) for place in places
    ]
    level = [places.count(place) for place in places]
    out = []
    for i, team in enumerate(now):
        gain = shrink = 0.0
        for q, place in enumerate(places):
            if place <= places[i]:
                chance = odds[i] / behind[q]  # of being first among those who were left then
                gain += ((q == i) - chance) / level[q]
                shrink += chance * (1 - chance) / level[q]
        shrink *= math.sqrt(variances[i]) / spread**3
        out.append(
            [
                (START + mu + sigma**2 / spread * gain,
                 sigma * math.sqrt(max(1 - sigma**2 * shrink, SURE)))
                for mu, sigma in team
            ]
        )  # fmt: skip
    return out
