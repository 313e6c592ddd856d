"""What 0.2 offered on any game, and what `ledger.sdk` called otherwise."""

from __future__ import annotations

import dataclasses
import warnings
from pathlib import Path

import pytest

from common.examples import changed, load
from common.paths import TESTS
from ledger import Seeded, sdk
from ledger.check.run import check_game
from ledger.kernel.errors import DeclarationError, GameWarning
from ledger.kernel.game.game import Game
from ledger.kernel.play.table import Table
from ledger.sdk import Boxes, Decision, Meta, Opened, Titled
from ledger.sdk.version_0_2 import OLD_ATTRIBUTES
from ledger.testing import laws, whole_game
from ledger.testing.playing import opening

TODAY = TESTS.parent / "examples" / "games" / "ledger_nim.py"
FROZEN = TESTS / "version_0_2" / "games"


@pytest.mark.parametrize("name", OLD_ATTRIBUTES)
def test_an_old_attribute_answers_and_names_the_new_way(osaka: Game, name: str) -> None:
    place = OLD_ATTRIBUTES[name]
    new = place if isinstance(place, str) else place.instead
    with pytest.warns(DeprecationWarning) as warned:
        getattr(osaka, name)
    (warning,) = warned
    assert new in str(warning.message)
    assert warning.filename == __file__


def test_the_rules_in_words_were_the_answer_of_the_rules(osaka: Game) -> None:
    with pytest.warns(DeprecationWarning, match=r"rulebook\.data"):
        assert osaka.rules() == osaka.rulebook.data  # type: ignore[operator]


def test_old_attributes_answer_as_the_new_ones_do(osaka: Game, splash: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for game in (osaka, splash):
            table, old = whole_game(game, 1), game
            state = table.replay().at(next(x.seq for x in table.lines[9:] if not x.more))
            (question, *_) = old.awaiting(state)  # type: ignore[attr-defined]
            assert question == game.rules.awaiting(state)[0]
            moves = list(old.legal(state, question.seat))  # type: ignore[attr-defined]
            assert moves == list(game.rules.legal_moves(state, question.seat))
            assert old.write(moves[0]) == game.words.write(moves[0])  # type: ignore[attr-defined]
            assert old.box is game.boxes.standard  # type: ignore[attr-defined]
            assert old.pieces(state) == game.corrections.pieces(state)  # type: ignore[attr-defined]
            board = old.draw(game.view(state, 1), 80, ["Ana", "Bo"])  # type: ignore[attr-defined]
            assert board is not None
            assert old.canonical(state, moves[0]) == moves[0]  # type: ignore[attr-defined]
            assert game.meta.name in old.notation()  # type: ignore[attr-defined]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_is_given_empty_is_empty_whatever_the_fields_say(tmp_path: Path) -> None:
    abacus = (FROZEN / "ledger-dock" / "ledger_abacus.py").read_text("utf-8")
    assert load(tmp_path, abacus).GAME.corrections.zones == ()
    follows = load(tmp_path, changed(abacus, "    zones=(),\n", "")).GAME.corrections.zones
    assert [zone.word for zone in follows] == ["moved"]
    crowns = (FROZEN / "examples" / "ledger_crowns.py").read_text("utf-8")
    assert load(tmp_path, crowns).GAME.words.slots == ("hand",)
    ranked = "    ranked_by=("
    assert (
        load(tmp_path, changed(crowns, ranked, f"    slots=(),\n{ranked}")).GAME.words.slots == ()
    )


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_nothing_is_counted_where_a_game_says_so(tmp_path: Path) -> None:
    nothanks = (FROZEN / "examples" / "ledger_nothanks.py").read_text("utf-8")
    asks = "    asks={"
    game = load(tmp_path, changed(nothanks, asks, f"    resources=(),\n{asks}")).GAME
    assert game.holdings.resources == ()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_game_may_bring_its_own_way_to_read_and_leave_the_writing_to_us(tmp_path: Path) -> None:
    nim = (FROZEN / "examples" / "ledger_nim.py").read_text("utf-8")
    asks = "    asks={"
    own = "    read=lambda s, seat, words: Take(seat=seat, heap=1, sticks=1),\n"
    game = load(tmp_path, changed(nim, asks, f"{own}{asks}")).GAME
    take = game.words.read(None, 2, ())
    assert game.words.write(take) == "take 1 1"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_gap_that_nothing_fills_is_refused_today_and_was_not_seen_in_0_2(tmp_path: Path) -> None:
    nim = (FROZEN / "examples" / "ledger_nim.py").read_text("utf-8")
    asks = "    asks={"
    old = changed(nim, asks, f'    words={{Took: "{{nonsense}}"}},\n{asks}')
    with pytest.warns(GameWarning, match="nonsense"):
        load(tmp_path, old)
    new = sdk.Words(sentences={Opened: "{nonsense}"})
    with pytest.raises(DeclarationError, match="nonsense"):
        dataclasses.replace(load(tmp_path, TODAY.read_text("utf-8")).GAME, words=new)


def test_a_game_cannot_be_changed_by_an_old_name_either(osaka: Game) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError, match="replace"):
        osaka.scores = None  # type: ignore[attr-defined]


