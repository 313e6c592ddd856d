"""The rules of Heirlooms: bids of notes, passing, burdens, the last seal, worth, the poorest."""

from __future__ import annotations

import random
import sys

import pytest

from common.examples import GAMES
from ledger.kernel.boxes.box import WrongBox
from ledger.testing import Sessions

sys.path.append(str(GAMES))

from ledger_heirlooms import GAME, Bid, Collector, Pass, Player, Raised, State, score, worth

HEIRLOOMS = Sessions(GAME)
THREE = "Ana, Bo, Cy"


def state(lines: str, names: str = THREE) -> State:
    """Return the position after some lines."""
    return HEIRLOOMS.session(names, lines).state


def refused_by(lines: str) -> str | None:
    """Return the rule that refuses the last of some lines."""
    refused = HEIRLOOMS.no_session(THREE, lines)
    assert refused.line == len(lines.strip().splitlines())
    return refused.rule


@pytest.mark.rule("HEI-01")
def test_the_lots():
    there = state("lot 10")
    every = {f"lot {n}": 1 for n in range(1, 11)} | {"lot moth": 1, "lot mortgage": 1}
    pieces = GAME.corrections.pieces(there)
    assert {x: n for x, n in pieces.items() if "lot" in x} == every | {"lot crest": 3}
    assert (there.lot, there.pile.size) == ("10", 14)


@pytest.mark.rule("HEI-02")
def test_everybody_has_eight_notes_that_only_they_see():
    there = state("lot 10\nAna bid 5")
    assert there.players[1].notes == [1, 2, 3, 5, 8, 12, 18, 25]
    assert there.players[0] == Player(notes=[1, 2, 3, 8, 12, 18, 25], bid=[5])
    (ana, bo, _) = GAME.view(GAME.mask(there, 2), 2).seats
    assert (ana.notes, len(bo.notes)) == ((None,) * 7, 8)
    assert refused_by("lot 10\nAna bid 4") == "HEI-04"
    assert refused_by("lot 10\nAna bid 5 5") == "HEI-04"


@pytest.mark.rule("HEI-03", "HEI-06")
def test_the_only_one_left_takes_the_lot_pays_and_begins_the_next():
    there = state("lot 10\nAna pass\nBo bid 5\nCy bid 8\nBo bid 1 3\nCy pass\nlot 4")
    assert there.players[1] == Player(notes=[2, 8, 12, 18, 25], lots=["10"])
    assert there.players[2] == Player(notes=[1, 2, 3, 5, 8, 12, 18, 25])
    assert sorted(there.gone) == [1, 3, 5]
    assert (there.lot, there.asked, there.active, there.turn) == ("4", [2, 3, 1], 2, 2)
    for_nothing = state("lot 10\nAna pass\nBo pass\nlot 4")
    assert (for_nothing.players[2].lots, for_nothing.gone) == (["10"], [])


@pytest.mark.rule("HEI-03", "HEI-04")
def test_a_bid_is_more_than_any_other_with_the_notes_that_lie_there():
    lines = "lot 10\nAna bid 3\nBo bid 5\nCy bid 8\n"
    assert refused_by(f"{lines}Ana bid 5") == "HEI-04"
    there = state(f"{lines}Ana bid 1 5")
    assert (sum(there.players[0].bid), there.asked) == (9, [2, 3, 1])
    table = HEIRLOOMS.session(THREE, f"{lines}Ana bid 1 5")
    assert table.lines[-1].data == Raised(seat=1, notes=(1, 5), total=9)
    assert refused_by(f"{lines}Bo bid 25") == "HEI-04"
    assert refused_by(f"{lines}Ana bid") is None
    waived = HEIRLOOMS.session(THREE, f"{lines}Ana bid 5 !HEI-04")
    assert sum(waived.state.players[0].bid) == 8


@pytest.mark.rule("HEI-05")
def test_who_passes_takes_back_all_notes_and_is_out_until_the_next_lot():
    there = state("lot 10\nAna bid 3\nBo bid 5\nCy bid 8\nAna pass")
    assert there.players[0] == Player(notes=[1, 2, 3, 5, 8, 12, 18, 25])
    assert there.asked == [2, 3]
    assert refused_by("lot 10\nAna pass\nBo bid 5\nCy bid 8\nAna bid 12") == "HEI-04"


