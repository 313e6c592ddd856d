"""What the greedy bot does where one move is plainly best; ../test_bots.py has its strength."""

from __future__ import annotations

import random
from typing import Any

from ledger.games.osaka import GAME
from ledger.games.osaka import commands as c
from ledger.games.osaka.bots.greedy import Greedy
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command
from ledger.kernel.state.piles import Pile

from .scenario import position

NAMES = ("Ana", "Bartek", "Celina", "Dora")


def move(seat: int = 1, players: int = 2, **more: Any) -> Command:
    """What the bot does in a position."""
    return Greedy().choose(GAME, position(players, **more).state, seat, random.Random(1))


def test_it_does_not_look_at_what_is_hidden() -> None:
    """Other hands, other VP and the draw pile may change: the choice may not."""
    chance, rng = Seeded(3), random.Random(3)
    table = Table.open(GAME, open_game(GAME, NAMES[:3]), chance)
    bot = Greedy()
    while asked := GAME.rules.awaiting(table.state):
        seat = asked[0].seat
        choice = bot.choose(GAME, table.state, seat, rng)
        other = GAME.rules.copy(table.state)
        other.pile = Pile()
        for i, p in enumerate(other.players, 1):
            if i != seat:
                p.hand = rng.choices(list(other.setup.value), k=len(p.hand))
                p.kept, p.blind, p.substitutes = [], rng.randint(0, 30), 0
        assert bot.choose(GAME, other, seat, rng) == choice
        table.do(choice, chance)


def test_it_buys_what_brings_its_ship_home() -> None:
    bought = move(
        market="R5 R2",
        hands=["R5 B5", ""],
        goods=["R5 R5", "B2"],
        ships={"red": 4},
        farm="G2 G3 Y2",
    )
    assert bought == c.Buy(seat=1, pay=("B5", "R5"))


def test_it_takes_the_best_coins_when_it_cannot_buy() -> None:
    assert move(market="R5 B3 Y2", farm="G2 G3 Y2") == c.Take(seat=1, card="R5")


def test_it_does_not_bring_home_the_ship_of_another() -> None:
    command = move(market="R2 B2", hands=["B2 B2", ""], goods=["", "4xR5"], ships={"red": 4})
    assert not isinstance(command, c.Buy)


def test_it_reserves_when_the_market_is_poor() -> None:
    command = move(market="B2", farm="R5 G2 Y3", tokens=["4xred", ""])
    assert command == c.Reserve(seat=1, card="R5", row="farm")


def test_it_takes_its_own_reserved_card() -> None:
    command = move(market="R5 B2", farm="G2 G3 Y2", reserve={1: "R5"})
    assert command == c.Take(seat=1, card="R5", reserved=True)


def test_it_insures_a_valuable_set_and_lets_a_poor_one_sink() -> None:
    s = position(2, hands=["B2 R3", ""], goods=["B5 B5 R2", ""], tokens=["2xblue", ""]).state
    s.phase, s.sinking, s.asked = "insurance", ["red", "blue"], [1]
    command = Greedy().choose(GAME, s, 1, random.Random(1))
    assert isinstance(command, c.Insure)
    assert {"B5"} <= set(command.goods)
    assert "B2" in command.cards
    s.players[0].goods, s.players[0].hand = ["R2"], ["B2"]
    assert Greedy().choose(GAME, s, 1, random.Random(1)) == c.Decline(seat=1)


def test_it_passes_when_nothing_can_be_done() -> None:
    s = position(2, market="", pile="R2", rest=1).state
    assert Greedy().choose(GAME, s, 1, random.Random(1)) == c.Pass(seat=1)


def test_its_first_token_follows_the_open_cards() -> None:
    s = position(2, market="R5 R5 B2 G2 Y3", farm="G3 Y2 R2").state
    s.phase, s.asked = "starting token", [1, 2]
    assert Greedy().choose(GAME, s, 1, random.Random(1)) == c.Claim(seat=1, colour="red")
