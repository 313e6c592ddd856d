"""Where chance results come from, and that each is checked against the pile."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import pytest

from common.refusals import refuses
from ledger.kernel.errors import Impossible, NeedsOutcome
from ledger.kernel.log.events import Event, rule
from ledger.kernel.rules.chance import Recorded, RecordedResult, Seeded, outcomes
from ledger.kernel.state.piles import Pile, Segment


def pile_of(*cards: str) -> Pile:
    pile = Pile()
    pile.shuffle_in(cards)
    return pile


# --- seeded -----------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_results() -> None:
    pile = pile_of(*"ABCDEFGH")
    a, b = (Seeded(7) for _ in range(2))
    assert a.draw(pile, 5, "hand") == b.draw(pile, 5, "hand")
    assert a.roll("123456", 9, "dice") == b.roll("123456", 9, "dice")


@pytest.mark.parametrize("count", range(8))
def test_a_seeded_draw_fits_the_pile_and_leaves_it_alone(count: int) -> None:
    pile = pile_of(*"AABBC")
    pile.shuffle_in("DD")
    before = pile.copy()
    for seed in range(30):
        cards = Seeded(seed).draw(pile, count, "hand")
        assert pile == before
        assert not Counter(cards[:5]) - Counter("AABBC")
        assert set(cards[5:]) <= {"D"}
        scratch = pile.copy()
        for card in cards:
            scratch.take(card)


@pytest.mark.parametrize("count", range(8))
def test_cards_drawn_together_are_those_drawn_one_by_one(count: int) -> None:
    for seed in range(30):
        pile = pile_of(*"AABBC")
        pile.shuffle_in("DE")
        together, chance = Seeded(seed).draw(pile, count, "hand"), Seeded(seed)
        for card in together:
            assert chance.draw(pile, 1, "hand") == [card]
            pile.take(card)


def test_more_cards_than_the_pile_holds_are_impossible() -> None:
    with pytest.raises(Impossible) as e:
        Seeded(1).draw(pile_of("A"), 2, "hand", rule="X-1")
    assert e.value.rule == "X-1"


def test_seeded_draws_follow_the_odds() -> None:
    """The closed port comes up in each of the top six places about equally often."""
    places: Counter[int] = Counter()
    rng = Seeded("odds")
    for _ in range(3000):
        pile = Pile([Segment(0, 6, {"closed": 1}), Segment(0, 10)], [{"A": 8, "B": 7}])
        places[rng.draw(pile, 6, "tiles").index("closed")] += 1
    assert sorted(places) == [0, 1, 2, 3, 4, 5]
    assert all(420 < n < 580 for n in places.values()), places


def test_seeded_cards_of_the_usual_pile_follow_the_odds() -> None:
    rng = Seeded("odds")
    firsts = Counter(rng.draw(pile_of(*"AAAB"), 2, "hand")[1] for _ in range(4000))
    assert 2850 < firsts["A"] < 3150


# --- recorded ---------------------------------------------------------------------------------


def test_a_record_gives_what_was_written_in_order() -> None:
    chance = Recorded(
        [RecordedResult("hand", 1, ("A", None)), RecordedResult(None, None, ("six",))]
    )
    assert chance.draw(pile_of("A", "B"), 2, "hand", 1) == ["A", None]
    assert chance.roll(["one", "six"], 1, "dice") == ["six"]
    assert chance.left == []


def test_a_record_can_be_used_up_in_parts() -> None:
    chance = Recorded([RecordedResult("hand", None, ("A", "B", "C"))])
    pile = pile_of("A", "B", "C")
    assert chance.draw(pile, 1, "hand", 2) == ["A"]
    assert chance.left == [RecordedResult("hand", None, ("B", "C"))]
    pile.take("A")
    assert chance.draw(pile, 2, "hand", 2) == ["B", "C"]
    assert chance.left == []


def test_nothing_is_asked_for_nothing() -> None:
    assert Recorded().draw(pile_of("A"), 0, "hand") == []


@pytest.mark.parametrize(
    "given",
    [
        [],
        [RecordedResult("other", None, ("A", "B"))],
        [RecordedResult("hand", 2, ("A", "B"))],
        [RecordedResult("hand", 1, ("A",))],
    ],
    ids=["nothing", "another slot", "another seat", "too few"],
)
def test_a_record_that_runs_out_asks(given: list[RecordedResult]) -> None:
    with pytest.raises(NeedsOutcome) as e:
        Recorded(given).draw(pile_of("A", "A", "B"), 2, "hand", 1, "X-1")
    need = e.value
    assert (need.slot, need.count, need.seat, need.rule) == ("hand", 2, 1, "X-1")
    assert need.options == {"A": 2, "B": 1}


@pytest.mark.parametrize("cards", [("C",), ("B", "B"), ("A", "A", "A")])
def test_a_recorded_card_must_be_in_the_pile(cards: tuple[str, ...]) -> None:
    pile = pile_of("A", "A", "B")
    before = pile.copy()
    with pytest.raises(Impossible) as e:
        Recorded([RecordedResult("hand", 1, cards)]).draw(pile, len(cards), "hand", 1, "X-1")
    assert e.value.rule == "X-1"
    assert pile == before


@pytest.mark.parametrize("face", ["7", "", None])
def test_a_recorded_face_must_be_on_the_die(face: str | None) -> None:
    with refuses(Impossible, "1 | 2"):
        Recorded([RecordedResult("dice", None, (face,))]).roll(["1", "2"], 1, "dice")


# --- read off events --------------------------------------------------------------------------


class Dealt(Event, frozen=True, kw_only=True):
    to: str
    cards: Annotated[tuple[str, ...], rule("X-1", chance="{to}")]


class Drew(Event, frozen=True, kw_only=True):
    seat: int
    card: Annotated[str | None, rule("X-2", chance="hand", hidden=True)]


class Rolled(Event, frozen=True, kw_only=True):
    faces: Annotated[tuple[str, ...], rule("X-3", chance="dice")] = ()


EVENTS = [Dealt(to="market", cards=("A", "B")), Drew(seat=2, card=None), Rolled()]


def test_chance_results_are_read_off_events() -> None:
    assert outcomes(EVENTS) == [
        RecordedResult(None, None, ("A", "B")),
        RecordedResult(None, None, (None,)),
    ]


def test_named_results_say_what_they_are_for_and_whose() -> None:
    named = outcomes(EVENTS, named=True)
    assert named == [RecordedResult("market", None, ("A", "B")), RecordedResult("hand", 2, (None,))]
    assert outcomes([Drew(seat=1, card="A")], named=True) == [RecordedResult("hand", 1, ("A",))]
