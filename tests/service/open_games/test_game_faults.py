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


# --- code that exits, or doesn't end --------------------------------------------------------------

EXITS = ("raise SystemExit(3)", "raise KeyboardInterrupt", "raise GeneratorExit", "raise Rude")
PLACES = {
    "a rule": "def take(d, x: Take):",
    "a fold": "def took(s, e: Took):",
    "a view": "def view(s, seat):",
    "the questions": "def awaiting(s):",
    "legal moves": "def legal(s, seat):",
    "points": "def scores(s):",
}
WHEN = {"a rule": "d.state", "a fold": "s", "a view": "s"}


def failing(place: str, what: str) -> str:
    """Return the code of a game that does something once stones have been taken."""
    head, state = PLACES[place], WHEN.get(place, "s")
    stones = f"{state}.stones"
    body = f"{head}\n    if {stones} == 6:\n        {what}\n"
    return CODE.replace(f"{head}\n", body).replace(
        "class Stones(", "class Rude(BaseException):\n    pass\n\n\nclass Stones(", 1
    )


def visit(s: InProcessService, game: str, seat: str) -> list[int]:
    """Ask for everything that a seat may ask for."""
    asked = ("", "/state", "/legal", "/choices", "/contents", "/chapters/0", "/picture.svg")
    answers = [s.get(f"/games/{game}{path}", seat) for path in asked]
    answers += [s.post(f"/games/{game}/commands", seat, move=m) for m in ("take 1", "take x")]
    answers.append(s.post(f"/games/{game}/undo", seat))
    for answer in answers:
        assert answer.status_code < 500 or answer.json()["kind"] == "game-fault", answer.text
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("what", EXITS)
def test_code_that_exits_ends_nothing_but_the_request(
    tmp_path: Path, place: str, what: str
) -> None:
    write_plugin(tmp_path / "site", failing(place, what))
    with plugins_in(tmp_path / "site"), InProcessService(tmp_path / "library") as s:
        game, other = s.create("heap"), s.create("splash")
        seats = [s.viewer(game, 1), s.viewer(game, 2)]
        first = s.post(f"/games/{game}/commands", seats[0], move="take 3")  # six are left
        assert first.status_code == 500 or 500 in visit(s, game, seats[1])
        assert s.get("/health").json()["status"]
        fine = s.post(f"/games/{other}/commands", s.viewer(other, 1), move="fish")
        assert fine.status_code == 201


@pytest.mark.parametrize("place", PLACES)
def test_code_that_does_not_end_closes_its_game(tmp_path: Path, place: str) -> None:
    write_plugin(tmp_path / "site", failing(place, "while True: pass"))
    with (
        plugins_in(tmp_path / "site"),
        InProcessService(tmp_path / "library", game_seconds=0.3) as s,
    ):
        game, other = s.create("heap"), s.create("splash")
        seats = [s.viewer(game, 1), s.viewer(game, 2)]
        first = s.post(f"/games/{game}/commands", seats[0], move="take 3")
        assert first.status_code == 500 or 500 in visit(s, game, seats[1])
        closed = s.get(f"/games/{game}", seats[0])
        assert (closed.status_code, closed.json()["kind"]) == (500, "game-fault")
        assert tells(closed.json()["detail"], "heap | heap_game/__init__.py")
        assert s.app.metrics.value("ledger_game_overruns_total") == 1
        fine = s.post(f"/games/{other}/commands", s.viewer(other, 1), move="fish")
        assert fine.status_code == 201
        s.post(f"/games/{game}/reopen", s.token("admin"))
        assert game not in s.app.registry.faults or place in ("a fold", "the questions", "points")
