"""What a game declares wrongly is told when it is imported: where, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.examples import STICKS, changed, load
from common.refusals import tells
from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.game import Game
from ledger.testing import Sessions

PASSED_TOO = """

@FOLDS.on(Passed)
def apply_pass_again(s: State, x: Passed) -> None:
    pass
"""
TAKE_TOO = """

@move(Take, "STK-02", Took)
def take_again(d: Decision[State], x: Take) -> None:
    d.accept(x)
"""

WRONG = {
    "an event that two functions apply": (
        changed(STICKS, "\n\n@move(Take", f"{PASSED_TOO}\n\n@move(Take"),
        "@FOLDS.on(Passed)#2",
        "Passed | changed_game.py",
    ),
    "a first event that nothing applies": (
        changed(STICKS, "@FOLDS.on(Took)\n", ""),
        "@move(Take",
        "Took | folds",
    ),
    "a first event of nowhere": (
        changed(STICKS, '@move(Take, "STK-02", Took)', '@move(Take, "STK-02", SeatEvent)'),
        "@move(Take",
        "SeatEvent",
    ),
    "a command that two moves decide": (
        changed(STICKS, "\n\ndef go_on", f"{TAKE_TOO}\n\ndef go_on").replace(
            "moves=(take, wait)", "moves=(take, wait, take_again)"
        ),
        "@move(Take#2",
        "Take | changed_game.py",
    ),
    "a move that isn't declared": (
        changed(STICKS, '@move(Take, "STK-02", Took)\n', ""),
        "def take(",
        "take | @move",
    ),
    "a move without its command": (
        changed(STICKS, '@move(Take, "STK-02", Took)', '@move(Took, "STK-02", Took)'),
        "@move(Took",
        "take | @move(Take",
    ),
    "a move that isn't given its command": (
        changed(STICKS, "def take(d: Decision[State], x: Take)", "def take(d: Decision[State])"),
        "@move(Take",
        "take | x: Take",
    ),
    "a first event that lacks a choice": (
        changed(STICKS, '    heap: Annotated[int, rule("STK-02")]\n', "").replace(
            "heap {heap}", "a heap"
        ),
        "@move(Take",
        "Took | 'heap' | Take | called",
    ),
    "an argument that can be anything": (
        changed(STICKS, "one_of(lambda s, x: range(1, s.heaps[x.heap - 1] + 1))", "''"),
        "class Take(Command)",
        "Take.sticks | one_of | legal",
    ),
    "a sentence with a gap that nothing fills": (
        changed(STICKS, "takes {sticks} from", "takes {stick} from"),
        "class Took(SeatEvent)",
        "{stick} | seat, heap, sticks",
    ),
    "a sentence under a condition with a gap that nothing fills": (
        changed(
            changed(
                STICKS,
                '    says = "{name} takes',
                '    says = (case("{stick}", heap=1),\n  "{name} takes',
            ),
            'from heap {heap}"',
            'from heap {heap}")',
        ).replace("    Titled,\n", "    Titled,\n    case,\n"),
        "class Took(SeatEvent)",
        "{stick} | seat, heap, sticks",
    ),
    "a sentence about nobody": (
        changed(STICKS, "The wind is {wind}", "{name} feels {wind}"),
        "class Blew(Event)",
        "{name} | wind",
    ),
    **{
        f"a state without {name}": (
            changed(STICKS, f"    {field}\n", "").replace("State(setup, ", "State("),
            "class State",
            f"State | {name!r}",
        )
        for name, field in {
            "setup": "setup: PlainSetup",
            "turn": "turn: int = 0",
            "over": "over: bool = False",
        }.items()
    },
    "a question that is never asked": (
        changed(STICKS, '@move(Take, "STK-02", Took)', '@move(Take, "STK-02", Took, answers="x")'),
        "@move(Take",
        "Take | 'x' | 'turn'",
    ),
    "two moves with one verb": (
        changed(STICKS, 'verb="wait"', 'verb="take"'),
        "@move(Pass",
        "Take | Pass | 'take' | verb=",
    ),
    "a hand from nowhere": (
        changed(
            changed(STICKS, "    Game,\n", "    Game,\n    Hand,\n"),
            "    taken: Annotated[",
            "    hand: Hand\n    taken: Annotated[",
        ),
        "class Player",
        "Player.hand | hidden(",
    ),
    "nobody is asked": (
        changed(STICKS, 'Questions({"turn": "STK-02"})', "Questions()"),
        None,
        "Questions | awaiting",
    ),
    "no points": (changed(STICKS, "score=score, ", ""), None, "score"),
    "no end": (changed(STICKS, "ended=ended, ", ""), None, "ended | ranked_by"),
    "no rule for the winner": (
        changed(STICKS, ', ranked_by=("STK-03",)', ""),
        None,
        "ended | ranked_by",
    ),
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
        part, _, which = line.partition("#")
        found = [n for n, text in enumerate(code.splitlines(), 1) if text.startswith(part)]
        assert e.value.place == ("changed_game.py", found[int(which or 1) - 1])


def listed(game: Game) -> list[str]:
    """Return the moves that a game lists at its beginning."""
    state = Sessions(game).session("Ana, Bo", "").state
    return [game.words.write(command) for command in game.rules.legal_moves(state, 1)]


def test_what_is_declared_rightly_is_a_game(tmp_path: Path) -> None:
    game = load(tmp_path, STICKS).GAME
    assert listed(game) == ["take 1 1", "take 1 2", "take 2 1", "take 2 2", "take 2 3", "wait"]
    assert Sessions(game).session("Ana, Bo", "Ana take 2 3").state.heaps == [2, 0]
    assert list(game.bots) == ["random"]


def test_only_what_is_named_is_a_part(tmp_path: Path) -> None:
    """Whatever else a module has, by whatever name, is its own business."""
    more = "def legal(s, seat):\n    return iter(())\n\n\nGAME = "
    assert len(listed(load(tmp_path, changed(STICKS, "GAME = ", more)).GAME)) == 6
    game = load(tmp_path, changed(STICKS, "moves=(take, wait)", "moves=(take,)")).GAME
    assert listed(game)[-1] == "take 2 3"


def test_a_game_that_lists_its_moves_need_not_say_what_arguments_can_be(tmp_path: Path) -> None:
    code = changed(STICKS, "one_of(lambda s, x: range(1, s.heaps[x.heap - 1] + 1))", "''")
    own = "legal=lambda s, seat: iter([Take(seat=seat, heap=1, sticks=2)]),\n    moves="
    assert listed(load(tmp_path, changed(code, "moves=", own)).GAME) == ["take 1 2"]


def test_the_rules_of_a_game_must_be_told_somewhere(tmp_path: Path) -> None:
    game = load(tmp_path, STICKS.replace("STK-0", "STK ")).GAME
    with pytest.raises(DeclarationError) as e:
        _ = game.rulebook.data
    assert tells(str(e.value), "changed_game | rules.toml | docstring")


def test_a_result_in_the_event_that_a_move_begins_with_is_written_behind_the_move() -> None:
    from ledger.games.istanbul import GAME as ISTANBUL
    from ledger.games.osaka import GAME as OSAKA

    assert ISTANBUL.words.inline_slots == ("roll",)
    assert OSAKA.words.inline_slots == ()
