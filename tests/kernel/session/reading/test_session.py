"""Session notation: what people type, and errors that point at it."""

from __future__ import annotations

import random
import string
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ledger
from common.refusals import refuses, tells
from ledger.kernel.errors import Ambiguous, Illegal, Impossible, LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Ended, Noted, Patch, Retracted, Seat
from ledger.kernel.notation.moves.move_reader import read_move
from ledger.kernel.notation.session.session_reader import read_lenient, read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.notation.words.quoting import read_names
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.times import read_time, short_time
from ledger.kernel.verify.verify import verify_bytes
from ledger.kernel.words.typed_words import split_words

from ...logs import finished, played

HEAD = "game: splash\nplayers: Ana, Bartek, Anatol\nat: 2026-03-01T22:00:00.000Z\n\n"
DEAL = "Ana draw S3 S1 S1\nBartek draw S4 S2 S2\nAnatol draw S4 S1 S3\n"
FIRST = len((HEAD + DEAL).splitlines()) + 1
"""The line of the first move."""


def session(moves: str, head: str = HEAD, deal: str = DEAL) -> Table:
    return read_session(head + deal + textwrap.dedent(moves), file="evening.txt")


def refused(moves: str, head: str = HEAD, deal: str = DEAL) -> LedgerError:
    with pytest.raises(LedgerError) as e:
        read_session(head + deal + moves, file="evening.txt")
    assert e.value.file == "evening.txt"
    assert e.value.line is not None
    assert e.value.column is not None
    return e.value


# --- errors that point ------------------------------------------------------------------------


def test_an_error_shows_the_place_and_what_would_be_right() -> None:
    e = refused("Ana throw S9\n")
    first, *rest = str(e).splitlines()
    assert tells(first, f"evening.txt:{FIRST}:11 | S9 | S1 | S4")
    assert rest[:2] == ["    Ana throw S9", "              ^"]
    assert tells(rest[2], "throw S1 | throw S3 | fish") and rest[2].startswith("    ")


@pytest.mark.parametrize(
    ("move", "kind", "column", "text"),
    [
        ("Ana dance", "malformed", 5, "dance"),
        ("Ana throw", "malformed", 10, "throw"),
        ("Ana throw S3 S1", "malformed", 14, "S1"),
        ("Ana throw S2", "illegal", 11, "S2 | PLG-05"),
        ("Bartek fish", "illegal", 8, "Ana | PLG-03"),
        ("Ana stand", "illegal", 5, "Ana"),
        ("Ana", "malformed", 4, ""),
        ("Ana !PLG-04", "malformed", 5, ""),
        ("Zoe fish", "malformed", 1, "Zoe | Ana | Anatol"),
        ("A fish", "ambiguous", 1, "'A' could be Ana, Anatol"),
        ('"Zoe" fish', "malformed", 1, "Zoe"),
        ('"Ana fish', "malformed", 1, ""),
        ("undo yesterday", "malformed", 6, "undo | undo N"),
        ("undo ²", "malformed", 6, "undo | undo N"),
        ("undo " + "9" * 5000, "malformed", 6, "undo | undo N"),
        ("undo 99", "illegal", 1, "99"),
        ("undo 2", "illegal", 1, "2 | 5"),
        ("undo", "illegal", 1, ""),
        ("adjust nothing", "malformed", 1, ""),
        ('adjust "why" [{"path": 3}]', "malformed", 1, ""),
        ('adjust "why" ' + "[" * 9999, "malformed", 1, ""),
        ('adjust "why" [{"path": "/x"}]', "illegal", 1, "/x"),
        ("result Ana 3", "illegal", 1, ""),
        ("Ana dice miss", "illegal", 5, ""),
        ("@25:00 Ana fish", "malformed", 1, "@25:00"),
        ("@noon Ana fish", "malformed", 1, "19:42 | noon"),
        ("  @12:61 Ana fish", "malformed", 3, "@12:61"),
    ],
)
def test_errors_of_a_move(move: str, kind: str, column: int, text: str) -> None:
    e = refused(move + "\n")
    assert tells(str(e), text)
    assert (e.kind, e.line, e.column) == (kind, FIRST, column)
    assert e.source == move


