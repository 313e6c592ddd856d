"""Reading typed moves in a position, checking that they answer the question, and hints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from ledger.kernel.boxes.descriptions import are_words_of
from ledger.kernel.errors import FORGED, Ambiguous, Illegal, LedgerError, NeedsOutcome
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Line
from ledger.kernel.log.seat_fields import with_names
from ledger.kernel.message import Message
from ledger.kernel.narration.narrate import last_move
from ledger.kernel.notation.lines.players import take_player
from ledger.kernel.notation.lines.waivers import explain_waivers, take_waivers
from ledger.kernel.notation.words.descriptions import one_by_one
from ledger.kernel.notation.words.initials import foreign_hint, translated
from ledger.kernel.notation.words.keywords import in_english
from ledger.kernel.play.decide import decide
from ledger.kernel.play.position import Position
from ledger.kernel.rules.chance import Recorded
from ledger.kernel.rules.command import Command
from ledger.kernel.text.suggest import nearest
from ledger.kernel.text.translations import languages
from ledger.kernel.words.typed_words import (
    Unknown,
    Word,
    apart,
    blamed,
    mentioned,
    needs,
    split_words,
)

OVER = "the game is over"
_LISTED = 12
"""How many legal moves a hint lists."""
_COUNTED = 1000
"""The highest number of legal moves that is counted exactly."""
_DESCRIBED = 40
"""The maximum number of words in a move in which to look for descriptions."""
_LEFT_OUT = 40
"""The longest move, in words, in which omitting each word is tried to find the wrong one."""
_NAMED = 16
"""The maximum number of descriptions to replace in a move."""
_LONGER = 2
"""Text longer than the longest legal move by this factor isn't similar to any."""
_OFFERED = 4
"""The highest number of moves with the same object among which a hint asks which one was meant."""
FILLERS = frozenset(
    ("i", "i'll", "i'd", "the", "a", "an", "my", "ja", "tę", "io", "il", "lo", "la", "gli", "le")
)
"""Words in a sentence that say nothing: `I take the blue 5`."""
_SEARCHED = 400
"""How many legal moves to search for the one that was meant."""


