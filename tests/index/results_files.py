"""Exports of a club's evenings as BG Stats and BGG write them, made by a seeded generator.

As in real exports, most plays have no ranks, many have no score, and some are cooperative, for
teams, for one, ignored, unfinished, several in one record, or in both files.
"""

from __future__ import annotations

import json
import random
import uuid
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

NAMES = ("Ana", "Bartek", "Celina", "Dario", "Ewa", "Franco", "Gosia", "Hugo", "Iga", "Jan")
BOXES = (
    # title, fewest and most players, how it is won
    ("Catan", 3, 4, "most"), ("Azul", 2, 4, "most"), ("Carcassonne", 2, 5, "most"),
    ("Ark Nova", 1, 4, "most"), ("Traders of Osaka", 2, 4, "most"), ("Brass", 2, 4, "most"),
    ("Golf", 2, 6, "fewest"), ("Skyjo", 2, 6, "fewest"), ("Hearts", 4, 4, "fewest"),
    ("Pandemic", 1, 4, "together"), ("First Orchard", 2, 4, "together"),
    ("Chess", 2, 2, "no points"), ("Love Letter", 2, 4, "no points"),
    ("Tichu", 4, 4, "teams"), ("Codenames", 4, 8, "teams"), ("Captain Sonar", 6, 8, "teams"),
)  # fmt: skip
OSAKA = 24827
PLACES = ("Kitchen", "Club", "Ewa's")


