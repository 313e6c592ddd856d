"""Curves on two logarithmic scales, as an SVG that needs nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT, LEFT, TOP, GAP = 340, 300, 60, 40, 130
LABEL = 14
COLOURS = ("#1f6fb2", "#c2571a", "#2c8a4b", "#8a4fa3", "#a08000", "#b0305c")


class Curve(NamedTuple):
    """Seconds by size."""

    name: str
    points: dict[int, float]


def draw(events: Sequence[Curve], games: Sequence[Curve]) -> str:
    """Draw the curves of events and those of games side by side."""
    total = 2 * (WIDTH + GAP) + LEFT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {HEIGHT + 100}" '
        'font-family="sans-serif" font-size="12" role="img">',
        "<title>CPU seconds by events in a log and by games in a library</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *_panel("events in a log", events, LEFT),
        *_panel("games in a library", games, LEFT + WIDTH + GAP),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _panel(title: str, curves: Sequence[Curve], left: int) -> list[str]:
    every = [(n, s) for curve in curves for n, s in curve.points.items()]
    if not every:
        return []
    low_x, high_x = (f(math.log10(n) for n, _ in every) for f in (min, max))
    low_y = math.floor(min(math.log10(s) for _, s in every))
    high_y = math.ceil(max(math.log10(s) for _, s in every))

    def at(n: float, seconds: float) -> tuple[float, float]:
        x = left + WIDTH * (math.log10(n) - low_x) / max(high_x - low_x, 1)
        y = TOP + HEIGHT * (high_y - math.log10(seconds)) / (high_y - low_y)
        return round(x, 1), round(y, 1)

    out = [f'<text x="{left}" y="{TOP - 16}" font-weight="bold">CPU seconds by {title}</text>']
    for power in range(low_y, high_y + 1):
        _, y = at(10**low_x, 10.0**power)
        out.append(
            f'<path d="M{left} {y}H{left + WIDTH}" stroke="#dddddd"/>'
            f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{10.0**power:g}</text>'
        )
    for n in sorted({n for n, _ in every}):
        x, y = at(n, 10.0**low_y)
        out.append(f'<text x="{x}" y="{y + 18}" text-anchor="middle">{n:,}</text>')
    labels: list[tuple[float, str, str]] = []
    for i, curve in enumerate(curves):
        colour = COLOURS[i % len(COLOURS)]
        spots = [at(n, s) for n, s in sorted(curve.points.items())]
        way = " ".join(f"{x},{y}" for x, y in spots)
        out.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in spots]
        labels.append((spots[-1][1], curve.name, colour))
    lowest = -math.inf
    for y, name, colour in sorted(labels):  # none on top of another
        lowest = max(y, lowest + LABEL)
        out.append(f'<text x="{left + WIDTH + 8}" y="{lowest + 4}" fill="{colour}">{name}</text>')
    # what is linear is parallel to this
    start, end = at(10**low_x, 10.0**low_y), (10**high_x, 10.0 ** (low_y + high_x - low_x))
    if low_y + high_x - low_x <= high_y:
        x, y = at(*end)
        out.append(
            f'<path d="M{start[0]} {start[1]}L{x} {y}" stroke="#999999" stroke-dasharray="4 4"/>'
            f'<text x="{x + 8}" y="{y + 4}" fill="#777777">linear</text>'
        )
    return out