@pytest.mark.parametrize(
    ("move", "meant"),
    [
        ("Ana thrw S3", "`throw S3` | throw S1 | fish"),
        ("Ana fishh", "`fish` | throw S1"),
        ("Ana throw S9", "throw S1 | fish"),  # S1 and S3 are as near
        ("Ana dance", "throw S1 | fish"),
        ("Bartk fish", "Bartek"),
        ("Zoe fish", None),
    ],
)
def test_what_was_probably_meant_is_named(move: str, meant: str | None) -> None:
    assert tells(refused(move + "\n").hint, meant)


def test_all_errors_of_a_file_are_told_in_one_pass() -> None:
    moves = """\
        Ana throw S9
        Bartek stand
        Anatol dance   # wrong in any position
        Ana throw S2   # illegal here, perhaps not there
        Zoe fish
        @noon Ana fish
        Ana fish
        Ana draw S1 S7
        A fish
        result Ana 3
    """
    e = refused(textwrap.dedent(moves))
    assert (e.line, e.column) == (FIRST, 11)
    found = [(x.line, x.column, x.kind, x.file) for x in e.more]
    assert found == [
        (FIRST + 2, 8, "malformed", "evening.txt"),
        (FIRST + 4, 1, "malformed", "evening.txt"),
        (FIRST + 5, 1, "malformed", "evening.txt"),
        (FIRST + 7, 13, "malformed", "evening.txt"),
        (FIRST + 8, 1, "ambiguous", "evening.txt"),
    ]
    words = ("dance", "Zoe", "@noon", "S7", "A | Ana | Anatol")
    assert all(tells(x.message, word) for x, word in zip(e.more, words, strict=True))
    assert all(x.source for x in e.more)


def test_of_endless_errors_some_are_told() -> None:
    assert len(refused("nonsense\n" * 500).more) == 50


def test_a_lenient_reader_keeps_the_rest_as_notes() -> None:
    text = HEAD + DEAL + "Ana throw S3  # bold\nBartek stand\nAna juggle\n\nAnatol stand # hm\n"
    got = read_lenient(text, file="evening.txt")
    assert got.error is not None
    assert tells(str(got.error), "evening.txt:10:5 | juggle")
    strict = read_session(text[: text.index("Ana juggle")])
    assert got.table.lines[: len(strict.lines)] == strict.lines
    rest = [line.data for line in got.table.lines[len(strict.lines) :]]
    assert rest == [Noted(text="Ana juggle"), Noted(text="Anatol stand # hm")]
    assert verify_bytes(got.table.bytes()).verdict == "legal"


def test_a_lenient_reader_keeps_a_move_whose_draw_is_wrong() -> None:
    got = read_lenient(HEAD + DEAL + "Ana fish\nAna draw S1 S7\n")
    assert [x.data.text for x in got.table.lines if isinstance(x.data, Noted)] == [
        "Ana fish",
        "Ana draw S1 S7",
    ]


def test_a_lenient_reader_reads_what_is_right_like_any_other() -> None:
    text = HEAD + DEAL + "Ana throw S3\n"
    assert read_lenient(text).error is None
    assert read_lenient(text).table.bytes() == read_session(text).bytes()


@pytest.mark.parametrize("text", ["", "game: splash\n\n", HEAD, HEAD + "Ana draw S9 S1 S1\n"])
def test_without_a_game_even_a_lenient_reader_refuses(text: str) -> None:
    with pytest.raises(LedgerError):
        read_lenient(text)


@pytest.mark.parametrize(
    ("lines", "line", "column", "text"),
    [
        ("Ana fish\nAna dice miss", 1, 5, "fish | Ana draw"),
        ("Ana fish\nBartek draw S1 S1", 1, 8, "fish | Ana draw"),
        ("Ana fish\nAna draw", 1, 5, "Ana draw"),
        ("Ana fish\nAna draw S1", 1, 10, "Ana draw | 2 | 1"),
        ("Ana fish\nAna draw S1 S1 S1", 1, 16, "S1"),
        ("Ana fish\nAna draw S1 S7", 1, 13, "S7"),
    ],
)
def test_errors_of_chance(lines: str, line: int, column: int | None, text: str) -> None:
    with pytest.raises(LedgerError) as e:
        session(lines + "\n")
    assert tells(str(e.value), text)
    assert (e.value.line, e.value.column) == (FIRST + line, column)
    assert e.value.rule == ("PLG-04" if column != 16 else None)  # a stone too many breaks no rule


def test_a_missing_chance_line_says_what_is_possible() -> None:
    e = refused("Ana throw S1\nBartek stand\nAnatol stand\nAna fish\n")
    assert e.line == FIRST + 3
    assert e.hint == "possible: splash, miss"


