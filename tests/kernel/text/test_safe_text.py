"""Text from outside, and catalogues."""

from __future__ import annotations

import gettext
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.boards.legible import plain
from ledger.kernel.text.safe import safe
from ledger.kernel.text.translations import translator

OSAKA = ("ledger.games.osaka", "osaka")


@pytest.mark.parametrize(
    "text",
    [
        "Ana",
        "Łukasz Żółć",
        "O'Neill [bold]",
        "../etc",
        "日本語",
        "한국어",
        "Ελένη",
        "نمی\u200cخواهم",
        "क्\u200dष",
        "e\u0301",
        "👨\u200d👩\u200d👧",
        "🇵🇱 ❤️",
        "\\x1b",
        "",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", "\\x1b[31m"),
        ("\x1b]52;c;aGk=\x07", "\\x1b]52;c;aGk=\\x07"),
        ("\x9b2J", "\\x9b2J"),
        ("a\nb\r\tc\x00\x7f", "a\\nb\\r\\tc\\x00\\x7f"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("a\u200bb\ufeff", "a\\u200bb\\ufeff"),
        ("a\u200db", "a\\u200db"),
        ("\u200d", "\\u200d"),
        ("\u2028\u2029", "\\u2028\\u2029"),
        ("\ue000\u0378\ud800", "\\ue000\\u0378\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("a\u00a0b\u3000c", "a b c"),
        ("e" + "\u0301" * 6, "e" + "\u0301" * 4 + "\\u0301" * 2),
        ("\u0301x", "\\u0301x"),
    ],
    ids=ascii,
)
def test_what_a_terminal_would_obey_or_hide_is_shown(text: str, shown: str) -> None:
    assert safe(text) == shown


@given(st.text())
def test_nothing_gets_through_and_twice_is_once(text: str) -> None:
    out = safe(text)
    assert safe(out) == out
    left = {ch for ch in out if unicodedata.category(ch)[0] == "C"}
    assert left <= {"\u200c", "\u200d"}
    assert len(out.splitlines()) <= 1


def test_plain_is_never_markup() -> None:
    text = plain("[bold]x[/nothing]\x1b", "red")
    assert text.plain == "[bold]x[/nothing]\\x1b"
    assert not text.spans
    assert text.style == "red"


def test_rich_is_imported_only_when_drawing() -> None:
    code = "import sys, ledger.kernel.text.safe as t; t.safe('x'); assert 'rich' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("lang", ["pl", "pl_PL", "pl-PL", "pl_PL.UTF-8", "PL_pl"])
def test_a_catalogue_is_found_by_language(lang: str) -> None:
    assert translator(*OSAKA, lang).gettext("red") == "czerwony"


@pytest.mark.parametrize(
    "lang", ["en", "en_GB", "C", "xx", "", "../pl", "pl/../it", "/etc", "pl\x00", "p" * 99]
)
def test_everything_else_is_english(lang: str) -> None:
    found = translator(*OSAKA, lang)
    assert type(found) is gettext.NullTranslations
    assert found.gettext("red") == "red"


def test_a_package_without_catalogues_is_english() -> None:
    assert translator("ledger.kernel", "nothing", "pl").gettext("red") == "red"


def test_catalogues_are_read_once() -> None:
    assert translator(*OSAKA, "it") is translator(*OSAKA, "it")
