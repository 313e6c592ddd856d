"""The rules of a game as the rest of the program uses them, built from what the game declares.

RULES = Rules(
    state=State,
    opening=Opening(start=start, begin=begin),
    moves=(take,),
    folds=FOLDS,
    questions=Questions({"turn": "NIM-02"}),
    ending=Ending(ended=ended, score=score, ranked_by=("NIM-03",)),
)
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import NoneType
from typing import Any, Generic, Union, get_args, get_origin, get_type_hints

import msgspec

from ledger.kernel.boxes.box import PREPARING
from ledger.kernel.errors import DeclarationError, NeedsOutcome
from ledger.kernel.faults import fault_of, place_of, place_of_class
from ledger.kernel.log.events import (
    GENERIC,
    Adjusted,
    Ended,
    Event,
    Line,
    Noted,
    Retracted,
    Sealed,
    extra_of,
    fields,
    line_type,
    tag,
)
from ledger.kernel.meta import NOWHERE, Home, Meta, sides_of
from ledger.kernel.state import field_marks as marks
from ledger.kernel.state.copying import Lookup, copier
from ledger.kernel.state.field_marks import Resource
from ledger.kernel.state.patch import adjust
from ledger.kernel.type_variables import S

from .arguments import arguments
from .asked import Suspect, suspect
from .chance import Chance
from .command import Command, Evolve, Question, State, TakenBack, answerable
from .decision import Decision, game_over, no_answer, not_asked
from .legal_moves import offered
from .moves import Move, declared
from .outcome import Outcome, rank
from .turns import rounds
from .watch import REPORTS


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


class PlainSetup(Lookup):
    """What the rules of a simple game look up: the box, the number of players, and the options."""

    def __init__(self, box: Any, players: int, options: Any) -> None:
        self.box, self.players, self.options = box, players, options


@dataclass(frozen=True, kw_only=True, eq=False)
class Opening(Generic[S]):
    """How a game starts.

    `setup` takes the box, the number of players and the options, and computes what the rules look
    up: a `PlainSetup` unless the game has its own. `start` turns that into the state before
    anything is dealt, and `begin` deals. `options` is the struct that holds the options.
    """

    start: Callable[[Any], S]
    begin: Callable[[Decision[Any]], None]
    setup: Callable[[Any, int, Any], Any] = PlainSetup
    options: type[msgspec.Struct] = NoOptions


@dataclass(frozen=True, eq=False)
class Questions:
    """What players are asked.

    `asks` has the questions, each with its rule; if the rule depends on the state, a function of
    the state returns it. The open question is the state's `phase`, or the only question if there is
    no such field. It is answered by the seats in `asked` (a list, or one seat), or else by the
    `active` seat; questions in `to_active` go to the active seat even if there is a field `asked`.
    Seats answer in the order of the list, or in any order if the question is `at_once`. `awaiting`,
    a function of the state, replaces all this.
    """

    asks: Mapping[str, str | Callable[[Any], str]] = field(default_factory=dict)
    to_active: Collection[str] = ()
    at_once: Collection[str] = ()
    awaiting: Callable[[Any], tuple[Question, ...]] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Ending:
    """When a game is over, and who wins.

    `ended` returns the reason once the game is over, and None until then. `score` returns the
    points of a seat; without it, they are the player's amount of the resource with `is_score`.
    Seats are ranked by points, in the order given by `Meta.highest_wins`, and tied seats by what
    `tie_breaks` returns for a seat (more is better). `ranked_by` names the rule for the points and,
    second, the one for ties; `ties` says in words how a tie is broken. `scores` returns the points
    of all seats at once, and `outcome` replaces all this.

    `won` returns whether a seat has won, in a game in which that isn't simply who is first:
    nobody may win, or all who play together. Those who have won are ranked before the others.
    Players on one side (`Meta.teams`) have the same points, those of their side, and the same
    tie-breakers. In a cooperative game, `won` is required and points aren't.

    `parts` returns what a seat's points are made of, by name; together they are its score. Without
    it, the summary of a finished game says which events brought them.
    """

    ended: Callable[[Any], str | None] | None = None
    score: Callable[[Any, int], int | None] | None = None
    scores: Callable[[Any], tuple[int | None, ...]] | None = None
    tie_breaks: Callable[[Any, int], Any] | None = None
    won: Callable[[Any, int], bool] | None = None
    ranked_by: tuple[str, ...] = ()
    ties: str = ""
    parts: Callable[[Any, int], Mapping[str, int]] | None = None
    outcome: Callable[[Any], Outcome | None] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules(Generic[S]):
    """Everything that decides what happens in a game.

    - `state`: the dataclass of a position.
    - `opening`, `questions`, `ending`: how it starts, who is asked what, how it ends.
    - `moves`: the functions declared with `@move`.
    - `folds`: what each event does to the state (`Folds`).
    - `legal`: yields the legal commands of a seat, for a game whose commands don't declare which
      values their fields can have, or that can list them faster.
    - `sample`: returns a random legal command of the first seat being asked.
    - `decline`: returns the command that says no to the first question, if players may leave it
      out; `@move(…, declines=True)` does the same.
    - `round`: returns the number of the round, if a round isn't one turn for each player.
    - `upcasts`: functions that convert events of earlier versions into today's.
    - `most_moves`: an upper bound for the number of legal moves, for programs that number them.
    """

    state: type[S]
    opening: Opening[S]
    moves: Sequence[Callable[..., None]]
    folds: Mapping[type[Event], Evolve]
    questions: Questions
    ending: Ending
    legal: Callable[[S, int], Iterator[Command]] | None = None
    sample: Callable[[S, random.Random], Command] | None = None
    decline: Callable[[S], Command | None] | None = None
    round: Callable[[S], int] = rounds
    upcasts: Mapping[type[Event], Callable[[Any], Event]] = field(default_factory=dict)
    most_moves: int = 1000

    home: Home = field(default=NOWHERE, init=False, repr=False)
    of_0_2: bool = field(default=False, init=False, repr=False)
    """Whether the game was written for 0.2, which let it do what today is refused."""
    by_command: dict[type[Command], Move] = field(init=False, repr=False)
    awaiting: Callable[[S], tuple[Question, ...]] = field(init=False, repr=False)
    scores: Callable[[S], tuple[int | None, ...]] = field(init=False, repr=False)
    outcome: Callable[[S], Outcome | None] = field(init=False, repr=False)

    def of(self, home: Home, resources: Sequence[Resource]) -> Rules[S]:
        """Return a copy of these rules bound to a game, checked and with derived parts filled in.

        Raises `DeclarationError`, with the place, if something is missing or doesn't fit together.
        """
        _check_state(self.state)
        rules = dataclasses.replace(self)
        put = functools.partial(object.__setattr__, rules)
        put("home", home)
        put("of_0_2", self.of_0_2)
        put("by_command", _by_command(self.moves, any_default=self.of_0_2))
        put("awaiting", self.questions.awaiting or _awaiting(self))
        put("scores", self.ending.scores or _scores(rules, resources))
        put("outcome", _with_sides(rules, self.ending.outcome or _outcome(rules)))
        rules.check()
        return rules

    def check(self) -> None:
        """Raise `DeclarationError` if the parts of the rules don't fit together."""
        _ = self.answers, self._command_of
        _check_teams(self.home.meta)
        if self.legal is None:
            _check_arguments(self.commands)
        if not self.of_0_2:
            _check_defaults(self.commands)
            _check_several(self.commands)
            _check_events(self.events)

    # --- what there is

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """The types of commands."""
        return tuple(self.by_command)

    @functools.cached_property
    def events(self) -> tuple[type[Event], ...]:
        """The game's own types of events."""
        return tuple(kind for kind in self.folds if kind not in GENERIC)

    @functools.cached_property
    def answers(self) -> dict[str, tuple[type[Command], ...]]:
        """The commands that answer each question."""
        out: dict[str, tuple[type[Command], ...]] = {}
        asks = self.questions.asks
        for kind, move in self.by_command.items():
            for ask in move.answers:
                if asks and ask not in asks:
                    known = ", ".join(map(repr, asks))
                    say = f"{kind.__name__} answers {ask!r}, but the game asks only {known}"
                    raise DeclarationError(f"{say}; see `Questions`", move.place)
                out[ask] = (*out.get(ask, ()), kind)
        return out

    @functools.cached_property
    def verbs(self) -> dict[str, str]:
        """The text of the button for each verb that has one."""
        out: dict[str, str] = {}
        for move in self.by_command.values():
            out |= {move.name: move.button} if isinstance(move.button, str) else move.button
        return {verb: text for verb, text in out.items() if text}

    @property
    def at_once(self) -> Collection[str]:
        """The questions that players may answer in any order."""
        return self.questions.at_once

    # --- questions

    def answers_to(self, ask: str) -> tuple[type[Command], ...]:
        """Return the commands that answer a question; raise `GameFault` if there are none."""
        found = self.answers.get(ask)
        if found is None:
            what = f"no move answers the question {ask!r}"
            raise fault_of(self.home, what, place=place_of(self.awaiting))
        return found

    def answerable(self, state: S) -> Sequence[Question]:
        """Return the questions that may be answered now: the first, or all that are `at_once`."""
        return answerable(self.awaiting(state), self.questions.at_once)

    def question_for(self, state: S, seat: int) -> Question | None:
        """Return the question that a seat may answer now, or None."""
        return next((q for q in self.answerable(state) if q.seat == seat), None)

    # --- moves

    def legal_moves(self, state: S, seat: int) -> Iterator[Command]:
        """Return the legal commands of a seat; none unless it may answer now."""
        question = self.question_for(state, seat)
        if question is None:
            return iter(())
        if self.legal is not None:
            return self.legal(state, seat)
        return offered(self, self.awaiting(state)[0].ask, state, seat)

    def random_move(self, state: S, rng: random.Random) -> Command:
        """Return a random legal command of the first seat being asked."""
        if self.sample is not None:
            return self.sample(state, rng)
        return rng.choice(list(self.legal_moves(state, self.awaiting(state)[0].seat)))

    def decline_move(self, state: S) -> Command | None:
        """Return the command that declines the first question; None if it can't be omitted."""
        if self.decline is not None:
            return self.decline(state)
        asked = self.awaiting(state)
        for kind, move in self.by_command.items() if asked else ():
            if move.declines and asked[0].ask in move.answers:
                seat = asked[0].seat
                return kind(seat=seat) if move.declines is True else move.declines(state, seat)
        return None

    def decision(self, draft: S, chance: Chance, waive: Collection[str] = ()) -> Decision[S]:
        """Return a decision on this state, which it changes, ready to be given a command."""
        return Decision(self, draft, chance, waive)

    def decide(
        self,
        state: S,
        command: Command,
        chance: Chance,
        *,
        waive: Collection[str] = (),
        own: bool = False,
        asked: Sequence[Question] | None = None,
    ) -> Decision[S]:
        """Decide a command in a state, which is changed only if the caller allows it (`own`).

        `asked` is what `awaiting` returns for the state, if the caller already has it. Raises
        `Illegal` if it isn't the seat's turn or a rule forbids the command, `Impossible` if the
        pieces rule it out, and `NeedsOutcome` if chance has no result to give.
        """
        d = self.decision(state if own else self.copy(state), chance, waive)
        if asked is None:
            asked = self.awaiting(state)
        if not asked:
            raise game_over()
        seat, ask, _ = asked[0]
        if command.seat != seat and self.question_for(state, command.seat) is None:
            raise not_asked(command, asked[0])
        if type(command) not in (self.answers.get(ask) or self.answers_to(ask)):
            raise no_answer(command, asked[0])
        try:
            self.apply(d, command)
        except NeedsOutcome as need:
            need.draft = d.state
            raise
        if d.asked or REPORTS:
            d.finish(self.by_command[type(command)].function)
        return d

    def apply(self, d: Decision[S], command: Command) -> None:
        """Check a command against the rules, within a decision, and emit the events that follow
        from it.
        """
        kind = type(command)
        decide = self._decide.get(kind)
        if decide is None:
            if kind not in self.by_command:
                what = f"no move decides {kind.__name__}"
                raise fault_of(self.home, what, place=self.legal and place_of(self.legal))
            decide = self._decide[kind] = self.by_command[kind].decide
        decide(d, command)

    @functools.cached_property
    def _decide(self) -> dict[type, Callable[[Any, Any], None]]:
        return {}

    def command_of(self, events: Sequence[Event]) -> Command:
        """Return the command that led to a group of events, from the first one.

        Raises `ValueError` if that event doesn't start a move.
        """
        event = events[0]
        made = self._command_of.get(type(event))
        if made is None:
            raise ValueError(f"{type(event).__name__} doesn't begin a move")
        return made(event)

    @functools.cached_property
    def _command_of(self) -> dict[type, Callable[[Any], Command]]:
        out: dict[type, Callable[[Any], Command]] = {}
        for move in self.by_command.values():
            for event in move.events:
                if event not in self.folds:
                    say = f"{event.__name__} isn't one of the events in the game's folds"
                    raise DeclarationError(say, move.place)
                out[event] = move.command_of(event)
        return out

    # --- states

    @functools.cached_property
    def copy(self) -> Callable[[S], S]:
        """A function that returns an independent copy of a state."""
        return copier(self.state)

    @functools.cached_property
    def evolvers(self) -> dict[type, Evolve]:
        """The function that folds each event type into a state, including the generic events."""
        generic: dict[type, Evolve] = {
            Noted: _nothing,
            Sealed: _nothing,
            Ended: _ended,
            Retracted: _taken_back,
        }
        return {**generic, **self.folds, Adjusted: adjust(self.state)}

    @functools.cached_property
    def suspects(self) -> dict[type, Suspect | None]:
        """What looks at each event before it is recorded; None if there is nothing to see."""
        events: set[Any] = {*self.evolvers}
        return {kind: suspect(kind) for kind in events}

    def turn(self, state: S) -> int:
        """Return the number of the current turn, 0 during set-up."""
        return state.turn  # type: ignore[attr-defined,no-any-return]

    # --- lines of a log

    @functools.cached_property
    def decoder(self) -> msgspec.json.Decoder[Line]:
        """The decoder for this game's lines."""
        kinds = sorted({*self.events, *self.upcasts, *GENERIC}, key=tag)
        with PREPARING:
            return msgspec.json.Decoder(Union[tuple(line_type(c) for c in kinds)])  # noqa: UP007


