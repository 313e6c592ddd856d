"""A game whose code fails at the table: the move isn't recorded, and the table goes on."""

from __future__ import annotations

from pathlib import Path

import ledger
from common.plugin_folder import CODE, line_of, plugins_in, write_plugin
from common.refusals import tells
from ledger.recorder import Fault, Recorder

DECIDE = "    d.emit(Took(seat=x.seat, count=x.count))"
BUG = "1 / (x.count - 3)"
AFTER = "    return [(n,) for n in s.taken]"


def test_a_move_that_meets_a_bug_is_refused_as_the_game_s_fault(tmp_path: Path) -> None:
    code = CODE.replace(DECIDE, f"    {BUG}\n{DECIDE}")
    write_plugin(tmp_path, code)
    with plugins_in(tmp_path):
        game = ledger.find_game("heap")
        recorder = Recorder(game, ledger.open_game(game, ["Ana", "Bo"]), now=lambda: None)
        recorder.start()
        (fault,) = (x for x in recorder.feed("take 3") if isinstance(x, Fault))
        assert fault.error.kind == "game-fault"
        assert tells(fault.error.message, f"heap | ZeroDivisionError | line {line_of(BUG, code)}")
        assert not [x for x in recorder.feed("take 1") if isinstance(x, Fault)]
        assert recorder.playing.state.taken == [1, 0]
