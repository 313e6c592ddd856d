"""What is written for other programs is read back the same; what they cannot hold is told."""

import datetime as dt
import json
import string
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from importers.reading import found, said
from ledger.exporters.bgg import write_bgg
from ledger.exporters.bgstats import (
    LINK,
    link_payload,
    play_uuid,
    push_link,
    write_bgsplay,
    write_links,
)
from ledger.exporters.csv import write_csv
from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.titles import Titles
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.records.known_exports import bgstats_uuid

TITLES = Titles()
PLAY = PlayRecord(
    source="ledger",
    key="osaka-2026-03-01",
    title="Traders of Osaka",
    game="osaka",
    bgg=24827,
    date="2026-03-01",
    time="18:30:00",
    minutes=48,
    place="Kuchnia",
    standings=(
        Standing(person=Person(name="Ana"), score="51", total="51", place=1, won=True, began=True),
        Standing(person=Person(name="Bartek"), score="43", total="43", place=2, won=False),
    ),
)


def in_words(lost):
    return tuple(map(str, lost))


# --- records, as far as each format can hold them ---------------------------------------------

words = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], include_characters="\r\n\t"),
    min_size=1,
    max_size=20,
).filter(lambda t: t == t.strip())
xml_words = words.filter(lambda t: not {"\ufffe", "\uffff"} & set(t))
maybe = st.none() | words
numbers = st.none() | st.integers(1, 10**6)
flags = st.none() | st.booleans()
times = st.none() | st.times(min_value=dt.time(0, 0, 1)).map(lambda t: t.strftime("%H:%M:%S"))
dates = st.dates(dt.date(1000, 1, 1)).map(str)
partial = dates.map(lambda d: d[:8] + "??") | dates.map(lambda d: d[:5] + "??-??")
numerals = st.lists(st.integers(-999, 999), min_size=1, max_size=4).map(
    lambda ns: "".join(f"{n:+}" if i else str(n) for i, n in enumerate(ns))
)
scores = st.none() | numerals | words
ids = st.text(string.ascii_letters + string.digits + "-", min_size=1, max_size=12)
extras = st.dictionaries(
    st.text(string.ascii_lowercase, min_size=1, max_size=5).map(lambda k: f"x{k}"),
    words | st.integers(-(10**9), 10**9) | st.lists(words, min_size=1, max_size=2),
    max_size=2,
)


@st.composite
def standings(draw, of, text=words, **fields):
    """Return players with different names, their scores read as every reader reads them."""
    names = draw(st.lists(text, unique=True, max_size=4))
    out = []
    for name in names:
        score = read_score(draw(scores if text is words else st.none() | numerals | text))
        values = {k: draw(v) for k, v in fields.items()}
        person = Person(name=name, ids=draw(of))
        out.append(
            Standing(
                person=person, score=score.text, parts=score.parts, total=score.total, **values
            )
        )
    return tuple(out)


def game_of(played: PlayRecord) -> PlayRecord:
    import msgspec

    found = TITLES.find(played.title, bgg=played.bgg).game
    return msgspec.structs.replace(played, game=found)


@st.composite
def plays(draw, **fields):
    """Return games that differ in their keys."""
    keys = draw(st.lists(ids, unique=True, min_size=1, max_size=3))
    titles = st.sampled_from(["Traders of Osaka", "Istanbul: Gra kościana"]) | fields.pop(
        "title", words
    )
    return [
        game_of(PlayRecord(key=k, title=draw(titles), **{f: draw(v) for f, v in fields.items()}))
        for k in keys
    ]


csv_plays = plays(
    source=ids,
    bgg=numbers,
    date=st.none() | dates | partial,
    time=times,
    minutes=numbers,
    rounds=numbers,
    place=maybe,
    board=maybe,
    quantity=st.integers(1, 9),
    complete=st.booleans(),
    highest_wins=st.booleans(),
    cooperative=st.booleans(),
    comment=maybe,
    extra=extras,
    standings=standings(
        st.dictionaries(ids, words, max_size=2),
        place=numbers,
        won=flags,
        began=flags,
        first_time=flags,
        seat=numbers,
        colour=maybe,
        role=maybe,
        team=maybe,
        extra=extras,
    ),
)
bgstats_plays = plays(
    source=st.just("bgstats"),
    bgg=numbers,
    date=dates,
    time=times,
    minutes=numbers,
    rounds=numbers,
    place=maybe,
    board=maybe,
    highest_wins=st.booleans(),
    cooperative=st.booleans(),
    comment=maybe,
    extra=extras,
    standings=standings(
        st.fixed_dictionaries({"bgstats": ids}, optional={"bgg": ids}),
        place=numbers,
        won=st.booleans(),
        began=st.booleans(),
        first_time=st.booleans(),
        seat=numbers,
        role=maybe,
        extra=extras,
    ),
)
bgg_plays = plays(
    source=st.just("bgg"),
    title=xml_words,
    bgg=numbers,
    date=st.none() | dates | partial,
    minutes=numbers,
    place=st.none() | xml_words,
    quantity=st.integers(1, 9),
    complete=st.booleans(),
    comment=st.none() | xml_words,
    extra=st.dictionaries(ids.map(lambda k: f"x{k}"), xml_words, max_size=2)
    | st.just({"subtypes": ["boardgame"], "nowinstats": "1", "item": {"year": "1999"}}),
    standings=standings(
        st.dictionaries(st.just("bgg"), ids),
        text=xml_words,
        won=flags,
        first_time=flags,
        seat=numbers,
        colour=st.none() | xml_words,
        extra=st.sampled_from([{}, {"userid": "7", "rating": "8.5"}]),
    ),
)


