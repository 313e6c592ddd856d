"""Games that were written for 0.2 work as they did, with warnings that name the new way.

They are in tests/version_0_2 with what 0.2 made of them. Each test has a process of its own, since
today's `ledger_splash` has the same name. `dock` and `abacus` were written for this: what the other
games don't use of 0.2 is there.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from common.installing import install
from common.paths import TESTS
from ledger.testing.effort import CAMPAIGN

FROZEN = TESTS / "version_0_2"
GAMES = (
    *("nim", "crowns", "goofspiel", "nothanks", "splash", "pebbles", "high_card"),
    *("dock", "abacus"),
)
LOGS = {path.stem: path for path in sorted((FROZEN / "logs").glob("*.jsonl"))}
PLAYED = {
    "splash-3p-7-fc6b15-0001": ["--bot", "random"],
    "splash-3p-7-76596c-0001": ["--option", "duck=equal"],
    "dock-2p-7-e2e2ea-0001": ["--bot", "greedy,generous"],
    "dock-3p-7-e1a51f-0001": ["--bot", "random"],
    "abacus-2p-7-491fb9-0001": ["--bot", "timid"],
    "abacus-3p-7-0001": ["--bot", "random"],
}
"""How a game was played, if not by the best bot with the standard options."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the games of 0.2 are installed."""
    home = tmp_path_factory.mktemp("version_0_2") / "site"
    for project in sorted((FROZEN / "games").iterdir()):
        install(project, home)
    return home


def python(site: Path, *arguments: object) -> str:
    known = os.environ.get("PYTHONPATH", "")
    done = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(site), known)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


WARNED = """
import importlib, json, sys, warnings

found = {}
for name in sys.argv[1:]:
    with warnings.catch_warnings(record=True) as each:
        warnings.simplefilter("always")
        importlib.import_module(f"ledger_{name}")
    found[name] = [(x.category.__name__, str(x.message), x.filename) for x in each]
print(json.dumps(found))
"""


def test_importing_one_only_warns_and_names_the_new_way(site: Path) -> None:
    warned = json.loads(python(site, "-c", WARNED, *GAMES))
    for name in GAMES:
        kinds, texts, files = zip(*warned[name], strict=True)
        assert {*kinds} == {"DeprecationWarning"}, name
        assert all(Path(file).is_relative_to(site) for file in files), "it is the author's line"
        assert any("Game(rules=Rules(" in text for text in texts), name
        assert any(re.search(r"@move\(\w+, \"", text) for text in texts), name
    every = "".join(text for name in GAMES for _, text, _ in warned[name])
    for new in ("rule(", "case(", "plural(", "phases", "ratings", "computed", "owner_only"):
        assert new in every
    for new in ("FormPart", "RestOfLine", "ledger.sdk.kit", "ledger.sdk.drawing"):
        assert new in every


COMMANDS = """
import sys, warnings
from ledger.cli.app import run

warnings.filterwarnings("error", category=DeprecationWarning, module=r"ledger\\.")
for line in sys.argv[1:]:
    try:
        run(line.split())
    except SystemExit as e:
        assert not e.code, line
"""
"""Runs commands; the program itself must not use what it deprecates."""


def test_games_of_a_seed_are_those_that_0_2_played(site: Path, tmp_path: Path) -> None:
    lines = []
    for name in LOGS:
        game, players, seed, *_ = name.split("-")
        how = " ".join(PLAYED.get(name, ()))
        where = f"--players {players[0]} --seed {seed} --start 2026-03-01T18:00:00Z"
        lines.append(f"simulate {game} {where} --jobs 1 --out {tmp_path} {how}")
    python(site, "-c", COMMANDS, *lines)
    for name, log in LOGS.items():
        assert (tmp_path / log.name).read_bytes() == log.read_bytes(), name


def test_its_attributes_answer_what_they_did(site: Path) -> None:
    said = json.loads(python(site, FROZEN / "facts.py", *LOGS.values()))
    was = json.loads((FROZEN / "facts.json").read_text("utf-8"))
    for log in (log for name, log in was.items() if name.startswith("goofspiel")):
        for view in (*log["views"].values(), log["mask"]):
            view["round"] = log["turn"][1]  # views of 0.2 ignored what a game calls a round
    assert said == was


def test_the_check_finds_nothing_wrong(site: Path) -> None:
    python(site, "-c", COMMANDS, *(f"check {name} --json" for name in GAMES))


# --- the games' own tests ---------------------------------------------------------------------

MOVED = """
import sys
from ledger.kernel.log import codec
from ledger.kernel.notation.session import session_reader as reader
from ledger.kernel.replay import log_reader as reading, redact, replay
from ledger.kernel.verify import verify

codec.read = reading.read
sys.modules["ledger.kernel.log.redact"] = redact
sys.modules["ledger.kernel.log.replay"] = replay
sys.modules["ledger.kernel.log.verify"] = verify
sys.modules["ledger.kernel.session"] = sys.modules["ledger.kernel.session.reading"] = reader
sys.modules["ledger.kernel.session.reading.reader"] = reader
"""
"""Modules that nobody promised and that have moved: Splash is a test of ours, and imports them."""
QUICK = ("-pno:anyio", "-pno:schemathesis", "-pno:xdist", "-pno:cacheprovider", "-pno:timeout")


def pytest_in(site: Path, *files: Path, more: tuple[str, ...] = ()) -> str:
    rules = files[0].parent / "pytest.ini"
    rules.write_text("[pytest]\n", "utf-8")
    own = ("-pledger.testing.plugin", "-pmoved", "-Wignore::DeprecationWarning")
    said = python(site, "-m", "pytest", "-q", *QUICK, *own, "-c", rules, *more, *files)
    assert " passed" in said
    return said


def test_their_own_tests_pass_unchanged(site: Path, tmp_path: Path) -> None:
    (site / "moved.py").write_text(MOVED, "utf-8")
    copies = []
    for project in ("splash", "ledger-pebbles/tests", "ledger-high_card/tests"):
        (file,) = (FROZEN / "games" / project).glob("test_*.py")
        copies.append(tmp_path / file.name)
        copies[-1].write_bytes(file.read_bytes())
    assert len({*copies}) == 3
    logs = FROZEN / "games" / "splash" / "frozen"
    (tmp_path / "frozen").symlink_to(logs, target_is_directory=True)
    pytest_in(site, *copies, more=() if CAMPAIGN else ("-k", "not TestLaws"))


LAWS = """
import ledger
from ledger.testing import laws

for name in {names!r}:
    globals()[f"Test{{name.title()}}"] = laws(ledger.find_game(name))
"""
HELD = GAMES if CAMPAIGN else ("dock", "abacus")
"""Those two use all that 0.2 offered; the others are held to the laws in campaigns."""


def test_they_keep_the_laws(site: Path, tmp_path: Path) -> None:
    (site / "moved.py").write_text(MOVED, "utf-8")
    file = tmp_path / "test_laws.py"
    file.write_text(LAWS.format(names=HELD), "utf-8")
    said = pytest_in(site, file, more=("-vv",))
    assert all(f"::Test{name.title()}::" in said for name in HELD)


# --- names and attributes ---------------------------------------------------------------------

NAMES = [line.split() for line in (FROZEN / "names.txt").read_text("utf-8").splitlines()]


def test_every_name_that_0_2_listed_can_be_imported() -> None:
    for module, name in NAMES:
        home: Any = importlib.import_module(module)
        if name not in home.__all__:
            with pytest.warns(DeprecationWarning, match="0.2"):
                assert getattr(home, name) is not None
