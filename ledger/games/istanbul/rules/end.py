"""The end of a turn, and of the game."""

from __future__ import annotations

from ledger.sdk import N_, Decision, Outcome, move, rank

from .. import commands as c
from .. import events as e
from ..box import TOKENS
from ..state import Player, State
from .bazaar import start_turn


@move("IST-18", e.Finished, answers="action", declines=True, button=N_("end the turn"))
def end(d: Decision[State], s: State, x: c.End) -> None:
    """IST-19, IST-40: the dice go clockwise; the game ends with a whole round (IST-A28)."""
    d.emit(e.Finished(seat=x.seat))
    if outcome(s) is not None:
        d.end()
    else:
        start_turn(d, s, s.active % s.setup.players + 1)


def wealth(s: State, p: Player) -> int:
    """IST-42, IST-A25: tokens and crystals sold, brown ones too, and the lira owned."""
    limits = s.setup.limits
    tokens = sum(p.have[k] for k in TOKENS)
    return tokens * limits.token_value + p.have["crystal"] * limits.crystal_value + p.have["lira"]


def outcome(s: State) -> Outcome | None:
    """IST-40 to IST-43: most rubies, then most lira after selling; still tied: together."""
    if s.phase != "turn over" or s.active < s.setup.players:
        return None
    rubies = tuple(p.rubies for p in s.players)
    if max(rubies) < s.setup.target:
        return None
    ranking = rank([(p.rubies, wealth(s, p)) for p in s.players])
    alone = rubies.count(max(rubies)) == 1
    rule = "IST-41" if alone else "IST-42" if len(ranking[0]) == 1 else "IST-43"
    return Outcome(reason="rubies", ranking=ranking, scores=rubies, rule=rule)
