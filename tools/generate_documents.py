"""Write src/pitboss/report/documents/checked.json: every printed figure beside the exact one.

The lab shows it. Figures and errata are computed here, so readers do not wait.

Usage: python -m tools.generate_documents            write it
       python -m tools.generate_documents --check    write nothing; exit 1 if it is stale
"""

import json
from collections.abc import Iterable
from typing import Any

from pitboss.report.documents.errata import ERRATA, Erratum
from pitboss.report.documents.figures import Figure, figures
from tools.kept_file import keep


def checked_file(figures: Iterable[Figure], errata: Iterable[Erratum]) -> str:
    """Return figures and errata as text for the file, a line each."""
    kept = {"figures": map(_figure, figures), "errata": (erratum.as_json() for erratum in errata)}
    parts = []
    for name, items in kept.items():
        lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
        parts.append(f'"{name}": [\n{lines}\n]')
    whole = ",\n".join(parts)
    return f"{{\n{whole}\n}}\n"


def _figure(figure: Figure) -> dict[str, Any]:
    """Return what `pitboss documents --json` prints, without the texts of the rulings."""
    record = {key: value for key, value in figure.as_json().items() if key != "reading"}
    return record | {"name": figure.name, "exact_text": figure.exact_text}


if __name__ == "__main__":
    keep("documents/checked.json", "", lambda: checked_file(figures(), ERRATA))
