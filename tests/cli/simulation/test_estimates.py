"""Intervals against values from the literature, and against chance itself."""

from __future__ import annotations

import random

import pytest

from ledger.cli.simulation.estimates import (
    mean_difference,
    mean_of,
    share_difference,
    share_of,
)


def test_a_mean_with_students_interval():
    found = mean_of([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    assert found is not None
    assert (found.mean, found.games) == (8.5, 10)
    assert (found.low, found.high) == (
        pytest.approx(6.334, abs=0.002),
        pytest.approx(10.666, abs=0.002),
    )


def test_two_values_tell_little_and_one_or_none_nothing():
    two = mean_of([1, 2])
    assert two is not None
    assert two.high == pytest.approx(1.5 + 12.706 * 0.5, abs=0.001)
    one = mean_of([3])
    assert one is not None
    assert (one.mean, one.low, one.high) == (3, None, None)
    assert mean_of([]) is None
    assert share_of([]) is None


def test_a_share_with_wilsons_interval():
    found = share_of([1] * 8 + [0] * 2)
    assert found is not None
    assert (found.low, found.high) == (
        pytest.approx(0.4902, abs=1e-4),
        pytest.approx(0.9433, abs=1e-4),
    )


def test_a_share_of_all_is_not_called_certain():
    found = share_of([1.0] * 20)
    assert found is not None
    assert found.low is not None
    assert found.low < 0.9
    assert found.high == 1


def test_a_difference_of_shares_as_newcombe_gives_it():
    a, b = share_of([1] * 56 + [0] * 14), share_of([1] * 48 + [0] * 32)
    found = share_difference(a, b)
    assert found is not None
    assert found.mean == pytest.approx(0.2)
    assert (found.low, found.high) == (
        pytest.approx(0.0524, abs=1e-4),
        pytest.approx(0.3339, abs=1e-4),
    )


def test_pairs_cancel_common_luck():
    luck = random.Random(1)
    pairs = [(x + 1, x) for x in (luck.gauss(50, 20) for _ in range(30))]
    found = mean_difference(pairs)
    assert found is not None
    assert found.low == pytest.approx(1)
    assert found.high == pytest.approx(1)


def test_the_truth_lies_in_nineteen_of_twenty_intervals():
    luck = random.Random(7)
    hits = 0
    for _ in range(1000):
        found = mean_of([luck.gauss(3, 2) for _ in range(8)])
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 3 <= found.high
    assert 930 <= hits <= 970
