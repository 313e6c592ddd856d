"""The core of `ledger record`: lines in, a table and replies out, without a terminal."""

from __future__ import annotations

import random
import time

import pytest

from common.games import every_game
from common.refusals import tells
from ledger.kernel.game.registry import find_game
from ledger.kernel.narration.narrate import rows
from ledger.kernel.notation.moves.move_reader import read_answer
from ledger.kernel.notation.words.keywords import BY_WORD
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.text.accents import unaccented
from ledger.kernel.verify.verify import verify_bytes
from ledger.recorder import Ask, Board, Fault, Recorder, Rows, Say, complete
from ledger.recorder.keyword_help import FOREIGN, KEYWORDS
from ledger.recorder.recorder import LONGEST
from ledger.testing.playing import mutations, whole_game

SET_UP = ("R2 R2 B3 Y5 G5", "R5 R5 R5", "Y5 Y5", "Y3 Y3 Y2")
CLAIMS = ("claim red", "claim blue")


class Recording:
    """A recorder of Osaka for two; `say` types lines and returns the last replies."""

    def __init__(self, name="osaka", players=("Ana", "Bartek"), **more) -> None:
        game = find_game(name)
        self.r = Recorder(game, open_game(game, players), now=lambda: None, **more)
        self.first = self.r.start()

    def say(self, *lines):
        replies = []
        for line in lines:
            replies = self.r.feed(line)
        return replies

    def fault(self, *lines):
        (error,) = [x.error for x in self.say(*lines) if isinstance(x, Fault)]
        return error

    def text(self, *lines):
        return "\n".join(str(x.text) for x in self.say(*lines) if isinstance(x, Say | Ask))

    def offered(self, text=""):
        return [choice.text for choice in complete(self.r, text)]

    @property
    def types(self):
        return [line.type for line in self.r.table.lines]


@pytest.fixture
def recording():
    """Bartek is on turn with Y3 Y3 Y2, the Market holds R2 R2 B3 Y5 G5."""
    made = Recording()
    made.say(*SET_UP, *CLAIMS)
    assert made.r.prompt == "Bartek, action> "
    return made


@pytest.fixture
def house():
    made = Recording(house_rule=True, live=True)
    made.say(*SET_UP, "", *CLAIMS)
    return made


# --- set-up -------------------------------------------------------------------------------------


def test_the_set_up_is_asked_group_by_group():
    recording = Recording()
    (asked,) = recording.first
    assert isinstance(asked, Ask)
    assert tells(asked.text, "market | 5 | R2, R3, R5, B2, B3, B5, Y2, Y3, Y5, G2, G3, G5")
    prompts = []
    for line in SET_UP:
        prompts.append(recording.r.prompt)
        assert recording.r.table is None
        recording.say(line)
    assert prompts == ["market> ", "farm> ", "Ana hand> ", "Bartek hand> "]
    assert recording.types == ["opened", "dealt", "dealt", "shown", "shown", "first"]
    assert recording.r.prompt == "Bartek, starting token> "


def test_a_lot_is_answered_by_a_name():
    recording = Recording()
    assert tells(recording.text(*SET_UP[:3], "R5 B5"), "Ana | Bartek")
    assert recording.offered("B") == ["Bartek", "back", "board"]
    assert tells(recording.fault("Zoe").message, "Zoe")
    recording.say("bart")
    assert recording.r.prompt == "Bartek, starting token> "


def test_hands_may_be_told_card_by_card():
    recording = Recording()
    recording.say(*SET_UP[:2], "Y5")
    assert recording.r.prompt == "Ana hand> "
    recording.say("Y5", "Y3", "Y3", "Y2")
    assert recording.r.playing.lines[4].data.cards == ("Y3", "Y3", "Y2")


