"""The rules of Whispers, as sessions: each card, falling out, and who gets the tokens."""

from __future__ import annotations

import sys

import pytest

from common.examples import GAMES
from ledger.kernel.boxes.box import WrongBox
from ledger.testing import Sessions

sys.path.append(str(GAMES))

from ledger_whispers import CARDS, GAME, RANK, Box

WHISPERS = Sessions(GAME)
STOP = '\nabandon "enough"'
THREE = "Ana, Bo, Celina"
SPY_ON_CELINA = "Ana card Veil\nAna play Spy on Celina guess Seer\nBo card Wind"
NEXT_ROUND = "\nBo shows Wind\naside Spy Spy Spy\nAna card ?\nBo card ?\nAna card ?"
COUNTS = GAME.boxes.standard.deck.counts


def three(body: str, ana: str = "Spy", bo: str = "Spy", celina: str = "Spy"):
    """Return the table of three after a round that began with these cards."""
    hands = f"Ana card {ana}\nBo card {bo}\nCelina card {celina}\n"
    return WHISPERS.session(THREE, hands + body + STOP)


def refused(body: str, ana: str = "Spy", bo: str = "Spy", celina: str = "Spy"):
    hands = f"Ana card {ana}\nBo card {bo}\nCelina card {celina}\n"
    return WHISPERS.no_session(THREE, hands + body)


def known(table, viewer: int, seat: int) -> str:
    """Return the hand of a seat as a viewer's own log has it."""
    cards = GAME.mask(table.state, viewer).players[seat - 1].hand.seen_by(viewer)
    return " ".join(card or "?" for card in cards)


def out(table) -> list[bool]:
    return [p.out for p in table.state.players]


@pytest.mark.rule("WHI-01", "WHI-02")
def test_sixteen_cards_of_which_everybody_sees_their_own():
    assert sum(GAME.boxes.standard.deck.counts.values()) == 16
    assert [*GAME.boxes.standard.deck.counts.values()] == [5, 2, 2, 2, 2, 1, 1, 1]
    assert [*RANK.values()] == [1, 2, 3, 4, 5, 6, 7, 8]
    table = three("Ana card Veil", "Seer")
    assert table.state.deck.size == 12
    assert [known(table, viewer, 1) for viewer in (0, 1, 2)] == ["? ?", "Seer Veil", "? ?"]
    refused("Ana card Pearl", celina="Pearl")


@pytest.mark.rule("WHI-02")
def test_with_two_players_three_cards_are_out_of_the_round():
    state = WHISPERS.session(
        "Ana, Bo", "aside Spy Spy Pearl\nAna card Seer\nBo card Spy\nAna card Veil" + STOP
    ).state
    assert state.aside == ["Spy", "Spy", "Pearl"]
    assert state.deck.size == 16 - 3 - 3


@pytest.mark.rule("WHI-03")
def test_a_turn_is_a_card_drawn_and_one_played():
    table = three("Ana card Veil\nAna play Veil\nBo card Rival", "Seer")
    assert (table.state.players[0].played, table.state.active) == (["Veil"], 2)
    assert refused("Ana card Veil\nAna play Twins", "Seer").rule == "WHI-03"
    assert refused("Ana card Veil\nBo play Spy", "Seer").rule == "WHI-03"


@pytest.mark.rule("WHI-04", "WHI-08")
def test_a_veil_lasts_until_the_next_turn_of_its_player():
    veiled = "Ana card Veil\nAna play Veil\nBo card Seer\n"
    assert refused(veiled + "Bo play Seer on Ana").rule == "WHI-03"
    table = three(
        veiled + "Bo play Seer on Celina\nCelina card Veil\nCelina play Veil\nAna card Rival\n"
        "Ana play Rival on Bo\nCelina card Wind",
        ana="Pearl",
    )
    assert out(table) == [False, True, False]
    alone = three(
        "Ana card Veil\nAna play Veil\nBo card Veil\nBo play Veil\nCelina card Seer\n"
        "Celina play Seer\nAna card Wind"
    )
    assert alone.lines[-3].by == 3
    assert not any(line.type == "saw" for line in alone.lines)


