"""The things that can happen in a game. If a rule determines a field, the field names that rule."""

from __future__ import annotations

from typing import Annotated, final

from ledger.sdk import N_, Event, SeatEvent, Shared, Still, case, plural, rule

from .box import CLOSED

Words = tuple[str, ...]
Cards = tuple[str | None, ...]
"""Cards; None is a card that wasn't seen."""
Amounts = dict[str, int]


# --- set-up ---------------------------------------------------------------------------------


class Dealt(SeatEvent):
    """A player gets the starting hand, which is the same for all."""

    seat: Annotated[int, rule("CEN-02", "whose hand it is")]
    cards: Annotated[Words, rule("CEN-02", "the cards of the hand")]
    says = plural("{name} begins with the (card|cards) {cards}")


class RowFilled(Event, Still):
    """Merchant cards are added at the right end of the row."""

    cards: Annotated[Words, rule("CEN-17", "the cards, from left to right", chance="row")]
    says = plural("(A merchant card is|Merchant cards are) laid out: {cards}")


class Removed(Event, Still):
    """Market tiles of a symbol go back to the box."""

    symbol: Annotated[str, rule("CEN-04", "symbol of the tiles")]
    tiles: Annotated[Words, rule("CEN-04", "the tiles", chance="remove")]
    says = plural(
        "(A market tile with the symbol {symbol} goes|Market tiles with the symbol {symbol} go)"
        " back to the box: {tiles}"
    )


class Shuffled(Event, Still):
    """The market tiles that are left are shuffled together with the sea tiles."""

    tiles: Annotated[Words, rule("CEN-04", "the tiles")]
    says = plural("{mixed} market (or sea tile is|and sea tiles are) shuffled for the map")


class Mapped(Event, Still):
    """Tiles are laid out on the slots of the map, in the order of the slots."""

    cells: Annotated[Words, rule("CEN-05", "the slots")]
    tiles: Annotated[Words, rule("CEN-A02", "the tile on each slot", chance="map")]
    says = N_("The map is laid out: {map}")


class PortFilled(Event, Still):
    """A tile from the stack is turned up on a port; it may be the closed port."""

    port: Annotated[str, rule("CEN-40", "the port")]
    tile: Annotated[str, rule("CEN-40", "the tile", chance="port")]
    says = (
        case(N_("The port {port} is closed"), tile=CLOSED),
        N_("The VP tile {tile} is turned up on the port {port}"),
    )


class Embarked(SeatEvent):
    """A player chooses a set of starting cubes and puts the ship on the map."""

    seat: Annotated[int, rule("CEN-A39", "the player who chooses")]
    set: Annotated[str, rule("CEN-12", "the set of cubes")]
    to: Annotated[str, rule("CEN-12", "where the ship is")]
    got: Annotated[Amounts, rule("CEN-12", "cubes got, by colour")]
    says = N_("{name} chooses {got} and puts the ship on {to}")


class Returned(Event, Still):
    """Starting cubes that nobody chose go back to the supply."""

    sets: Annotated[Words, rule("CEN-12", "the sets that are left")]
    says = N_("Starting cubes that nobody chose: {sets}")


class Turned(SeatEvent, Still):
    """A player's turn begins."""

    seat: Annotated[int, rule("CEN-A30", "whose turn it is")]


# --- cards ----------------------------------------------------------------------------------


class Acquired(SeatEvent):
    """A card from the row is taken: `paid` goes onto the cards to its left, `got` was on it."""

    card: Annotated[str, rule("CEN-14", "the card")]
    paid: Annotated[Words, rule("CEN-14", "cubes laid on the cards left of it")]
    got: Annotated[Amounts, rule("CEN-15", "cubes that lay on it, by colour")]
    says = (
        case(
            N_("{name} acquires the card {card} for {paid} and takes {got} from it"), "paid", "got"
        ),
        case(N_("{name} acquires the card {card} for {paid}"), "paid"),
        case(N_("{name} acquires the card {card} for nothing and takes {got} from it"), "got"),
        N_("{name} acquires the card {card} for nothing"),
    )


