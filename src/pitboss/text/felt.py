"""What a table says of itself: what its wagers pay, what its felt has printed, its main rules."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.engine.events import TIP
from pitboss.engine.setup import Setup
from pitboss.engine.terms import BET_BIGGER
from pitboss.patterns.busts import Suits, bust_up_card
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.rulebook.model import BlackjackRules, PayRow
from pitboss.rulebook.pays import Plain
from pitboss.text.kinds import KINDS, odds_words

_DOT = "  ·  "


def pay_words(setup: Setup, wager_id: str) -> tuple[str, ...]:
    """Return the rows of a wager's pay table, as the felt prints them."""
    own = wager_id.removeprefix(TIP)
    spot = setup.configured.spots[own]
    if spot.table is not None:
        return tuple(_row_words(row) for row in spot.table.rows if _is_paid(row))
    rows = [f"a win: {spot.wager.pays or '1 to 1'}"]
    if own in setup.mains or own.startswith(BET_BIGGER):
        rows += _main_pays(setup)
    return tuple(dict.fromkeys(rows))


def _main_pays(setup: Setup) -> Iterator[str]:
    """What a main wager pays beside even money."""
    yield from KINDS[setup.round].main_pays(setup)
    yield from (f"{row.name}: {row.text}" for row in setup.bonus_21.values())
    if setup.blackjack is not None and setup.blackjack.dealer_22_pushes:
        yield "a dealer 22: push"


def open_pay_words(setup: Setup, wager_id: str, up: Card) -> tuple[str, ...]:
    """Return what a wager made during the round may still pay, now that the up card lies there."""
    wager = next(wager for wager in setup.side_wagers if wager.id == wager_id)
    if wager.family != "dealer-bust-up-card":
        return pay_words(setup, wager_id)
    three_eights = (False, True) if value(up) == 8 else (False,)
    classes = [
        bust_up_card(TWENTY_ONE + 1, value(up), eights, suits)
        for eights in three_eights
        for suits in (Suits.MIXED, Suits.ONE_SUIT)
    ]
    rows = (wager.by_class[0].get(number) for number in classes)
    return tuple(_row_words(row) for row in rows if row is not None and _is_paid(row))


def _is_paid(row: PayRow) -> bool:
    return row.offered and row.pay is not Plain.LOSS


def _row_words(row: PayRow) -> str:
    column = f", {row.column}" if row.column else ""
    return f"{row.name}{column}: {row.text}"


def printed_lines(setup: Setup) -> tuple[str, ...]:
    """Return what the felt has printed between the dealer and the players, line by line."""
    return (*KINDS[setup.round].printed(setup), *_blackjack_print(setup))


def printed_words(setup: Setup) -> str:
    """Return the same in one line of capitals."""
    return _DOT.join(printed_lines(setup)).upper()


def _blackjack_print(setup: Setup) -> Iterator[str]:
    rules = setup.blackjack
    if rules is None:
        return
    yield "dealer hits soft 17" if rules.soft17 == "hit" else "dealer stands on all 17s"
    if rules.dealer_22_pushes:
        yield "dealer 22 pushes"
    yield f"insurance pays {odds_words(setup.insurance_odds)}"


def rule_words(setup: Setup) -> tuple[str, ...]:
    """Return the table's main rules, a few words each."""
    decks, kind = setup.shoe.deck_count, KINDS[setup.round]
    words = [f"{decks} deck{'' if decks == 1 else 's'}", *kind.rules(setup)]
    if setup.blackjack is not None:
        words += _blackjack_rules(setup, setup.blackjack)
    return tuple(filter(None, words))


def _blackjack_rules(setup: Setup, rules: BlackjackRules) -> Iterator[str]:
    yield "dealer hits soft 17" if rules.soft17 == "hit" else "dealer stands on soft 17"
    if not KINDS[setup.round].first_three_may_pass_21:
        yield f"blackjack pays {odds_words(setup.blackjack_odds)}"
    yield "free doubles and splits" if rules.free_bets else ""
    yield "dealer 22 pushes" if rules.dealer_22_pushes else ""
    yield "double-double down" if rules.redouble else ""
    yield "double for less" if rules.double_for_less else ""
    yield "cards face down" if setup.face_down else ""
