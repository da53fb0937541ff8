"""What the table says to a player: choices and their keys, totals, amounts, whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards import Card, pretty_card
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.events import TIP
from pitboss.engine.legal import UNLIMITED
from pitboss.engine.setup import Setup
from pitboss.engine.view import HandView, TableView
from pitboss.patterns.busts import Suits, bust_up_card
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.report.story import money
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.house import parse_dollars
from pitboss.rulebook.model import PayRow
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, Plain, format_dollars

LAMMER = "◆"
"""The button that marks a free double or a free split."""

KEYS: Mapping[ActionKind, str] = {
    ActionKind.HIT: "h",
    ActionKind.STAND: "s",
    ActionKind.DOUBLE: "d",
    ActionKind.REDOUBLE: "x",
    ActionKind.RESCUE: "r",
    ActionKind.SPLIT: "p",
    ActionKind.SURRENDER: "u",
    ActionKind.INSURE: "i",
    ActionKind.BUST_BET: "y",
    ActionKind.DECLINE: "n",
    ActionKind.TAKE_BLACKJACK: "t",
    ActionKind.KEEP_BLACKJACK: "k",
    ActionKind.FREE_DOUBLE: "f",
    ActionKind.FREE_SPLIT: "e",
    ActionKind.SWITCH: "w",
    ActionKind.KEEP: "k",
}
"""The key of every decision, on the felt and in plain mode alike; two that are never offered
together may share one."""

LABELS: Mapping[ActionKind, str] = {
    ActionKind.HIT: "Hit",
    ActionKind.STAND: "Stand",
    ActionKind.DOUBLE: "Double",
    ActionKind.REDOUBLE: "Double again",
    ActionKind.RESCUE: "Rescue",
    ActionKind.SPLIT: "Split",
    ActionKind.SURRENDER: "Surrender",
    ActionKind.INSURE: "Insure",
    ActionKind.BUST_BET: "Bet",
    ActionKind.DECLINE: "No",
    ActionKind.TAKE_BLACKJACK: "Take the blackjack",
    ActionKind.KEEP_BLACKJACK: "Keep it to double",
    ActionKind.FREE_DOUBLE: "Free double",
    ActionKind.FREE_SPLIT: "Free split",
    ActionKind.SWITCH: "Switch",
    ActionKind.KEEP: "Keep",
}
"""What a decision is called where nothing more is known of the question; see `choice_label`."""

MEANINGS: Mapping[ActionKind, str] = {
    ActionKind.HIT: "take another card",
    ActionKind.STAND: "play what you have; a 21 is paid",
    ActionKind.DOUBLE: "raise the wager for one more card",
    ActionKind.REDOUBLE: "double a doubled hand again",
    ActionKind.RESCUE: "take back the last doubled portion, forfeit the rest",
    ActionKind.SPLIT: "make two hands of two cards of equal value",
    ActionKind.SURRENDER: "give up the hand for half the wager",
    ActionKind.INSURE: "bet that the dealer has a blackjack",
    ActionKind.BUST_BET: "make the wager that is offered, for an amount",
    ActionKind.DECLINE: "go on without insurance, or without the wager that is offered",
    ActionKind.TAKE_BLACKJACK: "be paid for the blackjack now",
    ActionKind.KEEP_BLACKJACK: "keep the blackjack, to double it in turn",
    ActionKind.FREE_DOUBLE: "double for a lammer: it wins as a wager would, and costs nothing",
    ActionKind.FREE_SPLIT: "split for a lammer: the new hand costs nothing",
    ActionKind.SWITCH: "exchange the second cards of your two hands",
    ActionKind.KEEP: "play the two hands as they were dealt",
}


def choice_label(setup: Setup, asked: Question, kind: ActionKind) -> str:
    """Name a choice as the felt has it: what is declined, and which wager may be made."""
    if kind not in {ActionKind.DECLINE, ActionKind.BUST_BET}:
        return LABELS[kind]
    if any(choice.kind is ActionKind.INSURE for choice in asked.choices):
        return "No insurance"
    title = wager_title(setup, asked.wager or "")
    return f"No {title}" if kind is ActionKind.DECLINE else title


def wager_title(setup: Setup, wager: str) -> str:
    """Name a spot of the felt, or the tip beside one."""
    own = wager.removeprefix(TIP)
    spot = setup.configured.spots.get(own)
    title = spot.wager.title if spot else own
    return title if own == wager else f"Tip on {title}"


def amount_range(choice: Choice) -> str:
    """Write the amounts a choice allows; empty where it puts no money on the table.

    >>> amount_range(Choice(ActionKind.INSURE, 1, 500))
    '$0.01 to $5.00'
    >>> amount_range(Choice(ActionKind.BUST_BET, 500, UNLIMITED, step=100))
    'from $5.00, whole dollars'
    """
    if choice.low is None or choice.high is None:
        return ""
    if choice.low == choice.high:
        return money(choice.low)
    whole = ", whole dollars" if choice.step == CENTS_PER_DOLLAR else ""
    if choice.high == UNLIMITED:
        return f"from {money(choice.low)}{whole}"
    return f"{money(choice.low)} to {money(choice.high)}{whole}"


def lammer_words(free: int) -> str:
    """Write what the lammers on a hand stand for.

    >>> lammer_words(1000)
    '◆ $10 free'
    """
    return f"{LAMMER} {short_money(free)} free"


def short_money(cents: int, *, sign: bool = False) -> str:
    """Write an amount as chips are called: whole dollars without cents.

    >>> short_money(1000), short_money(-1250), short_money(500, sign=True)
    ('$10', '-$12.50', '+$5')
    """
    plus = "+" if sign and cents > 0 else ""
    return plus + money(cents).removesuffix(".00")


def cents_of(text: str) -> int:
    """Read dollars as a player writes them; `ValueError` says what is wrong with them.

    >>> cents_of("$12.50"), cents_of("1,000")
    (1250, 100000)
    """
    return parse_dollars(text.strip().removeprefix("$").replace(",", ""))


def hand_words(hand: HandView, *, blackjack: bool = False) -> str:
    """Write what a hand totals, or that it is a *blackjack*.

    >>> from pitboss.engine.state import Status
    >>> from pitboss.cards import parse_cards
    >>> hand = HandView(
    ...     number=1,
    ...     cards=parse_cards("As 6h"),
    ...     total=17,
    ...     soft=True,
    ...     stake=500,
    ...     doublings=0,
    ...     status=Status.PLAYING,
    ... )
    >>> hand_words(hand)
    'soft 17'
    """
    if len(hand.cards) < 2:
        return ""
    if blackjack:
        return "blackjack"
    if hand.total > TWENTY_ONE:
        return f"bust {hand.total}"
    return f"soft {hand.total}" if hand.soft else str(hand.total)


def dealer_words(table: TableView) -> str:
    """Write what the dealer shows or has."""
    if not table.dealer:
        return ""
    if table.face_down or len(table.dealer) == 1:
        return f"shows {pretty_card(table.dealer[0])}"
    if table.dealer_total > TWENTY_ONE:
        return f"bust {table.dealer_total}"
    if table.dealer_total == TWENTY_ONE and len(table.dealer) == 2:
        return "blackjack"
    return f"{'soft ' if table.dealer_soft else ''}{table.dealer_total}"


def doubled_words(hand: HandView, width: int) -> str:
    """Say how often a hand was doubled, within *width* columns."""
    if width < len("doubled three times") and hand.doublings > 1:
        return f"doubled {hand.doublings}x"
    return ("", "doubled", "doubled twice", "doubled three times")[min(hand.doublings, 3)]


def limit_words(spot: Spot, *, tip: bool = False) -> str:
    """Write what may be put on a spot, or as a *tip* beside it."""
    if tip:
        return "up to your wager"
    if spot.jackpot is not None and spot.jackpot.wager is not None:
        return f"exactly {format_dollars(spot.jackpot.wager)}"
    if spot.wager.equals:
        return f"equal to {spot.wager.equals}"
    low = "" if spot.min <= 1 else format_dollars(spot.min)
    if spot.max is None:
        whole = "whole dollars" if spot.wager.whole_dollars else "any amount"
        return f"from {low}" if low else whole
    return f"{low} to {format_dollars(spot.max)}" if low else f"up to {format_dollars(spot.max)}"


def pay_words(setup: Setup, wager_id: str) -> tuple[str, ...]:
    """Return the rows of a wager's pay table, as the felt prints them."""
    spot = setup.configured.spots[wager_id.removeprefix(TIP)]
    if spot.table is not None:
        return tuple(_row_words(row) for row in spot.table.rows if _is_paid(row))
    rows = [f"a win: {spot.wager.pays or '1 to 1'}"]
    rows.append(f"blackjack: {setup.blackjack_odds.to} to {setup.blackjack_odds.per}")
    rows.extend(f"{row.name}: {row.text}" for row in setup.bonus_21.values())
    if setup.rules.dealer_22_pushes:
        rows.append("a dealer 22: push")
    return tuple(dict.fromkeys(rows))


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


