"""Scores as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.refusals import tells
from ledger.importers.parsing.scores import read_score, sniff_decimals


@pytest.mark.parametrize(
    ("written", "parts", "total"),
    [
        ("51", (), "51"),
        ("16+1-3+10", ("16", "1", "-3", "10"), "24"),
        ("16 + 1 \u2212 3", ("16", "1", "-3"), "14"),
        ("\u20135", (), "-5"),
        ("7.5+0.25", ("7.5", "0.25"), "7.75"),
        ("7,5", (), "7.5"),
        (",5+.5", ("0.5", "0.5"), "1"),
        ("51.0", (), "51"),
        ("-0", (), "0"),
        ("0.1+0.2", ("0.1", "0.2"), "0.3"),
        ("100", (), "100"),
        ("86+84+", ("86", "84"), "170"),  # a calculator that was left in the middle
        ("27+", (), "27"),
        ("5 -", (), "5"),
        ("10+0--0-3", ("10", "0", "0", "-3"), "7"),
        ("5+-3--2", ("5", "-3", "2"), "4"),
        ("1.234,5", (), "1234.5"),
        ("1,234.5+1", ("1234.5", "1"), "1235.5"),
        ("1.234.567", (), "1234567"),
        ("1,234,567", (), "1234567"),
        ("1'234", (), "1234"),
        ("1\u00a0234,5", (), "1234.5"),
        ("12 345", (), "12345"),
        ("½", (), "0.5"),
        ("-1½", (), "-1.5"),
        ("1/2", (), "0.5"),
        ("3 1/2", (), "3.5"),
        ("45 pts", (), "45"),
        ("€ 12,50", (), "12.5"),
        ("16+1 pkt.", ("16", "1"), "17"),
        (51, (), "51"),
        (51.0, (), "51"),
        (7.25, (), "7.25"),
    ],
)
def test_a_sum_is_taken_apart(written, parts, total):
    score = read_score(written)
    assert (score.parts, score.total, score.problem) == (parts, total, None)


def test_what_is_in_brackets_does_not_count_and_is_told():
    score = read_score("120 (3)")
    assert (score.text, score.total) == ("120 (3)", "120")
    assert score.problem is not None and tells(score.problem, "120 (3)")


@pytest.mark.parametrize("written", [None, "", "  "])
def test_no_score_is_no_problem(written):
    assert read_score(written) == (None, (), None, None)


@pytest.mark.parametrize(
    "written",
    [
        *(
            "plenty",
            "3*4",
            "1,234",
            "5++",
            "+",
            "--5",
            "5---3",
            "2**9",
            "__import__('os')",
            "1e9",
        ),
        *("٥", "9" * 19, "1+" * 600 + "1", "5 5", "NaN", "(3)"),
    ],
)
def test_what_is_no_sum_stays_a_text(written):
    score = read_score(written)
    assert score.text == written
    assert score.total is None and score.parts == ()
    assert tells(score.problem, f"{written[:80]}")


@pytest.mark.parametrize("value", [True, {"a": 1}, [1]])
def test_what_is_no_score_at_all_is_told(value):
    assert read_score(value).problem or ""


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=20))
def test_the_total_is_the_sum_of_the_parts(numbers):
    written = "".join(f"{n:+}" for n in numbers)
    assert read_score(written).total == str(sum(numbers))


@given(st.text(max_size=50))
def test_any_text_is_read_or_kept(text):
    score = read_score(text)
    assert (score.text or "") == text.strip()
    assert score.text is None or (score.total is None) != (score.problem is None)


@pytest.mark.parametrize(
    ("decimals", "point", "comma"),
    [(None, "1.234", None), ("comma", "1234", "1.234"), ("point", "1.234", "1234")],
)
def test_a_thousand_and_a_fraction_look_alike(decimals, point, comma):
    assert read_score("1.234", decimals).total == point
    assert read_score("1,234", decimals).total == comma


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["1.234", "987"], (None, "1.234")),
        (["1.234", "7,5"], ("comma", None)),
        (["1,234", "7.25"], ("point", None)),
        (["7,5", "7.5"], (None, None)),
        (["51", "x", "16+3"], (None, None)),
    ],
)
def test_what_comes_before_decimals_is_told_by_other_cells(cells, found):
    assert sniff_decimals(cells) == found
