"""Measure what pages cost the service: a long log beside a short one, a crowd beside one reader.

scripts/page-load
scripts/page-load --game century --lines 20000
"""

from __future__ import annotations

from scripts.console import arguments


def main() -> None:
    """Read the arguments and measure."""
    parser = arguments("page-load", __doc__)
    parser.add_argument("--game", default="osaka")
    parser.add_argument("--lines", type=int, default=100_000, help="of the long log")
    parser.add_argument("--spectators", type=int, default=500)
    asked = parser.parse_args()
    from scripts.page_measures.service import measure

    measure(asked.game, asked.lines, asked.spectators)


if __name__ == "__main__":
    main()
