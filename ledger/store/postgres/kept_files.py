"""Files that lie beside the logs of a library, in PostgreSQL."""

from __future__ import annotations

from .database import Connection, Database


class PostgresKeptFiles:
    """Files by their names in a library, each with the game that its name begins with."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""
        return sorted(row[0] for row in self._database.ask("select name from ledger.kept_files"))

    def read(self, name: str) -> bytes:
        """Return a file; no bytes if there is none."""
        query = "select body from ledger.kept_files where game = %s and name = %s"
        rows = self._database.ask(query, [_game(name), name])
        return bytes(rows[0][0]) if rows else b""

    def write(self, name: str, data: bytes) -> None:
        """Write a file, durably; one of this name is replaced."""

        def change(connection: Connection) -> None:
            connection.execute(
                "insert into ledger.kept_files (game, name, body) values (%s, %s, %s) "
                "on conflict (game, name) do update set body = excluded.body",
                [_game(name), name, data],
            )

        self._database.writing(change)


def _game(name: str) -> str:
    return name.rpartition("/")[2].partition(".")[0]
