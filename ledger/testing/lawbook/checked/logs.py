"""The laws about the log of a game: its end, its rules, its session, and what each seat sees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import GENERIC, Line, Patch, fields, tag
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.outcome import Outcome
from ledger.kernel.state.patch import diff
from ledger.kernel.verify.verify import verify_bytes

from .breach import NEW, Breach, Broken, InCode, during, hold, unknown_rule


def a_finished_game_has_an_outcome(table: Table) -> Iterator[Breach]:
    """Once nobody has a question to answer, there is an outcome, and it agrees with the scores."""
    game, rules = table.game, table.game.rules
    at = (rules.outcome, rules.ending.ended, rules.scores)
    with during("finding out who won", *at):
        outcome, counted = rules.outcome(table.state), rules.scores(table.state)
    if outcome is None:
        own = [x for x in table.lines if type(x.data) not in GENERIC]
        hold(a_phase_is_a_question(game, table.state, type(own[-1].data) if own else None))
        message = "nobody is asked anything any more, but there is no outcome"
        raise Broken(Breach("end", message, "an outcome, or somebody who is asked", at))
    if not rules.turn(table.state):
        message = "a whole game was played, and `turn` is still 0"
        expected = "an event that begins each turn, and raises `turn` by one"
        yield Breach("turn", message, expected, (rules.state,))
    if outcome.rule is not None:
        yield from unknown_rule(game, outcome.rule, InCode(outcome.rule), *at)
    seats, scores = len(table.lines[0].data.seats), outcome.scores
    ranked = sorted(seat for tied in outcome.ranking for seat in tied)
    if ranked != list(range(1, seats + 1)) or len(scores) != seats:
        message = f"the outcome ranks seats {ranked} and has {len(scores)} scores"
        yield Breach("end", message, f"each of the {seats} seats once", at)
        return
    if scores != counted:
        message = f"the outcome has the scores {scores}, and the position {counted}"
        yield Breach("end", message, "the same scores", at)
    parts = rules.ending.parts
    for seat, score in enumerate(scores, 1) if parts else ():
        with during("finding out what points are made of", parts):
            made_of = parts(table.state, seat) if parts else {}
        if sum(made_of.values()) != score:
            message = f"the parts of the points of seat {seat} are {made_of}, and its score {score}"
            yield Breach("end", message, "parts that are the score together", (parts,), new=NEW)
    yield from _sides_share_everything(outcome, seats, at)
    if outcome.won is not None:
        return
    points = [max(scores[seat - 1] or 0 for seat in tied) for tied in outcome.ranking]
    best = points if game.meta.highest_wins else points[::-1]
    if None not in scores and best != sorted(best, reverse=True):
        how = "most" if game.meta.highest_wins else "fewest"
        message = f"scores {points} from first to last, though the {how} points win"
        yield Breach("end", message, "a ranking as `highest_wins` says", at)


def _sides_share_everything(outcome: Outcome, seats: int, at: tuple[Any, ...]) -> Iterator[Breach]:
    """Those who play together have the same points and the same place, and win together."""
    sides, won, scores = outcome.sides or (), set(outcome.winners), outcome.scores
    ahead = [{seat in won for seat in tied} for tied in outcome.ranking]
    first = [True in tied for tied in ahead]
    if any(len(tied) > 1 for tied in ahead) or sorted(first, reverse=True) != first:
        message = f"seats {sorted(won)} have won, and the ranking is {outcome.ranking}"
        yield Breach("end", message, "those who have won before all others", at)
    if sides and sorted(seat for side in sides for seat in side) != list(range(1, seats + 1)):
        yield Breach("end", f"the sides are {sides}", f"each of the {seats} seats once", at)
        return
    place = {seat: n for n, tied in enumerate(outcome.ranking) for seat in tied}
    for side in sides:
        if len({(scores[seat - 1], place[seat], seat in won) for seat in side}) > 1:
            message = f"seats {', '.join(map(str, side))} are one side, but end differently"
            expected = "the same points, tie-breakers and victory for all on a side"
            yield Breach("end", message, expected, at)


def a_phase_is_a_question(game: Game, state: Any, last: type | None) -> Iterator[Breach]:
    """Where nobody is asked anything, it isn't because the phase names no question."""
    questions, phase = game.rules.questions, getattr(state, "phase", None)
    if questions.awaiting is None and phase is not None and phase not in questions.asks:
        message = f"nobody is asked anything: the phase is {phase!r}, and no question is called so"
        expected = f"one of {', '.join(map(repr, questions.asks))}"
        at = (InCode(phase), None if last is None else game.rules.evolvers.get(last))
        yield Breach("question", message, expected, at)


def a_log_is_legal(table: Table) -> Iterator[Breach]:
    """Verifying a log decides every move the way it was decided in the game."""
    with during("checking the log of a game"):
        report = verify_bytes(table.bytes())
    for problem in report.problems:
        if problem.kind != "house-rule":
            kind = type(table.lines[(problem.line or 1) - 1].data)
            message = f"{tag(kind)}: {problem.message}"
            expected = "the same events when a move is decided again"
            yield Breach("verify", message, expected, (kind,))


