"""Who is who: the players of a library, with aliases merged, and the player of each seat."""

from __future__ import annotations

from pathlib import Path

import duckdb
import msgspec

from ledger.index.build.inputs import Source
from ledger.index.build.load import run
from ledger.library.person_match import Player


def write_players(con: duckdb.DuckDBPyConnection, source: Source, tmp: Path) -> None:
    """Write who is who; a merge changes the seats of old games, too."""
    if source.players is not None:
        _replace(con, source.players, tmp / "players.json")
    run(
        con,
        """update seats set player = p.player
        from (select player, unnest(keys) as key from players) p
        where seats.key = p.key and seats.player is distinct from p.player""",
    )
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
