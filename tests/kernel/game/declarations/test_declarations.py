"""What a game declares wrongly is told when it is imported: where, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.examples import NIM, NO_THANKS, changed, load
from common.refusals import tells
from ledger.kernel.errors import DeclarationError

WRONG = {
    "an event that nothing applies": (
        changed(NIM, "def took(s: State, x: Took) -> None:", "def took(s: State, x) -> None:"),
        "class Took(SeatEvent)",
        "Took | def took(s: State, x: Took)",
    ),
    "an event that two functions apply": (
        changed(NIM, "def took(s: State, x: Took) -> None:", "def took(s: State, x: Turned):"),
        "def took(s",
        "Turned | changed_game.py",
    ),
    "a command that no move decides": (
        changed(NIM, '@move("NIM-02", Took)\n', ""),
        "class Take(Command)",
        "Take | @move | def take(d: Decision[State], x: Take)",
    ),
    "a move without a command": (
        changed(NIM, "def take(d: Decision[State], x: Take)", "def take(d: Decision[State])"),
        "@move(",
        "take | x: Take",
    ),
    "a first event that lacks a choice": (
        changed(NIM, '    heap: Annotated[int, rule("NIM-02")]\n', "").replace(
            "heap {heap}", "a heap"
        ),
        "@move(",
        "Took | 'heap' | Take | called",
    ),
    "an argument that can be anything": (
        changed(NIM, "one_of(lambda s, x: range(1, s.heaps[x.heap - 1] + 1))", "''"),
        "class Take(Command)",
        "Take.sticks | one_of | legal",
    ),
    "a sentence with a gap that nothing fills": (
        changed(NIM, "takes {sticks} from", "takes {stick} from"),
        "class Took(SeatEvent)",
        "{stick} | seat, heap, sticks",
    ),
    "a sentence under a condition that no field has": (
        changed(NIM, '    says = "{name} takes', '    says_all = "All"\n    says = "{name} takes'),
        "class Took(SeatEvent)",
        "says_all | seat, heap, sticks",
    ),
    "a sentence about nobody": (
        changed(NO_THANKS, "The card is {card}", "{name} turns up {card}"),
        "class Flipped(Event)",
        "{name} | card",
    ),
    "a state that doesn't count turns": (
        changed(NIM, "    turn: int = 0\n", ""),
        "class State",
        "State | 'turn'",
    ),
    "a question that is never asked": (
        changed(NIM, '@move("NIM-02", Took)', '@move("NIM-02", Took, answers="trick")'),
        "@move(",
        "Take | 'trick' | 'turn'",
    ),
    "two moves with one verb": (
        changed(NO_THANKS, '@move("NTH-06", Paid)', '@move("NTH-06", Paid, verb="take")'),
        '@move("NTH-06"',
        "Take | Pay | 'take' | verb=",
    ),
    "an event that no module has": (
        changed(NIM, '@move("NIM-02", Took)', '@move("NIM-02", SeatEvent)'),
        "@move(",
        "SeatEvent",
    ),
    "a hand from nowhere": (
        changed(
            changed(NO_THANKS, "    PlainSetup,\n", "    PlainSetup,\n    Hand,\n"),
            "    chips: Annotated[int, resource(",
            "    hand: Hand\n    chips: Annotated[int, resource(",
        ),
        "class Player",
        "Player.hand | hidden(",
    ),
    "nobody asks": (changed(NIM, '    asks={"turn": "NIM-02"},\n', ""), None, "asks | awaiting"),
    "no points": (
        changed(NIM, "    score=lambda s, seat: int(s.active == seat and not any(s.heaps)),\n", ""),
        None,
        "score",
    ),
    "no end": (changed(NIM, '    ranked_by=("NIM-03",),\n', ""), None, "ended | ranked_by"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_declaration_is_told_where_it_stands(what: str, tmp_path: Path) -> None:
    code, line, facts = WRONG[what]
    with pytest.raises(DeclarationError) as e:
        load(tmp_path, code)
    assert tells(str(e.value), facts), str(e.value)
    if line is None:
        assert e.value.place is None  # it is about the game as a whole
    else:
        (found,) = (n for n, text in enumerate(code.splitlines(), 1) if text.startswith(line))
        assert e.value.place == ("changed_game.py", found)


def test_the_rules_of_a_game_must_be_told_somewhere(tmp_path: Path) -> None:
    game = load(tmp_path, NIM.replace("NIM-0", "NIM ")).GAME
    with pytest.raises(DeclarationError) as e:
        game.rules()
    assert tells(str(e.value), "changed_game | rules.toml | docstring")


def test_a_result_in_the_event_that_a_move_begins_with_is_written_behind_the_move() -> None:
    from ledger.games.istanbul import GAME as ISTANBUL
    from ledger.games.osaka import GAME as OSAKA

    assert ISTANBUL.inline_slots == ("roll",)
    assert OSAKA.inline_slots == ()
