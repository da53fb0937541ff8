"""The program, run in this process, where what it compiles and solves serves other tests."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import MappingProxyType

import pytest

from pitboss.cli.main import main

NOTHING: Mapping[str, str] = MappingProxyType({})


def run_here(
    arguments: Sequence[str],
    folder: Path,
    typed: str = "",
    environment: Mapping[str, str] = NOTHING,
) -> tuple[str, int]:
    """Return what `pitboss` prints in a folder, with what is typed there, and its exit code."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    code: object = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed), redirect_stderr(printed):
        patch.setattr(sys, "argv", ["pitboss", *arguments])
        patch.setattr(sys, "stdin", io.StringIO(typed))
        for name, value in {"COLUMNS": "100", "NO_COLOR": "1", **environment}.items():
            patch.setenv(name, value)
        patch.chdir(folder)
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code or 0
    assert isinstance(code, int)
    printed.seek(0)
    return printed.read(), code
