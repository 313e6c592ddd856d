"""Corrections by hand: in players' words, and none that the box can't have."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import tells
from ledger.kernel.play.table import Table
from ledger.testing.corrections import adjust, impossible, patch, wrong

from .scenario import random_game


@pytest.fixture
def table() -> Table:
    return random_game(2, "corrections", turns=6)


@pytest.mark.parametrize(
    ("path", "value", "facts"),
    [
        ("/players/0/secret", ["hugo"], "hugo"),
        ("/players/0/secret", [], "boats"),
        ("/players/0/points", -5, "-5"),
        ("/players/0/traders", 50, "traders of 1"),
        ("/players/0/cards", 9, "move cards"),
        ("/players/0/unknown", [4, 4], ""),
        ("/boats/z99", "thief", "z99"),
        ("/boats/a1", "hugo", "hugo"),
        ("/owners/z99", 1, "z99"),
        ("/marker", 99, "marker"),
        ("/day", "small", "market day"),
        ("/scorings", 3, "score"),
        ("/asked", 1, "players"),
        ("/placer", 9, "players"),
        ("/phase", "hugo", "phase"),
        ("/phase", "market day", ""),
        ("/active", 9, "9"),
        ("/setup/hand", 9, "box"),
        ("/over", True, "end"),
    ],
)
def test_what_cannot_be(table: Table, path: str, value: Any, facts: str) -> None:
    impossible(table, facts, patch(path, value))


def test_a_boat_of_a_hand_was_read_wrongly(table: Table) -> None:
    hand, unseen = list(table.state.players[0].secret), table.state.stacks[0].unseen()
    other = next(boat for boat, n in unseen.items() if n and boat not in hand)
    adjust(table, f"adjust Ana hand {' '.join([other, *hand[1:]])}")
    assert table.state.players[0].secret == [other, *hand[1:]]
    assert table.state.stacks[0].unseen()[hand[0]] == unseen[hand[0]] + 1


def test_points_cards_and_the_marker(table: Table) -> None:
    told = adjust(table, "adjust marker 1, Ana points 7, Bartek cards 1")
    assert tells(told, "Ana points 7 | Bartek cards 1 | marker 1")
    assert table.state.players[0].points == 7
    assert (
        table.state.discarded + sum(p.cards for p in table.state.players)
        == 2 * table.state.setup.cards
    )


def test_a_boat_and_its_trader_lie_elsewhere(table: Table) -> None:
    owners = table.state.owners
    assert owners, "the game of this seed has a trader on the board"
    start, seat = next(iter(owners.items()))
    boat, name = table.state.boats[start], ("Ana", "Bartek")[seat - 1]
    to = next(x for x in table.state.setup.fields if x not in table.state.boats)
    e = wrong(table, f"adjust boat {start} -, boat {to} {boat}")
    assert tells(e.message, start)
    adjust(table, f"adjust boat {start} -, boat {to} {boat}, trader {start} -, trader {to} {name}")
    assert (table.state.boats[to], table.state.owners[to]) == (boat, seat)
    assert start not in table.state.boats