def test_a_person_looks_at_the_set_up_before_it_is_written():
    recording = Recording(live=True)
    replies = recording.say(*SET_UP)
    assert [type(x) for x in replies] == [Board]
    assert recording.r.prompt == "is the set-up right? [Y/n] "
    assert recording.r.table is None
    recording.say("n")
    assert recording.r.prompt == "Bartek hand> "
    recording.say("Y3 Y3 Y3")
    assert recording.fault("clam red").message
    assert Rows(1, 6) in recording.say("")
    assert recording.r.playing.lines[4].data.cards == ("Y3", "Y3", "Y3")


def test_the_first_move_says_that_the_set_up_is_right():
    recording = Recording(live=True)
    recording.say(*SET_UP, "Bartek claim red")
    assert recording.types[-1] == "claimed"


def test_in_the_set_up_undo_goes_one_answer_back_and_back_to_the_beginning():
    recording = Recording()
    assert recording.fault("undo").kind == "illegal"
    recording.say(*SET_UP[:3], "undo")
    assert recording.r.prompt == "Ana hand> "
    recording.say("back")
    assert recording.r.prompt == "market> "
    recording.say(*SET_UP)
    assert recording.r.table is not None


def test_notes_of_the_set_up_are_kept():
    recording = Recording()
    recording.say("# a fine evening", *SET_UP[:-1], "Y3 Y3 Y2  # the last hand")
    notes = [x.data.text for x in recording.r.table.lines if x.type == "noted"]
    assert notes == ["a fine evening", "the last hand"]


def test_leaving_in_the_set_up_keeps_nothing():
    recording = Recording()
    recording.say(*SET_UP[:2], "pause")
    assert (recording.r.done, recording.r.table) == (True, None)
    assert tells(str(recording.r.lost), "set-up")


# --- moves --------------------------------------------------------------------------------------


def test_a_move_shows_the_board_and_what_happened(recording):
    replies = recording.say("take R2")
    assert [type(x) for x in replies] == [Board, Rows]
    assert replies[0].state == recording.r.table.state
    assert recording.types[-2:] == ["took", "turned"]
    assert recording.r.prompt == "Ana, action> "


def test_a_refusal_names_rule_and_alternatives_and_changes_nothing(recording):
    before = recording.r.table.bytes()
    error = recording.fault("buy Y3")
    assert error.rule == "OSA-14"
    assert tells(error.message, "17 | 3")
    assert tells(error.hint, "take R2")
    error = recording.fault("  tke R2")
    assert (error.column, error.source) == (3, "  tke R2")
    assert tells(error.hint, "take R2")
    assert tells(recording.fault("Ana take R2").message, "Bartek")
    assert tells(recording.fault("claim red").message, "Bartek")
    assert recording.r.table.bytes() == before
    assert recording.r.offer is None


def test_names_and_other_languages(recording):
    recording.say("Bartek: take R2", "an bierze R2", "prende B3")
    assert recording.types.count("took") == 3


def test_why_and_rules(recording):
    assert recording.fault("why").message
    recording.say("buy Y3")
    assert recording.text("why").startswith("OSA-14  Paying\n")
    recording.r.lang = "pl"
    assert recording.text("why").startswith("OSA-14  Zapłata\n")
    recording.r.lang = "en"
    assert recording.text("rules osa-18").startswith("OSA-18")
    assert tells(recording.fault("rules OSA18").hint, "OSA-18")


def test_why_is_about_the_last_refusal(recording):
    recording.say("buy Y3")
    refused = recording.fault("take R9")
    assert refused.rule is None
    for _ in range(2):
        assert refused.message in recording.fault("why").message


def test_undo_and_redo(recording):
    start = recording.r.prompt
    recording.say("take R2", "take R2")
    assert "nothing to redo" in recording.fault("redo").message
    recording.say("undo", "undo")
    assert recording.r.prompt == start
    recording.say("redo")
    assert recording.r.prompt == "Ana, action> "
    recording.say("redo")
    assert [x.data.card for x in recording.r.table.replay().live if x.type == "took"] == [
        "R2",
        "R2",
    ]
    assert "nothing to redo" in recording.fault("redo").message
    recording.say("undo 7")
    assert recording.r.prompt == "Ana, starting token> "
    assert "write `undo`" in recording.fault("undo soon").message
    assert verify_bytes(recording.r.table.bytes()).verdict == "legal"


