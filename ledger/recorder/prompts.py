"""The open question and the driver's replies in words: everything a prompt says on its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.kernel.game.game import Game
from ledger.kernel.message import Message
from ledger.kernel.narration.narrate import own_word
from ledger.kernel.notation.driver.command_driver import Loss
from ledger.kernel.notation.driver.questions import Question
from ledger.kernel.notation.lines.draws import label
from ledger.kernel.text.translations import translator

_LISTED = 12
"""The maximum number of possible results that a question lists."""


def translated(text: str, lang: str) -> str:
    """Return one of our texts in a language."""
    return translator("ledger.recorder", "recorder", lang).gettext(text)


def prompt(question: Question, game: Game, names: Sequence[str], lang: str) -> str:
    """Return the prompt: whose answer is wanted, and to what."""
    if question.kind == "house rule":
        ask = translated("record it anyway as a house rule ({})? [y/N]", lang)
        return f"{ask.format(question.rule)} "
    if question.kind == "end":
        return f"{translated('end the game unfinished? [y/N]', lang)} "
    if question.kind == "set-up":
        return f"{translated('is the set-up right? [Y/n]', lang)} "
    if question.kind == "result":
        return f"{result_label(question, game, names, lang)}> "
    if question.kind == "seal" or question.seat is None:
        return f"{translated('Enter seals the log, undo goes back', lang)}> "
    return f"{names[question.seat - 1]}, {own_word(game, question.ask, lang)}> "


def result_label(question: Question, game: Game, names: Sequence[str], lang: str) -> str:
    """Return the name of the result that is needed, in a language; it can be typed as well."""
    slot = game.words.words_in(lang).get(question.ask, question.ask)
    place = f" {own_word(game, question.places[0], lang)}" if question.places else ""
    return f"{label(slot, question.seat, names)}{place}"


def result_question(
    question: Question, game: Game, names: Sequence[str], lang: str, box: Any
) -> str:
    """Return a question in plain words that asks for a result."""
    among = question.among or {}
    count = question.count
    if question.by_lot:
        asks = translated("who was drawn?", lang)
    elif question.known and count > 1:
        asks = translated("which {} more came up?", lang).format(count)
    elif count == 1:
        asks = translated("what came up?", lang)
    else:
        asks = translated("which {} came up?", lang).format(count)
    parts = []
    if question.remark:
        parts.append(own_word(game, question.remark, lang).format_map(question.gaps))
    if len(set(question.places)) > 1:
        parts.append(translated("in this order: {}", lang).format(" ".join(question.places)))
    if question.may_be_left_out:
        parts.append(translated("Enter or the next move if nobody saw it", lang))
    elif question.may_be_unseen:
        parts.append(translated("Enter if nobody saw it", lang))
    elif count > 1:
        parts.append(translated("all at once or one by one", lang))
    values = [value for value, left in among.items() if left]
    parts.append(_some([names[int(x) - 1] for x in values] if question.by_lot else values))
    described = (x for x in game.components(lang, box) if x.text)
    if not question.may_be_unseen and any(x.id in among for x in described):
        parts.append(translated("? explains each one", lang))
    return f"{result_label(question, game, names, lang)}: {asks} ({'; '.join(parts)})"


def _some(found: Sequence[str]) -> str:
    """List possible results; if there are many, only the first and the last ones."""
    if len(found) > _LISTED:
        found = [*found[: _LISTED - 4], "…", *found[-3:]]
    return ", ".join(found)


def loss(lost: Loss) -> Message:
    """Return why something that was begun isn't recorded."""
    what = lost.what
    if lost.why == "against_the_rules":
        return Message("{what} isn't recorded: it is against the rules", what=what)
    if lost.why == "waits":
        return Message(
            "{what} is waiting for its results: you'll be asked when you continue", what=what
        )
    return Message("{what} isn't recorded: its results are missing", what=what)


def notice(why: str, lang: str) -> str:
    """Return why a line hasn't added anything to the log."""
    if why == "note_waits":
        return translated("Noted; it will be recorded with the rest.", lang)
    if why == "known_already":
        return translated("That is already recorded: it happened automatically.", lang)
    if why == "result_is_right":
        return translated("That matches the result here.", lang)
    if why == "not_recorded":
        return translated("Not recorded.", lang)
    if why == "result_dropped":
        return translated("The last answer is dropped; `undo` drops the one before it, too.", lang)
    return translated("The game goes on.", lang)
