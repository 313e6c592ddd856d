"""What a game says of itself is found by its name, in one file or in the files of a package."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from common.examples import NIM, changed, load
from common.refusals import tells
from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.interface import Game, _again
from ledger.kernel.game.registry import find_game
from ledger.testing import Sessions

HEAD, _, REST = NIM.partition("class Take(Command)")
MOVES, _, WHOLE = REST.partition("GAME = ")
OWN_LEGAL = "\n\ndef legal(s: State, seat: int):\n    yield Take(seat=seat, heap=2, sticks=2)\n"


def listed(game: Game) -> list[str]:
    """Return the first moves that a game lists."""
    state = Sessions(game).session("Ana, Bo", "").state
    return [game.write(command) for command in game.legal(state, 1)]


def in_files(folder: Path, more: str = "", legal: str = "", name: str = "nim_in_files") -> Game:
    """Import Nim as a package of several files, of which two may have something more."""
    names = "from ledger_x.state import *\nfrom ledger_x.state import Heaps, State\n\n\n"
    names = names.replace("ledger_x", name)
    files = {
        "__init__": f"{HEAD.partition('from __future__')[0]}from .game import GAME\n",
        "state": HEAD,
        "moves": f"{names}class Take(Command){MOVES}",
        "more": f"{names}from {name}.moves import Take\n{legal}",
        "game": f"{names}from {name}.moves import Turned\n{more}\nGAME = "
        + WHOLE.replace("package=__name__", "modules=(__package__,)"),
    }
    (folder / name).mkdir()
    for file, code in files.items():
        (folder / name / f"{file}.py").write_text(code, "utf-8")
    for module in [x for x in sys.modules if x.partition(".")[0] == name]:
        del sys.modules[module]
    found: Game = importlib.import_module(name).GAME
    return found


def test_a_function_is_found_by_its_name(tmp_path: Path) -> None:
    assert len(listed(load(tmp_path, NIM).GAME)) == 15
    assert listed(load(tmp_path, changed(NIM, "GAME = ", f"{OWN_LEGAL}\n\nGAME = ")).GAME) == [
        "take 2 2"
    ]


def test_what_is_given_stands_above_what_is_found(tmp_path: Path) -> None:
    code = changed(NIM, "GAME = ", f"{OWN_LEGAL}\n\nGAME = ")
    given = "legal=lambda s, seat: iter([Take(seat=seat, heap=1, sticks=3)]),"
    assert listed(load(tmp_path, changed(code, "ranked_by=", f"{given}\n    ranked_by=")).GAME) == [
        "take 1 3"
    ]


@pytest.mark.parametrize("old", ["took(s", "take(d"])
def test_moves_and_what_applies_an_event_may_have_any_name(tmp_path: Path, old: str) -> None:
    game = load(
        tmp_path,
        changed(NIM, f"def {old}", f"def pieces{old[4:]}").replace(
            '    pieces=lambda s: {"sticks": sum(s.heaps) + s.taken},\n', ""
        ),
    ).GAME
    assert Sessions(game).session("Ana, Bo", "Ana take 3 7").state.heaps == [3, 5, 0]
    assert game.pieces(Sessions(game).session("Ana, Bo", "").state) == {}


def test_the_files_of_a_package_are_as_good_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    game = in_files(tmp_path, legal=OWN_LEGAL)
    assert Sessions(game).session("Ana, Bo", "Ana take 3 7").state.heaps == [3, 5, 0]
    assert listed(game) == ["take 2 2"]


def test_a_game_has_one_of_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(DeclarationError) as e:
        in_files(tmp_path, more=OWN_LEGAL, legal=OWN_LEGAL, name="nim_twice")
    assert tells(str(e.value), "nim_twice.game | nim_twice.more | legal")


def test_events_with_one_function_have_code_of_their_own() -> None:
    game = find_game("century")
    found = [f for f in game.evolvers.values() if f.__name__ == "gathered"]
    assert len(found) == len({id(f.__code__) for f in found}) == 3
    assert {(f.__module__, f.__doc__) for f in found} == {(found[0].__module__, found[0].__doc__)}


def test_a_function_for_several_events_keeps_what_it_is_given_by_default() -> None:
    def evolve(state: list[int], event: object, n: int = 2, *, more: int = 3) -> None:
        state.append(n + more)

    state: list[int] = []
    _again(evolve)(state, None)
    assert state == [5] and _again(evolve) is not evolve
    assert _again(print) is print


def test_a_game_without_a_state_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(DeclarationError) as e:
        load(tmp_path, NIM.replace("State", "Position"))
    assert tells(str(e.value), "State")


BOTS = '''
from ledger.sdk import Bot, RandomBot


class Careful(RandomBot):
    """Plays well."""


class Thinking(Bot):
    """What others are made of."""


'''


def test_bots_are_found_and_called_like_their_classes(tmp_path: Path) -> None:
    assert list(load(tmp_path, NIM).GAME.bots) == ["random"]
    found = load(tmp_path, changed(NIM, "GAME = ", f"{BOTS}GAME = ")).GAME
    assert list(found.bots) == ["random", "careful"]


def test_bots_that_are_given_stand_above_those_that_are_found(tmp_path: Path) -> None:
    code = changed(NIM, "GAME = ", f"{BOTS}GAME = ")
    given = changed(code, "ranked_by=", 'bots={"slow": Careful()},\n    ranked_by=')
    assert list(load(tmp_path, given).GAME.bots) == ["random", "slow"]
