"""Events told in sentences, in three languages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ledger.games.istanbul import GAME, texts, words
from ledger.games.istanbul import events as e
from ledger.kernel.log import events as g
from ledger.kernel.narration.narrate import own_word
from ledger.kernel.play.opening import open_game
from ledger.kernel.words.sentences import SENTENCES, cases, said_by
from ledger.testing.hostile import HOSTILE

from ..sentences import LANGUAGES, NAMES, is_only_text, is_told, is_told_although_unknown
from .scenario import entry, standard_box

NO_CHOICE: dict[str, Any] = {
    "choice": "",
    "paid": (),
    "discard": (),
    "take": (),
    "areas": (),
    "tiles": (),
}

TOLD: list[tuple[g.Event, str]] = [
    (open_game(GAME, NAMES), "Istanbul: The Dice Game, 3 players: Ana, Bartek and Celina"),
    (
        e.Displayed(tiles=("lira-r", "bazaar-y")),
        "Mosque tiles are turned face up: lira-r (3 lira at the start of the turn) and "
        "bazaar-y (1 bazaar card at the start of the turn)",
    ),
    (
        e.Displayed(tiles=("goods-b",)),
        "A mosque tile is turned face up: goods-b (1 blue token with the lira action)",
    ),
    (e.Gained(seat=1, what="lira", count=1), "Ana takes 1 lira"),
    (e.Gained(seat=1, what="lira", count=22), "Ana takes 22 lira"),
    (e.Gained(seat=1, what="crystal", count=5), "Ana takes 5 crystals"),
    (e.Gained(seat=2, what="brown", count=2), "Bartek takes 2 brown tokens"),
    (
        e.Levied(what="red", seats=(1, 3)),
        "The supply is empty: Ana and Celina return 1 red token each",
    ),
    (e.Levied(what="lira", seats=(2,)), "The supply is empty: Bartek returns 1 lira"),
    (
        e.Missed(seat=2, what="yellow", count=1),
        "The supply is empty: Bartek goes without 1 yellow token",
    ),
    (e.Turned(seat=1, income=("lira-r",)), "It is Ana's turn"),
    (e.TileUsed(seat=1, tile="lira-r"), "Ana uses the mosque tile lira-r"),
    (
        e.Rolled(seat=3, faces=("R", "Y", "G", "B", "$", "C")),
        "Celina rolls red, yellow, green, blue, coin, card",
    ),
    (
        e.Rerolled(seat=3, dice=(1, 2, 5), spent={"crystal": 1}, faces=("R", "$", "C")),
        "Celina pays 1 crystal and rolls dice 1, 2 and 5 again: red, coin, card",
    ),
    (e.Rerolled(seat=3, dice=(4,), spent={}, faces=("B",)), "Celina rolls die 4 again: blue"),
    (
        e.Paired(seat=2, colour="green", paid=("d:G", "t:N")),
        "Bartek exchanges 1 green die and 1 brown token for 1 green token",
    ),
    (
        e.Mixed(seat=2, goods=2, paid=("d:R", "d:Y"), take=()),
        "Bartek exchanges 1 red die and 1 yellow die for 1 crystal",
    ),
    (
        e.Mixed(seat=2, goods=3, paid=("d:R", "d:Y", "t:B"), take=()),
        "Bartek exchanges 1 red die, 1 yellow die and 1 blue token for 1 brown token",
    ),
    (
        e.Mixed(seat=2, goods=4, paid=("d:R", "d:Y", "t:N", "t:N"), take=("blue", "blue")),
        "Bartek exchanges 1 red die, 1 yellow die and 2 brown tokens for 2 blue tokens",
    ),
    (e.Cashed(seat=1, dice=3, lira=6), "Ana uses 3 coin dice for lira"),
    (e.Visited(seat=1, dice=1), "Ana goes to the bazaar with 1 card die"),
    (e.Visited(seat=1, dice=2), "Ana goes to the bazaar with 2 card dice"),
    (
        e.Revealed(cards=("e-tile",)),
        "A bazaar card is revealed: e-tile (pay 1 brown token and 1 mosque tile for 1 ruby; "
        "otherwise 1 lira)",
    ),
    (
        e.Revealed(cards=("d-red", "g-2", "f-any")),
        "Bazaar cards are revealed: d-red (1 red token and 3 lira; others: 1 red token or 3 "
        "lira), g-2 (1 crystal and 4 lira if you own 2 brown tokens; otherwise 1 lira), "
        "f-any (2 tokens of your choice with 2 card dice; otherwise 1 lira)",
    ),
    (
        e.Reshuffled(cards=("a-red", "b-red")),
        "2 discarded bazaar cards are shuffled into a new deck",
    ),
    (
        e.CardUsed(seat=1, card="e-tile", **NO_CHOICE | {"paid": ("t:N",), "discard": ("lira-r",)}),
        "Ana uses the bazaar card e-tile, paying 1 brown token",
    ),
    (e.CardUsed(seat=1, card="d-red", **NO_CHOICE), "Ana uses the bazaar card d-red"),
    (
        e.CardDeclined(seat=1, card="f-lira"),
        "Ana uses the bazaar card f-lira without its condition",
    ),
    (
        e.Offered(card="a-red", seats=(2, 3)),
        "Bartek and Celina may use the bazaar card a-red (pay 1 red token for 4 lira)",
    ),
    (
        e.Offered(card="d-blue", seats=(3,)),
        "Celina may use the bazaar card d-blue (1 blue token or 3 lira)",
    ),
    (
        e.Accepted(seat=2, **NO_CHOICE | {"paid": ("t:R",)}),
        "Bartek accepts the offer, paying 1 red token",
    ),
    (e.Accepted(seat=2, **NO_CHOICE | {"choice": "lira"}), "Bartek accepts the offer"),
    (e.Refused(seat=3), "Celina declines the offer"),
    (e.Skipped(seat=3), "Celina can no longer accept the offer"),
    (e.Cleared(cards=("a-red", "b-blue")), "The bazaar cards a-red and b-blue are discarded"),
    (e.Cleared(cards=("a-red",)), "The bazaar card a-red is discarded"),
    (e.Spent(seat=1, what="lira", count=12), "Ana pays 12 lira"),
    (
        e.Bought(seat=2, tile="die-1", paid=("d:R", "d:Y", "d:G", "t:B")),
        "Bartek pays 1 red die, 1 yellow die, 1 green die and 1 blue token for the mosque "
        "tile die-1",
    ),
    (
        e.TileTaken(seat=2, tile="lira-g", dice=0),
        "Bartek takes the mosque tile lira-g (3 lira at the start of the turn)",
    ),
    (
        e.TileTaken(seat=2, tile="die-1", dice=1),
        "Bartek takes the mosque tile die-1 and 1 assistant die",
    ),
    (
        e.TileReturned(seat=2, tile="lira-g", dice=0),
        "Bartek puts the mosque tile lira-g under the stack",
    ),
    (
        e.TileReturned(seat=2, tile="die-1", dice=1),
        "Bartek puts the mosque tile die-1 under the stack and returns 1 assistant die",
    ),
    (
        e.RubyBought(seat=1, area="green", paid=("d:G",) * 3 + ("t:G", "t:N"), lira=0),
        "Ana pays 3 green dice, 1 green token and 1 brown token for a ruby of the green area",
    ),
    (
        e.RubyBought(seat=1, area="right", paid=(), lira=14),
        "Ana pays 14 lira for a ruby of the right side of the carpet",
    ),
    (e.RubyTaken(seat=1, area="red", number=2), "Ana takes ruby no. 2 of the red area"),
    (
        e.RubyTaken(seat=1, area="left", number=3),
        "Ana takes ruby no. 3 of the left side of the carpet",
    ),
    (e.MosqueRuby(seat=3, tiles=5), "Celina owns 5 mosque tiles and takes a ruby from the mosque"),
    (e.MosqueRuby(seat=3, tiles=4), "Celina owns 4 mosque tiles and takes a ruby from the mosque"),
    (e.Finished(seat=3), "Celina passes the dice on"),
    (g.Noted(text="a long think", seat=2), "Note by Bartek: a long think"),
    (g.Noted(text="tea"), "Note: tea"),
    (g.Retracted(to=12), "Taken back: the game continues from line 12"),
    (
        g.Adjusted(patches=(g.Patch(path="/turn", value=1),), reason="miscount"),
        "1 correction made by hand: miscount",
    ),
    (
        g.Ended(reason="rubies", ranking=((2,), (1, 3)), scores=(4, 6, 4)),
        "Someone has enough rubies, so the game ends: Bartek wins (rubies: Bartek 6, Ana "
        "4, Celina 4)",
    ),
    (
        g.Ended(reason="rubies", ranking=((1, 2), (3,)), scores=(6, 6, None)),
        "Someone has enough rubies, so the game ends: Ana and Bartek share the victory "
        "(rubies: Ana 6, Bartek 6, Celina ?)",
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
    ("count", "lira", "tokens"),
    [
        (1, "1 Lirę", "1 zielony znacznik Towaru"),
        (2, "2 Liry", "2 zielone znaczniki Towarów"),
        (5, "5 Lir", "5 zielonych znaczników Towarów"),
        (12, "12 Lir", "12 zielonych znaczników Towarów"),
        (22, "22 Liry", "22 zielone znaczniki Towarów"),
    ],
)
def test_polish_counts_in_three_forms(count: int, lira: str, tokens: str) -> None:
    for what, text in (("lira", lira), ("green", tokens)):
        event = e.Gained(seat=1, what=what, count=count)
        assert GAME.words(event, NAMES, "pl") == f"Ana bierze {text}"


def test_every_card_and_tile_of_the_box_has_a_text() -> None:
    for lang in ("en", *LANGUAGES):
        for card in GAME.boxes.standard.card:
            told = GAME.words(e.Revealed(cards=(card.id,)), NAMES, lang)
            assert re.search(rf"{card.id} \([^{{}}]+\)$", told)
        for tile in GAME.boxes.standard.tile:
            told = GAME.words(e.Displayed(tiles=(tile.id,)), NAMES, lang)
            assert re.search(rf"{tile.id} \([^{{}}]+\)$", told)


def test_a_box_of_ones_own_has_its_own_letters_and_cards() -> None:
    data = standard_box()
    data["notation"]["letters"]["red"] = "Ω"
    entry(data, "card", "a-red")["id"] = "mine"
    entry(data, "tile", "die-1")["effect"] = {"actions": 2}
    box = GAME.boxes.read(data)
    assert GAME.words(e.Rolled(seat=1, faces=("Ω", "B")), NAMES, "en", box) == "Ana rolls red, blue"
    paid = e.Paired(seat=1, colour="red", paid=("d:Ω", "t:Ω"))
    assert "1 red die and 1 red token" in GAME.words(paid, NAMES, "en", box)
    assert "mine (4 lira; others" in GAME.words(e.Revealed(cards=("mine",)), NAMES, "en", box)
    assert "die-1 (2 more actions)" in GAME.words(e.Displayed(tiles=("die-1",)), NAMES, "en", box)
    assert GAME.words(e.Rolled(seat=1, faces=("Ω",)), NAMES) == "Ana rolls Ω"
    assert GAME.words(e.Revealed(cards=("mine",)), NAMES) == "A bazaar card is revealed: mine"


def test_an_unknown_seat_or_event_is_still_told() -> None:
    ended = g.Ended(reason="rubies", ranking=(), scores=())
    is_told_although_unknown(GAME, e.Turned(seat=9, income=()), ended)
    assert GAME.words(e.Offered(card="?", seats=()), NAMES) == "nothing may use the bazaar card ?"
    assert GAME.words(e.Gained(seat=1, what="tea", count=2), NAMES) == "Ana takes 2 tea"
    assert GAME.words(e.RubyTaken(seat=1, area="sky", number=1), NAMES, "it").endswith("area sky")
    assert "1 x:R" in GAME.words(e.Bought(seat=1, tile="die-1", paid=("x:R",)), NAMES)


def test_single_words_are_translated() -> None:
    names = [r.name for r in GAME.holdings.resources]
    assert [own_word(GAME, x, "pl") for x in names] == [
        "Rubiny",
        "Liry",
        "Kryształy",
        "czerwony",
        "żółty",
        "zielony",
        "niebieski",
        "brązowy",
        "żetony Meczetu",
    ]
    kinds = {t.kind for t in GAME.boxes.standard.tile}
    for text in (
        *names,
        *GAME.boxes.standard.goods.names,
        *GAME.boxes.standard.goods.wares.values(),
        *kinds,
    ):
        assert text in texts.WORDS
        assert own_word(GAME, text, "en") == text
    assert set(GAME.rules.answers) <= set(texts.WORDS)
    assert own_word(GAME, "\x1b", "pl") == "\\x1b"


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_and_texts_are_only_text(name: str) -> None:
    said = [t[0] for t in TOLD]
    said += [
        g.Noted(text=name, seat=1),
        g.Ended(reason=name, ranking=((1,),), scores=(1,)),
        e.Gained(seat=1, what=name, count=2),
        e.Rolled(seat=1, faces=(name,)),
        e.Revealed(cards=(name,)),
        e.Bought(seat=1, tile=name, paid=(name, f"d:{name}")),
        e.RubyTaken(seat=1, area=name, number=1),
    ]
    is_only_text(GAME, said, name)
