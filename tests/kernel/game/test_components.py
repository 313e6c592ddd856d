"""The components of every game, with what they are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.examples import GAMES, changed, load
from common.games import every_game
from ledger.kernel.boxes.component import Component
from ledger.kernel.boxes.descriptions import described
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.notation_page import notation_page
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded


@every_game
def test_all_that_can_come_in_a_set_up_is_listed(game: Game) -> None:
    names = [f"P{n}" for n in range(game.meta.players[0])]
    table = Table.open(game, open_game(game, names), Seeded(1))
    known = {x.id for x in game.components()}
    for pile in (x for x in vars(type(table.state)) if x in ("deck", "pile", "stack", "bag")):
        assert set(getattr(table.state, pile).names()) <= known


@pytest.mark.parametrize("name", ["osaka", "klongs", "istanbul", "century"])
@pytest.mark.parametrize("lang", ["en", "pl", "it"])
def test_ours_say_what_each_is(name: str, lang: str) -> None:
    found = find_game(name).components(lang)
    assert all(x.text and x.sort and x.copies > 0 for x in found)
    assert len({(x.sort, x.id) for x in found}) == len(found)


def test_an_own_box_has_its_own_texts() -> None:
    game = find_game("istanbul")
    own = game.boxes.whole(
        {"card": [{"id": "e-lira", "active": {"pay": {"lira": 9}, "gain": {"ruby": 1}}}]}
    )
    texts = {x.id: x.text for x in game.components(box=game.boxes.read(own))}
    assert "9 lira" in texts["e-lira"]
    assert "9 lira" not in {x.id: x.text for x in game.components()}["e-lira"]


def test_a_game_that_says_nothing_lists_what_its_box_has(splash: Game) -> None:
    found = splash.components()
    assert [(x.sort, x.id, x.copies, x.slot) for x in found] == [
        ("draw", id, 6, "draw") for id in ("S1", "S2", "S3", "S4")
    ]


@pytest.fixture
def clean() -> Iterator[None]:
    yield
    sys.modules.pop("changed_game", None)


def counted(game: Game, box: object = None) -> list[tuple[str, str, int]]:
    return [(x.sort, x.id, x.copies) for x in game.components(box=box)]


@pytest.mark.usefixtures("clean")
def test_a_card_that_can_come_in_two_ways_is_counted_once(tmp_path: Path) -> None:
    crowns = (GAMES / "ledger_crowns.py").read_text("utf-8")
    seen = "    d.emit(Turned(seat=1))\n\n\n@move"
    market = """    for card in d.seen(d.state.deck, 2, "market", rule="CRO-02"):
        d.emit(Bared(card=card))
"""
    bared = """class Bared(Event):
    card: Annotated[str, rule("CRO-02", chance="market")]
    says = "{card} is turned up"


FOLDS = Folds[State]()


@FOLDS.on(Bared)
def bared(s: State, x: Bared) -> None:
    s.deck.take(x.card)
    s.gone.append(x.card)
"""
    code = changed(crowns, seen, f"{market}{seen}")
    code = changed(code, "FOLDS = Folds[State]()\n", bared)
    code = changed(code, "    Ending,\n", "    Ending,\n    Event,\n")
    code = changed(
        code,
        "str(n) for n in range(1, setup.box.cards.highest + 1)",
        "str(n % 12) for n in range(24)",
    )
    game = load(tmp_path, code).GAME
    assert counted(game) == [("deck", str(n), 2) for n in range(12)]
    assert {x.slot for x in game.components()} == {""}


@pytest.mark.usefixtures("clean")
def test_a_box_of_ones_own_has_its_own_numbers(tmp_path: Path) -> None:
    game = load(tmp_path, (GAMES / "ledger_crowns.py").read_text("utf-8")).GAME
    own = game.boxes.read(game.boxes.whole({"cards": {"highest": 30}}))
    assert len(counted(game)) == 24
    assert counted(game, own) == [("hand", str(n), 1) for n in range(1, 31)]
    assert {x.slot for x in game.components()} == {"hand"}


@pytest.mark.usefixtures("clean")
def test_piles_of_every_player_are_counted_together(tmp_path: Path) -> None:
    crowns = (GAMES / "ledger_crowns.py").read_text("utf-8")
    code = changed(
        crowns,
        "    crowns: Annotated",
        '    own: Pile = field(default_factory=lambda: Pile.of("AAB"))\n    crowns: Annotated',
    )
    game = load(tmp_path, code).GAME
    most = game.meta.players[-1]
    assert counted(game)[-2:] == [("own", "A", 2 * most), ("own", "B", most)]


def test_it_is_on_the_page_about_the_notation() -> None:
    page = notation_page(find_game("istanbul"))
    assert all(f"`{x.id}`" in page and x.text in page for x in find_game("istanbul").components())


A, B, C, D = (
    Component("card", "a", name="yellow 2", means="3 icons"),
    Component("card", "b", name="yellow 3", means="2 icons"),
    Component("card", "c", means="pay 2 lira for a ruby; otherwise 1 lira"),
    Component("card", "d", means="1 lira"),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("yellow 2", [A]),
        ("Yellow 3", [B]),
        ("yellow", [A, B]),
        ("2 icon", [B]),
        ("1 lira", [D]),
        ("2 liras ruby", [C]),
        ("ruby for 2", [C]),
        ("red", []),
        ("lira lira lira", []),
        ("", []),
    ],
)
def test_the_best_fit_is_meant(text: str, found: list[Component]) -> None:
    assert described(text, (A, B, C, D)) == found
