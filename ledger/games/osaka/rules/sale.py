"""Sale rounds: goods become VP, tokens are earned, then the game ends or the Black Tide comes."""

from __future__ import annotations

from ledger.sdk import Decision, clockwise
from ledger.sdk.kit import portions

from .. import events as e
from ..state import State
from .cards import insurable, of_colour, set_vp
from .end import ended
from .tide import after_tide
from .turn import reshuffle


def sale_round(d: Decision[State], s: State) -> None:
    """OSA-32, OSA-34: settle sales and tokens, check for the end, then send the Black Tide.

    Colours are settled one at a time, in the box's order, and clockwise from the active player
    (A-OSA-03, A-OSA-04). If the game ends here, there is neither a tide nor a refill (A-OSA-20).
    """
    setup = s.setup
    seats = clockwise(s.active, setup.players)
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
    """OSA-33 to OSA-38: sell a player's whole set of a colour, including new goods (A-OSA-28).

    Return whether there was anything to sell.
    """
    setup, p = s.setup, s.players[seat - 1]
    # OSA-36, A-OSA-25: the lowest cards become VP
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
