"""The set-up: cards, map, ports, boards, starting cubes."""

from __future__ import annotations

from collections import Counter

import pytest

from common.refusals import refuses, tells
from ledger.games.century import GAME
from ledger.games.century.box import CUBES, SEA
from ledger.kernel.errors import Illegal
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.sdk.kit.hexes import neighbours

from .scenario import MAP, NAMES, no_session, session

REMOVED = "remove YYYY-GG YYYYY-BB\nremove RR-YYYG RRR-GGG\nremove GG-RRB GG-YYRRR\n"
REMOVED += "remove B-YYRR BB-RRRGG\n"
LAID = "map " + " ".join(MAP[c] for c in GAME.start(open_game(GAME, NAMES[:2])).setup.slots)
SETUP = f"row YYY YY-G YYYY-GG R-YYY\n{REMOVED}{LAID}\nport 11-YYGGG 12-GGGG 13-RRGGG 14-GGBB\n"
"""A set-up as one types it."""


def opened(players: int, seed: int = 1) -> Table:
    return Table.open(GAME, open_game(GAME, NAMES[:players]), Seeded(seed))


def told(table: Table, name: str) -> list:
    return [x.data for x in table.lines if x.type == name]


@pytest.mark.rule("CEN-01")
def test_the_steps_come_in_their_order() -> None:
    kinds = [x.type for x in opened(2).lines]
    assert kinds == [
        *("opened", "dealt", "dealt", "row_filled"),
        *("removed", "removed", "removed", "removed", "shuffled", "mapped"),
        *("port_filled", "port_filled", "port_filled", "port_filled"),
    ]


@pytest.mark.rule("CEN-02")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_with_two_cards(players: int) -> None:
    table = opened(players)
    assert [p.cards.hand for p in table.state.players] == [["YY", "UP2"]] * players
    assert [(e.seat, e.cards) for e in told(table, "dealt")] == [
        (seat, ("YY", "UP2")) for seat in range(1, players + 1)
    ]
    assert GAME.boxes.standard.start[0].gain == {"yellow": 2}
    assert GAME.boxes.standard.start[1].steps == 2


@pytest.mark.rule("CEN-02")
def test_each_deal_goes_to_the_player_it_names() -> None:
    table = opened(3)
    hands = [
        [len(p.cards.hand) for p in state.players]
        for line, state in Replay(GAME, table.lines).walk(2)
        if line.type == "dealt"
    ]
    assert hands == [[2, 0, 0], [2, 2, 0], [2, 2, 2]]


@pytest.mark.rule("CEN-03")
def test_43_merchant_cards_four_of_them_in_a_row() -> None:
    s = opened(3).state
    assert (len(s.setup.deck), len(s.row), s.deck.size) == (43, 4, 39)
    assert Counter(s.setup.cards[x].kind for x in s.setup.deck) == {
        "spice": 8,
        "upgrade": 1,
        "trade": 34,
    }
    assert s.laid == [[], [], [], []]


@pytest.mark.rule("CEN-04", "CEN-A04")
def test_two_tiles_of_each_symbol_are_removed_and_the_rest_mixed_with_the_sea() -> None:
    for seed in range(5):
        table = opened(2, seed)
        s = table.state
        symbol = {k: m.symbol for k, m in s.setup.market.items()}
        assert Counter(symbol.values()) == dict.fromkeys(s.setup.symbols, 6)
        assert Counter(symbol[t] for t in s.removed) == dict.fromkeys(s.setup.symbols, 2)
        there = Counter(symbol.get(t, t) for t in s.tiles.values())
        assert there == {**dict.fromkeys(s.setup.symbols, 4), SEA: 4}
        assert sorted(told(table, "shuffled")[0].tiles) == sorted(s.tiles.values())


@pytest.mark.rule("CEN-04")
def test_a_tile_of_another_symbol_cannot_be_removed() -> None:
    body = SETUP.replace("remove RR-YYYG RRR-GGG", "remove RR-YYYG YY-G")
    error = no_session("Ana, Bartek", body)
    assert (error.kind, error.rule, error.line) == ("impossible", "CEN-04", 3)
    assert tells(error.message, "YY-G")


@pytest.mark.rule("CEN-04")
def test_a_removed_tile_cannot_lie_on_the_map() -> None:
    error = no_session("Ana, Bartek", SETUP.replace(" YYY-RG", " YYYY-GG"))
    assert (error.kind, error.rule) == ("impossible", "CEN-A02")


@pytest.mark.rule("CEN-05", "CEN-A01")
def test_the_map_of_the_first_game() -> None:
    setup = opened(2).state.setup
    columns = Counter(cell.column for cell in setup.cells.values())
    assert [columns[n] for n in sorted(columns)] == [4, 5, 6, 5, 4]
    assert (len(setup.slots), len(setup.ports)) == (20, 4)
    near = neighbours(GAME.boxes.standard.map.cells)
    assert near["A1"] == ("A2", "B1", "B2")
    assert set(near["C3"]) == {"B2", "B3", "C2", "C4", "D2", "D3"}
    assert all(a in near[b] for a, there in near.items() for b in there)
    assert max(n for steps in setup.steps.values() for n in steps.values()) == 5


@pytest.mark.rule("CEN-06")
def test_ports_lie_in_the_corners() -> None:
    setup = opened(2).state.setup
    assert setup.ports == ("A1", "A4", "E1", "E4")
    for port in setup.ports:
        here = setup.cells[port]
        in_column = [cell.line for cell in setup.cells.values() if cell.column == here.column]
        assert here.column in (1, 5)
        assert here.line in (min(in_column), max(in_column))
        assert list(setup.steps[port].values()).count(1) == 3


