"""Events told in sentences, in three languages."""

from __future__ import annotations

import pytest

from ledger.games.century import GAME, texts
from ledger.games.century import events as e
from ledger.kernel.log import events as g
from ledger.kernel.narration.narrate import own_word
from ledger.kernel.play.opening import open_game
from ledger.kernel.words.sentences import SENTENCES, cases
from ledger.testing.hostile import HOSTILE

from ..sentences import NAMES, is_only_text, is_told, is_told_although_unknown


def sailed(**more: object) -> e.Sailed:
    """A move of two steps for two cards."""
    plain = {
        "seat": 1,
        "start": "C3",
        "to": "A1",
        "steps": 2,
        "free": 0,
        "hand": ("YY", None),
        "played": (),
        "toll": (),
        "build": False,
        "pay": (),
        "times": 0,
        "tile": False,
    }
    return e.Sailed(**plain | more)


TOLD: list[tuple[g.Event, str]] = [
    (open_game(GAME, NAMES), "Century: Sand to Sea, 3 players: Ana, Bartek and Celina"),
    (e.Dealt(seat=1, cards=("YY", "UP2")), "Ana begins with the cards YY and UP2"),
    (e.RowFilled(cards=("YYY-B", "UP3", "RR")), "Merchant cards are laid out: YYY-B, UP3 and RR"),
    (e.RowFilled(cards=("G-RR",)), "A merchant card is laid out: G-RR"),
    (
        e.Removed(symbol="ginger", tiles=("YY-G", "YYY-B")),
        "Market tiles with the symbol ginger go back to the box: YY-G and YYY-B",
    ),
    (
        e.Removed(symbol="cloves", tiles=("B-GG",)),
        "A market tile with the symbol cloves goes back to the box: B-GG",
    ),
    (
        e.Shuffled(tiles=("sea",) * 4 + ("YY-G",) * 16),
        "20 market and sea tiles are shuffled for the map",
    ),
    (e.Mapped(cells=("A2", "A3"), tiles=("sea", "RR-GG")), "The map is laid out: A2 sea, A3 RR-GG"),
    (e.PortFilled(port="E1", tile="18-GGBBB"), "The VP tile 18-GGBBB is turned up on the port E1"),
    (e.PortFilled(port="E1", tile="closed"), "The port E1 is closed"),
    (
        e.Embarked(seat=3, set="YYR", to="C3", got={"yellow": 2, "red": 1}),
        "Celina chooses 2 yellow cubes and 1 red cube and puts the ship on C3",
    ),
    (e.Returned(sets=("YG", "RR")), "Starting cubes that nobody chose: YG and RR"),
    (e.Turned(seat=1), "It is Ana's turn"),
    (
        e.Acquired(seat=1, card="UP3", paid=("yellow", "green", "yellow"), got={"red": 2}),
        "Ana acquires the card UP3 for 2 yellow cubes and 1 green cube and takes 2 red cubes "
        "from it",
    ),
    (
        e.Acquired(seat=1, card="UP3", paid=("yellow",), got={}),
        "Ana acquires the card UP3 for 1 yellow cube",
    ),
    (
        e.Acquired(seat=1, card="UP3", paid=(), got={"brown": 1}),
        "Ana acquires the card UP3 for nothing and takes 1 brown cube from it",
    ),
    (e.Acquired(seat=1, card="UP3", paid=(), got={}), "Ana acquires the card UP3 for nothing"),
    (
        e.Gathered(seat=2, card="YYYY", got={"yellow": 4}),
        "Bartek plays the card YYYY and takes 4 yellow cubes",
    ),
    (
        e.Upgraded(
            seat=2, card="UP2", steps=("yellow", "red"), gave={"yellow": 1}, got={"green": 1}
        ),
        "Bartek plays the card UP2 and upgrades 1 yellow cube to 1 green cube",
    ),
    (
        e.Upgraded(seat=2, card="UP2", steps=(), gave={}, got={}),
        "Bartek plays the card UP2 without upgrading anything",
    ),
    (
        e.Traded(seat=2, card="YY-G", times=5, gave={"yellow": 10}, got={"green": 5}),
        "Bartek plays the card YY-G and trades 10 yellow cubes for 5 green cubes",
    ),
    (e.Rested(seat=3, cards=1), "Celina rests and takes 1 card back into the hand"),
    (e.Rested(seat=3, cards=4), "Celina rests and takes 4 cards back into the hand"),
    (e.Rested(seat=3, cards=0), "Celina rests with all cards in hand"),
    (sailed(played=("UP2",)), "Ana sails from C3 to A1 for 3 cards: YY, ?, UP2"),
    (sailed(hand=("YY",)), "Ana sails from C3 to A1 for 1 card: YY"),
    (sailed(hand=()), "Ana sails from C3 to A1 without discarding any cards"),
    (sailed(to="C3", hand=()), "Ana stays at C3"),
    (
        e.TollPaid(seat=1, opponent=2, cube="yellow"),
        "Ana pays Bartek a cube for the ship at the same place: 1 yellow cube",
    ),
    (
        e.Built(seat=1, cell="D4", symbol="tea", column=2, gave={"yellow": 1, "red": 1}),
        "Ana builds an outpost on D4 (tea) for 1 yellow cube and 1 red cube",
    ),
    (
        e.Built(seat=1, cell="D4", symbol="chili", column=1, gave={}),
        "Ana builds an outpost on D4 (chili) for nothing",
    ),
    (
        e.ColumnEmptied(seat=1, column=2, rewards=("bonus", "card")),
        "Ana has emptied column 2 of the board and chooses a reward",
    ),
    (
        e.ColumnEmptied(seat=1, column=1, rewards=()),
        "Ana has emptied column 1 of the board, but there is no reward left",
    ),
    (
        e.CardRewarded(seat=1, card="RR-GG", got={"yellow": 1}),
        "Ana takes the card RR-GG as a reward, and 1 yellow cube from it",
    ),
    (e.CardRewarded(seat=1, card="RR-GG", got={}), "Ana takes the card RR-GG as a reward"),
    (e.BonusTaken(seat=1, bonus="move", points=0), "Ana takes the bonus tile for an extra step"),
    (e.BonusTaken(seat=1, bonus="hold", points=0), "Ana takes the bonus tile for a larger hold"),
    (e.BonusTaken(seat=1, bonus="vp", points=6), "Ana takes the bonus tile for 6 points"),
    (
        e.Exchanged(seat=1, cell="C3", times=1, gave={"red": 2}, got={"green": 2}),
        "Ana trades 2 red cubes for 2 green cubes at the market C3",
    ),
    (e.Declined(seat=1), "Ana doesn't use the market"),
    (
        e.TileTaken(seat=1, port="E1", tile="12-GGGG", gave={"green": 4}, points=12),
        "Ana takes the VP tile 12-GGGG from the port E1 for 4 green cubes: 12 points",
    ),
    (e.ClosedMoved(start="A1", to="E1"), "The closed port moves from A1 to E1"),
    (e.Overflowed(seats=(1,)), "Ana has more cubes than the hold has room for"),
    (e.Overflowed(seats=(1, 3)), "Ana and Celina have more cubes than their holds have room for"),
    (
        e.Discarded(seat=1, cubes=("red", "yellow", "yellow")),
        "Ana returns 2 yellow cubes and 1 red cube to the supply",
    ),
    (e.Finished(round=21), "Round 21 is over"),
    (
        g.Ended(reason="tiles", ranking=((2,), (1,), (3,)), scores=(64, 71, 50)),
        "Someone has enough VP tiles, so the game ends: Bartek wins (points: Bartek 71, Ana 64, "
        "Celina 50)",
    ),
    (
        g.Ended(reason="rain", ranking=((1, 2, 3),), scores=(None, None, None)),
        "The game was broken off: rain",
    ),
]


