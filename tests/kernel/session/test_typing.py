"""Notes as hurried people type them: glued lists, missing accents, odd keyboards and editors."""

from __future__ import annotations

import pytest

from common.refusals import all_tell, heard
from ledger.kernel.errors import LedgerError
from ledger.kernel.notation.session.session_reader import read_lenient, read_session
from ledger.kernel.text.suggest import nearest
from ledger.kernel.words.typed_words import unglued

OSAKA = """\
game: osaka
players: Łucja, Żaneta

market B2 R2 Y3 Y3 Y2
farm R2 G3 B2
Łucja hand R5 R3
Żaneta hand B5 B5
Łucja claim red
Żaneta claim blue
Łucja take B2
Żaneta reserve R2
Łucja buy R5 R3
market G2 B3
farm Y5 R3 G2
"""
ISTANBUL = """\
game: istanbul
players: Ana, Bartek

tile lira-b bazaar-g die-2 action-y die-3 crystal-r
Ana roll R R C Y C
Ana reroll 3 4 5 -> $ R G
Ana end
Bartek roll Y R G Y C
"""
KLONGS = """\
game: klongs
players: Ana, Bartek

Ana hand B2n thief A2n A3n
Bartek hand ? ? ? ?
"""


def same(text: str, *pairs: tuple[str, str]) -> None:
    """Hold a session against one that is typed otherwise."""
    other = text
    for right, typed in pairs:
        assert right in other
        other = other.replace(right, typed)
    assert read_session(other).bytes() == read_session(text).bytes()


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        *(("Søren", "Soren"), ("Æsa", "aesa"), ("Þóra", "Thora"), ("Đoko", "Doko")),
        *(("Weiß", "Weiss"), ("Œnone", "OENONE"), ("Iğdır", "igdir"), ("Ŧeŋħ", "tenh")),
    ],
)
def test_a_name_may_be_typed_in_plain_letters(name: str, typed: str) -> None:
    text = OSAKA.replace("Łucja", name)
    same(text, (f"{name} claim red", f"{typed} claim red"), (f"{name} take", f"{typed[:3]} take"))


@pytest.mark.parametrize(
    ("text", "right", "typed"),
    [
        (OSAKA, "market B2 R2 Y3 Y3 Y2", "market B2R2Y3Y3Y2"),
        (OSAKA, "market B2 R2 Y3 Y3 Y2", "market b2,r2, y3 Y3Y2"),
        (OSAKA, "buy R5 R3", "buy R5R3"),
        (OSAKA, "buy R5 R3", "buy R5+R3."),
        (OSAKA, "market G2 B3", "Market: G2; B3"),
        (OSAKA, "take B2", "take B2;"),
        (OSAKA, "Łucja take B2", "12. Łucja take B2"),
        (OSAKA, "Żaneta reserve", "13) Żaneta reserve"),
        (ISTANBUL, "reroll 3 4 5", "reroll 3,4,5"),
        (ISTANBUL, "roll R R C Y C", "roll RRCYC"),
        (ISTANBUL, "roll R R C Y C", "roll rrc yc"),
        (ISTANBUL, "3 4 5 -> $ R G", "345 -> $RG"),
        (ISTANBUL, "reroll 3 4 5", "reroll 3, 45"),
        (KLONGS, "? ? ? ?", "????"),
        (KLONGS, "hand B2n thief A2n A3n", "hand B2nthiefA2nA3n"),
    ],
)
def test_what_is_glued_together_is_read_where_there_is_one_way(
    text: str, right: str, typed: str
) -> None:
    same(text, (right, typed))


def test_two_ways_to_cut_a_word_are_none() -> None:
    assert unglued("RRC", ["R", "C"]) == ["R", "R", "C"]
    assert unglued("yyyy", ["YY", "YYYY"]) is None
    assert unglued("YYY", ["YY"]) is None
    assert unglued("A" * 101, ["A"]) is None
    assert unglued("1011", ["10", "11"]) is None
    assert unglued("A" * 100, ["A", "AA", "AAA"]) is None, "and it does not take for ever"


@pytest.mark.parametrize(
    ("right", "typed"),
    [
        ("Łucja ", "Lucja "),
        ("Żaneta ", "ZANETA: "),
        ("Łucja ", "Łuc\t"),
        ("\n", "\r\n"),
        ("\n", "\r"),
        (" B2", "\u00a0B2"),
        ("R5 R3", "Ｒ５ R３"),
        ("take B2", "weź B2"),
        ("take B2", "wez B2"),
        ("take B2", "TAKE B2   "),
    ],
)
def test_other_keyboards_and_editors(right: str, typed: str) -> None:
    head, _, body = OSAKA.partition("\n\n")
    text = f"{head}\n\n{body.replace(right, typed)}"
    if typed in ("\r\n", "\r"):
        text = OSAKA.replace("\n", typed)
    assert text != OSAKA
    assert read_session(text).bytes() == read_session(OSAKA).bytes()
    assert read_session("\ufeff" + text).bytes() == read_session(OSAKA).bytes()


def test_a_time_that_cannot_be_and_a_wrong_result_do_not_hide_what_follows() -> None:
    body = "@99:99 Łucja take G2\nresult Łucja 7\nZaneta take G2\nŻaneta take B3\nŁucja tkae Q9\n"
    with pytest.raises(LedgerError) as e:
        read_session(OSAKA.replace("\n\n", "\nstarted: 2026-03-01\n\n", 1) + "\n" + body)
    assert all_tell(
        map(heard, (e.value, *e.value.more)),
        [
            "malformed | 17:1 | @99:99",
            "illegal OSA-12 | 17:14 | Żaneta => Żaneta take G2",
            "malformed | 21:7 | tkae | pass => take",
        ],
    )


def test_a_misspelt_line_does_not_hide_an_illegal_one() -> None:
    body = "Żaneta tkae G2\nŁucja take Y5\n"
    with pytest.raises(LedgerError) as e:
        read_session(OSAKA + body)
    assert all_tell(
        map(heard, (e.value, *e.value.more)),
        ["malformed | 15:8 | tkae | take => `take G2`", "illegal OSA-18 | 16:12 | Y5 => take B3"],
    )
    lenient = read_lenient(OSAKA + body)
    assert lenient.error is not None
    assert [x.data.text for x in lenient.table.lines if x.type == "noted"] == body.splitlines()


def test_equally_near_words_are_not_guessed() -> None:
    assert nearest("tkae", ["take", "buy"]) == "take"
    assert nearest("S9", ["S1", "S2"]) is None
    assert nearest("throw S9", ["throw S1", "throw S2"]) is None


def test_a_pair_may_be_written_twice() -> None:
    text = ISTANBUL.partition("Ana reroll")[0]
    once, twice = (read_session(f"{text}Ana pair {x}\n") for x in ("R", "RR"))
    assert once.bytes() == twice.bytes()


def test_a_rule_may_be_waived_in_small_letters() -> None:
    text = OSAKA.partition("Łucja buy")[0]
    one, other = (read_session(f"{text}Łucja take Y3 !{x}\n") for x in ("OSA-14", "osa-14"))
    assert one.bytes() == other.bytes()
