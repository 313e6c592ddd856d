"""Choosing a move piece by piece: which moves match the picks so far, and what can be picked next.

Every legal move can be reached. A piece is a value for the first open field that is picked from its
region; values without a piece on the table are offered in words. Payments are free: any picks are
taken as they come, and the rules decide whether they will do.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from ledger.kernel.errors import FORGED, Illegal, LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Opened
from ledger.kernel.rules.choice_fields import PANELS, Field, fields_of
from ledger.kernel.rules.command import Command, State
from ledger.kernel.scene.shapes import Piece, Scene

from .move_words import MoveWords, foreseen

Spot: TypeAlias = tuple[str, str]
"""A piece on the page: the name of the region it is in, and its value."""
MOST_MOVES = 60_000
"""The maximum number of legal moves to consider; any others can still be typed."""
MOST_PAYMENTS = 100
"""How many payments to try when finding out whether an insufficient one can be completed."""
MOST_LISTED = 200
"""How many moves to offer by their full text if nothing else distinguishes them."""


class Pick(NamedTuple):
    """One step in a choice: a verb, a piece by region and value, a field's value, a whole move."""

    kind: Literal["verb", "piece", "field", "move"]
    value: str
    name: str = ""

    @classmethod
    def read(cls, text: str) -> Pick:
        """Read a pick: `verb:take`, `piece:market:R5`, `field:times:2`, `move:take R5`.

        Raises `Malformed`.
        """
        kind, _, rest = text.partition(":")
        if kind in ("verb", "move"):
            return cls(kind, rest)  # type: ignore[arg-type]
        name, colon, value = rest.partition(":")
        if kind not in ("piece", "field") or not colon:
            raise Malformed(
                "{text!r} isn't a pick; write verb:take, piece:market:R5, field:times:2 "
                "or move:take R5",
                text=text,
            )
        return cls(kind, value, name)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return ":".join((self.kind, self.name, self.value) if self.name else self[:2])


class Button(NamedTuple):
    """A pick with the text for its button."""

    pick: Pick
    text: str


class Payment(NamedTuple):
    """A free field, with what was picked for it and the default payment (None: nothing)."""

    field: str
    chosen: tuple[str, ...]
    proposed: tuple[str, ...] | None


class Refusal(NamedTuple):
    """Why the rules don't accept the picks; `unfinished` if further picks could change that."""

    message: str
    rule: str | None
    unfinished: bool = False


class Choice(NamedTuple):
    """What can be picked next, and the chosen move if that is settled.

    `left` counts the moves that match the picks. `lit` are the pieces that can be picked, by region
    and value; `settled` those that don't need picking, as every remaining move includes them;
    `proposed` those that the default payment would take. `free` are the indices of the picks that
    pay. `label` is the text of the button that plays the move: what it is, and what it costs.
    """

    left: int
    lit: tuple[Spot, ...]
    buttons: tuple[Button, ...]
    settled: tuple[Spot, ...]
    free: tuple[int, ...]
    payments: tuple[Payment, ...]
    proposed: tuple[Spot, ...]
    command: Command | None
    move: str
    words: tuple[str, ...]
    label: str
    refused: Refusal | None


class _Token:
    """A value that has to be picked for a field; if `region` is set, only from there.

    Each value of a field has exactly one token, so tokens are compared by identity. Tokens whose
    `regions`, a bit set, don't overlap can be picked in any order.
    """

    __slots__ = ("at", "field", "region", "regions", "value")

    def __init__(self, at: int, field: Field, value: str, region: str, regions: int) -> None:
        self.at, self.field, self.value = at, field, value
        self.region, self.regions = region, regions


class _Way(NamedTuple):
    """A legal move, regardless of how it is paid for; `listed` are the payments that the rules
    list.
    """

    verb: str
    kind: type[Command]
    fields: tuple[Field, ...]
    tokens: tuple[_Token, ...]
    listed: list[Command]


class _Open(NamedTuple):
    """A way, with the tokens that still have to be picked."""

    way: _Way
    tokens: tuple[_Token, ...]


class _Narrowed(NamedTuple):
    """What is left after some picks: ways, the indices of picks that pay, and settled pieces."""

    found: list[_Open]
    free: list[int]
    settled: list[Spot]


