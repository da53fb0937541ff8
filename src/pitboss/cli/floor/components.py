"""`pitboss floor components`: the hashes of the software's files."""

from __future__ import annotations

from pitboss.cli.output import print_json
from pitboss.server.audit.components import read_components
from pitboss.version import __version__


def print_components(*, as_json: bool = False) -> None:
    """Print one hash over all files; as JSON each file's own too."""
    components = read_components()
    if as_json:
        hashes = dict(components.hashes)
        print_json({"version": __version__, "root": components.root, "files": hashes})
    else:
        print(components.root)
