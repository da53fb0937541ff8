"""Printed figures and errata as a page of the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from pitboss.report.document.markdown import bullets, join_parts, pipe_table, plain
from pitboss.report.documents.bet_bigger_edge import SEARCHED, tried_rule_sets
from pitboss.report.documents.errata import Erratum
from pitboss.report.documents.figures import Figure, verdict
from pitboss.rulebook.reading.library import game, rulings
from tools.game_pages import page_name

OPENING = (
    "Five rule documents print figures: house advantages of jackpot pay tables, how often a wager"
    " wins, probabilities and returns. Here each stands beside the exact value, with the reading"
    " it rests on; a figure *agrees* if the exact value, rounded to as many digits, is the one"
    " printed. Then come the [errata](#errata): where the documents contradict themselves or each"
    " other, or look misprinted, and what each reading would cost. `pitboss documents` prints the"
    " same in the terminal."
)
ERRATA_OPENING = (
    "Nothing is mended: the rule book has what is printed, read as the [rulings](rulings.md) say."
    " Numbers are house edges unless they say otherwise, and are computed with the page."
)


def documents_page(figures: Sequence[Figure], errata: Sequence[Erratum]) -> str:
    """Return every figure and every erratum, as Markdown.

    >>> documents_page((), ()).splitlines()[0]
    '# The documents checked'
    """
    parts = ["# The documents checked", OPENING, verdict(figures), "## Figures"]
    for game_id, listed in groupby(figures, key=lambda figure: figure.game):
        parts += _game(game_id, tuple(listed))
    parts += ["## Readings", _readings(figures), "## Errata", ERRATA_OPENING]
    for entry in errata:
        parts += _erratum(entry)
    return join_parts(parts)


def _game(game_id: str, figures: tuple[Figure, ...]) -> Iterator[str]:
    documents = tuple(dict.fromkeys(figure.document for figure in figures))
    yield f"### {plain(game(game_id).document)}"
    lines = [f"Game: [`{game_id}`](../games/{page_name(game_id)})"]
    if len(documents) > 1:
        lines.append(f"Printed {len(documents)} times, alike: {plain('; '.join(documents))}")
    yield bullets(lines)
    once = [figure for figure in figures if figure.document == documents[0]]
    rows = [
        (
            plain(figure.table) or "–",
            str(figure.decks or "–"),
            plain(figure.name),
            figure.printed,
            figure.exact_text,
            figure.fraction,
            "agrees" if figure.agrees else "**differs**",
            " ".join(f"[{r}](rulings.md#{r.lower()})" for r in figure.rulings),
        )
        for figure in once
    ]
    heads = ("table", "decks", "figure", "printed", "exact", "fraction", "", "reading")
    yield pipe_table(heads, rows, right=(1, 3, 4, 5))
    for figure in once:
        if figure.yielded_by:
            yield from _rule_sets(figure)


def _rule_sets(figure: Figure) -> Iterator[str]:
    """Yield the rules under which a figure holds, if the document's own do not give it."""
    yield f"#### Rule sets that yield {figure.printed}"
    yield SEARCHED.format(tried=len(tried_rule_sets()), found=len(figure.yielded_by))
    rows = [
        (f"`{rules.game}`", plain(rules.words), f"{float(rules.value):.4%}")
        for rules in figure.yielded_by
    ]
    yield pipe_table(("game", "rules", "house edge"), rows, right=(2,))


def _readings(figures: Iterable[Figure]) -> str:
    used = {ruling for figure in figures for ruling in figure.rulings}
    return bullets(
        f"[{ruling.id}](rulings.md#{ruling.id.lower()}): {plain(ruling.ruling)} *({ruling.status})*"
        for ruling in rulings()
        if ruling.id in used
    )


def _erratum(entry: Erratum) -> Iterator[str]:
    yield f"### {entry.id}"
    taken = plain(entry.reading)
    if entry.rulings:
        links = ", ".join(f"[{r}](rulings.md#{r.lower()})" for r in entry.rulings)
        taken += f" ({links})"
    where = f"{', '.join(entry.documents)}: {'; '.join(entry.clauses)}"
    yield bullets(
        (
            f"Where: {plain(where)}",
            f"Printed: {plain(entry.printed)}",
            f"Read: {taken}",
            f"Effect: {plain(entry.worth)}",
        )
    )