class LegalMoves:
    """The legal moves of a seat in a position, as they are typed; listed lazily, and only once."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position, self.seat = position, seat

    @cached_property
    def searched(self) -> list[str]:
        """As many of them as are worth searching."""
        return list(islice(self._others, _SEARCHED))

    @cached_property
    def counted(self) -> list[str]:
        """As many of them as are counted, plus one if there are more."""
        return [*self.searched, *islice(self._others, _COUNTED + 1 - len(self.searched))]

    @cached_property
    def _others(self) -> Iterator[str]:
        game, state, names = self.position
        return (game.words.write(x, names) for x in game.rules.legal_moves(state, self.seat))


def read_words(
    position: Position, seat: int, words: Sequence[Word], legal: LegalMoves | None = None
) -> Command:
    """Read a move; raise `LedgerError` if it can't be read.

    Where only one kind of move is possible, its verb can be left out: `green` for `claim green`. If
    a word is a colour's initial in another language, the hint says what to type instead. `legal`
    are the seat's legal moves, if the caller already has them.
    """
    game = position.game
    legal = legal or LegalMoves(position, seat)
    try:
        return game.words.read(position.state, seat, words, position.names)
    except LedgerError as e:
        if e.column == words[0].column and (bare := _bare_answer(legal, words)):
            return bare
        if (meant := _first_read(legal, words[:1], _described(legal, words[1:]))) is not None:
            return meant
        spare = [w for w in words if w.text.lower() not in FILLERS]
        if 0 < len(spare) < len(words):
            with suppress(LedgerError):
                return read_words(position, seat, spare, legal)
        if not isinstance(e, Unknown):
            raise
        word = next((w.text for w in words if w.column == e.column), "")
        e.advice = foreign_hint(game, word, e.known) or e.advice
        raise


def _bare_answer(legal: LegalMoves, words: Sequence[Word]) -> Command | None:
    """Read a move without its verb, if only one verb is possible, or only one is legal.

    The end of a legal move will do as well, if no other move ends the same way: `ruby left` for the
    only card.
    """
    (game, state, names), seat, moves = legal.position, legal.seat, legal.searched
    typed = [w.text.lower() for w in words]
    ends = [m for m in moves if len(typed) > 1 and m.lower().split()[-len(typed) :] == typed]
    if len(ends) == 1:
        return game.words.read(state, seat, split_words(ends[0])[0], names)
    begun = {m.partition(" ")[0] for m in moves if m.lower().split()[1 : len(typed) + 1] == typed}
    if len(begun) > 1:  # `e-red`, where both `use e-red` and `otherwise e-red` are legal
        return None
    named = _described(legal, words)
    verbs = [Word(verb, 1) for verb in dict.fromkeys(move.partition(" ")[0] for move in moves)]
    ways = (_first_read(legal, [verb], [words, *named]) for verb in verbs)
    found = [command for command in ways if command is not None]
    if len(found) > 1 and len(moves) < _SEARCHED:  # `a-red`, where only `use a-red` is legal
        found = [command for command in found if game.words.write(command, names) in moves]
    return found[0] if len(found) == 1 else None


def _only_move(legal: LegalMoves, words: Sequence[Word]) -> Command | None:
    """Return the only legal move that starts with these words: `use` for the only card."""
    typed = [w.text.lower() for w in words]
    moves = legal.searched
    found = [m for m in moves if m.lower().split()[: len(typed)] == typed]
    if len(found) != 1 or len(moves) == _SEARCHED:
        return None
    game, state, names = legal.position
    return game.words.read(state, legal.seat, split_words(found[0])[0], names)


def _described(legal: LegalMoves, words: Sequence[Word]) -> list[list[Word]]:
    """Return the ways to read words with descriptions of cards: those in legal moves, then any
    card.
    """
    position, rest = legal.position, apart(words)
    game = position.game
    if not 0 < len(rest) <= _DESCRIBED or not game.is_standard(position.state.setup):
        return []
    if not any(
        are_words_of(w.text, game.components(x)) for x in languages(game.package) for w in rest
    ):
        return []
    ids = {x.id.lower() for x in game.components()}
    here = {part for move in legal.searched for part in move.split()}
    ways: list[list[Word]] = []
    for may_be in (lambda x, _: x.id in here, lambda x, _: True):
        with suppress(Ambiguous):
            named = one_by_one(words, lambda w: w.text.lower() in ids, game, may_be)
            ways += (way for way in islice(named, _NAMED) if way not in ways)
    return ways


def _first_read(
    legal: LegalMoves, verb: Sequence[Word], ways: Iterable[Sequence[Word]]
) -> Command | None:
    """Return the first of several versions of a move that can be read."""
    game, state, names = legal.position
    for words in ways:
        with suppress(LedgerError):
            return game.words.read(state, legal.seat, [*verb, *words], names)
    return None


def read_move(
    position: Position, text: str, seat: int | None = None, tail: str = ""
) -> tuple[Command, tuple[str, ...]]:
    """Read one typed move, as in `ledger do`, and its waivers; the player's name can be left out.

    `tail` is the text after it: ` -> R G`. Raises `LedgerError`, with a hint.
    """
    game, asked = position.game, position.asked
    words, _ = split_words(text)
    found, rest = take_player(words, position.names)
    if not asked:
        raise Illegal(OVER)
    who = found or seat or asked[0].seat
    plain, waive = take_waivers([in_english(w, game) for w in rest], game)
    if found and plain and not can_be_read(position, who, plain):  # a name that is also a verb
        own = [in_english(w, game) for w in words]
        if can_be_read(position, seat or asked[0].seat, own):
            who, (plain, waive) = seat or asked[0].seat, take_waivers(own, game)
    if not plain:
        e = needs(Word(text.rstrip(), 1), "a move")
        e.source, e.advice = text, hint(position, asked[0].seat)
        raise e
    legal = LegalMoves(position, who)
    try:
        command = read_words(position, who, plain, legal)
        if not isinstance(command, game.rules.answers_to(asked[0].ask)):  # `lira` for `accept lira`
            bare = _bare_answer(legal, plain)
            if bare is not None and game.words.write(bare, position.names) in legal.searched:
                command = bare
        return command, waive
    except LedgerError as e:
        if (only := _only_move(legal, plain)) is not None:
            return only, waive
        e.source = text + tail
        e.advice = hint(position, who, plain, e.advice, tail=tail, legal=legal)
        raise


def read_answer(
    position: Position, text: str, seat: int | None = None, tail: str = ""
) -> tuple[Command, tuple[str, ...]]:
    """Read a move like `read_move`; raise `Illegal` if it doesn't answer the current question."""
    command, waived = read_move(position, text, seat, tail)
    with with_legal_moves(position, command):
        try:
            check_answer(position, command)
        except Illegal as e:
            explain_waivers(e, waived, order=True)
            raise
    return command, waived