@pytest.mark.parametrize(
    ("event", "english"), TOLD, ids=[f"{i}-{g.tag(type(t[0]))}" for i, t in enumerate(TOLD)]
)
def test_events_are_told(event: g.Event, english: str) -> None:
    is_told(GAME, event, english)


def test_every_kind_of_event_is_told_above() -> None:
    told = {type(t[0]) for t in TOLD}
    assert told == {*GAME.rules.events, g.Opened, g.Ended} == set(GAME.words.cases)
    assert {*told, *cases(SENTENCES)} == {*GAME.rules.events, *g.GENERIC}


@pytest.mark.parametrize(
    ("count", "cubes"),
    [
        (1, "1 zieloną kostkę"),
        (2, "2 zielone kostki"),
        (5, "5 zielonych kostek"),
        (12, "12 zielonych kostek"),
        (22, "22 zielone kostki"),
    ],
)
def test_polish_counts_in_three_forms(count: int, cubes: str) -> None:
    event = e.Gathered(seat=1, card="G", got={"green": count})
    assert GAME.words(event, NAMES, "pl") == f"Ana zagrywa kartę G i bierze {cubes}"


def test_how_the_game_ended_is_what_the_rules_say() -> None:
    from .test_board import the_end

    end = GAME.rules.outcome(the_end())
    assert end is not None
    event = g.Ended(reason=end.reason, ranking=end.ranking, scores=end.scores)
    assert "Bartek wins" in GAME.words(event, ("Ana", "Bartek", "Celina", "Dora"))


def test_an_unknown_seat_symbol_or_event_is_still_told() -> None:
    ended = g.Ended(reason="tiles", ranking=(), scores=())
    is_told_although_unknown(GAME, e.Turned(seat=9), ended)
    odd = e.Built(seat=1, cell="Q", symbol="salt", column=1, gave={"blue": 2, "red": 1})
    assert GAME.words(odd, NAMES, "pl").endswith("(salt) i płaci 1 czerwoną kostkę i 2 blue")
    assert GAME.words(e.Gathered(seat=1, card="x", got={}), NAMES) == (
        "Ana plays the card x and takes nothing"
    )


def test_single_words_are_translated() -> None:
    names = [r.name for r in GAME.holdings.resources]
    assert [own_word(GAME, x, "pl") for x in names] == [
        "żółty",
        "czerwony",
        "zielony",
        "brązowy",
        "karty na ręce",
        "karty",
        "zbudowane faktorie",
        "kafle bonusowe",
        "kafle PZ",
        "punkty",
    ]
    for text in (*names, *GAME.boxes.standard.symbols.names, *GAME.rules.answers):
        assert text in texts.WORDS
        assert own_word(GAME, text, "en") == text
    assert own_word(GAME, "\x1b", "pl") == "\\x1b"


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_and_texts_are_only_text(name: str) -> None:
    said = [t[0] for t in TOLD]
    said += [
        g.Ended(reason=name, ranking=((1,),), scores=(1,)),
        e.RowFilled(cards=(name,)),
        e.Mapped(cells=(name,), tiles=(name,)),
        e.Gathered(seat=1, card=name, got={name: 2}),
        e.Built(seat=1, cell=name, symbol=name, column=1, gave={}),
        sailed(start=name, hand=(name, None)),
    ]
    is_only_text(GAME, said, name)
