"""Take pictures of every page, in both colour schemes, as wide as a phone, a tablet and a desk.

    scripts/pictures --out pictures
    scripts/pictures --out pictures --only osaka
    scripts/pictures --docs

Each is called like `osaka-play-390-dark.png`. The games are those in `replays/`, so that a picture
only changes when what it shows does; the links of a host differ each time. `--only` takes those
whose names contain some text; `--docs` makes again what README and docs show.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scripts.console import arguments


def main() -> int:
    """Read the arguments, and take the pictures."""
    parser = arguments("pictures", __doc__)
    parser.add_argument("--out", type=Path, default=Path("pictures"), help="the folder for them")
    parser.add_argument("--only", default="", help="only views whose names contain this")
    parser.add_argument("--docs", action="store_true", help="make those in docs/pictures again")
    asked = parser.parse_args()
    from scripts.page_measures.pictures import take, take_for_docs

    if asked.docs:
        take_for_docs()
    else:
        take(asked.out, asked.only)
    return 0


if __name__ == "__main__":
    sys.exit(main())
