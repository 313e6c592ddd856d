"""Sides: outcomes in which partners win, all win, all lose, or nobody wins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
from rich.console import Console

from common.side_games import ALL, CHOSEN, GREEDY, PARTNERS, POINTLESS, TOGETHER, game
from ledger.adapters.pettingzoo import rewards
from ledger.boards.draw import draw_board
from ledger.exporters.bgstats import write_bgsplay
from ledger.exporters.summary import played_from
from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered
from ledger.kernel.log.events import Ended, Seat
from ledger.kernel.narration.narrate import words
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.restamp import restamp
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.verify.verify import verify_bytes
from ledger.library.journal.facts import describe
from ledger.library.records.outcomes import COOPERATIVE, NO_WINNER, outcome
from ledger.testing.lawbook.checked.logs import a_finished_game_has_an_outcome

NAMES = ["Ana", "Bo", "Celina", "Dan"]


def played(game: Game, *numbers: int, **options: int) -> Table:
    seats = [Seat(name=n) for n in NAMES[: len(numbers) // 2]]
    table = Table.open(game, open_game(game, seats, options=options), Seeded(1))
    (say,) = game.rules.commands
    for number in numbers:
        table.do(say(seat=table.state.active, number=number), Seeded(1))  # type: ignore[call-arg]
    table.seal()
    return table


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    with ExitStack() as stack:
        for game in ALL:
            stack.enter_context(offered(game))
        yield


def shown(table: Table) -> str:
    """Return the board as it is printed."""
    console = Console(width=80)
    with console.capture() as printed:
        console.print(draw_board(table.game, table.game.view(table.state, None), 80, NAMES))
    return printed.get()


def end(table: Table) -> Ended:
    return table.lines[-2].data


def stored(table: Table) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(table.bytes().splitlines()[-2])["data"]
    return data


def test_partners_share_their_points_and_their_place() -> None:
    table = played(PARTNERS, 1, 3, 1, 3, 0, 1, 0, 0)
    ended = end(table)
    assert (ended.ranking, ended.scores) == (((2, 4), (1, 3)), (2, 7, 2, 7))
    assert ended.winners == (2, 4)
    assert ended.places == {2: 1, 4: 1, 1: 2, 3: 2}
    assert stored(table)["sides"] == [[1, 3], [2, 4]]
    assert "won" not in stored(table)
    view = PARTNERS.view(table.state, None)
    assert [seat.place for seat in view.seats] == [2, 1, 2, 1]
    assert rewards(PARTNERS.rules.outcome(table.state), 4) == [-1, 1, -1, 1]


def test_with_another_number_of_players_everybody_plays_alone() -> None:
    table = played(PARTNERS, 1, 0, 2, 0, 0, 1)
    assert end(table).sides is msgspec.UNSET
    assert end(table).places == {3: 1, 1: 2, 2: 3}


def test_where_people_choose_the_sides_follow_the_option() -> None:
    assert end(played(CHOSEN, 3, 0, 0, 3, 0, 0, 0, 0, partner=4)).winners == (1, 4)
    table = played(CHOSEN, 3, 0, 0, 3, 0, 1, 0, 0, partner=2)
    assert end(table).teams == ((1, 2), (3, 4))
    assert CHOSEN.sides(table.lines[0].data) == ((1, 2), (3, 4))


@pytest.mark.parametrize("together", [TOGETHER, POINTLESS])
def test_all_win_or_all_lose(together: Game) -> None:
    won, lost = (end(played(together, *(n,) * 8)) for n in (2, 1))
    assert (won.winners, lost.winners) == ((1, 2, 3, 4), ())
    assert won.ranking == lost.ranking == ((1, 2, 3, 4),)
    assert won.places == lost.places == {}
    assert won.together
    assert not lost.broken_off
    points = (16,) * 4 if together is TOGETHER else (None,) * 4
    assert won.scores == points
    lost_table = played(together, *(1,) * 8)
    assert rewards(together.rules.outcome(lost_table.state), 4) == [-1] * 4
    assert [s.won for s in describe(lost_table.lines, 1).standings] == [False] * 4
    assert describe(lost_table.lines, 1).end == "finished"


def test_nobody_wins_where_nobody_has_won() -> None:
    table = played(GREEDY, 3, 3, 3, 3, 0, 1, 2, 3)
    ended = end(table)
    assert ended.winners == ()
    assert ended.places == {}
    assert ended.ranking == ((4,), (3,), (2,), (1,))
    assert GREEDY.view(table.state, None).ranking == ((), *ended.ranking)
    assert "nobody wins" in shown(table)
    assert outcome(played_from(GREEDY, table.lines)).uncounted == NO_WINNER


def test_those_who_have_won_are_ahead_of_more_points() -> None:
    ended = end(played(GREEDY, 3, 1, 0, 3, 0, 1, 1, 3))
    assert ended.winners == (2, 3)
    assert ended.ranking == ((2,), (3,), (4,), (1,))


@pytest.mark.parametrize("game", ALL, ids=lambda g: g.meta.name)
def test_a_log_is_legal_and_its_session_is_the_same(game: Game) -> None:
    table = played(game, 2, 1, 0, 3, 2, 1, 0, 1)
    assert not verify_bytes(table.bytes()).problems
    again = read_session(write_session(game, table.lines))
    assert again.bytes() == table.bytes()
    assert not list(a_finished_game_has_an_outcome(table))


@pytest.mark.parametrize("change", [{"won": (1,)}, {"sides": ((1, 2, 3, 4),)}, {"won": ()}])
def test_a_forged_result_is_found(change: dict[str, Any]) -> None:
    table = played(PARTNERS, 2, 1, 0, 3, 2, 1, 0, 1)
    forged = msgspec.structs.replace(end(table), **change)
    _, data = restamp(table.lines, lambda event: forged if isinstance(event, Ended) else event)
    assert {p.kind for p in verify_bytes(data).problems} & {"illegal", "mismatch"}


def test_a_session_that_was_broken_off_has_no_winners() -> None:
    seats = [Seat(name=n) for n in NAMES]
    table = Table.open(TOGETHER, open_game(TOGETHER, seats), Seeded(1))
    table.abandon("late")
    ended = table.lines[-1].data
    assert ended.broken_off
    assert ended.winners == ()
    assert ended.won_by(1) is None
    assert {p.kind for p in verify_bytes(table.bytes()).problems} == {"unsealed"}


def test_the_end_in_words() -> None:
    def told(table: Table, lang: str = "en") -> str:
        return words(table.game, end(table), NAMES, lang)

    partners = played(PARTNERS, 1, 3, 1, 3, 0, 1, 0, 0)
    assert told(partners) == "The game ends (all have spoken): 7 Bo and Dan, 2 Ana and Celina"
    won, lost = (played(TOGETHER, *(n,) * 8) for n in (2, 1))
    assert told(won) == "The game ends (all have spoken): everybody wins (points: 16)"
    assert told(lost) == "The game ends (all have spoken): everybody loses (points: 8)"
    assert told(played(POINTLESS, *(1,) * 8)).endswith(": everybody loses")
    assert told(lost, "pl").endswith("wszyscy przegrywają (punkty: 8)")
    assert told(played(GREEDY, *(3,) * 8)).endswith("6 Ana, 6 Bo, 6 Celina, 6 Dan; nobody wins")


def test_exports_have_teams_and_cooperation() -> None:
    record = played_from(PARTNERS, played(PARTNERS, 1, 3, 1, 3, 0, 1, 0, 0).lines)
    assert [s.team for s in record.standings] == ["1", "2", "1", "2"]
    assert not record.cooperative
    found = outcome(record)
    assert (found.sides, found.places) == ((1, 2, 1, 2), (2, 1, 2, 1))
    assert found.uncounted is None
    lost = played_from(TOGETHER, played(TOGETHER, *(1,) * 8).lines)
    assert lost.cooperative
    assert outcome(lost) == ((1,) * 4, (None,) * 4, (False,) * 4, COOPERATIVE)
    file = msgspec.json.decode(write_bgsplay([record, lost]).data)
    assert [g["cooperative"] for g in file["games"]] == [False, True]
    assert file["plays"][0]["usesTeams"] is True
    assert [s["winner"] for s in file["plays"][1]["playerScores"]] == [False] * 4


def test_a_board_says_who_wins() -> None:
    assert "nobody wins" in shown(played(TOGETHER, *(1,) * 8))
    assert "Ana, Bo, Celina and Dan win" in shown(played(TOGETHER, *(2,) * 8))
    assert "Bo and Dan win" in shown(played(PARTNERS, 1, 3, 1, 3, 0, 1, 0, 0))


@pytest.mark.parametrize(
    "teams", [{4: ((1, 3), (2,))}, {4: ((1, 3), (2, 3))}, {5: ((1, 2, 3, 4, 5),)}]
)
def test_teams_have_each_seat_once(teams: Any) -> None:
    with pytest.raises(DeclarationError):
        game("wrong", lambda s, seat: 0, teams=teams)


def test_a_cooperative_game_says_who_wins() -> None:
    with pytest.raises(DeclarationError, match="won"):
        game("wrong", lambda s, seat: 0, cooperative=True)


def test_partners_with_other_points_break_a_law() -> None:
    odd = game("odd", lambda s, seat: s.said.get(seat, 0), teams={4: ((1, 3), (2, 4))})
    found = [b.message for b in a_finished_game_has_an_outcome(played(odd, 1, 2, 3, 3, 0, 0, 0, 0))]
    assert [text.partition(" are ")[0] for text in found] == ["seats 1, 3", "seats 2, 4"]
