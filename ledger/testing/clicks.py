"""Choosing moves by clicking: what can be clicked, and which clicks lead to a given move."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ledger.kernel.move_chooser import Choice, Chooser, Pick
from ledger.kernel.rules.choice_fields import fields_of
from ledger.kernel.rules.command import Command


def offered(choice: Choice) -> list[Pick]:
    """Return everything that can be clicked."""
    pieces = [Pick("piece", value, region) for region, value in choice.lit]
    return pieces + [button.pick for button in choice.buttons]


def clicks_to(chooser: Chooser, command: Command) -> list[Pick]:
    """Return clicks that lead to a listed move; each one rules out as many others as it can."""
    picks: list[Pick] = []
    while (choice := chooser.narrow(picks)).command != command:
        listed = chooser.left(picks)
        if len(_others(listed)) == 1 and len(listed) > 1:  # only free values tell them apart
            return picks + _free_clicks(chooser, picks, command)
        steps = [p for p in offered(choice) if _goes_on(chooser, [*picks, p], command)]
        assert steps, (command, picks, choice)
        assert len(picks) < 20, (command, picks)
        picks.append(min(steps, key=lambda p: len(chooser.left([*picks, p]))))
    return picks


def random_clicks(
    chooser: Chooser, rng: random.Random, *, pay: bool = True
) -> tuple[list[Pick], Choice]:
    """Click at random until a move is chosen; without `pay`, the game chooses how to pay."""
    picks: list[Pick] = []
    choice = chooser.narrow(picks)
    while choice.command is None or (rng.random() < 0.3 and offered(choice)):
        steps = offered(choice)
        if not pay:  # unless something must be picked
            steps = [p for p in steps if len(picks) not in _free(chooser, picks, p)] or steps
        if not steps or len(picks) > 40:  # an impossible payment: let the game pay
            picks = [p for i, p in enumerate(picks) if i not in choice.free]
            return picks, chooser.narrow(picks)
        picks.append(rng.choice(steps))
        choice = chooser.narrow(picks)
    return picks, choice


def _free(chooser: Chooser, picks: list[Pick], pick: Pick) -> Sequence[int]:
    return chooser.narrow([*picks, pick]).free


def _goes_on(chooser: Chooser, picks: list[Pick], command: Command) -> bool:
    return not chooser.narrow(picks).free and command in chooser.left(picks)


def _free_clicks(chooser: Chooser, picks: list[Pick], command: Command) -> list[Pick]:
    """Return clicks that set the free fields of a move to its values."""
    clicks: list[Pick] = []
    for name in _free_names(type(command)):
        for value in map(str, getattr(command, name)):
            choice = chooser.narrow(picks + clicks)
            clicks.append(next(p for p in offered(choice) if p.value == value))
    assert chooser.narrow(picks + clicks).command == command
    return clicks


def _others(commands: Sequence[Command]) -> set[Any]:
    return {msgspec.structs.replace(c, **dict.fromkeys(_free_names(type(c)), ())) for c in commands}


def _free_names(kind: type[Command]) -> Iterator[str]:
    return (field.name for field in fields_of(kind) if field.free)
