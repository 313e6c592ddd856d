"""The samples in replays/ are what the README and the demo show."""

import pytest

from common.paths import REPLAYS
from ledger import load

GAMES = ("century", "istanbul", "klongs", "osaka")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_finished_game_for_each_number_of_players(run, game, players):
    path = REPLAYS / f"{game}-{players}p.jsonl"
    reading = load(path)
    assert len(reading.opened.seats) == players
    assert not reading.open
    report = run("verify", path, "--json").json
    assert (report["verdict"], report["problems"]) == ("legal", [])


@pytest.mark.parametrize("game", GAMES)
def test_the_session_is_the_same_game(run, tmp_path, game):
    out = tmp_path / "back.jsonl"
    assert run("import", REPLAYS / f"{game}-2p.session", "--out", out).code == 0
    assert out.read_bytes() == (REPLAYS / f"{game}-2p.jsonl").read_bytes()


def test_what_the_demo_shows(run):
    result = run("replay", REPLAYS / "osaka-4p.jsonl", "--turn", 12)
    assert result.code == 0
    assert "turn 12" in result.out


def test_the_samples_can_be_had_anywhere(run, tmp_path):
    folder = tmp_path / "new" / "samples"
    assert run("samples", folder).code == 0
    assert {x.name for x in folder.iterdir()} == {
        x.name for x in REPLAYS.iterdir() if x.suffix in (".jsonl", ".session")
    }
    assert (folder / "osaka-3p.jsonl").read_bytes() == (REPLAYS / "osaka-3p.jsonl").read_bytes()


def test_samples_overwrite_nothing(run, tmp_path):
    (tmp_path / "osaka-3p.jsonl").write_text("mine")
    refused = run("samples", tmp_path)
    assert (refused.code, [x.name for x in tmp_path.iterdir()]) == (1, ["osaka-3p.jsonl"])
    assert (tmp_path / "osaka-3p.jsonl").read_text() == "mine"
    assert run("samples", tmp_path, "--force").code == 0
    assert (tmp_path / "osaka-3p.jsonl").read_bytes() == (REPLAYS / "osaka-3p.jsonl").read_bytes()
