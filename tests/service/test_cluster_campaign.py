"""`scripts/lab cluster`, small: it finds nothing wrong, and its checker finds what is."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry, Noted
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.rules.chance import Seeded
from ledger.store.folder import FolderStore
from ledger.store.store import LogSegment
from scripts.laboratory.cluster.run import Shape, campaign
from scripts.laboratory.load.check import check_game
from scripts.laboratory.load.clients import Acked, GameTold
from scripts.laboratory.load.reader import Read

SMALL = Shape(games=12, readers=60, rate=0.7, seconds=40.0)


@pytest.fixture(scope="module")
def log(osaka, tmp_path_factory) -> bytes:
    """Return a log with three remarks, of keys a, b and c."""
    opening = Table.open(
        osaka, open_game(osaka, ["Ana", "Bartek"], id="g", started=None), Seeded(1), key="own"
    ).bytes()
    with FolderStore(tmp_path_factory.mktemp("store")) as store:
        store.put([LogSegment("g", Head(), opening)])
        for key in "abc":
            note = Entry(data=Noted(text=key, seat=1), turn=0, by=1)
            store.append("g", store.head("g"), f"1:{key}", [note])
        return b"".join(raw + b"\n" for raw in store.read("g"))


def told(log: bytes, keys: str, unsure: str = "", **reader: object) -> GameTold:
    lines = read(log).lines
    last = {line.data.text: line.seq for line in lines if line.type == "noted"}
    seen = {
        "viewer": None,
        "lines": len(lines),
        "digest": hashlib.sha256(log).hexdigest(),
        "ended": False,
        "resumes": 0,
        "faults": [],
        **reader,
    }
    return GameTold(
        id="g",
        acked=[Acked(f"1:{key}", last.get(key, 9)) for key in keys],
        readers=[Read(**seen)],
        unsure=[f"1:{key}" for key in unsure],
    )


def test_the_checker_knows_what_is_right(log: bytes):
    for keys, unsure in (("abc", ""), ("ab", "c"), ("a", "bcd")):
        assert check_game(log, told(log, keys, unsure))[1] == []


def test_the_checker_finds_what_is_wrong(log: bytes):
    spectator = redact(read(log).game, read(log).lines, 0)[1]
    for wrong in (
        told(log, "abcd"),  # acknowledged, and lost
        told(log, "ab"),  # in the log, and nobody sent it
        told(log, "abc", lines=3),  # a reader with a gap
        told(log, "abc", digest=hashlib.sha256(spectator).hexdigest()),  # something else was told
        told(log, "abc", faults=["a line does not follow the one before"]),
    ):
        assert check_game(log, wrong)[1] != []


@pytest.mark.campaign
@pytest.mark.parametrize("broken", [None, "cas", "hints"])
def test_a_cluster_in_trouble(tmp_path: Path, broken: str | None):
    found = campaign(tmp_path, SMALL._replace(broken=broken), lambda text: None)
    assert (found.wrong == []) == (broken is None), found.wrong[:5]
    assert sum(len(game.acked) for game in found.told.games) > 100
