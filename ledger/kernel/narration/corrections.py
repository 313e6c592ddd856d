"""Corrections by hand, in the words that the players would use."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Adjusted, Patch
from ledger.kernel.state.zones import Zone, keys

_LONGEST = 60


def told(game: Game, event: Adjusted, names: Sequence[str], lang: str) -> str | None:
    """Return what is where after a correction: `Ola lira 5, market R5 R3`; None if only paths say
    so.
    """
    known = _known(game, names)
    quiet = {path for zone in game.corrections.zones for path in (*zone.supply, *zone.also)}
    silent = [keys(path, seat) for path in quiet for seat in range(1, len(names) + 1)]
    own, out, unnamed = game.words.words_in(lang), [], []
    for patch in event.patches:
        steps = patch.path.split("/")[1:]
        found = known.get(tuple(steps)) or known.get(tuple(steps[:-1]))
        if found is None or (len(steps) > len(found[0].of(1)) and found[0].keys is None):
            if not any(steps[: len(way)] == way for way in silent):
                unnamed.append(patch.path)
            continue
        zone, seat = found
        key = steps[-1] if len(steps) > len(zone.of(1)) else None
        said = (None if seat is None else names[seat - 1], zone.word, key)
        words = [own.get(word, word) for word in said if word is not None]
        out.append(" ".join((*words, _value(zone, patch, key, names))))
    return ", ".join((*out, *unnamed)) if out else None


def _known(game: Game, names: Sequence[str]) -> dict[tuple[str, ...], tuple[Zone, int | None]]:
    """Return the zones by path, each with its owner's seat."""
    seats = range(1, len(names) + 1)
    return {
        tuple(zone.of(seat)): (zone, seat)
        for zone in game.corrections.zones
        for seat in (seats if zone.personal else (None,))
    }


def _value(zone: Zone, patch: Patch, key: str | None, names: Sequence[str]) -> str:
    value = patch.value
    if patch.gone or value is None or value in ("", []):
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict) and key is None:
        return ", ".join(f"{k} {_plain(zone, v, names)}" for k, v in value.items())[:_LONGEST]
    return _plain(zone, value, names)


def _plain(zone: Zone, value: Any, names: Sequence[str]) -> str:
    several: Iterable[Any] = value if isinstance(value, list) else [value]
    if zone.seats:
        several = (
            names[x - 1] if isinstance(x, int) and 0 < x <= len(names) else x for x in several
        )
    return " ".join(
        x if isinstance(x, str) else json.dumps(x, ensure_ascii=False)[:_LONGEST] for x in several
    )
