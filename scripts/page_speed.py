"""Measure the game page in a real browser, against a real service.

    scripts/page-speed
    scripts/page-speed --game osaka --events 5000

- Dragging: the time that scripts take for each frame that shows another position, and how many
  frames a second there are, beside those of an idle page.
- The first board: from asking for the page to the first piece on it, with a link in a browser that
  has never seen the server, and when it is loaded again; beside the head of the server's first
  page, on which there is nothing else yet, and beside an answer without any page, both in such a
  browser, too.
- Long logs: the first board of a log with 100,000 lines beside one with 300, when it is loaded
  again; and with a link, as the first who asks a service for it, in three cases: another service
  has shown it before; nobody ever saw it, but the service has told its end ahead, which it does by
  itself a second after it starts; nobody ever saw it and the service hasn't come to it yet, so that
  all of it is read while somebody waits. The last one has no bar.

Exit code 1 if a bar is missed: 8 ms of script a step at the 95th percentile, three times an empty
page, one and a half times the short log.
"""

from __future__ import annotations

import sys

from scripts.console import arguments


def main() -> int:
    """Read the arguments, measure, and say whether every bar was kept."""
    parser = arguments("page-speed", __doc__)
    parser.add_argument("--game", default="century")
    parser.add_argument("--events", type=int, default=5000, help="events to drag through")
    parser.add_argument("--long", type=int, default=100_000, help="lines of the long log")
    parser.add_argument("--repeats", type=int, default=9)
    asked = parser.parse_args()
    from scripts.page_measures.browser import measure

    return 0 if measure(asked.game, asked.events, asked.long, asked.repeats) else 1


if __name__ == "__main__":
    sys.exit(main())
