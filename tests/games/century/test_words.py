"""Events told in sentences, in three languages."""

from __future__ import annotations

import pytest

from ledger.games.century import GAME, texts
from ledger.games.century import events as e
from ledger.kernel.log import events as g
from ledger.kernel.narration.narrate import own_word
from ledger.kernel.play.opening import open_game
from ledger.kernel.words.sentences import SENTENCES, cases
from ledger.testing.hostile import HOSTILE, harmless

NAMES = ("Ana", "Bartek", "Celina")


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


TOLD: list[tuple[g.Event, str, str, str]] = [
    (
        open_game(GAME, NAMES),
        "Century: Sand to Sea, 3 players: Ana, Bartek and Celina",
        "Century: Przez Piaski i Morza, 3 graczy: Ana, Bartek i Celina",
        "Century: Sand to Sea, 3 giocatori: Ana, Bartek e Celina",
    ),
    (
        e.Dealt(seat=1, cards=("YY", "UP2")),
        "Ana begins with the cards YY and UP2",
        "Ana zaczyna z kartami YY i UP2",
        "Ana comincia con le carte YY e UP2",
    ),
    (
        e.RowFilled(cards=("YYY-B", "UP3", "RR")),
        "Merchant cards are laid out: YYY-B, UP3 and RR",
        "Wyłożono karty kupieckie: YYY-B, UP3 i RR",
        "Vengono scoperte carte mercante: YYY-B, UP3 e RR",
    ),
    (
        e.RowFilled(cards=("G-RR",)),
        "A merchant card is laid out: G-RR",
        "Wyłożono kartę kupiecką: G-RR",
        "Viene scoperta una carta mercante: G-RR",
    ),
    (
        e.Removed(symbol="ginger", tiles=("YY-G", "YYY-B")),
        "Market tiles with the symbol ginger go back to the box: YY-G and YYY-B",
        "Do pudełka wracają kafle rynku (symbol: imbir): YY-G i YYY-B",
        "Tessere mercato (simbolo: zenzero) tornano nella scatola: YY-G e YYY-B",
    ),
    (
        e.Removed(symbol="cloves", tiles=("B-GG",)),
        "A market tile with the symbol cloves goes back to the box: B-GG",
        "Do pudełka wraca kafel rynku (symbol: goździki): B-GG",
        "Una tessera mercato (simbolo: chiodi di garofano) torna nella scatola: B-GG",
    ),
    (
        e.Shuffled(tiles=("sea",) * 4 + ("YY-G",) * 16),
        "20 market and sea tiles are shuffled for the map",
        "Potasowano 20 kafli rynku i morza do budowy mapy",
        "20 tessere mercato e mare vengono mescolate per la mappa",
    ),
    (
        e.Mapped(cells=("A2", "A3"), tiles=("sea", "RR-GG")),
        "The map is laid out: A2 sea, A3 RR-GG",
        "Zbudowano mapę: A2 morze, A3 RR-GG",
        "La mappa è pronta: A2 mare, A3 RR-GG",
    ),
    (
        e.PortFilled(port="E1", tile="18-GGBBB"),
        "The VP tile 18-GGBBB is turned up on the port E1",
        "W porcie E1 odsłonięto kafel PZ 18-GGBBB",
        "La tessera PV 18-GGBBB viene scoperta nel porto E1",
    ),
    (
        e.PortFilled(port="E1", tile="closed"),
        "The port E1 is closed",
        "Port E1 jest zamknięty",
        "Il porto E1 è chiuso",
    ),
    (
        e.Embarked(seat=3, set="YYR", to="C3", got={"yellow": 2, "red": 1}),
        "Celina chooses 2 yellow cubes and 1 red cube and puts the ship on C3",
        "Celina wybiera 2 żółte kostki i 1 czerwoną kostkę i umieszcza statek na polu C3",
        "Celina sceglie 2 cubetti gialli e 1 cubetto rosso e mette la nave in C3",
    ),
    (
        e.Returned(sets=("YG", "RR")),
        "Nobody chose these starting cubes: YG and RR",
        "Nikt nie wybrał tych początkowych kostek: YG i RR",
        "Nessuno ha scelto questi cubetti iniziali: YG e RR",
    ),
    (e.Turned(seat=1), "It is Ana's turn", "Tura gracza Ana", "Turno di Ana"),
    (
        e.Acquired(seat=1, card="UP3", paid=("yellow", "green", "yellow"), got={"red": 2}),
        "Ana acquires the card UP3 for 2 yellow cubes and 1 green cube and takes 2 red cubes "
        "from it",
        "Ana nabywa kartę UP3, płaci 2 żółte kostki i 1 zieloną kostkę i zabiera z karty 2 "
        "czerwone kostki",
        "Ana acquisisce la carta UP3, paga 2 cubetti gialli e 1 cubetto verde e prende 2 "
        "cubetti rossi dalla carta",
    ),
    (
        e.Acquired(seat=1, card="UP3", paid=("yellow",), got={}),
        "Ana acquires the card UP3 for 1 yellow cube",
        "Ana nabywa kartę UP3 i płaci 1 żółtą kostkę",
        "Ana acquisisce la carta UP3 e paga 1 cubetto giallo",
    ),
    (
        e.Acquired(seat=1, card="UP3", paid=(), got={"brown": 1}),
        "Ana acquires the card UP3 for nothing and takes 1 brown cube from it",
        "Ana nabywa kartę UP3 za darmo i zabiera z karty 1 brązową kostkę",
        "Ana acquisisce gratis la carta UP3 e prende 1 cubetto marrone dalla carta",
    ),
    (
        e.Acquired(seat=1, card="UP3", paid=(), got={}),
        "Ana acquires the card UP3 for nothing",
        "Ana nabywa kartę UP3 za darmo",
        "Ana acquisisce gratis la carta UP3",
    ),
    (
        e.Gathered(seat=2, card="YYYY", got={"yellow": 4}),
        "Bartek plays the card YYYY and takes 4 yellow cubes",
        "Bartek zagrywa kartę YYYY i bierze 4 żółte kostki",
        "Bartek gioca la carta YYYY e prende 4 cubetti gialli",
    ),
    (
        e.Upgraded(
            seat=2, card="UP2", steps=("yellow", "red"), gave={"yellow": 1}, got={"green": 1}
        ),
        "Bartek plays the card UP2 and upgrades 1 yellow cube to 1 green cube",
        "Bartek zagrywa kartę UP2 i ulepsza 1 żółtą kostkę na 1 zieloną kostkę",
        "Bartek gioca la carta UP2 e migliora 1 cubetto giallo in 1 cubetto verde",
    ),
    (
        e.Upgraded(seat=2, card="UP2", steps=(), gave={}, got={}),
        "Bartek plays the card UP2 and upgrades nothing",
        "Bartek zagrywa kartę UP2 i niczego nie ulepsza",
        "Bartek gioca la carta UP2 e non migliora nulla",
    ),
    (
        e.Traded(seat=2, card="YY-G", times=5, gave={"yellow": 10}, got={"green": 5}),
        "Bartek plays the card YY-G and trades 10 yellow cubes for 5 green cubes",
        "Bartek zagrywa kartę YY-G i wymienia 10 żółtych kostek na 5 zielonych kostek",
        "Bartek gioca la carta YY-G e scambia 10 cubetti gialli con 5 cubetti verdi",
    ),
    (
        e.Rested(seat=3, cards=1),
        "Celina rests and takes 1 card back into the hand",
        "Celina odpoczywa i bierze 1 kartę z powrotem na rękę",
        "Celina riposa e riprende in mano 1 carta",
    ),
    (
        e.Rested(seat=3, cards=4),
        "Celina rests and takes 4 cards back into the hand",
        "Celina odpoczywa i bierze 4 karty z powrotem na rękę",
        "Celina riposa e riprende in mano 4 carte",
    ),
    (
        e.Rested(seat=3, cards=0),
        "Celina rests with all cards in hand",
        "Celina odpoczywa, wszystkie karty są już na ręce",
        "Celina riposa con tutte le carte in mano",
    ),
    (
        sailed(played=("UP2",)),
        "Ana sails from C3 to A1 for 3 cards: YY, ?, UP2",
        "Ana płynie z pola C3 na pole A1 i odrzuca 3 karty: YY, ?, UP2",
        "Ana naviga da C3 a A1 e scarta 3 carte: YY, ?, UP2",
    ),
    (
        sailed(hand=("YY",)),
        "Ana sails from C3 to A1 for 1 card: YY",
        "Ana płynie z pola C3 na pole A1 i odrzuca 1 kartę: YY",
        "Ana naviga da C3 a A1 e scarta 1 carta: YY",
    ),
    (
        sailed(hand=()),
        "Ana sails from C3 to A1 without discarding a card",
        "Ana płynie z pola C3 na pole A1 bez odrzucania kart",
        "Ana naviga da C3 a A1 senza scartare carte",
    ),
    (
        sailed(to="C3", hand=()),
        "Ana stays at C3",
        "Ana zostaje na polu C3",
        "Ana resta in C3",
    ),
    (
        e.TollPaid(seat=1, opponent=2, cube="yellow"),
        "Ana pays Bartek for the ship met there: 1 yellow cube",
        "Ana płaci za spotkany statek graczowi Bartek: 1 żółtą kostkę",
        "Ana paga Bartek per la nave incontrata: 1 cubetto giallo",
    ),
    (
        e.Built(seat=1, cell="D4", symbol="tea", column=2, gave={"yellow": 1, "red": 1}),
        "Ana builds an outpost on D4 (tea) for 1 yellow cube and 1 red cube",
        "Ana buduje faktorię na polu D4 (herbata) i płaci 1 żółtą kostkę i 1 czerwoną kostkę",
        "Ana costruisce un avamposto in D4 (tè) e paga 1 cubetto giallo e 1 cubetto rosso",
    ),
    (
        e.Built(seat=1, cell="D4", symbol="chili", column=1, gave={}),
        "Ana builds an outpost on D4 (chili) for nothing",
        "Ana buduje faktorię na polu D4 (chili) za darmo",
        "Ana costruisce gratis un avamposto in D4 (peperoncino)",
    ),
    (
        e.ColumnEmptied(seat=1, column=2, rewards=("bonus", "card")),
        "Ana has emptied column 2 of the board and chooses a reward",
        "Ana opróżnia kolumnę 2 planszy i wybiera nagrodę",
        "Ana ha svuotato la colonna 2 della plancia e sceglie una ricompensa",
    ),
    (
        e.ColumnEmptied(seat=1, column=1, rewards=()),
        "Ana has emptied column 1 of the board, but no reward is left",
        "Ana opróżnia kolumnę 1 planszy, ale nie ma już żadnej nagrody",
        "Ana ha svuotato la colonna 1 della plancia, ma non ci sono più ricompense",
    ),
    (
        e.CardRewarded(seat=1, card="RR-GG", got={"yellow": 1}),
        "Ana takes the card RR-GG as a reward, and 1 yellow cube from it",
        "Ana bierze kartę RR-GG jako nagrodę i zabiera z karty 1 żółtą kostkę",
        "Ana prende la carta RR-GG come ricompensa e prende 1 cubetto giallo dalla carta",
    ),
    (
        e.CardRewarded(seat=1, card="RR-GG", got={}),
        "Ana takes the card RR-GG as a reward",
        "Ana bierze kartę RR-GG jako nagrodę",
        "Ana prende la carta RR-GG come ricompensa",
    ),
    (
        e.BonusTaken(seat=1, bonus="move", points=0),
        "Ana takes the bonus tile for an extra step",
        "Ana bierze kafel bonusowy dodatkowego ruchu",
        "Ana prende la tessera bonus del movimento extra",
    ),
    (
        e.BonusTaken(seat=1, bonus="hold", points=0),
        "Ana takes the bonus tile for a larger hold",
        "Ana bierze kafel bonusowy większej ładowni",
        "Ana prende la tessera bonus della stiva più grande",
    ),
    (
        e.BonusTaken(seat=1, bonus="vp", points=6),
        "Ana takes the bonus tile for 6 points",
        "Ana bierze kafel bonusowy za 6 punktów",
        "Ana prende la tessera bonus da 6 punti",
    ),
    (
        e.Exchanged(seat=1, cell="C3", times=1, gave={"red": 2}, got={"green": 2}),
        "Ana trades 2 red cubes for 2 green cubes at the market C3",
        "Ana wymienia 2 czerwone kostki na 2 zielone kostki na rynku C3",
        "Ana scambia 2 cubetti rossi con 2 cubetti verdi al mercato C3",
    ),
    (
        e.Declined(seat=1),
        "Ana does not use the market",
        "Ana nie korzysta z rynku",
        "Ana non usa il mercato",
    ),
    (
        e.TileTaken(seat=1, port="E1", tile="12-GGGG", gave={"green": 4}, points=12),
        "Ana takes the VP tile 12-GGGG from the port E1 for 4 green cubes: 12 points",
        "Ana oddaje 4 zielone kostki i bierze z portu E1 kafel PZ 12-GGGG: 12 punktów",
        "Ana restituisce 4 cubetti verdi e prende dal porto E1 la tessera PV 12-GGGG: 12 punti",
    ),
    (
        e.ClosedMoved(start="A1", to="E1"),
        "The closed port moves from A1 to E1",
        "Kafel zamkniętego portu przechodzi z portu A1 do portu E1",
        "Il porto chiuso passa da A1 a E1",
    ),
    (
        e.Overflowed(seats=(1,)),
        "Ana has more cubes than room",
        "Ana ma więcej kostek niż miejsca w ładowni",
        "Ana ha più cubetti che spazio nella stiva",
    ),
    (
        e.Overflowed(seats=(1, 3)),
        "Ana and Celina have more cubes than room",
        "Ana i Celina mają więcej kostek niż miejsca w ładowniach",
        "Ana e Celina hanno più cubetti che spazio nella stiva",
    ),
    (
        e.Discarded(seat=1, cubes=("red", "yellow", "yellow")),
        "Ana returns 2 yellow cubes and 1 red cube to the supply",
        "Ana odkłada do zapasów 2 żółte kostki i 1 czerwoną kostkę",
        "Ana rimette nella riserva 2 cubetti gialli e 1 cubetto rosso",
    ),
    (
        e.Finished(round=21),
        "Round 21 is over",
        "Runda 21 dobiegła końca",
        "Il giro 21 è concluso",
    ),
    (
        g.Ended(reason="tiles", ranking=((2,), (1,), (3,)), scores=(64, 71, 50)),
        "There are enough VP tiles and the game ends: Bartek wins (points: Bartek 71, Ana 64, "
        "Celina 50)",
        "Zebrano dość kafli PZ i gra się kończy: wygrywa Bartek (punkty: Bartek 71, Ana 64, "
        "Celina 50)",
        "Ci sono abbastanza tessere PV e la partita finisce: vince Bartek (punti: Bartek 71, "
        "Ana 64, Celina 50)",
    ),
    (
        g.Ended(reason="rain", ranking=((1, 2, 3),), scores=(None, None, None)),
        "The game is broken off: rain",
        "Gra została przerwana: rain",
        "La partita è interrotta: rain",
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
    class Sneezed(g.Event, frozen=True, kw_only=True):
        pass

    assert GAME.words(Sneezed(), NAMES) == "sneezed"
    assert GAME.words(e.Turned(seat=9), NAMES) == "It is Seat 9's turn"
    assert GAME.words(g.Ended(reason="tiles", ranking=(), scores=()), NAMES)
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
    for event in said:
        for lang in ("en", "pl", "it"):
            assert harmless(GAME.words(event, (name, name + "2", "Celina"), lang))
