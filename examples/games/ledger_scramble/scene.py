"""The page in a browser: the hill with its camps and climbers, the dice, and the pairs to tap."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ledger.sdk import N_
from ledger.sdk.scene import SEAT_TONES, Face, Part, Scene, SceneBuilder, seat_tone

if TYPE_CHECKING:
    from . import Seat, View

WIDE, HIGH = 40, 32
"""The size of a ledge; that of dice and flags is `WIDE` both ways."""
FOOT = 26
"""The height of the numbers below the gullies."""
ASKS = {"roll": N_("roll or stop"), "climb": N_("choose a pair")}
SPOTS = {n: (7 + n % 3 * 10, 7 + n // 3 * 10) for n in range(9)}
PIPS = {"1": "4", "2": "08", "3": "048", "4": "0268", "5": "02468", "6": "023568"}
"""Which of nine spots on a die have a pip."""
PAIR = Face(w=88, h=56, parts=(Part(symbol="scramble-pair"),), label=(44, 36, 22), ink="#2b241a")


def scene(v: View, b: SceneBuilder) -> Scene:
    """Return a scene with the hill, the dice, the pairs, and the players' gullies."""
    b.table(v, SEAT_TONES, lambda seat: str(len(seat.gullies)), asks=ASKS)
    high = max(v.ledges.values())
    size = len(v.ledges) * WIDE, high * HIGH + FOOT
    hill = b.region("hill", "board", *size, area="main", ground=ground(tuple(v.ledges.items())))

    def put(id: str, face: str, how: Face, gully: int, ledge: int, say: str = "") -> None:
        """Put a piece on a ledge."""
        x, y = (gully - 2) * WIDE, (high - ledge) * HIGH
        b.put(id, face, how, hill, x=x, y=y, say=say)

    for p in v.seats:
        said = f"{b.title('camp')}, {b.name(p.seat)}"
        for gully, ledge in p.camps.items():
            say = f"{said}: {gully}, {ledge}"
            put(f"camp-{p.seat}-{gully}", f"camp-{p.seat}", camp(p.seat), gully, ledge, say)
        for gully in p.gullies:
            for ledge in range(1, v.ledges[gully] + 1):
                put(f"flag-{gully}-{ledge}", f"flag-{p.seat}", ledge_flag(p.seat), gully, ledge)
        gullies_of(p, b)
    for gully, ledge in v.climbers.items():
        say = f"{b.title('climber')}: {gully}, {ledge}"
        put(f"climber-{gully}", f"climber-{v.active}", climber(v.active), gully, ledge, say)
    dice = b.region("dice", "row", WIDE, WIDE, room=4, title=b.title("dice"))
    for i, die in enumerate(v.dice or [""] * 4):
        b.put(f"die-{i}", f"die-{die}", die_face(die), dice, i=i, say=die, faded=not die)
    some = b.region("pairs", "row", PAIR.w, PAIR.h, room=3, title=b.title("pairs"))
    for i, pair in enumerate(v.pairs):
        b.put(f"pair-{pair}", "pair", PAIR, some, i=i, text=pair, value=pair, say=pair)
    return b.scene()


def gullies_of(p: Seat, b: SceneBuilder) -> None:
    """Lay out the gullies that a player owns."""
    own = b.region(
        "gullies", "row", WIDE, WIDE, owner=p.seat, room=3, title=b.title("gullies"), brief=True
    )
    for i, gully in enumerate(p.gullies):
        say = f"{b.title('gully')} {gully}"
        b.put(f"own-{gully}", f"own-{p.seat}", flag(p.seat), own, i=i, text=str(gully), say=say)


@cache
def ground(ledges: tuple[tuple[int, int], ...]) -> Face:
    """Draw the ledges, and the number of each gully at its foot."""
    high = max(n for _, n in ledges) * HIGH
    parts = []
    for i, (gully, count) in enumerate(ledges):
        x = i * WIDE
        ledge = (Part(symbol="scramble-ledge", x=x, y=high - n * HIGH) for n in range(1, count + 1))
        number = Part(text=str(gully), x=x + WIDE // 2, y=high + FOOT - 6, size=19, bold=True)
        parts += [*ledge, number]
    return Face(w=len(ledges) * WIDE, h=high + FOOT, parts=tuple(parts))


@cache
def camp(seat: int) -> Face:
    """Draw a camp in its player's corner of a ledge."""
    x, y = (seat - 1) % 2 * 18 + 2, (seat - 1) // 2 % 2 * 14 + 1
    tent = Part(symbol="scramble-tent", x=x, y=y, colour=seat_tone(seat))
    number = Part(text=str(seat), x=x + 9, y=y + 14, size=11, bold=True, colour="#fff")
    return Face(w=WIDE, h=HIGH, parts=(tent, number))


@cache
def climber(seat: int) -> Face:
    return Face(w=WIDE, h=HIGH, parts=(Part(symbol="scramble-climber", colour=seat_tone(seat)),))


@cache
def ledge_flag(seat: int) -> Face:
    return Face(w=WIDE, h=HIGH, parts=(Part(symbol="scramble-owned", colour=seat_tone(seat)),))


@cache
def flag(seat: int) -> Face:
    parts = (Part(symbol="scramble-flag", colour=seat_tone(seat)),)
    return Face(w=WIDE, h=WIDE, parts=parts, label=(20, 26, 17), ink="#fff")


@cache
def die_face(die: str) -> Face:
    pips = [SPOTS[int(n)] for n in PIPS.get(die, "")]
    parts = [Part(symbol="scramble-pip", x=x, y=y) for x, y in pips]
    return Face(w=WIDE, h=WIDE, parts=(Part(symbol="scramble-die"), *parts))
