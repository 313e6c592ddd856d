"""What PostgreSQL costs, in one run: durable groups a second, processor a command.

Groups: every writer has a game of its own and appends one group after the other, to a folder and to
PostgreSQL turn about. That is a server of our own on the same disk, with its own settings as
they come, and flushes like the folder: with the most writers it must have half the rate.
Processor: a command may cost 1.3 times as much with four processes as with one, with the same load
in all and with the same load for each process.
Costs: what the database itself pays for an append and for a hint, in milliseconds of processor.
Exit code 1: something doesn't hold. Let nothing else run meanwhile.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from scripts.console import arguments, say, show


def main() -> int:
    """Read the arguments, and measure."""
    parser = arguments("lab stores", __doc__)
    parser.add_argument("--writers", type=int, nargs="+", default=[1, 8, 96])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each measurement")
    parser.add_argument("--repeats", type=int, default=3, help="turns; the best of each counts")
    parser.add_argument("--only", choices=["groups", "processor", "costs"], nargs="+")
    args = parser.parse_args()

    from .costs import costs
    from .measure import durable_groups
    from .services import processor

    def paid() -> bool:
        show(costs())
        return True

    parts: dict[str, Callable[[], bool]] = {
        "groups": lambda: durable_groups(args.writers, args.seconds, args.repeats),
        "processor": lambda: processor(say),
        "costs": paid,
    }
    held = [part() for name, part in parts.items() if name in (args.only or parts)]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
