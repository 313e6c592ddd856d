"""The moves that a game lists in a position, and finding the listed move that another one amounts
to.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .choice_fields import fields_of
from .command import Command, State
from .rules import Rules


class Listing:
    """Everything a seat can do, as `legal` lists it; for a `free` field, such as a payment, only
    one way.

    The order in which several things are named makes no difference.
    """

    def __init__(self, rules: Rules[Any], state: State, seat: int) -> None:
        self.state = state
        self.commands = dict.fromkeys(rules.legal_moves(state, seat))
        self._forms: dict[Hashable, Command] = {}
        for command in self.commands:
            self._forms.setdefault(self._form(command), command)

    def form_of(self, command: Command) -> Command | None:
        """Return a command in the form in which it is listed; None if it isn't in the list."""
        return command if command in self.commands else self._forms.get(self._form(command))

    def _form(self, command: Command) -> Hashable:
        """Return a key that is the same for all commands with the same effect."""
        out: list[Hashable] = [type(command)]
        for field in fields_of(type(command)):
            value = getattr(command, field.name)
            if callable(field.free):
                out.append(field.free(self.state, value))
            elif not field.free:
                out.append(tuple(sorted(value, key=str)) if field.several else value)
        return tuple(out)


def canonical(rules: Rules[Any], state: State, command: Command) -> Command:
    """Return a command in the form in which the rules list it; if they don't, unchanged."""
    return Listing(rules, state, command.seat).form_of(command) or command
