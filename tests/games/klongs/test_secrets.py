"""Hands are secret: what others see, and what a stream holds."""

from __future__ import annotations

import msgspec
import pytest

from ledger.games.klongs import GAME
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import Replay, fold
from ledger.kernel.state.patch import diff
from ledger.kernel.verify.verify import verify_bytes

from .scenario import play, position, random_game

WATER = "c3=S0:1 d4=L0:2 f4=B2n"


@pytest.mark.rule("A-KLO-29", "KLO-04")
def test_a_hand_is_masked_and_its_boats_are_unseen_again() -> None:
    here = position(2, WATER, hands=["B0 B1 A0 A1", "P0 P1"], shown=["", "thief"]).state
    seen = GAME.mask(here, 1)
    mine, theirs = seen.players
    assert mine.secret == ["B0", "B1", "A0", "A1"]
    assert (theirs.secret, theirs.unknown, theirs.shown) == ([], [2], ["thief"])
    unseen, before = (s.stacks[0].unseen() for s in (seen, here))
    assert unseen - before == {"P0": 1, "P1": 1}
    nobody = GAME.mask(here, 0)
    assert [p.unknown for p in nobody.players] == [[4], [2]]
    assert [p.hand for p in nobody.players] == [4, 3], "everybody counts the boats"


@pytest.mark.rule("A-KLO-29")
def test_a_boat_taken_from_the_board_has_been_seen_by_all() -> None:
    here = position(2, WATER, hands=["thief B0 B1 B2"], stack=9)
    done = play(here, "Ana place thief e4 take f4 hand")
    for viewer in (0, 1, 2):
        assert GAME.mask(done.state, viewer).players[0].shown == ["B2n"]


@pytest.mark.rule("A-KLO-29")
def test_a_boat_that_all_have_seen_is_placed_before_an_unseen_one_of_its_kind() -> None:
    here = position(2, WATER, hands=["S1 B1"], shown=["S1"])
    done = play(here, "Ana place S1 e5")
    assert (done.seat("Ana").secret, done.seat("Ana").shown) == (["S1", "B1"], [])
    masked = play(position(2, WATER, hands=["? ?"], shown=["S1"]), "Ana place S1 e5")
    assert masked.seat("Ana").unknown == [2]


@pytest.mark.rule("A-KLO-29", "A-KLO-21")
def test_a_pass_with_nothing_but_thieves_shows_the_hand() -> None:
    box = GAME.boxes.whole({})
    box["grid"] |= {"rows": 4, "cols": 2}
    box["entrances"] |= {"light": ["a1", "b1"], "dark": ["a4", "b4"]}
    box["moorings"]["names"] = ["ab23"]
    for hand in ("thief thief", "thief ?", "? ?"):
        here = position(2, "a1=guard b1=guard", hands=[hand, "B0 B1"], box=box)
        done = play(here, "Ana pass")
        p = done.seat("Ana")
        assert (p.secret, p.unknown, p.shown) == ([], [0], ["thief", "thief"])
        assert done.state.stacks[0].unseen()["thief"] == 1


@pytest.mark.rule("A-KLO-29")
def test_the_stack_that_is_drawn_from_is_seen_the_boat_is_not() -> None:
    table = random_game(3, 4, options={"tactical": True}, turns=12)
    for viewer in (0, 1, 2, 3):
        stream, _ = redact(GAME, table.lines, viewer)
        for line, seen in zip(table.lines, stream, strict=True):
            if line.type == "drew":
                assert (seen.data.seat, seen.data.stack) == (line.data.seat, line.data.stack)
                hidden = (None,) * len(line.data.boats)
                assert seen.data.boats == (line.data.boats if line.data.seat == viewer else hidden)
            elif line.type != "opened":
                assert seen.data == line.data, "everything else is open"


@pytest.mark.rule("A-KLO-29")
@pytest.mark.parametrize("tactical", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_recorded_three_ways_has_one_public_course(players: int, tactical: bool) -> None:
    """All draws known, one player's, none: a spectator sees the same after every line."""
    full = random_game(players, f"three ways {players}", options={"tactical": tactical})
    replay = Replay(GAME, full.lines)
    want = [GAME.mask(replay.at(n), 0) for n in range(1, len(full.lines) + 1)]
    for viewer in range(players + 1):
        text = write_session(GAME, redact(GAME, full.lines, viewer)[0])
        assert ("hand ?" in text) or not viewer
        table = read_session(text)
        other = Replay(GAME, table.lines)
        assert [GAME.mask(other.at(n), 0) for n in range(1, len(table.lines) + 1)] == want
        for n, s in enumerate(want, 1):
            assert (
                GAME.rules.awaiting(s)
                == GAME.rules.awaiting(other.at(n))
                == GAME.rules.awaiting(replay.at(n))
            )


@pytest.mark.rule("A-KLO-29")
def test_a_stream_is_the_same_whatever_the_others_hold() -> None:
    """Two worlds that differ in a hand: the other seats' bytes are equal."""
    start = "game: klongs\nplayers: Ana, Bartek\n\nAna hand S0 S1 A0 A1\n"
    rest = "Ana place S0 a4\nAna hand {}\nBartek place L0 a5\nBartek hand ?\n"
    worlds = [
        read_session(f"{start}Bartek hand {hand}\n{rest.format(drawn)}")
        for hand, drawn in (("L0 P0 P1 thief", "B0"), ("B1 L0 guard F0", "E3n"))
    ]
    a, b = (redact(GAME, w.lines, 0)[1] for w in worlds)
    assert a == b
    a, b = (redact(GAME, w.lines, 2)[1] for w in worlds)
    assert a != b
    one = [redact(GAME, w.lines, 1) for w in worlds]
    assert b"guard" not in one[1][1]
    for w, (lines, _) in zip(worlds, one, strict=True):
        assert fold(GAME, lines) == GAME.mask(w.state, 1)
        assert msgspec.json.encode(GAME.view(fold(GAME, lines), 1)) == msgspec.json.encode(
            GAME.view(w.state, 1)
        )


@pytest.mark.rule("A-KLO-29")
def test_a_corrected_hand_does_not_show_in_what_is_left_over() -> None:
    streams = []
    for new in ("S1", "thief"):
        table = read_session(
            "game: klongs\nplayers: Ana, Bartek\n\nAna hand S0 L0 A0 A1\nBartek hand B0 B1 P0 P1\n"
        )
        right = GAME.rules.copy(table.state)
        right.stacks[0].put_back(right.players[1].secret[0])
        right.stacks[0].take_out(new)
        right.players[1].secret[0] = new
        table.adjust(diff(table.state, right), "Bartek misread a boat")
        streams.append(redact(GAME, table.lines, 1)[1])
    assert streams[0] == streams[1]


@pytest.mark.rule("A-KLO-32")
def test_a_pass_that_the_table_allowed_is_possible_to_those_who_see_no_hand() -> None:
    box = GAME.boxes.whole({})
    box["grid"] |= {"rows": 4, "cols": 2}
    box["entrances"] |= {"light": ["a1", "b1"], "dark": ["a4", "b4"]}
    box["moorings"]["names"] = ["ab23"]
    here = position(2, "a1=guard b1=guard", hands=["thief B0", "B1 A0"], box=box)
    done = play(here, "Ana pass !A-KLO-32")
    assert done.only("passed").thieves == 0
    for viewer in (0, 1, 2):
        stream = redact(GAME, done.table.lines, viewer)[1]
        assert verify_bytes(stream).verdict in ("legal", "possible")
