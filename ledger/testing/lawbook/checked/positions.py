"""The laws about every position: questions, moves, holdings, and that reading changes nothing."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import islice
from typing import Any

import msgspec

from ledger.boards.draw import board_of, draw_board
from ledger.kernel.errors import BY_CODE, Illegal
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Opened
from ledger.kernel.move_words import foreseen
from ledger.kernel.narration.narrate import preview_words
from ledger.kernel.play.decide import decide
from ledger.kernel.play.table import Table
from ledger.kernel.rules.canonical_moves import Listing
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.decision import Decision
from ledger.kernel.rules.moves import Move
from ledger.kernel.state.patch import differing
from ledger.kernel.state.state_types import held_twice, mistyped
from ledger.kernel.words.typed_words import split_words
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, mutations, play

from .breach import NEW, Breach, Broken, InCode, during, hold, unknown_rule
from .logs import a_phase_is_a_question


class Sample:
    """A position, and how many of its moves a law looks at."""

    def __init__(
        self, table: Table, *, listed: int = 41, tried: int = 41, changed: int = 12
    ) -> None:
        """List at most `listed` moves, try `tried` of them, and try `changed` altered ones."""
        self.table = table
        self.game: Game = table.game
        self.state: Any = table.state
        self.seats = range(1, len(table.lines[0].data.seats) + 1)
        self.listed, self.tried, self.changed = listed, tried, changed
        self.listing = cache(partial(Listing, self.game.rules, self.state))

    @property
    def rng(self) -> random.Random:
        """Random numbers that are the same for the same position."""
        return random.Random(self.table.head.seq)

    def offered(self, seat: int) -> list[Command]:
        """Return the first few of the moves that a seat is offered."""
        legal = self.game.rules.legal
        with during("listing the legal moves", legal):
            return list(islice(self.game.rules.legal_moves(self.state, seat), self.listed))

    def moves(self) -> list[Command]:
        """Return some of the moves offered to the first seat with a question, and a random one."""
        if not (asked := self.game.rules.awaiting(self.state)):
            return []
        offered = self.offered(asked[0].seat)
        with during("choosing any move", self.game.rules.sample):
            any_move = self.game.rules.random_move(self.state, self.rng)
        return [*self.rng.sample(offered, min(self.tried, len(offered))), any_move]


def written(game: Game, command: Command) -> str:
    """Return a move in its notation, or in Python's if that fails."""
    try:
        return game.words.write(command)
    except BY_CODE:
        return str(command)


def decided(game: Game, state: State, command: Command) -> Decision:
    """Return the decision on a move that is offered; raise `Broken` if the rules refuse it."""
    with during(f"deciding `{written(game, command)}`", game.rules.legal):
        try:
            return decide(game, state, command, Seeded(0))
        except Illegal as e:
            raise Broken(refused(game, command, e)) from e


def refused(game: Game, command: Command, error: Illegal) -> Breach:
    """Return the breach for a move that is offered but then refused."""
    message = f"`{written(game, command)}` is offered but refused: {error.message}"
    legal = game.rules.legal
    expected = "`legal` offers only what is accepted"
    return Breach("legal", message, expected, (error, legal), see=("legal", legal))


# --- laws -------------------------------------------------------------------------------------

PositionLaw = Callable[[Sample], Iterable[Breach]]
POSITIONS: list[PositionLaw] = []
"""The laws about every position."""


def at_every_position(steps: int, waive: int = 0) -> Callable[[PositionLaw], PositionLaw]:
    """Register a law about every position; tests try it in random games of `steps` steps."""

    def mark(checked: PositionLaw) -> PositionLaw:
        def test(game: Game, script: Script) -> None:
            play(game, script, Habits(waive=waive), seen=lambda table: hold(checked(Sample(table))))

        POSITIONS.append(checked)
        return law(steps, test=test)(checked)

    return mark


def a_start_holds_everything_once(game: Game, opened: Opened) -> Iterator[Breach]:
    """In the position before anything is dealt, no list or player is in two places."""
    start = game.rules.opening.start
    with during("making the position before anything is dealt", start):
        twice = held_twice(start(game.setup_of(opened)))
    if twice is not None:
        message = f"{twice[0]} and {twice[1]} are one and the same thing: what changes one of them "
        message += "changes the other outside an event"
        expected = "a list that makes each of them: `[Player() for _ in range(setup.players)]`"
        yield Breach("draft", message, expected, (start,), new=NEW)


