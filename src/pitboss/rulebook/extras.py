"""Parts outside the base installation, and the commands that install them."""

from __future__ import annotations

import shlex
import sys
from typing import NamedTuple


class Extra(NamedTuple):
    """A part that not everybody needs."""

    requirements: tuple[str, ...]
    """As `pyproject.toml` has them; the first is the part itself."""
    purpose: str


EXTRAS = {
    "gpu": Extra(("numba-cuda>=0.20", "numpy>=2,<2.5"), "simulating on a graphics card"),
    "cluster": Extra(("distributed>=2025.1",), "simulating on several machines"),
    "postgres": Extra(("asyncpg>=0.30",), "books in PostgreSQL"),
    "fast": Extra(("uvloop>=0.21",), "a server that takes less of the processor"),
    "gym": Extra(("gymnasium>=1.1",), "environments for learning programs"),
    "pettingzoo": Extra(
        ("pettingzoo>=1.25", "gymnasium>=1.1"), "several learning programs at one table"
    ),
    "data": Extra(("pyarrow>=20",), "Parquet files and tables of results"),
    "mcp": Extra(("mcp>=2.3",), "tools for agents"),
    "report": Extra(("typst>=0.15",), "PDF and PNG"),
}


def install_command(extra: str) -> str:
    """Return a command that installs *extra* for the running Python.

    It names the requirements themselves: `pitboss[report]` would be looked up in an index that does
    not have Pitboss, if the program runs from a checkout.

    >>> install_command("report").endswith(" -m pip install 'typst>=0.15'")
    True
    """
    program = (sys.executable or "python", "-m", "pip", "install")
    return shlex.join((*program, *EXTRAS[extra].requirements))
