"""Errors in a line of a session that can be found without knowing the position."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Opened
from ledger.kernel.message import Message
from ledger.kernel.notation.driver.driver import only_at_prompt
from ledger.kernel.notation.error_list import raise_all
from ledger.kernel.notation.lines.adjust_lines import read_typed
from ledger.kernel.notation.lines.draws import label
from ledger.kernel.notation.lines.keyword_lines import read_scores, read_undo
from ledger.kernel.notation.lines.players import no_player, take_player
from ledger.kernel.notation.lines.typed_line import TypedLine, keyword_after_name, split_inline
from ledger.kernel.notation.lines.waivers import take_waivers
from ledger.kernel.notation.moves.move_reader import read_words
from ledger.kernel.notation.words.initials import foreign_hint
from ledger.kernel.notation.words.keywords import Keyword, in_english
from ledger.kernel.play.opening import decide_opening
from ledger.kernel.play.position import Position
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.state.piles import Pile
from ledger.kernel.text.suggest import did_you_mean
from ledger.kernel.words.typed_words import Unknown, Word, apart, unglued

_MORE = 12
"""How many further errors to look for in one line."""
_SCORE = re.compile(r"[-−]?\d+|None")


class _Noting(Seeded):
    """A source of chance for a trial set-up that records every result that could have come, by
    slot.
    """

    def __init__(self) -> None:
        super().__init__(1)
        self.found: dict[str, set[str]] = {}

    def draw(self, pile: Pile, count: int, slot: str, *more: Any) -> list[str | None]:
        self.found.setdefault(slot, set()).update(pile.names())
        return super().draw(pile, count, slot, *more)

    def roll(self, faces: Sequence[str], count: int, slot: str, *more: Any) -> list[str]:
        self.found.setdefault(slot, set()).update(faces)
        return super().roll(faces, count, slot, *more)


class PossibleResults:
    """The chance results that a game can have, as far as its set-up and the lines so far show."""

    def __init__(self, game: Game, opened: Opened, names: Sequence[str]) -> None:
        self.game, self.names, self._opened = game, names, opened

    @functools.cached_property
    def box(self) -> Any:
        """The box used in the game."""
        return self.game.boxes.of_log(self._opened)

    @functools.cached_property
    def found(self) -> dict[str, set[str]]:
        """The possible results, by slot."""
        chance = _Noting()
        try:
            decide_opening(self.game, self._opened, chance)
        except LedgerError:  # a custom box may have too few pieces
            chance.found.clear()
        return chance.found

    def learn(self, slot: str, options: Iterable[str]) -> None:
        """Add results that could have come in a slot."""
        self.found.setdefault(slot, set()).update(options)

    def strangers(self, slot: str, seat: int | None, words: Sequence[Word]) -> list[Malformed]:
        """Return an error for each value that doesn't exist in this game."""
        if slot in self.game.words.seat_slots:
            nobody = (e for w in words if (e := self._nobody(w)) is not None)
            return list(islice(nobody, _MORE + 1))
        if slot not in self.found:  # perhaps dice that haven't been rolled yet
            return []
        every = {x for options in self.found.values() for x in options} | {"?"}
        own = sorted(self.found[slot])
        low = {x.lower() for x in every}
        out: list[Malformed] = []
        for w in apart(words):
            if len(out) > _MORE:
                break
            text = in_english(w, self.game).text
            if not {w.text.lower(), text.lower()} & low and unglued(text, every) is None:
                near = foreign_hint(self.game, w.text, own) or did_you_mean(w.text, own)
                slot_name, known = label(slot, seat, self.names), ", ".join(own)
                can_be = Message("`{label}` can be {known}", label=slot_name, known=known)
                out.append(
                    Malformed(
                        "there is no {text!r} in this game",
                        column=w.column,
                        hint=near or can_be,
                        text=w.text,
                    )
                )
        return out

    def _nobody(self, word: Word) -> Malformed | None:
        try:
            if word.text == "?" or take_player([word], self.names)[0] is not None:
                return None
            no_player(word, self.names)
        except Malformed as e:
            return e
        except LedgerError:
            return None


def check_line(line: TypedLine, position: Position, results: PossibleResults) -> None:
    """Raise an error for a line that is wrong in any position."""
    if line.keyword is not None:
        _check_keyword(line, line.keyword, position)
    elif line.first in position.game.words.slots:
        raise_all(results.strangers(line.first, line.seat, line.words[1:]))
    elif line.seat is None:
        no_player(line.words[0], position.names)
    elif keyword_after_name(line) is None:
        _check_move(line, line.seat, position, results)


def _check_move(line: TypedLine, seat: int, position: Position, results: PossibleResults) -> None:
    game = position.game
    words, _ = take_waivers(line.words, game)
    words, inline = split_inline(words)
    if not words:
        return
    try:
        read_words(position, seat, words)
    except Malformed as e:
        e.more = other_errors(position, seat, words, e)
        raise
    if inline and len(game.words.inline_slots) == 1:
        raise_all(results.strangers(game.words.inline_slots[0], seat, inline[1:]))


def _check_keyword(line: TypedLine, keyword: Keyword, position: Position) -> None:
    """Refuse an `undo`, `adjust` or `result` that is wrong in any position."""
    names, words = position.names, line.words
    if keyword.effect != "changes":
        raise only_at_prompt(line, keyword)
    if keyword.name == "undo":
        read_undo(words)
    elif keyword.name == "adjust":
        read_typed(position, words, line.source)
    elif keyword.name == "result":
        errors: list[LedgerError] = []
        for _, score in read_scores(words[1:], names, errors):
            if not _SCORE.fullmatch(score.text):
                errors.append(
                    Malformed(
                        "{score!r} isn't a score; write a number: `result {name} 24`",
                        column=score.column,
                        score=score.text,
                        name=names[0],
                    )
                )
        raise_all(errors)


def other_errors(
    position: Position, seat: int, words: Sequence[Word], error: LedgerError
) -> list[LedgerError]:
    """Return further errors in a move, found by replacing each bad word and reading it again."""
    out: list[LedgerError] = []
    rest, last = list(words), error
    while isinstance(last, Unknown) and last.known and len(out) < _MORE:
        at = next((i for i, w in enumerate(rest) if w.column == last.column), None)
        if at is None:
            break
        rest[at] = Word(last.known[0], rest[at].column)
        try:
            read_words(position, seat, rest)
            break
        except Unknown as e:
            if (e.column or 0) <= (last.column or 0):
                break
            out.append(e)
            last = e
        except LedgerError:
            break
    return out
