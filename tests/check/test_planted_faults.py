"""Faults that authors make, planted one at a time: each is found, and its line is named."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from common.examples import GAMES, changed
from common.paths import TESTS
from common.refusals import tells
from ledger.check.findings import Finding
from ledger.check.loading import Unloadable, load
from ledger.check.run import check_game

SPLASH = TESTS / "plugin" / "ledger_splash"
NO_THANKS = GAMES / "ledger_nothanks.py"
NIM = GAMES / "ledger_nim.py"
GOOFSPIEL = GAMES / "ledger_goofspiel.py"
STICKS = TESTS / "common" / "sticks.py"
ALONE = (GAMES, STICKS.parent)
"""Folders whose games are a file each."""


class Fault(NamedTuple):
    """A part of a game's file, what stands there instead, and what is found at which line."""

    what: str
    home: Path
    before: str
    after: str
    kind: str
    at: str
    """A part of the line that is named; in another file if that is named before a `|`."""
    needs: str = ""
    """What else has to be imported for it."""


CHIPS = """    package=__name__,
    view=lambda s, seat: [p.chips for p in s.players],
    pictures=Pictures(board=lambda view, width, names: str(view)),
"""
HOLDING = """    package=__name__,
    holdings=Holdings(count=lambda s, seat: (s.players[0].chips, len(s.players[0].cards))),
"""
STOLE = """class Stole(SeatEvent):
    says = "{name} steals"


"""
STEAL = """class Steal(Command):
    pass


"""
FEWER = {
    "players=(3, 4, 5, 6, 7)": "players=(3,)",
    "players=(2, 3, 4)": "players=(2,)",
    "players=(2, 3, 4, 5)": "players=(2,)",
}
"""One number of players is enough to find most of them."""

