"""Ports: VP tiles, the closed port."""

from __future__ import annotations

import pytest

from ledger.games.century import GAME

from .scenario import PORTS, illegal, moves, play, position, refused

RICH = ["YYYYRRRGGG", "YYRRRRGGGG"]


@pytest.mark.rule("CEN-39", "CEN-40")
def test_a_vp_tile_is_paid_taken_and_replaced() -> None:
    here = position(2, hold=["YYYGGG"], ships=["B1", "E2"])
    done = play(here, "Ana move A1 discard YY port\nport 20-BBBBB")
    assert (done.hold("Ana"), done.seat("Ana").tiles) == ("Y", ["11-YYGGG"])
    assert done.state.ports == {**PORTS, "A1": "20-BBBBB"}
    assert done.told == ["sailed", "tile_taken", "port_filled", "turned"]
    assert done.only("tile_taken").points == 11


@pytest.mark.rule("CEN-39")
def test_the_cubes_of_the_tile_must_be_there() -> None:
    here = position(2, hold=["YYYGG"], ships=["B1", "E2"])
    say = "11-YYGGG | 2 yellow | 3 green"
    illegal(here, "Ana move A1 discard YY port", "CEN-39", say)
    assert "move A1 discard YY port" not in moves(here)


@pytest.mark.rule("CEN-A35")
def test_one_tile_in_a_turn() -> None:
    here = position(2, hold=["YYGGGGGGGG"], ships=["A1", "E2"])
    done = play(here, "Ana stay port\nport 15-GGGGG")
    assert done.hold("Ana") == "GGGGG", "the new tile could be paid too"
    assert done.asked == [("Bartek", "turn")]
    assert done.seat("Ana").tiles == ["11-YYGGG"]


@pytest.mark.example("CEN-G11")
@pytest.mark.rule("CEN-41", "CEN-42")
def test_the_closed_port_comes_up_and_moves_on(golden) -> None:
    here = position(2, hold=RICH, ships=["A1", "E1"])
    first = play(here, "Ana stay port\nport closed")
    assert first.state.ports == {**PORTS, "A1": "closed"}
    second = play(first, "Bartek stay port\nport 20-BBBBB")
    assert second.state.ports == {**PORTS, "A1": "20-BBBBB", "E1": "closed"}
    moved = second.only("closed_moved")
    assert (moved.start, moved.to) == ("A1", "E1")
    assert first.data + second.data == golden


@pytest.mark.rule("CEN-41", "CEN-A29")
def test_nothing_is_taken_from_a_closed_port_but_ships_may_enter() -> None:
    here = position(2, hold=RICH, ships=["B1", "E2"], ports={"A1": "closed"})
    illegal(here, "Ana move A1 discard YY port", "CEN-41", "A1")
    assert play(here, "Ana move A1 discard YY").told == ["sailed", "turned"]
    assert [m for m in moves(here) if m.startswith("move A1")] == ["move A1 discard YY"]


@pytest.mark.rule("CEN-42")
def test_the_closed_port_moves_every_time() -> None:
    here = position(2, hold=RICH, ships=["A1", "E1"], ports={"E4": "closed"})
    done = play(here, "Ana stay port\nport 14-GGBB\nBartek stay port\nport 20-BBBBB")
    assert [(e.start, e.to) for e in done.of("closed_moved")] == [("E4", "A1"), ("A1", "E1")]
    assert done.state.ports == {
        "A1": "20-BBBBB",
        "A4": "12-GGGG",
        "E1": "closed",
        "E4": "14-GGBB",
    }


@pytest.mark.rule("CEN-A28")
def test_an_empty_stack_leaves_the_port_empty_and_the_closed_port_still_moves() -> None:
    empty = position(2, hold=RICH, ships=["A1", "E1"], stack="", ports={"E4": "closed"})
    done = play(empty, "Ana stay port")
    assert done.told == ["sailed", "tile_taken", "closed_moved", "turned"]
    assert done.state.ports == {**PORTS, "A1": "closed", "E4": ""}
    here = position(2, hold=RICH, ships=["E4", "E1"], stack="", ports={"E4": ""})
    illegal(here, "Ana stay port", "CEN-A28", "E4")


@pytest.mark.rule("CEN-08", "CEN-41")
def test_the_closed_port_is_among_the_next_six_tiles() -> None:
    here = position(2)
    stack = here.state.stack
    assert [(x.count, x.fixed) for x in stack.segments] == [(6, {"closed": 1}), (17, {})]
    options = stack.options()
    assert options["closed"] * 6 == sum(options.values()), "one in six"
    for tile in ("20-BBBBB", "19-RRGGBB", "18-GGBBB", "17-GGGBB", "16-BBBB"):
        stack.take(tile)
    assert stack.options() == {"closed": 1}, "five others lay on top: now it must come"


@pytest.mark.rule("CEN-41", "CEN-08")
def test_the_closed_port_cannot_come_later() -> None:
    here = position(2, hold=RICH, ships=["A1", "E1"], stack="20-BBBBB closed")
    one = play(here, "Ana stay port\nport 20-BBBBB")
    error = refused(one, "Bartek stay port\nport 18-GGBBB")
    assert (error.kind, error.rule) == ("impossible", "CEN-40")
    assert play(one, "Bartek stay port\nport closed").state.ports["E1"] == "closed"


@pytest.mark.rule("CEN-A33")
def test_taking_a_tile_is_seen_by_all() -> None:
    done = play(position(2, hold=RICH, ships=["A1", "E1"]), "Ana stay port\nport 20-BBBBB")
    taken = done.only("tile_taken")
    assert [GAME.secrets.redact(taken, seat) for seat in (0, 1, 2)] == [taken] * 3
    assert GAME.mask(done.state, 2).players[0].tiles == ["11-YYGGG"]
