"""Corrections by hand: in players' words, and none that the box can't have."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import tells
from ledger.kernel.errors import Malformed
from ledger.kernel.play.table import Table
from ledger.testing.corrections import adjust, impossible, patch, wrong

from .scenario import random_game


@pytest.fixture
def table() -> Table:
    return random_game(3, "corrections", turns=6)


@pytest.mark.parametrize(
    ("path", "value", "facts"),
    [
        ("/market", ["R5", "R5", "R5", "R5", "R5", "R5", "R5"], "R5"),
        ("/market", ["R9"], "R9"),
        ("/players/0/hand", [], ""),
        ("/players/0/tokens/red", -1, "-1"),
        ("/players/0/tokens/pink", 1, "pink"),
        ("/players/0/piece", "R5", "Ana"),
        ("/players/0/blind", 2, "cards +2"),
        ("/ships/red", 99, "red"),
        ("/ships/red", 5, "red"),
        ("/ships/pink", 1, "pink"),
        ("/phase", "hugo", ""),
        ("/phase", "insurance", ""),
        ("/active", 9, "9"),
        ("/first", 9, "players"),
        ("/sinking", ["red"], "sink"),
        ("/setup/limits/end_tokens", 1, "box"),
        ("/over", True, "end"),
    ],
)
def test_what_cannot_be(table: Table, path: str, value: Any, facts: str) -> None:
    impossible(table, facts, patch(path, value))


def test_a_card_of_the_market_was_read_wrongly(table: Table) -> None:
    market, unseen = list(table.state.market), table.state.pile.unseen()
    other = next(card for card, n in unseen.items() if n and card not in market)
    told = adjust(table, f"adjust market {' '.join([other, *market[1:]])} # misread")
    assert tells(told, f"market {other}")
    assert table.state.market == [other, *market[1:]]
    assert table.state.pile.unseen()[market[0]] == unseen[market[0]] + 1


def test_a_card_goes_from_the_market_to_a_hand(table: Table) -> None:
    first, *rest = table.state.market
    hand = [*table.state.players[1].hand, first]
    size = table.state.pile.size
    adjust(table, f"adjust market {''.join(rest)}, Bartek hand {' '.join(hand)}")
    assert table.state.players[1].hand == hand
    assert table.state.pile.size == size


def test_tokens_and_ships(table: Table) -> None:
    told = adjust(table, 'adjust Ana tokens red 2, ship red 2 "we forgot"')
    assert tells(told, "Ana tokens red 2 | ship red 2 | we forgot")
    assert (table.state.players[0].tokens["red"], table.state.ships["red"]) == (2, 2)


def test_a_lost_card_leaves_the_game_only_if_that_is_said(table: Table) -> None:
    _, *rest = table.state.market
    size = table.state.pile.size
    adjust(table, f"adjust market {' '.join(rest)} from box")
    assert table.state.pile.size == size


def test_a_card_that_does_not_exist(table: Table) -> None:
    e = wrong(table, "adjust market R9")
    assert isinstance(e, Malformed)
    assert tells(e.message, "R9")
