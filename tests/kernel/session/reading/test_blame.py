"""Which line of a session, and which word of it, is blamed for an error."""

from __future__ import annotations

import pytest

from common.paths import ROOT
from common.refusals import tells
from ledger.kernel.errors import Illegal, Impossible, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Noted
from ledger.kernel.notation.lines.draws import ChanceWords
from ledger.kernel.notation.session.session_reader import read_lenient, read_session
from ledger.kernel.play.opening import decide_opening, open_game
from ledger.kernel.rules.chance import Recorded, RecordedResult
from ledger.kernel.words.typed_words import split_words, unglued
from ledger.recorder.recorder import Recorder
from ledger.recorder.replies import Fault

ISTANBUL = """\
game: istanbul
players: Ola, Piotr

tile lira-r lira-y lira-g lira-b crystal-r bazaar-y
Ola roll GGGGC
"""
OSAKA = "game: osaka\nplayers: Ana, Bartek\n\n"
DEALT = """\
market R3 B3 G3 Y2 G5
farm R3 R3 R2
Ana hand G5 B2 G2
Bartek hand Y5 R3
Bartek claim red
Ana claim blue
"""


def refused(text: str) -> LedgerError:
    with pytest.raises(LedgerError) as e:
        read_session(text)
    return e.value


def replay(name: str) -> list[str]:
    return (ROOT / "replays" / f"{name}.session").read_text("utf-8").splitlines()


def blamed(lines: list[str]) -> LedgerError:
    return refused("\n".join(lines) + "\n")


# --- an unwritten "no" -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ("Ola bazaar 1\nreveal b-red\nPiotr accept\nPiotr refuse\nOla ruby green\n", 9),
        ("Piotr accept\nOla ruby green\n", 6),
        ("Piotr accept\n", 6),
        ("Ola pair green\nPiotr use b-red\nOla end\n", 7),
    ],
)
def test_an_answer_of_somebody_who_is_not_asked_is_the_error(lines: str, line: int) -> None:
    e = refused(ISTANBUL + lines)
    assert isinstance(e, Illegal)
    assert (e.line, e.column, e.rule) == (line, 7, "IST-18")
    assert tells(e.message, "Ola")


def test_a_result_that_nobody_asked_for_is_the_error() -> None:
    e = refused(ISTANBUL + "tile lira-b\nOla ruby green\n")
    assert (e.kind, e.line, e.column) == ("illegal", 6, 1)
    assert tells(e.message, "tile")


def test_a_draw_that_is_missing_after_an_unwritten_no_is_missed_at_once() -> None:
    lines = replay("osaka-2p")
    assert "Ana buy" in lines[74]
    del lines[75:79]  # both insure something, then market and farm are filled up
    e = blamed(lines)
    assert (e.kind, e.line, e.column) == ("malformed", 76, 18)
    assert tells(e.message, "market")


def test_a_no_may_still_stay_unwritten() -> None:
    table = read_session(
        f"{ISTANBUL}Ola bazaar 1\nreveal b-red\nOla pair green\nPiotr roll RRGGC\n"
    )
    kinds = [type(line.data).__name__ for line in table.lines]
    assert kinds.count("Refused") == 1
    assert table.position.asked[0].seat == 2


# --- looking back ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line", "stray"),
    [
        ("osaka-2p", 76, "Ana no"),
        ("osaka-2p", 76, "Bartek no"),
        ("osaka-2p", 77, "Ana take B2"),
        ("osaka-2p", 77, "market R2 B3"),
        ("osaka-2p", 91, "Bartek no"),
        ("klongs-2p", 55, "Ana pass"),
        ("klongs-2p", 58, "Bartek no"),
        ("klongs-2p", 59, "Bartek pass"),
        ("istanbul-2p", 18, "Ana roll R R G G C"),
        ("istanbul-2p", 26, "Ana refuse"),
    ],
)
def test_a_stray_line_is_blamed_where_it_stands(name: str, line: int, stray: str) -> None:
    lines = replay(name)
    lines.insert(line - 1, stray)
    e = blamed(lines)
    assert (e.line, e.source) == (line, stray)
    assert not e.more


def test_a_stray_line_says_what_it_spoils() -> None:
    lines = replay("osaka-2p")
    lines.insert(75, "Bartek no")
    e = blamed(lines)
    assert tells(e.message, "77 | market")
    assert tells(e.hint, "77")


@pytest.mark.parametrize("line", [16, 40, 77, 91])
def test_of_two_equal_lines_the_second_is_too_many(line: int) -> None:
    lines = replay("osaka-2p")
    lines.insert(line - 1, lines[line - 1])
    assert blamed(lines).line == line + 1


@pytest.mark.parametrize(
    ("name", "missed"), [("osaka-2p", "market"), ("istanbul-2p", "reveal"), ("century-2p", "row")]
)
def test_a_missing_result_is_no_fault_of_the_move(name: str, missed: str) -> None:
    lines = replay(name)
    played = next(i for i, text in enumerate(lines) if text.startswith("@"))
    gap = next(i for i in range(played, len(lines)) if lines[i].startswith(missed))
    del lines[gap]
    e = blamed(lines)
    assert e.line == gap + 1
    assert tells(e.message, missed)


def test_a_line_that_no_position_allows_is_blamed_itself() -> None:
    lines = replay("osaka-2p")
    lines[79] = "Bartek dance"
    assert (blamed(lines).line, blamed(lines).column) == (80, 8)


