"""Games as 0.2 wrote them: their parts are found by names, and what is wrong is told where it is.

Nim and No Thanks are here as they were then.
"""

from __future__ import annotations

import gettext
import importlib
import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from common.examples import changed, load
from common.paths import TESTS
from common.refusals import tells
from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import fields
from ledger.kernel.rules.command import Command
from ledger.kernel.words.sentences import Teller, cases, tell
from ledger.sdk import version_0_2
from ledger.testing import Sessions

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

EXAMPLES = TESTS / "version_0_2" / "games" / "examples"
NIM = (EXAMPLES / "ledger_nim.py").read_text("utf-8")
NO_THANKS = (EXAMPLES / "ledger_nothanks.py").read_text("utf-8")
HEAD, _, REST = NIM.partition("class Take(Command)")
MOVES, _, WHOLE = REST.partition("GAME = ")
OWN_LEGAL = "\n\ndef legal(s: State, seat: int):\n    yield Take(seat=seat, heap=2, sticks=2)\n"


def listed(game: Game) -> list[str]:
    """Return the first moves that a game lists."""
    state = Sessions(game).session("Ana, Bo", "").state
    return [game.words.write(command) for command in game.rules.legal_moves(state, 1)]


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
    assert game.corrections.pieces(Sessions(game).session("Ana, Bo", "").state) == {}


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


# --- what is wrong ----------------------------------------------------------------------------

WRONG = {
    "an event that nothing applies": (
        changed(NIM, "def took(s: State, x: Took) -> None:", "def took(s: State, x) -> None:"),
        "class Took(SeatEvent)",
        "Took | def took(s: State, x: Took)",
    ),
    "an event that two functions apply": (
        changed(NIM, "def took(s: State, x: Took) -> None:", "def took(s: State, x: Turned):"),
        "def took(s",
        "Turned | changed_game.py",
    ),
    "a command that no move decides": (
        changed(NIM, '@move("NIM-02", Took)\n', ""),
        "class Take(Command)",
        "Take | @move | def take(d: Decision[State], x: Take)",
    ),
    "a move without a command": (
        changed(NIM, "def take(d: Decision[State], x: Take)", "def take(d: Decision[State])"),
        "@move(",
        "take | x: Take",
    ),
    "a sentence under a condition that no field has": (
        changed(NIM, '    says = "{name} takes', '    says_all = "All"\n    says = "{name} takes'),
        "class Took(SeatEvent)",
        "says_all | seat, heap, sticks",
    ),
    "two moves with one verb": (
        changed(NO_THANKS, '@move("NTH-06", Paid)', '@move("NTH-06", Paid, verb="take")'),
        '@move("NTH-06"',
        "Take | Pay | 'take' | verb=",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_declaration_is_told_where_it_stands(what: str, tmp_path: Path) -> None:
    code, line, facts = WRONG[what]
    with pytest.raises(DeclarationError) as e:
        load(tmp_path, code)
    assert tells(str(e.value), facts), str(e.value)
    (found,) = (n for n, text in enumerate(code.splitlines(), 1) if text.startswith(line))
    assert e.value.place == ("changed_game.py", found)


# --- sentences under conditions ---------------------------------------------------------------


class Sold(version_0_2.SeatEvent, frozen=True, kw_only=True):
    """Something is sold."""

    goods: tuple[str, ...]
    kind: str
    price: int
    says_goods_price_0 = "a gift"
    says_kind_big = "a big sale"
    says_goods = ("{goods} is sold", "{goods} are sold")
    says = "nothing"


SAID = [
    (("tea",), "small", 0, "a gift"),
    (("tea",), "big", 3, "a big sale"),
    ((), "big", 0, "a big sale"),
    (("tea",), "small", 3, "tea is sold"),
    (("tea", "silk"), "small", 3, "tea silk are sold"),
    ((), "small", 0, "nothing"),
]


@pytest.mark.parametrize(("goods", "kind", "price", "said"), SAID)
def test_an_attribute_says_the_condition_of_its_sentence(
    goods: tuple[str, ...], kind: str, price: int, said: str
) -> None:
    told = cases({Sold: version_0_2.said_under_conditions(Sold)})
    event = Sold(seat=1, goods=goods, kind=kind, price=price)
    assert tell(Teller(event, ("Ana",), gettext.NullTranslations()), told) == said


@pytest.mark.parametrize(("goods", "kind", "price", "said"), SAID)
def test_a_key_says_the_condition_of_its_sentence(
    goods: tuple[str, ...], kind: str, price: int, said: str
) -> None:
    when = version_0_2.when
    sentences = version_0_2.conditions_of(
        {
            when(Sold, "goods", price=0): "a gift",
            when(Sold, kind="big"): "a big sale",
            when(Sold, "goods"): version_0_2.NN_("{goods} is sold", "{goods} are sold"),
            Sold: "nothing",
        }
    )
    event = Sold(seat=1, goods=goods, kind=kind, price=price)
    assert tell(Teller(event, ("Ana",), gettext.NullTranslations()), cases(sentences)) == said


def test_the_rule_of_a_seat_stands_behind_its_event() -> None:
    whole: Any = version_0_2.SeatEvent
    base: Any = whole[version_0_2.By["NIM-02"]]

    class Turned(base):  # type: ignore[misc]
        """A turn begins."""

    assert [(f.name, f.rule) for f in fields(Turned)] == [("seat", "NIM-02")]


# --- bots -------------------------------------------------------------------------------------


class Take(Command):
    many: int


class Pass(Command):
    pass


class Skip(Command):
    pass


class Patient(version_0_2.ThinkingBot):
    w: int = 3

    def end_of_turn(self) -> Command:
        return Take(seat=self.seat, many=self.w)


class Sums(version_0_2.Rater):
    def take(self, x: Take) -> float:
        return float(x.many)

    def nothing(self, x: Pass | Skip) -> float:
        return 2.0


def test_a_bot_answers_with_the_method_named_like_the_phase() -> None:
    state: Any = SimpleNamespace(phase="end of turn", players=["Ana", "Bo"])
    game: Any = None
    assert Patient(5).choose(game, state, 2, random.Random(1)) == Take(seat=2, many=5)


@pytest.mark.parametrize(("many", "best"), [(1, 1), (3, 0)])
def test_a_bot_rates_by_the_type_of_a_parameter(many: int, best: int) -> None:
    moves = [Take(seat=1, many=many), Skip(seat=1), Pass(seat=1)]
    game: Any = SimpleNamespace(rules=SimpleNamespace(legal_moves=lambda state, seat: moves))
    state: Any = SimpleNamespace(players=["Ana"])
    assert Sums().choose(game, state, 1, random.Random(1)) == moves[best]
