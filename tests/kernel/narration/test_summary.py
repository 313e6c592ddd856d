"""A finished game at a glance: it says what the log says, and nothing that a viewer can't know."""

from pathlib import Path

import pytest

from common.paths import REPLAYS
from ledger.kernel.log.events import Ended, Retracted, line_type
from ledger.kernel.narration.summary import Summary, key_moments, summarise
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import Replay

LOGS = sorted(REPLAYS.glob("*-?p.jsonl"))


def summary_of(path: Path, viewer: int | None = None) -> tuple[Replay, Summary]:
    reading = read(path.read_bytes())
    lines = reading.lines if viewer is None else redact(reading.game, reading.lines, viewer)[0]
    replay = Replay(reading.game, lines)
    found = summarise(replay, "en")
    assert found is not None
    return replay, found


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_what_brought_points_makes_up_the_scores(path: Path) -> None:
    _, found = summary_of(path)
    ended = found.line.data
    assert isinstance(ended, Ended)
    each = zip(*(source.points for source in found.sources), strict=True)
    assert tuple(map(sum, each)) == ended.scores
    assert all(source.what for source in found.sources)


def test_a_tie_is_told_in_numbers() -> None:
    replay, found = summary_of(REPLAYS / "istanbul-4p.jsonl")
    players = replay.at(len(replay)).players
    assert [players[tied.seat - 1].rubies for tied in found.tied] == [5, 5]
    numbers = [int(tied.number) for tied in found.tied]
    assert numbers == sorted(numbers, reverse=True)
    assert found.tie
    assert not summary_of(REPLAYS / "istanbul-3p.jsonl")[1].tied


def test_who_never_knew_all_scores_is_told_no_sources_and_no_moments() -> None:
    _, everything = summary_of(REPLAYS / "osaka-3p.jsonl")
    _, own = summary_of(REPLAYS / "osaka-3p.jsonl", 2)
    assert everything.sources
    assert everything.moments
    assert (own.sources, own.moments) == ((), ())
    assert own.line.data == everything.line.data


def test_a_game_that_goes_on_has_no_summary() -> None:
    reading = read((REPLAYS / "klongs-2p.jsonl").read_bytes())
    assert summarise(Replay(reading.game, reading.lines[:100]), "en") is None


def test_an_end_that_was_taken_back_is_none() -> None:
    reading = read((REPLAYS / "klongs-2p.jsonl").read_bytes())
    *lines, sealed = reading.lines
    assert summarise(Replay(reading.game, lines), "en") is not None
    back = line_type(Retracted)(
        seq=sealed.seq, cmd=sealed.cmd, more=False, turn=sealed.turn, by=None, at=None,
        data=Retracted(to=100), digest="",
    )  # fmt: skip
    assert summarise(Replay(reading.game, [*lines, back]), "en") is None


def test_key_moments_are_new_leaders_first_and_then_the_largest_gains() -> None:
    turns = [(n, scores) for n, scores in enumerate([(0, 0), (5, 0), (5, 4), (5, 9), (6, 9)], 1)]
    found = key_moments(turns)
    assert [(m.seq, m.seat, m.gain, m.leads) for m in found] == [
        (2, 1, 5, False),
        (3, 2, 4, False),
        (4, 2, 5, True),
        (5, 1, 1, False),
    ]
    many = [(n, (n * n, 0)) for n in range(1, 30)]
    assert [m.seq for m in key_moments(many)] == [24, 25, 26, 27, 28, 29]
    assert key_moments([(1, (None, 0)), (2, (3, 0))]) == ()
