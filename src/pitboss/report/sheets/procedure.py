"""The dealer's procedure: the round in order, as this game is dealt at this house."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.events import Phase
from pitboss.engine.setup import Setup
from pitboss.report.sheets.parts import (
    HouseWords,
    Note,
    Page,
    Part,
    Sheet,
    Step,
    Steps,
    Title,
    What,
)
from pitboss.report.sheets.steps import section_steps
from pitboss.report.sheets.words import (
    decks_line,
    foot,
    house_rules,
    name_on_signs,
    short_cite,
)
from pitboss.rulebook.model import HOUSE_RULINGS, Section
from pitboss.text.rules import irregularity_words

TITLES = {
    Section.SHUFFLE: "Shuffle, cut and burn",
    Section.BETS: "Before the deal",
    Section.DEAL: "The deal",
    Section.AFTER_DEAL: "After the deal",
    Section.BLACKJACKS: "Blackjacks",
    Section.FIRST_21S: "First 21s",
    Section.BET_OR_FOLD: "Bet or fold",
    Section.INSURANCE: "Insurance",
    Section.PEEK: "The peek",
    Section.EARLY_WAGERS: "Wagers after the peek",
    Section.HANDS: "The players' hands",
    Section.LATE_WAGERS: "Wagers after the hands",
    Section.SETTING: "Setting the hands",
    Section.DEALER: "The dealer's hand",
    Section.SETTLE: "Settling",
    Section.POKER: "Poker",
    Section.JACKPOTS: "Jackpots",
    Section.IRREGULARITIES: "If something goes wrong",
}


def procedure(setup: Setup, house: HouseWords) -> Sheet:
    """Return the dealer's sheet."""
    game = setup.configured.game
    return Sheet(
        what=What.PROCEDURE,
        page=Page.PORTRAIT,
        title=f"{name_on_signs(game)}: dealer's procedure",
        subtitle=", ".join(filter(None, (house.name, decks_line(setup)))),
        parts=tuple(_parts(setup, house)),
        foot=foot(setup),
    )


def _parts(setup: Setup, house: HouseWords) -> Iterator[Part]:
    count = 1
    for section, steps in procedure_sections(setup, house):
        yield Title(TITLES[section])
        yield Steps(tuple(steps), count)
        count += len(steps)
    yield Note(
        "The clause at the margin is that of the approved rules. On anything this sheet does not"
        " settle, call the supervisor before a card or chip moves."
    )


def procedure_sections(setup: Setup, house: HouseWords) -> Iterator[tuple[Section, list[Step]]]:
    """Yield the sections of the procedure that have steps, in the order of the round."""
    phases = (phase for phase in setup.plan.phases if phase is not Phase.OVER)
    round_ = (Section(phase.name.lower().replace("_", "-")) for phase in phases)
    around = (Section.JACKPOTS, Section.IRREGULARITIES)
    for section in (Section.SHUFFLE, Section.BETS, *round_, *around):
        steps = section_steps(setup, section, house)
        if section is Section.BETS:
            steps += house_rules(setup)
        if section is Section.IRREGULARITIES:
            steps += [
                Step(irregularity_words(item), short_cite(item.cite))
                for item in setup.configured.game.irregularities
                if item not in HOUSE_RULINGS and item.effect != "option"
            ]
        if steps:
            yield section, steps
