"""What each report must say, worked out in plain Python from folded games."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from .openskill_ratings import SIGMA, START, rerated
from .plain_folds import Game, undone

COLOUR = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}
Rows = list[tuple[Any, ...]]
ANSWERS: dict[str, Callable[[list[Game]], Rows]] = {}


@dataclass(frozen=True)
class Near:
    """A number that a report rounds to some digits."""

    value: float
    digits: int

    def fits(self, other: Any) -> bool:
        return abs(float(other) - self.value) <= 0.5 * 10**-self.digits + 1e-9


def rate(part: int, whole: int) -> Near:
    return Near(100 * part / whole, 1)


def mean(values: Iterable[float], digits: int) -> Near | None:
    known = [v for v in values if v is not None]
    return Near(statistics.fmean(known), digits) if known else None


def answers(function: Callable[[list[Game]], Rows]) -> Callable[[list[Game]], Rows]:
    ANSWERS[function.__name__.replace("_", "-")] = function
    return function


def results(games: list[Game]) -> list[tuple[Game, Any]]:
    return [(g, p) for g in games if g.finished for p in g.seats if p.won is not None]


def grouped(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    out = defaultdict(list)
    for key, value in pairs:
        out[key].append(value)
    return out


def coins(cards: Iterable[str]) -> int:
    return sum(int(card[1:]) for card in cards)


# --- about all games ------------------------------------------------------------------------


@answers
def players(games):
    out = []
    for name, own in grouped((p.name, (g, p)) for g, p in results(games)).items():
        wins = sum(p.won for _, p in own)
        out.append(
            (name, len(own), wins, rate(wins, len(own)),
             mean([100 / g.players for g, _ in own], 1),
             mean([p.place for _, p in own], 2), mean([p.score for _, p in own], 1))
        )  # fmt: skip
    return out


@answers
def seats(games):
    found = grouped(
        ((g.game or g.title, g.players, p.seat), p.won)
        for g, p in results(games)
        if p.seat is not None
    )
    return [
        (*key, len(won), rate(sum(won), len(won)), Near(100 / key[1], 1))
        for key, won in found.items()
    ]


@answers
def player_counts(games):
    found = grouped(((p.name, g.players), p.won) for g, p in results(games))
    return [
        (*key, len(won), rate(sum(won), len(won)),
         Near(100 * sum(won) / len(won) - 100 / key[1], 1))
        for key, won in found.items()
    ]  # fmt: skip


@answers
def first_player(games):
    found = grouped(
        ((g.game, g.players), p.won) for g, p in results(games) if g.began and p.seat == g.began
    )
    return [
        (*key, len(won), rate(sum(won), len(won)), Near(100 / key[1], 1))
        for key, won in found.items()
    ]


@answers
def head_to_head(games):
    found = defaultdict(list)
    for g in games:
        for x, y in itertools.permutations(g.seats, 2):
            if g.finished and x.place and y.place and x.player < y.player:
                found[x.name, y.name].append((x, y))
    return [
        (*key, len(own), sum(x.place < y.place for x, y in own),
         sum(x.place == y.place for x, y in own), sum(x.place > y.place for x, y in own),
         mean([x.score - y.score for x, y in own], 1))
        for key, own in found.items()
    ]  # fmt: skip


def rated(games):
    """Yield each rated game in order of play, with ratings and uncertainties before and after."""
    now = defaultdict(lambda: (START, SIGMA))
    for n, g in enumerate(sorted((g for g in games if g.finished and g.date), key=played), 1):
        before = [[now[p.name]] for p in g.seats]
        after = rerated(before, [p.place for p in g.seats])
        now |= {p.name: new for p, (new,) in zip(g.seats, after, strict=True)}
        yield n, g, {p.name: (old, now[p.name]) for p, (old,) in zip(g.seats, before, strict=True)}


def played(g):
    """Return a game's place in the order of play: of a day, those without a time come last."""
    return (g.date, g.started is None, g.started, g.log)


@answers
def ratings(games):
    return [
        (n, date.fromisoformat(g.date), name, Near(new, 1), Near(unsure, 1), Near(new - old, 1))
        for n, g, both in rated(games)
        for name, ((old, _), (new, unsure)) in both.items()
    ]


