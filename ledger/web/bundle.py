"""Bundling our modules, so that a page loads one script instead of thirty.

Each module becomes a function, which keeps their names apart. This only works for modules written
in our plain way: `import { a, b as c } from "./x.js";` at the top, and `export` before a function,
a class or a constant.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([a-z_]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) ([A-Za-z_$][\w$]*))", re.MULTILINE
)
_OTHER = re.compile(r"^\s*(?:import|export)\b.*|\bimport(?:\(|\.meta)", re.MULTILINE)


def bundle(entry: str, source: Callable[[str], str]) -> str:
    """Return a module and everything it imports as one script; `source` returns a module's text."""
    names = (*imported(entry, source), entry)
    return "const modules = {};\n" + "".join(_wrapped(name, source(name)) for name in names)


def imported(entry: str, source: Callable[[str], str]) -> list[str]:
    """Return the names of all modules that a module imports, each after those it needs itself."""
    out: list[str] = []

    def add(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            raise ValueError(f"modules import each other: {' → '.join((*way, name))}")
        if name not in out:
            for _, needed in _IMPORT.findall(source(name)):
                add(needed, (*way, name))
            out.append(name)

    add(entry, ())
    return out[:-1]


def _wrapped(name: str, text: str) -> str:
    body = _EXPORT.sub("", _IMPORT.sub(_taken, text))
    if other := _OTHER.search(body):
        raise ValueError(f"{name}: this can't be bundled: {other[0].strip()}")
    given = ", ".join(_EXPORT.findall(text))
    return f'modules["{name}"] = await (async () => {{\n{body}return {{ {given} }};\n}})();\n'


def _taken(found: re.Match[str]) -> str:
    names = (part.strip().replace(" as ", ": ") for part in found[1].split(","))
    return f'const {{ {", ".join(filter(None, names))} }} = modules["{found[2]}"];\n'
