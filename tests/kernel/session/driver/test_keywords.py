"""Every keyword that changes the log works wherever lines are typed, in all languages."""

from __future__ import annotations

import pytest

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.driver.driver import Driver
from ledger.kernel.notation.driver.keyword_actions import ACTIONS
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.words.keywords import BY_WORD, KEYWORDS
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.text.accents import unaccented
from ledger.recorder import Fault, Recorder

HEAD = "game: osaka\nplayers: Ana, Bartek\n\n"
BODY = """\
market R2 R2 B3 Y5 G5
farm R5 R5 R5
Ana hand Y5 Y5
Bartek hand Y3 Y3 Y2
Bartek claim red
Ana claim blue
"""
LINES = {
    "undo": ["{}"],
    "redo": ["undo", "{}"],
    "note": ["{} good move"],
    "adjust": ['{} Ana tokens red 2 "we forgot one"'],
    "abandon": ["{} late"],
}
"""Lines for each keyword that a game in the middle of it takes."""


def in_file(lines: list[str]) -> Table:
    return read_session(HEAD + BODY + "\n".join(lines) + "\n")


def recorded(lines: list[str]) -> Table:
    game = find_game("osaka")
    r = Recorder(game, open_game(game, ["Ana", "Bartek"]), now=lambda: None, house_rule=True)
    r.start()
    faults = [x for line in (*BODY.splitlines(), *lines) for x in r.feed(line)]
    assert not [x for x in faults if isinstance(x, Fault)]
    r.close()
    return r.playing


def words(name: str) -> list[str]:
    """Return every word for a keyword, with and without accents, also in capital letters."""
    (keyword,) = (x for x in KEYWORDS if x.name == name)
    own = (name, *keyword.other, *keyword.polish, *keyword.italian)
    return [x for word in own for x in {word, unaccented(word), word.upper()}]


@pytest.mark.parametrize("name", LINES)
def test_a_session_file_and_the_recorder_take_every_word_for_it(name: str) -> None:
    expected = in_file([line.format(name) for line in LINES[name]]).bytes()
    assert expected != in_file([]).bytes()
    for word in words(name):
        lines = [line.format(word) for line in LINES[name]]
        assert in_file(lines).bytes() == expected, word
        assert recorded(lines).bytes() == expected, word


def test_a_result_is_checked_in_every_language() -> None:
    for word in words("result"):
        with pytest.raises(LedgerError) as e:
            in_file([f"{word} Ana 24"])
        assert (e.value.kind, e.value.line, e.value.column) == ("illegal", 10, 1)


def test_every_keyword_that_changes_the_log_does_something() -> None:
    assert {x.name for x in KEYWORDS if x.effect == "changes"} == {*ACTIONS}


def test_no_word_stands_for_two_keywords() -> None:
    assert len(BY_WORD) == sum(len({*x.spellings()}) for x in KEYWORDS)


@pytest.mark.parametrize("name", [x.name for x in KEYWORDS if x.effect != "changes"])
def test_a_file_says_what_happened_and_asks_for_nothing(name: str) -> None:
    for word in words(name):
        with pytest.raises(LedgerError) as e:
            in_file(["Bartek take R2", f"  {word}", "Ana tke R2"])
        assert (e.value.kind, e.value.line, e.value.column) == ("malformed", 11, 3), word
        assert word in e.value.message


@pytest.mark.parametrize("line", ["board", "karty", "mosse"])
def test_that_is_said_too_where_a_result_is_missing(line: str) -> None:
    with pytest.raises(LedgerError) as refused:
        read_session(f"{HEAD}market R2 R2 B3 Y5 G5\n{line}\n")
    assert (refused.value.line, refused.value.column, refused.value.rule) == (5, 1, None)


def test_back_drops_a_move_in_a_file_too() -> None:
    taken = ["Bartek take R2", "Ana take R2", "Bartek take B3"]
    dropped = in_file([*taken, "Ana buy Y5 Y5", "market B2 B2", "back", "Ana take Y5"])
    assert dropped.bytes() == in_file([*taken, "Ana take Y5"]).bytes()
    with pytest.raises(LedgerError) as e:
        in_file(["back"])
    assert (e.value.kind, e.value.line) == ("illegal", 10)


def test_a_remark_waits_for_the_results_of_its_move() -> None:
    taken = ["Bartek take R2", "Ana take R2", "Bartek take B3", "Ana buy Y5 Y5"]
    lines = [*taken, "note while they draw", "market B2 B2", "farm G2 G2 G2"]
    assert in_file(lines).bytes() == recorded(lines).bytes()
    assert in_file(lines).lines[-1].data.text == "while they draw"


@pytest.mark.parametrize("number", ["1.", "2)", "137."])
def test_lines_may_be_numbered_everywhere(number: str) -> None:
    lines = ["Bartek take R2", "undo", "note hm", "Bartek take B3  # well"]
    numbered = [f"{number} {line}" for line in lines]
    assert in_file(numbered).bytes() == in_file(lines).bytes() == recorded(numbered).bytes()


def test_a_player_may_say_who_it_was() -> None:
    lines = ["Bartek take R2", "Ana undo", "Ana ponów", "Ana nota it was me"]
    table = in_file(lines)
    assert [line.by for line in table.lines[-3:]] == [1, 1, 1]
    assert table.lines[-1].data.seat == 1
    assert recorded(lines).bytes() == table.bytes()


def test_a_driver_without_a_screen_refuses_what_only_shows_something() -> None:
    game = find_game("osaka")
    driver = Driver(game, in_file([]), now=lambda: None)
    for line in ("board", "rules OSA-14", "quit"):
        with pytest.raises(LedgerError) as e:
            driver.feed(line)
        assert (e.value.kind, e.value.column, e.value.source) == ("malformed", 1, line)
