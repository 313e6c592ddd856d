"""The prompt of `ledger query`: history, completion, one query after another."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.cli.language import t
from ledger.cli.output.query_output import OutputStyle, print_answer
from ledger.kernel.words.sentences import N_

if TYPE_CHECKING:
    from ledger.cli.sources.indexes import IndexOpener

HELP = N_("""A query ends with ; and can span several lines. Tab completes names.
  .tables         list the tables and views
  .columns NAME   list the columns of one
  .help  .quit    show this help; leave (also Ctrl-D)""")
_WORDS = (
    *("select", "from", "where", "group by", "order by", "having", "limit", "join", "using"),
    *("count(*)", "sum(", "avg(", "min(", "max(", "filter (", "distinct", "desc", "with"),
)


def history_file() -> Path:
    """Return the file that keeps the history of earlier sessions."""
    base = os.environ.get("XDG_STATE_HOME")
    home = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "state"
    return home / "tabletop-ledger" / "query_history"


def prompt(opened: IndexOpener, style: OutputStyle, timeout: float) -> None:
    """Read queries and answer them until the input ends."""
    with opened(None) as questions:
        names = questions.columns()
    _complete(names)
    path = history_file()
    with _history(path):
        sys.stdout.write(t("Type a query in SQL and end it with ; (.help for help)") + "\n")
        lines: list[str] = []
        while True:
            try:
                line = input("   ...> " if lines else "ledger> ")
            except EOFError:
                sys.stdout.write("\n")
                return
            except KeyboardInterrupt:
                sys.stdout.write("\n")
                lines = []
                continue
            if not lines and line.strip().startswith("."):
                if _command(line.split(), names):
                    return
                continue
            lines.append(line)
            if line.rstrip().endswith(";"):
                _one(opened, "\n".join(lines), style, timeout)
                lines = []


def _one(opened: IndexOpener, sql: str, style: OutputStyle, timeout: float) -> None:
    from ledger.cli.output.console import report
    from ledger.kernel.errors import LedgerError

    try:
        # open only during a query, so that the index can be brought up to date in between
        with opened(None) as questions:
            print_answer(questions, sql, {}, style, timeout)
    except (LedgerError, OSError) as e:
        report(e)
    except KeyboardInterrupt:
        sys.stdout.write(f"\n{t('stopped')}\n")


def _command(words: list[str], names: dict[str, list[str]]) -> bool:
    """Run one of the prompt's commands; return whether to leave."""
    if words[0] in (".quit", ".exit", ".q"):
        return True
    if words[0] == ".tables":
        sys.stdout.write("\n".join(names) + "\n")
    elif words[0] == ".columns" and len(words) == 2:
        sys.stdout.write(", ".join(names.get(words[1], [t("no such table")])) + "\n")
    else:
        sys.stdout.write(t(HELP) + "\n")
    return False


def _complete(names: dict[str, list[str]]) -> None:
    with suppress(ImportError):
        import readline

        columns = {c for found in names.values() for c in found}
        words = sorted({*names, *columns, *_WORDS})

        def complete(text: str, n: int) -> str | None:
            hits = [w for w in words if w.startswith(text.lower())]
            return hits[n] if n < len(hits) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" \t\n,()=<>.;'\"")
        readline.parse_and_bind("tab: complete")


class _history:  # used like a function
    """Keeps the history of the prompt between sessions."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        with suppress(ImportError, OSError):
            import readline

            readline.read_history_file(self._path)

    def __exit__(self, *_: object) -> None:
        with suppress(ImportError, OSError):
            import readline

            self._path.parent.mkdir(parents=True, exist_ok=True)
            readline.set_history_length(1000)
            readline.write_history_file(self._path)
