"""Hands and discard piles: who sees what, and what follows from what all have seen."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.games.century import GAME
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import fold
from ledger.kernel.verify.verify import verify_bytes

from .scenario import NEXT, illegal, play, position, random_game

FIVE = ["YY UP2 RR YR G"]


@pytest.mark.rule("CEN-A34")
def test_a_card_discarded_from_the_hand_is_hidden_and_a_face_up_one_is_not() -> None:
    here = position(2, ships=["A2", "E2"], hand=["YY UP2"], played=["RR"])
    done = play(here, "Ana move C3 discard YY RR")
    sailed = done.only("sailed")
    assert GAME.secrets.redact(sailed, 1) == sailed
    for viewer in (0, 2):
        seen: Any = GAME.secrets.redact(sailed, viewer)
        assert (seen.hand, seen.played) == ((None,), ("RR",))
        ana = GAME.mask(done.state, viewer).players[0].cards
        assert (ana.hand, ana.down, ana.layers, ana.least) == ([], ["RR"], [["YY", "UP2"]], [1])
        assert (ana.in_hand, ana.discarded) == (1, 2), "the numbers are open"


@pytest.mark.rule("CEN-A34")
def test_a_rest_makes_everything_known_again() -> None:
    here = position(2, ships=["A2", "E2"], hand=FIVE)
    done = play(here, "Ana move C3 discard YY RR\nBartek rest\nAna rest")
    ana = GAME.mask(done.state, 2).players[0].cards
    assert (sorted(ana.hand), ana.layers) == (sorted(FIVE[0].split()), [])


@pytest.mark.rule("CEN-A34")
def test_a_played_card_was_in_the_hand() -> None:
    here = position(2, ships=["A2", "E2"])
    done = play(here, "Ana move B2 discard UP2\nBartek rest\nAna play YY")
    ana = GAME.mask(done.state, 2).players[0].cards
    assert (ana.hand, ana.down, ana.layers) == ([], ["UP2"], []), "so the other one was discarded"


@pytest.mark.rule("CEN-A34")
def test_a_discard_of_the_whole_hand_hides_nothing() -> None:
    done = play(position(2, ships=["A2", "E2"]), "Ana move C3 discard UP2 YY")
    ana = GAME.mask(done.state, 2).players[0].cards
    assert (ana.hand, sorted(ana.down), ana.layers) == ([], ["UP2", "YY"], [])


@pytest.mark.rule("CEN-A34")
def test_cards_are_acquired_openly() -> None:
    done = play(position(2), f"Ana acquire YYY\n{NEXT}")
    for viewer in (0, 2):
        assert "YYY" in GAME.mask(done.state, viewer).players[0].cards.hand


@pytest.mark.rule("CEN-A34")
def test_holds_boards_and_bonus_tiles_are_open() -> None:
    here = position(2, hold=["YYR"], bonus=["hold vp6"], posts={"C3": "1"}, laid=["Y"])
    seen, full = GAME.mask(here.state, 2), here.state
    assert seen.players[0].hold == full.players[0].hold
    assert seen.players[0].outposts == full.players[0].outposts
    assert seen.players[0].bonus == full.players[0].bonus
    assert seen.laid == full.laid


@pytest.mark.rule("CEN-A34")
def test_a_discard_that_nobody_wrote_down() -> None:
    here = position(2, ships=["A2", "E2"], hand=FIVE)
    done = play(here, "Ana move C3 discard ? RR\nBartek rest")
    ana = done.seat("Ana").cards
    assert (ana.down, ana.maybe, ana.in_hand) == (["RR"], ["YY", "UP2", "YR", "G"], 3)
    assert verify_bytes(done.table.bytes()).verdict == "possible"
    say = "RR"
    illegal(done, "Ana play RR", "CEN-18", say)
    # any three of the four can still be in hand, then the last one was discarded
    script = "Ana play YY\nBartek rest\nAna play YR\nBartek rest\nAna play G\nBartek rest"
    three = play(done, script)
    assert three.seat("Ana").cards.down == ["RR", "UP2"]
    say = "UP2"
    illegal(three, "Ana play UP2", "CEN-18", say)


@pytest.mark.rule("CEN-A34")
def test_a_card_that_came_later_cannot_have_been_discarded_before() -> None:
    # one of YY and UP2 is gone; then YYY and YY-G come, and one more goes
    here = position(2, ships=["A2", "E2"], hold=["Y"])
    script = f"""
        Ana move B2 discard ?
        Bartek rest
        Ana acquire YYY
        {NEXT}
        Bartek rest
        Ana acquire YY-G
        row GG-BB
        Bartek rest
        Ana move C3 discard ?
        Bartek rest
        Ana play YY
        Bartek rest
    """
    done = play(here, script)
    ana = done.seat("Ana").cards
    assert ana.down == ["UP2"], "of the first two the one that was not played"
    assert (ana.layers, ana.least, ana.in_hand) == ([["YYY", "YY-G"]], [1], 1)
    illegal(done, "Ana play UP2", "CEN-18", "UP2")


@pytest.mark.rule("CEN-24", "CEN-A34")
def test_two_cards_of_which_one_was_discarded_cannot_be_discarded_together() -> None:
    here = position(2, ships=["A2", "E2"])
    script = f"Ana move B2 discard ?\nBartek rest\nAna acquire YYY\n{NEXT}\nBartek rest"
    done = play(here, script)
    assert done.seat("Ana").cards.in_hand == 2, "YYY, and YY or UP2"
    illegal(done, "Ana move D3 discard YY UP2", "CEN-24", "2")
    for either in ("YY", "UP2"):
        sailed = play(done, f"Ana move D3 discard YYY {either}")
        assert sailed.seat("Ana").cards.in_hand == 0


@pytest.mark.rule("CEN-A34")
@pytest.mark.parametrize("seed", range(3))
def test_a_seats_stream_folds_to_its_view(seed: int) -> None:
    lines = random_game(3, f"secret {seed}", turns=60).lines
    for viewer in range(4):
        stream, raw = redact(GAME, lines, viewer)
        assert fold(GAME, stream) == GAME.mask(fold(GAME, lines), viewer)
        assert verify_bytes(raw).verdict == "possible"
        hidden = [x.data for x in stream if x.type == "sailed" and x.data.seat != viewer]
        assert any(x.hand for x in hidden)
        assert all(card is None for x in hidden for card in x.hand)
