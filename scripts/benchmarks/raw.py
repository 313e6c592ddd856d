"""The questions of the reports, asked of the raw files: what a person without an index would do.

Where SQL on raw lines can answer, it reads the files once with `read_ndjson`, keeps the lines and
columns that the question is about, resolves what was taken back, and asks the report's own SQL.
Where the rules are needed (scores in the middle of a game, kinds of moves), Python folds the logs.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb

from ledger.index.reports.catalogue import Report
from ledger.index.rows.columns import views
from ledger.index.rows.ratings import rate
from ledger.index.schema import RATINGS, Table
from ledger.kernel.game.registry import installed

from .folds import FOLDS

Rows = list[tuple[Any, ...]]
ALL_LINES = frozenset({"activity", "klongs-variants", "pace", "records", "taken-back"})
"""Reports about times and turns: every line counts, though of most only its header."""

_SCAN = """
create or replace temp table lines as
select parse_filename(filename, true) as log, "type", seq, cmd, turn, "by", "at", {data} as data
from read_ndjson(?, columns = {{"type": 'VARCHAR', seq: 'INTEGER', cmd: 'INTEGER',
    turn: 'INTEGER', "by": 'INTEGER', "at": 'VARCHAR', data: 'JSON'}}, filename = true)
{where}
"""
# The lines between a retraction and the next one before its `to` do not count; backwards from the
# end, as the kernel does it.
_LIVE = """
create or replace temp table kept as
with recursive back as (
    select log, seq, (data->>'to')::integer as upto from lines where type = 'retracted'
), walk as (
    select log, max(seq) as low, 2147483647 as high from back group by log
    union all
    select w.log, coalesce((select max(n.seq) from back n where n.log = w.log and n.seq <= b.upto),
        0), b.upto
    from walk w join back b on b.log = w.log and b.seq = w.low
    where w.low > 0
)
select * from walk
"""
_EVENTS = """
create or replace temp view events as
select g.game_id, g.game, l.seq, l.type, l.cmd as move, l.turn, l.by as actor,
    try_cast(l.at as timestamp) as time, l.data,
    k.log is not null or not g.undone as live
from lines l join opened g using (log)
    left join kept k on g.undone and k.log = l.log and l.seq > k.low and l.seq <= k.high
"""
_OPENED = """
create or replace temp table opened as
select row_number() over (order by log) as game_id, log, data->>'game' as game,
    data->>'game' as title, data->'options' as options,
    json_array_length(data->'seats')::bigint as players,
    try_cast(left(data->>'started', 10) as date) as date,
    try_cast("at" as timestamp) as started, data->>'$.seats[*].name' as names,
    log in (select log from kept) as undone
from lines where type = 'opened'
"""
_ENDED = """
create or replace temp table ended as
select game_id, (data->'scores')::bigint[] as scores, (data->'ranking')::integer[][] as ranking
from events where type = 'ended' and live
"""
_SPAN = """
create or replace temp table span as
select game_id, max(turn) as turns, (epoch_ms(max(time)) - epoch_ms(min(time))) / 60000.0 as minutes
from events where live group by game_id
"""
_NO_SPAN = """
create or replace temp table span as
select game_id, null::integer as turns, null::double as minutes from opened
"""
_GAMES = """
create or replace temp table games as
select o.* exclude (names, undone), 'log' as kind, e.scores is not null as finished, s.turns,
    s.minutes, o.players as sides, 1 as plays, false as ignored, true as highest_wins,
    if(e.scores is null, 'not finished', null) as uncounted, uncounted as unrated
from opened o join span s using (game_id) left join ended e using (game_id)
"""
_SEATS = """
create or replace temp table seats as
select game_id, game, seat, seat as side, name as player, name, score::double as score, place,
    place = 1 as won,
    seat = began as began
from (
    select o.game_id, o.game, unnest(range(1, o.players + 1)) as seat, unnest(o.names) as name,
        unnest(e.scores) as score, unnest([
            1 + coalesce(list_sum([len(t) for t in e.ranking[:list_position(
                [list_contains(t, s) for t in e.ranking], true) - 1]]), 0)
            for s in range(1, o.players + 1)
        ]) as place
    from opened o left join ended e using (game_id)
) left join (
    select game_id, arg_min((data->>'seat')::integer, seq) as began
    from events where type = 'turned' and turn = 1 and live group by game_id
) using (game_id)
"""
_PLAYERS = """
create or replace temp table players as
select name as player, name, count(*) as games from seats group by name
"""
_MOVES = """
create or replace temp view moves as
select game_id, game, move, seat,
    (epoch_ms(time) - epoch_ms(coalesce(lag(time) over (partition by game_id order by move),
        started))) / 1000.0 as seconds
from (
    select game_id, any_value(game) as game, move, arg_min(actor, seq) as seat,
        arg_min(time, seq) as time, arg_min(type, seq) as type
    from events where live and move > 0 group by game_id, move
) join (select game_id, started from opened) using (game_id)
where type not in ('noted', 'adjusted', 'ended', 'sealed')
"""


def twin(report: Report) -> str:
    """Return how a report is asked without an index: `sql` or `fold`."""
    return "fold" if report.name in FOLDS else "sql"


def asking(report: Report, files: Sequence[Path]) -> Callable[[], Rows]:
    """Return what asks the raw files the question of a report."""
    if fold := FOLDS.get(report.name):
        return lambda: fold(files)
    return lambda: _sql(report, files)


def _sql(report: Report, files: Sequence[Path]) -> Rows:
    con = duckdb.connect()
    try:
        con.execute("set enable_progress_bar = false").fetchall()
        own = {t.name: (t, sql) for t, sql in views(installed().values())}
        used = [own[word] for word in set(re.findall(r"\w+", report.sql)) if word in own]
        kinds = {t.name.removeprefix(f"{report.game}_") for t, _ in used}
        kinds |= {"opened", "ended", "retracted", "turned"}
        want = ", ".join(f"'{k}'" for k in sorted(kinds))
        every = report.name in ALL_LINES
        scan = _SCAN.format(
            data=f"case when type in ({want}) then data end" if every else "data",
            where="" if every else f"where type in ({want})",
        )
        con.execute(scan, [[str(f) for f in files]]).fetchall()
        for sql in (_LIVE, _OPENED, _EVENTS, _ENDED, _SPAN if every else _NO_SPAN):
            con.execute(sql).fetchall()
        for sql in (_GAMES, _SEATS, _PLAYERS, _MOVES, *(sql for _, sql in used)):
            con.execute(sql).fetchall()
        if "ratings" in report.sql:  # one after the other: in Python, as for the index
            con.execute(f"create table ratings ({_columns(RATINGS)})").fetchall()
            with tempfile.TemporaryDirectory() as name:
                rate(con, Path(name))
        return con.execute(report.sql, report.values({}) or None).fetchall()
    finally:
        con.close()


def _columns(table: Table) -> str:
    return ", ".join(f"{c.name} {c.type}" for c in table.columns)