class Chooser:
    """The moves of a seat in a position, as the seat knows it. Built once, for many choices."""

    def __init__(self, game: Game, state: State, seat: int, opened: Opened) -> None:
        self.game, self.state, self.seat, self.opened = game, state, seat, opened
        game.boxes.check_usable(opened)
        self.names = [s.name for s in opened.seats]
        self.commands = list(islice(game.rules.legal_moves(state, seat), MOST_MOVES))
        self.ways = _ways(game, self.commands, self.names)
        scene = game.scene(game.view(state, seat), self.names)
        self.pieces = Counter(within_reach(scene, seat))

    @functools.cached_property
    def moves(self) -> list[str]:
        """All legal moves, as they are typed."""
        return [self.game.words.write(command, self.names) for command in self.commands]

    def narrow(self, picks: Sequence[Pick], lang: str = "en") -> Choice:
        """Return what can be picked after these picks; raise `Illegal` if no legal move includes
        them.
        """
        return self._choice(self._read_picks(picks), picks, self._words(lang))

    def question(self, lang: str = "en") -> str:
        """Return what the seat is asked, in words; "" if it isn't asked anything."""
        return self._words(lang).question([*dict.fromkeys(way.verb for way in self.ways)])

    def decline(self) -> Command | None:
        """Return the command that says no to the question, if it came up in another seat's turn.

        It is None, too, if one can't say no.
        """
        rules, state = self.game.rules, self.state
        if state.active == self.seat or rules.question_for(state, self.seat) is None:
            return None
        command = rules.decline_move(state)
        return command if command is not None and command.seat == self.seat else None

    def _words(self, lang: str) -> MoveWords:
        return MoveWords(self.game, self.state, self.seat, self.opened, lang)

    def left(self, picks: Sequence[Pick]) -> list[Command]:
        """Return the listed moves that match these picks, regardless of payment."""
        return [command for x in self._read_picks(picks).found for command in x.way.listed]

    # --- reading picks ----------------------------------------------------------------------

    def _read_picks(self, picks: Sequence[Pick]) -> _Narrowed:
        settled: list[Spot] = []
        found = self._settle([_Open(way, way.tokens) for way in self.ways], settled)
        free = []
        for place, pick in enumerate(picks):
            kept, pays = self._apply(found, pick)
            if not kept and (pick.name, pick.value) in settled:
                continue  # it is already settled
            if not kept:
                raise Illegal("no legal move here includes {pick!r}", pick=str(pick))
            if pays:
                free.append(place)
            found = self._settle(kept, settled)
        return _Narrowed(found, free, settled)

    def _apply(self, found: list[_Open], pick: Pick) -> tuple[list[_Open], bool]:
        """Return the ways that match a pick, and whether the pick is part of a payment."""
        if pick.kind == "verb":
            return [x for x in found if x.way.verb == pick.value], False
        if pick.kind == "move":
            return [x for x in found if self._name(x.way) == pick.value], False
        if pick.kind == "field":
            kept = [y for x in found if (y := _with_field(x, pick)) is not None]
        else:
            kept = [y for x in found if (y := self._with_piece(x, pick)) is not None]
        if kept:
            return kept, False
        return [x for x in found if self._payable(x.way, pick)], True

    def _with_piece(self, x: _Open, pick: Pick) -> _Open | None:
        """Use a piece for the first open field that is picked from its region."""
        at = -1
        for i, token in enumerate(x.tokens):
            if pick.name not in token.field.regions:
                continue
            if at not in (-1, token.at):
                return None
            at = token.at
            if token.region in ("", pick.name) and token.value == self._read(token.field, pick):
                return _Open(x.way, x.tokens[:i] + x.tokens[i + 1 :])
        return None

    def _read(self, field: Field, pick: Pick) -> str | None:
        if pick.kind == "field" or field.reads is None:
            return pick.value
        return field.reads(self.state, pick.name, pick.value)

    def _payable(self, way: _Way, pick: Pick) -> bool:
        return any(self._pays(field, pick) for field in way.fields)

    def _pays(self, field: Field, pick: Pick) -> bool:
        if not field.free:
            return False
        if pick.kind == "field":
            return pick.name == field.name
        return pick.name in field.regions and self._read(field, pick) is not None

    def _settle(self, found: list[_Open], settled: list[Spot]) -> list[_Open]:
        """Treat what all remaining moves have in common as picked, once the verb is clear."""
        if len({(x.way.verb, x.way.kind) for x in found}) != 1:
            return found
        first = found[0].tokens
        fields = {token.at for token in first}
        for x in found:
            fields = {f for f in fields if _of(x.tokens, f) == _of(first, f)}
            if not fields:
                return found
        for token in first:
            if token.at in fields:
                settled += self._spots(token, Counter())[:1]
        return [_Open(x.way, tuple(t for t in x.tokens if t.at not in fields)) for x in found]

    # --- what comes next --------------------------------------------------------------------

    def _choice(self, narrowed: _Narrowed, picks: Sequence[Pick], say: MoveWords) -> Choice:
        found, free, settled = narrowed
        verbs = dict.fromkeys(x.way.verb for x in found)
        complete = [x for x in found if not x.tokens] if picks or len(verbs) == 1 else []
        one = found[0] if len(found) == 1 else complete[0] if len(complete) == 1 else None
        lit, buttons = self._next(found, picks, words_too=len(verbs) == 1, say=say)
        if len(verbs) > 1:
            buttons = [Button(Pick("verb", v), say.verb(v)) for v in verbs]
        elif len(complete) > 1:
            names = (self._name(x.way) for x in complete[:MOST_LISTED])
            buttons += [Button(Pick("move", name), name) for name in names]
        command, refused = None, None
        payments: tuple[Payment, ...] = ()
        proposed: tuple[Spot, ...] = ()
        if one is not None:
            command, refused, payments = self._paid(one.way, [picks[i] for i in free])
            if refused is not None:
                unfinished = self._can_go_on(one.way, picks, free)
                refused = refused._replace(unfinished=unfinished)
            proposed = tuple(self._proposed(one.way)) if not free else ()
        return Choice(
            left=len(found),
            lit=tuple(lit),
            buttons=tuple(buttons),
            settled=tuple(settled),
            free=tuple(free),
            payments=payments,
            proposed=proposed,
            command=command,
            move="" if command is None else self.game.words.write(command, self.names),
            words=() if command is None else say.tell(command),
            label="" if command is None or one is None else say.label(one.way.verb, command),
            refused=refused,
        )

    def _next(
        self, found: list[_Open], picks: Sequence[Pick], *, words_too: bool, say: MoveWords
    ) -> tuple[list[Spot], list[Button]]:
        """Return the pieces that can be picked next, and buttons for the other choices."""
        used = Counter((p.name, p.value) for p in picks if p.kind == "piece")
        lit: dict[Spot, None] = {}
        buttons: dict[Pick, Field] = {}
        for token in _next_tokens(found):
            spots = self._spots(token, used)
            lit.update(dict.fromkeys(spots))
            if not spots and words_too:
                buttons[Pick("field", token.value, token.field.name)] = token.field
        for x in found:
            if not x.tokens:
                for field in x.way.fields:
                    if field.free and self._wanted(x.way, field):
                        spots = self._places(field, used)
                        lit.update(dict.fromkeys(spots))
                        if not spots and words_too and len(x.way.listed) > 1:
                            buttons |= dict.fromkeys(_listed(x.way, field), field)
        return list(lit), _texts(buttons, say)

    def _spots(self, token: _Token, used: Counter[Spot]) -> list[Spot]:
        """Return where pieces for a token can be picked; some fields can reuse a piece."""
        field = token.field
        regions = (token.region,) if token.region else field.regions
        if field.reads is not None:
            return [s for s in self._places(field, used) if self._reads(field, s) == token.value]
        spots = [(region, token.value) for region in regions]
        return [s for s in spots if self.pieces[s] > (used[s] if field.several else 0)]

    def _places(self, field: Field, used: Counter[Spot]) -> list[Spot]:
        """Return all pieces that a field can take."""
        return [
            spot
            for spot, n in self.pieces.items()
            if spot[0] in field.regions and n > used[spot] and self._reads(field, spot) is not None
        ]

    def _reads(self, field: Field, spot: Spot) -> str | None:
        return self._read(field, Pick("piece", spot[1], spot[0]))

    # --- payments ---------------------------------------------------------------------------

    def _wanted(self, way: _Way, field: Field) -> bool:
        return any(getattr(command, field.name) for command in way.listed)

    def _paid(
        self, way: _Way, picks: list[Pick]
    ) -> tuple[Command | None, Refusal | None, tuple[Payment, ...]]:
        """Return the move with its payment, or why it isn't accepted; without picks, as it is
        listed.
        """
        listed = way.listed[0] if len(way.listed) == 1 else None
        free = [field for field in way.fields if field.free]
        given = self._shared_out(way, free, picks)
        payments = tuple(
            Payment(
                field.name,
                tuple(given[field.name]),
                None if listed is None else tuple(map(str, getattr(listed, field.name))),
            )
            for field in free
            if given[field.name] or self._wanted(way, field)
        )
        if not any(given.values()):
            return listed, None, payments
        return *self._accepted(way, given), payments

    def _accepted(
        self, way: _Way, given: dict[str, list[str]]
    ) -> tuple[Command | None, Refusal | None]:
        """Return the move with the picked payment, or why the rules don't accept it."""
        refused: Refusal | None = None
        for command in _filled(way.listed[0], given, listed=len(way.listed) == 1):
            try:
                foreseen(self.game, self.state, command)
            except LedgerError as e:
                refused = refused or Refusal(e.message, e.rule)
            except FORGED:
                refused = refused or Refusal("you can't pay like that", None)
            else:
                return command, None
        return None, refused

    def _can_go_on(self, way: _Way, picks: Sequence[Pick], free: list[int]) -> bool:
        """Whether further picks could make a payment acceptable that the rules refuse now.

        If there are too many combinations to try, assume that they could.
        """
        fields = [field for field in way.fields if field.free]
        paid = [picks[i] for i in free]
        used = Counter((p.name, p.value) for p in picks if p.kind == "piece")
        more: dict[Pick, int] = {}
        for field in fields:
            for region, value in self._places(field, used):
                spot = (region, value)
                more[Pick("piece", value, region)] = self.pieces[spot] - used[spot]
        rest = [pick for pick, n in more.items() for _ in range(n)]
        tried: set[tuple[Pick, ...]] = set()
        for n in range(1, len(rest) + 1):
            for added in combinations(rest, n):
                if added in tried:
                    continue
                if len(tried) >= MOST_PAYMENTS:
                    return True
                tried.add(added)
                if self._accepted(way, self._shared_out(way, fields, [*paid, *added]))[0]:
                    return True
        return False

    def _shared_out(self, way: _Way, free: list[Field], picks: list[Pick]) -> dict[str, list[str]]:
        """Distribute picks: each goes to the first field that it can pay and that isn't full."""
        out: dict[str, list[str]] = {field.name: [] for field in free}
        for pick in picks:
            able = [field for field in free if self._pays(field, pick)]
            for field in able:
                full = max(len(getattr(command, field.name)) for command in way.listed)
                if len(out[field.name]) < full or field is able[-1]:
                    out[field.name].append(self._read(field, pick) or "")
                    break
        return out

    def _name(self, way: _Way) -> str:
        return self.game.words.write(way.listed[0], self.names)

    def _proposed(self, way: _Way) -> Iterator[Spot]:
        """Yield the pieces that the listed payment takes."""
        if len(way.listed) > 1:
            return
        used: Counter[Spot] = Counter()
        for field in way.fields:
            for value in getattr(way.listed[0], field.name) if field.free else ():
                spots = (s for s in self._places(field, used) if self._reads(field, s) == value)
                spot = next(spots, None)
                if spot is not None:
                    used[spot] += 1
                    yield spot


