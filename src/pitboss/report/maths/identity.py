"""Of which game, document and program the maths report is: its first section."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import DECKS
from pitboss.report.document.blocks import Block, Fact, Facts, Heading, Paragraph
from pitboss.report.maths.model import MathsReport, source_digest

METHOD = (
    "Exact enumeration, for every wager beside the main one: each probability is a fraction of"
    " whole numbers, counted over all deals of the shoe named above, freshly shuffled and with no"
    " card seen; nothing is sampled and no floating point enters before a result is written down."
    " The functions that recognise a winning hand are those by which Pitboss settles the wager at"
    " the table. What is said of the main game, and how it is found, stands in section 4."
)


def identity_section(report: MathsReport, date: str) -> Iterator[Block]:
    """Yield the section; the report is dated *date*."""
    configured = report.configured
    game, deck = configured.game, DECKS[configured.game.deck]
    count = configured.options["decks"]
    effective = f"effective {game.effective}" if game.effective else ""
    cards = f"{count} × {len(deck.cards)} = {int(count) * len(deck.cards)} cards ({deck.title})"
    yield Heading(1, "1", "Identification")
    facts = [
        Fact(name="Game", text=f"{game.title} ({game.id})"),
        Fact(name="Jurisdiction", text=game.jurisdiction),
        Fact(name="Document", text=_listed(game.document, game.section, effective)),
        Fact(name="Rights holder", text=game.rights_holder),
        Fact(name="Shoe", text=cards),
        Fact(name="Configured game", text=configured.digest, code=True,
             below="SHA-256 of everything that decides how a round is played and paid"),
        Fact(name="Software", text=f"Pitboss {report.version}", below=source_digest()),
        Fact(name="Date", text=date),
    ]  # fmt: skip
    yield Facts(tuple(fact for fact in facts if fact.text))
    yield Paragraph(METHOD)
    if report.assumed:
        said = ", ".join(report.assumed)
        yield Paragraph(f"Chosen for this report, as nothing was said: {said}.", "note")


def _listed(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
