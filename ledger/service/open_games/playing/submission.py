"""A submitted move: how it is read, and what the rules decide about it."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import msgspec

from ledger.kernel.errors import BY_CODE, Illegal, Malformed, NeedsOutcome
from ledger.kernel.log.seat_fields import with_names
from ledger.kernel.notation.moves.move_reader import hint, read_move
from ledger.kernel.play.decide import decide
from ledger.kernel.play.position import Position
from ledger.kernel.rules.chance import Chance, Recorded
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.decision import Decision
from ledger.kernel.text.reasons import why
from ledger.kernel.words.typed_words import Word


class TypedMove(NamedTuple):
    """A move as it is typed; a seat may leave out its name."""

    text: str
    seat: int | None

    def read(self, position: Position) -> Command:
        """Return the command that this means in a position.

        Raises `Illegal` if it isn't the seat's turn, and `Malformed` if it can't be read.
        """
        asked = position.asked
        mine = self.seat is None or position.game.rules.question_for(position.state, self.seat)
        if asked and not mine:
            q = asked[0]
            raise Illegal(
                "it's seat {seat}'s turn ({question}), not seat {other}'s",
                rule=q.rule,
                seat=q.seat,
                question=q.ask,
                other=self.seat,
            )
        command, waived = read_move(position, self.text, self.seat)
        if waived:
            raise Malformed("to waive rules, use the field `waive`, not the move")
        return command


class JsonCommand(NamedTuple):
    """A command as JSON; a seat may leave out its number."""

    fields: dict[str, Any]
    seat: int | None

    def read(self, position: Position) -> Command:
        value = self.fields if self.seat is None else {"seat": self.seat, **self.fields}
        try:
            kinds = reduce(or_, position.game.rules.commands)
            command: Command = msgspec.convert(value, kinds, strict=True)
        except msgspec.ValidationError as e:
            raise Malformed("command: {reason}", reason=why(e)) from None
        return command


class GivenCommand(NamedTuple):
    """A command from the program itself."""

    command: Command

    def read(self, position: Position) -> Command:
        return self.command


Submission = TypedMove | JsonCommand | GivenCommand


def decide_on_view(seen: Position, command: Command) -> None:
    """Raise `Illegal` if a seat's own view shows that a command is illegal."""
    try:
        decide(seen.game, seen.state, command, Recorded())
    except NeedsOutcome:
        pass  # legal, as far as the seat can know
    except Illegal as e:
        raise _explained(seen, command, e) from None


def decide_on_truth(
    seen: Position,
    state: State,
    command: Command,
    chance: Chance,
    *,
    waive: Collection[str],
    all_seen: bool,
) -> Decision:
    """Let the rules decide; explain a refusal only to those who see everything."""
    try:
        return decide(seen.game, state, command, chance, waive=waive)
    except Illegal as e:
        if all_seen:
            raise _explained(seen, command, e) from None
        # what the seat's own view doesn't explain must not be explained
        raise Illegal("this move is against the rules") from None


def _explained(seen: Position, command: Command, e: Illegal) -> Illegal:
    """Add the legal moves to a refusal, if it is the sender's turn."""
    e.text = with_names(e.text, seen.names)
    if seen.game.rules.question_for(seen.state, command.seat) and e.hint is None:
        e.hint = hint(seen, command.seat, [Word(_written(seen, command), 1)])
    return e


def _written(seen: Position, command: Command) -> str:
    try:
        return seen.game.words.write(command, seen.names)
    except BY_CODE:
        return ""  # a command can name cards that don't exist