def test_a_redo_is_told_as_a_redo(recording):
    recording.say("take R2", "take R2", "undo", "undo", "redo", "redo", "undo 9")
    table = recording.r.table
    names = recording.r.names
    for lang, undo, redo in (
        ("en", "Taken back", "Redone: the game continues from line 14"),
        ("pl", "Cofnięto", "Ponowiono: gra toczy się od wiersza 14"),
        ("it", "Annullato", "Ripristinato: il gioco riprende dalla riga 14"),
    ):
        told = [
            row.words
            for row in rows(table.replay(), 1, table.head.seq, names, None, lang)
            if row.line.type == "retracted"
        ]
        kinds = [text.split(":")[0] for text in told]
        again = redo.split(":")[0]
        assert kinds == [undo, undo, again, again, undo]
        assert told[2] == redo


def test_the_set_up_is_not_taken_back():
    recording = Recording()
    error = recording.fault(*SET_UP, "undo")
    assert "--house-rule" in error.hint


def test_a_remark_for_one_reader(recording):
    recording.say("for recorder # psst", "for Ana # you", "Bartek for ana # me", "note for Ana # x")
    recording.say("take R2 # for all")
    notes = [x.data for x in recording.r.table.lines if x.type == "noted"]
    assert [(x.seat, x.to, x.text) for x in notes[:4]] == [
        (None, "recorder", "psst"), (None, 1, "you"), (2, 1, "me"), (None, 1, "x"),
    ]  # fmt: skip
    assert all(notes[4].readable_by(viewer) for viewer in (0, 1, 2))
    assert tells(recording.fault("for Zoe # hm").message, "Zoe")
    assert tells(recording.fault("for # hm").message, "recorder")


def test_notes(recording):
    recording.say("note a # in it", "# said", "Ana # mine", "take R2 # mine too", 'note "quoted"')
    notes = [(x.data.seat, x.data.text) for x in recording.r.table.lines if x.type == "noted"]
    assert notes == [
        (None, "a # in it"),
        (None, "said"),
        (1, "mine"),
        (None, "mine too"),
        (None, '"quoted"'),
    ]


def test_legal_board_and_help(recording):
    assert "take R2; take B3" in recording.text("legal")
    assert recording.say("board") == [Board(recording.r.table.state)]
    for word in ("help", "?"):
        text = recording.text(word)
        assert all(f"\n{entry.name}" in text for entry in KEYWORDS)
        assert "take R2" in text


def test_the_time_may_be_told(osaka):
    r = Recorder(
        osaka,
        open_game(osaka, ["Ana", "Bartek"]),
        now=lambda: "2026-03-01T20:00:00.000Z",
    )
    r.start()
    for line in SET_UP:
        r.feed(line)
    assert r.table.lines[-1].at == "2026-03-01T20:00:00.000Z"
    r.feed("@19:42 claim red")
    assert r.table.lines[-1].at == "2026-03-01T19:42:00.000Z"
    r.feed("@19:40 # a little before that")
    assert r.table.lines[-1].at == "2026-03-01T19:40:00.000Z"
    for later in ("@21:00", "@2026-03-02T19:00"):
        (fault,) = r.feed(f"{later} claim red")
        assert fault.error.message


def test_after_midnight_a_time_may_be_of_the_evening(osaka):
    clock = ["2026-03-01T23:50:00.000Z"]
    r = Recorder(osaka, open_game(osaka, ["Ana", "Bartek"]), now=lambda: clock[-1])
    r.start()
    for line in (*SET_UP, "@23:40 claim red"):
        r.feed(line)
    clock.append("2026-03-02T00:20:00.000Z")
    r.feed("@00:10 claim red")
    r.feed("@23:55 # late")
    assert [x.at for x in r.table.lines[-2:]] == [
        "2026-03-02T00:10:00.000Z",
        "2026-03-01T23:55:00.000Z",
    ]


