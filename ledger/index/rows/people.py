"""Who is who: the players of a library, with aliases merged, and the player of each seat."""

from __future__ import annotations

from pathlib import Path

import duckdb
import msgspec

from ledger.index.build.inputs import Source
from ledger.index.build.load import run


def write_players(con: duckdb.DuckDBPyConnection, source: Source, tmp: Path) -> None:
    """Write who is who; a merge changes the seats of old games, too."""
    if source.players is None:
        _seat_players(con)
        run(
            con,
            """update players set games = n from (
                select player, count(distinct game_id) as n from seats group by player
            ) s where s.player = players.player and games <> n""",
        )
        return
    file = tmp / "players.json"
    rows = [
        {"player": p.id, "name": p.name, "names": p.names, "keys": p.keys, "games": len(p.games)}
        for p in source.players
    ]
    file.write_bytes(msgspec.json.Encoder().encode_lines(rows))
    run(con, "delete from players")
    if rows:
        run(
            con,
            """insert into players from read_ndjson($file, columns = {player: 'VARCHAR',
            name: 'VARCHAR', names: 'VARCHAR[]', keys: 'VARCHAR[]', games: 'INTEGER'})""",
            {"file": str(file)},
        )
    _seat_players(con)


def _seat_players(con: duckdb.DuckDBPyConnection) -> None:
    run(
        con,
        """update seats set player = p.player
        from (select player, unnest(keys) as key from players) p
        where seats.key = p.key and seats.player is distinct from p.player""",
    )
