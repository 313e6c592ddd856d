"""The catalogues of what all games share."""

from __future__ import annotations

import pytest

from ledger.kernel.game.home import files_of
from ledger.testing.lawbook.words import Texts, compiled, complete, same_gaps

KERNEL = Texts(files_of("ledger.kernel"), "kernel", ("text/sentences.py", "scene"))


@pytest.mark.parametrize("lang", ["it", "pl"])
@pytest.mark.parametrize("law", [complete, same_gaps, compiled])
def test_the_catalogues_of_the_kernel_are_whole(law, lang: str) -> None:
    law(KERNEL, lang)


def test_both_languages_are_there() -> None:
    assert KERNEL.languages == ("it", "pl")
