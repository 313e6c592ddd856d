"""What no correction can bring about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .state import POOL, State


def faults(s: State, names: Sequence[str]) -> Iterator[str]:
    """Yield what can't be: traders without a seat, impossible hands, wrong market days."""
    setup, players = s.setup, s.setup.players
    for field in s.owners:
        if s.boats.get(field) not in setup.empty:
            yield f"no trader can sit on {field}: there is no boat with an empty seat"
    if s.marker >= len(setup.points):
        yield f"the marker can be at 0 to {len(setup.points) - 1}"
    for i, stack in enumerate(s.stacks):
        unknown = sum(p.unknown[i] for p in s.players)
        if sum(stack.pools[POOL].values()) < stack.size + unknown:
            yield "there aren't so many boats that nobody has seen"
    for name, p in zip(names, s.players, strict=True):
        if len(p.unknown) != len(s.stacks) or p.hand > setup.hand:
            yield f"{name} can have {setup.hand} boats in hand"
    if s.day not in ("", "small", "big") or (s.phase == "market day") != bool(s.day):
        yield "a market day is small or big, and people are asked about it while it lasts"
    most = setup.rounds * players if s.day == "small" else 0
    if s.scorings > most or (s.day == "small" and not s.scorings):
        yield f"on a small market day there are up to {setup.rounds * players} turns to score"
    if bool(s.asked) != bool(s.day) or max(s.asked, s.placer) > players:
        yield f"the players are 1 to {players}"
