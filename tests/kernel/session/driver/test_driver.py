"""The driver: the open question as data, commands and values instead of typed lines."""

from __future__ import annotations

import random

import pytest

from common.games import each_of_ours
from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.driver.driver import Driver
from ledger.kernel.notation.driver.replies import Change
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.verify.verify import verify_bytes

SET_UP = ("R2 R2 B3 Y5 G5", "R5 R5 R5", "Y5 Y5", "Y3 Y3 Y2")


def driver_of(game: Game, **more: bool) -> Driver:
    made = Driver(game, open_game(game, ["Ana", "Bartek"]), now=lambda: None, **more)
    made.start()
    return made


def draw(driver: Driver, chance: Seeded) -> None:
    """Answer every question for a chance result, card by card."""
    while driver.question.kind == "result":
        need = driver.pending.need
        for value in need.drawn_by(chance):
            driver.answer([value])


@pytest.fixture
def osaka() -> Driver:
    made = driver_of(find_game("osaka"))
    for line in (*SET_UP, "claim red", "claim blue"):
        made.feed(line)
    return made


@pytest.fixture
def buying(osaka: Driver) -> Driver:
    """Ana has paid for the Market, and two cards come to it."""
    for line in ("take R2", "take R2", "take B3", "buy Y5 Y5"):
        osaka.feed(line)
    return osaka


# --- questions ----------------------------------------------------------------------------------


@each_of_ours
def test_the_set_up_asks_for_one_result_after_the_other(game: Game) -> None:
    driver = driver_of(game)
    asked = []
    while driver.table is None:
        q = driver.question
        asked.append(q.ask)
        assert (q.kind, q.move, q.yes_or_no) == ("result", None, False)
        assert q.ask in game.words.slots and q.rule in game.rulebook.ids and q.count > 0
        assert q.among and all(n >= 0 for n in q.among.values())
        assert q.by_lot == (q.ask in game.words.seat_slots)
        assert driver.draft is not None
        driver.answer(driver.pending.need.drawn_by(Seeded(7)))
    assert asked
    assert driver.question.kind == "move"
    assert driver.question.seat == game.rules.awaiting(driver.table.state)[0].seat
    assert verify_bytes(driver.table.bytes()).verdict == "legal"


@each_of_ours
def test_a_whole_game_by_commands_and_values(game: Game) -> None:
    """What is played by hand gives the log of the same game played by a program."""
    driver, chance, rng = driver_of(game), Seeded(3), random.Random(3)
    draw(driver, chance)
    results = 0
    for _ in range(60):
        if driver.question.kind != "move":
            break
        driver.do(game.rules.random_move(driver.playing.state, rng))
        results += driver.question.kind == "result"
        draw(driver, chance)
    assert results > 0
    table, chance, rng = None, Seeded(3), random.Random(3)
    table = Table.open(game, open_game(game, ["Ana", "Bartek"]), chance)
    while len(table.lines) < len(driver.playing.lines):
        table.do(game.rules.random_move(table.state, rng), chance)
    assert driver.playing.bytes() == table.bytes()


def test_a_move_that_needs_results_asks_for_them(buying: Driver) -> None:
    q = buying.question
    assert (q.kind, q.seat, q.ask, q.count, q.known) == ("result", None, "market", 2, 0)
    assert (q.move, q.rule, q.rolled, q.may_be_unseen) == ("buy Y5 Y5", "OSA-29", False, False)
    buying.answer(["B2"])
    again = buying.question
    assert (again.ask, again.count, again.known) == ("market", 1, 1)
    assert again.among["B2"] == q.among["B2"] - 1


def test_the_draft_shows_what_is_decided_so_far(buying: Driver) -> None:
    before = buying.playing.state
    hand = before.players[0].hand
    assert buying.draft.players[0].hand != hand
    buying.feed("back")
    assert buying.draft == buying.playing.state == before


def test_the_draft_of_a_set_up_has_the_cards_that_are_known() -> None:
    driver = driver_of(find_game("osaka"))
    assert not [card for card in driver.draft.market if card]
    driver.feed(SET_UP[0])
    assert [*driver.draft.market] == SET_UP[0].split()
    assert driver.table is None


def test_what_nobody_saw_is_said_in_the_question() -> None:
    driver = driver_of(find_game("klongs"))
    q = driver.question
    assert (q.ask, q.seat, q.count, q.may_be_unseen, q.may_be_left_out) == (
        *("hand", 1, 4, True, True),
    )
    driver.answer([None] * 4)
    assert driver.question.seat == 2
    driver.answer(["B2n", None, "thief", None])
    hands = [line.data.boats for line in driver.playing.lines if line.type == "drew"]
    assert hands == [(None,) * 4, ("B2n", None, "thief", None)]


def test_dice_may_show_the_same_face_again() -> None:
    driver = driver_of(find_game("istanbul"))
    driver.feed("lira-b bazaar-g die-2 action-y die-3 crystal-r")
    q = driver.question
    assert (q.ask, q.seat, q.count, q.rolled) == ("roll", 1, 5, True)
    assert set(q.among.values()) == {1}


