"""Results that are asked for: what nobody saw, one by one, and what each one is."""

from __future__ import annotations

import pytest

from common.refusals import tells
from ledger.kernel.verify.verify import verify_bytes
from ledger.recorder import Board, Fault, complete

from .test_recorder import SET_UP, Recording

BOATS = ("place B2n a4", "place P0p a5", "place A3n b5")
"""A boat of each player, and another of the first."""


@pytest.fixture
def klongs():
    made = Recording("klongs", live=True)
    made.say("", "", "")  # two hands that nobody saw, and the set-up is right
    return made


def hands(recording):
    return [line.data.boats for line in recording.r.table.lines if line.type == "drew"]


# --- what nobody saw ----------------------------------------------------------------------------


def test_enter_says_that_nobody_saw_it(klongs):
    assert hands(klongs) == [(None,) * 4] * 2
    klongs.say(BOATS[0], "")
    assert hands(klongs)[2:] == [(None,)]
    assert klongs.r.prompt.startswith("Bartek")
    assert verify_bytes(klongs.r.table.bytes()).verdict == "possible"


def test_with_hidden_hands_there_is_one_line_for_each_boat(klongs):
    klongs.say(*BOATS)
    assert klongs.r.pending is not None  # Ana's last boat
    assert [x for x in klongs.r.table.lines if x.type == "placed"][-1].data.boat == "P0p"
    klongs.say("")
    assert hands(klongs)[2:] == [(None,)] * 3


def test_after_a_draw_that_nobody_saw_the_next_move_needs_no_verb(klongs):
    klongs.say(*(boat.removeprefix("place ") for boat in BOATS))
    assert hands(klongs)[2:] == [(None,)] * 2
    assert [x.data.boat for x in klongs.r.table.lines if x.type == "placed"] == ["B2n", "P0p"]
    assert klongs.fault("P0p P1")  # two boats for one, and no field to place the first on
    assert klongs.r.prompt.startswith("Ana hand")


def test_a_draw_that_nobody_saw_may_be_left_out_only_if_nothing_else_is_asked(klongs):
    (hidden,) = klongs.say(BOATS[0])
    (mixed, *_) = Recording(live=True).r.start()
    assert tells(hidden.text, "next move")
    assert not tells(mixed.text, "next move")


def test_one_question_mark_stands_for_the_whole_draw():
    recording = Recording("klongs")
    recording.say("?", "B2n ? thief A3n")
    assert hands(recording) == [(None,) * 4, ("B2n", None, "thief", "A3n")]


def test_a_lone_question_mark_at_a_prompt_asks_for_help_and_records_nothing():
    recording = Recording("klongs", live=True)
    before = recording.r.question
    assert tells(recording.text("?"), "thief | Enter")
    assert recording.r.question == before
    recording.say("? ? ? ?", "B2n ? thief A3n", "")
    assert hands(recording) == [(None,) * 4, ("B2n", None, "thief", "A3n")]


def test_enter_records_what_nobody_saw():
    recording = Recording("klongs", live=True)
    recording.say("", "B2n ? thief A3n", "")
    assert hands(recording) == [(None,) * 4, ("B2n", None, "thief", "A3n")]


def test_what_lies_face_up_is_asked_for_until_it_is_told():
    recording = Recording(live=True)
    assert recording.say("") == []
    assert recording.r.prompt == "market> "
    assert recording.fault("R2 R2 B3 Y5 ?").rule == "OSA-04"
    assert tells(recording.fault("claim red").message, "market")
    assert recording.r.prompt == "market> "


def test_lines_that_leave_hidden_hands_out_are_read_to_the_end():
    recording = Recording("klongs")
    recording.say(
        *(f"{who} {boat}" for who, boat in zip(("Ana", "Bar", "Ana"), BOATS, strict=True))
    )
    recording.r.close()
    assert recording.r.lost is None
    assert hands(recording) == [(None,) * 4] * 2 + [(None,)] * 3


def test_the_question_says_that_enter_will_do():
    assert tells(Recording("klongs").first[0].text, "Enter | thief | cook")
    assert "Enter" not in str(Recording().first[0].text)


# --- one by one ---------------------------------------------------------------------------------


def test_pieces_may_be_told_one_by_one():
    recording = Recording(live=True)
    recording.say("R2", "R2 B3")
    assert recording.r.pending.need.count == 2
    assert tells(recording.text("Y5"), "market | came up")
    recording.say("G5", *SET_UP[1:], "")
    assert recording.r.table.lines[1].data.cards == ("R2", "R2", "B3", "Y5", "G5")


def test_a_wrong_piece_among_others_is_pointed_at():
    recording = Recording("century", live=True)
    recording.say("YY-G")
    error = recording.fault("G YY-G")
    assert (error.column, error.rule) == (3, "CEN-03")
    recording.say("undo")
    assert recording.r.pending.need.count == 4


def test_undo_takes_the_last_piece_back():
    recording = Recording(live=True)
    recording.say("R2 R2", "B3", "undo")
    assert recording.r.pending.need.count == 3
    recording.say("B3 Y5 G5")
    assert recording.r.prompt == "farm> "


