"""The table in the browser: the sea route, Market and Farm, and what lies before the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from ledger.sdk import N_
from ledger.sdk.scene import Face, Part, Scene, SceneBuilder

from .setup import Place
from .tones import GOODS, OTHERS, SEATS, Tone
from .view import Seat, Set, Slot, View
from .words import SHIPS, TOKENS

SHORT = {"pile": N_("Pile"), "discard": N_("Discard")}
COLUMN, BOARD_HEIGHT = 106, 250
"""The size of one place of the route."""
LANES_TOP, LANES, STAGGER = 62, 146, 8
SHIP_WIDTH, SHIP_HEIGHT = 68, 50
CARD_WIDTH, CARD_HEIGHT = 58, 84
GOOD_WIDTH, GOOD_HEIGHT = 44, 58
BACK_WIDTH, BACK_HEIGHT = 30, 44
INK = "#2c2620"
PILE = Face(
    w=CARD_WIDTH,
    h=CARD_HEIGHT,
    parts=(Part(symbol="osaka-stack"), Part(symbol="osaka-back")),
    label=(29, 48, 17),
    ink="#1f4468",
)
DISCARD = Face(
    w=CARD_WIDTH, h=CARD_HEIGHT, parts=(Part(symbol="osaka-discard"),), label=(29, 48, 18), ink=INK
)
NO_CARD = Face(w=CARD_WIDTH, h=CARD_HEIGHT, parts=(Part(symbol="osaka-no-card"),))
BACK = Face(
    w=BACK_WIDTH,
    h=BACK_HEIGHT,
    parts=(Part(symbol="osaka-back", scale=520), Part(symbol="osaka-mark", scale=520)),
)
COUNT = Face(w=42, h=28, parts=(Part(symbol="osaka-count"),), label=(31, 19, 14), ink=INK)
COINS = Face(w=52, h=28, parts=(Part(symbol="osaka-coins"),), label=(36, 19, 14), ink=INK)
PRICE = Face(
    w=CARD_WIDTH, h=CARD_HEIGHT, parts=(Part(symbol="osaka-price"),), label=(29, 69, 18), ink=INK
)
HOME = Face(w=128, h=28, parts=(Part(symbol="osaka-home"),))
WORTH = Face(w=40, h=17, parts=(Part(symbol="osaka-worth"),), label=(20, 13, 11), ink="#fff6dc")


def scene(view: View, builder: SceneBuilder) -> Scene:
    """Return what lies where."""
    vp = builder.tell("VP")
    builder.table(view, SEATS, lambda seat: f"{'?' if seat.vp is None else seat.vp} {vp}")
    table = _Table(view, builder)
    table.route()
    table.cards()
    for seat in view.seats:
        table.before(seat)
    return builder.scene()


class _Table:
    """Lays out a view; `tones` has the colours of the box, and `reserved` where pieces lie."""

    def __init__(self, view: View, builder: SceneBuilder) -> None:
        self.view, self.builder, self.tell = view, builder, builder.tell
        colours = tuple(ship.colour for ship in view.ships)
        self.tones = _tones(colours)
        self.letters = {ship.colour: ship.letter for ship in view.ships}
        self.reserved: dict[int, str] = {}

    def route(self) -> None:
        """The places with the ships in lanes."""
        v, put = self.view, self.builder.put
        region = self.builder.region(
            "route",
            "board",
            COLUMN * len(v.route),
            BOARD_HEIGHT,
            area="main",
            ground=_sea(v.route),
        )
        for lane, ship in enumerate(v.ships):
            tone = self.tones[ship.colour]
            text = N_("{ship}, {place}, sinking") if ship.sinking else N_("{ship}, {place}")
            said = self.tell(SHIPS.get(ship.colour, "The {colour} ship"))
            place = v.route[ship.at].name if 0 <= ship.at < len(v.route) else ""
            put(
                f"ship-{ship.colour}",
                f"{'wreck' if ship.sinking else 'ship'}-{ship.colour}",
                _ship(tone, ship.letter, ship.sinking),
                region,
                x=ship.at * COLUMN + (COLUMN - SHIP_WIDTH) // 2 + STAGGER * (-1) ** lane,
                y=LANES_TOP + lane * LANES // len(v.ships),
                i=lane,
                say=self.tell(text).format(
                    ship=said.format(colour=self.tell(ship.colour)), place=place
                ),
            )

    def cards(self) -> None:
        """Market and Farm, the piles, and the supply of tokens."""
        v, tell, region = self.view, self.tell, self.builder.region
        size = CARD_WIDTH, CARD_HEIGHT
        market = region("market", "row", *size, room=4 + len(v.seats), title=tell("Market"))
        farm = region("farm", "row", *size, room=3, title=tell("Farm"))
        self.row("market", market, v.market)
        self.row("farm", farm, v.farm)
        if v.phase == "action" and v.active and v.market:
            cost = v.seats[v.active - 1].cost
            say = tell(N_("the Market costs {name} {cost}"))
            self.builder.put(
                "price",
                "price",
                PRICE,
                market,
                i=len(v.market),
                text=str(cost),
                say=say.format(name=self.builder.name(v.active), cost=cost),
            )
        for name, title, face, left in (
            ("pile", "draw pile", PILE, v.pile),
            ("discard", "discard pile", DISCARD, v.discard),
        ):
            text = tell(title)
            self.builder.put(
                name,
                name if left else "no-card",
                face if left else NO_CARD,
                region(name, "pile", *size, title=tell(SHORT[name])),
                text=str(left) if left else "",
                say=f"{text}: {left}",
            )
        supply = region(
            "tokens", "grid", 40, 40, room=len(v.ships), title=self.builder.title("tokens")
        )
        for i, (colour, tone) in enumerate(self.tones.items()):
            self.token(f"supply-{colour}", "token", 40, colour, tone, supply, i, value=colour)

    def row(self, name: str, region: str, slots: Iterable[Slot]) -> None:
        """Face-up cards, with the pieces that lie on them."""
        seen: Counter[str] = Counter()
        for i, slot in enumerate(slots):
            id = self.card(name, slot.card, region, i, seen, slot.reserved or 0)
            if slot.reserved:
                self.reserved[slot.reserved] = id

    def card(
        self, place: str, card: str, region: str, i: int, seen: Counter[str], owner: int = 0
    ) -> str:
        """A card with its face up; `owner` is who reserved it."""
        colour = self.view.colours.get(card, "")
        icons = self.view.icons.get(card, 0)
        seen[card] += 1
        say = self.say(card, colour, icons)
        if owner:
            reserved = self.tell(N_("reserved by {name}")).format(name=self.builder.name(owner))
            say = f"{say}, {reserved}"
        return self.builder.put(
            f"{place}-{card}-{seen[card]}",
            f"card-{card}",
            _card(self.tones[colour], self.letters[colour], card, icons),
            region,
            i=i,
            same=card,
            value=card,
            say=say,
        )

    def say(self, card: str, colour: str, icons: int) -> str:
        """A card in words."""
        text = N_("{card}, {colour}, insures {icons}") if icons else N_("{card}, {colour}")
        return self.tell(text).format(card=card, colour=self.tell(colour), icons=icons)

    def token(
        self,
        id: str,
        face: str,
        wide: int,
        colour: str,
        tone: Tone,
        region: str,
        i: int,
        value: str = "",
    ) -> None:
        """A token of a colour."""
        said = self.tell(TOKENS.get(colour, "a {colour} token"))
        self.builder.put(
            id,
            f"{face}-{colour}",
            _token(tone, self.letters[colour], wide),
            region,
            i=i,
            same=f"token-{colour}",
            value=value,
            say=said.format(colour=self.tell(colour)),
        )

    # --- the players

    def before(self, seat: Seat) -> None:
        """What lies before a player."""
        v, n = self.view, seat.seat
        tokens = self.builder.region(
            "tokens",
            "row",
            21,
            28,
            owner=n,
            room=v.end_tokens,
            gap=2,
            brief=True,
            ground=_places_of_tokens(v.end_tokens),
        )
        i = 0
        for s in seat.sets:
            for copy in range(s.tokens):
                id = f"token-{n}-{s.colour}-{copy}"
                self.token(id, "small-token", 21, s.colour, self.tones[s.colour], tokens, i)
                i += 1
        self.home(seat)
        for at, s in enumerate(seat.sets):
            self.goods(n, s, first=at == 0)
        self.hand(seat)

    def home(self, seat: Seat) -> None:
        """The reservation piece, the number of cards, and the coins if the viewer knows them."""
        put, tell, n = self.builder.put, self.tell, seat.seat
        home = self.builder.region("home", "board", 128, 28, owner=n, brief=True, ground=HOME)
        on = self.reserved.get(n)
        put(
            f"piece-{n}",
            f"piece-{n}",
            _piece(n),
            "" if on else home,
            on=on or "",
            x=25 if on else 0,
            y=55 if on else 0,
            layer=1,
            say=tell(N_("the reservation piece of {name}")).format(name=self.builder.name(n)),
        )
        size = str(seat.hand_size)
        say = tell(N_("cards in hand: {count}")).format(count=size)
        put(f"count-{n}", "count", COUNT, home, x=31, text=size, say=say)
        if seat.coins is not None:
            coins = str(seat.coins)
            say = tell(N_("coins in hand: {count}")).format(count=coins)
            put(f"coins-{n}", "coins", COINS, home, x=76, text=coins, say=say)

    def goods(self, owner: int, s: Set, *, first: bool) -> None:
        """A player's goods of one colour, and what they are worth on the last of them."""
        tone = self.tones[s.colour]
        region = self.builder.region(
            "goods",
            "row",
            GOOD_WIDTH,
            GOOD_HEIGHT,
            part=s.colour,
            owner=owner,
            room=3,
            brief=True,
            breaks=first,
            ground=_place_of_goods(tone, s.letter),
        )
        seen: Counter[str] = Counter()
        id = ""
        for i, good in enumerate(s.goods):
            seen[good.card] += 1
            said = self.say(good.card, s.colour, 0)
            id = self.builder.put(
                f"good-{owner}-{good.card}-{seen[good.card]}",
                f"{'insured' if good.insured else 'good'}-{good.card}",
                (_insured if good.insured else _good)(tone, s.letter, good.card),
                region,
                i=i,
                same=good.card,
                value=good.card,
                say=f"{said}, {self.tell('insured')}" if good.insured else said,
            )
        if s.worth:
            text = f"{s.worth} {self.tell('VP')}"
            self.builder.put(
                f"worth-{owner}-{s.colour}", "worth", WORTH, on=id, x=2, y=43, text=text, say=text
            )

    def hand(self, seat: Seat) -> None:
        """A player's hand, as far as the viewer knows it."""
        region, n = self.builder.region, seat.seat
        if seat.hand is None:
            hand = region("hand", "row", BACK_WIDTH, BACK_HEIGHT, owner=n, room=8, breaks=True)
            for i in range(seat.hand_size):
                self.builder.put(f"hand-{n}-{i}", "back", BACK, hand, i=i, same="back")
            return
        hand = region("hand", "row", CARD_WIDTH, CARD_HEIGHT, owner=n, room=6, breaks=True)
        seen: Counter[str] = Counter()
        for i, card in enumerate(seat.hand):
            self.card(f"hand-{n}", card, hand, i, seen)


