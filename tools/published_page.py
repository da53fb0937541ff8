"""Published figures beside ours, as a page of the documentation."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.report.document.markdown import pipe_table
from pitboss.report.published.figures import PublishedSection


def published_page(sections: tuple[PublishedSection, ...]) -> str:
    """Return the page of the documentation."""
    compared = [figure for section in sections for figure in section.figures if figure.published]
    agreeing = sum(figure.agrees for figure in compared)
    head = (
        "# Published figures\n\n"
        "What others have published about these games, ours beside it, and the reason for each\n"
        f"difference, or the word *unexplained*. {agreeing} of {len(compared)} agree in"
        " every digit the source prints. Rows\n"
        "without a published figure are rules we solved to explain one.\n\n"
        "Ours are exact: enumerated for side wagers, solved for main games under optimal play of\n"
        "every hand by its own cards, a hand made by a split as the same cards unsplit\n"
        "([as-unsplit](../guides/solver.md#after-a-split))."
        " `python -m tools.published` computes them again."
    )
    parts = (part for section in sections for part in _section(section))
    return "\n\n".join((head, *parts)) + "\n"


def _section(section: PublishedSection) -> Iterator[str]:
    yield f"## {section.title}"
    yield section.text.strip()
    rows = [
        (figure.what, figure.published, figure.ours, figure.verdict, figure.source)
        for figure in section.figures
    ]
    yield pipe_table(("rules", "published", "ours", "", "source"), rows)
    if section.after:
        yield section.after.strip()
