"""Events told in sentences, in three languages."""

from __future__ import annotations

import msgspec
import pytest

from ledger.games.osaka import GAME, texts, words
from ledger.games.osaka import events as e
from ledger.games.osaka.box import Box
from ledger.kernel.log import events as g
from ledger.kernel.narration.narrate import own_word
from ledger.kernel.play.opening import open_game
from ledger.kernel.words.sentences import SENTENCES, cases, said_by
from ledger.testing.hostile import HOSTILE

from ..sentences import NAMES, is_only_text, is_told, is_told_although_unknown

TOLD: list[tuple[g.Event, str]] = [
    (open_game(GAME, NAMES), "Traders of Osaka, 3 players: Ana, Bartek and Celina"),
    (e.Dealt(to="market", cards=("R5", "Y2")), "R5 Y2 are added to the Market"),
    (e.Dealt(to="farm", cards=("R5",)), "R5 is added to the Farm"),
    (e.Shown(seat=1, cards=("R5", "B3")), "Ana shows a starting hand of R5 B3"),
    (e.First(first=2, lot=()), "Bartek is the first player"),
    (e.First(first=2, lot=("2",)), "Bartek is the first player, drawn by lot"),
    (e.Claimed(seat=3, colour="green"), "Celina takes a green token to start with"),
    (e.Turned(seat=1), "It is Ana's turn"),
    (
        e.Bought(seat=2, paid=("Y5",), cards=("Y2", "Y3"), cost=5, freed=False),
        "Bartek buys Y2 Y3 for 5, paying Y5",
    ),
    (
        e.Bought(seat=2, paid=(), cards=("Y2",), cost=2, freed=True),
        "Bartek buys Y2 for 2, paying nothing, and gets the piece back",
    ),
    (e.Sailed(colour="yellow", start=0, end=2), "The yellow ship sails 2 spaces to Anori"),
    (e.Sailed(colour="red", start=2, end=3), "The red ship sails 1 space to Enshunada"),
    (e.Took(seat=1, card="B5", freed=False), "Ana takes B5 as coins"),
    (e.Took(seat=1, card="B5", freed=True), "Ana takes the reserved B5 as coins"),
    (e.Reserved(seat=1, card="R5", row="market"), "Ana reserves R5 in the Market"),
    (e.Reserved(seat=1, card="R5", row="farm"), "Ana reserves R5 in the Farm"),
    (e.Restocked(cards=("R2", "R3", "G5")), "R2 R3 G5 move from the Farm to the Market"),
    (e.Reshuffled(cards={"R2": 3, "G5": 2}), "5 discarded cards are shuffled into a new draw pile"),
    (
        e.Sold(
            seat=3,
            colour="red",
            cards=("R2", "R3", "R5"),
            price=5,
            value=15,
            vp=3,
            kept=("R2", "R3", "R5"),
            discarded=(),
        ),
        "Celina sells 3 red goods for 15: 3 VP",
    ),
    (e.Drew(seat=3, count=2, substitutes=0), "Celina draws 2 cards face down as VP"),
    (
        e.Drew(seat=3, count=0, substitutes=2),
        "Celina marks 2 VP with substitutes, as no card is left",
    ),
    (e.Earned(seat=3, colour="blue"), "Celina gains a blue token"),
    (e.Sank(colours=("red", "blue"), asked=()), "The Black Tide sinks the red and blue ships"),
    (
        e.Sank(colours=("green",), asked=(1, 3)),
        "The Black Tide sinks the green ship; Ana and Celina can insure goods",
    ),
    (e.Insured(seat=1, cards=("B2",), goods=("B3", "B5")), "Ana insures B3 B5, discarding B2"),
    (e.Declined(seat=1), "Ana insures nothing"),
    (e.Lost(seat=1, cards=("B3", "B5")), "Ana loses B3 B5"),
    (e.Returned(colour="green", start=5, end=0), "The green ship goes back to Osaka"),
    (e.Freed(seat=1), "Ana gets the reservation piece back"),
    (e.Passed(seat=1), "Ana passes, as no action is possible"),
    (g.Noted(text="a long think", seat=2), "Note by Bartek: a long think"),
    (g.Noted(text="tea"), "Note: tea"),
    (g.Retracted(to=12), "Taken back: the game continues from line 12"),
    (
        g.Adjusted(patches=(g.Patch(path="/turn", value=1),), reason="miscount"),
        "1 correction made by hand: miscount",
    ),
    (
        g.Ended(reason="tokens", ranking=((2,), (1, 3)), scores=(7, 12, 7)),
        "Someone has enough tokens, so the game ends: "
        "Bartek wins (Bartek 12 VP, Ana 7 VP, Celina 7 VP)",
    ),
    (
        g.Ended(reason="all passed", ranking=((1, 2), (3,)), scores=(7, 7, None)),
        "Everybody has passed, so the game ends: "
        "Ana and Bartek share the victory (Ana 7 VP, Bartek 7 VP, Celina ? VP)",
    ),
    (
        g.Ended(reason="rain", ranking=((1, 2, 3),), scores=(None, None, None)),
        "The game was broken off: rain",
    ),
    (g.Sealed(head="00", lines=25), "End of the log: 25 lines, sealed"),
]


