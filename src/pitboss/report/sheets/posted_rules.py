"""The dealer's steps for rules that a house of plain blackjack may post."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine import legal
from pitboss.engine.setup import Setup
from pitboss.report.sheets.citations import clause_about
from pitboss.report.sheets.parts import Pace, Step
from pitboss.rulebook.model.rules import NONE
from pitboss.text import posted_rules
from pitboss.text.rules import rule_text

_UP_CARDS = {1: "an ace", 10: "a ten-value card"}


def early_surrender(setup: Setup) -> Iterator[Step]:
    """Yield what is asked before the dealer looks."""
    asked = [words for up, words in _UP_CARDS.items() if legal.surrenders_early(setup, up)]
    if asked:
        text = (
            f"With {' or '.join(asked)} up, ask every player without a blackjack: surrender?"
            " Take half the wager and the cards of those who do."
        )
        marks = ("surrender", "decline", "settled:main:surrendered")
        yield Step(text, clause_about(setup, "surrender"), marks, Pace.TURN)


def charlies(setup: Setup) -> Iterator[Step]:
    """Yield how a hand of many cards is paid."""
    cards = setup.rules.charlie
    if cards:
        pays = rule_text(setup.rules.charlie_pays)
        much = "even money" if pays == "1 to 1" else pays
        text = f"{cards} cards not over 21, not doubled: pay {much} and take the cards."
        marks = (f"settled:main:{cards}-card Charlie",)
        yield Step(text, clause_about(setup, "charlie"), marks, Pace.TURN)


def lying_busts(setup: Setup) -> Iterator[Step]:
    """Yield what becomes of a hand over 21 where original bets alone are at risk."""
    if setup.rules.original_bets_only:
        text = "With an ace or a ten-value card up, let it lie until you turn your down card."
        yield Step(text, clause_about(setup, "original bets"), ("busted",), Pace.TURN)


def collected_busts(setup: Setup) -> Iterator[Step]:
    """Yield when those hands are collected."""
    if setup.rules.original_bets_only:
        text = "Collect the hands over 21 that lay there."
        marks = ("settled:main:bust",)
        yield Step(text, clause_about(setup, "original bets"), marks, Pace.SEAT)


def looks_under(setup: Setup) -> str:
    """Say under which up cards the dealer looks."""
    cards = [words for up, words in _UP_CARDS.items() if setup.rules.peeks_under(up)]
    return " or ".join(cards)


def doubled_totals(setup: Setup) -> str:
    """Say which totals may be doubled; nothing where every total may."""
    totals = setup.rules.double_totals
    hard, _, soft = totals.partition("-or-")
    if hard == "any":
        return ""
    words = "hard totals" if hard == "hard" else f"hard {hard}"
    return f", {words}{' or any soft total' if soft else ''} only"


def surrender_words(setup: Setup) -> Iterator[Step]:
    """Yield how a surrender in a hand's turn is taken."""
    rules = setup.rules
    first = "as the first decision" + (", after a split too" * rules.surrender_after_split)
    text = f"Surrender, {first}: take half the wager and the cards."
    if rules.surrender is True and rules.peek is not True:
        cards = [words for up, words in _UP_CARDS.items() if not rules.peeks_under(up)]
        text += (
            f" With {' or '.join(cards)} up, take nothing yet: half of it comes back when your down"
            " card makes no blackjack."
        )
    marks = ("surrender", "settled:main:surrendered")
    yield Step(text, clause_about(setup, "surrender"), marks, Pace.TURN)


def split_words(setup: Setup) -> Iterator[Step]:
    """Yield what is posted about pairs and what a split makes."""
    marks = ("settled:main:blackjack",) if setup.rules.split_blackjack else ()
    sentences = [*posted_rules.splits(setup.rules)]
    if setup.rules.double_split_aces != "if-hit":
        may = "never" if setup.rules.double_split_aces == "never" else "also on their one card"
        sentences.append(f"Split aces may be doubled {may}.")
    if sentences:
        yield Step(" ".join(sentences), clause_about(setup, "posted splits"), marks, Pace.TURN)


def suited_blackjack_words(setup: Setup) -> str:
    """Say what a blackjack of one suit is paid, after what the others are."""
    odds = setup.suited_blackjack_odds
    if odds is None:
        return ""
    suit = setup.rules.suited_blackjack_in
    where = "one suit" if suit == "any" else suit
    return f" (of {where}: {odds.to} to {odds.per})"


def results_words(setup: Setup) -> str:
    """Say how hands and the dealer's total compare."""
    words = "the higher total wins 1 to 1"
    lost = NONE if setup.blackjack is None else setup.blackjack.ties_lost
    if lost == NONE:
        return f"{words}, equal totals push"
    return f"{words}, a tie at {posted_rules.join_ranks(lost)} loses, any other pushes"


def pushing_totals(setup: Setup) -> Iterator[Step]:
    """Yield which totals of the dealer push."""
    if setup.rules.dealer_pushes != NONE:
        totals = posted_rules.join_ranks(setup.rules.dealer_pushes)
        text = f"Your total of {totals} pushes every hand that waits for it."
        yield Step(text, clause_about(setup, "dealer pushes"))


def late_blackjack_words(setup: Setup) -> str:
    """Say what a dealer blackjack takes that is found after the hands were played."""
    if setup.rules.original_bets_only:
        return "every player loses the original wager, and gets back what was added"
    return "every hand loses its whole wager"


def late_blackjack_marks(setup: Setup) -> tuple[str, ...]:
    """Name how hands end when such a blackjack is turned up, or none."""
    ends = ["dealer blackjack", "push", "blackjack"]
    ends += ["original bets only"] * setup.rules.original_bets_only
    ends += ["surrendered"] * (setup.rules.surrender is True)
    return tuple(f"settled:main:{end}" for end in ends)
