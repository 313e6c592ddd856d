"""Traders of Osaka by a second referee, who has only the lines of the log and the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.bookkeeping import Bookkeeper, Data, need, take


def coins(cards: Iterable[str]) -> int:
    """Return what cards are worth: a card is a letter and its value."""
    return sum(int(card[1:]) for card in cards)


class Merchant:
    """What lies before one player; `reserved` is a row and a card."""

    def __init__(self) -> None:
        self.hand: Counter[str] = Counter()
        self.loose: Counter[str] = Counter()
        self.insured: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.points = 0
        self.reserved: tuple[str, str] | None = None


class Books(Bookkeeper):
    """Cards, ships, tokens and points."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        box = self.box
        self.limits = box["limits"]
        self.letter = box["notation"]["letters"]
        self.route = [place["kind"] for place in box["route"]]
        self.seats = {seat: Merchant() for seat in range(1, self.players + 1)}
        self.ships = dict.fromkeys(box["colours"]["names"], 0)
        self.rows: dict[str, Counter[str]] = {"market": Counter(), "farm": Counter()}
        self.discard: Counter[str] = Counter()
        self.unseen = Counter(
            {
                f"{letter}{value}": copies
                for letter in self.letter.values()
                for value, copies in box["cards"]["copies"].items()
            }
        )
        """What the face-down pile can hold; nobody knows which VP cards were drawn unseen."""
        self.pile = self.unseen.total()

    # --- the pile

    def draw(self, count: int) -> list[int]:
        """Return in which parts so many cards come: a pile that runs out is renewed on the way."""
        if self.pile >= count or not self.discard.total():
            return [min(count, self.pile)]
        return [self.pile, min(count - self.pile, self.discard.total())]

    def renewed(self) -> None:
        """OSA-31: the discard pile becomes the pile."""
        self.follows("reshuffled", cards={k: n for k, n in self.discard.items() if n})
        self.unseen, self.pile, self.discard = self.discard, self.discard.total(), Counter()

    def deal(self, row: str, count: int) -> None:
        """OSA-04, OSA-29: cards are laid out."""
        for i, part in enumerate(self.draw(count)):
            if i:
                self.renewed()
            if part:
                cards = self.follows("dealt", to=row)["cards"]
                need(len(cards) == part, f"{part} cards come to the {row}")
                take(self.unseen, cards, "the pile")
                self.pile -= part
                self.rows[row].update(cards)

    # --- set-up

    def play(self) -> None:
        """Set up, then turn after turn."""
        self.deal("market", self.limits["market"])
        self.deal("farm", self.limits["farm"])
        for seat, p in self.seats.items():  # OSA-06
            cards = self.follows("shown", seat=seat)["cards"]
            need(coins(cards) >= self.limits["hand_sum"] > coins(cards[:-1]), "a starting hand")
            take(self.unseen, cards, "the pile")
            self.pile -= len(cards)
            p.hand.update(cards)
        keys = {seat: (coins(p.hand.elements()), p.hand.total()) for seat, p in self.seats.items()}
        tied = [seat for seat in keys if keys[seat] == min(keys.values())]  # OSA-08
        first = self.follows("first")
        need(first["first"] in tied, "the lowest hand begins")
        need(first["lot"] == ([str(first["first"])] if len(tied) > 1 else []), "a lot for a tie")
        self.active = first["first"]
        left = self.clockwise(self.active)
        while left:  # OSA-09
            _, x = self.ask([(seat, "starting token") for seat in left], "claimed")
            need(x["colour"] in self.ships, "a colour")
            self.seats[left.pop(0)].tokens[x["colour"]] += 1
        passes, seat = 0, self.active
        while passes < self.players:
            self.begins(seat)
            if not self.free("market", seat):  # OSA-27 (b)
                self.refill()
            passes = passes + 1 if self.act(seat) == "passed" else 0
            if max(p.tokens.total() for p in self.seats.values()) >= self.limits["end_tokens"]:
                return self.over("tokens")
            seat = self.after(seat)
        return self.over("all passed")

    def over(self, reason: str) -> None:
        """OSA-46, OSA-47: points, then tokens."""
        players = self.seats.values()
        scores = [p.points for p in players]
        self.ends(reason, [(p.points, p.tokens.total()) for p in players], scores)

    # --- a turn

    def free(self, row: str, seat: int) -> Counter[str]:
        """Return the cards of a row without those that others reserved."""
        held = Counter(
            p.reserved[1]
            for other, p in self.seats.items()
            if other != seat and p.reserved and p.reserved[0] == row
        )
        return self.rows[row] - held

    def act(self, seat: int) -> str:
        """OSA-12: exactly one of three; nothing but a pass if none is possible (A-OSA-17)."""
        p = self.seats[seat]
        kind, x = self.ask([(seat, "action")], "bought", "took", "reserved", "passed")
        own = p.reserved[1] if p.reserved and p.reserved[0] == "market" else None
        if kind == "bought":
            self.buy(seat, x, own)
        elif kind == "took":  # OSA-18, OSA-24
            free = self.free("market", seat)
            need(free[x["card"]] > 0, "a card that nobody else reserved")
            need(not x["freed"] or x["card"] == own, "the own piece comes back from its card")
            alone = free[x["card"]] == 1 and x["card"] == own
            need(x["freed"] or not alone, "the only such card is the reserved one")
            take(self.rows["market"], [x["card"]], "the Market")
            p.hand[x["card"]] += 1
            if x["freed"]:
                p.reserved = None
        elif kind == "reserved":  # OSA-19, OSA-20
            need(p.reserved is None, "the piece is at home")
            need(self.free(x["row"], seat)[x["card"]] > 0, "a card that nobody reserved")
            p.reserved = (x["row"], x["card"])
        else:
            need(not self.free("market", seat), "there is something to take")
            need(p.reserved or not self.free("farm", seat), "there is something to reserve")
        return kind

    def buy(self, seat: int, x: Data, own: str | None) -> None:
        """OSA-13 to OSA-17, A-OSA-02: pay, goods, ships, sale, refill."""
        p, goods = self.seats[seat], self.free("market", seat)
        cost = coins(goods.elements())
        need(Counter(x["cards"]) == goods, "everything that others did not reserve is bought")
        need(goods, "something is bought")
        need(x["cost"] == cost <= coins(x["paid"]), "the price is paid")
        need(x["freed"] is (own is not None), "the own piece comes back with its card")
        take(p.hand, x["paid"], "the hand")
        self.discard.update(x["paid"])
        self.rows["market"] -= goods
        p.loose += goods
        if own is not None:
            p.reserved = None
        edo = len(self.route) - 1
        for colour, at in self.ships.items():  # OSA-16
            count = self.of(goods, colour).total()
            if count:
                self.ships[colour] = min(at + min(count, 2), edo)
                self.follows("sailed", colour=colour, start=at, end=self.ships[colour])
        early = self.options.get("refill_timing") == "after_purchase"
        if early:
            self.refill()
        arrived = [colour for colour, at in self.ships.items() if at == edo]
        if arrived and self.sell(seat, arrived):
            return
        if not early:
            self.refill()

    def refill(self) -> None:
        """OSA-28, OSA-29."""
        farm = self.rows["farm"]
        if farm.total():
            moved = self.follows("restocked")["cards"]
            need(Counter(moved) == +farm, "the whole Farm moves")
        self.rows["market"] += farm
        self.rows["farm"] = Counter()
        for p in self.seats.values():
            if p.reserved:
                p.reserved = ("market", p.reserved[1])
        self.deal("market", self.limits["refill_market"])
        self.deal("farm", self.limits["refill_farm"])

    # --- a sale

    def of(self, cards: Counter[str], colour: str) -> Counter[str]:
        """Return the cards of a colour."""
        return Counter({k: n for k, n in cards.items() if n and k[0] == self.letter[colour]})

    def sell(self, active: int, arrived: list[str]) -> bool:
        """OSA-32 to OSA-45; return whether the game is over."""
        earned = []
        for colour in arrived:
            for seat in self.clockwise(active):
                p = self.seats[seat]
                goods = self.of(p.loose, colour) + self.of(p.insured, colour)
                if goods:
                    self.settle(seat, colour, sorted(goods.elements()))
                    p.loose -= goods
                    p.insured -= goods
                    earned.append((seat, colour))
        for seat, colour in earned:  # OSA-39
            self.follows("earned", seat=seat, colour=colour)
            self.seats[seat].tokens[colour] += 1
        if any(p.tokens.total() >= self.limits["end_tokens"] for p in self.seats.values()):
            return True
        sinking = [c for c, at in self.ships.items() if self.route[at] == "waves"]
        if sinking:
            self.tide(active, sinking)
        for colour, at in self.ships.items():  # OSA-44
            if colour in sinking or colour in arrived:
                back = self.route.index("anchor") if colour in sinking else 0
                self.follows("returned", colour=colour, start=at, end=back)
                self.ships[colour] = back
        return False

    def settle(self, seat: int, colour: str, cards: list[str]) -> None:
        """OSA-35 to OSA-38: the price of a set, and its cards as points from the lowest."""
        p, step = self.seats[seat], self.limits["set_round"]
        price = max(int(card[1:]) for card in cards) + p.tokens[colour]
        points = -(-price * len(cards) // step)
        cards.sort(key=lambda card: int(card[1:]))
        kept, rest = cards[:points], cards[points:]
        x = self.follows("sold", seat=seat, colour=colour, price=price, vp=points)
        need(x["value"] == points * step, "the value is rounded up")
        for name, what in (("cards", cards), ("kept", kept), ("discarded", rest)):
            need(sorted(x[name]) == sorted(what), f"{name} of a sale")
        self.discard.update(rest)
        p.points += points
        missing = points - len(kept)
        while missing:  # OSA-37
            if not self.pile and self.discard.total():
                self.renewed()
            drawn = min(missing, self.pile)
            short = 0 if drawn else missing  # A-OSA-16
            self.follows("drew", seat=seat, count=drawn, substitutes=short)
            self.pile -= drawn
            missing -= drawn + short

    def tide(self, active: int, sinking: list[str]) -> None:
        """OSA-40 to OSA-43: who can insures goods, the rest is lost."""
        insurable = list(self.ships) if self.options.get("insurance_scope") == "any" else sinking
        icons = self.box["insurance"]["icons"]

        def able(seat: int) -> bool:
            p = self.seats[seat]
            return any(
                self.of(p.loose, colour) and any(icons[k[1:]] for k in self.of(p.hand, colour))
                for colour in insurable
            )

        asked = [seat for seat in self.clockwise(active) if able(seat)]
        self.follows("sank", colours=sinking, asked=asked)
        while asked:
            kind, x = self.ask([(seat, "insurance") for seat in asked], "insured", "declined")
            p = self.seats[asked.pop(0)]
            if kind == "insured":
                need(x["cards"], "something is insured")
                take(p.hand, x["cards"], "the hand")
                take(p.loose, x["goods"], "goods that are not insured")
                self.discard.update(x["cards"])
                p.insured.update(x["goods"])
                for colour in self.ships:
                    cards = list(self.of(Counter(x["cards"]), colour).elements())
                    goods = self.of(Counter(x["goods"]), colour).total()
                    need(not (cards or goods) or colour in insurable, "only what is sinking")
                    room = sum(icons[card[1:]] for card in cards)
                    need(len(cards) <= goods <= room, "icons of the same colour, none for nothing")
                    need(all(icons[card[1:]] for card in cards), "a card with icons")
        for seat in self.clockwise(active):
            p = self.seats[seat]
            lost = sum((self.of(p.loose, colour) for colour in sinking), Counter[str]())
            if lost:
                need(Counter(self.follows("lost", seat=seat)["cards"]) == lost, "what is lost")
                p.loose -= lost
                self.discard += lost

    # --- the books

    def books(self) -> Data:
        """Lay the books open."""
        return {
            "turn": self.turn,
            "active": self.active,
            "asked": self.asked,
            "ships": self.ships,
            "pile": self.pile,
            "discard": self.discard.total(),
            **{row: sorted(cards.elements()) for row, cards in self.rows.items()},
            "pieces": [list(p.reserved or (None, None)) for p in self.seats.values()],
            "hands": [sorted(p.hand.elements()) for p in self.seats.values()],
            "loose": [sorted(p.loose.elements()) for p in self.seats.values()],
            "insured": [sorted(p.insured.elements()) for p in self.seats.values()],
            "tokens": [dict(+p.tokens) for p in self.seats.values()],
            "points": [p.points for p in self.seats.values()],
        }

    @staticmethod
    def told(view: Data) -> Data:
        """Return the same from a view."""
        seats = view["seats"]

        def goods(seat: Data, insured: bool) -> list[str]:
            sets = (x["goods"] for x in seat["sets"])
            return sorted(g["card"] for xs in sets for g in xs if g["insured"] is insured)

        return {
            "turn": view["turn"],
            "active": view["active"],
            "asked": [(q["seat"], q["ask"]) for q in view["asked"]],
            "ships": {ship["colour"]: ship["at"] for ship in view["ships"]},
            "pile": view["pile"],
            "discard": view["discard"],
            **{row: sorted(slot["card"] for slot in view[row]) for row in ("market", "farm")},
            "pieces": [[seat["row"], seat["piece"]] for seat in seats],
            "hands": [sorted(seat["hand"]) for seat in seats],
            "loose": [goods(seat, False) for seat in seats],
            "insured": [goods(seat, True) for seat in seats],
            "tokens": [{x["colour"]: x["tokens"] for x in s["sets"] if x["tokens"]} for s in seats],
            "points": [seat["vp"] for seat in seats],
        }
