"""The catalogues of all rooms and games: whole, with the same gaps, and compiled.

That each has every text of its room, and no other, is a part of `scripts/generate --check`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.testing.catalogues.files import catalogue_of, messages_of
from ledger.testing.catalogues.texts import Texts
from ledger.testing.lawbook.text.words import compiled, same_gaps, translated
from scripts.catalogues import LANGUAGES, LEDGER, rooms

ROOMS = {room.domain: Texts(LEDGER / room.path, room.domain, ()) for room in rooms()}
FORMS = re.compile(r"{(\w+):([^{}|]*\|[^{}]*)}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_catalogues_are_whole(room: str, lang: str) -> None:
    for law in (translated, same_gaps, compiled):
        law(ROOMS[room], lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_what_goes_with_a_number_has_a_form_for_each_plural(room: str, lang: str) -> None:
    texts = ROOMS[room]
    plurals = catalogue_of(texts, lang).num_plurals
    for message in messages_of(texts, lang):
        for gap, forms in FORMS.findall(str(message.string)):
            assert len(forms.split("|")) == plurals, message.id
            assert re.search(rf"{{{gap}\b", str(message.id))


def test_both_languages_are_there() -> None:
    assert all(texts.languages == ("it", "pl") for texts in ROOMS.values())


def test_texts_are_found_wherever_they_are_marked(tmp_path: Path) -> None:
    marked = 'self.n(*plural("{count} (coin|coins)"), 2), t("a"), tn("b", "c", 2), P_("d", "e")'
    (tmp_path / "drawing.py").write_text(marked, "utf-8")
    found = Texts(tmp_path, "nim", ("drawing.py",)).extracted()
    both = ("{count} coin", "{count} coins"), ("b", "c")
    assert found == {(None, "a"), ("d", "e"), *((None, text) for text in both)}
