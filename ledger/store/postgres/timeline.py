"""The order in which games grew, as a table: groups get their places in it when someone reads it.

Places are assigned under a lock, in the order in which the groups were stored, and only up to the
transaction below which nothing new can appear. So a place never changes, nothing is left out, and
writing to a game never has to wait.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.store.timeline import GrowthLine

from .database import Connection, Database
from .store import GAMES

_LOCK = 0x6C656468
"""The advisory lock held while places are assigned."""
_GROUPS = "(select game, first, last, stored from ledger.log_groups where part = %(part)s)"
_RESTORED = """(
    select g.game, g.first, last, case when g.first <= f.first then 0 else stored end as stored
    from ledger.log_groups as g left join (
        select game, max(first) as first from ledger.log_groups
        where part = %(part)s and stored & 4294967295 <> xmin::text::bigint group by game
    ) as f using (game)
    where part = %(part)s
)"""
"""The same groups where a dump may have been restored, which means reading all of them.

Each row has the lower half of the id of the transaction that wrote it. Groups with an id from
another server, and all groups before them, are older than anything written here.
"""
_BEGIN = f"""
insert into ledger.timeline (game, first, last, place)
select g.game, coalesce(t.last, 0) + 1, g.last,
    (select coalesce(max(place), 0) from ledger.timeline) + row_number() over (order by g.game)
from (
    select game, max(last) as last from {_RESTORED} as g
    where stored < %(upto)s group by game
) as g
left join lateral (
    select last from ledger.timeline as t where t.game = g.game order by t.first desc limit 1
) as t on true
where g.last > coalesce(t.last, 0)
"""  # noqa: S608 - of parts that stand here
_PLACE = """
insert into ledger.timeline (game, first, last, place)
select game, first, last,
    (select coalesce(max(place), 0) from ledger.timeline)
    + row_number() over (order by stored, game, first)
"""
_WAITING = """ as g
where stored >= %(since)s and stored < %(upto)s
    and first > coalesce((
        select t.last from ledger.timeline as t where t.game = g.game order by t.first desc limit 1
    ), 0)
"""
_GO_ON = f"{_PLACE} from {_GROUPS} {_WAITING}"
_TAKE_IN = f"{_PLACE} from {_RESTORED} {_WAITING}"
_NOW = """
select pg_snapshot_xmin(pg_current_snapshot())::text::bigint, exists (
    select from ledger.numbering
    where written & 4294967295 = xmin::text::bigint and held_by = tableoid
)
"""
"""The transaction up to which everything is visible, and whether the server is still the same."""
_MORE = """
select exists (
    select from ledger.log_groups where part = %(part)s and stored >= %(upto)s
        and stored < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
)
"""
_NUMBERED = """
insert into ledger.numbering (written, held_by)
values (pg_current_xact_id()::text::bigint, 'ledger.numbering'::regclass)
on conflict (game) do update set written = excluded.written, held_by = excluded.held_by
"""
_DONE = "select stored from ledger.timeline_progress"
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


def assign_offsets(connection: Connection) -> bool:
    """Give a place to every group that has none; return whether some must wait for transactions."""
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
        ((upto, at_home),) = connection.execute(_NOW)
        done = next((n for (n,) in connection.execute(_DONE)), None)
        values = {"part": GAMES, "upto": upto, "since": done if at_home else 0}
        if done is not None and at_home:
            # planned each time: only the actual values show that few groups will be read
            new = connection.execute(_GO_ON, values, prepare=False).rowcount
        else:
            with connection.unhurried():
                new = connection.execute(_BEGIN if done is None else _TAKE_IN, values).rowcount
            connection.execute(_NUMBERED)
        if new or done is None or not at_home:
            connection.execute(_PROGRESS, [upto])
        ((more,),) = connection.execute(_MORE, values, prepare=False)
    return bool(more)


def all_growths(database: Database) -> list[GrowthLine]:
    """Return all growths in order."""
    query = "select game, first, last from ledger.timeline order by place"
    return [GrowthLine(*row) for row in database.ask(query)]


def add_growths(connection: Connection, growths: Sequence[GrowthLine]) -> None:
    """Append growths recorded elsewhere to the order that is here."""
    with connection.transaction():
        connection.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
        columns = [[growth[n] for growth in growths] for n in range(3)]
        connection.execute(_ADD, columns)
