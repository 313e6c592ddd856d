"""Corrections by hand: in players' words, and none that the box can't have."""

from __future__ import annotations

from typing import Any

import pytest

from common.refusals import tells
from ledger.games.istanbul import GAME
from ledger.kernel.errors import Ambiguous, Illegal, Malformed
from ledger.kernel.notation.notation_page import notation_page
from ledger.kernel.play.table import Table
from ledger.testing.corrections import adjust, impossible, patch, wrong

from .scenario import session

START = """
tile lira-r lira-y lira-g lira-b crystal-r bazaar-y
Ola roll GG$CC
"""


@pytest.fixture
def table() -> Table:
    return session("Ola, Piotr", START)


@pytest.mark.parametrize(
    ("path", "value", "facts"),
    [
        ("/players/0/have/lira", -5, "-5"),
        ("/players/0/have/gold", 5, "gold"),
        ("/players/0/have/lira", 1000, "lira +1000"),
        ("/players/0/rubies", 7, "ruby +7"),
        ("/players/0/tiles", ["lira-red"], "lira-red"),
        ("/players/0/tiles", ["lira-r"], "tile lira-r +1"),
        ("/tiles", ["lira-r"], "tile lira-y -1"),
        ("/shown", ["a-red", "a-red"], ""),
        ("/setup/target", 1, "box"),
        ("/phase", "hugo", "phase"),
        ("/active", 9, "player"),
        ("/over", True, "end"),
        ("/turn", 2**40, "/turn"),
        ("/dice", ["X"], "X"),
        ("/income", ["lira-r"], "income"),
        ("/asked", [3], "other"),
        ("/players/0/mosque", True, "mosque"),
        ("/taken/red", 99, ""),
        ("/stack/segments/0/count", 99, "pile"),
        ("/deck/pools/0/a-red", -1, "pile"),
        ("/bank/lira", None, "lira"),
    ],
)
def test_what_cannot_be(table: Table, path: str, value: Any, facts: str) -> None:
    impossible(table, facts, patch(path, value))


def test_lira_come_from_the_supply(table: Table) -> None:
    has, bank = table.state.players[0].have["lira"], table.state.bank["lira"]
    assert tells(adjust(table, 'adjust Ola lira 5 "miscounted"'), "Ola lira 5 | miscounted")
    assert table.state.players[0].have["lira"] == 5
    assert table.state.bank["lira"] == bank - 5 + has


def test_several_corrections_in_one_line(table: Table) -> None:
    assert tells(adjust(table, "adjust Ola lira 5, crystal 2, Piotr lira 3"), "Piotr lira 3")
    ola, piotr = table.state.players
    assert (ola.have["lira"], ola.have["crystal"], piotr.have["lira"]) == (5, 2, 3)


def test_a_tile_comes_from_the_stack_or_from_where_the_line_says(table: Table) -> None:
    adjust(table, "adjust Piotr tiles action-r")
    assert not table.state.stack.unseen()["action-r"]
    e = wrong(table, "adjust Piotr tiles action-r lira-b")
    assert isinstance(e, Illegal)
    assert tells(e.message, "lira-b")
    adjust(table, "adjust tiles lira-r lira-y lira-g crystal-r bazaar-y, Piotr tiles lira-b")
    assert table.state.players[1].tiles == ["lira-b"]
    assert table.state.stack.unseen()["action-r"] == 1


def test_dice_follow_from_tiles(table: Table) -> None:
    assert tells(wrong(table, "adjust Ola tiles die-1").message, "Ola | 1")
    adjust(table, "adjust Ola tiles die-1, Ola dice 1")
    assert table.state.spare == 3


def test_a_ruby_comes_from_an_area_or_from_the_box(table: Table) -> None:
    assert tells(wrong(table, "adjust Ola rubies 1").message, "ruby +1")
    adjust(table, "adjust taken red 1, Ola rubies 1")
    told = adjust(table, 'adjust Ola rubies 2 "a ruby was left in the lid" from box')
    assert tells(told, "Ola rubies 2 | box | lid")
    assert table.lines[-1].data.from_box is True


@pytest.mark.parametrize(
    ("line", "kind", "facts"),
    [
        ("adjust Ola lira 1000", Illegal, "lira"),
        ("adjust Ola lira -5", Malformed, "-5"),
        ("adjust Ola gold 5", Malformed, "gold"),
        ("adjust Ola tiles lira-red", Malformed, "lira-red"),
        ("adjust Ola tiles lira-r lira-r from box", Illegal, "lira-r"),
        ("adjust Ola lira 1000 from box", Illegal, "lira | 87"),
        ("adjust Hugo lira 5", Malformed, "Hugo"),
        ("adjust taken pink 1", Malformed, "pink"),
        ("adjust Ola", Malformed, "Ola"),
        ("adjust Ola lira", Malformed, "lira"),
        ("adjust", Malformed, "adjust Ola"),
        ('adjust "why"', Malformed, "adjust Ola"),
        ("adjust Ola lira 0", Illegal, ""),
        ("adjust Ola lira 5, tiles lira-b", Ambiguous, "Ola tiles"),
        ("adjust Ola mosque perhaps", Malformed, "perhaps"),
    ],
)
def test_a_typed_correction_that_is_wrong(
    table: Table, line: str, kind: type[Exception], facts: str
) -> None:
    e = wrong(table, line)
    assert isinstance(e, kind), e
    assert tells(e.message, facts), e.message


def test_every_word_has_its_form_in_the_notation() -> None:
    page = notation_page(GAME)
    for zone in GAME.corrections.zones:
        assert f"`{zone.form}`" in page
