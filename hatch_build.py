"""The compiled build: `LEDGER_COMPILE=1 pip install .` also installs the C of the chain of digests.

It needs a C compiler, and the headers of Python and OpenSSL. Without that variable nothing is
compiled, and the wheel is the same for every machine.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WANTED = os.environ.get("LEDGER_COMPILE", "") not in ("", "0")
NEEDS = "a C compiler and the headers of Python and OpenSSL (Debian: build-essential, libssl-dev)"


class CompiledBuild(BuildHookInterface):
    """Adds what was compiled to a wheel, beside the package."""

    def dependencies(self) -> list[str]:
        """Return what it takes to compile."""
        return ["setuptools>=77"] if WANTED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say what belongs into the wheel."""
        if not WANTED or self.target_name != "wheel":
            return
        built = compile_chain(Path(self.root))
        build_data["pure_python"], build_data["infer_tag"] = False, True
        included = "force_include_editable" if version == "editable" else "force_include"
        build_data[included][str(built)] = built.name


def compile_chain(root: Path) -> Path:
    """Compile the chain of digests into the folder `build`."""
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    sys.path.insert(0, str(root))
    from ledger.kernel.log import chain

    chain_in_c = Extension(
        "ledger_chain",
        [str(Path(chain.__file__).with_suffix(".c"))],
        define_macros=[("SOURCES", f'"{chain.digest_of_sources()}"')],
        libraries=["libcrypto" if sys.platform == "win32" else "crypto"],
    )
    command = build_ext(Distribution({"name": "ledger-chain", "ext_modules": [chain_in_c]}))
    command.build_lib = command.build_temp = str(root / "build" / "compiled")
    command.force = True
    command.ensure_finalized()
    try:
        command.run()
    except Exception as e:  # whatever the compiler's own error is called
        raise SystemExit(f"chain.c could not be compiled: {e}\nIt takes {NEEDS}.") from e
    return Path(command.get_ext_fullpath("ledger_chain")).resolve()
