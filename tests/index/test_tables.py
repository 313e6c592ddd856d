"""The tables hold what a plain fold over the same logs finds."""

from __future__ import annotations

from collections import Counter

import pytest

from ledger.index.rows.columns import HEADER, views
from ledger.index.schema import TABLES
from ledger.kernel.game.registry import installed
from ledger.kernel.log.events import tag


def numbers(sql):
    return {log: id for id, log in sql("select game_id, log from games")}


def test_every_game_is_there_once(sql, games):
    assert sorted(sql("select log, kind, game, title, players, finished from games")) == sorted(
        (g.log, g.kind, g.game, g.title, g.players, g.finished) for g in games
    )
    assert len({id for (id,) in sql("select game_id from games")}) == len(games)


def test_lengths_and_dates(sql, games):
    got = {
        row[0]: row[1:]
        for row in sql("select log, date::varchar, minutes, turns, moves from games")
    }
    for g in games:
        turns = g.turns[-1].number if g.turns else None
        moves = len(g.moves) if g.live else None
        date, minutes, *rest = got[g.log]
        assert (date, rest) == (g.date, [turns, moves]), g.log
        assert minutes == (None if g.minutes is None else pytest.approx(g.minutes))


def test_seats_and_players(sql, games):
    id = numbers(sql)
    want = [(id[g.log], p.seat, p.player, p.score, p.place, p.won) for g in games for p in g.seats]
    got = sql("select game_id, seat, player, score, place, won from seats")
    assert Counter(got) == Counter(want)
    assert sql("select names from players where player = 'ana'") == [(["Ana", "Ana Nowak"],)]
    assert sql("select sum(games)::int from players") == [(sum(g.players for g in games),)]


def test_every_line_is_there_and_the_live_ones_are_known(sql, games):
    id = numbers(sql)
    got = Counter(sql("select game_id, seq, type, move, turn, actor, live from events"))
    want = Counter()
    for g in games:
        alive = {x.seq for x in g.live}
        for x in g.lines:
            want[(id[g.log], x.seq, x.type, x.cmd, x.turn, x.by, x.seq in alive)] += 1
    unknown = id["chess"]
    assert Counter({k: n for k, n in got.items() if k[0] != unknown}) == want
    assert sum(n for k, n in got.items() if k[0] == unknown) == 3
    assert any(not k[6] for k in got), "some moves were taken back"


def test_deltas_are_the_differences_of_holdings(sql, games):
    id = numbers(sql)
    want = Counter((id[g.log], *d) for g in games for d in g.deltas)
    assert (
        Counter(sql("select game_id, seq, turn, seat, resource, change, value from deltas")) == want
    )
    wrong = sql(
        "select * from (select value, sum(change) over (partition by game_id, seat, resource "
        "order by seq) as total from deltas) where value <> total"
    )
    assert wrong == []


def test_turns_and_scores(sql, games):
    id = numbers(sql)
    got = sql("select game_id, turn, seat, round, first_seq, last_seq from turns")
    want = [
        (id[g.log], t.number, t.seat, g.rounds[t.number], t.first, t.last)
        for g in games for t in g.turns
    ]  # fmt: skip
    assert Counter(got) == Counter(want)
    scores = sql("select game_id, turn, seat, score from scores")
    assert Counter(scores) == Counter(
        (id[g.log], turn, n, score)
        for g in games
        for turn, row in g.scores.items()
        for n, score in enumerate(row, 1)
    )


def test_moves(sql, games):
    id = numbers(sql)
    got = sql("select game_id, move, seat, command, notation, seconds from moves")
    assert Counter(got) == Counter((id[g.log], *m) for g in games for m in g.moves)


def test_problems_name_the_game_that_is_not_installed(sql):
    assert sql("select log, kind from problems") == [("chess", "unknown")]


@pytest.mark.parametrize("game", installed().values(), ids=installed())
def test_a_view_for_each_event_type_with_its_fields(sql, games, game):
    """Generated from the types, and right for every event of the library."""
    for cls in game.rules.events:
        name = f"{game.meta.name}_{tag(cls)}".replace(".", "_")
        fields = cls.__struct_fields__
        table = next(t for t, _ in views([game]) if t.name == name)
        columns = [c.name for c in table.columns][len(HEADER) :]
        # every column can be written without quotes
        got = sql(f"select {', '.join(['seq', *columns])} from {name}")
        want = Counter(
            (x.seq, *(_sql(getattr(x.data, f)) for f in fields))
            for g in games if g.game == game.meta.name for x in g.live if type(x.data) is cls
        )  # fmt: skip
        assert Counter((row[0], *map(_sql, row[1:])) for row in got) == want, name


def _sql(value):
    """Return a field as it can be compared with what SQL gives."""
    if isinstance(value, tuple | list):
        return tuple(map(_sql, value))
    if isinstance(value, dict):
        return tuple(sorted((k, _sql(v)) for k, v in value.items()))
    return value


def test_documentation_and_tables_agree(sql):
    """Every column is documented, and every example is a question."""
    for table in (*TABLES, *(t for t, _ in views(installed().values()))):
        described = [(row[0], row[1].replace('"', "")) for row in sql(f"describe {table.name}")]
        assert described == [(c.name, c.type.replace('"', "")) for c in table.columns]
        sql(table.example)


def test_every_column_is_explained_in_words():
    """Not only by the id of a rule; a plug-in may say less."""
    for table in (*TABLES, *(t for t, _ in views(installed().values()))):
        if not table.name.startswith("splash"):
            for column in table.columns:
                words = column.meaning.removeprefix(f"rule {column.meaning.rpartition(' ')[2]}")
                assert words, (table.name, column)