@final
class Gathered(SeatEvent):
    """A spice card is played."""

    card: Annotated[str, rule("CEN-18", "the card")]
    got: Annotated[Amounts, rule("CEN-19", "cubes got, by colour")]
    says = N_("{name} plays the card {card} and takes {got}")


class Upgraded(SeatEvent):
    """An upgrade card is played; `steps` names the colour of each cube before its step."""

    card: Annotated[str, rule("CEN-18", "the card")]
    steps: Annotated[Words, rule("CEN-20", "colour of each cube before its step")]
    gave: Annotated[Amounts, rule("CEN-20", "cubes given, by colour")]
    got: Annotated[Amounts, rule("CEN-20", "cubes got, by colour")]
    says = (
        case(N_("{name} plays the card {card} and upgrades {gave} to {got}"), "steps"),
        N_("{name} plays the card {card} without upgrading anything"),
    )


class Traded(SeatEvent):
    """A trade card is played."""

    card: Annotated[str, rule("CEN-18", "the card")]
    times: Annotated[int, rule("CEN-22", "how often the trade is made")]
    gave: Annotated[Amounts, rule("CEN-22", "cubes given, by colour")]
    got: Annotated[Amounts, rule("CEN-22", "cubes got, by colour")]
    says = N_("{name} plays the card {card} and trades {gave} for {got}")


class Rested(SeatEvent):
    """Played and discarded cards are taken back into the hand."""

    cards: Annotated[int, rule("CEN-43", "how many cards come back")]
    says = (
        case(plural("{name} rests and takes {cards} (card|cards) back into the hand"), "cards"),
        N_("{name} rests with all cards in hand"),
    )


# --- the ship -------------------------------------------------------------------------------


class Sailed(SeatEvent):
    """A ship moves: cards are discarded for its steps.

    `hand` was discarded from the hand, which only the owner sees; `played` was face up. The fields
    from `toll` on are what the player will do at the end of the move.
    """

    start: Annotated[str, rule("CEN-24", "where the ship was")]
    to: Annotated[str, rule("CEN-24", "where it goes")]
    steps: Annotated[int, rule("CEN-A38", "how many steps")]
    free: Annotated[int, rule("CEN-A18", "how many of the steps cost no card")]
    hand: Annotated[Cards, rule("CEN-A34", "cards discarded from the hand", hidden=True)]
    played: Annotated[Words, rule("CEN-24", "cards discarded that lay face up")]
    toll: Annotated[Words, rule("CEN-27", "cubes for opponents whose ships are there")]
    build: Annotated[bool, rule("CEN-30", "whether an outpost will be built")]
    pay: Annotated[Words, rule("CEN-31", "cubes that the outpost costs")]
    times: Annotated[int, rule("CEN-38", "how often the market will be used")]
    tile: Annotated[bool, rule("CEN-39", "whether the tile of the port will be taken")]
    says = (
        case(N_("{name} stays at {to}"), lambda x: x.start == x.to),
        case(
            N_("{name} sails from {start} to {to} without discarding any cards"), hand=(), played=()
        ),
        plural("{name} sails from {start} to {to} for {discards} (card|cards): {spent}"),
    )


class TollPaid(SeatEvent, Shared):
    """A player gives a cube to an opponent whose ship is where the move ends."""

    seat: Annotated[int, rule("CEN-27", "the player who pays")]
    opponent: Annotated[int, rule("CEN-27", "the seat that gets the cube")]
    cube: Annotated[str, rule("CEN-A16", "colour of the cube")]
    says = N_("{name} pays {other} a cube for the ship at the same place: {cube}")


class Built(SeatEvent):
    """The leftmost outpost of a row of the player's board is built on a market tile."""

    seat: Annotated[int, rule("CEN-30", "whose outpost it is")]
    cell: Annotated[str, rule("CEN-30", "where the outpost is")]
    symbol: Annotated[str, rule("CEN-32", "symbol of the tile, which is the row of the board")]
    column: Annotated[int, rule("CEN-32", "column of the board that it came from")]
    gave: Annotated[Amounts, rule("CEN-31", "cubes given, by colour")]
    says = (
        case(N_("{name} builds an outpost on {cell} ({symbol}) for {gave}"), "gave"),
        N_("{name} builds an outpost on {cell} ({symbol}) for nothing"),
    )


