"""The moves that a game lists at a position, and which of them any other move comes to."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .choice_fields import fields_of
from .command import Command, State
from .rules import Rules


class Listing:
    """All that a seat can do, as `legal` lists it: of what is `free`, such as a payment, one way.

    In which order several things are named makes no difference.
    """

    def __init__(self, rules: Rules[Any], state: State, seat: int) -> None:
        self.state = state
        self.commands = dict.fromkeys(rules.legal_moves(state, seat))
        self._forms: dict[Hashable, Command] = {}
        for command in self.commands:
            self._forms.setdefault(self._form(command), command)

    def form_of(self, command: Command) -> Command | None:
        """Return a command as it is listed; None if it isn't, in no form."""
        return command if command in self.commands else self._forms.get(self._form(command))

    def _form(self, command: Command) -> Hashable:
        """Return what tells a command apart from those that come to something else."""
        out: list[Hashable] = [type(command)]
        for field in fields_of(type(command)):
            value = getattr(command, field.name)
            if callable(field.free):
                out.append(field.free(self.state, value))
            elif not field.free:
                out.append(tuple(sorted(value, key=str)) if field.several else value)
        return tuple(out)


def canonical(rules: Rules[Any], state: State, command: Command) -> Command:
    """Return a command as the rules list it; one that isn't listed in any form, as it is."""
    return Listing(rules, state, command.seat).form_of(command) or command
