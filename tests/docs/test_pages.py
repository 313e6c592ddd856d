"""The pages of docs/ are true: what they show can be done, and prints what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.pages import WrongPage, prints

from .quick_reader import QuickReader

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
