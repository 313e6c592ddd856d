"""What the commands around a library refuse and warn of (see `common.refusals`)."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from common.refusals import Heard, Trigger
from ledger.cli.app import run
from ledger.kernel.errors import Malformed
from ledger.kernel.notation.session.session_reader import Session, read_session
from ledger.library.library import Library

TALL = "date,game,player,score\n2026-03-01,osaka,Ana,5\n"
OPENING = (
    "game: osaka\nplayers: Ana, Bo\n\nmarket B5 R5 Y3 Y3 Y2\nfarm R2 G3 B2\nAna hand R5 R3\n"
    "Bo hand B5 B5\n"
)


def typed(*args: str, torn: bool = False) -> Trigger:
    """Return what types a command; heard are its exit code and the lines of stderr."""

    def trigger(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
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


def wrong(path: Path, patch: pytest.MonkeyPatch) -> list[Heard]:
    """Take the good part of a session."""
    found = Session(read_session(OPENING), Malformed("wrong", line=8, rule="OSA-1"))
    patch.setattr("ledger.importers.native.sessions.read_lenient", lambda text, file: found)
    return typed("import", "x.session", "--lenient", "--out", "x.jsonl")(path, patch)


def _heard(patch: pytest.MonkeyPatch, *args: str) -> list[Heard]:
    err = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with patch.context() as streams, pytest.raises(SystemExit) as e:
        streams.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
        streams.setattr(sys, "stderr", err)
        run(list(args))
    err.flush()
    said = err.buffer.getvalue().decode()
    lines = said.splitlines()
    return [Heard(f"exit {e.value.code}", line.partition(": ")[0], line) for line in lines]


REFUSALS: list[tuple[str, Trigger]] = [
    ("exit 2 | Error | --since | soon", typed("list", "--since", "soon")),
    ("exit 2 | Error | --until | 2026-02-30", typed("list", "--until", "2026-02-30")),
    ("exit 0 | warning | lib/library.jsonl:4 | `ledger library`", typed("list", torn=True)),
    ("exit 2 | Error | ledger players merge A B", typed("players", "merge", "Ana")),
    ("exit 2 | Error | ledger players split A [KEY]...", typed("players", "split")),
    ("exit 2 | error | lib | `ledger import`", typed("players", "merge", "Ana", "Bo")),
    ("exit 2 | Error | --out", typed("import", "t.csv", "x.session", "--out", "x.jsonl")),
    ("exit 0 | warning | x.session | 8 | OSA-1", wrong),
]


@pytest.mark.parametrize(("facts", "trigger"), REFUSALS)
def test_each_tells_what_is_wrong_and_where(facts, trigger, tmp_path, monkeypatch):
    said = trigger(tmp_path, monkeypatch)
    assert any(x.tells(facts) for x in said), said
