"""BGA: lists of tables and logs of one table."""

import json

import pytest

from common.refusals import all_tell, tells
from importers.reading import FIXTURES, counted, found, records, said, told
from ledger.importers import bga
from ledger.kernel.errors import Malformed
from ledger.kernel.results import Person, PlayRecord, Standing


def test_a_table_is_read_whole():
    assert found("tables.json")[0] == PlayRecord(
        source="bga",
        key="123456789",
        title="tradersofosaka",
        game="osaka",
        date="2026-03-01",
        time="17:30:00",
        minutes=48,
        standings=(
            Standing(
                person=Person(name="Ana", ids={"bga": "11"}),
                score="51",
                total="51",
                place=1,
                won=True,
            ),
            Standing(
                person=Person(name="Bartek", ids={"bga": "12"}),
                score="43",
                total="43",
                place=2,
                won=False,
            ),
        ),
        extra={
            "told_by": "list",
            "normalend": True,
            "start": 1772386200,
            "end": 1772389080,
            "zone": "Z",
            "game_id": "1",
            "elo_win": "3",
        },
    )


def test_tables_without_scores_and_ends():
    table = found("tables.json")[1]
    assert (table.key, table.complete, table.minutes) == ("123456790", False, None)
    assert [(s.score, s.place) for s in table.standings] == [(None, None)] * 2


def test_everything_that_is_not_read_is_told():
    assert all_tell(
        said("tables.json"),
        [
            "malformed | tables.json:4: data.tables[2] 123456791 | 2 | 1 | scores",
            "problem | tables.json:5: data.tables[3] | Ana | lost",
            "problem | tables.json:5: data.tables[3] | Ana | last | ranks",
            "malformed | tables.json:6: data.tables[4] | table_id",
        ],
    )
    assert counted(records("tables.json")) == 5


def test_a_log_keeps_players_times_and_packets():
    (log,) = found("log.json", game="osaka")
    packets = json.loads((FIXTURES / "log.json").read_bytes())["data"]["logs"]
    assert (log.key, log.game, log.complete, log.minutes) == ("123456789", "osaka", True, 40)
    assert [(s.person.name, s.person.ids, s.colour) for s in log.standings] == [
        ("Ana", {"bga": "11"}, "#ff0000"),
        ("Bartek", {"bga": "12"}, "#0000ff"),
    ]
    assert log.extra["packets"] == packets
    assert log.extra["timing"] == [[3, 1772386200], [4, 1772388600]]
    assert told("log.json", game="osaka") == []


def test_the_packets_of_a_replay_page():
    (log,) = found("replay.json")
    assert (log.key, log.title, log.game, log.complete) == ("5", "?", None, False)
    assert [s.person for s in log.standings] == [
        Person(name="Ana", ids={"bga": "11"}),
        Person(name="Bartek", ids={"bga": "12"}),
    ]
    assert all_tell(
        said("replay.json"),
        [
            "problem | replay.json | --game",
            "problem | replay.json | 99",
        ],
    )


def test_packets_that_are_too_large_leave_their_times(monkeypatch):
    monkeypatch.setattr(bga, "MAX_RECORD", 1500)
    (log,) = found("log.json", game="osaka")
    assert "packets" not in log.extra and len(log.extra["timing"]) == 2
    assert all_tell(said("log.json", game="osaka"), ["problem | log.json | 3"])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            '{"status":"0","error":"You have reached a limit (replay)","code":100}',
            "x.json",
        ),
        ('{"status":0}', "x.json | status 0"),
        ('{"status":1}', "x.json | data"),
        ('{"status":1,"data":{}}', "x.json | data.logs"),
    ],
)
def test_errors_that_were_saved_are_told(data, message):
    with pytest.raises(Malformed) as e:
        records(data, "x.json")
    assert tells(str(e.value), message)


@pytest.mark.parametrize(
    ("packets", "why"),
    [
        ("[]", "malformed | x.json | table_id"),
        ("{}", "malformed | x.json:1 | data.logs | list"),
        ("[7]", "malformed | x.json | data.logs[0] | object"),
        ('[{"table_id":1,"time":1e400}]', "malformed | x.json:1 | 1e400"),
    ],
)
def test_a_log_that_says_nothing_is_refused(packets, why):
    data = f'{{"status":1,"data":{{"logs":{packets}}}}}'
    assert all_tell(said(data, "x.json"), [why])


def test_other_tables_are_told_once_for_what_they_are_not():
    text = '{"status":1,"data":{"tables":[{"seats":4},{"seats":6}]}}'
    (only,) = said(text, "tables.json")
    assert only.tells("malformed | tables.json | table_id")
