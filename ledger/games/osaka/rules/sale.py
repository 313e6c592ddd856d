"""A sale round: goods become VP, tokens are gained, and the game may end."""

from __future__ import annotations

from ledger.sdk import Decision, Outcome, rank

from .. import events as e
from ..state import State
from .cards import from_active, insurable, set_vp
from .tide import after_tide
from .turn import renewed


def sale_round(d: Decision[State]) -> None:
    """OSA-32, OSA-34: scoring, tokens, end check, then the Black Tide and who can insure.

    Each colour is settled by itself, in the order of the box and clockwise from the active
    player (A-OSA-03, A-OSA-04); what ends here has neither tide nor refill (A-OSA-20).
    """
    s = d.state
    setup = s.setup
    arrived = [name for name in setup.colours if s.ships[name] == setup.goal]
    sellers = [(name, seat) for name in arrived for seat in from_active(s) if sell(d, name, seat)]
    for name, seat in sellers:  # OSA-39; every sale earns at least 1 VP (A-OSA-18)
        d.emit(e.Earned(seat=seat, colour=name))
    if any(p.all_tokens >= setup.limits.end_tokens for p in s.players):  # OSA-45
        d.end()
        return
    sinking = tuple(x for x in setup.colours if s.ships[x] in setup.waves)  # OSA-40, A-OSA-05
    if sinking:
        able = tuple(i for i in from_active(s) if insurable(s, s.players[i - 1], sinking))
        d.emit(e.Sank(colours=sinking, asked=able))
    if not s.asked:
        after_tide(d)


def sell(d: Decision[State], colour: str, seat: int) -> bool:
    """OSA-33 to OSA-38: a player's whole set of one colour, new goods included (A-OSA-28)."""
    s = d.state
    setup = s.setup
    p = s.players[seat - 1]
    cards = [x for x in p.goods + p.insured if setup.colour[x] == colour]
    if not cards:
        return False
    cards.sort(key=lambda x: (setup.value[x], x))  # OSA-36, A-OSA-25
    price = setup.value[cards[-1]] + p.tokens[colour]
    vp = set_vp(s, len(cards), price)
    kept = min(vp, len(cards))
    d.emit(
        e.Sold(
            seat=seat,
            colour=colour,
            cards=tuple(cards),
            price=price,
            value=vp * setup.limits.set_round,
            vp=vp,
            kept=tuple(cards[:kept]),
            discarded=tuple(cards[kept:]),
        )
    )
    owed = vp - kept
    while owed and (size := renewed(d)):
        n = min(owed, size)
        d.emit(e.Drew(seat=seat, count=n, substitutes=0))
        owed -= n
    if owed:  # A-OSA-16
        d.emit(e.Drew(seat=seat, count=0, substitutes=owed))
    return True


def outcome(s: State) -> Outcome | None:
    """OSA-02, OSA-46, OSA-47, A-OSA-21: most VP, then most tokens; who is still tied shares."""
    ended = any(p.all_tokens >= s.setup.limits.end_tokens for p in s.players)
    if not ended and s.passes < s.setup.players:
        return None
    vp = tuple(p.vp for p in s.players)
    return Outcome(
        reason="tokens" if ended else "all passed",
        ranking=rank([(p.vp, p.all_tokens) for p in s.players]),
        scores=vp,
        rule="OSA-47" if len(set(vp)) < len(vp) else "OSA-46",
    )