def test_other_errors_of_the_file_are_told_as_well() -> None:
    lines = [*replay("osaka-2p"), "Zoe take R3"]
    lines.insert(75, "Bartek no")
    e = blamed(lines)
    assert e.line in (76, 77)
    assert [x.line for x in e.more] == [len(lines)]


def test_a_lenient_reader_stops_before_the_stray_line() -> None:
    lines = replay("osaka-2p")
    good = read_session("\n".join(lines[:75]))
    lines.insert(75, "Bartek no")
    got = read_lenient("\n".join(lines))
    assert got.error is not None and got.error.line == 76
    assert got.table.lines[: len(good.lines)] == good.lines
    assert got.table.lines[len(good.lines)].data == Noted(text="Bartek no")


# --- the card that is one too many -------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "place", "card"),
    [
        ("market G5 G5 G5 G5 G5\nfarm G5 G5 G5\n", (5, 12), "G5"),
        ("market G5 G5 G5 G5 G5\nfarm R3 G5 G5\nAna hand R2 G5 B2\n", (6, 13), "G5"),
        ("market Y5 Y5 Y5 Y5 Y5\nfarm Y5Y5Y5\n", (5, 10), "Y5"),
    ],
)
def test_the_caret_stands_under_the_card_that_is_one_too_many(
    lines: str, place: tuple[int, int], card: str
) -> None:
    e = refused(OSAKA + lines)
    assert isinstance(e, Impossible)
    assert (e.line, e.column) == place
    assert tells(e.message, card)
    assert e.hint is not None and not tells(e.hint.partition("possible:")[2], card)


def test_a_card_of_the_bazaar_comes_only_once() -> None:
    head = ISTANBUL.replace("GGGGC", "GCCCC")
    e = refused(head + "Ola bazaar 4\nreveal d-green d-blue b-red d-green\n")
    assert (e.line, e.column) == (7, 29)
    assert not tells(e.hint, "d-green")


@pytest.mark.parametrize(
    ("move", "column"),
    [("Bartek buy Y5 Y5", 15), ("Bartek buy R3 R3 Y5", 15), ("Bartek buy G5 Y5", 12)],
)
def test_the_caret_stands_under_the_payment_that_is_not_there(move: str, column: int) -> None:
    e = refused(OSAKA + DEALT + move + "\n")
    assert (e.kind, e.line, e.column) == ("illegal", 10, column)


@pytest.mark.parametrize(
    ("line", "old", "new", "word"),
    [
        (91, "with R3 Y2", "with R3 Y2 R3", -1),
        (77, "with G2", "with G5", -1),
        (77, "G5 with G2", "G2 with G2", 3),
    ],
)
def test_insuring_points_at_the_good_or_at_the_payment(
    line: int, old: str, new: str, word: int
) -> None:
    lines = replay("osaka-2p")
    lines[line - 1] = lines[line - 1].replace(old, new)
    e = blamed(lines)
    assert (e.line, e.column) == (line, split_words(lines[line - 1])[0][word].column)


def test_a_payment_with_one_good_too_many() -> None:
    e = refused(ISTANBUL + "Ola mosque lira-g pay d:G d:G d:G d:G\n")
    assert (e.line, e.column) == (6, 35)


# --- what is possible --------------------------------------------------------------------------


def test_what_was_refused_is_not_called_possible_in_a_recording() -> None:
    game = find_game("osaka")
    r = Recorder(game, open_game(game, ["Ana", "Bartek"]), now=lambda: None, live=True)
    r.start()
    r.feed("G5 G5 G5 G5 G5")
    faults = [x.error for x in r.feed("G5 G5 G5") if isinstance(x, Fault)]
    assert [e.column for e in faults] == [7]
    assert faults[0].hint is not None and not tells(faults[0].hint, "G5")
    assert tells(faults[0].hint, "R3")


def test_what_could_have_come_instead_is_known_to_the_error() -> None:
    game = find_game("osaka")
    given = [RecordedResult("market", None, ("G5",) * 5), RecordedResult("farm", None, ("G5",) * 3)]
    with pytest.raises(Impossible) as e:
        decide_opening(game, open_game(game, ["Ana", "Bartek"]), Recorded(given))
    assert e.value.nth == 2
    assert e.value.options is not None
    assert "G5" not in e.value.options and "R3" in e.value.options


# --- numbers are no lists ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1011", None),
        ("10", None),
        ("R10", None),
        ("R5R3", ["R5", "R3"]),
        ("??", ["?", "?"]),
        ("R5?", ["R5", "?"]),
    ],
)
def test_names_that_are_numbers_are_never_taken_apart(text: str, parts: list[str] | None) -> None:
    assert unglued(text, ["10", "11", "1", "R", "R5", "R3", "?"]) == parts


def test_a_number_in_a_line_of_results_is_one_result() -> None:
    need = NeedsOutcome("market", 2, {"10": 1, "11": 1})
    asked = ChanceWords(need, find_game("osaka"), ["Ana", "Bartek"])
    assert asked.read(split_words("10 11")[0]).values == ("10", "11")
    assert asked.read(split_words("10,11")[0]).values == ("10", "11")
    with pytest.raises(Malformed) as e:
        asked.read(split_words("1011")[0])
    assert tells(e.value.message, "2 | 1")
