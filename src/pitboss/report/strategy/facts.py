"""The figures of a solved game in words, shared by the page and the text."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.setup import Setup
from pitboss.exact.switch.solution import SwitchSolution
from pitboss.report.document.blocks import Fact
from pitboss.report.games.switch_words import switch_facts
from pitboss.report.strategy.model import Solved
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.pays import format_dollars
from pitboss.text.options import option_text, rule_options


def first_wager(setup: Setup) -> str:
    """Return what edges and results are parts of."""
    switch = setup.round == RoundKind.SWITCH
    return "both first wagers together" if switch else "the first wager"


def facts(solved: Solved) -> Iterator[Fact]:
    """Yield what is to be known about the game before its charts."""
    solution = solved.solution
    configured = solution.setup.configured
    yield Fact(name="Options", text=", ".join(rule_options(solution.setup)))
    of_what = f"of {first_wager(solution.setup)}"
    yield Fact(name="House edge", text=f"{solution.house_edge:.4%}", below=of_what)
    if isinstance(solution, SwitchSolution):
        yield from switch_facts(solution)
    if solved.bonus is not None:
        edge, wager = solution.house_edge - solved.bonus.value, format_dollars(solved.bonus.wager)
        text = f"{edge:.4%}"
        yield Fact(name="With the Super Bonus", text=text, below=f"at a wager of {wager}")
        envy = f"{edge - solved.bonus.envy_value:.4%}"
        below = "with one other player who bets and plays the same"
        yield Fact(name="And with envy", text=envy, below=below)
    yield Fact(
        name="Element of risk", text=f"{solution.element_of_risk:.4%}", below="of all wagers"
    )
    units = f"in units of {first_wager(solution.setup)}"
    yield Fact(name="Standard deviation", text=f"{solution.standard_deviation:.4f}", below=units)
    yield Fact(name="Average wager", text=f"{solution.average_wager:.4f}", below=units)
    best = "more than the best play of every hand by its own cards"
    if isinstance(solution, SwitchSolution):
        best += " and the best switch, where points decide it"
    yield Fact(name="The charts cost", text=f"{solved.cost:.5%}", below=best)
    yield Fact(
        name="Without exceptions",
        text=f"{solved.cost_without_exceptions:.5%}",
        below="more, if numbers and marks are ignored",
    )
    yield Fact(name="Digest", text=configured.digest, code=True)


def effect_rows(solved: Solved) -> Iterator[tuple[str, str, str]]:
    """Yield every option with another value, the edge then, and how much it changes."""
    for effect in solved.effects:
        name = f"{effect.option} {option_text(effect.value)}"
        yield name, f"{effect.house_edge:.4%}", f"{effect.change:+.4%}"
