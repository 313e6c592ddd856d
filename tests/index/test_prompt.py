"""The prompt of `ledger query` in a real terminal: keys, history, completion, errors, the end."""

from __future__ import annotations

import os
import re
import sys

import pexpect
import pytest

from common.refusals import tells

pytest.importorskip("readline", reason="this Python has no line editing")
UP = "\x1b[A"


@pytest.fixture
def opened(shelf, tmp_path):
    """Open the prompt over the shelf; the history is kept between calls."""
    children = []

    def go() -> pexpect.spawn:
        env = {
            **os.environ,
            "LEDGER_LIBRARY": str(shelf.folder),
            "XDG_STATE_HOME": str(tmp_path),
            "INPUTRC": "/dev/null",
            "TERM": "dumb",
        }
        child = pexpect.spawn(
            sys.executable,
            ["-m", "ledger.cli", "query", "--csv"],
            env=env,
            encoding="utf-8",
            timeout=60,
            dimensions=(40, 100),
        )
        children.append(child)
        child.expect("ledger> ")
        return child

    yield go
    for child in children:
        child.close(force=True)


def ask(child: pexpect.spawn, keys: str) -> str:
    """Type a question and return what stands before the next prompt."""
    child.send(keys + "\r")
    child.expect("ledger> ")
    return child.before


def test_completion_errors_history_and_the_end(opened):
    child = opened()
    assert re.search(r"n\r\n1\r\n", ask(child, "select count(*) as n from probl\t;"))
    assert re.search(r"n\r\n0\r\n", ask(child, "select count(first_ti\t) as n from seats;"))
    wrong = ask(child, "select nme from seats;")
    assert 'referenced column "nme"' in wrong
    assert tells(wrong, "name")
    assert re.search(r"select nme from seats;\r\n\s*\^\r\n", wrong)
    assert re.search(r"two\r\n2\r\n", ask(child, "select 1 + 1 as two;"))
    assert re.search(r"two\r\n2\r\n", ask(child, UP))
    child.send("select\r")
    child.expect(r"   \.\.\.> ")
    assert re.search(r"x\r\n7\r\n", ask(child, "7 as x;"))
    child.send(".quit\r")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    again = opened()
    assert re.search(r"two\r\n2\r\n", ask(again, UP * 4)), "the history is lost"
    again.sendeof()
    again.expect(pexpect.EOF)
    again.close()
    assert again.exitstatus == 0
