"""The tests are the rulebook: every id of a game is claimed, and every claim names an id."""

from __future__ import annotations

from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import installed
from ledger.kernel.log.events import fields
from ledger.testing.claims import Claims

from .law import HELD, law


def ids(game: Game) -> list[str]:
    """Return the ids of all rules, rulings and examples; one that occurs twice is listed twice."""
    return [rule["id"] for rule in game.rulebook.data["rule"]]


@law()
def test_every_rule_ruling_and_example_is_claimed_by_a_test(
    game: Game, ledger_claims: Claims
) -> None:
    """This can only fail if all tests were collected."""
    claims = ledger_claims
    missing = [id for id in ids(game) if id not in claims.tests] if claims.whole else []
    assert not missing, f"no test claims {', '.join(missing)}"


@law()
def test_every_claim_names_an_id(game: Game, ledger_claims: Claims) -> None:
    """A claim may name an id of another game, if that game is tested in the same run."""
    known = {id for one in (*HELD, *installed().values()) for id in ids(one)}
    wrong = {id: tests[0] for id, tests in ledger_claims.tests.items() if id not in known}
    assert not wrong


@law()
def test_examples_are_claimed_as_examples(game: Game, ledger_claims: Claims) -> None:
    claims = ledger_claims
    examples = {rule["id"] for rule in game.rulebook.data["rule"] if rule["kind"] == "example"}
    assert not (claims.examples & set(ids(game))) - examples, "not every claim is an example"
    assert not claims.whole or examples <= claims.examples


@law()
def test_events_name_only_rules_that_exist(game: Game) -> None:
    named = {f.rule for event in game.rules.events for f in fields(event) if f.rule}
    assert named <= set(ids(game))