FAULTS = [
    Fault("a first event that no fold applies", STICKS, "@FOLDS.on(Took)\n", "",
          "declaration", "@move(Take"),
    Fault("an event that no fold applies", STICKS, "@FOLDS.on(Blew)\n", "", "fold", "class Blew"),
    Fault("an event of a version to come", STICKS, "FOLDS = ", f"{STOLE}FOLDS = ",
          "fold", "class Stole"),
    Fault("a move that isn't declared", STICKS, '@move(Take, "STK-02", Took)\n', "",
          "declaration", "def take("),
    Fault("a command that no move decides", STICKS, "class Blew(", f"{STEAL}class Blew(",
          "move", "class Steal"),
    Fault("a command without its move", STICKS, "moves=(take, wait)", "moves=(take,)",
          "move", "def wait("),
    Fault("nobody who is asked", STICKS, 'Questions({"turn": "STK-02"})', "Questions()",
          "declaration", "GAME = Game("),
    Fault("an unknown rule of a move", STICKS, '@move(Take, "STK-02"', '@move(Take, "TSK-02"',
          "rule id", '"TSK-02"'),
    Fault("an unknown rule of a question", STICKS, '{"turn": "STK-02"}', '{"turn": "TSK-02"}',
          "rule id", '"TSK-02"'),
    Fault("an unknown rule of the ranking", STICKS, 'ranked_by=("STK-03",)',
          'ranked_by=("TSK-03",)', "rule id", '"TSK-03"'),
    Fault("a sentence with a gap that is not there", NO_THANKS, '"The card is {card}"',
          '"The card is {number}"', "declaration", "class Flipped"),
    Fault("an unknown rule in a field", NO_THANKS, 'card: Annotated[str, rule("NTH-07")]',
          'card: Annotated[str, rule("NTH-77")]', "rule id", '"NTH-77"'),
    Fault("an unknown rule of a question that is worked out", SPLASH / "rules.py",
          '("turn", "PLG-03")', '("turn", "PGL-03")', "rule id", '"PGL-03"'),
    Fault("an unknown rule in `need`", SPLASH / "rules.py",
          'd.need(\n        "PLG-04"', 'd.need(\n        "PGL-04"', "rule id", '"PGL-04"'),
    Fault("an unknown rule in `must`", NO_THANKS, 'd.must("NTH-06"', 'd.must("NTH-66"',
          "rule id", '"NTH-66"'),
    Fault("a legal move that is refused", SPLASH / "legal.py", " if high_enough(s, x))", ")",
          "legal", "rules.py|d.need("),
    Fault("a legal move that is not offered", SPLASH / "legal.py", "for x in stones)\n        if",
          "for x in stones[:1])\n        if", "legal", "def legal("),
    Fault("an outcome that depends on secrets", SPLASH / "rules.py",
          'if rich else "empty bag"', 'if s.hands[1].stones else "empty bag"',
          "mask", "def outcome("),
    Fault("a rule of no kind", SPLASH / "rules.toml", 'kind = "rule"', 'kind = "law"',
          "rules", 'id = "PLG-01"'),
    Fault("a mask that is not the redacted fold", SPLASH / "state.py",
          "hand.stones, hand.unknown = [], hand.size", "hand.stones, hand.unknown = [], 0",
          "mask", "def forget("),
    Fault("words that say nothing", NO_THANKS, 'says = "{name} says no thanks"', 'says = ""',
          "words", "class Paid"),
    Fault("no sentence at all", SPLASH / "words.py", 'e.Fished: "{name} fishes",', "",
          "words", "events.py|class Fished"),
    Fault("a turn that begins with a move", NO_THANKS, "    s.pot += 1\n",
          "    s.pot += 1\n    s.turn += 1\n", "turn", "def paid("),
    Fault("turns that nobody counts", NO_THANKS, "    s.turn += 1\n", "",
          "turn", "class State"),
    Fault("a round that is nobody's turn", GOOFSPIEL, "    s.active = 1\n", "",
          "turn", "def turned_up("),
    Fault("a board that does not fit", SPLASH / "drawing.py", "width=min(width, 60)", "width=90",
          "board", "def draw("),
    Fault("a board that fails", SPLASH / "drawing.py", "width=min(width, 60)", "width=1 // 0",
          "failure", "width=1 // 0"),
    Fault("a board that can't be imported", SPLASH / "drawing.py", "def draw(",
          "import nothing_at_all\n\n\ndef draw(", "failure", "import nothing_at_all"),
    Fault("a table of a box file without provenance", SPLASH / "box.toml",
          'faces = ["splash", "splash", "miss"]\nprovenance = { status = "fact", source = [] }',
          'faces = ["splash", "splash", "miss"]', "provenance", "[die]"),
    Fault("a table of a box in code without provenance", NO_THANKS, ", out=9, provenance=FACT)",
          ", out=9)", "provenance", "class Cards"),
    Fault("a number of players that does not start", NO_THANKS, "players=(3, 4, 5, 6, 7)",
          "players=(3, 4, 5, 6, 7, 8)", "failure", "Player(chips[str(setup.players)])"),
    Fault("an event without the choice of its move", NIM,
          "d.accept(x)",
          "d.emit(Took(seat=x.seat, heap=x.heap, sticks=1))", "command_of", "class Took"),
    Fault("pieces that vanish", NO_THANKS, "    p.chips += x.chips\n", "", "pieces", "def took("),
    Fault("the wrong winner", SPLASH / "game.py", "players=(2, 3, 4))",
          "players=(2, 3, 4), highest_wins=False)", "end", "rules.py|def outcome("),
    Fault("hands that others see", SPLASH / "view.py", " if seat in (None, i) else None", "",
          "secret", "def view("),
    Fault("chips that others see", NO_THANKS, "    package=__name__,\n", CHIPS, "secret",
          "view=lambda s, seat", needs="Pictures"),
    Fault("a question that no move answers", SPLASH / "rules.py", '("turn", "PLG-03")',
          '("tern", "PLG-03")', "question", "def awaiting("),
    Fault("a name that is not there, in the fold", NO_THANKS, "    s.pot += 1\n",
          "    s.pots += 1\n", "failure", "s.pots += 1"),
    Fault("a name that is not there, in a move", NO_THANKS, "chips=d.state.pot)",
          "chips=d.state.pots)", "failure", "chips=d.state.pots)"),
    Fault("columns that do not fit", SPLASH / "state.py", "return [(h.size, p) for",
          "return [(h.size,) for", "holdings", "def holdings("),
    Fault("an event that changes what others have", NO_THANKS, "    package=__name__,\n", HOLDING,
          "holdings", "def paid(", needs="Holdings"),
    Fault("a view that changes the position", SPLASH / "view.py", "    return View(\n",
          '    s.pond.append("S1")\n    return View(\n', "purity", "def view("),
    Fault("moves that change the position", SPLASH / "legal.py", "    stones = possible(s, seat)\n",
          "    stones = possible(s, seat)\n    s.dry.append(seat)\n", "purity", "def legal("),
    Fault("the same id twice", SPLASH / "rules.toml", 'id = "PLG-03"', 'id = "PLG-02"',
          "rules", 'id = "PLG-02"'),
    Fault("a result of chance that nobody can write", SPLASH / "game.py", '("draw", "dice")',
          '("draw",)', "chance", "events.py|class Rolled"),
    Fault("a module that is not there", NO_THANKS, "from collections import Counter",
          "import nothing_at_all", "import", "import nothing_at_all"),
    Fault("no Python", NO_THANKS, "def paid(", "def paid(:", "import", "def paid(:"),
]  # fmt: skip


