"""Dates as files have them."""

import contextlib
import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.refusals import refuses, tells
from ledger.kernel.errors import Ambiguous, LedgerError, Malformed
from ledger.library.records.dates import read_clock, read_when, sniff_order, unix


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2026-03-01", ("2026-03-01", None, None)),
        ("2026-03-01 18:30:00", ("2026-03-01", "18:30:00", None)),
        ("2026-03-01T18:30:00.123Z", ("2026-03-01", "18:30:00", "Z")),
        ("2026-03-01T8:30+02:00", ("2026-03-01", "08:30", "+02:00")),
        ("2026.3.1", ("2026-03-01", None, None)),
        ("01.03.2026", ("2026-03-01", None, None)),
        ("1.3.2026 18:30", ("2026-03-01", "18:30", None)),
        ("13/03/2026", ("2026-03-13", None, None)),
        ("03/13/2026", ("2026-03-13", None, None)),
        ("05/05/2026", ("2026-05-05", None, None)),
        ("46082", ("2026-03-01", None, None)),
        ("46082,75", ("2026-03-01", "18:00:00", None)),
        ("46082.770833", ("2026-03-01", "18:30:00", None)),
        ("0000-00-00", (None, None, None)),
        ("????.??.??", (None, None, None)),
        ("2026-03-00", ("2026-03-??", None, None)),
        ("2026.03.??", ("2026-03-??", None, None)),
        ("2026", ("2026-??-??", None, None)),
        ("2026-00-00", ("2026-??-??", None, None)),
        ("202?-03-01", ("202?-03-01", None, None)),
        ("", (None, None, None)),
        ("1.3.26", ("2026-03-01", None, None)),
        ("31.12.99", ("1999-12-31", None, None)),
        ("03/14/24", ("2024-03-14", None, None)),
        ("3/3/24", ("2024-03-03", None, None)),
        ("3/14/2024 6:30:05 PM", ("2024-03-14", "18:30:05", None)),
        ("3/14/2024 12:05 am", ("2024-03-14", "00:05", None)),
        ("2024/03/14 6:30:05 PM GMT+1", ("2024-03-14", "18:30:05", "+01:00")),
        ("Sat 3/14/2024", ("2024-03-14", None, None)),
        ("March 2024", ("2024-03-??", None, None)),
    ],
)
def test_dates_are_read(text, when):
    assert read_when(text) == when


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-02-30", "2026-02-30"),
        ("2026-13-01", "2026-13-01"),
        ("31.06.2026", "31.06.2026"),
        ("2026-03-01 25:00", "2026-03-01 25:00"),
        ("32.03.26", "32.03.26"),
        ("before 2024-03-14", "before 2024-03-14"),
        ("before March 3 2024", "before March 3 2024"),
        ("3 Foo 2024", "3 Foo 2024"),
        ("March 32 2024", "March 32 2024"),
        ("13:30 2024-03-14", "13:30 2024-03-14"),
        ("3/14/2024 13:30 PM", "3/14/2024 13:30 PM"),
        ("soon", "soon"),
        ("12", "12"),
        ("99999", "99999"),
    ],
)
def test_what_is_no_date_is_told(text, why):
    with pytest.raises(Malformed) as e:
        read_when(text)
    assert tells(e.value.message, why)


@pytest.mark.parametrize(
    "text",
    [
        *("March 3 2024", "Mar 3, 2024", "3 Mar 2024", "3-Mar-24", "2024-Mar-03"),
        *("March 3rd, 2024", "Sunday, March 3, 2024", "3rd of March 2024"),
        *("3 marca 2024", "niedziela, 3 marca 2024 r.", "3 mar 2024", "3 marzo 2024"),
        *("domenica 3 marzo 2024", "3. März 2024", "So. 3. Mrz. 2024", "3 mars 2024"),
        *("3 de marzo de 2024", "3 MARS 2024"),
    ],
)
def test_months_are_also_words(text):
    assert read_when(text).date == "2024-03-03"


@pytest.mark.parametrize(
    ("month", "words"),
    [
        (1, "January stycznia gennaio Januar janvier enero"),
        (2, "February lutego febbraio Februar février febrero"),
        (4, "April kwietnia aprile avril abril"),
        (5, "May maja maggio Mai mayo"),
        (6, "June czerwca giugno Juni juin junio"),
        (7, "July lipca luglio Juli juillet julio"),
        (8, "August sierpnia agosto août"),
        (9, "September września settembre septembre septiembre"),
        (10, "October października ottobre Oktober octubre"),
        (11, "November listopada novembre noviembre"),
        (12, "December grudnia dicembre Dezember décembre diciembre"),
    ],
)
def test_months_of_six_languages(month, words):
    assert {read_when(f"7 {word} 2024").date for word in words.split()} == {f"2024-{month:02}-07"}


@pytest.mark.parametrize("text", ["3/4/24", "14/03/24", "24-03-14"])
def test_the_parts_of_a_short_date_are_not_guessed(text):
    with pytest.raises(Ambiguous) as e:
        read_when(text)
    assert "--dates" in str(e.value)
    orders = {order: _read(text, order) for order in ("dmy", "mdy", "ymd")}
    assert len(set(filter(None, orders.values()))) > 1


def _read(text, order):
    try:
        return read_when(text, order).date
    except LedgerError:
        return None


def test_day_and_month_are_not_guessed():
    with pytest.raises(Ambiguous) as e:
        read_when("03/04/2026")
    assert tells(e.value.message, "03/04/2026 | 3 | 4")
    assert read_when("03/04/2026", "dmy").date == "2026-04-03"
    assert read_when("03/04/2026", "mdy").date == "2026-03-04"


@pytest.mark.parametrize(
    ("column", "order"),
    [
        (["03/04/2026", "13/04/2026"], "dmy"),
        (["03/04/2026", "04/13/2026"], "mdy"),
        (["03/04/2026", "05/04/2026"], None),
        (["13/04/2026", "04/13/2026"], None),
        (["13.04.2026", "03/04/2026"], None),
        (["3/4/24", "14/3/24"], "dmy"),
        (["3/4/24", "4/24/24"], "mdy"),
        (["14/03/24", "05/03/24", "30/04/24"], "dmy"),
        (["24-03-14", "24-03-20", "25-01-02"], "ymd"),
        (["14/03/24"], None),
        (["03/04/24", "05/06/24"], None),
        ([], None),
    ],
)
def test_the_whole_column_tells_the_order(column, order):
    assert sniff_order(column) == order


def test_unix_times_are_utc():
    assert unix(1772386200) == ("2026-03-01", "17:30:00", "Z")
    with pytest.raises(Malformed):
        unix(10**18)


def test_times_of_day():
    assert read_clock("9:05") == "09:05"
    assert read_clock("") is None
    with refuses(Malformed, "noon"):
        read_clock("noon")


@given(st.dates(dt.date(1000, 1, 1)))
def test_every_day_is_read_back(day):
    assert read_when(day.isoformat()).date == day.isoformat()
    assert read_when(day.strftime("%d.%m.%Y")).date == day.isoformat()


@given(st.text(max_size=30))
def test_any_text_is_a_date_or_an_error(text):
    with contextlib.suppress(LedgerError):
        read_when(text)
