"""Set-up: components, tracks, tiles, deck, crystals and lira."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from common.refusals import refuses
from ledger.games.istanbul import GAME
from ledger.games.istanbul.box import AREAS, GOODS
from ledger.kernel.errors import Illegal, Impossible, Malformed
from ledger.kernel.log.events import tag
from ledger.kernel.play.opening import open_game
from ledger.kernel.verify.verify import verify_bytes

from .scenario import NAMES, no_session, random_game, session, standard_box

TILES = "tile lira-r lira-y crystal-g bazaar-b action-r die-1\n"


def start(players: int):
    return GAME.start(open_game(GAME, NAMES[:players]))


@pytest.mark.rule("IST-01")
@pytest.mark.parametrize(("players", "rubies"), [(2, 6), (3, 6), (4, 5)])
def test_the_target(players: int, rubies: int) -> None:
    assert start(players).setup.target == rubies


@pytest.mark.rule("IST-02", "IST-03")
def test_a_die_has_six_faces_four_goods_a_coin_and_a_card() -> None:
    assert GAME.boxes.standard.die.faces == ("red", "yellow", "green", "blue", "lira", "card")
    assert start(2).setup.faces == ("R", "Y", "G", "B", "$", "C")
    assert GAME.boxes.standard.goods.wares == {
        "red": "fabric",
        "yellow": "fruit",
        "green": "spice",
        "blue": "jewellery",
    }
    e = no_session("Ana, Bartek", TILES + "Ana roll R R R R X")
    assert isinstance(e, Impossible)


@pytest.mark.rule("IST-06", "IST-07", "IST-08", "IST-09", "IST-A03")
@pytest.mark.parametrize(
    ("players", "goods", "left", "right", "mosque", "total"),
    [
        (2, (4, 5), (0, 1, 2, 3), (10, 12, 14, 16, 18), 2, 19),
        (3, (4, 5, 6), (0, 1, 2, 3, 4), (10, 12, 14, 16, 18, 20), 3, 26),
        (4, (4, 5, 6, 7), (0, 1, 2, 3, 4), (10, 12, 14, 16, 18, 20), 4, 31),
    ],
)
def test_rubies_lie_on_the_tracks_of_that_number_of_players(
    players: int, goods, left, right, mosque: int, total: int
) -> None:
    s = start(players)
    assert all(s.setup.prices[colour] == goods for colour in GOODS)
    assert (s.setup.prices["left"], s.setup.prices["right"]) == (left, right)
    assert s.mosque == mosque
    assert sum(map(len, s.setup.prices.values())) + s.mosque == total
    assert GAME.corrections.pieces(s)["ruby"] == 31
    assert set(s.taken.values()) == {0}


@pytest.mark.rule("IST-A04")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_prices_rise_strictly(players: int) -> None:
    for area in AREAS:
        prices = start(players).setup.prices[area]
        assert all(a < b for a, b in itertools.pairwise(prices))


@pytest.mark.rule("IST-A04")
def test_a_box_with_repeated_prices_is_played_without_code() -> None:
    box = standard_box()
    for track in box["track"]:
        track["prices"] = [track["prices"][0]] * len(track["prices"])
    assert verify_bytes(random_game(2, 1, box=box).bytes()).verdict == "legal"


@pytest.mark.rule("IST-10")
def test_six_tiles_are_turned_up_and_18_stay_face_down() -> None:
    table = session("Ana, Bartek", TILES + "Ana roll R R R R R")
    assert table.state.tiles == TILES.split()[1:]
    assert table.state.stack.size == 18
    assert not set(table.state.tiles) & {c for c, n in table.state.stack.options().items() if n}
    assert isinstance(no_session("Ana, Bartek", TILES.replace(" die-1", "")), Malformed)
    assert isinstance(no_session("Ana, Bartek", TILES.replace("die-1", "lira-r")), Impossible)


@pytest.mark.rule("IST-11")
def test_33_bazaar_cards_lie_face_down() -> None:
    s = start(3)
    assert s.deck.size == 33
    assert set(s.deck.options()) == set(s.setup.cards)
    families = Counter(card[0] for card in s.setup.cards)
    assert families == {"a": 5, "b": 4, "c": 4, "d": 5, "e": 4, "f": 4, "g": 3, "h": 4}


@pytest.mark.rule("IST-12", "IST-A20")
def test_the_supply() -> None:
    s = start(4)
    assert s.bank == {
        "red": 8,
        "yellow": 8,
        "green": 8,
        "blue": 8,
        "brown": 10,
        "lira": 87,
        "crystal": 12,
    }
    assert s.setup.limits.dice + s.spare == 9
    kinds = Counter(t.kind for t in s.setup.tiles.values())
    assert kinds == dict.fromkeys(("lira", "crystal", "bazaar", "action", "goods", "die"), 4)
    pieces = GAME.corrections.pieces(s)
    assert (pieces["cards"], pieces["tiles"], pieces["ruby"], pieces["dice"]) == (33, 24, 31, 9)


@pytest.mark.rule("IST-13", "IST-14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_crystal_each_and_one_lira_more_than_the_player_before(players: int) -> None:
    table = session(", ".join(NAMES[:players]), TILES + "Ana roll R R R R R")
    s = table.state
    assert [p.have["crystal"] for p in s.players] == [1] * players
    assert [p.have["lira"] for p in s.players] == list(range(players))
    assert (s.active, s.turn, s.dice) == (1, 1, ["R"] * 5)
    assert s.bank["crystal"] == 12 - players


@pytest.mark.example("IST-G6")
def test_four_players(golden: object) -> None:
    table = session("Ana, Bartek, Celina, Dora", TILES + "Ana roll R R Y $ C")
    s = table.state
    assert [p.have["lira"] for p in s.players] == [0, 1, 2, 3]
    assert [p.have["crystal"] for p in s.players] == [1, 1, 1, 1]
    assert (s.setup.target, s.setup.mosque_tiles) == (5, 4)
    assert [{"type": tag(type(x.data)), "data": x.data} for x in table.lines[1:]] == golden


@pytest.mark.rule("IST-A26")
@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_nothing_is_known_to_one_player_only(viewer: int) -> None:
    table = random_game(3, 5, turns=6)
    view, all_ = GAME.view(table.state, viewer), GAME.view(table.state, None)
    assert view.seats == all_.seats
    assert (view.deck, view.stack) == (table.state.deck.size, table.state.stack.size)
    assert [GAME.secrets.redact(x.data, viewer) for x in table.lines] == [
        x.data for x in table.lines
    ]


@pytest.mark.parametrize("names", [NAMES[:1], (*NAMES, "Ewa")])
def test_two_to_four_can_play(names: tuple[str, ...]) -> None:
    with refuses(Illegal, "2 | 4"):
        open_game(GAME, names)
