"""Our program in a terminal, which a test types into."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pexpect
import pytest

_OF_ONES_OWN = ("LEDGER_LANG", "NO_COLOR", "COLUMNS", "LINES")


class Terminal:
    """A terminal of `size` columns and lines in which `ledger` runs with some arguments.

    `env` is what the environment has besides.
    """

    def __init__(
        self,
        *args: object,
        size: tuple[int, int] = (200, 40),
        env: dict[str, str] | None = None,
    ) -> None:
        kept = {k: v for k, v in os.environ.items() if k not in _OF_ONES_OWN}
        # nobody answers here when the program asks the terminal where its cursor is
        kept |= {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "ledger.cli", *map(str, args)],
            env={**kept, **(env or {})},
            dimensions=size[::-1],
            encoding="utf-8",
            timeout=30,
        )
        self.child.delaybeforesend = None

    def sees(self, text: str) -> str:
        """Wait for a text; return what came before it."""
        self.child.expect_exact(text)
        return self._plain()

    def at(self, prompt: str) -> str:
        """Wait for an empty prompt; return what was shown before it."""
        # the cursor is set behind the prompt, where an echo of the last line would have text
        self.child.expect(re.escape(prompt.rstrip()) + r"\x1b\[\d+D\x1b\[\d+C")
        return self._plain()

    def _plain(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", self.child.before)

    def type(self, text: str) -> None:
        """Press the keys of a text."""
        self.child.send(text)

    def enter(self, line: str) -> None:
        """Type a line."""
        self.child.send(line + "\r")

    def end(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and what was shown since the last wait."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        return self.child.exitstatus, self.child.before

    def kill(self) -> None:
        """Kill the program with -9."""
        self.child.kill(signal.SIGKILL)
        self.child.expect(pexpect.EOF)
        self.child.close()


@pytest.fixture
def terminal() -> Iterator[Callable[..., Any]]:
    """Start terminals; none outlives the test. `kind` is a class that can do more."""
    made: list[Terminal] = []

    def start(*args: object, kind: type[Terminal] = Terminal, **more: Any) -> Terminal:
        made.append(kind(*args, **more))
        return made[-1]

    yield start
    for one in made:
        one.child.close(force=True)
