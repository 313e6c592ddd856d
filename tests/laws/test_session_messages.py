"""Every message about a typed session or a live recording: its exact text, and none is missing.

The files in `messages/` are the catalogue. Each begins with the lines that come before every case;
a case is its heading, what is typed behind `> `, and all that is answered.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from common.paths import TESTS
from common.templates import Template, templates
from ledger import load
from ledger.cli.output.console import explain
from ledger.kernel.errors import LedgerError
from ledger.kernel.game.registry import find_game
from ledger.kernel.play.opening import open_game
from ledger.kernel.session.reader import read_session
from ledger.kernel.session.writer import write_session
from ledger.recorder import Fault, Recorder

REPLAYS = sorted((TESTS.parent / "replays").glob("*.jsonl"))
FILES = sorted((TESTS / "laws" / "messages").glob("*.txt"))
RAISING = (
    *("ledger/kernel/session", "ledger/kernel/play/chance.py"),
    *(f"ledger/games/{x}/notation.py" for x in ("century", "istanbul", "klongs", "osaka")),
    *("ledger/cli/commands/record.py", "ledger/cli/recording", "ledger/recorder"),
)
ELSEWHERE = {
    "the pile is empty": "kernel/play/test_chance.py",
    "this line is longer than ": "recorder/test_recorder.py",
    "this line is not UTF-8 text": "recorder/test_recorder.py",
    " is not UTF-8 text": "cli/test_record_pipe.py",
    "this is a session of ": "kernel/session/test_session.py",
    "nobody plays: the names are missing": "cli/test_record_pipe.py",
    "this is what one seat saw": "cli/test_record_pipe.py",
    "this log is sealed": "cli/test_record_pipe.py",
}
"""Messages that no typed line can bring about, and the tests where they are asserted instead."""


class Case(NamedTuple):
    """Typed lines, and what they are answered."""

    file: str
    title: str
    before: str
    typed: str
    answer: str


def cases() -> Iterator[Case]:
    for path in FILES:
        before, *rest = path.read_text("utf-8").split("\n## ")
        for text in rest:
            title, *lines = text.rstrip("\n").split("\n")
            typed = [x[2:] for x in lines if x.startswith("> ") or x == ">"]
            answer = [x for x in lines if not x.startswith(">")]
            yield Case(path.stem, title, before, "\n".join(typed), "\n".join(answer))


CASES = list(cases())


def answered(case: Case) -> str:
    """Return what the reader or the recorder says."""
    if case.file.startswith("record"):
        lines = [line for error in recorded(case) for line in explain(error)]
        return "\n".join(lines)
    try:
        before = case.before.partition("\n")[2]  # behind the heading of the file
        read_session(f"{before}\n{case.typed}\n".lstrip("\n"), file="evening.session")
    except LedgerError as e:
        return "\n".join(map(str, (e, *e.more)))
    return "read without an error"


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


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.file}-{c.title}")
def test_every_message_is_told_like_this(case: Case) -> None:
    assert answered(case) == case.answer


@pytest.mark.parametrize("template", list(templates(*RAISING)), ids=lambda t: f"{t.path}:{t.line}")
def test_no_message_is_missing_in_the_catalogue(template: Template) -> None:
    game = template.path.removeprefix("ledger/games/").partition("/")[0]
    own = [case for case in CASES if case.file == game] or CASES
    lines = [x for case in own for x in case.answer.splitlines() if not x.startswith("    ")]
    if not any(template.matches(line) for line in lines):
        there = [x for x in ELSEWHERE if any(part.startswith(x) for part in template.parts)]
        assert there, f"no case in {FILES[0].parent} asserts {template}"
        text = there[0]
        assert text in (TESTS / ELSEWHERE[text]).read_text("utf-8")


def test_a_new_message_would_be_missed(tmp_path: Path) -> None:
    """The law sees what a module raises, however its text is made."""
    module = tmp_path / "new.py"
    module.write_text(
        "def f(x):\n"
        "    say = f'the {x} is purple'\n"
        "    raise Illegal(say if x else 'nothing is purple')\n"
        "def g(w):\n"
        "    raise needs(w, {'a': 'a purple one'}.get(w.text, 'a pink one'))\n",
        "utf-8",
    )
    found = [t.parts for t in templates(str(module))]
    assert found == [
        ("the ", " is purple", ""),
        ("nothing is purple", ""),
        ("a purple one", " is missing behind `"),
        ("a pink one", " is missing behind `"),
    ]
    assert not any(Template("", 0, p).matches(c.answer) for p in found for c in CASES)


@pytest.mark.parametrize(
    "path", sorted((TESTS.parent / "replays").glob("*.jsonl")), ids=lambda p: p.stem
)
def test_a_right_line_is_never_taken_for_wrong_in_any_position(path: Path) -> None:
    """Behind a header that may mean another option, lines are judged without the position."""
    reading = load(path)
    text = write_session(reading.game, reading.lines)
    with pytest.raises(LedgerError) as e:
        read_session(f"weather: fine\n{text}")
    assert [x.line for x in (e.value, *e.value.more)] == [1]
