"""Writing names and texts so that they can be read back."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from ledger.kernel.game.game import Game
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.safe import inert_json

from .keywords import HEADER, RESERVED

_PLAIN_NAME = re.compile(r"[^\W\d][\w.'-]*(?: [\w.'-]+)*\Z")


def read_list(text: str) -> list[str]:
    """Split `Ana, "Bo, jr.", -` at its commas, keeping the quotes."""
    parts = re.finditer(r'\s*("(?:[^"\\]|\\.)*"|[^,]*)\s*(?:,|$)', text)
    return [m.group(1).strip() for m in parts]


def read_names(text: str) -> list[str]:
    """Parse `Ana, "Bo, jr.", Celina`."""
    return [unescape(part) for part in read_list(text) if part]


def quote(name: str, game: Game, others: Sequence[str] = ()) -> str:
    """Write a player's name so that it can be read back and isn't mistaken for something else."""
    low = name.lower()
    reserved = {*RESERVED.values(), *game.words.slots, *HEADER}
    reserved |= {
        w for w, english in {**RESERVED, **game.words.vocabulary}.items() if english in reserved
    }
    alike = [n for n in others if n != name and f"{n.lower()} ".startswith(f"{low} ")]
    if (
        _PLAIN_NAME.match(name)
        and not reserved & {*low.split(), *unaccented(name).split()}
        and not alike
    ):
        return name
    return inert_json(json.dumps(name))


def escape(text: str) -> str:
    """Escape a string so that it stays on one line."""
    quoted = inert_json(json.dumps(text, ensure_ascii=False))
    plain = quoted == f'"{text}"' and text == text.strip()
    return text if plain else quoted


def unescape(text: str) -> str:
    """Undo `escape`."""
    text = text.strip()
    if text.startswith('"'):
        try:
            back = json.loads(text)
            return back if isinstance(back, str) else text
        except ValueError:
            pass
    return text