@pytest.fixture
def warsaw(monkeypatch):
    """The clock of this computer goes two hours before UTC, in summer."""
    monkeypatch.setenv("TZ", "Europe/Warsaw")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def evening(now, **more):
    game = find_game("osaka")
    r = Recorder(game, open_game(game, ["Ana", "Bartek"]), now=lambda: now[-1], **more)
    r.start()
    for line in SET_UP:
        r.feed(line)
    return r


@pytest.mark.usefixtures("warsaw")
@pytest.mark.parametrize(
    ("local", "typed", "stored"),
    [
        (True, "@21:42", "2026-07-01T19:42:00.000Z"),
        (True, "@19:42Z", "2026-07-01T19:42:00.000Z"),
        (True, "@2026-06-30T23:30", "2026-06-30T21:30:00.000Z"),
        (True, "@01:30", "2026-06-30T23:30:00.000Z"),  # tonight, though the day of UTC is another
        (False, "@19:42", "2026-07-01T19:42:00.000Z"),
    ],
)
def test_a_person_types_the_time_of_the_clock_on_the_wall(local, typed, stored):
    r = evening(["2026-07-01T20:00:00.000Z"], local=local)
    r.feed(f"{typed} claim red")
    assert r.table.lines[-1].at == stored


@pytest.mark.usefixtures("warsaw")
def test_a_time_to_come_is_told_by_the_same_clock():
    now = ["2026-07-01T20:00:00.000Z"]
    (fault,) = evening(now, local=True).feed("@22:30 claim red")
    assert tells(fault.error.message, "@22:30 | 22:00")
    (fault,) = evening(now).feed("@22:30 claim red")
    assert tells(fault.error.message, "@22:30 | 20:00 UTC")


@pytest.mark.usefixtures("warsaw")
def test_the_help_says_which_clock_is_meant():
    for local, says in ((True, "by your clock; @19:42Z is UTC"), (False, "(UTC)")):
        r = evening(["2026-07-01T20:00:00.000Z"], local=local)
        assert any(says in x.text for x in r.feed("help"))


# --- chance -------------------------------------------------------------------------------------


@pytest.fixture
def buying(recording):
    """Ana has paid for the Market, and two cards come to it."""
    recording.say("take R2", "take R2", "take B3", "buy Y5 Y5")
    assert recording.r.prompt == "market> "
    return recording


def test_a_remark_for_one_reader_waits_for_the_move(buying):
    buying.say("for Ana # while they draw")
    assert "noted" not in buying.types
    buying.say("B2 B2", "G2 G2 G2")
    (note,) = [x.data for x in buying.r.table.lines if x.type == "noted"]
    assert (note.to, note.text) == (1, "while they draw")
    assert buying.types.count("bought") == 1


def test_results_are_asked_for_and_the_move_waits(buying):
    before = buying.r.table.bytes()
    assert tells(buying.text("B2 B2"), "3 | farm")
    assert buying.r.table.bytes() == before
    buying.say("farm G2, g2 G2")
    assert buying.types.count("bought") == 1
    assert verify_bytes(buying.r.table.bytes()).verdict == "legal"
    buying.say("undo")
    assert buying.r.table.bytes().startswith(before)
    assert buying.r.prompt == "Ana, action> "


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("B2", "market | 2 | 1"),
        ("market", "market | 2"),
        ("B2 X9", "X9"),
        ("B2 ?", ""),
        ("farm G2 G2 G2", "market | farm"),
        ("take R2", "market | buy Y5 Y5"),
        ("Bartek bierze R2", "market"),
    ],
)
def test_wrong_results_are_explained_and_asked_for_again(buying, line, message):
    before = buying.r.table.bytes()
    error = buying.fault(line)
    assert tells(error.message, message)
    assert "possible: R2, R3" in error.hint
    assert error.hint.endswith("`back` drops `buy Y5 Y5`")
    assert buying.r.prompt == "market> "
    assert buying.r.table.bytes() == before
    buying.say("B2 B2", "G2 G2 G2")
    assert buying.types[-1] == "turned"


