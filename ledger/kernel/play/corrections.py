"""Corrections by hand: carrying them out piece by piece, and refusing impossible positions."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ledger.kernel.errors import (
    FORGED,
    GameFault,
    Illegal,
    Impossible,
    LedgerError,
    TooMuch,
)
from ledger.kernel.game.game import Game
from ledger.kernel.game.game_faults import guard_game_code
from ledger.kernel.log.events import Opened, Patch
from ledger.kernel.message import Message
from ledger.kernel.rules.command import State
from ledger.kernel.state.patch import diff
from ledger.kernel.state.piles import Pile
from ledger.kernel.state.zones import Zone, keys, look, put
from ledger.kernel.text.suggest import did_you_mean

from .position import Position

_LARGEST = 2**31 - 1
FROM_BOX = "say where they come from or go to, or write `from box`"


class Change(NamedTuple):
    """A zone, its owner's seat, the key in it, and what is actually there."""

    zone: Zone
    seat: int | None
    key: str | None
    value: Any


def correct(position: Position, changes: Iterable[Change], *, from_box: bool) -> tuple[Patch, ...]:
    """Return the patches for some changes; unless `from_box`, the supplies make up the difference.

    Raises `Illegal` if a supply can't do so.
    """
    state = position.game.rules.copy(position.state)
    due: dict[tuple[str, ...], tuple[Zone, Counter[str]]] = {}
    for change in changes:
        zone = change.zone
        _, owed = due.setdefault(zone.supply, (zone, Counter()))
        for path in (zone.path, *zone.also):
            steps = keys(path, change.seat)
            old = look(state, steps)
            if change.key is not None:
                steps, old = [*steps, change.key], old.get(change.key)
            if path == zone.path:
                owed.update(_held(change.value))
                owed.subtract(_held(old))
            _set(state, steps, change)
    for supply, (zone, owed) in due.items():
        if supply and not from_box:
            _balance(state, zone, owed)
    return diff(position.state, state)


def _set(state: State, steps: list[str], change: Change) -> None:
    value = change.value
    if change.key is not None and value is None:
        look(state, steps[:-1]).pop(change.key, None)
    else:
        put(state, steps, value.copy() if isinstance(value, list) else value)


def _held(value: Any) -> Counter[str]:
    """Count what is in a zone: pieces by name, or a number of the same kind."""
    if isinstance(value, int):
        return Counter({"": int(value)})
    if isinstance(value, str):
        return Counter([value]) if value else Counter()
    return Counter(map(str, value or ()))


def _balance(state: State, zone: Zone, owed: Counter[str]) -> None:
    """Take from the supply what was added to a zone, and return to it what was removed."""
    supplies = [found for path in zone.supply if (found := _found(state, path)) is not None]
    if not isinstance(supplies[0], Pile):
        left = supplies[0] - owed[""]
        if left < 0:
            raise Illegal(
                "there are only {supplies} {word} left in the supply",
                supplies=supplies[0],
                word=zone.word,
            )
        put(state, keys(zone.supply[0]), left)
        return
    for name, n in owed.items():
        pile = next((x for x in supplies if name in x.names()), supplies[0])
        try:
            for _ in range(-n):
                pile.put_back(name)
            for _ in range(n):
                pile.take_out(name)
        except Impossible as e:
            e.advice = Message("name both places that change, or write `from box`")
            raise


def _found(state: State, path: str) -> Any:
    try:
        return look(state, keys(path))
    except LookupError:  # a second stack that this game is played without
        return None


def check_correction(
    game: Game, before: State, after: State, opened: Opened, *, from_box: bool = False
) -> None:
    """Raise `Illegal` for a corrected position that is impossible, or from which play can't
    continue.
    """
    names = [seat.name for seat in opened.seats]
    try:
        _check_setup(before, after)
        _check_numbers(after, below=not game.corrections.zones)
        if game.corrections.zones:
            _check_names(game, before, after)
            _check_keys(game, before, after)
            for pile in _piles(after):
                _check_pile(pile)
            if from_box:
                _check_box(game, after)
            else:
                _check_pieces(game, before, after)
        _check_questions(game, before, after, names)
        already = set(game.corrections.faults(before, names))
        for fault in game.corrections.faults(after, names):
            if fault not in already:
                raise Illegal(fault)
        _try(game, after, opened)
    except FORGED:
        _fail_before(game, before, opened)
        raise Illegal("the pieces would no longer fit together after this") from None


