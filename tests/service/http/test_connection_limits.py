"""Which connections are kept: those with a token, and the newest of an address."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ledger.service.http.connection_limits import ConnectionLimits


class Connection:
    def __init__(self) -> None:
        self.aborted = self.answering = False

    def abort(self) -> None:
        self.aborted = True


def test_the_address_with_most_makes_room():
    limits = ConnectionLimits(most=10, each=100, each_token=10)
    many = [Connection() for _ in range(3)]
    few = [Connection() for _ in range(2)]
    for connection in many:
        assert limits.admit(connection, "many")
    for connection in few:
        assert limits.admit(connection, "few")
    late = Connection()
    assert limits.admit(late, "late")  # half of all places are for strangers
    assert [c.aborted for c in (*many, *few, late)] == [True] + [False] * 5
    assert len(limits) == 5


def test_what_is_being_answered_is_not_replaced():
    limits = ConnectionLimits(most=100, each=3, each_token=10)
    waiting, *idle = [Connection() for _ in range(3)]
    waiting.answering = True
    for connection in (waiting, *idle):
        assert limits.admit(connection, "a")
    churn = [Connection() for _ in range(50)]
    for connection in churn:
        assert limits.admit(connection, "a")
    assert not waiting.aborted
    assert all(connection.aborted for connection in idle)
    assert [connection.aborted for connection in churn] == [True] * 48 + [False] * 2
    # if all are being answered, the next one has to come back, and other addresses don't notice
    for connection in churn[-2:]:
        connection.answering = True
    assert not limits.admit(Connection(), "a")
    assert limits.admit(Connection(), "b")
    churn[-1].answering = False
    assert limits.admit(Connection(), "a")
    assert churn[-1].aborted


def test_only_strangers_make_room():
    limits = ConnectionLimits(most=4, each=100, each_token=10)
    known = [Connection() for _ in range(4)]
    for connection in known:
        assert limits.admit(connection, "a")
        assert limits.recognise(connection, "token")
    assert not limits.admit(Connection(), "b")
    assert not limits.admit_proxy(Connection())
    limits.leave(known.pop())
    stranger, proxy = Connection(), Connection()
    assert limits.admit(stranger, "b")
    assert limits.admit_proxy(proxy)
    assert stranger.aborted
    assert not any(connection.aborted for connection in (*known, proxy))


@given(
    st.lists(
        st.tuples(st.sampled_from(["admit", "recognise", "leave", "answer"]), st.integers(0, 5))
    )
)
def test_the_books_are_right_whatever_comes(steps):
    limits = ConnectionLimits(most=8, each=3, each_token=2)
    alive: list[tuple[Connection, str]] = []
    for what, n in steps:
        if what == "admit":
            connection = Connection()
            if limits.admit(connection, f"address {n % 3}"):
                alive.append((connection, f"address {n % 3}"))
        elif alive and what == "recognise":
            limits.recognise(alive[n % len(alive)][0], f"token {n % 2}")
        elif alive and what == "answer":
            connection = alive[n % len(alive)][0]
            connection.answering = not connection.answering
        elif alive:
            limits.leave(alive.pop(n % len(alive))[0])
        alive = [(c, a) for c, a in alive if not c.aborted]
        assert len(limits) == len(alive) <= 8
        strangers = [a for c, a in alive if c not in limits._known]
        counts = {address: strangers.count(address) for address in strangers}
        assert len(limits.strangers) == len(strangers) <= 4
        assert max(counts.values(), default=0) <= 3
        if counts:
            assert counts[limits.strangers.heaviest()] == max(counts.values())
    for connection, _ in alive:
        limits.leave(connection)
    assert (len(limits), limits._tokens.held) == (0, 0)
    assert not limits.strangers._by
    assert not limits.strangers._by_count