def _texts(fields: Mapping[Pick, Field], say: MoveWords) -> list[Button]:
    """Return the buttons; numbers for different fields are grouped, with the field's name."""
    order = list(dict.fromkeys(f.name for f in fields.values() if not f.words))
    if len(order) < 2 or not all(p.value.isdecimal() and p.name in order for p in fields):
        return [Button(p, say.value(f, p.value)) for p, f in fields.items()]
    ranked = sorted(fields, key=lambda p: (order.index(p.name), int(p.value)))
    return [Button(p, say.number(p.name, p.value)) for p in ranked]


def within_reach(scene: Scene, seat: int) -> Iterator[Spot]:
    """Yield the region and value of each piece that a seat can pick: common or its own, and the
    players' panels.
    """
    regions = {region.id: region for region in scene.regions}
    for piece in scene.pieces.values():
        region = regions.get(_base(scene, piece).region)
        if piece.value and region is not None and region.owner in (0, seat):
            yield region.name, piece.value
    yield from ((PANELS, str(panel.seat)) for panel in scene.panels)


def _base(scene: Scene, piece: Piece) -> Piece:
    """Return the piece at the bottom of the stack that a piece lies on."""
    while piece.on and piece.on in scene.pieces:
        piece = scene.pieces[piece.on]
    return piece