def _check_state(state: type) -> None:
    names = {f.name for f in dataclasses.fields(state)}
    for name in ("setup", "turn", "over"):
        if name not in names:
            raise DeclarationError(
                f"{state.__name__} has no field {name!r}; every state needs `setup`, "
                "`turn: int = 0` and `over: bool = False`",
                place_of_class(state),
            )


def _by_command(
    moves: Sequence[Callable[..., None]], *, any_default: bool
) -> dict[type[Command], Move]:
    out: dict[type[Command], Move] = {}
    for move in map(declared, moves):
        if (before := out.get(move.command)) is not None and before is not move:
            where = before.place
            first = f" (the other is in {where.file}, line {where.line})" if where else ""
            say = f"two functions decide {move.command.__name__}{first}"
            raise DeclarationError(say, move.place)
        out[move.command] = move
    if any_default:
        return {kind: dataclasses.replace(move, any_default=True) for kind, move in out.items()}
    return out


def _check_arguments(commands: Sequence[type[Command]]) -> None:
    """Refuse a command that doesn't declare which values its arguments can have."""
    for kind in commands:
        for a in arguments(kind):
            if not a.known:
                raise DeclarationError(
                    f"{kind.__name__}.{a.name} doesn't say what it can be; write "
                    f"`{a.name}: Annotated[…, one_of(lambda s, x: …)]`, or give the rules a "
                    "`legal` of their own",
                    place_of_class(kind),
                )


