"""What others may import: it is there, it is typed, and it does what it says."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import pytest

import ledger
import ledger.client
import ledger.sdk
import ledger.testing
from ledger.games.osaka import GAME
from ledger.games.osaka.state import State

ROOT = Path(__file__).parent.parent
SAMPLES = sorted((ROOT / "replays").glob("*.jsonl"))
FROZEN = sorted((ROOT / "tests" / "plugin" / "frozen").glob("*.jsonl"))


FACES = [ledger, ledger.sdk, ledger.testing, ledger.client]


@pytest.mark.parametrize("module", FACES, ids=lambda m: m.__name__)
def test_everything_that_is_offered_is_there(module):
    for name in module.__all__:
        assert getattr(module, name).__doc__
        assert name in dir(module)


def test_only_what_is_offered_shows_up():
    assert {x for x in dir(ledger) if not x.startswith("_")} == set(ledger.__all__)


@pytest.mark.parametrize("path", [*SAMPLES[:3], *FROZEN], ids=lambda p: p.stem)
def test_what_is_loaded_is_saved_byte_for_byte(path, tmp_path):
    log = ledger.load(path)
    ledger.save(log, tmp_path / "a.jsonl")
    ledger.save(ledger.Table.of(log), tmp_path / "b.jsonl")
    for name in ("a", "b"):
        assert (tmp_path / f"{name}.jsonl").read_bytes() == path.read_bytes()


def test_reading_briefly_warns_and_reads_the_same():
    data = SAMPLES[0].read_bytes()
    with pytest.warns(DeprecationWarning, match="briefly"):
        briefly = ledger.read(data, briefly=True)
    assert briefly == ledger.read(data)


def test_saving_overwrites_only_when_asked(tmp_path):
    log = ledger.load(SAMPLES[0])
    path = tmp_path / "game.jsonl"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        ledger.save(log, path)
    assert path.read_text() == "mine"
    assert [x.name for x in tmp_path.iterdir()] == ["game.jsonl"]
    ledger.save(log, path, overwrite=True)
    assert path.read_bytes() == SAMPLES[0].read_bytes()


def test_a_table_goes_on_with_what_was_loaded(tmp_path):
    log = ledger.load(ROOT / "replays" / "osaka-2p.jsonl")
    lines, data = ledger.branch(log.game, log.lines, 22)
    table = ledger.Table.of(ledger.read(data))
    table.note("from here on we play it otherwise")
    assert table.bytes() == data + table.new_bytes()
    ledger.save(table, tmp_path / "other.jsonl")
    assert len(ledger.load(tmp_path / "other.jsonl").lines) == len(lines) + 1


@pytest.mark.parametrize("path", FROZEN, ids=lambda p: p.stem)
def test_lines_of_an_older_version_are_never_written_with_a_wrong_digest(path):
    log = ledger.load(path)
    with pytest.raises(ledger.Malformed):
        ledger.Table(log.game, log.lines).bytes()


def test_a_position_has_the_type_of_its_game():
    """For whoever names the game, mypy knows what `replay.turn(3)` is: it looks at this test."""
    log = ledger.load(ROOT / "replays" / "osaka-2p.jsonl")
    state: State = assert_type(ledger.Replay(GAME, log.lines).turn(3), State)
    assert isinstance(state, State)
    wrong: int = ledger.fold(GAME, log.lines)  # type: ignore[assignment]
    assert isinstance(wrong, State)