# --- the laws ---------------------------------------------------------------------------------


@given(csv_plays)
def test_a_table_is_read_back_whole(records):
    written = write_csv(records)
    assert found(written.data, "x.csv") == records
    assert written.lost == ()


@given(bgstats_plays)
def test_a_shared_play_is_read_back_whole(records):
    written = write_bgsplay(records)
    assert found(written.data, "x.bgsplay") == records
    assert written.lost == ()


@given(bgg_plays)
def test_a_page_of_bgg_is_read_back_whole(records):
    written = write_bgg(records)
    assert found(written.data, "x.xml") == records
    assert written.lost == ()


@given(csv_plays)
def test_what_a_format_cannot_hold_is_told(records):
    """Nothing is lost in silence: what comes back differs only where a loss was told."""
    for write, name, source in (
        (write_bgsplay, "x.bgsplay", "bgstats"),
        (write_bgg, "x.xml", None),
    ):
        written = write(records)
        back = found(written.data, name)
        assert len(back) == len(records)
        for one, two in zip(records, back, strict=True):
            assert (two.source, two.title) == (source or one.source, one.title)
            if one.minutes:
                assert two.minutes == one.minutes
            if not written.lost:
                assert two.extra == one.extra


def test_every_loss_is_named():
    hard = PlayRecord(
        source="x",
        key="1",
        title="X",
        date="2026-??-??",
        time="18:30",
        quantity=2,
        complete=False,
        board="b",
        rounds=2,
        highest_wins=False,
        cooperative=True,
        comment="\x01",
        extra={"a": 1},
        standings=(
            Standing(
                person=Person(name="A", ids={"x": "1"}),
                place=1,
                began=True,
                colour="red",
                role="r",
                team="t",
                extra={"z": 1},
            ),
        ),
    )
    assert in_words(write_bgsplay([hard, hard]).lost) == (
        "extra (2 times)",
        "quantity (2 times)",
        "that the game was not finished (2 times)",
        "dates that are only partly known (2 times)",
        "players' colours (2 times)",
        "that it isn't known who won, began or was new (it says no instead) (2 times)",
        "players' ids in other programs (2 times)",
    )
    assert in_words(write_links([hard]).lost) == (
        "extra (2 times)",
        "quantity (1 time)",
        "that the game was not finished (1 time)",
        "that the game is cooperative (1 time)",
        "the rounds (1 time)",
        "dates that are only partly known (1 time)",
        "players' colours (1 time)",
        "players' teams (1 time)",
        "that it isn't known who won, began or was new (it says no instead) (1 time)",
    )
    assert in_words(write_bgg([hard]).lost) == (
        "the time (1 time)",
        "the rounds (1 time)",
        "the board (1 time)",
        "that the lowest score wins (1 time)",
        "that the game is cooperative (1 time)",
        "extra (2 times)",
        "characters that XML doesn't allow (1 time)",
        "players' places (1 time)",
        "who started (1 time)",
        "players' roles (1 time)",
        "players' teams (1 time)",
        "players' ids in other programs (1 time)",
    )


@pytest.mark.parametrize("write", [write_bgsplay, write_links, write_bgg])
def test_a_time_zone_is_a_loss_of_its_own(write):
    zoned = PlayRecord(source="bga", key="1", title="Go", date="2026-03-01", extra={"zone": "Z"})
    assert in_words(write([zoned]).lost) == ("the time zone (1 time)",)


# --- BG Stats ---------------------------------------------------------------------------------


