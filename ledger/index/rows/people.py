"""Who is who: the players of a library, with aliases merged, and the player in each seat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ledger.index.build.inputs import Source
from ledger.index.build.load import run
from ledger.library.people.matching import Player

if TYPE_CHECKING:
    import duckdb

_OTHERS = """
(select player, unnest(keys) as key from players) p
where seats.key = p.key and seats.player is distinct from p.player
"""
"""SQL to go after `seats`: joins the seats whose recorded player is out of date."""


def write_players(con: duckdb.DuckDBPyConnection, source: Source, tmp: Path) -> bool:
    """Record who is who; return whether a seat in an old game now has a different player."""
    if source.players is not None:
        _replace(con, source.players, tmp / "players.json")
    old = "and seats.player is not null"  # rows of new games don't have a player yet
    moved = bool(run(con, f"select 1 from seats, {_OTHERS} {old} limit 1"))
    run(con, f"update seats set player = p.player from {_OTHERS}")
    run(
        con,
        """update players set games = n, plays = s.times
        from (
            select s.player, count(*) as n, sum(g.plays) as times
            from (select distinct player, game_id from seats) s join games g using (game_id)
            group by s.player
        ) s
        where s.player = players.player
            and (players.games is distinct from n or players.plays is distinct from s.times)""",
    )
    return moved


def _replace(con: duckdb.DuckDBPyConnection, players: list[Player], file: Path) -> None:
    rows = [{"player": p.id, "name": p.name, "names": p.names, "keys": p.keys} for p in players]
    file.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    run(con, "delete from players")
    if rows:
        run(
            con,
            """insert into players select *, 0, 0 from read_ndjson($file, columns = {
            player: 'VARCHAR', name: 'VARCHAR', names: 'VARCHAR[]', keys: 'VARCHAR[]'})""",
            {"file": str(file)},
        )