def test_a_set_up_that_is_not_right_can_be_gone_back_through():
    recording = Recording(live=True)
    recording.say(*SET_UP)
    assert recording.r.checking
    assert tells(recording.text("n"), "`undo` | hand")
    assert recording.r.pending.asked.label == "Bartek hand"
    recording.say("undo")
    assert recording.r.pending.asked.label == "Ana hand"
    recording.say(*SET_UP[2:], "y")
    assert recording.r.table is not None


def test_the_board_is_shown_while_it_is_set_up():
    recording = Recording("century", live=True)
    (board,) = recording.say("board")
    assert isinstance(board, Board)
    recording.say("RRR-BB YYYYY-GGG YYY-RG YY-G")
    shown = []
    while len({*recording.r.question.places}) < 2:
        assert not any(isinstance(x, Board) for x in shown)
        need = recording.r.pending.need
        shown = recording.say(" ".join(some(need)))
    board, ask = shown
    assert isinstance(board, Board)
    assert tells(ask.text, recording.r.question.places[0])


def some(need):
    """Return possible values for a draw."""
    return [x for x, n in need.options.items() for _ in range(n)][: need.count]


# --- what it is for -----------------------------------------------------------------------------


def test_the_prompts_of_century_say_which_symbol_slot_and_port():
    recording = Recording("century", live=True)
    recording.say("RRR-BB YYYYY-GGG YYY-RG YY-G")
    prompts = []
    for line in (
        "G-YYYYR B-YYYRR", "GG-RRB YYY-RG", "B-YRG YY-G", "YRG-BB YYY-B",
        "R-YYY YYYY-GB G-RR",
        "YY-RR YR-B BB-RRRGG B-GG GG-BB sea RR-YYB B-YYYG YYYYY-GGG RR-GG sea YYYYY-BB RR-YYYG "
        "B-RRR RRR-BB sea sea",
        "12-YGGB", "18-GGBBB", "15-GGGGG", "11-YYGGG",
    ):  # fmt: skip
        prompts.append(recording.r.prompt.removesuffix("> "))
        assert not [x for x in recording.say(line) if isinstance(x, Fault)]
    recording.say("")
    slots, ports = recording.r.table.state.setup.slots, recording.r.table.state.setup.ports
    assert prompts[:4] == ["remove ginger", "remove chili", "remove tea", "remove cloves"]
    assert prompts[4:6] == [f"map {slots[0]}", f"map {slots[3]}"]
    assert prompts[6:] == [f"port {port}" for port in ports]


def test_all_slots_of_the_map_are_told_in_their_order():
    recording = Recording("century")
    told = recording.text(
        "RRR-BB YYYYY-GGG YYY-RG YY-G",
        *("G-YYYYR B-YYYRR", "GG-RRB YYY-RG", "B-YRG YY-G", "YRG-BB YYY-B"),
    )
    assert " ".join(recording.r.pending.need.places) in told


def test_a_starting_hand_says_until_when():
    recording = Recording()
    assert tells(recording.text(*SET_UP[:2]), "Ana hand | 8 | 0")
    assert tells(recording.text("Y5"), "Ana hand | 8 | 5")


# --- what each one is ---------------------------------------------------------------------------


@pytest.fixture
def bazaar():
    made = Recording("istanbul")
    made.say("lira-b bazaar-g die-2 action-y die-3 crystal-r", "C C R R Y", "bazaar 1")
    assert made.r.prompt == "reveal> "
    return made


def test_a_question_mark_lists_what_can_come_with_its_meaning(bazaar):
    told = bazaar.text("?").splitlines()
    assert len(told) == 1 + 33 + 1  # a heading, the cards, and the question once more
    assert tells(next(x for x in told if "g-2" in x), "1 crystal and 4 lira | 2 brown tokens")
    assert bazaar.r.prompt == "reveal> "


def test_cards_lists_everything_in_the_box(bazaar):
    bazaar.say("g-1")
    told = bazaar.text("cards")
    assert all(tells(told, x.id) for x in bazaar.r.game.components())


def test_completion_shows_what_a_card_is(bazaar):
    means = {x.text: x.means for x in complete(bazaar.r, "")}
    assert tells(means["e-tile"], "1 mosque tile | 1 ruby")
    polish = Recording("istanbul", lang="pl")
    assert {x.text: x.means for x in complete(polish.r, "")}["lira-b"] != means.get("lira-b", "")


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("1 red token", "c-red"),
        ("pay 12 lira for 1 ruby", "e-lira"),
        ("ruby 4 crystals", "e-crystal"),
        ('"2 tokens of your choice with 2 card dice"', "f-any"),
        ("reveal 10 lira", "h-tile"),
    ],
)
def test_a_card_may_be_described(bazaar, typed, card):
    bazaar.say(typed)
    shown = [x.data.cards for x in bazaar.r.table.lines if x.type == "revealed"]
    assert shown == [(card,)]


def test_a_description_that_fits_several_is_not_guessed(bazaar):
    error = bazaar.fault("4 lira")
    assert error.kind == "ambiguous"
    assert tells(error.message, "a-red | a-crystal | others")


