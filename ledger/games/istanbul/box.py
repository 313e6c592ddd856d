"""The components as data: their types, and what makes a box playable."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

import msgspec

from ledger.sdk import (
    Above0,
    Letters,
    NotEmpty,
    NotNegative,
    Players,
    Sourced,
    Titled,
    require,
    require_amounts,
)

GOODS = ("red", "yellow", "green", "blue")
TOKENS = (*GOODS, "brown")
KINDS = (*TOKENS, "lira", "crystal")
"""What lies in the supply and before players, by number."""
AREAS = (*GOODS, "left", "right")
"""The ruby areas but the mosque."""
FACES = (*GOODS, "lira", "card")
"""What a die can show."""
TILE_KINDS = ("lira", "crystal", "bazaar", "action", "goods", "die")
KEYWORDS = ("pay", "discard", "take", "ruby", "tile")
"""Words of the notation that cannot name a card or a tile."""
_ID = re.compile(r"[a-z][a-z0-9-]*")


class Goods(Sourced):
    """The colours of goods, what they are, and the colour that stands for any of them."""

    names: tuple[str, ...]
    wares: dict[str, str]
    joker: str


class Die(Sourced):
    """The faces of every die."""

    faces: NotEmpty[tuple[str, ...]]


class Supply(Sourced):
    """How many pieces of each kind there are."""

    red: NotNegative
    yellow: NotNegative
    green: NotNegative
    blue: NotNegative
    brown: NotNegative
    crystal: NotNegative
    lira: NotNegative
    dice: NotNegative
    ruby: NotNegative


class Limits(Sourced):
    """The numbers of the rules; some depend on the number of players."""

    dice: Above0
    actions: Above0
    open_tiles: Above0
    start_crystal: NotNegative
    start_lira: tuple[NotNegative, ...]
    target_rubies: dict[str, int]
    mosque_tiles: dict[str, int]
    lira_per_die: Above0
    token_value: NotNegative
    crystal_value: NotNegative


class Reroll(Sourced):
    """What a re-roll costs."""

    pay: dict[str, int]


class Mosque(Sourced):
    """Rubies of the mosque area by the number of players."""

    rubies: dict[str, int]


class Track(Sourced):
    """Prices of the rubies of an area, for a number of players."""

    KEY: ClassVar = ("area", "players")
    area: Literal["goods", "left", "right"]
    players: int
    prices: tuple[int, ...]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tile does; one of these."""

    income: dict[str, int] = {}
    reveal: int = 0
    actions: int = 0
    dice: int = 0
    on_lira: dict[str, int] = {}


class Tile(Sourced, kw_only=True):
    """A mosque tile."""

    id: str
    kind: str
    colour: str | None = None
    cost: dict[str, int]
    effect: Effect


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card gives, and on which condition."""

    gain: dict[str, int] = {}
    choose: tuple[dict[str, int], ...] = ()
    pay: dict[str, int] = {}
    have: dict[str, int] = {}
    need_card_dice: int = 0


class Card(Sourced):
    """A bazaar card."""

    id: str
    active: Part
    others: Part | None = None
    otherwise: dict[str, int] = {}  # noqa: RUF012 # a struct's default is copied


class Box(Titled):
    """Everything in the box."""

    players: Players
    goods: Goods
    die: Die
    notation: Letters
    supply: Supply
    limits: Limits
    reroll: Reroll
    mosque: Mosque
    track: tuple[Track, ...]
    tile: tuple[Tile, ...]
    card: tuple[Card, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a ruling leaves the choice to the table (IST-A01)."""

    tokens_in_exchanges: bool = True


def check_box(box: Box) -> None:
    """Refuse a box that no game could be played with."""
    require(set(box.goods.names) == set(GOODS), f"goods.names are {', '.join(GOODS)}")
    require(len(box.goods.names) == len(GOODS), "goods.names must be different colours")
    require(box.goods.joker == "brown", "goods.joker is brown")
    require(set(box.goods.wares) == set(GOODS), "goods.wares needs a word for each colour")
    for face in box.die.faces:
        require(face in FACES, f"die.faces: there is no face {face!r}")
    letters = box.notation.letters
    for name in (*TOKENS, "lira", "card"):
        letter = letters.get(name, "")
        fine = letter.isprintable() and not letter.islower() and letter not in ' #?@!",:-'
        require(len(letter) == 1 and fine, f"notation.letters.{name} is not a single letter")
    require(len(set(letters.values())) == len(letters), "notation.letters must all be different")
    require_amounts("reroll.pay", box.reroll.pay, ("lira", "crystal"))
    for n in box.players.counts:
        _check_count(box, n)
    _check_tiles(box)
    ids = [card.id for card in box.card]
    require(ids, "card: there are no cards")
    require(len(set(ids)) == len(ids), "card: every card needs an id of its own")
    for card in box.card:
        _check_card(card)


