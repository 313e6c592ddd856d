"""Every error that people can see: malformed, illegal, ambiguous and the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from .message import Message, Text, as_message

FORGED = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What rules and folds may raise besides `LedgerError` when a log is forged: its chain is intact,
but its events name cards and seats that don't exist.
"""

BY_CODE = (Exception, SystemExit)
"""What to catch around a game's code. Trying to exit the program is a fault of the game as well;
Ctrl-C isn't caught.
"""


Breaks: TypeAlias = Literal["draft", "fold", "box", "chance", "event"]
"""What a game can do beside its log: change the position outside an event (`draft`), fold an event
by more than the position and the event (`fold`), change what games share (`box`), say something
else than chance gave (`chance`), or put into an event what a log can't hold (`event`)."""


class LedgerError(Exception):
    """Base of every error a user may see: what is wrong, where, and what would be right.

    `text` says what is wrong: a template with values, which can also fill the hint:
    `Malformed("{word!r} isn't a card", word=word)`. `message` and `hint` are the same in English.
    `more` holds the other errors in the same file, if they could be found in one pass. `about`
    names the part of the input that is wrong, such as `players` or `option tactical`, so that a
    caller who knows where that part is can fill in the place.

    >>> try:
    ...     raise Impossible("there are no {colour} cubes left", colour="red", rule="DIG-04")
    ... except LedgerError as error:
    ...     error.message, error.rule
    ('there are no red cubes left', 'DIG-04')
    """

    kind = "error"

    def __init__(
        self,
        message: Text,
        *,
        rule: str | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
        hint: Text | Callable[[], Message | None] | None = None,
        about: str | None = None,
        **values: object,
    ) -> None:
        self.text = as_message(message, values)
        super().__init__(message)
        self.rule = rule
        self.file = file
        self.line = line
        self.column = column
        self.source = source
        self._advice = as_message(hint, values) if isinstance(hint, str | Message) else hint
        self.about = about
        self.more: list[LedgerError] = []

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return str(self.text)

    @message.setter
    def message(self, text: Text) -> None:
        self.text = as_message(text, {})

    @property
    def advice(self) -> Message | None:
        """What would be right."""
        if callable(self._advice):
            self._advice = self._advice()
        return self._advice

    @advice.setter
    def advice(self, advice: Message | None) -> None:
        self._advice = advice

    @property
    def hint(self) -> str | None:
        """What would be right, in English; `advice` is the same as a `Message`."""
        return None if self.advice is None else str(self.advice)

    @hint.setter
    def hint(self, text: Text | None) -> None:
        self.advice = None if text is None else as_message(text, {})

    def make_plain(self) -> None:
        """Work out the hint, and leave only texts and numbers in what the error says.

        A game may have put anything into it. Afterwards, showing the error runs no code of the
        game.
        """
        self.text = self.text.to_plain()
        if self.advice is not None:
            self.advice = self.advice.to_plain()

    def __str__(self) -> str:
        where = ":".join(str(x) for x in (self.file, self.line, self.column) if x is not None)
        head = f"{where}: " if where else ""
        tail = f" [{self.rule}]" if self.rule else ""
        lines = [f"{head}{self.message}{tail}"]
        if self.source is not None:
            lines.append(f"    {self.source}")
            if self.column is not None:
                lines.append("    " + " " * (self.column - 1) + "^")
        if self.hint:
            lines.append(f"    {self.hint}")
        return "\n".join(lines)


class Malformed(LedgerError):
    """The input can't be read at all.

    >>> raise Malformed("{word!r} isn't a card", word="X9", column=10, hint="A1 to C5")
    Traceback (most recent call last):
    ledger.kernel.errors.Malformed: 10: 'X9' isn't a card
        A1 to C5
    """

    kind = "malformed"


class Illegal(LedgerError):
    """The rules don't allow it.

    >>> raise Illegal("heap {heap} has only {left} sticks", rule="NIM-02", heap=3, left=2)
    Traceback (most recent call last):
    ledger.kernel.errors.Illegal: heap 3 has only 2 sticks [NIM-02]
    """

    kind = "illegal"


