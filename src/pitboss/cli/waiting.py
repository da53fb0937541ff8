"""A sign on the terminal during slow work."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitboss.compiled.progress import report_compiling


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """Show the current work on a terminal and, once on a machine, that it compiles first.

    The yielded function replaces the text.
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
