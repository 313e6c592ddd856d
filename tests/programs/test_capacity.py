"""docs/scale.md has the table that the capacity model works out of the measured figures."""

from scripts.laboratory.capacity.__main__ import GAMES, PAGE, read_figures, table, written
from scripts.laboratory.capacity.model import Load, Run, fit


def test_the_page_has_the_table_that_the_figures_give():
    page = PAGE.read_text("utf-8")
    text = table(read_figures(), [Load(games=games) for games in GAMES])
    assert written(page, text) == page, "run scripts/lab capacity --write"


def test_three_runs_give_back_the_figures_they_were_made_of():
    def run(games, readers):
        rate, of_a_game = 4.0 * games, readers / games
        ms = 1.5 + 0.1 * of_a_game + 20 / rate
        return Run(games, readers, of_a_game, rate, ms, 80 + 0.2 * games + 0.05 * readers)

    found = fit(run(20, 20), run(20, 200), run(60, 60))
    assert {name: round(value, 6) for name, value in found.items()} == {
        "idle_ms": 20,
        "command_ms": 1.5,
        "delivery_ms": 0.1,
        "room_bytes": 200_000,
        "viewer_bytes": 50_000,
    }
