"""What is on offer: merchant cards with the cubes on them, bonus tiles, starting cubes, piles."""

from __future__ import annotations

from ledger.sdk.scene import Face, SceneBuilder

from ..view import Card, View
from . import faces
from .faces import BONUS, CARD_HEIGHT, CARD_WIDTH, SMALL
from .words import Words

NOTHING = Face(w=1, h=1)
"""The ground for regions that don't need one."""
ROW = 4
"""The minimum number of merchants to leave room for."""
LEDGE = 10
"""How far the cubes on the cards of the row stick out below them."""
FAN, SPREAD = 18, 3
"""How much of a VP bonus tile shows below the next one, and for how many tiles."""


def lay(view: View, builder: SceneBuilder, words: Words) -> None:
    """Put the offers on the table."""
    said = words.phrases
    _row(view, builder, words)
    _bonus(view, builder, words)
    wide = faces.WON_WIDTH + 4  # room for a longer title
    deck = builder.region("deck", "pile", wide, faces.DECK_HEIGHT, title=said.deck)
    if view.deck:
        say = said.deck_left.format(count=view.deck)
        builder.put("deck", "deck", faces.DECK, deck, text=str(view.deck), say=say)
    stack = builder.region("stack", "pile", wide, faces.WON_HEIGHT, title=said.stack)
    if view.stack:
        say = said.stack_left.format(count=view.stack)
        builder.put("stack", "won-back", faces.TILE_BACK, stack, text=str(view.stack), say=say)
    if not view.sets:
        return  # all sets are gone for good, so what follows takes their space
    pitch = faces.SET_WIDTH + 4
    start = builder.region("start", "board", 4 * pitch, faces.SET_HEIGHT, ground=NOTHING)
    for i, (id, cubes) in enumerate(view.sets.items()):
        face, how, say = faces.starting_set(words, id, tuple(cubes.items()))
        builder.put(face, face, how, start, x=i % 4 * pitch, i=i, value=id, say=say)


def put_card(builder: SceneBuilder, words: Words, x: Card, id: str, region: str, i: int) -> str:
    """Put a merchant card into a region, and return the id of the piece."""
    give, get = tuple(x.give.items()), tuple(x.get.items())
    face, how, say = faces.card(words, x.id, give, get, x.steps)
    return builder.put(id, face, how, region, i=i, same=face, value=x.id, say=say)


def _row(view: View, builder: SceneBuilder, words: Words) -> None:
    high = CARD_HEIGHT + LEDGE
    row = builder.region(
        "row", "row", CARD_WIDTH, high, room=ROW, gap=3, title=words.phrases.merchants
    )
    for i, x in enumerate(view.row):
        below = put_card(builder, words, x, f"row-{x.id}", row, i)
        laid = [k for k, n in x.cubes.items() for _ in range(n)]
        per = max(3, -(-len(laid) // 2))
        lines = -(-len(laid) // per)
        pitch = min(SMALL, (CARD_WIDTH - 2 - SMALL) // (per - 1))
        for n, colour in enumerate(laid):
            face, how, say = faces.cube(words, colour, SMALL)
            builder.put(
                f"laid-{x.id}-{n}",
                face,
                how,
                on=below,
                x=1 + n % per * pitch,
                y=high - (lines - n // per) * SMALL,
                i=n,
                layer=1,
                same=f"cube-{colour}",
                say=say,
            )


def _bonus(view: View, builder: SceneBuilder, words: Words) -> None:
    said = words.phrases
    wide, high = BONUS + SPREAD * FAN, 2 * BONUS + 4
    region = builder.region("bonus", "board", wide, high, title=said.bonus, ground=NOTHING)
    kinds = (("move", view.moves, said.moves_left), ("hold", view.holds, said.holds_left))
    for n, (kind, count, say) in enumerate(kinds):
        builder.put(
            f"bonus-{kind}",
            f"bonus-{kind}",
            faces.bonus_pile(kind),
            region,
            x=n * (BONUS + 4),
            text=f"×{count}",
            value=kind,
            faded=not count,
            say=say.format(count=count),
        )
    top = len(view.bonus) - 1
    for n, points in enumerate(reversed(view.bonus)):
        same = f"bonus-vp-{points}"
        builder.put(
            f"bonus-vp-{n}",
            same,
            faces.bonus_tile("vp", points),
            region,
            i=n,
            x=min(n, SPREAD) * FAN,
            y=BONUS + 4,
            same=same,
            value="vp" if n == top else "",
            say=said.bonus_points.format(points=points),
        )
