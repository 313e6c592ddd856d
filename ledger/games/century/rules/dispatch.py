"""The rules: who is asked, what decides which command, and back from events to commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.kernel.game.interface import Command, Question
from ledger.kernel.play.decide import Decision

from .. import commands as c
from .. import events as e
from ..state import State
from .cards import acquire, play, rest
from .market import decline, exchange_later, reward
from .opening import embark
from .turn_end import discard
from .voyage import move

ASK = {"turn": "CEN-13", "reward": "CEN-34", "market": "CEN-38"}
ASKED = {(i, ask): (Question(i, ask, rule),) for ask, rule in ASK.items() for i in range(1, 5)}
ONLY_CARD = {i: (Question(i, "reward", "CEN-33"),) for i in range(1, 5)}
EACH = {"start": "CEN-12", "hold": "CEN-44"}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what."""
    if s.over:
        return ()
    if s.phase in EACH:
        return tuple(Question(seat, s.phase, EACH[s.phase]) for seat in s.asked)
    if s.phase == "reward" and "bonus" not in s.setup.rewards[str(s.column)]:
        return ONLY_CARD[s.active]
    return ASKED.get((s.active, s.phase), ())


DECIDE: dict[type, Callable[[Decision, Any], None]] = {
    c.Embark: embark,
    c.Acquire: acquire,
    c.Play: play,
    c.Move: move,
    c.Rest: rest,
    c.Reward: reward,
    c.Exchange: exchange_later,
    c.Decline: decline,
    c.Discard: discard,
}


COMMAND: dict[type, type[Command] | Callable[[Any], Command]] = {
    e.Embarked: lambda x: c.Embark(seat=x.seat, set=x.set, to=x.to),
    e.Acquired: lambda x: c.Acquire(seat=x.seat, card=x.card, pay=x.paid),
    e.Gathered: lambda x: c.Play(seat=x.seat, card=x.card),
    e.Upgraded: lambda x: c.Play(seat=x.seat, card=x.card, steps=x.steps),
    e.Traded: lambda x: c.Play(seat=x.seat, card=x.card, times=x.times),
    e.Sailed: c.Move,
    e.Rested: lambda x: c.Rest(seat=x.seat),
    e.CardRewarded: lambda x: c.Reward(seat=x.seat, card=x.card),
    e.BonusTaken: lambda x: c.Reward(seat=x.seat, bonus=x.bonus),
    e.Exchanged: lambda x: c.Exchange(seat=x.seat, times=x.times),
    e.Declined: lambda x: c.Decline(seat=x.seat),
    e.Discarded: lambda x: c.Discard(seat=x.seat, cubes=x.cubes),
}
