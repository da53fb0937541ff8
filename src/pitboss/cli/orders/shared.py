"""Options that several commands share, and the function that turns an order into a command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, field, fields
from functools import partial, update_wrapper
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

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
OPTION = "option"
"""The key in the metadata of a field: makes the option or argument, for a chosen command alone."""


def fill_in(kind: type[Filled], order: Any, **others: Any) -> Filled:  # noqa: ANN401 - an order
    """Return a *kind* with the fields of an order that have the same names, and *others*."""
    names = {field.name for field in fields(kind) if field.init}  # type: ignore[arg-type]
    same = names & {field.name for field in fields(order)} - others.keys()
    return kind(**{name: getattr(order, name) for name in same}, **others)


def by_name(words: str, *flags: str, default: object = None, metavar: str | None = None) -> Any:  # noqa: ANN401 - the field has the type
    """Return the field or parameter of an option, with its help in *words*."""
    made = partial(Option, *flags, help=words, metavar=metavar)
    return field(default=default, metadata={OPTION: made})


def by_place(words: str, *, default: object = None, metavar: str | None = None) -> Any:  # noqa: ANN401 - likewise
    """Return the field or parameter of an argument, with its help in *words*."""
    made = partial(Argument, help=words, metavar=metavar)
    return field(default=default, metadata={OPTION: made})


def _parameter(name: str, kind: Any, default: Any) -> Parameter:  # noqa: ANN401 - any type
    """Return a parameter as Typer reads it; *default* may be a field."""
    if isinstance(default, Field):
        option = default.metadata.get(OPTION)
        kind = kind if option is None else Annotated[kind, option()]
        default = Parameter.empty if default.default is MISSING else default.default
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def make_command(order: str, target: str) -> Callable[..., None]:
    """Return the command that fills an order in and passes it to *target*.

    Both are written `module:name`. The target is imported when the command runs, which keeps
    `--help` quick.
    """
    kind = load(f"pitboss.cli.orders.{order}")

    def run(**values: object) -> None:
        load(f"pitboss.cli.commands.{target}")(kind(**values))

    run.__doc__ = kind.__doc__
    types = get_type_hints(kind, include_extras=True)
    parts = [_parameter(part.name, types[part.name], part) for part in fields(kind)]
    run.__dict__["__signature__"] = Signature(parts)
    return run


class _Forward:
    """A command that passes its options to a function, which is imported when it runs."""

    def __init__(self, command: Callable[..., None], target: str) -> None:
        self.command, self.target = command, target
        update_wrapper(self, command)

    def __call__(self, **values: object) -> None:
        load(self.target)(**values)

    @property
    def __signature__(self) -> Signature:
        parts = signature(self.command, eval_str=True).parameters.values()
        return Signature([_parameter(part.name, part.annotation, part.default) for part in parts])


def add_command(
    app: typer.Typer, target: str, name: str | None = None
) -> Callable[[Command], object]:
    """Return a decorator: the function has the options and the help, *target* does the work."""
    return lambda command: app.command(name)(_Forward(command, target))
