"""Every refusal of a library, and what it tells (see `common.refusals`)."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from common.refusals import Heard, Trigger, heard
from ledger.kernel.errors import LedgerError
from ledger.library.library import Library
from ledger.library.people.directory import People
from library.sample_library import journal, log, person, played, put


def doing(*work: Callable[[Library], object]) -> Trigger:
    """Return what does some work in a library; heard are the errors and the troubles."""

    def trigger(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
        patch.chdir(path)
        library, said = Library("lib"), list[Heard]()
        for step in work:
            try:
                step(library)
            except LedgerError as e:
                said.append(heard(e))
        return said + [Heard("trouble", t.id or "-", t.message) for t in library.troubles()]

    return trigger


def take(*ids: str, text: str = "one two") -> Callable[[Library], object]:
    """Return what puts logs into a library."""

    def work(library: Library) -> None:
        with library.writing() as writer:
            for id in ids:
                put(writer, id, *text.split())

    return work


def results(*plays: tuple[str, ...]) -> Callable[[Library], object]:
    """Return what puts results into a library: the key, then who played."""

    def work(library: Library) -> None:
        with library.writing() as writer:
            for key, *who in plays:
                persons = [
                    person(name, **_ids(rest)) for name, *rest in (w.split("|") for w in who)
                ]
                writer.add_result(played(key, *persons))

    return work


def _ids(rest: list[str]) -> dict[str, str]:
    return dict(pair.split("=") for pair in rest)


def people(ask: Callable[[People], object]) -> Callable[[Library], object]:
    """Return what asks about the players of a library."""
    return lambda library: ask(library.catalogue.people)


def twice(library: Library) -> None:
    """Open a library for writing while it is open."""
    with library.writing():
        library.writing()


def replaced_while_played(library: Library) -> None:
    """Replace a log that somebody plays on."""
    lock = library._files.lock(library.folder / "games" / ".locks" / "a")
    try:
        take("a", text="other")(library)
    finally:
        library._files.close(lock)


def full_disk(library: Library) -> None:
    """Write where there is no room."""

    def write(*args: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with library.writing() as writer:
        writer._log_files.files.write = write  # type: ignore[method-assign,assignment]
        put(writer, "a", "one")


def huge(library: Library) -> None:
    """Take a result that no line can hold."""
    with library.writing() as writer:
        writer.add_result(played("p", comment="x" * 5_000_000))


def game_as_journal(library: Library) -> None:
    """Put a log where the journal should be."""
    library.folder.mkdir()
    library.journal.write_bytes(log("a", "one")[1])


def damage(name: str, data: bytes | None) -> Callable[[Library], object]:
    """Return what changes or takes away a log behind a library's back."""

    def work(library: Library) -> None:
        file = library.folder / "games" / f"{name}.jsonl"
        file.unlink(missing_ok=True)
        if data is not None:
            file.write_bytes(data)

    return work


def unreadable(library: Library) -> None:
    """Put a folder where a log should be."""
    damage("a", None)(library)
    (library.folder / "games" / "a.jsonl").mkdir()


def cut_short(library: Library) -> None:
    """Die while a log is replaced."""
    take("a")(library)
    lines = journal(library)
    take("a", text="other")(library)
    library.journal.write_bytes(b"\n".join(lines) + b"\n")


MANY = tuple(f"osaka-{n:02}" for n in range(12))
ANA = results(("1", "Ana|bgg=a|bga=7", "Bartek"), ("2", "Ana|bgstats=s"), ("3", "Ána", "Bo"))

REFUSALS: list[tuple[str, Trigger]] = [
    # --- finding ---
    (
        "ambiguous | - | 2 | osaka => osaka-1 | osaka-2",
        doing(take("osaka-1", "osaka-2"), lambda x: x.find("osaka")),
    ),
    (
        "ambiguous | - | 12 | osaka => osaka-00 | osaka-09 | 2",
        doing(take(*MANY), lambda x: x.find("osaka")),
    ),
    ("missing | - | x | lib", doing(lambda x: x.find("x"))),
    # --- players ---
    ("missing | - | Zoe => `ledger players`", doing(ANA, people(lambda p: p.find("Zoe")))),
    ("missing | - | bartek => Bartek (bartek)", doing(ANA, people(lambda p: p.find("bartek ")))),
    (
        "ambiguous | - | 2 | Eve => eve | eve-2",
        doing(results(("1", "Eve|bgg=a", "Eve|bgg=b")), people(lambda p: p.find("Eve"))),
    ),
    ("illegal | - | Ana (ana)", doing(ANA, people(lambda p: p.merging("ana", "bgg:a")))),
    (
        "illegal | - | Ana (ana) | Bartek (bartek) | bgstats-1",
        doing(ANA, people(lambda p: p.merging("ana", "bartek"))),
    ),
    (
        "illegal | - | Bartek (bartek) | name:Bartek",
        doing(ANA, people(lambda p: p.splitting("bartek", []))),
    ),
    (
        "ambiguous | - | Ana (ana) => bga:7 | bgstats:s",
        doing(ANA, people(lambda p: p.splitting("ana", []))),
    ),
    (
        "missing | - | Ana (ana) | x => bga:7 | bgstats:s",
        doing(ANA, people(lambda p: p.splitting("ana", ["x"]))),
    ),
    (
        "illegal | - | Ana (ana) => bga:7 | bgstats:s",
        doing(ANA, people(lambda p: p.splitting("ana", ["bga:7", "bgg:a", "bgstats:s"]))),
    ),
    ("illegal | - | bga:7 | bgg:a", doing(ANA, people(lambda p: p.splitting("ana", ["bga:7"])))),
    # --- writing ---
    ("locked | lib/games/a.jsonl | a", doing(take("a"), replaced_while_played)),
    ("failed | lib =>", doing(take("b"), full_disk)),
    ("locked | lib =>", doing(twice)),
    ("malformed | - | 5,000,152 | 4,128,768", doing(huge)),
    ("malformed | lib/library.jsonl", doing(game_as_journal, lambda x: x.writing())),
    # --- health ---
    ("trouble | a | lib/games/a.jsonl", doing(take("a"), damage("a", None))),
    ("trouble | a | lib/games/a.jsonl", doing(take("a"), unreadable)),
    ("trouble | a | lib/games/a.jsonl | 651", doing(take("a"), damage("a", log("a", "one")[1]))),
    ("trouble | a | lib/games/a.jsonl", doing(take("a"), damage("a", log("a", "ONE", "two")[1]))),
    ("trouble | a | lib/games/a.jsonl", doing(cut_short)),
    ("trouble | - | lib/games/b.jsonl", doing(take("a"), damage("b", log("b", "one")[1]))),
]


@pytest.mark.parametrize(("facts", "trigger"), REFUSALS)
def test_each_tells_what_is_wrong_and_where(facts, trigger, tmp_path, monkeypatch):
    said = trigger(tmp_path, monkeypatch)
    assert any(x.tells(facts) for x in said), said
