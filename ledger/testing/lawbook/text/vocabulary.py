"""A game with a vocabulary can be typed in its languages as well as in English."""

from __future__ import annotations

import re
import tomllib
from collections import Counter

from ledger.kernel.game.game import Game
from ledger.kernel.notation.session.header import read_header
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.notation.words.keywords import RESERVED, in_english
from ledger.kernel.packages import files_of
from ledger.kernel.text.accents import unaccented
from ledger.kernel.words.typed_words import Word
from ledger.testing.lawbook.checked.notation_page import examples, has_page, move_of, sessions
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, play


def tables(game: Game) -> dict[str, dict[str, list[str]]]:
    """Return a game's vocabulary: for each language, English words with their translations."""
    text = files_of(game.package).joinpath("vocabulary.toml").read_text("utf-8")
    return tomllib.loads(text)


def has_vocabulary(game: Game) -> bool:
    """Whether a game can be typed in other languages."""
    return bool(game.words.vocabulary)


@law(when=has_vocabulary)
def test_every_word_has_one_meaning(game: Game) -> None:
    found = tables(game)
    first, *others = found.values()
    assert all(set(words) == set(first) for words in others), "the same words in all languages"
    for words in found.values():
        each = ({unaccented(w) for w in others} for others in words.values())
        times = Counter(w for others in each for w in others)
        assert [w for w, n in times.items() if n > 1] == []
    meanings: dict[str, set[str]] = {}
    for words in found.values():
        for english, translated in words.items():
            for w in translated:
                meanings.setdefault(unaccented(w), set()).add(english)
    assert {w: e for w, e in meanings.items() if len(e) > 1} == {}
    own = {*first, *RESERVED, *game.words.slots}
    assert own & set(game.words.vocabulary) == set()
    assert set(game.words.slots) <= set(first), "results of chance too"


@law(60, when=has_vocabulary)
def test_a_translated_session_is_the_same_game(game: Game, script: Script) -> None:
    table = play(game, script, Habits(note=0, undo=12, times=False))
    text = write_session(game, table.lines)
    head, _, body = text.partition("\n\n")
    undo = {english: w for w, english in RESERVED.items() if w in ("cofnij", "annulla")}
    accents = script.seed % 2 == 0
    for words in tables(game).values():

        def said(m: re.Match[str], words: dict[str, list[str]] = words) -> str:
            word = (words.get(m[0]) or [undo.get(m[0], m[0])])[0]
            return word if accents else unaccented(word)

        foreign = re.sub(r"(?<![\w:-])[a-z]+(?![\w:-])", said, body)
        assert read_session(f"{head}\n\n{foreign}").bytes() == table.bytes()


@law(when=lambda game: has_vocabulary(game) and has_page(game))
def test_every_single_word_means_what_it_stands_for(game: Game) -> None:
    text = sessions(game)[0]
    session = read_session(text).bytes()
    moves = examples(game, "move")
    for table in tables(game).values():
        for english, others in table.items():
            for word in {*others, *map(unaccented, others), *map(str.upper, others)}:
                found = [m for m in moves if english in m.split()]
                for move in found:
                    said = " ".join(word if w == english else w for w in move.split())
                    assert move_of(game, said) == move_of(game, move), said
                said = re.sub(rf"(?m)(?<![\w:-]){english}(?![\w:-])", word, text)
                if said != text:
                    assert read_session(said).bytes() == session, word
                elif english in game.boxes.player_colours(game.boxes.standard):
                    head = text.split("\n\n")[0] + f"\ncolours: -, {word}\n"
                    seats = read_header(head.splitlines(), None).opened.seats
                    assert seats[1].colour == english, word
                elif not found:  # rare: no example on the page has it
                    assert in_english(Word(word, 1), game).text == english
