"""The rulebook's example of play as a session file and as a log."""

from __future__ import annotations

from typing import Any

import pytest

from common.paths import REPLAYS
from common.refusals import refuses
from ledger.games.osaka import GAME
from ledger.games.osaka.commands import Buy
from ledger.kernel.errors import Illegal
from ledger.kernel.log.events import Seat
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.decide import decide
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Recorded
from ledger.kernel.verify.verify import verify_bytes

from .scenario import Played

SESSION = REPLAYS / "osaka-sample-play.session"
LOG = REPLAYS / "osaka-sample-play.jsonl"
NAMES = ["Gray", "White", "Pink", "Brown"]


@pytest.fixture(scope="module")
def replay() -> Replay:
    return Replay(GAME, read(LOG.read_bytes()).lines)


def cost(state: Any, seat: int) -> int:
    return GAME.view(state, None).seats[seat - 1].cost


def coins(state: Any, name: str) -> int:
    return GAME.holdings(state)[NAMES.index(name)][1]


def pays_all(state: Any, seat: int) -> None:
    """Try to buy the Market with the whole hand."""
    hand = tuple(state.players[seat - 1].hand)
    decide(GAME, state, Buy(seat=seat, pay=hand), Recorded())


def test_the_log_is_what_the_session_says() -> None:
    table = read_session(SESSION.read_text("utf-8"), file=str(SESSION))
    assert table.bytes() == LOG.read_bytes(), "write table.bytes() to the .jsonl file"
    assert read_session(write_session(GAME, table.lines)).bytes() == LOG.read_bytes()


def test_the_log_is_legal_and_open() -> None:
    report = verify_bytes(LOG.read_bytes(), str(LOG))
    assert (report.verdict, report.open, report.problems) == ("legal", True, ())


@pytest.mark.example("OSA-G8")
def test_four_players_in_their_order_and_the_market(replay: Replay) -> None:
    assert replay.lines[0].data.seats == tuple(Seat(name=n, colour=n.lower()) for n in NAMES)
    start = replay.turn(0)
    assert sorted(start.market) == ["B5", "R5", "Y2", "Y3", "Y3"]
    assert [t.seat for t in replay.turns[1:]] == [1, 2, 3, 4, 1]


@pytest.mark.example("OSA-G8")
def test_gray_cannot_pay_18_and_takes_the_blue_five(replay: Replay) -> None:
    before, after = at(replay, 1), at(replay, 2)
    assert (cost(before, 1), coins(before, "Gray")) == (18, 8)
    with refuses(Illegal, "18 | 8") as refusal:
        pays_all(before, 1)
    assert refusal.value.rule == "OSA-14"
    assert after.players[0].hand == ["G5", "B3", "B5"]
    assert coins(after, "Gray") == 13


@pytest.mark.example("OSA-G8")
def test_white_cannot_pay_13_and_reserves_the_red_five(replay: Replay) -> None:
    before, after = at(replay, 2), at(replay, 3)
    assert (cost(before, 2), coins(before, "White")) == (13, 8)
    with refuses(Illegal, "13 | 8"):
        pays_all(before, 2)
    assert (after.players[1].piece, after.players[1].row) == ("R5", "market")


@pytest.mark.example("OSA-G8")
def test_pink_could_pay_8_but_takes_a_yellow_three(replay: Replay) -> None:
    before, after = at(replay, 3), at(replay, 4)
    assert (cost(before, 3), coins(before, "Pink")) == (8, 10)
    assert any(isinstance(c, Buy) for c in GAME.rules.legal_moves(before, 3)), (
        "the Italian rulebook is right"
    )
    assert after.players[2].hand == ["Y5", "B5", "Y3"]
    assert after.ships["yellow"] == 0


@pytest.mark.example("OSA-G8")
def test_brown_pays_one_five_for_the_rest(replay: Replay, golden) -> None:
    before, after = at(replay, 4), replay.at(len(replay))
    assert cost(before, 4) == 5
    bought = next(x.data for x in replay.lines if x.type == "bought")
    assert (bought.paid, sorted(bought.cards), bought.cost) == (("R5",), ["Y2", "Y3"], 5)
    assert after.ships == {"red": 0, "blue": 0, "yellow": 2, "green": 0}
    assert len(after.market) == 1 + 3 + 2
    assert (len(after.farm), after.players[1].piece) == (3, "R5")
    assert "R5" in after.market
    table = read_session(SESSION.read_text("utf-8"))
    assert [x for x in Played(table, 1).data if x["type"] != "noted"] == golden


def at(replay: Replay, turn: int) -> Any:
    """Return the state in which that turn's player has yet to act."""
    first = next(t.first for t in replay.turns if t.number == turn)
    return replay.at(first)
