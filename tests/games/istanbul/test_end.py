"""The end: a whole round, most rubies, ties."""

from __future__ import annotations

import pytest

from ledger.games.istanbul import GAME
from ledger.games.istanbul.rules.end import wealth
from ledger.kernel.errors import Illegal

from .scenario import BLANK, Played, play, position, refused


def finish(players: int, rubies: list[int], have: list[str] | None = None) -> Played:
    """The last player of a round ends the turn."""
    here = position(players, dice="R", active=players, rubies=rubies, have=have or [])
    return play(here, f"{('Ana', 'Bartek', 'Celina', 'Dora')[players - 1]} end")


@pytest.mark.rule("IST-40", "IST-01")
@pytest.mark.parametrize(("players", "target"), [(2, 6), (3, 6), (4, 5)])
def test_the_game_ends_when_a_round_is_over_and_somebody_has_enough(
    players: int, target: int
) -> None:
    done = finish(players, [target])
    assert done.told[:2] == ["finished", "ended"]
    assert done.asked == []
    assert done.only("ended").reason == "rubies"
    less = position(players, dice="R", active=players, rubies=[target - 1])
    name = ("Ana", "Bartek", "Celina", "Dora")[players - 1]
    assert play(less, f"{name} end\nAna roll {BLANK}").asked == [("Ana", "action")]


@pytest.mark.rule("IST-40", "IST-A28")
def test_the_round_is_played_to_its_end() -> None:
    here = position(3, dice="R R $", rubies=[5], have=["lira=10"])
    mine = play(here, "Ana ruby right")
    assert mine.seat("Ana").rubies == 6
    assert mine.asked == [("Ana", "action")], "all actions left may be taken"
    more = play(mine, f"Ana lira\nAna end\nBartek roll {BLANK}\nBartek end\nCelina roll {BLANK}")
    assert more.asked == [("Celina", "action")]
    done = play(more, "Celina end")
    assert done.told[:2] == ["finished", "ended"]
    e = refused(more, f"Celina end\nAna roll {BLANK}")
    assert isinstance(e, Illegal)


@pytest.mark.rule("IST-41", "IST-A24")
def test_most_rubies_win_whoever_was_first_there() -> None:
    done = finish(3, [6, 7, 4], ["lira=50", "", ""])
    assert done.only("ended").ranking == ((2,), (1,), (3,))
    assert done.only("ended").scores == (6, 7, 4)
    outcome = GAME.rules.outcome(done.state)
    assert outcome is not None
    assert outcome.rule == "IST-41"


@pytest.mark.rule("IST-42")
def test_a_tie_is_broken_by_selling() -> None:
    done = finish(3, [6, 6, 2], ["lira=9 crystal=1", "lira=1 red=2 blue=2", "lira=60"])
    # 9 + 2 = 11 against 1 + 4 x 3 = 13
    assert done.only("ended").ranking == ((2,), (1,), (3,))
    outcome = GAME.rules.outcome(done.state)
    assert outcome is not None
    assert outcome.rule == "IST-42"


@pytest.mark.rule("IST-A25", "IST-42")
def test_brown_tokens_are_sold_too() -> None:
    done = finish(2, [6, 6], ["brown=2", "lira=5"])
    assert done.only("ended").ranking == ((1,), (2,))


@pytest.mark.rule("IST-43")
def test_who_is_still_tied_shares_the_victory() -> None:
    done = finish(4, [5, 5, 5, 1], ["lira=6", "red=2", "crystal=2", "lira=30"])
    assert done.only("ended").ranking == ((1, 2), (3,), (4,))
    outcome = GAME.rules.outcome(done.state)
    assert outcome is not None
    assert outcome.rule == "IST-43"


@pytest.mark.example("IST-G8")
@pytest.mark.rule("IST-42")
def test_two_tokens_a_crystal_and_four_lira_are_twelve(golden: object) -> None:
    done = finish(2, [6, 6], ["red green crystal lira=4", "lira=11"])
    assert wealth(done.state, done.seat("Ana")) == 12
    assert done.only("ended").ranking == ((1,), (2,))
    assert done.data == golden


@pytest.mark.rule("IST-A24")
def test_two_players_at_the_target() -> None:
    assert finish(2, [6, 6], ["lira=1", "lira=2"]).only("ended").ranking == ((2,), (1,))


def test_an_abandoned_game_has_no_winner() -> None:
    here = position(2, dice="R", active=2, rubies=[6])
    done = play(here, "abandon the cat")
    assert done.only("ended").ranking == ((1, 2),)
    assert GAME.rules.outcome(done.state) is None
    assert GAME.rules.awaiting(done.state) == ()