def write_exports(folder: Path, seed: int, plays: int) -> tuple[Path, Path]:
    """Write a backup of BG Stats and a page of BGG; return where they are."""
    rng = random.Random(seed)
    backup = _backup(rng, plays * 3 // 4)
    page = _page(rng, plays - plays * 3 // 4, backup)
    folder.mkdir(parents=True, exist_ok=True)
    files = folder / "BGStatsExport.json", folder / "plays.xml"
    files[0].write_text(json.dumps(backup, ensure_ascii=False, indent=1), "utf-8")
    files[1].write_text(page, "utf-8")
    return files


def _uuid(rng):
    return str(uuid.UUID(int=rng.getrandbits(128), version=4)).upper()


def _bgg(id):
    """Return the number of a game at BGG."""
    return OSAKA if BOXES[id - 11][0] == "Traders of Osaka" else 1000 + id


def _day(rng):
    return date(2023, 1, 1) + timedelta(days=int(1200 * rng.random() ** 0.7))


def _evening(rng, box):
    """Return how a play went: (name, points, won, team) of everybody."""
    _, least, most, kind = box
    names = rng.sample(NAMES, rng.randint(least, most))
    # some are better than others
    skill = {n: rng.gauss(50 - 3 * NAMES.index(n), 15) for n in names}
    points = {n: max(round(s), -20) for n, s in skill.items()}
    if rng.random() < 0.1 and len(names) > 1:  # a tie
        points[names[1]] = points[names[0]]
    if kind == "together" or len(names) == 1:
        won = rng.random() < 0.55
        return [(n, points[names[0]], won, None) for n in names]
    if kind == "teams":
        count = 2 if len(names) < 6 or rng.random() < 0.5 else 3
        team = {n: i % count + 1 for i, n in enumerate(names)}
        total = {t: sum(skill[n] for n in names if team[n] == t) for t in set(team.values())}
        first = max(total, key=total.get)
        return [(n, round(total[team[n]]), team[n] == first, team[n]) for n in names]
    best = (min if kind == "fewest" else max)(points.values())
    won = {n: points[n] == best for n in names}
    if rng.random() < 0.1:  # the rules broke the tie
        first = next(n for n in names if won[n])
        won = {n: n == first for n in names}
    if rng.random() < 0.03:  # something else decided
        first = rng.choice(names)
        won = {n: n == first for n in names}
    if rng.random() < 0.02:
        won = dict.fromkeys(names, False)
    return [(n, points[n], won[n], None) for n in names]


def _written(rng, points):
    """Return a score as people type it into the app."""
    if rng.random() < 0.75:
        return str(points)
    part = rng.randint(0, 20)
    rest = points - part
    return f"{part}+{rest}" if rest >= 0 else f"{part}-{-rest}"


def _backup(rng, plays):
    games = [
        {"id": i, "uuid": _uuid(rng), "name": title, "bggName": title, "bggId": _bgg(i),
         "bggYear": 2000 + i, "highestWins": kind != "fewest", "noPoints": kind == "no points",
         "cooperative": kind == "together", "usesTeams": kind == "teams",
         "isBaseGame": 1, "isExpansion": 0}
        for i, (title, _, _, kind) in enumerate(BOXES, 11)
    ]  # fmt: skip
    games.append({"id": 90, "uuid": _uuid(rng), "name": "Seafarers", "bggId": 325, "isBaseGame": 0,
                  "isExpansion": 1, "highestWins": True})  # fmt: skip
    out: dict[str, Any] = {
        "about": "", "tags": [], "groups": [], "challenges": [], "deletedObjects": [],
        "userInfo": {"meRefId": 1}, "games": games,
        "players": [
            {"id": i, "uuid": _uuid(rng), "name": name, "isAnonymous": False,
             "modificationDate": "2026-01-01 10:00:00",
             **({"bggUsername": f"{name.lower()}_k"} if i % 3 == 0 else {})}
            for i, name in enumerate(NAMES, 1)
        ],
        "locations": [{"id": i, "uuid": _uuid(rng), "name": name}
                      for i, name in enumerate(PLACES, 1)],
        "plays": [],
    }  # fmt: skip
    for n in range(plays):
        out["plays"].append(_app_play(rng, n))
    return out


def _app_play(rng, n):
    i = rng.randrange(len(BOXES))
    box, went = BOXES[i], _evening(rng, BOXES[i])
    kind, together = box[3], BOXES[i][3] == "together"
    ranked = rng.random() < 0.25
    scored = kind != "no points" and rng.random() < 0.8
    forgot = rng.random() < 0.05  # somebody's score
    teamed = kind == "teams"
    told = not (teamed and rng.random() < 0.1)  # who was with whom
    order = sorted({p for _, p, *_ in went}, reverse=kind != "fewest")
    seats = rng.random() < 0.3
    scores = []
    for seat, (name, points, won, team) in enumerate(went, 1):
        rank = 1 if together or won else 1 + max(order.index(points), 1)
        score = {
            "playerRefId": NAMES.index(name) + 1,
            "score": _written(rng, points) if scored and not (forgot and seat == 1) else "",
            "rank": rank if ranked and any(w for *_, w, _ in went) else 0,
            "winner": won, "startPlayer": seats and seat == 1, "newPlayer": False,
            "seatOrder": seat if seats else 0,
            "team": str(team) if teamed and told else "" if teamed else "0",
        }  # fmt: skip
        if rng.random() < 0.1:
            score["role"] = rng.choice(("Purple", "Saturn"))
        scores.append(score)
    play = {
        "uuid": _uuid(rng), "gameRefId": 11 + i,
        # no two at the same time, so that everybody agrees on the order
        "playDate": f"{_day(rng)} {12 + n // 3600 % 11}:{n // 60 % 60:02}:{n % 60:02}",
        "entryDate": "2026-05-01 20:02:11", "modificationDate": "2026-05-01 20:02:11",
        "durationMin": rng.choice((0, 0, 25, 45, 60, 90)), "rounds": 0, "usesTeams": teamed,
        "manualWinner": False, "ignored": rng.random() < 0.02, "scoringSetting": 0, "rating": 0,
        "bggId": 0, "importPlayId": 0, "nemestatsId": 0, "playImages": "[]", "metaData": "{}",
        "expansionPlays": [], "board": "", "comments": "", "playerScores": scores,
    }  # fmt: skip
    if rng.random() < 0.7:
        play["locationRefId"] = rng.randint(1, len(PLACES))
    if box[0] == "Catan" and rng.random() < 0.3:
        play["expansionPlays"] = [{"gameRefId": 90, "bggPlayId": 0}]
    return play


def _page(rng, plays, backup):
    out = ['<?xml version="1.0" encoding="utf-8"?>',
           f'<plays username="ana_k" userid="1" total="{plays}" page="1" '
           'termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">']  # fmt: skip
    names = {p["id"]: p for p in backup["players"]}
    mine = rng.sample(range(len(backup["plays"])), len(backup["plays"]) // 10)
    twins = [backup["plays"][n] for n in sorted(mine)][: plays // 4]
    for n in range(plays):
        id = 90_000_000 + n
        if n < len(twins):
            twin = twins[n]
            twin["bggId"] = id
            title = BOXES[twin["gameRefId"] - 11][0]
            went = [(names[s["playerRefId"]]["name"], None, s["winner"], None)
                    for s in twin["playerScores"]]  # fmt: skip
            facts = {"date": twin["playDate"][:10], "quantity": 1, "incomplete": 0, "nowinstats": 0}
            bgg = _bgg(twin["gameRefId"])
        else:
            i = rng.randrange(len(BOXES))
            title, bgg, went = BOXES[i][0], _bgg(11 + i), _evening(rng, BOXES[i])
            facts = {"date": _day(rng) if rng.random() < 0.97 else "0000-00-00",
                     "quantity": rng.choice((1, 1, 1, 1, 2, 3, 5)),
                     "incomplete": int(rng.random() < 0.03),
                     "nowinstats": int(rng.random() < 0.03)}  # fmt: skip
        length, place = rng.choice((0, 30, 60)), rng.choice(("", *PLACES))
        facts = {"id": id, **facts, "length": length, "location": place}
        text = "".join(f" {k}={quoteattr(str(v))}" for k, v in facts.items())
        out.append(f" <play{text}>")
        out.append(f'  <item name={quoteattr(title)} objecttype="thing" objectid="{bgg}">'
                   '<subtypes><subtype value="boardgame"/></subtypes></item>')  # fmt: skip
        if n < len(twins) or rng.random() < 0.9:
            out.append("  <players>")
            scored = n >= len(twins) and rng.random() < 0.6
            for seat, (name, points, won, _) in enumerate(went, 1):
                known = next(p for p in backup["players"] if p["name"] == name)
                user = known.get("bggUsername", "")
                out.append(
                    f'   <player username="{user}" userid="{len(user)}" name="{name}" '
                    f'startposition="{seat if n % 3 == 0 else ""}" color="" '
                    f'score="{points if scored else ""}" new="0" rating="0" win="{int(won)}"/>'
                )
            out.append("  </players>")
        out.append(" </play>")
    return "\n".join([*out, "</plays>"]) + "\n"