def a_session_gives_the_same_log(table: Table) -> Iterator[Breach]:
    """A game that is written as a session and read again is the same game, byte for byte."""
    game, at = table.game, (table.game.words.reader, table.game.words.writer)
    with during("writing and reading a session", *at):
        text = write_session(game, table.lines)
        again = read_session(text, game=game)
        same = again.bytes() == table.bytes() and write_session(game, again.lines) == text
    if not same:
        message = "a game that is exported as a session and read again is another game"
        yield Breach("session", message, "the same log", at)


def a_stream_shows_what_its_seat_may_know(table: Table, viewer: int) -> Iterable[Breach]:
    """A seat's own log leads to what `mask` leaves of each position, and looks the same."""
    game, hiding = table.game, (table.game.secrets.forget, table.game.secrets.redact)
    with during("hiding what a seat didn't see", *hiding):
        stream, _ = redact(game, table.lines, viewer)
        both = zip(Replay(game, table.lines).walk(), Replay(game, stream).walk(), strict=True)
        for (line, truth), (_, known) in both:
            hold(_differences(game, viewer, line, truth, known))
    return ()


def a_stream_is_possible(table: Table, viewer: int) -> Iterator[Breach]:
    """The moves in a seat's own log can be decided again with what that seat knows."""
    game, hiding = table.game, (table.game.secrets.forget, table.game.secrets.redact)
    with during("checking the log of a seat", *hiding):
        lines, raw = redact(game, table.lines, viewer)
        report = verify_bytes(raw)
    who = f"seat {viewer}" if viewer else "a spectator"
    for problem in report.problems:
        if problem.kind != "house-rule":
            kind = type(lines[(problem.line or 1) - 1].data)
            message = f"{tag(kind)}, as {who} sees it: {problem.message}"
            expected = (
                "a result that may be unseen: `d.draw` or `d.look` gives it, not `d.roll`"
                if problem.kind == "impossible"
                else "moves that are decided in the same way without what is hidden"
            )
            yield Breach("secret", message, expected, (kind,), new=("check",))


def _differences(game: Game, viewer: int, line: Line, truth: Any, known: Any) -> Iterator[Breach]:
    who = f"seat {viewer}" if viewer else "a spectator"
    if known != (masked := game.mask(truth, viewer)):
        yield _seen_by_others(game, viewer, who, line, diff(masked, known))
    ending = game.rules.ending
    for what, function, *at in (
        ("who is asked", game.rules.awaiting, game.rules.awaiting),
        ("the outcome", game.rules.outcome, game.rules.outcome, ending.ended),
        ("the turn", game.rules.turn),
    ):
        if function(known) != function(truth):
            message = f"what is hidden from {who} changes {what} after {line.type}"
            yield Breach("mask", message, f"{what} as everybody can tell it", tuple(at))
    if game.view(known, viewer) != game.view(truth, viewer):
        message = f"what is hidden from {who} changes the view that they get after {line.type}"
        yield Breach("secret", message, "nothing that tells hidden things", (game.view,))


def _seen_by_others(
    game: Game, viewer: int, who: str, line: Line, patches: Sequence[Patch]
) -> Breach:
    """Return the breach that a viewer's log and `mask` differ, as these patches say."""
    kind = type(line.data)
    paths = [x.path for x in patches if not _KNOWN_TO.search(x.path)]
    message = f"after {line.type}, {who} knows something else than its log: {', '.join(paths[:3])}"
    expected = "`forget` and hidden fields that hide the same"
    at: tuple[object, ...] = (game.secrets.forget, game.secrets.redact)
    secret = [f for f in fields(kind) if f.hidden]
    if secret and any("/slots/" in path for path in paths):
        shown = [f for f in secret if f.shown_to(line.data, viewer)]
        named = " and ".join(f"{kind.__name__}.{f.name}" for f in shown or secret)
        seen = "hasn't" if shown else "has"
        verb = "shows" if shown else "hides"
        message += f"; its log {verb} {named}, and the fold says that {who} {seen} seen it"
        expected = "`to` in the fold and `seen_by` in the event that name the same seats"
        at = (game.rules.evolvers.get(kind), kind, *at)
    elif kind not in GENERIC:
        what = "which hides" if secret else "of which nothing is hidden: `hidden=True`, `seen_by`"
        named = " and ".join(f"{kind.__name__}.{f.name}" for f in secret)
        message += f"; it follows from {kind.__name__}, {what}{f' {named}' if secret else ''}"
        expected = "events that show what the fields of the state show, and hide what they hide"
        at = (*at, kind)
    return Breach("mask", message, expected, at)


_KNOWN_TO = re.compile("/known_to(/|$)")
"""What others know of a card, which a seat's own log doesn't tell it."""

LOGS = (a_log_is_legal, a_session_gives_the_same_log)
"""The laws about every log."""
