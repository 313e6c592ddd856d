"""The states that a correction must not produce."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.sdk import Message

from .state import POOL, State


def faults(s: State, names: Sequence[str]) -> Iterator[Message]:
    """Yield what is wrong: traders without a seat, impossible hands, wrong market days."""
    setup, players = s.setup, s.setup.players
    for field in s.owners:
        if s.boats.get(field) not in setup.empty:
            yield Message(
                "no trader can sit on {field}: there is no boat with an empty seat", field=field
            )
    if s.marker >= len(setup.points):
        yield Message("the marker can be at 0 to {last}", last=len(setup.points) - 1)
    for i, stack in enumerate(s.stacks):
        unknown = sum(p.unknown[i] for p in s.players)
        if sum(stack.pools[POOL].values()) < stack.size + unknown:
            yield Message("there aren't that many boats left that nobody has seen")
    for name, p in zip(names, s.players, strict=True):
        if len(p.unknown) != len(s.stacks) or p.hand > setup.hand:
            yield Message(
                "{name} can have at most {boats} boats in hand", name=name, boats=setup.hand
            )
    if s.day not in ("", "small", "big") or (s.phase == "market day") != bool(s.day):
        yield Message(
            "a market day is small or big, and players are asked about it only while it lasts"
        )
    most = setup.rounds * players if s.day == "small" else 0
    if s.scorings > most or (s.day == "small" and not s.scorings):
        yield Message(
            "on a small market day, there are up to {turns} turns to score",
            turns=setup.rounds * players,
        )
    if bool(s.asked) != bool(s.day) or max(s.asked, s.placer) > players:
        yield Message("players are numbered 1 to {players}", players=players)