# --- faces


@cache
def _tones(colours: tuple[str, ...]) -> dict[str, Tone]:
    others = [colour for colour in colours if colour not in GOODS]
    more = {colour: OTHERS[i % len(OTHERS)] for i, colour in enumerate(others)}
    return {colour: GOODS.get(colour) or more[colour] for colour in colours}


@cache
def _sea(route: tuple[Place, ...]) -> Face:
    """The route; neighbours of one name share it."""
    parts = [Part(symbol=f"osaka-{p.kind}", x=i * COLUMN) for i, p in enumerate(route)]
    parts += [Part(symbol="osaka-line", x=i * COLUMN) for i in range(1, len(route))]
    start = 0
    for i, place in enumerate(route):
        if i + 1 < len(route) and route[i + 1].name == place.name:
            continue
        room = (i + 1 - start) * COLUMN
        name = place.name if len(place.name) * 11 <= room else f"{place.name[: room // 11 - 1]}…"
        middle = start * COLUMN + room // 2
        parts.append(Part(text=name, x=middle, y=243, size=19, bold=True, colour="#fdf0d8"))
        start = i + 1
    return Face(w=COLUMN * len(route), h=BOARD_HEIGHT, parts=tuple(parts))


@cache
def _ship(tone: Tone, letter: str, sinking: bool) -> Face:
    sign = Part(text=letter, x=34, y=26, size=20, bold=True, colour=tone.line)
    ship: tuple[Part, ...] = (Part(symbol="osaka-ship", colour=tone.area), sign)
    if sinking:
        ship = (
            Part(symbol="osaka-ship", colour=tone.area, x=10, y=-4, turned=16),
            Part(text=letter, x=38, y=31, size=20, bold=True, colour=tone.line),
            Part(symbol="osaka-foam"),
        )
    return Face(w=SHIP_WIDTH, h=SHIP_HEIGHT, parts=ship)


