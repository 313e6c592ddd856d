"""The rules of Spades: bids, suits, tricks, partners and the points of a hand."""

from __future__ import annotations

import sys

import pytest

from common.examples import GAMES
from ledger.kernel.narration.narrate import words
from ledger.kernel.play.simulate import play
from ledger.testing import Sessions

sys.path.append(str(GAMES))

from ledger_spades import CARDS, FOLDS, GAME, Scored, ended, first, score

SPADES = Sessions(GAME)
FOUR = "Ana, Bo, Celina, Dan"
NAMES = FOUR.split(", ")
STOP = '\nabandon "enough"'
UNSEEN = "".join(f"{name} hand{' ?' * 13}\n" for name in NAMES)


def dealt(*suits: str) -> str:
    """Return lines that give each player all cards of one suit."""
    return "".join(
        f"{name} hand {' '.join(card for card in CARDS if card[0] == suit)}\n"
        for name, suit in zip(NAMES, suits, strict=True)
    )


def bids(*tricks: int) -> str:
    return "".join(f"{name} bid {n}\n" for name, n in zip(NAMES, tricks, strict=True))


def table(text: str):
    return SPADES.session(FOUR, text + STOP)


def refused(text: str) -> str | None:
    return SPADES.no_session(FOUR, text).rule


@pytest.mark.rule("SPD-01", "SPD-02")
def test_partners_sit_opposite_and_see_only_their_own_cards():
    here = table(dealt("C", "D", "H", "S"))
    assert GAME.sides(here.lines[0].data) == ((1, 3), (2, 4))
    assert [p.hand.size for p in here.state.players] == [13] * 4
    seen = str(GAME.view(GAME.mask(here.state, 3), 3))
    assert "'HA'" in seen
    assert "'CA'" not in seen
    assert (here.state.active, GAME.rules.round(here.state)) == (1, 1)


@pytest.mark.rule("SPD-03")
def test_everybody_bids_once_from_none_to_all():
    here = table(UNSEEN + bids(0, 1, 13, 5))
    assert here.state.bids == {1: 0, 2: 1, 3: 13, 4: 5}
    assert (here.state.phase, here.state.active, here.state.turn) == ("play", 1, 5)
    told = [words(GAME, line.data, NAMES, "en") for line in here.lines]
    assert {"Ana bids nil", "Bo bids 1 trick", "Dan bids 5 tricks"} <= {*told}
    assert refused(UNSEEN + "Ana bid 14") == "SPD-03"
    assert refused(UNSEEN + "Bo bid 2") == "SPD-03"
    assert refused(UNSEEN + "Ana play C2") == "SPD-03"


@pytest.mark.rule("SPD-04")
def test_who_has_the_suit_follows_it():
    mixed = dealt("C", "D", "H", "S").replace("C3", "X").replace("D3", "C3").replace("X", "D3")
    start = mixed + bids(3, 3, 3, 3) + "Ana play C2\n"
    assert refused(start + "Bo play D2") == "SPD-04"
    here = table(start + "Bo play C3\nCelina play H2\nDan play S2")
    assert here.state.active == 4
    unseen = UNSEEN + bids(3, 3, 3, 3) + "Ana play C2\nBo play D2"
    assert table(unseen).state.trick == {1: "C2", 2: "D2"}


@pytest.mark.rule("SPD-05")
def test_spades_are_led_only_when_they_are_broken():
    mixed = dealt("C", "D", "H", "S").replace("C3", "X").replace("S3", "C3").replace("X", "S3")
    assert refused(mixed + bids(3, 3, 3, 3) + "Ana play S3") == "SPD-05"
    only = dealt("S", "C", "D", "H") + bids(3, 3, 3, 3)
    assert table(only + "Ana play S2").state.broken  # nothing else to lead
    trick = "Ana play C2\nBo play D2\nCelina play H2\nDan play S2\n"
    broken = dealt("C", "D", "H", "S") + bids(3, 3, 3, 3) + trick
    assert table(broken + "Dan play S3").state.trick == {4: "S3"}


@pytest.mark.rule("SPD-06")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("C10 C9 CJ C2", 3),
        ("C2 DA HA C3", 4),
        ("C2 S2 CA S10", 4),
        ("C2 S3 CA S2", 2),
    ],
)
def test_the_highest_spade_or_the_highest_card_of_the_suit_takes_it(cards: str, winner: int):
    trick = zip(NAMES, cards.split(), strict=True)
    text = "".join(f"{name} play {card}\n" for name, card in trick)
    state = table(UNSEEN + bids(3, 3, 3, 3) + text).state
    assert [p.tricks for p in state.players] == [int(seat == winner) for seat in range(1, 5)]
    assert state.active == winner


