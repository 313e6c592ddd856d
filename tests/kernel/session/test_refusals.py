"""Every refusal of a typed session or a live recording: its kind, rule and place, what it names.

Each file in `refusals/` begins with the lines that come before every case; a case is its heading,
what is typed behind `> `, and a line of facts for each error (see `common.refusals`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from common.paths import REPLAYS
from common.refusals import heard
from ledger import load
from ledger.kernel.errors import LedgerError
from ledger.kernel.game.registry import find_game
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.opening import open_game
from ledger.recorder.recorder import Recorder
from ledger.recorder.replies import Fault

FILES = sorted((Path(__file__).parent / "refusals").glob("*.txt"))
LOGS = sorted(REPLAYS.glob("*.jsonl"))


class Case(NamedTuple):
    """Typed lines, and the facts of what they are answered."""

    file: str
    title: str
    before: str
    typed: str
    facts: list[str]


def cases() -> Iterator[Case]:
    for path in FILES:
        before, *rest = path.read_text("utf-8").split("\n## ")
        for text in rest:
            title, *lines = text.rstrip("\n").split("\n")
            typed = [x[2:] for x in lines if x.startswith("> ") or x == ">"]
            facts = [x for x in lines if not x.startswith(">")]
            yield Case(path.stem, title, before, "\n".join(typed), facts)


def read(case: Case) -> list[LedgerError]:
    """Return what the reader says of a session."""
    before = case.before.partition("\n")[2]  # behind the heading of the file
    text = f"{before}\n{case.typed}\n".lstrip("\n")
    with pytest.raises(LedgerError) as e:
        read_session(text, file="evening.session")
    errors = [e.value, *e.value.more]
    lines = ["", *text.split("\n")]
    for error in errors:
        assert error.file == "evening.session"
        assert error.line is not None
        assert error.source == lines[error.line] or (error.source, error.column) == (None, None)
    return errors


def recorded(case: Case) -> list[LedgerError]:
    """Type into a recorder; `house` in the title: with house rules."""
    _, first, *lines = case.before.split("\n")
    game = find_game(first.split()[0])
    names = first.split()[1].split(",")
    now = dt.datetime(2026, 3, 1, 20).isoformat(timespec="milliseconds") + "Z"
    house = case.title.startswith("house")
    r = Recorder(game, open_game(game, names), now=lambda: now, live=True, house_rule=house)
    r.start()
    replies = [x for line in lines if line for x in r.feed(line if line != "." else "")]
    assert not [x for x in replies if isinstance(x, Fault)]
    told = [x for line in case.typed.split("\n") for x in r.feed(line)]
    return [x.error for x in told if isinstance(x, Fault)]


@pytest.mark.parametrize("case", list(cases()), ids=lambda c: f"{c.file}-{c.title}")
def test_every_refusal_tells_what_is_wrong_and_where(case: Case) -> None:
    errors = recorded(case) if case.file.startswith("record") else read(case)
    found = [heard(e, file=False) for e in errors]
    assert len(found) == len(case.facts), found
    for said, facts in zip(found, case.facts, strict=True):
        assert said.tells(facts), said


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_a_right_line_is_never_taken_for_wrong_in_any_position(path: Path) -> None:
    """Behind a header that may mean another option, lines are judged without the position."""
    reading = load(path)
    text = write_session(reading.game, reading.lines)
    with pytest.raises(LedgerError) as e:
        read_session(f"weather: fine\n{text}")
    assert [x.line for x in (e.value, *e.value.more)] == [1]
