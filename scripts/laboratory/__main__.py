"""The door of the laboratory: list what there is, or run one of it."""

from __future__ import annotations

import ast
import importlib
import sys
from pathlib import Path

HOME = Path(__file__).parent


def entries() -> dict[str, Path]:
    """Return the file of each entry by its name; a package is run by its `__main__`."""
    files = [*HOME.glob("[!_]*.py"), *HOME.glob("*/__main__.py")]
    stems = [file.parent.name if file.stem == "__main__" else file.stem for file in files]
    return dict(sorted((s.replace("_", "-"), f) for s, f in zip(stems, files, strict=True)))


def listed() -> str:
    """Return a line about each entry."""
    lines = ["usage: scripts/lab NAME …        (scripts/lab NAME --help says more)", ""]
    for name, file in entries().items():
        about = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
        lines.append(f"  {name:<18}{about.splitlines()[0]}")
    return "\n".join(lines)


def main() -> None:
    """Run what the first word names, or list everything."""
    name = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if name in ("-h", "--help"):
        print(listed())
    elif name in entries():
        del sys.argv[1]
        module = entries()[name].relative_to(HOME).with_suffix("")
        sys.exit(importlib.import_module(".".join((str(__package__), *module.parts))).main())
    else:
        sys.exit(f"lab: there is no {name!r} here\n\n{listed()}")


if __name__ == "__main__":
    main()
