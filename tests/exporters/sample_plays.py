"""Files as several people's programs write them, made from a seed: what real libraries hold."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any
from xml.sax.saxutils import quoteattr

PEOPLE = ("Ana", "Bartek", "Celina", "Dawid", "Eve O'Neil", "Żaneta", "=Max", "Jan; Jr")
GAMES = (
    *(("Traders of Osaka", 24827, True, False), ("Azul", 230802, True, False)),
    *(("Golf", 777, False, False), ("First Orchard", 41302, True, True), ("Go", 188, True, False)),
)


def write_files(folder: Path, seed: int, count: int) -> list[Path]:
    """Write about `count` plays, as exports of several programs and as tables."""
    rng = Random(seed)
    share = max(count // 6, 1)
    texts = {
        "backup.json": json.dumps(_backup(rng, 2 * share), ensure_ascii=False),
        "plays.xml": _bgg(rng, share),
        "tables.json": json.dumps({"status": 1, "data": {"tables": _bga(rng, share)}}),
        "tall.csv": _tall(rng, share),
        "wide.csv": _wide(rng, share),
        "listed.csv": _listed(rng, share),
    }
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def _date(rng: Random) -> str:
    return f"20{rng.randrange(15, 27)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"


def _score(rng: Random) -> str:
    return rng.choice(
        ("", str(rng.randrange(200)), f"{rng.randrange(99)}+{rng.randrange(9)}-2", "86+84+", "7,5")
    )


def _backup(rng: Random, count: int) -> dict[str, Any]:
    people: list[dict[str, Any]] = [
        {"id": i, "uuid": f"P{i}", "name": name, "isAnonymous": False}
        for i, name in enumerate(PEOPLE, 1)
    ]
    people[0]["bggUsername"] = "ana_k"
    people.append({"id": 99, "uuid": "P99", "name": "Anonymous player", "isAnonymous": True})
    games = [
        *(
            {"id": i, "uuid": f"G{i}", "name": t, "bggId": b, "highestWins": h, "cooperative": c}
            for i, (t, b, h, c) in enumerate(GAMES, 1)
        ),
        {"id": 50, "uuid": "G50", "name": "Azul: More", "bggId": 5, "isExpansion": 1},
    ]
    plays = []
    for n in range(count):
        seats = rng.sample(people[:-1], rng.randrange(1, 5)) + [people[-1]] * rng.choice((0, 0, 2))
        best = rng.randrange(len(seats))
        plays.append(
            {
                "uuid": f"{n:08X}-0000-4000-8000-000000000000",
                "gameRefId": rng.randrange(1, len(GAMES) + 1),
                "locationRefId": rng.choice((0, 1)),
                "playDate": f"{_date(rng)} {rng.choice(('18:30:00', '00:00:00'))}",
                "modificationDate": "2026-03-01 20:02:11",
                "durationMin": rng.choice((0, 45)),
                "rounds": rng.choice((0, 3)),
                "ignored": rng.random() < 0.1,
                "usesTeams": False,
                "bggId": n + 1 if n % 3 == 0 else 0,  # some of them were posted to BGG
                "comments": rng.choice(("", "a,b;\n“c”", "=1+1")),
                "board": rng.choice(("", "winter")),
                "metaData": rng.choice(("{}", '{"mood":"good"}')),
                "expansionPlays": rng.choice(([], [{"gameRefId": 50}])),
                "playerScores": [
                    {
                        "playerRefId": p["id"],
                        "score": _score(rng),
                        "winner": i == best,
                        "rank": rng.choice((0, 0, i + 1)),
                        "startPlayer": i == 0,
                        "newPlayer": rng.random() < 0.1,
                        "seatOrder": rng.choice((0, i + 1)),
                        "role": rng.choice(("", "red")),
                        "team": "0",
                    }
                    for i, p in enumerate(seats)
                ],
            }
        )
    places = [{"id": 1, "uuid": "L1", "name": "Kuchnia"}]
    return {"players": people, "games": games, "locations": places, "plays": plays}


def _bgg(rng: Random, count: int) -> str:
    plays = []
    for n in range(1, count + 1):
        title, number, _, _ = rng.choice(GAMES)
        date = rng.choice((_date(rng), "0000-00-00", _date(rng)))
        seats = "".join(
            f'<player username="{"ana_k" if name == "Ana" else ""}" userid="0" '
            f"name={quoteattr(name)} startposition={quoteattr(rng.choice(('', '1')))} "
            f'color="" score={quoteattr(_score(rng))} new="0" rating="0" win="{int(not i)}"/>'
            for i, name in enumerate(rng.sample(PEOPLE, rng.randrange(0, 4)))
        )
        plays.append(
            f'<play id="{n}" date="{date}" quantity="{rng.choice((1, 1, 1, 3))}" '
            f'length="{rng.choice((0, 30))}" incomplete="{rng.choice((0, 0, 1))}" nowinstats="0" '
            f'location="{rng.choice(("", "Home"))}"><item name="{title}" objecttype="thing" '
            f'objectid="{number}"><subtypes><subtype value="boardgame"/></subtypes></item>'
            f"<players>{seats}</players></play>"
        )
    return f"<plays>{''.join(plays)}</plays>"


def _bga(rng: Random, count: int) -> list[dict[str, Any]]:
    return [
        {
            "table_id": str(1000 + n),
            "game_name": rng.choice(("azul", "go")),
            "start": str(1772386100 + 9000 * n),
            "end": str(1772389080 + 9000 * n),
            "players": "11,12",
            "player_names": "Ana,Bartek",
            "scores": rng.choice(("51,43", None)),
            "ranks": rng.choice(("1,2", "2,1")),
            "normalend": rng.choice(("1", "0")),
        }
        for n in range(count)
    ]


def _tall(rng: Random, count: int) -> str:
    rows = ["id,date,game,location,player,score,rank,is_winner,mood"]
    for n in range(count):
        date, title = _date(rng), rng.choice(GAMES)[0]
        for i, name in enumerate(rng.sample(PEOPLE[:6], 3)):
            mood = rng.choice(("", "good"))
            rows.append(f"t{n},{date},{title},Club,{name},{90 - i},{i + 1}.0,{int(not i)},{mood}")
    return "\n".join(rows) + "\n"


def _wide(rng: Random, count: int) -> str:
    rows = ["date,round,game,Ana,Bartek,Celina,number_players"]
    for n in range(count):
        scores = rng.sample(range(200), 3)
        rows.append(f"{_date(rng)},{n},{rng.choice(GAMES)[0]},{scores[0]},{scores[1]},,2")
    return "\n".join(rows) + "\n"


def _listed(rng: Random, count: int) -> str:
    rows = ["date,round,game,players,winner"]
    for n in range(count):
        names = rng.sample(("Ana", "Bartek", "Celina", "Dawid"), 3)
        rows.append(f"{_date(rng)},{n},{rng.choice(GAMES)[0]},{'; '.join(names)},{names[0]}")
    return "\n".join(rows) + "\n"