@at_every_position(80)
def who_is_asked_is_named_in_the_rules(sample: Sample) -> Iterator[Breach]:
    """Every question names a rule, and there is a move that answers it."""
    game, state = sample.game, sample.state
    at = game.rules.awaiting
    with during("asking who is to move", at):
        asked = game.rules.awaiting(state)
    for question in asked:
        yield from unknown_rule(game, question.rule, InCode(question.rule), at)
        if question.ask not in game.rules.answers:
            message = f"no move answers the question {question.ask!r}"
            expected = f"one of {', '.join(game.rules.answers)}"
            raise Broken(Breach("question", message, expected, (at,)))
    if asked and state.over:
        message = f"seat {asked[0].seat} is asked although the game is over"
        yield Breach("question", message, "questions only until the game is over", (at,))
    elif not asked and not state.over:
        yield from a_phase_is_a_question(game, state, type(sample.table.lines[-1].data))
        message = "nobody is asked anything, but the game isn't over"
        yield Breach("end", message, "an outcome, or somebody who is asked", (at,))
    elif asked and (outcome := game.rules.outcome(state)) is not None:
        ended = game.rules.ending.ended or game.rules.outcome
        message = f"the game goes on although it has ended ({outcome.reason})"
        expected = "`d.end()` in the move after which it is over"
        raise Broken(Breach("end", message, expected, (ended,), new=NEW))


@at_every_position(20)
def what_a_seat_knows_is_of_the_declared_types(sample: Sample) -> Iterator[Breach]:
    """What is hidden from somebody leaves something that its field can hold."""
    game = sample.game
    for viewer in (0, *sample.seats) if game.hides else ():
        with during("masking", game.secrets.forget):
            known = game.mask(sample.state, viewer)
        if (wrong := mistyped(known)) is not None:
            message = (
                f"what is hidden at {wrong.path} is a {wrong.found}, and it is declared "
                f"{wrong.declared}"
            )
            expected = f"`{wrong.declared} | None`, as whatever is hidden may be None"
            yield Breach("mask", message, expected, (game.secrets.forget,), new=NEW)
            return


@at_every_position(30)
def bots_play_by_the_rules(sample: Sample) -> Iterator[Breach]:
    """Each bot plays what the rules allow, from what its seat may see."""
    game, state = sample.game, sample.state
    for question in game.rules.awaiting(state)[:1]:
        for name, bot in game.bots.items() if sample.offered(question.seat) else ():
            at, seat = (type(bot).choose, type(bot)), question.seat
            shown = game.shown_to(bot, game.rules.copy(state), seat)
            with during(f"letting the bot {name} choose", *at):
                command = bot.choose(game, shown, seat, sample.rng)
            try:
                decide(game, state, command, Seeded(0))
            except Illegal as e:
                if name == "random" or sample.listing(seat).form_of(command):
                    raise Broken(refused(game, command, e)) from e
                said = f"`{written(game, command)}`, which is refused: {e.message}"
                expected = "one of the legal moves of its seat"
                raise Broken(
                    Breach("bot", f"the bot {name} plays {said}", expected, at, new=NEW)
                ) from e
            if game.of_0_2 and game.hides and not bot.sees_all and name != "random":
                again = bot.choose(game, game.mask(state, seat), seat, sample.rng)
                if again != command:
                    message = f"the bot {name} looks at what is hidden from its seat"
                    yield Breach("bot", message, "a bot that plays fair", at, new=NEW)


@at_every_position(50)
def asking_changes_nothing(sample: Sample) -> Iterable[Breach]:
    """Whatever you ask a game for, its position stays the same."""
    game, state = sample.game, sample.state
    with during("copying the state"):
        before = game.rules.copy(state)
    for what, ask, at in _everything(sample):
        with during(what, at):
            ask()
        if before != state:
            paths = ", ".join(differing(state, before))
            message = f"{what} changes the position: {paths} was changed outside an event"
            raise Broken(Breach("purity", message, "functions that only look", (at,)))
    return ()


