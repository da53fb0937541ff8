"""A sign on the terminal while something takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitboss.compiled.progress import report_compiling


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """Show on a terminal what is being done and, once on a machine, that it is compiled first.

    What it yields shows something else instead.
    """
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    from rich.console import Console

    doing = what
    with Console(stderr=True).status(f"{what} ...") as status:

        def say(text: str) -> None:
            nonlocal doing
            doing = text
            status.update(f"{text} ...")

        def tell(count: int) -> None:
            status.update(f"{doing}: compiling function {count}, once on this machine ...")

        with report_compiling(tell):
            yield say
