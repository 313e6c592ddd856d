"""No card is lost, doubled or dealt twice, however often a small pile is shuffled anew."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.osaka import GAME
from ledger.kernel.log.events import tag
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.verify.verify import verify_bytes

from .scenario import conserved, play, position, random_game, refused, small_box

FEW = {"2": 4, "3": 3, "5": 1}
"""32 cards; sold in steps of 3 points, so that VP cards are drawn often."""


def shuffles(table: Table) -> list[int]:
    """Check every position; return how many unseen VP cards were out at each shuffle."""
    out = []
    for line, state in Replay(GAME, table.lines).walk():
        conserved(state)
        assert len(state.market) <= 5 + len(state.players) - 1
        if tag(type(line.data)) == "reshuffled":
            out.append(sum(p.blind for p in state.players))
    return out


@pytest.mark.rule("OSA-31", "OSA-37", "A-OSA-15", "OSA-29")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_box_so_small_that_the_pile_is_shuffled_again_and_again(players: int) -> None:
    box = small_box(FEW, set_round=3, end_tokens=40)  # nobody gets there: all pass in the end
    twice = ended = 0
    for seed in range(12):
        table = random_game(players, f"small {seed}", box=box)
        out = shuffles(table)
        twice += sum(n > 0 for n in out) >= 2
        ended += table.lines[-2].data.reason == "all passed"
        report = verify_bytes(table.bytes())
        assert (report.verdict, report.problems) == ("legal", ())
        assert read_session(write_session(GAME, table.lines)).bytes() == table.bytes()
    assert twice >= 8, "in most games twice while unseen VP cards are out"
    assert ended == 12


@pytest.mark.rule("A-OSA-16", "A-OSA-17")
def test_in_such_a_box_substitutes_and_passes_come_up() -> None:
    box = small_box({"2": 4, "3": 3, "5": 2}, set_round=2, end_tokens=40)
    told: set[str] = set()
    substitutes = 0
    for seed in range(12):
        table = random_game(3, f"tiny {seed}", box=box)
        shuffles(table)
        told |= {tag(type(x.data)) for x in table.lines}
        substitutes += sum(p.substitutes for p in table.state.players)
        assert verify_bytes(table.bytes()).verdict == "legal"
        for p in table.state.players:
            assert p.vp == len(p.kept) + p.blind + p.substitutes
    assert {"reshuffled", "drew", "passed", "ended"} <= told
    assert substitutes > 0


@pytest.mark.rule("A-OSA-26", "OSA-31")
def test_an_unseen_vp_card_is_in_no_later_draw() -> None:
    # the pile is B2 B3; Ana's third VP card is one of them, the Market shows which it was not
    here = position(
        2,
        market="Y2",
        hands=["R3", ""],
        goods=["Y5", ""],
        tokens=["2xyellow"],  # (5 + 2) x 2 = 14 -> 15: 3 VP for 2 cards
        ships={"yellow": 4},
        pile="B2 B3",
        rest=2,
        discard="G2 G3 G5",
    )
    done = play(here, "Ana buy R3\nmarket B3 G5\nfarm G2 G3 R3")
    assert done.told.count("reshuffled") == 1
    assert done.only("drew").count == 1
    assert [sum(pool.values()) for pool in done.state.pile.pools] == [1, 0]
    assert done.state.pile.pools[0] == {"B2": 1, "B3": 0}, "so the VP card is the B2"
    e = refused(here, "Ana buy R3\nmarket B3 B2\nfarm G2 G3 R3")
    assert (e.kind, e.rule) == ("impossible", "OSA-29")
    assert tells(e.message, "B2")


@pytest.mark.rule("OSA-31")
def test_vp_cards_goods_and_hands_are_not_shuffled_in() -> None:
    here = position(
        2,
        market="R5",
        farm="B5",
        hands=["Y2 Y3 G5", "R2"],
        goods=["G2", "R3"],
        insured=["", "B3"],
        vp=["G3", ""],
        pile="",
        rest=2,
    )
    done = play(here, "Ana buy Y2 Y3\nmarket Y2 Y3")
    assert done.only("reshuffled").cards == {"Y2": 1, "Y3": 1}, "only what was paid"
    assert done.market == ["B5", "Y2", "Y3"]
    assert done.farm == []


@pytest.mark.rule("A-OSA-17")
@pytest.mark.parametrize("copies", [{"2": 0}, {"2": 1}, {"5": 1}, {"2": 1, "3": 1}])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_even_a_box_with_hardly_a_card_comes_to_an_end(players: int, copies: dict) -> None:
    table = random_game(players, "hardly a card", box=small_box(copies))
    shuffles(table)
    assert table.lines[-2].data.reason == "all passed"
    assert [x.data.seat for x in table.lines if x.type == "passed"][-players:] == sorted(
        range(1, players + 1), key=lambda seat: (seat - table.state.active - 1) % players
    ), "each passed once, one after another"
    assert verify_bytes(table.bytes()).verdict == "legal"
