"""Who is who: lasting ids, exact names, suggestions, and what the user rules."""

from __future__ import annotations

import itertools
import time

import pytest

from common.refusals import refuses
from ledger.kernel.errors import Ambiguous, Illegal
from ledger.library.people.directory import People, keys_of, slug
from ledger.library.people.matching import exact, loose
from ledger.store import Missing

from ..sample_library import person


def people(*games: tuple) -> People:
    """Take note of games, each a tuple of persons."""
    out = People()
    for n, persons in enumerate(games):
        out.see(f"g{n}", [person(p) if isinstance(p, str) else p for p in persons])
    return out


def who(found: People) -> dict[str, set[str]]:
    return {p.id: set(p.keys) for p in found.players()}


def test_an_exact_name_is_one_person():
    found = people(("Ana", "Bartek"), ("Ana", "Celina"))
    assert [(p.id, p.name, p.games) for p in found.players()] == [
        ("ana", "Ana", ("g0", "g1")),
        ("bartek", "Bartek", ("g0",)),
        ("celina", "Celina", ("g1",)),
    ]
    assert found.of("g1") == ("ana", "celina")


def test_spaces_and_ways_of_encoding_do_not_count_but_case_does():
    found = people(("Zoé",), (" Zoe\u0301 ",), ("zoé",))
    assert [p.names for p in found.players()] == [("Zoé",), ("zoé",)]
    (doubt,) = found.doubts()
    assert (doubt.kind, doubt.players) == ("similar", ("zoe", "zoe-2"))


@pytest.mark.parametrize(
    ("a", "b"), [("Łukasz", "Lukasz"), ("ANA", "Ana"), ("Zoë", "Zoe"), ("O'Neil", "ONeil")]
)
def test_case_and_accents_are_only_a_suggestion(a, b):
    found = people((a,), (b,))
    assert len(found.players()) == 2
    (doubt,) = found.doubts()
    assert (doubt.kind, doubt.name) == ("similar", f"{a} / {b}")


def test_a_lasting_id_wins_over_the_name():
    found = people(
        (person("Ana", bgstats="X"),), (person("Ania", bgstats="X"),), (person("Ana", bgstats="Y"),)
    )
    assert who(found) == {"ana": {"bgstats:X"}, "ana-2": {"bgstats:Y"}}
    assert found.players()[0].names == ("Ania", "Ana")  # the newest is what they are called
    assert found.doubts() == []


def test_ids_of_one_record_belong_together():
    found = people(
        (person("Ana", bgstats="X", bgg="ana_k"),),
        (person("Ana K.", bgg="ana_k"),),
        (person("A.", bgstats="X"),),
    )
    assert who(found) == {"ana": {"bgstats:X", "bgg:ana_k"}}


def test_a_plain_name_is_the_only_bearer_of_it():
    found = people((person("Ana", bgstats="X"),), ("Ana",), (person("Ana", bga="7"),))
    assert who(found) == {"ana": {"bgstats:X", "name:Ana", "bga:7"}}


def test_a_name_that_two_people_have_is_not_guessed():
    found = people((person("Ana", bgstats="X"),), (person("Ana", bgstats="Y"),), ("Ana",))
    assert len(found.players()) == 3
    (doubt,) = found.doubts()
    assert (doubt.kind, doubt.name, doubt.players) == (
        "ambiguous",
        "Ana",
        ("ana", "ana-2", "ana-3"),
    )
    found.rule(found.merging("ana-2", "ana-3"))
    assert who(found) == {"ana": {"bgstats:X"}, "ana-2": {"bgstats:Y", "name:Ana"}}
    assert found.doubts() == []


def test_two_at_one_table_are_two():
    found = people((person("Ana", bgg="a"), person("Ana", bga="b")))
    assert len(found.players()) == 2
    with refuses(Illegal, "g0"):
        found.merging("ana", "ana-2")


def test_the_order_of_the_games_does_not_matter():
    games = [
        (person("Ana", bgstats="X"),),
        (person("Ana", bgstats="Y"),),
        ("Ana", "Bo"),
        (person("Bo", bgg="b"),),
        (person("Bo", bga="1", bgg="b"),),
    ]
    groups = {
        frozenset(map(frozenset, who(people(*order)).values()))
        for order in itertools.permutations(games)
    }
    assert len(groups) == 1


def test_nobody_is_nobody():
    found = people(("?", "Ana"), ("?", person("?", bgstats="X")))
    assert found.of("g0") == (None, "ana")
    assert found.of("g1") == (None, "player")
    assert len(found.players()) == 2


