"""Secrets: a seat's log folds to what the seat may know, and its bytes contain nothing else."""

from __future__ import annotations

import random
from itertools import cycle

import msgspec
import pytest

from ledger.kernel.errors import LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Adjusted, Event, Opened, Patch, Sealed
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import fold
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.state.patch import diff
from ledger.kernel.verify.verify import compare_stream, verify_bytes
from ledger.testing.playing import (
    Habits,
    Script,
    mutations,
    opening,
    play,
    some_games,
    whole_game,
)
from ledger.testing.worlds import (
    RealPile,
    another_world,
    has_secrets,
    other_amounts,
    play_again,
    secrets,
    viewers,
    with_secrets,
)

from .checked.breach import hold
from .checked.logs import a_stream_shows_what_its_seat_may_know
from .checked.secrets import private_amounts_stay_private, worlds_look_the_same
from .law import law

WILD = Habits(undo=5, adjust=12, waive=12, keys=True)


@law(50)
def test_a_stream_folds_to_the_masked_state_at_every_line(game: Game, script: Script) -> None:
    table = play(game, script, WILD)
    lines = table.lines
    for viewer in viewers(lines):
        hold(a_stream_shows_what_its_seat_may_know(table, viewer))
        stream, _ = redact(game, lines, viewer)
        assert len(stream) == len(lines)
        assert fold(game, stream) == game.mask(fold(game, lines), viewer)


@law(40)
def test_what_everybody_counts_needs_no_secret(game: Game, script: Script) -> None:
    """Public resources and pieces are the same in every viewer's log."""
    table = play(game, script, Habits(undo=5))
    public = [i for i, r in enumerate(game.holdings.resources) if r.public]
    for viewer in viewers(table.lines):
        seen = game.mask(table.state, viewer)
        assert game.corrections.pieces(seen) == game.corrections.pieces(table.state)
        for a, b in zip(game.holdings(seen), game.holdings(table.state), strict=True):
            assert [a[i] for i in public] == [b[i] for i in public]


@law(40)
def test_masking_twice_is_masking_once(game: Game, script: Script) -> None:
    state = play(game, script).state
    before = game.rules.copy(state)
    for viewer in range(max(game.meta.players) + 1):
        once = game.mask(state, viewer)
        assert game.mask(once, viewer) == once
        assert game.mask(once, 0) == game.mask(state, 0)
    assert state == before


@law(50)
def test_a_stream_is_a_log_of_its_own(game: Game, script: Script) -> None:
    table = play(game, script, WILD, id="the-id-of-the-log")
    full = read(table.bytes())
    for viewer in viewers(table.lines):
        stream, raw = redact(game, table.lines, viewer)
        reading = read(raw)
        assert reading.error is None
        assert reading.lines == stream
        assert reading.opened.view == viewer
        assert reading.open is full.open
        report = verify_bytes(raw)
        assert report.verdict == "possible", report.problems
        assert {p.kind for p in report.problems} <= {"house-rule"}
        assert compare_stream(full, raw) is None
        assert redact(game, stream, viewer) == (stream, raw), "a stream redacts to itself"


@law(50)
def test_nothing_that_names_the_full_log_is_in_a_stream(game: Game, script: Script) -> None:
    table = play(game, script, WILD, id="the-id-of-the-log")
    for viewer in viewers(table.lines):
        _, raw = redact(game, table.lines, viewer)
        assert b"the-id-of-the-log" not in raw
        assert b"KEY-" not in raw
        for line in table.lines:
            assert line.digest.encode() not in raw


@law(40)
def test_a_stream_that_was_changed_is_not_what_the_seat_saw(game: Game, script: Script) -> None:
    table = play(game, script)
    full = read(table.bytes())
    _, raw = redact(game, table.lines, 1)
    lines = raw.splitlines(keepends=True)
    for shorter in range(1, len(lines)):
        if not table.lines[shorter - 1].more:
            assert compare_stream(full, b"".join(lines[:shorter])) is None
            break
    _, other = redact(game, table.lines, 2)
    forged = other.replace(b'"view":2', b'"view":1', 1)
    assert compare_stream(full, table.bytes()) is not None, "a full log was taken for a stream"
    assert compare_stream(full, forged) is not None


