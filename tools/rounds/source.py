"""Writing the source of a function, and what both emitters have in common.

Every line of a program stands as a comment above what was made of it, so a person who debugs the
code knows where to change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.simulator.machine.program import LookFunction, Operation, Program

GENERATOR = "python -m tools.generate_rounds"


class Source:
    """Lines of Python with their indentation, and the names that they import."""

    def __init__(self, program: Program) -> None:
        """Begin an empty function."""
        self.program = program
        self._lines: list[str] = []
        self._depth = 1
        self._apart = ""
        self._imports: dict[str, set[str]] = {}

    def add(self, text: str) -> None:
        """Add a line."""
        self._lines.append("    " * self._depth + text)

    def cite(self, operation: Operation) -> None:
        """Add the line of the program as a comment."""
        self.add(f"# {operation.line.place}  {operation.line.text}")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add a line; what is added meanwhile belongs to it."""
        self.add(head)
        self._depth += 1
        yield
        self._depth -= 1

    @contextmanager
    def apart(self, call: str, head: str, docstring: str) -> Iterator[None]:
        """Add a call; what is added meanwhile is the function that it calls."""
        self.add(call)
        lines = self._lines
        depth = self._depth
        self._lines = []
        self._depth = 1
        yield
        text = "\n".join(self._lines)
        decorator = self.use("pitboss.compiled.jit", "jit_apart")
        self._apart += f'@{decorator}\n{head}\n    """{docstring}"""\n{text}\n\n\n'
        self._lines = lines
        self._depth = depth

    def use(self, module: str, *names: str) -> str:
        """Import names; return the first."""
        self._imports.setdefault(module, set()).update(names)
        return names[0]

    def call(self, function: LookFunction, *arguments: str) -> str:
        """Return a call of a look, which is imported."""
        python = getattr(function, "py_func", function)
        name = self.use(function.__module__, python.__name__)
        return f"{name}({', '.join(arguments)})"

    def render(
        self, machine: str, head: str, docstring: str, decorator: str, constants: str = ""
    ) -> str:
        """Return the whole module."""
        path = self.program.path
        lines = "\n".join(self._lines)
        imports = "\n".join(
            f"from {module} import {', '.join(sorted(names))}"
            for module, names in sorted(self._imports.items())
        )
        return (
            f'"""{self.program.title}, {machine}.\n\n'
            f"Written by `{GENERATOR}` from `{path.parent.name}/{path.name}`: change that.\n"
            '"""\n\n'
            "from __future__ import annotations\n\n"
            f"import numpy as np\n\n{imports}\n\n{constants}\n\n"
            f'{self._apart}{decorator}\n{head}\n    """{docstring}"""\n{lines}\n'
        )
