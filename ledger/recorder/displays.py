"""What the keywords show: legal moves, the board, cards, rules, help, possible corrections."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ledger.kernel.boxes.component import Component
from ledger.kernel.errors import Illegal, Malformed
from ledger.kernel.message import Message
from ledger.kernel.notation.lines.adjust_lines import BY_PATH
from ledger.kernel.notation.lines.typed_line import TypedLine
from ledger.kernel.notation.moves.move_reader import LegalMoves, some_moves
from ledger.kernel.state.patch import plain
from ledger.kernel.state.zones import look
from ledger.kernel.text.suggest import did_you_mean

from .keyword_help import help_lines
from .replies import Ask, Board, Reply, Say

if TYPE_CHECKING:
    from ledger.kernel.game.game import Game

    from .recorder import Recorder

LISTED = 40
"""The maximum number of legal moves that `legal` lists."""
_LONGEST = 60
"""The maximum length of a value when it is shown."""


class Unexplained(Malformed):
    """This refusal isn't due to a rule, so `why` can't explain it."""


def display(r: Recorder, line: TypedLine) -> list[Reply]:
    """Return what a keyword displays."""
    assert line.keyword is not None  # noqa: S101
    name = line.keyword.name
    if line.first == "?" and r.pending is not None and r.pending.need is not None:
        return [*_cards(r, line), Ask(r.long_question())]
    return _DISPLAYS[name](r, line)


def _legal(r: Recorder, line: TypedLine) -> list[Reply]:
    if r.pending is not None and r.pending.need is not None:
        return [Ask(r.long_question())]
    if r.over:
        raise Illegal("the game is over")
    if r.pending is not None:
        return []
    position = r.position()
    return [Say(some_moves(LegalMoves(position, position.asked[0].seat), LISTED))]


def _board(r: Recorder, line: TypedLine) -> list[Reply]:
    return [Board(r.driver.draft if r.table is None else r.playing.state)]


def _cards(r: Recorder, line: TypedLine) -> list[Reply]:
    """List the possible results, if one is wanted; otherwise everything in the box."""
    known = r.game.components(r.lang, r.box)
    if r.pending is not None and (need := r.pending.need) is not None:
        here = [x for x in known if need.options.get(x.id) and x.slot in ("", need.slot)]
        known = tuple(here) or tuple(Component(need.slot, x) for x in r.pending.asked.choices())
    return [Say(text) for text in component_lines(known)]


def component_lines(known: Sequence[Component]) -> list[str]:
    """Return a list of components for a screen, with a heading for each kind."""
    width = max((len(x.id) for x in known), default=0)
    counts = 4 if any(x.copies > 1 for x in known) else 0
    out: list[str] = []
    sort = None
    for x in known:
        if x.sort != sort:
            sort = x.sort
            out.append(f"{sort}:")
        times = f"{x.copies} x" if x.copies > 1 else ""
        out.append(f"  {x.id:<{width}}  {times:>{counts}}  {x.text}".rstrip())
    return out


def _why(r: Recorder, line: TypedLine) -> list[Reply]:
    if r.refused is None:
        raise Unexplained("nothing has been refused yet; `rules RULE` shows any rule")
    if r.refused.rule is None:
        raise Unexplained("that refusal wasn't about a rule: {said}", said=r.refused.text)
    return [*rule_text(r.game, r.refused.rule, r.lang)]


def _rules(r: Recorder, line: TypedLine) -> list[Reply]:
    if not line.rest:
        raise Malformed("write `rules` followed by the id of a rule", column=line.words[0].column)
    return [reply for word in line.words[1:] for reply in rule_text(r.game, word.text, r.lang)]


def rule_text(game: Game, id: str, lang: str) -> list[Say]:
    """Return a rule in our own words; in English if it hasn't been translated."""
    ids = {known.lower(): known for known in game.rulebook.ids}
    rule = game.rulebook.rule(ids.get(id.lower(), id), lang)
    if rule is None:
        raise Malformed(
            "{name} has no rule {id!r}",
            hint=did_you_mean(id, game.rulebook.ids),
            name=game.meta.name,
            id=id,
        )
    return [Say(f"{rule.id}  {rule.title}", "bold"), Say(rule.text, indent=4)]


def _help(r: Recorder, line: TypedLine) -> list[Reply]:
    move = next(iter(r.legal()), "MOVE")
    name = r.names[r.driver.asked_seat() - 1]
    game = r.game
    local = r.driver.local
    found = help_lines(
        game.meta.name,
        move,
        name,
        game.words.slots,
        game.words.inline_slots,
        local=local,
        lang=r.lang,
    )
    width = min(max(len(left) for left, _ in found), 30)
    return [Say(f"{left:<{width}}  {right}") for left, right in found]


def _corrections(r: Recorder, line: TypedLine) -> list[Reply]:
    """Show what can be corrected, or what is at a path in the state."""
    zones = [] if line.rest else _zones(r)
    return [*zones, *_at_path(r, line.rest)]


def _zones(r: Recorder) -> list[Reply]:
    """Show everything that can be corrected by name, with its current value."""
    out: list[Reply] = []
    state = r.playing.state
    for zone in r.game.corrections.zones:
        for seat in range(1, len(r.names) + 1) if zone.personal else (None,):
            value = look(state, zone.of(seat))
            whose = "" if seat is None else f"{r.names[seat - 1]} "
            out.append(Say(f"{whose}{zone.word}  {_short(value)}"))
    return out


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _at_path(r: Recorder, path: str) -> list[Reply]:
    """Show the paths below a path in the state, with their values."""
    here: Any = plain(r.playing.state)
    keys = [k.replace("~1", "/").replace("~0", "~") for k in path.split("/")[1:] if k]
    try:
        for k in keys:
            here = here[int(k)] if isinstance(here, list) else here[k]
    except (LookupError, ValueError, TypeError):
        raise Illegal("there is nothing at {path}", path=path) from None
    base = path.rstrip("/")
    out: list[Reply] = []
    pairs: Any = ()
    if isinstance(here, dict):
        pairs = here.items()
    elif isinstance(here, list) and any(isinstance(x, dict | list) for x in here):
        pairs = enumerate(here)
    else:
        out.append(Say(f"{base}  {json.dumps(here, ensure_ascii=False)}"))
    for k, value in pairs:
        key = str(k).replace("~", "~0").replace("/", "~1")
        out.append(Say(f"{base}/{key}  {_short(value)}"))
    form = r.game.corrections.zones[0].form if r.game.corrections.zones and not path else BY_PATH
    return [*out, Say(Message("to correct it: {form}", form=form), "dim")]


_DISPLAYS: dict[str, Callable[[Recorder, TypedLine], list[Reply]]] = {
    "legal": _legal,
    "board": _board,
    "cards": _cards,
    "why": _why,
    "rules": _rules,
    "help": _help,
    "adjust": _corrections,
}
