"""BG Stats: every trap of its exports."""

import json

import pytest

from common.refusals import all_tell, refuses, tells
from importers.reading import FIXTURES, counted, found, records, said
from ledger.importers.parsing import strict_json
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.results import Person, PlayRecord, Standing

ANA = Person(name="Ana", ids={"bgstats": "P-ANA", "bgg": "ana_k"})
BARTEK = Person(name="Bartek", ids={"bgstats": "P-BAR"})


def test_a_play_is_read_whole():
    assert found("backup.json")[0] == PlayRecord(
        source="bgstats",
        key="PLAY-1",
        title="KUPCY Z OSAKI",
        game="osaka",
        date="2026-03-01",
        time="18:30:00",
        minutes=48,
        place="Kuchnia",
        comment='Two "waves" in one turn',
        standings=(
            Standing(
                person=ANA,
                score="24+18+9",
                parts=("24", "18", "9"),
                total="51",
                place=1,
                won=True,
                began=True,
                first_time=False,
                seat=2,
            ),
            Standing(
                person=BARTEK,
                score="20+12\u22121",
                parts=("20", "12", "-1"),
                total="31",
                won=False,
                began=False,
                first_time=True,
                role="merchant",
                extra={"teamRole": "captain"},
            ),
            Standing(
                person=Person(name="?", ids={"bgstats": "P-ANON"}),
                place=3,
                extra={"anonymous": True},
            ),
        ),
        extra={
            "entryDate": "2026-03-01 20:02:11",
            "usesTeams": False,
            "manualWinner": False,
            "ignored": True,
            "rating": 0,
            "metaData": {"mood": "good"},
            "expansions": [
                {"title": "Osaka: More Ships", "bgg": 555, "bggPlayId": 8},
                {"gameRefId": 99},
            ],
        },
    )


def test_other_games_teams_and_unreadable_fields_are_kept():
    play = found("backup.json")[1]
    assert (play.game, play.title, play.bgg) == (None, "Golf Club", 777)
    assert (play.highest_wins, play.cooperative, play.extra["noPoints"]) == (False, True, True)
    assert (play.time, play.minutes, play.rounds, play.board) == (None, None, 3, "winter")
    assert [(s.score, s.total, s.team) for s in play.standings] == [
        ("plenty", None, "1"),
        ("7,5", "7.5", "2"),
    ]
    assert play.standings[1].extra == {"rank": "x"}
    assert play.extra["metaData"] == "{broken"


def test_everything_that_is_not_read_is_told():
    assert all_tell(
        said("backup.json"),
        [
            "remark | backup.json | U+FFFD | 1",
            "remark | backup.json | players[5]",
            "remark | backup.json | tags (1) | challenges (2) | deletedObjects (1)",
            "problem | backup.json:17: plays[0] | expansionPlays[1].gameRefId | 99",
            "problem | backup.json:24: plays[1] | metaData",
            "problem | backup.json:24: plays[1] | Ana | plenty",
            "problem | backup.json:24: plays[1] | playerScores[1] | rank | x",
            "malformed | backup.json:27: plays[2] PLAY-3 | gameRefId | 99",
            "malformed | backup.json:28: plays[3] PLAY-4 | playerScores[0].playerRefId | 8",
            "malformed | backup.json:29: plays[4] PLAY-5 | playerScores[0].playerRefId | 5",
            "malformed | backup.json:30: plays[5] PLAY-6 | locationRefId | 44",
            "malformed | backup.json:31: plays[6] PLAY-GONE",
            "malformed | backup.json:32: plays[7] | uuid",
            "malformed | backup.json:33: plays[8] PLAY-9 | 2026-02-30 10:00:00 | 2026-03-01",
            "malformed | backup.json:34: plays[9] | uuid",
            "malformed | backup.json:35: plays[10] | 30 | 18",
            "malformed | backup.json:38: plays[13]",
        ],
    )


def test_read_and_refused_are_all_plays_of_the_file():
    plays = (FIXTURES / "backup.json").read_bytes().count(b'"gameRefId": 7') - 1
    assert counted(records("backup.json")) == 14 == plays + 2


