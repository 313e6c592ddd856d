"""What is public, what is not told, and what nobody knows."""

from __future__ import annotations

import msgspec
import pytest

from ledger.games.osaka import GAME
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.replay.redact import redact

from .scenario import heading, play, position

HERE = {
    "market": "Y2 B5",
    "farm": "G3",
    "hands": ["R5 G5", "B2 B2 B3", ""],
    "goods": ["Y5", "R2", "Y3"],
    "insured": ["", "R3", ""],
    "tokens": ["4xyellow", "red", "blue green"],
    "vp": ["", "B2 B2", "G2"],
    "reserve": {2: "B5", 3: "G3 farm"},
    "ships": {"yellow": 4},
}


@pytest.mark.rule("OSA-07")
@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_a_hand_is_its_owners_secret_but_its_size_is_public(viewer: int) -> None:
    view = GAME.view(position(3, **HERE).state, viewer)
    assert [s.hand_size for s in view.seats] == [2, 3, 0]
    hands = [("R5", "G5"), ("B2", "B2", "B3"), ()]
    assert [s.hand for s in view.seats] == [
        hand if seat == viewer else None for seat, hand in enumerate(hands, 1)
    ]
    assert [s.coins for s in view.seats] == [
        coins if seat == viewer else None for seat, coins in enumerate((10, 7, 0), 1)
    ]
    shown = {r.key: r.public for r in GAME.holdings.resources}
    assert (shown["hand"], shown["coins"]) == (True, False)


@pytest.mark.rule("OSA-48")
@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_nobody_is_told_the_vp_of_others(viewer: int) -> None:
    view = GAME.view(position(3, **HERE).state, viewer)
    assert [s.vp for s in view.seats] == [
        vp if seat == viewer else None for seat, vp in enumerate((0, 2, 1), 1)
    ]
    assert not {r.key: r.public for r in GAME.holdings.resources}["vp"]


@pytest.mark.rule("OSA-48")
def test_at_the_end_everybody_is_told() -> None:
    here = position(
        2, market="Y2", hands=["R5"], tokens=["7xred"], ships={"yellow": 4}, vp=["", "B2"]
    )
    done = play(here, "Ana buy R5")
    assert [s.vp for s in GAME.view(done.state, 2).seats] == [1, 1]
    assert [s.place for s in GAME.view(done.state, 2).seats] == [1, 2], "8 tokens against none"
    assert [s.place for s in GAME.view(here.state, 2).seats] == [None, None], "not before"


@pytest.mark.rule("A-OSA-26")
def test_what_lies_open_is_open_to_all() -> None:
    state = position(3, **HERE).state
    views = [GAME.view(state, seat) for seat in (0, 1, 2, 3)]
    for view in views:
        assert [s.tokens for s in view.seats] == [4, 1, 2]
        assert [(s.piece, s.row) for s in view.seats] == [
            (None, None),
            ("B5", "market"),
            ("G3", "farm"),
        ]
        goods = [[(g.card, g.insured) for x in s.sets for g in x.goods] for s in view.seats]
        assert goods == [[("Y5", False)], [("R3", True), ("R2", False)], [("Y3", False)]]
        assert [x.card for x in view.market] == ["Y2", "B5"]


@pytest.mark.rule("A-OSA-26", "OSA-07")
def test_everybody_sees_which_ships_sink() -> None:
    ships = {"yellow": 4, "blue": 3, "red": 2}
    here = position(2, market="Y2", hands=["R2 B2"], goods=["B5"], ships=ships)
    asked = play(here, "Ana buy R2")
    for viewer in (0, 1, 2):
        view = GAME.view(asked.state, viewer)
        assert [(x.colour, x.at) for x in view.ships if x.sinking] == [("blue", 3)]
        assert [(q.seat, q.ask) for q in view.asked] == [(1, "insurance")]


@pytest.mark.rule("A-OSA-26", "OSA-37")
def test_nobody_ever_sees_which_vp_cards_were_drawn() -> None:
    # (5 + 4) x 2 = 18 -> 20: 4 VP, two of them from the pile
    done = play(position(3, **HERE), "Ana buy R5\nmarket R2 R3\nfarm B2 B3 G5")
    drew = done.only("drew")
    assert msgspec.to_builtins(drew) == {"seat": 1, "count": 2, "substitutes": 0}
    # every card that was unseen before may be among them, also as far as Ana herself knows
    for seat in (1, 2, 3):
        stream = GAME.secrets.redact(drew, seat)
        assert stream == drew
        assert GAME.mask(done.state, seat).pile == done.state.pile


@pytest.mark.rule("A-OSA-26")
def test_hands_and_vp_follow_from_what_everybody_saw() -> None:
    # a seat's stream holds every event as it is: only the first line names the view
    script = "Ana buy R5\nmarket R2 R3\nfarm B2 B3 G5\nBartek take B5\n"
    table = read_session(heading(position(3, **HERE)) + script, game=GAME)
    for seat in (0, 1, 2, 3):
        lines, _ = redact(GAME, table.lines, seat)
        assert [x.data for x in lines[1:]] == [x.data for x in table.lines[1:]]