def test_a_remark_behind_a_result_of_chance_is_kept() -> None:
    table = session("Ana fish  # hungry\nAna draw S1 S1  # what luck\n")
    assert [x.data.text for x in table.lines if isinstance(x.data, Noted)] == [
        "what luck",
        "hungry",
    ]


def test_too_many_cards_in_the_set_up() -> None:
    e = refused("", deal=DEAL.replace("S4 S2 S2", "S4 S2 S2 S2"))
    assert (e.line, e.column) == (6, 22)
    assert tells(e.message, "S2")


def test_a_card_that_all_lie_elsewhere_is_impossible() -> None:
    deal = "Ana draw S1 S1 S1\nBartek draw S1 S1 S1\nAnatol draw S1 ? ?\n"
    e = refused("", deal=deal)
    assert isinstance(e, Impossible)
    assert (e.line, e.column, e.rule) == (7, 13, "PLG-02")


@pytest.mark.parametrize(
    ("head", "line", "text"),
    [
        ("players: Ana, Bartek\n\n", 1, "game:"),
        ("game: splash\n\n", 1, "players:"),
        ("game: chess\nplayers: Ana, Bartek\n\n", 1, "chess"),
        ("game: splash\nplayers: Ana\n\n", 2, "2 | 4 | 1"),
        ("game: splash\nplayers: Ana, Ana\n\n", 2, ""),
        ("game: splash\nplayers: Ana, Bartek\noption: x=1\n\n", 3, "x | splash"),
        (
            "game: splash\nplayers: Ana, Bartek\noption: duck=low\n\n",
            3,
            "duck",
        ),
        ("game: splash\nplayers: Ana, Bartek\nbox: {\n\n", 3, "box: "),
        ('game: splash\nplayers: Ana, Bartek\nbox: {"die": {"faces": 3}}\n\n', 3, "box | die"),
        ("game: splash\nplayers: Ana, Bartek\nbox: " + "[" * 99999 + "\n\n", 3, "box: "),
        (
            "game: splash\nplayers: Ana, Bartek\nat: noon\n\n",
            3,
            "noon",
        ),
        (
            "game: splash\nplayers: Ana, Bartek\nweather: fine\n\n",
            3,
            "weather:",
        ),
        ("Ana takes R5\n", 1, ""),
    ],
)
def test_errors_of_the_header(head: str, line: int, text: str) -> None:
    e = refused("", head=head)
    assert tells(str(e), text)
    assert e.line == line


def test_a_session_of_another_game(osaka: Game) -> None:
    with refuses(Malformed, "splash | osaka"):
        read_session(HEAD + DEAL, game=osaka)


def test_nothing_at_all() -> None:
    for text in ("", "\n\n", "# only a remark\n", "\ufeff"):
        with refuses(Malformed, "game:"):
            read_session(text)


@given(st.integers(0, 100_000))
def test_whatever_is_typed_is_refused_with_its_place(seed: int) -> None:
    """Spoil a session somewhere: it is read, or refused with line and sentence, never a crash."""
    rng = random.Random(seed)
    game = rng.choice(list(ledger.installed().values()))
    text = write_session(game, played(game, 8, seed % 7).lines)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        junk = rng.choice((*string.printable, "ż", "\u2028", "²", '"', "@", "!", "#", "?", "undo "))
        text = text[:at] + junk + text[at + rng.randrange(3) :]
        if rng.random() < 0.3:
            lines = text.split("\n")
            i = rng.randrange(len(lines))
            lines[i : i + 1] = rng.choice(([], [lines[i]] * 2, [lines[i][: rng.randrange(9)]]))
            text = "\n".join(lines)
    try:
        table = read_session(text)
    except LedgerError as e:
        assert e.line is not None
        assert 1 <= e.line <= len(text.split("\n"))
        assert e.message
        assert "ends" in e.message or e.column is not None, str(e)
        str(e)
    else:
        assert verify_bytes(table.bytes()).verdict in ("legal", "possible")


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["Ana", "ana", "ANA", '"Ana"', "Ana:"])
def test_ways_to_write_a_name(who: str) -> None:
    assert session(f"{who} fish\n{who} draw S2 S2\n").state.active == 2


def test_the_beginning_of_a_name_is_enough_when_it_fits_one_player() -> None:
    assert session("Ana fish\nAna draw ? ?\nBar fish\nBar draw ? ?\nAnat fish\nAnat draw ? ?\n")
    e = refused("Ana fish\nAna draw ? ?\nX fish\n")
    assert tells(e.message, "X")