@pytest.mark.rule("WHI-05", "WHI-13")
def test_whoever_is_guessed_is_out_and_lays_the_card_open():
    table = three("Ana card Veil\nAna play Spy on Celina guess Seer\nBo card Wind", celina="Seer")
    assert out(table) == [False, False, True]
    assert table.state.players[2].played == ["Seer"]
    assert (
        out(three("Ana card Veil\nAna play Spy on Celina guess Wind\nBo card Wind")) == [False] * 3
    )
    assert refused("Ana card Veil\nAna play Spy on Celina guess Spy").rule == "WHI-03"


@pytest.mark.rule("WHI-06")
def test_a_seer_shows_a_card_to_one_player_who_remembers_it():
    table = three("Ana card Seer\nAna play Seer on Celina\nBo card Wind", celina="Pearl")
    assert [known(table, viewer, 3) for viewer in (0, 1, 2, 3)] == ["?", "Pearl", "?", "Pearl"]


@pytest.mark.rule("WHI-06")
def test_a_card_that_is_known_stays_known_until_it_is_played():
    seen = "Ana card Seer\nAna play Seer on Celina\nBo card Veil\nBo play Veil\nCelina card Wind\n"
    table = three(seen, celina="Rival")
    assert [known(table, viewer, 3) for viewer in (0, 1, 2)] == ["? ?", "Rival ?", "? ?"]
    kept = three(seen + "Celina play Wind on Celina\nCelina card Spy\nAna card Spy", celina="Rival")
    assert kept.state.players[2].played == ["Wind", "Rival"]
    assert [known(kept, viewer, 3) for viewer in (1, 3)] == ["?", "Spy"]


@pytest.mark.rule("WHI-07")
def test_of_two_rivals_the_lower_one_is_out():
    lost = three("Ana card Rival\nAna play Rival on Bo\nCelina card Wind", ana="Seer", bo="Spy")
    assert out(lost) == [False, True, False]
    lost = three("Ana card Rival\nAna play Rival on Bo\nBo card Wind", ana="Seer", bo="Pearl")
    assert out(lost) == [True, False, False]
    equal = three("Ana card Rival\nAna play Rival on Bo\nBo card Wind", ana="Seer", bo="Seer")
    assert out(equal) == [False] * 3
    assert [known(equal, viewer, 1) for viewer in (0, 2, 3)] == ["?", "Seer", "?"]


@pytest.mark.rule("WHI-09")
def test_wind_makes_a_player_discard_and_draw():
    table = three("Ana card Wind\nAna play Wind on Bo\nBo card Twins\nBo card Veil", bo="Seer")
    assert table.state.players[1].played == ["Seer"]
    assert known(table, 2, 2) == "Twins Veil"
    own = three("Ana card Wind\nAna play Wind on Ana\nAna card Twins\nBo card Veil", ana="Seer")
    assert own.state.players[0].played == ["Wind", "Seer"]


@pytest.mark.rule("WHI-10")
def test_two_players_swap_hands_and_know_what_they_gave():
    table = three(
        "Ana card Twins\nAna play Twins on Celina\nBo card Wind", ana="Pearl", celina="Seer"
    )
    assert [known(table, viewer, 3) for viewer in (0, 1, 2, 3)] == ["?", "Pearl", "?", "Pearl"]
    assert [known(table, viewer, 1) for viewer in (0, 1, 2, 3)] == ["?", "Seer", "?", "Seer"]


@pytest.mark.rule("WHI-11")
def test_a_recluse_has_to_be_played_beside_wind_and_twins():
    assert refused("Ana card Wind\nAna play Wind on Ana", ana="Recluse").rule == "WHI-03"
    assert refused("Ana card Twins\nAna play Twins on Bo", ana="Recluse").rule == "WHI-03"
    table = three("Ana card Rival\nAna play Rival on Bo\nCelina card Wind", ana="Recluse")
    assert out(table) == [False, True, False]
    played = three("Ana card Wind\nAna play Recluse\nBo card Wind", ana="Recluse")
    assert out(played) == [False] * 3