def test_what_is_too_much_is_not_listed_as_possible(buying):
    error = buying.fault("B2 B2 R2")
    assert tells(error.message, "market | R2")
    assert tells(error.hint, "`market` | `back` | `buy Y5 Y5`")


def test_a_move_in_the_set_up():
    error = Recording().fault("claim red")
    assert tells(error.message, "market")
    assert error.hint.startswith("possible: R2, R3")


def test_back_and_undo_drop_the_move(buying):
    buying.say("# hm", "back")
    assert buying.r.prompt == "Ana, action> "
    assert buying.types[-1] == "noted"
    buying.say("buy Y5 Y5", "B2 B2", "undo")
    assert buying.r.prompt == "market> "
    buying.say("undo")
    assert buying.r.prompt == "Ana, action> "
    assert buying.fault("back").message
    assert "bought" not in buying.types


def test_redo_drops_the_move_too(buying):
    buying.say("back", "take Y5", "undo", "buy Y5 Y5")
    assert buying.r.pending is not None
    buying.say("redo")
    assert buying.r.pending is None
    assert [x.data.card for x in buying.r.table.replay().live if x.type == "took"][-1] == "Y5"
    assert verify_bytes(buying.r.table.bytes()).verdict == "legal"


def test_leaving_with_half_a_move_says_so(buying):
    buying.say("pause")
    assert buying.r.done
    assert tells(str(buying.r.lost), "`buy Y5 Y5`")


def test_what_was_rolled_may_stand_behind_the_move():
    recording = Recording("istanbul")
    recording.say("lira-b bazaar-g die-2 action-y die-3 crystal-r", "R R $ Y C")
    assert tells(recording.fault("lira -> R").message, "->")
    assert tells(recording.fault("reroll 3 ->").message, "->")
    assert recording.fault("reroll 3 4 -> R Q").message
    assert "`Ana roll` needs 2" in recording.fault("reroll 3 4 -> R").message
    recording.say("reroll 3 4 5 -> $ R G")
    assert recording.r.table.lines[-1].data.faces == ("$", "R", "G")


def test_what_nobody_saw(splash):
    recording = Recording("splash")
    assert "?" in recording.offered()
    while recording.r.table is None:
        recording.say(" ".join("?" * recording.r.pending.need.count))
    assert verify_bytes(recording.r.table.bytes()).verdict == "possible"


# --- house rules --------------------------------------------------------------------------------


def test_a_house_rule_is_offered_and_recorded(house):
    assert house.fault("buy Y3").rule == "OSA-14"
    assert tells(house.r.prompt, "OSA-14 | [y/N]")
    house.say("y")
    assert house.r.prompt == "market> "
    house.say("B2 B2", "G2 G2 G2")
    assert [x.waived for x in house.r.table.lines if x.type == "bought"] == [("OSA-14",)]
    (problem,) = verify_bytes(house.r.table.bytes()).problems
    assert (problem.kind, problem.rule) == ("house-rule", "OSA-14")


@pytest.mark.parametrize("no", ["", "n", "undo", "back", "nie"])
def test_the_answer_is_no_unless_it_is_yes(house, no):
    before = house.r.table.bytes()
    assert "Not recorded." in house.text("buy Y3", no)
    assert (house.r.table.bytes(), house.r.prompt) == (before, "Bartek, action> ")


def test_another_line_means_no_and_is_read(house):
    house.say("buy Y3", "take R2")
    assert house.types[-2:] == ["took", "turned"]


