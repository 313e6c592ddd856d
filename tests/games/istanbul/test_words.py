"""Events told in sentences, in three languages."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest

from ledger.games.istanbul import GAME, texts, words
from ledger.games.istanbul import events as e
from ledger.kernel.log import events as g
from ledger.kernel.narration.narrate import own_word
from ledger.kernel.play.opening import open_game
from ledger.kernel.words.sentences import SENTENCES, cases, said_by
from ledger.testing.hostile import HOSTILE, harmless

from .scenario import entry, standard_box

NAMES = ("Ana", "Bartek", "Celina")
LANGUAGES = ("pl", "it")
PACKAGE = resources.files("ledger.games.istanbul")
KEYWORDS = {"_": None, "N_": None, "n": (1, 2), "p": ((1, "c"), 2)}
NO_CHOICE: dict[str, Any] = {
    "choice": "",
    "paid": (),
    "discard": (),
    "take": (),
    "areas": (),
    "tiles": (),
}

TOLD: list[tuple[g.Event, str, str, str]] = [
    (
        open_game(GAME, NAMES),
        "Istanbul: The Dice Game, 3 players: Ana, Bartek and Celina",
        "Istanbul: Gra kościana, 3 graczy: Ana, Bartek i Celina",
        "Istanbul: Il gioco di dadi, 3 giocatori: Ana, Bartek e Celina",
    ),
    (
        e.Displayed(tiles=("lira-r", "bazaar-y")),
        "Mosque tiles are turned face up: lira-r (3 lira at the start of the turn) and "
        "bazaar-y (1 bazaar card at the start of the turn)",
        "Odkryto żetony Meczetu: lira-r (3 Liry na początku tury) i bazaar-y (1 karta Bazaru "
        "na początku tury)",
        "Vengono scoperte tessere moschea: lira-r (3 lire all'inizio del turno) e bazaar-y "
        "(1 carta bazar all'inizio del turno)",
    ),
    (
        e.Displayed(tiles=("goods-b",)),
        "A mosque tile is turned face up: goods-b (1 blue token with the lira action)",
        "Odkryto żeton Meczetu: goods-b (1 niebieski znacznik Towaru przy akcji dobrania Lir)",
        "Viene scoperta una tessera moschea: goods-b (1 segnalino blu con l'azione lire)",
    ),
    (
        e.Gained(seat=1, what="lira", count=1),
        "Ana takes 1 lira",
        "Ana bierze 1 Lirę",
        "Ana prende 1 lira",
    ),
    (
        e.Gained(seat=1, what="lira", count=22),
        "Ana takes 22 lira",
        "Ana bierze 22 Liry",
        "Ana prende 22 lire",
    ),
    (
        e.Gained(seat=1, what="crystal", count=5),
        "Ana takes 5 crystals",
        "Ana bierze 5 Kryształów",
        "Ana prende 5 cristalli",
    ),
    (
        e.Gained(seat=2, what="brown", count=2),
        "Bartek takes 2 brown tokens",
        "Bartek bierze 2 brązowe znaczniki Towarów",
        "Bartek prende 2 segnalini marroni",
    ),
    (
        e.Levied(what="red", seats=(1, 3)),
        "The supply is empty: Ana and Celina return 1 red token each",
        "Pula jest pusta, każdy z tych graczy zwraca 1 czerwony znacznik Towaru: Ana i Celina",
        "La riserva è vuota: Ana e Celina restituiscono 1 segnalino rosso a testa",
    ),
    (
        e.Levied(what="lira", seats=(2,)),
        "The supply is empty: Bartek returns 1 lira",
        "Pula jest pusta: Bartek zwraca 1 Lirę",
        "La riserva è vuota: Bartek restituisce 1 lira",
    ),
    (
        e.Missed(seat=2, what="yellow", count=1),
        "The supply is empty: Bartek goes without 1 yellow token",
        "Pula jest pusta, Bartek nie może wziąć: 1 żółty znacznik Towaru",
        "La riserva è vuota: Bartek rinuncia a 1 segnalino giallo",
    ),
    (
        e.Turned(seat=1, income=("lira-r",)),
        "It is Ana's turn",
        "Tura gracza Ana",
        "Turno di Ana",
    ),
    (
        e.TileUsed(seat=1, tile="lira-r"),
        "Ana uses the mosque tile lira-r",
        "Ana używa żetonu Meczetu lira-r",
        "Ana usa la tessera moschea lira-r",
    ),
    (
        e.Rolled(seat=3, faces=("R", "Y", "G", "B", "$", "C")),
        "Celina rolls red, yellow, green, blue, coin, card",
        "Celina rzuca: czerwony, żółty, zielony, niebieski, Moneta, Karta",
        "Celina lancia: rosso, giallo, verde, blu, moneta, carta",
    ),
    (
        e.Rerolled(seat=3, dice=(1, 2, 5), spent={"crystal": 1}, faces=("R", "$", "C")),
        "Celina pays 1 crystal and rolls dice 1, 2 and 5 again: red, coin, card",
        "Celina odrzuca 1 Kryształ i przerzuca kości 1, 2 i 5: czerwony, Moneta, Karta",
        "Celina paga 1 cristallo e rilancia i dadi 1, 2 e 5: rosso, moneta, carta",
    ),
    (
        e.Rerolled(seat=3, dice=(4,), spent={}, faces=("B",)),
        "Celina rolls die 4 again: blue",
        "Celina przerzuca kość 4: niebieski",
        "Celina rilancia il dado 4: blu",
    ),
    (
        e.Paired(seat=2, colour="green", paid=("d:G", "t:N")),
        "Bartek exchanges 1 green die and 1 brown token for 1 green token",
        "Bartek wymienia 1 zieloną kość i 1 brązowy znacznik Towaru na 1 zielony znacznik Towaru",
        "Bartek scambia 1 dado verde e 1 segnalino marrone con 1 segnalino verde",
    ),
    (
        e.Mixed(seat=2, goods=2, paid=("d:R", "d:Y"), take=()),
        "Bartek exchanges 1 red die and 1 yellow die for 1 crystal",
        "Bartek wymienia 1 czerwoną kość i 1 żółtą kość na 1 Kryształ",
        "Bartek scambia 1 dado rosso e 1 dado giallo con 1 cristallo",
    ),
    (
        e.Mixed(seat=2, goods=3, paid=("d:R", "d:Y", "t:B"), take=()),
        "Bartek exchanges 1 red die, 1 yellow die and 1 blue token for 1 brown token",
        "Bartek wymienia 1 czerwoną kość, 1 żółtą kość i 1 niebieski znacznik Towaru na 1 "
        "brązowy znacznik Towaru",
        "Bartek scambia 1 dado rosso, 1 dado giallo e 1 segnalino blu con 1 segnalino marrone",
    ),
    (
        e.Mixed(seat=2, goods=4, paid=("d:R", "d:Y", "t:N", "t:N"), take=("blue", "blue")),
        "Bartek exchanges 1 red die, 1 yellow die and 2 brown tokens for 2 blue tokens",
        "Bartek wymienia 1 czerwoną kość, 1 żółtą kość i 2 brązowe znaczniki Towarów na 2 "
        "niebieskie znaczniki Towarów",
        "Bartek scambia 1 dado rosso, 1 dado giallo e 2 segnalini marroni con 2 segnalini blu",
    ),
    (
        e.Cashed(seat=1, dice=3, lira=6),
        "Ana uses 3 coin dice for lira",
        "Ana używa 3 kości z ikoną Monety, by dobrać Liry",
        "Ana usa 3 dadi moneta per le lire",
    ),
    (
        e.Visited(seat=1, dice=1),
        "Ana goes to the bazaar with 1 card die",
        "Ana idzie na Bazar z 1 kością z ikoną Karty",
        "Ana va al bazar con 1 dado carta",
    ),
    (
        e.Visited(seat=1, dice=2),
        "Ana goes to the bazaar with 2 card dice",
        "Ana idzie na Bazar z 2 kośćmi z ikoną Karty",
        "Ana va al bazar con 2 dadi carta",
    ),
    (
        e.Revealed(cards=("e-tile",)),
        "A bazaar card is revealed: e-tile (pay 1 brown token and 1 mosque tile for 1 ruby; "
        "otherwise 1 lira)",
        "Odkryto kartę Bazaru: e-tile (odrzuć 1 brązowy znacznik Towaru i 1 żeton Meczetu, "
        "weź 1 Rubin; w przeciwnym razie 1 Lirę)",
        "Viene rivelata una carta bazar: e-tile (scarta 1 segnalino marrone e 1 tessera "
        "moschea, prendi 1 rubino; altrimenti 1 lira)",
    ),
    (
        e.Revealed(cards=("d-red", "g-2", "f-any")),
        "Bazaar cards are revealed: d-red (1 red token and 3 lira; others: 1 red token or 3 "
        "lira), g-2 (1 crystal and 4 lira if you own 2 brown tokens; otherwise 1 lira), "
        "f-any (2 tokens of your choice with 2 card dice; otherwise 1 lira)",
        "Odkryto karty Bazaru: d-red (1 czerwony znacznik Towaru i 3 Liry; pozostali: 1 "
        "czerwony znacznik Towaru lub 3 Liry), g-2 (1 Kryształ i 4 Liry, jeśli posiadasz 2 "
        "brązowe znaczniki Towarów; w przeciwnym razie 1 Lirę), f-any (2 dowolne znaczniki "
        "Towarów przy użyciu 2 kości z ikoną Karty; w przeciwnym razie 1 Lirę)",
        "Vengono rivelate carte bazar: d-red (1 segnalino rosso e 3 lire; altri: 1 segnalino "
        "rosso o 3 lire), g-2 (1 cristallo e 4 lire se possiedi 2 segnalini marroni; "
        "altrimenti 1 lira), f-any (2 segnalini a scelta con 2 dadi carta; altrimenti 1 lira)",
    ),
    (
        e.Reshuffled(cards=("a-red", "b-red")),
        "2 discarded bazaar cards are shuffled into a new deck",
        "2 odrzucone karty Bazaru po przetasowaniu tworzą nową talię",
        "2 carte bazar scartate vengono mescolate in un nuovo mazzo",
    ),
    (
        e.CardUsed(seat=1, card="e-tile", **NO_CHOICE | {"paid": ("t:N",), "discard": ("lira-r",)}),
        "Ana uses the bazaar card e-tile, paying 1 brown token",
        "Ana używa karty Bazaru e-tile, odrzucając 1 brązowy znacznik Towaru",
        "Ana usa la carta bazar e-tile, pagando 1 segnalino marrone",
    ),
    (
        e.CardUsed(seat=1, card="d-red", **NO_CHOICE),
        "Ana uses the bazaar card d-red",
        "Ana używa karty Bazaru d-red",
        "Ana usa la carta bazar d-red",
    ),
    (
        e.CardDeclined(seat=1, card="f-lira"),
        "Ana uses the bazaar card f-lira without its condition",
        "Ana używa karty Bazaru f-lira bez spełnienia jej warunku",
        "Ana usa la carta bazar f-lira senza soddisfarne la condizione",
    ),
    (
        e.Offered(card="a-red", seats=(2, 3)),
        "Bartek and Celina may use the bazaar card a-red (pay 1 red token for 4 lira)",
        "Bartek i Celina mogą użyć karty Bazaru a-red (odrzuć 1 czerwony znacznik Towaru, "
        "weź 4 Liry)",
        "Bartek e Celina possono usare la carta bazar a-red (scarta 1 segnalino rosso, "
        "prendi 4 lire)",
    ),
    (
        e.Offered(card="d-blue", seats=(3,)),
        "Celina may use the bazaar card d-blue (1 blue token or 3 lira)",
        "Celina może użyć karty Bazaru d-blue (1 niebieski znacznik Towaru lub 3 Liry)",
        "Celina può usare la carta bazar d-blue (1 segnalino blu o 3 lire)",
    ),
    (
        e.Accepted(seat=2, **NO_CHOICE | {"paid": ("t:R",)}),
        "Bartek accepts the offer, paying 1 red token",
        "Bartek korzysta z oferty, odrzucając 1 czerwony znacznik Towaru",
        "Bartek accetta l'offerta, pagando 1 segnalino rosso",
    ),
    (
        e.Accepted(seat=2, **NO_CHOICE | {"choice": "lira"}),
        "Bartek accepts the offer",
        "Bartek korzysta z oferty",
        "Bartek accetta l'offerta",
    ),
    (
        e.Refused(seat=3),
        "Celina declines the offer",
        "Celina rezygnuje z oferty",
        "Celina rinuncia all'offerta",
    ),
    (
        e.Skipped(seat=3),
        "Celina can no longer accept the offer",
        "Celina nie może już skorzystać z oferty",
        "Celina non può più accettare l'offerta",
    ),
    (
        e.Cleared(cards=("a-red", "b-blue")),
        "The bazaar cards a-red and b-blue are discarded",
        "Karty Bazaru a-red i b-blue zostają odrzucone",
        "Le carte bazar a-red e b-blue vengono scartate",
    ),
    (
        e.Cleared(cards=("a-red",)),
        "The bazaar card a-red is discarded",
        "Karta Bazaru a-red zostaje odrzucona",
        "La carta bazar a-red viene scartata",
    ),
    (
        e.Spent(seat=1, what="lira", count=12),
        "Ana pays 12 lira",
        "Ana odrzuca 12 Lir",
        "Ana paga 12 lire",
    ),
    (
        e.Bought(seat=2, tile="die-1", paid=("d:R", "d:Y", "d:G", "t:B")),
        "Bartek pays 1 red die, 1 yellow die, 1 green die and 1 blue token for the mosque "
        "tile die-1",
        "Bartek odrzuca 1 czerwoną kość, 1 żółtą kość, 1 zieloną kość i 1 niebieski znacznik "
        "Towaru za żeton Meczetu die-1",
        "Bartek paga 1 dado rosso, 1 dado giallo, 1 dado verde e 1 segnalino blu per la "
        "tessera moschea die-1",
    ),
    (
        e.TileTaken(seat=2, tile="lira-g", dice=0),
        "Bartek takes the mosque tile lira-g (3 lira at the start of the turn)",
        "Bartek bierze żeton Meczetu lira-g (3 Liry na początku tury)",
        "Bartek prende la tessera moschea lira-g (3 lire all'inizio del turno)",
    ),
    (
        e.TileTaken(seat=2, tile="die-1", dice=1),
        "Bartek takes the mosque tile die-1 and 1 assistant die",
        "Bartek bierze żeton Meczetu die-1 i 1 kość Pomocnika",
        "Bartek prende la tessera moschea die-1 e 1 dado assistente",
    ),
    (
        e.TileReturned(seat=2, tile="lira-g", dice=0),
        "Bartek puts the mosque tile lira-g under the stack",
        "Bartek odkłada żeton Meczetu lira-g pod stos",
        "Bartek mette la tessera moschea lira-g sotto la pila",
    ),
    (
        e.TileReturned(seat=2, tile="die-1", dice=1),
        "Bartek puts the mosque tile die-1 under the stack and returns 1 assistant die",
        "Bartek odkłada żeton Meczetu die-1 pod stos i zwraca 1 kość Pomocnika",
        "Bartek mette la tessera moschea die-1 sotto la pila e restituisce 1 dado assistente",
    ),
    (
        e.RubyBought(seat=1, area="green", paid=("d:G",) * 3 + ("t:G", "t:N"), lira=0),
        "Ana pays 3 green dice, 1 green token and 1 brown token for a ruby of the green area",
        "Ana odrzuca 3 zielone kości, 1 zielony znacznik Towaru i 1 brązowy znacznik Towaru "
        "za Rubin z zielonego obszaru",
        "Ana paga 3 dadi verdi, 1 segnalino verde e 1 segnalino marrone per un rubino "
        "dell'area verde",
    ),
    (
        e.RubyBought(seat=1, area="right", paid=(), lira=14),
        "Ana pays 14 lira for a ruby of the right side of the carpet",
        "Ana odrzuca 14 Lir za Rubin z prawej strony dywanu",
        "Ana paga 14 lire per un rubino del lato destro del tappeto",
    ),
    (
        e.RubyTaken(seat=1, area="red", number=2),
        "Ana takes ruby no. 2 of the red area",
        "Ana bierze Rubin nr 2 z czerwonego obszaru",
        "Ana prende il rubino n. 2 dell'area rossa",
    ),
    (
        e.RubyTaken(seat=1, area="left", number=3),
        "Ana takes ruby no. 3 of the left side of the carpet",
        "Ana bierze Rubin nr 3 z lewej strony dywanu",
        "Ana prende il rubino n. 3 del lato sinistro del tappeto",
    ),
    (
        e.MosqueRuby(seat=3, tiles=5),
        "Celina owns 5 mosque tiles and takes a ruby of the mosque",
        "Celina ma 5 żetonów Meczetu i bierze Rubin z obszaru Meczetu",
        "Celina possiede 5 tessere moschea e prende un rubino della moschea",
    ),
    (
        e.MosqueRuby(seat=3, tiles=4),
        "Celina owns 4 mosque tiles and takes a ruby of the mosque",
        "Celina ma 4 żetony Meczetu i bierze Rubin z obszaru Meczetu",
        "Celina possiede 4 tessere moschea e prende un rubino della moschea",
    ),
    (
        e.Finished(seat=3),
        "Celina passes the dice on",
        "Celina przekazuje kości",
        "Celina passa i dadi",
    ),
    (
        g.Noted(text="a long think", seat=2),
        "Bartek remarks: a long think",
        "Bartek notuje: a long think",
        "Bartek annota: a long think",
    ),
    (
        g.Noted(text="tea"),
        "Note: tea",
        "Notatka: tea",
        "Nota: tea",
    ),
    (
        g.Retracted(to=12),
        "Taken back: the game goes on from line 12",
        "Cofnięto: gra toczy się dalej od wiersza 12",
        "Annullato: il gioco riprende dalla riga 12",
    ),
    (
        g.Adjusted(patches=(g.Patch(path="/turn", value=1),), reason="miscount"),
        "1 correction made by hand: miscount",
        "Wprowadzono ręcznie 1 poprawkę: miscount",
        "1 correzione fatta a mano: miscount",
    ),
    (
        g.Ended(reason="rubies", ranking=((2,), (1, 3)), scores=(4, 6, 4)),
        "Enough rubies are collected and the game ends: Bartek wins (rubies: Bartek 6, Ana "
        "4, Celina 4)",
        "Zebrano dość Rubinów i gra się kończy: wygrywa Bartek (Rubiny: Bartek 6, Ana 4, Celina 4)",
        "Ci sono abbastanza rubini e la partita finisce: vince Bartek (rubini: Bartek 6, Ana "
        "4, Celina 4)",
    ),
    (
        g.Ended(reason="rubies", ranking=((1, 2), (3,)), scores=(6, 6, None)),
        "Enough rubies are collected and the game ends: Ana and Bartek share the victory "
        "(rubies: Ana 6, Bartek 6, Celina ?)",
        "Zebrano dość Rubinów i gra się kończy: wygrywają Ana i Bartek (Rubiny: Ana 6, "
        "Bartek 6, Celina ?)",
        "Ci sono abbastanza rubini e la partita finisce: Ana e Bartek condividono la "
        "vittoria (rubini: Ana 6, Bartek 6, Celina ?)",
    ),
    (
        g.Ended(reason="rain", ranking=((1, 2, 3),), scores=(None, None, None)),
        "The game is broken off: rain",
        "Gra została przerwana: rain",
        "La partita è interrotta: rain",
    ),
    (
        g.Sealed(head="00", lines=25),
        "The log is sealed after 25 lines",
        "Zapis zamknięto po 25 wierszach",
        "Il registro è chiuso dopo 25 righe",
    ),
]


@pytest.mark.parametrize(
    ("event", "en", "pl", "it"), TOLD, ids=[f"{i}-{g.tag(type(t[0]))}" for i, t in enumerate(TOLD)]
)
def test_events_are_told(event: g.Event, en: str, pl: str, it: str) -> None:
    assert GAME.words(event, NAMES) == en
    assert GAME.words(event, NAMES, "pl") == pl
    assert GAME.words(event, NAMES, "it") == it


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
    class Sneezed(g.Event, frozen=True, kw_only=True):
        pass

    assert GAME.words(e.Turned(seat=9, income=()), NAMES) == "It is Seat 9's turn"
    assert GAME.words(Sneezed(), NAMES) == "sneezed"
    assert GAME.words(g.Ended(reason="rubies", ranking=(), scores=()), NAMES)
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
    for event in said:
        for lang in ("en", *LANGUAGES):
            text = GAME.words(event, (name, name + "2", "Celina"), lang)
            assert harmless(text)
