"""The dossier as a document: the regulator's list first, then every part, then the mathematics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from pitboss.engine.setup import Setup
from pitboss.report.document.blocks import (
    Block,
    Cell,
    Chart,
    Charts,
    Document,
    Fact,
    Facts,
    Grid,
    Heading,
    Paragraph,
    Signatures,
)
from pitboss.report.dossier.checklists import Item, Part, Regulator
from pitboss.report.dossier.felt import MAIN, SIDE, felt_svg, places, position_svg
from pitboss.report.games.report import GainChance
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.opening import rules_section
from pitboss.report.sheets.parts import HouseWords, Note, Panels, Steps, Title
from pitboss.report.sheets.procedure import TITLES, procedure_sections
from pitboss.report.sheets.signs import rack_card
from pitboss.report.sheets.words import decks_line
from pitboss.rulebook.model import Section
from pitboss.text.felt import printed_lines
from pitboss.text.numbers import one_in, percent
from pitboss.text.rules import limit_words
from pitboss.version import __version__

NUMBERS = {part: str(number) for number, part in enumerate(Part, start=1)}
"""The section of each part."""
MATHS_PREFIX = "M"
MISSING = "MISSING"
EXAMPLES = (
    "Each round was dealt by the table engine of Pitboss from a shuffled shoe and played by the"
    " best play; nothing was set up. Its record is a line of records.jsonl: pitboss replay"
    " records.jsonl deals and settles every one again."
)
TRUE_ODDS = (
    "True odds are the odds against the outcome: how many wagers do not end so for each that does."
    " A wager without an edge would pay them. Payout odds are what is paid."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A round that was dealt: what it shows, and its story."""

    shows: tuple[str, ...]
    lines: tuple[str, ...]
    net: int
    """In cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """Everything that a dossier is made of."""

    regulator: Regulator
    report: MathsReport
    setup: Setup
    house: HouseWords
    examples: tuple[Example, ...]
    maths: Document
    """The mathematics report."""
    attached: Mapping[str, str]
    """Item -> the file that the applicant attached for it."""

    @property
    def remedies(self) -> bool:
        """Whether the rules of the game name a remedy for anything that goes wrong."""
        sections = dict(procedure_sections(self.setup, self.house))
        return bool(sections.get(Section.IRREGULARITIES))

    def state(self, item: Item) -> tuple[bool, str]:
        """Return whether an item is here, and where it is or what is missing."""
        if item.id in self.attached:
            return True, f"attached: {self.attached[item.id]}"
        if not item.parts:
            return False, "yours to give: --attach " + item.id + "=FILE"
        if Part.MISDEALS in item.parts and not self.remedies:
            return False, "the rules of this game name no remedy; attach yours: --attach " + item.id
        where = ", ".join(f"{NUMBERS[part]} {_TITLES[part]}" for part in item.parts)
        return True, f"section{'s' if len(item.parts) > 1 else ''} {where}"

    @property
    def missing(self) -> tuple[Item, ...]:
        """The items that are not here."""
        return tuple(item for item in self.regulator.items if not self.state(item)[0])


_TITLES = {
    Part.SUMMARY: "Summary of the game",
    Part.RULES: "Rules and options",
    Part.LAYOUT: "Layout and equipment",
    Part.DEALING: "Dealing procedures",
    Part.MISDEALS: "Misdeals and irregularities",
    Part.EXAMPLES: "Worked examples",
    Part.ODDS: "True odds, payout odds and house advantage",
    Part.RACK_CARD: "Rack card",
    Part.MATHS: "Mathematics report",
    Part.FILES: "Files of this dossier",
}


def dossier_page(dossier: Dossier, *, date: str, files: Mapping[str, str]) -> Document:
    """Return the dossier as a document; *files* are its other files and what each is."""
    game = dossier.report.configured.game
    return Document(
        title=game.title,
        subtitle=f"Submission to the {dossier.regulator.name}",
        head=f"{game.title} ({game.id}), submission to the {dossier.regulator.name}",
        foot=f"Pitboss {__version__}, digest {dossier.report.configured.digest[:16]}…",
        date=date,
        blocks=tuple(_blocks(dossier, files)),
        about=dossier.maths.about,
        figures=dossier.maths.figures,
    )


def _blocks(dossier: Dossier, files: Mapping[str, str]) -> Iterator[Block]:
    yield from _checklist(dossier)
    made: Mapping[Part, Iterable[Block]] = {
        Part.SUMMARY: _summary(dossier),
        Part.RULES: _renumbered(rules_section(dossier.report), NUMBERS[Part.RULES]),
        Part.LAYOUT: _layout(dossier.setup),
        Part.DEALING: _procedure(dossier, misdeals=False),
        Part.MISDEALS: _procedure(dossier, misdeals=True),
        Part.EXAMPLES: _examples(dossier.examples),
        Part.ODDS: _odds(dossier.report),
        Part.RACK_CARD: _rack_card(dossier),
        Part.MATHS: _maths(dossier.maths),
        Part.FILES: _files(files),
    }
    for part, blocks in made.items():
        yield Heading(1, NUMBERS[part], _TITLES[part])
        yield from blocks


def _checklist(dossier: Dossier) -> Iterator[Block]:
    regulator = dossier.regulator
    missing = dossier.missing
    yield Heading(1, "", "What is asked for")
    yield Paragraph(
        f"The list of the {regulator.name}: {regulator.source}. The words are a summary; read the"
        " regulator's own before you submit."
    )
    rows: list[tuple[Cell, ...]] = []
    for item in regulator.items:
        here, where = dossier.state(item)
        words = item.words[0].upper() + item.words[1:]
        rows.append(("yes" if here else MISSING, item.clause, (words, where)))
    heads = ("here", "clause", "item, and where it is")
    yield Grid(heads=heads, rows=tuple(rows), align="lll", wide=2)
    count = len(regulator.items)
    verdict = (
        f"{count - len(missing)} of {count} items are here; {len(missing)} are missing."
        if missing
        else f"All {count} items are here."
    )
    yield Paragraph(verdict)
    yield Signatures(
        "Whoever signs states that this is the game submitted, and that the items named as missing"
        " are given elsewhere.",
        ("Applicant", "Prepared by"),
    )


def _summary(dossier: Dossier) -> Iterator[Block]:
    report = dossier.report
    game = dossier.report.configured.game
    yield Paragraph(game.summary)
    main = report.main
    yield Facts(
        (
            Fact("Name", game.title, f"in Pitboss {game.id}"),
            Fact("Source of the rules", ", ".join(filter(None, (game.document, game.section)))),
            Fact("Rights holder", game.rights_holder or "not stated in the rules"),
            Fact("Cards", decks_line(dossier.setup)),
            Fact("House edge", percent(main.house_edge) if main else "not stated",
                 "of the main wager, with the best play"),
            Fact("Configuration", report.configured.digest, code=True,
                 below="SHA-256 of everything that decides how a round is played and paid"),
        )
    )  # fmt: skip
    rows = tuple(
        (spot.wager.title, spot.table.id if spot.table else "–", limit_words(spot))
        for spot in report.configured.spots.values()
    )
    yield Heading(2, f"{NUMBERS[Part.SUMMARY]}.1", "Wagers offered")
    yield Grid(heads=("wager", "pay table", "limits"), rows=rows, align="lll")


def _renumbered(blocks: Iterable[Block], number: str) -> Iterator[Block]:
    """Yield a section without its own heading, its parts numbered under *number*."""
    for block in blocks:
        if not isinstance(block, Heading):
            yield block
        elif block.level > 1:
            yield replace(block, number=number + block.number[block.number.find(".") :])


def _layout(setup: Setup) -> Iterator[Block]:
    lines = [line.upper() for line in printed_lines(setup)][:3]
    yield Charts(
        (Chart(svg=felt_svg(setup, lines), caption="The felt, 74 by 42 inches, drawn to scale"),),
        wide=True,
    )
    rows = tuple(
        (place.mark, place.spot.wager.title, f"{place.size:g} in", limit_words(place.spot))
        for place in places(setup)
    )
    yield Charts((Chart(svg=position_svg(setup), caption="One betting position"),))
    yield Grid(heads=("", "wager", "diameter", "limits"), rows=rows, align="llrl")
    yield Paragraph(
        f"Equipment: {decks_line(setup)}; a shoe and a discard rack; a chip tray; a place of"
        f" {MAIN:g} inches for each main wager and of {SIDE:g} inches for each other wager, a seat."
        " Insurance is wagered on the line. Pictures of the house's own equipment are the"
        " applicant's to add.",
        "note",
    )


def _procedure(dossier: Dossier, *, misdeals: bool) -> Iterator[Block]:
    part = Part.MISDEALS if misdeals else Part.DEALING
    count = 1
    place = 1
    found = False
    for section, steps in procedure_sections(dossier.setup, dossier.house):
        if (section is Section.IRREGULARITIES) is misdeals:
            found = True
            if not misdeals:
                yield Heading(2, f"{NUMBERS[part]}.{place}", TITLES[section])
            rows = tuple((str(n), step.text, step.cite) for n, step in enumerate(steps, count))
            yield Grid(heads=("", "step", "clause"), rows=rows, align="rll", wide=1)
            place += 1
        count += len(steps)
    if not found:
        yield Paragraph(
            "The rules of this game name no remedy for a misdeal. At a table of Pitboss the"
            " supervisor rules on a seat or a hand, and its wagers are returned; the house's own"
            " remedies are to be attached."
        )


def _examples(examples: Iterable[Example]) -> Iterator[Block]:
    yield Paragraph(EXAMPLES)
    for number, example in enumerate(examples, start=1):
        title = "; ".join(example.shows)
        yield Heading(2, f"{NUMBERS[Part.EXAMPLES]}.{number}", title[0].upper() + title[1:])
        yield Grid(
            heads=("who", "what happens"), rows=story_rows(example.lines), align="ll", wide=1
        )


def story_rows(lines: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return who does what, a row for as long as the same one acts.

    >>> story_rows(["seat 1  8♥", "seat 1  K♣: 18", "dealer  turns 9♦: 17"])
    (('seat 1', '8♥; K♣: 18'), ('dealer', 'turns 9♦: 17'))
    """
    parted = [[part.strip() for part in line.split(" ", 2)] if line.startswith("seat") else
              [part.strip() for part in line.split(" ", 1)] for line in lines]  # fmt: skip
    said = [(" ".join(words[:-1]), words[-1]) for words in parted]
    return tuple(
        (who, "; ".join(" ".join(what.split()) for _, what in same))
        for who, same in groupby(said, key=itemgetter(0))
    )


