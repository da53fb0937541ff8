"""The maths report as a document: what is said, in which order, with which numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from pitboss.cards import DECKS
from pitboss.exact.figures import agrees_with
from pitboss.report.blocks import (
    Block,
    Cell,
    Chart,
    Charts,
    Document,
    Fact,
    Facts,
    Grid,
    Heading,
    NewPage,
    Paragraph,
    Signatures,
)
from pitboss.report.charts import Mark, Point, bars, line, points
from pitboss.report.hold import HOLD, VOLATILITY, hold_grid
from pitboss.report.main_page import main_section
from pitboss.report.maths import (
    JackpotMaths,
    MathsReport,
    Outcome,
    WagerMaths,
    source_digest,
)
from pitboss.report.simulation import Simulated
from pitboss.report.simulation_page import simulation_section
from pitboss.report.strategy_words import option_text
from pitboss.report.told_page import summary_rows
from pitboss.report.words import (
    PRINTED,
    choices_text,
    deck_words,
    meanings,
    rule_lines,
    wager_facts,
    yes_no,
)
from pitboss.report.written import dollars, one_in, percent
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import BlackjackRules, Game, PayTable
from pitboss.rulebook.pays import format_dollars

FRACTION_MAX = 34
"""A longer exact fraction is written in the appendix, not in the table."""
TRANSCRIPTION_CELLS = 4097
TRANSCRIPTION_DIGEST = "9cba29a43f9b9fd4136eee59c82dae00f95b95b67a4327819c70894eca22fe58"
"""Of the second reading of the documents that the tests hold the rule book against."""
RECORDS = "round record"
"""Rulings that cite it are about how a round is written down, not how it is played or paid."""
_CENTS = 100

METHOD = (
    "Exact enumeration, for every wager beside the main one: each probability is a fraction of"
    " whole numbers, counted over all deals of the shoe named above, freshly shuffled and with no"
    " card seen; nothing is sampled and no floating point enters before a result is written down."
    " The functions that recognise a winning hand are those by which Pitboss settles the wager at"
    " the table. What is said of the main game, and how it is found, stands in section 4."
)
SOLVER_TESTS = (
    "Of the main game the suite holds the solver against the table: on tiny shoes, where everything"
    " that can happen is walked through, both give the same fraction, and charts are followed there"
    " too. Plain blackjack is held against published analyses of it."
)
TOLD_TESTS = (
    "What is more than a blackjack hand has a solver of its own, which the suite holds against the"
    " table too: on small decks and shoes, where everything that can happen is walked through, and"
    " by samples of rounds from whole ones."
)
NOT_STATED = (
    "Of a wager that is decided by play beyond the main game, or by the play of a main game that is"
    " not solved, no house edge is stated."
)
BASIS = (
    "All amounts are for one unit wagered. The house edge is the expected loss; the return is what"
    " comes back, the stake of a winning wager included where it is kept. Shares of a jackpot"
    " meter count as nothing here; section 6, where there is one, adds them."
)
DRAWN = (
    "The dealer is taken to complete the hand whatever the players did. The number of cards is not"
    " fixed, so there is no number of equally likely deals; the probabilities are exact."
)


def maths_page(report: MathsReport, *, date: str, simulation: Simulated | None = None) -> Document:
    """Return the report as a document dated *date*, with a section on *simulation* if it is given.

    >>> from pitboss.report.maths import maths
    >>> from pitboss.rulebook.house import House
    >>> maths_page(maths(House(game="ilani/spanish-21")), date="2025-01-31").title
    'Spanish 21'
    """
    game, digest = report.configured.game, report.configured.digest
    source = ", ".join(filter(None, (game.document, game.section)))
    return Document(
        title=game.title,
        subtitle=f"Mathematics report: {source}",
        head=f"{game.title} ({game.id}), mathematics report",
        foot=f"Pitboss {report.version}, digest {digest[:16]}…",
        date=date,
        blocks=(
            *_identity(report, date),
            *_summary(report),
            *_rules(report),
            NewPage(),
            *main_section(report.main, report.told, "4", _again(report)),
            *_wagers(report),
            *_jackpots(report),
            *_printed(report),
            *simulation_section(report, simulation, _number(report, 7)),
            *_verification(report, _number(report, 7 + (simulation is not None))),
            NewPage(),
            *_rulings(report),
            *_fractions(report),
        ),
    )


def _identity(report: MathsReport, date: str) -> Iterator[Block]:
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


def _summary(report: MathsReport) -> Iterator[Block]:
    yield Heading(1, "2", "Summary")
    rows: list[tuple[Cell, ...]] = [*_main_rows(report)]
    rows += [(wager.title, "–", "not stated", "", "", "", "") for wager in report.unsolved]
    rows += [
        (
            (it.title, it.odds.play),
            it.odds.table or "–",
            percent(it.edge),
            percent(1 - it.edge),
            percent(it.odds.hit_frequency, 3),
            f"{it.deviation:.4f}",
            _agreement(it),
        )
        for it in report.wagers
    ]
    heads = ("wager", "pay table", "house edge", "return", "hit frequency", "std. deviation",
             "printed figures")  # fmt: skip
    yield Grid(heads=heads, rows=tuple(rows), align="llrrrrl")
    if report.unsolved:
        yield Paragraph(NOT_STATED)
    yield Paragraph(BASIS, "note")
    for it in report.jackpots:
        yield Paragraph(_jackpot_sentence(it))


def _main_rows(report: MathsReport) -> Iterator[tuple[Cell, ...]]:
    title, main = ", ".join(wager.title for wager in report.main_wagers), report.main
    if main is not None:
        yield (
            (title, f"played for the best, of {main.unit}"),
            "–",
            percent(main.house_edge),
            percent(1 - main.house_edge),
            percent(1 - main.chance(sign=-1), 3),
            f"{main.solution.standard_deviation:.4f}",
            _printed_edge(report, main.house_edge),
        )
    elif report.told is None or report.told.beside:
        yield (title, "–", "not stated", "", "", "", "")
    if report.told is not None:
        for place, row in enumerate(summary_rows(report.told)):
            is_main = not place and not report.told.beside
            edge = report.told.stake.house_edge
            yield (*row, _printed_edge(report, edge) if is_main else "none printed")


def _printed_edge(report: MathsReport, house_edge: float) -> str:
    printed = report.configured.game.printed.get("house_advantage")
    if printed is None:
        return "none printed"
    agrees = agrees_with(printed, Fraction(house_edge))
    return f"{printed} {'reproduced' if agrees else 'NOT reproduced'}"


def _again(report: MathsReport) -> str:
    """The command that solves the main game again, with every option that is a rule of it."""
    game = report.configured.game
    options = (
        f" -o {name}={option_text(value)}"
        for name, value in report.configured.options.items()
        if hasattr(report.configured.rules, game.option(name).decides(value)[0])
    )
    tables = (
        f" -o table.{name}={spot.table.id}"
        for name, spot in report.configured.spots.items()
        if spot.wager.compulsory and spot.table is not None
    )
    return f"pitboss solve {game.id}{''.join((*options, *tables))} --effects --json"


def _agreement(it: WagerMaths) -> str:
    if not it.printed:
        return "none printed"
    return "reproduced" if all(figure.agrees for figure in it.printed) else "NOT reproduced"


def _jackpot_sentence(it: JackpotMaths) -> str:
    title, stake = it.wager.title, format_dollars(it.stake)
    if it.jackpot.scheme == "house":
        return f"{title} for {stake}, with its posted prizes: {percent(it.edge_with_prizes)}."
    return (
        f"{title} for {stake}, in the long run, with {percent(it.jackpot.contribution, 2)} of each"
        f" wager fed to the meter and a seed of {dollars(Fraction(it.jackpot.seed, _CENTS))}: a"
        f" house edge of {percent(it.long_run_edge)}."
    )


def _rules(report: MathsReport) -> Iterator[Block]:
    configured = report.configured
    game = configured.game
    yield Heading(1, "3", "Rules and options as configured")
    options: list[tuple[Cell, ...]] = []
    for option in game.options:
        if option.id in configured.options:
            fixed = "fixed" if len(option.values) == 1 else choices_text(option)
            value = yes_no(configured.options[option.id])
            options.append((option.title, value, fixed, option.cite))
    yield Grid(heads=("option", "here", "allowed", "clause"), rows=tuple(options), align="lllr")
    yield Heading(2, "3.1", "What the document fixes")
    rules = tuple(_fixed(game))
    longest = [max((len(row[column]) for row in rules), default=0) for column in (0, 1)]
    yield Grid(heads=("rule", "here"), rows=rules, align="ll", wide=int(longest[1] > longest[0]))
    if configured.automatic:
        yield Heading(2, "3.2", "Pays of the main wager that always apply")
        for table in configured.automatic:
            yield _pay_list(table)
    yield Heading(2, "3.3", "Wagers on the table")
    spots = tuple(
        (
            (spot.wager.title, "; ".join((*wager_facts(spot.wager), spot.wager.cite))),
            spot.table.id if spot.table else "–",
            _limits(spot),
        )
        for spot in configured.spots.values()
    )
    yield Grid(heads=("wager", "pay table", "limits"), rows=spots, align="lll")


def _limits(spot: Spot) -> str:
    if spot.jackpot and spot.jackpot.wager:
        return f"{format_dollars(spot.jackpot.wager)}, fixed"
    high = format_dollars(spot.max) if spot.max is not None else "no maximum"
    return f"{format_dollars(spot.min)} to {high}"


def _fixed(game: Game) -> Iterator[tuple[Cell, ...]]:
    said = {
        **meanings(BlackjackRules),
        **(meanings(type(game.kind_rules)) if game.kind_rules else {}),
    }
    for name, text in rule_lines(game):
        if not name.startswith(PRINTED):
            plain = name.replace("_", " ").capitalize()
            yield said.get(name, plain).rstrip("."), text


def _pay_list(table: PayTable) -> Grid:
    rows = tuple((row.name, row.text) for row in table.rows)
    return Grid(heads=(f"{table.title} ({table.cite})", "pays"), rows=rows, align="lr")


def _wagers(report: MathsReport) -> Iterator[Block]:
    yield NewPage()
    yield Heading(1, "5", "Wagers")
    for place, it in enumerate(report.wagers, start=1):
        if place > 1:
            yield NewPage()
        yield from _wager(f"5.{place}", it)
    if report.super_bonus is not None:
        yield from _super_bonus(report, len(report.wagers) + 1)


def _wager(number: str, it: WagerMaths) -> Iterator[Block]:
    table = f", pay table {it.table.id}" if it.table else ""
    yield Heading(2, number, f"{it.title}{table}")
    if it.odds.play:
        yield Paragraph(_played(it))
    yield Facts(tuple(_key_figures(it)))
    yield _outcome_grid(it)
    if it.deals is not None:
        text = f"Combinations are of {it.deals:,} equally likely deals: {it.dealt}."
    elif it.table is None:
        text = f"What decides is {it.dealt}."
    else:
        text = DRAWN if it.odds.by_up_card else f"What decides is {it.dealt}."
    yield Paragraph(text, "note")
    if it.odds.by_up_card:
        yield _up_card_grid(it)
    if charts := tuple(_wager_charts(it)):
        yield Charts(charts)
    yield Heading(3, "", "Actual against theoretical hold")
    yield hold_grid(it.edge, it.deviation)
    yield Paragraph(_hold_note(it), "note")


def _played(it: WagerMaths) -> str:
    said = f"The player's play decides. Here it is the play that is {it.odds.play}."
    main = it.odds.with_main
    if main is None or not main.given_up:
        return said
    return (
        f"{said} The main wager then costs {percent(main.edge + main.given_up)} instead of"
        f" {percent(main.edge)}."
    )


def _key_figures(it: WagerMaths) -> Iterator[Fact]:
    if it.table:
        yield Fact(name="Pay table", text=f"{it.table.title}, {it.table.cite}",
                   below=f"approved for {deck_words(it.table.decks)}")  # fmt: skip
    yield _measured("House edge", it.edge)
    yield _measured("Return to player", 1 - it.edge)
    hits = it.odds.hit_frequency
    yield _measured("Hit frequency", hits, f"1 in {one_in(hits)} wagers is paid")
    if it.win_frequency != hits:
        more = "pushes and returned stakes left out"
        yield _measured("Net win frequency", it.win_frequency, more)
    yield Fact(
        name="Variance",
        text=f"{float(it.odds.variance):.6f}",
        below=_fraction(it.odds.variance),
    )
    index = VOLATILITY * it.deviation
    yield Fact(
        name="Standard deviation",
        text=f"{it.deviation:.6f}",
        below=f"volatility index {index:.4f} (90%, {VOLATILITY} standard deviations),"
        f" skewness {it.skewness:.3f}",
    )


def _measured(name: str, value: Fraction, more: str = "") -> Fact:
    below = "; ".join(filter(None, (_fraction(value), more)))
    return Fact(name=name, text=percent(value, 6), below=below)


def _fraction(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= FRACTION_MAX else "exact fraction in appendix B"


def _outcome_grid(it: WagerMaths) -> Grid:
    counted = it.deals is not None
    rows = [_outcome_row(it, outcome) for outcome in it.outcomes]
    total: tuple[Cell, ...] = ("Total", "", "1", "", percent(1 - it.edge, 4))
    heads: tuple[str, ...] = ("outcome", "pays", "probability", "1 in", "return")
    if counted:
        total = (*total[:2], f"{it.deals:,}", *total[2:])
        heads = (*heads[:2], "combinations", *heads[2:])
    return Grid(heads=heads, rows=(*rows, total), align="ll" + "r" * (len(heads) - 2), totals=1)


def _outcome_row(it: WagerMaths, outcome: Outcome) -> tuple[Cell, ...]:
    count = it.count(outcome)
    chance = outcome.probability
    probability: Cell = (f"{float(chance):.10f}", _fraction(chance)) if chance else "0"
    tail: tuple[Cell, ...] = (probability, one_in(outcome.probability), percent(outcome.returned))
    counted: tuple[Cell, ...] = () if count is None else (f"{count:,}",)
    return (outcome.name, outcome.pays, *counted, *tail)


def _up_card_grid(it: WagerMaths) -> Grid:
    edges = it.odds.by_up_card
    rows = (("house edge", *(percent(edge, 2) for edge in edges.values())),)
    return Grid(heads=("up card", *edges), rows=rows, align="l" + "r" * len(edges))


def _wager_charts(it: WagerMaths) -> Iterator[Chart]:
    rows = [(o.name, float(o.returned)) for o in it.outcomes if o.returned]
    if len(rows) > 1:
        most = sorted(rows, key=lambda row: -row[1])[:12]
        kept = [row for row in rows if row in most]
        yield Chart(
            svg=bars(kept, title=f"{it.title}: return by row"),
            caption="Return by row, for one unit wagered" + _of_these(kept, rows),
        )
    if len(it.by_decks) > 1:
        values = [
            Point(label=str(c.decks), value=float(c.edge), hollow=not c.allowed)
            for c in it.by_decks
        ]
        hollow = "; hollow: not approved with this table" if any(p.hollow for p in values) else ""
        yield Chart(
            svg=points(values, title=f"{it.title}: edge by deck count", axis="decks"),
            caption=f"House edge across deck counts{hollow}",
        )


def _of_these(kept: Sequence[object], rows: Sequence[object]) -> str:
    return "" if len(kept) == len(rows) else f" (the {len(kept)} largest of {len(rows)})"


def _hold_note(it: WagerMaths) -> str:
    paid = [o.probability for o in it.outcomes if o.probability and o.net > -1]
    rarest = min(paid)
    hands = f"Here the rarest fixed pay comes once in {one_in(rarest)} wagers."
    return f"Theoretical hold {percent(it.edge)}. {HOLD} {hands}"


def _super_bonus(report: MathsReport, place: int) -> Iterator[Block]:
    found, bonus = report.super_bonus, report.configured.game.super_bonus
    assert found
    assert bonus
    (row,) = found.rows
    bands = ", ".join(
        f"{format_dollars(band.pays)} from a wager of {format_dollars(band.wager_min)}"
        for band in bonus.bands
    )
    yield Heading(2, f"5.{place}", "Super Bonus, which needs no wager of its own")
    yield Facts(
        (
            Fact(name="Hand", text=row.name, below=bonus.cite),
            Fact(name="Pays", text=bands),
            Fact(name="Probability", text=f"1 in {one_in(row.probability)}",
                 below=f"{row.probability}, for a player who draws to two sevens"),
            Fact(name="Worth", text=f"{percent(row.returns)} of the smallest wager of a band",
                 below=f"the Envy Bonus of {format_dollars(bonus.envy)} apart"),
        )
    )  # fmt: skip


def _jackpots(report: MathsReport) -> Iterator[Block]:
    if not report.jackpots:
        return
    yield NewPage()
    yield Heading(1, "6", "Jackpots")
    for place, it in enumerate(report.jackpots, start=1):
        table = it.wager.table
        assert table
        yield Heading(2, f"6.{place}", f"{it.wager.title}, pay table {table.id}")
        if it.wager.odds.play:
            yield Paragraph(_played(it.wager))
        yield _award_grid(it)
        if it.jackpot.scheme == "house":
            yield from _house_jackpot(it)
        else:
            yield from _progressive(it)


def _award_grid(it: JackpotMaths) -> Grid:
    rows = [
        (
            o.name,
            percent(o.meter, 0),
            one_in(o.probability),
            f"{float(o.probability * o.meter):.3e}",
        )
        for o in it.wager.outcomes
        if o.meter
    ]
    total = ("Share of the meter won with one wager", "", "", f"{float(it.share):.3e}")
    heads = ("award", "of the meter", "1 in", "share a wager")
    return Grid(heads=heads, rows=(*rows, total), align="lrrr", totals=1)


def _house_jackpot(it: JackpotMaths) -> Iterator[Block]:
    prizes = ", ".join(
        f"{dollars(Fraction(cents, _CENTS))} for {share}%"
        for share, cents in it.jackpot.prizes.items()
    )
    yield Facts(
        (
            Fact(name="Scheme", text="house jackpot", below="no wager feeds it"),
            Fact(name="Wager", text=format_dollars(it.stake)),
            Fact(name="Posted prizes", text=prizes),
            Fact(name="House edge, fixed pays", text=percent(it.wager.edge, 6)),
            Fact(name="House edge with prizes", text=percent(it.edge_with_prizes, 6)),
        )
    )


def _progressive(it: JackpotMaths) -> Iterator[Block]:
    jackpot, seed = it.jackpot, Fraction(it.jackpot.seed, _CENTS)
    reserve = f"{percent(jackpot.reserve, 2)} of it kept" if jackpot.reserve else "nothing kept"
    of_house = " that do not come out of the meter" if it.from_meter else ""
    yield Facts(
        (
            Fact(name="Scheme", text="progressive"),
            Fact(name="Wager", text=format_dollars(it.stake)),
            Fact(name="Contribution", text=percent(jackpot.contribution, 2),
                 below=f"of each wager, {reserve} for the next seed"),
            Fact(name="Seed", text=dollars(seed)),
            Fact(name="100% award", text=f"1 in {one_in(it.full)} wagers", below=str(it.full)),
            Fact(name="Share of the meter", text=f"1 / {float(1 / it.share):,.1f}",
                 below=f"{it.share}, won with one wager on average"),
            Fact(name="Each $1,000 of meter", text=f"adds {percent(it.per_thousand)} of return"),
            Fact(name="Break-even meter", text=dollars(it.break_even),
                 below="where the wager costs nothing"),
            Fact(name="Average meter", text=dollars(it.average_meter),
                 below="over all wagers, in the long run"),
            Fact(name="House edge, fixed pays", text=percent(it.wager.edge, 6)),
            Fact(name="House edge at the seed", text=percent(it.edge_at(seed), 6)),
            Fact(name="House edge, long run", text=percent(it.long_run_edge, 6),
                 below=f"fixed pays{of_house}, less the contribution, less the seed at every 100%"
                 " award"),
        )
    )  # fmt: skip
    places = _meters(it)
    rows = [
        (name, dollars(meter), percent(it.edge_at(meter)), f"{it.deviation_at(meter):.2f}")
        for name, meter in places
    ]
    heads = ("meter", "dollars", "house edge", "std. deviation")
    yield Grid(heads=heads, rows=tuple(rows), align="lrrr")
    to = float(max(meter for _, meter in places)) * 1.1
    marks = [Mark(label=n, x=float(m), y=float(it.edge_at(m))) for n, m in places if m][:3]
    svg = line(
        lambda meter: float(it.edge_at(Fraction(meter))),
        to=to,
        marks=marks,
        title=f"{it.wager.title}: edge against the meter",
        axis="meter",
    )
    goes = [
        ("fixed pays", float(1 - it.wager.edge - it.from_meter)),
        ("contribution", float(jackpot.contribution)),
        ("seed", float(it.full * jackpot.seed / it.stake)),
        ("house", max(0.0, float(it.long_run_edge))),
    ]
    parts = bars(goes, title=f"{it.wager.title}: where one unit goes")
    yield Charts(
        (
            Chart(svg=svg, caption="House edge against what is on the meter"),
            Chart(svg=parts, caption="Where one unit wagered goes, in the long run"),
        )
    )
    yield Paragraph(
        "One wager a round is assumed; with several in one round the awards are made in the order"
        " the document gives, each from what the one before has left. The reset value assumes an"
        " empty reserve.",
        "note",
    )


def _meters(it: JackpotMaths) -> list[tuple[str, Fraction]]:
    seed = Fraction(it.jackpot.seed, _CENTS)
    named = [("seed", seed), ("long-run average", it.average_meter), ("break-even", it.break_even)]
    return [("empty", Fraction(0)), *(place for place in sorted(named, key=_second) if place[1])]


def _second(pair: tuple[str, Fraction]) -> Fraction:
    return pair[1]


def _printed(report: MathsReport) -> Iterator[Block]:
    yield Heading(1, _number(report, 6), "Printed figures")
    rows: list[tuple[Cell, ...]] = []
    for it in report.wagers:
        rows += [
            (
                f"Table {figure.table}, {figure.decks} decks",
                figure.name,
                figure.printed,
                figure.exact_text,
                "reproduced" if figure.agrees else "NOT reproduced",
                ", ".join(figure.rulings) or "–",
            )
            for figure in it.printed
        ]
    if not rows:
        yield Paragraph("The document prints no figure for the pay tables in use.")
        return
    heads = ("where", "figure", "printed", "exact", "", "reading")
    yield Grid(heads=heads, rows=tuple(rows), align="llrrll")
    used = {ruling for it in report.wagers for figure in it.printed for ruling in figure.rulings}
    texts = [r for r in report.configured.game.rulings if r.id in used]
    for ruling in texts:
        yield Paragraph(_plain(f"{ruling.id}: {ruling.ruling}"), "note")


def _number(report: MathsReport, number: int) -> str:
    """Sections after the jackpots move up where there are none."""
    return str(number + bool(report.jackpots))


def _verification(report: MathsReport, number: str) -> Iterator[Block]:
    yield Heading(1, number, "Verification")
    yield Paragraph(
        "While this report was written, the probabilities of every wager were added up to exactly"
        " 1 and its returns to exactly 1 less the house edge, in fractions."
    )
    rows = tuple(
        ((it.title, it.check.text), "holds" if it.check.holds else "FAILS")
        for it in report.wagers
        if it.check
    )
    if rows:
        yield Paragraph(
            "Wagers on up to three dealt cards were counted a second time, deal by deal; those on"
            " four were also drawn at random."
        )
        yield Grid(heads=("wager and second count", ""), rows=rows, align="lr")
    yield Paragraph(
        "The test suite of this version, which this report does not run, holds the counts by"
        " classes against brute force over every deal of small decks, five-card hands against every"
        " hand of the deck, the dealer's draw against drawing card by card, and the odds of every"
        " wager against rounds dealt at the table. It holds every pay of the rule book"
        f" against a second, mechanical reading of the documents: {TRANSCRIPTION_CELLS:,} cells,"
        f" SHA-256 {TRANSCRIPTION_DIGEST}."
    )
    if report.main is not None:
        yield Paragraph(SOLVER_TESTS)
    if report.told is not None:
        yield Paragraph(TOLD_TESTS)
    yield Signatures(
        "Not verified here: the shuffle, and any equipment. Whoever signs states that the"
        " configuration above is the one submitted.",
        ("Prepared by", "Reviewed by"),
    )


def _rulings(report: MathsReport) -> Iterator[Block]:
    yield Heading(1, "A", "Rulings applied")
    yield Paragraph(
        "Where the document is silent, unclear or contradicts itself, it is read as follows. A"
        " ruling is a reading of the document and no part of it.",
        "note",
    )
    rows = tuple(
        (
            ruling.id,
            (_plain(f"{ruling.question} {ruling.ruling}"), f"{ruling.status}; {ruling.cite}"),
        )
        for ruling in report.configured.game.rulings
        if RECORDS not in ruling.cite
    )
    yield Grid(heads=("", "question and answer"), rows=rows, align="ll", wide=1)


def _plain(text: str) -> str:
    return text.replace("`", "")


def _fractions(report: MathsReport) -> Iterator[Block]:
    rows: list[tuple[Cell, ...]] = []
    if report.told is not None:
        name = report.told.stake.name
        rows += [(name, figure, str(value)) for figure, value in report.told.exact]
    for it in report.wagers:
        values: Iterable[tuple[str, Fraction]] = (
            ("House edge", it.edge),
            ("Hit frequency", it.odds.hit_frequency),
            ("Variance", it.odds.variance),
            *((o.name, o.probability) for o in it.outcomes),
        )
        rows += [
            (it.title, name, str(value)) for name, value in values if len(str(value)) > FRACTION_MAX
        ]
    if rows:
        yield Heading(1, "B", "Exact fractions")
        yield Grid(heads=("wager", "figure", "exactly"), rows=tuple(rows), align="lll", wide=2)
