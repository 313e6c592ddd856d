"""A game as a value: one with another part is another game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import pytest

from common import sticks
from ledger.kernel.game.registry import find_game
from ledger.sdk import Game, PlainSetup, Rules, hidden, resource, zone


@dataclass(slots=True)
class HiddenPlayer:
    taken: Annotated[int, resource("sticks"), zone()] = 0
    wish: Annotated[str | None, hidden()] = "none"


@dataclass(slots=True)
class HiddenState:
    """The state of Sticks with a secret, and with sticks that may be corrected."""

    setup: PlainSetup
    heaps: list[int] = field(default_factory=list)
    players: list[HiddenPlayer] = field(default_factory=lambda: [HiddenPlayer(), HiddenPlayer()])
    wind: str = ""
    active: int = 0
    turn: int = 0
    over: bool = False


def with_secrets() -> Rules[Any]:
    opening = replace(sticks.RULES.opening, start=HiddenState)
    return replace(sticks.RULES, state=HiddenState, opening=opening)


def test_another_state_brings_its_own_secrets_and_corrections() -> None:
    plain: Game = sticks.GAME
    state = HiddenState(None)
    assert plain.corrections.zones == ()
    changed = replace(plain, rules=with_secrets())
    assert changed.mask(state, 1).players[1].wish is None
    assert [zone.word for zone in changed.corrections.zones] == ["taken"]
    again = replace(changed, rules=plain.rules)
    assert again.corrections.zones == ()


def test_other_rules_bring_their_own_slots() -> None:
    klongs = find_game("klongs")
    assert klongs.words.slots == ("hand",)
    assert replace(klongs, rules=sticks.RULES).words.slots == ()


def test_what_a_game_declares_itself_stays() -> None:
    windy = replace(sticks.GAME, words=replace(sticks.GAME.words, slots=("wind",)))
    assert replace(windy, rules=with_secrets()).words.slots == ("wind",)


def test_a_part_can_be_changed_by_itself() -> None:
    other = replace(sticks.GAME, secrets=replace(sticks.GAME.secrets, unknown=("wind",)))
    assert other.secrets.unknown == ("wind",)
    assert replace(other, meta=other.meta).secrets.unknown == ("wind",)


@pytest.mark.parametrize("part", ["rules", "boxes", "words", "secrets", "corrections", "holdings"])
def test_a_part_of_a_game_can_be_given_to_it_again(part: str) -> None:
    again = replace(sticks.GAME, **{part: getattr(sticks.GAME, part)})
    assert again.holdings(HiddenState(None)) == [(0,), (0,)]
