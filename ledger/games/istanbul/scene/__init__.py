"""The table in the browser: dice on a carpet, rubies, tiles, cards, and the players' areas."""

from __future__ import annotations

from ledger.sdk import N_
from ledger.sdk.scene import Face, Scene, SceneBuilder

from ..box import KINDS, TOKENS
from ..box import Part as Deal
from ..setup import Tile
from ..tones import SEAT_TONES
from ..view import Area, Card, Seat, View
from . import faces, telling

COLUMNS, PITCH, DOWN = 5, 82, 76
"""The most dice in a line, and the distances between dice and between lines."""
ROW = 66
"""The distance from one line of ruby areas to the next."""
SECOND = 244
NO_DEAL: faces.Bargain = ((), ())
TURNS = (-7, 4, -3, 8, -5, 6, -8, 3, -4)
"""The angle in degrees at which each die is drawn, as if it had been thrown."""


def scene(v: View, b: SceneBuilder) -> Scene:
    """Return the scene for a view, with everything in its place."""
    b.table(v, SEAT_TONES, lambda seat: f"{seat.rubies}/{v.target}")
    _dice(v, b)
    _rubies(v, b)
    _tiles(v, b)
    _cards(v, b)
    _bank(v, b)
    for seat in v.seats:
        _seat(v, seat, b)
    return b.scene()


# --- the middle of the table


