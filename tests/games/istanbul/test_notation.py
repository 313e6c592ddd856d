"""Moves as people type them: verbs, short forms, inline rolls, omitted answers, errors."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.games.istanbul import GAME
from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.rules.canonical_moves import canonical
from ledger.kernel.words.typed_words import split_words

from .scenario import (
    BLANK,
    entry,
    no_session,
    play,
    position,
    random_game,
    refused,
    session,
    standard_box,
)

HERE = {"dice": "R R Y $ C C", "have": ["crystal=2 red green brown lira=12"]}
TILES = "tile lira-r lira-y crystal-g bazaar-b action-r die-1\n"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("pair R", "pair red pay d:R d:R"),
        ("PAIR red pay d:R, t:r", "pair red pay d:R t:R"),
        ("pairs r pay: T:N d:R", "pair red pay t:N d:R"),
        ("two", "two pay d:R d:Y"),
        ("two pay d:Y t:G", "two pay d:Y t:G"),
        ("three", "three pay d:R d:Y t:G"),
        ("four take R R", "four pay d:R d:Y t:G t:N take red red"),
        ("four take blue, red pay d:Y d:R t:G t:N", "four pay d:Y d:R t:G t:N take blue red"),
        ("lira", "lira"),
        ("coins", "lira"),
        ("bazaar 2", "bazaar 2"),
        ("mosque lira-r", "mosque lira-r pay d:R d:R t:R"),
        ("mosque Lira-R pay d:R d:R t:N", "mosque lira-r pay d:R d:R t:N"),
        ("ruby right", "ruby right"),
        ("ruby ri", "ruby right"),
        ("ruby red", "ruby red pay d:R d:R t:R t:N"),
        ("reroll 1 3", "reroll 1 3"),
        ("end", "end"),
        ("pass", "end"),
    ],
)
def test_moves_in_many_spellings(typed: str, written: str) -> None:
    s = position(2, **HERE).state
    command = GAME.words.read(s, 1, split_words(typed)[0])
    assert GAME.words.write(command) == written
    assert GAME.words.read(s, 1, split_words(written)[0]) == command
    assert canonical(GAME.rules, s, command) in set(GAME.rules.legal_moves(s, 1))


@pytest.mark.parametrize(
    ("typed", "message", "column"),
    [
        ("fly", "fly | income | pair", 1),
        ("pair", "pair", 5),
        ("pair N", "N | red | blue", 6),
        ("pair R pay", "pay", 11),
        ("pair R pay R", "R | d:R | d:Y", 12),
        ("pair R pay d:$", "d:$", 12),
        ("pair R Y", "Y", 8),
        ("pair R take R", "take", 8),
        ("four take P", "P | red | brown", 11),
        ("lira 3", "3", 6),
        ("bazaar", "bazaar", 7),
        ("bazaar two", "two", 8),
        ("bazaar 1 2", "2", 10),
        ("reroll", "reroll", 7),
        ("reroll R", "R", 8),
        ("mosque", "mosque", 7),
        ("mosque church", "church | lira-r | lira-y", 8),
        ("ruby", "ruby", 5),
        ("ruby r", "r | red | right", 6),
        ("ruby red ruby left", "ruby", 10),
        ("use", "use", 4),
        ("use a-pink", "a-pink | a-crystal", 5),
        ("use e-lira ruby up", "up", 17),
        ("income x", "x", 8),
        ("otherwise", "otherwise", 10),
    ],
)
def test_what_cannot_be_read_is_pointed_at(typed: str, message: str, column: int) -> None:
    s = position(2, **HERE).state
    with pytest.raises(Malformed) as refusal:
        GAME.words.read(s, 1, split_words(typed)[0])
    assert tells(refusal.value.message, message)
    assert refusal.value.column == column


def test_an_error_in_a_session_has_line_column_and_the_legal_moves() -> None:
    e = no_session("Ana, Bartek", TILES + "Ana roll R R Y $ C\nAna pair P")
    assert (e.line, e.column) == (3, 10)
    assert tells(e.hint or "", "lira | pair red pay d:R d:R")
    e = no_session("Ana, Bartek", TILES + "Ana roll R R Y $ C\nAna use a-red")
    assert isinstance(e, Illegal)
    assert e.line == 3
    assert tells(e.message, "Ana")


# --- rolls


def test_a_re_roll_is_written_behind_an_arrow() -> None:
    here = position(2, dice="R R Y $ C", have=["crystal"])
    done = play(here, "Ana reroll 1 3 -> G B")
    assert done.state.dice == ["G", "R", "B", "$", "C"]
    assert "\nAna reroll 1 3 -> G B\n" in write_session(GAME, done.table.lines)
    line = play(here, "Ana reroll 1 3\nAna roll G B")
    assert line.events == done.events
    assert play(here, "Ana reroll 1 3 -> g, b").events == done.events


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("Ana reroll 1 3 ->", "->", 18),
        ("Ana reroll 1 3 -> G", "Ana roll | 2 | 1", 19),
        ("Ana reroll 1 3 -> G B Y", "Ana roll | Y", 23),
        (
            "Ana reroll 1 3 -> G P",
            "P | R | C",
            21,
        ),
        ("Ana lira -> G", "", 10),
    ],
)
def test_wrong_inline_rolls(line: str, message: str, column: int) -> None:
    e = refused(position(2, dice="R R Y $ C", have=["crystal"]), line)
    assert (e.column, e.line) == (column, 1)
    assert tells(e.message, message)


def test_a_waived_re_roll_keeps_its_waiver_and_its_arrow() -> None:
    here = position(2, dice="R R Y $ C", have=["crystal"])
    done = play(here, "Ana pair R\nAna reroll 1 !IST-17 -> G")
    assert done.state.dice == ["G", "$", "C"]
    text = write_session(GAME, done.table.lines)
    assert "Ana reroll 1 !IST-17 -> G\n" in text
    again = play(here, "Ana pair R\nAna reroll 1 -> G !IST-17")
    assert again.events == done.events


def test_bazaar_cards_and_tiles_come_on_lines_of_their_own() -> None:
    body = TILES + "Ana roll C C R R R\nAna bazaar 2\nreveal a-red g-2\nAna use a-red\n"
    table = session("Ana, Bartek", body + "Ana pair R")
    text = write_session(GAME, table.lines)
    assert text.endswith("\n" + body + "Ana pair red pay d:R d:R\n")


# --- what can be left out


def test_the_end_of_a_turn_need_not_be_written() -> None:
    here = position(3, dice="R R Y $ C")
    short = f"Ana lira\nBartek roll {BLANK}\nBartek pair R pay d:R d:R !IST-23"
    e = refused(here, short)
    assert e.rule == "IST-18"
    done = play(here, f"Ana lira\nBartek roll {BLANK}\nCelina roll {BLANK}")
    assert [e.seat for e in done.of("finished")] == [1, 2]


def test_a_whole_session_as_a_person_writes_it() -> None:
    table = session(
        "Ana, Bartek",
        TILES
        + """
        Ana roll R R Y $ C
        Ana reroll 3 5 -> R $
        Ana mosque lira-r
        tile goods-y
        Ana lira
        Bartek roll C C G G B
        Bartek bazaar 2
        reveal d-red e-lira
        Bartek use d-red
        Ana accept lira
        Bartek pair G
        Ana roll Y Y Y Y R  # four at once
        Ana ruby yellow
        Bartek roll R Y G B B
        Bartek two pay d:R d:B
        """.replace("        ", ""),
    )
    s = table.state
    ana, bartek = s.players
    assert (ana.rubies, ana.tiles, ana.have["lira"]) == (1, ["lira-r"], 4 + 3 + 3)
    assert {k: n for k, n in bartek.have.items() if n} == {
        "red": 1,
        "green": 1,
        "lira": 4,
        "crystal": 2,
    }
    assert read_session(write_session(GAME, table.lines)).bytes() == table.bytes()


def test_a_result_is_checked() -> None:
    here = position(2, dice="R", active=2, rubies=[6, 3])
    assert play(here, "result Ana 6, Bartek 3").only("ended").scores == (6, 3)
    e = refused(here, "result Ana 6, Bartek 4")
    assert e.rule == "IST-41"
    assert tells(e.message, "4 | Bartek | 3")


@pytest.mark.parametrize("seed", range(4))
def test_random_games_are_written_and_read_again(seed: int) -> None:
    table = random_game(2 + seed % 3, f"notation {seed}")
    text = write_session(GAME, table.lines)
    again = read_session(text)
    assert again.bytes() == table.bytes()
    assert write_session(GAME, again.lines) == text


def test_a_choice_of_a_ruby_or_a_tile_can_be_written() -> None:
    box = standard_box()
    entry(box, "card", "c-red")["active"] = {"choose": [{"ruby": 1}, {"tile": 1}, {"lira": 1}]}
    mid = play(position(2, dice="C", box=box), "Ana bazaar 1\nreveal c-red")
    assert "use c-red ruby ruby left" in mid.moves()
    assert play(mid, "Ana use c-red ruby ruby left").seat("Ana").rubies == 1
    assert play(mid, "Ana use c-red tile tile lira-r\ntile die-4").seat("Ana").fresh == ["lira-r"]
    assert play(mid, "Ana use c-red lira").has("Ana") == {"lira": 1}