def _check_defaults(commands: Sequence[type[Command]]) -> None:
    """Refuse a default that isn't one of the values that its field can have."""
    for kind in commands:
        for a in arguments(kind):
            if a.default_listed is False:
                raise DeclarationError(
                    f"{kind.__name__}.{a.name} is {a.default!r} by default, which isn't one of "
                    "the values that it can have; a default is what is meant if a field is left "
                    "out, so list it, too",
                    place_of_class(kind),
                )


def _check_several(commands: Sequence[type[Command]]) -> None:
    """Refuse `one_of` for a field with several values, of which it would list single ones."""
    for kind in commands:
        several = {a.name for a in arguments(kind) if a.several}
        for name, hint in get_type_hints(kind, include_extras=True).items():
            extra = extra_of(hint)
            if name in several and "one_of" in extra and "least" not in extra:
                raise DeclarationError(
                    f"{kind.__name__}.{name} is a tuple, and `one_of` chooses a single value; "
                    "write `some_of` for several values, or name each value by a text or a number",
                    place_of_class(kind),
                )


def _check_events(events: Sequence[type[Event]]) -> None:
    """Refuse an event that can change after it was recorded, or has no order of its own."""
    for kind in events:
        for name, hint in get_type_hints(kind).items():
            if name in kind.__struct_fields__ and (found := _changing(hint)):
                raise DeclarationError(
                    f"{kind.__name__}.{name} is a {found}, but an event never changes and is "
                    f"always written in one order; write `{name}: tuple[…, ...]`",
                    place_of_class(kind),
                )
        _check_seers(kind)


