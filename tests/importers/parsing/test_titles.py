"""Which installed game a title means."""

import pytest

from common.refusals import tells
from ledger.importers.parsing.titles import TitleMatch, Titles, squash
from ledger.kernel.game.registry import installed
from ledger.kernel.meta import Meta


class Box:
    def __init__(self, name, title, bgg=None, **titles):
        self.meta = Meta(
            name=name, title=title, edition=f"{name}/1", players=(2,), bgg=bgg, titles=titles
        )


GAMES = {
    "boat": Box("boat", "The Boat", 77, pl="Łódź", de="Das Schöne Boot"),
    "boat2": Box("boat2", "The Boat", 78),
    "tree": Box("tree", "A Tree", 0),
}
TITLES = Titles(GAMES)


@pytest.mark.parametrize("text", ["łódź", "lodz", "Łódź ", "das schone boot", "Das-Schöne Boot!"])
def test_case_marks_and_punctuation_do_not_matter(text):
    assert TITLES.find(text) == TitleMatch("boat")


def test_a_short_name_is_ours_alone():
    assert TITLES.find("boat") == TitleMatch()
    assert TITLES.find("boat", short=True) == TitleMatch("boat")
    other = TITLES.find("Boat", short=True)
    assert other.game is None
    assert tells(other.problem, "Boat | boat")


@pytest.mark.parametrize("title", ["Istanbul", "istanbul", "Century"])
def test_other_games_of_a_series_are_not_ours(title):
    assert Titles().find(title) == TitleMatch()


@pytest.mark.parametrize("title", ["istanbul-dice", "Istanbul Dice Game"])
def test_what_people_call_it(title):
    assert Titles().find(title) == TitleMatch("istanbul")


def test_other_games_are_left_alone():
    assert TITLES.find("Chess") == TitleMatch()
    assert TITLES.find(None, "") == TitleMatch()


def test_a_number_of_bgg_decides():
    assert TITLES.find("whatever", bgg=78) == TitleMatch("boat2")
    assert TITLES.find("Łódź", bgg=0) == TitleMatch("boat")


def test_a_number_that_contradicts_is_told():
    found = TITLES.find("Łódź", bgg=5)
    assert found.game is None
    assert tells(found.problem, "Łódź | 5 | boat | 77")


def test_a_game_without_number_is_found_by_its_title():
    assert TITLES.find("a tree", bgg=5) == TitleMatch("tree")


def test_two_games_of_one_title_are_left_open():
    found = TITLES.find("the boat")
    assert found.game is None
    assert tells(found.problem, "the boat | boat | boat2")


@pytest.mark.parametrize(
    ("title", "key"),
    [("Łódź: Ærø & Straße", "lodzaerostrasse"), ("Iþróttir", "ithrottir"), ("Ħal Far", "ħalfar")],
)
def test_the_keys_of_titles_stay_as_they_were(title, key):
    assert squash(title) == key


def test_every_installed_game_is_found_by_all_its_names():
    titles = Titles()
    for name, game in installed().items():
        assert titles.find(name, short=True).game == name
        for title in (game.meta.title, *game.meta.titles.values()):
            assert titles.find(title).game == name
            assert titles.find(squash(title)).game == name