def test_the_unknown_are_not_one_person():
    found = people((person("?", bgstats="X"),), (person("?", bgg="y"),), (person("", bga="z"),))
    assert len(found.players()) == 3
    assert found.doubts() == []


def test_a_crowd_of_one_name_is_left_alone():
    found = people(("Ana",), *((person("Ana", bga=str(n)),) for n in range(3000)))
    start = time.process_time()
    assert len(found.players()) == 3001
    (doubt,) = found.doubts()
    assert (doubt.kind, len(doubt.players)) == ("ambiguous", 3001)
    assert time.process_time() - start < 2


# --- rulings ----------------------------------------------------------------------------------


def test_merge_and_split():
    found = people(("Ana",), (person("A. K.", bgg="ana_k"),))
    found.rule(found.merging("Ana", "bgg:ana_k"))
    (one,) = found.players()
    assert (one.id, one.name, set(one.names)) == ("ana", "Ana", {"Ana", "A. K."})
    assert found.find("a-k").id == "ana", "an id that was shown once still means somebody"
    found.rule(found.splitting("ana", ["bgg:ana_k"]))
    assert [(p.id, p.name) for p in found.players()] == [("ana", "Ana"), ("a-k", "A. K.")]
    found.rule(found.merging("a-k", "ana"))
    (one,) = found.players()
    assert (one.id, one.name) == ("ana", "A. K.")


def test_a_split_of_one_name_lasts():
    found = people((person("Ana", bgstats="X"),), ("Ana",))
    found.rule(found.splitting("Ana", []))
    assert who(found) == {"ana": {"bgstats:X"}, "ana-2": {"name:Ana"}}
    assert found.doubts() == []
    found.see("later", [person("Ana")])
    assert found.of("later") == ("ana-2",)


def test_what_is_left_of_a_split_stays_one():
    found = people((person("A", x="1"),), (person("B", x="2"),), (person("C", x="3"),))
    found.rule(found.merging("a", "b"))
    found.rule(found.merging("b", "c"))
    found.rule(found.splitting("a", ["x:2"]))
    assert sorted(map(sorted, who(found).values())) == [["x:1", "x:3"], ["x:2"]]


def test_rulings_that_cannot_be():
    found = people((person("Ana", bgstats="X", bgg="a"), "Bo"), ("Ana",))
    for call, error, text in (
        (lambda: found.merging("Ana", "Ana"), Illegal, ""),
        (lambda: found.merging("Ana", "Zoe"), Missing, "Zoe"),
        (lambda: found.merging("Ana", "BO"), Missing, "Bo (bo)"),
        (lambda: found.merging("Ana", "Bo"), Illegal, "same table"),
        (lambda: found.splitting("Bo", []), Illegal, "only one key"),
        (lambda: found.splitting("Ana", []), Ambiguous, ""),
        (lambda: found.splitting("Ana", ["bgg:b"]), Missing, "bgg:b"),
        (lambda: found.splitting("Ana", ["bgg:a"]), Illegal, "same record"),
        (
            lambda: found.splitting("Ana", ["bgg:a", "bgstats:X", "name:Ana"]),
            Illegal,
            "",
        ),
    ):
        with refuses(error, text):
            call()
    assert found.rulings == []


def test_a_name_of_two_people_must_be_said_otherwise():
    found = people((person("Ana", bgstats="X"),), (person("Ana", bgstats="Y"),))
    with refuses(Ambiguous, "2 | Ana") as e:
        found.find("Ana")
    assert "ana, ana-2" in str(e.value)


def test_who_is_corrected_away_is_no_player_any_more():
    found = people(("Anna",))
    found.see("g0", [person("Ana")])
    assert [p.name for p in found.players()] == ["Ana"]


def test_keys_and_slugs():
    assert keys_of(person("Ana", b="2", a="1", c="")) == ("a:1", "b:2")
    assert keys_of(person("  ")) == ()
    assert exact(" A \t B ") == "A B"
    assert loose("ŁÓDŹ") == "lodz"
    assert slug("Łukasz Ż.", "x") == "lukasz-z"
    assert slug("日本", "player") == "player"
    assert loose("Kjærsti Þór") == "kjaersti thor"
    assert slug("Kjærsti Þór", "x") == "kj-rsti-or"  # an id that was given once stays
    assert len(slug("x" * 99, "p")) == 40