def _check_seers(kind: type[Event]) -> None:
    """Refuse a secret of which nobody can tell from the event who sees it."""
    known, hints = {f.name: f for f in fields(kind)}, get_type_hints(kind)
    for f in known.values():
        names = (*f.seen_by, *f.hidden_from)
        if not f.hidden or (names == ("seat",) and not f.hidden_from):
            continue  # `hidden=True` is older than this check
        where, wrong = f"{kind.__name__}.{f.name}", ""
        if f.hidden_from and f.seen_by:
            wrong = "says both who sees it and who doesn't: write one of `seen_by`, `hidden_from`"
        elif gone := [name for name in names if name not in known]:
            wrong = f"names {gone[0]!r} for who sees it, but {kind.__name__} has {', '.join(known)}"
        elif secret := [name for name in names if known[name].hidden]:
            wrong = f"names {secret[0]} for who sees it, so {secret[0]} can't be hidden itself"
        elif not _can_be_none(hints[f.name]):
            wrong = "is None for those who don't see it: write `… | None`, or a tuple of that"
        if wrong:
            raise DeclarationError(f"{where} {wrong}", place_of_class(kind))


def _can_be_none(hint: Any) -> bool:
    kind, args = get_origin(hint), get_args(hint)
    return any(_can_be_none(x) for x in args) if kind is tuple else NoneType in args


