"""Set-up: components, the rows, starting hands, the first player, starting tokens."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from common.refusals import refuses, tells
from ledger.games.osaka import GAME
from ledger.games.osaka.commands import Claim
from ledger.kernel.errors import Illegal, Impossible, Malformed
from ledger.kernel.log.events import Seat, tag
from ledger.kernel.play.decide import decide
from ledger.kernel.play.opening import open_game
from ledger.kernel.rules.chance import Recorded

from .scenario import NAMES, Played, illegal, no_session, play, position, refused, session

ROWS = "market R2 B2 Y2 G2 R3\nfarm B3 Y3 G3\n"


def start(players: int) -> Any:
    return GAME.start(open_game(GAME, NAMES[:players]))


@pytest.mark.rule("OSA-01")
def test_the_box_holds_108_cards_and_48_tokens() -> None:
    state = start(4)
    copies = state.setup.copies
    assert sum(copies.values()) == 108
    for letter in "RBYG":
        assert [copies[letter + v] for v in "235"] == [11, 9, 7]
    assert len(copies) == 12
    assert list(state.ships) == ["red", "blue", "yellow", "green"]
    box = GAME.boxes.standard
    assert box.limits.tokens_per_colour * len(box.colours.names) == 48
    assert box.players.colours == ("white", "pink", "gray", "brown")


@pytest.mark.rule("OSA-01")
@pytest.mark.parametrize(("card", "copies"), [("R2", 11), ("R3", 9), ("R5", 7)])
def test_no_card_can_turn_up_more_often_than_it_was_printed(card: str, copies: int) -> None:
    here = position(2, market="B2", hands=[f"{copies - 2}x{card}", "B2"])
    table = play(here, f"Ana take B2\nmarket {card} {card}\nfarm B5 B5 Y5")
    assert Counter(table.state.market + table.state.players[0].hand)[card] == copies
    e = refused(table, f"Bartek take {card}\nAna take {card}\nmarket {card} B5\nfarm B5 B5 Y5")
    assert isinstance(e, Impossible)
    assert tells(e.message, f"{card}")


@pytest.mark.rule("OSA-01", "A-OSA-23")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_can_play(players: int) -> None:
    assert len(start(players).players) == players


@pytest.mark.rule("OSA-01")
@pytest.mark.parametrize("names", [NAMES[:1], (*NAMES, "Ewa")])
def test_there_are_pieces_for_four_only(names: tuple[str, ...]) -> None:
    with refuses(Illegal, "2 | 4"):
        open_game(GAME, names)


@pytest.mark.rule("OSA-03")
def test_all_cards_lie_face_down_and_all_ships_in_osaka() -> None:
    state = start(3)
    assert state.pile.size == 108
    assert state.pile.options() == state.setup.copies
    assert state.market == state.farm == state.discard == []
    assert {state.setup.route[at].name for at in state.ships.values()} == {"Osaka"}
    assert len(state.ships) == 4
    assert [p.all_tokens for p in state.players] == [0, 0, 0], "tokens lie in the supply"


@pytest.mark.rule("OSA-04")
def test_five_cards_lie_in_the_market_and_three_in_the_farm() -> None:
    table = session("Ana, Bartek", ROWS + "Ana hand R5 R3\nBartek hand B5 B5")
    assert table.state.market == ["R2", "B2", "Y2", "G2", "R3"]
    assert table.state.farm == ["B3", "Y3", "G3"]
    assert table.state.pile.size == 108 - 5 - 3 - 2 - 2


@pytest.mark.rule("OSA-04")
@pytest.mark.parametrize(
    ("rows", "line", "message"),
    [
        ("market R2 B2 Y2 G2\nfarm B3 Y3 G3", 1, "market | 5 | 4"),
        ("market R2 B2 Y2 G2 R3 R5\nfarm B3 Y3 G3", 1, "R5"),
        ("market R2 B2 Y2 G2 R3\nfarm B3 Y3", 2, "farm | 3 | 2"),
        ("market R2 B2 Y2 G2 R3\nfarm B3 Y3 G3 G5", 2, "G5"),
        ("farm B3 Y3 G3\nmarket R2 B2 Y2 G2 R3", 1, "market | 5"),
    ],
)
def test_the_rows_have_exactly_their_size(rows: str, line: int, message: str) -> None:
    e = no_session("Ana, Bartek", rows + "\nAna hand R5 R3\nBartek hand B5 B5")
    assert tells(e.message, message)
    assert e.line == line


@pytest.mark.rule("OSA-05")
def test_each_player_has_a_colour_and_one_reservation_piece() -> None:
    colours = GAME.boxes.standard.players.colours
    assert len(set(colours)) == 4
    body = ROWS + "Ana hand R5 R3\nBartek hand B5 B5\nAna claim red\nBartek claim red\n"
    table = session("Ana, Bartek", body, colours="pink, brown")
    assert table.lines[0].data.seats == (
        Seat(name="Ana", colour="pink"),
        Seat(name="Bartek", colour="brown"),
    )
    for wrong in ("pink, pink", "pink, purple"):
        e = no_session("Ana, Bartek", body, colours=wrong)
        assert e.rule == "OSA-05"
        assert "white, pink, gray, brown, all different" in e.message
    both = session("Ana, Bartek", body + "Ana reserve R2\nBartek reserve B2 \n")
    assert [p.piece for p in both.state.players] == ["R2", "B2"], "one piece for each"
    e = no_session("Ana, Bartek", body + "Ana reserve R2\nBartek reserve B2\nAna reserve Y2")
    assert e.rule == "OSA-20", "and no second one"


@pytest.mark.rule("OSA-06")
def test_a_hand_is_drawn_until_it_is_worth_eight() -> None:
    table = session("Ana, Bartek", ROWS + "Ana hand R2 B3 Y2 G5\nBartek hand B5 G3")
    shown = [x.data for x in table.lines if tag(type(x.data)) == "shown"]
    # 2+3+2 = 7 is not enough, so a fourth card came; 5+3 = 8 is
    assert [x.cards for x in shown] == [("R2", "B3", "Y2", "G5"), ("B5", "G3")]
    assert [p.hand for p in table.state.players] == [["R2", "B3", "Y2", "G5"], ["B5", "G3"]]


@pytest.mark.rule("OSA-06")
def test_a_hand_below_eight_is_not_complete() -> None:
    e = no_session("Ana, Bartek", ROWS + "Ana hand R2 B3 Y2\nBartek hand B5 G3")
    assert isinstance(e, Malformed)
    assert (e.rule, e.line) == ("OSA-06", 4)
    assert tells(e.message, "Ana hand | 1")


@pytest.mark.rule("OSA-06")
def test_nothing_is_drawn_once_a_hand_is_worth_eight() -> None:
    e = no_session("Ana, Bartek", ROWS + "Ana hand R5 R3 R2\nBartek hand B5 G3")
    assert tells(e.message, "Ana hand | R2")
    assert (e.line, e.column) == (3, 16)


@pytest.mark.rule("OSA-06")
def test_a_hand_is_drawn_from_what_the_pile_still_holds() -> None:
    # six of seven R5 lie open: Ana can draw the seventh, but not an eighth
    rows = "market R5 R5 R5 R5 R5\nfarm R5 Y3 G3\n"
    assert session("Ana, Bartek", rows + "Ana hand R5 R3\nBartek hand B5 B5").state.pile.size == 96
    e = no_session("Ana, Bartek", rows + "Ana hand R5 R5\nBartek hand B5 B5")
    assert isinstance(e, Impossible)
    assert (e.rule, e.line) == ("OSA-06", 3)
    assert tells(e.message, "R5")


@pytest.mark.rule("A-OSA-22")
def test_hands_are_drawn_in_seat_order_each_completely() -> None:
    hands = "Ana hand R5 B5\nBartek hand B5 B5\nCelina hand Y5 Y3\n"
    table = session("Ana, Bartek, Celina", ROWS + hands)
    shown = [x.data for x in table.lines if tag(type(x.data)) == "shown"]
    assert [x.seat for x in shown] == [1, 2, 3]
    e = no_session("Ana, Bartek", ROWS + "Bartek hand B5 G3\nAna hand R5 R3")
    assert (e.rule, e.line, e.column) == ("OSA-06", 3, 8)
    assert "`Ana hand …`" in e.message
    e = no_session("Ana, Bartek", ROWS + "Ana hand R5\nBartek hand B5\nAna hand R3\nBartek hand G3")
    assert tells(e.message, "Ana hand")


@pytest.mark.rule("OSA-08")
def test_the_lowest_hand_begins_whatever_its_size() -> None:
    table = session("Ana, Bartek", ROWS + "Ana hand R5 B5\nBartek hand B2 B2 Y2 G3")
    assert table.state.first == 2, "9 against 10"


@pytest.mark.rule("OSA-08")
def test_among_equal_hands_the_fewest_cards_begin() -> None:
    body = ROWS + "Ana hand B2 B2 Y2 G2\nBartek hand B2 B3 G3\nCelina hand Y5 Y3"
    assert session("Ana, Bartek, Celina", body).state.first == 3, "8 each, with 4, 3 and 2 cards"


@pytest.mark.rule("OSA-08")
def test_a_full_tie_is_broken_by_lot_among_the_tied() -> None:
    body = ROWS + "Ana hand R5 R3\nBartek hand B5 B5\nCelina hand G5 Y3\n"
    names = "Ana, Bartek, Celina"
    for name, seat in (("Ana", 1), ("Celina", 3)):
        assert session(names, body + f"first {name}").state.first == seat
    e = no_session(names, body + "first Bartek")
    assert isinstance(e, Impossible)
    assert (e.rule, e.line) == ("OSA-08", 4 + 2)
    e = no_session(names, body + "Ana claim red")
    assert e.rule == "OSA-08"
    assert tells(e.message, "first")
    assert e.hint == "possible: Ana, Celina"


@pytest.mark.rule("OSA-08")
def test_without_a_tie_nothing_is_drawn_by_lot() -> None:
    e = no_session("Ana, Bartek", ROWS + "Ana hand R5 R3\nBartek hand B5 B5\nfirst Ana")
    assert tells(e.message, "first")


@pytest.mark.example("OSA-G1")
def test_the_rulebooks_four_starting_hands(golden) -> None:
    hands = """
        Ana hand R5 B3
        Bartek hand Y5 G5
        Celina hand R2 Y2 B5
        Dora hand B2 G2 Y2 R2
    """
    rows = "market R2 B2 Y2 G2 R3\nfarm B3 Y3 G3\n"
    table = session(", ".join(NAMES), rows + "\n".join(x.strip() for x in hands.split("\n")))
    value = table.state.setup.value
    sums = [sum(value[c] for c in p.hand) for p in table.state.players]
    assert sums == [8, 10, 9, 8]
    assert [len(p.hand) for p in table.state.players] == [2, 2, 3, 4]
    assert table.state.first == 1, "lowest value and fewest cards"
    assert all(
        total - value[p.hand[-1]] < 8 for total, p in zip(sums, table.state.players, strict=True)
    )
    assert Played(table, 1).data == golden


FOUR = ROWS + "Ana hand R5 B5\nBartek hand B5 B5\nCelina hand Y5 Y3\nDora hand G5 G5\n"


@pytest.mark.rule("OSA-09")
def test_tokens_are_taken_from_the_first_player_clockwise() -> None:
    claims = "Celina claim red\nDora claim red\nAna claim red\nBartek claim green\n"
    table = session(", ".join(NAMES), FOUR + claims)
    assert [p.tokens for p in table.state.players] == [
        {"red": 1, "blue": 0, "yellow": 0, "green": 0},
        {"red": 0, "blue": 0, "yellow": 0, "green": 1},
        {"red": 1, "blue": 0, "yellow": 0, "green": 0},
        {"red": 1, "blue": 0, "yellow": 0, "green": 0},
    ]
    assert table.state.active == 3, "then the first player begins"
    assert table.state.turn == 1
    assert GAME.rules.awaiting(table.state)[0].seat == 3


@pytest.mark.rule("OSA-09")
def test_nobody_takes_a_token_out_of_order_or_twice_and_nobody_acts_before() -> None:
    for body, message in [
        ("Ana claim red", "Celina | starting token"),
        ("Celina claim red\nCelina claim red", "Dora | starting token"),
        ("Celina take R2", "Celina | starting token"),
        (
            "Celina claim red\nDora claim red\nAna claim red\nCelina take R2",
            "Bartek | starting token",
        ),
    ]:
        e = no_session(", ".join(NAMES), FOUR + body)
        assert isinstance(e, Illegal)
        assert e.rule == "OSA-09"
        assert tells(e.message, message)


@pytest.mark.rule("OSA-09")
def test_a_token_has_one_of_the_four_colours() -> None:
    e = no_session(", ".join(NAMES), FOUR + "Celina claim white")
    assert isinstance(e, Malformed)
    assert tells(e.message, "white | red | green")
    table = session(", ".join(NAMES), FOUR)
    with pytest.raises(Illegal) as refusal:
        decide(GAME, table.state, Claim(seat=3, colour="white"), Recorded())
    assert refusal.value.rule == "OSA-09"
    assert {GAME.words.write(c) for c in GAME.rules.legal_moves(table.state, 3)} == {
        "claim red",
        "claim blue",
        "claim yellow",
        "claim green",
    }


@pytest.mark.rule("A-OSA-23")
def test_two_players_play_by_the_same_rules() -> None:
    here = position(2, market="R2 R3 B5", hands=["R5 B5", "B2"], farm="G2 G3 G5")
    illegal(here, "Ana buy R5", "OSA-14", "10 | 5")
    done = play(here, "Ana buy R5 B5\nmarket Y2 Y3\nfarm R2 R2 R2")
    assert done.market == ["G2", "G3", "G5", "Y2", "Y3"]
    assert len(done.farm) == 3
    assert done.ships == {"red": 2, "blue": 1, "yellow": 0, "green": 0}
    assert done.asked == [("Bartek", "action")]
