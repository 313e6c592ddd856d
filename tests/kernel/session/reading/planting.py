"""Sessions with one planted error each, and the place where a reader should see it.

The error is planted into a simulated game, written as a session in which about half of the answers
that may stay unwritten are left out, as people do. What line is right was settled before measuring:

- *stray line*: a line that was not there: one written twice, one of another place in the game, or
  an answer of somebody who isn't asked. The stray line is right; of equal lines in a row, the last.
  It is never a move that is legal there and draws something: nobody could tell whether that move is
  too many or the line with its result is missing.
- *card too many*: one card, cube or die more than was drawn or paid, or a drawn card of which all
  copies lie elsewhere. That line is right, and the caret belongs under that card. It is never a
  move that is legal as well: nobody could tell that one didn't pay so much.
- *wrong player*: a move or a result under another player's name. That line is right.
- *missing answer*: a move or a result is left out. The line behind the gap is right, since it is
  the first that no longer follows: behind lines of the same slot too, which take its place, and at
  the end of the file the last line. An answer that may stay unwritten is never left out: that is
  no error, but a "no".

Half of the stray lines and wrong players stand where an answer may stay unwritten: there it is hard
to see them. A file that still reads, or that reads as well, to the end and the same result, if some
other line near by is taken out (or a player changed back), has no error that anybody could find: it
is planted again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ledger.kernel.errors import Impossible, LedgerError, NeedsOutcome
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Line, groups
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.decide import decide
from ledger.kernel.play.opening import decide_opening, open_game
from ledger.kernel.play.simulate import play
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Recorded, RecordedResult, outcomes
from ledger.kernel.rules.command import State
from ledger.kernel.words.typed_words import split_words

GAMES = ("century", "istanbul", "klongs", "osaka")
NAMES = ("Ana", "Bartek", "Celina", "Dora")
KINDS = ("stray line", "card too many", "wrong player", "missing answer")
NEAR = 6
"""How many lines on either side of the planted one are tried in its stead."""
_ANSWERS = ("no", "yes", "accept", "refuse", "decline", "pass", "end")


class Planted(NamedTuple):
    """A session with an error: where it is (the column only if a card is too many)."""

    game: str
    kind: str
    text: str
    line: int
    column: int | None = None


class Written(NamedTuple):
    """A line of a session: its group of the log, the position before that, and which of the group's
    results it tells; a move tells none."""

    text: str
    group: Sequence[Line] = ()
    before: State = None
    result: int | None = None

    @property
    def given(self) -> list[RecordedResult]:
        """All results of its group."""
        return outcomes([line.data for line in self.group], named=True)


class Good(NamedTuple):
    """A session without an error."""

    game: Game
    names: Sequence[str]
    lines: list[Written]

    @property
    def texts(self) -> list[str]:
        """The lines of the file."""
        return [line.text for line in self.lines]

    @property
    def moves(self) -> list[int]:
        """The places of the moves, from 0."""
        return [i for i, x in enumerate(self.lines) if x.before is not None and x.result is None]

    @property
    def draws(self) -> list[int]:
        """The places of the lines that say what was drawn or rolled, from 0."""
        return [i for i, line in enumerate(self.lines) if line.result is not None]

    @property
    def hard(self) -> list[int]:
        """The places of the moves before which an answer may stay unwritten."""
        return [
            i for i in self.moves if self.game.rules.decline_move(self.lines[i].before) is not None
        ]

    def slot(self, at: int) -> str | None:
        """Return the slot whose result a line tells."""
        if at >= len(self.lines) or (nth := self.lines[at].result) is None:
            return None
        return self.lines[at].given[nth].slot


def planted(name: str, kind: str, seed: int, *, max_turns: int = 400) -> Planted:
    """Return a session with an error of a kind; the same seed gives the same one."""
    rng = random.Random(f"{name}/{kind}/{seed}")
    good = _good(find_game(name), rng, max_turns)
    while True:
        found = _PLANT[kind](good, rng)
        if found is None:
            continue
        lines, at, column = found
        if not _reads(lines) and not (kind in KINDS[::2] and _others_help(lines, at)):
            return Planted(name, kind, _text(lines), at + 1, column)


def blamed(session: Planted) -> tuple[int | None, int | None]:
    """Return the line and the column that the reader blames."""
    try:
        read_session(session.text)
    except LedgerError as e:
        return e.line, e.column
    return None, None


def _good(game: Game, rng: random.Random, max_turns: int) -> Good:
    """Play a game, write it, and leave out some of the answers that may stay unwritten."""
    names = NAMES[: rng.choice(game.meta.players)]
    bots = [game.bots[rng.choice(list(game.bots))]] * len(names)
    table = play(game, open_game(game, names), bots, rng.getrandbits(32), max_turns=max_turns).table
    texts = iter(write_session(game, table.lines).splitlines())
    replay = Replay(game, table.lines)
    lines: list[Written] = []
    for text in texts:
        lines.append(Written(text))
        if not text:
            break
    for group in groups(table.lines):
        done = Written("", group, replay.at(group[0].seq - 1) if group[0].by else None)
        results = range(len(done.given))
        if group[0].by:
            lines.append(done._replace(text=next(texts)))
            results = results[" -> " in lines[-1].text :]
        lines += [done._replace(text=next(texts), result=i) for i in results]
    lines += [Written(text) for text in texts]
    good = Good(game, names, lines)
    short = Good(game, names, [x for x in lines if not _is_no(game, x) or rng.random() < 0.5])
    same = _reads(short.texts) and read_session(_text(short.texts)).lines == table.lines
    return short if same else good


def _is_no(game: Game, line: Written) -> bool:
    """Whether a line may stay unwritten."""
    is_move = line.before is not None and line.result is None
    no = game.rules.decline_move(line.before) if is_move else None
    return no is not None and line.text.endswith(f" {game.words.write(no)}")


# --- planting ---------------------------------------------------------------------------------

_Found = tuple[list[str], int, int | None]
"""The lines, the place of the right one, from 0, and the right column."""


def _stray(good: Good, rng: random.Random) -> _Found | None:
    lines, moves = good.texts, good.moves
    at = (
        rng.choice(good.hard or moves)
        if rng.random() < 0.5
        else rng.randrange(moves[0], len(lines))
    )
    way = rng.choice(("twice", "elsewhere", "answer"))
    if way == "twice":
        stray = lines[at - 1]
    elif way == "elsewhere":
        stray = lines[rng.choice([*moves, *good.draws])]
    else:
        stray = f"{rng.choice(good.names)} {rng.choice(_ANSWERS)}"
    if at < len(good.lines) and _verdict(good, at, stray) == "draws":
        return None
    lines.insert(at, stray)
    while at + 1 < len(lines) and lines[at + 1] == stray:
        at += 1
    return lines, at, None


def _too_many(good: Good, rng: random.Random) -> _Found | None:
    way = rng.choice(("one more", "none left", "paid"))
    at = rng.choice(good.moves if way == "paid" else good.draws)
    words = good.lines[at].text.split()
    if way == "paid":
        words.append(words[-1])
        refused = _verdict(good, at, " ".join(words)) == "refused"
        return _changed(good, at, words, -1) if refused and len(words) > 4 else None
    if way == "one more":
        words.append(words[-1])
        return _changed(good, at, words, -1)
    alike = [i for i in good.draws if good.slot(i) == good.slot(at)]
    card = good.lines[rng.choice(alike)].text.split()[-1]
    given = good.lines[at].given[good.lines[at].result or 0]
    for i in range(rng.randrange(-len(given.values), 0), 0):
        words[i] = card
        if _none_left(good, at, words[-len(given.values) :]):
            return _changed(good, at, words, i)
    return None


def _none_left(good: Good, at: int, values: Sequence[str]) -> bool:
    """Whether no pile can hold these cards; what comes after them in the same move stays away."""
    line = good.lines[at]
    nth = line.result or 0
    given = [
        *line.given[:nth],
        RecordedResult(line.given[nth].slot, line.given[nth].seat, tuple(values)),
    ]
    try:
        if line.group[0].by:
            command = good.game.rules.command_of([x.data for x in line.group])
            decide(good.game, line.before, command, Recorded(given))
        else:
            decide_opening(good.game, line.group[0].data, Recorded(given))
    except NeedsOutcome:
        return False
    except Impossible:
        return True
    return False


def _wrong_player(good: Good, rng: random.Random) -> _Found | None:
    hard = good.hard if rng.random() < 0.5 else []
    named = [i for i in (*good.moves, *good.draws) if good.lines[i].text.split()[0] in NAMES]
    at = rng.choice(hard or named)
    name, *rest = good.lines[at].text.split()
    return _changed(good, at, [rng.choice([n for n in good.names if n != name]), *rest])


def _missing(good: Good, rng: random.Random) -> _Found | None:
    at = rng.choice((rng.choice(good.moves), rng.choice(good.draws)))
    if good.slot(at) is None and _may_stay_unwritten(good, at):
        return None
    lines, slot, gap = good.texts, good.slot(at), at
    who = lines[at].split()[0]
    while slot and good.slot(at + 1) == slot and lines[at + 1].split()[0] == who:
        at += 1
    del lines[gap]
    return lines, min(at, len(lines) - 1), None


def _may_stay_unwritten(good: Good, at: int) -> bool:
    """Whether the line behind a move follows without it, since an unwritten "no" leads there."""
    game, state, slot = good.game, good.lines[at].before, good.slot(at + 1)
    if slot is None:
        return game.rules.decline_move(state) is not None
    try:
        while game.rules.awaiting(state) and (no := game.rules.decline_move(state)) is not None:
            state = decide(game, state, no, Recorded()).state
    except NeedsOutcome as need:
        return need.slot == slot
    return False


def _verdict(good: Good, at: int, line: str) -> str:
    """Say whether a line is a move that is legal before another, and whether it draws something."""
    game, state, (name, *rest) = good.game, good.lines[at].before, line.split()
    if state is None or name not in good.names or good.lines[at].result is not None:
        return "refused"
    words = split_words(" ".join(rest))[0]
    try:
        decide(game, state, game.words.read(state, good.names.index(name) + 1, words), Recorded())
    except NeedsOutcome:
        return "draws"
    except LedgerError:
        return "refused"
    return "legal"


_PLANT = dict(zip(KINDS, (_stray, _too_many, _wrong_player, _missing), strict=True))


# --- files ------------------------------------------------------------------------------------


def _changed(good: Good, at: int, words: Sequence[str], card: int | None = None) -> _Found:
    """Put other words on a line; `card` is the one too many."""
    lines = good.texts
    lines[at] = " ".join(words)
    return lines, at, None if card is None else len(" ".join([*words[:card], ""])) + 1


def _text(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def _reads(lines: Sequence[str]) -> bool:
    try:
        read_session(_text(lines))
    except LedgerError:
        return False
    return True


def _others_help(lines: list[str], at: int) -> bool:
    """Whether the file reads as well without another line near by, one that isn't the same."""
    return any(_reads([*lines[:i], *lines[i + 1 :]]) for i in _near(lines, at))


def _near(lines: list[str], at: int) -> Iterator[int]:
    for i in range(max(at - NEAR, 0), min(at + NEAR + 1, len(lines))):
        if lines[i] != lines[at] and lines[i]:
            yield i
