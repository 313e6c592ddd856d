"""Tables of many plays, as a club would export them; the same seed gives the same file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta

TITLES = tuple(f"Game of {word}" for word in ("Thrones", "Boats", "Trains", "Spice", "Wool"))
NAMES = tuple(f"{first} {last}." for first in ("Ana", "Bo", "Cy", "Di", "Ed") for last in "KLMNPRS")
WORDS = "a long evening with tea and cake at the round table near the window".split()  # noqa: SIM905


def many_plays(count: int, seed: int = 1) -> Iterator[str]:
    """Yield the rows of a table with a row per player, with an id for each play."""
    rng = random.Random(seed)
    yield "id,date,time,game,place,minutes,comment,player,score,winner\n"
    for n in range(1, count + 1):
        day = date(2010, 1, 1) + timedelta(days=n * 5000 // count)
        who = rng.sample(NAMES, rng.choice((2, 2, 3)))
        scores = [rng.randint(1, 150) for _ in who]
        head = f"{n},{day},{rng.randint(10, 23)}:{rng.randint(10, 59)},{rng.choice(TITLES)}"
        about = f"Club {n % 7},{rng.randint(20, 200)},{' '.join(rng.sample(WORDS, 3))}"
        for name, score in zip(who, scores, strict=True):
            yield f"{head},{about},{name},{score},{int(score == max(scores))}\n"