@answers
def rating_list(games):
    found = grouped(
        (name, (g, old, new, unsure))
        for _, g, both in rated(games)
        for name, ((old, _), (new, unsure)) in both.items()
    )
    return [
        (name, len(own), Near(own[-1][2], 1), Near(own[-1][3], 1),
         Near(own[-1][2] - 2 * own[-1][3], 1), Near(max(new for _, _, new, _ in own), 1),
         Near(sum(new - old for _, old, new, _ in own[-10:]), 1),
         date.fromisoformat(max(g.date for g, *_ in own)))
        for name, own in found.items()
    ]  # fmt: skip


@answers
def standings(games):
    found = grouped(
        ((g.date[:4], p.name), (p, g.seats))
        for g in games
        if g.finished and g.date
        for p in g.seats
    )
    rows = {
        key: (sum(p.won for p, _ in own), sum(
            (p.place < q.place) + (p.place == q.place) / 2
            for p, all_ in own for q in all_ if q is not p
        ), len(own))
        for key, own in found.items()
    }  # fmt: skip
    return [
        (season, 1 + sum((b, a) > (points, wins) for (s, _), (a, b, _) in rows.items()
                         if s == season),
         name, plays, wins, Near(points, 2), Near(points / plays, 2))
        for (season, name), (wins, points, plays) in rows.items()
    ]  # fmt: skip


@answers
def game_length(games):
    out = []
    for key, own in grouped(
        ((g.game or g.title, g.players), g) for g in games if g.finished
    ).items():
        minutes = [g.minutes for g in own if g.minutes is not None]
        logs = [g for g in own if g.kind == "log"]
        out.append(
            (*key, len(own), mean([g.turns[-1].number for g in logs], 1),
             mean([g.rounds[g.turns[-1].number] for g in logs], 1),
             mean([len(g.moves) for g in logs], 1),
             Near(statistics.median(minutes), 1) if minutes else None,
             Near(max(minutes), 1) if minutes else None)
        )  # fmt: skip
    return out


@answers
def score_curve(games):
    found = defaultdict(list)
    for g in games:
        if g.game != "osaka" or not g.live or not g.finished:
            continue
        last = {g.rounds[turn]: turn for turn in sorted(g.scores)}
        for round_, turn in last.items():
            for p in g.seats:
                who = "winners" if p.won else "others"
                found[round_, who].append((g.log, g.scores[turn][p.seat - 1]))
    return [
        (*key, len({log for log, _ in own}), mean([s for _, s in own], 2))
        for key, own in found.items()
    ]


@answers
def records(games):
    out = []
    for game, own in grouped((g.game or g.title, g) for g in games if g.finished).items():
        best = {g.log: max(p.score for p in g.seats if p.won) for g in own}
        second = {g.log: max((p.score for p in g.seats if not p.won), default=None) for g in own}
        facts = [
            ("highest winning score", [(best[g.log], g) for g in own], max),
            ("lowest winning score", [(best[g.log], g) for g in own], min),
            ("biggest win",
             [(best[g.log] - second[g.log], g) for g in own if second[g.log] is not None], max),
            ("most turns", [(g.turns[-1].number, g) for g in own if g.turns], max),
            ("fewest turns", [(g.turns[-1].number, g) for g in own if g.turns], min),
            ("most minutes", [(g.minutes, g) for g in own if g.minutes is not None], max),
        ]  # fmt: skip
        for what, pairs, choose in facts:
            if pairs:
                value = choose(v for v, _ in pairs)
                out.append((game, what, Near(value, 1), {g.log for v, g in pairs if v == value}))
    return out


@answers
def h_index(games):
    counts = defaultdict(Counter)
    for g in games:
        for p in g.seats:
            counts[p.name][g.game or g.title] += 1
    return [
        (name, max(h for h in range(len(c) + 1) if sum(n >= h for n in c.values()) >= h),
         c.total(), len(c))
        for name, c in counts.items()
    ]  # fmt: skip


@answers
def streaks(games):
    out = []
    order = sorted(
        (g for g in games if g.finished),
        key=lambda g: (g.date is None, g.date, g.started is None, g.started, g.log),
    )
    for name, won in grouped((p.name, p.won) for g, p in results(order)).items():
        best = max((len(list(run)) for w, run in itertools.groupby(won) if w), default=0)
        if best:
            out.append((name, best))
    return out


@answers
def margins(games):
    found = Counter()
    for g in games:
        if g.finished:
            first = max(p.score for p in g.seats if p.place == 1)
            rest = [p.score for p in g.seats if p.place > 1]
            found[g.game or g.title, round(first - max(rest, default=first))] += 1
    return [(*key, n) for key, n in found.items()]


