"""How the field of a question is asked for, at every door of the program.

A question is a frozen dataclass whose fields say how they are asked for:
`Annotated[int, Ask(...)]`. Each becomes an option of the command line, a keyword in Python and a
member of an HTTP body. The first type of a union is the one that a command line and a body take:
`str | Path` is a text there, `Path | str` a file.

Nothing heavy is imported here: `--help` reads questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from enum import Enum
from functools import cache, wraps
from inspect import Parameter, Signature, cleandoc, signature
from keyword import iskeyword
from textwrap import fill
from types import NoneType, UnionType
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as type_hints

from pitboss.rulebook.phrases import nearest

Keywords = ParamSpec("Keywords")
Asker = TypeVar("Asker")
Question = TypeVar("Question")
Answer = TypeVar("Answer")

_WIDTH = 90
"""Columns of the lines of a docstring."""


class Written(Enum):
    """A number that people write in more ways than one, so a command line takes it as text."""

    COUNT = "a whole number: 1000000, 1e6"
    PART = "a part of one: 0.75, 75%"
    PARTS = "parts of one: 75%, or 75%,83%"
    DOLLARS = "dollars: 5, $5, 5.50"


@dataclass(frozen=True, slots=True)
class Ask:
    """How a field is asked for. The words are a sentence; they stand in every help and form."""

    words: str
    flags: tuple[str, ...] = ()
    """The options of the command line, where it is not the field's own name: `-o`, `--from`."""
    metavar: str | None = None
    """The name of the value in `--help`."""
    written: Written | None = None
    least: int | float | None = None
    most: int | float | None = None
    """The bounds of a number, both allowed."""
    choices: tuple[str, ...] = ()
    may_be_empty: bool = False
    """A command line may leave this text out: the answer says better what is missing."""
    by_place: bool = False
    """An argument of the command line, without the name of an option."""
    here: bool = False
    """It is about this machine (its files, its processors): nobody asks for it over HTTP."""
    python: str = ""
    """What Python may give besides, in a sentence."""
    python_only: bool = False
    """No other door can give it: a function, an object."""
    part: type | None = None
    """The dataclass whose fields a command line asks for instead, where it is given at all."""
    part_of: tuple[str, ...] = ()
    """With *part*: it is given where one of these fields is."""
    part_missing: str = ""
    """With *part*: the sentence about another of its fields without one of *part_of*."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A field of a question, ready for a door."""

    name: str
    type: Any
    """The whole type, as Python takes it."""
    plain: Any
    """The type that a command line or an HTTP body takes; None is not part of it."""
    optional: bool
    """Whether None is allowed."""
    default: Any
    """`MISSING` where it must be given."""
    ask: Ask
    by_keyword: bool

    @property
    def option_name(self) -> str:
        """The name of the field on a command line: that of its long option."""
        names = (flag[2:].replace("-", "_") for flag in self.ask.flags if flag.startswith("--"))
        return next((name for name in names if not iskeyword(name)), self.name)

    @property
    def repeated(self) -> bool:
        """Whether several values may be given."""
        return get_origin(self.plain) in {tuple, list}


@cache
def asked_fields(kind: type) -> tuple[Asked, ...]:
    """Return the fields of a question, in order."""
    types = type_hints(kind, include_extras=True)
    return tuple(_asked(field, types[field.name]) for field in fields(kind) if field.init)


def flat_fields(kind: type, *, of_part: bool = False) -> Iterator[tuple[Asked, bool]]:
    """Yield the fields that a command line asks for: those of parts stand in their place.

    With each comes whether it is of a part, which may be left out as a whole.
    """
    for field in asked_fields(kind):
        if field.ask.part is not None:
            yield from flat_fields(field.ask.part, of_part=True)
        elif not field.ask.python_only:
            yield field, of_part


