"""Messages in the reader's language: which one it is, what stands in its gaps, and plurals."""

from __future__ import annotations

import re
import subprocess
import sys
import time

import pytest

from ledger.kernel.game.registry import installed
from ledger.kernel.narration.messages import CONTEXT, in_language
from ledger.kernel.text.translations import PSEUDO, circled
from ledger.testing.lawbook.text.words import Texts
from scripts.catalogues import LEDGER, rooms

GAP = re.compile(r"{\w*}")
PLURAL = re.compile(r"{\w*:[^{}]*}")


@pytest.fixture(autouse=True)
def games():
    """Load the games, whose messages are known only then."""
    return installed()


def all_messages() -> list[str]:
    """Return every message of every catalogue."""
    texts = (Texts(LEDGER / room.path, room.domain, ()) for room in rooms())
    return [str(m.id) for one in texts for m in one.messages("pl") if m.context == CONTEXT]


def test_every_message_is_known_again():
    """With anything in its gaps, each is told as itself: none is taken for another."""
    wrong = []
    for message in all_messages():
        numbers = iter(range(101, 200))
        text = GAP.sub(lambda _: f"Q{next(numbers)}", message)  # noqa: B023
        letters = sum(x.isalpha() for x in GAP.sub("", message))
        if letters >= 4 and re.search("[A-Za-z]{2}", re.sub(r"Q\d+", "", told(text))):
            wrong.append(message)
    assert not wrong


def test_a_text_that_nearly_is_a_message_takes_no_longer():
    """What an error quotes may come from anybody: no text makes the program search for long."""
    began = time.process_time()
    for message in all_messages():
        pieces = [piece for piece in GAP.split(message) if piece]
        if len(pieces) > 2:
            text = "".join(pieces * 40) + "!"
            in_language(text, "pl")
    assert time.process_time() - began < 30


def test_a_language_needs_nothing_that_may_not_be_installed():
    code = """
import sys
sys.modules.update(httpx=None, uvicorn=None, psycopg=None, duckdb=None)
from ledger.kernel.narration.messages import in_language
assert in_language("the game is over", "pl") != "the game is over"
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize("lang", ["pl", "it"])
def test_what_was_told_already_is_not_told_again(lang):
    """Some texts come by twice; no word of the language is taken for a message then."""
    wrong = []
    for message in all_messages():
        once = in_language(GAP.sub("Q1", message), lang)
        if in_language(once, lang) != once:
            wrong.append(once)
    assert not wrong


def told(text: str) -> str:
    """Return a text in the pseudo-language, without what is typed."""
    return re.sub(r"`[^`]*`|{[^{}]*}|--[a-z-]+|[A-Z]+_[A-Z]+", "", in_language(text, PSEUDO))


@pytest.mark.parametrize(
    ("text", "polish"),
    [
        ("the game is over", "gra jest skończona"),
        ("the Market costs 6, you paid 5", "rynek kosztuje 6, a zapłata to 5"),
        (
            "it is up to seat 2 now (action), not seat 1",
            "teraz kolej na miejsce 2 (akcja), a nie na miejsce 1",
        ),
        ("Bo has to answer something else now (starting token)",
         "Bo musi teraz odpowiedzieć na co innego (żeton początkowy)"),
        ("1 games of the library begin with x", "1 gra biblioteki zaczyna się od x"),
        ("3 games of the library begin with x", "3 gry biblioteki zaczyna się od x"),
        ("1,005 games of the library begin with x", "1,005 gier biblioteki zaczyna się od x"),
        (
            "3 red goods need 3 icons, your cards have 2",
            "3 dobra (czerwony) wymagają 3 ikon, twoje karty mają 2",
        ),
        (
            "did you mean `take R5`? legal here: take R5; pass",
            "czy chodziło o `take R5`? tu dozwolone: take R5; pass",
        ),
        (
            "line 3: this line isn't UTF-8 text; the game is over",
            "line 3: ten wiersz nie jest tekstem UTF-8; gra jest skończona",
        ),
        ("Ana takes 3 coins to Edo", "Ana takes 3 coins to Edo"),
        ("nobody knows this sentence", "nobody knows this sentence"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_message_is_told_in_the_readers_language(text, polish):
    assert in_language(text, "pl") == polish
    assert in_language(text, "en") == text


def test_names_are_left_alone():
    for name in ("the game is over {x}", "{}", "{name}", "a | b", "; : . ,", "\\1", "(?s)."):
        said = in_language(f"{name} has no rule OSA-99 to waive", "it")
        assert said == f"{name} non ha una regola OSA-99 da sospendere"


def test_a_long_text_costs_little():
    text = "x; " * 3000
    assert in_language(text, "pl") == text


def test_letters_are_circled_except_in_what_is_typed():
    text = "{name} writes `undo`, --json or LEDGER_LANG=pl"
    assert circled(text) == "{name} ⓦⓡⓘⓣⓔⓢ `undo`, --json ⓞⓡ LEDGER_LANG=ⓟⓛ"
