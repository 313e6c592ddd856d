"""The order in which games were played, in SQL; the library uses the same for its lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.index.build.load import run

if TYPE_CHECKING:
    import duckdb

_NUMBER = """
update games set chronology = ordered.n
from (
    select g.game_id, row_number() over (
        order by g.date nulls first, if(g.date is null, g.date_text, null) nulls first,
            g.started nulls last, g.entered nulls last, l.came nulls last, g.log
    ) as n
    from games g join internal.logs l using (game_id)
) ordered
where ordered.game_id = games.game_id and games.chronology is distinct from ordered.n
"""


def number_games(con: duckdb.DuckDBPyConnection) -> None:
    """Number all games in the order in which they were played."""
    run(con, _NUMBER)