@pytest.fixture
def state():
    """A position with bids, whose tricks a test can set."""
    return table(UNSEEN + bids(4, 3, 2, 0)).state


@pytest.mark.rule("SPD-07")
@pytest.mark.parametrize(("tricks", "points", "bags"), [(6, 60, 0), (8, 62, 2), (5, -60, 0)])
def test_a_contract(state, tricks: int, points: int, bags: int):
    state.players[0].tricks = tricks
    made = score(state, (1, 3))
    assert (made.contract, made.nil, made.bags) == (points, 0, bags)


@pytest.mark.rule("SPD-08")
def test_nil_is_won_or_lost_and_its_tricks_count(state):
    state.players[1].tricks = 3
    assert (score(state, (2, 4)).contract, score(state, (2, 4)).nil) == (30, 100)
    state.players[3].tricks = 1
    assert (score(state, (2, 4)).contract, score(state, (2, 4)).nil) == (31, -100)


@pytest.mark.rule("SPD-09")
def test_every_tenth_bag_costs_a_hundred(state):
    for seat, tricks in ((1, 6), (3, 3)):
        state.players[seat - 1].bags, state.players[seat - 1].tricks = 7, tricks
    made = score(state, (1, 3))
    assert (made.contract, made.lost, made.bags) == (63, 100, 0)
    FOLDS[Scored](state, made)
    assert [p.points for p in state.players] == [-37, 0, -37, 0]


@pytest.mark.rule("SPD-10")
@pytest.mark.parametrize(
    ("ours", "theirs", "over"),
    [(500, 300, True), (499, 300, False), (520, 520, False), (0, -200, True), (0, -199, False)],
)
def test_the_end(state, ours: int, theirs: int, over: bool):
    for seat, points in enumerate((ours, theirs) * 2):
        state.players[seat].points = points
    assert not ended(state)  # the hand isn't over
    state.bids.clear()
    assert bool(ended(state)) is over
    if over:
        assert GAME.rules.outcome(state).ranking == ((1, 3), (2, 4))


def test_a_hand_is_a_round_and_the_next_player_begins_the_next():
    """Dan has all spades, so he takes every trick, and the three nils are won."""
    order = ["Ana", "Bo", "Celina", "Dan"], ["Dan", "Ana", "Bo", "Celina"]
    text = dealt("C", "D", "H", "S") + bids(0, 0, 0, 12)
    ranks = [card[1:] for card in CARDS if card[0] == "C"]
    suits = dict(zip(NAMES, "CDHS", strict=True))
    for n, rank in enumerate(ranks):
        text += "".join(f"{name} play {suits[name]}{rank}\n" for name in order[n > 0])
    here = table(text + UNSEEN)
    assert [p.points for p in here.state.players] == [200, 221, 200, 221]
    assert [p.bags for p in here.state.players] == [0, 1, 0, 1]
    assert (GAME.rules.round(here.state), here.state.active) == (2, 2)
    told = [words(GAME, line.data, NAMES, "en") for line in here.lines]
    assert "Bo and Dan score 121, and 100 for nil" in told


@pytest.mark.rule("SPD-02")
def test_the_first_player_of_the_fifth_hand_is_that_of_the_first(state):
    found = []
    for hand in range(1, 6):
        state.hand = hand
        found.append(first(state))
    assert found == [1, 2, 3, 4, 1]


@pytest.mark.rule("SPD-01")
@pytest.mark.parametrize("hands", [UNSEEN, dealt("C", "D", "H", "S")])
def test_there_are_52_cards_wherever_they_are(hands: str):
    assert GAME.corrections.pieces(GAME.start(SPADES.opening(4, None, None)))["cards"] == 52
    text = hands + bids(3, 3, 3, 3) + "Ana play C2\nBo play D2\nCelina play H2\nDan play S2\n"
    for line in range(4, 13):
        here = table("\n".join(text.split("\n")[:line]))
        assert GAME.corrections.pieces(here.state) == {"cards": 52, **dict.fromkeys(CARDS, 1)}


def test_careful_partners_beat_random_ones():
    careful, chance = GAME.bots["careful"], GAME.bots["random"]
    for seed in range(3):
        opened = SPADES.opening(4, None, None)
        ended = play(GAME, opened, [careful, chance] * 2, seed).table.lines[-2].data
        assert ended.winners == (1, 3)