def _everything(sample: Sample) -> Iterator[tuple[str, Callable[[], object], object]]:
    """Yield everything a game can be asked for: a description, a call, and what it calls."""
    game, state, rules = sample.game, sample.state, sample.game.rules
    for name in ("awaiting", "outcome", "turn", "round", "scores"):
        ask = getattr(rules, name)
        yield f"asking for `{name}`", partial(ask, state), ask
    yield "asking for a move that declines", partial(rules.decline_move, state), rules.decline
    count = game.holdings.count_all or game.holdings.count
    yield "counting what everybody has", partial(game.holdings, state), count
    pieces = game.corrections.pieces
    yield "counting pieces", partial(pieces, state), pieces
    for question in rules.answerable(state) if rules.legal is None else ():
        for kind in rules.answers.get(question.ask, ()):
            what = f"listing what {kind.__name__} can be"
            yield what, partial(_list_values, sample, rules.by_command[kind], question.seat), kind
    for seat in sample.seats:
        yield "listing moves", partial(sample.offered, seat), rules.legal
        yield "writing moves", partial(_write_moves, sample, seat), game.words.writer
        yield "deciding moves", partial(_decide_moves, sample, seat), rules.legal
    for viewer in (None, 0, *sample.seats):
        yield "making a view", partial(_encode_view, sample, viewer), game.view
        yield "drawing a board", partial(_draw, sample, viewer), board_of(game)
        yield "masking", partial(game.mask, state, viewer or 0), game.secrets.forget
    if (asked := rules.awaiting(state)) and sample.offered(asked[0].seat):
        choose = partial(rules.random_move, state, sample.rng)
        yield "choosing any move", choose, rules.sample or rules.legal
        for bot in game.bots.values():
            shown = game.shown_to(bot, state, asked[0].seat)
            choose = partial(bot.choose, game, shown, asked[0].seat, sample.rng)
            yield "letting a bot choose", choose, type(bot)


def _list_values(sample: Sample, move: Move, seat: int) -> None:
    deque(islice(move.commands(sample.state, seat), sample.listed), 0)


def _write_moves(sample: Sample, seat: int) -> None:
    for command in sample.offered(seat)[:12]:
        sample.game.words.write(command)


def _decide_moves(sample: Sample, seat: int) -> None:
    for command in sample.offered(seat)[:12]:
        decided(sample.game, sample.state, command)


def _encode_view(sample: Sample, viewer: int | None) -> None:
    msgspec.json.encode(sample.game.view(sample.state, viewer))


def _draw(sample: Sample, viewer: int | None) -> None:
    view = sample.game.view(sample.state, viewer)
    draw_board(sample.game, view, 80, sample.table.position.names)


@at_every_position(80, waive=10)
def what_is_offered_is_accepted(sample: Sample) -> Iterator[Breach]:
    """The first seat with a question can move, and the rules accept every move that is offered."""
    game, state = sample.game, sample.state
    legal, asked = game.rules.legal, game.rules.awaiting(state)
    for question in asked:
        offered = sample.offered(question.seat)
        if question is asked[0] and not offered:
            message = f"seat {question.seat} is asked but can't do anything"
            raise Broken(Breach("moves", message, "at least one legal move", (legal,)))
        if offered and question is not asked[0] and question.ask not in game.rules.at_once:
            message = f"seat {question.seat} is offered moves while seat {asked[0].seat} is asked"
            expected = "moves of the seat that is asked first, unless all are asked `at_once`"
            yield Breach("moves", message, expected, (legal,))
        for command in sample.rng.sample(offered, min(sample.tried, len(offered))):
            decided(game, state, command)


@at_every_position(50, waive=10)
def a_random_move_is_accepted_and_offered(sample: Sample) -> Iterator[Breach]:
    """A random move is one of those offered, and the rules accept it."""
    game, state = sample.game, sample.state
    for seed in range(4) if game.rules.awaiting(state) else ():
        with during("choosing any move", game.rules.sample):
            command = game.rules.random_move(state, random.Random(seed))
        decided(game, state, command)
        if not sample.listing(command.seat).form_of(command):
            message = f"`{written(game, command)}` is chosen at random but not offered"
            at = (game.rules.sample, game.rules.legal)
            expected = "`legal` offers everything that is accepted"
            yield Breach("legal", message, expected, at, new=("check",))


