"""A game whose code fails in the service: a problem of its own kind, and nobody else notices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from common.plugin_folder import CODE, line_of, plugins_in, write_plugin
from common.refusals import tells

from ..in_process_service import InProcessService

DECIDE = "    d.emit(Took(seat=x.seat, count=x.count))"
BUG = "{}[x.count - 3]"
"""Taking three stones works, anything else doesn't."""
BUGGY = CODE.replace(DECIDE, f"    if x.count < 3:\n        {BUG}\n{DECIDE}")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[InProcessService]:
    write_plugin(tmp_path / "site", BUGGY)
    with plugins_in(tmp_path / "site"), InProcessService(tmp_path / "library") as s:
        yield s


def test_a_move_that_meets_a_bug(
    service: InProcessService, capfd: pytest.CaptureFixture[str]
) -> None:
    s = service
    game, other = s.create("heap"), s.create("splash")
    seat = s.viewer(game, 1)
    before = s.get(f"/games/{game}", seat).json()["version"]
    answer = s.post(f"/games/{game}/commands", seat, move="take 2")
    problem = answer.json()
    assert (answer.status_code, problem["kind"]) == (500, "game-fault")
    assert tells(problem["detail"], "heap")
    assert "-1" not in answer.text, "what was raised may name what is hidden"
    err = capfd.readouterr().err
    assert tells(err, f"KeyError | -1 | line {line_of(BUG, BUGGY)}")
    assert "Traceback" in err
    # the game can be read and goes on
    assert s.get(f"/games/{game}/state", seat).json()["version"] == before
    assert s.post(f"/games/{game}/commands", seat, move="take 3").status_code == 201
    # and so do the others
    assert s.post(f"/games/{other}/commands", s.viewer(other, 1), move="fish").status_code == 201


def test_a_position_that_can_t_be_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    draw = "    return View(s.stones, tuple(s.taken))"
    write_plugin(tmp_path / "site", CODE.replace(draw, f"    1 / (s.stones - 6)\n{draw}"))
    with plugins_in(tmp_path / "site"), InProcessService(tmp_path / "library") as s:
        game = s.create("heap")
        seat = s.viewer(game, 1)
        assert s.post(f"/games/{game}/commands", seat, move="take 3").status_code == 201
        answer = s.get(f"/games/{game}/state", seat)
        assert (answer.status_code, answer.json()["kind"]) == (500, "game-fault")
        assert s.get(f"/games/{game}/export", seat).status_code == 200
        assert s.get("/games", s.token("admin")).status_code == 200
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_a_game_that_can_t_be_loaded(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with plugins_in_right(tmp_path / "right"), InProcessService(tmp_path / "library") as s:
        game, other = s.create("heap"), s.create("splash")
    write_plugin(tmp_path / "site", "import nonsense_module" + CODE)
    with plugins_in(tmp_path / "site"), InProcessService(tmp_path / "library") as s:
        admin = s.token("admin")
        for answer in (
            s.get(f"/games/{game}", admin),
            s.post("/games", admin, game="heap", seats=["Ana", "Bo"]),
        ):
            assert (answer.status_code, answer.json()["kind"]) == (500, "game-fault")
            assert tells(answer.json()["detail"], "heap")
        with pytest.warns(UserWarning, match="heap"):
            kinds = s.get("/kinds", admin).json()["games"]
        assert {kind["name"] for kind in kinds} >= {"osaka", "splash"}
        rows = s.get("/games", admin).json()["games"]
        assert {row["id"] for row in rows} == {game, other}
        assert s.get(f"/games/{other}", admin).status_code == 200
    assert tells(capfd.readouterr().err, "ModuleNotFoundError | nonsense_module")


def plugins_in_right(folder: Path):
    """Have the game installed as it should be."""
    write_plugin(folder)
    return plugins_in(folder)
