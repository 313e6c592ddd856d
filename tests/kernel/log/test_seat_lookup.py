"""Seats and viewers as people name them."""

import msgspec
import pytest

from common.refusals import refuses, tells
from ledger import find_game, open_game
from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.log.seat_lookup import find_seat, find_viewer, viewer_of

NAMES = ("Ana", "Anatol", "2", "spectator")


@pytest.mark.parametrize(
    ("text", "seat"),
    [("Ana", 1), ("ana", 1), ("anat", 2), ("1", 1), (" 4 ", 4), ("2", 3), ("spectator", 4)],
)
def test_a_seat_is_meant(text, seat):
    assert find_seat(NAMES, text) == seat


@pytest.mark.parametrize("text", ["", "an", "5", "0", "Bartek"])
def test_no_seat_is_meant(text):
    with pytest.raises(Malformed) as e:
        find_seat(NAMES, text)
    assert tells(e.value.hint, "1 Ana, 2 Anatol, 3 2, 4 spectator")


def test_a_spectator_is_nobody_unless_somebody_is_called_so():
    assert [find_viewer(NAMES, x) for x in ("0", "Ana", "spectator")] == [0, 1, 4]
    assert find_viewer(NAMES[:2], "Spectator") == 0


def test_the_log_of_one_seat_has_only_its_eyes():
    game = find_game("osaka")
    whole = open_game(game, ["Ana", "Bartek"])
    assert [viewer_of(whole, x) for x in (None, "bartek", "spectator")] == [None, 2, 0]
    own = msgspec.structs.replace(whole, view=2)
    assert [viewer_of(own, x) for x in (None, "2")] == [2, 2]
    with refuses(Illegal, "2"):
        viewer_of(own, "Ana")