def _changing(hint: Any) -> str:
    """Return which type inside another one is a list or a set; "" if there is none."""
    kind = get_origin(hint) or hint
    if kind in (list, set, frozenset):
        return str(kind.__name__)
    return next(filter(None, map(_changing, get_args(hint))), "")


def _awaiting(rules: Rules[S]) -> Callable[[S], tuple[Question, ...]]:
    """Return a function that returns the open questions: who (`asked` or `active`) and what
    (`phase`).
    """
    asks, to_active = rules.questions.asks, rules.questions.to_active
    if not asks:
        raise DeclarationError(
            "who is asked what? Give the rules their questions, with the rule behind each: "
            '`questions=Questions({"turn": "NIM-02"})`, or a function `awaiting`'
        )
    names = {f.name for f in dataclasses.fields(rules.state)}  # type: ignore[arg-type]
    phases, only = "phase" in names, next(iter(asks))
    by_list = {ask for ask in asks if "asked" in names and ask not in to_active}
    one = get_type_hints(rules.state).get("asked") is int
    question = functools.cache(lambda *facts: (Question(*facts),))  # called again and again
    # usually the active player is asked, always under the same rule
    ready: dict[str, dict[int, tuple[Question, ...]]] = {
        ask: _SameQuestion(ask, rule)
        for ask, rule in asks.items()
        if isinstance(rule, str) and ask not in by_list
    }

    def awaiting(s: State) -> tuple[Question, ...]:
        ask = s.phase if phases else only
        if s.over:
            return ()
        if ask in ready:
            return ready[ask][s.active]
        if ask not in asks:
            return ()
        rule, asked = asks[ask], s.asked if ask in by_list else s.active
        if not isinstance(rule, str):
            rule = rule(s)
        if ask in by_list and not one:
            return tuple([Question(seat, ask, rule) for seat in asked])
        return question(asked, ask, rule) if asked else ()

    return awaiting


class _SameQuestion(dict[int, tuple[Question, ...]]):
    """A question that always has the same rule, by seat; seat 0 means that nobody is asked."""

    def __init__(self, ask: str, rule: str) -> None:
        super().__init__()
        self.ask, self.rule = ask, rule

    def __missing__(self, seat: int) -> tuple[Question, ...]:
        found = self[seat] = (Question(seat, self.ask, self.rule),) if seat else ()
        return found


