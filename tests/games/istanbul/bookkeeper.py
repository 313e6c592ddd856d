"""Istanbul: The Dice Game by a second referee, who has only the lines of the log and the box."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.bookkeeping import Bookkeeper, Data, need, take

ACTIONS = ("paired", "mixed", "cashed", "visited", "bought", "ruby_bought")
OTHER = ("ruby", "tile", "any")
"""What a card can give beside tokens, lira and crystals."""


class Merchant:
    """What lies before one player; tiles in `fresh` do nothing before the next own turn."""

    def __init__(self) -> None:
        self.have: Counter[str] = Counter()
        self.rubies = 0
        self.tiles: list[str] = []
        self.fresh: list[str] = []
        self.mosque = False


class Books(Bookkeeper):
    """Goods, lira, crystals, rubies, tiles, cards and dice."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        box, count = self.box, str(self.players)
        self.limits = box["limits"]
        self.goods: list[str] = box["goods"]["names"]
        self.joker: str = box["goods"]["joker"]
        self.face = {letter: name for name, letter in box["notation"]["letters"].items()}
        self.bank = Counter(
            {k: box["supply"][k] for k in (*self.goods, self.joker, "crystal", "lira")}
        )
        self.tile = {tile["id"]: tile for tile in box["tile"]}
        self.card = {card["id"]: card for card in box["card"]}
        self.target = self.limits["target_rubies"][count]
        self.for_ruby = self.limits["mosque_tiles"][count]
        self.mosque: int = box["mosque"]["rubies"][count]
        prices = {x["area"]: x["prices"] for x in box["track"] if x["players"] == self.players}
        self.prices = {
            **dict.fromkeys(self.goods, prices["goods"]),
            "left": prices["left"],
            "right": prices["right"],
        }
        self.taken = dict.fromkeys(self.prices, 0)
        self.seats = {seat: Merchant() for seat in range(1, self.players + 1)}
        self.stack: Counter[str] = Counter(list(self.tile))
        self.under: list[str] = []
        """Tiles under the stack that were returned, in the order in which they will come."""
        self.open: Counter[str] = Counter()
        self.deck: Counter[str] = Counter(list(self.card))
        self.discard: Counter[str] = Counter()
        self.shown: list[str] = []
        self.dice: list[str] = []
        self.spent = 0
        self.done = 0

    # --- the supply

    def gain(self, seat: int, what: str, count: int) -> None:
        """IST-22, IST-A19: from the supply; when it is empty all give one back first."""
        p = self.seats[seat]
        while count:
            there = min(count, self.bank[what])
            if there:
                self.follows("gained", seat=seat, what=what, count=there)
                self.bank[what] -= there
                p.have[what] += there
                count -= there
            if count:
                owners = [other for other, q in self.seats.items() if q.have[what]]
                if not owners:
                    self.follows("missed", seat=seat, what=what, count=count)
                    return
                self.follows("levied", what=what, seats=owners)
                for other in owners:
                    self.pay(other, what, 1)

    def pay(self, seat: int, what: str, count: int) -> None:
        """Give something back to the supply."""
        p = self.seats[seat]
        need(p.have[what] >= count, f"{count} {what}")
        p.have[what] -= count
        self.bank[what] += count

    def discard_goods(self, seat: int, paid: list[str], *, tokens: bool = True) -> Counter[str]:
        """IST-20: goods as dice (d:R) or tokens (t:R); return them by colour."""
        colours: Counter[str] = Counter()
        for word in paid:
            kind, letter = word.split(":")
            colour = self.face[letter]
            need(colour in (*self.goods, self.joker), "goods")
            if kind == "d":
                self.use_dice(letter, 1)
            else:
                need(kind == "t" and tokens, "a die or a token")
                self.pay(seat, colour, 1)
            colours[colour] += 1
        return colours

    def use_dice(self, letter: str, count: int) -> None:
        """A die is used once."""
        for _ in range(count):
            need(letter in self.dice, f"a die that shows {letter}")
            self.dice.remove(letter)
            self.spent += 1

    def meets(self, paid: Counter[str], cost: dict[str, int], extra: int = 0) -> bool:
        """IST-21: whether goods are exactly a cost and so many of any kind; brown is a joker."""
        short = sum(max(n - paid[k], 0) for k, n in cost.items())
        over = sum(max(paid[k] - cost.get(k, 0), 0) for k in self.goods)
        return (
            short <= paid[self.joker]
            and over <= extra
            and (paid.total() == sum(cost.values()) + extra)
        )

    # --- set-up and turns

    def play(self) -> None:
        """Set up, then rounds until somebody has enough rubies."""
        self.display()
        for seat in self.seats:  # IST-13, IST-14
            self.gain(seat, "crystal", self.limits["start_crystal"])
            self.gain(seat, "lira", self.limits["start_lira"][seat - 1])
        while max(p.rubies for p in self.seats.values()) < self.target:  # IST-40
            for seat in self.seats:
                self.one_turn(seat)
        keys = [(p.rubies, self.wealth(p)) for p in self.seats.values()]  # IST-41 to IST-43
        self.ends("rubies", keys, [p.rubies for p in self.seats.values()])

    def wealth(self, p: Merchant) -> int:
        """IST-42."""
        tokens = sum(p.have[k] for k in (*self.goods, self.joker))
        crystals = p.have["crystal"] * self.limits["crystal_value"]
        return p.have["lira"] + tokens * int(self.limits["token_value"]) + int(crystals)

    def effect(self, tile: str, name: str) -> Any:
        """Return one effect of a tile, if it has it."""
        return self.tile[tile]["effect"].get(name)

    def one_turn(self, seat: int) -> None:
        """IST-15 to IST-19."""
        p = self.seats[seat]
        p.tiles, p.fresh = p.tiles + p.fresh, []  # IST-45
        kinds = ("lira", "crystal", "bazaar")
        due = [t for kind in kinds for t in self.tile if t in p.tiles and self.kind(t) == kind]
        self.done = 0
        self.begins(seat)
        told = self.before["data"]["income"]
        need(sorted(told) == sorted(due), "tiles with an effect at the start of the turn")
        self.income(seat, p, list(told))
        extra = sum(self.effect(t, "dice") or 0 for t in p.tiles)
        self.dice = self.follows("rolled", seat=seat)["faces"]
        need(len(self.dice) == self.limits["dice"] + extra, "as many dice as there are")
        sides = {self.box["notation"]["letters"][face] for face in self.box["die"]["faces"]}
        need(set(self.dice) <= sides, "faces of a die")
        self.dice = list(self.dice)
        while True:
            kind, x = self.ask([(seat, "action")], *ACTIONS, "rerolled", "finished")
            if kind == "finished":
                self.dice, self.spent = [], 0
                return
            if kind == "rerolled":
                self.reroll(seat, x)
                continue
            allowed = self.limits["actions"] + sum(self.effect(t, "actions") or 0 for t in p.tiles)
            need(self.done < allowed, "an action is left")
            self.done += 1
            getattr(self, kind)(seat, x)

    def kind(self, tile: str) -> str:
        """Return the kind of a tile."""
        return str(self.tile[tile]["kind"])

    def income(self, seat: int, p: Merchant, due: list[str]) -> None:
        """IST-A10: each tile once, in an order of choice; cards or the rest first is one."""
        while due := [t for t in due if t in p.tiles]:
            if len({bool(self.effect(t, "reveal")) for t in due}) > 1:
                _, x = self.ask([(seat, "income")], "tile_used")
            else:
                x = self.follows("tile_used", seat=seat)
            need(x["tile"] in due, "a tile that is still due")
            due.remove(x["tile"])
            for what, count in (self.effect(x["tile"], "income") or {}).items():
                self.gain(seat, what, count)
            if reveal := self.effect(x["tile"], "reveal"):
                self.bazaar(seat, reveal, dice=0)

    def reroll(self, seat: int, x: Data) -> None:
        """IST-17, IST-A36."""
        need(not self.done, "before the first action")
        need(x["spent"] == self.box["reroll"]["pay"], "the price of a new roll")
        for what, count in x["spent"].items():
            self.pay(seat, what, count)
        need(x["dice"] and len(set(x["dice"])) == len(x["dice"]) == len(x["faces"]), "some dice")
        for n, face in zip(x["dice"], x["faces"], strict=True):
            need(1 <= n <= len(self.dice), "a die")
            self.dice[n - 1] = face

    # --- actions

    def paired(self, seat: int, x: Data) -> None:
        """IST-23."""
        tokens = self.options.get("tokens_in_exchanges", True)
        paid = self.discard_goods(seat, x["paid"], tokens=tokens)
        need(x["colour"] in self.goods and self.meets(paid, {x["colour"]: 2}), "two of a colour")
        self.gain(seat, x["colour"], 1)

    def mixed(self, seat: int, x: Data) -> None:
        """IST-24 to IST-26."""
        tokens = self.options.get("tokens_in_exchanges", True)
        paid = self.discard_goods(seat, x["paid"], tokens=tokens)
        need(x["goods"] == paid.total() and x["goods"] in (2, 3, 4), "two, three or four goods")
        need(all(paid[k] <= 1 for k in self.goods), "all different")
        need(len(x["take"]) == (2 if x["goods"] == 4 else 0), "two tokens of choice for four")
        if x["goods"] == 4:
            self.chosen(seat, x["take"])
        else:
            self.gain(seat, "crystal" if x["goods"] == 2 else self.joker, 1)

    def chosen(self, seat: int, colours: list[str]) -> None:
        """IST-A32: tokens of choice, equal ones together."""
        need(set(colours) <= set(self.goods), "colours")
        for colour, count in Counter(colours).items():
            self.gain(seat, colour, count)

    def cashed(self, seat: int, x: Data) -> None:
        """IST-27, IST-50."""
        coin = self.box["notation"]["letters"]["lira"]
        count = self.dice.count(coin)
        need(count and x["dice"] == count, "all coin dice, at least one")
        self.use_dice(coin, count)
        need(x["lira"] == count * self.limits["lira_per_die"], "lira for each")
        self.gain(seat, "lira", x["lira"])
        for tile in list(self.seats[seat].tiles):
            for what, n in (self.effect(tile, "on_lira") or {}).items():
                self.gain(seat, what, n)

    def bought(self, seat: int, x: Data) -> None:
        """IST-30."""
        need(self.open[x["tile"]] > 0, "a tile that lies open")
        paid = self.discard_goods(seat, x["paid"])
        need(self.meets(paid, self.tile[x["tile"]]["cost"]), "the goods on the tile")
        self.take_tile(seat, x["tile"])

    def ruby_bought(self, seat: int, x: Data) -> None:
        """IST-33 to IST-38."""
        area = x["area"]
        need(self.taken[area] < len(self.prices[area]), "a ruby is left")
        price = self.prices[area][self.taken[area]]
        paid = self.discard_goods(seat, x["paid"])
        need(x["lira"] == (price if area == "right" else 0), "lira")
        if area == "right":
            need(not paid, "lira alone")
            self.pay(seat, "lira", price)
        elif area == "left":
            need(self.meets(paid, dict.fromkeys(self.goods, 1), extra=price), "the carpet")
        else:
            need(self.meets(paid, {area: price}), "goods of the area")
        self.take_ruby(seat, area)

    def visited(self, seat: int, x: Data) -> None:
        """IST-28."""
        need(x["dice"] >= 1, "a card die")
        self.use_dice(self.box["notation"]["letters"]["card"], x["dice"])
        self.bazaar(seat, x["dice"], dice=x["dice"])

    # --- tiles and rubies

    def display(self) -> None:
        """IST-10, IST-31: six tiles lie open while the stack lasts."""
        count = self.limits["open_tiles"] - self.open.total()
        count = min(count, self.stack.total() + len(self.under))
        if count:
            tiles = self.follows("displayed")["tiles"]
            need(len(tiles) == count, "as many as are missing")
            for tile in tiles:
                if self.stack.total():
                    take(self.stack, [tile], "the stack")
                else:
                    need(tile == self.under.pop(0), "the returned tiles come in their order")
                self.open[tile] += 1

    def take_tile(self, seat: int, tile: str) -> None:
        """IST-31, IST-32, IST-51."""
        p = self.seats[seat]
        take(self.open, [tile], "the open tiles")
        self.follows("tile_taken", seat=seat, tile=tile, dice=self.effect(tile, "dice") or 0)
        p.fresh.append(tile)
        self.display()
        owned = len(p.tiles + p.fresh)
        if owned == self.for_ruby and not p.mosque and self.mosque:
            self.follows("mosque_ruby", seat=seat, tiles=owned)
            p.mosque = True
            p.rubies += 1
            self.mosque -= 1

    def take_ruby(self, seat: int, area: str) -> None:
        """IST-33: the nearest one."""
        need(self.taken[area] < len(self.prices[area]), "a ruby is left")
        self.taken[area] += 1
        self.follows("ruby_taken", seat=seat, area=area, number=self.taken[area])
        self.seats[seat].rubies += 1

    # --- the bazaar

    def reveal(self, count: int) -> None:
        """IST-28, IST-29, IST-A09."""
        while count:
            if not self.deck.total():
                if not self.discard.total():
                    return
                cards = self.follows("reshuffled")["cards"]
                need(Counter(cards) == +self.discard, "the whole discard pile")
                self.deck, self.discard = self.discard, Counter()
            cards = self.follows("revealed")["cards"]
            need(len(cards) == min(count, self.deck.total()), "as many cards as dice")
            take(self.deck, cards, "the deck")
            self.shown += cards
            count -= len(cards)

    def bazaar(self, seat: int, count: int, dice: int) -> None:
        """IST-28, IST-52, IST-53, IST-A08, IST-A11: use one card, then the others' part."""
        self.reveal(count)
        if not self.shown:
            return
        only = self.shown[0] if len(self.shown) == 1 else None
        if only and not self.choice(seat, only, dice):
            kind = (
                "card_used" if self.able(seat, self.card[only]["active"], dice) else "card_declined"
            )
            x = self.follows(kind, seat=seat, card=only)
        else:
            kind, x = self.ask([(seat, "card")], "card_used", "card_declined")
        need(x["card"] in self.shown, "a card that was revealed")
        card = self.card[x["card"]]
        if kind == "card_used":
            need(self.able(seat, card["active"], dice), "its condition is met")
            self.deal(seat, card["active"], x)
        else:
            need(self.conditional(card["active"]), "a card without a condition is used")
            for what, n in card.get("otherwise", {}).items():
                self.gain(seat, what, n)
        if part := card.get("others"):
            self.offer(seat, x["card"], part)
        self.follows("cleared", cards=self.shown)
        self.discard.update(self.shown)
        self.shown = []

    @staticmethod
    def conditional(part: Data) -> bool:
        """Return whether a part of a card asks for something."""
        return bool({"pay", "have", "need_card_dice"} & set(part))

    def choice(self, seat: int, card: str, dice: int) -> bool:
        """Return whether the only revealed card leaves anything to decide."""
        part = self.card[card]["active"]
        if not self.able(seat, part, dice):
            return False
        gain = part.get("gain", {})
        return self.conditional(part) or "choose" in part or bool(set(OTHER) & set(gain))

    def able(self, seat: int, part: Data, dice: int) -> bool:
        """IST-54 to IST-57, IST-A02: whether a player can meet a condition."""
        p = self.seats[seat]
        if dice < part.get("need_card_dice", 0):
            return False
        if any(p.have[k] < n for k, n in part.get("have", {}).items()):
            return False
        gain, browns = part.get("gain", {}), p.have[self.joker]
        for k, n in part.get("pay", {}).items():
            if k == "tile":
                if len(p.tiles + p.fresh) < n:
                    return False
            elif k in self.goods:
                browns -= max(n - p.have[k], 0)
            elif k == self.joker:
                browns -= n
            elif p.have[k] < n:
                return False
        if browns < 0:
            return False
        left = any(n < len(self.prices[area]) for area, n in self.taken.items())
        if "ruby" in gain and not left:
            return False
        return "tile" not in gain or bool(self.open.total())

    def deal(self, seat: int, part: Data, x: Data) -> None:
        """IST-54, IST-A30: pay, then gain."""
        p, cost = self.seats[seat], part.get("pay", {})
        tokens = {k: n for k, n in cost.items() if k in (*self.goods, self.joker)}
        need(all(word.startswith("t:") for word in x["paid"]), "tokens, no dice (IST-A13)")
        paid = self.discard_goods(seat, x["paid"])
        real = tokens.get(self.joker, 0)
        need(paid[self.joker] >= real, "real brown tokens")
        paid[self.joker] -= real
        coloured = {k: n for k, n in tokens.items() if k != self.joker}
        need(self.meets(+paid, coloured), "the tokens on the card")
        for what, n in cost.items():
            if what in ("lira", "crystal"):
                self.follows("spent", seat=seat, what=what, count=n)
                self.pay(seat, what, n)
        need(len(x["discard"]) == cost.get("tile", 0), "own tiles")
        for tile in x["discard"]:
            need(tile in p.tiles + p.fresh, "an own tile")
            self.follows("tile_returned", seat=seat, tile=tile, dice=self.effect(tile, "dice") or 0)
            (p.tiles if tile in p.tiles else p.fresh).remove(tile)
            self.under.append(tile)
        gain = part.get("gain", {})
        if "choose" in part:
            gain = next((way for way in part["choose"] if list(way) == [x["choice"]]), None)
            need(gain is not None, "one of two")
        else:
            need(x["choice"] == "", "nothing to choose")
        for name, kind in (("take", "any"), ("areas", "ruby"), ("tiles", "tile")):
            need(len(x[name]) == gain.get(kind, 0), f"{name} that are chosen")
        for what, n in gain.items():
            if what == "any":
                self.chosen(seat, x["take"])
            elif what == "ruby":
                for area in x["areas"]:
                    self.take_ruby(seat, area)
            elif what == "tile":
                for tile in x["tiles"]:
                    self.take_tile(seat, tile)
            else:
                self.gain(seat, what, n)

    def offer(self, active: int, card: str, part: Data) -> None:
        """IST-53, IST-A11: the others one after another, as long as they can."""
        asked = [seat for seat in self.clockwise(active)[1:] if self.able(seat, part, 0)]
        if asked:
            self.follows("offered", card=card, seats=asked)
        while asked:
            if not self.able(asked[0], part, 0):
                self.follows("skipped", seat=asked.pop(0))
                continue
            kind, x = self.ask([(seat, "offer") for seat in asked], "accepted", "refused")
            seat = asked.pop(0)
            if kind == "accepted":
                self.deal(seat, part, x)

    # --- the books

    def books(self) -> Data:
        """Lay the books open."""
        players = self.seats.values()
        return {
            "turn": self.turn,
            "active": self.active,
            "asked": self.asked,
            "dice": [sorted(self.face[x] for x in self.dice), self.spent],
            "actions": self.done,
            "taken": self.taken,
            "mosque": self.mosque,
            "tiles": sorted(self.open.elements()),
            "stack": self.stack.total() + len(self.under),
            "deck": self.deck.total(),
            "discard": self.discard.total(),
            "shown": sorted(self.shown),
            "bank": dict(self.bank),
            "have": [dict(+p.have) for p in players],
            "rubies": [p.rubies for p in players],
            "owned": [sorted(p.tiles + p.fresh) for p in players],
            "fresh": [sorted(p.fresh) for p in players],
            "extra dice": [
                sum(self.effect(t, "dice") or 0 for t in p.tiles + p.fresh) for p in players
            ],
            "mosque ruby": [p.mosque for p in players],
            "wealth": [self.wealth(p) for p in players],
        }

    @staticmethod
    def told(view: Data) -> Data:
        """Return the same from a view."""
        seats = view["seats"]
        return {
            "turn": view["turn"],
            "active": view["active"],
            "asked": [(q["seat"], q["ask"]) for q in view["asked"]],
            "dice": [
                sorted(die["face"] for die in view["dice"] if not die["used"]),
                sum(die["used"] for die in view["dice"]),
            ],
            "actions": view["actions"],
            "taken": {area["name"]: area["taken"] for area in view["areas"]},
            "mosque": view["mosque"],
            "tiles": sorted(tile["id"] for tile in view["tiles"]),
            "stack": view["stack"],
            "deck": view["deck"],
            "discard": view["discard"],
            "shown": sorted(card["id"] for card in view["shown"]),
            "bank": view["bank"],
            "have": [
                dict(+Counter({**x["tokens"], "lira": x["lira"], "crystal": x["crystals"]}))
                for x in seats
            ],
            "rubies": [x["rubies"] for x in seats],
            "owned": [sorted(tile["id"] for tile in x["tiles"]) for x in seats],
            "fresh": [sorted(tile["id"] for tile in x["tiles"] if tile["fresh"]) for x in seats],
            "extra dice": [x["extra_dice"] for x in seats],
            "mosque ruby": [x["mosque_ruby"] for x in seats],
            "wealth": [x["wealth"] for x in seats],
        }