@pytest.fixture
def clean() -> Iterator[None]:
    known = set(sys.modules)
    yield
    for name in set(sys.modules) - known:
        if name.startswith("fault_"):
            del sys.modules[name]


def check(target: Path) -> list[Finding]:
    try:
        return [x for game in load(str(target)) for x in check_game(game).problems]
    except Unloadable as e:
        return [e.finding]


@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize("number", range(len(FAULTS)), ids=[x.what for x in FAULTS])
def test_a_fault_is_found_and_its_line_is_named(number: int, tmp_path: Path) -> None:
    fault = FAULTS[number]
    target = tmp_path / f"fault_{number}"
    if fault.home.parent in ALONE:
        home = target = target.with_suffix(".py")
        shutil.copyfile(fault.home, target)
    else:
        shutil.copytree(SPLASH, target)
        home = target / fault.home.name
    text = home.read_text("utf-8")
    assert text.count(fault.before) >= 1
    text = text.replace(fault.before, fault.after, 1)
    if fault.needs:
        text = changed(
            text, "from ledger.sdk import (\n", f"from ledger.sdk import (\n    {fault.needs},\n"
        )
    home.write_text(text, "utf-8")
    for path in [target] if target.is_file() else target.glob("game.py"):
        code = path.read_text("utf-8")
        for every, some in FEWER.items():
            code = code.replace(every, some)
        path.write_text(code, "utf-8")
    file, _, part = fault.at.rpartition("|")
    named = target / file if file else home
    lines = named.read_text("utf-8").splitlines()
    wanted = [n for n, line in enumerate(lines, 1) if part in line]
    found = check(target)
    where = [(x.kind, Path(x.file).name, x.line) for x in found]
    assert any((fault.kind, named.name, n) in where for n in wanted), found
    assert all(x.message and x.expected for x in found)


FORGOTTEN = """from ledger.sdk import Command, Decision, move

from . import State, Took


class Grab(Command):
    heap: int
    sticks: int


@move(Grab, "STK-02", Took)
def grab(d: Decision[State], x: Grab) -> None:
    d.accept(x)
"""


def test_games_are_checked_without_what_tests_are_run_with() -> None:
    code = """
import sys
from ledger.check.loading import load
from ledger.check.run import check_game
assert [check_game(game).problems for game in load(sys.argv[1])] == [[]]
print(*sys.modules.keys() & {"_pytest", "babel", "hypothesis", "pytest", "syrupy"})
"""
    words = [sys.executable, "-c", code, NIM]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == ([], "")


@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize("imported", [True, False])
def test_a_forgotten_move_is_found_also_where_nobody_imports_it(
    imported: bool, tmp_path: Path
) -> None:
    folder = tmp_path / f"fault_forgotten_{imported}"
    folder.mkdir()
    more = "\nfrom . import more\n" if imported else ""
    (folder / "__init__.py").write_text(STICKS.read_text("utf-8") + more, "utf-8")
    (folder / "more.py").write_text(FORGOTTEN, "utf-8")
    (found,) = check(folder)
    line = FORGOTTEN[: FORGOTTEN.index("def grab(")].count("\n") + 1
    assert (found.kind, Path(found.file).name, found.line) == ("move", "more.py", line)
    assert tells(found.message, "grab")
    assert tells(found.expected, "moves | grab")


@pytest.mark.usefixtures("clean")
def test_an_event_of_an_earlier_version_needs_no_fold(tmp_path: Path) -> None:
    code = changed(STICKS.read_text("utf-8"), "FOLDS = ", f"{STOLE}FOLDS = ")
    upcasts = "upcasts={Stole: lambda x: Passed(seat=x.seat)},\n    folds="
    target = tmp_path / "fault_upcast.py"
    target.write_text(changed(code, "folds=", upcasts), "utf-8")
    assert check(target) == []
