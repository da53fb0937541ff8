"""List assignments that set unrelated names from a tuple, or unpack them: one statement, one thing.

`a, b = x, y` saves a line and costs every reader. `--fix` writes `a = x` and `b = y` on lines of
their own; run `ruff format` after it. Only a tuple that is written out is unpacked, so
`low, high = bounds(hand)` and `for row, column in cells` stay. These stay too:

- A swap, and whatever else reads what an earlier part of it sets: `a, b = b, a + b`.
- What a statement of its own might see: where an earlier target is an item, an attribute or a
  name that functions inside read, and a later value may read it, `hands[0], hands[1] = hands[1], 0`
  or `self.at, left = end, self.rest()`.
- A pair that belongs together, by the names in `PAIRS`: a point, a size, a range.
- Statements that a generator wrote, or that share their line with another statement.

A comment at the end of the line goes above it; one for a program (`noqa`, `type:`) to every line.

Usage: python -m tools.unpack_assignments [--fix] [PATH ...]   (src, tests and tools by default)
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = ("src", "tests", "tools")
PAIRS: Final = {
    ("x", "y"): "a point",
    ("row", "column"): "a place in a table",
    ("rows", "columns"): "the size of a table",
    ("width", "height"): "a size",
    ("low", "high"): "a range",
    ("lowest", "highest"): "a range",
    ("start", "end"): "a range",
    ("start", "stop"): "a range",
    ("first", "last"): "a range",
    ("least", "most"): "a range",
}
"""Names that say one thing together, and what it is; a prefix before both changes nothing."""
_FOR_PROGRAMS: Final = re.compile(r"#\s*(?:noqa|type:|pragma|fmt:)")
_WRITTEN: Final = re.compile(r"\bWritten by `python -m tools\.")
"""In the docstring of a module that a generator writes: its generator is changed instead."""
_Scope = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_LATER: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp)
"""What runs later than where it stands."""
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_RUNS_CODE: Final = (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, ast.Subscript, ast.Attribute)
"""Expressions that may run code, or read an object, of which the statement says nothing."""
_PLAIN: Final = frozenset(
    {
        *("I32", "I64", "U8", "U16", "U32", "U64", "_U8"),
        *("abs", "bool", "ceil", "dict", "float", "floor", "int", "len", "list", "map", "max"),
        *("min", "monotonic", "range", "set", "sorted", "str", "sum", "tuple"),
    }
)
"""Functions that read their arguments and nothing else."""


class Packed(NamedTuple):
    """One assignment that can be unpacked."""

    node: ast.Assign
    targets: list[ast.expr]
    values: list[ast.expr]


def find_packed(text: str) -> list[Packed]:
    """Return the assignments of a module that can be unpacked, in their order."""
    tree = ast.parse(text)
    if _WRITTEN.search(ast.get_docstring(tree) or ""):
        return []
    lines = text.splitlines(keepends=True)
    return sorted(_in_scope(tree, lines), key=lambda it: it.node.lineno)


def _in_scope(scope: _Scope, lines: list[str]) -> Iterator[Packed]:
    """Yield those of a scope and of the scopes in it."""
    shared = _shared_names(scope)
    made = _made_object(scope)
    waiting: list[ast.AST] = [*ast.iter_child_nodes(scope)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _in_scope(node, lines)
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Assign) and (found := _unpackable(node, shared, made, lines)):
            yield found


def _made_object(scope: _Scope) -> str:
    """Return the name of the object that a function makes: nobody else has it yet."""
    if isinstance(scope, ast.FunctionDef) and scope.name == "__init__":
        return scope.args.args[0].arg
    return ""


def _shared_names(scope: _Scope) -> set[str]:
    """Return the names of a scope that code elsewhere may read before and after they are set.

    A name that is set once, and not in a loop, was not there before: who read it would have failed.
    """
    read: set[str] = set()
    bound: Counter[str] = Counter(it.arg for it in ast.walk(scope) if isinstance(it, ast.arg))
    for node in ast.walk(scope):
        if isinstance(node, ast.Global | ast.Nonlocal):
            read |= {*node.names}
            bound.update(node.names * 2)
        if isinstance(node, _LATER) and node is not scope:
            read |= {it.id for it in ast.walk(node) if isinstance(it, ast.Name)}
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] += 1
        if isinstance(node, _LOOPS):
            inner = (it for it in ast.walk(node) if isinstance(it, ast.Name))
            bound.update(it.id for it in inner if isinstance(it.ctx, ast.Store))
    return {name for name in read if bound[name] > 1}


def _unpackable(node: ast.Assign, shared: set[str], made: str, lines: list[str]) -> Packed | None:
    """Return an assignment if it is packed and taking it apart changes nothing."""
    if len(node.targets) != 1 or not isinstance(node.value, ast.Tuple):
        return None
    target = node.targets[0]
    if not isinstance(target, ast.Tuple | ast.List):
        return None
    targets = target.elts
    values = node.value.elts
    if len(targets) != len(values) or len(targets) < 2 or is_pair(targets):
        return None
    if any(isinstance(it, ast.Starred) for it in (*targets, *values)):
        return None
    for place, value in enumerate(values):
        # Targets are set from left to right, apart as together: only a value that used to be
        # worked out before an earlier target was set can come out otherwise.
        if any(_may_see(earlier, shared, made, value) for earlier in targets[:place]):
            return None
    return Packed(node, targets, values) if _is_alone(node, lines) else None


def _may_see(earlier: ast.expr, shared: set[str], made: str, value: ast.expr) -> bool:
    """Return whether a value may read what an earlier target sets.

    A plain local name is read by its name alone. An item may have another name too, but no
    arithmetic of plain names reads it. An attribute is read by an attribute of the same name, on
    whatever object. All may be read by code that is called, but for names that no function shares.
    """
    parts = [it for it in ast.walk(value) if isinstance(it, _RUNS_CODE) and not _is_plain(it)]
    names = {it.id for it in ast.walk(value) if isinstance(it, ast.Name)}
    calls = any(not isinstance(it, ast.Subscript | ast.Attribute) for it in parts)
    match earlier:
        case ast.Name(id=name):
            return name in names or (name in shared and calls)
        case ast.Attribute(value=ast.Name(id=name)) if name == made and made not in names:
            return False
        case ast.Attribute(attr=attribute):
            same = any(isinstance(it, ast.Attribute) and it.attr == attribute for it in parts)
            return calls or same
        case ast.Subscript():
            return calls or any(isinstance(it, ast.Subscript) for it in parts)
        case ast.Tuple(elts=inner) | ast.List(elts=inner):
            return any(_may_see(one, shared, made, value) for one in inner)
        case _:
            return True


def _is_plain(node: ast.AST) -> bool:
    """Return whether a call is of a plain function: `len(rows)`, `list[str]()`."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func.value if isinstance(node.func, ast.Subscript) else node.func
    return isinstance(function, ast.Name) and function.id in _PLAIN


