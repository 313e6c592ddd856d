"""docs/write-a-game.md is true: its code is that of the examples, and runs as it says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.examples import GAMES, examples_installed, load
from common.paths import ROOT
from ledger.cli.app import run
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.verify.verify import verify_bytes

TEXT = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
NIM, CROWNS, GOOFSPIEL, SECRETS, SPADES = re.split(
    "^## (?:Crowns|Goofspiel|Looking|Spades)", TEXT, flags=re.M
)
PARTS = {"goofspiel": GOOFSPIEL, "spades": SPADES}
"""What the page shows only parts of."""


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with examples_installed(tmp_path_factory.mktemp("site")):
        yield


def blocks(kind: str, text: str = TEXT) -> list[str]:
    """Return the code blocks of a kind."""
    return re.findall(rf"```{kind}\n(.*?)```", text, re.S)


@pytest.mark.parametrize(("part", "file"), [(NIM, "ledger_nim.py"), (CROWNS, "ledger_crowns.py")])
def test_the_code_of_the_page_is_the_example(part: str, file: str) -> None:
    told = [line for block in blocks("py", part) for line in block.splitlines() if line]
    code = (GAMES / file).read_text("utf-8")
    assert told == [line for line in code.splitlines() if line]


@pytest.mark.parametrize(
    ("part", "game"),
    [(part, game) for game, text in PARTS.items() for part in blocks("py", text)],
)
def test_what_the_page_shows_of_a_game_is_in_the_example(part: str, game: str) -> None:
    assert part in (GAMES / f"ledger_{game}.py").read_text("utf-8")


@pytest.mark.parametrize("part", blocks("py", SECRETS))
def test_what_the_page_shows_of_shared_secrets_is_in_an_example(part: str) -> None:
    games = [GAMES / f"ledger_{name}.py" for name in ("whispers", "garlands")]
    assert any(part in game.read_text("utf-8") for game in games)


def test_the_commands_of_the_page_print_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In order; `…` stands for anything."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "library"))
    monkeypatch.setenv("COLUMNS", "80")
    told = re.split(r"^\$ ledger ", "\n".join(blocks("console")), flags=re.M)[1:]
    assert len(told) > 8
    for part in told:
        line, _, expected = part.partition("\n")
        with pytest.raises(SystemExit):
            run(shlex.split(line))
        said = capsys.readouterr()
        printed = "\n".join(text.rstrip() for text in (said.out + said.err).splitlines())
        pattern = "(.|\n)*".join(map(re.escape, expected.strip().split("…")))
        assert re.fullmatch(pattern, printed.strip()), f"{line}\n{printed}"


@pytest.mark.parametrize("text", blocks("session"), ids=["nim", "crowns", "goofspiel", "whispers"])
def test_the_sessions_of_the_page_are_legal(text: str) -> None:
    assert verify_bytes(read_session(text).bytes()).verdict in ("legal", "possible")


def test_the_tests_of_the_page_pass(tmp_path: Path) -> None:
    (code,) = blocks("python")
    tests = vars(load(tmp_path, code, "tests_of_nim"))
    assert len(vars(tests["TestLaws"])) > 50
    proving = [test for name, test in tests.items() if name.startswith("test_")]
    assert len(proving) == 2
    for test in proving:
        test()
