"""The program, the libraries that it needs or can use, and the files that come with it."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.resources import files
from importlib.util import find_spec

from pitboss.cli.doctor.findings import Finding, missing, right, wrong
from pitboss.rulebook.extras import EXTRAS, install_command
from pitboss.rulebook.reading.library import game_ids
from pitboss.version import __version__


def program() -> Iterator[Finding]:
    """Report the version of the program, of Python and of the system."""
    yield right("pitboss", f"{__version__}, in {files('pitboss')}")
    cores = f"{os.cpu_count() or 1} cores"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield right("python", f"{python} on {platform.system()} {platform.machine()}, {cores}")
    yield right("rule book", f"{len(game_ids())} games")


def libraries() -> Iterator[Finding]:
    """Check the libraries that the base needs."""
    versions = {name: _version(name) for name in map(_name, requires("pitboss") or ()) if name}
    for name, number in versions.items():
        if number is None:
            yield wrong(name, "not here, and needed: install Pitboss again")
    yield right("libraries", ", ".join(f"{name} {number}" for name, number in versions.items()))


def extras() -> Iterator[Finding]:
    """Report the installed extras, and for each missing one the command that installs it."""
    for name, extra in EXTRAS.items():
        if version := _version(_name(extra.requirement)):
            yield right(f"extra {name}", f"{extra.purpose}: {version}")
        else:
            yield missing(f"extra {name}", f"{extra.purpose}: {install_command(name)}")


def card() -> Iterator[Finding]:
    """Report the graphics card that plays rounds, if there is one."""
    if find_spec("numba_cuda") is None:
        yield missing("graphics card", "not looked for without the extra gpu; cores play the same")
        return
    from pitboss.simulate.backends.graphics_cards import device_names

    names = device_names()
    if names:
        yield right("graphics card", ", ".join(names))
    else:
        yield missing("graphics card", "none that CUDA can use; cores play the same rounds")


def pages() -> Iterator[Finding]:
    """Check that the package has the page and the manual that the server shows."""
    inside = files("pitboss.server")
    if (inside / "static" / "index.html").is_file():
        yield right("page", "the tables in the browser are part of this installation")
    else:
        yield wrong("page", "the built page is not in the package: install Pitboss again")


def _name(requirement: str) -> str:
    """Return the name in a requirement; "" if only an extra needs it.

    >>> _name("numba>=0.61"), _name("typst>=0.15; extra == 'report'")
    ('numba', '')
    """
    return "" if "extra ==" in requirement else re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