@answers
def activity(games):
    out = []
    for month, own in grouped((g.date[:7], g) for g in games if g.date).items():
        people = {p.player for g in own for p in g.seats}
        hours = [g.minutes / 60 for g in own if g.minutes is not None]
        out.append((month, len(own), len(people), Near(sum(hours), 1)))
    return out


@answers
def pace(games):
    spent = grouped((g.at(m[1]).name, m[4]) for g in games for m in g.moves)
    return [
        (name, len(own), mean(own, 1), Near(statistics.median(own), 1), max(own))
        for name, own in spent.items()
    ]


@answers
def comebacks(games):
    found = defaultdict(list)
    for g in games:
        if g.finished and g.turns:
            scores = g.scores[g.turns[-1].number // 2]
            won = [scores[p.seat - 1] for p in g.seats if p.won]
            found[g.game, g.players].append(
                (won.count(max(scores)),
                 won.count(min(scores)) if min(scores) < max(scores) else 0)
            )  # fmt: skip
    return [
        (*key, len(own), rate(sum(a for a, _ in own), len(own)),
         rate(sum(b for _, b in own), len(own)))
        for key, own in found.items()
    ]  # fmt: skip


def _shares(games, counted):
    """Per winner and per other player of finished logs."""
    logs = [g for g in games if g.finished and g.live]
    of = {
        game: Counter(p.won for g in own for p in g.seats)
        for game, own in grouped((g.game, g) for g in logs).items()
    }
    return of, counted(logs)


@answers
def moves(games):
    def counted(logs):
        return grouped(((g.game, m[2]), g.at(m[1]).won) for g in logs for m in g.moves)

    of, found = _shares(games, counted)
    return [
        (*key, len(own), Near(own.count(True) / of[key[0]][True], 2),
         Near(own.count(False) / of[key[0]][False], 2))
        for key, own in found.items()
    ]  # fmt: skip


@answers
def openings(games):
    found = defaultdict(list)
    for g in games:
        if g.game == "osaka" and g.finished:
            for seat, own in grouped((m[1], m[3]) for m in g.moves).items():
                found[", ".join(own[:2])].append((g.at(seat).won, g.players))
    return [
        (key, len(own), rate(sum(w for w, _ in own), len(own)),
         mean([100 / n for _, n in own], 1))
        for key, own in found.items()
    ]  # fmt: skip


@answers
def resources(games):
    def counted(logs):
        return grouped(((g.game, d[3]), (d[4], g.at(d[2]).won)) for g in logs for d in g.deltas)

    of, found = _shares(games, counted)
    out = []
    for key, own in found.items():
        everybody = of[key[0]].total()
        plus, minus = [c for c, _ in own if c > 0], [-c for c, _ in own if c < 0]
        best = [c for c, won in own if c > 0 and won]
        out.append(
            (*key, Near(sum(plus) / everybody, 2) if plus else None,
             Near(sum(minus) / everybody, 2) if minus else None,
             Near(sum(best) / of[key[0]][True], 2) if best else None)
        )  # fmt: skip
    return out


@answers
def taken_back(games):
    out = []
    gone, every = Counter(), Counter()
    for g in games:
        for seat, n in undone(g).items():
            if seat is not None:
                gone[g.at(seat).name] += n
        every.update(g.at(x.by).name for x in g.lines if x.by is not None and x.type != "retracted")
    for name, n in every.items():
        out.append((name, gone[name], Near(100 * gone[name] / n, 2)))
    return out


# --- osaka ----------------------------------------------------------------------------------


def osaka(games):
    return [g for g in games if g.game == "osaka" and g.live]


@answers
def osaka_colours(games):
    bought = [c for g in osaka(games) for e in g.of("bought") for c in e.cards]
    sales = [e for g in osaka(games) for e in g.of("sold")]
    out = []
    for letter, colour in COLOUR.items():
        own = [c for c in bought if c[0] == letter]
        sold = [e for e in sales if e.colour == colour]
        out.append(
            (colour, len(own), rate(len(own), len(bought)), coins(own),
             sum(len(e.cards) for e in sold), mean([e.price for e in sold], 2),
             sum(e.vp for e in sold))
        )  # fmt: skip
    return out


@answers
def osaka_tide(games):
    played, lost = Counter(), defaultdict(list)
    for g in osaka(games):
        played.update(p.name for p in g.seats)
        for e in g.of("lost"):
            lost[g.at(e.seat).name] += e.cards
    return [
        (name, n, len(lost[name]), coins(lost[name]), Near(coins(lost[name]) / n, 2))
        for name, n in played.items()
    ]


@answers
def osaka_insurance(games):
    asked, deals = Counter(), defaultdict(list)
    for g in osaka(games):
        asked.update(g.at(seat).name for e in g.of("sank") for seat in e.asked)
        for e in g.of("insured"):
            deals[g.at(e.seat).name].append((coins(e.cards), coins(e.goods)))
    out = []
    for name, n in asked.items():
        own = deals[name]
        paid, saved = sum(p for p, _ in own), sum(s for _, s in own)
        out.append(
            (name, n, rate(len(own), n), paid, saved, Near(saved / paid, 2)) if own
            else (name, n, None, None, None, None)
        )  # fmt: skip
    return out


@answers
def osaka_sales(games):
    found = grouped((len(e.cards), e) for g in osaka(games) for e in g.of("sold"))
    return [
        (n, len(own), mean([e.price for e in own], 2), mean([e.value for e in own], 2),
         mean([e.vp for e in own], 2))
        for n, own in found.items()
    ]  # fmt: skip


@answers
def osaka_openings(games):
    found = grouped(
        (e.colour, (g.at(e.seat).won, g.players)) for g in osaka(games) for e in g.of("claimed")
    )
    return [
        (colour, len(own), rate(sum(w for w, _ in own), len(own)),
         mean([100 / n for _, n in own], 1))
        for colour, own in found.items()
    ]  # fmt: skip


@answers
def osaka_luck(games):
    found = grouped(
        (g.at(e.seat).name, (e.cards, g.at(e.seat).won))
        for g in osaka(games)
        for e in g.of("shown")
    )
    average = statistics.fmean([2] * 11 + [3] * 9 + [5] * 7)
    out = []
    for name, own in found.items():
        hand = statistics.fmean(coins(c) for c, _ in own)
        hope = statistics.fmean(len(c) for c, _ in own) * average
        wins = sum(bool(w) for _, w in own)
        out.append((name, len(own), Near(hand, 2), Near(hope, 2), Near(hand - hope, 2),
                    rate(wins, len(own))))  # fmt: skip
    return out


# --- istanbul -------------------------------------------------------------------------------


def istanbul(games):
    return [g for g in games if g.game == "istanbul"]


@answers
def istanbul_rubies(games):
    found = [(e.area, g.at(e.seat).won) for g in istanbul(games) for e in g.of("ruby_taken")] + [
        ("mosque", g.at(e.seat).won) for g in istanbul(games) for e in g.of("mosque_ruby")
    ]
    people = Counter(p.won for g in istanbul(games) for p in g.seats)
    return [
        (area, len(own), rate(len(own), len(found)), Near(own.count(True) / people[True], 3),
         Near(own.count(False) / people[False], 3))
        for area, own in grouped(found).items()
    ]  # fmt: skip


@answers
def istanbul_bazaar(games):
    shown = Counter(c for g in istanbul(games) for e in g.of("revealed") for c in e.cards)
    used = Counter(e.card for g in istanbul(games) for e in g.of("card_used"))
    no = Counter(e.card for g in istanbul(games) for e in g.of("card_declined"))
    return [
        (card, shown[card], used[card], no[card], rate(used[card], shown[card]))
        for card in {*shown, *used, *no}
    ]


@answers
def istanbul_tiles(games):
    found = grouped(
        (x.data.tile, (x.turn, g.at(x.data.seat).won))
        for g in istanbul(games) for x in g.live if x.type == "tile_taken"
    )  # fmt: skip
    return [
        (tile, len(own), mean([t for t, _ in own], 1), rate(sum(w for _, w in own), len(own)))
        for tile, own in found.items()
    ]


@answers
def istanbul_dice(games):
    found = Counter()
    for g in istanbul(games):
        for e in (*g.of("rolled"), *g.of("rerolled")):
            found.update((g.at(e.seat).name, face) for face in e.faces)
    total = Counter()
    for (name, _), n in found.items():
        total[name] += n
    return [
        (name, face, n, Near(total[name] / 6, 1), Near(100 * n / total[name] - 100 / 6, 2))
        for (name, face), n in found.items()
    ]


@answers
def istanbul_rerolls(games):
    played, found = Counter(), defaultdict(list)
    for g in istanbul(games):
        played.update(p.name for p in g.seats)
        for e in g.of("rerolled"):
            found[g.at(e.seat).name].append((len(e.dice), e.spent.get("crystal", 0)))
    return [
        (name, n, len(found[name]), sum(d for d, _ in found[name]), Near(len(found[name]) / n, 2),
         sum(c for _, c in found[name]))
        for name, n in played.items()
    ]  # fmt: skip


# --- century and klongs ---------------------------------------------------------------------


@answers
def century_markets(games):
    found = grouped((e.cell, e) for g in games if g.game == "century" for e in g.of("exchanged"))
    return [
        (cell, len(own), sum(e.times for e in own), sum(sum(e.gave.values()) for e in own),
         sum(sum(e.got.values()) for e in own))
        for cell, own in found.items()
    ]  # fmt: skip


@answers
def century_outposts(games):
    found = grouped(
        (x.data.column, (g.log, x.data.seat, x.turn, g.at(x.data.seat).won))
        for g in games if g.game == "century" for x in g.live if x.type == "built"
    )  # fmt: skip
    return [
        (column, len(own), len({o[:2] for o in own}), mean([o[2] for o in own], 1),
         rate(sum(bool(o[3]) for o in own), len(own)))
        for column, own in found.items()
    ]  # fmt: skip


def century(games):
    return [g for g in games if g.game == "century" and g.live]


def at_seats(games, kind):
    """Return the events of a type by game and seat."""
    return grouped(((g.log, e.seat), e) for g in games for e in g.of(kind))


def by_player(games):
    return grouped((p.name, (g, (g.log, p.seat))) for g in games for p in g.seats).items()


def per(own, found, value=lambda e: 1):
    """Return the average of a player's games of the sum of a value over their events."""
    return mean([sum(value(e) for e in found.get(key, ())) for _, key in own], 2)


@answers
def century_endings(games):
    out = []
    for n, own in grouped((g.players, g) for g in century(games) if g.finished).items():
        tiles = [Counter(e.seat for e in g.of("tile_taken")) for g in own]
        most = [max(t.values(), default=0) for t in tiles]
        best = [
            any(t[p.seat] == m for p in g.seats if p.won)
            for g, t, m in zip(own, tiles, most, strict=True)
        ]
        out.append(
            (n, len(own), mean([g.of("finished")[0].round for g in own], 1),
             mean([t.total() for t in tiles], 1), mean(most, 2), rate(sum(best), len(own)))
        )  # fmt: skip
    return out


@answers
def century_points(games):
    tiles, bonus = (at_seats(century(games), kind) for kind in ("tile_taken", "bonus_taken"))
    found = grouped(
        ("winners" if p.won else "others",
         (sum(e.points for e in tiles[g.log, p.seat]), sum(e.points for e in bonus[g.log, p.seat]),
          p.score))
        for g in century(games) if g.finished for p in g.seats
    )  # fmt: skip
    return [
        (who, len(own), mean([t for t, _, _ in own], 1), mean([b for _, b, _ in own], 1),
         mean([s - t - b for t, b, s in own], 1), mean([s for *_, s in own], 1))
        for who, own in found.items()
    ]  # fmt: skip


@answers
def century_tiles(games):
    found = grouped(
        ((x.data.tile, x.data.points), (x.turn, g.at(x.data.seat).won))
        for g in century(games) for x in g.live if x.type == "tile_taken"
    )  # fmt: skip
    return [
        (*key, len(own), mean([t for t, _ in own], 1), rate(sum(w for _, w in own), len(own)))
        for key, own in found.items()
    ]


@answers
def century_voyages(games):
    sailed, paid = (at_seats(century(games), kind) for kind in ("sailed", "toll_paid"))
    got = grouped(((g.log, e.opponent), e) for g in century(games) for e in g.of("toll_paid"))
    return [
        (name, len(own), per(own, sailed), per(own, sailed, lambda e: e.steps),
         per(own, sailed, lambda e: e.free), per(own, paid), per(own, got))
        for name, own in by_player(century(games))
    ]  # fmt: skip


@answers
def century_cards(games):
    taken = grouped(
        (e.card, g.at(e.seat).won)
        for g in century(games) for e in (*g.of("acquired"), *g.of("card_rewarded"))
    )  # fmt: skip
    played = Counter(
        e.card for g in century(games) for kind in ("gathered", "upgraded", "traded")
        for e in g.of(kind)
    )  # fmt: skip
    return [
        (card, len(own), Near(played[card] / len(own), 2), rate(sum(own), len(own)))
        for card, own in taken.items()
    ]


@answers
def century_overflow(games):
    thrown = at_seats(century(games), "discarded")
    return [
        (name, len(own), per(own, thrown), per(own, thrown, lambda e: len(e.cubes)))
        for name, own in by_player(century(games))
    ]


@answers
def century_bonus(games):
    found = [
        (kind, g.at(seat).won)
        for g in century(games)
        for kind, seat in (
            *(("card", e.seat) for e in g.of("card_rewarded")),
            *((e.bonus, e.seat) for e in g.of("bonus_taken")),
        )
    ]
    return [
        (kind, len(own), rate(len(own), len(found)), rate(sum(own), len(own)))
        for kind, own in grouped(found).items()
    ]


def klongs(games):
    return [g for g in games if g.game == "klongs" and g.live]


@answers
def klongs_thieves(games):
    stole, chased = (at_seats(klongs(games), kind) for kind in ("stolen", "chased"))
    robbed = grouped(
        ((g.log, e.owner), e) for g in klongs(games) for e in g.of("stolen") if e.owner != e.seat
    )
    return [
        (name, len(own), per(own, stole), per(own, stole, lambda e: e.keep == "warehouse"),
         per(own, robbed), per(own, chased))
        for name, own in by_player(klongs(games))
    ]  # fmt: skip


@answers
def klongs_points(games):
    got, people = defaultdict(Counter), Counter()
    for g in klongs(games):
        people.update(p.won for p in g.seats)
        for e in g.of("scored"):
            for p, points in zip(g.seats, e.points, strict=True):
                got["own" if p.seat == e.seat else "shared"][p.won] += points
        for e in g.of("advanced"):
            got["luk-phat"][g.at(e.seat).won] += e.points
        for e in g.of("valued"):
            got["warehouse"][g.at(e.seat).won] += e.points
    every = sum(c.total() for c in got.values())
    return [
        (source, rate(c.total(), every), Near(c[True] / people[True], 2),
         Near(c[False] / people[False], 2))
        for source, c in got.items()
    ]  # fmt: skip


@answers
def klongs_days(games):
    days = []
    for g in klongs(games):
        for line in g.live:
            if line.type == "day_began":
                days.append((line.data.kind, g.log, line.turn, g.at(line.data.trigger).won, []))
            elif line.type == "scored":
                days[-1][-1].append(sum(line.data.points))
    return [
        (kind, Near(len(own) / len({d[1] for d in own}), 2), mean([d[2] for d in own], 1),
         mean([len(d[4]) for d in own], 2), mean([sum(d[4]) for d in own], 1),
         rate(sum(d[3] for d in own), len(own)))
        for kind, own in grouped((d[0], d) for d in days).items()
    ]  # fmt: skip


@answers
def klongs_boats(games):
    found = grouped(
        (x.data.boat, (x.turn, x.data, g.at(x.data.seat).won))
        for g in klongs(games) for x in g.live if x.type == "placed"
    )  # fmt: skip
    return [
        (boat, len(own), rate(sum(e.owner == e.seat for _, e, _ in own), len(own)),
         mean([t for t, *_ in own], 1), rate(sum(w for *_, w in own), len(own)))
        for boat, own in found.items()
    ]  # fmt: skip


@answers
def klongs_variants(games):
    found = grouped(
        ("tactical" if g.lines[0].data.options.get("tactical") else "normal", g)
        for g in klongs(games) if g.finished
    )  # fmt: skip
    out = []
    for variant, own in found.items():
        best = [max(p.score for p in g.seats if p.won) for g in own]
        lead = [
            a - max(p.score for p in g.seats if not p.won)
            for a, g in zip(best, own, strict=True) if not all(p.won for p in g.seats)
        ]  # fmt: skip
        out.append((variant, len(own), mean([g.players for g in own], 2),
                    mean([g.turns[-1].number for g in own], 1), mean(best, 1),
                    mean(lead, 1)))  # fmt: skip
    return out


def _scored(games):
    return [e for g in games if g.game == "klongs" for e in g.of("scored")]


@answers
def klongs_moorings(games):
    return [
        (mooring, len(own), mean([e.baskets for e in own], 2),
         mean([e.points[e.seat - 1] for e in own], 2),
         mean([sum(e.points) - e.points[e.seat - 1] for e in own], 2))
        for mooring, own in grouped((e.mooring, e) for e in _scored(games)).items()
    ]  # fmt: skip


@answers
def klongs_cook_shops(games):
    every = _scored(games)
    return [
        (factor, len(own), rate(len(own), len(every)),
         mean([e.points[e.seat - 1] for e in own], 2))
        for factor, own in grouped((e.factor, e) for e in every).items()
    ]  # fmt: skip