def test_the_link_says_what_the_app_asks_for():
    link = push_link(PLAY)
    assert link.startswith(LINK)
    (data,) = parse_qs(urlsplit(link).query)["data"]
    assert json.loads(data) == {
        "sourceName": "ledger",
        "sourcePlayId": "osaka-2026-03-01",
        "playDate": "2026-03-01 18:30:00",
        "durationMin": 48,
        "comments": "",
        "location": "Kuchnia",
        "board": "",
        "game": {
            "name": "Traders of Osaka",
            "bggId": 24827,
            "sourceGameId": "osaka",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Ana",
                "sourcePlayerId": "Ana",
                "startPlayer": True,
                "rank": 1,
                "score": 51,
                "role": "",
                "winner": True,
            },
            {
                "name": "Bartek",
                "sourcePlayerId": "Bartek",
                "startPlayer": False,
                "rank": 2,
                "score": 43,
                "role": "",
                "winner": False,
            },
        ],
    }
    assert json.loads(data) == link_payload(PLAY)


@given(
    plays(
        source=ids,
        bgg=numbers,
        date=dates,
        time=times,
        minutes=numbers,
        place=maybe,
        board=maybe,
        comment=maybe,
        highest_wins=st.booleans(),
        standings=st.lists(
            st.builds(
                Standing,
                person=words.map(lambda n: Person(name=n)),
                score=(score := st.shared(st.integers(-99, 999).map(str))),
                total=score,
                place=numbers,
                won=st.booleans(),
                began=st.booleans(),
                role=maybe,
            ),
            max_size=3,
        ).map(tuple),
    )
)
def test_links_are_read_back_whole(records):
    links = "\n".join(push_link(p) for p in records).encode()
    assert found(links, "x.txt") == records
    payload = json.dumps(link_payload(records[0])).encode()
    assert found(payload, "x.json") == records[:1]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bgstats://app?data=%7B", ""),
        ("bgstats://app?x=1", "data="),
        ("bgstats://app?data=%ff", "data="),
        ("bgstats://app?data=7", ""),
        ("bgstats://app?data={}", "sourcePlayId"),
        ('bgstats://app?data={"sourcePlayId":1}', "game"),
        ('bgstats://app?data={"sourcePlayId":1,"game":{}}', "name"),
    ],
)
def test_broken_links_are_told(line, why):
    (refused,) = said(f"\n{line}\n".encode(), "x.txt")
    assert refused.tells(f"malformed | x.txt:2 | {why}")


def test_our_games_have_the_same_id_in_bg_stats_every_time():
    assert play_uuid(PLAY) == bgstats_uuid("ledger", "osaka-2026-03-01")
    (back,) = found(write_bgsplay([PLAY]).data, "x.bgsplay")
    assert back.key == play_uuid(PLAY) == "97594BAD-9258-5E21-B9FD-FA51DB952914"
    assert (back.game, back.date, back.time, back.place) == (
        "osaka",
        PLAY.date,
        PLAY.time,
        PLAY.place,
    )
    assert [(s.person.name, s.total, s.place, s.won) for s in back.standings] == [
        ("Ana", "51", 1, True),
        ("Bartek", "43", 2, False),
    ]


# --- spreadsheets -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a\rb", "a\nb", "a\r\nb", 'a"b', "a,b", "'=1", "''x"])
def test_cells_that_need_quotes(text):
    odd = PlayRecord(
        source="x", key="1", title=text, standings=(Standing(person=Person(name=text)),)
    )
    assert found(write_csv([odd]).data, "x.csv") == [odd]


def test_cells_that_look_like_headings():
    odd = PlayRecord(source="date", key="game", title="player", board="at", comment="at")
    assert found(write_csv([odd]).data, "x.csv") == [odd]


def test_a_long_cell_comes_back_and_one_that_is_too_long_is_told():
    long = PlayRecord(source="bga", key="1", title="Go", extra={"packets": '"' * 200_000})
    written = write_csv([long])
    assert found(written.data, "x.csv") == [long] and written.lost == ()
    longer = PlayRecord(source="bga", key="1", title="Go", extra={"packets": "x" * 600_000})
    written = write_csv([longer])
    assert found(written.data, "x.csv") == [PlayRecord(source="bga", key="1", title="Go")]
    assert in_words(written.lost) == ("values this long in extra (1 time)",)


def test_no_cell_is_a_formula():
    evil = PlayRecord(
        source="x",
        key="1",
        title="=cmd|' /C calc'!A0",
        comment="@SUM(1)",
        standings=(Standing(person=Person(name="+1"), score="-3", total="-3"),),
    )
    text = write_csv([evil]).data.decode()
    assert "'=cmd|' /C calc'!A0" in text and "'@SUM(1)" in text
    assert ",+1,-3," in text
    assert found(text) == [evil]
