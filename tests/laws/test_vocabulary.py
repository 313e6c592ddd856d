"""Our games can be typed in Polish and Italian as well as in English."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib import resources

import pytest
from hypothesis import given

from ledger.kernel.game import Game
from ledger.kernel.notation import FOREIGN, KEYWORDS
from ledger.kernel.session_read import read_session
from ledger.kernel.session_write import write_session
from ledger.kernel.text import unaccented

from .play import Habits, Script, each_of_ours, play, scripts

LANGUAGES = ("pl", "it")


def tables(game: Game) -> dict[str, dict[str, list[str]]]:
    text = resources.files(game.package).joinpath("vocabulary.toml").read_text("utf-8")
    return tomllib.loads(text)


@each_of_ours
def test_every_word_has_one_meaning(game: Game) -> None:
    found = tables(game)
    assert set(found) == set(LANGUAGES)
    assert set(found["pl"]) == set(found["it"]), "the same words in both languages"
    for words in found.values():
        times = Counter(unaccented(w) for others in words.values() for w in others)
        assert [w for w, n in times.items() if n > 1] == []
    both: dict[str, set[str]] = {}
    for words in found.values():
        for english, others in words.items():
            for w in others:
                both.setdefault(unaccented(w), set()).add(english)
    assert {w: e for w, e in both.items() if len(e) > 1} == {}
    own = {*found["pl"], *KEYWORDS, *FOREIGN, *game.slots}
    assert own & set(game.vocabulary) == set()
    assert set(game.slots) <= set(found["pl"]), "results of chance too"


@each_of_ours
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("accents", [True, False])
@given(script=scripts(60))
def test_a_translated_session_is_the_same_game(
    game: Game, lang: str, accents: bool, script: Script
) -> None:
    table = play(game, script, Habits(note=0, undo=12, times=False))
    text = write_session(game, table.lines)
    head, _, body = text.partition("\n\n")
    words = tables(game)[lang]
    undo = {english: w for w, english in FOREIGN.items() if w in ("cofnij", "annulla")}

    def said(m: re.Match[str]) -> str:
        word = (words.get(m[0]) or [undo.get(m[0], m[0])])[0]
        return word if accents else unaccented(word)

    foreign = re.sub(r"(?<![\w:-])[a-z]+(?![\w:-])", said, body)
    assert read_session(f"{head}\n\n{foreign}").bytes() == table.bytes()