@at_every_position(40)
def a_changed_move_is_refused_by_a_rule_or_offered(sample: Sample) -> Iterator[Breach]:
    """A move that isn't offered is refused, and the refusal names a rule and gives a reason."""
    game, state = sample.game, sample.state
    for command in mutations(sample.table, sample.rng, sample.changed):
        offered = sample.listing(command.seat)
        error = _refusal(game, state, command)
        if error is None:
            if not offered.form_of(command):
                at = (game.rules.legal, game.rules.by_command[type(command)].function)
                message = f"{command} is accepted but not offered"
                expected = "`legal` offers everything that is accepted"
                yield Breach("legal", message, expected, at, new=("check",))
        elif command in offered.commands:
            raise Broken(refused(game, command, error))
        else:
            yield from unknown_rule(game, error.rule, InCode(str(error.rule)), error)
            if not error.message:
                yield Breach("words", f"{command} is refused without a word", "a reason", (error,))


def _refusal(game: Game, state: State, command: Command) -> Illegal | None:
    with during(f"deciding {command}"):
        try:
            decide(game, state, command, Seeded(1))
        except Illegal as e:
            return e
    return None


@at_every_position(80)
def the_command_can_be_read_off_its_events(sample: Sample) -> Iterator[Breach]:
    """The first event of a move contains every choice made in it."""
    game = sample.game
    for command in sample.moves():
        event = decided(game, sample.state, command).events[0]
        kind = type(event)
        with during(f"reading a move off {kind.__name__}", kind):
            again = game.rules.command_of([event])
        if again != command:
            message = f"{kind.__name__} doesn't have every choice of `{written(game, command)}`"
            yield Breach("command_of", message, f"{again} to be {command}", (kind,))


@at_every_position(40)
def a_move_is_read_as_it_is_written(sample: Sample) -> Iterator[Breach]:
    """A move that is written and then read is the same move."""
    game = sample.game
    for command in sample.moves():
        with during("writing a move", game.words.writer):
            text = game.words.write(command)
        with during(f"reading `{text}`", game.words.reader):
            read = game.words.read(sample.state, command.seat, split_words(text)[0])
        if read != command:
            at = (game.words.reader, game.words.writer)
            message = f"`{text}` is read as {read}"
            yield Breach("notation", message, f"{command}", at, new=("laws",))


@at_every_position(20)
def a_move_has_words_before_it_is_played(sample: Sample) -> Iterator[Breach]:
    """Somebody who is about to confirm a move can read what it does.

    A verb alone is enough for a move without choices.
    """
    game, opened = sample.game, sample.table.lines[0].data
    names = sample.table.position.names
    for command in sample.moves():
        known = game.mask(sample.state, command.seat)
        move = game.rules.by_command[type(command)]
        with during(f"foreseeing `{written(game, command)}`", move.function):
            events = foreseen(game, known, command)
        with during(f"describing `{written(game, command)}`", game.words.previews):
            said = events or preview_words(game, known, command, names, "en", opened)
        chosen = len(type(command).__struct_fields__) > 1
        if chosen and not said and not move.button:
            message = (
                f"`{written(game, command)}` has no words before it is played, as its first event "
                "depends on chance"
            )
            expected = (
                f"a button in its `@move`, or `Words(previews={{{move.command.__name__}: …}})`"
            )
            yield Breach("words", message, expected, (move.function,), new=NEW)
            return


@at_every_position(20)
def every_seat_has_its_holdings_and_scores(sample: Sample) -> Iterator[Breach]:
    """Every seat has a number for each resource, and a score."""
    game, seats = sample.game, len(sample.seats)
    counting = (game.holdings.count_all, game.holdings.count)
    with during("counting what everybody has", *counting):
        counted = [len(row) for row in game.holdings(sample.state)]
    if counted != [len(game.holdings.resources)] * seats:
        message = f"`holdings` gives {counted} numbers"
        expected = f"{len(game.holdings.resources)} (as `resources`) for each of {seats} seats"
        yield Breach("holdings", message, expected, counting)
    scoring = (game.rules.scores, game.rules.ending.score)
    with during("counting scores", *scoring):
        scores = game.rules.scores(sample.state)
    if len(scores) != seats:
        message = f"`scores` gives {len(scores)} numbers"
        yield Breach("scores", message, f"one for each of {seats} seats", scoring)
