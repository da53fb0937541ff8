"""A sign on the terminal while something takes long."""

from __future__ import annotations

from contextlib import AbstractContextManager

from rich.console import Console


def waiting(what: str) -> AbstractContextManager[object]:
    """Show on a terminal that work is in progress; a first start compiles the kernels."""
    return Console(stderr=True).status(f"{what} ...")
