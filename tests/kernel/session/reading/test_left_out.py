"""What a session may leave out, and what it may say although it follows by itself."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.importers.native.sessions import read_bytes
from ledger.kernel.errors import LedgerError
from ledger.kernel.notation.session.session_reader import read_lenient, read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.verify.verify import verify_bytes

KLONGS = "game: klongs\nplayers: Ana, Bartek\n\n"
BOATS = "Ana place B2n a4\nBartek place P0p a5\nAna place A3n b5\n"
ISTANBUL = """game: istanbul
players: Ola, Piotr

tile lira-b bazaar-g die-2 action-y die-3 crystal-r
Ola roll R R C C Y
"""
BAZAAR = "Ola bazaar 1\nreveal b-red\n"


def refused(text: str) -> LedgerError:
    with pytest.raises(LedgerError) as e:
        read_session(text)
    return e.value


def types(text: str) -> list[str]:
    return [line.type for line in read_session(text).lines]


# --- what nobody saw ----------------------------------------------------------------------------


def test_hidden_hands_need_no_lines() -> None:
    whole = KLONGS + "Ana hand ? ? ? ?\nBartek hand ?\n" + BOATS.replace("\n", "\n{} hand ?\n")
    told = read_session(whole.format("Ana", "Bartek", "Ana"))
    assert read_session(KLONGS + BOATS).bytes() == told.bytes()
    assert verify_bytes(told.bytes()).verdict == "possible"


def test_what_was_seen_may_stand_between_what_was_not() -> None:
    table = read_session(KLONGS + "Bartek hand P0p thief ? ?\n" + BOATS)
    hands = [line.data.boats for line in table.lines if line.type == "drew"]
    assert hands == [(None,) * 4, ("P0p", "thief", None, None), (None,), (None,), (None,)]


def test_the_import_says_how_many_it_took_as_not_seen() -> None:
    (note,) = read_bytes((KLONGS + BOATS).encode(), "evening.session").notes
    assert tells(note, "11 hidden cards")
    whole = write_session(read_session(KLONGS + BOATS).game, read_session(KLONGS + BOATS).lines)
    assert read_bytes(whole.encode(), "evening.session").notes == ()
    assert read_lenient(KLONGS + BOATS).remarks == (note,)


def test_cards_that_lie_face_up_are_told() -> None:
    e = refused("game: osaka\nplayers: Ana, Bartek\n\nmarket R2 R2 B3 Y5 G5\nAna hand R5 R5\n")
    assert (e.line, e.rule) == (5, "OSA-04")
    assert tells(e.message, "farm")


def test_a_draw_of_the_wrong_player_is_refused() -> None:
    e = refused(KLONGS + "Ana place B2n a4\nBartek hand P0p\n")
    assert (e.line, e.column, e.rule) == (5, 8, "KLO-22")
    assert tells(e.message, "Ana hand")


def test_a_header_alone_is_no_game() -> None:
    assert refused(KLONGS).line == 2


# --- what followed by itself --------------------------------------------------------------------


@pytest.mark.parametrize("line", ["Ola use b-red\n", "Ola uses b-red   # the only one\n"])
def test_what_followed_by_itself_may_be_told(line: str) -> None:
    plain, told = types(ISTANBUL + BAZAAR), types(ISTANBUL + BAZAAR + line)
    assert [x for x in told if x != "noted"] == plain
    assert ("noted" in told) == ("#" in line)


def test_a_condition_that_nobody_can_meet_may_be_told() -> None:
    bazaar = "Ola bazaar 1\nreveal f-brown\n"
    assert types(ISTANBUL + bazaar + "Ola otherwise f-brown\n") == types(ISTANBUL + bazaar)


@pytest.mark.parametrize(
    "line", ["Ola use b-blue\n", "Piotr use b-red\n", "Ola use b-red\nOla use b-red\n"]
)
def test_what_did_not_follow_is_refused(line: str) -> None:
    e = refused(ISTANBUL + BAZAAR + line)
    assert e.line == ISTANBUL.count("\n") + BAZAAR.count("\n") + line.count("\n")


def test_it_is_told_before_anything_else_happens() -> None:
    told = ISTANBUL + BAZAAR + "Piotr accept\nOla use b-red\n"
    assert refused(told).line == told.count("\n")  # too late


# --- a session that stops -----------------------------------------------------------------------


def test_a_session_may_stop_between_turns() -> None:
    stopped = read_lenient(ISTANBUL + "Ola end\n")
    assert stopped.error is None
    assert tells(stopped.remarks[0], "line 6")
    assert stopped.table.bytes() == read_session(ISTANBUL).bytes()
    assert stopped.table.position.asked[0].seat == 1


def test_a_game_may_be_broken_off_between_turns() -> None:
    assert types(ISTANBUL + 'Ola end\nabandon "late"\n')[-2:] == ["ended", "sealed"]


def test_a_move_whose_own_cards_are_missing_is_refused() -> None:
    e = refused(ISTANBUL + "Ola bazaar 1\n")
    assert tells(e.message, "reveal")
    assert refused(ISTANBUL + "Ola end\nPiotr lira\n").rule == "IST-16"


# --- names that are also words ------------------------------------------------------------------


@pytest.mark.parametrize("names", ["Market, Undo", "Take, Farm", "Hand, Prima", "Claim, Result"])
def test_a_player_may_be_called_like_a_word(names: str) -> None:
    body = """
