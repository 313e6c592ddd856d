"""`ledger show`: one game of the library."""

from __future__ import annotations

from common.refusals import tells
from ledger.kernel.game.registry import find_game
from ledger.testing.playing import whole_game


def test_a_tie_that_was_broken_is_explained(run, tmp_path):
    game = find_game("osaka")
    log = tmp_path / "tied.jsonl"
    log.write_bytes(whole_game(game, 4).bytes())
    done = run("import", str(log), "--library", str(tmp_path / "lib"))
    assert done.code == 0
    (entry,) = run("list", "--json", "--library", str(tmp_path / "lib")).jsons
    shown = run("show", entry["id"], "--library", str(tmp_path / "lib"))
    assert tells(shown.out, "tied on points | most tokens")
    assert tells(run("log", str(log)).out, "tied on points")
