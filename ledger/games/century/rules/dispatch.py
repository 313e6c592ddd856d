"""The rules: who is asked, what decides which command, and back from events to commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ledger.kernel.game.interface import Command, Question
from ledger.kernel.log.events import Event
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


def _sailed(x: e.Sailed) -> Command:
    return c.Move(
        seat=x.seat,
        to=x.to,
        hand=x.hand,
        played=x.played,
        toll=x.toll,
        build=x.build,
        pay=x.pay,
        times=x.times,
        tile=x.tile,
    )


COMMAND: dict[type, Callable[[Any], Command]] = {
    e.Embarked: lambda x: c.Embark(seat=x.seat, set=x.set, to=x.to),
    e.Acquired: lambda x: c.Acquire(seat=x.seat, card=x.card, pay=x.paid),
    e.Gathered: lambda x: c.Play(seat=x.seat, card=x.card),
    e.Upgraded: lambda x: c.Play(seat=x.seat, card=x.card, steps=x.steps),
    e.Traded: lambda x: c.Play(seat=x.seat, card=x.card, times=x.times),
    e.Sailed: _sailed,
    e.Rested: lambda x: c.Rest(seat=x.seat),
    e.CardRewarded: lambda x: c.Reward(seat=x.seat, card=x.card),
    e.BonusTaken: lambda x: c.Reward(seat=x.seat, bonus=x.bonus),
    e.Exchanged: lambda x: c.Exchange(seat=x.seat, times=x.times),
    e.Declined: lambda x: c.Decline(seat=x.seat),
    e.Discarded: lambda x: c.Discard(seat=x.seat, cubes=x.cubes),
}


def command_of(events: Sequence[Event]) -> Command:
    """The inverse: the first event of a group carries every choice."""
    x = events[0]
    made = COMMAND.get(type(x))
    if made is None:
        raise ValueError(f"{type(x).__name__} begins no move")
    return made(x)
