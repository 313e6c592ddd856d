"""A scripted session, what must hold after any mishap, and every mishap in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.log.codec import headers
from ledger.kernel.log.events import Entry, Event, Noted, Opened, Sealed, Seat
from ledger.store import Failed, FolderStore, Missing, Store
from ledger.store.line_index import header

from .faults import Crash, FakeFiles, power_loss

GAME = "g"
_sealed = msgspec.json.Decoder(Sealed)
encode = msgspec.json.encode
OPENED = Opened(
    game="store-test", rules="x/1", box="0" * 32, seats=(Seat(name="A"), Seat(name="B"))
)


def entries(*events: Event | str, by: int | None = 1) -> list[Entry]:
    """Make a group; a text is a remark."""
    made = [Noted(text=e) if isinstance(e, str) else e for e in events]
    return [Entry(data=e, turn=0, by=None if isinstance(e, Opened) else by) for e in made]


def script(pad: int = 0) -> dict[str, list[Entry]]:
    """Return the groups of a session; `pad` moves them all against the sectors.

    Texts are long enough for lines and groups to cross sectors in every way.
    """
    return {
        "open": entries(OPENED, "set up" + "." * pad),
        "k1": entries("one"),
        "k2": entries("two " + "b" * 560, "then", "c" * 300),
        "k3": entries("three"),
        "k4": entries("four " + "d" * 520, "then"),
        "k5": entries("five", "e" * 250),
        "k6": entries("six"),
        "k7": entries("seven", "then"),
    }


KEYS = [*script(), "end"]
HALF = b'{"type":"noted","seq":15,"cmd":7,"more":true,"turn":0,"by":1,"at":null,"key":"lost","da'


@dataclass
class Session:
    """One run of the script: what was tried, and what the store has acknowledged."""

    files: FakeFiles
    retry: bool = False
    pad: int = 0
    tried: list[str] = field(default_factory=list)
    acked: dict[str, tuple[bytes, ...]] = field(default_factory=dict)
    planted: bool = False
    failures: int = 0

    def __post_init__(self) -> None:
        self.script = script(self.pad)

    def run(self) -> None:
        """Create, append, append many, come back, repair, seal."""
        with self.store() as store:
            self.do(store, ["open"], lambda: self.create(store))
            self.add(store, "k1")
            self.add(store, "k2")
            self.add(store, "k3", "k4", "k5")
        with self.store() as store:
            self.add(store, "k6")
        log = self.files.known[f"{GAME}.jsonl"]
        log.cache += HALF
        log.sync()
        self.planted = True
        with self.store() as store:
            self.add(store, "k7")
            self.add(store, "end")

    def store(self) -> Store:
        return FolderStore("/games", files=self.files)

    def create(self, store: Store) -> None:
        store.create(GAME, self.script["open"], "open")

    def group(self, store: Store, key: str) -> list[Entry]:
        """Return the events of a key; the seal depends on where the log ends."""
        if key != "end":
            return self.script[key]
        found = store.recall(GAME, "end")
        if found is not None:
            return entries(_sealed.decode(header(found.lines[0]).data))
        head = store.head(GAME)
        return entries(Sealed(head=head.digest, lines=head.seq))

    def add(self, store: Store, *keys: str) -> None:
        """Append groups; more than one go in one flush."""

        def action() -> object:
            batch = [(key, self.group(store, key)) for key in keys]
            return store.append_many(GAME, expected, batch)

        expected = store.head(GAME).seq
        self.do(store, list(keys), action)

    def do(self, store: Store, keys: list[str], action: Callable[[], object]) -> None:
        self.tried += keys
        try:
            action()
        except Failed:
            if not self.retry:
                raise
            self.failures += 1
            try:
                store.reopen(GAME)
            except Missing:
                assert keys == ["open"]
            action()
        for key in keys:
            found = store.recall(GAME, key)
            assert found is not None
            self.acked[key] = found.lines


def texts(raws: Sequence[bytes]) -> list[bytes]:
    """Return the events of raw lines as JSON."""
    return [bytes(header(raw).data) for raw in raws]


def check(files: FakeFiles, session: Session) -> None:
    """Nothing acknowledged is lost, only whole groups are there, and writing goes on."""
    reader = FolderStore("/games", files=files)
    if session.planted:
        everything = b"".join(bytes(i.cache) for i in files.known.values())
        assert HALF in everything, "cut bytes are lost"
    seen = list(reader.read(GAME)) if GAME in reader.games() else []
    assert not files.calls, f"a reader called {files.calls}"
    with FolderStore("/games", files=files) as store:
        lines = _recover(store, session)
        assert seen == lines, "the reader saw something else than the writer"
        _compare(store, files, lines, session)
        more = _go_on(store, session)
    # What the store has just answered must outlive the power, whatever happened before.
    safe = FakeFiles({name: inode.disk for name, inode in files.safe.items()})
    after = list(FolderStore("/games", files=safe).read(GAME))
    assert after[: len(lines)] == lines, "a recovered group was not durable"
    assert len(after) == more, "a new group was not durable"


def _recover(store: Store, session: Session) -> list[bytes]:
    try:
        store.reopen(GAME)
        return list(store.read(GAME))
    except Missing:
        assert not session.acked, "the game is gone"
        return []


def _compare(store: Store, files: FakeFiles, lines: list[bytes], session: Session) -> None:
    """Hold the groups of a log against the script."""
    groups: list[list[bytes]] = [[]]
    for raw in lines:
        groups[-1].append(raw)
        if not header(raw).more:
            groups.append([])
    assert groups.pop() == [], "there is a part of a group"
    keys = [str(header(g[0]).key) for g in groups]
    assert keys == session.tried[: len(keys)], f"there are {keys}"
    missing = set(session.acked) - set(keys)
    assert not missing, f"acknowledged, but lost: {sorted(missing)}"
    for key, raws in zip(keys, groups, strict=True):
        if key in session.acked:
            assert tuple(raws) == session.acked[key], f"{key} was changed"
        elif key != "end":
            assert texts(raws) == [encode(e.data) for e in session.script[key]], f"{key} is spoilt"
    if lines:
        data = bytes(files.known[f"{GAME}.jsonl"].cache)
        assert [h.seq for h in headers(data)] == list(range(1, len(lines) + 1))
        assert data == b"".join(raw + b"\n" for raw in lines), "the log does not read clean"


def _go_on(store: Store, session: Session) -> int:
    """Send the last command again, then a new one; return the number of lines."""
    for key in session.tried[-1:]:
        if key == "open":
            session.create(store)
        else:
            found = store.recall(GAME, key)
            # A batch may be there in part: everything of it that is missing comes again.
            gone = [k for k in session.tried if store.recall(GAME, k) is None]
            for k in gone:
                store.append(GAME, store.head(GAME).seq, k, session.group(store, k))
            answer = store.append(GAME, 0, key, session.group(store, key))
            assert answer.repeated and (found is None or answer.lines == found.lines)
    if not session.tried:
        session.create(store)
    head = store.head(GAME)
    try:
        store.append(GAME, head.seq, "more", entries("more", "then"))
    except Illegal:
        assert head.sealed
        return head.seq
    assert not head.sealed
    return head.seq + 2


# --- mishaps --------------------------------------------------------------------------------


@dataclass
class Figures:
    """What a campaign has looked at."""

    states: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    calls: int = 0

    def look(self, files: FakeFiles, session: Session, where: str) -> None:
        self.states += 1
        try:
            check(files, session)
        except (AssertionError, LedgerError) as e:
            self.failures[f"{where}: {e}"[:160]] += 1


def script_calls(make: type[FakeFiles] = FakeFiles, **options: int) -> list[str]:
    """Return the calls of an undisturbed session."""
    files = make(**options)
    Session(files).run()
    return files.calls


def crashes(make: type[FakeFiles] = FakeFiles, **options: int) -> Figures:
    """End the process at every call; its cache survives."""
    figures = Figures()
    calls = script_calls(make, **options)
    for at in range(1, len(calls) + 1):
        session = Session(make(at=at, what="crash", **options))
        try:
            session.run()
        except Crash:
            figures.calls += 1
        figures.look(session.files.revive(), session, f"crash at call {at} ({calls[at - 1]})")
    return figures


def errors(what: str, make: type[FakeFiles] = FakeFiles) -> Figures:
    """Let every call fail once: the client reopens, repeats its command and goes on."""
    figures = Figures()
    calls = script_calls(make)
    for at in range(1, len(calls) + 1):
        session = Session(make(at=at, what=what), retry=True)
        session.run()
        figures.calls += session.failures
        where = f"{what} at call {at} ({calls[at - 1]})"
        assert list(session.acked) == KEYS
        figures.look(session.files.revive(), session, where)
        disk = {name: inode.disk for name, inode in session.files.safe.items()}
        figures.look(FakeFiles(disk), session, f"{where}, then power loss")
    return figures


def outages(
    limit: int | None,
    *,
    make: type[FakeFiles] = FakeFiles,
    at: int = 0,
    what: str = "",
    pad: int = 0,
) -> Figures:
    """Lose power before every call and at the end, in every way or in a sample of them."""
    figures = Figures()

    class Watched(make):  # type: ignore[misc, valid-type]
        def watch(self) -> None:
            figures.calls += 1
            for image in power_loss(self, limit=limit, seed=figures.calls):
                where = f"power loss before call {len(self.calls)} ({self.calls[-1]})"
                figures.look(FakeFiles(image), session, where)

    files = Watched(at=at, what=what)
    session = Session(files, retry=bool(at), pad=pad)
    session.run()
    for image in power_loss(files, limit=limit):
        figures.look(FakeFiles(image), session, "power loss at the end")
    return figures


def sync_calls() -> Iterator[int]:
    """Yield the number of every call of the script that makes something durable."""
    for n, call in enumerate(script_calls(), 1):
        if "sync" in call:
            yield n
