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


def test_what_cannot_be(table: Table) -> None:
    row, ports = table.state.row, table.state.ports
    closed = next((port for port, tile in ports.items() if tile == "closed"), None)
    free = next(port for port in ports if port != closed)
    cases: list[tuple[str, Any, str]] = [
        ("/row", ["YY-G"], "YY-G"),
        ("/row", ["nope"], "nope"),
        ("/row", [row[0], *row[:-1]], row[0]),
        (f"/ports/{free}", "99-X", "99-X"),
        (f"/ports/{free}", "closed", "closed"),
        ("/ports/Z1", "closed", "Z1"),
        ("/players/0/hold/pink", 3, "pink"),
        ("/players/0/hold/red", -1, "-1"),
        ("/players/0/ship", "Z9", "Z9"),
        ("/players/0/outposts/hugo", 1, "hugo"),
        ("/players/0/cards/hand", [], "card"),
        ("/players/0/known/hand", [], ""),
        ("/posts/C2", [1, 1], ""),
        ("/posts/C2", [9], "9"),
        ("/phase", "hugo", "phase"),
        ("/phase", "reward", ""),
        ("/active", 9, "player"),
        ("/column", 2, "column"),
        ("/asked", [1], "players"),
        ("/laid", [], "row"),
        ("/setup/players", 3, "box"),
        ("/over", True, "end"),
    ]
    for path, value, facts in cases:
        impossible(table, facts, patch(path, value))


def test_a_second_closed_port_cannot_be_even_from_the_box(table: Table) -> None:
    ports = [*table.state.ports]
    closed = [patch(f"/ports/{port}", "closed") for port in ports[:2]]
    impossible(table, "closed", *closed, from_box=True)


def test_cubes_and_ships(table: Table) -> None:
    assert tells(adjust(table, "adjust Ana brown 2, Ana ship C3"), "Ana brown 2 | Ana ship C3")
    ana = table.state.players[0]
    assert (ana.hold["brown"], ana.ship) == (2, "C3")


def test_a_card_of_the_row_was_read_wrongly(table: Table) -> None:
    row = list(table.state.row)
    other = next(card for card in table.state.deck.unseen() if table.state.deck.unseen()[card])
    adjust(table, f"adjust row {' '.join([other, *row[1:]])}")
    assert table.state.row == [other, *row[1:]]
    assert table.state.deck.unseen()[row[0]] == 1


def test_a_port_has_another_tile(table: Table) -> None:
    port = next(p for p, tile in table.state.ports.items() if tile not in ("", "closed"))
    other = next(x for x, n in table.state.stack.unseen().items() if n and x != "closed")
    adjust(table, f"adjust port {port} {other}")
    assert table.state.ports[port] == other


def test_a_ship_sails_to_a_place_that_exists(table: Table) -> None:
    assert tells(wrong(table, "adjust Ana ship Z9").message, "Z9")