def is_pair(targets: list[ast.expr]) -> bool:
    """Return whether two targets are a pair of `PAIRS`, as `x, y` and `self.top_x, self.top_y`."""
    names = tuple(_last_word(it) for it in targets)
    if len(names) != 2 or names in PAIRS:
        return names in PAIRS
    words = [name.rpartition("_") for name in names]
    return words[0][0] == words[1][0] and (words[0][2], words[1][2]) in PAIRS


def _last_word(target: ast.expr) -> str:
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else ""


def _is_alone(node: ast.Assign, lines: list[str]) -> bool:
    """Return whether no other statement stands on the lines of a statement."""
    before = lines[node.lineno - 1].encode()[: node.col_offset]
    after = lines[(node.end_lineno or 0) - 1].encode()[node.end_col_offset :].strip()
    return not before.strip() and (not after or after.startswith(b"#"))


def unpack(text: str) -> str:
    r"""Return a module with its packed assignments taken apart.

    >>> print(unpack("a, b = 1, 2 + 3  # why\n"), end="")
    # why
    a = 1
    b = 2 + 3
    >>> unpack("a, b = b, a\n")
    'a, b = b, a\n'
    """
    while found := find_packed(text):  # again, for a tuple within a tuple
        lines = text.splitlines(keepends=True)
        for packed in reversed(found):
            node = packed.node
            first = node.lineno - 1
            last = node.end_lineno or node.lineno
            lines[first:last] = _statements(packed, lines[first:last])
        after = "".join(lines)
        # What is written must be what was meant, whatever brackets and comments did to the text.
        assert ast.dump(ast.parse(after)) == ast.dump(_Apart(found).visit(ast.parse(text)))
        text = after
    return text


