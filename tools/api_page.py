"""Write docs/reference/api.md: every public name with its signature and docstring."""

import ast
import inspect
import re
import sys
import textwrap
import typing
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from typing import NewType

import pitboss
from pitboss.questions.ask import Ask

_GROUPS: dict[str, Callable[[object], bool]] = {
    "Functions": inspect.isfunction,
    "Errors": lambda value: inspect.isclass(value) and issubclass(value, Exception),
    "Classes": lambda value: inspect.isclass(value) or isinstance(value, NewType),
}
_WIDTH = 90
_PARTS = {
    "pitboss.simulator.figures": ("Estimate",),
    "pitboss.engine.events": ("WagerSettled",),
    "pitboss.engine.actions": ("Question",),
    "pitboss.engine.view": ("TableView",),
    "pitboss.exact.solution": ("EdgePart",),
    "pitboss.exact.charts.model": ("Chart",),
    "pitboss.exact.odds.wager_odds": ("RowOdds",),
    "pitboss.exact.odds.progressive": ("ProgressiveOdds",),
    "pitboss.report.catalogue.search": ("FoundTable",),
    "pitboss.rulebook.model": ("Option", "PayRow", "PayTable", "Wager"),
    "pitboss.counts.system": ("CountSystem",),
    "pitboss.counts.index_play": ("IndexPlay",),
}
"""Module -> the classes that answers are made of. Nobody makes one by a name of its own."""
_INTRO = """\
# The library

`import pitboss` offers the names on this page and no others. Python imports them at their first
use, so the import itself takes a few milliseconds. Money is whole cents. Pays and edges are
exact fractions wherever they are known exactly. A wrong call raises one error with all its
problems, each with a code.

    import pitboss
    table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
    table.odds("match-up").edge
    table.solve().house_edge
    table.advise("6h 7h", up="2s")
    table.simulate(rounds=10_000_000, seed=1)
    table.deal(main_cents=1000, seed=7).act("stand").net

A prompt shows every value in short form, a notebook as a table. Tables also have their rows as
data: `pandas.DataFrame(table.odds("match-up").as_rows())`, or `.to_dataframe()` with pandas
installed.
"""


def api_page() -> str:
    """Return the page."""
    return "\n".join([_INTRO, *_contents(), *_sections()]).rstrip() + "\n"


def _grouped() -> Iterator[tuple[str, list[str]]]:
    left = [name for name in pitboss.__all__ if name != "__version__"]
    for group, belongs in _GROUPS.items():
        names = [name for name in left if belongs(getattr(pitboss, name))]
        left = [name for name in left if name not in names]
        yield group, names
    assert not left, left


def _contents() -> Iterator[str]:
    groups = dict(_grouped())
    for group in ("Functions", "Classes", "Errors"):
        links = ", ".join(f"[`{name}`](#{_anchor(name)})" for name in groups[group])
        yield f"{group}: {links}.\n"
    links = ", ".join(f"[`{name}`](#{_anchor(name)})" for name, _ in _parts())
    yield f"Parts of answers: {links}.\n"
    yield "`pitboss.__version__` is the version of the program.\n"


def _sections() -> Iterator[str]:
    groups = dict(_grouped())
    for group in ("Functions", "Classes", "Errors"):
        yield f"## {group}\n"
        for name in groups[group]:
            value = getattr(pitboss, name)
            yield f"### {'pitboss.' if name.islower() else 'class '}{name}\n"
            if inspect.isfunction(value):
                yield _code(f"pitboss.{name}{_signature(value)}")
            yield _text(value)
            if inspect.isclass(value):
                yield from _members(value)

    yield "## Parts of answers\n"
    yield "What the classes above hold. They are no names of `pitboss`: answers have them.\n"
    for name, value in _parts():
        yield f"### class {name}\n"
        yield _text(value)
        yield from _facts(value)
        tables = (name for name in ("as_rows", "to_dataframe", "as_json") if hasattr(value, name))
        if methods := ", ".join(f"`.{name}()`" for name in tables):
            yield f"As data: {methods}.\n"


def _parts() -> list[tuple[str, type]]:
    """Return the classes that answers are made of, by name."""
    homes = ((name, import_module(module)) for module, names in _PARTS.items() for name in names)
    return sorted((name, getattr(module, name)) for name, module in homes)


def _anchor(name: str) -> str:
    """Return the anchor of a name; `odds` and `Odds` have different ones."""
    return f"pitboss{name}" if name.islower() else f"class-{name.lower()}"


