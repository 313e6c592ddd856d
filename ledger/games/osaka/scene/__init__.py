"""The table in the browser: the sea route, the Market and the Farm, and the players' areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ledger.sdk import N_
from ledger.sdk.scene import Scene, SceneBuilder

from ..texts import ANY_SHIP, ANY_TOKEN, SHIPS, TOKENS
from ..tones import SEAT_TONES, Tone
from ..view import Seat, Set, Slot, View
from . import faces

SHORT = {"pile": N_("Pile"), "discard": N_("Discard")}
LANES_TOP, LANES, STAGGER = 62, 146, 8


def scene(view: View, builder: SceneBuilder) -> Scene:
    """Return the scene for a view, with everything in its place."""
    vp = builder.tell("VP")
    builder.table(view, SEAT_TONES, lambda seat: f"{'?' if seat.vp is None else seat.vp} {vp}")
    table = _Table(view, builder)
    table.route()
    reserved = table.cards()
    for seat in view.seats:
        table.player(seat, reserved.get(seat.seat))
    return builder.scene()


class _Table:
    """Lays out a view; `tones` maps each colour of goods to its tone."""

    def __init__(self, view: View, builder: SceneBuilder) -> None:
        self.view, self.builder, self.tell = view, builder, builder.tell
        colours = tuple(ship.colour for ship in view.ships)
        self.tones = faces.tones(colours)
        self.letters = {ship.colour: ship.letter for ship in view.ships}

    def route(self) -> None:
        """Lay out the route, with a lane for each ship."""
        v, put = self.view, self.builder.put
        region = self.builder.region(
            "route",
            "board",
            faces.COLUMN * len(v.route),
            faces.BOARD_HEIGHT,
            area="main",
            ground=faces.sea(v.route),
        )
        for lane, ship in enumerate(v.ships):
            tone = self.tones[ship.colour]
            text = N_("{ship}, {place}, sinking") if ship.sinking else N_("{ship}, {place}")
            said = self.tell(SHIPS.get(ship.colour, ANY_SHIP))
            place = v.route[ship.at].name if 0 <= ship.at < len(v.route) else ""
            put(
                f"ship-{ship.colour}",
                f"{'wreck' if ship.sinking else 'ship'}-{ship.colour}",
                faces.ship(tone, ship.letter, ship.sinking),
                region,
                x=ship.at * faces.COLUMN
                + (faces.COLUMN - faces.SHIP_WIDTH) // 2
                + STAGGER * (-1) ** lane,
                y=LANES_TOP + lane * LANES // len(v.ships),
                i=lane,
                say=self.tell(text).format(
                    ship=said.format(colour=self.tell(ship.colour)), place=place
                ),
            )

    def cards(self) -> dict[int, str]:
        """Lay out the Market, the Farm, the piles and the token supply.

        Return the id of each reserved card by seat. Tokens are picked from the supply and never
        from a player's own, so only those in the supply have a `value`.
        """
        v, tell, region = self.view, self.tell, self.builder.region
        size = faces.CARD_WIDTH, faces.CARD_HEIGHT
        market = region("market", "row", *size, room=6, title=tell("Market"))
        farm = region("farm", "row", *size, room=3, title=tell("Farm"))
        reserved = {**self.row("market", market, v.market), **self.row("farm", farm, v.farm)}
        if v.phase == "action" and v.active and v.market:
            cost = v.seats[v.active - 1].cost
            say = tell(N_("the Market costs {name} {cost}"))
            self.builder.put(
                "price",
                "price",
                faces.PRICE,
                market,
                i=len(v.market),
                text=str(cost),
                say=say.format(name=self.builder.name(v.active), cost=cost),
            )
        for name, title, face, left in (
            ("pile", "draw pile", faces.PILE, v.pile),
            ("discard", "discard pile", faces.DISCARD, v.discard),
        ):
            text = tell(title)
            self.builder.put(
                name,
                name if left else "no-card",
                face if left else faces.NO_CARD,
                region(name, "pile", *size, title=tell(SHORT[name])),
                text=str(left) if left else "",
                say=f"{text}: {left}",
            )
        title = self.builder.title("tokens")
        supply = region("tokens", "grid", *faces.TOKEN, room=len(v.ships), cols=2, title=title)
        for i, (colour, tone) in enumerate(self.tones.items()):
            self.token(f"supply-{colour}", colour, tone, supply, i, value=colour)
        return reserved

    def row(self, name: str, region: str, slots: Iterable[Slot]) -> dict[int, str]:
        """Lay out a row of face-up cards; return the id of each reserved card by seat."""
        seen: Counter[str] = Counter()
        reserved: dict[int, str] = {}
        for i, slot in enumerate(slots):
            id = self.card(name, slot.card, region, i, seen, slot.reserved or 0)
            if slot.reserved:
                reserved[slot.reserved] = id
        return reserved

    def card(
        self, place: str, card: str, region: str, i: int, seen: Counter[str], owner: int = 0
    ) -> str:
        """Add a face-up card, reserved by `owner` if that isn't 0, and return its id."""
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
            faces.card(self.tones[colour], self.letters[colour], card, icons),
            region,
            i=i,
            same=card,
            value=card,
            say=say,
        )

    def say(self, card: str, colour: str, icons: int) -> str:
        """Describe a card in words."""
        text = N_("{card}, {colour}, insures {icons}") if icons else N_("{card}, {colour}")
        return self.tell(text).format(card=card, colour=self.tell(colour), icons=icons)

    def token(
        self,
        id: str,
        colour: str,
        tone: Tone,
        region: str,
        i: int,
        value: str = "",
    ) -> None:
        """Add a token."""
        said = self.tell(TOKENS.get(colour, ANY_TOKEN))
        self.builder.put(
            id,
            f"token-{colour}",
            faces.token(tone, self.letters[colour]),
            region,
            i=i,
            same=f"token-{colour}",
            value=value,
            say=said.format(colour=self.tell(colour)),
        )

    # --- the players

    def player(self, seat: Seat, reserved: str | None) -> None:
        """Lay out what a player has; a visible hand comes first."""
        v, n = self.view, seat.seat
        if seat.hand is not None:
            self.hand(n, seat.hand)
        tokens = self.builder.region(
            "tokens",
            "row",
            *faces.TOKEN,
            owner=n,
            room=v.end_tokens,
            gap=2,
            brief=True,
            breaks=True,
            ground=faces.places_of_tokens(v.end_tokens),
        )
        i = 0
        for s in seat.sets:
            for copy in range(s.tokens):
                id = f"token-{n}-{s.colour}-{copy}"
                self.token(id, s.colour, self.tones[s.colour], tokens, i)
                i += 1
        self.home(seat, reserved)
        for at, s in enumerate(seat.sets):
            self.goods(n, s, first=at == 0)
        if seat.hand is None:
            self.backs(seat)

    def home(self, seat: Seat, on: str | None) -> None:
        """Lay out the reservation piece (`on` a card, if given), the hand size, and known coins."""
        put, tell, n = self.builder.put, self.tell, seat.seat
        home = self.builder.region("home", "board", 128, 28, owner=n, brief=True, ground=faces.HOME)
        put(
            f"piece-{n}",
            f"piece-{n}",
            faces.piece(n),
            "" if on else home,
            on=on or "",
            x=25 if on else 0,
            y=55 if on else 0,
            layer=1,
            say=tell(N_("{name}'s reservation piece")).format(name=self.builder.name(n)),
        )
        size = str(seat.hand_size)
        say = tell(N_("cards in hand: {count}")).format(count=size)
        put(f"count-{n}", "count", faces.COUNT, home, x=31, text=size, say=say)
        if seat.coins is not None:
            coins = str(seat.coins)
            say = tell(N_("coins in hand: {count}")).format(count=coins)
            put(f"coins-{n}", "coins", faces.COINS, home, x=76, text=coins, say=say)

    def goods(self, owner: int, s: Set, *, first: bool) -> None:
        """Lay out a player's goods of one colour, with their worth shown on the last of them."""
        tone = self.tones[s.colour]
        region = self.builder.region(
            "goods",
            "row",
            faces.GOOD_WIDTH,
            faces.GOOD_HEIGHT,
            part=s.colour,
            owner=owner,
            room=3,
            brief=True,
            breaks=first,
            ground=faces.place_of_goods(tone, s.letter),
        )
        seen: Counter[str] = Counter()
        id = ""
        for i, good in enumerate(s.goods):
            seen[good.card] += 1
            said = self.say(good.card, s.colour, 0)
            id = self.builder.put(
                f"good-{owner}-{good.card}-{seen[good.card]}",
                f"{'insured' if good.insured else 'good'}-{good.card}",
                (faces.insured if good.insured else faces.good)(tone, s.letter, good.card),
                region,
                i=i,
                same=good.card,
                value=good.card,
                say=f"{said}, {self.tell('insured')}" if good.insured else said,
            )
        if s.worth:
            text = f"{s.worth} {self.tell('VP')}"
            self.builder.put(
                f"worth-{owner}-{s.colour}",
                "worth",
                faces.WORTH,
                on=id,
                x=2,
                y=43,
                text=text,
                say=text,
            )

    def hand(self, owner: int, cards: Iterable[str]) -> None:
        """Lay out a hand that the viewer can see."""
        hand = self.builder.region(
            "hand", "row", faces.CARD_WIDTH, faces.CARD_HEIGHT, owner=owner, room=6
        )
        seen: Counter[str] = Counter()
        for i, card in enumerate(cards):
            self.card(f"hand-{owner}", card, hand, i, seen)

    def backs(self, seat: Seat) -> None:
        """Lay out a hand that the viewer can't see."""
        n, size = seat.seat, (faces.BACK_WIDTH, faces.BACK_HEIGHT)
        hand = self.builder.region("hand", "row", *size, owner=n, room=8, breaks=True)
        for i in range(seat.hand_size):
            self.builder.put(f"hand-{n}-{i}", "back", faces.BACK, hand, i=i, same="back")
