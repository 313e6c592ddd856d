"""Send requests made from the service's own description: no answer may be another than it names.

The tests send a few of each kind. This sends as many as wanted and prints the statuses.

    scripts/fuzz-api                        200 right and 200 wrong requests per operation
    scripts/fuzz-api 1000 --seed 7          more of them, and others
    scripts/fuzz-api 50 --who seat nobody   only with the token of a seat, and with none
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts import ROOT
from scripts.console import arguments


def main() -> int:
    """Run the campaign; the exit code says whether an answer was not as described."""
    everybody = ("admin", "seat", "nobody")
    parser = arguments("fuzz-api", __doc__)
    parser.add_argument("examples", type=int, nargs="?", default=200, help="of each kind (200)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--who", nargs="+", choices=everybody, default=everybody)
    options = parser.parse_args()

    from schemathesis.core.failures import FailureGroup

    sys.path.insert(0, str(ROOT / "tests"))
    from common.plugin import offer_plugin
    from service.checked_service import CheckedService
    from service.fuzzing import Fuzz

    offer_plugin()

    start, bad, total = time.monotonic(), 0, Counter[int]()
    with TemporaryDirectory() as folder, CheckedService(Path(folder) / "library") as serving:
        fuzz = Fuzz(serving)
        for who in options.who:
            for operation in fuzz.operations():
                fuzz.counts.clear()
                try:
                    fuzz.run(operation, {who: options.examples}, options.seed)
                except (FailureGroup, AssertionError) as e:
                    bad += 1
                    print(e, *getattr(e, "exceptions", ()), sep="\n", file=sys.stderr)
                statuses = Counter({status: n for (_, _, status), n in fuzz.counts.items()})
                total += statuses
                told = "  ".join(f"{status}: {n}" for status, n in sorted(statuses.items()))
                print(f"{who:7} {operation.label:42} {told}", flush=True)
        serving.check_logs()
    told = "  ".join(f"{status}: {n:,}" for status, n in sorted(total.items()))
    print(f"{total.total():,} requests in {time.monotonic() - start:.0f} s: {told}")
    print(f"{bad} operations answered otherwise than described" if bad else "all as described")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