def _scores(
    rules: Rules[S], resources: Sequence[Resource]
) -> Callable[[S], tuple[int | None, ...]]:
    """Return a function that returns the points of all seats: by default a field of the players."""
    score, state = rules.ending.score, rules.state
    points = next((r.key for r in resources if r.is_score), "")
    fields = {field.name: field.kind for field in marks.players_fields(state)}
    if score is None and (points in fields or hasattr(marks.player_type(state), points)):
        own = operator.attrgetter(points)
        if fields.get(points, int) is int:
            return lambda s: tuple(map(own, s.players))  # type: ignore[attr-defined]
        return lambda s: tuple(marks.amount(own(p)) for p in s.players)  # type: ignore[attr-defined]
    if score is None and rules.home.meta.cooperative:
        return lambda s: (None,) * s.setup.players  # type: ignore[attr-defined]
    if score is None:
        say = "how is it scored? Give the ending `score(state, seat)`, or `scores(state)`"
        raise DeclarationError(f"{say}, or a player's `resource(…, is_score=True)`")

    def scores(s: Any) -> tuple[int | None, ...]:
        return tuple(score(s, seat) for seat in range(1, s.setup.players + 1))

    return scores


def _outcome(rules: Rules[S]) -> Callable[[S], Outcome | None]:
    """Return a function that ranks the seats at the end: by points, then by the tie-breakers."""
    ended, ranked_by = rules.ending.ended, rules.ending.ranked_by
    if ended is None or not ranked_by:
        raise DeclarationError(
            "when does it end, and who wins? Give the ending `ended(state)`, which returns the "
            'reason or None, and `ranked_by=("NIM-03",)`, the rule by which points are ranked '
            "and, second, the one for ties; or a function `outcome`"
        )
    scores, tie_breaks, has_won = rules.scores, rules.ending.tie_breaks, rules.ending.won
    meta = rules.home.meta
    best = 1 if meta.highest_wins else -1
    if meta.cooperative and has_won is None:
        raise DeclarationError(
            "who wins? All play together, so give the ending `won(state, seat)`, which says "
            "whether they have won; or a function `outcome`"
        )

    def outcome(s: State) -> Outcome | None:
        reason = ended(s)
        if reason is None:
            return None
        points = scores(s)
        keys: list[Any] = [best * (n or 0) for n in points]
        sides = sides_of(meta, len(keys), lambda: s.setup)
        tied = len(set(keys)) < (len(keys) if sides is None else len(sides))
        if tie_breaks is not None:
            keys = [(key, tie_breaks(s, seat)) for seat, key in enumerate(keys, 1)]
        if has_won is None:
            return Outcome(reason, rank(keys), points, ranked_by[-1 if tied else 0])
        won = [bool(has_won(s, seat)) for seat in range(1, len(keys) + 1)]
        if sides is not None and len(sides) == 1:
            keys = won
        ranking = rank([*zip(won, keys, strict=True)])
        winners = tuple(seat for seat, first in enumerate(won, 1) if first)
        return Outcome(reason, ranking, points, ranked_by[-1 if tied else 0], winners)

    return outcome


def _with_sides(
    rules: Rules[S], outcome: Callable[[S], Outcome | None]
) -> Callable[[S], Outcome | None]:
    """Return a function that adds to an outcome who played together, where the meta says it."""
    meta = rules.home.meta
    if not (meta.teams or meta.cooperative):
        return outcome

    def with_sides(s: Any) -> Outcome | None:
        found = outcome(s)
        if found is None or found.sides is not None:
            return found
        return found._replace(sides=sides_of(meta, len(found.scores), lambda: s.setup))

    return with_sides


def _check_teams(meta: Meta) -> None:
    """Raise `DeclarationError` if the teams don't have each seat once."""
    if callable(meta.teams):
        return
    for players, sides in meta.teams.items():
        seats = sorted(seat for side in sides for seat in side)
        if players not in meta.players or seats != list(range(1, players + 1)):
            raise DeclarationError(
                f"teams[{players}] has the seats {seats}: each number of players in `players` can "
                "have teams, with each seat from 1 once"
            )


def _nothing(state: State, event: Event) -> None:
    return None


def _ended(state: State, event: Ended) -> None:
    state.over = True


def _taken_back(state: State, event: Retracted) -> None:
    raise TakenBack
