"""What pages say in other languages, and which of them is chosen.

That their catalogues have every text of every script is a part of `scripts/generate --check`.
"""

from __future__ import annotations

import gettext
import json
import re
from importlib import resources

import pytest
from babel.messages.pofile import read_po

from common.forgotten import PSEUDO
from ledger.web.translations import LANGUAGES, choose_language, translations_json
from scripts.catalogues import page_texts

OTHERS = sorted(LANGUAGES.keys() - {"en"})


def catalogue(lang):
    path = resources.files("ledger.web").joinpath("locale", lang, "LC_MESSAGES", "web.po")
    with path.open("rb") as file:
        return read_po(file, locale=lang, abort_invalid=True)


@pytest.mark.parametrize("lang", OTHERS)
def test_pages_get_the_catalogue_of_the_source(lang):
    sent = json.loads(translations_json(lang))
    assert sent["language"] == lang
    for m in catalogue(lang):
        if m.context:
            assert m.id not in sent["words"]
        elif m.id and m.pluralizable:
            forms = sent["words"][m.id[0]]
            assert list(forms.values()) == list(m.string) or set(forms.values()) == set(m.string)
            assert forms["one"] == m.string[0]
        elif m.id:
            assert sent["words"][m.id] == m.string
    compiled = resources.files("ledger.web").joinpath("locale", lang, "LC_MESSAGES", "web.mo")
    with compiled.open("rb") as file:
        info = gettext.GNUTranslations(file).info()
    assert info["plural-forms"] == catalogue(lang).plural_forms


def test_every_text_of_the_scripts_is_told_in_the_pseudo_language():
    sent = json.loads(translations_json(PSEUDO))
    assert sent["language"] == PSEUDO
    for _, text in page_texts():
        forms = sent["words"][text if isinstance(text, str) else text[0]]
        for told in forms.values() if isinstance(forms, dict) else [forms]:
            assert not re.search(r"[A-Za-z]{2}", re.sub(r"{\w+}|`[^`]*`|--\w+", "", told))


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
