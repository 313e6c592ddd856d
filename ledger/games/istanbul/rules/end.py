"""The end of a turn, and the end of the game."""

from __future__ import annotations

from ledger.sdk import N_, Decision, Outcome, move, next_seat, rank

from .. import commands as c
from .. import events as e
from ..box import TOKENS
from ..state import Player, State
from .bazaar import start_turn


@move(c.End, "IST-18", e.Finished, answers="action", declines=True, button=N_("end the turn"))
def end(d: Decision[State], s: State, x: c.End) -> None:
    """IST-19, IST-40: pass the dice on clockwise, or end the game after a full round (IST-A28)."""
    d.emit(e.Finished(seat=x.seat))
    if outcome(s) is not None:
        d.end()
    else:
        start_turn(d, s, next_seat(s.active, s.setup.players))


def wealth(s: State, p: Player) -> int:
    """IST-42, IST-A25: return the lira after selling all tokens (even brown) and crystals."""
    limits = s.setup.limits
    tokens = sum(p.have[k] for k in TOKENS)
    return tokens * limits.token_value + p.have["crystal"] * limits.crystal_value + p.have["lira"]


def scores(s: State) -> tuple[int, ...]:
    """IST-41: return each seat's rubies; the highest number wins."""
    return tuple([p.rubies for p in s.players])


def tie_breaks(s: State, seat: int) -> int:
    """IST-42: return what breaks a tie on rubies; players who are still tied share the victory."""
    return wealth(s, s.players[seat - 1])


def parts(s: State, seat: int) -> dict[str, int]:
    """IST-41: return where a seat's rubies come from."""
    p = s.players[seat - 1]
    return {N_("from the areas"): p.rubies - p.mosque, N_("from the mosque"): int(p.mosque)}


def outcome(s: State) -> Outcome | None:
    """IST-40 to IST-43: return the result: most rubies, then most lira after selling.

    Players who are still tied share the victory. The result is None until the end of the round in
    which somebody has enough rubies.
    """
    if s.phase != "turn over" or s.active < s.setup.players:
        return None
    rubies = scores(s)
    if max(rubies) < s.setup.target:
        return None
    ranking = rank([(n, tie_breaks(s, seat)) for seat, n in enumerate(rubies, 1)])
    if rubies.count(max(rubies)) == 1:
        rule = "IST-41"
    elif len(ranking[0]) == 1:
        rule = "IST-42"
    else:
        rule = "IST-43"
    return Outcome(reason="rubies", ranking=ranking, scores=rubies, rule=rule)
