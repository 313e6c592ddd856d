"""The suite that every store passes. Subclass it and give it a `place` to open stores in."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec
import pytest

from common.refusals import refuses
from ledger.kernel.errors import Conflict, Illegal, Malformed
from ledger.kernel.log.codec import Head, headers, stamp
from ledger.kernel.log.events import Entry, Event, Noted, Sealed
from ledger.store import Damaged, Missing, Stale, Store
from ledger.store.line_index import header
from ledger.store.store import Appended, LogSegment

from .campaign import OPENED, entries


class Moved(Event, frozen=True, kw_only=True):
    steps: int
    to: tuple[str, ...] = ()


class Rolled(Event, frozen=True, kw_only=True):
    face: int


class Place(Protocol):
    def open(self) -> Store:
        """Open the store; again, after the process that wrote it has ended."""


def both(store: Store, place: Place) -> Iterator[Store]:
    """Yield the store, and then the store opened again."""
    yield store
    yield place.open()


def whole(store: Store, game: str = "g") -> bytes:
    return b"".join(raw + b"\n" for raw in store.read(game))


def seal(store: Store, key: str | None = None) -> Appended:
    head = store.head("g")
    return store.append("g", head.seq, key, entries(Sealed(head=head.digest, lines=head.seq)))


class Conformance:
    """What a store promises, one test each."""

    @pytest.fixture
    def store(self, place: Place) -> Store:
        store = place.open()
        store.create("g", entries(OPENED, "set up"), "open")
        return store

    # --- creating ---------------------------------------------------------------------------

    def test_create(self, place: Place):
        store = place.open()
        assert store.games() == []
        head = store.create("b", entries(OPENED, "set up"), "k")
        assert (head.seq, head.cmd, head.sealed) == (2, 0, False)
        assert store.head("b") == head
        assert store.status("b").state == "open" and store.status("b").error is None
        store.create("a-1", entries(OPENED))
        assert store.games() == ["a-1", "b"]
        assert [h.type for h in headers(whole(store, "b"))] == ["opened", "noted"]

    def test_create_is_not_done_twice(self, store: Store, place: Place):
        head = store.head("g")
        with refuses(Conflict, "g"):
            store.create("g", entries(OPENED))
        with refuses(Conflict, "g"):
            store.create("g", entries(OPENED), "other")
        later = msgspec.structs.replace(OPENED, started="2026-01-01T10:00:00.000Z")
        assert store.create("g", entries(later, "set up"), "open") == head
        other = msgspec.structs.replace(OPENED, rules="x/2")
        with refuses(Conflict, "open"):
            store.create("g", entries(other), "open")
        store.append("g", 2, "k", entries("a"))
        assert place.open().create("g", entries(OPENED, "set up"), "open") == head

    @pytest.mark.parametrize(
        "bad", ["", "A", "-a", "_a", "a.b", "../a", "a/b", "ä", "a\n", "a" * 65]
    )
    def test_ids(self, store: Store, bad: str):
        for call in (
            lambda: store.create(bad, entries(OPENED)),
            lambda: store.append(bad, 0, None, entries("a")),
            lambda: store.head(bad),
            lambda: store.read(bad),
            lambda: store.reopen(bad),
        ):
            with refuses(Malformed, "1 | 64"):
                call()

    def test_missing(self, store: Store):
        for call in (
            lambda: store.append("no", 0, None, entries("a")),
            lambda: store.head("no"),
            lambda: store.status("no"),
            lambda: store.read("no"),
            lambda: store.recall("no", "k"),
            lambda: store.reopen("no"),
        ):
            with refuses(Missing, "no"):
                call()
        assert store.games() == ["g"]

    # --- appending --------------------------------------------------------------------------

    def test_append(self, store: Store):
        made = store.append("g", 2, "k", entries(Moved(steps=3), Rolled(face=6), "well"))
        assert (made.first, made.last, made.repeated) == (3, 5, False)
        assert made.head == store.head("g") == Head(5, 1, header(made.lines[2]).digest, False)
        read = headers(whole(store))
        assert [(h.seq, h.cmd, h.more, h.by) for h in read[2:]] == [
            (3, 1, True, 1),
            (4, 1, True, 1),
            (5, 1, False, 1),
        ]
        assert [h.key for h in read[2:]] == ["k", msgspec.UNSET, msgspec.UNSET]
        assert list(store.read("g", 3)) == list(made.lines)

    def test_stale(self, store: Store):
        store.append("g", 2, None, entries("a"))
        for expected in (0, 2, 4):
            with refuses(Stale, f"g | 3 | {expected}") as e:
                store.append("g", expected, "k", entries("b"))
            assert e.value.seq == 3
        assert store.head("g").seq == 3

    def test_a_position_is_held_against_the_digest_too(self, store: Store):
        head = store.head("g")
        other = msgspec.structs.replace(head, digest="0" * 32)
        with refuses(Stale, "g | 2") as e:
            store.append("g", other, "k", entries("a"))
        assert e.value.seq == 2
        made = store.append("g", head, "k", entries("a"))
        assert made.first == 3 and store.append("g", made.head, None, entries("b")).last == 4
        with refuses(Stale, "g | 4 | 2"):
            store.append("g", head, "l", entries("c"))
        assert store.append("g", head, "k", entries("a")).repeated
        with refuses(Stale, "g | 4 | 2"):
            store.append_many("g", head, [(None, entries("c", "c", "c")), (None, entries("d"))])
        assert store.head("g").seq == 4 and len(headers(whole(store))) == 4

    def test_the_same_command_again(self, store: Store, place: Place):
        first = store.append("g", 2, "k", entries(Moved(steps=3, to=("a",)), Rolled(face=6)))
        store.append("g", 4, "l", entries("b"))
        again = msgspec.structs.replace(first, repeated=True)
        retry = entries(Moved(steps=3, to=["a"]), Rolled(face=1), "more")
        late = [msgspec.structs.replace(e, at="2026-01-01T10:00:00.000Z") for e in retry]
        for s in both(store, place):
            assert s.append("g", 2, "k", retry) == again
            assert s.append("g", 5, "k", late) == again
            assert s.recall("g", "k") == again
            assert s.recall("g", "none") is None
            assert s.head("g").seq == 5

    @pytest.mark.parametrize(
        "other",
        [entries(Moved(steps=4)), entries(Rolled(face=3)), entries(Moved(steps=3), by=2)],
        ids=["data", "type", "seat"],
    )
    def test_a_key_used_for_another_command(self, store: Store, place: Place, other: list[Entry]):
        store.append("g", 2, "k", entries(Moved(steps=3)))
        for s in both(store, place):
            with refuses(Conflict, "k | 1"):
                s.append("g", 3, "k", other)
            assert s.head("g").seq == 3

    def test_no_key_is_never_a_repeat(self, store: Store):
        for n in (2, 3):
            assert not store.append("g", n, None, entries("a")).repeated

    def test_many(self, store: Store):
        batch = [("a", entries("1", "2")), (None, entries("3")), ("c", entries("4", "5"))]
        made = store.append_many("g", 2, batch)
        assert [(m.first, m.last, m.head.seq, m.repeated) for m in made] == [
            (3, 4, 4, False),
            (5, 5, 5, False),
            (6, 7, 7, False),
        ]
        read = headers(whole(store))
        # Behind the first group, each says on its last line what was durable before the batch.
        assert [h.after for h in read[2:]] == [msgspec.UNSET] * 2 + [2, msgspec.UNSET, 2]
        assert store.head("g") == made[-1].head

    def test_many_again(self, store: Store, place: Place):
        batch = [("a", entries("1")), ("b", entries("2", "3"))]
        first = store.append_many("g", 2, batch)
        # A crash may have kept the first groups only: the rest is added behind them.
        more = [*batch, ("c", entries("4"))]
        made = place.open().append_many("g", 2, more)
        assert [m.repeated for m in made] == [True, True, False]
        assert [m.lines for m in made[:2]] == [m.lines for m in first]
        assert (made[2].first, made[2].last) == (6, 6)
        store = place.open()
        store.append("g", 6, "d", entries("5"))
        with pytest.raises(Stale) as e:
            store.append_many("g", 2, [*more, ("e", entries("6"))])
        assert e.value.seq == 7
        with refuses(Conflict, "a"):
            store.append_many("g", 7, [("f", entries("7")), ("a", entries("1"))])
        assert store.head("g").seq == 7

    def test_what_no_log_may_hold(self, store: Store):
        head = store.head("g")
        good = Sealed(head=head.digest, lines=2)
        before = whole(store)
        for batch, why in [
            ([], "nothing to append"),
            ([("k", [])], "at least one event"),
            ([("k", entries(OPENED))], ""),
            ([("k", entries("a")), ("k", entries("b"))], "same command key"),
            ([("", entries("a"))], "1 to 128 visible ASCII"),
            ([("k" * 129, entries("a"))], "1 to 128 visible ASCII"),
            ([("a b", entries("a"))], "1 to 128 visible ASCII"),
            ([("k", entries("a", good))], ""),
            ([("k", entries("a")), ("l", entries(good))], ""),
            ([("k", entries(good)), ("l", entries("a"))], ""),
            (
                [("k", entries(Sealed(head="0" * 32, lines=2)))],
                "2",
            ),
            ([("k", entries(Noted(text=object())))], ""),
            (
                [("k", entries(Moved(steps="three")))],
                "int | str",
            ),
            ([("k", entries(Noted(text="\ud800")))], ""),
            ([("k", entries("a" * 4 * 1024 * 1024))], "4194460 | 4194304"),
        ]:
            with refuses(Malformed, why):
                store.append_many("g", 2, batch)
            assert whole(store) == before
        with refuses(Malformed, "opened"):
            store.create("new", entries("a"))
        with pytest.raises(Malformed):
            store.create("new", entries(OPENED, OPENED))
        assert store.games() == ["g"]

    def test_nothing_follows_the_seal(self, store: Store, place: Place):
        store.append("g", 2, "k", entries("a"))
        first = seal(store, "end")
        for s in both(store, place):
            assert s.head("g").sealed and s.status("g").state == "sealed"
            with pytest.raises(Illegal):
                s.append("g", 4, "l", entries("b"))
            assert s.append("g", 2, "k", entries("a")).repeated
            assert s.recall("g", "end") == msgspec.structs.replace(first, repeated=True)

    # --- reading ----------------------------------------------------------------------------

    def test_ranges(self, store: Store):
        batch = [(None, entries(f"n{n}")) for n in range(1500)]
        store.append_many("g", 2, batch)
        raws = list(store.read("g"))
        assert [header(r).seq for r in raws] == list(range(1, 1503))
        assert list(store.read("g", 700, 1300)) == raws[699:1300]
        assert list(store.read("g", 1502)) == raws[-1:]
        assert list(store.read("g", 1503)) == list(store.read("g", 9, 8)) == []
        assert list(store.read("g", 1, 9999)) == raws
        with refuses(Malformed, "0"):
            store.read("g", 0)

    def test_where_logs_end(self, store: Store):
        store.create("h", entries(OPENED))
        heads = {"g": store.head("g"), "h": store.head("h")}
        assert store.heads(["h", "no", "g"]) == heads
        assert store.heads([]) == {}
        assert store.has("g") and not store.has("no")

    def test_first_lines(self, store: Store):
        store.create("h", entries(OPENED, "x" * 9000))
        first = {id: next(store.read(id)) for id in ("g", "h")}
        assert store.first_lines(["h", "no", "g"]) == first
        assert store.first_lines([]) == {}

    def test_what_comes_behind_a_position(self, store: Store):
        start = store.head("g")
        a = store.append("g", start, None, entries("a", "b"))
        b = store.append("g", a.head, None, entries("c"))
        assert store.since("g", start) == [a.lines, b.lines]
        assert store.since("g", a.head) == [b.lines]
        assert store.since("g", b.head) == []
        assert store.since("g", Head()) == [tuple(store.read("g", 1, 2)), a.lines, b.lines]
        for gone in (Head(3, 1, "0" * 32), Head(9, 1, b.head.digest)):
            with refuses(Stale, f"g | {gone.seq}") as e:
                store.since("g", gone)
            assert e.value.seq == 5

    # --- copying ----------------------------------------------------------------------------

    def test_logs_from_elsewhere(self, store: Store, place: Place):
        store.append_many("g", 2, [("a", entries("1", "2")), ("b", entries("3"))])
        third = store.append("g", 5, "c", entries("4"))
        data = whole(store)
        half = b"".join(raw + b"\n" for raw in store.read("g", 1, 4))
        store.put([LogSegment("h", Head(), half), LogSegment("i", Head(), data)])
        assert whole(store, "h") == half and whole(store, "i") == data
        middle = store.head("h")
        assert middle.seq == 4
        store.put([LogSegment("h", middle, data[len(half) :])])
        for s in both(store, place):
            assert whole(s, "h") == data
            assert s.head("h") == s.head("i") == third.head
            assert s.recall("h", "c").lines == s.recall("i", "c").lines == third.lines
            assert s.games() == ["g", "h", "i"]
        made = place.open().append("h", third.head, "d", entries("5"))
        assert made.last == 7

    def test_a_key_that_a_log_has_twice(self, store: Store):
        """Stores don't write one, but a log may be put together from others."""
        a = stamp(Head(), entries(OPENED), key="k")
        b = stamp(a[2], entries("1"), key="k")
        c = stamp(b[2], entries("2"), key="l")
        store.put([LogSegment("h", Head(), a[1] + b[1])])
        store.put([LogSegment("h", b[2], c[1])])
        assert whole(store, "h") == a[1] + b[1] + c[1]
        assert store.recall("h", "k").last == 1 and store.recall("h", "l").last == 3

    def test_what_does_not_fit_is_not_copied(self, store: Store):
        made = store.append("g", 2, "k", entries("a", "b"))
        data = whole(store)
        tail = b"".join(raw + b"\n" for raw in made.lines)
        before = list(store.read("g", 1, 2))
        start = Head(2, 0, header(before[1]).digest)
        for segment, error in [
            (LogSegment("g", Head(), data), Stale),
            (LogSegment("g", start, tail), Stale),
            (LogSegment("g", msgspec.structs.replace(made.head, digest="0" * 32), tail), Stale),
            (LogSegment("h", start, tail), Stale),
            (LogSegment("h", Head(), data.replace(b'"text":"a"', b'"text":"b"')), Damaged),
            (LogSegment("h", Head(), data[: -len(made.lines[1]) - 1]), Damaged),
            (LogSegment("h", Head(), data[:-1]), Damaged),
            (LogSegment("h", Head(), tail), Damaged),
            (LogSegment("h", Head(), b""), Damaged),
        ]:
            with pytest.raises(error):
                store.put([segment])
            assert store.games() == ["g"] and whole(store) == data

    # --- following --------------------------------------------------------------------------

    def test_hints(self, store: Store):
        heard: list[tuple[str, int]] = []
        news = threading.Event()

        def hear(grown: Mapping[str, int] | None) -> None:
            heard.extend((grown or {}).items())
            if grown and "g" in grown:
                news.set()

        def fail(grown: Mapping[str, int] | None) -> None:
            raise ValueError(grown)

        store.watch(fail)
        stop = store.watch(hear)
        store.append("g", 2, None, entries("a"))
        assert news.wait(20) and ("g", 3) in heard
        stop()
        time.sleep(0.05)  # a hint may be on its way
        heard.clear()
        store.append("g", 3, None, entries("b"))
        assert heard == []

    def test_hints_about_the_games_that_are_wanted(self, store: Store):
        heard: dict[str, int] = {}
        news = threading.Event()

        def hear(grown: Mapping[str, int] | None) -> None:
            heard.update(grown or {})
            if heard.get("g") == 3:
                news.set()

        store.limit_hints(["g"])
        store.watch(hear)
        store.append("g", 2, None, entries("a"))
        assert news.wait(20)
        store.limit_hints(None)

    def test_news_of_several_games(self, store: Store):
        """What is behind a position; a game that never was there is left out."""
        head = store.head("g")
        other = store.create("h", entries(OPENED))
        a = store.append("g", head, None, entries("a"))
        b = store.append("g", a.head, None, entries("b", "c"))
        heads = {"g": head, "h": other}
        assert store.new_groups(heads) == {"g": [a.lines, b.lines], "h": []}
        assert store.new_groups({"g": a.head}) == {"g": [b.lines]}
        never = msgspec.structs.replace(a.head, digest="0" * 32)
        assert store.changed({"g": b.head, "h": other}) == []
        assert store.changed({"h": other, "g": a.head}) == ["g"]
        assert sorted(store.changed({"g": never, "nobody": head})) == ["g", "nobody"]
        assert store.new_groups({"g": never, "nobody": head, "h": other}) == {"h": []}

    # --- threads ----------------------------------------------------------------------------

    def test_of_many_threads_one_wins_each_line(self, store: Store):
        wins: list[tuple[int, int]] = []
        start = threading.Barrier(6)

        def play(me: int) -> None:
            start.wait()
            while (seq := store.head("g").seq) < 32:
                try:
                    made = store.append("g", seq, f"{me}-{seq}", entries(f"{me}"))
                    wins.append((made.first, me))
                except Stale as e:
                    assert e.seq > seq

        threads = [threading.Thread(target=play, args=(n,)) for n in range(6)]
        for t in threads:
            t.start()
        for t in threads:
            t.join(60)
        assert sorted(n for n, _ in wins) == list(range(3, 33))
        texts = {h.seq: msgspec.json.decode(h.data)["text"] for h in headers(whole(store))[2:]}
        assert texts == {seq: str(me) for seq, me in wins}
