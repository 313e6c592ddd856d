"""Stop the clock and fix the dice of any Python program that starts with this folder on its path.

The clock always shows one moment, so that it does not matter how often a program looks at it.
All dice of a process (`random.SystemRandom`) are thrown in one fixed row, whoever throws them.
Secrets stay secret: `secrets` has its own dice, made before these are put in their place.
"""

from __future__ import annotations

import ctypes
import datetime
import gc
import random
import secrets  # noqa: F401 # keeps the real dice
from typing import Any

MOMENT = datetime.datetime(2026, 6, 1, 22, 0, tzinfo=datetime.UTC)


def _now(cls: type[datetime.datetime], tz: datetime.tzinfo | None = None) -> datetime.datetime:
    return MOMENT.astimezone(tz) if tz is not None else MOMENT.replace(tzinfo=None)


def _utcnow(cls: type[datetime.datetime]) -> datetime.datetime:
    return MOMENT.replace(tzinfo=None)


def _today(cls: type[datetime.date]) -> datetime.date:
    return MOMENT.date()


def _replace(kind: type, **methods: Any) -> None:
    """Put methods into a class written in C, which stays the same class."""
    (names,) = gc.get_referents(kind.__dict__)
    for name, method in methods.items():
        names[name] = classmethod(method)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


class _Dice(random.Random):
    _row = random.Random("black box")

    def __init__(self, seed: Any = None) -> None:
        super().__init__(0)

    def random(self) -> float:
        return self._row.random()

    def getrandbits(self, k: int) -> int:
        return self._row.getrandbits(k)


_replace(datetime.datetime, now=_now, utcnow=_utcnow)
_replace(datetime.date, today=_today)
random.SystemRandom = _Dice  # type: ignore[misc, assignment]
