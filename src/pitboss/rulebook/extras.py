"""Parts outside the base installation, and the commands that install them."""

from __future__ import annotations

import shlex
import sys
from typing import NamedTuple


class Extra(NamedTuple):
    """A part that not everybody needs."""

    requirement: str
    """As `pyproject.toml` has it."""
    purpose: str


EXTRAS = {
    "gpu": Extra("numba-cuda>=0.20", "simulating on a graphics card"),
    "cluster": Extra("distributed>=2025.1", "simulating on several machines"),
    "postgres": Extra("asyncpg>=0.30", "books in PostgreSQL"),
    "fast": Extra("uvloop>=0.21", "a server that takes less of the processor"),
    "gym": Extra("gymnasium>=1.1", "environments for learning programs"),
    "data": Extra("pyarrow>=20", "Parquet files and tables of results"),
    "report": Extra("typst>=0.15", "PDF and PNG"),
}


def install_command(extra: str) -> str:
    """Return a command that installs *extra* for the running Python.

    It names the requirement itself: `pitboss[report]` would be looked up in an index that does not
    have Pitboss, if the program runs from a checkout.

    >>> install_command("report").endswith(" -m pip install 'typst>=0.15'")
    True
    """
    requirement = EXTRAS[extra].requirement
    return shlex.join((sys.executable or "python", "-m", "pip", "install", requirement))
