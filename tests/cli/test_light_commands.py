"""Commands load only what they need: what lists, queries and reports say needs no game."""

import subprocess
import sys
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "replays"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("light") / "library"
    logs = [str(GAMES / f"{game}-2p.jsonl") for game in ("osaka", "klongs")]
    for args in (("import", *logs), ("index",)):
        command = [sys.executable, "-m", "ledger.cli", "--library", str(folder), *args]
        subprocess.run(command, check=True, capture_output=True)
    return folder


def loaded_by(library, *args):
    code = (
        "import atexit, sys\n"
        "ours = lambda name: name.startswith('ledger.games.') or name in "
        "('ledger.sdk', 'ledger.kernel.game.game', 'ledger.kernel.rules.rules')\n"
        "atexit.register(lambda: print([m for m in sys.modules if ours(m)], file=sys.stderr))\n"
        "from ledger.cli import main; main()\n"
    )
    command = [sys.executable, "-c", code, "--library", str(library), *args]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "args",
    [
        ("list",),
        ("list", "--json"),
        ("query", "select game, turns from games"),
        ("report", "players"),
    ],
)
def test_what_lists_and_asks_loads_no_game(library, args):
    assert loaded_by(library, *args) == "[]"


def test_a_log_in_words_loads_its_own_game_alone(library):
    log = str(GAMES / "osaka-2p.jsonl")
    loaded = loaded_by(library, "log", log)
    assert "ledger.games.osaka.rules" in loaded
    assert "ledger.games.klongs" not in loaded
