"""The names that people use for the fields of a play, and of a player in it."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.kernel.message import Message

FIELD_NAMES: Mapping[str, Message] = {
    "title": Message("title"),
    "date": Message("date"),
    "time": Message("time"),
    "place": Message("place"),
    "minutes": Message("minutes"),
    "rounds": Message("rounds"),
    "board": Message("board"),
    "quantity": Message("quantity"),
    "complete": Message("complete"),
    "bgg": Message("bgg"),
    "highest_wins": Message("highest wins"),
    "cooperative": Message("cooperative"),
    "comment": Message("comment"),
    "score": Message("score"),
    "points": Message("points"),
    "won": Message("won"),
    "began": Message("began"),
    "first_time": Message("first time"),
    "seat": Message("seat"),
    "colour": Message("colour"),
    "role": Message("role"),
    "team": Message("team"),
}
