"""Workers that take turns by the CPU clock; of each thing the best time counts."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from .inside import GAMES
from .worker import Gauge, Unmeasured

Costs = dict[str, float]


class Contender(NamedTuple):
    """Somebody who is measured, and the best cost of each thing so far."""

    label: str
    gauge: Gauge
    wanted: Sequence[str]
    costs: Costs
    failed: dict[str, str]


def contender(label: str, gauge: Gauge, wanted: Callable[[str], bool]) -> Contender:
    """Enter somebody for everything that is wanted."""
    return Contender(label, gauge, [n for n in gauge.names() if wanted(n)], {}, {})


def take_turns(contenders: Sequence[Contender], rounds: int, tell: Callable[[int], None]) -> None:
    """Measure everything once in each round; whatever disturbs the machine disturbs all alike."""
    for n in range(rounds):
        order = contenders if n % 2 else contenders[::-1]
        for i in range(max(len(c.wanted) for c in contenders)):
            for each in order:
                if each.wanted:
                    _sample(each, each.wanted[i % len(each.wanted)], enough=i >= len(each.wanted))
        tell(n + 1)


def _sample(each: Contender, name: str, *, enough: bool) -> None:
    if name in each.failed or (enough and each.label != PEERS):
        return
    try:
        spent = each.gauge.sample(name)
    except Unmeasured as e:
        each.failed[name] = str(e)
        return
    each.costs[name] = min(spent, each.costs.get(name, spent))


PEERS = "peers"
"""They are few and everybody is compared with them, so they are measured all the time."""

WHOLE_LOGS = ("fold", "bytes to state", "bytes to state, unchecked", "verify bytes")
"""What is measured for all logs of a game together."""
PLAYED = ("decide", "greedy decisions")
"""What is measured by the move."""


def counted(samples: Path) -> dict[str, tuple[int, int]]:
    """Return the events and the moves in the logs of each game."""
    found = {}
    for game in GAMES:
        events, moves = 0, set()
        for path in samples.glob(f"{game}-*.jsonl"):
            for raw in path.read_bytes().splitlines():
                line = json.loads(raw)
                events += 1
                if line["by"] is not None:
                    moves.add((path, line["cmd"]))
        found[game] = events, len(moves)
    return found


def per_unit(costs: Costs, counts: dict[str, tuple[int, int]]) -> Costs:
    """Return what each thing costs per event and per move."""
    out = dict(costs)
    for game, (events, moves) in counts.items():
        for what in WHOLE_LOGS:
            if (spent := out.pop(f"{game} {what}", None)) is not None:
                out[f"{game} {what}, event"] = spent / events
                out[f"{game} {what}, move"] = spent / moves
    return out
