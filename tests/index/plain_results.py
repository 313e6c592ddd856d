"""What every report about results must say, worked out from the exported files alone.

Nothing here comes from the program: the files are read by the standard library, and the rules are
written down once more, as people would explain them.
"""

from __future__ import annotations

import itertools
import json
import re
import statistics
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path

from .answers import Near, grouped, rate
from .openskill_ratings import SIGMA, START, rerated

INSTALLED = {"Traders of Osaka": "osaka"}


class Seat:
    def __init__(self, name, score, won, place, team=None, number=None, began=None):
        self.name, self.score, self.won, self.place = name, score, won, place
        self.team, self.number, self.began = team, number, began


class Play:
    """A record: what its file says, and what follows from that."""

    def __init__(self, log, title, day, time, minutes, seats, **said):
        self.log, self.title, self.minutes, self.seats = log, title, minutes, seats
        self.kind = INSTALLED.get(title, title)
        self.date, self.time = day, time
        self.location = said.get("location")
        self.plays = said.get("plays", 1)
        self.fewest = said.get("fewest", False)
        self.together = said.get("together", False)
        self.teams = said.get("teams", False)
        self.ignored = said.get("ignored", False)
        self.finished = said.get("finished", True)
        self.bgg = said.get("bgg", False)
        self.why = self._why()
        self._find_places()

    def _why(self):
        """Return why it is left out, if it is."""
        if self.ignored:
            return "ignored"
        if not self.finished:
            return "not finished"
        if len(self.seats) == 1:
            return "solo"
        if self.together:
            return "cooperative"
        if not any(s.won for s in self.seats):
            return "no winner"
        if self.teams and any(s.team is None for s in self.seats):
            return "teams not known"
        if self.bgg and all(s.won for s in self.seats):
            return "everybody won"
        return None

    @property
    def unrated(self):
        return self.why or (None if self.date else "no date")

    @property
    def players(self):
        return len(self.seats)

    def side(self, seat):
        return seat.team if self.teams else seat.name

    @property
    def sides(self):
        return len({self.side(s) for s in self.seats})

    def _find_places(self):
        if self.why is not None or all(s.place for s in self.seats):
            return
        lost = [s for s in self.seats if not s.won]
        scored = all(s.score is not None for s in self.seats)
        if scored and self.teams:  # a team has one score
            scored = all(
                len({s.score for s in own}) == 1
                for own in grouped((s.team, s) for s in self.seats).values()
            )
        sign = -1 if self.fewest else 1
        if scored and lost:
            best = max(sign * s.score for s in lost)
            scored = all(sign * s.score >= best for s in self.seats if s.won)
        winners = {self.side(s) for s in self.seats if s.won}
        for s in self.seats:
            before = {self.side(o) for o in lost if scored and sign * o.score > sign * s.score}
            s.place = 1 if s.won else 1 + len(winners | before)


def number(text):
    """Return the sum that a score is."""
    if text in ("", None):
        return None
    return float(sum(int(n) for n in re.findall(r"[+-]?\d+", text)))


def read_files(backup: Path, page: Path) -> list[Play]:
    """Read both files; a play that is in both counts once, and the app knows it better."""
    found = json.loads(backup.read_text("utf-8"))
    names = {p["id"]: p["name"] for p in found["players"]}
    games = {g["id"]: g for g in found["games"]}
    places = {x["id"]: x["name"] for x in found["locations"]}
    copies = {int(p.get("id")): p for p in ET.parse(page).getroot()}  # noqa: S314 # our own
    out = []
    for p in found["plays"]:
        box, copy = games[p["gameRefId"]], copies.pop(p["bggId"], None)
        there = {} if copy is None else {x.get("name"): x for x in copy.iter("player")}
        seats = [
            Seat(name, number(s["score"]), s["winner"], s["rank"] or None,
                 team=s["team"] if p["usesTeams"] and s["team"] else None,
                 number=s["seatOrder"] or _seat(there.get(name)), began=s["startPlayer"])
            for s in p["playerScores"] for name in [names[s["playerRefId"]]]
        ]  # fmt: skip
        day, time = p["playDate"].split()
        there_at = None if copy is None else copy.get("location")
        out.append(Play(
            f"bgstats {p['uuid']}", box["name"], day, time,
            p["durationMin"] or (int(copy.get("length")) or None if copy is not None else None),
            seats, fewest=not box["highestWins"], together=box["cooperative"],
            teams=p["usesTeams"], ignored=p["ignored"],
            location=places.get(p.get("locationRefId"), there_at) or None,
        ))  # fmt: skip
    for id, p in copies.items():
        seats = [
            Seat(x.get("name"), number(x.get("score")), x.get("win") == "1", None, number=_seat(x))
            for x in p.iter("player")
        ]
        day = p.get("date")
        out.append(Play(
            f"bgg-{id}", p.find("item").get("name"), None if day == "0000-00-00" else day, None,
            int(p.get("length")) or None, seats, plays=int(p.get("quantity")), bgg=True,
            ignored=p.get("nowinstats") == "1", finished=p.get("incomplete") != "1",
            location=p.get("location") or None,
        ))  # fmt: skip
    return out


