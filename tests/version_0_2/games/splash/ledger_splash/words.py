"""Events in sentences."""

from __future__ import annotations

from ledger.sdk import Sentences

from . import events as e

SENTENCES: Sentences = {
    e.Drew: "{name} draws {stones}",
    e.Turned: "It is {name}'s turn",
    e.Fished: "{name} fishes",
    e.Threw: "{name} throws {stone}",
    e.Ducked: "{name} ducks with {stone}",
    e.Stood: "{name} stands",
    e.Rolled: "{name} rolls {faces}",
    e.Scored2: "{name} scores {points}",
}
