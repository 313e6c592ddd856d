"""Games for BG Stats: a file of shared plays, and a link that passes on a single play."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

from ledger.kernel.message import Message
from ledger.kernel.results import BY_LEDGER, Person, PlayRecord, Standing
from ledger.kernel.text.safe import inert_json
from ledger.library.records.known_exports import bgstats_uuid
from ledger.library.records.numbers import whole
from ledger.library.records.outcomes import highest_wins

from .base import (
    COOPERATIVE,
    EXTRA,
    ID_ELSEWHERE,
    NOT_FINISHED,
    PART_OF_DATE,
    PLAYERS_FIELD,
    QUANTITY,
    ROUNDS,
    TIME_ZONE,
    ExportedFile,
    Losses,
    score_of,
    whole_date,
    winner,
)

_UNKNOWN = Message("that it isn't known who won, began or was new (it says no instead)")
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
_PACKED = ("metaData", "playImages")


def play_uuid(played: PlayRecord) -> str:
    """Return a play's id in BG Stats: its own if it came from there, otherwise one we derive."""
    return played.key if played.source == "bgstats" else bgstats_uuid(played.source, played.key)


class _NumberedList:
    """A list in the file that contains each thing only once, with a number to refer to it by."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self._ids: dict[str, int] = {}

    def ref(self, key: object, fields: dict[str, Any]) -> int:
        """Return the number of a thing, adding the thing if it is new."""
        known = json.dumps(key, sort_keys=True)
        if known not in self._ids:
            self._ids[known] = len(self.rows) + 1
            self.rows.append({"id": self._ids[known], **fields})
        return self._ids[known]


class _File:
    def __init__(self) -> None:
        self.players, self.games, self.locations = _NumberedList(), _NumberedList(), _NumberedList()
        self.plays: list[dict[str, Any]] = []
        self.losses = Losses()

    def add(self, played: PlayRecord) -> None:
        """Add a play and everything it refers to."""
        ours = dict(played.extra) if played.source == "bgstats" else {}
        lost = self.losses.unless
        zone = ours.pop("zone", played.extra.get("zone"))
        lost(zone is None, TIME_ZONE)
        lost(ours or not played.extra.keys() - {"zone"}, EXTRA)
        lost(played.quantity == 1, QUANTITY)
        lost(played.complete, NOT_FINISHED)
        lost(whole_date(played) or played.date is None, PART_OF_DATE)
        no_points = ours.pop("noPoints", False)
        game = self.game(played.title, played.bgg, played, no_points)
        expansions = [self._expansion(e) for e in ours.pop("expansions", [])]
        for name in _PACKED:
            if name in ours:
                ours[name] = json.dumps(ours[name], ensure_ascii=False)
        play: dict[str, Any] = {
            **ours,
            "uuid": play_uuid(played),
            "gameRefId": game,
            "playDate": _moment(played),
            "durationMin": played.minutes or 0,
            "rounds": played.rounds or 0,
            "board": played.board or "",
            "comments": played.comment or "",
            "expansionPlays": expansions,
            "playerScores": [self._score(s) for s in played.standings],
        }
        if any(s.team is not None for s in played.standings):
            play["usesTeams"] = True
        if played.place is not None:
            key = played.place
            fields = {"uuid": bgstats_uuid("place", key), "name": key}
            play["locationRefId"] = self.locations.ref(key, fields)
        self.plays.append(play)

    def game(self, title: str, bgg: int | None, played: PlayRecord | None, no_points: bool) -> int:
        """Return the number of a game, adding the game if it is new."""
        fields = {
            "uuid": bgstats_uuid("game", title, str(bgg or 0)),
            "name": title,
            "bggId": bgg or 0,
            "highestWins": played is None or highest_wins(played),
            "cooperative": played is not None and played.cooperative,
            "noPoints": no_points,
            "isExpansion": played is None,
        }
        return self.games.ref(fields, fields)

    def _expansion(self, kept: Any) -> dict[str, Any]:
        more = dict(kept) if isinstance(kept, dict) else {}
        title, bgg = str(more.pop("title", "?")), whole(more.pop("bgg", 0))
        return {"gameRefId": self.game(title, bgg, None, False), **more}

    def _score(self, s: Standing) -> dict[str, Any]:
        lost = self.losses.unless
        ours = dict(s.extra)
        anonymous = ours.pop("anonymous", False) is True
        if "metaData" in ours:
            ours["metaData"] = json.dumps(ours["metaData"], ensure_ascii=False)
        lost(s.colour is None, PLAYERS_FIELD["colour"])
        lost(None not in (s.won, s.began, s.first_time), _UNKNOWN)
        return {
            **ours,
            "playerRefId": self._player(s.person, anonymous),
            "score": score_of(s) or "",
            "winner": winner(s),
            "startPlayer": s.began is True,
            "newPlayer": s.first_time is True,
            "rank": s.place or 0,
            "seatOrder": s.seat or 0,
            "role": s.role or "",
            "team": s.team or "",
        }

    def _player(self, person: Person, anonymous: bool) -> int:
        self.losses.unless(person.ids.keys() <= {"bgstats", "bgg"}, ID_ELSEWHERE)
        fields: dict[str, Any] = {
            "uuid": person.ids.get("bgstats")
            or bgstats_uuid(
                "player", person.name, *sorted(f"{k}:{v}" for k, v in person.ids.items())
            ),
            "name": person.name,
            "isAnonymous": anonymous,
        }
        if "bgg" in person.ids:
            fields["bggUsername"] = person.ids["bgg"]
        return self.players.ref(fields, fields)


def _moment(played: PlayRecord) -> str:
    """Return the date and time in the format of BG Stats; midnight if the time isn't known."""
    date = whole_date(played)
    if date is None:
        return ""
    time = played.time or "00:00:00"
    return f"{date} {time}" + (":00" if len(time) == 5 else "")