def test_what_the_pieces_forbid_cannot_be_waived(house):
    error = house.fault("take Y2")
    assert error.message
    assert house.r.offer is None
    assert house.r.prompt == "Bartek, action> "


def test_two_rules_in_the_way_are_asked_about_in_turn():
    recording = Recording("istanbul", house_rule=True, live=True)
    recording.say("lira-b bazaar-g die-2 action-y die-3 crystal-r", "R Y $ G C", "y")
    recording.say("lira", "two pay d:R d:Y")
    rules = [recording.fault("pair green pay d:G").rule, recording.fault("y").rule]
    assert rules == ["IST-18", "IST-23"]
    recording.say("y")
    (line,) = [x for x in recording.r.table.lines if x.type == "paired"]
    assert line.waived == ("IST-18", "IST-23")
    assert {p.rule for p in verify_bytes(recording.r.table.bytes()).problems} == set(rules)


@every_game
def test_what_is_refused_is_recorded_by_house_rules_or_not_at_all(game):
    """Refused moves of random games: recorded with the rules said yes to, or not at all."""
    most = 0
    for seed in range(12):
        rng, chance = random.Random(seed), Seeded(seed)
        names = ["Ana", "Bo B", "Cy"][: game.meta.players[0]]
        table = Table.open(game, open_game(game, names), chance)
        for _ in range(rng.randrange(12)):
            table.do(game.rules.random_move(table.state, rng), chance)
        for command in mutations(table, rng, 10):
            r = Recorder(game, Table(game, table.lines), now=lambda: None, house_rule=True)
            r.feed(game.words.write(command))
            waived = []
            while r.offer is not None:
                assert len(r.table.lines) == len(table.lines)
                waived.append(r.offer.error.rule)
                r.feed("y")
            assert len(set(waived)) == len(waived)
            new = r.table.lines[len(table.lines) :]
            if new and waived:
                assert new[0].waived == tuple(waived)
            elif r.pending is not None:
                assert r.pending.waive == tuple(waived)
            most = max(most, len(waived)) if new or r.pending else most
    assert most > 0 or not game.package.startswith("ledger.")


def test_a_waiver_may_be_typed_as_in_a_session(house, recording):
    house.say("buy Y3 !OSA-14", "B2 B2", "G2 G2 G2")
    assert house.types.count("bought") == 1
    assert "--house-rule" in recording.fault("buy Y3 !OSA-14").hint


def test_adjust(house, recording):
    assert "/players/0/hand" in house.text("adjust /players/0")
    assert "Ana hand" in house.text("adjust")
    assert tells(house.fault("adjust /nowhere").message, "/nowhere")
    patch = '[{"path": "/players/0/hand", "value": ["Y5", "Y5", "B2"]}]'
    assert "pieces" in house.fault(f'adjust "a card lay under the table" {patch}').message
    house.say('adjust Ana hand Y5 Y5 B2 "a card lay under the table"')
    assert house.types[-1] == "adjusted"
    assert house.r.table.state.players[0].hand == ["Y5", "Y5", "B2"]
    (problem,) = verify_bytes(house.r.table.bytes()).problems
    assert problem.kind == "house-rule"
    assert "--house-rule" in recording.fault(f'adjust "why" {patch}').hint


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("adjust ", {"Ana", "Bartek", "market", "ship"}),
        ("adjust Ana ", {"hand", "tokens"}),
        ("adjust Ana tokens ", {"red", "blue"}),
        ("adjust ship red 2 ", {"Ana", "market", "from box"}),
        ("adjust market R5 B", {"B2", "Bartek"}),
        ("popraw Ana h", {"hand"}),
    ],
)
def test_a_correction_is_completed(house, text, some):
    assert some <= set(house.offered(text))


