"""Players as values: typed, written, told, tapped and stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from ledger.index.rows.columns import view_of
from ledger.kernel.errors import Ambiguous, Illegal, LedgerError, Malformed
from ledger.kernel.game.registry import offered
from ledger.kernel.log.events import Seat as OpenedSeat
from ledger.kernel.log.seat_fields import seat_fields
from ledger.kernel.move_chooser import Chooser, Pick
from ledger.kernel.narration.narrate import words
from ledger.kernel.notation.moves.move_reader import read_answer
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.words.sentences import Phrase
from ledger.sdk import (
    Boxes,
    Command,
    Decision,
    Ending,
    Folds,
    Game,
    Meta,
    Opening,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    Seat,
    SeatEvent,
    Sourced,
    Teller,
    Titled,
    Words,
    move,
    one_of,
    plural,
    rule,
    some_of,
)

__doc__ += """

AIM-01 A turn: Point at another player with a word, perhaps at one more.

AIM-02 The end: After six turns the game is over.
"""


class Nothing(Sourced):
    words: tuple[str, ...]


class Box(Titled):
    nothing: Nothing


@dataclass(slots=True)
class State:
    setup: PlainSetup
    aims: list[int] = field(default_factory=list)
    active: int = 0
    turn: int = 0
    over: bool = False


def others(s: State, x: Command) -> list[int]:
    return [seat for seat in range(1, s.setup.players + 1) if seat != x.seat]


class Aim(Command):
    """Point at a player."""

    word: Annotated[str, one_of(("red", "Bo", "nobody"))]
    target: Annotated[Seat, one_of(others)]
    on: Annotated[Seat, one_of(lambda s, x: [0, *others(s, x)])] = 0


class Gather(Command):
    """Name some players."""

    friends: Annotated[tuple[Seat, ...], some_of(others, least=1)]


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("AIM-01")]


class Aimed(SeatEvent):
    """Somebody is pointed at."""

    word: Annotated[str, rule("AIM-01")]
    target: Annotated[Seat, rule("AIM-01", "who is pointed at")]
    on: Annotated[Seat | None, rule("AIM-01")]
    says = "{name} aims {word} at {target}, and {target} looks at {on}"


class Gathered(SeatEvent):
    """Some players are named."""

    friends: Annotated[tuple[Seat, ...], rule("AIM-01")]
    says = plural("{name} names {friends}: {doubled} (friend|friends)")


FOLDS = Folds[State]()


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active, s.turn = x.seat, s.turn + 1


@FOLDS.on(Aimed)
def aimed(s: State, x: Aimed) -> None:
    s.aims.append(x.target)


@FOLDS.on(Gathered)
def gathered(s: State, x: Gathered) -> None:
    s.aims += x.friends


@move(Aim, "AIM-01", Aimed)
def aim(d: Decision[State], x: Aim) -> None:
    d.accept(x)
    go_on(d, x.seat)


@move(Gather, "AIM-01", Gathered)
def gather(d: Decision[State], x: Gather) -> None:
    d.accept(x)
    go_on(d, x.seat)


def go_on(d: Decision[State], seat: int) -> None:
    if d.state.turn < 6:
        d.emit(Turned(seat=seat % d.state.setup.players + 1))
    else:
        d.end()


class Doubling(Teller):
    phrases: ClassVar[dict[str, Phrase]] = {"doubled": lambda t, x: 2 * len(x.friends)}


GAME = Game(
    meta=Meta(name="aim", title="Aim", players=(3, 4)),
    package=__name__,
    boxes=Boxes(Box("aim-1", "Aim", Nothing(words=(), provenance=Provenance(status="default")))),
    words=Words(teller=Doubling),
    rules=Rules(
        state=State,
        opening=Opening(start=State, begin=lambda d: d.emit(Turned(seat=1))),
        questions=Questions({"turn": "AIM-01"}),
        moves=(aim, gather),
        folds=FOLDS,
        ending=Ending(
            ended=lambda s: "six turns" if s.turn == 6 else None,
            score=lambda s, seat: s.aims.count(seat),
            ranked_by=("AIM-02",),
        ),
    ),
)
NAMES = ("Ana", "Bo", "Zoë Łucka", "2")


def table_of(names: tuple[str, ...] = NAMES) -> Table:
    return Table.open(GAME, open_game(GAME, [OpenedSeat(name=n) for n in names]), Seeded(1))


def read(table: Table, text: str) -> Any:
    return read_answer(table.position, text)[0]


def refused(table: Table, text: str) -> LedgerError:
    with pytest.raises(LedgerError) as e:
        table.do(read(table, text), Seeded(1))
    return e.value


@pytest.mark.parametrize(
    ("typed", "target"),
    [
        ("aim red Bo", 2),
        ("aim red bo", 2),
        ("aim red b", 2),
        ('aim red "Bo"', 2),
        ("aim red Zoë Łucka", 3),
        ("aim red zoe lucka", 3),
        ("aims red zo", 3),
        ('aim red "Zoë Łucka"', 3),
        ("aim red 3", 3),
        ("aim red 2", 4),  # a name comes before the number of a seat
    ],
)
def test_a_player_is_typed_by_name(typed: str, target: int) -> None:
    assert read(table_of(), typed) == Aim(seat=1, word="red", target=target)


def test_a_keyword_comes_before_a_player_and_nobody_is_nobody() -> None:
    table = table_of()
    assert read(table, "aim Bo Bo on zoe") == Aim(seat=1, word="Bo", target=2, on=3)
    assert read(table, "aim nobody Bo on nobody") == Aim(seat=1, word="nobody", target=2)


def test_several_players_are_typed_one_after_another() -> None:
    assert read(table_of(), "gather Zoë Łucka, Bo") == Gather(seat=1, friends=(3, 2))


def test_who_is_no_player_is_refused_where_it_is_typed() -> None:
    table = table_of(("Ana", "Bo", "Bob", "Bogdan"))
    assert refused(table, "aim red Celina").column == 9
    assert isinstance(refused(table, "aim red Celina"), Malformed)
    assert isinstance(refused(table_of(("Ana", "Boa", "Bob")), "aim red bo"), Ambiguous)


def test_a_refusal_names_players() -> None:
    e = refused(table_of(), "aim red Ana")
    assert isinstance(e, Illegal)
    assert e.rule == "AIM-01"
    assert "Ana" in e.message
    assert "Bo, Zoë Łucka, 2" in e.message


def test_moves_are_written_with_names_that_can_be_read_back() -> None:
    names = ("Ana", "on", "Zoë Łucka", "nobody")
    table = table_of(names)
    legal = list(GAME.rules.legal_moves(table.state, 1))
    for command in legal:
        text = GAME.words.write(command, names)
        assert read(table, text) == command, text
        assert read(table, GAME.words.write(command)) == command
    assert GAME.words.write(Aim(seat=1, word="red", target=3), names) == 'aim red "Zoë Łucka"'
    assert GAME.words.write(Aim(seat=1, word="red", target=2), names) == 'aim red "on"'


def test_sentences_name_any_number_of_players() -> None:
    said = Aimed(seat=1, word="red", target=3, on=2)
    assert words(GAME, said, NAMES, "en") == "Ana aims red at Zoë Łucka, and Zoë Łucka looks at Bo"
    assert words(GAME, Gathered(seat=4, friends=(1, 2, 3)), NAMES, "en") == (
        "2 names Ana, Bo and Zoë Łucka: 6 friends"
    )
    said = Aimed(seat=1, word="red", target=3, on=0)
    assert words(GAME, said, NAMES, "pl").endswith("nikt")
    assert words(GAME, Aimed(seat=1, word="red", target=9, on=None), NAMES, "en").endswith("?")


def test_a_session_has_names_and_a_log_has_numbers() -> None:
    text = (
        "game: aim\nplayers: Ana, Bo, Zoë Łucka\n\nAna aim red bo on Zoë Łucka\nBo gather ana zoe\n"
    )
    text += 'abandon "enough"\n'
    with offered(GAME):
        table = read_session(text)
    written = write_session(GAME, table.lines)
    assert 'Ana aim red Bo on "Zoë Łucka"' in written
    assert 'Bo gather Ana "Zoë Łucka"' in written
    with offered(GAME):
        assert read_session(written).bytes() == table.bytes()
    stored = [msgspec.json.decode(line)["data"] for line in table.bytes().splitlines()]
    assert {"seat": 1, "word": "red", "target": 2, "on": 3} in stored
    assert {"seat": 2, "friends": [1, 3]} in stored


def test_sql_and_schemas_hold_numbers() -> None:
    columns = {c.name: c for c in view_of(GAME, Aimed)[0].columns}
    assert columns["target"].type == "BIGINT"
    assert columns["target"].meaning == "who is pointed at (rule AIM-01)"
    assert columns["on_"].type == "BIGINT"
    gathered = {c.name: c.type for c in view_of(GAME, Gathered)[0].columns}
    assert gathered["friends"] == "BIGINT[]"
    _, defs = msgspec.json.schema_components([Aim, Gathered])
    assert defs["Aim"]["properties"]["target"] == {"type": "integer"}
    assert defs["Gathered"]["properties"]["friends"]["items"] == {"type": "integer"}
    assert seat_fields(Aimed) == {"target", "on"}


def test_a_player_is_tapped_as_a_panel_and_nobody_is_a_button() -> None:
    table = table_of()
    chooser = Chooser(GAME, table.state, 1, table.lines[0].data)
    picks = [Pick.read(p) for p in ("verb:aim", "field:word:red")]
    choice = chooser.narrow(picks)
    assert [spot for spot in choice.lit if spot[0] == "panel"] == [
        ("panel", "2"),
        ("panel", "3"),
        ("panel", "4"),
    ]
    picks.append(Pick.read("piece:panel:3"))
    choice = chooser.narrow(picks)
    assert choice.command == Aim(seat=1, word="red", target=3)
    assert choice.move == 'aim red "Zoë Łucka"'
    assert set(chooser.narrow([*picks, Pick.read("piece:panel:2")]).words) >= {
        "Ana aims red at Zoë Łucka, and Zoë Łucka looks at Bo"
    }


def test_where_there_are_no_panels_players_are_buttons_with_names() -> None:
    table = table_of()
    chooser = Chooser(GAME, table.state, 1, table.lines[0].data)
    chooser.pieces.clear()
    choice = chooser.narrow([Pick.read("verb:aim"), Pick.read("field:word:red")])
    assert [b.text for b in choice.buttons if b.pick.name == "target"] == ["Bo", "Zoë Łucka", "2"]
