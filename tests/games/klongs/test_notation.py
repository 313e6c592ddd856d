"""Moves as people type them: verbs, spellings, omitted answers, errors."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.klongs import GAME
from ledger.kernel.errors import Malformed
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.words.typed_words import split_words

from .scenario import no_session, play, position, random_game, refused

ROW = "c4=S0:1 e4=A2n c8=thief"
HERE = {"hands": ["thief guard B0 B0p"]}


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("place B0 d4", "place B0 d4"),
        ("PLACES b0 D4", "place B0 d4"),
        ("place B0, d4", "place B0 d4"),
        ("place b0P d4", "place B0p d4"),
        ("place Thief d4 take e4 hand", "place thief d4 take e4 hand"),
        ("place thief d4 WAREHOUSE take c4", "place thief d4 take c4 warehouse"),
        ("place guard c5 hand", "place guard c5 hand"),
        ("place guard c5 out move c4 c3", "place guard c5 out move c4 c3"),
        ("place B0 d4 move d4 d5", "place B0 d4 move d4 d5"),
        ("move c4 c5", "move c4 c5"),
        ("moves C4 c5", "move c4 c5"),
    ],
)
def test_moves_in_many_spellings(typed: str, written: str) -> None:
    s = position(2, ROW, **HERE).state
    command = GAME.words.read(s, 1, split_words(typed)[0])
    assert GAME.words.write(command) == written
    assert GAME.words.read(s, 1, split_words(written)[0]) == command
    assert command in set(GAME.rules.legal_moves(s, 1))


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("score de45 remove d4", "score de45 remove d4"),
        ("scores DE45 d4", "score de45 remove d4"),
        ("pass", "pass"),
        ("passes", "pass"),
    ],
)
def test_on_a_market_day(typed: str, written: str) -> None:
    s = position(2, "d4=S2:1 e4=L0:1 d5=A0:2 e5=P3n", day="small").state
    command = GAME.words.read(s, 1, split_words(typed)[0])
    assert GAME.words.write(command) == written
    assert command in set(GAME.rules.legal_moves(s, 1))


@pytest.mark.parametrize(
    ("typed", "message", "column"),
    [
        ("fly", "fly | end", 1),
        ("place", "place", 6),
        ("place B9 d4", "B9 | S0 | S0p", 7),
        ("place B0", "B0", 9),
        ("place B0 z9", "z9 | a1 | j8", 10),
        ("place B0 d4 e5", "e5", 13),
        ("place thief d4 take", "take", 20),
        ("place thief d4 take e4 hand out", "out", 29),
        ("place B0 d4 move c4", "c4", 20),
        ("place B0 d4 draw 3", "3", 18),
        ("place B0 d4 draw", "draw", 17),
        ("move c4", "c4", 8),
        ("move c4 c5 c6", "c6", 12),
        ("score", "score", 6),
        (
            "score cd34 d4",
            "cd34 | bc12",
            7,
        ),
        ("score de45", "de45", 11),
        ("pass now", "now", 6),
        ("end draw", "draw", 9),
    ],
)
def test_errors_point_at_the_word(typed: str, message: str, column: int) -> None:
    s = position(2, ROW, **HERE).state
    with pytest.raises(Malformed) as e:
        GAME.words.read(s, 1, split_words(typed)[0])
    assert tells(e.value.message, message)
    assert e.value.column == column


def test_an_illegal_move_points_at_its_word_and_names_alternatives() -> None:
    e = refused(position(2, ROW, **HERE), "Ana place B0 h8")
    assert (e.line, e.column) == (1, 14)
    assert e.hint is not None
    assert e.hint.startswith("legal here: place B0 b3; ")


def test_a_hand_is_given_whole_or_not_at_all() -> None:
    e = no_session("Ana, Bartek", "Ana hand S0 S1 A0 / Bartek hand ? ? ? ?")
    assert tells(e.message, "Ana hand | 4 | 3")


@pytest.mark.rule("KLO-35", "KLO-33", "KLO-22")
@pytest.mark.parametrize(
    ("board", "move", "stack", "rule", "say"),
    [
        ("c4=thief c3=S0", "guard c5 hand", 9, "KLO-35", ""),
        ("c4=S1 c3=S0", "thief d4 take c4 hand", 9, "KLO-33", "S1"),
        ("c4=S1 c3=S0", "B0 d4", 0, "KLO-22", ""),
    ],
)
def test_a_draw_that_is_not_due_is_refused(
    board: str, move: str, stack: int, rule: str, say: str
) -> None:
    here = position(2, board, hands=["B0 B1 guard thief"], stack=stack)
    e = refused(here, f"Ana place {move} / Ana hand F0")
    assert (e.kind, e.line, e.rule) == ("illegal", 2, rule)
    assert tells(e.message, say)


@pytest.mark.rule("A-KLO-27")
def test_the_end_of_a_turn_can_be_left_out_a_pass_cannot() -> None:
    here = position(2, "d4=S0:1", hands=["B0p B1 A0 A1"], marker=3, stack=9)
    done = play(here, "Ana place B0p d5 / Ana hand ? / Bartek place P0 e5 / Bartek hand ?")
    assert "turn_ended" in done.told
    square = "d4=S2:1 e4=L0:1 d5=A0:2 e5=P3n f4=F0:2 f5=F1:2"
    e = refused(position(2, square, day="small"), "Bartek score ef45 remove f4")
    assert e.rule == "KLO-23"
    assert tells(e.message, "Ana | market day")


@pytest.mark.parametrize("tactical", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_read_as_it_is_written(seed: int, tactical: bool) -> None:
    table = random_game(2 + seed % 3, f"notation {seed}", options={"tactical": tactical})
    text = write_session(GAME, table.lines)
    assert read_session(text).bytes() == table.bytes()
