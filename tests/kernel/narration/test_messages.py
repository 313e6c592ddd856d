"""Messages in the reader's language: templates, what is in their gaps, and plurals."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.game.registry import installed
from ledger.kernel.message import Message
from ledger.kernel.narration.messages import in_language
from ledger.kernel.text.translations import PSEUDO, circled


@pytest.fixture(autouse=True)
def games():
    """Load the games, whose messages are known only then."""
    return installed()


def test_a_language_needs_nothing_that_may_not_be_installed():
    code = """
import sys
sys.modules.update(httpx=None, uvicorn=None, psycopg=None, duckdb=None)
from ledger.kernel.message import Message
from ledger.kernel.narration.messages import in_language
assert in_language(Message("the game is over"), "pl") != "the game is over"
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


OVER = Message("the game is over")


@pytest.mark.parametrize(
    ("message", "polish"),
    [
        (OVER, "gra jest skończona"),
        (
            Message("the Market costs {cost}, but you paid {paid}", cost=6, paid=5),
            "rynek kosztuje 6, a zapłata to 5",
        ),
        (  # a word of a game
            Message("{name} has something else to answer first ({ask})", name="Bo", ask="action"),
            "Bo musi teraz odpowiedzieć na co innego (akcja)",
        ),
        (  # what is typed stays
            Message("did you mean `{move}`?", move="red"),
            "czy chodziło o `red`?",
        ),
        (Message.join("; ", (OVER, "x", OVER)), "gra jest skończona; x; gra jest skończona"),
        (  # a message in a message
            Message("line {later} can't follow this line: {reason}", later=3, reason=OVER),
            "wiersz 3 nie może nastąpić po tym: gra jest skończona",
        ),
        (Message("{n} entries", n=1), "1 wpis"),
        (Message("{n} entries", n=3), "3 wpisy"),
        (Message("{n} entries", n=1005), "1005 wpisów"),
        (Message("nobody knows: {sentence}", sentence=OVER), "nobody knows: gra jest skończona"),
        ("the game is over", "the game is over"),  # data, whatever it says
        ("", ""),
    ],
)  # fmt: skip
def test_a_message_is_said_in_the_readers_language(message, polish):
    assert in_language(message, "pl") == polish
    assert in_language(message, "en") == str(message)


def test_values_are_data():
    for name in (
        "{}",
        "{name}",
        "{name!r}",
        "a | b",
        "; : . ,",
        "\\1",
        "(?s).",
        "the game is over",
    ):
        message = Message("{name} has no rule {text!r} to waive", name=name, text=name)
        assert in_language(message, "it") == f"{name} non ha una regola {name!r} da sospendere"
        assert in_language(message, "en") == f"{name} has no rule {name!r} to waive"


def test_a_hint_is_filled_from_the_same_values():
    error = Malformed("{word!r} isn't it", hint="did you mean {near}?", word="a", near="b")
    assert (error.message, error.hint) == ("'a' isn't it", "did you mean b?")
    assert in_language(error.advice, "it") == "intendevi b?"


def test_an_error_can_be_given_another_text():
    error = Illegal("one")
    error.message = "another"
    error.hint = None
    assert (str(error), error.text, error.hint) == ("another", Message("another"), None)


def test_braces_and_gaps_without_values():
    assert str(Message("{a} {b}")) == "{a} {b}"
    assert str(Message("{{a}} {a} {b}", a=1)) == "{a} 1 {b}"
    assert str(Message("{n:,} 0x{n:02x}", n=4096)) == "4,096 0x1000"


def test_a_message_can_be_sent():
    inner = Message("no {x!r}", x="y")
    message = Message("{a}: {b}", a=inner, b=3, unused="secret")
    data = message.to_data()
    assert "secret" not in repr(data)
    assert str(Message.from_data(data)) == str(message)
    assert Message.from_data(data).values["a"] == inner


@pytest.mark.parametrize(
    "data",
    [
        None, "text", [], {}, {"template": 1, "values": {}}, {"template": "a"},
        {"template": "a", "values": []}, {"template": "a", "values": {"x": [1]}},
        {"template": "a", "values": {"x": {"template": "b"}}},
        {"template": "a", "values": {}, "more": 1},
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(data):
    with pytest.raises(ValueError, match="message"):
        Message.from_data(data)


def test_a_message_is_not_nested_without_end():
    data = {"template": "a", "values": {}}
    for _ in range(100):
        data = {"template": "{x}", "values": {"x": data}}
    with pytest.raises(ValueError, match="message"):
        Message.from_data(data)


def test_letters_are_circled_except_in_what_is_typed():
    text = "{name} writes `undo`, --json or LEDGER_LANG=pl"
    assert circled(text) == "{name} ⓦⓡⓘⓣⓔⓢ `undo`, --json ⓞⓡ LEDGER_LANG=ⓟⓛ"
    assert in_language(OVER, PSEUDO) == "ⓣⓗⓔ ⓖⓐⓜⓔ ⓘⓢ ⓞⓥⓔⓡ"
