"""Games that can't be loaded: left out, named with their distribution, and in nobody's way."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import ledger
from common.plugin_folder import CODE, line_of, plugins_in, write_plugin
from common.refusals import tells
from ledger.kernel.game.registry import forget_games, installed
from ledger.kernel.plugins import shipped_by

OURS = {"century", "istanbul", "klongs", "osaka"}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "site"
    forget_games()


def warned() -> list[str]:
    """Ask for all games twice; return what was warned of."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert installed().keys() >= OURS
        installed()
    assert all(issubclass(w.category, ledger.GameWarning) for w in said)
    return [str(w.message) for w in said]


def broken(name: str = "heap") -> ledger.BrokenGame:
    """Return what is said to whoever asks for this very game."""
    with pytest.raises(ledger.BrokenGame) as e:
        ledger.find_game(name)
    return e.value


PLACED = {
    "import": ("import nonsense_module" + CODE, "ModuleNotFoundError | nonsense_module", 1),
    "argument": (CODE.replace(", scores=", ", scroes="), "TypeError | scroes", None),
    "syntax": (CODE.replace("def took(s, e: Took):", "def took(s, e:"), "SyntaxError", None),
    "exit": (CODE + "raise SystemExit(3)\n", "SystemExit | 3", line_of("raise", CODE + "raise")),
}


@pytest.mark.parametrize("how", PLACED)
def test_what_can_t_be_imported_is_left_out_and_named(how: str, folder: Path) -> None:
    code, facts, line = PLACED[how]
    write_plugin(folder, code)
    with plugins_in(folder):
        (said,) = warned()
        place = "heap_game/__init__.py" + ("" if line is None else f" | line {line}")
        assert tells(said, f"heap | ledger-heap 1.2 | {facts} | {place}"), said
        assert "heap" not in installed()
        e = broken()
        assert tells(e.message, f"heap | ledger-heap 1.2 | {facts} | {place}")
        assert tells(e.hint, "LEDGER_DEBUG=1")
        assert e.kind == "game-fault"
        assert e.__cause__ is not None


def test_what_isn_t_a_game_is_left_out(folder: Path) -> None:
    write_plugin(folder, attribute="BOX", code=CODE + "BOX = 7\n")
    with plugins_in(folder):
        (said,) = warned()
        assert tells(said, "heap | ledger-heap 1.2 | heap_game:BOX | int")
        assert tells(broken().message, "ledger-heap 1.2 | int")


@pytest.mark.parametrize("file", ["box.toml", "rules.toml"])
def test_a_game_that_lacks_a_file_is_left_out(file: str, folder: Path) -> None:
    write_plugin(folder)
    (folder / "heap_game" / file).unlink()
    with plugins_in(folder):
        (said,) = warned()
        assert tells(said, f"heap | ledger-heap 1.2 | {file}")


def test_a_second_game_of_the_same_name_is_left_out(folder: Path) -> None:
    write_plugin(folder)
    again = {"package": "other_heap", "distribution": "ledger-zzz", "version": "0.3"}
    write_plugin(folder, CODE, **again)
    with plugins_in(folder):
        (said,) = warned()
        assert tells(said, "heap | ledger-zzz 0.3 | ledger-heap 1.2")
        assert installed()["heap"].package == ledger.find_game("heap").package == "heap_game"


@pytest.mark.parametrize("name", ["osaka", "elsewhere"])
def test_nobody_takes_the_place_of_a_game_of_ours(name: str, folder: Path) -> None:
    write_plugin(folder, CODE.replace('name="heap"', 'name="osaka"'), name=name)
    with plugins_in(folder):
        (said,) = warned()
        assert tells(said, f"{name} | ledger-heap 1.2 | tabletop-ledger")
        assert ledger.find_game("osaka").package == "ledger.games.osaka"
        assert installed()["osaka"].package == "ledger.games.osaka"


def test_a_broken_game_gives_its_name_to_one_that_works(folder: Path) -> None:
    write_plugin(folder, "import nonsense_module", distribution="ledger-aaa", package="aaa_heap")
    write_plugin(folder)
    with plugins_in(folder):
        (said,) = warned()
        assert tells(said, "heap | ledger-aaa 1.2 | nonsense_module")
        assert shipped_by("heap", ledger.find_game("heap").package) == "ledger-heap 1.2"


def test_a_game_that_works_brings_no_warning(folder: Path) -> None:
    write_plugin(folder)
    with plugins_in(folder):
        assert warned() == []
        assert ledger.find_game("Heap") is installed()["heap"]


def test_one_game_is_found_without_loading_the_others(folder: Path) -> None:
    write_plugin(folder, "raise RuntimeError('nobody asked for me')")
    with plugins_in(folder), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ledger.find_game("osaka").meta.name == "osaka"
