"""Write examples/notebooks/*.ipynb from the scripts beside them, with the output of each cell.

A script has cells as many editors know them: `# %%` for code, `# %% [markdown]` for text. No
Jupyter is needed; the last expression of a cell is shown as a notebook shows it.

Usage: python tools/notebooks.py
"""

import ast
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = Path("examples") / "notebooks"
_CELL = re.compile(r"^# %%( \[markdown\])?\n", re.MULTILINE)
_VIEWS = {"_repr_html_": "text/html", "_repr_svg_": "image/svg+xml"}


def scripts() -> list[Path]:
    """Return the scripts of the notebooks."""
    return sorted((ROOT / NOTEBOOKS).glob("*.py"))


def notebook(script: Path) -> str:
    """Execute a script cell by cell and return the notebook with its outputs."""
    before, *parts = _CELL.split(script.read_text(encoding="utf-8"))
    assert before == "", "a script begins with a cell"
    names: dict[str, Any] = {"__name__": "__main__"}
    cells: list[dict[str, Any]] = []
    for number, (mark, text) in enumerate(zip(parts[::2], parts[1::2], strict=True)):
        body = text.strip()
        if mark:
            lines = re.sub(r"^# ?", "", body, flags=re.MULTILINE)
            cells.append(_cell("markdown", number, lines))
        else:
            count = 1 + sum(cell["cell_type"] == "code" for cell in cells)
            outputs = _execute(body, names, count)
            cells.append(
                _cell("code", number, body) | {"execution_count": count, "outputs": outputs}
            )
    about = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    whole = {"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _cell(kind: str, number: int, text: str) -> dict[str, Any]:
    lines = text.splitlines(keepends=True)
    return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": lines}


def _execute(code: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell; return its printed text and the display of its last expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - our own scripts
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        outputs.append(
            {
                "data": _views(value),
                "execution_count": count,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


def _views(value: object) -> dict[str, list[str]]:
    text = repr(value)
    shown = {"text/plain": re.sub(r" at 0x[0-9a-f]+", "", text).splitlines(keepends=True)}
    for method, kind in _VIEWS.items():
        if hasattr(value, method):
            shown[kind] = getattr(value, method)().splitlines(keepends=True)
    return shown


def main() -> None:
    """Write every notebook."""
    for script in scripts():
        path = script.with_suffix(".ipynb")
        path.write_text(notebook(script), encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
