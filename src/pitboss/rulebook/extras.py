"""What is not part of the base installation, and the command that installs it."""

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
    """Return a command that installs what *extra* needs for the Python that runs now.

    It names the requirement itself: `pitboss[report]` would be looked up in an index that does not
    know Pitboss, where the program runs from a checkout.

    >>> install_command("report").endswith(" -m pip install 'typst>=0.15'")
    True
    """
    return shlex.join((sys.executable or "python", "-m", "pip", "install", EXTRAS[extra]))
