"""Lines of a session that tell what was drawn or rolled."""

from __future__ import annotations

from collections.abc import Callable

from .chance import Given, Recorded
from .errors import Illegal, Impossible, LedgerError, Malformed, NeedsOutcome
from .notation import Word, take_player, unescape
from .session_lines import Lines, Move, blamed


class ChanceLines(Lines):
    """Answers chance from the lines of the session."""

    def _with_chance(
        self, act: Callable[[Recorded], object], what: str, inline: Move | None = None
    ) -> None:
        """Decide; each time chance is asked, take the answer from the next line.

        What stands behind `->` on the move's own line answers first.
        """
        given: list[Given] = []
        notes: list[Move] = []
        last: Move | None = None
        while True:
            chance = Recorded(given)
            try:
                act(chance)
                break
            except NeedsOutcome as need:
                if chance.left and last is not None:
                    self._too_much(chance.left[0], last, need)
                last = inline or self._chance_line(need, what, notes)
                inline = None
                given.append(self._given(need, last))
                if last.comment is not None and last.words[0].text != "->":
                    notes.append(last._replace(words=[], seat=None))
            except Impossible as e:
                if last is not None:
                    e.line, e.source = last.number, last.source
                    e.column = e.column or blamed(e.message, last.words)
                raise
        if chance.left and last is not None:
            self._too_much(chance.left[0], last)
        if inline is not None:
            raise Malformed("this move draws and rolls nothing", column=inline.words[0].column)
        for note in notes:
            self.table.note(unescape(note.comment or ""), seat=note.seat, at=note.time)

    def _too_much(self, left: Given, move: Move, need: NeedsOutcome | None = None) -> None:
        """Refuse what the last chance line holds beyond what was asked for."""
        n = len(left.values)
        if need is not None and (left.slot, left.seat) == (need.slot, need.seat):
            raise Malformed(
                f"{need.slot}: {need.count} more needed, {n} given",
                line=move.number,
                column=move.words[-1].column,
                source=move.source,
                rule=need.rule,
            )
        word = move.words[-n]
        who = f"{self.names[left.seat - 1]} " if left.seat else ""
        raise Illegal(
            f"{word.text} is too much here: `{who}{left.slot}` is complete without it",
            line=move.number,
            column=word.column,
            source=move.source,
        )

    def _chance_line(self, need: NeedsOutcome, what: str, notes: list[Move]) -> Move:
        while (move := self._move()) is not None and not move.words:
            notes.append(move)
        who = f"{self.names[need.seat - 1]} " if need.seat else ""
        options = ", ".join(
            self.names[int(o) - 1] if need.slot in self._game.seat_slots else o
            for o, n in need.options.items()
            if n
        )
        wanted = f"after {what} comes a line `{who}{need.slot} …` with {need.count} more"
        if move is None:
            raise Malformed(
                f"the session ends, but {wanted}",
                line=len(self.source),
                rule=need.rule,
                hint=f"possible: {options}",
            )
        word = move.words[0]
        if word.text.lower() != need.slot or move.seat not in (None, need.seat):
            known = move.seat is not None or word.text.lower() in self._starts()
            raise Malformed(
                wanted if known else f"{word.text!r} is neither a player nor a draw; {wanted}",
                line=move.number,
                column=word.column,
                source=move.source,
                rule=need.rule,
                hint=f"possible: {options}",
            )
        if len(move.words) == 1:
            raise Malformed(
                f"{need.count} more needed: {wanted}",
                line=move.number,
                column=word.column,
                source=move.source,
                rule=need.rule,
                hint=f"possible: {options}",
            )
        return move

    def _given(self, need: NeedsOutcome, move: Move) -> Given:
        values: list[str | None] = []
        low = {o.lower(): o for o in need.options}
        for w in move.words[1:]:
            text = w.text.strip(",")
            if text == "?":
                values.append(None)
            elif need.slot in self._game.seat_slots:
                values.append(self._seat(Word(text, w.column), move))
            else:
                values.append(low.get(text.lower(), text))
        if len(values) < need.count:
            raise Malformed(
                f"{need.slot}: {need.count} needed, {len(values)} given",
                line=move.number,
                column=move.words[-1].column,
                source=move.source,
                rule=need.rule,
            )
        return Given(need.slot, need.seat, tuple(values))

    def _seat(self, word: Word, move: Move) -> str:
        """Read a player who was drawn by lot."""
        try:
            seat, _ = take_player([word], self.names)
            if seat is None:
                self._no_player(word)
        except LedgerError as e:
            e.line, e.source = move.number, move.source
            raise
        return str(seat)