def write_bgsplay(plays: Iterable[PlayRecord]) -> ExportedFile:
    """Return a file of shared plays."""
    file = _File()
    for played in plays:
        file.add(played)
    out = {
        "about": BY_LEDGER,
        "games": file.games.rows,
        "players": file.players.rows,
        "locations": file.locations.rows,
        "plays": file.plays,
    }
    return ExportedFile(
        inert_json(json.dumps(out, ensure_ascii=False, indent=1)).encode(), file.losses.messages()
    )


def write_links(plays: Iterable[PlayRecord]) -> ExportedFile:
    """Return a link for each play, one per line."""
    losses, links = Losses(), []
    for played in plays:
        _link_losses(played, losses.unless)
        links.append(f"{push_link(played)}\n")
    return ExportedFile("".join(links).encode(), losses.messages())


def _link_losses(p: PlayRecord, lost: Callable[[object, Message], None]) -> None:
    lost("zone" not in p.extra, TIME_ZONE)
    lost(not p.extra.keys() - {"zone", "noPoints"}, EXTRA)
    lost(p.quantity == 1, QUANTITY)
    lost(p.complete, NOT_FINISHED)
    lost(not p.cooperative, COOPERATIVE)
    lost(p.rounds is None, ROUNDS)
    lost(whole_date(p) or p.date is None, PART_OF_DATE)
    for s in p.standings:
        for what in ("seat", "colour", "team", "first_time"):
            lost(getattr(s, what) is None, PLAYERS_FIELD[what])
        lost(not s.extra, EXTRA)
        lost(s.score == s.total, Message("how scores were written"))
        lost(s.person.ids.keys() <= {p.source}, ID_ELSEWHERE)
        lost(None not in (s.won, s.began), _UNKNOWN)


def push_link(played: PlayRecord) -> str:
    """Return a link that passes a play to BG Stats."""
    payload = json.dumps(link_payload(played), ensure_ascii=False, separators=(",", ":"))
    return LINK + quote(payload, safe="")


def link_payload(played: PlayRecord) -> dict[str, Any]:
    """Return the contents of the link; the app identifies players and games by their ids."""
    return {
        "sourceName": played.source,
        "sourcePlayId": played.key,
        "playDate": _moment(played),
        "durationMin": played.minutes or 0,
        "comments": played.comment or "",
        "location": played.place or "",
        "board": played.board or "",
        "game": {
            "name": played.title,
            "bggId": played.bgg or 0,
            "sourceGameId": played.game or played.title,
            "highestWins": highest_wins(played),
            "noPoints": played.extra.get("noPoints") is True,
        },
        "players": [_link_player(s, played.source) for s in played.standings],
    }


def _link_player(s: Standing, source: str) -> dict[str, Any]:
    score = _number(s.total)
    return {
        "name": s.person.name,
        "sourcePlayerId": s.person.ids.get(source, s.person.name),
        "startPlayer": s.began is True,
        "rank": s.place or 0,
        **({} if score is None else {"score": score}),
        "role": s.role or "",
        "winner": winner(s),
    }


def _number(total: str | None) -> int | float | None:
    if total is None:
        return None
    return whole(total) if whole(total) is not None else float(total)