@cache
def _card(tone: Tone, letter: str, card: str, icons: int) -> Face:
    value = card.removeprefix(letter)
    size = 22 if len(value) == 1 else 15
    at = [30, 47][:icons] if icons < 3 else [30]
    umbrellas = [Part(symbol="osaka-umbrella", x=5, y=y, colour=tone.ink) for y in at]
    if icons > 2:
        umbrellas.append(Part(text=f"×{icons}", x=12, y=58, size=12, bold=True, colour=tone.ink))
    return Face(
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        parts=(
            Part(symbol="osaka-card"),
            Part(symbol="osaka-band", colour=tone.area),
            Part(symbol=tone.good, x=28, y=28, scale=900, colour=tone.area),
            Part(symbol="osaka-edge", colour=tone.line),
            Part(text=value, x=12, y=23, size=size, bold=True, colour=tone.ink),
            *umbrellas,
            Part(text=letter, x=12, y=78, size=13, bold=True, colour=tone.ink),
        ),
    )


@cache
def _good(tone: Tone, letter: str, card: str) -> Face:
    value = card.removeprefix(letter)
    size = 17 if len(value) == 1 else 12
    return Face(
        w=GOOD_WIDTH,
        h=GOOD_HEIGHT,
        parts=(
            Part(symbol="osaka-good"),
            Part(symbol="osaka-good-band", colour=tone.area),
            Part(symbol=tone.good, x=21, y=18, scale=700, colour=tone.area),
            Part(symbol="osaka-good-edge", colour=tone.line),
            Part(text=value, x=10, y=19, size=size, bold=True, colour=tone.ink),
            Part(text=letter, x=10, y=36, size=12, bold=True, colour=tone.ink),
        ),
    )


