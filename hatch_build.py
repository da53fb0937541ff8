"""The step of a wheel's build that makes the documentation site, which the server has under /docs.

An editable install has none until `make site` builds it.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SiteHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the site into the package before its files are taken into the wheel."""

    def dependencies(self) -> list[str]:
        """Return what the site is built with."""
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text(encoding="utf-8"))
        site: list[str] = project["dependency-groups"]["site"]
        return site

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the site, for a wheel that is installed somewhere else."""
        del build_data
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tools.site.build import build  # noqa: PLC0415 - it lies beside this file

        build()
