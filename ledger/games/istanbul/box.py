"""The components as data: their types, and the checks that a box must pass."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from ledger.sdk import (
    Above0,
    Letters,
    NotEmpty,
    NotNegative,
    Players,
    Sourced,
    Titled,
    at_most,
    longest,
    require,
)
from ledger.sdk.kit import (
    among,
    amounts_of,
    each_of,
    enough_for_all,
    for_each_count,
    named,
)

GOODS = ("red", "yellow", "green", "blue")
TOKENS = (*GOODS, "brown")
KINDS = (*TOKENS, "lira", "crystal")
"""The kinds of things that are counted, both in the supply and for each player."""
AREAS = (*GOODS, "left", "right")
"""The ruby areas except the mosque."""
FACES = (*GOODS, "lira", "card")
"""The possible faces of a die."""
TILE_KINDS = ("lira", "crystal", "bazaar", "action", "goods", "die")
CHOSEN = {"any": 20, "ruby": 6, "tile": 10}
"""How many things of a gain can be chosen in a new game, each by itself."""
KEYWORDS = ("pay", "discard", "take", "ruby", "tile")
"""Words of the notation, which can't be used as card or tile names."""
Things = Annotated[dict[str, int], amounts_of(*KINDS), at_most(100)]
Price = Annotated[dict[str, int], amounts_of(*GOODS, "any"), at_most(30)]
Gain = Annotated[dict[str, int], amounts_of(*KINDS, "any", "ruby", "tile"), at_most(100)]
Pieces = Annotated[NotNegative, at_most(200)]
"""How many pieces of a kind there are."""
ID = r"[a-z][a-z0-9-]*"


class Goods(Sourced):
    """The colours of goods, the wares they stand for, and the colour that can replace any."""

    names: Annotated[tuple[str, ...], each_of(*GOODS)]
    wares: Annotated[dict[str, str], each_of(*GOODS)]
    joker: Literal["brown"]


class Die(Sourced):
    """The faces that every die has."""

    faces: NotEmpty[Annotated[tuple[str, ...], among(*FACES), longest(60)]]


class Supply(Sourced):
    """The number of pieces of each kind."""

    red: Pieces
    yellow: Pieces
    green: Pieces
    blue: Pieces
    brown: Pieces
    crystal: Pieces
    lira: Annotated[NotNegative, at_most(5000)]
    dice: Annotated[NotNegative, at_most(60)]
    ruby: Annotated[NotNegative, at_most(300)]


class Limits(Sourced):
    """The numbers used in the rules; some depend on the number of players."""

    dice: Annotated[Above0, at_most(50)]
    actions: Annotated[Above0, at_most(50)]
    open_tiles: Annotated[Above0, at_most(60)]
    start_crystal: Pieces
    start_lira: Annotated[tuple[NotNegative, ...], enough_for_all, at_most(1000), longest(20)]
    target_rubies: Annotated[dict[str, int], for_each_count(), at_most(100)]
    mosque_tiles: Annotated[dict[str, int], for_each_count(), at_most(100)]
    lira_per_die: Annotated[Above0, at_most(100)]
    token_value: Annotated[NotNegative, at_most(100)]
    crystal_value: Annotated[NotNegative, at_most(100)]


class Reroll(Sourced):
    """The price of a reroll."""

    pay: Annotated[dict[str, int], amounts_of("lira", "crystal"), at_most(100)]


class Mosque(Sourced):
    """The number of rubies in the mosque area, by number of players."""

    rubies: Annotated[dict[str, int], for_each_count(0), at_most(100)]


class Track(Sourced):
    """The ruby prices of an area for a number of players."""

    KEY: ClassVar = ("area", "players")
    area: Literal["goods", "left", "right"]
    players: int
    prices: Annotated[tuple[int, ...], at_most(500), longest(60)]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The effect of a tile; exactly one of these."""

    income: Things = {}
    reveal: Annotated[NotNegative, at_most(20)] = 0
    actions: Annotated[NotNegative, at_most(20)] = 0
    dice: Annotated[NotNegative, at_most(20)] = 0
    on_lira: Things = {}


class Tile(Sourced, kw_only=True):
    """A mosque tile."""

    id: Annotated[str, named(ID, like="lira-r", taken=KEYWORDS)]
    kind: str
    colour: str | None = None
    cost: Price
    effect: Effect


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a card: what it gives, and on what condition."""

    gain: Gain = {}
    choose: Annotated[tuple[Gain, ...], longest(20)] = ()
    pay: Annotated[dict[str, int], amounts_of(*KINDS, "any", "tile"), at_most(100)] = {}
    have: Annotated[dict[str, int], amounts_of(*KINDS, "ruby", "tile"), at_most(100)] = {}
    need_card_dice: Annotated[NotNegative, at_most(50)] = 0


