"""Declared notation: what a form reads, what it writes, and where it refuses."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ledger.kernel.errors import Malformed
from ledger.kernel.rules.command import Command
from ledger.kernel.words.form_parts import Clause, FormPart, RestOfLine
from ledger.kernel.words.forms import (
    Clauses,
    Form,
    Notation,
    name_by_start,
    name_in,
    name_of,
)
from ledger.kernel.words.typed_words import Unknown, Word, expect, split_words

ANIMALS = ("Cat", "Crow", "Dog")


class Feed(Command, frozen=True, kw_only=True):
    """Feed an animal in a mood, perhaps with food."""

    animal: str
    mood: str = ""
    food: tuple[str, ...] = ()
    place: tuple[str, ...] = ()


class Walk(Command, frozen=True, kw_only=True):
    """Walk animals so far."""

    km: int
    animals: tuple[str, ...] = ()


class Lead(Command, frozen=True, kw_only=True):
    """Lead an animal to another one, with something at hand."""

    animal: str
    to: str
    extra: int = 0


def _animal(names: tuple[str, ...], word: Word) -> str:
    return name_of(word, names, "animal")


def _extra(s: Any, seat: int, line: RestOfLine) -> dict[str, int]:
    return {"extra": len(line.rest())} if line.skip("and") else {}


ANIMAL = FormPart("animal", _animal, "an animal")
FORMS = {
    "feed": Form(
        Feed,
        ("feeds",),
        (
            ANIMAL,
            FormPart("mood"),
            FormPart("food", lambda s, w: [w.text], "some food", key="with", several=True),
            FormPart("place", lambda s, w: [w.text], key="at", several=True),
        ),
    ),
    "stroll": Form(
        Walk, (), (FormPart("animals", lambda s, w: [_animal(s, w)], several=True),), says={"km": 1}
    ),
    "hike": Form(
        Walk, (), (FormPart("animals", lambda s, w: [_animal(s, w)], several=True),), says={"km": 9}
    ),
    "lead": Form(
        Lead,
        (),
        (ANIMAL, FormPart("to", _animal, "another animal", key="to")),
        rest=_extra,
        write=lambda x: f"lead {x.animal} to {x.to}",
    ),
}
NOTATION = Notation(FORMS)
BY_LENGTH = Notation(FORMS, length_first=True)


def read(text: str, notation: Notation = NOTATION) -> Any:
    return notation.read(ANIMALS, 1, split_words(text)[0])


@pytest.mark.parametrize("notation", [NOTATION, BY_LENGTH])
@pytest.mark.parametrize(
    ("typed", "command", "written"),
    [
        ("FEEDS cat", Feed(seat=1, animal="Cat"), "feed Cat"),
        ("feed dog Angry", Feed(seat=1, animal="Dog", mood="angry"), "feed Dog angry"),
        ("feed dog with: a, b", Feed(seat=1, animal="Dog", food=("a", "b")), "feed Dog with a b"),
        (
            "feed dog at home with a with b",
            Feed(seat=1, animal="Dog", food=("a", "b"), place=("home",)),
            "feed Dog with a b at home",
        ),
        ("feed dog at", Feed(seat=1, animal="Dog", mood="at"), "feed Dog at"),
        ("stroll", Walk(seat=1, km=1), "stroll"),
        ("stroll dog cat", Walk(seat=1, km=1, animals=("Dog", "Cat")), "stroll Dog Cat"),
        ("hike dog", Walk(seat=1, km=9, animals=("Dog",)), "hike Dog"),
        ("lead dog to cat", Lead(seat=1, animal="Dog", to="Cat"), "lead Dog to Cat"),
        ("lead dog cat and x y", Lead(seat=1, animal="Dog", to="Cat", extra=2), "lead Dog to Cat"),
    ],
)
def test_a_form_reads_and_writes(
    notation: Notation, typed: str, command: Command, written: str
) -> None:
    assert read(typed, notation) == command
    assert notation.write(command) == written


def test_what_no_verb_says_is_written_by_the_first_form() -> None:
    assert NOTATION.write(Walk(seat=1, km=4)) == "stroll"


@pytest.mark.parametrize(
    ("typed", "column"),
    [
        ("fly", 1),
        ("feed", 5),
        ("feed with a", 5),
        ("feed bee", 6),
        ("feed cat sad sad", 14),
        ("feed cat with", 14),
        ("stroll dog bee", 12),
        ("stroll dog with a", 12),
        ("lead dog", 9),
        ("lead dog to", 12),
        ("lead dog cat or", 14),
    ],
)
def test_a_refusal_points_at_the_word(typed: str, column: int) -> None:
    with pytest.raises(Malformed) as e:
        read(typed)
    assert e.value.column == column


@pytest.mark.parametrize(
    ("typed", "column", "by_length"),
    [("lead bee", 6, 9), ("feed bee sad sad", 6, 14)],
)
def test_the_length_can_be_looked_at_first(typed: str, column: int, by_length: int) -> None:
    for notation, where in ((NOTATION, column), (BY_LENGTH, by_length)):
        with pytest.raises(Malformed) as e:
            read(typed, notation)
        assert e.value.column == where


@pytest.mark.parametrize(("typed", "name"), [("DO", "dog"), ("cat", "cat"), ("e", "emu")])
def test_a_beginning_that_fits_one_name_is_enough(typed: str, name: str) -> None:
    assert name_by_start(Word(typed, 1), ("cat", "cattle", "dog"), "animal", "emu") == name


@pytest.mark.parametrize("typed", ["ca", "bee"])
def test_a_beginning_of_two_names_or_none_is_refused(typed: str) -> None:
    with pytest.raises(Unknown) as e:
        name_by_start(Word(typed, 3), ("cat", "cattle", "dog"), "animal", "emu")
    assert (e.value.column, e.value.known) == (3, ["cat", "cattle", "dog"])


# --- what may follow in any order


class Groom(Command, frozen=True, kw_only=True):
    """Groom an animal in one of several ways, perhaps with help."""

    animal: str
    way: str = ""
    helper: str = ""
    tools: tuple[str, ...] = ()
    wet: bool = False


WAY = FormPart("way")
GROOMING = Clauses(
    "way to groom",
    {
        "like": Clause((FormPart("way", missing="a way"),)),
        "gently": Clause((WAY,)),
        "roughly": Clause((WAY,)),
        "beside": Clause((FormPart("helper", _animal, "an animal"),)),
        "wet": Clause(
            (
                FormPart("wet", lambda s, w: True),
                FormPart("tools", lambda s, w: [w.text], several=True),
            )
        ),
    },
)
GROOM = Notation({"groom": Form(Groom, (), (ANIMAL,), clauses=GROOMING)}, length_first=True)


@pytest.mark.parametrize(
    ("typed", "said", "written"),
    [
        ("groom cat", {}, "groom Cat"),
        ("groom cat gently", {"way": "gently"}, "groom Cat gently"),
        ("groom cat like mum", {"way": "mum"}, "groom Cat like mum"),
        (
            "groom cat wet brush comb, beside: dog roughly",
            {"way": "roughly", "helper": "Dog", "wet": True, "tools": ("brush", "comb")},
            "groom Cat roughly beside Dog wet brush comb",
        ),
        ("groom cat wet", {"wet": True}, "groom Cat wet"),
    ],
)
def test_clauses_come_in_any_order(typed: str, said: dict[str, Any], written: str) -> None:
    command = read(typed, GROOM)
    assert command == Groom(seat=1, animal="Cat", **said)
    assert GROOM.write(command) == written
    assert read(written, GROOM) == command


@pytest.mark.parametrize(
    ("typed", "column", "message"),
    [
        ("groom cat quickly", 11, "way to groom; write one of like, gently"),
        ("groom cat beside", 17, "an animal is missing after `beside`"),
        ("groom cat beside dog crow", 22, "'crow' isn't a way to groom"),
        ("groom cat wet wet", 15, "'wet' appears twice here"),
        ("groom cat gently roughly", 18, "'roughly' appears twice here"),
    ],
)
def test_a_wrong_clause_is_pointed_at(typed: str, column: int, message: str) -> None:
    with pytest.raises(Malformed) as e:
        read(typed, GROOM)
    assert e.value.column == column
    assert message in e.value.message


@pytest.mark.parametrize("typed", ["groom cat gently gently", "groom cat like mum gently"])
def test_what_is_said_again_is_one_too_many(typed: str) -> None:
    few = {key: GROOMING.known[key] for key in ("like", "gently")}
    plain = Notation({"groom": Form(Groom, (), (ANIMAL,), clauses=Clauses("way", few))})
    with pytest.raises(Malformed, match="'gently' is one too many"):
        read(typed, plain)


def test_a_keyword_may_mean_something_else_in_another_form() -> None:
    """`with` cuts a line of `feed`, and is a clause of `groom`."""
    way = Clauses("way", {"with": Clause((FormPart("helper", _animal, "an animal"),))})
    both = Notation({**FORMS, "groom": Form(Groom, (), (ANIMAL,), clauses=way)})
    command = Groom(seat=1, animal="Cat", helper="Dog")
    assert read(both.write(command), both) == command
    assert read("feed dog with a", both) == Feed(seat=1, animal="Dog", food=("a",))


def test_what_was_not_seen_is_not_written() -> None:
    unseen: Any = None
    assert NOTATION.write(Feed(seat=1, animal=unseen, food=("a",))) == "feed with a"


def test_what_a_form_reads_in_its_own_way_is_written_by_parts() -> None:
    rests = (FormPart("to", key="to"), FormPart("extra", write=lambda n: f"and {n}" if n else ""))
    form = Form(Lead, (), (ANIMAL,), rest=lambda *_: {"to": "Cat"}, written=rests)
    notation = Notation({"lead": form})
    assert read("lead dog", notation) == Lead(seat=1, animal="Dog", to="Cat")
    assert notation.write(Lead(seat=1, animal="Dog", to="Cat")) == "lead Dog to Cat"
    assert notation.write(Lead(seat=1, animal="Dog", to="Cat", extra=2)) == "lead Dog to Cat and 2"


def test_a_name_is_read_from_a_table_of_the_set_up() -> None:
    state = SimpleNamespace(setup=SimpleNamespace(animals=ANIMALS))
    read_animal = name_in("animals", "animal")
    assert read_animal(state, Word("CROW", 1)) == "Crow"
    with pytest.raises(Unknown, match="'bee' isn't a animal; write one of Cat, Crow, Dog"):
        read_animal(state, Word("bee", 1))


def test_a_refused_word_has_a_hint_if_it_is_like_a_known_one() -> None:
    for text, hint in (("crew", "did you mean Crow?"), ("elephant", None)):
        with pytest.raises(Malformed) as e:
            expect(False, Word(text, 3), "no such animal", ANIMALS)
        assert (e.value.column, e.value.hint) == (3, hint)
    expect(True, Word("crow", 3), "no such animal", ANIMALS)
