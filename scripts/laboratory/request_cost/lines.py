"""The lines that take longest to read and explain, and the positions where they do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from ledger.kernel.game.game import Game
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import Command

NAMES = ("Ana", "Bartek", "Celina", "Dawid", "Ewa")
LISTED = 20_000
"""Legal moves that are counted to find the position with the most."""
KEYWORDS = ("and", "as", "for", "keep", "pay", "port", "row", "sell", "with", "without")


class Asked(NamedTuple):
    """A position as its seat knows it, and the table before that seat moves."""

    ask: str
    seat: int
    legal: int
    position: Position
    data: bytes
    """The log up to there."""


def positions(game: Game, seed: int, most: int = 400) -> list[Asked]:
    """Return the position with the most legal moves for each question of two random games."""
    found: dict[str, Asked] = {}
    for players in {game.meta.players[0], game.meta.players[-1]}:
        rng = random.Random(f"{seed}/{players}")
        chance = Seeded(f"{seed}/{players}/chance")
        table = Table.open(game, open_game(game, NAMES[:players], id="costs"), chance)
        while not table.over and table.head.cmd < most:
            ask = table.position.asked[0]
            legal = sum(1 for _ in islice(game.rules.legal_moves(table.state, ask.seat), LISTED))
            if ask.ask not in found or legal > found[ask.ask].legal:
                known = Position(game, game.mask(table.state, ask.seat), table.position.names)
                found[ask.ask] = Asked(ask.ask, ask.seat, legal, known, table.bytes())
            table.do(game.rules.random_move(table.state, rng), chance)
    return list(found.values())


def worst_lines(at: Asked, rng: random.Random) -> Iterator[tuple[str, Callable[[int], str]]]:
    """Yield lines by name; each is a function that returns the line with so many characters."""
    game, state, _ = at.position
    legal: list[Command] = list(islice(game.rules.legal_moves(state, at.seat), 400))
    moves = [game.words.write(command) for command in legal]
    verbs = sorted({*(move.split()[0] for move in moves), *_verbs(game)})
    parts = sorted({word for move in moves for word in move.split()}) or ["?"]
    things = [x.id for x in game.components()]
    told = [x.text for x in game.components() if x.text] or ["card"]
    common = max((w for text in told for w in text.split()), key="  ".join(told).count)
    repeated = {
        "letters": "a ",
        "alphabet": "a b c d e f g h i j k l m n o p q r s t u v w x y z ",
        "numbers": "1 2 3 ",
        "large numbers": "9" * 400 + " ",
        "one word": "x",
        "quotes": '"',
        "quoted": '"a" ',
        "open quotes": '"a ',
        "escapes": '"\\',
        "commas": "a,",
        "unknown rules": "!x ",
        "accents": "ł ",
        "wide letters": "\uff21 ",
        "letters that become many": "\ufdfa ",
        "one word that becomes longer": "\ufdfa",
        "marks": "a\u0301\u0302\u0303 ",
        "right to left": "\u202eא ",
        "not seen": "? ",
        "players": "Ana ",
        "players and colons": "Ana: Bartek: ",
        "described": f"{' '.join(told)} ",
        "one word of many": f"{common} ",
        "known words": f"{' '.join(parts)} ",
        "foreign words": f"{' '.join(game.words.vocabulary)} x ",
        "foreign initials": "n5 n4 g3 ",
    }
    for name, part in repeated.items():
        yield name, _filled("", part)
    after = {
        "letters": "a ",
        "itself": "{verb} ",
        "numbers": "1 ",
        "things": f"{' '.join(things)} ",
        "one thing": f"{things[-1] if things else 'x'} ",
        "glued": f"{''.join(things)[:99]} ",
        "glued alike": f"{parts[-1] * 9}"[:99] + " ",
        "described": f"{' '.join(told)} ",
        "one part": f"{rng.choice(parts)} ",
        "keywords": "".join(f"{key} 1 " for key in KEYWORDS),
    }
    for verb in verbs:
        for name, part in after.items():
            yield f"{verb}: {name}", _filled(f"{verb} ", part.replace("{verb}", verb))
        yield f"{verb}: few described", _few(f"{verb} ", f"{common} ", 39)
        yield f"{verb}: described apart", _few(f"{verb} ", f"{told[0].split()[0]}, ", 39)
        for key in KEYWORDS:
            yield f"{verb} {key}: things", _filled(f"{verb} {key} ", f"{' '.join(things)} ")
    for move in rng.sample(moves, min(4, len(moves))):
        letters = [*move]
        rng.shuffle(letters)
        yield f"nearly {move[:20]}", _few(f"{move[:-1]}zz", "", 1)
        yield f"shuffled {move[:20]}", _few("".join(letters), "", 1)
        yield f"again and again {move[:20]}", _filled(f"{move} ", f"{move} ")


def _verbs(game: Game) -> list[str]:
    return [move.name for move in game.rules.by_command.values()]


def _filled(start: str, part: str) -> Callable[[int], str]:
    """Return what begins in a way and goes on with the same for as long as there is room."""
    return lambda length: (start + part * (length // len(part) + 1))[:length]


def _few(start: str, part: str, times: int) -> Callable[[int], str]:
    """Return what doesn't get longer."""
    return lambda length: (start + part * times)[:length]
