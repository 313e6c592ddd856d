"""What a game of 0.2 answers about logs, by the attributes that 0.2 had: one JSON object per log.

`python facts.py LOG …` with any version that offers these attributes.
"""

import json
import sys
from pathlib import Path

import msgspec

import ledger


def facts(file: Path) -> dict[str, object]:
    log = ledger.load(file)
    game, lines = log.game, log.lines
    names = [seat.name for seat in lines[0].data.seats]
    middle = next(x.seq for x in lines[len(lines) // 2 :] if not x.more)
    state = ledger.Replay(game, lines).at(middle)
    seat = game.awaiting(state)[0].seat
    box = game.box_of(lines[0].data)
    return {
        "sentences": [game.words(x.data, names) for x in lines if type(x.data) in game.events],
        "commands": [game.write(command) for command in game.legal(state, seat)],
        "read": all(
            game.read(game.mask(state, seat), seat, game_words(game.write(x))) == x
            for x in game.legal(state, seat)
        ),
        "question": list(game.awaiting(state)[0]),
        "turn": [game.turn(state), game.round(state)],
        "scores": game.scores(state),
        "holdings": game.holdings(state),
        "resources": [list(x) for x in game.resources],
        "pieces": dict(sorted(game.pieces(state).items())),
        "views": {str(viewer): view(game, state, viewer) for viewer in (None, 0, 1)},
        "mask": msgspec.to_builtins(game.view(game.mask(state, 2), 2)),
        "slots": [list(game.slots), list(game.seat_slots)],
        "rules": [*game.rule_ids],
        "rule texts": [x["title"] for x in game.rules()["rule"]],
        "box": [game.box.id, game.box_digest, *game.boxes, box.title],
        "bots": sorted(game.bots),
        "components": [msgspec.to_builtins(x) for x in game.components()],
    }


def view(game, state, viewer) -> object:
    return msgspec.to_builtins(game.view(state, viewer))


def game_words(text: str) -> list[object]:
    from ledger.sdk import Word

    return [Word(word, 1) for word in text.split()]


if __name__ == "__main__":
    found = {Path(name).stem: facts(Path(name)) for name in sys.argv[1:]}
    print(json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True))