def _ways(game: Game, commands: Iterable[Command], names: Sequence[str]) -> list[_Way]:
    """Group legal moves that differ only in how they are paid for."""
    out: list[_Way] = []
    kinds: dict[type[Command], _Tokens] = {}
    paid: dict[Any, _Way] = {}
    bits: dict[str, int] = {}
    for command in commands:
        kind = type(command)
        tokens_of = kinds.get(kind) or kinds.setdefault(kind, _Tokens(kind, bits))
        tokens = tokens_of(command)
        verb = game.words.write(command, names).partition(" ")[0]
        way = _Way(verb, kind, tokens_of.fields, tokens, [command])
        if tokens_of.free:
            told = [getattr(command, name) for name in tokens_of.told]
            known = paid.setdefault((kind, verb, tokens, *told), way)
            if known is not way:
                known.listed.append(command)
                continue
        out.append(way)
    return out


class _Tokens:
    """Creates the tokens for one kind of command."""

    def __init__(self, kind: type[Command], bits: dict[str, int]) -> None:
        self.fields = fields_of(kind)
        self.free = any(field.free for field in self.fields)
        self.told = [field.name for field in self.fields if field.told]
        self.columns: list[tuple[int, Field, int, dict[Any, _Token]]] = []
        for at, field in enumerate(self.fields):
            if not (field.free or field.told):
                regions = sum(bits.setdefault(r, 1 << len(bits)) for r in field.regions)
                self.columns.append((at, field, regions, {}))

    def __call__(self, command: Command) -> tuple[_Token, ...]:
        out: list[_Token] = []
        for at, field, regions, known in self.columns:
            value = getattr(command, field.name)
            if value == field.default:
                continue
            region = getattr(command, field.tells) if field.tells else ""
            for one in value if field.several else (value,):
                token = known.get((one, region) if region else one)
                if token is None:
                    text = "true" if one is True else str(one)
                    token = _Token(at, field, text, region, regions)
                    known[(one, region) if region else one] = token
                out.append(token)
        return tuple(out)


