"""What thinking bots are made of."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from ledger.kernel.rules.command import Command
from ledger.sdk.kit.bots import Counts, Memo, Rater, ThinkingBot, best_of


class Take(Command):
    many: int


class Pass(Command):
    pass


class Skip(Command):
    pass


class Patient(ThinkingBot[Any, str]):
    w: int = 3

    def finish(self) -> Command:
        assert (self.s.phase, self.p) == ("end of turn", "Bo")
        return Take(seat=self.seat, many=self.w)

    phases: ClassVar = {"end of turn": finish}


class Sums(Rater[Any, str]):
    least: int

    def prepare(self) -> None:
        self.least = len(self.p)

    def take(self, x: Take) -> float:
        return float(max(x.many, self.least))

    def nothing(self, x: Pass | Skip) -> float:
        return 2.0

    ratings: ClassVar = {Take: take, Pass: nothing, Skip: nothing}


def test_a_bot_answers_with_the_method_that_it_names_for_the_phase() -> None:
    state: Any = SimpleNamespace(phase="end of turn", players=["Ana", "Bo"])
    game: Any = None
    for bot, many in ((Patient(), 3), (Patient(5), 5)):
        assert bot.choose(game, state, 2, random.Random(1)) == Take(seat=2, many=many)


def test_the_best_move_is_chosen_and_of_equal_ones_the_first() -> None:
    moves = [Take(seat=1, many=1), Skip(seat=1), Take(seat=1, many=2), Pass(seat=1)]
    state: Any = SimpleNamespace(players=["", "Bo", "Ola"])
    game: Any = SimpleNamespace(rules=SimpleNamespace(legal_moves=lambda state, seat: moves))
    rater = Sums()
    assert rater.choose(game, state, 1, random.Random(1)) == moves[1]
    assert rater.choose(game, state, 2, random.Random(1)) == moves[0]
    moves.clear()
    with pytest.raises(ValueError, match="nothing"):
        rater.choose(game, state, 1, random.Random(1))


def test_what_a_bot_works_out_before_it_rates_moves() -> None:
    moves = [Pass(seat=3), Take(seat=3, many=1)]
    state: Any = SimpleNamespace(players=["", "Bo", "Ola"])
    game: Any = SimpleNamespace(rules=SimpleNamespace(legal_moves=lambda state, seat: moves))
    assert Sums().choose(game, state, 3, random.Random(1)) == moves[1]


def test_the_best_of_some_things_must_be_good_enough() -> None:
    assert best_of(["a", "bbb", "ccc"], len) == "bbb"
    assert best_of(["a", "bbb"], len, above=3) is None


def test_a_memo_asks_once() -> None:
    asked: list[int] = []

    def double(n: int) -> int:
        asked.append(n)
        return 2 * n

    memo = Memo(double)
    assert [memo[4], memo[4], memo[5]] == [8, 8, 10]
    assert asked == [4, 5]


def test_counts_are_one_number_and_several() -> None:
    counts = Counts("red", "blue", "green")
    hold = counts.of([("red", 2), ("green", 255)])
    assert list(counts.each(hold)) == [2, 0, 255]
    assert list(counts.each(hold + counts.one["blue"] - 2 * counts.one["red"])) == [0, 1, 255]