@pytest.mark.rule("WHI-12")
def test_whoever_loses_the_pearl_is_out():
    table = three("Ana card Pearl\nAna play Pearl\nBo card Wind")
    assert out(table) == [True, False, False]
    table = three("Ana card Wind\nAna play Wind on Bo\nCelina card Veil", bo="Pearl")
    assert out(table) == [False, True, False]
    assert table.state.players[1].hand.size == 0


def a_whole_round(bo: str, last: str):
    """Return the table of two after a round up to the last card, and the beginning of the next.

    At the end Ana has Wind, and Bo has the card `bo` and plays the `last` one that he draws.
    """
    return WHISPERS.session(
        "Ana, Bo",
        "aside Twins Recluse Pearl\nAna card Spy\nBo card Spy\n"
        "Ana card Veil\nAna play Veil\nBo card Spy\nBo play Spy\n"
        "Ana card Seer\nAna play Seer on Bo\nBo card Veil\nBo play Veil\n"
        "Ana card Seer\nAna play Seer\nBo card Rival\nBo play Rival on Ana\n"
        f"Ana card Wind\nAna play Spy on Bo guess Pearl\nBo card {bo}\n"
        "Bo play Spy on Ana guess Pearl\n"
        "Ana card Spy\nAna play Spy on Bo guess Pearl\n"
        f"Bo card {last.split()[0]}\nBo play {last}\n"
        "aside Spy Spy Spy\nAna card Veil\nBo card Seer\n" + STOP,
    )


@pytest.mark.rule("WHI-14", "WHI-15", "WHI-16")
def test_when_one_card_is_left_the_highest_rank_wins_and_begins():
    table = a_whole_round("Rival", "Spy on 1 guess Pearl")
    assert [p.tokens for p in table.state.players] == [1, 0]
    assert (table.state.round, table.state.leader) == (2, 1)
    assert [x.data.card for x in table.lines if x.type == "showed"] == ["Wind", "Rival"]


@pytest.mark.rule("WHI-15", "WHI-16")
def test_of_equal_ranks_the_higher_sum_of_played_cards_wins():
    table = a_whole_round("Wind", "Rival on 1")
    assert [p.tokens for p in table.state.players] == [0, 1]
    assert table.state.leader == 2


@pytest.mark.rule("WHI-15", "WHI-16")
def test_if_the_sums_are_equal_too_each_wins_and_the_next_in_turn_order_begins():
    table = a_whole_round("Wind", "Spy on 1 guess Pearl")
    assert [p.tokens for p in table.state.players] == [1, 1]
    assert table.state.leader == 2


@pytest.mark.rule("WHI-15", "WHI-16", "WHI-17")
def test_the_last_one_left_wins_and_enough_tokens_end_the_game():
    won = (
        "aside Twins Recluse Seer\nAna card Wind\nBo card Pearl\nAna card Spy\n"
        "Ana play Spy on Bo guess Pearl\n"
    )
    table = WHISPERS.session("Ana, Bo", won * 7)
    assert [p.tokens for p in table.state.players] == [7, 0]
    assert GAME.rules.outcome(table.state).ranking == ((1,), (2,))
    assert table.lines[-1].type in ("ended", "sealed")


@pytest.mark.rule("WHI-16")
def test_the_winner_of_a_round_begins_the_next():
    body = (
        "aside Twins Recluse Seer\nAna card Pearl\nBo card Wind\nAna card Spy\n"
        "Ana play Pearl\naside Spy Spy Spy\nBo card Seer\nAna card Veil\nBo card Veil"
    )
    table = WHISPERS.session("Ana, Bo", body + STOP)
    assert (table.state.leader, table.state.active) == (2, 2)


