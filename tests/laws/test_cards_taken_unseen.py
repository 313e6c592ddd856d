"""A game in which cards are taken unseen from hand to hand keeps the laws about secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.examples import changed
from common.paths import TESTS
from common.sooty import GAME
from ledger.check.loading import load
from ledger.check.run import check_game
from ledger.kernel.game.registry import offered
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.replay.redact import redact
from ledger.testing.lawbook import secrets
from ledger.testing.lawbook.pages import chapters
from ledger.testing.playing import Script

SESSION = """game: sooty
players: Ana, Bo

Ana hand K1 K2 K3 K4 K5 K6 Soot K7 K8
Bo hand K1 K2 K3 K4 K5 K6 K7 K8
Ana take
Ana takes K1
Ana lay K1
Ana stop
Bo take
"""


def test_check_finds_nothing_until_all_see_what_is_taken(tmp_path: Path) -> None:
    code = (TESTS / "common" / "sooty.py").read_text("utf-8")
    drawn = "d.draw(hand.looked_at(s.deck), 1,"
    rolled = "d.roll(hand.cards or hand.possible(s.deck), 1,"
    found = []
    for n, text in enumerate((code, changed(code, drawn, rolled))):
        file = tmp_path / f"sooty{n}.py"
        file.write_text(text, "utf-8")
        (game,) = load(str(file))
        found.append(check_game(game, elsewhere=False).problems)
    right, (wrong,) = found
    assert right == []
    assert wrong.kind == "secret"
    assert wrong.line == text[: text.index("class Took(")].count("\n") + 1


@pytest.mark.parametrize(
    "law",
    [
        secrets.test_a_card_that_nobody_sees_is_in_no_log,
        chapters.test_parts_of_the_contents_make_the_whole,
    ],
)
def test_a_law_holds(law) -> None:
    with offered(GAME):
        law(GAME)


@pytest.mark.parametrize("players", GAME.meta.players)
def test_the_laws_of_streams_hold(players: int) -> None:
    with offered(GAME):
        for law in (
            secrets.test_a_stream_is_a_log_of_its_own,
            secrets.test_a_log_without_its_secrets_is_possible_and_looks_the_same,
            secrets.test_worlds_that_a_seat_cannot_tell_apart_give_it_equal_bytes,
        ):
            law(GAME, Script(players, 30, players))


def test_only_the_two_of_them_know_which_card_it_was() -> None:
    with offered(GAME):
        table = read_session(SESSION + "Bo takes K5\n")
        known = {}
        for viewer in (0, 1, 2):
            stream, _ = redact(GAME, table.lines, viewer)
            known[viewer] = [x.data.card for x in stream if x.type == "took"]
    assert known == {0: [None, None], 1: ["K1", "K5"], 2: ["K1", "K5"]}


def test_nobody_has_to_write_it_down() -> None:
    with offered(GAME):
        table = read_session(SESSION.replace("Ana takes K1", "Ana takes ?") + "Bo takes ?\n")
        assert [x.data.card for x in table.lines if x.type == "took"] == [None, None]
        assert table.state.players[0].pairs == 1
