"""Every message of a library, word for word."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from common.messages import Trigger
from ledger.kernel.errors import LedgerError
from ledger.library.library import Library
from ledger.library.people import People
from ledger.store.files import RealFiles
from library.sample_library import journal, log, person, played, put

SAFE = "what was taken before is safe; import again when the disk is well"


def heard(*work: Callable[[Library], object]) -> Trigger:
    """Return what does some work in a library; heard are the errors and the troubles."""

    def trigger(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
        patch.chdir(path)
        library, said = Library("lib"), []
        for step in work:
            try:
                step(library)
            except LedgerError as e:
                said.append(str(e).replace(f"(process {os.getpid()})", "(process 7)"))
        return said + [t.message for t in library.troubles()]

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
    lock = RealFiles().lock(library.folder / "games" / ".locks" / "a")
    try:
        take("a", text="other")(library)
    finally:
        RealFiles().close(lock)


def full_disk(library: Library) -> None:
    """Write where there is no room."""

    def write(*args: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with library.writing() as writer:
        writer._shelf.files.write = write  # type: ignore[method-assign,assignment]
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
WHOLE = "its keys are: bga:7, bgg:a, bgstats:s"

CATALOGUE: list[tuple[str, Trigger]] = [
    # --- finding ---
    (
        "2 games of the library begin with 'osaka'\n    which one: osaka-1, osaka-2",
        heard(take("osaka-1", "osaka-2"), lambda x: x.find("osaka")),
    ),
    (
        f"12 games of the library begin with 'osaka'\n    which one: {', '.join(MANY[:10])}, and "
        "2 more",
        heard(take(*MANY), lambda x: x.find("osaka")),
    ),
    ("there is no game 'x' in the library lib", heard(lambda x: x.find("x"))),
    # --- players ---
    (
        "there is no player 'Zoe' here\n    `ledger players` lists them all",
        heard(ANA, people(lambda p: p.find("Zoe"))),
    ),
    (
        "there is no player 'bartek ' here\n    do you mean Bartek (bartek)?",
        heard(ANA, people(lambda p: p.find("bartek "))),
    ),
    (
        "2 players are called 'Eve'\n    say which: eve, eve-2",
        heard(results(("1", "Eve|bgg=a", "Eve|bgg=b")), people(lambda p: p.find("Eve"))),
    ),
    (
        "Ana (ana) is one player already",
        heard(ANA, people(lambda p: p.merging("ana", "bgg:a"))),
    ),
    (
        "Ana (ana) and Bartek (bartek) sat at one table in bgstats-1: they are two people",
        heard(ANA, people(lambda p: p.merging("ana", "bartek"))),
    ),
    (
        "Bartek (bartek) is known by one key alone (name:Bartek)",
        heard(ANA, people(lambda p: p.splitting("bartek", []))),
    ),
    (
        f"say which keys of Ana (ana) are another person\n    {WHOLE}",
        heard(ANA, people(lambda p: p.splitting("ana", []))),
    ),
    (
        f"Ana (ana) has no key 'x'\n    {WHOLE}",
        heard(ANA, people(lambda p: p.splitting("ana", ["x"]))),
    ),
    (
        f"then nothing is left of Ana (ana)\n    {WHOLE}",
        heard(ANA, people(lambda p: p.splitting("ana", ["bga:7", "bgg:a", "bgstats:s"]))),
    ),
    (
        "bga:7 and bgg:a stand on one record: they are one person",
        heard(ANA, people(lambda p: p.splitting("ana", ["bga:7"]))),
    ),
    # --- writing ---
    (
        "lib/games/a.jsonl: a is being played on: it cannot be replaced now",
        heard(take("a"), replaced_while_played),
    ),
    (
        f"lib: this library could not be written: No space left on device\n    {SAFE}",
        heard(take("b"), full_disk),
    ),
    (
        "lib: another program is writing to this library (process 7)\n    wait until it is done, "
        "then try again",
        heard(twice),
    ),
    ("this record takes 5,000,632 bytes; 4,128,768 is the most", heard(huge)),
    (
        "lib/library.jsonl: not the journal of a library: Invalid value 'noted' - at `$.type`",
        heard(game_as_journal, lambda x: x.writing()),
    ),
    # --- health ---
    ("lib/games/a.jsonl: this log is missing", heard(take("a"), damage("a", None))),
    (
        "lib/games/a.jsonl: this log cannot be read: Is a directory",
        heard(take("a"), unreadable),
    ),
    (
        "lib/games/a.jsonl: this log is shorter than the 651 bytes that are on record",
        heard(take("a"), damage("a", log("a", "one")[1])),
    ),
    (
        "lib/games/a.jsonl: this log is not the one on record",
        heard(take("a"), damage("a", log("a", "ONE", "two")[1])),
    ),
    (
        "lib/games/a.jsonl: an import was cut short while it replaced this log; import it again",
        heard(cut_short),
    ),
    (
        "lib/games/b.jsonl: not in the journal; import it to take it in",
        heard(take("a"), damage("b", log("b", "one")[1])),
    ),
]


@pytest.mark.parametrize(("text", "trigger"), CATALOGUE)
def test_it_is_said_word_for_word(text, trigger, tmp_path, monkeypatch):
    assert text in trigger(tmp_path, monkeypatch)
