"""Reading and explaining a line takes work that is bounded, or linear in its length."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from ledger import installed
from ledger.kernel.errors import LedgerError
from ledger.kernel.notation.moves.move_reader import read_move
from ledger.kernel.notation.session.session_reader import read_lenient, read_session
from scripts.laboratory.request_cost.lines import Asked, positions, worst_lines

LONGEST = 2000
"""Characters that the service takes."""
MOST_CALLS = 300_000
"""More calls than these take longer than about two hundredths of a second."""
SESSION = """\
game: osaka
players: Ana, Bartek

market B5 R5 Y3 Y3 Y2
farm R2 G3 B2
Ana hand R5 R3
Bartek hand B5 B5
Ana claim red
Bartek claim blue
"""
SET_UP = SESSION.partition("market")[0]
LINES = {
    "unknown words": SESSION + "Ana {a }",
    "no player": SESSION + "{a }",
    "a name and more": SESSION + "Ana {Ana }",
    "cards": SESSION + "Ana buy {R5 }",
    "cards after an arrow": SESSION + "Ana take B5 -> {R5 }",
    "arrows": SESSION + "Ana take B5 {-> }",
    "a draw": SET_UP + "market {R5 }",
    "a draw in words": SET_UP + "market {red 5 }",
    "a draw with commas": SET_UP + "market {R5,}",
    "rows": SESSION + "Ana reserve R5 {market }",
    "rules": SESSION + "Ana take B5 {!OSA-14 }",
    "a correction": SESSION + "Ana adjust {R5 }",
    "a result": SESSION + "result {Ana 5 }",
    "a remark for somebody": SESSION + "Ana for {Ana }# x",
    "quotes": SESSION + '{"a }',
    "numbers": SESSION + "{1. }",
    "players": "game: osaka\nplayers: {Ana, }\n",
}


def calls(work: Callable[[], Any]) -> int:
    """Count the functions that some work calls, in Python and in C."""
    count = 0

    def look(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        with suppress(LedgerError):
            work()
    finally:
        sys.setprofile(before)
    return count


def repeated(line: str, times: int) -> str:
    start, _, rest = line.partition("{")
    part, _, end = rest.partition("}")
    return start + part * times + end


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_session_line_is_read_with_work_linear_in_its_length(line: str) -> None:
    for read in (read_session, read_lenient):
        with suppress(LedgerError):
            read(repeated(line, 3))  # what is worked out once
        texts = [repeated(line, n) for n in (400, 1600)]
        short, long = (calls(partial(read, text)) for text in texts)
        assert long < 5 * short


def test_time_goes_with_the_length_of_a_session_line() -> None:
    def seconds(words: int) -> float:
        start = time.thread_time()
        with pytest.raises(LedgerError):
            read_session(repeated(LINES["unknown words"], words))
        return time.thread_time() - start

    seconds(10)
    short, long = (min(seconds(n), seconds(n)) for n in (16_000, 64_000))
    assert long < 9 * short  # 16 times as long if it were quadratic


@pytest.mark.parametrize("name", ["osaka", "istanbul", "century", "klongs"])
def test_no_line_takes_much_work_to_read_and_explain(name: str) -> None:
    game, rng = installed()[name], random.Random(name)
    first = max(positions(game, 3, most=12), key=lambda at: at.legal)
    with suppress(LedgerError):
        read_move(first.position, "x", first.seat)
    lines = dict(worst_lines(first, rng))
    for what in rng.sample(sorted(lines), 40):
        text = lines[what](LONGEST)

        refuse(first, text)  # what is worked out once
        assert calls(partial(refuse, first, text)) < MOST_CALLS, what


def refuse(at: Asked, text: str) -> None:
    """Read a line, and explain what is wrong with it."""
    try:
        read_move(at.position, text, at.seat)
    except LedgerError as e:
        _ = e.message, e.hint