def check_new_box(box: Box) -> None:
    """Refuse a box that leaves a part of the game unplayable."""
    require(box.players.counts, "players.counts is empty")
    missing = [face for face in FACES if face not in box.die.faces]
    require(not missing, f"die.faces: no face shows {', '.join(missing)}; each is needed once")
    for track in box.track:
        where = f"track {track.area} {track.players}"
        require(track.prices, f"{where}: prices is empty; it has a price for each ruby")
        rising = list(track.prices) == sorted(track.prices)
        require(rising, f"{where}: prices fall; each ruby costs as much as the one before or more")
        lira = box.supply.lira if track.area == "right" else track.prices[-1]
        require(track.prices[-1] <= lira, f"{where}: prices: there are only {lira} lira")
    for tile in box.tile:
        where = f"tile {tile.id}"
        require(tile.kind in TILE_KINDS, f"{where}: kind is one of {', '.join(TILE_KINDS)}")
        right = tile.colour is None or tile.colour in GOODS
        require(right, f"{where}: colour is one of {', '.join(GOODS)}, or left out")
    tiles, shown = len(box.tile), box.limits.open_tiles
    require(tiles >= shown, f"tile: there are {tiles}, and limits.open_tiles is {shown}")
    dice = box.limits.dice + sum(tile.effect.dice for tile in box.tile)
    cards = len(box.card)
    require(cards >= dice, f"card: there are {cards}, and {dice} dice can turn up {dice} at once")


def _check_count(box: Box, n: int) -> None:
    """IST-06 to IST-09: there are rubies for this number of players."""
    limits, key = box.limits, str(n)
    require(2 <= n <= 4, f"players.counts: {n} cannot play")
    require(limits.target_rubies.get(key, 0) > 0, f"limits.target_rubies has none for {n} players")
    require(limits.mosque_tiles.get(key, 0) > 0, f"limits.mosque_tiles has none for {n} players")
    require(box.mosque.rubies.get(key, -1) >= 0, f"mosque.rubies says nothing about {n} players")
    require(len(limits.start_lira) >= n, f"limits.start_lira is too short for {n} players")
    lira, crystals = sum(limits.start_lira[:n]), limits.start_crystal * n
    require(lira <= box.supply.lira, "limits.start_lira: there aren't that many lira")
    require(crystals <= box.supply.crystal, "limits.start_crystal: there aren't that many")
    rubies = box.mosque.rubies[key]
    for area in ("goods", "left", "right"):
        found = [t.prices for t in box.track if t.area == area and t.players == n]
        require(len(found) == 1, f"track: {area} is there {len(found)} times for {n} players")
        least = 0 if area == "left" else 1
        require(min(found[0], default=1) >= least, f"track: prices of {area} from {least} up")
        rubies += len(found[0]) * (len(GOODS) if area == "goods" else 1)
    require(rubies <= box.supply.ruby, f"track: {n} players need {rubies} rubies")
    require(rubies >= limits.target_rubies[key] * n - n + 1, f"track: {rubies} rubies end no game")


def _check_tiles(box: Box) -> None:
    ids = [tile.id for tile in box.tile]
    require(len(set(ids)) == len(ids), "tile: every tile needs an id of its own")
    for tile in box.tile:
        where = f"tile {tile.id}"
        require(_ID.fullmatch(tile.id) and tile.id not in KEYWORDS, f"{where}: not a good name")
        require_amounts(f"{where}: cost", tile.cost, (*GOODS, "any"))
        x, sorts = tile.effect, Effect.__struct_fields__
        one = sum(bool(getattr(x, name)) for name in sorts) == 1
        require(one, f"{where}: effect is one of {', '.join(sorts)}")
        require(min(x.reveal, x.actions, x.dice) >= 0, f"{where}: effect cannot be negative")
        require_amounts(f"{where}: income", x.income, KINDS)
        require_amounts(f"{where}: on_lira", x.on_lira, KINDS)
    dice = box.limits.dice + sum(tile.effect.dice for tile in box.tile)
    require(dice <= box.supply.dice, f"supply.dice: limits and tiles need {dice}")


def _check_card(card: Card) -> None:
    where = f"card {card.id}"
    require(_ID.fullmatch(card.id) and card.id not in KEYWORDS, f"{where}: not a good name")
    require_amounts(f"{where}: otherwise", card.otherwise, KINDS)
    for name, part in (("active", card.active), ("others", card.others)):
        if part is None:
            continue
        here = f"{where}: {name}"
        require(bool(part.gain) != bool(part.choose), f"{here} has either gain or choose")
        for gain in (part.gain, *part.choose):
            require_amounts(f"{here} gain", gain, (*KINDS, "any", "ruby", "tile"))
        names = ["+".join(gain) for gain in part.choose]
        require(all(names), f"{here} has an empty choice")
        require(len(set(names)) == len(names), f"{here} has two choices of the same kinds")
        require_amounts(f"{here} pay", part.pay, (*KINDS, "any", "tile"))
        require_amounts(f"{here} have", part.have, (*KINDS, "ruby", "tile"))
        require(part.need_card_dice >= 0, f"{here} need_card_dice cannot be negative")
        require(name == "active" or not part.need_card_dice, f"{here} cannot need card dice")