@pytest.mark.parametrize(
    "line",
    [
        "adjust now",
        'adjust "x" [{"path": "/nowhere", "value": 1}]',
        'adjust "x" [{"path": "/active", "value": 99}]',
        'adjust "\\ud800" [{"path": "/turn", "value": 1}]',
        '# "\\ud800"',
        'take R2 # "\\ud800"',
        'abandon "\\ud800"',
        "note \ud800",
        "note " + "x" * 200_000,
    ],
)
def test_what_no_log_can_hold_changes_nothing(house, line):
    before, state = house.r.table.bytes(), house.r.game.rules.copy(house.r.table.state)
    house.fault(line)
    assert house.r.table.state == state
    house.say("take R2")
    assert len(house.r.table.lines) == before.count(b"\n") + 2
    assert house.r.prompt == "Ana, action> "


# --- the end ------------------------------------------------------------------------------------


@every_game
def test_an_ended_game_can_be_taken_back_until_it_is_sealed(game):
    chance = Seeded(3)
    table = Table.open(game, open_game(game, ["Ana", "Bo B", "Cy"][: game.meta.players[0]]), chance)
    r = Recorder(game, table, now=lambda: None, live=True)
    r.start()
    asked = r.prompt
    r.feed("abandon it is late")
    assert (r.over, r.prompt) == (False, "end the game unfinished? [y/N] ")
    assert r.feed("")[0] == Say("The game goes on.")
    assert (r.over, r.prompt) == (False, asked)
    r.feed("abandon it is late")
    r.feed("y")
    assert r.over
    assert r.prompt == "Enter seals the log, undo goes back> "
    assert r.feed("legal")[0].error.message
    r.feed("undo")
    assert r.prompt == asked
    r.feed("abandon it is late after all")
    r.feed("yes")
    assert not r.table.head.sealed
    r.feed("")
    assert (r.done, r.table.head.sealed) == (True, True)
    report = verify_bytes(r.table.bytes())
    assert (report.verdict, report.open) == ("legal", False)


def test_the_result_is_checked(osaka):
    r = Recorder(osaka, Table(osaka, whole_game(osaka, 3).lines[:-1]), now=lambda: None)
    r.start()
    scores = r.game.rules.scores(r.table.state)
    right = ", ".join(f"{n} {s}" for n, s in zip(r.names, scores, strict=True))
    (said,) = r.feed(f"result {right}")
    assert isinstance(said, Say)
    (fault,) = r.feed(f"result {r.names[0]} 99")
    assert fault.error.message
    r.close()
    assert r.table.head.sealed


# --- completion ---------------------------------------------------------------------------------


def test_moves_are_completed_word_by_word(recording):
    assert recording.offered() == ["take", "reserve"]
    assert recording.offered("t") == ["take"]
    assert recording.offered("take ") == ["R2", "B3", "Y5", "G5"]
    assert recording.offered("TAKE r") == ["R2"]
    assert recording.offered("Bartek take ") == ["R2", "B3", "Y5", "G5"]
    assert recording.offered("reserve R5 ") == ["farm"]
    assert recording.offered("buy ") == []
    assert recording.offered("take R2 ") == []
    assert recording.offered("take R2 # t") == []


def test_our_own_words_are_offered_once_begun(recording):
    assert recording.offered("u") == ["undo"]
    assert "reserve" in recording.offered("re")
    assert "redo" in recording.offered("re")
    assert recording.offered("rules OSA-1")[:2] == ["OSA-10", "OSA-11"]


def test_words_of_other_languages_are_completed(recording):
    assert recording.offered("bie") == ["bierze"]
    assert recording.offered("bierze B") == ["B3"]
    assert recording.offered("pren") == ["prende", "prendi", "prenota"]
    polish = Recording(lang="pl")
    assert "rynek: co wyszło (5 szt.)?" in str(polish.first[0].text)
    assert "pokaż planszę" in polish.text("help")
    polish.say(*SET_UP)
    assert polish.r.prompt == "Bartek, żeton początkowy> "
    assert polish.offered() == ["żeton"]
    assert polish.offered("żeton cz") == ["czerwony"]
    polish.say("żeton czerwony")
    assert polish.r.prompt.startswith("Ana, ")


