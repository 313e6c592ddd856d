"""Recording a game at the table: lines in, replies out. No terminal, no disk, no clock of its own.

A recorder holds a game and the open question: a move, a chance result, or yes or no. A terminal or
a page shows `prompt`, feeds in what was typed, shows the replies and saves what is new in `table`:

>>> from ledger import find_game, open_game
>>> from ledger.recorder import Board, Fault, Recorder, complete
>>> game = find_game("osaka")
>>> recorder = Recorder(game, open_game(game, ["Ana", "Bartek"]), now=lambda: None)
>>> replies = recorder.start()
>>> recorder.prompt
'market> '
>>> replies = recorder.feed("R2 R2 B3 Y5 G5")
>>> [choice.text for choice in complete(recorder, "Y")]
['Y2', 'Y3', 'Y5']

`replies` are `Say`, `Ask`, `Board`, `Rows` and `Fault`; after a `Fault`, nothing has changed. Once
`done` is true, the recorder takes no more lines; `close` leaves earlier. To continue a game that
was partly recorded before, pass its `Table` instead of what `open_game` returns.
"""

from __future__ import annotations

from .completion import Choice, complete
from .recorder import Recorder
from .replies import Ask, Board, Fault, Reply, Rows, Say

__all__ = ["Ask", "Board", "Choice", "Fault", "Recorder", "Reply", "Rows", "Say", "complete"]
