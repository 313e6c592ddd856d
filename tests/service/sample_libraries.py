"""Libraries for the tests of what strangers may ask."""

from __future__ import annotations

from typing import Any

from index.sample_library import unknown
from ledger.index.library_index import Index
from ledger.index.schema import TABLES
from ledger.kernel.game.registry import installed
from ledger.kernel.log.codec import encode
from ledger.kernel.log.events import Line
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.journal.facts import Imported, describe
from ledger.library.library import Library
from ledger.testing.playing import Habits, Script, play

GAMES = tuple(installed())
WILD = Habits(undo=8, adjust=20, waive=20, keys=True)


def table_of(name: str, seed: int = 3, steps: int = 60) -> Table:
    """Play some of a game, with everything that happens at a table."""
    return play(installed()[name], Script(seed, steps), WILD, id="id-inside-the-log")


def add(library: Library, id: str, lines: list[Line], identity: str | None = None) -> None:
    data = encode(lines)
    with library.writing() as writer:
        writer.add_log(identity or f"id:{id}", id, describe(lines, len(data)), data)


def grow(library: Library, id: str, lines: list[Line]) -> None:
    """Play on: the file first, then the journal."""
    data = encode(lines)
    (library.folder / "games" / f"{id}.jsonl").write_bytes(data)
    with library.writing() as writer:
        writer.grew(id, describe(lines, len(data)))


def result(key: str, *people: Person, **more: Any) -> PlayRecord:
    standings = tuple(Standing(person=p, score="1", total="1", place=1) for p in people)
    return PlayRecord(
        source="bgstats", key=key, title="Chess", date="2024-02-03", standings=standings,
        comment="a remark of ours", extra={"file": "/home/me/plays.json"}, **more,
    )  # fmt: skip


def fill_library(library: Library) -> None:
    """Fill a library: a game of each kind, and everything that must be left out."""
    for name in GAMES:
        add(library, f"{name}-1", table_of(name).lines)
    seat = table_of("century", seed=5)
    add(library, "seen-by-2", redact(seat.game, seat.lines, 2)[0])
    lines, data = unknown()
    with library.writing() as writer:
        writer.add_log("id:chess", "chess", describe(lines, len(data)), data)
        ana = Person(name="Ana Nowak", ids={"bgstats": "/home/me/uuid-1", "bgg": "ananowak"})
        writer.add_result(result("secret-key-1", ana, Person(name="Xi")))
        writer.add_result(result("secret-key-2", Person(name="Anka", ids={"bgg": "anan"})))
        writer.say([writer.catalogue.people.merging("bgg:ananowak", "bgg:anan")])
        imported = Imported(
            file="/home/me/plays.json", kind="bgstats", digest="0", new=2, known=0, changed=0,
            refused=0,
        )  # fmt: skip
        writer.say([imported])
    add(library, "damaged", table_of("osaka", seed=6).lines)
    path = library.folder / "games" / "damaged.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"turn":1', b'"turn":7', 1))


def dump(library: Library) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table, the engine's own included."""
    with Index(library).reading(refresh=False) as con:
        names = [t.name for t in TABLES] + ["internal.meta", "internal.logs"]
        views = con.execute("select view_name from duckdb_views() where not internal").fetchall()
        return {
            name: con.execute(
                f"from {name if '.' in name else chr(34) + name + chr(34)} order by all"
            ).fetchall()
            for name in [*names, *(v for (v,) in views)]
        }


def read_log(library: Library, id: str) -> list[Line]:
    return read((library.folder / "games" / f"{id}.jsonl").read_bytes()).lines
