"""A game is the same bytes in every store, written move by move or copied whole."""

from __future__ import annotations

from pathlib import Path

from msgspec import UNSET

from common.games import every_game
from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry, Line, groups
from ledger.store import FolderStore, Store
from ledger.store.postgres import Database, PostgresStore
from ledger.store.store import LogSegment
from ledger.testing.playing import Habits, Script, play


def entry(line: Line) -> Entry:
    waived = () if line.waived is UNSET else line.waived
    return Entry(data=line.data, turn=line.turn, by=line.by, at=line.at, waived=waived)


def whole(store: Store, id: str) -> bytes:
    return b"".join(raw + b"\n" for raw in store.read(id))


@every_game
def test_every_store_writes_the_same_log(game: Game, tmp_path: Path, open_database: Database):
    table = play(game, Script(seed=7, steps=16), Habits(undo=5, note=6, adjust=6, keys=True))
    data = table.bytes()
    for store in (FolderStore(tmp_path), PostgresStore(open_database)):
        with store:
            head = Head()
            for group in groups(table.lines):
                key = None if group[0].key is UNSET else group[0].key
                made = [entry(line) for line in group]
                if head.seq:
                    head = store.append("played", head, key, made).head
                else:
                    head = store.create("played", made, key)
            assert whole(store, "played") == data and head == table.head
            store.put([LogSegment("copied", Head(), data)])
            assert whole(store, "copied") == data and store.head("copied") == head
