"""Draws that nobody wrote down: what is possible, what is not, what a placement narrows."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.klongs import GAME
from ledger.kernel.errors import Impossible
from ledger.kernel.verify.verify import verify_bytes

from .scenario import illegal, moves, no_session, play, position, refused, session, standard_box

UNKNOWN = "Ana hand ? ? ? ? / Bartek hand ? ? ? ?"


def blind(moves_: list[str]) -> str:
    """A session of two players in which every draw is unknown."""
    names = ("Ana", "Bartek")
    lines = [
        f"{names[i % 2]} place {move} / {names[i % 2]} hand ?" for i, move in enumerate(moves_)
    ]
    return " / ".join([UNKNOWN, *lines])


@pytest.mark.rule("KLO-07", "KLO-22")
def test_any_boat_can_come_from_an_unknown_hand() -> None:
    table = session("Ana, Bartek", blind(["thief a4", "S2 a5", "B3n b5"]))
    assert table.state.boats == {"a4": "thief", "a5": "S2", "b5": "B3n"}
    assert [p.unknown for p in table.state.players] == [[4], [4]]
    assert verify_bytes(table.bytes()).verdict == "possible"


@pytest.mark.rule("KLO-15", "KLO-07")
def test_a_fourth_thief_is_impossible() -> None:
    three = ["thief a4", "thief a5", "thief b3"]
    e = no_session("Ana, Bartek", blind([*three, "thief b6"]))
    assert isinstance(e, Impossible)
    assert e.rule == "KLO-07"
    assert tells(e.message, "thief | 3")
    table = session("Ana, Bartek", blind(three))
    assert table.state.stacks[0].unseen()["thief"] == 0


@pytest.mark.rule("KLO-13", "KLO-07")
def test_a_tenth_boat_of_a_good_is_impossible() -> None:
    nine = ["B0 a4", "B0 a5", "B1 b3", "B1 b6", "B2 c3", "B0p c6", "B1p d3", "B2n d6", "B3n e3"]
    table = session("Ana, Bartek", blind(nine))
    left = table.state.stacks[0].unseen()
    assert not [k for k, good in table.state.setup.good.items() if good == "banana" and left[k]]
    assert not [m for m in moves_of(table) if m.startswith("place B")]
    for boat in ("B0", "B3n"):
        e = no_session("Ana, Bartek", blind([*nine, f"{boat} f3"]))
        assert isinstance(e, Impossible), boat


def moves_of(table) -> list[str]:
    seat = GAME.rules.awaiting(table.state)[0].seat
    return [GAME.words.write(c) for c in GAME.rules.legal_moves(table.state, seat)]


@pytest.mark.rule("KLO-22", "KLO-07")
def test_a_fifth_boat_of_a_hand_of_four_is_impossible() -> None:
    # the stack is empty: nothing comes into the hand again
    here = position(2, "d4=S0:1", hands=["? ? ?", "L0 L0 L1 L1"], shown=["thief"])
    done = play(
        here,
        """
        Ana place B0 d5 / Bartek place L0 c5
        Ana place B1 e4 / Bartek place L0 c4
        Ana place A0 e5 / Bartek place L1 c3
        """,
    )
    illegal(done, "Ana place P0 f3", "KLO-07", "P0")
    assert {m.split()[1] for m in moves(done) if m.startswith("place")} == {"thief"}
    done = play(done, "Ana place thief f3")
    assert done.seat("Ana").hand == 0
    done = play(done, "Bartek place L1 d2")
    assert done.told[:3] == ["placed", "turned", "passed"], "an empty hand passes"


@pytest.mark.rule("KLO-41", "KLO-07")
def test_in_the_tactical_variant_the_stack_tells_what_a_boat_can_be() -> None:
    here = position(2, "d4=S0:1", hands=["?2 ?2 ?2"], options={"tactical": True})
    illegal(here, "Ana place thief d5", "KLO-07", "thief")
    illegal(here, "Ana place B2n d5", "KLO-07", "B2n")
    assert play(here, "Ana place B2 d5").seat("Ana").unknown == [0, 2]


@pytest.mark.rule("KLO-07")
def test_a_known_hand_is_not_widened_by_what_is_unseen() -> None:
    here = position(2, "d4=S0:1", hands=["B0 B1"])
    illegal(here, "Ana place B2 d5", "KLO-07", "B2")
    half = position(2, "d4=S0:1", hands=["B0 ?"])
    done = play(half, "Ana place B2 d5")
    assert (done.seat("Ana").secret, done.seat("Ana").unknown) == (["B0"], [0])


@pytest.mark.rule("KLO-07")
def test_each_placement_narrows_what_is_unseen() -> None:
    here = position(2, "d4=S0:1", hands=["? ?", "?"])
    before = here.state.stacks[0].unseen()
    done = play(here, "Ana place F2 d5 / Bartek place F3n e5")
    assert before - done.state.stacks[0].unseen() == {"F2": 1, "F3n": 1}
    illegal_again = refused(done, "Ana place F2 e4")
    assert isinstance(illegal_again, Impossible)
    assert tells(illegal_again.message, "F2")


def narrow() -> dict:
    box = standard_box()
    box["grid"] |= {"rows": 4, "cols": 2}
    box["entrances"] |= {"light": ["a1", "b1"], "dark": ["a4", "b4"]}
    box["moorings"]["names"] = ["ab23"]
    return box


@pytest.mark.rule("A-KLO-21", "A-KLO-32")
def test_a_pass_from_an_unknown_hand_is_possible_when_it_can_be_all_thieves() -> None:
    guards = "a1=guard b1=guard"
    here = position(2, guards, hands=["? ? ?", "B0 B1"], box=narrow())
    assert "pass" in moves(here)
    done = play(here, "Ana pass")
    assert done.state.stacks[0].unseen()["thief"] == 0
    four = position(2, guards, hands=["? ? ? ?", "B0 B1"], box=narrow())
    illegal(four, "Ana pass", "A-KLO-32")
    seen = position(2, guards, hands=["? ? ?", "thief B1"], box=narrow())
    illegal(seen, "Ana pass", "A-KLO-32")
    open_ = position(2, "a1=guard", hands=["?", "B0 B1"], box=narrow())
    illegal(open_, "Ana pass", "A-KLO-32")


@pytest.mark.rule("A-KLO-21", "KLO-40")
def test_boats_of_stack_2_are_no_thieves() -> None:
    options = {"tactical": True}
    here = position(2, "a1=guard b1=guard", hands=["?1 ?2", "B0"], options=options, box=narrow())
    illegal(here, "Ana pass", "A-KLO-32")


@pytest.mark.rule("A-KLO-33")
def test_after_a_move_of_an_unknown_hand_something_is_placed() -> None:
    here = position(2, "a1=guard b2=S0:1 b4=guard", hands=["? ?", "B0"], box=narrow())
    done = play(here, "Ana move b2 a2")
    assert "pass" not in moves(done)
    illegal(done, "Ana pass", "A-KLO-33")
    thieves = position(2, "a1=guard b2=S0:1 b4=guard", hands=["thief thief", "B0"], box=narrow())
    illegal(
        thieves,
        "Ana move b2 a2",
        "A-KLO-33",
    )
