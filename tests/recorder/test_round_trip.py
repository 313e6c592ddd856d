"""What `export --to session` prints, typed into the recorder, gives the same log again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from common.games import every_game
from common.paths import REPLAYS
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.session.header import read_header
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.table import Table
from ledger.recorder import Fault, Recorder
from ledger.testing.lawbook.as_tests import scripts
from ledger.testing.playing import Habits, Script, play, whole_game


def retyped(game: Game, session: str) -> Table:
    """Type the body of a session into a recorder."""
    head = read_header(session.splitlines(), game)
    r = Recorder(game, head.opened, at=head.at, now=lambda: None, house_rule=True)
    r.start()
    for line in session.split("\n")[head.end :]:
        faults = [x.error for x in r.feed(line) if isinstance(x, Fault)]
        assert faults == [], f"{line}: {faults[0]}"
    r.close()
    assert r.lost is None
    assert r.table is not None
    return r.table


@every_game
@settings(max_examples=12)
@given(script=scripts(60))
def test_any_session_typed_in_is_the_same_log(game: Game, script: Script) -> None:
    table = play(game, script, Habits(undo=6, note=10, adjust=15, waive=8), id="x", place="Łódź")
    assert retyped(game, write_session(game, table.lines)).bytes() == table.bytes()


@every_game
def test_a_whole_game_typed_in_is_the_same_sealed_log(game: Game) -> None:
    table = whole_game(game, 5)
    assert table.head.sealed
    assert retyped(game, write_session(game, table.lines)).bytes() == table.bytes()


@pytest.mark.parametrize("path", sorted(REPLAYS.glob("*.session")), ids=lambda p: p.stem)
def test_a_session_that_people_wrote_is_read_alike(path: Path) -> None:
    text = path.read_text("utf-8")
    game = find_game(path.stem.split("-")[0])
    assert retyped(game, text).bytes() == read_session(text).bytes()