def true_odds(probability: Fraction) -> str:
    """Return the odds against an outcome.

    >>> true_odds(Fraction(1, 38)), true_odds(Fraction(0))
    ('37 to 1', 'never')
    """
    if not probability:
        return "never"
    against = (1 - probability) / probability
    if against < 1:
        return f"{float(against):.4f} to 1"
    return f"{float(against):,.2f}".rstrip("0").rstrip(".") + " to 1"


def _odds(report: MathsReport) -> Iterator[Block]:
    yield Paragraph(TRUE_ODDS, "note")
    number = NUMBERS[Part.ODDS]
    place = 1
    for game in report.games:
        for part in game.parts:
            if not part.distribution:
                continue
            yield Heading(2, f"{number}.{place}", part.name)
            place += 1
            yield Paragraph(
                f"House advantage {percent(part.house_edge)} of {part.unit}, {part.aim}."
            )
            rows = tuple(_result_rows(part.distribution))
            yield Grid(
                heads=("a round ends with", "true odds", "probability"), rows=rows, align="lrr"
            )
    for maths in report.wagers:
        yield Heading(2, f"{number}.{place}", maths.title)
        place += 1
        jackpot = next((j for j in report.jackpots if j.wager is maths), None)
        meter = ""
        if jackpot is not None and jackpot.jackpot.scheme != "house":
            meter = f"; {percent(jackpot.long_run_edge)} in the long run, with the meter"
        words = "of its fixed pays" if meter else ""
        yield Paragraph(f"House advantage {percent(maths.edge)} {words}".rstrip() + f"{meter}.")
        lines = tuple(
            (o.name, o.pays, true_odds(o.probability), one_in(o.probability),
             percent(o.probability, 6))
            for o in maths.outcomes
        )  # fmt: skip
        heads = ("outcome", "payout odds", "true odds", "1 in", "probability")
        yield Grid(heads=heads, rows=lines, align="llrrr")


