"""A log of ours as a game without moves."""

import csv
import io
import random

import pytest

from common.fewest import fewest_win
from importers.reading import found
from ledger.exporters.bgg import write_bgg
from ledger.exporters.bgstats import link_payload, write_bgsplay
from ledger.exporters.csv import write_csv
from ledger.exporters.summary import played_from
from ledger.kernel.game.registry import installed
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.results import PlayRecord
from ledger.kernel.rules.chance import Seeded
from ledger.library.records.game_identity import identify


def play(game, names, *, moves=10_000, at=True, **more):
    rng = random.Random(7)
    table = Table.open(
        game,
        open_game(game, names, **more),
        Seeded(rng),
        at="2026-03-01T18:30:00.000Z" if at else None,
    )
    for n in range(moves):
        if table.over:
            break
        seat = game.rules.awaiting(table.state)[0].seat
        command = game.bots["random"].choose(game, table.state, seat, rng)
        time = f"2026-03-01T19:{min(n, 59):02}:00.000Z"
        table.do(command, Seeded(rng), at=time if at else None)
    return table


@pytest.mark.parametrize("name", list(installed()))
def test_a_finished_game(name):
    game = installed()[name]
    names = ["Ana", "Bartek", "Celina", "Dawid"][: game.meta.players[-1]]
    table = play(game, names, id="one", place="Kuchnia", started="2026-03-01")
    assert table.over
    outcome = game.rules.outcome(table.state)
    played = played_from(game, table.lines)
    assert (played.source, played.key, played.place) == ("ledger", "one", "Kuchnia")
    assert (played.game, played.title, played.bgg) == (name, game.meta.title, game.meta.bgg or None)
    assert (played.date, played.time, played.complete) == ("2026-03-01", None, True)
    assert [s.person.name for s in played.standings] == names
    assert tuple(s.total and int(s.total) for s in played.standings) == outcome.scores
    for s in played.standings:
        assert s.won == (s.seat in outcome.ranking[0])
        assert s.won == (s.place == 1)
    first = next(x.by for x in table.lines if x.by and x.turn == 1)
    assert [s.seat for s in played.standings if s.began] == [first]
    assert found(write_csv([played]).data, "x.csv") == [played]
    (back,) = found(write_bgsplay([played]).data, "x.bgsplay")
    assert [(s.total, s.place, s.won) for s in back.standings] == [
        (s.total, s.place, s.won) for s in played.standings
    ]


def test_times_come_from_the_lines(osaka):
    table = play(osaka, ["Ana", "Bartek"], moves=21)
    played = played_from(osaka, table.lines)
    assert (played.date, played.time, played.minutes) == ("2026-03-01", "18:30:00", 50)
    assert played.extra == {"zone": "Z"}
    assert (played.complete, played.standings[0].place) == (False, None)
    assert f"digest:{played.key}" == identify(table.lines).key


def test_a_game_nobody_timed_or_finished(osaka):
    table = play(osaka, ["Ana", "Bartek"], moves=3, at=False)
    table.abandon("late")
    played = played_from(osaka, table.lines)
    assert (played.date, played.minutes, played.complete) == (None, None, False)
    assert [(s.score, s.place, s.won) for s in played.standings] == [(None, None, None)] * 2


def test_a_game_in_which_the_fewest_points_win(monkeypatch):
    game = fewest_win(monkeypatch)
    played = played_from(game, play(game, ["Ana", "Bartek"], id="one").lines)
    assert played.highest_wins is False
    assert found(write_csv([played]).data, "x.csv") == [played]
    (back,) = found(write_bgsplay([played]).data, "x.bgsplay")
    assert back.highest_wins is False
    assert link_payload(played)["game"]["highestWins"] is False
    assert any("lowest" in str(loss) for loss in write_bgg([played]).lost)


def test_a_result_of_such_a_game_goes_out_that_way_too(monkeypatch):
    """Also if its source could not say so, as BGG."""
    fewest_win(monkeypatch)
    played = PlayRecord(source="bgg", key="1", title="Traders of Osaka", game="osaka")
    (row,) = csv.DictReader(io.StringIO(write_csv([played]).data.decode()))
    assert row["highest wins"] == "0"
    assert link_payload(played)["game"]["highestWins"] is False
    assert any("lowest" in str(loss) for loss in write_bgg([played]).lost)