def test_a_game_of_today_that_forgets_its_rules_is_not_taken_for_an_old_one() -> None:
    with warnings.catch_warnings(), pytest.raises(TypeError, match="rules"):
        warnings.simplefilter("error")
        sdk.Game(meta=Meta(name="x", title="X", players=(2,)), package="x", boxes=Boxes(Titled))  # type: ignore[call-arg]


def test_a_decision_was_made_with_the_game(osaka: Game) -> None:
    table = whole_game(osaka, 1)
    state = table.replay().at(next(x.seq for x in table.lines[9:] if not x.more))
    move = next(osaka.rules.legal_moves(state, osaka.rules.awaiting(state)[0].seat))
    new = osaka.rules.decision(osaka.rules.copy(state), Seeded("1"))
    osaka.rules.apply(new, move)
    with pytest.warns(DeprecationWarning):
        old: Decision = Decision(osaka, osaka.rules.copy(state), Seeded("1"))
        osaka.decide(old, move)  # type: ignore[attr-defined]
    assert old.events == new.events


def test_what_0_2_did_not_have_is_still_an_error(osaka: Game) -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = osaka.nonsense  # type: ignore[attr-defined]
    with pytest.raises(ImportError):
        from ledger.sdk import nonsense  # noqa: F401


def test_a_game_with_another_part_answers_for_itself(osaka: Game) -> None:
    """What knows its game, knows the one that it is part of."""
    again = dataclasses.replace(osaka, meta=osaka.meta)
    assert again.rules.game is again  # type: ignore[attr-defined]
    assert osaka.rules.game is osaka  # type: ignore[attr-defined]


LEGAL = """    legal=lambda s, seat: (
        Take(seat=seat, heap=i, sticks=1) for i, n in enumerate(s.heaps, 1) if n
    ),
"""
"""Offers moves of one stick only, though the rules accept more, which 0.2 didn't look for."""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_is_looked_for_since_0_3_only_warns_of_a_game_of_0_2(tmp_path: Path) -> None:
    nim = (FROZEN / "examples" / "ledger_nim.py").read_text("utf-8")
    old = check_game(load(tmp_path, changed(nim, "    asks={", f"{LEGAL}    asks={{")).GAME)
    assert ([x.kind for x in old.warnings], old.problems) == (["legal"], [])
    nim = TODAY.read_text("utf-8")
    new = check_game(load(tmp_path, changed(nim, "rules=Rules(\n", f"rules=Rules(\n{LEGAL}")).GAME)
    assert ([x.kind for x in new.problems], new.warnings) == (["legal"], [])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_law_since_0_3_only_warns_of_a_game_of_0_2(tmp_path: Path) -> None:
    nim = (FROZEN / "examples" / "ledger_nim.py").read_text("utf-8")
    faulty = "    s.turn += 1\n", "    s.turn += 2\n"
    old = load(tmp_path, changed(nim, *faulty)).GAME
    new = load(tmp_path, changed(TODAY.read_text("utf-8"), *faulty)).GAME
    name = "test_events_of_a_whole_game_change_only_what_they_should"
    with pytest.warns(GameWarning, match="turn"):
        vars(laws(old))[name].__func__(game=old, seed=0)
    with pytest.raises(AssertionError, match="turn"):
        vars(laws(new))[name].__func__(game=new, seed=0)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_game_of_0_2_that_does_something_outside_its_events_is_only_warned(
    tmp_path: Path,
) -> None:
    crowns = (FROZEN / "examples" / "ledger_crowns.py").read_text("utf-8")
    lie = "    d.accept(x)\n", "    d.accept(x)\n    s.leader = x.seat\n"
    game = load(tmp_path, changed(crowns, *lie)).GAME
    checked = check_game(game, elsewhere=False)
    assert "draft" in [x.kind for x in checked.warnings]
    assert "draft" not in [x.kind for x in checked.problems]
    lie = "d.emit(Dealt(seat=seat, cards=cards))", "d.emit(Dealt(seat=seat, cards=list(cards)))"
    game = load(tmp_path, changed(crowns, *lie)).GAME
    assert Table.open(game, opening(game, 1), Seeded(1)).lines
