"""Players and games that have the same words as keywords: theirs come first where they always did.

TUN-01 Singing: You sing a note, or redo the last one; a tune comes up.

TUN-02 The end: After two turns each the most tunes win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from common.paths import REPLAYS
from ledger.kernel.errors import LedgerError
from ledger.kernel.game.registry import find_game, offered
from ledger.kernel.notation.driver.driver import Driver
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.recorder import Fault, Recorder
from ledger.sdk import (
    Above0,
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
    Sourced,
    Titled,
    move,
    one_of,
    resource,
    rule,
)

OSAKA = "game: osaka\nplayers: {}\n\n"
SET_UP = "market R2 R2 B3 Y5 G5\nfarm R5 R5 R5\n{0} hand Y5 Y5\n{1} hand Y3 Y3 Y2\n"
MOVES = "{1} red\n{0} claim blue\n{1} take R2\n{0} take R2\n{1} # hm\n{0} for {1} # psst\n"


def osaka(first: str, second: str, more: str = "", names: str = "") -> list[str]:
    """Return the types of the lines of a game whose players are called like that."""
    text = OSAKA.format(names or f"{first}, {second}")
    body = (SET_UP + MOVES + more).format(first, second)
    return [line.type for line in read_session(text + body).lines]


PLAYED = osaka("Ana", "Bartek")
OSAKA_GAME = find_game("osaka")

# --- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Note", "Nota"),
        ("Redo", "Ponów"),
        ("Back", "Indietro"),
        ("Board", "Karty"),
        ("Popraw", "Correggi"),
        ("Przerwij", "Abbandona"),
        ("Legal", "Pause"),
        ("Rules", "Why"),
        ("Help", "Quit"),
    ],
)
def test_a_player_may_have_the_name_of_any_keyword(first: str, second: str) -> None:
    assert osaka(first, second) == PLAYED


def test_the_beginning_of_a_name_comes_before_a_keyword_too() -> None:
    assert osaka("Nota", "Red", names="Notari, Redondo") == PLAYED
    assert osaka("popraw", "abbandon", names="Poprawa, Abbandonato") == PLAYED


def test_a_player_called_like_a_keyword_is_written_and_read_again() -> None:
    text = OSAKA.format("Note, Redo") + (SET_UP + MOVES).format("Note", "Redo")
    table = read_session(text)
    assert read_session(write_session(table.game, table.lines)).bytes() == table.bytes()


def test_at_the_prompt_the_name_comes_first_unless_it_is_alone() -> None:
    with_names = open_game(OSAKA_GAME, ["Note", "Back"])
    r = Recorder(OSAKA_GAME, with_names, now=lambda: None)
    r.start()
    body = (SET_UP + MOVES).format("Note", "Back").splitlines()
    assert not [x for line in body for x in r.feed(line) if isinstance(x, Fault)]
    assert r.table is not None
    assert [line.type for line in r.table.lines] == PLAYED
    r.feed("back")  # nothing is pending: the keyword says so
    assert r.refused is not None and r.refused.kind == "illegal"


# --- words of a game ----------------------------------------------------------------------------


class Limits(Sourced):
    turns: Above0


class Box(Titled):
    limits: Limits


@dataclass(slots=True)
class Player:
    tunes: Annotated[int, resource(is_score=True)] = 0


@dataclass(slots=True)
class State:
    setup: PlainSetup
    players: list[Player]
    active: int = 0
    turn: int = 0
    over: bool = False


class Note(Command):
    """Sing a note."""

    pitch: Annotated[str, one_of(("board", "pomoc"))]


class Redo(Command):
    """Sing the last one again."""

    pitch: Annotated[str, one_of(("legal", "carte"))]


class Turned(Event):
    """A turn begins."""

    seat: Annotated[int, rule("TUN-01")]


class Sang(Event):
    """A note was sung, and a tune came up."""

    seat: int
    pitch: Literal["board", "pomoc"]
    tune: Annotated[str, rule("TUN-01", chance="nota")]


class Repeated(Event):
    """The last one was sung again."""

    seat: int
    pitch: Literal["legal", "carte"]


FOLDS = Folds[State]()


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active, s.turn = x.seat, s.turn + 1


@FOLDS.on(Sang)
def sang(s: State, x: Sang) -> None:
    s.players[x.seat - 1].tunes += 1


@FOLDS.on(Repeated)
def repeated(s: State, x: Repeated) -> None:
    pass


def go_on(d: Decision[State]) -> None:
    if d.state.turn == d.state.setup.box.limits.turns:
        d.end()
    else:
        d.emit(Turned(seat=d.state.active % d.state.setup.players + 1))


@move(Note, "TUN-01", Sang)
def note(d: Decision[State], x: Note) -> None:
    tune = d.reveal(None, ("wynik", "undo", "low"), "nota", rule="TUN-01", seat=x.seat)
    d.emit(Sang(seat=x.seat, pitch=x.pitch, tune=tune))
    go_on(d)


@move(Redo, "TUN-01", Repeated)
def redo(d: Decision[State], x: Redo) -> None:
    d.emit(Repeated(seat=x.seat, pitch=x.pitch))
    go_on(d)


def ended(s: State) -> str | None:
    return "all turns" if s.turn == s.setup.box.limits.turns else None


GAME = Game(
    meta=Meta(name="tunes", title="Tunes", edition="tunes/1", players=(2, 3)),
    package=__name__,
    boxes=Boxes(Box("tunes-1", "Tunes", Limits(turns=40, provenance=Provenance(status="default")))),
    rules=Rules(
        state=State,
        opening=Opening(
            start=lambda setup: State(setup, [Player() for _ in range(setup.players)]),
            begin=lambda d: d.emit(Turned(seat=1)),
        ),
        questions=Questions({"turn": "TUN-01"}),
        moves=(note, redo),
        folds=FOLDS,
        ending=Ending(
            ended=ended,
            score=lambda s, seat: s.players[seat - 1].tunes,
            ranked_by=("TUN-02",),
        ),
    ),
)
HEAD = "game: tunes\nplayers: Ana, Bo\n\n"


@pytest.fixture
def tunes() -> Iterator[None]:
    with offered(GAME):
        yield


def types(text: str) -> list[str]:
    return [line.type for line in read_session(HEAD + text, game=GAME).lines[2:]]


@pytest.mark.usefixtures("tunes")
def test_verbs_and_slots_of_a_game_come_before_keywords() -> None:
    assert types("Ana note board\nAna nota low\nBo redo legal\nAna redo carte\n") == [
        *("sang", "turned", "repeated", "turned", "repeated", "turned")
    ]
    assert types("Ana note board -> low\nBo note pomoc\nnota undo\n") == ["sang", "turned"] * 2


@pytest.mark.usefixtures("tunes")
def test_a_verb_may_be_left_out_although_the_rest_is_a_keyword() -> None:
    assert types("Ana board\nAna nota low\nBo legal\nAna carte\n") == [
        *("sang", "turned", "repeated", "turned", "repeated", "turned")
    ]


@pytest.mark.usefixtures("tunes")
def test_a_line_that_starts_with_a_verb_is_no_keyword() -> None:
    with pytest.raises(LedgerError) as e:
        types("note board\n")
    assert (e.value.kind, e.value.line, e.value.column) == ("malformed", 4, 1)


@pytest.mark.usefixtures("tunes")
def test_at_the_prompt_a_legal_move_comes_before_a_keyword() -> None:
    driver = Driver(GAME, open_game(GAME, ["Ana", "Bo"]), now=lambda: None)
    driver.start()
    for line in ("note board", "low", "redo legal", "notatka a remark", "redo carte"):
        driver.feed(line)
    assert [line.type for line in driver.playing.lines[2:]] == [
        *("sang", "turned", "repeated", "turned", "noted", "repeated", "turned")
    ]


@pytest.mark.usefixtures("tunes")
def test_without_a_prompt_words_that_are_a_move_are_no_keyword() -> None:
    driver = Driver(GAME, open_game(GAME, ["Ana", "Bo"]), now=lambda: None)
    driver.start()
    for line in ("board", "low", "legal", "carte", "pomoc", "nota wynik"):
        driver.feed(line)
    assert [line.type for line in driver.playing.lines[2:]] == [
        *("sang", "turned", "repeated", "turned", "repeated", "turned", "sang", "turned")
    ]


def test_a_name_or_a_time_alone_between_results_is_an_empty_remark_as_in_0_2():
    table = read_session(
        "game: osaka\nplayers: Ana, Bartek\nstarted: 2026-03-01T18:00\n\n"
        "market B5 R5 Y3 Y3 Y2\nfarm R2 G3 B2\nAna hand R5 R3\nBartek hand B5 B5\n"
        "Ana claim red\nBartek claim blue\nAna take B5\nBartek reserve R5\n"
        "Ana buy R5 R3\nBartek\n@18:40\nmarket G2 B3\nfarm Y5 R3 G2\n"
    )
    notes = [(x.data.seat, x.data.text, x.at) for x in table.lines if x.type == "noted"]
    assert notes == [(2, "", None), (None, "", "2026-03-01T18:40:00.000Z")]


def test_a_name_alone_after_a_move_without_a_line_for_its_result_lacks_a_move():
    text = (REPLAYS / "klongs-2p.session").read_text("utf-8").splitlines()
    at = text.index("Ana hand guard")
    with pytest.raises(LedgerError) as e:
        read_session("\n".join([*text[: at + 1], "Bartek"]))
    assert (e.value.kind, e.value.line) == ("malformed", at + 2)
