"""The tests are the rulebook: every id of every game is claimed, and every claim names an id."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import ledger
from common import playthrough
from common.playthrough import TESTS
from ledger.kernel.game.interface import Game
from ledger.kernel.game.registry import find_game

from .play import every_game


def ids(game: Game) -> list[str]:
    return [rule["id"] for rule in game.rules()["rule"]]


@every_game
def test_every_rule_ruling_and_example_is_claimed_by_a_test(game: Game, claims: Any) -> None:
    """Says nothing unless all tests were collected."""
    missing = [id for id in ids(game) if id not in claims.tests] if claims.whole else []
    assert not missing, f"no test claims {', '.join(missing)}"


def test_every_claim_names_an_id(claims: Any) -> None:
    known = {id for game in ledger.installed().values() for id in ids(game)}
    wrong = {id: tests[0] for id, tests in claims.tests.items() if id not in known}
    assert not wrong


@every_game
def test_examples_are_claimed_as_examples(game: Game, claims: Any) -> None:
    examples = {rule["id"] for rule in game.rules()["rule"] if rule["kind"] == "example"}
    assert not (claims.examples & set(ids(game))) - examples, "not every claim is an example"
    assert not claims.whole or examples <= claims.examples


@every_game
def test_ids_are_used_once(game: Game) -> None:
    assert max(Counter(ids(game)).values()) == 1
    assert {rule["kind"] for rule in game.rules()["rule"]} <= {"rule", "ruling", "example"}


@every_game
def test_rules_have_titles_texts_and_known_references(game: Game) -> None:
    rules = game.rules()
    known, sources = set(ids(game)), set(rules.get("source", {}))
    for rule in rules["rule"]:
        assert rule["title"]
        assert rule["text"].strip()
        assert set(rule.get("see", ())) <= known, rule["id"]
        assert set(rule["sources"]) <= sources, rule["id"]


@every_game
def test_events_name_only_rules_that_exist(game: Game) -> None:
    from ledger.kernel.log.events import fields

    named = {f.rule for event in game.events for f in fields(event) if f.rule}
    assert named <= set(ids(game))


def test_every_game_of_ours_has_a_playthrough_for_each_number_of_players() -> None:
    project = tomllib.loads((TESTS.parent / "pyproject.toml").read_text("utf-8"))["project"]
    for name in project["entry-points"]["ledger.games"]:
        for players in find_game(name).meta.players:
            assert playthrough.path(name, players).exists(), f"{name}, {players} players"