class Card(Sourced):
    """A bazaar card.

    The `active` part is for the player who uses it, `others` is the part that the other players can
    use after that, and `otherwise` is what the card gives if its condition isn't met.
    """

    id: Annotated[str, named(ID, like="a-red", taken=KEYWORDS)]
    active: Part
    others: Part | None = None
    otherwise: Things = {}  # noqa: RUF012 # a struct's default is copied


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
    tile: Annotated[tuple[Tile, ...], longest(250)]
    card: Annotated[NotEmpty[tuple[Card, ...]], longest(400)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices that the rulings leave to the table (IST-A01)."""

    tokens_in_exchanges: bool = True


def check_box(box: Box) -> None:
    """Reject a box that can't be played with at all."""
    for name in (*TOKENS, "lira", "card"):
        require(name in box.notation.letters, "notation.letters.{name} is missing", name=name)
    for n in box.players.counts:
        _check_count(box, n)
    sorts = Effect.__struct_fields__
    for tile in box.tile:
        one = sum(bool(getattr(tile.effect, name)) for name in sorts) == 1
        require(one, "tile {id}: effect must be one of {sorts}", id=tile.id, sorts=", ".join(sorts))
    dice = box.limits.dice + sum(tile.effect.dice for tile in box.tile)
    require(dice <= box.supply.dice, "supply.dice: limits and tiles need {dice}", dice=dice)
    for card in box.card:
        _check_part(f"card {card.id}: active", card.active)
        if card.others:
            _check_part(f"card {card.id}: others", card.others)
            require(
                not card.others.need_card_dice,
                "card {id}: the other players' part can't need card dice",
                id=card.id,
            )


def check_new_box(box: Box) -> None:
    """Reject a box that would make part of the game unplayable."""
    missing = [face for face in FACES if face not in box.die.faces]
    require(
        not missing,
        "die.faces: no face shows {missing}; each is needed once",
        missing=", ".join(missing),
    )
    for track in box.track:
        where = f"track {track.area} {track.players}"
        require(
            track.prices, "{where}: prices is empty; it needs a price for each ruby", where=where
        )
        rising = list(track.prices) == sorted(track.prices)
        require(
            rising,
            "{where}: prices must not fall: each ruby must cost at least as much as the one before",
            where=where,
        )
        lira = box.supply.lira if track.area == "right" else track.prices[-1]
        require(
            track.prices[-1] <= lira,
            "{where}: prices: there are only {lira} lira",
            where=where,
            lira=lira,
        )
    for tile in box.tile:
        where = f"tile {tile.id}"
        require(
            tile.kind in TILE_KINDS,
            "{where}: kind must be one of {kinds}",
            where=where,
            kinds=", ".join(TILE_KINDS),
        )
        right = tile.colour is None or tile.colour in GOODS
        require(
            right,
            "{where}: colour must be one of {goods}, or left out",
            where=where,
            goods=", ".join(GOODS),
        )
    for card in box.card:
        _check_choices(f"card {card.id}: active", card.active)
        if card.others:
            _check_choices(f"card {card.id}: others", card.others)
    cards, tiles, shown = len(box.card), len(box.tile), box.limits.open_tiles
    require(
        tiles >= shown,
        "tile: there are only {tiles} tiles, but limits.open_tiles is {shown}",
        tiles=tiles,
        shown=shown,
    )
    dice = box.limits.dice + sum(tile.effect.dice for tile in box.tile)
    require(
        cards >= dice,
        "card: there are {cards} cards, and {dice} dice can turn up {dice} at once",
        cards=cards,
        dice=dice,
    )


def _check_choices(where: str, part: Part) -> None:
    """Refuse gains that could be chosen in more ways than anybody can list."""
    for gain in (part.gain, *part.choose):
        for kind, most in CHOSEN.items():
            require(
                gain.get(kind, 0) <= most,
                "{where}.gain.{kind} must be between {least} and {most}, not {value}",
                where=where,
                kind=kind,
                least=1,
                most=most,
                value=gain.get(kind),
            )


def _check_count(box: Box, n: int) -> None:
    """IST-06 to IST-09: require enough lira, crystals and rubies for a number of players."""
    limits, key = box.limits, str(n)
    lira, crystals = sum(limits.start_lira[:n]), limits.start_crystal * n
    require(lira <= box.supply.lira, "limits.start_lira: there aren't that many lira")
    require(crystals <= box.supply.crystal, "limits.start_crystal: there aren't that many")
    rubies = box.mosque.rubies[key]
    for area in ("goods", "left", "right"):
        found = [t.prices for t in box.track if t.area == area and t.players == n]
        require(
            len(found) == 1,
            "track: {area} appears {found} times for {n} players",
            area=area,
            found=len(found),
            n=n,
        )
        least = 0 if area == "left" else 1
        require(
            min(found[0], default=1) >= least,
            "track: prices of {area} must be at least {least}",
            area=area,
            least=least,
        )
        rubies += len(found[0]) * (len(GOODS) if area == "goods" else 1)
    require(
        rubies <= box.supply.ruby, "track: {n} players need {rubies} rubies", n=n, rubies=rubies
    )
    require(
        rubies >= limits.target_rubies[key] * n - n + 1,
        "track: no game ends at {rubies} rubies",
        rubies=rubies,
    )


def _check_part(where: str, part: Part) -> None:
    require(
        bool(part.gain) != bool(part.choose), "{where} must have either gain or choose", where=where
    )
    names = ["+".join(gain) for gain in part.choose]
    require(all(names), "{where} has an empty choice", where=where)
    require(len(set(names)) == len(names), "{where} has two identical choices", where=where)