def _seat(player):
    return None if player is None else int(player.get("startposition") or 0) or None


# --- reports ----------------------------------------------------------------------------------


def counted(plays):
    return [(p, s) for p in plays if p.why is None for s in p.seats]


def total(own):
    return sum(p.plays for p, _ in own)


def wins(own):
    return sum(p.plays for p, s in own if s.won)


def expected(own):
    return Near(100 * sum(p.plays / p.sides for p, _ in own) / total(own), 1)


def mean(values, digits):
    known = [v for v in values if v is not None]
    return Near(statistics.fmean(known), digits) if known else None


def players(plays):
    return [
        (name, total(own), wins(own), rate(wins(own), total(own)), expected(own),
         mean([s.place for _, s in own], 2), mean([s.score for _, s in own], 1))
        for name, own in grouped((s.name, (p, s)) for p, s in counted(plays)).items()
    ]  # fmt: skip


def player_counts(plays):
    return [
        (*key, total(own), rate(wins(own), total(own)),
         Near(100 * (wins(own) - sum(p.plays / p.sides for p, _ in own)) / total(own), 1))
        for key, own in grouped(((s.name, p.players), (p, s)) for p, s in counted(plays)).items()
    ]  # fmt: skip


def seats(plays):
    found = grouped(((p.kind, p.players, s.number), (p, s)) for p, s in counted(plays) if s.number)
    return [
        (*key, total(own), rate(wins(own), total(own)), expected(own)) for key, own in found.items()
    ]


def first_player(plays):
    found = grouped(((p.kind, p.players), (p, s)) for p, s in counted(plays) if s.began)
    return [
        (*key, total(own), rate(wins(own), total(own)), expected(own)) for key, own in found.items()
    ]


def head_to_head(plays):
    found = defaultdict(list)
    for p in plays:
        if p.why is None:
            for x, y in itertools.permutations(p.seats, 2):
                if x.name < y.name and p.side(x) != p.side(y):
                    found[x.name, y.name].append((p, x, y))
    return [
        (*key, sum(p.plays for p, *_ in own),
         sum(p.plays for p, x, y in own if x.place < y.place),
         sum(p.plays for p, x, y in own if x.place == y.place),
         sum(p.plays for p, x, y in own if x.place > y.place),
         mean([(y.score - x.score if p.fewest else x.score - y.score) for p, x, y in own
               if None not in (x.score, y.score)], 1))
        for key, own in found.items()
    ]  # fmt: skip


def margins(plays):
    found = Counter()
    for p in plays:
        sign = -1 if p.fewest else 1
        first = [sign * s.score for s in p.seats if s.place == 1 and s.score is not None]
        rest = [sign * s.score for s in p.seats if s.place != 1 and s.score is not None]
        if p.why is None and first:
            found[p.kind, round(max(first) - max(rest, default=max(first)))] += p.plays
    return [(*key, n) for key, n in found.items()]


def records(plays):
    """Return (game, what, value); of equals any one may be named."""
    out = []
    for kind, own in grouped(
        (p.kind, p) for p in plays if p.finished and not p.ignored and p.seats
    ).items():
        best, margin = [], []
        for p in own:
            sign = -1 if p.fewest else 1
            first = [sign * s.score for s in p.seats if s.won and s.score is not None]
            rest = [sign * s.score for s in p.seats if not s.won and s.score is not None]
            best += [sign * max(first)] if first else []
            margin += [max(first) - max(rest)] if first and rest else []
        minutes = [p.minutes for p in own if p.minutes]
        if best:
            out.append((kind, "highest winning score", Near(max(best), 1)))
            out.append((kind, "lowest winning score", Near(min(best), 1)))
        if margin:
            out.append((kind, "biggest win", Near(max(margin), 1)))
        if minutes:
            out.append((kind, "most minutes", Near(max(minutes), 1)))
    return out


def order(p):
    return (p.date is None, p.date or "", p.time is None, p.time or "", p.log)


def streaks(plays):
    out = []
    own = grouped((s.name, (p, s)) for p, s in counted(sorted(plays, key=order)))
    for name, found in own.items():
        runs = [total(list(run)) for won, run in
                itertools.groupby(found, key=lambda x: x[1].won) if won]  # fmt: skip
        if runs:
            out.append((name, max(runs)))
    return out