def test_names_of_several_words_and_with_commas() -> None:
    assert read_names('Ana Maria, "Bo, jr.", "", Ćma ,') == ["Ana Maria", "Bo, jr.", "", "Ćma"]
    head = 'game: splash\nplayers: Ana Maria, "Bo, jr.", Ana\n\n'
    deal = 'Ana Maria draw ? ? ?\n"Bo, jr." draw ? ? ?\nAna draw ? ? ?\n'
    table = session("ana maria fish\nAna Maria draw ? ?\n", head, deal)
    assert table.state.active == 2
    with pytest.raises(Ambiguous, match="'An' could be Ana Maria, Ana"):
        session("An fish\n", head, deal)


HARD_NAMES = st.lists(
    st.one_of(
        st.text(max_size=12).filter(lambda x: not any("\ud800" <= c <= "\udfff" for c in x)),
        st.sampled_from(
            ["Ana", "ana", "Ana Maria", "Ana fish", "Ana throw", "draw", "undo", "result", "#", "?",
             "@12:00", "-", "Bo, jr.", '"', "\\", " Ana", "Ana:", "3PO", "players", "first", "S1"]
        ),
    ),
    min_size=2,
    max_size=4,
    unique=True,
)  # fmt: skip


@given(
    names=HARD_NAMES,
    colours=st.permutations([None, None, "red", "-", "a,b", "dark blue", '"', ""]),
)
def test_any_name_can_be_written_and_read_back(names: list[str], colours: list[str | None]) -> None:
    for game in ledger.installed().values():
        free = game.meta.name == "splash"  # where any colour will do
        seats = [
            Seat(name=n, colour=c if free else None) for n, c in zip(names, colours, strict=False)
        ]
        chance, rng = Seeded(1), random.Random(1)
        table = Table.open(game, open_game(game, seats), chance)
        for _ in range(4):
            table.do(game.rules.random_move(table.state, rng), chance)
            table.note("hm", seat=2)
        assert read_session(write_session(game, table.lines)).bytes() == table.bytes()


@given(text=st.text().filter(lambda x: not any("\ud800" <= c <= "\udfff" for c in x)))
def test_any_text_can_be_written_and_read_back(text: str) -> None:
    game = ledger.find_game("splash")
    table = Table.open(game, open_game(game, ["Ana", "Bo"], id=text, place=text), Seeded(1))
    table.note(text)
    table.note(text, seat=1)
    table.adjust([Patch(path="/pond", value=[text])], text, by=2)
    table.undo(by=1)
    table.abandon(text)
    table.seal()
    assert read_session(write_session(game, table.lines)).bytes() == table.bytes()


# --- times ------------------------------------------------------------------------------------


def test_times_go_on_over_midnight() -> None:
    table = session(
        """\
        @22:05 Ana fish
        Ana draw ? ?
        @23:59:30 Bartek fish
        Bartek draw ? ?
        @00:10 Anatol fish
        Anatol draw ? ?
        @2026-03-05T08:00 # breakfast
        # no time here
        """
    )
    times = [line.at for line in table.lines if not line.more]
    assert times == [
        "2026-03-01T22:00:00.000Z",
        "2026-03-01T22:05:00.000Z",
        "2026-03-01T23:59:30.000Z",
        "2026-03-02T00:10:00.000Z",
        "2026-03-05T08:00:00.000Z",
        None,
    ]


def test_times_of_the_day_go_on_from_the_start() -> None:
    for started, first in (("2026-03-01", "2026-03-01"), ("2026-03-01T23:00", "2026-03-02")):
        head = HEAD.replace("at: 2026-03-01T22:00:00.000Z", f"started: {started}")
        table = session("@22:05 Ana fish\nAna draw ? ?\n", head)
        assert table.lines[1].at is None
        assert table.lines[-1].at == f"{first}T22:05:00.000Z"
        assert session_bytes(table) == table.bytes()


def session_bytes(table: Table) -> bytes:
    return read_session(write_session(table.game, table.lines)).bytes()


def test_a_time_without_a_day_is_refused() -> None:
    head = HEAD.replace("at: 2026-03-01T22:00:00.000Z\n", "")
    e = refused("@22:05 Ana fish\nAna draw ? ?\n", head)
    assert tells(e.message, "started: 2026-03-01 | 22:05")


