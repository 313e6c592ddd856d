"""Our games can be typed in Polish and Italian as well as in English."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib import resources

import pytest
from hypothesis import given

from ledger.kernel.game.interface import Game
from ledger.kernel.session.keywords import FOREIGN, KEYWORDS, in_english
from ledger.kernel.session.reading.header import read_header
from ledger.kernel.session.reading.reader import read_session
from ledger.kernel.session.words import Word
from ledger.kernel.session.writer import write_session
from ledger.kernel.text.accents import unaccented

from .play import Habits, Script, each_of_ours, play, scripts
from .test_notation_page import examples, move_of, own_page, sessions

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


MORE = {
    "century": ["discard yellow red green brown", "reward hold", "reward move"],
    "istanbul": [
        "use g-1 discard lira-r",
        "use g-1 take brown yellow",
        "use g-1 ruby right",
        "use g-1 tile lira-r",
        "pair red pay nothing",
        "pair blue",
    ],
    "klongs": ["place cook d4", "place thief d4 take g4 warehouse"],
    "osaka": ["claim blue", "claim yellow", "claim green", "reserve R5 market"],
}
"""Moves with words that the page of the notation has no example for."""


@each_of_ours
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_single_word_means_what_it_stands_for(game: Game, lang: str) -> None:
    text = sessions(game)[0]
    session = read_session(text).bytes()
    moves = [*examples(game, "move"), *MORE[game.meta.name]]
    for english, others in tables(game)[lang].items():
        for word in {*others, *map(unaccented, others), *map(str.upper, others)}:
            found = [m for m in moves if english in m.split()]
            for move in found:
                said = " ".join(word if w == english else w for w in move.split())
                assert move_of(game, said) == move_of(game, move), said
            said = re.sub(rf"(?m)(?<![\w:-]){english}(?![\w:-])", word, text)
            if said != text:
                assert read_session(said).bytes() == session, word
            elif english in game.player_colours(game.box):
                head = text.split("\n\n")[0] + f"\ncolours: -, {word}\n"
                seats = read_header(head.splitlines(), None).opened.seats
                assert seats[1].colour == english, word
            elif not found:  # seldom: no example of the page has it
                assert english in own_page(game)
                assert in_english(Word(word, 1), game).text == english
