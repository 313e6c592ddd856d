"""Cubes balance: every hold and the cubes on every card of the row follow from the events alone.

The bookkeeper below knows no state of the game and no rule but these: who gives loses, who gets
gains, cubes paid for a card lie on the cards to its left, and a card that is taken brings what
lies on it. It looks up in the box what a card, a tile or a set is, never in an event's word.
"""

from __future__ import annotations

from collections import Counter

import pytest

from ledger.games.century import GAME
from ledger.games.century import events as e
from ledger.games.century.box import CUBES
from ledger.kernel.log.events import Event
from ledger.kernel.log.replay import Replay

from .scenario import random_game, standard_box

BOX = GAME.read_box(standard_box())
CARDS = {x.id: x for x in (*BOX.start, *BOX.card)}
MARKET = {x.id: x for x in BOX.market}
VP = {x.id: x for x in BOX.vp}
SETS = {x.id: x.cubes for x in BOX.set}


class Books:
    """Holds and the row of cards, from events alone."""

    def __init__(self, players: int) -> None:
        self.holds = [Counter[str]() for _ in range(players)]
        self.row: list[tuple[str, list[str]]] = []
        self.map: dict[str, str] = {}
        self.supply: Counter[str] = Counter()
        """Cubes that came from the supply, less those that went back."""

    def move(self, seat: int, cubes: dict[str, int], sign: int) -> None:
        """Cubes between a hold and the supply."""
        for cube, n in cubes.items():
            self.holds[seat - 1][cube] += sign * n
            self.supply[cube] += sign * n

    def take(self, seat: int, card: str, got: dict[str, int]) -> None:
        """A card of the row and what lies on it."""
        i = [x for x, _ in self.row].index(card)
        _, laid = self.row.pop(i)
        assert Counter(laid) == Counter(got), f"on {card} lie {laid}, {got} is told"
        self.holds[seat - 1].update(laid)

    def note(self, x: Event) -> None:
        """Enter an event."""
        if isinstance(x, e.RowFilled):
            self.row += [(card, []) for card in x.cards]
        elif isinstance(x, e.Mapped):
            self.map = dict(zip(x.cells, x.tiles, strict=True))
        elif isinstance(x, e.Embarked):
            assert x.got == SETS[x.set]
            self.move(x.seat, x.got, 1)
        elif isinstance(x, e.Acquired):
            place = [card for card, _ in self.row].index(x.card)
            assert len(x.paid) == place, "one cube on every card to the left"
            for (_, laid), cube in zip(self.row, x.paid, strict=False):
                self.holds[x.seat - 1][cube] -= 1
                laid.append(cube)
            self.take(x.seat, x.card, x.got)
        elif isinstance(x, e.CardRewarded):
            self.take(x.seat, x.card, x.got)
        elif isinstance(x, e.Gathered):
            assert x.got == CARDS[x.card].gain
            self.move(x.seat, x.got, 1)
        elif isinstance(x, e.Upgraded):
            change = Counter(x.got)
            change.subtract(x.gave)
            steps: Counter[str] = Counter()
            for cube in x.steps:
                steps[cube] -= 1
                steps[CUBES[CUBES.index(cube) + 1]] += 1
            assert +change == +steps
            assert -change == -steps
            assert len(x.steps) <= CARDS[x.card].steps
            self.move(x.seat, x.gave, -1)
            self.move(x.seat, x.got, 1)
        elif isinstance(x, e.Traded | e.Exchanged):
            deal = CARDS[x.card] if isinstance(x, e.Traded) else MARKET[self.map[x.cell]]
            assert x.gave == {k: n * x.times for k, n in deal.give.items()}
            assert x.got == {k: n * x.times for k, n in deal.get.items()}
            self.move(x.seat, x.gave, -1)
            assert min(self.holds[x.seat - 1].values()) >= 0, "given before anything is got"
            self.move(x.seat, x.got, 1)
        elif isinstance(x, e.TollPaid):
            self.holds[x.seat - 1][x.cube] -= 1
            self.holds[x.opponent - 1][x.cube] += 1
        elif isinstance(x, e.Built):
            self.move(x.seat, x.gave, -1)
        elif isinstance(x, e.TileTaken):
            assert (x.gave, x.points) == (VP[x.tile].cost, VP[x.tile].points)
            self.move(x.seat, x.gave, -1)
        elif isinstance(x, e.Discarded):
            self.move(x.seat, Counter(x.cubes), -1)
        else:
            words = ("got", "gave", "paid", "cubes", "cube")
            assert not any(hasattr(x, word) for word in words), f"{x} moves cubes"


@pytest.mark.rule("CEN-14", "CEN-15", "CEN-17", "CEN-22", "CEN-27", "CEN-31", "CEN-38", "CEN-39")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_cubes_balance_event_by_event(players: int, seed: int) -> None:
    books = Books(players)
    for line, state in Replay(GAME, random_game(players, f"balance {seed}").lines).walk():
        books.note(line.data)
        for hold, p in zip(books.holds, state.players, strict=True):
            assert {k: hold[k] for k in CUBES} == p.hold, line.seq
            assert min(p.hold.values()) >= 0, line.seq
        assert books.row == list(zip(state.row, state.laid, strict=True)), line.seq
        there = sum(books.holds, Counter(x for _, laid in books.row for x in laid))
        assert {k: there[k] for k in CUBES} == {k: books.supply[k] for k in CUBES}, line.seq
