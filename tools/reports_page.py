"""Write the table of reports into docs/guides/reports.md, from the catalogue of reports."""

from __future__ import annotations

import re

from pitboss.audit.catalogue import REPORTS, ReportKind
from pitboss.office.roles import PERMISSIONS
from pitboss.report.document.markdown import pipe_table

_START = "<!-- the reports: written by `make docs` -->"
_END = "<!-- end of the reports -->"


def with_reports(text: str) -> str:
    """Return the page with the current table of reports."""
    rows = [(f"`{kind.name}`", kind.about, _readers(kind)) for kind in REPORTS.values()]
    table = pipe_table(("report", "answers", "read by"), rows)
    pattern = re.escape(_START) + ".*?" + re.escape(_END)
    return re.sub(pattern, lambda _: f"{_START}\n{table}\n{_END}", text, flags=re.DOTALL)


def _readers(kind: ReportKind) -> str:
    roles = ", ".join(sorted(PERMISSIONS[kind.needs]))
    return f"the player; {roles}" if kind.of_player else roles
