"""Ante Up 21 in a report: when to fold, and how play for both wagers differs from 21 alone."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from pitboss.engine.rounds.ante_up import ANTE, BET
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.play import Objective
from pitboss.exact.ante_up.solution import (
    JOINT_ERROR,
    METHOD,
    POKER_ERROR,
    UPS,
    AnteUpSolution,
    fold_words,
    name_action,
    name_cards,
    rank_name,
)
from pitboss.report.catalogue.edges import EdgeEntry
from pitboss.report.document.blocks import Block, Fact, Grid, Paragraph
from pitboss.report.games.blackjack import played_entry
from pitboss.report.games.kind import KindReport, one_report
from pitboss.report.games.page import FULL_SHOE
from pitboss.report.games.report import GameReport, ReportPart
from pitboss.text.numbers import one_in, percent

ERRORS = (
    f"the error of the joint edge is below {percent(JOINT_ERROR, 2)} of the ANTE, that of the poker"
    f" edge below {percent(POKER_ERROR, 1)}; the edge of the 21 wager is that of the blackjack game"
    " by itself and has none but that of floating point"
)
AIMS = {
    Objective.TWENTY_ONE: "for 21 alone",
    Objective.BOTH: "for both",
    Objective.POKER: "for poker alone",
}
OTHERWISE = "The first two cards that are played otherwise for both wagers than for 21 alone"


def ante_up_report(solution: AnteUpSolution) -> GameReport:
    """Report a solved game."""
    setup = solution.setup
    return GameReport(
        parts=tuple(_parts(setup, solution)),
        wagers=frozenset((*setup.mains, ANTE, BET)),
        figures=tuple(_figures(solution)),
        sections={
            "Played for one wager, or for both": tuple(_aims(solution)),
            "How a round ends, played for both": (_ends(solution),),
            "By up card, played for both": tuple(_up_cards(solution)),
        },
        strategy=ante_up_rules(solution),
        method=(METHOD, ERRORS, FULL_SHOE),
    )


def ante_up_rules(solution: AnteUpSolution) -> dict[str, tuple[Block, ...]]:
    """Return when to fold, and how to play for both wagers."""
    return {
        "When to fold": tuple(Paragraph(words) for words in fold_words(solution.hands)),
        "Playing for both": tuple(_otherwise(solution)),
    }


def ante_up_entries(solution: AnteUpSolution) -> Iterator[EdgeEntry]:
    """Yield the 21 wager and the poker part each played for alone, and both together."""
    setup = solution.setup
    yield played_entry(solution.alone, setup.mains[0], "the 21 wager, played for alone")
    yield EdgeEntry(
        wager=f"{ANTE}, {BET}",
        house_edge=solution.figures(Objective.POKER).poker_edge,
        standard_deviation=_poker_deviation(solution),
        unit="the ANTE, played for alone",
        method=_off_by(POKER_ERROR),
    )
    yield EdgeEntry(
        wager=f"{setup.mains[0]}, {ANTE}, {BET}",
        house_edge=solution.joint.joint_edge,
        standard_deviation=solution.standard_deviation,
        unit="the ANTE, with a 21 wager as large",
        stakes=2,
        method=_off_by(JOINT_ERROR),
    )


def _off_by(error: float) -> str:
    return f"solved, off by less than {error:g} of the ANTE"


def _poker_deviation(solution: AnteUpSolution) -> float:
    """The spread of ANTE and BET where they alone are played for; a fold loses the ANTE."""
    mean = square = 0.0
    for hand in solution.hands:
        worth = hand.worth(Objective.POKER)
        folded = float(worth.of_poker) ** 2
        mean += hand.probability * float(worth.of_poker)
        square += hand.probability * (float(worth.square) if hand.bets(Objective.POKER) else folded)
    return sqrt(square - mean**2)


def _parts(setup: Setup, solution: AnteUpSolution) -> Iterator[ReportPart]:
    spots = setup.configured.spots
    poker = solution.figures(Objective.POKER)
    main, *both = (spots[wager].wager.title for wager in (setup.mains[0], ANTE, BET))
    yield ReportPart(
        name=main,
        unit="the 21 wager",
        edge=solution.house_edge,
        standard_deviation=solution.alone.standard_deviation,
        aim="played for alone",
    )
    yield ReportPart(
        name=" and ".join(both), unit="the ANTE", edge=poker.poker_edge, aim="played for alone"
    )
    yield ReportPart(
        name="Both together",
        unit="the ANTE, with a 21 wager as large",
        edge=solution.joint.joint_edge,
        standard_deviation=solution.standard_deviation,
        aim="played for both",
    )


def _figures(solution: AnteUpSolution) -> Iterator[Fact]:
    joint = solution.joint.joint_edge
    alone = solution.figures(Objective.TWENTY_ONE)
    poker = solution.figures(Objective.POKER)
    yield Fact("Joint edge", percent(joint), "of the ANTE, with a 21 wager as large")
    yield Fact("House edge", percent(solution.house_edge, 6), "of the 21 wager, played for alone")
    yield Fact("Poker edge", percent(poker.poker_edge), "of the ANTE, played for alone")
    yield Fact("Playing for 21 alone costs", percent(alone.joint_edge - joint), "of the ANTE more")
    yield Fact(
        "Playing for poker alone costs", percent(poker.joint_edge - joint), "of the ANTE more"
    )
    yield Fact(
        "Error, from splits alone",
        f"below {percent(JOINT_ERROR, 2)}",
        f"of the ANTE; of the poker edge {percent(POKER_ERROR, 1)}",
    )
    yield Fact(
        "Standard deviation", f"{solution.standard_deviation:.4f}", "ANTEs, both wagers together"
    )


def _aims(solution: AnteUpSolution) -> Iterator[Block]:
    rows = []
    for aim, words in AIMS.items():
        figures = solution.figures(aim)
        edges = (figures.joint_edge, figures.house_edge, figures.poker_edge)
        rows.append((words, *map(percent, edges), percent(figures.fold_probability, 2)))
    heads = ("played", "both wagers", "21", "ANTE and BET", "folded")
    yield Grid(heads=heads, rows=tuple(rows), align="lrrrr")


def _ends(solution: AnteUpSolution) -> Grid:
    rows = tuple(
        (outcome, f"{chance:.8f}", one_in(chance)) for outcome, chance in solution.outcomes.items()
    )
    return Grid(heads=("end", "probability", "1 in"), rows=rows, align="lrr")


def _up_cards(solution: AnteUpSolution) -> Iterator[Block]:
    edges = ((up, *solution.against_up(up)) for up in UPS)
    rows = tuple(
        (rank_name(up), percent(share, 3), percent(edge, 2), percent(share * edge))
        for up, share, edge in edges
    )
    heads = ("up card", "comes", "joint edge", "adds to the edge")
    yield Grid(heads=heads, rows=rows, align="lrrr")


def _otherwise(solution: AnteUpSolution) -> Iterator[Block]:
    yield Paragraph(f"{OTHERWISE}.")
    rows = tuple((rank_name(up), _differences(solution, up)) for up in UPS)
    yield Grid(heads=("up card", "first two cards"), rows=rows, align="ll", wide=1)


def _differences(solution: AnteUpSolution, up: int) -> str:
    """Name the hands whose play for both wagers differs from play for 21, action by action."""
    hands: dict[str, list[str]] = {}
    for hand in solution.hands:
        both = name_action(hand, Objective.BOTH)
        differs = both is not None and both != name_action(hand, Objective.TWENTY_ONE)
        if hand.up == up and hand.bets(Objective.BOTH) and differs:
            hands.setdefault(str(both), []).append(name_cards(hand))
    return "; ".join(f"{kind} {', '.join(names)}" for kind, names in hands.items()) or "nothing"


KIND = KindReport(
    one_report(ante_up_report), ante_up_entries, "explanation/solver-ante-up-21.md", ante_up_rules
)
