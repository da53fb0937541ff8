"""List constructors that are given five or more bare arguments, or name them: `Row(name=...)`.

Nobody knows the fifth argument of a class by heart, and two of the same type change places
unseen. `--fix` writes the name of each before it; run `ruff format` after it. What is called is
looked up in the running program, so inherited fields and renamed imports are known. These stay:

- Classes that take any number of values, and calls with a star: there is no name to write.
- Kernels, in `simulator`, `gym` and functions for the compiler: compiled code packs tuples there.

Usage: python -m tools.name_arguments [--fix] [PATH ...]   (src by default)
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import io
import sys
import tokenize
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src"
FEWEST: Final = 5
APART: Final = ("simulator", "gym")
_COMPILERS: Final = {"jit", "njit", "kernel", "jit_cached", "compiled", "cuda_jit"}
_Place = tuple[int, int]


class Bare(NamedTuple):
    """A call that names too little."""

    line: int
    name: str
    inserts: tuple[tuple[_Place, str], ...]
    """Where which name goes: line and column in characters."""


def find_bare(text: str, names: dict[str, object]) -> Iterator[Bare]:
    """Yield the calls of a module that construct with too many bare arguments.

    *names* are what the module's names stand for.
    """
    tree = ast.parse(text)
    lines = text.splitlines()
    tokens = [*tokenize.generate_tokens(io.StringIO(text).readline)]
    for node in _outside_kernels(tree):
        if not isinstance(node, ast.Call) or len(node.args) < FEWEST:
            continue
        fields = _fields(_look_up(node.func, names))
        if len(fields) < len(node.args) or any(isinstance(it, ast.Starred) for it in node.args):
            continue
        places = [_end(node.func, lines), *(_end(it, lines) for it in node.args)]
        inserts = tuple(
            (_next_argument(tokens, before, _start(it, lines)), name)
            for it, name, before in zip(node.args, fields, places, strict=False)
        )
        yield Bare(node.lineno, ast.unparse(node.func), inserts)


def _outside_kernels(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, without functions that are compiled."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef) and any(
            _COMPILERS & {it.id for it in ast.walk(decorator) if isinstance(it, ast.Name)}
            for decorator in child.decorator_list
        ):
            continue
        yield child
        yield from _outside_kernels(child)


def _look_up(called: ast.expr, names: dict[str, object]) -> object:
    if isinstance(called, ast.Name):
        return names.get(called.id)
    if isinstance(called, ast.Attribute):
        return getattr(_look_up(called.value, names), called.attr, None)
    return None


def _fields(called: object) -> list[str]:
    """Return what a class of ours takes by name, in its order; empty if there are no names."""
    if not isinstance(called, type) or not called.__module__.startswith(("pitboss", "example")):
        return []
    taken = inspect.signature(called).parameters.values()
    if any(it.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD for it in taken):
        return []
    return [it.name for it in taken]


def _next_argument(tokens: list[tokenize.TokenInfo], before: _Place, start: _Place) -> _Place:
    """Return where the argument begins whose expression starts at *start*: before its brackets."""
    between = [it for it in tokens if before <= it.start <= start]
    marks = [it for it, after in pairwise(between) if it.string == "," and after.start <= start]
    opened = marks[-1] if marks else next(it for it in between if it.string == "(")
    skipped = (tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT)
    return next(it.start for it in between if it.start >= opened.end and it.type not in skipped)


def _start(node: ast.expr, lines: list[str]) -> _Place:
    return _place(node.lineno, node.col_offset, lines)


def _end(node: ast.expr, lines: list[str]) -> _Place:
    return _place(node.end_lineno or 0, node.end_col_offset or 0, lines)


def _place(line: int, offset: int, lines: list[str]) -> _Place:
    """Return a place by characters: the tree counts bytes."""
    return line, len(lines[line - 1].encode()[:offset].decode())


def name_arguments(text: str, names: dict[str, object]) -> str:
    """Return a module whose large constructors name what they are given."""
    lines = text.splitlines(keepends=True)
    inserts = [it for bare in find_bare(text, names) for it in bare.inserts]
    for (line, column), name in sorted(inserts, reverse=True):
        before = lines[line - 1]
        lines[line - 1] = f"{before[:column]}{name}={before[column:]}"
    return "".join(lines)


def files(paths: list[Path]) -> Iterator[tuple[Path, dict[str, object]]]:
    """Yield modules below paths, with what their names stand for."""
    for path in sorted(
        it for top in paths for it in ([top] if top.is_file() else top.rglob("*.py"))
    ):
        parts = path.resolve().relative_to(SOURCE).with_suffix("").parts
        if parts[1] in APART or parts[-1] == "__main__":
            continue
        yield path, vars(importlib.import_module(".".join(parts).removesuffix(".__init__")))


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fix", action="store_true", help="write the names")
    parser.add_argument("paths", nargs="*", type=Path, default=[SOURCE])
    wanted = parser.parse_args()
    found = 0
    for path, names in files(wanted.paths):
        text = path.read_text(encoding="utf-8")
        for bare in find_bare(text, names):
            found += 1
            print(f"{path}:{bare.line}: {bare.name} takes {len(bare.inserts)} bare arguments")
        if wanted.fix:
            path.write_text(name_arguments(text, names), encoding="utf-8")
    return bool(found) and not wanted.fix


if __name__ == "__main__":
    sys.exit(main())
