"""Lines of a game that has no words of its own for them, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

import ledger
from common.plugin_folder import plugins_in, write_plugin
from ledger.kernel.log.events import Ended, broken_off
from ledger.kernel.narration.narrate import words

BEGINS = {
    "en": "Heap with Ana, Bo at home",
    "pl": "Heap: grają Ana, Bo, miejsce: home",
    "it": "Heap con Ana, Bo, luogo: home",
}
ENDS = {
    "en": "The game ends (no stones left): 3 Ana, 5 Bo",
    "pl": "Gra się kończy (no stones left): 3 Ana, 5 Bo",
    "it": "La partita finisce (no stones left): 3 Ana, 5 Bo",
}


@pytest.mark.parametrize("lang", BEGINS)
def test_a_game_without_a_catalogue_has_its_generic_lines_translated(
    lang: str, tmp_path: Path
) -> None:
    write_plugin(tmp_path)
    names = ["Ana", "Bo"]
    ended = Ended(reason="no stones left", ranking=((1,), (2,)), scores=(3, 5))
    with plugins_in(tmp_path):
        game = ledger.find_game("heap")
        opened = ledger.open_game(game, names, place="home")
        assert words(game, opened, names, lang) == BEGINS[lang]
        assert words(game, ended, names, lang) == ENDS[lang]
        quiet = Ended(reason="", ranking=((1,), (2,)), scores=(3, 5))
        assert "Project-Id" not in words(game, quiet, names, lang)
        stopped = words(game, broken_off(opened, "late"), names, lang)
    assert ("broken off" in stopped) == (lang == "en")
