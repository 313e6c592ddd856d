"""Files kept next to the logs of a library, in PostgreSQL."""

from __future__ import annotations

from ledger.kernel.errors import Conflict
from ledger.store.timeline import TIMELINE, parse_growth

from .database import Connection, Database
from .timeline import add_growths, all_growths


class PostgresKeptFiles:
    """Files by their names in a library, each stored with the game that its name begins with.

    The timeline is a table that only looks like a file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""
        found = [row[0] for row in self._database.ask("select name from ledger.kept_files")]
        begun = self._database.ask("select 1 from ledger.timeline limit 1")
        return sorted([*found, TIMELINE] if begun else found)

    def read(self, name: str) -> bytes:
        """Return a file's bytes; empty if it doesn't exist."""
        if name == TIMELINE:
            return b"".join(growth.written() for growth in all_growths(self._database))
        query = "select body from ledger.kept_files where game = %s and name = %s"
        rows = self._database.ask(query, [_game(name), name])
        return bytes(rows[0][0]) if rows else b""

    def write(self, name: str, data: bytes) -> None:
        """Write a file durably, replacing an old one; the timeline can only be added to.

        Raises `Conflict` if a new timeline doesn't begin with the old one.
        """
        if name == TIMELINE:
            self._add_to_timeline(data)
            return

        def change(connection: Connection) -> None:
            connection.execute(
                "insert into ledger.kept_files (game, name, body) values (%s, %s, %s) "
                "on conflict (game, name) do update set body = excluded.body",
                [_game(name), name, data],
            )

        self._database.change(change, unhurried=True)

    def _add_to_timeline(self, data: bytes) -> None:
        def change(connection: Connection) -> None:
            told = self.read(TIMELINE)
            if not data.startswith(told):
                raise Conflict("another timeline already exists there")
            lines = data[len(told) :].splitlines()
            add_growths(connection, [parse_growth(line) for line in lines])

        self._database.change(change, unhurried=True)


def _game(name: str) -> str:
    return name.rpartition("/")[2].partition(".")[0]
