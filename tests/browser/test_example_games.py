"""The games of examples/games in a browser: one file, and there is a page that one plays on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from client.real_server import RealServer
from common.examples import examples_installed
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Seat
from ledger.testing.effort import CAMPAIGN

from .chromium import DESKTOP, PHONE, Hand
from .looks import assert_accessible, assert_fits
from .test_playing import Keys, Taps, play

GAMES = ("nothanks", "goofspiel", "nim", "crowns")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """A server that has found them."""
    folder: Path = tmp_path_factory.mktemp("examples")
    with examples_installed(tmp_path_factory.mktemp("site")):
        serving = RealServer(folder)
        yield serving
        serving.kill()


@pytest.mark.parametrize(
    ("name", "hand"),
    [(name, hand) for name in GAMES for hand in ("touch", "keys")]
    if CAMPAIGN
    else [("nothanks", "touch")],
)
@pytest.mark.timeout(600)
def test_an_example_is_played_on_its_page(
    open_page: Any, server: RealServer, name: str, hand: Hand
) -> None:
    game = find_game(name)
    bots = [Seat(name=f"Bot {n}", bot="random") for n in range(2, game.meta.players[0] + 1)]
    table = server.admin.create(name, ["Ana", *bots])
    page = open_page(PHONE if hand == "touch" else DESKTOP, only=hand)
    player = (Taps if hand == "touch" else Keys)(page, server, table, 1)
    expect(page.locator("#seat-1 .name")).to_have_text("Ana")
    assert play(player, random.Random(name), 500 if CAMPAIGN else 2) >= 2
    by_ana = [raw for raw in table.events() if b'"by":1,' in raw]
    assert len(by_ana) >= 2, "what was tapped stands in the log"
    if CAMPAIGN:
        assert table.facts().status == "over"
    assert_accessible(page)
    assert_fits(page)