@pytest.mark.rule("CEN-A02")
def test_tiles_lie_anywhere() -> None:
    maps = [opened(2, seed).state.tiles for seed in range(40)]
    seen = [{tiles[cell] for tiles in maps} for cell in ("A2", "C4")]
    assert all(len(there) > 12 and SEA in there for there in seen)


@pytest.mark.rule("CEN-07", "CEN-08", "CEN-A05")
def test_a_tile_on_every_port_and_the_closed_port_among_the_next_six() -> None:
    for seed in range(5):
        s = opened(2, seed).state
        assert len(s.setup.vp) == 26
        assert {v.points for v in s.setup.vp.values()} == {*range(11, 21)}
        assert len(set(s.ports.values())) == 4
        assert "closed" not in s.ports.values()
        stack = [(x.count, x.fixed) for x in s.stack.segments if x.count]
        assert stack == [(6, {"closed": 1}), (17, {})]


@pytest.mark.rule("CEN-08")
def test_the_closed_port_cannot_lie_on_a_port_at_the_start() -> None:
    error = no_session("Ana, Bartek", SETUP.replace("14-GGBB", "closed"))
    assert (error.kind, error.rule) == ("impossible", "CEN-40")


@pytest.mark.rule("CEN-A05")
def test_the_points_of_a_tile_follow_from_its_cubes() -> None:
    worth = dict(zip(CUBES, (1, 2, 3, 4), strict=True))
    for tile in GAME.boxes.standard.vp:
        colours = len(tile.cost)
        more = {3: 1, 4: 2}.get(colours, 0)
        assert tile.points == sum(worth[k] * n for k, n in tile.cost.items()) + more


@pytest.mark.rule("CEN-09")
def test_bonus_tiles() -> None:
    s = opened(2).state
    assert (s.bonus, s.bonus_vp) == ({"move": 4, "hold": 4}, [6, 5, 4, 3])


@pytest.mark.rule("CEN-11", "CEN-A06")
def test_sixteen_outposts_on_every_board() -> None:
    for p in opened(4).state.players:
        assert p.outposts == {"ginger": 4, "chili": 4, "tea": 4, "cloves": 4}
    assert GAME.boxes.standard.board.values == (1, 1, 2, 3)


@pytest.mark.rule("CEN-12", "CEN-A39", "CEN-10")
def test_starting_cubes_and_ships_in_reverse_order() -> None:
    body = SETUP + "Celina embark YYR C3\nBartek embark RR C3\nAna embark YG A2\n"
    table = session("Ana, Bartek, Celina", body)
    assert [x.data.seat for x in table.lines if x.type == "embarked"] == [3, 2, 1]
    assert [p.ship for p in table.state.players] == ["A2", "C3", "C3"]
    holds = [{k: n for k, n in p.hold.items() if n} for p in table.state.players]
    assert holds == [{"yellow": 1, "green": 1}, {"red": 2}, {"yellow": 2, "red": 1}]
    assert told(table, "returned")[0].sets == ("YYYY",)
    assert (table.state.active, table.state.turn) == (1, 1), "the first seat is the first player"


@pytest.mark.rule("CEN-12")
def test_with_four_players_no_set_is_left() -> None:
    body = SETUP + "Dora embark YYYY C3\nCelina embark YYR C3\nBartek embark RR C3\n"
    table = session("Ana, Bartek, Celina, Dora", body + "Ana embark YG C3\n")
    assert told(table, "returned") == []
    assert {s.id: s.cubes for s in GAME.boxes.standard.set} == {
        "YYYY": {"yellow": 4},
        "YYR": {"yellow": 2, "red": 1},
        "RR": {"red": 2},
        "YG": {"yellow": 1, "green": 1},
    }


@pytest.mark.rule("CEN-12")
@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("RR C3", "RR | YYYY | YG"),
        ("YG C1", "C1"),
        ("YG A1", "A1"),
    ],
)
def test_a_wrong_start_is_refused(move: str, sentence: str) -> None:
    error = no_session("Ana, Bartek", f"{SETUP}Bartek embark RR C3\nAna embark {move}\n")
    assert error.rule == "CEN-12"
    assert tells(error.message, sentence)


@pytest.mark.rule("CEN-A39")
def test_the_first_player_does_not_choose_first() -> None:
    error = no_session("Ana, Bartek", f"{SETUP}Ana embark RR C3\n")
    assert (error.kind, error.rule) == ("illegal", "CEN-12")
    assert tells(error.message, "Bartek | start")


@pytest.mark.rule("CEN-A17")
def test_ships_may_start_together_and_nobody_pays() -> None:
    table = session("Ana, Bartek", f"{SETUP}Bartek embark RR C3\nAna embark YG C3\n")
    assert [sum(p.hold.values()) for p in table.state.players] == [2, 2]


@pytest.mark.rule("CEN-A31")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    assert GAME.meta.players == (2, 3, 4)
    names = [*NAMES, "Emil"][:players]
    with refuses(Illegal, f"2 | 4 | {players}"):
        open_game(GAME, names)


@pytest.mark.rule("CEN-45")
def test_cubes_are_not_counted() -> None:
    assert not [k for k in GAME.corrections.pieces(opened(2).state) if k in CUBES]
