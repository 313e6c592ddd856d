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
        ("01.03.26", "01.03.26"),
        ("soon", "soon"),
        ("12", "12"),
        ("99999", "99999"),
    ],
)
def test_what_is_no_date_is_told(text, why):
    with pytest.raises(Malformed) as e:
        read_when(text)
    assert tells(e.value.message, why)


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
