"""Names of cards and colours are read in every gender and number that people type."""

import tomllib
from pathlib import Path

import pytest

import ledger
from ledger.kernel.boxes.component import Component
from ledger.kernel.boxes.descriptions import DescriptionIndex, described
from ledger.kernel.game.registry import find_game
from ledger.kernel.text.accents import unaccented

HOME = Path(ledger.__file__).parent / "games"
FORMS = {
    "pl": {
        "red": ("czerwony", "czerwona", "czerwone", "czerwoną", "czerwonej", "czerwonych"),
        "blue": ("niebieski", "niebieska", "niebieskie", "niebieską", "niebieskich"),
        "yellow": ("żółty", "żółta", "żółte", "żółtą", "zolta", "żółtych"),
        "green": ("zielony", "zielona", "zielone", "zieloną", "zielonych"),
        "brown": ("brązowy", "brązowa", "brązowe", "brązową", "brazowa", "brązowych"),
    },
    "it": {
        "red": ("rosso", "rossa", "rosse", "rossi"),
        "blue": ("blu",),
        "yellow": ("giallo", "gialla", "gialli", "gialle"),
        "green": ("verde", "verdi"),
        "brown": ("marrone", "marroni"),
    },
}
CASES = [
    (game, lang, colour)
    for game in ("century", "istanbul", "klongs", "osaka")
    for lang in FORMS
    for colour in tomllib.loads((HOME / game / "vocabulary.toml").read_text("utf-8"))[lang]
    if colour in FORMS[lang]
]


def test_all_games_have_colours():
    assert {game for game, _, _ in CASES} == {"century", "istanbul", "klongs", "osaka"}


@pytest.mark.parametrize(("game", "lang", "colour"), CASES)
def test_every_form_of_a_colour_means_the_colour(game, lang, colour):
    known = find_game(game).words.vocabulary
    assert {known[unaccented(form)] for form in FORMS[lang][colour]} == {colour}


@pytest.mark.parametrize("game", ["istanbul", "osaka"])  # whose cards have colours in their names
@pytest.mark.parametrize("lang", FORMS)
def test_cards_are_found_by_other_forms_of_their_words(game, lang):
    """Each word in the text of a card is put into the other forms that a colour may have."""
    known = find_game(game).components(lang)
    others = {
        form: [x for x in forms if x != form] for forms in FORMS[lang].values() for form in forms
    }
    tried = 0
    for x in known:
        text = x.text.partition(";")[0].lower()
        for word in text.split():
            for other in others.get(word, ()):
                typed = text.replace(word, other)
                assert x.text in {y.text for y in described(typed, known)}
                found, used = DescriptionIndex(known).longest(typed.split(), lambda _: True)
                assert x.text in {y.text for y in found}
                assert used == len(typed.split())
                tried += 1
    assert tried


def test_the_exact_word_comes_before_another_form_of_it():
    rose, rosa = (Component("card", name, name=name) for name in ("rose", "rosa"))
    assert described("rosa", [rose, rosa]) == [rosa]
    assert described("roso", [rose, rosa]) == [rose, rosa]
