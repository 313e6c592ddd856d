"""The capacity model adds up what was measured, and docs/scale.md has its table."""

from __future__ import annotations

import msgspec
import pytest

from scripts.capacity_model.__main__ import (
    FIGURES as FILE,
)
from scripts.capacity_model.__main__ import (
    GAMES,
    OFF,
    PAGE,
    check,
    check_all,
    read_figures,
    written,
)
from scripts.capacity_model.model import (
    Figures,
    Load,
    Need,
    Run,
    first_to_break,
    fit,
    needs,
)
from scripts.capacity_model.refit import (
    FITTED,
    HELD_BACK,
    fitted,
    read_run,
    read_runs,
    seen_in,
    with_values,
)

FIGURES = read_figures()


def test_the_page_has_the_tables_that_the_figures_give():
    page = PAGE.read_text("utf-8")
    loads = [Load(games=games) for games in GAMES]
    assert written(page, FIGURES, loads) == page, "run scripts/capacity --write"


def test_the_runs_that_were_held_back_are_predicted():
    shapes = [(seen.games, seen.readers) for seen in read_runs()]
    assert shapes == [*FITTED, *HELD_BACK]
    assert check_all(FIGURES, []) == 0


def test_three_runs_give_back_what_they_were_made_of():
    def run(readers, rate):
        return Run(readers, rate, 1.5 + 0.1 * readers + 20 / rate)

    found = fit(run(1, 20), run(10, 20), run(1, 60))
    assert found == pytest.approx((20, 1.5, 0.1))


def told(shape, *, ms, memory):
    """What serve-load tells of a run in which every game has four commands a second."""
    events = 100
    return {
        "lines read by readers": events * shape.readers // shape.games,
        "events in the logs": events,
        "commands acknowledged": events // 4,
        "commands/s": 4.0 * shape.games,
        "processor: server, ms per command": ms,
        "memory, MB: 3rd quarter, last": [0.0, memory],
    }


def runs_of(figures):
    """Runs as they would be if the figures were right."""
    found = []
    for shape in (*FITTED, *HELD_BACK):
        rate, readers = 4.0 * shape.games, shape.readers // shape.games
        ms = figures.command_ms + readers * figures.delivery_ms + figures.idle_ms / rate
        memory = 80 + 0.2 * shape.games + 0.05 * shape.readers
        found.append(seen_in(shape, told(shape, ms=ms, memory=memory)))
    return found


def test_a_refit_finds_the_figures_that_runs_were_made_of():
    values = fitted(runs_of(FIGURES), {"database_ms": 0.2, "hint_ms": 0.03, "wake_ms": 0.02})
    assert values == pytest.approx(
        {
            "idle_ms": FIGURES.idle_ms,
            "command_ms": FIGURES.command_ms,
            "delivery_ms": FIGURES.delivery_ms,
            "viewer_bytes": 50_000,
            "room_bytes": 200_000,
            "events_per_command": 4,
            "database_ms": 0.2,
            "hint_ms": 0.03,
            "wake_ms": 0.02,
        }
    )


def test_a_refit_changes_its_figures_alone():
    before = FILE.read_text("utf-8")
    after = with_values(before, {"idle_ms": 12.345, "room_bytes": 123_456})
    assert "[idle_ms]\nvalue = 12.3\n" in after and "[room_bytes]\nvalue = 123_456\n" in after
    changed = [x for x, y in zip(before.splitlines(), after.splitlines(), strict=True) if x != y]
    assert len(changed) == 2
    with pytest.raises(ValueError, match="nothing"):
        with_values(before, {"nothing": 1})


def test_what_cannot_be_is_no_figure():
    runs = runs_of(FIGURES)
    runs[1] = msgspec.structs.replace(runs[1], ms=runs[0].ms / 2)
    with pytest.raises(ValueError, match="delivery_ms"):
        fitted(runs, {"database_ms": 0.2, "hint_ms": 0.03, "wake_ms": 0.02})


def test_a_run_is_held_against_the_model():
    run = told(FITTED[0], ms=0.0, memory=0.0) | {
        "lines read by readers": 300,
        "commands/s": 1000.0,
    }
    right = FIGURES.command_ms + 3 * FIGURES.delivery_ms + FIGURES.idle_ms / 1000
    for ms, good in ((right, True), (2 * right, False)):
        off = check(FIGURES, read_run({**run, "processor: server, ms per command": ms}))
        assert (off < OFF) is good


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