def _fail_before(game: Game, before: State, opened: Opened) -> None:
    """Raise `GameFault` if the game fails without the correction as well."""
    try:
        with guard_game_code(game):
            _try(game, before, opened)
    except GameFault:
        raise
    except LedgerError:
        pass  # play continued from there, whatever is wrong


def _check_setup(before: State, after: State) -> None:
    old, new = getattr(before, "setup", None), getattr(after, "setup", None)
    if old is not new and old != new:
        raise Illegal("the box and the options of a game can't be corrected: start a new log")


def _check_numbers(state: State, *, below: bool) -> None:
    """Refuse numbers that are impossible in a game; `below` allows numbers below 0."""
    for path, value in _walk(state, ""):
        if isinstance(value, int):
            if value < 0 and not below:
                raise Illegal(
                    "{path} would be {value}, and nothing can be below 0", path=path, value=value
                )
            if abs(value) > _LARGEST:
                raise Illegal("{path} would be larger than any number in a game can be", path=path)


def _walk(node: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield everything in a state with its path, except for the setup and the contents of piles."""
    yield path, node
    if isinstance(node, Pile):
        return
    if dataclasses.is_dataclass(node):
        for f in dataclasses.fields(node):
            if f.name != "setup":
                yield from _walk(getattr(node, f.name), f"{path}/{f.name}")
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from _walk(value, f"{path}/{key}")
    elif isinstance(node, list | tuple):
        for i, value in enumerate(node):
            yield from _walk(value, f"{path}/{i}")


def _piles(state: State) -> Iterator[Pile]:
    return (node for _, node in _walk(state, "") if isinstance(node, Pile))


def _check_pile(pile: Pile) -> None:
    """Refuse a pile that can't be drawn from to its end."""
    left = [sum(pool.values()) for pool in pile.pools]
    numbers = [n for pool in pile.pools for n in pool.values()]
    for s in pile.segments:
        certain = sum(s.fixed.values())
        numbers += [s.count - certain, *s.fixed.values()]
        if not -1 <= s.pool < len(left) or (s.pool < 0 and s.count > certain):
            raise Illegal("a pile would hold cards that don't exist")
        if s.pool >= 0:
            left[s.pool] -= s.count - certain
    if any(n < 0 for n in (*numbers, *left)) or max(numbers, default=0) > _LARGEST:
        raise Illegal("a pile would hold more cards than there are, or fewer than zero")


def _check_names(game: Game, before: State, after: State) -> None:
    """Refuse pieces, keys and players that don't exist."""
    players = range(1, after.setup.players + 1)
    for zone in game.corrections.zones:
        for seat in players if zone.personal else (None,):
            value = look(after, zone.of(seat))
            if value == look(before, zone.of(seat)):
                continue
            entries = value.items() if zone.keys is not None else ((None, value),)
            known = None if zone.keys is None else [*zone.keys(after.setup)]
            for key, there in entries:
                if known is not None and key not in known:
                    raise _stranger(key, zone, known)
                _check_value(zone, there, after.setup, players)


def _check_value(zone: Zone, value: Any, setup: Any, players: range) -> None:
    several = value if isinstance(value, list) else [value]
    if zone.seats:
        for seat in several:
            if seat not in players:
                raise Illegal(
                    "there is no player {seat}",
                    hint="players are numbered 1 to {players}",
                    seat=seat,
                    players=len(players),
                )
    elif zone.names is not None:
        known = [*zone.names(setup)]
        for name in several:
            if name not in known and (isinstance(value, list) or name != zone.empty):
                raise _stranger(name, zone, known)


def _stranger(name: Any, zone: Zone, known: Sequence[str]) -> Illegal:
    some = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    can_have = Message("`{word}` can be followed by {some}", word=zone.word, some=some)
    hint = did_you_mean(str(name), known) or can_have
    return Illegal("`{word}` can't be {name!r} in this game", hint=hint, name=name, word=zone.word)


def _check_keys(game: Game, before: State, after: State) -> None:
    """Refuse a change to the keys of a table whose keys never change."""
    seats = range(1, after.setup.players + 1)
    free = {
        "/" + "/".join(zone.of(seat))
        for zone in game.corrections.zones
        if zone.keys is not None
        for seat in seats
    }
    old = {path: node for path, node in _walk(before, "") if isinstance(node, dict)}
    for path, node in _walk(after, ""):
        if not isinstance(node, dict) or path in free:
            continue
        kinds = old.get(path, node)
        for key in kinds.keys() ^ node.keys():
            raise Illegal(
                "there is no {key!r} at {path}"
                if key in node
                else "{key!r} can't be removed from {path}",
                hint=did_you_mean(str(key), map(str, kinds)),
                key=key,
                path=path,
            )


def _check_pieces(game: Game, before: State, after: State) -> None:
    """Refuse a correction that creates or loses pieces."""
    more = Counter(game.corrections.pieces(after))
    more.subtract(game.corrections.pieces(before))
    wrong = [f"{what} {n:+d}" for what, n in more.items() if n]
    if wrong:
        rest = ", …" if len(wrong) > 4 else ""
        raise Illegal(
            "pieces would appear from nowhere or vanish: {wrong}{rest}",
            hint=FROM_BOX,
            wrong=", ".join(wrong[:4]),
            rest=rest,
        )


def _check_box(game: Game, state: State) -> None:
    """Refuse more pieces than there are in the box, as far as the game accounts for them."""
    setup = state.setup
    supplied = [zone for zone in game.corrections.zones if zone.supply]
    known = {x for zone in supplied for x in (zone.names(setup) if zone.names else (zone.word,))}
    right = game.corrections.pieces(game.rules.opening.start(setup))
    for what, n in game.corrections.pieces(state).items():
        if what.rpartition(" ")[2] in known and n > right.get(what, 0):
            raise Illegal(
                "that would make {n} {what}, but the box has only {right}",
                n=n,
                what=what,
                right=right.get(what, 0),
            )


def _check_questions(game: Game, before: State, after: State, names: Sequence[str]) -> None:
    """Refuse a position where it is unclear who does what, and a correction that ends the game."""
    if after.over:
        if not before.over:
            raise Illegal("a correction can't end the game", hint='write `abandon "why"` instead')
        if game.rules.outcome(before) != game.rules.outcome(after):
            raise Illegal("the game is over: take back its last move before you correct anything")
        return
    asked = game.rules.awaiting(after)
    if not asked:
        raise Illegal("nobody would be asked to do anything: there is no such phase or player")
    seats = [q.seat for q in asked]
    if any(q.ask not in game.rules.answers for q in asked) or len(set(seats)) < len(seats):
        raise Illegal("there is no such phase, or somebody would be asked twice")
    if after.turn:  # else the set-up isn't over, and it's nobody's turn
        seats.append(getattr(after, "active", seats[0]))
    for seat in seats:
        if not 1 <= seat <= len(names):
            raise Illegal(
                "there is no player {seat}",
                hint="players are numbered 1 to {names}",
                seat=seat,
                names=len(names),
            )


def _try(game: Game, state: State, opened: Opened) -> None:
    """Check that a position can be displayed, counted and continued."""
    game.rules.outcome(state), game.rules.round(state), game.rules.scores(state)
    held = game.holdings(state)
    if any(abs(n) > _LARGEST for row in held for n in row):
        raise Illegal("a player would have more of something than any game allows")
    for question in game.rules.awaiting(state)[:1]:
        if next(iter(game.rules.legal_moves(state, question.seat)), None) is None:
            raise Illegal("the player whose turn it is would have no legal move")
    players = range(1, len(held) + 1)
    for viewer in (0, *players):
        game.view(game.mask(state, viewer), viewer)
    with suppress(TooMuch):  # it is a valid position all the same
        game.boxes.check_usable(opened)
        game.scene(game.view(state, None), [f"P{seat}" for seat in players])
