"""Moves as people type them: verbs, short forms, stars, rows, omitted answers, errors."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.osaka import GAME, notation
from ledger.games.osaka import commands as c
from ledger.kernel.errors import Ambiguous, Illegal, Malformed
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.words.typed_words import split_words

from .scenario import no_session, play, position, random_game, refused, session

ROWS = {"market": "R5 B3 Y2", "farm": "G2 G3 G5", "hands": ["R5 B5", "B5", ""]}
DRAWN = "\nmarket R2 R3\nfarm B2 B3 Y5"
INSURE = "insure B5 B3 with B2"
SALE = {
    "market": "Y2",
    "hands": ["R2 B2", "B3"],
    "goods": ["B5 B3", "B2"],
    "ships": {"yellow": 4, "blue": 3},
}


@pytest.mark.parametrize(
    "move",
    [
        "Ana take R5",
        "Ana takes R5",
        "Ana t R5",
        "A t r5",
        "ana: take 5R",
        "An TAKE R5",
        "  Ana   take   R5  ",
        '"Ana" take R5',
    ],
)
def test_take_in_many_spellings(move: str) -> None:
    here = position(3, **ROWS)
    assert play(here, move).events == play(here, "Ana take R5").events


@pytest.mark.parametrize("move", ["buy R5 B5", "buys B5 R5", "b b5 r5", "buy R5, B5", "buy R5+ B5"])
def test_buy_in_many_spellings(move: str) -> None:
    done = play(position(3, **ROWS), f"Ana {move}" + DRAWN)
    assert sorted(done.only("bought").paid) == ["B5", "R5"]


@pytest.mark.parametrize(
    "move",
    ["reserve G5", "reserves G5 farm", "r g5 f", "reserve farm G5", "reserve G5 production"],
)
def test_reserve_in_many_spellings(move: str) -> None:
    done = play(position(3, **ROWS), f"Ana {move}")
    assert (done.only("reserved").card, done.only("reserved").row) == ("G5", "farm")


@pytest.mark.parametrize(
    "move", ["insure B5 B3 with B2", "insures B3 B5 by B2", "i b5, b3 with 2b"]
)
def test_insure_in_many_spellings(move: str) -> None:
    done = play(position(2, **SALE), f"Ana buy R2\nAna {move}" + DRAWN)
    insured = done.only("insured")
    assert (sorted(insured.goods), insured.cards) == (["B3", "B5"], ("B2",))


@pytest.mark.parametrize("move", ["decline", "declines", "no"])
def test_decline_in_many_spellings(move: str) -> None:
    done = play(position(2, **SALE), f"Ana buy R2\nAna {move}\nBartek {move}" + DRAWN)
    assert [e.seat for e in done.of("declined")] == [1, 2]


@pytest.mark.parametrize("move", ["pass", "passes"])
def test_pass_in_many_spellings(move: str) -> None:
    here = position(3, market="R5", reserve={2: "R5"}, pile="", rest=2)
    assert play(here, f"Ana {move}").only("passed").seat == 1


@pytest.mark.parametrize("move", ["claim green", "token green", "c g", "claim GREEN", "claim gr"])
def test_claim_in_many_spellings(move: str) -> None:
    body = "market R2 B2 Y2 G2 R3\nfarm B3 Y3 G3\nAna hand R5 R3\nBartek hand B5 B5\n"
    table = session("Ana, Bartek", body + f"Ana {move}")
    assert table.state.players[0].tokens["green"] == 1


# --- the own copy and the free copy of equal cards


def test_a_star_means_the_copy_under_the_own_piece() -> None:
    here = position(2, market="R5 R5 B2", reserve={1: "R5"}, hands=["", ""])
    own = play(here, "Ana take R5*")
    assert own.only("took").freed
    assert own.seat("Ana").piece is None
    free = play(here, "Ana take R5")
    assert not free.only("took").freed
    assert free.seat("Ana").piece == "R5"
    assert own.market == free.market == ["B2", "R5"]
    assert write_session(GAME, own.table.lines).rstrip().endswith("Ana take R5*")
    assert write_session(GAME, free.table.lines).rstrip().endswith("Ana take R5")


def test_without_a_free_copy_the_star_may_be_left_out() -> None:
    here = position(2, market="R5 B2", reserve={1: "R5"}, hands=["", ""])
    done = play(here, "Ana take R5")
    assert done.only("took").freed
    assert done.events == play(here, "Ana take R5*").events


def test_the_market_is_meant_when_a_card_lies_in_both_rows() -> None:
    here = position(2, market="R5 B2", farm="R5", hands=["", ""])
    assert play(here, "Ana reserve R5").seat("Ana").row == "market"
    assert play(here, "Ana reserve R5 market").seat("Ana").row == "market"
    done = play(here, "Ana reserve R5 farm")
    assert done.seat("Ana").row == "farm"
    assert write_session(GAME, done.table.lines).rstrip().endswith("Ana reserve R5 farm")


# --- answers left out


def test_declines_may_be_left_out() -> None:
    here = position(2, **SALE)
    said = play(here, "Ana buy R2\nAna decline\nBartek decline" + DRAWN)
    assert play(here, "Ana buy R2" + DRAWN).events == said.events
    assert play(here, "Ana buy R2\nAna no" + DRAWN).events == said.events
    assert play(here, "Ana buy R2\nBartek no" + DRAWN).events == said.events
    second = play(here, "Ana buy R2\nBartek insure B2 with B3" + DRAWN)
    assert [e.seat for e in second.of("declined")] == [1]


def test_a_result_line_supplies_them_too_and_the_end_of_the_file_does_not() -> None:
    here = position(2, **SALE)
    assert play(here, "Ana buy R2").asked == [("Ana", "insurance"), ("Bartek", "insurance")]
    e = refused(here, "Ana buy R2\nresult Ana 1, Bartek 0")
    assert tells(e.hint, "market")


def test_comments_stand_anywhere() -> None:
    table = session(
        "Ana, Bartek",
        """
        # before the first card
        market R2 B2 Y2 G2 R3   # five
        # between
        farm B3 Y3 G3
        Ana hand R5 R3
        Bartek hand B5 B5

        Ana claim red           # her colour
        Bartek # thinks
        Bartek claim blue
        """,
    )
    notes = [(x.data.seat, x.data.text) for x in table.lines if x.type == "noted"]
    assert (None, "before the first card") in notes
    assert (None, "between") in notes
    assert (None, "her colour") in notes
    assert (2, "thinks") in notes
    assert read_session(write_session(GAME, table.lines)).lines == table.lines


def test_house_rules_are_written_behind_the_move() -> None:
    done = play(position(3, reserve={2: "R5"}, **ROWS), "Ana take R5 !OSA-22")
    assert write_session(GAME, done.table.lines).rstrip().endswith("Ana take R5 !OSA-22")
    assert play(position(3, **ROWS), "Ana take R5 !OSA-22").lines[0].waived != ("OSA-22",)


# --- errors

VERBS = "claim, buy, take, reserve, insure, decline, pass"
CARDS = "R2, R3, R5, B2, B3, B5, Y2, Y3, Y5, G2, G3, G5"


@pytest.mark.parametrize(
    ("move", "column", "message"),
    [
        ("Ana grab R5", 5, f"grab | {VERBS}"),
        ("Ana take", 9, "take"),
        ("Ana reserve farm", 17, "farm"),
        ("Ana claim", 10, "claim"),
        ("Ana take R4", 10, f"R4 | {CARDS}"),
        ("Ana buy R5 Z1", 12, f"Z1 | {CARDS}"),
        ("Ana take R5 B3", 13, "B3"),
        ("Ana reserve R5 B3", 16, "B3"),
        ("Ana reserve R5 market farm", 23, "farm"),
        ("Ana pass now", 10, "now"),
        ("Ana insure B5 B2", 15, INSURE),
        ("Ana insure with B2", 17, INSURE),
        ("Ana insure B5 with", 15, INSURE),
        ("Ana", 4, "Ana"),
        ("Ewa take R5", 1, "Ewa | Ana | Celina"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_shown_with_its_column(move: str, column: int, message: str) -> None:
    e = refused(position(3, **ROWS), f"# a remark first\n{move}")
    assert isinstance(e, Malformed)
    assert (e.line, e.column) == (2, column)
    assert tells(e.message, message)
    assert e.source == move


def test_an_error_shows_the_line_the_place_and_what_would_be_right() -> None:
    e = refused(position(3, market="R5 B3", hands=["B2", "", ""]), "Ana take Y5")
    assert isinstance(e, Illegal)
    assert str(e).split("\n", 1)[1] == (
        "    Ana take Y5\n             ^\n"
        "    did you mean `take R5`? legal here: take R5; take B3; reserve R5; reserve B3"
    )


def test_many_alternatives_are_cut_short() -> None:
    e = refused(position(3, market="R2 R3 R5 B2 B3 B5 Y2", farm="Y3"), "Ana take Y5")
    assert e.hint is not None
    assert e.hint.count(";") == 12
    assert e.hint.endswith("and 3 more")


def test_a_wrong_word_in_an_insurance_answer_is_what_is_reported() -> None:
    here = position(2, **SALE)
    e = refused(here, "Ana buy R2\nAna insure B5 whit B2" + DRAWN)
    assert isinstance(e, Malformed)
    assert e.line == 2
    assert tells(e.message, INSURE)
    assert e.hint is not None
    assert tells(e.hint, "insure B5 with B2 | decline; insure")


def test_a_name_that_fits_two_players_is_ambiguous() -> None:
    body = "market R2 B2 Y2 G2 R3\nfarm B3 Y3 G3\nAnna hand R5 R3\nAnton hand B5 B5\n"
    e = no_session("Anna, Anton", body + "An claim red")
    assert isinstance(e, Ambiguous)
    assert (e.line, e.column) == (5, 1)
    assert tells(e.message, "An | Anna | Anton")


def test_every_legal_move_can_be_written_and_read() -> None:
    for players in (2, 3, 4):
        table = random_game(players, "notation", turns=30)
        replayed = read_session(write_session(GAME, table.lines))
        assert replayed.bytes() == table.bytes()
        for end in [x.seq for x in table.lines if not x.more]:
            state = table.replay().at(end)
            seat = GAME.rules.awaiting(state)[0].seat
            for command in GAME.rules.legal_moves(state, seat):
                words, _ = split_words(GAME.words.write(command))
                assert GAME.words.read(state, seat, words) == command


def test_a_first_player_who_is_nobody_is_told_at_the_line_of_the_lot() -> None:
    body = "market B5 R5 Y3 Y3 Y2 / farm R2 G3 B2 / Ana hand R5 R3 / Bartek hand B5 B3 / first Zoe"
    e = no_session("Ana, Bartek", body)
    assert (e.line, e.column, e.source) == (5, 7, "first Zoe")
    assert tells(e.message, "Zoe | Ana | Bartek")


def test_a_plain_move_takes_at_most_12_characters() -> None:
    """With its short verb, and the beginning of a colour."""
    spellings = notation.NOTATION.spellings
    short = {verb: min(words, key=len) for verb, words in spellings.items()} | {"farm": "f"}
    kinds = set()
    for seed in range(6):
        table = random_game(2 + seed % 3, seed)
        for line in table.lines:
            if line.by is None or line.cmd == 0 or table.lines[line.seq - 2].cmd == line.cmd:
                continue
            state = table.replay().at(line.seq - 1)
            for command in GAME.rules.legal_moves(state, GAME.rules.awaiting(state)[0].seat):
                text = " ".join(short.get(w, w) for w in GAME.words.write(command).split())
                assert GAME.words.read(state, command.seat, split_words(text)[0]) == command
                if not isinstance(command, c.Insure) and len(text.split()) < 5:
                    kinds.add(type(command))
                    assert len(text) <= 12, text
    assert kinds >= {c.Claim, c.Buy, c.Take, c.Reserve}
