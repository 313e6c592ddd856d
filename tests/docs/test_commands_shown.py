"""Every command that a page or the README shows exists, with its options and kinds of values."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.paths import ROOT
from ledger.protocol.errors import AccessDenied, Unreachable

from .command_lines import WrongUsage, parsed, shown_in

DOCS = ROOT / "docs"
PAGES = [
    *sorted(DOCS.rglob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
]
ABOUT_THE_PROGRAM = ("--help", "--install-completion", "--show-completion", "--version")
LEFT_OPEN = ("COMMAND", "…")
"""What stands for something else in a sentence."""


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_the_program_takes_what_the_page_shows(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEDGER_TOKEN", "ledger_0123456789_" + "x" * 43)
    for command in shown_in(page):
        if set(command.split()) & {*ABOUT_THE_PROGRAM, *LEFT_OPEN}:
            continue
        try:
            parsed(command)
        except (AccessDenied, Unreachable):
            pass  # no server has to run for this test, and one that runs is somebody else's
        except WrongUsage as e:
            assert left_open(command, e), f"{command}: {e}"


def left_open(command: str, wrong: Exception) -> bool:
    """Whether a sentence only names a command or an option, or has N where a number belongs."""
    kind = type(wrong).__name__
    without_value = kind == "BadOptionUsage" and command.split()[-1].startswith("--")
    return kind == "MissingParameter" or without_value or "'N'" in str(wrong)


def test_a_command_that_does_not_exist_is_found() -> None:
    for wrong in ("ledger replai x", "ledger verify x --strickt", "ledger serve --port many"):
        with pytest.raises(WrongUsage) as said:
            parsed(wrong)
        assert not left_open(wrong, said.value)
