"""Options that several commands share, and the function that turns an order into a command."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeVar

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
Filled = TypeVar("Filled")


def fill_in(kind: type[Filled], order: Any, **others: Any) -> Filled:  # noqa: ANN401 - an order
    """Return a *kind* with the fields of an order that have the same names, and *others*."""
    names = {field.name for field in fields(kind) if field.init}  # type: ignore[arg-type]
    same = names & {field.name for field in fields(order)} - others.keys()
    return kind(**{name: getattr(order, name) for name in same}, **others)


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
