"""Options that several commands share, and the function that turns an order into a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, field, fields, is_dataclass
from functools import partial, update_wrapper
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer
from typer import Argument, Option

from pitboss.late import load
from pitboss.questions.ask import Asked, Written, asked_fields, flat_fields

if TYPE_CHECKING:
    from pitboss.rulebook.problems import Problem

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
UNREAD = "unread"
Unread = tuple[Any, ...]
"""The type of that field of an order: the problems of what its questions could not read."""
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
        load(f"pitboss.cli.commands.{target}")(read_order(kind, values))

    run.__doc__ = kind.__doc__
    run.__dict__["__signature__"] = Signature([*order_parameters(kind)])
    return run


# -- orders made of questions ----------------------------------------------------------------------


def order_parameters(kind: type) -> Iterator[Parameter]:
    """Yield the parameters of an order: its own, and those of the questions it is made of."""
    types = get_type_hints(kind, include_extras=True)
    for part in fields(kind):
        if is_dataclass(types[part.name]):
            for asked, of_part in flat_fields(types[part.name]):
                yield _asked_parameter(asked, of_part=of_part)
        elif part.init and part.name != UNREAD:
            yield _parameter(part.name, types[part.name], part)


def _asked_parameter(asked: Asked, *, of_part: bool) -> Parameter:
    """Return the field of a question as Typer reads it."""
    ask = asked.ask
    option = Argument if ask.by_place else partial(Option, *ask.flags)
    kind: Any = str if ask.written else asked.plain
    default = "" if ask.may_be_empty else asked.default
    if asked.repeated:
        kind = list[str]
    if default == ():
        default = None
    is_required = default is MISSING and not of_part
    if not is_required and (default is None or default is MISSING):
        kind = kind | None
        default = None
    return Parameter(
        asked.option_name,
        Parameter.KEYWORD_ONLY,
        default=Parameter.empty if is_required else default,
        annotation=Annotated[kind, option(help=ask.words, metavar=ask.metavar)],
    )


def read_order(kind: type[Filled], values: Mapping[str, object]) -> Filled:
    """Return an order with its questions, of the values of the command line.

    A number that cannot be read is left out, and its problem kept with the order: a command names
    all problems at once.
    """
    types = get_type_hints(kind, include_extras=True)
    unread: list[Problem] = []
    given: dict[str, Any] = {}
    for part in fields(kind):  # type: ignore[arg-type]
        if is_dataclass(types[part.name]):
            given[part.name] = _read_question(types[part.name], values, unread)
        elif part.name != UNREAD:
            given[part.name] = values[part.name]
    if any(part.name == UNREAD for part in fields(kind)):  # type: ignore[arg-type]
        given[UNREAD] = tuple(unread)
    return kind(**given)


def _read_question(kind: Any, values: Mapping[str, Any], unread: list[Problem]) -> Any:  # noqa: ANN401 - any question
    given: dict[str, Any] = {}
    for asked in asked_fields(kind):
        if asked.ask.part is not None:
            given[asked.name] = _read_part(asked, values, unread)
        elif not asked.ask.python_only:
            value = values[asked.option_name]
            if asked.repeated and not asked.ask.written:
                value = tuple(value or ())
            given[asked.name] = _read_number(asked, value, unread)
    return kind(**given)


def _read_part(asked: Asked, values: Mapping[str, Any], unread: list[Problem]) -> Any:  # noqa: ANN401 - any question
    """Return a part of a question; None where it is not given, and problems if half of it is."""
    from pitboss.cli.problems import conflict

    kind = asked.ask.part
    ask = asked.ask
    assert kind is not None
    if any(values[name] is not None for name in ask.part_of):
        return _read_question(kind, values, unread)
    for inner, _ in flat_fields(kind):
        if values[inner.option_name] not in (None, [], inner.default):
            unread.append(conflict(inner.name.replace("_", "-"), ask.part_missing))
    return None


def _read_number(asked: Asked, text: Any, unread: list[Problem]) -> Any:  # noqa: ANN401 - a value
    """Return the value of a number that people write in several ways."""
    written = asked.ask.written
    if text is None:
        return None if asked.default is MISSING else asked.default
    if written is None:
        return text
    from pitboss.cli.numbers import read_count, read_dollars, read_part

    if written is Written.COUNT:
        before = len(unread)
        count = read_count(asked.name, text, unread)
        is_unread = len(unread) > before
        return None if is_unread and asked.optional else count
    if written is Written.PART:
        return read_part(asked.name, text, unread)
    if written is Written.DOLLARS:
        return read_dollars(asked.name, text, unread)
    parts = (read_part(asked.name, part.strip(), unread) for part in text.split(","))
    return tuple(part for part in parts if part is not None)


class _Forward:
    """A command that passes its options to a function, which is imported when it runs."""

    def __init__(self, command: Callable[..., None], target: str) -> None:
        self.command = command
        self.target = target
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