def test_our_own_words_in_other_languages(recording):
    recording.say("take Q9", "buy Y3")
    for word in ("dlaczego", "perché", "perche"):
        assert recording.text(word).startswith("OSA-14  ")
    for word in ("pomoc", "aiuto"):
        text = recording.text(word)
        assert "(pauza, pausa)" in text
    recording.say("notatka zimno", "nota freddo")
    assert [x.data.text for x in recording.r.table.lines[-2:]] == ["zimno", "freddo"]
    recording.say("cofnij", "ponów")
    assert recording.types[-2:] == ["retracted", "retracted"]
    assert Recording(lang="it").offered("aiu") == ["aiuto"]
    recording.say("pauza")
    assert recording.r.done


@every_game
def test_no_word_of_ours_hides_one_of_a_game(game):
    words = {unaccented(x) for own in FOREIGN.values() for others in own.values() for x in others}
    own = {
        w
        for w in words & game.words.vocabulary.keys()
        if game.words.vocabulary[w] != BY_WORD[w].name
    }
    assert not own - {"wynik", "risultato"}


def test_what_a_person_is_asked_in_polish_and_italian():
    for lang, asked in (("pl", "czy przygotowanie"), ("it", "la preparazione")):
        recording = Recording(lang=lang, live=True)
        recording.say(*SET_UP)
        assert recording.r.prompt.startswith(asked)
        recording.say("tak" if lang == "pl" else "sì", "przerwij" if lang == "pl" else "abbandona")
        assert recording.r.yes_or_no
        assert recording.text("nie" if lang == "pl" else "no") in (
            "Gra toczy się dalej.",
            "La partita continua.",
        )


def test_all_that_is_asked_has_its_words_in_both_languages():
    assert [x.keys() for x in FOREIGN.values()] == [{w.name for w in KEYWORDS}] * 2


def test_a_game_given_up_without_a_reason_has_no_bare_colon(recording):
    recording.say("abandon")
    last = recording.r.table.head.seq
    told = rows(recording.r.table.replay(), last, last, ["Ana", "Bartek"], None, "en")
    assert told[0].words == "The game was broken off"


def test_results_are_completed_as_far_as_they_last(buying):
    assert buying.offered("B") == ["B2", "B3", "B5", "back", "board"]
    assert buying.offered("B2 G") == ["G2", "G3", "G5"]
    assert buying.offered("market B2 G") == ["G2", "G3", "G5"]
    assert buying.offered("B2 B2 ") == []
    dice = Recording("istanbul")
    dice.say("lira-b bazaar-g die-2 action-y die-3 crystal-r")
    assert "R" in dice.offered("R R ")


def test_yes_and_no_are_completed(house):
    house.say("buy Y3")
    assert house.offered() == ["yes", "no"]


@every_game
@pytest.mark.parametrize("seed", [1, 2])
def test_everything_that_is_offered_is_legal(game, seed):
    """Walk through a game by completions alone: what cannot go on is a move that is accepted."""
    chance = Seeded(seed)
    names = ["Ana", "Bo B", "Cy"][: game.meta.players[0]]
    table = Table.open(game, open_game(game, names), chance)
    r = Recorder(game, table, now=lambda: None)
    for step in range(25):
        if r.over:
            break
        legal = r.legal()
        text = ""
        while text.strip() not in legal:
            found = complete(r, text)
            assert found, f"{text!r} leads nowhere; legal: {legal}"
            text += found[(step + seed) % len(found)].text + " "
        command, _ = read_answer(table.position, text)
        table.do(command, chance)


def test_lines_that_no_terminal_should_send(recording):
    long, broken = recording.fault("#" + "x" * LONGEST), recording.fault("# \udcff")
    assert tells(long.message, "100,000")
    assert broken.message
