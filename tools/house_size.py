"""Print how large the house is and how it is built: one table, figure by figure.

Lines and files, import lines, private functions that are called once, comments, assertions, packed
assignments of unrelated values, places that declare what `simulate` asks for, and hand-written
types of what the server sends.

Usage: python -m tools.house_size
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tools.unpack_assignments import is_pair

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "pitboss"
APART: Final = ("simulator", "gym")
"""Packages whose size is counted apart."""
NAMES_OF_SIMULATE: Final = {"rounds", "seed", "seats", "penetration", "strategy"}
"""Whoever declares all of these declares what `simulate` asks for."""
_MARKS: Final = ("# noqa", "# type:", "# pragma", "# fmt:", "#!")
"""Comments for programs."""


class Module(NamedTuple):
    """One file, read once."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """Lines of the file."""
        return self.text.count("\n")


def modules(folder: Path) -> list[Module]:
    """Return every module below a folder."""
    paths = sorted(folder.rglob("*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    return [Module(path, text, ast.parse(text)) for path, text in texts.items()]


def import_lines(module: Module) -> int:
    """Return how many lines of a module import."""
    imports = (
        node for node in ast.walk(module.tree) if isinstance(node, ast.Import | ast.ImportFrom)
    )
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in imports)


def code_lines(module: Module) -> int:
    """Return the lines that are neither blank, comment nor docstring."""
    spoken: set[int] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            spoken |= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in spoken
        for number, line in enumerate(module.text.splitlines(), start=1)
    )


def comments(module: Module) -> int:
    """Return how many comments are for people."""
    tokens = tokenize.generate_tokens(io.StringIO(module.text).readline)
    return sum(it.type == tokenize.COMMENT and not it.string.startswith(_MARKS) for it in tokens)


def assertions(module: Module) -> int:
    """Return how many assertions a module has."""
    return sum(isinstance(node, ast.Assert) for node in ast.walk(module.tree))


def packed_assignments(module: Module) -> Iterator[int]:
    """Yield the lines that set several names from a tuple that is written out.

    A swap, a pair such as `x, y`, and a target or a value with a star, are no such lines.
    """
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
            continue
        target = node.targets[0]
        if not isinstance(target, ast.Tuple) or len(target.elts) != len(node.value.elts):
            continue
        if len(node.targets) > 1 or is_pair(target.elts):
            continue
        both = (*target.elts, *node.value.elts)
        swapped = {ast.unparse(it) for it in target.elts} & {
            ast.unparse(it) for it in node.value.elts
        }
        if not swapped and not any(isinstance(it, ast.Starred) for it in both):
            yield node.lineno


def private_functions(every: list[Module]) -> tuple[int, int]:
    """Return how many private functions there are, and how many are named once besides."""
    defined: list[tuple[Path, str]] = []
    by_module: dict[Path, Counter[str]] = {}
    for module in every:
        nodes = [*ast.walk(module.tree)]
        by_module[module.path] = Counter(
            node.id if isinstance(node, ast.Name) else node.attr
            for node in nodes
            if isinstance(node, ast.Name | ast.Attribute)
        )
        functions = (it for it in nodes if isinstance(it, ast.FunctionDef | ast.AsyncFunctionDef))
        defined += ((module.path, it.name) for it in functions if _is_private(it.name))
    once = sum(by_module[path][name] == 1 for path, name in defined)
    return len(defined), once


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def declarations_of_simulate(every: list[Module]) -> list[str]:
    """Return the classes and functions that declare what `simulate` asks for."""
    found = []
    for module in every:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                names = {
                    it.target.id
                    for it in node.body
                    if isinstance(it, ast.AnnAssign) and isinstance(it.target, ast.Name)
                }
            elif isinstance(node, ast.FunctionDef):
                names = {it.arg for it in (*node.args.args, *node.args.kwonlyargs)}
            else:
                continue
            if names >= NAMES_OF_SIMULATE:
                found.append(f"{module.path.relative_to(ROOT).as_posix()}:{node.name}")
    return found


def wire_types() -> int:
    """Return how many types of what the server sends are still written by hand in the page."""
    own = re.compile(r"^export (?:interface \w+|type \w+ = \{)", re.MULTILINE)
    folder = ROOT / "web" / "src"
    files = (it for it in folder.rglob("*.ts") if it.name != "server-types.ts")
    return sum(len(own.findall(it.read_text(encoding="utf-8"))) for it in files)


def web_lines() -> int:
    """Return the lines of the page's sources that people write."""
    endings = {".ts", ".svelte", ".css", ".js"}
    files = (it for it in (ROOT / "web" / "src").rglob("*") if it.suffix in endings)
    written = (it for it in files if it.name != "server-types.ts")
    return sum(it.read_text(encoding="utf-8").count("\n") for it in written)


def figures() -> Iterator[tuple[str, str]]:
    """Yield every line of the table."""
    every = modules(SOURCE)
    rest = [it for it in every if it.path.relative_to(SOURCE).parts[0] not in APART]
    lines = sum(it.lines for it in every)
    yield "src: lines, files", f"{lines:,}, {len(every)}"
    yield (
        "src without simulator and gym: lines, files",
        f"{sum(it.lines for it in rest):,}, {len(rest)}",
    )
    yield "import lines", f"{sum(map(import_lines, every)) / lines:.1%}"
    private, once = private_functions(every)
    yield "private functions called once", f"{once / private:.0%} of {private:,}"
    yield "code lines per comment", f"{sum(map(code_lines, every)) / sum(map(comments, every)):.0f}"
    yield "assertions in src", f"{sum(map(assertions, every)):,}"
    packed = sum(len([*packed_assignments(it)]) for it in every)
    yield "packed assignments of unrelated values", f"{packed:,}"
    places = declarations_of_simulate(every)
    yield "declarations of simulate's options", f"{len(places)}: {', '.join(places)}"
    yield "types written by hand in web", f"{wire_types()}"
    yield "web sources", f"{web_lines():,} lines"
    yield "tests", f"{sum(it.lines for it in modules(ROOT / 'tests')):,} lines"


def main() -> None:
    """Print the table."""
    for name, figure in figures():
        print(f"{name:<46}{figure}")


if __name__ == "__main__":
    main()
