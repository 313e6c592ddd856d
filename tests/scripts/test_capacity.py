"""The capacity model adds up what was measured, and docs/scale.md has its table."""

from __future__ import annotations

import msgspec
import pytest

from scripts.capacity_model.__main__ import GAMES, OFF, PAGE, check, read_figures, table, with_table
from scripts.capacity_model.model import Figures, Load, Need, Run, first_to_break, fit, needs

FIGURES = read_figures()


def test_the_page_has_the_table_that_the_figures_give():
    page = PAGE.read_text("utf-8")
    loads = [Load(games=games) for games in GAMES]
    assert with_table(page, table(FIGURES, loads)) == page, "run scripts/capacity --write"


def test_three_runs_give_back_what_they_were_made_of():
    def run(readers, rate):
        return Run(readers, rate, 1.5 + 0.1 * readers + 20 / rate)

    found = fit(run(1, 20), run(10, 20), run(1, 60))
    assert found == pytest.approx((20, 1.5, 0.1))


def test_a_run_is_held_against_the_model():
    run = {
        "games": 10,
        "lines read by readers": 300,
        "events in the logs": 100,
        "commands/s": 1000.0,
    }
    right = FIGURES.command_ms + 3 * FIGURES.delivery_ms + FIGURES.idle_ms / 1000
    assert check(FIGURES, {**run, "processor: server, ms per command": right}) == pytest.approx(0)
    assert check(FIGURES, {**run, "processor: server, ms per command": 2 * right}) > OFF


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