def test_a_shared_play_is_read_in_any_order_of_its_arrays():
    top = json.loads((FIXTURES / "backup.json").read_bytes())
    shared = {k: top[k] for k in ("plays", "players", "locations", "games")}
    shared["plays"] = shared["plays"][:2]
    data = json.dumps({"about": {"app": "x"}, **shared}).encode()
    assert found(data, "one.bgsplay") == found("backup.json")[:2]
    assert found(b"\xef\xbb\xbf" + data, "bom.bgsplay") == found("backup.json")[:2]
    assert found(data.decode().encode("utf-16"), "x.bgsplay") == found("backup.json")[:2]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"plays": [', "x.json:1:12"),
        (b'{"plays":\n [nope]}', "x.json:2:4"),
        (b'{"plays": NaN}', "x.json:1:11"),
        (b'{"plays": 7}', "x.json:1 | 7"),
        (b'{"players": []}', "x.json | plays"),
        (
            b'{"plays": [],\n "games": [], "plays": []}',
            "x.json:2 | plays",
        ),
        (b'{"plays": ' + b"[" * 3_000_000, "x.json:1"),
        (b'{"plays": [] } {}', "x.json:1:16"),
    ],
    ids=("cut", "word", "nan", "number", "plays", "twice", "deep", "rest"),
)
def test_a_broken_file_says_where(data, message):
    with pytest.raises(LedgerError) as e:
        records(data, "x.json") if b"players" not in data else list(_bgstats(data))
    assert tells(str(e.value), message)
    assert isinstance(e.value, Malformed)


def _bgstats(data):
    from ledger.importers.dispatch import read
    from ledger.importers.records import Kind

    return read(data, "x.json", kind=Kind.BGSTATS)


def test_what_nests_too_deeply_is_refused_alone():
    deep = '{"uuid": "A", "gameRefId": 1, "x": ' + "[" * 100 + "]" * 100 + "}"
    very = '{"uuid": "B", "gameRefId": 1, "x": ' + "[" * 500 + "]" * 500 + "}"
    good = '{"uuid": "C", "gameRefId": 1}'
    data = f'{{"games": [{{"id": 1, "name": "X"}}], "plays": [{deep}, {very}, {good}]}}'
    assert [p.key for p in found(data.encode(), "x.json")] == ["C"]
    assert all_tell(
        said(data.encode(), "x.json"),
        [
            "malformed | x.json:1: plays[0] A | 32",
            "malformed | x.json:1: plays[1] B | 32",
        ],
    )


def test_huge_files_and_records_are_refused(monkeypatch):
    big = '{"uuid": "A", "gameRefId": 1, "comments": "' + "x" * 4_000_000 + '"}'
    data = f'{{"games": [{{"id": 1, "name": "X"}}], "plays": [{big}]}}'.encode()
    assert all_tell(said(data, "x.json"), ["malformed | x.json:1: plays[0] | 3"])
    monkeypatch.setattr(strict_json, "MAX_ENTRIES", 13)
    with refuses(Malformed, "backup.json:16 | 13"):
        records("backup.json")
    monkeypatch.setattr(strict_json, "MAX_VALUES", 10)
    with pytest.raises(Malformed) as e:
        records("backup.json")
    assert tells(str(e.value), "backup.json | 10")


# --- what is no export, and what was deleted --------------------------------------------------


def test_a_foreign_list_of_plays_is_told_once_for_what_it_is_not():
    plays = [{"id": n, "game": "Go", "date": "2026-03-01", "results": []} for n in range(4)]
    (only,) = said(json.dumps({"plays": plays}).encode(), "plays.json")
    assert only.tells("malformed | plays.json | uuid | gameRefId | playerScores => .csv")


def test_a_play_without_uuid_among_others_is_refused_alone():
    plays = [{"id": 1}, {"gameRefId": 7, "uuid": "u"}]
    text = json.dumps({"games": [{"id": 7, "name": "Go"}], "plays": plays})
    assert [p.key for p in found(text.encode(), "plays.json")] == ["u"]
    (refused,) = said(text.encode(), "plays.json")
    assert refused.tells("malformed | plays.json:1: plays[0] | uuid")


@pytest.mark.parametrize(
    ("tombstone", "changed", "lives"),
    [
        ({"uuid": "U", "modificationDate": "2020-10-14 20:00:00"}, "2020-12-15 21:00:00", True),
        ({"uuid": "U", "deletionDate": "2020-10-14T20:00:00"}, "2020-10-14 20:00:01", True),
        ({"uuid": "U", "modificationDate": "2020-12-15 21:00:01"}, "2020-12-15 21:00:00", False),
        ({"uuid": "U"}, "2020-12-15 21:00:00", False),
        ({"uuid": "U", "modificationDate": "2020-10-14 20:00:00"}, None, False),
        ("U", "2020-12-15 21:00:00", False),
    ],
)
def test_a_play_that_was_changed_after_its_deletion_lives(tombstone, changed, lives):
    play = {"uuid": "u", "gameRefId": 7, "modificationDate": changed}
    file = {"games": [{"id": 7, "name": "Go"}], "plays": [play], "deletedObjects": [tombstone]}
    assert len(found(json.dumps(file).encode(), "x.json")) == lives