def test_a_lot_is_answered_by_a_seat() -> None:
    driver = driver_of(find_game("osaka"))
    for line in (*SET_UP[:3], "R5 B5"):
        driver.feed(line)
    assert (driver.question.by_lot, set(driver.question.among)) == (True, {"1", "2"})
    driver.answer(["2"])
    assert driver.question.seat == 2


def test_yes_and_no_are_questions_too() -> None:
    driver = driver_of(find_game("osaka"), live=True, house_rule=True)
    for line in SET_UP:
        driver.feed(line)
    assert driver.question.kind == "set-up"
    driver.confirm(False)
    assert (driver.question.kind, driver.question.ask) == ("result", "hand")
    driver.feed(SET_UP[-1])
    driver.confirm(True)
    for line in ("claim red", "claim blue"):
        driver.feed(line)
    with pytest.raises(Illegal):
        driver.confirm(True)
    with pytest.raises(Illegal) as e:
        driver.feed("buy Y3")
    q = driver.question
    assert (q.kind, q.rule, q.move, q.yes_or_no) == ("house rule", e.value.rule, "buy Y3", True)
    driver.confirm(False)
    driver.feed("abandon late")
    assert driver.question.kind == "end"
    driver.confirm(True)
    assert (driver.over, driver.question.kind, driver.done) == (True, "seal", False)
    driver.feed("")
    assert driver.playing.head.sealed


# --- commands and values ------------------------------------------------------------------------


def test_a_command_is_checked_like_a_typed_move(osaka: Driver) -> None:
    game = osaka.game
    before = osaka.playing.bytes()
    legal = next(iter(game.rules.legal_moves(osaka.playing.state, 2)))
    other = next(iter(game.rules.legal_moves(osaka.playing.state, 1)), None) or legal.__class__(
        seat=1, **{f: getattr(legal, f) for f in legal.__struct_fields__ if f != "seat"}
    )
    with pytest.raises(Illegal) as e:
        osaka.do(other)
    assert e.value.rule == "OSA-12"
    assert osaka.playing.bytes() == before
    (change,) = [x for x in osaka.do(legal) if isinstance(x, Change)]
    assert change.last == osaka.playing.head.seq


def test_no_command_while_results_are_needed(buying: Driver) -> None:
    legal = next(iter(buying.game.rules.legal_moves(buying.playing.state, 1)))
    with pytest.raises(Illegal):
        buying.do(legal)
    assert buying.question.ask == "market"


def test_wrong_values_change_nothing(buying: Driver) -> None:
    for values in (["X9"], [None], ["B2", "B2", "B2"], []):
        with pytest.raises(LedgerError) as e:
            buying.answer(values)
        assert e.value.column is None
        assert (buying.question.ask, buying.question.count) == ("market", 2)


def test_one_result_is_taken_back(buying: Driver) -> None:
    buying.answer(["B2"])
    buying.answer(["B3"])
    assert buying.question.ask == "farm"
    buying.take_back()
    assert (buying.question.ask, buying.question.count) == ("market", 1)
    buying.take_back()
    assert (buying.question.ask, buying.question.count) == ("market", 2)
    with pytest.raises(Illegal):
        buying.take_back()
    assert buying.question.move == "buy Y5 Y5"


def test_the_last_result_of_a_set_up_is_taken_back_before_it_is_confirmed() -> None:
    driver = driver_of(find_game("osaka"), live=True)
    for line in SET_UP:
        driver.feed(line)
    driver.take_back()
    assert (driver.question.ask, driver.question.seat) == ("hand", 2)


def test_nothing_can_be_answered_or_taken_back_between_moves(osaka: Driver) -> None:
    for act in (lambda: osaka.answer(["R2"]), osaka.take_back):
        with pytest.raises(Illegal):
            act()


def test_what_is_given_by_values_reads_as_a_session(buying: Driver) -> None:
    buying.answer(["B2", "B2"])
    buying.answer(["G2", "G2", "G2"])
    text = write_session(buying.game, buying.playing.lines)
    assert text.endswith("Ana buy Y5 Y5\nmarket B2 B2\nfarm G2 G2 G2\n")


def test_a_line_names_its_word_in_an_error(osaka: Driver) -> None:
    with pytest.raises(Malformed) as e:
        osaka.feed("3. tke R2")
    assert (e.value.column, e.value.source) == (4, "3. tke R2")


@pytest.mark.parametrize("line", ["undo", "abandon", "market B2", "take Y3", ""])
def test_a_remark_that_cannot_be_written_refuses_the_whole_line(buying: Driver, line: str) -> None:
    if not line.startswith("market"):
        buying.feed("back")
    before, question = buying.playing.lines[:], buying.question
    with pytest.raises(Malformed):
        buying.feed(rf'{line} # "\ud800"')
    assert (buying.playing.lines, buying.question) == (before, question)
