"""Buckets, places and neighbourhoods."""

import asyncio

import pytest

from ledger.service.http.rate_limits import (
    ConcurrencyLimits,
    CpuBudgets,
    RateLimits,
    Turns,
    address_group,
)

from ..asgi import Clock


@pytest.fixture
def clock():
    return Clock(1000.0)


def taken(buckets, key, tries=100):
    return sum(buckets.take(key) for _ in range(tries))


def test_a_bucket_gives_its_burst_then_its_rate(clock):
    buckets = RateLimits(5, clock=clock)
    assert taken(buckets, "a") == 10
    clock.now += 1
    assert taken(buckets, "a") == 5
    clock.now += 0.19
    assert taken(buckets, "a") == 0
    clock.now += 0.02
    assert taken(buckets, "a") == 1
    clock.now += 3600
    assert taken(buckets, "a") == 10


def test_refused_tries_cost_nothing(clock):
    buckets = RateLimits(1, clock=clock)
    assert taken(buckets, "a", 1000) == 2
    clock.now += 1
    assert taken(buckets, "a") == 1


def test_buckets_are_apart(clock):
    buckets = RateLimits(1, clock=clock)
    assert taken(buckets, "a") == taken(buckets, "b") == 2


def test_a_slow_rate_still_gives_one(clock):
    buckets = RateLimits(0.1, clock=clock)
    assert buckets.wait == 10
    assert taken(buckets, "a") == 1
    clock.now += 10
    assert taken(buckets, "a") == 1


def test_looking_takes_nothing(clock):
    buckets = RateLimits(1, 1, clock=clock)
    assert not buckets.empty("a")
    assert not buckets.empty("a")
    assert len(buckets) == 0
    assert buckets.take("a")
    assert buckets.empty("a")
    clock.now += 1
    assert not buckets.empty("a")


def test_no_rate_no_limit(clock):
    buckets = RateLimits(0, clock=clock)
    assert taken(buckets, "a", 1000) == 1000
    assert not buckets.empty("a")
    assert len(buckets) == 0


def test_memory_is_bounded_and_the_busy_are_remembered(clock):
    buckets = RateLimits(1, most=100, clock=clock)
    assert taken(buckets, "busy") == 2
    for n in range(10_000):
        buckets.take(n)
        assert n % 50 or not buckets.take("busy")
    assert len(buckets) == 100
    assert taken(buckets, "late") == 2
    assert len(buckets) == 100


def test_places_are_counted_for_each_and_in_all():
    places = ConcurrencyLimits(3)
    assert [places.take({"a": 2}) for _ in range(3)] == [None, None, "each"]
    assert [places.take({"b": 2}) for _ in range(2)] == [None, "most"]
    assert places.held == 3
    places.leave("a")
    assert places.take({"b": 2}) is None
    assert places.take({"c": 2}) == "most"
    for key in "abb":
        places.leave(key)
    assert places.held == 0
    assert places._by == {}


def test_a_place_can_count_for_several():
    places = ConcurrencyLimits(10)
    assert places.take({"token": 2, "address": 3}) is None
    assert places.take({"token": 2, "address": 3}) is None
    assert places.take({"token": 2, "address": 3}) == "each"
    assert places.take({"other": 2, "address": 3}) is None
    assert places.take({"another": 2, "address": 3}) == "each"
    places.leave(["token", "address"])
    assert places.take({"another": 2, "address": 3}) is None
    assert places.held == 3


@pytest.mark.parametrize(
    ("address", "sender"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("no:address", "no:address"),
        ("", ""),
    ],
)
def test_a_household_is_one_sender(address, sender):
    assert address_group(address) == sender


def test_turns_come_one_by_one_and_a_crowd_is_sent_away():
    async def main():
        turns, loop = Turns(100, longest=0.05), asyncio.get_running_loop()
        begin, at = loop.time(), []

        async def one():
            if await turns.wait():
                at.append(loop.time() - begin)

        await asyncio.gather(*(one() for _ in range(50)))
        assert 5 <= len(at) <= 6
        assert at == sorted(at)
        assert at[0] < 0.01
        assert all(later >= 0.01 * n - 0.002 for n, later in enumerate(at))
        await asyncio.sleep(0.02)
        assert await turns.wait()

    asyncio.run(main())


def test_no_rate_no_turns():
    async def main():
        turns = Turns(0)
        assert all([await turns.wait() for _ in range(1000)])

    asyncio.run(main())


def test_what_was_used_is_on_credit_until_it_has_flowed_in_again():
    now = [0.0]
    budgets = CpuBudgets(0.5, 2.0, clock=lambda: now[0])
    budgets.charge("Ana", 1.5)
    assert budgets.wait("Ana") == 0
    budgets.charge("Ana", 3.5)  # 3 seconds too many
    assert budgets.wait("Ana") == 6
    assert budgets.wait("Bartek") == 0
    now[0] = 5.0
    assert budgets.wait("Ana") == 1
    now[0] = 6.5
    assert budgets.wait("Ana") == 0
    now[0] = 1000.0
    budgets.charge("Ana", 1.9)
    assert budgets.wait("Ana") == 0  # no more than 2 were saved up
    budgets.charge("Ana", 0.2)
    assert budgets.wait("Ana") == 1


def test_no_budget_is_no_limit():
    budgets = CpuBudgets(0, 0)
    budgets.charge("Ana", 1e9)
    assert budgets.wait("Ana") == 0
