"""Every message of the commands around a library, word for word."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from common.messages import Trigger
from ledger.cli.app import run
from ledger.kernel.errors import Malformed
from ledger.kernel.session.reader import read_session
from ledger.library.library import Library

TALL = "date,game,player,score\n2026-03-01,osaka,Ana,5\n"
OPENING = (
    "game: osaka\nplayers: Ana, Bo\n\nmarket B5 R5 Y3 Y3 Y2\nfarm R2 G3 B2\nAna hand R5 R3\n"
    "Bo hand B5 B5\n"
)


def typed(*args: str, torn: bool = False) -> Trigger:
    """Return what types a command; heard is its exit code and what stderr says, in one line."""

    def trigger(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
        patch.chdir(path)
        patch.setenv("LEDGER_LIBRARY", "lib")
        Path("t.csv").write_text(TALL)
        Path("x.session").write_text(OPENING)
        if torn:
            _heard(patch, "import", "t.csv")
            journal = Library("lib").journal
            journal.write_bytes(journal.read_bytes() + b'{"type"')
        return _heard(patch, *args)

    return trigger


def wrong(path: Path, patch: pytest.MonkeyPatch) -> list[str]:
    """Take the good part of a session."""
    found = read_session(OPENING), Malformed("wrong", line=8, rule="OSA-1")
    patch.setattr("ledger.importers.native.sessions.read_lenient", lambda text, file: found)
    return list(typed("import", "x.session", "--lenient", "--out", "x.jsonl")(path, patch))


def _heard(patch: pytest.MonkeyPatch, *args: str) -> list[str]:
    err = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with patch.context() as streams, pytest.raises(SystemExit) as e:
        streams.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
        streams.setattr(sys, "stderr", err)
        run(list(args))
    err.flush()
    said = err.buffer.getvalue().decode()  # type: ignore[attr-defined]
    return [f"{e.value.code}: {line.removeprefix('error: ')}" for line in said.splitlines()]


DAY = "{!r} is no date: write it like 2026-03-01, 2026-03 or 2026"
CATALOGUE: list[tuple[str, Trigger]] = [
    (
        f"2: Error: Invalid value for --since: {DAY.format('soon')}",
        typed("list", "--since", "soon"),
    ),
    (
        "2: Error: Invalid value for --until: there is no day 2026-02-30",
        typed("list", "--until", "2026-02-30"),
    ),
    (
        "0: warning: lib/library.jsonl:4: the log is cut or garbled from here to its end "
        "(`ledger library` tells more)",
        typed("list", torn=True),
    ),
    (
        "2: Error: Invalid value for merge: write: ledger players merge A B",
        typed("players", "merge", "Ana"),
    ),
    (
        "2: Error: Invalid value for split: write: ledger players split A [KEY]...",
        typed("players", "split"),
    ),
    (
        "2: there is no library in lib yet; `ledger import` starts one",
        typed("players", "merge", "Ana", "Bo"),
    ),
    (
        "2: Error: Invalid value for --out: needs exactly one FILE",
        typed("import", "t.csv", "x.session", "--out", "x.jsonl"),
    ),
    (
        "0: warning: x.session: line 8: wrong [OSA-1]; from there on all lines were kept as notes",
        wrong,
    ),
]


@pytest.mark.parametrize(("text", "trigger"), CATALOGUE)
def test_it_is_said_word_for_word(text, trigger, tmp_path, monkeypatch):
    assert text in trigger(tmp_path, monkeypatch)