def _result_rows(results: Iterable[GainChance]) -> Iterator[tuple[Cell, ...]]:
    """Yield the results of a round; the rarest in one row, because section M has each."""
    rest = 0.0
    for row in results:
        if row.probability < _RARE:
            rest += row.probability
            continue
        odds = true_odds(Fraction(row.probability))
        yield _gain(row.gain), odds, percent(row.probability, 6)
    if rest:
        yield (
            f"any other result, {MATHS_PREFIX}4 has each",
            true_odds(Fraction(rest)),
            percent(rest, 6),
        )


_RARE = 1e-5


def _gain(gain: float) -> str:
    if not gain:
        return "nothing won or lost"
    word = "won" if gain > 0 else "lost"
    return f"{abs(gain):g} {'unit' if abs(gain) == 1 else 'units'} {word}"


def _rack_card(dossier: Dossier) -> Iterator[Block]:
    yield Paragraph("The card as players get it is rack-card.pdf; this is its text.", "note")
    for part in rack_card(dossier.setup, dossier.house).parts:
        match part:
            case Title(text=text):
                yield Heading(2, "", text)
            case Steps(steps=steps, first=first):
                rows = tuple((str(n), step.text) for n, step in enumerate(steps, first))
                yield Grid(heads=("", "rule"), rows=rows, align="rl", wide=1)
            case Note(text=text):
                yield Paragraph(text)
            case Panels(panels=every):
                for panel in every:
                    title = ", ".join(filter(None, (panel.title, panel.limits)))
                    heads = (title, *(panel.heads or ("pays",)))
                    yield Grid(heads=heads, rows=panel.rows, align="l" + "r" * (len(heads) - 1))
            case _:
                pass


def _maths(maths: Document) -> Iterator[Block]:
    """Yield the whole mathematics report, its sections as M1, M2 and so on."""
    yield Paragraph(
        f"The sections of the mathematics report follow, numbered {MATHS_PREFIX}1 and so on; where"
        f" its text names a section, read {MATHS_PREFIX} before the number."
    )
    for block in maths.blocks:
        if isinstance(block, Heading) and block.number:
            yield replace(block, level=min(block.level + 1, 3), number=MATHS_PREFIX + block.number)
        elif isinstance(block, Heading):
            yield replace(block, level=3)
        else:
            yield block


def _files(files: Mapping[str, str]) -> Iterator[Block]:
    yield Paragraph(
        "These files lie beside this document. SHA256SUMS has the digest of every one, and of this"
        " document: sha256sum --check SHA256SUMS compares them."
    )
    yield Grid(heads=("file", "what it is"), rows=tuple(files.items()), align="ll", wide=1)