market R2 R2 B3 Y5 G5
farm R5 R5 R5
{0} hand Y5 Y5
{1} hand Y3 Y3 Y2
{1} claim red
{0} claim blue
{1} take R2
{0} reserve R2
"""
    plain = read_session("game: osaka\nplayers: Ana, Bo\n" + body.format("Ana", "Bo"))
    named = read_session(f"game: osaka\nplayers: {names}\n" + body.format(*names.split(", ")))
    assert [x.data for x in named.lines[1:]] == [x.data for x in plain.lines[1:]]


def test_a_name_that_was_taken_for_a_word_is_told_to_be_quoted() -> None:
    e = refused("game: osaka\nplayers: Market, Bo\n\nmarket R2 R2 B3 Y5 G5\nMarket R5 R5 R5\n")
    assert e.line == 5
    e = refused(
        "game: osaka\nplayers: Market, Bo\n\nmarket R2 R2 B3 Y5 G5\nfarm R5 R5 R5\n"
        "Market hand Y5 Y5\nBo hand Y3 Y3 Y2\nBo claim red\nMarket purple\n"
    )
    assert tells(e.hint, '"Market"')


# --- the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["Ana take R2", "market R2", "Ana hand R2"])
def test_after_the_end_the_game_is_over(line: str) -> None:
    over = (
        "game: osaka\nplayers: Ana, Bo\n\nmarket R2 R2 B3 Y5 G5\nfarm R5 R5 R5\nAna hand Y5 Y5\n"
        'Bo hand Y3 Y3 Y2\nabandon "late"\n'
    )
    assert refused(over + line + "\n").message == "the game is over"


# --- what was meant -----------------------------------------------------------------------------


def test_nobody_is_offered_the_moves_of_another_player() -> None:
    text = (
        "game: osaka\nplayers: Ana, Bo\n\nmarket R2 R2 B3 Y5 G5\nfarm R5 R5 R5\nAna hand Y5 Y5\n"
        "Bo hand Y3 Y3 Y2\nBo claim red\nAna claim blue\n"
    )
    e = refused(text + "Ana take B2\n")
    assert "did you mean" not in e.hint
    assert tells(e.hint, "Bo | take R2")
    assert tells(refused(text + "Ana take B3\n").hint, "`Bo take B3`")
    assert tells(refused(text + "Bo tke R2\n").hint, "did you mean `take R2`")
    e = refused(text + "Ana tke R2\n")
    assert "did you mean `" not in e.hint