@pytest.mark.parametrize("started", ["2.5.2026", "yesterday", "2026-13-01", ""])
def test_a_start_that_is_no_time_is_refused(started: str) -> None:
    e = refused("", HEAD.replace("at: 2026-03-01T22:00:00.000Z", f"started: {started}"))
    assert tells(e.message, f"{started}")
    assert (e.line, e.column) == (3, len("started: ") + 1)


@pytest.mark.parametrize("name", ["Splash", "SPLASH", " splash"])
def test_a_game_may_be_called_by_its_title(name: str) -> None:
    assert session("", HEAD.replace("game: splash", f"game: {name}")).game.meta.name == "splash"


def test_a_rule_that_does_not_exist_cannot_be_waived() -> None:
    e = refused("Ana throw S3 !PLG-44\n")
    assert tells(e.message, "splash | PLG-44")
    assert e.column == 14
    assert tells(e.hint, "PLG-04")


def test_a_move_without_a_player_and_one_for_the_wrong_player() -> None:
    e = refused("throw S3\n")
    assert tells(e.message, "throw")
    assert tells(e.hint, "`Ana throw S3`")
    e = refused("Bartek throw S3\n")
    assert tells(e.hint, "`Ana throw S3` | throw S1 | fish")


@pytest.mark.parametrize(
    ("word", "clock", "time"),
    [
        ("@19:42", "2026-03-01T18:00:00.000Z", "2026-03-01T19:42:00.000Z"),
        ("@19:42:05.7", "2026-03-01T18:00:00.000Z", "2026-03-01T19:42:05.700Z"),
        ("@17:00", "2026-02-28T18:00:00.000Z", "2026-03-01T17:00:00.000Z"),
        ("@2024-02-29T00:00Z", None, "2024-02-29T00:00:00.000Z"),
        ("@0099-01-01T00:00", None, "0099-01-01T00:00:00.000Z"),
    ],
)
def test_reading_times(word: str, clock: str | None, time: str | None) -> None:
    assert read_time(word, clock) == time


@pytest.mark.parametrize(
    "word", ["@24:00", "@1:00", "@2026-02-30T10:00", "@", "@10", "@10:00:00.0000"]
)
def test_what_is_no_time(word: str) -> None:
    with pytest.raises(Malformed):
        read_time(word, "2026-03-01T18:00:00.000Z")


def test_the_last_day_has_no_tomorrow() -> None:
    with pytest.raises(Malformed):
        read_time("@10:00", "9999-12-31T18:00:00.000Z")


def test_times_are_written_short_where_the_clock_tells_the_date() -> None:
    clock = "2026-03-01T18:00:00.000Z"
    assert short_time(clock, "2026-03-01T19:00:00.000Z") == "@19:00:00 "
    assert short_time(clock, "2026-03-02T17:59:59.001Z") == "@17:59:59.001 "
    assert short_time(clock, "2026-03-02T18:00:00.000Z") == "@2026-03-02T18:00:00 "
    assert short_time(clock, "2026-03-01T17:59:59.000Z") == "@2026-03-01T17:59:59 "
    assert short_time(None, "2026-03-01T17:59:59.000Z") == "@2026-03-01T17:59:59 "


