"""A sale round: goods become VP, tokens are gained, and the game may end."""

from __future__ import annotations

from ledger.sdk import Decision, clockwise, portions

from .. import events as e
from ..state import State
from .cards import insurable, of_colour, set_vp
from .tide import after_tide
from .turn import reshuffle


def sale_round(d: Decision[State], s: State) -> None:
    """OSA-32, OSA-34: scoring, tokens, end check, then the Black Tide and who can insure.

    Each colour is settled by itself, in the order of the box and clockwise from the active
    player (A-OSA-03, A-OSA-04); what ends here has neither tide nor refill (A-OSA-20).
    """
    setup, seats = s.setup, clockwise(s.active, s.setup.players)
    arrived = [name for name in setup.colours if s.ships[name] == setup.goal]
    sellers = [(name, seat) for name in arrived for seat in seats if sell(d, s, name, seat)]
    for name, seat in sellers:  # OSA-39; every sale earns at least 1 VP (A-OSA-18)
        d.emit(e.Earned(seat=seat, colour=name))
    if ended(s):  # OSA-45
        d.end()
        return
    sinking = tuple(x for x in setup.colours if s.ships[x] in setup.waves)  # OSA-40, A-OSA-05
    if sinking:
        able = tuple(i for i in seats if insurable(s, s.players[i - 1], sinking))
        d.emit(e.Sank(colours=sinking, asked=able))
    after_tide(d, s)


def sell(d: Decision[State], s: State, colour: str, seat: int) -> bool:
    """OSA-33 to OSA-38: a player's whole set of one colour, new goods included (A-OSA-28)."""
    setup, p = s.setup, s.players[seat - 1]
    # OSA-36, A-OSA-25: those of the least value become VP
    cards = sorted(of_colour(s, p.goods + p.insured, colour), key=lambda x: (setup.value[x], x))
    if not cards:
        return False
    price = setup.value[cards[-1]] + p.tokens[colour]
    vp = set_vp(s, len(cards), price)
    kept = min(vp, len(cards))
    sold = e.Sold(
        seat=seat,
        colour=colour,
        cards=tuple(cards),
        price=price,
        value=vp * setup.limits.set_round,
        vp=vp,
        kept=tuple(cards[:kept]),
        discarded=tuple(cards[kept:]),
    )
    d.emit(sold)
    owed = vp - kept
    for n in portions(s.pile, owed, lambda: reshuffle(d, s)):
        d.emit(e.Drew(seat=seat, count=n, substitutes=0))
        owed -= n
    if owed:  # A-OSA-16
        d.emit(e.Drew(seat=seat, count=0, substitutes=owed))
    return True


def ended(s: State) -> str | None:
    """OSA-45, A-OSA-17: somebody has enough tokens, or all have passed in a row."""
    if any(p.all_tokens >= s.setup.limits.end_tokens for p in s.players):
        return "tokens"
    return "all passed" if s.passes >= s.setup.players else None


def tie_breaks(s: State, seat: int) -> int:
    """OSA-47, A-OSA-21: of those with the most VP, the most tokens; who is still tied shares."""
    return s.players[seat - 1].all_tokens
