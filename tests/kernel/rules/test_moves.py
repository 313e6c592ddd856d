"""What follows from a move's declaration: how it is typed, what is refused, and what is legal.

The game that shows it has these rules.

BID-01 Selling: Sell one or two goods, all different.

BID-02 Bidding: The others bid, name a colour, or refuse; only a bid of 3 is loud.

BID-03 The end: The lowest bid wins.

BID-04 Ties: Of those who bid the same, the last seat is ahead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from msgspec.structs import replace

from common.refusals import tells
from ledger.kernel.errors import DeclarationError, Illegal, LedgerError, Malformed
from ledger.kernel.log.events import Seat
from ledger.kernel.notation.moves.move_reader import read_move
from ledger.kernel.play.decide import decide
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.arguments import arguments
from ledger.kernel.rules.canonical_moves import canonical
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.choice_fields import fields_of
from ledger.sdk import (
    Boxes,
    Command,
    Decision,
    Ending,
    Event,
    Folds,
    Game,
    Meta,
    Opening,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    SeatEvent,
    Sourced,
    Titled,
    chosen_from,
    move,
    one_of,
    rule,
    some_of,
)
from ledger.sdk.kit import Word, typed


class Goods(Sourced):
    names: tuple[str, ...]


class Box(Titled):
    goods: Goods


@dataclass(slots=True)
class State:
    """`asked` are those who may still bid, while `phase` is "bid"."""

    setup: PlainSetup
    goods: list[str]
    bids: dict[int, int] = field(default_factory=dict)
    phase: str = "sell"
    asked: list[int] = field(default_factory=lambda: [1])
    active: int = 1
    turn: int = 0
    over: bool = False


class Sell(Command):
    """Sell some goods."""

    goods: Annotated[tuple[str, ...], some_of(lambda s, x: s.goods, least=1, most=2)]


class Bid(Command):
    """Bid for something."""

    item: Annotated[str, one_of(lambda s, x: s.goods)]
    amount: Annotated[int, one_of(range(1, 4))]
    coin: Literal["gold", "silver"] = "gold"
    loud: bool = False


class Colour(Command):
    """Name a colour, in a way of its own."""

    colour: Annotated[
        Literal["red", "blue"],
        typed(
            lambda s, word: {"r": "red", "b": "blue"}[word.text],
            "a colour",
            write=lambda colour: colour[0],
        ),
    ]


class Refuse(Command):
    """Bid nothing."""


class Sold(Event):
    """Goods are sold."""

    seat: int
    sold: Annotated[tuple[str, ...], rule("BID-01")]
    says = "{name} sells {sold}"


class Bidden(Event):
    """Somebody bids."""

    seat: int
    item: Annotated[str, rule("BID-02")]
    amount: Annotated[int, rule("BID-02")]
    coin: Annotated[Literal["gold", "silver"], rule("BID-02")]
    loud: Annotated[bool, rule("BID-02")]


class Coloured(Event):
    """A colour is named."""

    seat: int
    colour: Annotated[Literal["red", "blue"], rule("BID-02")]


class Refused(Event):
    """Nobody bids."""

    seat: Annotated[int, rule("BID-02")]


FOLDS = Folds[State]()


@FOLDS.on(Sold)
def sold(s: State, x: Sold) -> None:
    for name in x.sold:
        s.goods.remove(name)
    s.phase, s.asked, s.turn = "bid", [2, 1], s.turn + 1


@FOLDS.on(Bidden)
def bidden(s: State, x: Bidden) -> None:
    s.bids[x.seat] = x.amount
    del s.asked[0]


@FOLDS.on(Coloured, Refused)
def others(s: State, x: Coloured | Refused) -> None:
    if isinstance(x, Refused):
        s.bids[x.seat] = 0
    del s.asked[0]


@move(Sell, "BID-01", Sold, answers="sell", called={"goods": "sold"}, button="sell goods")
def sell(d: Decision[State], x: Sell) -> None:
    d.need("BID-01", len(set(x.goods)) == len(x.goods), "sell different goods")
    d.accept(x)


@move(Bid, "BID-02", Bidden, answers="bid")
def bid(d: Decision[State], x: Bid) -> None:
    d.need("BID-02", not x.loud or x.amount > 2, "only high bids are loud")
    d.emit(Bidden(seat=x.seat, item=x.item, amount=x.amount, coin=x.coin, loud=x.loud))
    finish(d)


@move(Colour, "BID-02", Coloured, answers="bid", verb="hue", also=("tint",))
def colour(d: Decision[State], x: Colour) -> None:
    d.emit(Coloured(seat=x.seat, colour=x.colour))
    finish(d)


@move(Refuse, "BID-02", Refused, answers="bid", declines=True)
def refuse(d: Decision[State], x: Refuse) -> None:
    d.emit(Refused(seat=x.seat))
    finish(d)


def finish(d: Decision[State]) -> None:
    if not d.state.asked:
        d.end()


GAME = Game(
    meta=Meta(name="bids", title="Bids", edition="bids/1", players=(2,), highest_wins=False),
    package=__name__,
    boxes=Boxes(
        Box(
            "bids-1",
            "Bids",
            Goods(names=("tea", "tea", "silk"), provenance=Provenance(status="default")),
        )
    ),
    rules=Rules(
        state=State,
        opening=Opening(
            start=lambda setup: State(setup, list(setup.box.goods.names)), begin=lambda d: None
        ),
        questions=Questions({"sell": "BID-01", "bid": "BID-02"}),
        moves=(sell, bid, colour, refuse),
        folds=FOLDS,
        ending=Ending(
            ended=lambda s: None if s.asked else "all have bid",
            score=lambda s, seat: s.bids.get(seat, 0),
            tie_breaks=lambda s, seat: seat,
            ranked_by=("BID-03", "BID-04"),
        ),
    ),
)


@pytest.fixture
def table() -> Table:
    return Table.open(GAME, open_game(GAME, [Seat(name="Ana"), Seat(name="Bo")]), Seeded(1))


@pytest.fixture
def bidding(table: Table) -> Table:
    table.do(typed_as(table, "sell silk"), Seeded(1))
    return table


def typed_as(table: Table, text: str) -> Command:
    return read_move(table.position, text)[0]


def legal(table: Table) -> list[str]:
    (first, *_) = GAME.rules.awaiting(table.state)
    return [GAME.words.write(x) for x in GAME.rules.legal_moves(table.state, first.seat)]


def refusal(table: Table, text: str) -> LedgerError:
    with pytest.raises(LedgerError) as e:
        decide(GAME, table.state, typed_as(table, text), Seeded(1))
    return e.value


def test_several_things_are_offered_in_every_number_that_the_rules_accept(table: Table) -> None:
    assert legal(table) == ["sell silk", "sell tea", "sell tea silk"]


def test_the_order_of_several_things_does_not_matter(table: Table) -> None:
    mixed = typed_as(table, "sells silk, tea")
    assert canonical(GAME.rules, table.state, mixed) == typed_as(table, "sell tea silk")


def test_optional_fields_are_typed_behind_their_names(bidding: Table) -> None:
    assert typed_as(bidding, "bid tea 2") == Bid(seat=2, item="tea", amount=2)
    assert typed_as(bidding, "bids TE 3 loud coin silver") == Bid(
        seat=2, item="tea", amount=3, coin="silver", loud=True
    )


def test_what_is_written_can_be_read(bidding: Table) -> None:
    assert len(legal(bidding)) == 3 * 2 + 2 + 2 + 1  # loud only for 3
    for text in legal(bidding):
        assert GAME.words.write(typed_as(bidding, text)) == text


def test_a_field_can_say_how_it_is_typed(bidding: Table) -> None:
    assert typed_as(bidding, "tint b") == Colour(seat=2, colour="blue")
    assert GAME.words.write(Colour(seat=2, colour="red")) == "hue r"
    with pytest.raises(Malformed) as e:
        GAME.words.read(bidding.state, 2, [Word("hue", 1)])
    assert tells(e.value.message, "a colour | hue")


@pytest.mark.parametrize(
    ("text", "rule_id", "facts"),
    [
        ("bid silk 2", "BID-02", "item | silk | tea"),
        ("bid tea 9", "BID-02", "amount | 9 | 1, 2, 3"),
        ("bid tea 2 coin lead", "BID-02", "coin | lead | gold, silver"),
        ("bid tea 2 loud", "BID-02", "high"),
    ],
)
def test_what_an_argument_cannot_be_is_refused_by_the_rule_of_the_move(
    bidding: Table, text: str, rule_id: str, facts: str
) -> None:
    e = refusal(bidding, text)
    assert isinstance(e, Illegal)
    assert e.rule == rule_id
    assert tells(e.message, facts), e.message


def test_a_wrong_number_of_things_is_refused(table: Table) -> None:
    assert tells(refusal(table, "sell tea tea silk").message, "3 | 1 to 2")
    e = refusal(table, "sell tea tea tea")
    assert tells(e.message, "goods | tea")


def test_a_move_of_another_question_is_refused(table: Table) -> None:
    assert refusal(table, "bid tea 1").rule == "BID-01"


def test_declining_follows_from_the_move_that_declines(table: Table, bidding: Table) -> None:
    assert GAME.rules.decline_move(bidding.state) == Refuse(seat=2)


def test_commands_are_found_again_in_their_events(bidding: Table) -> None:
    for text in ("bid tea 3 coin silver loud", "hue b", "refuse"):
        command = typed_as(bidding, text)
        assert (
            GAME.rules.command_of(decide(GAME, bidding.state, command, Seeded(1)).events) == command
        )


def test_what_is_accepted_has_every_choice_and_what_the_rules_add(table: Table) -> None:
    selling = decide(GAME, table.state, typed_as(table, "sell tea silk"), Seeded(1))
    assert selling.events == [Sold(seat=1, sold=("tea", "silk"))]  # another name for the goods

    @move(Colour, "BID-02", Bidden)
    def doubled(d: Decision[State], x: Colour) -> None:
        """It has no choice of a bid but the seat."""

    made = doubled.__dict__["move"].accepted
    rest = {"item": "tea", "amount": 2, "coin": "gold", "loud": False}
    assert made(Colour(seat=2, colour="red"), rest) == Bidden(seat=2, **rest)


def test_what_the_rules_need_not_add_can_be_left_out() -> None:
    class Marked(SeatEvent):
        x: int
        event: str
        colour: str
        twice: bool = False

    @move(Colour, "BID-02", Marked)
    def mark(d: Decision[State], x: Colour) -> None:
        """Its event has fields that are called like anything else."""

    made, red = mark.__dict__["move"].accepted, Colour(seat=2, colour="red")
    rest = {"x": 3, "event": "rain"}
    plain = Marked(seat=2, colour="red", x=3, event="rain")
    assert made(red, rest) == plain
    assert made(red, {**rest, "twice": True}) == replace(plain, twice=True)
    short, other = {"x": 3}, {"x": 3, "events": "rain"}
    for wrong, name in ((short, "event"), (other, "event"), ({**rest, "size": 1}, "size")):
        with pytest.raises(TypeError, match=name):
            made(red, wrong)


def test_a_move_with_several_first_events_emits_them_itself() -> None:
    @move(Colour, "BID-02", Coloured, Refused)
    def either(d: Decision[State], x: Colour) -> None:
        """It could begin with both."""

    with pytest.raises(DeclarationError, match="Colour can begin with several events"):
        _ = either.__dict__["move"].accepted


def test_one_function_applies_several_events(bidding: Table) -> None:
    bidding.do(typed_as(bidding, "hue b"), Seeded(1))
    assert (bidding.state.bids, bidding.state.asked) == ({}, [1])
    bidding.do(typed_as(bidding, "refuse"), Seeded(1))
    assert (bidding.state.bids, bidding.state.asked) == ({1: 0}, [])


def test_seats_are_ranked_by_points_and_ties(bidding: Table) -> None:
    bidding.do(typed_as(bidding, "bid tea 1"), Seeded(1))
    bidding.do(typed_as(bidding, "bid tea 1"), Seeded(1))
    outcome: Any = GAME.rules.outcome(bidding.state)
    assert outcome[:4] == ("all have bid", ((2,), (1,)), (1, 1), "BID-04")


def test_the_fewest_points_can_win(bidding: Table) -> None:
    bidding.do(typed_as(bidding, "bid tea 3"), Seeded(1))
    bidding.do(typed_as(bidding, "bid tea 1"), Seeded(1))
    found: Any = GAME.rules.outcome(bidding.state)
    assert (found.ranking, found.rule) == (((1,), (2,)), "BID-03")


def test_buttons_and_pages_follow(bidding: Table) -> None:
    assert GAME.rules.verbs == {"sell": "sell goods"}


def test_a_move_may_have_the_state_and_the_player_too() -> None:
    seen: list[tuple[object, ...]] = []

    @move(Refuse, "BID-02", Refused)
    def two(d: Decision[State], x: Refuse) -> None:
        seen.append((d, x))

    @move(Refuse, "BID-02", Refused)
    def three(d: Decision[State], s: State, x: Refuse) -> None:
        seen.append((d, s, x))

    @move(Refuse, "BID-02", Refused)
    def four(d: Decision[State], s: State, p: str, x: Refuse) -> None:
        seen.append((d, s, p, x))

    d = SimpleNamespace(state=SimpleNamespace(players=["Ana", "Bo"]))
    x = Refuse(seat=2)
    for function in (two, three, four):
        found = function.__dict__["move"]
        assert found.command is Refuse
        found.decide(d, x)
    assert seen == [(d, x), (d, d.state, x), (d, d.state, "Bo", x)]


# --- functions inside annotations


def sums(s: Any) -> list[int]:
    return [s.one, s.one + s.two]


class Name(Command):
    """Name a sum; the functions look for `sums` in their module."""

    sum: Annotated[
        int,
        one_of(lambda s, x: sums(s)),
        chosen_from("sums", reads=lambda s, region, value: str(sums(s)[int(value)])),
    ]


def test_a_function_in_an_annotation_finds_the_names_of_its_module() -> None:
    """Python looks for them in the class, where they aren't."""
    state = SimpleNamespace(one=1, two=2)
    (argument,), (field,) = arguments(Name), fields_of(Name)
    assert argument.items(state, None) == [1, 3]
    assert field.reads is not None
    assert field.reads(state, "sums", "1") == "3"
