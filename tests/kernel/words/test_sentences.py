"""Sentences by events: which one is told, and with which number."""

from __future__ import annotations

import gettext
from typing import Any

import pytest

from ledger.kernel.log.events import Ended, Event
from ledger.kernel.words.sentences import (
    Plural,
    Sentences,
    Teller,
    case,
    cases,
    ended,
    plural,
    tell,
)


class Dropped(Event, frozen=True, kw_only=True):
    """Somebody drops things."""

    seat: int = 1
    things: tuple[str, ...] = ()
    height: int = 0
    where: str = ""


class Lined(Event, frozen=True, kw_only=True):
    seats: tuple[int, ...]


class Plain(Teller):
    """Tells with phrases of every kind."""

    phrases = {  # noqa: RUF012
        "listed": lambda t, x: list(x.things),
        "many": lambda t, x: len(x.things),
        "high": lambda t, x: str(x.height),
    }


def told(sentences: Sentences, event: Any) -> str:
    return tell(Plain(event, ("Ana", "Bo"), gettext.NullTranslations()), cases(sentences))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Dropped(where="pond", height=3), "both"),
        (Dropped(where="pond"), "somewhere"),
        (Dropped(where="roof"), "roof"),
        (Dropped(height=11), "far"),
        (Dropped(height=2), "plain"),
    ],
)
def test_the_first_sentence_whose_condition_is_true_is_told(event: Dropped, said: str) -> None:
    sentences: Sentences = {
        Dropped: (
            case("roof", where="roof"),
            case("both", "where", "height"),
            case("somewhere", "where"),
            case("far", lambda x: x.height > 10),
            "plain",
        )
    }
    assert told(sentences, event) == said


def test_an_event_for_which_no_condition_is_true_is_told_by_its_type() -> None:
    assert told({Dropped: (case("somewhere", "where"),)}, Dropped()) == "dropped"


@pytest.mark.parametrize(
    ("text", "things", "said"),
    [
        ("{name}: {things}", ("a",), "one Ana: a"),
        ("{name}: {things}", ("a", "b"), "many Ana: a b"),
        ("{name}: {listed}", ("a", "b"), "many Ana: a and b"),
        ("{name}: {listed}", (), "many Ana: nothing"),
        ("{high}: {many} of {height}", ("a",), "one 5: 1 of 5"),
        ("{height}: {many}", ("a",), "many 5: 1"),
    ],
)
def test_the_first_gap_with_a_number_decides_about_the_plural(
    text: str, things: tuple[str, ...], said: str
) -> None:
    sentences: Sentences = {Dropped: Plural(f"one {text}", f"many {text}")}
    assert told(sentences, Dropped(things=things, height=5)) == said


@pytest.mark.parametrize(("things", "said"), [(("a",), "It falls 5"), (("a", "b"), "They fall 5")])
def test_a_field_decides_about_the_plural_if_no_gap_does(
    things: tuple[str, ...], said: str
) -> None:
    sentences: Sentences = {Dropped: plural("(It falls|They fall) {high}")}
    assert told(sentences, Dropped(seat=2, things=things, height=5)) == said


@pytest.mark.parametrize(
    ("things", "said"), [(("a",), "Ana drops it (1 thing) now"), ((), "Ana drops them (0 things)")]
)
def test_a_plural_differs_in_some_words(things: tuple[str, ...], said: str) -> None:
    sentences: Sentences = {
        Dropped: plural("{name} drops (it|them) ({many} (thing|things))( now|)")
    }
    assert told(sentences, Dropped(things=things)) == said


@pytest.mark.parametrize(
    ("won", "ranking", "said"),
    [
        (None, ((1,), (2,)), "All is gone: Ana wins (points: Ana 3, Bo 2)"),
        ("rubies", ((2, 1),), "All is gone: Bo and Ana share the victory (rubies: Bo 2, Ana 3)"),
        (("{winners} is best", "all are"), ((1,), (2,)), "All is gone: Ana is best"),
    ],
)
def test_the_end_says_who_won_and_by_what(won: Any, ranking: Any, said: str) -> None:
    reasons = {"gone": "All is gone"}
    sentences: Sentences = {Ended: ended(reasons, won) if won else ended(reasons)}
    assert told(sentences, Ended(reason="gone", ranking=ranking, scores=(3, 2))) == said


def test_those_whom_an_event_is_about_are_told_by_their_names() -> None:
    sentences: Sentences = {Lined: plural("{who} (waits|wait)")}
    assert told(sentences, Lined(seats=(2,))) == "Bo waits"
    assert told(sentences, Lined(seats=(2, 1))) == "Bo and Ana wait"


class Pointed(Event, frozen=True, kw_only=True):
    who: str


def test_a_field_of_that_name_is_told_as_it_stands() -> None:
    assert told({Pointed: "There is {who}"}, Pointed(who="a cat")) == "There is a cat"


def test_a_teller_keeps_the_phrases_of_every_class_it_comes_from():
    class Louder(Plain):
        phrases = {"loud": lambda t, x: "LOUD"}  # noqa: RUF012

    assert {"listed", "loud", "name"} <= Louder.phrases.keys()
    assert "loud" not in Plain.phrases


def test_a_game_that_ends_for_a_reason_without_words_is_not_broken_off():
    told = cases({Ended: ended({"known": "Known"}, "points")})
    over = Ended(reason="un{known}", scores=(2, 1), ranking=((1,), (2,)))
    said = tell(Plain(over, ("Ana", "Ola"), gettext.NullTranslations()), told)
    assert said.startswith("un{known}: Ana wins")
