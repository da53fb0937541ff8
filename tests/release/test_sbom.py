"""The bill of materials in a wheel: valid, complete, and the same bytes each time."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pitboss.version import __version__
from tools import sbom

ROOT = Path(__file__).parents[2]


def test_it_follows_the_schema_of_cyclonedx() -> None:
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(sbom.text()) is None
    broken = json.dumps({**sbom.bill(), "components": [{"type": "library"}]})
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(broken) is not None


def test_it_is_the_same_each_time() -> None:
    assert sbom.text() == sbom.text()


def test_it_names_every_library_of_the_base_and_every_package_of_the_page() -> None:
    bill = sbom.bill()
    assert bill["metadata"]["component"]["version"] == __version__
    named = {part["purl"].partition("@")[0]: part for part in bill["components"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for text in project["dependencies"]:
        assert f"pkg:pypi/{canonicalize_name(Requirement(text).name)}" in named
    for name in ("svelte", "uplot"):
        part = named[f"pkg:npm/{name}"]
        assert part["properties"][0]["value"].startswith("inside the wheel")
        assert part["licenses"]
    assert {ref for it in bill["dependencies"] for ref in it["dependsOn"]} == {
        part["bom-ref"] for part in bill["components"]
    }