class Impossible(Illegal):
    """A chance result or a hidden card that the pieces in the game make impossible.

    If several results were given at once, `nth` says which one is wrong, counted from 0, and
    `options` what it could have been.
    """

    kind = "impossible"

    def __init__(
        self,
        message: Text,
        *,
        nth: int | None = None,
        options: Mapping[str, int] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(message, **more)
        self.nth = nth
        self.options = options


class TooMuch(Illegal):
    """A position or its game's box has more of something than can be drawn or played with."""


class GameFault(LedgerError):
    """A game's own code raised an exception: neither a log nor Ledger is to blame."""

    kind = "game-fault"
    game: str | None = None


class TookTooLong(GameFault):
    """A game's own code took too long and was stopped; the message reveals nothing hidden."""


class EventFault(GameFault):
    """A game did something that its log doesn't say, or an event says what didn't happen.

    `what` is the fault without the game and the place, which is the file and line.
    """

    breaks: Breaks
    what: Message
    place: tuple[str, int] | None = None


class BrokenGame(Malformed):
    """A game is installed but can't be loaded, so nothing that belongs to it can be read."""

    kind = "game-fault"
    game: str | None = None


class GameWarning(UserWarning):
    """Something is wrong with an installed game; everything else works without it."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.text = message


class DeclarationError(TypeError):
    """A game declares something invalid; raised when it is imported, with the file and line."""

    def __init__(self, message: str, place: tuple[str, int] | None = None) -> None:
        super().__init__(f"{place[0]}, line {place[1]}: {message}" if place else message)
        self.place = place


class Ambiguous(LedgerError):
    """The input can be read in more than one way."""

    kind = "ambiguous"


class Conflict(LedgerError):
    """Someone else wrote first, or a command key was already used for a different command."""

    kind = "conflict"


class NeedsOutcome(LedgerError):
    """The rules need a chance result before they can continue: ask the players, then decide again.

    `unseen` is set if the result may be one that nobody saw. `places` says where each of the
    results goes, and `remark` is a text from the game, with `gaps`, to show to the people who are
    asked. `draft` is the state as far as it has been decided, and `drawn_by` draws the result from
    another source of chance.
    """

    kind = "needs-outcome"
    unseen = False
    places: Sequence[str] = ()
    remark = ""
    gaps: Mapping[str, Any] = {}
    draft: Any = None
    drawn_by: Callable[[Any], Sequence[str | None]] | None = None
    values: tuple[str, ...] | None = None
    """What it will be, if everyone knows that and it isn't `count` times the only option."""

    def __init__(
        self,
        slot: str,
        count: int,
        options: dict[str, int],
        *,
        seat: int | None = None,
        rule: str | None = None,
        certain: bool = False,
        rolled: bool = False,
        told: int = 0,
        **more: Any,
    ) -> None:
        """Describe the missing result.

        `certain`: everyone already knows what it will be. `rolled`: the same value can come up any
        number of times. `told`: how many results of the same draw are already known.
        """
        super().__init__("{slot}: {n} more needed", slot=slot, n=count, rule=rule, **more)
        self.slot = slot
        self.count = count
        self.options = options
        self.seat = seat
        self.certain = certain
        self.rolled = rolled
        self.told = told

    @property
    def only(self) -> tuple[str, ...]:
        """What it will be, if it is `certain`."""
        return self.values if self.values is not None else (*self.options,) * self.count


class Missing(LedgerError):
    """There is no such game."""

    kind = "missing"


class Locked(LedgerError):
    """Another process has this game open for writing: process `pid`, if known."""

    kind = "locked"

    def __init__(self, message: Text, *, pid: str | None = None, **values: Any) -> None:
        super().__init__(message, **(values if pid is None else {**values, "pid": pid}))
        self.pid = pid


class Failed(LedgerError):
    """The disk refused a write; the game is read-only until it is opened again.

    `may_pass` is set if the cause was a lack of space or permission, which can go away without a
    repair.
    """

    kind = "failed"
    may_pass = False


class Damaged(LedgerError):
    """The log was changed after it was acknowledged; it can be read, but is never written to."""

    kind = "damaged"


class Stale(Conflict):
    """The log has grown in the meantime: `seq` is now its last line."""

    kind = "stale"

    def __init__(self, message: Text, *, seq: int, **values: Any) -> None:
        super().__init__(message, **values)
        self.seq = seq
