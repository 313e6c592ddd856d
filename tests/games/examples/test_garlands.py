"""The rules of Garlands, as sessions: who sees what, hints, cords and the end."""

from __future__ import annotations

import sys

import pytest

from common.examples import GAMES
from ledger.kernel.boxes.box import WrongBox
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.testing import Sessions
from ledger.testing.playing import opening

sys.path.append(str(GAMES))

from ledger_garlands import COLOURS, GAME, NUMBERS, Discard

GARLANDS = Sessions(GAME)
STOP = '\nabandon "enough"'
COPIES = {"1": 3, "2": 2, "3": 2, "4": 2, "5": 1}
UNSEEN = ("?",) * 5
ANA, BO = ("R1", "R2", "A1", "A5", "G1"), ("B1", "B1", "B2", "V3", "G1")


def dealt(ana=ANA, bo=BO) -> str:
    return "".join(f"Ana card {x}\n" for x in ana) + "".join(f"Bo card {x}\n" for x in bo)


def two(body: str, **cards):
    return GARLANDS.session("Ana, Bo", dealt(**cards) + body + STOP)


def refused(body: str, **cards):
    return GARLANDS.no_session("Ana, Bo", dealt(**cards) + body)


def row(table, viewer: int, seat: int) -> str:
    cards = GAME.mask(table.state, viewer).players[seat - 1].row.seen_by(viewer)
    return " ".join(card or "?" for card in cards)


@pytest.mark.rule("GAR-01", "GAR-02")
def test_fifty_cards_and_all_but_their_owner_see_a_row():
    state = GAME.rules.opening.start(two("").state.setup)
    assert state.deck.size == 50
    assert [state.deck.unseen()["G" + n] for n in NUMBERS] == [3, 2, 2, 2, 1]
    assert {card[0] for card in state.deck.unseen()} == {*COLOURS}
    table = two("Ana hint Bo B")
    assert [row(table, viewer, 1) for viewer in (0, 1, 2)] == ["? ? ? ? ?"] * 2 + [" ".join(ANA)]
    names = "Ana, Bo, Cy, Dora"
    four = GARLANDS.session(names, "Ana card R1" + STOP)
    assert [p.row.size for p in four.state.players] == [4, 4, 4, 4]


@pytest.mark.rule("GAR-01")
@pytest.mark.parametrize("bo", [BO, UNSEEN])
def test_there_are_fifty_cards_wherever_they_are(bo: tuple[str, ...]):
    every = {colour + n: copies for colour in COLOURS for n, copies in COPIES.items()}
    lines = [
        "Ana hang 1\nAna card V5\n",
        "Bo hang 3\nBo shows B2\nBo card ?\n" if bo == UNSEEN else "Bo hang 3\nBo card V4\n",
        "Ana hang 1\nAna card V4\n",
    ]
    for turns in range(4):
        table = two("".join(lines[:turns]), bo=bo)
        assert GAME.corrections.pieces(table.state) == every | {"cards": 50}
    assert table.state.garlands["R"] == 2


@pytest.mark.rule("GAR-01", "GAR-02")
def test_a_box_has_every_number_and_enough_cards_for_all_hands():
    def cards(**changed: dict[str, int]):
        return GAME.boxes.read_new(GAME.boxes.whole({"cards": changed})).cards

    few, fives = dict.fromkeys(NUMBERS, 1), dict.fromkeys("2345", 5)
    assert cards(copies=few).copies == few
    assert cards(hand=fives).hand == fives
    for wrong, message in (
        ({"copies": {"1": 3}}, "say it for 1 to 5"),
        ({"copies": COPIES | {"6": 1}}, "say it for 1 to 5"),
        ({"hand": {"2": 5}}, "say it for 2 to 5 players"),
        ({"copies": few, "hand": fives}, "too few cards"),
    ):
        with pytest.raises(WrongBox, match=message):
            cards(**wrong)


@pytest.mark.rule("GAR-02")
def test_a_new_card_goes_to_the_end_and_the_others_move_up():
    table = two("Ana hang 1\nAna shows R1\nAna card V5")
    assert row(table, 2, 1) == "R2 A1 A5 G1 V5"
    table = two("Ana hint Bo V\nBo hang 4\nBo card V5")
    assert row(table, 1, 2) == "B1 B1 B2 G1 V5"


@pytest.mark.rule("GAR-03")
def test_seat_1_begins_and_then_it_is_the_others_turn():
    assert refused("Bo hang 1").rule == "GAR-03"
    assert two("Ana hint Bo B").state.active == 2
    turns = [two(body).state.turn for body in ("", "Ana hint Bo B", "Ana hint Bo B\nBo hint Ana R")]
    assert turns == [1, 2, 3]


@pytest.mark.rule("GAR-04")
def test_a_hint_points_at_all_cards_with_a_feature():
    table = two("Ana hint Bo 1")
    assert table.state.players[1].told == ["1", "1", "", "", "1"]
    assert table.state.hints == 7
    assert row(table, 2, 2) == "? ? ? ? ?"
    assert refused("Ana hint Bo R").rule == "GAR-04"
    assert refused("Ana hint Ana R").rule == "GAR-04"


