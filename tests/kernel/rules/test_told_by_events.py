"""A decision does what its events say, and nothing else; what bots see is in the log."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from common.examples import GAMES, changed, load
from common.paths import TESTS
from ledger.kernel.errors import EventFault, GameFault, Malformed
from ledger.kernel.game.game import Bot, Game
from ledger.kernel.game.registry import offered
from ledger.kernel.log.events import Seat
from ledger.kernel.narration.narrate import words
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.simulate import play
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.watch import watching
from ledger.kernel.verify.verify import verify_bytes

PIPS = (TESTS / "common" / "pips.py").read_text("utf-8")
CROWNS = (GAMES / "ledger_crowns.py").read_text("utf-8")


@pytest.fixture
def clean() -> Iterator[None]:
    yield
    sys.modules.pop("changed_game", None)


def made(folder: Path, code: str, *changes: tuple[str, str]) -> ModuleType:
    for before, after in changes:
        code = changed(code, before, after)
    return load(folder, code)


def opened(game: Game) -> Table:
    return Table.open(game, open_game(game, ["Ana", "Bo"]), Seeded(1))


@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize(
    ("change", "breaks"),
    [
        (("dice=tuple(dice)", "dice=dice"), "event"),
        (("dice=tuple(dice)", 'dice=("6", "6")'), "chance"),
        (('2, "dice", x.seat', '2, "pips", x.seat'), "chance"),
        (('"dice", x.seat', '"dice", None'), "chance"),
    ],
)
def test_emit_refuses_what_chance_did_not_give(
    change: tuple[str, str], breaks: str, tmp_path: Path
) -> None:
    home = made(tmp_path, PIPS, change, ('"6"),', '"6", "7"),'))
    table = opened(home.GAME)
    before = table.bytes()
    with pytest.raises(EventFault) as e:
        table.do(home.Roll(seat=1), Seeded(2))
    assert e.value.breaks == breaks
    assert e.value.place is not None
    assert table.bytes() == before


@pytest.mark.usefixtures("clean")
def test_a_simulation_names_what_was_changed_outside_an_event(tmp_path: Path) -> None:
    change = ("    d.accept(x)\n", "    d.accept(x)\n    s.players[x.seat - 1].crowns += 1\n")
    home = made(tmp_path, CROWNS, change)
    game = home.GAME
    with pytest.raises(EventFault) as e:
        play(game, open_game(game, ["Ana", "Bo"]), [game.bots["random"]] * 2, 1)
    assert e.value.breaks == "draft"
    assert "players[0].crowns" in str(e.value.what)
    first = home.play.__code__.co_firstlineno
    assert first < e.value.place[1] < first + 15


@pytest.mark.usefixtures("clean")
def test_decisions_are_watched_only_meanwhile(tmp_path: Path) -> None:
    change = ("    d.accept(x)\n    if", "    d.accept(x)\n    s.rolled.append('1')\n    if")
    home = made(tmp_path, PIPS, change)
    table = opened(home.GAME)
    table.do(home.Roll(seat=1), Seeded(2))
    keep = home.Keep(seat=1, die=table.state.rolled[0])
    found: list[EventFault] = []
    with watching(found.append):
        table.do(keep, Seeded(2))
    assert [x.breaks for x in found] == ["draft"]
    assert opened(home.GAME).do(home.Roll(seat=1), Seeded(2))


class Looking(Bot):
    """Notes the hands that it is shown, and plays any card."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, ...]] = []

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        self.shown.append(tuple(len(p.hand.cards) for p in state.players))
        return game.rules.random_move(state, rng)


class Peeking(Looking):
    """Looks at all hands."""

    sees_all = True


@pytest.mark.usefixtures("clean")
def test_a_bot_sees_what_its_seat_sees_and_the_log_names_the_others(tmp_path: Path) -> None:
    game = made(tmp_path, CROWNS).GAME
    fair, peeking = Looking(), Peeking()
    table = play(game, open_game(game, ["Ana", "Bo"]), [fair, peeking], 3).table
    assert all(hands[1] == 0 for hands in fair.shown)
    assert any(all(hands) for hands in peeking.shown)
    assert table.lines[0].data.seeing_all == (2,)
    raw = table.bytes()
    assert raw.splitlines()[0].count(b'"sees_all":true') == 1
    assert "Bo" in words(game, table.lines[0].data, ["Ana", "Bo"], "en").partition("(")[2]


@pytest.mark.usefixtures("clean")
def test_a_session_and_a_verdict_say_who_saw_everything(tmp_path: Path) -> None:
    home = made(tmp_path, CROWNS)
    game = home.GAME
    object.__setattr__(game, "bots", {**game.bots, "peeking": Peeking()})
    with offered(game):
        start = open_game(game, [Seat(name=name, bot="peeking") for name in ("Ana", "Bo")])
        table = play(game, start, [game.bots["peeking"]] * 2, 3).table
        text = write_session(game, table.lines)
        assert read_session(text, game=game).bytes() == table.bytes()
        assured = verify_bytes(table.bytes()).assurance
        assert assured is not None
        assert assured.sees_all == (1, 2)
        assert not assured.plain
        with pytest.raises(Malformed) as e:
            read_session(text.replace("sees-all: 1, 2", "sees-all: 1, 3"), game=game)
        assert e.value.about == "sees-all"


@pytest.mark.usefixtures("clean")
def test_a_bot_that_plays_what_is_refused_is_at_fault(tmp_path: Path) -> None:
    home = made(tmp_path, PIPS, ("die=max(state.rolled)", 'die="7"'))
    game = home.GAME
    with pytest.raises(GameFault) as e:
        play(game, open_game(game, ["Ana", "Bo"]), [game.bots["highest"]] * 2, 1)
    assert "Highest" in e.value.message
    assert "keep 7" in e.value.message