@pytest.mark.rule("WHI-06", "WHI-07", "WHI-10")
def test_a_game_that_was_watched_from_outside_can_be_written_down():
    """Nobody at the table wrote down what was seen; the rest is told by what was laid open."""
    table = three(
        "Ana card ?\nAna play Seer on Celina\nAna sees ?\nBo card ?\nBo play Rival on Ana\n"
        "lower 1\nAna shows Spy\nCelina card ?\nCelina play Twins on Bo\nBo card ?",
        "?", "?", "?",
    )  # fmt: skip
    assert out(table) == [True, False, False]
    assert table.state.players[1].hand.possible(table.state.deck)


@pytest.mark.rule("WHI-03", "WHI-04", "WHI-05", "WHI-07")
def test_the_log_has_whom_a_card_names_and_what_was_guessed():
    (spy,) = (x.data for x in three(SPY_ON_CELINA, celina="Seer").lines if x.type == "played")
    assert (spy.card, spy.on, spy.guess) == ("Spy", 3, "Seer")
    table = three("Ana card Rival\nAna play Rival on Bo\nCelina card Wind", ana="Seer")
    (compared,) = (x.data for x in table.lines if x.type == "compared")
    assert (compared.seat, compared.other, compared.lower) == (1, 2, "2")


@pytest.mark.rule("WHI-03")
def test_each_turn_is_counted_once():
    assert three("Ana card Veil").state.turn == 1
    assert three("Ana card Veil\nAna play Veil\nBo card Wind").state.turn == 2


@pytest.mark.rule("WHI-13")
def test_whoever_is_out_has_no_card_in_hand_any_more():
    celina = three(SPY_ON_CELINA, celina="Seer").state.players[2]
    assert (celina.hand.size, celina.played) == (0, ["Seer"])


@pytest.mark.rule("WHI-05")
def test_a_guess_at_a_card_that_nobody_wrote_down_is_answered_at_the_table():
    unseen = "aside Spy Spy Pearl\nAna card ?\nBo card ?\nAna card ?\n"
    wrong = unseen + "Ana play Spy on Bo guess Wind\nguess wrong\nBo card ?"
    right = unseen + "Ana play Spy on Bo guess Wind\nguess right" + NEXT_ROUND
    assert out(WHISPERS.session("Ana, Bo", wrong + STOP)) == [False, False]
    won = WHISPERS.session("Ana, Bo", right + STOP)
    assert [p.tokens for p in won.state.players] == [1, 0]
    refusal = WHISPERS.no_session("Ana, Bo", unseen + "Ana play Spy on Bo guess Pearl\nguess right")
    assert (refusal.line, refusal.rule) == (6, "WHI-05")


@pytest.mark.rule("WHI-01")
def test_no_card_is_lost_wherever_it_is_and_whoever_looks():
    table = WHISPERS.session(
        "Ana, Bo",
        "aside Spy Spy Pearl\nAna card Seer\nBo card Spy\nAna card Veil\nAna play Veil\n"
        "Bo card Wind" + STOP,
    )
    there = {"cards": 16, **COUNTS}
    assert GAME.corrections.pieces(table.state) == there
    assert [GAME.corrections.pieces(GAME.mask(table.state, x)) for x in (0, 1, 2)] == [there] * 3


def read(**tables: dict[str, dict[str, int]]) -> Box:
    """Return a box with these tables, read as for a new game."""
    return GAME.boxes.read_new(GAME.boxes.whole(tables))


@pytest.mark.rule("WHI-01")
def test_a_box_has_every_card_and_no_other_and_up_to_1000_of_them():
    once = dict.fromkeys(CARDS, 1)
    for spies in (1, 993):
        assert read(deck={"counts": once | {"Spy": spies}}).deck.counts["Spy"] == spies
    without = {card: 2 for card in CARDS if card != "Pearl"}
    for counts in (once | {"Spy": 994}, once | {"Fox": 1}, without):
        with pytest.raises(WrongBox):
            read(deck={"counts": counts})


@pytest.mark.rule("WHI-17")
def test_a_box_says_how_many_tokens_each_number_of_players_needs():
    assert read(tokens={"needed": {"2": 1, "3": 1, "4": 1}}).tokens.needed["4"] == 1
    for missing in "234":
        with pytest.raises(WrongBox):
            read(tokens={"needed": {n: 5 for n in "234" if n != missing}})
