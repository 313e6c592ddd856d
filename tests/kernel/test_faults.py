"""What is said of an exception: without running the code of its class, and never too much."""

from __future__ import annotations

import pytest

from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.faults import traceback_text, what_was_raised
from ledger.kernel.message import Message


class Trap:
    """Something that must never be asked what it is."""

    def __str__(self) -> str:
        raise AssertionError("it was asked")

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return str(self)


class TrapError(Exception, Trap):
    __str__ = __repr__ = Trap.__str__


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyError("B5"), "KeyError: 'B5'"),
        (ValueError("first\nsecond"), "ValueError: first"),
        (FileNotFoundError(2, "gone", "x"), "FileNotFoundError: [Errno 2] gone: 'x'"),
        (ValueError(), "ValueError"),
        (TrapError(), "TrapError"),
        (TrapError("a", 3), "TrapError: a, 3"),
        (KeyError(Trap()), "KeyError: <Trap>"),
        (OSError(2, "no", Trap()), "FileNotFoundError: 2, no"),
        (ExceptionGroup("many", [TrapError()]), "ExceptionGroup: many, <list>"),
        (ValueError(1 << 10**6), "ValueError: <int>"),
        (Illegal("{n} left", n=3), "Illegal: 3 left"),
        (Illegal("no {n}", n=Trap()), "Illegal: no {n}"),
    ],
)
def test_an_exception_in_one_line(error: Exception, said: str) -> None:
    assert what_was_raised(error) == said


def test_it_is_never_long() -> None:
    assert len(what_was_raised(ValueError("x" * 10**8))) < 300
    assert len(what_was_raised(TrapError(*["x" * 10**6] * 1000))) < 1000


def fail(depth: int) -> None:
    if depth:
        fail(depth - 1)
    raise TrapError("x" * 10**8)


def test_a_traceback_has_what_came_before_and_an_end() -> None:
    with pytest.raises(TrapError) as first:
        fail(800)
    with pytest.raises(ValueError, match="second") as second:
        raise ValueError("second") from first.value
    text = traceback_text(second.value)
    assert text.index("TrapError") < text.index("ValueError: second")
    assert "in fail" in text
    assert len(text) < 20_000
    now: BaseException = ValueError()
    for _ in range(100_000):
        now.__cause__, now = ValueError(), now
    assert traceback_text(now)


def test_an_error_with_plain_values_says_the_same() -> None:
    inner = Message("a {thing}", thing="card")
    error = Illegal("{count:,} of {what}, {word!r}, {{}}", count=1234, what=inner, word="x")
    error.hint = Message("take {these}", these=["R5", "R3"])
    said, hint = str(error), error.hint
    error.make_plain()
    assert (str(error), error.hint) == (said, hint)
    assert error.text.template == "{count:,} of {what}, {word!r}, {{}}"
    assert error.advice is not None
    assert error.advice.values == {"these": "['R5', 'R3']"}


@pytest.mark.parametrize("value", ["x" * 10**7, "\ud800", 1 << 70, b"x", {1: 2}, None])
def test_an_error_with_plain_values_can_be_sent(value: object) -> None:
    for error in (
        LedgerError("no {what}", what=value),
        LedgerError("no {what:>9}", what=value) if isinstance(value, int) else LedgerError("x"),
        LedgerError(f"no {value}"),
        LedgerError("no {what}", what=Message("{inner!r}", inner=value)),
    ):
        error.make_plain()
        assert len(str(error).encode()) < 100_000
        assert error.text == error.text.to_plain()
