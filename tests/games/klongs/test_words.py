"""Events told in sentences, in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.games.klongs import GAME, texts
from ledger.games.klongs import events as e
from ledger.kernel.log import events as g
from ledger.kernel.narration.narrate import own_word
from ledger.kernel.play.opening import open_game
from ledger.testing.hostile import HOSTILE, harmless

from .scenario import standard_box

NAMES = ("Ana", "Bartek", "Celina")
LANGUAGES = ("pl", "it")
PLAIN: dict[str, Any] = {
    "owner": 0,
    "trader": "",
    "take": "",
    "keep": "",
    "move": "",
    "to": "",
    "stack": "",
}

TOLD: list[tuple[g.Event, str, str, str]] = [
    (
        open_game(GAME, NAMES),
        "Bangkok Klongs, 3 players: Ana, Bartek and Celina",
        "Bangkok Klongs, 3 graczy: Ana, Bartek i Celina",
        "Bangkok Klongs, 3 giocatori: Ana, Bartek e Celina",
    ),
    (
        open_game(GAME, NAMES[:2], options={"tactical": True}),
        "Bangkok Klongs with two stacks, 2 players: Ana and Bartek",
        "Bangkok Klongs z dwoma stosami, 2 graczy: Ana i Bartek",
        "Bangkok Klongs con due pile, 2 giocatori: Ana e Bartek",
    ),
    (
        e.Drew(seat=1, stack="", boats=("S0", "thief", "B3n")),
        "Ana draws S0, a thief and B3n",
        "Ana dobiera S0, łódź ze złodziejem i B3n",
        "Ana pesca S0, la barca con il ladro e B3n",
    ),
    (
        e.Drew(seat=1, stack="", boats=("S0", None)),
        "Ana draws S0 and ?",
        "Ana dobiera S0 i ?",
        "Ana pesca S0 e ?",
    ),
    (
        e.Drew(seat=1, stack="", boats=(None,) * 4),
        "Ana draws 4 boats",
        "Ana dobiera 4 łodzie",
        "Ana pesca 4 barche",
    ),
    (
        e.Drew(seat=1, stack="", boats=(None,)),
        "Ana draws 1 boat",
        "Ana dobiera 1 łódź",
        "Ana pesca 1 barca",
    ),
    (
        e.Drew(seat=2, stack="2", boats=("S0",)),
        "Bartek draws from stack 2: S0",
        "Bartek dobiera ze stosu 2: S0",
        "Bartek pesca dalla pila 2: S0",
    ),
    (
        e.Drew(seat=2, stack="2", boats=(None,) * 3),
        "Bartek draws 3 boats from stack 2",
        "Bartek dobiera 3 łodzie ze stosu 2",
        "Bartek pesca 3 barche dalla pila 2",
    ),
    (e.Turned(seat=1), "It is Ana's turn", "Tura gracza Ana", "Turno di Ana"),
    (
        e.Placed(seat=1, boat="S2", field="d4", **PLAIN | {"owner": 1}),
        "Ana places the boat S2 (shrimp, 2 baskets) on d4",
        "Ana umieszcza na polu d4 łódź S2 (krewetki, 2 kosze)",
        "Ana mette su d4 la barca S2 (gamberi, 2 ceste)",
    ),
    (
        e.Placed(seat=1, boat="E1p", field="d4", **PLAIN),
        "Ana places the boat E1p (aubergine, 1 basket, neutral, Luk-Phat) on d4",
        "Ana umieszcza na polu d4 łódź E1p (bakłażany, 1 kosz, neutralna, Luk-Phat)",
        "Ana mette su d4 la barca E1p (melanzane, 1 cesta, neutrale, Luk-Phat)",
    ),
    (
        e.Placed(seat=1, boat="thief", field="d4", **PLAIN | {"take": "g4", "keep": "hand"}),
        "Ana places a thief on d4",
        "Ana umieszcza na polu d4 łódź ze złodziejem",
        "Ana mette su d4 la barca con il ladro",
    ),
    (
        e.Placed(seat=1, boat="cook", field="d4", **PLAIN),
        "Ana places a cook-shop on d4",
        "Ana umieszcza na polu d4 łódź z garkuchnią",
        "Ana mette su d4 la barca con la cucina",
    ),
    (
        e.Placed(seat=1, boat="L0", field="d4", **PLAIN | {"trader": "without"}),
        "Ana places the boat L0 (flowers, 0 baskets) on d4 and leaves the seat empty",
        "Ana umieszcza na polu d4 łódź L0 (kwiaty, 0 koszy), bez handlarza",
        "Ana mette su d4 la barca L0 (fiori, 0 ceste) e lascia vuoto il posto",
    ),
    (
        e.Placed(seat=1, boat="L0", field="d4", **PLAIN | {"owner": 1, "trader": "a5"}),
        "Ana places the boat L0 (flowers, 0 baskets) on d4, with the trader from a5",
        "Ana umieszcza na polu d4 łódź L0 (kwiaty, 0 koszy), z handlarzem zabranym z pola a5",
        "Ana mette su d4 la barca L0 (fiori, 0 ceste), con il mercante preso da a5",
    ),
    (
        e.Passed(seat=3, thieves=0),
        "Celina has no boat that can be placed and passes",
        "Celina nie może umieścić żadnej łodzi i pasuje",
        "Celina non può mettere nessuna barca e passa",
    ),
    (
        e.Passed(seat=3, thieves=1),
        "Celina has only 1 thief, which cannot be placed, and passes",
        "Celina ma na ręce tylko złodzieja (1), nie może go umieścić i pasuje",
        "Celina ha in mano solo 1 ladro, non può metterlo e passa",
    ),
    (
        e.Passed(seat=3, thieves=2),
        "Celina has only 2 thieves, which cannot be placed, and passes",
        "Celina ma na ręce tylko złodziei (2), nie może ich umieścić i pasuje",
        "Celina ha in mano solo 2 ladri, non può metterli e passa",
    ),
    (
        e.Moved(seat=1, field="d4", to="e5"),
        "Ana uses a move card: the boat on d4 goes to e5",
        "Ana używa karty ruchu: łódź z pola d4 płynie na pole e5",
        "Ana usa una carta movimento: la barca su d4 va su e5",
    ),
    (
        e.Stolen(seat=1, field="g4", boat="B1", owner=2, keep="warehouse"),
        "Ana's thief takes the boat B1 (banana, 1 basket) from g4 to the warehouse; "
        "a trader goes back to Bartek",
        "Ana kradnie z pola g4 do magazynu: łódź B1 (banany, 1 kosz); "
        "handlarz wraca do puli gracza Bartek",
        "Ana ruba da g4 per il suo magazzino la barca B1 (banane, 1 cesta); "
        "un mercante torna a Bartek",
    ),
    (
        e.Stolen(seat=1, field="g4", boat="thief", owner=0, keep="hand"),
        "Ana's thief takes a thief from g4 to the hand",
        "Ana kradnie z pola g4 na rękę: łódź ze złodziejem",
        "Ana ruba da g4 e prende in mano la barca con il ladro",
    ),
    (
        e.Chased(seat=1, field="d7", keep="hand"),
        "Ana's guard catches the thief on d7: it goes to the hand",
        "Ana łapie strażnikiem złodzieja na polu d7 i bierze go na rękę",
        "Ana cattura con la guardia il ladro su d7 e lo prende in mano",
    ),
    (
        e.Chased(seat=1, field="d7", keep="out"),
        "Ana's guard catches the thief on d7: it leaves the game",
        "Ana łapie strażnikiem złodzieja na polu d7 i usuwa go z gry",
        "Ana cattura con la guardia il ladro su d7 e lo toglie dal gioco",
    ),
    (
        e.Advanced(seat=2, step=3, points=6),
        "The Luk-Phat marker goes to field 3: Bartek gets 6 points",
        "Znacznik Luk-Phat przechodzi na pole 3: Bartek otrzymuje 6 punktów",
        "Il segnalino Luk-Phat va sulla casella 3: Bartek ottiene 6 punti",
    ),
    (
        e.DayBegan(kind="small", trigger=2, first=2),
        "Bartek brings about a small market day and begins",
        "Bartek wywołuje Mały dzień targowy i rozpoczyna punktację",
        "Bartek fa iniziare un piccolo giorno di mercato e comincia",
    ),
    (
        e.DayBegan(kind="big", trigger=2, first=3),
        "Bartek brings about the big market day, Celina scores first",
        "Bartek wywołuje Duży dzień targowy, punktację rozpoczyna Celina",
        "Bartek fa iniziare il grande giorno di mercato, comincia Celina",
    ),
    (
        e.Scored(seat=1, mooring="de45", remove="d4", baskets=5, factor=1, points=(10, 0, 5)),
        "Ana scores de45 with 5 baskets: Ana 10, Celina 5",
        "Ana podlicza de45, 5 koszy: Ana 10, Celina 5",
        "Ana valuta de45, 5 ceste: Ana 10, Celina 5",
    ),
    (
        e.Scored(seat=1, mooring="de45", remove="d4", baskets=3, factor=2, points=(12, 0, 0)),
        "Ana scores de45 with 3 baskets, times 2: Ana 12",
        "Ana podlicza de45, 3 kosze razy 2: Ana 12",
        "Ana valuta de45, 3 ceste per 2: Ana 12",
    ),
    (
        e.Scored(seat=1, mooring="de45", remove="d4", baskets=0, factor=1, points=(0, 0, 0)),
        "Ana scores de45 with 0 baskets: no points",
        "Ana podlicza de45, 0 koszy: bez punktów",
        "Ana valuta de45, 0 ceste: nessun punto",
    ),
    (
        e.Stored(seat=1, field="d4", boat="F2", owner=1),
        "Ana takes the boat F2 (fish, 2 baskets) from d4 to the warehouse "
        "and the trader back to the pool",
        "Ana bierze do magazynu z pola d4 łódź F2 (ryby, 2 kosze), a handlarz wraca do puli",
        "Ana porta da d4 nel magazzino la barca F2 (pesce, 2 ceste) e riprende il mercante",
    ),
    (
        e.Stored(seat=1, field="d4", boat="guard", owner=0),
        "Ana takes a guard from d4 to the warehouse",
        "Ana bierze do magazynu z pola d4 łódź ze strażnikiem",
        "Ana porta da d4 nel magazzino la barca con la guardia",
    ),
    (
        e.Declined(seat=1),
        "Ana does not want to score in this round",
        "Ana pasuje w tej rundzie punktacji",
        "Ana rinuncia a valutare in questo giro",
    ),
    (
        e.Skipped(seat=1),
        "Ana has nothing to score in this round",
        "Ana nie ma czego podliczyć w tej rundzie punktacji",
        "Ana non ha niente da valutare in questo giro",
    ),
    (
        e.DayOver(kind="small"),
        "The small market day is over",
        "Mały dzień targowy dobiegł końca",
        "Il piccolo giorno di mercato è finito",
    ),
    (
        e.DayOver(kind="big"),
        "The big market day is over",
        "Duży dzień targowy dobiegł końca",
        "Il grande giorno di mercato è finito",
    ),
    (
        e.TurnEnded(seat=1, stack=""),
        "Ana ends the turn",
        "Ana kończy turę",
        "Ana termina il turno",
    ),
    (
        e.Valued(seat=2, points=35),
        "Bartek gets 35 points for the warehouse",
        "Bartek otrzymuje 35 punktów za magazyn",
        "Bartek ottiene 35 punti per il magazzino",
    ),
    (
        g.Ended(reason="big market day", ranking=((2,), (1, 3)), scores=(60, 90, 60)),
        "The big market day is over and the game ends: "
        "Bartek wins (points: Bartek 90, Ana 60, Celina 60)",
        "Duży dzień targowy dobiegł końca i gra się kończy: "
        "wygrywa Bartek (punkty: Bartek 90, Ana 60, Celina 60)",
        "Il grande giorno di mercato è finito e la partita termina: "
        "vince Bartek (punti: Bartek 90, Ana 60, Celina 60)",
    ),
    (
        g.Ended(reason="no boat can be placed", ranking=((1, 2), (3,)), scores=(60, 60, 9)),
        "No boat can be placed any more and the game ends: "
        "Ana and Bartek share the victory (points: Ana 60, Bartek 60, Celina 9)",
        "Nie można już umieścić żadnej łodzi i gra się kończy: "
        "wygrywają Ana i Bartek (punkty: Ana 60, Bartek 60, Celina 9)",
        "Nessuna barca può più essere messa e la partita termina: "
        "Ana e Bartek condividono la vittoria (punti: Ana 60, Bartek 60, Celina 9)",
    ),
    (
        g.Ended(reason="rain", ranking=(), scores=()),
        "The game is broken off: rain",
        "Gra została przerwana: rain",
        "La partita è interrotta: rain",
    ),
]


@pytest.mark.parametrize(
    ("event", "en", "pl", "it"), TOLD, ids=[f"{g.tag(type(t[0]))}-{i}" for i, t in enumerate(TOLD)]
)
def test_events_are_told(event: g.Event, en: str, pl: str, it: str) -> None:
    assert GAME.words(event, NAMES) == en
    assert GAME.words(event, NAMES, "pl") == pl
    assert GAME.words(event, NAMES, "it") == it


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
    class Sneezed(g.Event, frozen=True, kw_only=True):
        pass

    assert GAME.words(e.Turned(seat=9), NAMES) == "It is Seat 9's turn"
    assert GAME.words(Sneezed(), NAMES) == "sneezed"
    assert GAME.words(g.Ended(reason="big market day", ranking=(), scores=()), NAMES)


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
    for event in said:
        for lang in ("en", *LANGUAGES):
            assert harmless(GAME.words(event, (name, name + "2", "Celina"), lang))
