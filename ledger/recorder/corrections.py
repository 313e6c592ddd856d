"""Correcting the position by hand, and finding what to correct."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.game.zones import look
from ledger.kernel.log.patch import plain
from ledger.kernel.session.lines.adjust_lines import BY_PATH, read_adjust

from .replies import Say

_LONGEST = 60

if TYPE_CHECKING:
    from .keyword_actions import KeywordLine
    from .recorder import Recorder


def adjust(r: Recorder, said: KeywordLine) -> None:
    """Correct the position, or show the value at a path."""
    rest = said.rest
    if rest == "" or rest.startswith("/"):
        if not rest:
            _show_zones(r)
        _look_at(r, rest)
        return
    if not r.house_rule:
        raise Illegal(
            "correcting the position by hand counts as a house rule",
            hint="`ledger record --house-rule` lets you record corrections",
        )
    if r.pending is not None:
        raise Illegal(f"complete {r.pending.what} first, or drop it with `back`")
    try:
        patches, reason, from_box = read_adjust(r.playing.position, said.words, said.text)
    except Malformed as e:
        e.hint = "`adjust` and `adjust /PATH` show what is where"
        raise
    first = r.playing.head.seq + 1
    r.playing.adjust(patches, reason, from_box=from_box, by=said.seat, at=said.at)
    r.moved(first)


def _show_zones(r: Recorder) -> None:
    """Show what can be corrected by its name, with how it is now."""
    position = r.playing.position
    for zone in r.game.zones:
        for seat in range(1, len(r.names) + 1) if zone.personal else (None,):
            value = look(position.state, zone.of(seat))
            whose = "" if seat is None else f"{r.names[seat - 1]} "
            r.out.append(Say(f"{whose}{zone.word}  {_short(value)}"))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _look_at(r: Recorder, path: str) -> None:
    """Show the paths below a path, with their values."""
    here: Any = plain(r.playing.state)
    keys = [k.replace("~1", "/").replace("~0", "~") for k in path.split("/")[1:] if k]
    try:
        for k in keys:
            here = here[int(k)] if isinstance(here, list) else here[k]
    except (LookupError, ValueError, TypeError):
        raise Illegal(f"there is nothing at {path}") from None
    base = path.rstrip("/")
    pairs: Any = ()
    if isinstance(here, dict):
        pairs = here.items()
    elif isinstance(here, list) and any(isinstance(x, dict | list) for x in here):
        pairs = enumerate(here)
    else:
        r.out.append(Say(f"{base}  {json.dumps(here, ensure_ascii=False)}"))
    for k, value in pairs:
        key = str(k).replace("~", "~0").replace("/", "~1")
        r.out.append(Say(f"{base}/{key}  {_short(value)}"))
    form = r.game.zones[0].form if r.game.zones and not path else BY_PATH
    r.out.append(Say(f"to correct it: {form}", "dim"))