@pytest.mark.rule("GAR-04")
def test_a_card_of_which_both_was_told_is_known_to_everybody():
    table = two("Ana hint Bo 1\nBo hint Ana 5\nAna hint Bo B")
    assert table.state.players[1].told == ["B1", "B1", "B", "", "1"]
    assert [row(table, viewer, 2) for viewer in (0, 2)] == ["B1 B1 ? ? ?"] * 2


@pytest.mark.rule("GAR-04")
def test_who_cannot_see_the_cards_is_told_their_places():
    table = two("Ana hint Bo R\nAna places 13", bo=UNSEEN)
    assert table.state.players[1].told == ["R", "", "R", "", ""]
    assert "16 isn't possible" in str(refused("Ana hint Bo R\nAna places 16", bo=UNSEEN))


@pytest.mark.rule("GAR-02", "GAR-04")
def test_what_was_told_of_a_card_moves_up_with_it():
    table = two("Ana hint Bo 1\nBo hang 3\nBo card V5")
    assert table.state.players[1].told == ["1", "1", "", "1", ""]


@pytest.mark.rule("GAR-04")
def test_without_hints_nobody_can_give_one():
    body = "Ana hint Bo B\nBo hint Ana R\n" * 4
    assert two(body).state.hints == 0
    assert refused(body + "Ana hint Bo B").rule == "GAR-04"


@pytest.mark.rule("GAR-05")
def test_a_discard_brings_a_hint_back_unless_all_are_there():
    table = two("Ana hint Bo B\nBo discard 1\nBo card V4")
    assert (table.state.hints, table.state.aside) == (8, ["B1"])
    assert row(table, 1, 2) == "B1 B2 V3 G1 V4"
    assert refused("Ana discard 1").rule == "GAR-05"


@pytest.mark.rule("GAR-06")
def test_a_card_continues_its_garland_or_a_cord_tears():
    table = two("Ana hang 1\nAna card V5\nBo hang 3\nBo card V4")
    assert (table.state.garlands["R"], table.state.cords) == (1, 2)
    assert table.state.aside == ["B2"]


@pytest.mark.rule("GAR-07")
def test_a_whole_garland_brings_a_hint_back():
    ana = ("R1", "R2", "R3", "R4", "R5")
    body = "".join(f"Ana hang 1\nAna card V{n}\nBo hint Ana V\n" for n in (1, 2, 3, 4))
    table = two(body + "Ana hang 1\nAna card V5", ana=ana)
    assert table.state.garlands["R"] == 5
    assert table.state.hints == 8 - 4 + 1
    assert table.state.players[0].row.size == 5


@pytest.mark.rule("GAR-07")
def test_with_all_hints_a_whole_garland_brings_none():
    ana, bo = ("R1", "R2", "R3", "R4", "R5"), ("G1", "G2", "G3", "G4", "A1")
    body = "".join(f"Ana hang 1\nAna card V{n}\nBo hang 1\nBo card B{n}\n" for n in (1, 2, 3, 4))
    assert two(body + "Ana hang 1\nAna card V5", ana=ana, bo=bo).state.hints == 8


@pytest.mark.rule("GAR-09", "GAR-10")
def test_with_the_third_cord_all_is_lost():
    body = "Ana hang 1\nAna card V5\nBo hang 3\nBo card V4\nAna hang 3\nAna card V4\nBo hang 3\n"
    table = GARLANDS.session("Ana, Bo", dealt() + body)
    assert table.over
    outcome = GAME.rules.outcome(table.state)
    assert (outcome.scores, table.state.cords) == ((0, 0), 0)
    assert outcome.winners == ()


@pytest.mark.rule("GAR-09", "GAR-10")
def test_five_whole_garlands_end_the_game_at_once():
    needed = [colour + n for colour in COLOURS for n in NUMBERS]
    order = [*needed, "R1", "A1", "G1", "B1", "V1", "R1", "A1", "G1", "B1"]
    body = dealt(ana=order[:10:2], bo=order[1:10:2])
    for n, card in enumerate(order[10:34]):
        name = ("Ana", "Bo")[n % 2]
        body += f"{name} hang 1\n{name} card {card}\n"
    table = GARLANDS.session("Ana, Bo", body + "Ana hang 1")
    assert table.over
    outcome = GAME.rules.outcome(table.state)
    assert (outcome.scores, outcome.winners) == ((25, 25), (1, 2))


@pytest.mark.rule("GAR-08", "GAR-09", "GAR-10")
@pytest.mark.parametrize("players", [2, 3])
def test_after_the_last_card_everybody_has_one_more_turn(players: int):
    chance = Seeded(players)
    table = Table.open(GAME, opening(GAME, 1, players), chance)
    after: list[int] = []
    while not table.over:
        empty, seat = not table.state.deck.size, table.state.active
        legal = [*GAME.rules.legal_moves(table.state, seat)]
        discards = [x for x in legal if isinstance(x, Discard)]
        table.do(discards[0] if discards else legal[0], chance)
        after += [seat] if empty else []
    assert sorted(after) == [*range(1, players + 1)]
    drawn = [line.data.seat for line in table.lines if line.type == "drew"]
    assert after[-1] == drawn[-1]
    outcome = GAME.rules.outcome(table.state)
    assert set(outcome.scores) == {sum(table.state.garlands.values())}
