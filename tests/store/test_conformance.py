from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from ledger.store import FolderStore, Store
from ledger.store.postgres import Database, PostgresStore

from .campaign import OPENED, entries
from .conformance import Conformance, whole


class Folder:
    def __init__(self, path: Path) -> None:
        self.path, self.last = path, cast(FolderStore | None, None)

    def open(self) -> Store:
        if self.last is not None:
            self.last.close()
        self.last = FolderStore(self.path)
        return self.last


class TestFolder(Conformance):
    @pytest.fixture
    def place(self, tmp_path: Path) -> Folder:
        return Folder(tmp_path / "library" / "games")


class Postgres:
    def __init__(self, database: Database) -> None:
        self.database, self.last = database, cast(PostgresStore | None, None)

    def open(self) -> Store:
        if self.last is not None:
            self.last.close()
        self.last = PostgresStore(self.database)
        return self.last


class TestPostgres(Conformance):
    @pytest.fixture
    def place(self, open_database: Database) -> Iterator[Postgres]:
        place = Postgres(open_database)
        yield place
        place.last.close()


def test_all_write_the_same_bytes(tmp_path: Path, open_database: Database):
    logs = []
    for store in (FolderStore(tmp_path), PostgresStore(open_database)):
        with store:
            store.create("g", entries(OPENED), "k")
            store.append_many("g", 1, [("a", entries("1", "2")), ("b", entries("3"))])
            logs.append(whole(store))
    assert logs[0] == logs[1] == (tmp_path / "g.jsonl").read_bytes()