def activity(plays):
    dated = grouped((p.date[:7], p) for p in plays if p.date and not p.ignored)
    return [
        (month, sum(p.plays for p in own), len({s.name for p in own for s in p.seats}),
         Near(sum(p.minutes or 0 for p in own) / 60, 1) if any(p.minutes for p in own) else None)
        for month, own in dated.items()
    ]  # fmt: skip


def h_index(plays):
    counts = defaultdict(Counter)
    for p in plays:
        for s in p.seats if not p.ignored else ():
            counts[s.name][p.kind] += p.plays
    return [
        (name, max(h for h in range(len(c) + 1) if sum(n >= h for n in c.values()) >= h),
         c.total(), len(c))
        for name, c in counts.items()
    ]  # fmt: skip


def game_length(plays):
    out = []
    for key, own in grouped(
        ((p.kind, p.players), p) for p in plays if p.finished and not p.ignored
    ).items():
        minutes = [p.minutes for p in own if p.minutes]
        out.append((*key, sum(p.plays for p in own), None, None, None,
                    Near(statistics.median(minutes), 1) if minutes else None,
                    Near(max(minutes), 1) if minutes else None))  # fmt: skip
    return out


def cooperative(plays):
    found = grouped(
        ((p.kind, p.players), p)
        for p in plays
        if p.why in ("cooperative", "solo") and p.finished and not p.ignored
    )
    out = []
    for key, own in found.items():
        n, won = sum(p.plays for p in own), sum(p.plays for p in own if p.seats[0].won)
        scores = [
            known for p in own if (known := [s.score for s in p.seats if s.score is not None])
        ]
        out.append((*key, n, won, rate(won, n), mean([statistics.fmean(k) for k in scores], 1)))
    return out


def rated(plays):
    """Yield every rated play in order with everybody's rating before and after it."""
    now = defaultdict(lambda: (START, SIGMA))
    for n, p in enumerate(sorted((p for p in plays if p.unrated is None), key=order), 1):
        sides = list(grouped((p.side(s), s) for s in p.seats).values())
        before = [[now[s.name] for s in side] for side in sides]
        after = rerated(before, [min(s.place for s in side) for side in sides])
        both = {}
        for side, old, new in zip(sides, before, after, strict=True):
            for s, a, b in zip(side, old, new, strict=True):
                both[s.name] = a, b
                now[s.name] = b
        yield n, p, both


def ratings(plays):
    return [
        (n, date.fromisoformat(p.date), name, Near(new, 1), Near(unsure, 1), Near(new - old, 1))
        for n, p, both in rated(plays)
        for name, ((old, _), (new, unsure)) in both.items()
    ]


def rating_list(plays):
    found = grouped(
        (name, (p, *pair)) for _, p, both in rated(plays) for name, pair in both.items()
    )
    return [
        (name, len(own), Near(own[-1][2][0], 1), Near(own[-1][2][1], 1),
         Near(own[-1][2][0] - 2 * own[-1][2][1], 1), Near(max(new[0] for *_, new in own), 1),
         Near(sum(new[0] - old[0] for _, old, new in own[-10:]), 1),
         date.fromisoformat(max(p.date for p, *_ in own)))
        for name, own in found.items()
    ]  # fmt: skip


def standings(plays, season=lambda day: day[:4], points=None, best=None):
    """Return the tables of all seasons."""
    found = defaultdict(list)
    for p in plays:
        if p.unrated is not None:
            continue
        place = {p.side(s): s.place for s in p.seats}
        for s in p.seats:
            own = place[p.side(s)]
            before = sum(other < own for other in place.values())
            level = sum(other == own for other in place.values())
            if points is None:
                worth = len(place) - before - level + (level - 1) / 2
            else:
                worth = sum(points[before : before + level]) / level
            found[season(p.date), s.name] += [(worth, s.won)] * p.plays
    rows = {}
    for key, own in found.items():
        worth = sorted((w for w, _ in own), reverse=True)[:best]
        rows[key] = sum(worth), sum(won for _, won in own), len(own), len(worth)
    return [
        (name, 1 + sum(
            (round(other[0], 6), other[1]) > (round(worth, 6), won)
            for (when, _), other in rows.items() if when == name
        ), who, n, won, Near(worth, 2), Near(worth / kept, 2))
        for (name, who), (worth, won, n, kept) in rows.items()
    ]  # fmt: skip


def left_out(plays, *reasons):
    """Return how many plays are left out for each reason; `any` is every one of them."""
    found = Counter()
    for p in plays:
        why = p.why
        if "no date" in reasons and (why is None or "any" not in reasons) and p.date is None:
            why = why if why in reasons else "no date"
        if why and (why in reasons or "any" in reasons):
            found[why] += p.plays
    return dict(found)
