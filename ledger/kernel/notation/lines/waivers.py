"""Rules waived for a move: reading them, and explaining why a waiver didn't help."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.kernel.errors import Illegal, Impossible, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.message import Message
from ledger.kernel.text.suggest import did_you_mean
from ledger.kernel.words.typed_words import Word, needs


def explain_waivers(error: Illegal, waive: Sequence[str], *, order: bool = False) -> None:
    """Add to a refusal why the waivers didn't help; `order` if it isn't this seat's turn."""
    if not waive or error.rule is None or isinstance(error, Impossible):
        return
    if error.rule not in waive:
        error.text = Message(
            "{refusal}; you waived {waived}, but the rule against it is {against}",
            refusal=error.text,
            waived=", ".join(waive),
            against=error.rule,
        )
    elif order:
        error.text = Message(
            "{refusal}; no house rule can change whose turn it is to answer", refusal=error.text
        )
    else:
        error.text = not_waivable(error.text)


def not_waivable(refusal: Message) -> Message:
    """Add to a refusal that no waiver can help."""
    return Message(
        "{refusal}; no house rule can allow it, because the pieces don't", refusal=refusal
    )


def take_waivers(words: list[Word], game: Game) -> tuple[list[Word], tuple[str, ...]]:
    """Split off the rules waived for this move: `!OSA-22`.

    Raises `Malformed` for a rule that doesn't exist.
    """
    plain = [w for w in words if not w.text.startswith("!")]
    known = {rule.lower(): rule for rule in game.rulebook.ids}
    waived = []
    for w in words:
        if not w.text.startswith("!"):
            continue
        if w.text == "!":
            raise needs(w, Message("a rule (`!{example}`)", example=game.rulebook.ids[0]))
        rule = known.get(w.text[1:].lower())
        if rule is None:
            raise Malformed(
                "{name} has no rule {text!r} to waive",
                column=w.column,
                hint=did_you_mean(w.text[1:], game.rulebook.ids),
                name=game.meta.name,
                text=w.text[1:],
            )
        waived.append(rule)
    return plain, tuple(waived)
