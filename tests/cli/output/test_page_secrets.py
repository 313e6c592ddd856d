"""A page of a game in one file, made for a seat, holds nothing that the seat didn't see."""

from __future__ import annotations

import msgspec
import pytest

from common.games import every_game
from ledger.cli.output.game_page import page_data
from ledger.kernel.game.game import Game
from ledger.kernel.replay.log_reader import read
from ledger.testing.lawbook.pages.chapters import seen, some_worlds, told
from ledger.testing.worlds import has_secrets
from service.sample_libraries import table_of


@every_game
@pytest.mark.parametrize("viewer", [0, 2])
def test_worlds_that_a_viewer_cannot_tell_apart_give_it_equal_pages(game: Game, viewer: int):
    for first, second in some_worlds(game, viewer, 1) if has_secrets(game) else ():
        one, other = (
            msgspec.json.encode(page_data(read(t.bytes()), (viewer,), "en"))
            for t in (first, second)
        )
        assert one == other


def test_a_remark_for_others_leaves_no_trace() -> None:
    plain, noted = table_of("klongs", 30, 15), table_of("klongs", 30, 15)
    noted.note("Bartek holds the thief", to="recorder")
    plain.undo()
    noted.undo()
    for viewer in (0, 1):
        assert told(seen(plain, viewer)) == told(seen(noted, viewer))
    assert b"the thief" in told(seen(noted, None))
