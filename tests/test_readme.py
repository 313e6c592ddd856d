"""The README is true: its commands run, in its order, and print what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from common.paths import ROOT
from docs.quick_reader import QuickReader
from ledger.kernel.game.summary import our_summary

TEXT = (ROOT / "README.md").read_text("utf-8")
BIN = Path(sys.executable).parent


def blocks(kind: str) -> list[str]:
    """Return the code blocks of a kind."""
    return re.findall(rf"```{kind}\n(.*?)```", TEXT, re.S)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the session of the README."""
    folder = tmp_path_factory.mktemp("readme")
    (session,) = [b for b in blocks("text") if b.startswith("game:")]
    (folder / "evening.session").write_text(session, "utf-8")
    return folder


def test_complete_is_said_with_how_much_is_a_guess() -> None:
    every = (our_summary(name) for name in ("osaka", "istanbul", "century", "klongs"))
    shares = {(x.tables["default"], sum(x.tables.values())) for x in every if x is not None}
    said = re.findall(r"(\d+) of (\d+)", TEXT.partition("## Start")[0])
    assert {(int(a), int(b)) for a, b in said} == shares
    assert len(shares) == 4


def run(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell with our program on the path."""
    env = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
    env["LEDGER_LIBRARY"] = str(cwd / "library")
    return subprocess.run(  # noqa: S602
        line,
        shell=True,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_command_of_the_readme_runs(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In order, so that a later one finds what an earlier one made."""
    reader = QuickReader(place, monkeypatch, capsys)
    lines = [x for b in blocks("sh") for x in b.replace("\\\n", " ").splitlines()]
    ran = 0
    for line in lines:
        if line.startswith(("ledger ", "python ")):
            code, said = reader.run(line)
            assert code == 0, f"{line}\n{said}"
            assert said.strip(), line
            ran += 1
        else:
            assert line.startswith("scripts/"), line
            assert os.access(ROOT / line.split()[0], os.X_OK), line
    assert ran >= 10


def test_the_session_that_is_shown_is_what_is_printed(tmp_path: Path) -> None:
    """The console block, line by line and in this order; `…` leaves something out."""
    (shown,) = blocks("console")
    command, *expected = shown.strip().splitlines()
    run("ledger samples games", tmp_path)  # as the page says before
    printed, at = run(command.removeprefix("$ "), tmp_path).stdout, 0
    for line in expected:
        at = printed.find(line.strip("… \n"), at)
        assert at >= 0, line


def test_what_the_readme_points_to_exists() -> None:
    """Pictures and paths."""
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / target).exists(), target
    for path in re.findall(r"`((?:scripts|tests|replays)/[\w./-]*)`", TEXT):
        assert (ROOT / path).exists(), path
