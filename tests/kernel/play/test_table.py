"""A table: commands in, groups out; take-backs, seals and branches."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec import UNSET

from common.refusals import refuses, tells
from ledger.kernel.errors import Illegal, Malformed, NeedsOutcome
from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import encode
from ledger.kernel.log.events import Ended, Retracted, Sealed, groups
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.branch import branch, group_ends
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import fold
from ledger.kernel.rules.chance import Recorded, Seeded
from ledger.kernel.verify.verify import verify_bytes

from ..logs import finished, played, sealed, started


def ends(table: Table) -> list[int]:
    return [line.seq for line in table.lines if not line.more]


# --- opening ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "options", "text"),
    [
        (["Ana"], {}, "Splash | 2 | 4 | 1"),
        (list("ABCDE"), {}, "Splash | 2 | 4 | 5"),
        (["Ana", "Ana"], {}, ""),
        (["Ana", "Bo"], {"swim": True}, "splash | swim | duck"),
        (["Ana", "Bo"], {"duck": "low"}, "duck"),
    ],
)
def test_what_cannot_be_opened(splash: Game, names: list[str], options: dict, text: str) -> None:
    with pytest.raises((Illegal, Malformed)) as e:
        open_game(splash, names, options=options)
    assert tells(e.value.message, text)


def test_a_box_of_ones_own_stands_in_the_log(splash: Game) -> None:
    box = splash.boxes.whole({})
    assert open_game(splash, ["Ana", "Bo"], box=box).box_data is None, "the built-in one does not"
    box["limits"]["goal"] = 3
    table = Table.open(splash, open_game(splash, ["Ana", "Bo"], box=box), Seeded(1))
    opened = read(table.bytes()).opened
    assert opened.box_data == box
    assert opened.box != splash.boxes.standard_digest
    assert fold(splash, table.lines).setup.limits.goal == 3
    assert verify_bytes(table.bytes()).verdict == "legal"
    forged = table.bytes().replace(b'"goal":3', b'"goal":4')
    assert verify_bytes(forged).verdict == "damaged"
    with refuses(Malformed, "box | die"):
        open_game(splash, ["Ana", "Bo"], box={"die": {"faces": 3}})
    assert open_game(splash, ["Ana", "Bo"], box={}).box_data is None, "nothing is different"


# --- groups -----------------------------------------------------------------------------------


def test_a_command_is_one_group(splash: Game) -> None:
    table = started(splash)
    rng, chance = random.Random(1), Seeded(1)
    for n in range(1, 8):
        lines = table.do(splash.rules.random_move(table.state, rng), chance, key=f"k{n}", at=None)
        assert {line.cmd for line in lines} == {n}
        assert [line.more for line in lines] == [True] * (len(lines) - 1) + [False]
        assert [line.key for line in lines] == [f"k{n}", *[UNSET] * (len(lines) - 1)]
        assert {line.by for line in lines} == {lines[0].data.seat}
    assert [g[0].cmd for g in groups(table.lines)] == list(range(8))
    assert groups(table.lines[:-1])[-1] == table.lines[groups(table.lines)[-1][0].seq - 1 : -1]


def test_a_refused_command_changes_nothing(splash: Game) -> None:
    table = played(splash, 2)
    before, state = table.bytes(), splash.rules.copy(table.state)
    seat = splash.rules.awaiting(table.state)[0].seat
    throw: Any = splash.rules.commands[0]
    wrong = throw(seat=seat, stone="S9")
    with pytest.raises(Illegal):
        table.do(wrong, Seeded(1))
    good = next(
        c
        for c in splash.rules.legal_moves(table.state, seat)
        if type(c).__name__ in ("Fish", "Stand")
    )
    with pytest.raises(NeedsOutcome):
        table.do(good, Recorded())
    assert (table.bytes(), table.state) == (before, state)


def test_a_table_goes_on_where_a_log_ends(splash: Game) -> None:
    table = played(splash, 4)
    before = table.bytes()
    again = Table(splash, read(before).lines)
    assert (again.head, again.state, again.bytes()) == (table.head, table.state, table.bytes())
    assert (again.new_bytes(), again.new_lines) == (b"", [])
    command = splash.rules.random_move(table.state, random.Random(3))
    table.do(command, Seeded(3))
    again.do(command, Seeded(3))
    assert again.bytes() == table.bytes() == before + again.new_bytes()
    assert encode(again.new_lines) == again.new_bytes() != b""
    assert (table.new_bytes(), table.new_lines) == (table.bytes(), table.lines)
    assert table.lines == again.lines


# --- taking back ------------------------------------------------------------------------------


def test_undo_twice_takes_back_two_moves(splash: Game) -> None:
    table = played(splash, 4)
    stops = ends(table)
    states = [table.replay().at(seq) for seq in stops]
    table.undo()
    assert table.state == states[3]
    table.undo()
    assert table.state == states[2]
    assert [x.data.to for x in table.lines if isinstance(x.data, Retracted)] == [stops[3], stops[2]]


def test_undo_n_brings_back_what_was_taken_back(splash: Game) -> None:
    table = played(splash, 4)
    end, last = splash.rules.copy(table.state), len(table.lines)
    table.undo()
    table.undo()
    table.undo(last)
    assert table.state == end == fold(splash, table.lines)
    table.undo()
    assert table.state == table.replay().at(ends(table)[3])


def test_a_remark_is_not_a_move_to_take_back(splash: Game) -> None:
    table = played(splash, 2)
    stops = ends(table)
    table.note("hm")
    table.undo()
    assert table.lines[-1].data == Retracted(to=stops[1])


def test_a_correction_can_be_taken_back(splash: Game) -> None:
    from ledger.kernel.log.events import Patch

    table = played(splash, 2)
    before = splash.rules.copy(table.state)
    table.adjust([Patch(path="/points/0", value=9)], "we forgot")
    assert table.state.points[0] == 9
    table.undo()
    assert table.state == before


def test_the_set_up_cannot_be_taken_back(splash: Game) -> None:
    table = played(splash, 1)
    table.undo()
    with pytest.raises(Illegal):
        table.undo()
    table.undo(4)


@pytest.mark.parametrize(
    ("to", "text"),
    [
        (0, "0"),
        (-1, ""),
        (999, "999"),
        (2, "2 | 4"),
    ],
)
def test_where_one_cannot_go_back_to(splash: Game, to: int, text: str) -> None:
    table = played(splash, 2)
    before = table.bytes()
    with refuses(Illegal, text):
        table.undo(to)
    assert table.bytes() == before


def test_the_end_of_a_game_can_be_taken_back_until_it_is_sealed(splash: Game) -> None:
    table = finished(splash)
    table.undo()
    assert not table.over
    assert verify_bytes(table.bytes()).verdict == "legal"


# --- the end ----------------------------------------------------------------------------------


def test_nothing_follows_the_seal(splash: Game) -> None:
    table = finished(splash)
    command = next(iter(splash.rules.legal_moves(table.replay().at(4), 1)))
    table.seal()
    for act in (
        table.seal,
        table.undo,
        lambda: table.note("one more thing"),
        lambda: table.adjust([], "no"),
        lambda: table.abandon("no"),
        lambda: table.do(command, Seeded(1)),
    ):
        with pytest.raises(Illegal):
            act()
    assert isinstance(table.lines[-1].data, Sealed)


def test_a_game_is_over_when_it_is_given_up(splash: Game, osaka: Game) -> None:
    for game in (splash, osaka):
        table = played(game, 3)
        table.abandon("the train leaves")
        assert table.over
        assert table.state == fold(game, table.lines)
        with pytest.raises(Illegal):
            table.abandon("again")
        with pytest.raises(Illegal):
            table.do(game.rules.commands[0](**_anything(game)), Seeded(1))
        table.seal()
        assert verify_bytes(table.bytes()).verdict == "legal"


def _anything(game: Game) -> dict:
    return {name: 1 if name == "seat" else "" for name in game.rules.commands[0].__struct_fields__}


def test_who_gives_up_has_neither_winner_nor_scores(splash: Game) -> None:
    ended = sealed(splash).lines[-2].data
    assert ended == Ended(reason="supper", ranking=((1, 2),), scores=(None, None))


# --- branches ---------------------------------------------------------------------------------


def test_a_branch_holds_the_live_game_and_its_origin(splash: Game) -> None:
    table = started(splash, id="evening")
    rng, chance = random.Random(1), Seeded(1)
    for _ in range(6):
        table.do(splash.rules.random_move(table.state, rng), chance)
    table.undo()
    table.note("and now?")
    at = len(table.lines)
    lines, raw = branch(splash, table.lines, at)
    assert read(raw).lines == lines
    assert fold(splash, lines) == table.state
    opened = lines[0].data
    assert opened.id is None
    assert (opened.origin.id, opened.origin.at) == ("evening", at)
    assert opened.origin.head == table.lines[at - 1].digest
    assert verify_bytes(raw).verdict == "legal"
    assert lines[-1].data.text == "and now?"


def test_a_branch_inside_a_group_names_the_nearest_ends(splash: Game) -> None:
    table = played(splash, 4)
    big = next(g for g in groups(table.lines)[1:] if len(g) > 1)
    inside, lo, hi = big[0].seq, big[0].seq - 1, big[-1].seq
    with refuses(Illegal, f"{lo} | {hi}"):
        branch(splash, table.lines, inside)
    assert group_ends(table.lines, inside) == (lo, hi)
    with refuses(Illegal, "4"):
        branch(splash, table.lines, 1)
    with refuses(Illegal, "999"):
        branch(splash, table.lines, 999)


def test_a_finished_game_can_be_branched_and_played_on(splash: Game) -> None:
    table = finished(splash)
    table.seal()
    lines, _ = branch(splash, table.lines, len(table.lines))
    assert not isinstance(lines[-1].data, Sealed)
    other = Table(splash, lines)
    other.undo()
    other.do(splash.rules.random_move(other.state, random.Random(8)), Seeded(8))
    assert other.state == fold(splash, other.lines)
