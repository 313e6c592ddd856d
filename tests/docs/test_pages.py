"""The pages of docs/ are true: what they show can be done, and prints what they say."""

from __future__ import annotations

import io
import os
import shlex
import sys
from pathlib import Path

import pytest

from ledger.cli.app import run as ledger
from scripts.pages import Reader, WrongPage, prints

PAGES = {
    "ask-your-games.md": 24,
    "first-evening.md": 7,
    "keep-your-games.md": 2,
    "log-format.md": 1,
    "play-together.md": 1,
    "study-games.md": 3,
    "test-rules.md": 2,
}
"""Pages that are followed, and how many blocks of each at least."""


class QuickReader(Reader):
    """Runs our program in this process, where it needn't be started each time."""

    def __init__(
        self, folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        super().__init__(folder, Path(sys.executable).parent)
        self.patch, self.capsys = patch, capsys
        patch.chdir(folder)
        for name, value in self.env.items():
            patch.setenv(name, value)
        self.env = dict(os.environ)

    def run(self, line: str, typed: str = "") -> tuple[int, str]:
        """Run a line here if it is one of ours, and nothing but that."""
        words = shlex.split(line, comments=True)
        if words[0] != "ledger" or set(line) & set("|><&"):
            return super().run(line, typed)
        self.patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        with pytest.raises(SystemExit) as exit_:
            ledger(words[1:])
        said = self.capsys.readouterr()
        return int(exit_.value.code or 0), said.out + said.err


@pytest.mark.parametrize("page", PAGES)
def test_what_the_page_shows_can_be_done(
    page: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert QuickReader(tmp_path, monkeypatch, capsys).follow(page) >= PAGES[page]


def test_a_page_that_says_something_else_is_found() -> None:
    prints("ledger games", "osaka\n7 games in all\n", "osaka\n… games in all")
    with pytest.raises(WrongPage, match="ledger games"):
        prints("ledger games", "osaka\n", "century")
