"""What can be had: merchant cards with the cubes on them, bonus tiles, starting cubes, piles."""

from __future__ import annotations

from ledger.sdk.scene import Face, SceneBuilder

from ..view import Card, View
from . import faces
from .faces import BONUS, CARD_HEIGHT, CARD_WIDTH, SMALL, Letters
from .words import Words

NOTHING = Face(w=1, h=1)
LEDGE = 24
"""Room below the cards of the row, for the second row of cubes on them."""
FAN = 20
"""How much of each VP bonus tile looks out from below the next."""


def lay(view: View, builder: SceneBuilder, words: Words) -> None:
    """Put the offers on the table."""
    letters = tuple(view.letters.items())
    _row(view, builder, words, letters)
    tell = builder.tell
    piles = (
        ("deck", view.deck, CARD_WIDTH, CARD_HEIGHT, faces.BACK, tell("deck, cards left: {count}")),
        (
            "stack",
            view.stack,
            faces.WON_WIDTH,
            faces.WON_HEIGHT,
            faces.TILE_BACK,
            tell("VP tiles left: {count}"),
        ),
    )
    titles = {"deck": builder.title("deck"), "stack": tell("VP")}
    for name, count, w, h, how, say in piles:
        pile = builder.region(name, "pile", w, h, title=titles[name])
        if count:
            more = {"text": str(count), "say": say.format(count=count)}
            builder.put(name, f"back-{name}", how, pile, **more)
    _bonus(view, builder)
    start = builder.region(
        "start",
        "row",
        faces.SET_WIDTH,
        faces.SET_HEIGHT,
        room=4,
        ground=NOTHING,
    )
    for i, (id, cubes) in enumerate(view.sets.items()):
        how = faces.starting_set(letters, tuple(cubes.items()))
        say = tell("starting cubes: {cubes}").format(cubes=words.cubes(cubes))
        builder.put(f"set-{id}", f"set-{id}", how, start, i=i, value=id, say=say)


def put_card(
    builder: SceneBuilder, words: Words, letters: Letters, x: Card, id: str, region: str, i: int
) -> str:
    """Put a merchant card somewhere; return the id of the piece."""
    how = faces.card(letters, x.id, tuple(x.give.items()), tuple(x.get.items()), x.steps)
    same = f"card-{x.id}"
    say = words.card(x)
    return builder.put(id, same, how, region, i=i, same=same, value=x.id, say=say)


def _row(view: View, builder: SceneBuilder, words: Words, letters: Letters) -> None:
    row = builder.region(
        "row",
        "row",
        CARD_WIDTH,
        CARD_HEIGHT + LEDGE,
        room=max(len(view.row), 4),
        title=builder.tell("Merchants"),
    )
    for i, x in enumerate(view.row):
        below = put_card(builder, words, letters, x, f"row-{x.id}", row, i)
        laid = [k for k, n in x.cubes.items() for _ in range(n)]
        per = max(3, -(-len(laid) // 2))
        pitch = min(SMALL, (CARD_WIDTH - 2 - SMALL) // (per - 1))
        for n, colour in enumerate(laid):
            how = faces.cube(colour, view.letters.get(colour, "?"), SMALL)
            builder.put(
                f"laid-{x.id}-{n}",
                f"small-{colour}",
                how,
                on=below,
                x=1 + n % per * pitch,
                y=CARD_HEIGHT - 12 + n // per * SMALL,
                i=n,
                layer=1,
                same=f"cube-{colour}",
                say=words.cube.format(colour=words.colours.get(colour, colour)),
            )


def _bonus(view: View, builder: SceneBuilder) -> None:
    tell = builder.tell
    kinds = (
        ("move", view.moves, tell("bonus tiles for an extra step, left: {count}")),
        ("hold", view.holds, tell("bonus tiles for a larger hold, left: {count}")),
    )
    most = 2 * (BONUS + 2) + BONUS + 3 * FAN
    region = builder.region("bonus", "board", most, BONUS, title=builder.title("bonus tiles"), ground=NOTHING)
    for n, (kind, count, say) in enumerate(kinds):
        builder.put(
            f"bonus-{kind}",
            f"bonus-{kind}",
            faces.bonus_pile(kind),
            region,
            x=n * (BONUS + 2),
            text=f"×{count}",
            value=kind,
            faded=not count,
            say=say.format(count=count),
        )
    say = tell("bonus tile for points: {points}")
    for n, points in enumerate(reversed(view.bonus)):
        top = n == len(view.bonus) - 1
        builder.put(
            f"bonus-vp-{n}",
            f"bonus-vp-{points}",
            faces.bonus_tile("vp", points),
            region,
            i=n,
            x=2 * (BONUS + 2) + min(n * FAN, 3 * FAN),
            same=f"bonus-vp-{points}",
            value="vp" if top else "",
            say=say.format(points=points),
        )