def _with_field(x: _Open, pick: Pick) -> _Open | None:
    """Use a value for a field, which may be one that is already settled."""
    for i, token in enumerate(x.tokens):
        if token.field.name == pick.name and token.value == pick.value:
            return _Open(x.way, x.tokens[:i] + x.tokens[i + 1 :])
    for field in x.way.fields:
        if field.name == pick.name and not field.free and not field.several:
            return x if str(getattr(x.way.listed[0], field.name)) == pick.value else None
    return None


def _of(tokens: tuple[_Token, ...], at: int) -> list[_Token]:
    return [token for token in tokens if token.at == at]


def _next_tokens(found: list[_Open]) -> dict[_Token, None]:
    """Return what can be picked next: in each region, the first open field.

    A choice in words is offered only when no piece has to be picked before it; until then, it isn't
    clear what the choice is about.
    """
    out: dict[_Token, None] = {}
    for x in found:
        last, before, here = -1, 0, 0
        for token in x.tokens:
            if token.at != last:
                before |= here
                last, here = token.at, token.regions
            if not before & here and (here or not before):
                out[token] = None
    return out


def _listed(way: _Way, field: Field) -> list[Pick]:
    values = dict.fromkeys(str(v) for command in way.listed for v in getattr(command, field.name))
    return [Pick("field", value, field.name) for value in values]


def _filled(command: Command, given: dict[str, list[str]], *, listed: bool) -> Iterator[Command]:
    """Yield a command with the picked payment and the rest as listed, then with less and less of
    the rest.
    """
    picked = {name: _as(command, name, values) for name, values in given.items() if values}
    others = [name for name in given if name not in picked and getattr(command, name)]
    for n in range(len(others) + 1) if listed else [len(others)]:
        for without in combinations(others, n):
            yield msgspec.structs.replace(command, **picked, **dict.fromkeys(without, ()))


def _as(command: Command, name: str, picked: list[str]) -> tuple[Any, ...]:
    numbers = any(isinstance(v, int) for v in getattr(command, name))
    return tuple(int(v) if numbers and v.isdecimal() else v for v in picked)
