"""Options that several commands share, and the function that turns an order into a command."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from typer import Argument, Option

from pitboss.late import load

GameId = Annotated[str, Argument(help="The id of a game; 'pitboss games' lists them.")]
Options = Annotated[
    list[str] | None,
    Option(
        "-o",
        metavar="KEY=VALUE",
        help="Set a house option, a pay table or a limit: decks=6, table.match-up=2, min=$5. "
        "Repeat it for each.",
    ),
]
HouseFile = Annotated[Path | None, Option(help="Start from this house file (TOML).")]
Json = Annotated[bool, Option("--json", help="Print JSON for programs.")]
Plain = Annotated[
    bool, Option("--plain", help="Use plain lines instead of the screen, for scripts.")
]


Command = TypeVar("Command", bound=Callable[..., None])


def make_command(order: str, target: str) -> Callable[..., None]:
    """Return the command that fills an order in and passes it to *target*.

    Both are written `module:name`. The target is imported when the command runs, which keeps
    `--help` quick.
    """
    kind = load(f"pitboss.cli.orders.{order}")

    def run(**values: object) -> None:
        load(f"pitboss.cli.commands.{target}")(kind(**values))

    run.__doc__ = kind.__doc__
    run.__dict__["__signature__"] = inspect.signature(kind, eval_str=True)
    return run


def add_command(
    app: typer.Typer, target: str, name: str | None = None
) -> Callable[[Command], Command]:
    """Return a decorator: the function has the options and the help, *target* does the work.

    The target, `module:name`, is imported when the command runs.
    """

    def add(command: Command) -> Command:
        @wraps(command)
        def run(**values: object) -> None:
            load(target)(**values)

        app.command(name)(run)
        return command

    return add
