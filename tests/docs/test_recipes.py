"""docs/recipes.md: its code is in the game that it names, and each of these games is tested."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from common.examples import GAMES
from common.paths import ROOT

TEXT = (ROOT / "docs" / "recipes.md").read_text("utf-8")
SUBJECTS = (
    *("hidden", "simultaneous", "auction", "luck", "phase", "elimination", "co-operation"),
    *("map", "tableau", "tricks", "teams"),
)


class Piece(NamedTuple):
    """A piece of code on the page: under which heading, and of which game."""

    heading: str
    file: str
    lines: list[str]


def pieces() -> list[Piece]:
    found, heading, file = [], "", ""
    for title, named, code in re.findall(
        r"^##+ ([^\n]+)$|From `(\S+)`|^```py\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL
    ):
        if title:
            heading, file = title, ""
        elif named:
            file = named
        else:
            lines = [line.strip() for line in code.splitlines() if line.strip()]
            found.append(Piece(heading, file, lines))
    return found


PIECES = pieces()


@pytest.mark.parametrize("piece", PIECES, ids=lambda x: f"{x.heading}: {x.lines[0]}")
def test_a_piece_of_code_is_in_the_game_that_it_is_from(piece: Piece) -> None:
    assert piece.file, "no game is named under this heading"
    source = (GAMES / piece.file).read_text("utf-8").splitlines()
    lines = [line.strip() for line in source if line.strip()]
    many = len(piece.lines)
    assert any(lines[i : i + many] == piece.lines for i in range(len(lines)))


def test_every_subject_has_its_code() -> None:
    headings = " ".join({x.heading for x in PIECES} | set(re.findall(r"^## (.+)", TEXT, re.M)))
    assert not [x for x in SUBJECTS if x not in headings.lower()]
    sections = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]
    assert all("```py" in section for section in sections)
    assert len(PIECES) > 30


def test_every_game_on_the_page_is_tested() -> None:
    tests = "".join(p.read_text("utf-8") for p in (ROOT / "tests" / "games").rglob("*.py"))
    for file in {x.file.removesuffix("/__init__.py").removesuffix(".py") for x in PIECES}:
        assert file in tests or file.removeprefix("ledger_") in tests, file
