"""What pages say: every text of every script in three languages, and which of them is chosen.

After a change of texts: edit the `.po` files, then run
`pybabel compile -d ledger/web/locale -D web`.
"""

from __future__ import annotations

import gettext
import json
import re
from importlib import resources

import pytest
from babel.messages.pofile import read_po

from ledger.web.assets import PAGES, assets
from ledger.web.translations import LANGUAGES, choose_language, translations_json

OTHERS = sorted(LANGUAGES.keys() - {"en"})
TEXT = r'"((?:[^"\\]|\\.)*)"'
SINGLE = re.compile(rf"\bt\(\s*{TEXT}")
PLURAL = re.compile(rf"\bn\(\s*{TEXT},\s*{TEXT}")
SHELL = re.compile(rf"\bt\(\s*{TEXT}\s*\)")


def texts() -> tuple[set[str], set[tuple[str, str]]]:
    """Return every text of scripts and shells: those with one form, and those with plurals."""
    scripts = [
        re.sub(r"(?m)^\s*//.*$", "", one.body.decode())
        for name, one in assets().items()
        if name.endswith(".js")
    ]
    single = {json.loads(f'"{m}"') for text in scripts for m in SINGLE.findall(text)}
    plural = {m for text in scripts for m in PLURAL.findall(text)}
    shells = resources.files("ledger.web").joinpath("html_page.py").read_text("utf-8")
    single |= {*SHELL.findall(shells), *(page.title for page in PAGES.values())} - {"Ledger"}
    return single, plural


def catalogue(lang):
    path = resources.files("ledger.web").joinpath("locale", lang, "LC_MESSAGES", "web.po")
    with path.open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


@pytest.mark.parametrize("lang", OTHERS)
def test_every_text_has_a_translation_and_no_other(lang):
    single, plural = texts()
    found = [m for m in catalogue(lang) if m.id]
    assert {m.id for m in found if not m.pluralizable} == single
    assert {m.id for m in found if m.pluralizable} == plural
    for m in found:
        forms = m.string if isinstance(m.string, tuple) else (m.string,)
        ids = m.id if isinstance(m.id, tuple) else (m.id,)
        assert all(forms), m.id
        assert not m.fuzzy
        assert len(forms) == (catalogue(lang).num_plurals if m.pluralizable else 1)
        assert len({frozenset(re.findall(r"{\w+}", x)) for x in (*ids, *forms)}) == 1, m.id


@pytest.mark.parametrize("lang", OTHERS)
def test_pages_get_the_catalogue_of_the_source(lang):
    sent = json.loads(translations_json(lang))
    assert sent["language"] == lang
    for m in catalogue(lang):
        if m.id and m.pluralizable:
            forms = sent["words"][m.id[0]]
            assert list(forms.values()) == list(m.string) or set(forms.values()) == set(m.string)
            assert forms["one"] == m.string[0]
        elif m.id:
            assert sent["words"][m.id] == m.string
    compiled = resources.files("ledger.web").joinpath("locale", lang, "LC_MESSAGES", "web.mo")
    with compiled.open("rb") as file:
        info = gettext.GNUTranslations(file).info()
    assert info["plural-forms"] == catalogue(lang).plural_forms


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("", "en"),
        ("pl", "pl"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("de-DE,de;q=0.9,it;q=0.5,en;q=0.3", "it"),
        ("en;q=0.1, IT-ch ; q=0.9", "it"),
        ("de", "en"),
        ("pl;q=0, it;q=0", "en"),
        ("*", "en"),
        ("pl;q=2", "en"),
        ("../../etc/passwd,pl;q=.", "en"),
        pytest.param("x" * 100_000 + ",pl", "en", id="long-en"),
    ],
)
def test_the_language_follows_the_browser(accepted, lang):
    assert choose_language(accepted) == lang