def printed_words(setup: Setup) -> str:
    """Return what the felt has printed between the dealer and the players."""
    rules, odds, insurance = setup.rules, setup.blackjack_odds, setup.insurance_odds
    soft17 = "hits soft 17" if rules.soft17 == "hit" else "stands on all 17s"
    return (
        f"BLACKJACK PAYS {odds.to} TO {odds.per}  ·  DEALER {soft17.upper()}"
        f"{'  ·  DEALER 22 PUSHES' if rules.dealer_22_pushes else ''}"
        f"  ·  INSURANCE PAYS {insurance.to} TO {insurance.per}"
    )


def rule_words(setup: Setup) -> tuple[str, ...]:
    """Return the table's main rules, a few words each."""
    rules = setup.rules
    odds = setup.blackjack_odds
    said = (
        f"{rules.decks} deck{'' if rules.decks == 1 else 's'}",
        "dealer hits soft 17" if rules.soft17 == "hit" else "dealer stands on soft 17",
        f"blackjack pays {odds.to} to {odds.per}",
        "free doubles and splits" if rules.free_bets else "",
        "dealer 22 pushes" if rules.dealer_22_pushes else "",
        "double-double down" if rules.redouble else "",
        "double for less" if rules.double_for_less else "",
        "cards face down" if setup.face_down else "",
    )
    return tuple(words for words in said if words)
