"""The end: when the game is over, what each seat scored, and who is ahead of a tied seat."""

from __future__ import annotations

from ..state import State


def ended(s: State) -> str | None:
    """OSA-45, A-OSA-17: somebody has enough tokens, or all have passed in a row."""
    if any(p.all_tokens >= s.setup.limits.end_tokens for p in s.players):
        return "tokens"
    return "all passed" if s.passes >= s.setup.players else None


def scores(s: State) -> tuple[int, ...]:
    """OSA-46: the VP of each seat, the most of which win."""
    return tuple([p.vp for p in s.players])


def tie_breaks(s: State, seat: int) -> int:
    """OSA-47, A-OSA-21: among those with the most VP, the most tokens win; still tied: shared."""
    return s.players[seat - 1].all_tokens