@cache
def _insured(tone: Tone, letter: str, card: str) -> Face:
    """A card of merchandise that is turned on its side; what is written stays upright."""
    value = card.removeprefix(letter)
    size = 17 if len(value) == 1 else 12
    return Face(
        w=GOOD_WIDTH,
        h=GOOD_HEIGHT,
        parts=(
            _lying("osaka-good", ""),
            _lying("osaka-good-band", tone.area),
            Part(symbol=tone.good, x=16, y=28, scale=600, colour=tone.area),
            _lying("osaka-good-edge", tone.line),
            Part(text=value, x=9, y=25, size=size, bold=True, colour=tone.ink),
            Part(text=letter, x=24, y=23, size=12, bold=True, colour=tone.ink),
            Part(symbol="osaka-umbrella", x=33, y=12, colour=tone.ink),
        ),
    )


def _lying(symbol: str, colour: str) -> Part:
    return Part(symbol=symbol, x=50, y=10, scale=862, turned=90, colour=colour)


@cache
def _place_of_goods(tone: Tone, letter: str) -> Face:
    place = Part(symbol="osaka-place", colour=tone.area)
    sign = Part(text=letter, x=11, y=34, size=15, bold=True, colour=tone.line)
    good = Part(symbol=tone.good, x=19, y=18, scale=740, colour=tone.area)
    return Face(w=GOOD_WIDTH, h=GOOD_HEIGHT, parts=(place, sign, good))


@cache
def _places_of_tokens(count: int) -> Face:
    empty = tuple(Part(symbol="osaka-empty", x=i * 23) for i in range(count))
    return Face(w=23 * count, h=28, parts=empty)


@cache
def _token(tone: Tone, letter: str, wide: int) -> Face:
    size = 18 if wide > 30 else 12
    x, y = wide // 2, wide // 2 + (6 if wide > 30 else 8)
    scale = wide * 25
    return Face(
        w=wide,
        h=wide,
        parts=(
            Part(symbol="osaka-token", y=0 if wide > 30 else 4, scale=scale, colour=tone.area),
            Part(text=letter, x=x, y=y, size=size, bold=True, colour=tone.ink),
        ),
    )


@cache
def _piece(seat: int) -> Face:
    tone = SEATS[(seat - 1) % len(SEATS)]
    number = Part(text=str(seat), x=14, y=17, size=14, bold=True, colour="#1f1812")
    return Face(w=28, h=28, parts=(Part(symbol="osaka-piece", colour=tone), number))
