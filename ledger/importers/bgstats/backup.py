"""Board Game Stats: the full backup and a shared play (`.bgsplay`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ledger.importers.parsing.fields import Fields
from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.strict_json import Piece, document, strict
from ledger.importers.parsing.titles import TitleMatch, Titles
from ledger.importers.records import (
    Deleted,
    Location,
    Record,
    Refusal,
    Remark,
    make_record,
    printable,
)
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import BY_LEDGER, Person, PlayRecord, Standing
from ledger.library.records.dates import problem_of, read_when, unset_midnight
from ledger.library.records.merge import MODIFIED, moment
from ledger.library.records.numbers import whole

_USED = ("plays", "players", "games", "locations")
_OF_PLAY = ("uuid", "gameRefId", "playerScores")
_PACKED = ("metaData", "playImages")
"""Fields that contain JSON as a string."""


class _References:
    """The players, games or locations in a file, by ids that are only used within the file."""

    def __init__(self, piece: Piece | None, one: Message, several: Message) -> None:
        self.one, self.several = one, several
        self.by_id: dict[int, dict[str, Any]] = {}
        self.twice: set[int] = set()
        self.broken: list[Text] = []
        for element in piece.elements() if piece is not None and piece.kind != "n" else ():
            try:
                thing = element.value()
            except Malformed as e:
                self.broken.append(Message.join(": ", [element.path, e.text]))
                continue
            id = whole(thing.get("id")) if isinstance(thing, dict) else None
            if id is None:
                self.broken.append(Message.join(": ", [element.path, Message("it has no id")]))
            elif id in self.by_id:
                self.twice.add(id)
            else:
                self.by_id[id] = thing

    def get(self, ref: Any, field: str) -> dict[str, Any]:
        """Return what a reference points to; raise `Malformed` if it doesn't point to anything."""
        id = whole(ref)
        if id is None:
            raise Malformed(
                "{field} is missing" if ref is None else "{field}: {ref!r} isn't an id",
                field=field,
                ref=ref,
            )
        if id in self.twice:
            raise Malformed(
                "{field}: the file has two {things} with the id {id}",
                field=field,
                things=self.several,
                id=id,
            )
        if id not in self.by_id:
            raise Malformed(
                "{field}: the file has no {thing} with the id {id}",
                field=field,
                thing=self.one,
                id=id,
            )
        return self.by_id[id]


class _GameOfFile(NamedTuple):
    """A board game as the file describes it."""

    title: str | None
    bgg: int | None
    match: TitleMatch
    highest_wins: bool
    cooperative: bool
    no_points: bool
    problems: list[Text]


class _File:
    """The players, games and locations that the plays in a file refer to; each is read once."""

    def __init__(self, top: Mapping[str, Piece], titles: Titles) -> None:
        self.titles = titles
        self.players = _References(top.get("players"), Message("player"), Message("players"))
        self.games = _References(top.get("games"), Message("game"), Message("games"))
        places = top.get("locations")
        self.locations = _References(places, Message("location"), Message("locations"))
        about = top.get("about")
        self.ours = about is not None and about.raw == f'"{BY_LEDGER}"'.encode()
        self._games: dict[int, _GameOfFile] = {}
        self._people: dict[int, tuple[Person, bool]] = {}

    def game_of(self, ref: Any) -> _GameOfFile:
        """Return the game of a play."""
        game = self.games.get(ref, "gameRefId")
        found = self._games.get(id(game))
        if found is None:
            problems: list[Text] = []
            f = Fields(game, problems, "game")
            names = [n for n in (f.text("name"), f.text("bggName")) if n]
            bgg = f.number("bggId", unset=0)
            match = self.titles.find(*names, bgg=bgg)
            if match.problem:
                problems.append(match.problem)
            found = self._games[id(game)] = _GameOfFile(
                names[0] if names else None,
                bgg,
                match,
                f.flag("highestWins") is not False,
                f.flag("cooperative") is True,
                f.flag("noPoints") is True,
                problems,
            )
        return found

    def person(self, ref: Any, field: str) -> tuple[Person, bool]:
        """Return a player, and whether that player is anonymous."""
        player = self.players.get(ref, field)
        found = self._people.get(id(player))
        if found is None:
            f = Fields(player, [])
            ids = {"bgstats": f.text("uuid"), "bgg": f.text("bggUsername")}
            person = Person(name=f.text("name") or "?", ids={k: v for k, v in ids.items() if v})
            found = self._people[id(player)] = (person, f.flag("isAnonymous") is True)
        return found

    def venue(self, ref: Any) -> str | None:
        """Return the name of the place where a play happened, if the file has it."""
        if whole(ref) in (None, 0) and 0 not in self.locations.by_id:
            return None
        return Fields(self.locations.get(ref, "locationRefId"), []).text("name")


