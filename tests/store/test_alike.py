"""Whatever is done to them, all stores answer alike: the same bytes, the same refusals."""

from __future__ import annotations

import tempfile

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.kernel.errors import LedgerError
from ledger.kernel.log.codec import Head
from ledger.store import FolderStore, Stale, Store
from ledger.store.postgres import Database, PostgresStore
from ledger.store.store import LogSegment
from ledger.testing.effort import effort

from .campaign import OPENED, entries
from .conformance import whole

GAMES = st.sampled_from(["g", "h"])
KEYS = st.one_of(st.none(), st.sampled_from(["a", "b", "c"]))
TEXTS = st.sampled_from(["1", "2"])
STEPS = st.one_of(
    st.tuples(st.just("create"), GAMES, KEYS, TEXTS),
    st.tuples(st.just("append"), GAMES, KEYS, TEXTS, st.sampled_from(["head", "number", "past"])),
    st.tuples(st.just("many"), GAMES, KEYS, KEYS, TEXTS),
    st.tuples(st.just("seal"), GAMES),
    st.tuples(st.just("reopen"), GAMES),
    st.tuples(st.just("copy"), GAMES, st.integers(0, 3)),
    st.tuples(st.just("recall"), GAMES, st.sampled_from(["a", "b", "c"])),
    st.tuples(st.just("read"), GAMES, st.integers(1, 6), st.integers(0, 6)),
)


class Player:
    """Does steps to a store, and tells what came of each."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.past: dict[str, Head] = {}

    def do(self, what: str, *words: object) -> object:
        try:
            return getattr(self, what)(*words)
        except Stale as e:
            return type(e), e.message, e.seq
        except LedgerError as e:
            return type(e), e.message

    def create(self, game: str, key: str | None, text: str) -> object:
        return self.store.create(game, entries(OPENED, text), key)

    def append(self, game: str, key: str | None, text: str, expected: str) -> object:
        head = self.store.head(game)
        past = self.past.setdefault(game, head)
        where = {"head": head, "number": head.seq, "past": past}[expected]
        return self.store.append(game, where, key, entries(text, "then"))

    def many(self, game: str, first: str | None, second: str | None, text: str) -> object:
        batch = [(first, entries(text)), (second, entries("more", text))]
        return self.store.append_many(game, self.store.head(game), batch)

    def seal(self, game: str) -> object:
        head = self.store.head(game)
        return self.store.append(game, head, None, entries(head.seal()))

    def reopen(self, game: str) -> object:
        self.store.release(game)
        return self.store.reopen(game)

    def copy(self, game: str, groups: int) -> object:
        other = "h" if game == "g" else "g"
        behind = self.store.since(game, Head())[:groups]
        data = b"".join(raw + b"\n" for group in behind for raw in group)
        return self.store.put([LogSegment(other, Head(), data)])

    def recall(self, game: str, key: str) -> object:
        return self.store.recall(game, key)

    def read(self, game: str, first: int, last: int) -> object:
        return list(self.store.read(game, first, last))


@settings(max_examples=effort(6, 400))
@given(steps=st.lists(STEPS, min_size=4, max_size=25))
def test_all_stores_answer_alike(shared_connections: Database, steps: list[tuple[object, ...]]):
    rows = shared_connections
    rows.change(lambda c: c.execute("delete from ledger.log_groups"))
    with (
        tempfile.TemporaryDirectory() as folder,
        FolderStore(folder) as files,
        PostgresStore(rows) as database,
    ):
        players = [Player(store) for store in (files, database)]
        for step in [("create", "g", "a", "1"), *steps]:
            told = [player.do(*step) for player in players]
            assert told[0] == told[1], step
        for game in files.games():
            assert whole(files, game) == whole(database, game)
        assert files.games() == database.games()
