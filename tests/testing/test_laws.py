"""The laws bite: a game that breaks one is caught; and each is tried at every number of players."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from common.examples import GAMES
from ledger.games.century import GAME as CENTURY
from ledger.games.century.events import TollPaid
from ledger.games.klongs import GAME as KLONGS
from ledger.games.klongs.events import Scored, Stolen
from ledger.kernel.errors import Illegal
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Adjusted
from ledger.kernel.replay.redact import redact
from ledger.kernel.state.field_marks import Resource
from ledger.testing import laws
from ledger.testing.lawbook import secrets
from ledger.testing.lawbook.as_tests import _bound
from ledger.testing.lawbook.checked import positions
from ledger.testing.lawbook.checked.breach import Broken
from ledger.testing.lawbook.law import Law
from ledger.testing.lawbook.play import replay
from ledger.testing.playing import Habits, Script, play
from ledger.testing.worlds import another_world, viewers
from ledger_splash import GAME as SPLASH

sys.path.append(str(GAMES))

hidden = secrets.test_worlds_that_a_seat_cannot_tell_apart_give_it_equal_bytes
private = secrets.test_what_only_its_owner_counts_shows_in_nobody_elses_view_or_board
unchanged = vars(positions.asking_changes_nothing)["law"].test
counted = vars(positions.every_seat_has_its_holdings_and_scores)["law"].test
changes = replay.test_events_of_a_whole_game_change_only_what_they_should
SCRIPTS = [Script(seed, 20, 3) for seed in range(6)]


def test_a_view_that_shows_hidden_cards_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = SPLASH.view
    hidden(SPLASH, SCRIPTS[0])
    monkeypatch.setitem(vars(SPLASH), "view", lambda state, seat: shown(state, None))
    with pytest.raises(AssertionError):
        hidden(SPLASH, SCRIPTS[0])


def test_a_refusal_that_tells_hidden_cards_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = SPLASH.rules.apply

    def decide(d: Any, command: Any) -> None:
        held = [hand.stones for hand in d.state.hands]
        try:
            plain(d, command)
        except Illegal as e:
            raise Illegal(f"{e.message}; the stones are {held}", rule=e.rule) from None

    monkeypatch.setitem(vars(SPLASH.rules), "apply", decide)
    with pytest.raises(AssertionError):
        for script in SCRIPTS:
            hidden(SPLASH, script)


def test_a_view_that_shows_a_private_amount_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    private(SPLASH)
    stones, points = SPLASH.holdings.resources
    assert points.key == "points"
    own = (stones, Resource("points", "points", public=False))
    monkeypatch.setitem(vars(SPLASH.holdings), "resources", own)
    with pytest.raises(AssertionError, match="secret: "):
        private(SPLASH)


def test_an_event_that_is_not_said_to_change_what_others_have_breaks_a_law(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The index counts only what its seat has."""
    for game, kind in ((KLONGS, Stolen), (KLONGS, Scored), (CENTURY, TollPaid)):
        for seed in range(6):
            changes(game, seed)
        assert kind not in game.holdings.own
        with monkeypatch.context() as patched:
            patched.setitem(vars(game.holdings), "own", game.holdings.own | {kind})
            with pytest.raises(AssertionError, match=kind.__name__):
                for seed in range(6):
                    changes(game, seed)


def test_a_view_that_changes_the_position_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = SPLASH.view

    def view(state: Any, seat: int | None) -> Any:
        state.pond.append("S1")
        return shown(state, seat)

    unchanged(SPLASH, SCRIPTS[0])
    monkeypatch.setitem(vars(SPLASH), "view", view)
    with pytest.raises(Broken) as e:
        unchanged(SPLASH, SCRIPTS[0])
    assert (e.value.breach.kind, e.value.breach.at) == ("purity", (view,))


def test_what_a_game_raises_breaks_the_law_that_asked_it(monkeypatch: pytest.MonkeyPatch) -> None:
    raised = ZeroDivisionError()

    def scores(state: Any) -> Any:
        raise raised

    monkeypatch.setitem(vars(SPLASH.rules), "scores", scores)
    with pytest.raises(Broken) as e:
        counted(SPLASH, SCRIPTS[0])
    assert e.value.breach.kind == "failure"
    assert e.value.breach.at[0] is raised


def test_a_correction_puts_back_what_was_there_in_each_world() -> None:
    """An absolute amount of one world would make pieces out of nothing in the other."""
    corrected = 0
    for seed in range(12):
        table = play(SPLASH, Script(seed, 20), Habits(undo=6, adjust=6))
        for viewer in viewers(table.lines):
            other = another_world(table, viewer, random.Random(seed))
            if other is not None and any(isinstance(x.data, Adjusted) for x in table.lines):
                corrected += 1
                assert SPLASH.corrections.pieces(other.state) == SPLASH.corrections.pieces(
                    table.state
                )
                streams = [redact(SPLASH, t.lines, viewer)[1] for t in (table, other)]
                assert streams[0] == streams[1]
    assert corrected


def test_a_law_is_tried_at_every_number_of_players() -> None:
    from ledger_nothanks import GAME as NO_THANKS

    tried: list[int | None] = []

    def law(game: Game, script: Script) -> None:
        tried.append(script.players)

    _bound(NO_THANKS, Law(8, lambda game: True, law))(game=NO_THANKS)
    assert set(tried) >= {3, 4, 5, 6, 7}


def test_a_law_is_left_out_where_it_says_nothing() -> None:
    from ledger_nim import GAME as NIM

    every, nim = vars(laws(SPLASH)), vars(laws(NIM))
    assert hidden.__name__ in nim  # it finds no secrets, and that is checked too
    assert "test_without_secrets_a_stream_is_the_log" in nim.keys() - every.keys()
    assert "test_the_same_position_gives_the_same_move" in every.keys() - nim.keys()
    assert "test_every_word_has_one_meaning" not in every
