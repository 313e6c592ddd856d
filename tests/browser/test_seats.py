"""A player is chosen by a tap on the player's panel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from client.real_server import RealServer
from common.examples import examples_installed
from common.paths import TESTS

from .chromium import DESKTOP, PHONE, Hand
from .looks import assert_accessible
from .test_playing import Keys, Taps


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """A server that has the game of pointing."""
    site = tmp_path_factory.mktemp("site")
    code = (TESTS / "common" / "pointing.py").read_text("utf-8")
    (site / "ledger_pointing.py").write_text(code, "utf-8")
    info: Path = site / "ledger_pointing-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ledger-pointing\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[ledger.games]\npointing = ledger_pointing:GAME\n")
    with examples_installed(site):
        serving = RealServer(tmp_path_factory.mktemp("games"))
        yield serving
        serving.kill()


@pytest.mark.parametrize("hand", ["touch", "keys"])
def test_a_player_is_picked_by_the_panel(open_page: Any, server: RealServer, hand: Hand) -> None:
    table = server.admin.create("pointing", ["Ana", "Bo", "Zoë Łucka"])
    page = open_page(PHONE if hand == "touch" else DESKTOP, only=hand)
    player = (Taps if hand == "touch" else Keys)(page, server, table, 1)
    player.offered()
    lit = page.locator(".lit")
    expect(lit).to_have_count(2)
    assert [one.get_attribute("aria-label") for one in lit.all()] == ["Bo", "Zoë Łucka"]
    assert_accessible(page)
    player.piece("panel-3")
    expect(page.locator("#play")).to_contain_text("Ana points at Zoë Łucka")
    player.play()
    expect(page.locator("#seat-3 .points")).to_have_text("2")
    assert b'"at":3' in table.events()[-2]