@contextmanager
def with_legal_moves(position: Position, command: Command) -> Iterator[None]:
    """Add to a refusal what was probably meant and which moves are legal."""
    try:
        yield
    except Illegal as e:
        e.text = with_names(e.text, position.names)
        if e.source is None:
            seat = position.asked[0].seat
            typed = [Word(position.game.words.write(command, position.names), 1)]
            e.advice = e.advice or hint(position, seat, typed, by=command.seat)
        raise


def done_already(
    position: Position, lines: Sequence[Line], seat: int, words: Sequence[Word]
) -> int | None:
    """Return the line at which the last move already brought about what is typed now, if any.

    An automatic consequence can be typed as well: `use b-red` after the only card was revealed.
    """
    game = position.game
    if not words:
        return None
    try:
        typed = game.words.read(position.state, seat, words, position.names)
    except LedgerError:
        return None
    first = last_move(lines, len(lines))
    for line in lines[first:]:
        try:
            done = game.rules.command_of([line.data])
        except (ValueError, *FORGED):
            continue
        if type(done) is type(typed) and all(
            getattr(typed, name) in (getattr(done, name), default)
            for name, default in _defaults(type(typed))
        ):
            return line.seq
    return None


def _defaults(command: type[Command]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a command with their default values."""
    for field in msgspec.structs.fields(command):
        if field.default_factory is not msgspec.NODEFAULT:
            yield field.name, field.default_factory()
        else:
            yield field.name, field.default


def check_answer(position: Position, command: Command, column: int | None = None) -> None:
    """Raise `Illegal` for a command that doesn't answer the current question."""
    ask = position.asked[0]
    name = position.names[ask.seat - 1]
    if position.game.rules.question_for(position.state, command.seat) is None:
        raise Illegal(
            "it's {name}'s turn ({ask})", rule=ask.rule, column=column, name=name, ask=ask.ask
        )
    if not isinstance(command, position.game.rules.answers_to(ask.ask)):
        raise Illegal(
            "{name} has something else to answer first ({ask})",
            rule=ask.rule,
            column=column,
            name=name,
            ask=ask.ask,
        )


def can_be_read(position: Position, seat: int, words: Sequence[Word]) -> bool:
    """Whether the words can be read as a move of this seat."""
    try:
        position.game.words.read(position.state, seat, words, position.names)
    except LedgerError:
        return False
    return True


def wrong_word(
    position: Position, seat: int, words: Sequence[Word], error: Illegal, waive: Sequence[str] = ()
) -> int:
    """Return the column of the word that caused a move to be refused.

    That is the last word without which the move would be legal, the only one in which legal moves
    differ from it, or the first one among the values in the message. If that one appears several
    times, it is the one that triggers the message. In a long move, it is simply the first one.
    """
    if len(words) > _LEFT_OUT:
        return blamed(error.text, list(words))

    def refusal(without: Sequence[int]) -> Message | None:
        rest = [w for i, w in enumerate(words) if i not in without]
        try:
            command = position.game.words.read(position.state, seat, rest, position.names)
            decide(position.game, position.state, command, Recorded(), waive=waive)
        except NeedsOutcome:
            return None
        except LedgerError as e:
            return with_names(e.text, position.names)
        return None

    extra = [w for i, w in enumerate(words) if i and refusal([i]) is None]
    if extra:
        named = mentioned(error.text)
        return ([w for w in extra if w.text.lower() in named] or extra)[-1].column
    typed = [w.text.lower() for w in words]
    column = blamed(error.text, list(words))
    first = next(i for i, w in enumerate(words) if w.column == column)
    alike = [i for i, text in enumerate(typed) if text == typed[first]]
    if len(alike) == 1:
        return column
    legal = (move.lower().split() for move in legal_moves(position, seat))
    others = (
        [i for i, x in enumerate(typed) if x != move[i]]
        for move in legal
        if len(move) == len(typed)
    )
    places = {at[0] for at in others if len(at) == 1}
    if len(places) == 1:
        return words[places.pop()].column
    with_it = (i for n, i in enumerate(alike, 1) if refusal(alike[n:]) == error.text)
    return words[next(with_it, first)].column


def hint(
    position: Position,
    seat: int,
    typed: Sequence[Word] = (),
    meant: Message | None = None,
    *,
    tail: str = "",
    by: int | None = None,
    legal: LegalMoves | None = None,
) -> Message | None:
    """List legal moves of a seat, starting with the one that was probably meant.

    `meant` is an existing hint about a wrong word; `tail` is the part after the move, which was
    right. `by` is the seat that typed it: another player isn't offered this one's moves, unless
    only the name is wrong. `legal` are the legal moves, if the caller already has them.
    """
    legal = legal or LegalMoves(position, seat)
    moves = legal.searched
    text = " ".join(w.text for w in typed)
    own = by in (None, seat)
    near = _meant(position.game, typed, moves) if own else text if text in moves else None
    name = position.names[seat - 1]
    if near is not None and near == text:  # the right move, too early or by another player
        near = f"{name} {near}"
    if near:
        meant = Message("did you mean `{move}`?", move=near + tail)
    elif own and (alike := _same_object(legal, typed)):
        meant = Message("which one: {moves}?", moves="; ".join(alike))
    parts = [] if meant is None else [meant]
    if moves:
        some = some_moves(legal)
        parts.append(
            Message(
                "legal here: {moves}" if own else "legal for {name}: {moves}", moves=some, name=name
            )
        )
    return Message.join(" ", parts) if parts else None


def _meant(game: Game, typed: Sequence[Word], moves: Sequence[str]) -> str | None:
    """Return the move that was probably meant; None for text far longer than any move."""
    most = _LONGER * max(map(len, moves), default=0)
    if sum(len(w.text) + 1 for w in typed) > most:
        return None
    known = {part for move in moves for part in move.split()}
    english = {w.text: translated(game, w.text, known) for w in typed}
    return nearest(" ".join(english[w.text] for w in typed), moves)


def _same_object(legal: LegalMoves, typed: Sequence[Word]) -> list[str]:
    """Return the legal moves about what was typed without a verb, if these are a few: `B5`."""
    words = [w for w in typed if w.text.lower() not in FILLERS]
    for way in (words, *_described(legal, words)):
        text = " ".join(w.text for w in way).lower()
        found = [move for move in legal.searched if move.partition(" ")[2].lower() == text]
        if 0 < len(found) <= _OFFERED:
            return found
    return []


def some_moves(legal: LegalMoves, most: int = _LISTED) -> Message:
    """List some legal moves, a few of each kind, and the number of the others."""
    kinds: dict[str, list[str]] = {}
    for move in legal.counted:
        kinds.setdefault(move.partition(" ")[0], []).append(move)
    count = len(legal.counted)
    share, left = dict.fromkeys(kinds, 0), min(most, count)
    while left:  # one more of each kind, as long as there are any
        for kind in kinds:
            if left and share[kind] < len(kinds[kind]):
                share[kind] += 1
                left -= 1
    some = [move for kind, moves in kinds.items() for move in moves[: share[kind]]]
    moves = Message("; ".join(some))  # as they are typed, whatever the language
    if count <= most:
        return moves
    if count > _COUNTED:
        return Message("{moves}; and more than {n:,} others", moves=moves, n=_COUNTED - most)
    return Message("{moves}; and {n:,} more", moves=moves, n=count - most)


def legal_moves(position: Position, seat: int) -> list[str]:
    """Return legal moves as they are typed, as many as are worth searching."""
    return LegalMoves(position, seat).searched
