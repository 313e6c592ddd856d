"""Turning results without moves into rows of `games` and `seats`."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ledger.index.build.changes import Plan, digest_of
from ledger.index.build.fingerprints import code_fingerprints
from ledger.index.build.inputs import Source
from ledger.index.build.load import load_facts, load_logs, run
from ledger.library.journal.catalogue import GameEntry
from ledger.library.people.directory import keys_of, person_of
from ledger.library.records.chronology import entered
from ledger.library.records.game_identity import own_key
from ledger.library.records.outcomes import expansions, highest_wins, ignored, outcome

if TYPE_CHECKING:
    import duckdb

MOST = 2**31 - 1
"""The largest number of plays that fits in the column; no real record has that many."""


def load_results(con: duckdb.DuckDBPyConnection, plan: Plan, source: Source, tmp: Path) -> None:
    """Load the results listed in a plan."""
    if not plan.results:
        return
    last = run(con, "select coalesce(max(game_id), 0) from internal.logs")[0][0]
    fresh = itertools.count(max(last, plan.last) + 1)
    games, seats, logs = [], [], []
    for n in plan.results:
        entry = source.results[n]
        old = plan.have.get(entry.id)
        id = old.game_id if old else next(fresh)
        game, players = result_rows(id, entry)
        games.append(game)
        seats += players
        logs.append(
            {
                "game_id": id,
                "log": entry.id,
                "revision": entry.revision,
                "game": "",
                "head": digest_of(entry),
                "seq": 0,
                "code": code_fingerprints()[""],
                "came": entry.line,
            }
        )
    for table, rows in (("games", games), ("seats", seats)):
        file = tmp / f"results-{table}.json"
        file.write_bytes(msgspec.json.Encoder().encode_lines(rows))
        load_facts(con, table, file)
    load_logs(con, logs, tmp / "results-logs.json")


def result_rows(id: int, entry: GameEntry) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a game's row in `games` and its rows in `seats`."""
    played = entry.played
    assert played is not None  # noqa: S101 # every result has it
    found = outcome(played)
    started = f"{played.date}T{played.time}" if played.date and played.time else None
    game = {
        "game_id": id,
        "log": entry.id,
        "game_key": own_key(played),
        "kind": "result",
        "game": played.game,
        "title": played.title,
        "bgg_id": played.bgg,
        "players": len(played.standings),
        "sides": None if found.sides is None else len(set(found.sides)),
        "plays": min(played.quantity, MOST),
        "date": played.date,
        "date_text": played.date,
        "started": started,
        "entered": entered(played),
        "minutes": played.minutes,
        "rounds": played.rounds,
        "finished": played.complete,
        "location": played.place,
        "cooperative": played.cooperative,
        "solo": len(played.standings) == 1,
        "ignored": ignored(played),
        "highest_wins": highest_wins(played),
        "uncounted": found.uncounted,
        "expansions": expansions(played),
        "board": played.board,
        "comment": played.comment,
        "source": played.source,
        "extra": played.extra,
    }
    seats = [
        {
            "game_id": id,
            "game": played.game,
            "number": i + 1,
            "seat": s.seat,
            "name": s.person.name,
            "colour": s.colour,
            "side": None if found.sides is None else found.sides[i],
            "score": None if s.total is None else float(s.total),
            "score_text": s.score,
            "score_parts": [float(part) for part in s.parts],
            "place": found.places[i],
            "won": found.won[i],
            "began": s.began,
            "first_time": s.first_time,
            "team": s.team,
            "role": s.role,
            "seat_extra": s.extra,
            "key": next(iter(keys_of(person_of(s))), None),
        }
        for i, s in enumerate(played.standings)
    ]
    return game, seats
