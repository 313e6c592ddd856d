"""Events told in sentences, in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.games.klongs import GAME, texts
from ledger.games.klongs import events as e
from ledger.kernel.log import events as g
from ledger.kernel.narration.narrate import own_word
from ledger.kernel.play.opening import open_game
from ledger.testing.hostile import HOSTILE

from ..sentences import LANGUAGES, NAMES, is_only_text, is_told, is_told_although_unknown
from .scenario import standard_box

PLAIN: dict[str, Any] = {
    "owner": 0,
    "trader": "",
    "take": "",
    "keep": "",
    "move": "",
    "to": "",
    "stack": "",
}

TOLD: list[tuple[g.Event, str]] = [
    (open_game(GAME, NAMES), "Bangkok Klongs, 3 players: Ana, Bartek and Celina"),
    (
        open_game(GAME, NAMES[:2], options={"tactical": True}),
        "Bangkok Klongs with two stacks, 2 players: Ana and Bartek",
    ),
    (e.Drew(seat=1, stack="", boats=("S0", "thief", "B3n")), "Ana draws S0, a thief and B3n"),
    (e.Drew(seat=1, stack="", boats=("S0", None)), "Ana draws S0 and ?"),
    (e.Drew(seat=1, stack="", boats=(None,) * 4), "Ana draws 4 boats"),
    (e.Drew(seat=1, stack="", boats=(None,)), "Ana draws 1 boat"),
    (e.Drew(seat=2, stack="2", boats=("S0",)), "Bartek draws from stack 2: S0"),
    (e.Drew(seat=2, stack="2", boats=(None,) * 3), "Bartek draws 3 boats from stack 2"),
    (e.Turned(seat=1), "It is Ana's turn"),
    (
        e.Placed(seat=1, boat="S2", field="d4", **PLAIN | {"owner": 1}),
        "Ana places the boat S2 (shrimp, 2 baskets) on d4",
    ),
    (
        e.Placed(seat=1, boat="E1p", field="d4", **PLAIN),
        "Ana places the boat E1p (aubergine, 1 basket, neutral, Luk-Phat) on d4",
    ),
    (
        e.Placed(seat=1, boat="thief", field="d4", **PLAIN | {"take": "g4", "keep": "hand"}),
        "Ana places a thief on d4",
    ),
    (e.Placed(seat=1, boat="cook", field="d4", **PLAIN), "Ana places a cook-shop on d4"),
    (
        e.Placed(seat=1, boat="L0", field="d4", **PLAIN | {"trader": "without"}),
        "Ana places the boat L0 (flowers, 0 baskets) on d4 and leaves the seat empty",
    ),
    (
        e.Placed(seat=1, boat="L0", field="d4", **PLAIN | {"owner": 1, "trader": "a5"}),
        "Ana places the boat L0 (flowers, 0 baskets) on d4, with the trader from a5",
    ),
    (e.Passed(seat=3, thieves=0), "Celina has no boat that can be placed and passes"),
    (e.Passed(seat=3, thieves=1), "Celina has only 1 thief, which cannot be placed, and passes"),
    (e.Passed(seat=3, thieves=2), "Celina has only 2 thieves, which cannot be placed, and passes"),
    (e.Moved(seat=1, field="d4", to="e5"), "Ana uses a move card: the boat on d4 goes to e5"),
    (
        e.Stolen(seat=1, field="g4", boat="B1", owner=2, keep="warehouse"),
        "Ana's thief takes the boat B1 (banana, 1 basket) from g4 to the warehouse; "
        "a trader goes back to Bartek",
    ),
    (
        e.Stolen(seat=1, field="g4", boat="thief", owner=0, keep="hand"),
        "Ana's thief takes a thief from g4 into hand",
    ),
    (
        e.Chased(seat=1, field="d7", keep="hand"),
        "Ana's guard catches the thief on d7 and takes it into hand",
    ),
    (
        e.Chased(seat=1, field="d7", keep="out"),
        "Ana's guard catches the thief on d7, and it leaves the game",
    ),
    (
        e.Advanced(seat=2, step=3, points=6),
        "The Luk-Phat marker goes to field 3: Bartek gets 6 points",
    ),
    (
        e.DayBegan(kind="small", trigger=2, first=2),
        "Bartek triggers a small market day and scores first",
    ),
    (
        e.DayBegan(kind="big", trigger=2, first=3),
        "Bartek triggers the big market day; Celina scores first",
    ),
    (
        e.Scored(seat=1, mooring="de45", remove="d4", baskets=5, factor=1, points=(10, 0, 5)),
        "Ana scores de45 with 5 baskets: Ana 10, Celina 5",
    ),
    (
        e.Scored(seat=1, mooring="de45", remove="d4", baskets=3, factor=2, points=(12, 0, 0)),
        "Ana scores de45 with 3 baskets, times 2: Ana 12",
    ),
    (
        e.Scored(seat=1, mooring="de45", remove="d4", baskets=0, factor=1, points=(0, 0, 0)),
        "Ana scores de45 with 0 baskets: no points",
    ),
    (
        e.Stored(seat=1, field="d4", boat="F2", owner=1),
        "Ana takes the boat F2 (fish, 2 baskets) from d4 to the warehouse "
        "and the trader back to the pool",
    ),
    (
        e.Stored(seat=1, field="d4", boat="guard", owner=0),
        "Ana takes a guard from d4 to the warehouse",
    ),
    (e.Declined(seat=1), "Ana chooses not to score in this round"),
    (e.Skipped(seat=1), "Ana has nothing to score in this round"),
    (e.DayOver(kind="small"), "The small market day is over"),
    (e.DayOver(kind="big"), "The big market day is over"),
    (e.TurnEnded(seat=1, stack=""), "Ana ends the turn"),
    (e.Valued(seat=2, points=35), "Bartek gets 35 points for the warehouse"),
    (
        g.Ended(reason="big market day", ranking=((2,), (1, 3)), scores=(60, 90, 60)),
        "The big market day is over, so the game ends: "
        "Bartek wins (points: Bartek 90, Ana 60, Celina 60)",
    ),
    (
        g.Ended(reason="no boat can be placed", ranking=((1, 2), (3,)), scores=(60, 60, 9)),
        "No more boats can be placed, so the game ends: "
        "Ana and Bartek share the victory (points: Ana 60, Bartek 60, Celina 9)",
    ),
    (g.Ended(reason="rain", ranking=(), scores=()), "The game was broken off: rain"),
]


@pytest.mark.parametrize(
    ("event", "english"), TOLD, ids=[f"{g.tag(type(t[0]))}-{i}" for i, t in enumerate(TOLD)]
)
def test_events_are_told(event: g.Event, english: str) -> None:
    is_told(GAME, event, english)


def test_every_kind_of_event_is_told_above() -> None:
    assert {type(t[0]) for t in TOLD} == {*GAME.rules.events, g.Opened, g.Ended}
    assert {*GAME.rules.events, g.Opened, g.Ended} == set(GAME.words.cases)


@pytest.mark.rule("A-KLO-29")
def test_a_drawn_boat_is_named_only_to_those_who_saw_it() -> None:
    drawn = e.Drew(seat=1, stack="", boats=("S3n",))
    for viewer, told in ((0, "Ana draws 1 boat"), (1, "Ana draws S3n"), (2, "Ana draws 1 boat")):
        assert GAME.words(GAME.secrets.redact(drawn, viewer), NAMES) == told


@pytest.mark.parametrize(
    ("count", "points", "boats"),
    [
        (1, "1 punkt", "1 łódź"),
        (2, "2 punkty", "2 łodzie"),
        (5, "5 punktów", "5 łodzi"),
        (12, "12 punktów", "12 łodzi"),
        (22, "22 punkty", "22 łodzie"),
    ],
)
def test_polish_counts_in_three_forms(count: int, points: str, boats: str) -> None:
    assert f" {points} " in GAME.words(e.Valued(seat=1, points=count), NAMES, "pl")
    drawn = e.Drew(seat=1, stack="", boats=(None,) * count)
    assert GAME.words(drawn, NAMES, "pl").endswith(boats)


def test_every_boat_of_the_box_has_a_text() -> None:
    for boat in (*GAME.boxes.standard.fleet.boats, *GAME.boxes.standard.specials.boats):
        placed = e.Placed(seat=1, boat=boat.id, field="d4", **PLAIN)
        for lang in ("en", *LANGUAGES):
            told = GAME.words(placed, NAMES, lang)
            assert (f"{boat.id} (" in told) == hasattr(boat, "good")
            assert "the boat" not in told or lang == "en"


def test_a_box_of_ones_own_has_its_own_boats() -> None:
    data = standard_box()
    data["goods"]["names"].append("silk")
    data["fleet"]["boats"].append({"id": "Silk", "good": "silk", "baskets": 7, "count": 1})
    data["specials"]["boats"][0]["id"] = "robber"
    box = GAME.boxes.read(data)
    silk, robber = (e.Placed(seat=1, boat=b, field="d4", **PLAIN) for b in ("Silk", "robber"))
    told = GAME.words(silk, NAMES, "pl", box)
    assert told == "Ana umieszcza na polu d4 łódź Silk (silk, 7 koszy)"
    assert GAME.words(robber, NAMES, box=box) == "Ana places a thief on d4"
    assert GAME.words(silk, NAMES) == "Ana places the boat Silk on d4"


def test_an_unknown_seat_or_event_is_still_told() -> None:
    ended = g.Ended(reason="big market day", ranking=(), scores=())
    is_told_although_unknown(GAME, e.Turned(seat=9), ended)


def test_single_words_are_translated() -> None:
    names = [r.name for r in GAME.holdings.resources]
    assert [own_word(GAME, x, "pl") for x in names] == [
        "punkty",
        "łodzie na ręce",
        "handlarze w puli",
        "handlarze na planszy",
        "karty ruchu",
        "łodzie w magazynie",
    ]
    roles = [b.role for b in GAME.boxes.standard.specials.boats]
    for text in (
        *names,
        *roles,
        *GAME.boxes.standard.goods.names,
        *GAME.boxes.standard.players.colours,
    ):
        assert text in texts.WORDS
        assert own_word(GAME, text, "en") == text
    assert set(GAME.rules.answers) <= set(texts.WORDS)
    assert own_word(GAME, "\x1b", "pl") == "\\x1b"


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_and_texts_are_only_text(name: str) -> None:
    said = [t[0] for t in TOLD]
    said += [
        e.Drew(seat=1, stack=name, boats=(name, None)),
        e.Placed(seat=1, boat=name, field=name, **PLAIN | {"trader": name}),
        e.Scored(seat=1, mooring=name, remove=name, baskets=1, factor=1, points=(1, 2, 3, 4)),
        e.Moved(seat=1, field=name, to=name),
    ]
    is_only_text(GAME, said, name)
