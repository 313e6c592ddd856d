"""Record what the program answers, compare two recordings, go on with what another commit made."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from scripts import ROOT

from .cases import GROUPS
from .compare import compare
from .inherit import inherit
from .inherit.steps import Failed
from .recording import chosen, cores, record, say
from .trees import KEPT, Tree, Unusable, checked_out, existing, found, working

DESCRIPTION = """\
Record what the program answers, as a user sees it, and compare two recordings.

It knows the program only by its command, over HTTP and by the files it writes, so that commits can
be compared whose modules have other names. The clock stands still and the dice are fixed.

  scripts/lab black-box record                        the working tree
  scripts/lab black-box record 690accb                a commit, in an environment of its own
  scripts/lab black-box compare .black-box/recordings/690accb .black-box/recordings/working
  scripts/lab black-box record --only 'service*'      some groups anew (--list names them all)
  scripts/lab black-box inherit 690accb               open with this tree what that one made
"""


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        prog="scripts/lab black-box",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    r = commands.add_parser("record", help="run all cases, and keep the answers")
    r.add_argument("commit", nargs="?", help="which commit; without it, the working tree")
    r.add_argument("--tree", type=Path, help="a checkout whose .venv is made already")
    r.add_argument("--out", type=Path, help="folder for the answers")
    r.add_argument("--only", action="append", default=[], metavar="PATTERN", help="these groups")
    r.add_argument("--jobs", type=int, default=cores(), help="how many groups at a time")
    r.add_argument("--list", action="store_true", help="only name the groups")
    c = commands.add_parser(
        "compare", help="tell two recordings apart: exit 0 if equal, 1 if only prose differs, 2"
    )
    c.add_argument("a", type=Path)
    c.add_argument("b", type=Path)
    c.add_argument("--facts", action="store_true", help="show no differences of prose")
    c.add_argument("--all", action="store_true", help="show every difference of a case")
    i = commands.add_parser(
        "inherit",
        help="make a library, recordings and a service with one tree, go on with another: exit 1 "
        "if that does not work",
    )
    i.add_argument("old", help="a commit, or a folder with its .venv")
    i.add_argument("new", nargs="?", default=str(ROOT), help="the same; else the working tree")
    options = parser.parse_args()
    try:
        if options.command == "record":
            return _record(options)
        if options.command == "inherit":
            return inherit(found(options.old), found(options.new))
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that stops reading is no error
        return compare(options.a, options.b, facts_only=options.facts, every=options.all)
    except (Failed, Unusable) as e:
        print(f"black-box: {e}", file=sys.stderr)
        return 2


def _record(options: argparse.Namespace) -> int:
    groups = chosen(GROUPS, options.only)
    if options.list or not groups:
        print("\n".join(groups) or f"no group fits; there are: {', '.join(GROUPS)}")
        return 0 if groups else 2
    tree: Tree
    if options.tree is not None:
        tree = existing(options.tree)
    else:
        tree = checked_out(options.commit) if options.commit else working()
    out = options.out or KEPT / "recordings" / (options.commit or "working")
    say(f"{len(groups)} groups of cases, {options.jobs} at a time, with {_near(tree.path)}")
    return 1 if record(tree, groups, GROUPS, out, jobs=options.jobs) else 0


def _near(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


if __name__ == "__main__":
    sys.exit(main())
