"""The page of a game in one file, opened from the disk: it asks nobody, and shows every line."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from common.paths import REPLAYS
from ledger.cli.output.game_page import game_page
from ledger.kernel.narration.narrate import line_words
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.web.chapters import position

READING = read((REPLAYS / "osaka-2p.jsonl").read_bytes())
NAMES = ["Ana", "Bartek"]


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> Page:
    file = tmp_path / "evening.html"
    file.write_bytes(game_page(READING, None, "en", {}, all_eyes=True))
    page.goto(file.as_uri())
    page.wait_for_selector("#board .piece", state="attached")
    return page


def check_board(page: Page, replay: Replay, at: int) -> None:
    """Wait until exactly the pieces of a position are on the board."""
    wanted = {f"p-{id}" for id in position(replay, at, "en").scene.pieces}
    for _ in range(250):
        every = page.locator("#board .piece").evaluate_all("all => all.map(one => one.id)")
        if set(every) == wanted:
            break
        page.wait_for_timeout(20)
    assert set(every) == wanted
    assert len(every) == len(wanted)


def test_it_shows_the_game_from_the_disk(opened: Page) -> None:
    game, lines = READING.game, READING.lines
    check_board(opened, Replay(game, lines), len(lines))
    for seq in (1, 64, 65, 150):
        opened.evaluate("seq => { location.hash = `#e${seq}`; }", seq)
        words = line_words(game, lines, lines[seq - 1], NAMES, "en")
        opened.locator("#log").get_by_text(words).first.wait_for()
        check_board(opened, Replay(game, lines), seq)
    opened.get_by_label("Point of view").select_option("1")
    check_board(opened, Replay(game, redact(game, lines, 1)[0]), 150)


@pytest.mark.parametrize("redone", [False, True])
def test_what_was_taken_back_is_struck_out_until_it_is_redone(
    page: Page, tmp_path: Path, redone: bool
) -> None:
    game = READING.game
    table = Table.open(game, open_game(game, NAMES), Seeded(4))
    for n in range(3):
        table.do(
            next(game.rules.legal_moves(table.state, game.rules.awaiting(table.state)[0].seat)),
            Seeded(n),
        )
    moved = table.head.seq
    table.undo()
    struck = moved - table.lines[-1].data.to
    if redone:
        table.undo(moved)
    file = tmp_path / "evening.html"
    file.write_bytes(game_page(read(table.bytes()), None, "en", {}, all_eyes=False))
    page.goto(file.as_uri())
    page.locator("#log").get_by_text("Redone" if redone else "Taken back").first.wait_for()
    rows = page.locator("#log .back")
    assert rows.count() == (1 if redone else struck), "then only the take-back is taken back"
    page.get_by_label("Share this position").click()
    assert page.locator("dialog input[readonly]").count() == 0, "a link to a file leads nowhere"