def read_bgstats(data: bytes, name: str, titles: Titles) -> Iterator[Record]:
    """Yield every play in a backup or a shared play."""
    top = document(data, name).members()
    if "plays" not in top:
        raise Malformed("this isn't a BG Stats export: it has no `plays`", file=name)
    file = _File(top, titles)
    for things in (file.players, file.games, file.locations):
        for why in things.broken:
            lost = Message("{reason}; everything that refers to it is refused", reason=why)
            yield Remark(Location(name), lost)
    _check_plays(top["plays"], name)
    gone = _deleted(top.get("deletedObjects"))
    yield from _unread(top, name)
    if gone:
        yield Deleted(gone)
    for element in top["plays"].elements():
        where = Location(name, element.line, element.path)
        id: str | None = None
        try:
            play = element.value()
            if not isinstance(play, dict):
                raise Malformed("a play must be an object {…}")
            id = printable(str(play.get("uuid") or "")) or None
            if id is None:
                raise Malformed("the play has no uuid")
            if (when := gone.get(id.lower())) is not None and not _outlives(play, when):
                raise Malformed("the file lists it among the deleted objects")
            yield _play(play, file, where)
        except LedgerError as e:
            yield Refusal.of(e, where, id)


def _check_plays(plays: Piece, name: str) -> None:
    """Refuse another program's list of plays as a whole, instead of refusing every play in it."""
    strange = False
    for element in plays.elements():
        try:
            play = element.value()
        except Malformed:
            return  # a damaged file may still be one of BG Stats
        if not isinstance(play, dict) or any(field in play for field in _OF_PLAY):
            return
        strange = True
    if strange:
        raise Malformed(
            "this isn't a BG Stats export: its plays have no {of_play}",
            file=name,
            hint="a table of results (.csv, .xlsx) can have columns of any name",
            of_play=", ".join(_OF_PLAY),
        )


def _unread(top: Mapping[str, Piece], name: str) -> Iterator[Remark]:
    """Yield remarks about the parts of the file that aren't plays and are ignored."""
    left = []
    for key, piece in top.items():
        if key not in _USED and piece.kind == "[" and (n := sum(1 for _ in piece.elements())):
            left.append(f"{key} ({n})")
    if left:
        rest = ", ".join(left)
        text = Message("left in the file, because they aren't plays: {rest}", rest=rest)
        yield Remark(Location(name), text)


def _deleted(piece: Piece | None) -> dict[str, str]:
    """Return the ids of what was deleted with the times, which are empty strings if unknown."""
    if piece is None or piece.kind != "[":
        return {}
    out: dict[str, str] = {}
    for element in piece.elements():
        value = element.value()
        facts = value if isinstance(value, dict) else {"uuid": value}
        if isinstance(uuid := facts.get("uuid"), str):
            said = [moment(text) for text in facts.values()]
            out[uuid.lower()] = max(filter(None, said), default="")
    return out


def _outlives(play: dict[str, Any], deleted: str) -> bool:
    """Whether a play was changed after it was deleted, so that somebody must have restored it."""
    changed = moment(play.get(MODIFIED))
    return changed is not None and bool(deleted) and changed > deleted


