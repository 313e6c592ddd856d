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
from ledger.testing.hostile import HOSTILE, harmless

NAMES = ("Ana", "Bartek", "Celina")
LANGUAGES = ("pl", "it")

TOLD: list[tuple[g.Event, str, str, str]] = [
    (
        open_game(GAME, NAMES),
        "Traders of Osaka, 3 players: Ana, Bartek and Celina",
        "Kupcy z Osaki, 3 graczy: Ana, Bartek i Celina",
        "Traders of Osaka, 3 giocatori: Ana, Bartek e Celina",
    ),
    (
        e.Dealt(to="market", cards=("R5", "Y2")),
        "R5 Y2 come to the Market",
        "Na rynek trafiają R5 Y2",
        "R5 Y2 vanno sul Mercato",
    ),
    (
        e.Dealt(to="farm", cards=("R5",)),
        "R5 comes to the Farm",
        "Na farmę trafia R5",
        "R5 va in Produzione",
    ),
    (
        e.Shown(seat=1, cards=("R5", "B3")),
        "Ana shows a starting hand of R5 B3",
        "Ana pokazuje pierwszą rękę: R5 B3",
        "Ana rivela la mano iniziale: R5 B3",
    ),
    (
        e.First(first=2, lot=()),
        "Bartek is the first player",
        "Pierwszy gracz: Bartek",
        "Il primo giocatore è Bartek",
    ),
    (
        e.First(first=2, lot=("2",)),
        "Bartek is the first player, drawn by lot",
        "Pierwszy gracz, wybrany losowo: Bartek",
        "Il primo giocatore, scelto a caso, è Bartek",
    ),
    (
        e.Claimed(seat=3, colour="green"),
        "Celina takes a green token to start with",
        "Celina bierze na początek zielony żeton",
        "Celina prende un gettone verde per iniziare",
    ),
    (e.Turned(seat=1), "It is Ana's turn", "Tura gracza Ana", "Turno di Ana"),
    (
        e.Bought(seat=2, paid=("Y5",), cards=("Y2", "Y3"), cost=5, freed=False),
        "Bartek buys Y2 Y3 for 5, paying Y5",
        "Bartek kupuje Y2 Y3 za 5 (zapłata: Y5)",
        "Bartek compra Y2 Y3 per 5, spendendo Y5",
    ),
    (
        e.Bought(seat=2, paid=(), cards=("Y2",), cost=2, freed=True),
        "Bartek buys Y2 for 2, paying nothing, and gets the piece back",
        "Bartek kupuje Y2 za 2 (zapłata: brak) i odzyskuje znacznik",
        "Bartek compra Y2 per 2, spendendo nulla, e riprende il segnalino",
    ),
    (
        e.Sailed(colour="yellow", start=0, end=2),
        "The yellow ship sails 2 spaces to Anori",
        "Żółty statek płynie o 2 pola do Anori",
        "La nave gialla avanza di 2 spazi fino ad Anori",
    ),
    (
        e.Sailed(colour="red", start=2, end=3),
        "The red ship sails 1 space to Enshunada",
        "Czerwony statek płynie o 1 pole na wody Enshunada",
        "La nave rossa avanza di 1 spazio fino a Enshunada",
    ),
    (
        e.Took(seat=1, card="B5", freed=False),
        "Ana takes B5 as coins",
        "Ana bierze B5 jako monety",
        "Ana prende B5 come Monete",
    ),
    (
        e.Took(seat=1, card="B5", freed=True),
        "Ana takes the reserved B5 as coins",
        "Ana bierze zarezerwowaną kartę B5 jako monety",
        "Ana prende la carta prenotata B5 come Monete",
    ),
    (
        e.Reserved(seat=1, card="R5", row="market"),
        "Ana reserves R5 in the Market",
        "Ana rezerwuje R5 na rynku",
        "Ana prenota R5 sul Mercato",
    ),
    (
        e.Reserved(seat=1, card="R5", row="farm"),
        "Ana reserves R5 in the Farm",
        "Ana rezerwuje R5 na farmie",
        "Ana prenota R5 in Produzione",
    ),
    (
        e.Restocked(cards=("R2", "R3", "G5")),
        "R2 R3 G5 move from the Farm to the Market",
        "R2 R3 G5 przechodzą z farmy na rynek",
        "R2 R3 G5 passano dalla Produzione al Mercato",
    ),
    (
        e.Reshuffled(cards={"R2": 3, "G5": 2}),
        "5 discarded cards are shuffled into a new draw pile",
        "5 odrzuconych kart po przetasowaniu tworzy nowy stos doboru",
        "5 carte scartate vengono mescolate in un nuovo mazzo di pesca",
    ),
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
        "Celina sprzedaje 3 czerwone dobra za 15: 3 PZ",
        "Celina vende 3 Merci rosse per 15: 3 PV",
    ),
    (
        e.Drew(seat=3, count=2, substitutes=0),
        "Celina draws 2 cards face down as VP",
        "Celina dobiera 2 zakryte karty jako PZ",
        "Celina pesca 2 carte coperte come PV",
    ),
    (
        e.Drew(seat=3, count=0, substitutes=2),
        "Celina marks 2 VP with substitutes, as no card is left",
        "Celina zaznacza 2 PZ zamiennikami, bo nie ma już kart",
        "Celina segna 2 PV con altri segnalini, perché non restano carte",
    ),
    (
        e.Earned(seat=3, colour="blue"),
        "Celina gains a blue token",
        "Celina dostaje niebieski żeton",
        "Celina riceve un gettone blu",
    ),
    (
        e.Sank(colours=("red", "blue"), asked=()),
        "The Black Tide sinks the red and blue ships",
        "Czarny Przypływ zatapia statki: czerwony i niebieski",
        "La Marea Nera affonda le navi rossa e blu",
    ),
    (
        e.Sank(colours=("green",), asked=(1, 3)),
        "The Black Tide sinks the green ship; Ana and Celina can insure goods",
        "Czarny Przypływ zatapia zielony statek; Ana i Celina mogą ubezpieczyć dobra",
        "La Marea Nera affonda la nave verde; Ana e Celina possono assicurare le Merci",
    ),
    (
        e.Insured(seat=1, cards=("B2",), goods=("B3", "B5")),
        "Ana insures B3 B5, discarding B2",
        "Ana ubezpiecza B3 B5, odrzucając B2",
        "Ana assicura B3 B5, scartando B2",
    ),
    (
        e.Declined(seat=1),
        "Ana insures nothing",
        "Ana niczego nie ubezpiecza",
        "Ana non assicura nulla",
    ),
    (e.Lost(seat=1, cards=("B3", "B5")), "Ana loses B3 B5", "Ana traci B3 B5", "Ana perde B3 B5"),
    (
        e.Returned(colour="green", start=5, end=0),
        "The green ship goes back to Osaka",
        "Zielony statek wraca do Osaki",
        "La nave verde torna a Osaka",
    ),
    (
        e.Freed(seat=1),
        "Ana gets the reservation piece back",
        "Ana odzyskuje znacznik rezerwacji",
        "Ana riprende il segnalino Prenotazione",
    ),
    (
        e.Passed(seat=1),
        "Ana passes, as nothing can be done",
        "Ana pasuje, bo żadna akcja nie jest możliwa",
        "Ana passa, perché nessuna Azione è possibile",
    ),
    (
        g.Noted(text="a long think", seat=2),
        "Bartek remarks: a long think",
        "Bartek notuje: a long think",
        "Bartek annota: a long think",
    ),
    (g.Noted(text="tea"), "Note: tea", "Notatka: tea", "Nota: tea"),
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
        g.Ended(reason="tokens", ranking=((2,), (1, 3)), scores=(7, 12, 7)),
        "Enough tokens are gained and the game ends: "
        "Bartek wins (Bartek 12 VP, Ana 7 VP, Celina 7 VP)",
        "Zebrano dość żetonów osiągnięć i gra się kończy: "
        "wygrywa Bartek (Bartek 12 PZ, Ana 7 PZ, Celina 7 PZ)",
        "Ci sono abbastanza gettoni Risultato e il gioco termina: "
        "vince Bartek (Bartek 12 PV, Ana 7 PV, Celina 7 PV)",
    ),
    (
        g.Ended(reason="all passed", ranking=((1, 2), (3,)), scores=(7, 7, None)),
        "Everybody has passed and the game ends: "
        "Ana and Bartek share the victory (Ana 7 VP, Bartek 7 VP, Celina ? VP)",
        "Wszyscy spasowali i gra się kończy: "
        "wygrywają Ana i Bartek (Ana 7 PZ, Bartek 7 PZ, Celina ? PZ)",
        "Tutti hanno passato e il gioco termina: "
        "Ana e Bartek condividono la vittoria (Ana 7 PV, Bartek 7 PV, Celina ? PV)",
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
        seat=1,
        colour="green",
        cards=("G2",) * count,
        price=2,
        value=5,
        vp=1,
        kept=(),
        discarded=(),
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
    class Sneezed(g.Event, frozen=True, kw_only=True):
        pass

    assert GAME.words(e.Turned(seat=9), NAMES) == "It is Seat 9's turn"
    assert GAME.words(Sneezed(), NAMES) == "sneezed"
    assert GAME.words(g.Ended(reason="tokens", ranking=(), scores=()), NAMES)
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
    for event in said:
        for lang in ("en", *LANGUAGES):
            text = GAME.words(event, (name, name + "2", "Celina"), lang, box)
            assert harmless(text)
