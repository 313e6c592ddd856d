"""Logs with right digests that tell an impossible game: verify names line, rule and reason."""

from __future__ import annotations

import msgspec
import pytest

from common.refusals import tells
from ledger.games.osaka import events as e
from ledger.kernel.log.events import Ended, Line
from ledger.kernel.play.table import Table
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.forge import change, forge, judge

from .scenario import random_game, session

GAME_TEXT = """
    market Y2 Y2 B2 B2 R2
    farm Y2 Y3 B3
    Ana hand R5 R3
    Bartek hand R2 G2 B3 G5
    Ana claim yellow
    Bartek claim blue
    Ana reserve R2              # her piece lies on the R2 until turn 5
    Bartek buy B3 G5            # 8 coins for Y2 Y2 B2 B2
    market B2 G2
    farm Y2 Y3 R5
    Ana take Y3
    Bartek take B3
    Ana buy R5 R3               # R2 (her own) Y2 B2 G2
    market B5 R2
    farm G3 G3 R3
    Bartek take B5
    Ana take R5
    Bartek buy B5 G2            # Y2 Y3 R2: yellow reaches Edo, blue sinks
    Bartek insure B2 with B3
    market Y5 Y5
    farm G5 G5 R3
    Ana take R3
"""


@pytest.fixture(scope="module")
def table() -> Table:
    return session("Ana, Bartek", GAME_TEXT)


@pytest.fixture(scope="module")
def lines(table: Table) -> list[Line]:
    assert verify_bytes(table.bytes()).verdict == "legal"
    assert forge(table.lines) == table.bytes(), "without a change nothing changes"
    return table.lines


def find(lines: list[Line], name: str, number: int = 0) -> Line:
    """Return the first (or a later) line of a type."""
    return [x for x in lines if x.type == name][number]


# --- what the player chose


@pytest.mark.rule("OSA-14")
def test_seven_coins_for_eight(lines: list[Line]) -> None:
    bought = find(lines, "bought")
    assert bought.data.cost == 8
    _, problem = judge(forge(lines, {bought.seq: [change(bought, paid=("G5", "R2"))]}))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "OSA-14", bought.seq)
    assert tells(problem.message, "8 | 7")


@pytest.mark.rule("OSA-13")
def test_coins_that_are_not_in_the_hand(lines: list[Line]) -> None:
    bought = find(lines, "bought")
    _, problem = judge(forge(lines, {bought.seq: [change(bought, paid=("G5", "Y3"))]}))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "OSA-13", bought.seq)
    assert tells(problem.message, "Y3")


@pytest.mark.rule("OSA-22")
def test_a_reserved_card_taken_by_another(lines: list[Line]) -> None:
    took = find(lines, "took", 1)
    assert took.data.seat == 2
    _, problem = judge(forge(lines, {took.seq: [change(took, card="R2")]}))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "OSA-22", took.seq)
    assert tells(problem.message, "R2")
    _, problem = judge(forge(lines, {took.seq: [change(took, card="R2", freed=True)]}))
    assert (problem.kind, problem.rule) == ("illegal", "OSA-24")


