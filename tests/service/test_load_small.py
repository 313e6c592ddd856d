"""`scripts/lab load`, small, with kills: nothing is lost, doubled or out of order."""

from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from scripts.laboratory.load.check import check
from scripts.laboratory.load.clients import Told
from scripts.laboratory.load.run import Figures, Shape
from scripts.laboratory.load.run import run as run_load

SMALL = Shape(games=6, readers=14, rate=15, seconds=1.5, kills=2, most=0.7)


@dataclass
class Run:
    library: Path
    made: Figures


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    folder = tmp_path_factory.mktemp("load")
    return Run(folder / "library", run_load(folder, SMALL))


def test_kills_lose_nothing_and_every_reader_saw_everything(run):
    made = run.made
    assert made.checked.faults == []
    assert made.checked.commands > 6
    assert made.checked.lines_read > made.checked.events  # several readers for each game
    assert made.told.resumes >= 2
    assert made.cpu > 0
    assert made.memory > 10


def forget(told: Told) -> None:
    told.games[0].acked.pop()


def twice(told: Told) -> None:
    told.games[0].acked.append(told.games[0].acked[-1])


def blind(told: Told) -> None:
    reader = told.games[0].readers[1]
    told.games[0].readers[1] = msgspec.structs.replace(reader, lines=reader.lines - 1)


def another(told: Told) -> None:
    reader = told.games[0].readers[1]
    told.games[0].readers[1] = msgspec.structs.replace(reader, viewer=1)


def lost(told: Told) -> None:
    told.games.pop()


@pytest.mark.parametrize("lie", [forget, twice, blind, another, lost])
def test_the_check_finds(run, lie):
    told = msgspec.json.decode(msgspec.json.encode(run.made.told), type=Told)
    lie(told)
    assert check(run.library, told).faults
