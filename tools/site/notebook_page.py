"""Write a notebook as a page: its text, its code, and the output of each cell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

_BLANK: Final = re.compile(r"\n\s*\n")


def write_page(notebook: Path, page: Path) -> None:
    """Write the page of an executed notebook, and the pictures that its cells drew beside it."""
    page.parent.mkdir(parents=True, exist_ok=True)
    whole = json.loads(notebook.read_text(encoding="utf-8"))
    parts: list[str] = []
    for number, cell in enumerate(whole["cells"]):
        parts += _cell(cell, f"{page.stem}-{number}", page.parent)
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _cell(cell: dict[str, Any], name: str, folder: Path) -> Iterator[str]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield text
        return
    yield f"```python\n{text}\n```"
    for output in cell["outputs"]:
        yield _shown(output, name, folder)


def _shown(output: dict[str, Any], name: str, folder: Path) -> str:
    """Return the richest output of a cell: a picture, a table or text."""
    if output["output_type"] == "stream":
        return _fence(output["text"])
    data = output["data"]
    if "image/svg+xml" in data:
        (folder / f"{name}.svg").write_text("".join(data["image/svg+xml"]), encoding="utf-8")
        return f"![{_picture_title(data)}]({name}.svg)"
    if "text/html" in data:  # one block of HTML, which an empty line would end
        return f"<div>\n{_BLANK.sub(chr(10), ''.join(data['text/html']))}\n</div>"
    return _fence(data["text/plain"])


def _picture_title(data: dict[str, Any]) -> str:
    """Return the title that a picture carries."""
    title = re.search(r"<title>(.*?)</title>", "".join(data["image/svg+xml"]), re.DOTALL)
    return title[1].strip() if title else "What the cell draws"


def _fence(lines: list[str]) -> str:
    return f"```text\n{''.join(lines).rstrip()}\n```"
