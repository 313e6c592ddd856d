"""What a decision asks of chance comes as events hold it, and what everybody knows isn't asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from common.examples import GAMES, changed, load
from common.paths import TESTS
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.state.piles import Pile

PIPS = (TESTS / "common" / "pips.py").read_text("utf-8")
CROWNS = (GAMES / "ledger_crowns.py").read_text("utf-8")
LOOK = '''
class Looked(SeatEvent):
    """The next player looks at a card that was played."""

    cards: Annotated[tuple[str | None, ...], rule("CRO-03", chance="look", hidden=True)]
    says = "{name} looks at {cards}"


FOLDS = Folds[State]()


@FOLDS.on(Looked)
def looked(s: State, x: Looked) -> None:
    pass
'''
SESSION = """game: crowns
players: Ana, Bo

Ana hand 1 2 3 4
Bo hand 5 6 7 8
Ana play 4
"""


@pytest.fixture
def clean() -> Iterator[None]:
    yield
    sys.modules.pop("changed_game", None)


def looking(folder: Path, pile: str) -> ModuleType:
    """Return Crowns in which the next player looks at the top card of a pile after each play."""
    code = changed(CROWNS, "\nFOLDS = Folds[State]()\n", LOOK)
    look = f'd.draw({pile}, 1, "look", rule="CRO-03", seat=3 - x.seat)'
    after = "    d.accept(x)\n"
    return load(
        folder, changed(code, after, f"{after}    d.emit(Looked(seat=3 - x.seat, cards={look}))\n")
    )


def read(text: str, game: Game) -> Table:
    with offered(game):
        return read_session(text)


@pytest.mark.usefixtures("clean")
def test_a_roll_is_a_tuple_as_events_hold_it(tmp_path: Path) -> None:
    old = 'd.chance.roll(s.setup.box.dice.faces, 2, "dice", x.seat, "PIP-02")'
    new = 'd.roll(s.setup.box.dice.faces, 2, "dice", rule="PIP-02", seat=x.seat)'
    code = changed(changed(PIPS, old, new), "dice=tuple(dice)", "dice=dice")
    home = load(tmp_path, code)
    table = Table.open(home.GAME, open_game(home.GAME, ["Ana", "Bo"]), Seeded(1))
    table.do(home.Roll(seat=1), Seeded(2))
    (rolled,) = (x.data for x in table.lines if isinstance(x.data, home.Rolled))
    assert type(rolled.dice) is tuple
    assert len(rolled.dice) == 2


@pytest.mark.usefixtures("clean")
def test_a_card_that_everybody_knows_stays_known_when_nobody_types_it(tmp_path: Path) -> None:
    home = looking(tmp_path, "Pile.of([x.card])")
    table = read(SESSION, home.GAME)
    assert [x.data.cards for x in table.lines if isinstance(x.data, home.Looked)] == [("4",)]
    typed = read(f"{SESSION}Bo look 4\n", home.GAME)
    assert typed.bytes() == table.bytes()


@pytest.mark.usefixtures("clean")
def test_a_known_card_may_still_be_typed_as_unseen(tmp_path: Path) -> None:
    home = looking(tmp_path, "Pile.of([x.card])")
    table = read(f"{SESSION}Bo look ?\n", home.GAME)
    assert [x.data.cards for x in table.lines if isinstance(x.data, home.Looked)] == [(None,)]


@pytest.mark.usefixtures("clean")
def test_a_card_of_many_is_unseen_when_nobody_types_it(tmp_path: Path) -> None:
    home = looking(tmp_path, "s.deck")
    table = read(SESSION, home.GAME)
    assert [x.data.cards for x in table.lines if isinstance(x.data, home.Looked)] == [(None,)]


def test_what_is_known_of_a_pile() -> None:
    assert Pile.of(["A", "A"]).known(2)
    assert Pile.of(["A", "A"]).known(3) is None
    assert Pile().known(1) is None
    mixed = Pile.of(["A", "B"])
    assert mixed.known(1) is None
    mixed.put_under("C")
    mixed.take("A")
    assert mixed.known(1) is None  # it had another card, which recorded games may have left out
    mixed.take("B")
    assert mixed.known(1)
    assert mixed.known(2) is None