@pytest.mark.rule("OSA-23")
def test_a_card_left_out_of_a_purchase(lines: list[Line]) -> None:
    bought = find(lines, "bought", 1)
    less = tuple(c for c in bought.data.cards if c != "G2")
    _, problem = judge(forge(lines, {bought.seq: [change(bought, cards=less, cost=6)]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-23", bought.seq)
    assert tells(problem.message, 'bought | cards | ["R2","Y2","B2"] | ["R2","Y2","B2","G2"]')


@pytest.mark.rule("OSA-21")
def test_a_piece_that_does_not_come_back(lines: list[Line]) -> None:
    bought = find(lines, "bought", 1)
    _, problem = judge(forge(lines, {bought.seq: [change(bought, freed=False)]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-21", bought.seq)
    assert tells(problem.message, "bought | freed | false | true")


@pytest.mark.rule("OSA-20")
def test_a_second_reservation(lines: list[Line]) -> None:
    took = find(lines, "took")
    reserved = e.Reserved(seat=1, card="Y2", row="market")
    _, problem = judge(forge(lines, {took.seq: [reserved]}))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "OSA-20", took.seq)
    assert tells(problem.message, "R2")


@pytest.mark.rule("OSA-43")
def test_insured_with_a_card_of_another_colour(lines: list[Line]) -> None:
    insured = find(lines, "insured")
    _, problem = judge(forge(lines, {insured.seq: [change(insured, cards=("R2",))]}))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "OSA-43", insured.seq)
    assert problem.message == "only blue cards insure blue goods"


@pytest.mark.rule("OSA-41")
def test_insured_beyond_the_icons(lines: list[Line]) -> None:
    insured = find(lines, "insured")
    _, problem = judge(forge(lines, {insured.seq: [change(insured, goods=("B2", "B2"))]}))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "OSA-41", insured.seq)
    assert tells(problem.message, "2 | blue | 1")


@pytest.mark.rule("OSA-09")
def test_a_starting_token_of_no_colour(lines: list[Line]) -> None:
    claimed = find(lines, "claimed")
    _, problem = judge(forge(lines, {claimed.seq: [change(claimed, colour="white")]}))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "OSA-09", claimed.seq)


# --- consequences


@pytest.mark.rule("OSA-16")
def test_a_ship_moved_by_one_for_two_cards(lines: list[Line]) -> None:
    sailed = [x for x in lines if x.type == "sailed"][1]
    assert (sailed.data.colour, sailed.data.start, sailed.data.end) == ("yellow", 0, 2)
    _, problem = judge(forge(lines, {sailed.seq: [change(sailed, end=1)]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-16", sailed.seq)
    assert tells(problem.message, "sailed | end | 1 | 2")


@pytest.mark.rule("OSA-36")
def test_a_vp_too_many(lines: list[Line]) -> None:
    sold = find(lines, "sold")
    assert (sold.data.seat, sold.data.vp) == (2, 3)
    more = change(sold, vp=4, kept=sold.data.cards, discarded=())
    _, problem = judge(forge(lines, {sold.seq: [more]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-36", sold.seq)
    assert tells(problem.message, "sold | vp | 4 | 3")


@pytest.mark.rule("OSA-35", "OSA-38")
@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [("price", 4, "OSA-38"), ("value", 20, "OSA-35"), ("cards", ("Y2", "Y2"), "OSA-33")],
)
def test_a_set_with_a_wrong_price(lines: list[Line], field: str, value: object, rule: str) -> None:
    sold = find(lines, "sold")
    _, problem = judge(forge(lines, {sold.seq: [change(sold, **{field: value})]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", rule, sold.seq)
    assert problem.message.startswith(f"sold.{field} is ")


@pytest.mark.rule("OSA-36")
def test_the_highest_card_kept_as_vp(lines: list[Line]) -> None:
    sold = find(lines, "sold")
    swapped = change(sold, kept=("Y2", "Y2", "Y3"), discarded=("Y2",))
    _, problem = judge(forge(lines, {sold.seq: [swapped]}))
    assert (problem.rule, problem.line) == ("OSA-36", sold.seq)
    assert problem.message.startswith("sold.kept is ")


@pytest.mark.rule("OSA-37")
def test_a_vp_card_drawn_without_need(lines: list[Line]) -> None:
    sold = find(lines, "sold")
    drew = e.Drew(seat=2, count=1, substitutes=0)
    _, problem = judge(forge(lines, {sold.seq: [sold.data, drew]}))
    assert (problem.kind, problem.line) == ("mismatch", sold.seq + 1)
    assert tells(problem.message, "sold")
    assert tells(problem.message, "drew")


@pytest.mark.rule("OSA-39")
def test_a_token_for_the_wrong_player(lines: list[Line]) -> None:
    earned = find(lines, "earned")
    _, problem = judge(forge(lines, {earned.seq: [change(earned, seat=1)]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-39", earned.seq)
    assert tells(problem.message, "earned | 1 | 2")


@pytest.mark.rule("OSA-40")
def test_a_sinking_left_out(lines: list[Line]) -> None:
    sank = find(lines, "sank")
    _, problem = judge(forge(lines, {sank.seq: []}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-40", sank.seq - 1)
    assert tells(problem.message, 'sank | {"colours":["blue"],"asked":[2]}')


@pytest.mark.rule("OSA-40")
def test_a_loss_left_out(lines: list[Line]) -> None:
    lost = find(lines, "lost")
    _, problem = judge(forge(lines, {lost.seq: []}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-40", lost.seq)
    assert tells(problem.message, "lost | 1 | 2")
    both = {x.seq: [] for x in lines if x.type == "lost"}
    _, problem = judge(forge(lines, both))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-40", lost.seq)
    assert tells(problem.message, 'lost | {"seat":2,"cards":["B2"]} | returned')


@pytest.mark.rule("OSA-44")
def test_a_sunken_ship_that_goes_back_to_osaka(lines: list[Line]) -> None:
    returned = find(lines, "returned")
    assert returned.data.colour == "blue"
    _, problem = judge(forge(lines, {returned.seq: [change(returned, end=0)]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-44", returned.seq)
    assert tells(problem.message, "returned | end | 0 | 2")


@pytest.mark.rule("OSA-12")
def test_a_turn_given_to_the_wrong_player(lines: list[Line]) -> None:
    turned = find(lines, "turned", 1)
    assert turned.data.seat == 2
    _, problem = judge(forge(lines, {turned.seq: [change(turned, seat=1)]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-12", turned.seq)
    assert tells(problem.message, "turned | 1 | 2")


@pytest.mark.rule("OSA-12")
def test_a_move_out_of_turn(lines: list[Line]) -> None:
    took = find(lines, "took")
    other = {took.seq: [change(took, seat=2)]}
    group = {x.seq: {"by": 2} for x in lines if x.cmd == took.cmd}
    _, problem = judge(forge(lines, other, group))
    assert (problem.kind, problem.rule, problem.line) == ("illegal", "OSA-12", took.seq)
    assert tells(problem.message, "1 | 2")


@pytest.mark.rule("OSA-28")
def test_a_farm_that_did_not_move(lines: list[Line]) -> None:
    restocked = find(lines, "restocked")
    _, problem = judge(forge(lines, {restocked.seq: []}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-28", restocked.seq)
    less = change(restocked, cards=("Y2", "Y3"))
    _, problem = judge(forge(lines, {restocked.seq: [less]}))
    assert tells(problem.message, 'restocked | cards | ["Y2","Y3"] | ["Y2","Y3","B3"]')


# --- chance


@pytest.mark.rule("OSA-29")
def test_a_refill_card_that_is_no_longer_in_the_pile() -> None:
    table = session(
        "Ana, Bartek",
        """
        market R5 R5 R5 R5 R5
        farm R5 R5 B2
        Ana hand B5 B3
        Bartek hand B5 Y5
        Ana claim red
        Bartek claim red
        Ana take R5
        Bartek take R5
        Ana take R5
        Bartek take R5
        Ana take R5
        market G2 G3
        farm G5 G2 G2
        """,
    )
    dealt = find(table.lines, "dealt", 2)
    assert dealt.data.to == "market"
    eighth = change(dealt, cards=("G2", "R5"))
    _, problem = judge(forge(table.lines, {dealt.seq: [eighth]}))
    assert (problem.kind, problem.rule) == ("impossible", "OSA-29")
    assert problem.line == dealt.seq
    assert tells(problem.message, "R5")


@pytest.mark.rule("OSA-29")
def test_a_refill_of_three_or_one(lines: list[Line]) -> None:
    dealt = find(lines, "dealt", 2)
    _, problem = judge(forge(lines, {dealt.seq: [change(dealt, cards=("B2", "G2", "G2"))]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-29", dealt.seq)
    assert tells(problem.message, 'dealt | cards | ["B2","G2","G2"] | ["B2","G2"]')
    _, problem = judge(forge(lines, {dealt.seq: [change(dealt, cards=("B2",))]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-29", dealt.seq)
    assert tells(problem.message, "2 | market")


@pytest.mark.rule("OSA-04")
def test_a_sixth_card_in_the_market_at_set_up(lines: list[Line]) -> None:
    dealt = find(lines, "dealt")
    _, problem = judge(forge(lines, {dealt.seq: [change(dealt, cards=(*dealt.data.cards, "G2"))]}))
    assert problem.kind == "mismatch"
    assert problem.line == dealt.seq
    assert problem.message.startswith("dealt.cards is ")


@pytest.mark.rule("OSA-06")
@pytest.mark.parametrize("cards", [("R5",), ("R5", "R3", "R2"), ("R5", "R2")])
def test_a_starting_hand_too_small_or_too_large(lines: list[Line], cards: tuple[str, ...]) -> None:
    shown = find(lines, "shown")
    _, problem = judge(forge(lines, {shown.seq: [change(shown, cards=cards)]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-06", shown.seq)
    assert problem.message.startswith("shown.cards is ")


@pytest.mark.rule("OSA-08")
def test_a_wrong_first_player(lines: list[Line]) -> None:
    first = find(lines, "first")
    _, problem = judge(forge(lines, {first.seq: [change(first, first=2)]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-08", first.seq)
    assert tells(problem.message, "2 | 1")
    _, problem = judge(forge(lines, {first.seq: [change(first, lot=("1",))]}))
    assert (problem.rule, problem.line) == ("OSA-08", first.seq)


@pytest.mark.rule("OSA-08")
def test_a_lot_that_falls_on_somebody_who_was_not_tied() -> None:
    text = "market Y2 Y2 B2 B2 R2\nfarm Y2 Y3 B3\n"
    hands = "Ana hand R5 R3\nBartek hand G5 G5\nCelina hand B5 B3\nfirst Celina"
    lines = session("Ana, Bartek, Celina", text + hands).lines
    first = find(lines, "first")
    _, problem = judge(forge(lines, {first.seq: [change(first, first=2, lot=("2",))]}))
    assert (problem.kind, problem.rule, problem.line) == ("impossible", "OSA-08", first.seq)
    assert tells(problem.message, "2 | 1 | 3")


# --- the frame


def test_a_header_that_names_another_turn(lines: list[Line]) -> None:
    took = find(lines, "took")
    _, problem = judge(forge(lines, headers={took.seq: {"turn": took.turn + 1}}))
    assert (problem.kind, problem.line) == ("mismatch", took.seq)
    assert tells(problem.message, "4 | 1 | 3")


def test_a_header_that_names_another_player(lines: list[Line]) -> None:
    took = find(lines, "took")
    _, problem = judge(forge(lines, headers={took.seq: {"by": 2}}))
    assert (problem.kind, problem.line) == ("mismatch", took.seq)
    assert tells(problem.message, "2 | 1")
    turned = lines[took.seq]
    assert turned.type == "turned"
    _, problem = judge(forge(lines, headers={turned.seq: {"by": 2}}))
    assert problem.line == turned.seq
    assert tells(problem.message, "4 | 2 | 1")


def test_an_event_too_many(lines: list[Line]) -> None:
    turned = find(lines, "turned", 1)
    _, problem = judge(forge(lines, {turned.seq: [turned.data, e.Earned(seat=1, colour="red")]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-39", turned.seq + 1)
    assert tells(problem.message, "earned")


def test_an_event_too_few(lines: list[Line]) -> None:
    turned = find(lines, "turned", 1)
    _, problem = judge(forge(lines, {turned.seq: []}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-12", turned.seq - 1)
    assert tells(problem.message, 'turned | {"seat":2}')


def test_a_group_that_no_command_begins(lines: list[Line]) -> None:
    took = find(lines, "took")
    _, problem = judge(forge(lines, {took.seq: []}))
    assert (problem.kind, problem.line) == ("illegal", took.seq)


def test_a_seat_and_a_card_that_do_not_exist(lines: list[Line]) -> None:
    took = find(lines, "took")
    for fields in ({"seat": 9}, {"card": "X9"}):
        _, problem = judge(forge(lines, {took.seq: [change(took, **fields)]}))
        assert problem.line == took.seq
    bought = find(lines, "bought")
    _, problem = judge(forge(lines, {bought.seq: [change(bought, paid=("X9",))]}))
    assert (problem.rule, problem.line) == ("OSA-13", bought.seq)


# --- the end


@pytest.fixture(scope="module")
def finished() -> list[Line]:
    """A whole random game in which no two players have equally many VP."""
    for seed in range(50):
        table = random_game(3, seed)
        scores = next(x.data.scores for x in table.lines if x.type == "ended")
        if len(set(scores)) == 3:
            return table.lines
    raise AssertionError("no such game")


@pytest.mark.rule("OSA-45")
def test_a_game_ended_too_early(lines: list[Line]) -> None:
    sank = find(lines, "sank")
    ended = Ended(reason="tokens", ranking=((2,), (1,)), scores=(1, 3))
    _, problem = judge(forge(lines, {sank.seq: [ended]}, cut=sank.seq))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-40", sank.seq)
    assert tells(problem.message, "sank")
    took = find(lines, "took")
    alone = {x.seq: [] for x in lines if x.cmd == took.cmd} | {took.seq: [ended]}
    _, problem = judge(forge(lines, alone, cut=took.seq))
    assert (problem.kind, problem.line) == ("mismatch", took.seq)


@pytest.mark.rule("OSA-45")
def test_a_game_that_went_on_too_long(finished: list[Line]) -> None:
    ended = find(finished, "ended")
    returned = [e.Returned(colour="red", start=5, end=0), e.Turned(seat=1)]
    _, problem = judge(forge(finished, {ended.seq: returned}, cut=ended.seq))
    assert (problem.kind, problem.line) == ("mismatch", ended.seq)
    assert tells(problem.message, "reason")
    assert problem.rule == "OSA-46"


@pytest.mark.rule("OSA-45")
def test_an_end_left_out(finished: list[Line]) -> None:
    ended = find(finished, "ended")
    _, problem = judge(forge(finished, {ended.seq: []}, cut=ended.seq))
    assert (problem.kind, problem.line) == ("mismatch", ended.seq - 1)
    assert tells(problem.message, "ended")
    assert problem.rule == "OSA-46"


@pytest.mark.rule("OSA-46")
def test_wrong_scores(finished: list[Line]) -> None:
    ended = find(finished, "ended")
    a, b, c = ended.data.scores
    _, problem = judge(forge(finished, {ended.seq: [change(ended, scores=(a + 1, b, c))]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-46", ended.seq)
    assert tells(problem.message, f"ended | scores | [{a + 1},{b},{c}] | [{a},{b},{c}]")


@pytest.mark.rule("OSA-46")
def test_a_wrong_winner(finished: list[Line]) -> None:
    ended = find(finished, "ended")
    wrong = change(ended, ranking=ended.data.ranking[::-1])
    _, problem = judge(forge(finished, {ended.seq: [wrong]}))
    assert (problem.kind, problem.rule, problem.line) == ("mismatch", "OSA-46", ended.seq)
    assert problem.message.startswith("ended.ranking is ")


def test_a_finished_game_without_its_seal(finished: list[Line]) -> None:
    ended = find(finished, "ended")
    report = verify_bytes(forge(finished, cut=ended.seq))
    assert (report.verdict, report.open) == ("legal", True)
    (problem,) = report.problems
    assert (problem.kind, problem.line) == ("unsealed", ended.seq)


def test_a_move_after_the_end(finished: list[Line]) -> None:
    ended = find(finished, "ended")
    move = msgspec.structs.replace(find(finished, "took"), seq=ended.seq + 1, more=False)
    _, problem = judge(forge([*finished[:-1], move]))
    assert (problem.kind, problem.line) == ("illegal", ended.seq + 1)
