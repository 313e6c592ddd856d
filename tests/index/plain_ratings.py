"""The ratings once more, from the paper: Weng and Lin (2011), Plackett-Luce, algorithm 4.

Each side has a strength and a variance, the sums of its players'. Where several finish level, each
of them counts as having come first among those left, with equal shares.
"""

from __future__ import annotations

from math import exp, sqrt

START, SIGMA = 1500.0, 250.0
BETA, TAU, KAPPA = SIGMA / 2, SIGMA / 100, 0.0001


def rerated(sides, places):
    """Return everybody's new (rating, uncertainty), side by side."""
    sides = [[(mu - START, sqrt(s * s + TAU * TAU)) for mu, s in side] for side in sides]
    strength = [sum(mu for mu, _ in side) for side in sides]
    variance = [sum(s * s for _, s in side) for side in sides]
    c = sqrt(sum(v + BETA * BETA for v in variance))
    odds = [exp(mu / c) for mu in strength]
    out = []
    for i, side in enumerate(sides):
        gain = shrink = 0.0
        for q, place in enumerate(places):
            if place <= places[i]:
                share = 1 / places.count(place)
                p = odds[i] / sum(o for o, at in zip(odds, places, strict=True) if at >= place)
                gain += share * ((1 if q == i else 0) - p)
                shrink += share * p * (1 - p)
        shrink *= variance[i] / c**2 * (sqrt(variance[i]) / c)
        out.append([
            (START + mu + s * s / c * gain,
             s * sqrt(max(1 - s * s / variance[i] * shrink, KAPPA)))
            for mu, s in side
        ])  # fmt: skip
    return out
