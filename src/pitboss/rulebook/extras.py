"""Parts outside the base installation, and the commands that install them."""

from __future__ import annotations

import shlex
import sys

EXTRAS = {
    "cluster": "distributed>=2025.1",
    "data": "pyarrow>=20",
    "gym": "gymnasium>=1.1",
    "report": "typst>=0.15",
}
"""Extra -> its requirement, as `pyproject.toml` has it."""


def install_command(extra: str) -> str:
    """Return a command that installs *extra* for the running Python.

    It names the requirement itself: `pitboss[report]` would be looked up in an index that does not
    have Pitboss, if the program runs from a checkout.

    >>> install_command("report").endswith(" -m pip install 'typst>=0.15'")
    True
    """
    return shlex.join((sys.executable or "python", "-m", "pip", "install", EXTRAS[extra]))