def _facts(cls: type) -> Iterator[str]:
    """Yield the fields and properties of a class, in the order of the source."""
    fields = dict(_field_docs(cls))
    for name, text in fields.items():
        yield f"- **`.{name}`**: {text}\n"
    for name, member in _defined(cls):
        function = getattr(member, "fget", None) or getattr(member, "func", None)
        if function is not None:
            yield f"- **`.{name}`**: {_summary(function)}\n"


def _members(cls: type) -> Iterator[str]:
    """Yield the fields, properties and methods of a class, in the order of the source."""
    yield from _facts(cls)
    for name, member in _defined(cls):
        if isinstance(member, classmethod):
            continue
        if inspect.isfunction(member):
            yield f"#### {cls.__name__}.{name}\n"
            yield _code(f".{name}{_signature(member, bound=True)}")
            yield _text(member)


def _defined(cls: type) -> Iterator[tuple[str, object]]:
    """Yield the public members of a class and of its own bases in this package."""
    shown = set()
    for base in cls.__mro__:
        if base.__module__.startswith("pitboss"):
            for name, member in vars(base).items():
                if not name.startswith("_") and name not in shown:
                    shown.add(name)
                    yield name, member


def _field_docs(cls: type) -> Iterator[tuple[str, str]]:
    """Yield the strings below the fields of a class; a field may have none."""
    for base in reversed(cls.__mro__):
        if not base.__module__.startswith("pitboss"):
            continue
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(tree, ast.ClassDef)
        for field, after in zip(tree.body, [*tree.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                text = ""
                if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                    text = inspect.cleandoc(str(after.value.value))
                if not field.target.id.startswith("_"):
                    kind = ast.unparse(field.annotation)
                    text = text or _asked_words(base, field.target.id)
                    yield field.target.id, text.replace("\n", " ") or f"`{kind}`"


def _asked_words(cls: type, name: str) -> str:
    """Return the words of a field of a question; empty if the class is none."""
    if not cls.__module__.startswith("pitboss.questions"):
        return ""
    hint = typing.get_type_hints(cls, include_extras=True)[name]
    (ask,) = (note for note in hint.__metadata__ if isinstance(note, Ask))
    return f"{ask.words} {ask.python}".strip()


def _signature(function: object, *, bound: bool = False) -> str:
    """Write a signature; a long one with a line for each parameter."""
    assert callable(function)
    signature = inspect.signature(function)
    parts: list[str] = []
    for parameter in list(signature.parameters.values())[bound:]:
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        stars = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        parts.append(f"{stars}{parameter.name}: {_type(parameter.annotation)}{default}")
    returns = _type(signature.return_annotation)
    short = f"({', '.join(parts)}) -> {returns}"
    if len(short) < _WIDTH:
        return short
    return "(\n" + "".join(f"    {part},\n" for part in parts) + f") -> {returns}"


def _type(annotation: object) -> str:
    """Write a type by its short name, without modules."""
    text = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", text)


def _code(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _new_type_doc(value: NewType) -> str:
    """Return the string below the definition of a `NewType`."""
    module = ast.parse(inspect.getsource(sys.modules[value.__module__]))
    for line, after in pairwise(module.body):
        if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == value.__name__:
            assert isinstance(after, ast.Expr)
            return inspect.cleandoc(ast.literal_eval(after.value))
    raise AssertionError(value)


def _summary(function: object) -> str:
    doc = inspect.getdoc(function) or ""
    return doc.partition("\n\n")[0].replace("\n", " ")


def _text(value: object) -> str:
    """Return a docstring as Markdown: arguments as a list, examples as code."""
    doc = _new_type_doc(value) if isinstance(value, NewType) else inspect.getdoc(value) or ""
    lines: list[str] = []
    in_code = in_arguments = False
    for line in doc.splitlines():
        if line == "Args:":
            in_arguments = True
            continue
        if in_arguments and line.strip() and not line.startswith(" "):
            in_arguments = False
        if line.startswith(">>> ") and not in_code:
            in_code = True
            lines.append("```python")
        elif in_code and not line.strip():
            in_code = False
            lines.append("```")
        if in_arguments:
            match = re.match(r"    (\w+): (.*)", line)
            lines.append(f"- `{match[1]}`: {match[2]}" if match else f"  {line.strip()}".rstrip())
        else:
            lines.append(line)
    if in_code:
        lines.append("```")
    return "\n".join(lines) + "\n"
