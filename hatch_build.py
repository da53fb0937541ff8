"""The step of a wheel's build that makes the documentation site, which the server has under /docs.

It also writes the bill of materials that the wheel carries (PEP 770). An editable install has
neither; `make site` builds its site.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SiteHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds site and bill of materials before the files are taken into the wheel."""

    def dependencies(self) -> list[str]:
        """Return what the site is built with."""
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text(encoding="utf-8"))
        site: list[str] = project["dependency-groups"]["site"]
        return site

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build both, for a wheel that is installed somewhere else."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from tools import sbom  # noqa: PLC0415 - it lies beside this file
        from tools.site.build import build  # noqa: PLC0415 - likewise

        build()
        root = Path(self.root)
        (root / sbom.FILE).parent.mkdir(exist_ok=True)
        (root / sbom.FILE).write_text(sbom.text(root), encoding="utf-8")
        build_data["sbom_files"].append(str(sbom.FILE))
