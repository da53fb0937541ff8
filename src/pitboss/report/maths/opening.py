"""The opening of the maths report: game and program, every wager in a line, the rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.cards import DECKS
from pitboss.engine.depth import house_depth
from pitboss.engine.setup import make_setup
from pitboss.exact.odds.wager_odds import agrees_with
from pitboss.report.details import DocumentFields
from pitboss.report.document.blocks import Block, Cell, Fact, Facts, Grid, Heading, Paragraph
from pitboss.report.games.page import summary_rows
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.software import commit, identification
from pitboss.report.maths.wager_maths import WagerMaths
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, format_dollars
from pitboss.text.numbers import dollars, percent
from pitboss.text.rules import PRINTED, limit_words, rule_facts, wager_facts, yes_no
from pitboss.version import __version__

METHOD = (
    "Exact enumeration, for every wager beside the main one: each probability is a fraction of"
    " whole numbers, counted over all deals of the shoe named above, freshly shuffled and with no"
    " card seen; nothing is sampled and no floating point enters before a result is written down."
    " The functions that recognise a winning hand are those by which Pitboss settles the wager at"
    " the table. Section 4 has the figures of the main game and how they are found."
)


def _dealing(report: MathsReport) -> str:
    """Return how the house burns and cuts its cards, in a sentence."""
    depth = house_depth(make_setup(report.configured), report.house.shoe)
    cards = "card" if depth.burn == 1 else "cards"
    burned = f"{depth.burn} {cards} burned after a shuffle" if depth.burn else "no card burned"
    return f"{burned}; {depth.words}"


def identity_section(report: MathsReport, date: str, control: DocumentFields) -> Iterator[Block]:
    """Yield the section; *date* is the date of the report, *control* its document fields."""
    configured = report.configured
    game = configured.game
    deck = DECKS[configured.game.deck]
    count = configured.options["decks"]
    effective = f"effective {game.effective}" if game.effective else ""
    cards = f"{count} × {len(deck.cards)} = {int(count) * len(deck.cards)} cards ({deck.title})"
    checkout = commit()
    program = identification()
    at = f", checked out at commit {checkout}" if checkout else ""
    yield Heading(1, "1", "Identification")
    facts = [
        Fact("Game", f"{game.title} ({game.id})"),
        Fact("Jurisdiction", game.jurisdiction),
        Fact("Document", ", ".join(filter(None, (game.document, game.section, effective)))),
        Fact("Rights holder", game.rights_holder),
        Fact("Shoe", cards, below=_dealing(report)),
        Fact("Configured game", configured.digest, code=True,
             below="SHA-256 of everything that decides how a round is played and paid"),
        Fact("Software", f"Pitboss {__version__}{at}",
             f"SHA-256 of its files: {program['software_digest']}; the same: pitboss doctor"
             " --digest"),
        Fact("Run on", f"{program['python']}, {program['platform']}", program["libraries"]),
        Fact("Document number", control.number),
        Fact("Revision", control.revision),
        Fact("Prepared by", control.prepared_by),
        Fact("Reviewed by", control.reviewed_by),
        Fact("Date", date),
    ]  # fmt: skip
    yield Facts(tuple(fact for fact in facts if fact.text))
    if control.history:
        yield Heading(2, "1.1", "Revision history")
        rows = tuple((entry.revision, entry.date, entry.change) for entry in control.history)
        yield Grid(heads=("revision", "date", "change"), rows=rows, align="lll", wide=2)
        yield Heading(2, "1.2", "Method")
    yield Paragraph(METHOD)
    if report.assumed:
        yield Paragraph(f"Assumed for this report: {', '.join(report.assumed)}.", "note")


NOT_STATED = (
    "Of a wager that is decided by play beyond the main game, or by the play of a main game that is"
    " not solved, no house edge is stated."
)
BASIS = (
    "All amounts are for one unit wagered. The house edge is the expected loss; the return is what"
    " comes back, the stake of a winning wager included where it is kept. Hit frequency counts"
    " every wager that gets money back, pushes included; win frequency counts those that gain."
    " Shares of a jackpot meter count as nothing here; section 6, where there is one, adds them."
)


def summary_section(report: MathsReport) -> Iterator[Block]:
    """Yield the section: the main game first, then the wagers beside it."""
    yield Heading(1, "2", "Summary")
    rows: list[tuple[Cell, ...]] = [*_main_rows(report)]
    rows += [(wager.title, "–", "not stated", "", "", "", "", "") for wager in report.unsolved]
    rows += [
        (
            (maths.title, maths.odds.play),
            maths.odds.table or "–",
            percent(maths.edge),
            percent(1 - maths.edge),
            percent(maths.odds.hit_frequency, 3),
            percent(maths.win_frequency, 3),
            f"{maths.deviation:.4f}",
            _agreement(maths),
        )
        for maths in report.wagers
    ]
    heads = ("wager", "pay table", "house edge", "return", "hit frequency", "win frequency",
             "std. deviation", "printed figures")  # fmt: skip
    yield Grid(heads=heads, rows=tuple(rows), align="llrrrrrl")
    if report.unsolved:
        yield Paragraph(NOT_STATED)
    yield Paragraph(BASIS, "note")
    for maths in report.jackpots:
        yield Paragraph(_jackpot_sentence(maths))


def _main_rows(report: MathsReport) -> Iterator[tuple[Cell, ...]]:
    """Yield the main game, all its units together, and the parts beside it."""
    if report.main is None:
        title = ", ".join(wager.title for wager in report.main_wagers)
        yield (title, "–", "not stated", "", "", "", "", "")
    for game in report.games:
        for place, row in enumerate(summary_rows(game)):
            is_main = not place and not game.title
            printed = _printed_edge(report, game.main.house_edge) if is_main else "none printed"
            yield (*row, printed)


def _printed_edge(report: MathsReport, house_edge: float) -> str:
    printed = report.configured.game.printed.get("house_advantage")
    if printed is None:
        return "none printed"
    agrees = agrees_with(printed, Fraction(house_edge))
    return f"{printed} {'reproduced' if agrees else 'NOT reproduced'}"


def _agreement(maths: WagerMaths) -> str:
    if not maths.printed:
        return "none printed"
    return "reproduced" if all(figure.agrees for figure in maths.printed) else "NOT reproduced"


def _jackpot_sentence(maths: JackpotMaths) -> str:
    title = maths.wager.title
    stake = format_dollars(maths.stake)
    if maths.jackpot.scheme == "house":
        return f"{title} for {stake}, with its posted prizes: {percent(maths.edge_with_prizes)}."
    seed = dollars(Fraction(maths.jackpot.seed, CENTS_PER_DOLLAR))
    return (
        f"{title} for {stake}, in the long run, with {percent(maths.jackpot.contribution, 2)} of"
        f" each wager fed to the meter and a seed of {seed}: a house edge of"
        f" {percent(maths.long_run_edge)}."
    )


def rules_section(report: MathsReport) -> Iterator[Block]:
    """Yield the section: the house's choices, the fixed rules, the limits."""
    configured = report.configured
    game = configured.game
    yield Heading(1, "3", "Rules and options as configured")
    options: list[tuple[Cell, ...]] = []
    for option in game.options:
        if option.id in configured.options:
            allowed = f"{', '.join(map(yes_no, option.values))}{option.or_several}"
            fixed = "fixed" if len(option.values) == 1 else allowed
            value = yes_no(configured.options[option.id])
            options.append((option.title, value, fixed, option.cite))
    yield Grid(heads=("option", "here", "allowed", "clause"), rows=tuple(options), align="lllr")
    yield Heading(2, "3.1", "What the document fixes")
    rules = tuple(fact for fact in rule_facts(game) if not fact[0].startswith(PRINTED))
    longest = [max((len(row[column]) for row in rules), default=0) for column in (0, 1)]
    yield Grid(heads=("rule", "here"), rows=rules, align="ll", wide=int(longest[1] > longest[0]))
    if configured.automatic:
        yield Heading(2, "3.2", "Pays of the main wager that always apply")
        for table in configured.automatic:
            pays = tuple((row.name, row.text) for row in table.rows)
            yield Grid(heads=(f"{table.title} ({table.cite})", "pays"), rows=pays, align="lr")
    yield Heading(2, "3.3" if configured.automatic else "3.2", "Wagers on the table")
    spots = tuple(
        (
            (spot.wager.title, "; ".join((*wager_facts(spot.wager), spot.wager.cite))),
            spot.table.id if spot.table else "–",
            limit_words(spot),
        )
        for spot in configured.spots.values()
    )
    yield Grid(heads=("wager", "pay table", "limits"), rows=spots, align="lll")