@pytest.mark.rule("HEI-07")
@pytest.mark.parametrize("burden", ["moth", "mortgage"])
def test_the_first_to_pass_takes_a_burden_and_all_others_pay(burden):
    there = state(f"lot {burden}\nAna bid 3\nBo bid 5\nCy bid 8\nAna bid 1 5\nBo pass\nlot 4")
    assert there.players[1] == Player(notes=[1, 2, 3, 5, 8, 12, 18, 25], lots=[burden])
    assert sorted(there.gone) == [1, 3, 5, 8]
    assert [p.bid for p in there.players] == [[], [], []]
    assert there.active == 2
    assert refused_by(f"lot {burden}\nBo pass") == "HEI-07"


@pytest.mark.rule("HEI-08")
def test_it_is_over_as_soon_as_the_fourth_seal_is_turned_up():
    lots = (("crest", "Ana Bo"), ("crest", "Cy Ana"), ("10", "Bo Cy"), ("crest", "Ana Bo"))
    lines = "".join(
        f"lot {lot}\n{''.join(f'{name} pass{chr(10)}' for name in passing.split())}"
        for lot, passing in lots
    )
    there = state(lines + "lot 1")
    assert (there.sealed, GAME.rules.outcome(there)) == (3, None)
    table = HEIRLOOMS.session(THREE, lines + "lot mortgage")
    assert table.over
    assert [p.lots for p in table.state.players] == [["10"], ["crest"], ["crest", "crest"]]


@pytest.mark.rule("HEI-09")
@pytest.mark.parametrize(
    ("lots", "expected"),
    [
        ("", 0),
        ("10 3", 13),
        ("10 3 moth", 8),
        ("3 moth crest", 0),
        ("10 crest", 20),
        ("10 3 crest crest", 52),
        ("10 3 mortgage", 6),
        ("10 3 moth mortgage crest crest", 16),
    ],
)
def test_what_things_are_worth(lots, expected):
    assert worth(state("lot 1"), lots.split()) == expected


def ended(*players: Player) -> State:
    """Return a position after the last seal, with these players."""
    there = state("lot 1")
    there.players, there.sealed = list(players), 4
    return there


@pytest.mark.rule("HEI-10")
def test_the_poorest_get_no_points_however_much_they_have():
    there = ended(Player([1, 3], lots=["9"]), Player([5], lots=["1"]), Player([3], lots=["10"]))
    outcome = GAME.rules.outcome(there)
    assert (outcome.scores, outcome.ranking) == ((9, 1, 0), ((1,), (2,), (3,)))
    there.sealed = 3
    assert [score(there, seat) for seat in (1, 2, 3)] == [9, 1, 10]
    tied = ended(*(Player([3], lots=["9"]) for _ in range(3)))
    assert [score(tied, seat) for seat in (1, 2, 3)] == [0, 0, 0]


@pytest.mark.rule("HEI-11")
def test_of_those_with_as_many_points_the_richer_is_ahead_then_the_better_heirloom():
    there = state("lot 1", "Ana, Bo, Cy, Di, Ed")
    there.sealed = 4
    for p, notes, lots in zip(
        there.players, (8, 12, 8, 9, 1), ("6 1", "7", "7", "1", "10"), strict=True
    ):
        p.notes, p.lots = [notes], lots.split()
    outcome = GAME.rules.outcome(there)
    assert (outcome.ranking, outcome.rule) == (((2,), (3,), (1,), (4,), (5,)), "HEI-11")


def test_a_box_has_enough_seals_for_the_end():
    boxes = GAME.boxes
    assert boxes.read_new(boxes.whole({"lots": {"last": 3}})).lots.last == 3
    with pytest.raises(WrongBox):
        boxes.read_new(boxes.whole({"lots": {"last": 5}}))


def test_the_collector_bids_little_and_not_more_than_it_gains():
    rng, collector = random.Random(1), Collector()
    assert collector.choose(GAME, state("lot 10"), 1, rng) == Bid(seat=1, notes=(1,))
    dear = state("lot 4\nAna bid 8")
    assert collector.choose(GAME, dear, 2, rng) == Pass(seat=2)
    burden = state("lot moth\nAna bid 2")
    burden.players[1].lots = ["10"]
    assert collector.choose(GAME, burden, 2, rng) == Bid(seat=2, notes=(3,))