def test_a_header_time_without_zone_is_the_same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    times = set()
    for zone in ("UTC", "Asia/Tokyo", "America/Lima"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        times.add(session("", HEAD.replace("22:00:00.000Z", "22:00")).lines[0].at)
    monkeypatch.undo()
    time.tzset()
    assert times == {"2026-03-01T22:00:00.000Z"}


# --- undo, result, notes and the rest ---------------------------------------------------------

TURN = "Ana throw S1\nBartek duck S2\nAna dice splash\nAna draw S2\n"


def test_undo_takes_back_the_last_move_and_undo_n_goes_anywhere() -> None:
    table = session(TURN + "undo\n")
    assert [q.seat for q in table.game.rules.awaiting(table.state)] == [3]
    table = session(TURN + "undo\nundo\nundo\n")
    assert table.state == table.replay().at(5)
    redone = session(TURN + "undo\nundo\nundo 12 # we had it right\n")
    assert redone.state == session(TURN).state
    assert isinstance(redone.lines[-1].data, Noted)


def test_whoever_takes_back_is_kept() -> None:
    table = session(TURN + 'Bartek undo\nAnatol adjust "oops" [{"path": "/turn", "value": 1}]\n')
    assert [line.by for line in table.lines[-2:]] == [2, 3]
    assert isinstance(table.lines[-2].data, Retracted)
    assert read_session(write_session(table.game, table.lines)).bytes() == table.bytes()


def test_a_result_checks_itself(splash: Game) -> None:
    table = finished(splash)
    table.seal()
    text = write_session(splash, table.lines)
    last = text.splitlines()[-1]
    scores = table.lines[-2].data.scores
    assert last == f"result Ana {scores[0]}, Bartek {scores[1]}"
    assert read_session(text).bytes() == table.bytes()
    wrong = text.replace(last, f"result Bartek {scores[1]}, Ana {scores[0] + 1}")
    with pytest.raises(Illegal) as e:
        read_session(wrong)
    assert tells(e.value.message, f"{scores[0] + 1} | Ana | {scores[0]}")
    assert e.value.rule == "PLG-11"
    assert e.value.line == len(text.splitlines())
    assert e.value.column == len(f"result Bartek {scores[1]}, Ana ") + 1
    for odd in ("result Ana", "result nobody 3", "result 7"):
        with pytest.raises(LedgerError):
            read_session(text.replace(last, odd))
    assert read_session(text.replace(last, "")).bytes() == table.bytes(), "a result is optional"
    with pytest.raises(Illegal):
        read_session(text + "Ana fish\n")


def test_a_game_that_was_given_up() -> None:
    table = session("abandon too late for # today\n")
    assert [type(line.data).__name__ for line in table.lines[-3:]] == ["Ended", "Noted", "Sealed"]
    ended = table.lines[-3].data
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.ranking, ended.scores) == (
        "too late for",
        ((1, 2, 3),),
        (None, None, None),
    )
    with pytest.raises(Illegal):
        session("abandon once\nabandon twice\n")


def test_remarks_stand_alone_behind_a_move_or_with_a_player() -> None:
    table = session(
        """\
        # before anything
        Ana fish   # she says
        Ana draw S2 S2
        Bartek # "and two\\nlines"
        """
    )
    notes = [x.data for x in table.lines if isinstance(x.data, Noted)]
    assert [(n.text, n.seat) for n in notes] == [
        ("before anything", None),
        ("she says", None),
        ("and two\nlines", 2),
    ]


def test_words_know_their_columns() -> None:
    words, comment = split_words('  Ana  "Bo, jr." x#y # remark # two')
    assert [(w.text, w.column) for w in words] == [("Ana", 3), ('"Bo, jr."', 8), ("x#y", 18)]
    assert comment == "remark # two"
    assert split_words("   ") == ([], None)


def test_line_ends_of_any_system_and_a_byte_order_mark() -> None:
    text = HEAD + DEAL + TURN
    right = read_session(text).bytes()
    assert read_session("\ufeff" + text.replace("\n", "\r\n")).bytes() == right
    assert read_session(text.replace("\n", "\r")).bytes() == right
    assert read_session(text.rstrip("\n")).bytes() == right


def test_a_single_move_is_read_for_who_is_asked() -> None:
    table = session("")
    command, waive = read_move(table.position, "throw S1 !PLG-04")
    assert (table.game.words.write(command), command.seat, waive) == ("throw S1", 1, ("PLG-04",))
    assert read_move(table.position, "Bartek fish")[0].seat == 2
    for text in ("", "Ana", "!PLG-04"):
        with pytest.raises(Malformed):
            read_move(table.position, text)
    with pytest.raises(Malformed) as e:
        read_move(table.position, "dance")
    assert e.value.source == "dance"
    assert tells(e.value.hint, "throw S1 | fish")


def test_the_stream_of_a_seat_keeps_its_view(splash: Game) -> None:
    table = Table.open(splash, open_game(splash, ["Ana", "Bo"]), Seeded(1))
    for viewer in (0, 1, 2):
        stream, raw = redact(splash, table.lines, viewer)
        text = write_session(splash, stream)
        assert f"view: {viewer}\n" in text
        assert read_session(text).bytes() == raw
    with refuses(Malformed, "3 | 1 | 2 | 0"):
        read_session("game: splash\nplayers: Ana, Bo\nview: 3\n\n")


def test_a_misspelt_player_in_the_set_up_is_named() -> None:
    e = refused("", deal="Ana draw S1 S1 S1\nBartk draw S1 S1 S1\n")
    assert isinstance(e, Malformed)
    assert tells(e.message, "Bartk")
