"""The ratings once more, by somebody else's program: openskill's Plackett-Luce."""

from __future__ import annotations

from openskill.models import PlackettLuce

START, SIGMA = 1500.0, 250.0
# it adds up the strengths of a team: with 0 for the average, sides of any size are equal
MODEL = PlackettLuce(mu=0.0, sigma=SIGMA, beta=SIGMA / 2, tau=SIGMA / 100)


def rerated(sides, places):
    """Return everybody's new (rating, uncertainty), side by side."""
    before = [[MODEL.rating(mu - START, sigma) for mu, sigma in side] for side in sides]
    after = MODEL.rate(before, ranks=[float(place) for place in places])
    return [[(START + r.mu, r.sigma) for r in side] for side in after]
