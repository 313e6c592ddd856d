"""The types of a class's fields, with what is written beside them."""

from __future__ import annotations

import inspect
import sys
from types import SimpleNamespace
from typing import Any, get_type_hints


def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of a class's fields with their marks, those of its bases first.

    As `get_type_hints`, except that a function written inside an annotation finds the names of its
    module: `Annotated[str, one_of(lambda s, x: pairs(s))]`. Python looks for them in the class.
    """
    out: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        module = sys.modules.get(base.__module__)
        said = SimpleNamespace(__annotations__=inspect.get_annotations(base))
        names = vars(module) if module is not None else {}
        out |= get_type_hints(said, names, dict(vars(base)), include_extras=True)
    return out
