"""The end of the game: when it comes, what each seat scored, and how ties are broken."""

from __future__ import annotations

from ..state import State


def ended(s: State) -> str | None:
    """OSA-45, A-OSA-17: return why the game is over, or None if it isn't.

    Either somebody has enough tokens, or all players have passed in a row.
    """
    if any(p.all_tokens >= s.setup.limits.end_tokens for p in s.players):
        return "tokens"
    return "all passed" if s.passes >= s.setup.players else None


def scores(s: State) -> tuple[int, ...]:
    """OSA-46: return each seat's VP; the highest total wins."""
    return tuple([p.vp for p in s.players])


def tie_breaks(s: State, seat: int) -> int:
    """OSA-47, A-OSA-21: return a seat's tokens, which break a tie on VP.

    Players who are still tied share the victory.
    """
    return s.players[seat - 1].all_tokens