class _Apart(ast.NodeTransformer):
    """Takes assignments apart in a tree, to compare with what the edited text says."""

    def __init__(self, found: list[Packed]) -> None:
        self.places = {(it.node.lineno, it.node.col_offset) for it in found}

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.Assign]:
        """Return the statements of an assignment that was found."""
        target = node.targets[0]
        if (node.lineno, node.col_offset) not in self.places:
            return node
        assert isinstance(target, ast.Tuple | ast.List)
        assert isinstance(node.value, ast.Tuple)
        parts = zip(target.elts, node.value.elts, strict=True)
        return [ast.Assign(targets=[one], value=value) for one, value in parts]


def _statements(packed: Packed, lines: list[str]) -> list[str]:
    """Return the lines of the statements that a packed assignment is taken apart into."""
    text = "".join(lines)
    indent = text[: len(text) - len(text.lstrip())]
    first = packed.node.lineno
    spoken: dict[int, list[str]] = {}
    marks: list[str] = []
    for line, comment in _comments(text):
        if _FOR_PROGRAMS.match(comment):
            marks.append(comment)
        else:
            spoken.setdefault(_nearest(packed, first + line - 1), []).append(comment)
    tail = "".join(f"  {mark}" for mark in dict.fromkeys(marks))
    made: list[str] = []
    for place, (target, value) in enumerate(zip(packed.targets, packed.values, strict=True)):
        made += [f"{indent}{comment}\n" for comment in spoken.get(place, ())]
        made.append(
            f"{indent}{_source(target, lines, first)} = {_source(value, lines, first)}{tail}\n"
        )
    return made


def _comments(text: str) -> list[tuple[int, str]]:
    """Return the comments of a statement, each with its line from 1."""
    tokens = tokenize.generate_tokens(io.StringIO(text.lstrip()).readline)
    return [(it.start[0], it.string) for it in tokens if it.type == tokenize.COMMENT]


def _nearest(packed: Packed, line: int) -> int:
    """Return the value that a comment is about: that of its line, or of the next."""
    if packed.node.lineno == packed.node.end_lineno:
        return 0
    for place, value in enumerate(packed.values):
        if line <= (value.end_lineno or value.lineno):
            return place
    return 0


def _source(part: ast.expr, lines: list[str], first: int) -> str:
    """Return the source of a part as it is written; in brackets where it needs them alone."""
    start = part.lineno - first
    end = (part.end_lineno or part.lineno) - first
    taken = [line.encode() for line in lines[start : end + 1]]
    taken[-1] = taken[-1][: part.end_col_offset]
    taken[0] = taken[0][part.col_offset :]
    text = b"".join(taken).decode()
    needs = isinstance(part, ast.NamedExpr | ast.Yield | ast.YieldFrom) or (
        end > start and not _closes(part)
    )
    return f"({text})" if needs else text


def _closes(part: ast.expr) -> bool:
    """Return whether an expression has brackets around all of its lines."""
    kinds = (ast.Tuple, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp)
    return isinstance(part, (*kinds, ast.GeneratorExp)) or (
        isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
    )


def files(paths: list[Path]) -> list[Path]:
    """Return the modules at and below some paths."""
    return sorted(
        {
            file
            for path in paths
            for file in ([path] if path.is_file() else path.rglob("*.py"))
            if "static" not in file.parts
        }
    )


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fix", action="store_true", help="take them apart")
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    asked = parser.parse_args()
    count = 0
    for file in files(asked.paths or [ROOT / folder for folder in FOLDERS]):
        text = file.read_text(encoding="utf-8")
        found = find_packed(text)
        if found and asked.fix:
            file.write_text(unpack(text), encoding="utf-8")
        for packed in found:
            count += 1
            if not asked.fix:
                print(f"{file}:{packed.node.lineno}: {ast.unparse(packed.node)}")
    print(f"{count} packed assignments{' unpacked' if asked.fix else ''}", file=sys.stderr)
    return int(bool(count) and not asked.fix)


if __name__ == "__main__":
    sys.exit(main())