def _play(play: dict[str, Any], file: _File, where: Location) -> Record:
    problems: list[Text] = []
    f = Fields(play, problems)
    game = file.game_of(f.any("gameRefId"))
    if game.title is None:
        raise Malformed("its game has no name")
    problems += game.problems
    place = file.venue(f.any("locationRefId"))
    when = unset_midnight(read_when(f.text("playDate")))
    key = f.text("uuid") or ""
    scores = f.any("playerScores") or []
    if not isinstance(scores, list):
        raise Malformed("playerScores must be a list […]")
    teams = play.get("usesTeams") in (True, 1)
    expansions = _expansions(f, file.games, problems)
    fields: dict[str, Any] = {
        "minutes": f.number("durationMin", unset=0),
        "rounds": f.number("rounds", unset=0),
        "board": f.text("board"),
        "comment": f.text("comments"),
    }
    for packed in _PACKED:
        _unpack(f, packed)
    extra = f.extra()
    if expansions:
        extra["expansions"] = expansions
    if when.zone:
        extra["zone"] = when.zone
    if game.no_points:
        extra["noPoints"] = True
    return make_record(
        PlayRecord(
            source="bgstats",
            key=key,
            title=game.title,
            game=game.match.game,
            bgg=game.bgg,
            date=when.date,
            time=when.time,
            place=place,
            highest_wins=game.highest_wins,
            cooperative=game.cooperative,
            standings=tuple(_standing(s, i, file, teams, problems) for i, s in enumerate(scores)),
            extra=extra,
            **fields,
        ),
        where,
        problems,
        echo=file.ours,
    )


def _standing(value: Any, i: int, file: _File, teams: bool, problems: list[Text]) -> Standing:
    if not isinstance(value, dict):
        raise Malformed("playerScores[{i}] must be an object {{…}}", i=i)
    f = Fields(value, problems, f"playerScores[{i}]")
    person, anonymous = file.person(f.any("playerRefId"), f"playerScores[{i}].playerRefId")
    if not teams and f.left.get("team") in ("0", 0):  # the app's default
        f.any("team")
    score = read_score(f.any("score"))
    if score.problem:
        problems.append(Message.join(": ", [person.name, score.problem]))
    fields: dict[str, Any] = {
        "place": f.number("rank", unset=0),
        "won": f.flag("winner"),
        "began": f.flag("startPlayer"),
        "first_time": f.flag("newPlayer"),
        "seat": f.number("seatOrder", unset=0),
        "role": f.text("role"),
        "team": f.text("team"),
    }
    _unpack(f, "metaData")
    extra = f.extra()
    if anonymous:
        extra["anonymous"] = True
    return Standing(
        person=person,
        score=score.text,
        parts=score.parts,
        total=score.total,
        extra=extra,
        **fields,
    )


def _expansions(f: Fields, games: _References, problems: list[Text]) -> list[dict[str, Any]]:
    """Return the expansions by name, since their ids mean nothing outside the file."""
    out: list[dict[str, Any]] = []
    plays = f.any("expansionPlays") or []
    for i, each in enumerate(plays if isinstance(plays, list) else [plays]):
        kept = dict(each) if isinstance(each, dict) else {"value": each}
        try:
            game = games.get(kept.get("gameRefId"), f"expansionPlays[{i}].gameRefId")
            kept.pop("gameRefId")
            kept = {"title": game.get("name"), "bgg": game.get("bggId"), **kept}
        except Malformed as e:
            problems.append(problem_of(e))
        out.append({k: v for k, v in kept.items() if v not in (None, "")})
    return out


def _unpack(f: Fields, name: str) -> None:
    """Decode a field that contains JSON as a string; leave anything else as it is."""
    value = f.left.get(name)
    if not isinstance(value, str) or not value.strip():
        return
    try:
        f.left[name] = strict(value)
    except Malformed as e:
        f.problems.append(Message.join(": ", [f.name_of(name), e.text]))