class ColumnEmptied(SeatEvent, Still):
    """A column of a player's board is empty; `rewards` is empty if nothing is left to choose."""

    seat: Annotated[int, rule("CEN-A12", "the player whose board it is")]
    column: Annotated[int, rule("CEN-A12", "the column")]
    rewards: Annotated[Words, rule("CEN-34", "rewards to choose from")]
    says = (
        case(N_("{name} has emptied column {column} of the board and chooses a reward"), "rewards"),
        N_("{name} has emptied column {column} of the board, but there is no reward left"),
    )


class CardRewarded(SeatEvent):
    """A card from the row is taken for an emptied column; `got` was on it."""

    seat: Annotated[int, rule("CEN-A09", "the player who chooses the card")]
    card: Annotated[str, rule("CEN-33", "the card")]
    got: Annotated[Amounts, rule("CEN-A10", "cubes that lay on it, by colour")]
    says = (
        case(N_("{name} takes the card {card} as a reward, and {got} from it"), "got"),
        N_("{name} takes the card {card} as a reward"),
    )


class BonusTaken(SeatEvent):
    """A bonus tile is taken for an emptied column."""

    seat: Annotated[int, rule("CEN-A09", "the player who chooses the tile")]
    bonus: Annotated[str, rule("CEN-34", "the bonus tile")]
    points: Annotated[int, rule("CEN-A07", "its points, if it is a VP tile")]
    says = (
        case(N_("{name} takes the bonus tile for an extra step"), bonus="move"),
        case(N_("{name} takes the bonus tile for a larger hold"), bonus="hold"),
        plural("{name} takes the bonus tile for {points} (point|points)"),
    )


class Exchanged(SeatEvent):
    """Cubes are exchanged at the market where the ship is."""

    seat: Annotated[int, rule("CEN-38", "the player who trades")]
    cell: Annotated[str, rule("CEN-38", "where the market is")]
    times: Annotated[int, rule("CEN-38", "how often it is used")]
    gave: Annotated[Amounts, rule("CEN-38", "cubes given, by colour")]
    got: Annotated[Amounts, rule("CEN-38", "cubes got, by colour")]
    says = N_("{name} trades {gave} for {got} at the market {cell}")


class Declined(SeatEvent, Still):
    """A player skips the market after a column reward."""

    seat: Annotated[int, rule("CEN-A40", "the player who could trade")]
    says = N_("{name} doesn't use the market")


class TileTaken(SeatEvent):
    """A VP tile in a port is paid for and taken."""

    seat: Annotated[int, rule("CEN-39", "the player who takes the tile")]
    port: Annotated[str, rule("CEN-39", "the port")]
    tile: Annotated[str, rule("CEN-39", "the tile")]
    gave: Annotated[Amounts, rule("CEN-39", "cubes given, by colour")]
    points: Annotated[int, rule("CEN-39", "points of the tile")]
    says = plural(
        "{name} takes the VP tile {tile} from the port {port} for {gave}: {points} (point|points)"
    )


class ClosedMoved(Event, Still):
    """The closed-port tile goes to the port that was just emptied."""

    start: Annotated[str, rule("CEN-42", "the port that opens")]
    to: Annotated[str, rule("CEN-42", "the port that is closed afterwards")]
    says = N_("The closed port moves from {start} to {to}")


# --- the end of a turn ----------------------------------------------------------------------


class Overflowed(Event, Still):
    """Players have more cubes than room and must discard some, one after the other."""

    seats: Annotated[tuple[int, ...], rule("CEN-A20", "the seats that must discard, in this order")]
    says = plural(
        "{who} (has more cubes than the hold has|have more cubes than their holds have) room for"
    )


class Discarded(SeatEvent):
    """Cubes above the hold limit go back to the supply."""

    seat: Annotated[int, rule("CEN-A20", "the player who has too many cubes")]
    cubes: Annotated[Words, rule("CEN-44", "the cubes")]
    says = N_("{name} returns {back} to the supply")


class Finished(Event, Still):
    """The round in which a player got enough VP tiles is over, and with it the game."""

    round: Annotated[int, rule("CEN-46", "number of the round")]
    says = N_("Round {round} is over")