# --- two worlds -------------------------------------------------------------------------------


@law(40)
def test_worlds_that_a_seat_cannot_tell_apart_give_it_equal_bytes(
    game: Game, script: Script
) -> None:
    table = play(game, script, Habits(undo=6, adjust=12, keys=True))
    rng = random.Random(script.seed)
    for viewer in viewers(table.lines):
        other = another_world(table, viewer, rng, tries=4)
        if other is not None:
            assert other.bytes() != table.bytes()
            assert redact(game, other.lines, viewer)[1] == redact(game, table.lines, viewer)[1]
            moves = [x for x in mutations(table, rng, 8) if x.seat == viewer]
            hold(worlds_look_the_same(table, other, viewer, moves))


@law(when=lambda game: not all(resource.public for resource in game.holdings.resources))
def test_what_only_its_owner_counts_shows_in_nobody_elses_view_or_board(game: Game) -> None:
    """Changing a private amount doesn't change what others see."""
    for seed, count in enumerate(game.meta.players):
        state = play(game, Script(seed, 12, count), Habits(undo=0)).state
        for owner, other in other_amounts(game, state) if not state.over else ():
            for viewer in {*range(count + 1)} - {owner}:
                hold(private_amounts_stay_private(game, (state, other), owner, viewer))


@law()
def test_there_are_other_worlds_exactly_where_there_are_secrets(game: Game) -> None:
    found = 0
    for seed, count in zip(range(10), cycle(game.meta.players)):
        table = play(game, Script(seed, 24, count), Habits(undo=6))
        found += another_world(table, 0, random.Random(seed), tries=60) is not None
    assert (found > 0) is has_secrets(game)


@law(50, when=lambda game: not has_secrets(game))
def test_without_secrets_a_stream_is_the_log(game: Game, script: Script) -> None:
    lines = play(game, script, Habits(undo=6, waive=10)).lines
    for viewer in viewers(lines):
        stream, _ = redact(game, lines, viewer)
        assert [x.data for x in stream if not isinstance(x.data, Opened | Sealed)] == [
            x.data for x in lines if not isinstance(x.data, Opened | Sealed)
        ]


@law()
def test_a_card_that_nobody_sees_is_in_no_log(game: Game) -> None:
    """Two real piles that differ only in cards that nobody turned up produce identical logs."""
    for seed, count in enumerate(game.meta.players):
        first = RealPile(seed)
        log = _real_game(game, seed, count, first)
        rng = random.Random(seed)
        for pool, order in first.orders.items():
            places = [i for i in range(len(order)) if i not in first.asked[pool]]
            for a, b in zip(places, rng.sample(places, len(places)), strict=True):
                order[a], order[b] = order[b], order[a]
        assert _real_game(game, seed, count, RealPile(seed, first.orders)) == log


def _real_game(game: Game, seed: int, count: int, chance: RealPile) -> bytes:
    table = Table.open(game, opening(game, seed, count), chance)
    rng = random.Random(seed)
    for _ in range(120):
        if table.over:
            break
        table.do(game.rules.random_move(table.state, rng), chance)
    return table.bytes()


# --- unknown is a value -----------------------------------------------------------------------


@law(50)
def test_a_log_without_its_secrets_is_possible_and_looks_the_same(
    game: Game, script: Script
) -> None:
    """A log stays valid without them, as nobody at a real table writes down the hidden cards."""
    table = play(game, script, Habits(undo=6, waive=12))
    hidden = secrets(table.lines, 0)
    unknown = play_again(game, table.lines, with_secrets(table.lines, dict.fromkeys(hidden)))
    report = verify_bytes(unknown.bytes())
    assert report.verdict == ("possible" if hidden else "legal"), report.problems
    assert game.view(unknown.state, 0) == game.view(table.state, 0)
    assert game.rules.awaiting(unknown.state) == game.rules.awaiting(table.state)
    assert game.rules.outcome(unknown.state) == game.rules.outcome(table.state)
    assert unknown.state == game.mask(table.state, 0)
    assert read_session(write_session(game, unknown.lines)).bytes() == unknown.bytes()