def _asked(field: Field[Any], hint: Any) -> Asked:  # noqa: ANN401 - any type
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{field.name} does not say how it is asked for: annotate it with Ask")
    kind, *notes = get_args(hint)
    (ask,) = (note for note in notes if isinstance(note, Ask))
    members = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
    return Asked(
        name=field.name,
        type=kind,
        plain=next(member for member in members if member is not NoneType),
        optional=NoneType in members,
        default=field.default,
        ask=ask,
        by_keyword=bool(field.kw_only),
    )


# -- Python --------------------------------------------------------------------------------------


def answers(
    kind: Callable[Keywords, Question],
) -> Callable[
    [Callable[[Asker, Question], Answer]], Callable[Concatenate[Asker, Keywords], Answer]
]:
    """Return a decorator: a method that answers a question takes the question's fields.

    Type checkers see the keywords of the question; `help` shows them with their words.
    """
    question = _question_class(kind)

    def decorate(
        answer: Callable[[Asker, Question], Answer],
    ) -> Callable[Concatenate[Asker, Keywords], Answer]:
        @wraps(answer)
        def ask(asker: Asker, /, *values: Keywords.args, **named: Keywords.kwargs) -> Answer:
            check_keywords(answer.__name__, question, named)
            return answer(asker, kind(*values, **named))

        _describe(ask, answer, question)
        return ask

    return decorate


def answers_alone(
    kind: Callable[Keywords, Question],
) -> Callable[[Callable[[Question], Answer]], Callable[Keywords, Answer]]:
    """Return a decorator like `answers`, for a function that needs no table."""
    question = _question_class(kind)

    def decorate(answer: Callable[[Question], Answer]) -> Callable[Keywords, Answer]:
        @wraps(answer)
        def ask(*values: Keywords.args, **named: Keywords.kwargs) -> Answer:
            check_keywords(answer.__name__, question, named)
            return answer(kind(*values, **named))

        _describe(ask, answer, question)
        return ask

    return decorate


def _question_class(kind: Callable[..., Any]) -> type:
    """Return the question: to type checkers it is the function that makes one."""
    assert isinstance(kind, type)
    return kind


def check_keywords(function: str, question: type, named: Mapping[str, object]) -> None:
    """Raise `TypeError` for a keyword that the question does not have, and name the nearest.

    Python itself would name the class of the question, which the caller never wrote.
    """
    known = tuple(field.name for field in asked_fields(question))
    for name in named.keys() - set(known):
        near = nearest(name, known)
        hint = f"did you mean {near}?" if near else f"it has {', '.join(known)}"
        raise TypeError(f"{function}() has no argument {name!r}; {hint}")


def _describe(ask: Any, answer: Callable[..., Any], kind: type) -> None:  # noqa: ANN401 - a function
    """Give a function the signature and the docstring of a question."""
    *askers, _ = signature(answer).parameters.values()
    ask.__signature__ = Signature(
        [*askers, *question_parameters(kind)],
        return_annotation=signature(answer).return_annotation,
    )
    ask.__doc__ = with_arguments(answer.__doc__ or "", kind)


def question_parameters(kind: type) -> list[Parameter]:
    """Return the parameters of a function that takes the fields of a question."""
    return [
        Parameter(
            field.name,
            Parameter.KEYWORD_ONLY if field.by_keyword else Parameter.POSITIONAL_OR_KEYWORD,
            default=Parameter.empty if field.default is MISSING else field.default,
            annotation=field.type,
        )
        for field in asked_fields(kind)
    ]


def with_arguments(text: str, kind: type) -> str:
    """Return a docstring with the arguments of a question, before its examples."""
    text = cleandoc(text)
    before, mark, examples = text.partition(">>> ")
    lines = [before.rstrip(), "", "Args:"]
    for field in asked_fields(kind):
        words = f"{field.name}: {field.ask.words} {field.ask.python}".rstrip()
        lines.append(fill(words, _WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 8))
    return "\n".join([*lines, "", mark + examples]).rstrip() + "\n"