@pytest.mark.parametrize(
    ("event", "english"), TOLD, ids=[f"{i}-{g.tag(type(t[0]))}" for i, t in enumerate(TOLD)]
)
def test_events_are_told(event: g.Event, english: str) -> None:
    is_told(GAME, event, english)


def test_every_kind_of_event_is_told_above() -> None:
    said = {x for x in GAME.rules.events if said_by(x)}
    assert (
        {type(t[0]) for t in TOLD}
        == {*GAME.rules.events, *g.GENERIC}
        == {*said, *cases(words.SENTENCES), *cases(SENTENCES)}
    )


@pytest.mark.parametrize(
    ("count", "pl"),
    [
        (1, "1 zielone dobro"),
        (2, "2 zielone dobra"),
        (5, "5 zielonych dóbr"),
        (12, "12 zielonych dóbr"),
        (22, "22 zielone dobra"),
    ],
)
def test_polish_counts_in_three_forms(count: int, pl: str) -> None:
    event = e.Sold(
        seat=1, colour="green", cards=("G2",) * count, price=2, value=5, vp=1, kept=(), discarded=()
    )
    assert f"sprzedaje {pl} za" in GAME.words(event, NAMES, "pl")


def own_box(*places: str) -> Box:
    route = tuple(
        msgspec.structs.replace(GAME.boxes.standard.route[0], name=name) for name in places
    )
    return msgspec.structs.replace(GAME.boxes.standard, route=route)


def test_a_box_of_ones_own_has_its_own_places_and_colours() -> None:
    event = e.Sailed(colour="violet", start=0, end=1)
    box = own_box("A", "B")
    assert GAME.words(event, NAMES, box=box) == "The violet ship sails 1 space to B"
    assert GAME.words(event, NAMES, "pl", box) == "Statek violet płynie o 1 pole na pole B"
    far = e.Sailed(colour="red", start=0, end=9)
    assert GAME.words(far, NAMES) == "The red ship sails 9 spaces to space 9"
    assert "a violet token" in GAME.words(e.Earned(seat=1, colour="violet"), NAMES)


def test_an_unknown_seat_or_event_is_still_told() -> None:
    ended = g.Ended(reason="tokens", ranking=(), scores=())
    is_told_although_unknown(GAME, e.Turned(seat=9), ended)
    assert GAME.words(e.Sank(colours=(), asked=()), NAMES)


def test_single_words_are_translated() -> None:
    names = [r.name for r in GAME.holdings.resources]
    assert [own_word(GAME, x, "pl") for x in names] == [
        "ręka",
        "monety",
        "dobra",
        "ubezpieczone",
        "żetony",
        "PZ",
    ]
    for text in (
        *names,
        *GAME.boxes.standard.colours.names,
        *GAME.boxes.standard.players.colours,
        *GAME.rules.answers,
    ):
        assert text in texts.WORDS
        assert own_word(GAME, text, "en") == text
    assert own_word(GAME, "\x1b", "pl") == "\\x1b"


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_and_texts_are_only_text(name: str) -> None:
    box = own_box("Osaka", name, name)
    said = [t[0] for t in TOLD]
    said += [
        g.Noted(text=name, seat=1),
        g.Ended(reason=name, ranking=((1,),), scores=(1,)),
        e.Took(seat=1, card=name, freed=False),
        e.Sailed(colour=name, start=0, end=1),
        e.Sank(colours=(name,), asked=(1,)),
    ]
    is_only_text(GAME, said, name, box)
