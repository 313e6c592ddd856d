"""The rules of a game in words, and in other languages."""

from __future__ import annotations

import warnings
from pathlib import Path
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from common.forgotten import PSEUDO
from ledger.kernel.errors import GameWarning
from ledger.kernel.rules.rulebook import Rulebook
from ledger.testing.catalogues.texts import reference_of, reference_texts
from ledger.testing.lawbook.text.words import (
    test_what_people_look_up_has_a_translation_and_no_other as holds,
)

RULES = """
[[rule]]
id = "NIM-01"
kind = "rule"
section = "Setup"
title = "The heaps"
text = '''
Three heaps of sticks
lie on the table.'''
sources = ["EN"]
see = ["A-NIM-01"]

[[rule]]
id = "A-NIM-01"
kind = "ruling"
section = "Setup"
title = "Sticks"
text = "Anything is a stick."
"""
POLISH = {
    "Setup": "Przygotowanie",
    "The heaps": "Stosy",
    "Three heaps of sticks lie on the table.": "Na stole leżą trzy stosy patyczków.",
    "Sticks": "Patyczki",
    "Anything is a stick.": "Patyczkiem może być wszystko.",
}


@pytest.fixture
def nim(tmp_path, monkeypatch, request):
    """The folder of a package with rules and their Polish translation."""
    name = f"nim_{request.node.name}"  # catalogues are kept for each package
    home = tmp_path / name
    (home / "locale" / "pl" / "LC_MESSAGES").mkdir(parents=True)
    (home / "__init__.py").touch()
    (home / "rules.toml").write_text(RULES, "utf-8")
    translate(home, POLISH)
    monkeypatch.syspath_prepend(tmp_path)
    return home


def translate(home: Path, texts: dict[str, str]) -> None:
    catalogue = Catalog(locale="pl", fuzzy=False)
    for text, told in texts.items():
        catalogue.add(text, told)
    file = home / "locale" / "pl" / "LC_MESSAGES" / "nim_reference.po"
    with file.open("wb") as po, file.with_suffix(".mo").open("wb") as mo:
        write_po(po, catalogue)
        write_mo(mo, catalogue)


def game_at(home: Path) -> SimpleNamespace:
    return SimpleNamespace(
        package=home.name,
        meta=SimpleNamespace(name="nim"),
        rulebook=Rulebook(home.name, "nim"),
        rules=SimpleNamespace(events=()),
    )


def test_a_rule_is_told_in_a_language(nim):
    rulebook = Rulebook(nim.name, "nim")
    rule = rulebook.rule("NIM-01", "pl")
    assert (rule.id, rule.kind, rule.sources, rule.see) == (
        "NIM-01",
        "rule",
        ("EN",),
        ("A-NIM-01",),
    )
    assert (rule.section, rule.title) == ("Przygotowanie", "Stosy")
    assert (rule.text, rule.lang) == ("Na stole leżą trzy stosy patyczków.", "pl")
    assert [rule.lang for rule in rulebook.rules("pl")] == ["pl", "pl"]
    assert rulebook.rule("NIM-99", "pl") is None


def test_what_is_not_translated_is_english_and_says_so(nim):
    rulebook = Rulebook(nim.name, "nim")
    english = rulebook.rule("NIM-01")
    assert (english.text, english.lang) == ("Three heaps of sticks lie on the table.", "en")
    assert rulebook.rule("NIM-01", "it") == english
    assert rulebook.rule("NIM-01", "no such language!") == english


def test_a_changed_rule_has_lost_its_translation(nim):
    (nim / "rules.toml").write_text(RULES.replace("Three", "Four"), "utf-8")
    rule = Rulebook(nim.name, "nim").rule("NIM-01", "pl")
    assert (rule.title, rule.text) == ("Stosy", "Four heaps of sticks lie on the table.")
    assert rule.lang == "en"


def test_the_pseudo_language_has_every_rule(nim):
    for rule in Rulebook(nim.name, "nim").rules(PSEUDO):
        assert rule.lang == PSEUDO
        assert (rule.section + rule.title + rule.text).isascii() is False


def test_a_rule_without_words_stays_without(nim):
    (nim / "rules.toml").write_text('[[rule]]\nid = "NIM-01"\n', "utf-8")
    rule = Rulebook(nim.name, "nim").rule("NIM-01", "pl")
    assert (rule.kind, rule.section, rule.title, rule.text) == ("rule", "", "", "")


def test_the_law_finds_what_is_missing_and_what_is_stale(nim):
    game = game_at(nim)
    assert {text for _, text in reference_texts(game)} == POLISH.keys()
    assert reference_of(game).translations == ("pl",)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        holds(game)
    for wrong, named in (
        ({**POLISH, "Two heaps": "Dwa stosy"}, "Two heaps"),
        ({k: v for k, v in POLISH.items() if k != "Sticks"}, "Sticks"),
        ({**POLISH, "Sticks": ""}, "Sticks"),
    ):
        translate(nim, wrong)
        with pytest.warns(GameWarning, match=named):
            holds(game)