def _dice(v: View, b: SceneBuilder) -> None:
    carpet = b.region("dice", "board", 480, 200, area="main", ground=faces.CARPET)
    lines = -(-len(v.dice) // COLUMNS) or 1
    per = -(-len(v.dice) // lines)
    for i, die in enumerate(v.dice):
        line, at = divmod(i, per)
        across = min(per, len(v.dice) - line * per)
        said = telling.die(b, die.face)
        b.put(
            f"die-{i}",
            f"die-{die.face}",
            faces.die(die.face, die.letter),
            carpet,
            i=i,
            x=240 + (2 * at - across) * PITCH // 2 + (PITCH - faces.DIE) // 2,
            y=98 + (2 * line - lines) * DOWN // 2 + (DOWN - faces.DIE) // 2,
            turned=TURNS[i % len(TURNS)],
            faded=die.used,
            same=f"die-{die.face}",
            value="" if die.used else str(i + 1),
            say=b.tell(N_("{die}, used")).format(die=said) if die.used else said,
        )
    if not v.active or v.over:
        return
    most = max(v.allowed, v.actions)
    for i in range(most):
        done = i < v.actions
        b.put(
            f"action-{i}",
            "done" if done else "to-do",
            faces.DONE if done else faces.TO_DO,
            carpet,
            i=i,
            x=240 - most * 11 + i * 22,
            y=174,
            say=b.tell(
                N_("an action that has been used") if done else N_("an action that is left")
            ),
        )


def _rubies(v: View, b: SceneBuilder) -> None:
    board = b.region("rubies", "board", 480, 4 * ROW, area="main")
    places = [(0, 0), (SECOND, 0), (0, ROW), (SECOND, ROW), (0, 2 * ROW), (0, 3 * ROW)]
    for area, (x, y) in zip(v.areas, places, strict=True):
        _area(v, area, b, board, x, y)
    right = faces.AREA_WIDTHS["left"] + 8
    all_rubies = max(len(v.seats), v.mosque)
    said = b.tell(N_("mosque: {rubies}, one for {tiles}"))
    mosque = b.put(
        "mosque",
        "mosque",
        faces.mosque(v.mosque_tiles, all_rubies),
        board,
        x=right,
        y=2 * ROW,
        say=said.format(
            rubies=telling.things(b, "ruby", v.mosque),
            tiles=telling.things(b, "tile", v.mosque_tiles),
        ),
    )
    for i, x in enumerate(faces.mosque_spaces(all_rubies)[all_rubies - v.mosque :]):
        id = f"ruby-mosque-{all_rubies - v.mosque + i}"
        b.put(id, "ruby", faces.RUBY, on=mosque, x=x, y=16, same="ruby")
    b.put(
        "goal",
        "goal",
        faces.goal(v.target),
        board,
        x=faces.AREA_WIDTHS["right"] + 8,
        y=3 * ROW,
        say=b.tell(N_("the game ends with {rubies}")).format(
            rubies=telling.things(b, "ruby", v.target)
        ),
    )


def _area(v: View, area: Area, b: SceneBuilder, board: str, x: int, y: int) -> None:
    name = area.name
    how = faces.area(name, area.prices, v.letters.get(name, ""))
    said = telling.area(b, area)
    id = b.put(f"area-{name}", f"area-{name}", how, board, x=x, y=y, value=name, say=said)
    for i, at in enumerate(faces.spaces(len(area.prices), how.w)):
        if i == area.taken:
            text = f"+{area.prices[i]}" if name == "left" else str(area.prices[i])
            b.put(f"next-{name}", "next", faces.NEXT, on=id, x=at - 4, y=1, text=text)
        if i >= area.taken:
            b.put(
                f"ruby-{name}-{i}", "ruby", faces.RUBY, on=id, x=at + 2, y=5, layer=1, same="ruby"
            )


def _tiles(v: View, b: SceneBuilder) -> None:
    size = faces.TILE_WIDTH, faces.TILE_HEIGHT
    row = b.region("tiles", "row", *size, room=6, title=b.title(N_("mosque tiles")))
    letters = _signs(v)
    for i, tile in enumerate(v.tiles):
        effect, when = _effect(tile)
        b.put(
            f"tile-{tile.id}",
            f"tile-{tile.id}",
            faces.tile(effect, when, tuple(tile.goods.items()), letters),
            row,
            i=i,
            value=tile.id,
            say=telling.tile(b, tile, price=True),
        )


def _cards(v: View, b: SceneBuilder) -> None:
    for name, title, left in (
        ("stack", b.title("stack"), v.stack),
        ("deck", b.title("deck"), v.deck),
        ("discard", b.tell(N_("Discard")), v.discard),
    ):
        pile = b.region(name, "pile", faces.PILE_WIDTH, faces.PILE_HEIGHT, title=title)
        how = faces.PILES[name] if left else faces.NOTHING
        text = str(left) if left else ""
        b.put(name, name if left else "nothing", how, pile, text=text, say=f"{title}: {left}")
    size = faces.CARD_WIDTH, faces.CARD_HEIGHT
    shown = b.region("cards", "row", *size, room=2, title=b.title("bazaar"), ground=faces.STALLS)
    for i, card in enumerate(v.shown):
        chosen = card.id == v.card
        b.put(
            f"card-{card.id}",
            f"{'chosen' if chosen else 'card'}-{card.id}",
            _card_face(card, v, b, chosen),
            shown,
            i=i,
            value=card.id,
            say=telling.card(b, card),
        )


def _bank(v: View, b: SceneBuilder) -> None:
    size, title = (faces.CHIP, 30), b.title("supply")
    bank = b.region("bank", "grid", *size, room=len(KINDS), cols=2, gap=2, title=title)
    for i, kind in enumerate(KINDS):
        count = v.bank.get(kind, 0)
        b.put(
            f"bank-{kind}",
            f"chip-{kind}",
            faces.chip(kind, v.letters.get(kind, "")),
            bank,
            i=i,
            faded=not count,
            text=str(count),
            value=kind,
            say=telling.things(b, kind, count),
        )


# --- the players


def _seat(v: View, seat: Seat, b: SceneBuilder) -> None:
    n = seat.seat
    rubies = b.region(
        "purse",
        "row",
        30,
        30,
        part="rubies",
        owner=n,
        room=v.target,
        gap=2,
        brief=True,
        ground=faces.ruby_places(v.target),
    )
    one = telling.things(b, "ruby", 1)
    for i in range(seat.rubies):
        b.put(f"ruby-{n}-{i}", "ruby", faces.RUBY, rubies, i=i, same="ruby", say=one)
    purse = b.region("purse", "grid", faces.CHIP, 30, part="money", owner=n, room=2, brief=True)
    for i, (kind, count) in enumerate((("lira", seat.lira), ("crystal", seat.crystals))):
        said = telling.things(b, kind, count)
        how = faces.chip(kind, "")
        b.put(f"{kind}-{n}", f"chip-{kind}", how, purse, i=i, text=str(count), value=kind, say=said)
    goods = b.region(
        "goods", "row", faces.TOKEN, faces.TOKEN, owner=n, room=8, brief=True, breaks=True
    )
    held = [(kind, copy) for kind in TOKENS for copy in range(seat.tokens[kind])]
    for i, (kind, copy) in enumerate(held):
        b.put(
            f"token-{n}-{kind}-{copy}",
            f"token-{kind}",
            faces.token(kind, v.letters[kind]),
            goods,
            i=i,
            same=f"token-{kind}",
            value=kind,
            say=telling.things(b, kind, 1),
        )
    _own_tiles(v, seat, b)


def _own_tiles(v: View, seat: Seat, b: SceneBuilder) -> None:
    size = faces.OWN_TILE
    row = b.region(
        "own-tiles",
        "row",
        size,
        size,
        owner=seat.seat,
        room=v.mosque_tiles,
        breaks=True,
        ground=faces.tile_places(v.mosque_tiles),
    )
    letters = _signs(v)
    for i, tile in enumerate(seat.tiles):
        effect, when = _effect(tile)
        state = "fresh" if tile.fresh else "due" if tile.due else ""
        said = telling.tile(b, tile)
        if state:
            news = b.tell(N_("from the next turn") if tile.fresh else N_("to be used now"))
            said = f"{said}; {news}"
        b.put(
            f"tile-{tile.id}",
            f"own-{tile.id}{state and '-'}{state}",
            faces.own_tile(effect, when, letters, state),
            row,
            i=i,
            value=tile.id,
            say=said,
        )


# --- what tiles and cards do


def _signs(v: View) -> faces.Items:
    return tuple((kind, ord(v.letters[kind])) for kind in TOKENS)


def _effect(tile: Tile) -> tuple[faces.Items, str]:
    """Return what a tile brings, and when it does so."""
    more = (("reveal", tile.reveal), ("actions", tile.actions), ("dice", tile.dice))
    items = (*tile.income.items(), *tile.on_lira.items(), *more)
    when = "turn" if tile.income or tile.reveal else "lira" if tile.on_lira else ""
    return tuple((kind, n) for kind, n in items if n), when


def _card_face(card: Card, v: View, b: SceneBuilder, chosen: bool) -> Face:
    below, other = "", NO_DEAL
    if card.offer is not None:
        below, other = b.tell(N_("others")), _deal(card.offer)
    elif card.instead:
        below, other = b.tell(N_("otherwise")), ((), (tuple(card.instead.items()),))
    return faces.card(card.id, _deal(card.deal), below, other, _signs(v), chosen)


def _deal(part: Deal) -> faces.Bargain:
    """Return what a part of a card requires, and what it gives."""
    dice = {"card-dice": part.need_card_dice} if part.need_card_dice else {}
    owned = ((f"{faces.OWNED}{kind}", n) for kind, n in part.have.items())
    price = (*dice.items(), *owned, *part.pay.items())
    return price, tuple(tuple(gain.items()) for gain in part.choose or (part.gain,))
