"""The rules of Nim, as the tutorial teaches to test them."""

from __future__ import annotations

import sys

import pytest

from common.examples import GAMES
from ledger.testing import Sessions

sys.path.append(str(GAMES))

from ledger_nim import GAME

NIM = Sessions(GAME)
STOP = '\nabandon "enough"'


@pytest.mark.rule("NIM-01")
def test_three_heaps():
    assert NIM.session("Ana, Bo", STOP).state.heaps == [3, 5, 7]


@pytest.mark.rule("NIM-02")
def test_take_from_one_heap_at_least_one():
    table = NIM.session("Ana, Bo", "Ana take 2 4" + STOP)
    assert table.state.heaps == [3, 1, 7]
    for line in ("Ana take 1 4", "Ana take 4 1", "Ana take 1 0"):
        assert NIM.no_session("Ana, Bo", line).rule == "NIM-02"


@pytest.mark.rule("NIM-03")
def test_the_last_stick_wins():
    table = NIM.session("Ana, Bo", "Ana take 1 3\nBo take 2 5\nAna take 3 7")
    assert GAME.rules.outcome(table.state).ranking == ((1,), (2,))
