"""The order in which games grew, as a table: groups get their places in it when somebody asks.

That is under a lock, in the order in which they were stored, and only up to a transaction below
which nothing can appear any more. So a place stays a place, nothing is left out, and whoever writes
a game waits for nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.store.timeline import GrowthLine

from .database import Connection, Database
from .store import GAMES

_LOCK = 0x6C656468
"""The advisory lock under which places are given."""
_BEGIN = """
insert into ledger.timeline (game, first, last, place)
select g.game, coalesce(t.last, 0) + 1, g.last,
    (select coalesce(max(place), 0) from ledger.timeline) + row_number() over (order by g.game)
from (
    select game, max(last) as last from ledger.log_groups
    where part = %(part)s and stored < %(upto)s group by game
) as g
left join lateral (
    select last from ledger.timeline as t where t.game = g.game order by t.first desc limit 1
) as t on true
where g.last > coalesce(t.last, 0)
"""
_GO_ON = """
insert into ledger.timeline (game, first, last, place)
select game, first, last,
    (select coalesce(max(place), 0) from ledger.timeline)
    + row_number() over (order by stored, game, first)
from ledger.log_groups as g
where part = %(part)s and stored >= %(since)s and stored < %(upto)s
    and first > coalesce((
        select t.last from ledger.timeline as t where t.game = g.game order by t.first desc limit 1
    ), 0)
"""
_PROGRESS = """
insert into ledger.timeline_progress (stored) values (%s)
on conflict (game) do update set stored = excluded.stored
"""
_ADD = """
insert into ledger.timeline (game, first, last, place)
select game, first, last,
    (select coalesce(max(place), 0) from ledger.timeline) + row_number() over (order by number)
from unnest(%s::text[], %s::bigint[], %s::bigint[]) with ordinality as o (game, first, last, number)
"""


def give_places(connection: Connection) -> bool:
    """Give places to all groups that have none; whether some must wait for others."""
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
        ((upto, newest),) = connection.execute(
            "select pg_snapshot_xmin(now)::text::bigint, pg_snapshot_xmax(now)::text::bigint "
            "from pg_current_snapshot() as now"
        )
        values: dict[str, Any] = {"part": GAMES, "upto": upto}
        done = connection.execute("select stored from ledger.timeline_progress").fetchone()
        if done is None:
            new = connection.execute(_BEGIN, values).rowcount
        else:
            # in a database that was restored from a dump, transactions are counted anew
            values["since"] = done[0] if done[0] <= newest else 0
            new = connection.execute(_GO_ON, values).rowcount
        if new or done is None:
            connection.execute(_PROGRESS, [upto])
        ((more,),) = connection.execute(
            "select exists (select from ledger.log_groups where part = %s and stored >= %s)",
            [GAMES, upto],
        )
    return bool(more)


def all_growths(database: Database) -> list[GrowthLine]:
    """Return the whole order."""
    query = "select game, first, last from ledger.timeline order by place"
    return [GrowthLine(*row) for row in database.ask(query)]


def add_growths(connection: Connection, growths: Sequence[GrowthLine]) -> None:
    """Add to the order what was told elsewhere, behind what is there."""
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
        columns = [[growth[n] for growth in growths] for n in range(3)]
        connection.execute(_ADD, columns)