def test_several_descriptions_have_commas_between_them():
    recording = Recording("istanbul")
    recording.say("lira-b bazaar-g die-2 action-y die-3 crystal-r", "C C R R Y", "bazaar 2")
    recording.say("1 red token, pay 12 lira for 1 ruby")
    (shown,) = [x.data.cards for x in recording.r.table.lines if x.type == "revealed"]
    assert shown == ("c-red", "e-lira")


def test_a_cards_colour_and_number_are_read():
    recording = Recording()
    recording.say("red 2, R2 blue 3 yellow 5, G5", *SET_UP[1:], "claim red", "claim blue")
    assert recording.r.table.lines[1].data.cards == ("R2", "R2", "B3", "Y5", "G5")
    recording.say("take yellow 5")
    (took,) = [x.data for x in recording.r.table.lines if x.type == "took"]
    assert took.card == "Y5"


def test_faces_of_dice_are_read_as_words():
    recording = Recording("istanbul", lang="pl")
    recording.say("lira-b bazaar-g die-2 action-y die-3 crystal-r", "roll red red card yellow coin")
    assert recording.r.table.lines[-1].data.faces == ("R", "R", "C", "Y", "$")


# --- what followed by itself ----------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["use b-red", "Ana use b-red # the only one"])
def test_what_followed_by_itself_may_be_typed(bazaar, typed):
    bazaar.say("b-red")
    before = bazaar.types
    assert not [x for x in bazaar.say(typed) if isinstance(x, Fault)]
    assert bazaar.types == before + ["noted"] * ("#" in typed)


def test_what_did_not_follow_is_refused(bazaar):
    bazaar.say("b-red")
    assert bazaar.fault("Ana use b-blue").message
    assert bazaar.fault("Bartek use b-red").message


# --- names that are also words --------------------------------------------------------------------


def test_players_may_be_called_like_words():
    recording = Recording(players=("Hand", "Undo"))
    recording.say(*SET_UP[:2], "Hand hand Y5 Y5", "Undo hand Y3 Y3 Y2")
    recording.say("Undo claim red", "Hand claim blue", "Undo take R2", "take R2")
    assert recording.types.count("took") == 2
    recording = Recording(players=("Take", "Why"))
    recording.say(*SET_UP, "Why claim red", "claim blue", "Why take R2", "take R2", "take B3")
    assert recording.types.count("took") == 3


def test_what_can_be_read_as_it_is_stays_as_it_is(bazaar):
    bazaar.say("back", "bazaar 2", "c-red f-any", "use 2 tokens of your choice take red blue")
    (used,) = [x.data for x in bazaar.r.table.lines if x.type == "card_used"]
    assert (used.card, used.take) == ("f-any", ("red", "blue"))


# --- questions to which few answers are possible --------------------------------------------------


@pytest.fixture
def istanbul():
    made = Recording("istanbul", live=True)
    made.say("lira-b bazaar-g die-2 action-y die-3 crystal-r", "CC$$R", "")
    return made


def types(recording, after):
    return [line.type for line in recording.r.table.lines[after:]]


def test_a_word_answers_the_open_question_before_it_is_a_move_of_the_next(istanbul):
    istanbul.say("bazaar 1", "d-green", "lira")
    assert [p.have["lira"] for p in istanbul.r.table.state.players] == [
        3,
        4,
    ]  # Bartek accepted lira
    istanbul.say("lira")  # Ana's coin dice, as nobody is asked any more
    assert istanbul.r.table.state.players[0].have["lira"] > 3


def test_the_next_move_says_no_to_a_question_that_may_be_left_unanswered(istanbul):
    istanbul.say("bazaar 1", "d-green")
    before = len(istanbul.r.table.lines)
    assert istanbul.fault("pair blue")  # Ana can't do that, so nobody has said anything
    assert istanbul.r.prompt.startswith("Bartek")
    assert types(istanbul, before) == []
    istanbul.say("end")
    assert istanbul.r.prompt.startswith("Bartek roll")
    assert types(istanbul, before)[0] == "refused"


def test_what_only_one_legal_move_begins_or_ends_with_is_that_move(istanbul):
    istanbul.say("bazaar 2", "f-lira g-1")
    before = istanbul.r.table.state.players[0].have["lira"]
    istanbul.say("use")
    assert istanbul.r.table.state.players[0].have["lira"] == before + 6


def test_the_end_of_the_only_move_will_do(istanbul):
    istanbul.say("bazaar 2", "f-any g-1")
    assert istanbul.fault("use")  # which tokens?
    istanbul.say("take red blue")
    have = istanbul.r.table.state.players[0].have
    assert (have["red"], have["blue"]) == (1, 1)


def test_a_card_may_be_described_without_the_verb(istanbul):
    istanbul.say("bazaar 2", "a-red b-yellow", "4 lira")
    assert istanbul.r.table.state.players[0].have["lira"] == 4


def test_the_help_names_the_player_who_is_asked(istanbul):
    istanbul.say("bazaar 1", "d-green")
    said = [reply.text for reply in istanbul.say("help")]
    assert any(text.startswith("Bartek refuse ") for text in said)
    assert any("ledger notation istanbul" in text for text in said)