@law(40)
def test_a_log_with_some_of_its_secrets_is_possible(game: Game, script: Script) -> None:
    table = play(game, script, Habits(undo=6))
    rng = random.Random(script.seed)
    hidden = [s for s in secrets(table.lines, 0) if rng.random() < 0.5]
    some = play_again(game, table.lines, with_secrets(table.lines, dict.fromkeys(hidden)))
    assert verify_bytes(some.bytes()).verdict == ("possible" if hidden else "legal")
    for viewer in viewers(table.lines):
        stream, _ = redact(game, some.lines, viewer)
        assert fold(game, stream) == game.mask(some.state, viewer)


@law(30)
def test_bots_can_play_from_what_they_know(game: Game, script: Script) -> None:
    """Whatever is legal in truth is possible for everybody, judging by what they know."""
    table = play(game, script)
    for viewer in viewers(table.lines):
        seen = game.mask(table.state, viewer)
        for question in game.rules.awaiting(seen)[:1]:
            possible = set(game.rules.legal_moves(seen, question.seat))
            assert set(game.rules.legal_moves(table.state, question.seat)) <= possible
            game.rules.random_move(seen, random.Random(0))


# --- corrections ------------------------------------------------------------------------------


@law(40)
def test_a_correction_tells_a_seat_only_what_it_sees(game: Game, script: Script) -> None:
    """A seat learns that something was corrected, but not what it couldn't see."""
    table = play(game, script, Habits(undo=0, keys=True))
    if table.head.sealed:
        return
    rng = random.Random(script.seed)
    for viewer in viewers(table.lines):
        other = another_world(table, viewer, rng)
        if other is None:
            continue
        a, b = (Table(game, t.lines) for t in (table, other))
        # each table corrects what differs, so the worlds change places
        a.adjust(diff(a.state, b.state), "we mixed up two cards")
        b.adjust(diff(b.state, table.state), "we mixed up two cards")
        assert a.state == other.state
        assert redact(game, a.lines, viewer)[1] == redact(game, b.lines, viewer)[1]
        assert redact(game, a.lines, viewer)[0][-1].data.patches == ()


@law()
def test_a_correction_that_does_not_fit_is_refused(game: Game) -> None:
    table = play(game, Script(1, 5), Habits(undo=0))
    before = game.rules.copy(table.state)
    for path in ("", "/", "/nowhere", "/turn/3", "/nowhere/0/x"):
        with pytest.raises(LedgerError):
            table.adjust([Patch(path=path, value={"no": "sense"})], "why not")
    with pytest.raises(LedgerError):
        table.adjust([Patch(path="/turn", value="seven")], "why not")
    assert table.state == before == fold(game, table.lines)


@law()
def test_a_finished_game_in_a_stream_is_sealed_by_its_own_chain(game: Game) -> None:
    for seed, count in enumerate(game.meta.players):
        table = whole_game(game, seed, count)
        for viewer in viewers(table.lines):
            stream, raw = redact(game, table.lines, viewer)
            seal = stream[-1].data
            assert isinstance(seal, Sealed)
            assert (seal.head, seal.lines) == (stream[-2].digest, len(stream) - 1)
            assert not read(raw).open


@law()
def test_a_blanked_event_is_one_that_a_reader_accepts(game: Game) -> None:
    for table in some_games(game, 1):
        for line in table.lines:
            if not isinstance(line.data, Opened | Adjusted):
                blank: Event = game.secrets.redact(line.data, 0)
                assert msgspec.json.decode(msgspec.json.encode(blank), type=type(blank)) == blank


@law()
def test_seeded_chance_is_not_in_the_log(game: Game) -> None:
    table = Table.open(game, opening(game, 7), Seeded("a seed to look for"))
    assert b"a seed to look for" not in table.bytes()
