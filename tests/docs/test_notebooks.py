"""The notebooks are executed: each stored output is what its cell shows today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.notebooks import notebook, scripts

SCRIPTS = scripts()


def test_there_are_three_notebooks() -> None:
    assert [script.name[0] for script in SCRIPTS] == ["1", "2", "3"]


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_a_notebook_shows_what_its_script_shows(script: Path) -> None:
    kept = script.with_suffix(".ipynb").read_text(encoding="utf-8")
    assert notebook(script) == kept, "'make docs' brings it up to date"


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_a_notebook_has_a_title_a_table_or_a_plot_and_no_error(script: Path) -> None:
    whole = json.loads(script.with_suffix(".ipynb").read_text(encoding="utf-8"))
    cells = whole["cells"]
    assert cells[0]["source"][0].startswith("# ")
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"text/plain", "image/svg+xml"} <= kinds
    assert {output["output_type"] for output in outputs} <= {"stream", "execute_result"}
