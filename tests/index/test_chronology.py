"""Plays of one time are in the order in which they were entered: in lists, streaks and ratings."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.reports.report import reports
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.library import Library
from ledger.library.records.chronology import chronology

WINS = "LWWWLLWWLW"
"""How Ana did, play after play, all on one day: three in a row are her longest streak."""


def play(n: int, source: str) -> PlayRecord:
    """Return a play of a day of which no time is known; its key tells nothing of the order."""
    key = str(1000 + 7 * n) if source == "bgg" else f"{(n * 7) % 10}-{n}"
    who = zip(("Ana", "Bo"), (WINS[n] == "W", WINS[n] == "L"), strict=True)
    return PlayRecord(
        source=source,
        key=key,
        title="Chess",
        date="2026-03-01",
        standings=tuple(Standing(person=Person(name=name), won=won) for name, won in who),
        extra={"entryDate": f"2026-03-01 20:{n:02}:00"} if source == "bgstats" else {},
    )


def filled(folder: Path, plays: list[PlayRecord], *, one_by_one: bool = False) -> Library:
    library = Library(folder)
    with library.writing() as writer:
        for each in plays:
            writer.add_result(each)
            if one_by_one:
                writer.flush()
                Index(library).refresh()
    return library


def answers(library: Library) -> dict[str, list[tuple[object, ...]]]:
    """Return what reports and tables say about the order."""
    asked = {name: reports()[name] for name in ("streaks", "ratings")}
    with Index(library).reading() as con:
        found = {name: ask(con, r.sql, r.values({})).rows() for name, r in asked.items()}
        sql = "select source, extra->>'entryDate', chronology from games order by chronology"
        return {**found, "games": ask(con, sql).rows()}


@pytest.mark.parametrize("source", ["bgstats", "bgg", "sheet"])
def test_they_follow_one_another(tmp_path: Path, source: str):
    plays = [play(n, source) for n in range(len(WINS))]
    expected = answers(filled(tmp_path / "in-order", plays))
    (streak,) = (row[1] for row in expected["streaks"] if row[0] == "Ana")
    assert streak == 3
    assert [row[2] for row in expected["games"]] == list(range(1, len(WINS) + 1))
    if source != "sheet":  # nothing but the file tells their order
        random.Random(1).shuffle(plays)
    library = filled(tmp_path / "shuffled", plays, one_by_one=True)
    assert answers(library) == expected
    listed = sorted(library.games(), key=chronology)
    won = [next(s.won for s in e.standings if s.person.name == "Ana") for e in listed]
    assert "".join("LW"[bool(w)] for w in won) == WINS


def test_days_and_times_come_first(tmp_path: Path):
    def timed(key: str, date: str | None, time: str | None, entry: str) -> PlayRecord:
        extra = {"entryDate": entry}
        return PlayRecord(source="bgstats", key=key, title="Go", date=date, time=time, extra=extra)

    plays = [
        timed("d", "2026-03-01", None, "2026-03-01 09:00:00"),  # no time: last on its day
        timed("c", "2026-03-01", "18:30:00", "2026-03-01 10:00:00"),
        timed("e", "2026-03-02", "08:00", "2026-01-01 00:00:00"),
        timed("b", "2026-03-01", "18:30:00", "2026-03-01 09:00:00"),
        timed("a", None, None, "2026-09-01 00:00:00"),
    ]
    library = filled(tmp_path / "lib", plays)
    with Index(library).reading() as con:
        sql = "select log from games order by chronology"
        assert [log[-1] for (log,) in ask(con, sql).rows()] == list("abcde")
    assert [e.id[-1] for e in sorted(library.games(), key=chronology)] == list("abcde")


def test_a_play_is_joined_with_itself(tmp_path: Path):
    """`seat` may be unknown and names may be the same; `number` tells players apart."""
    names = ("?", "?", "Ana")
    played = PlayRecord(
        source="bgg", key="1", title="Go",
        standings=tuple(Standing(person=Person(name=name)) for name in names),
    )  # fmt: skip
    library = filled(tmp_path / "lib", [played])
    with Index(library).reading() as con:
        pairs = ask(
            con,
            "select a.name, b.name from seats a join seats b using (game_id) "
            "where a.number < b.number order by a.number, b.number",
        ).rows()
        assert ask(con, "select count(seat) from seats").rows() == [(0,)]
    assert pairs == [("?", "?"), ("?", "Ana"), ("?", "Ana")]


def test_an_index_follows_what_was_removed(tmp_path: Path):
    """A revision that was removed may have another one in its place."""
    from ledger.library.journal.facts import Removed

    library = filled(tmp_path / "lib", [play(0, "bgstats"), play(1, "bgstats")])
    comments = "select comment from games order by chronology"

    def said(comment: str) -> PlayRecord:
        import msgspec

        return msgspec.structs.replace(play(0, "bgstats"), comment=comment)

    with library.writing() as writer:
        writer.add_result(said("wrong"))
    with Index(library).reading() as con:
        assert ask(con, comments).rows() == [("wrong",), (None,)]
    with library.writing() as writer:
        writer.remove(Removed(lines=((4, 4),)))
        assert writer.add_result(said("right")).revision == 2
    with Index(library).reading() as con:
        assert ask(con, comments).rows() == [("right",), (None,)]
    with library.writing() as writer:
        writer.remove(Removed(lines=((2, 2), (6, 6))))
    with Index(library).reading() as con:
        assert ask(con, comments).rows() == [(None,)]
