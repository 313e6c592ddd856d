"""The capacity model adds up what was measured, and docs/scale.md has its table."""

from __future__ import annotations

import json

import msgspec
import pytest

from scripts.laboratory.capacity.__main__ import (
    GAMES,
    PAGE,
    off_by,
    read_figures,
    read_run,
    table,
    written,
)
from scripts.laboratory.capacity.model import (
    Figures,
    Load,
    Need,
    Run,
    first_to_break,
    fit,
    needs,
)

FIGURES = read_figures()


def test_the_page_has_the_table_that_the_figures_give():
    page = PAGE.read_text("utf-8")
    text = table(FIGURES, [Load(games=games) for games in GAMES])
    assert written(page, text) == page, "run scripts/lab capacity --write"


def run(games, readers):
    """A run as it would be if the figures were right, with four commands a second of a game."""
    rate, of_a_game = 4.0 * games, readers / games
    ms = FIGURES.command_ms + of_a_game * FIGURES.delivery_ms + FIGURES.idle_ms / rate
    memory = 80e6 + games * FIGURES.room_bytes + readers * FIGURES.viewer_bytes
    return Run(games, readers, of_a_game, rate, ms, memory / 1e6)


def test_three_runs_give_back_the_figures_they_were_made_of():
    found = fit(run(20, 20), run(20, 200), run(60, 60))
    assert found == pytest.approx({name: getattr(FIGURES, name) for name in found})


def test_what_cannot_be_is_no_figure():
    few, read = run(20, 20), run(20, 200)
    with pytest.raises(ValueError, match="delivery_ms"):
        fit(few, read._replace(ms=few.ms / 2), run(60, 60))


def test_a_run_is_held_against_the_model(tmp_path):
    right = run(20, 60)
    told = {
        "games at once": 20,
        "readers": 60,
        "lines read by readers": 300,
        "events in the logs": 100,
        "commands/s": right.rate,
        "processor: service, ms per command": right.ms,
        "memory of the service, MB": right.megabytes,
    }
    file = tmp_path / "run.json"
    file.write_text(json.dumps(told))
    assert read_run(file) == right
    assert off_by(FIGURES, right) == pytest.approx(0)
    assert off_by(FIGURES, right._replace(ms=2 * right.ms)) == pytest.approx(0.5)


def need(figures: Figures, load: Load, name: str) -> Need:
    (found,) = [need for need in needs(figures, load) if need.name == name]
    return found


def test_what_one_cannot_do_breaks_first():
    load = Load(games=100_000, readers=0, kept_games=0)
    commands = 100_000 * 4 / 60
    strong = msgspec.structs.replace(
        FIGURES, wake_ms=0, fold_ms=0, lake_game_ms=0, groups_per_second=commands / 2
    )
    assert first_to_break(needs(strong, load)).name == "PostgreSQL, appends"
    enough = msgspec.structs.replace(strong, groups_per_second=commands)
    assert first_to_break(needs(enough, load)) is None
    woken = msgspec.structs.replace(enough, wake_ms=1.0)
    assert first_to_break(needs(woken, load)).name == "PostgreSQL, CPU of hints"


def test_a_process_hears_only_of_its_own_games_and_the_database_wakes_all():
    small, large = Load(games=100_000), Load(games=200_000)
    services = [need(FIGURES, load, "service processes").value for load in (small, large)]
    assert services[1] == pytest.approx(2 * services[0])
    wakes = [need(FIGURES, load, "PostgreSQL, CPU of hints").value for load in (small, large)]
    assert wakes[1] == pytest.approx(4 * wakes[0]), "each command wakes each process's session"
