"""What only compiled code can call is called by nothing else: in Python it ends the process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
INNER = frozenset({"jit_linked", "jit_inlined", "jit_pattern"})
BOUND = frozenset({"_play_shoes", "_play_counted", "kernel"})
"""Compiled by a call and not by a decorator: `shoes_player`, `counted` and the kernels of CUDA."""


def name_of(node: ast.expr) -> str:
    """Return the name that is called, with or without arguments."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.id if isinstance(node, ast.Name) else ""


def inner_names(tree: ast.Module) -> Iterator[str]:
    """Yield the functions of a module that only compiled code can call."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            if INNER & {name_of(each) for each in node.decorator_list}:
                yield node.name
        elif isinstance(node, ast.Assign) and name_of(node.value) in INNER:
            yield from map(name_of, node.targets)


def calls_from_python(node: ast.AST, names: frozenset[str]) -> Iterator[int]:
    """Yield the lines that call one of the names outside a function that is compiled."""
    if isinstance(node, ast.FunctionDef):
        compiled = any(name_of(each).startswith(("jit", "njit")) for each in node.decorator_list)
        if compiled or node.name in BOUND:
            return
    if isinstance(node, ast.Call) and name_of(node) in names:
        yield node.lineno
    for each in ast.iter_child_nodes(node):
        yield from calls_from_python(each, names)


def test_python_calls_nothing_that_only_compiled_code_can_call() -> None:
    texts = {path: path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")}
    inner = {
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts): frozenset(found)
        for path, text in texts.items()
        if "jit_" in text and (found := set(inner_names(ast.parse(text))))
    }
    assert sum(map(len, inner.values())) > 100
    for folder in ("tests", "bench", "tools"):
        texts |= {path: path.read_text("utf-8") for path in (ROOT / folder).rglob("*.py")}
    wrong = []
    for path, text in texts.items():
        here = ".".join(path.relative_to(ROOT).with_suffix("").parts[1:])
        if here in inner or any(module in text for module in inner):
            tree = ast.parse(text)
            names = {
                (each.asname or each.name)
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom)
                for each in node.names
                if each.name in inner.get(node.module or "", frozenset())
            }
            names |= inner.get(here, frozenset())
            wrong += [f"{path}:{line}" for line in calls_from_python(tree, frozenset(names))]
    assert wrong == []
