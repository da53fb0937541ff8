"""What the table says to a player: choices and their keys, totals, amounts, whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards import pretty_card
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.setup import BET_BIGGER, Setup
from pitboss.engine.view import HandView, SeatView, TableView
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.report.story import money
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.house import parse_dollars
from pitboss.rulebook.model import Moment
from pitboss.rulebook.pays import format_dollars

KEYS: Mapping[ActionKind, str] = {
    ActionKind.HIT: "h",
    ActionKind.STAND: "s",
    ActionKind.DOUBLE: "d",
    ActionKind.REDOUBLE: "x",
    ActionKind.RESCUE: "r",
    ActionKind.SPLIT: "p",
    ActionKind.SURRENDER: "u",
    ActionKind.INSURE: "i",
    ActionKind.DECLINE: "n",
    ActionKind.TAKE_BLACKJACK: "t",
    ActionKind.KEEP_BLACKJACK: "k",
}
"""The key of every decision, on the felt and in plain mode alike."""

LABELS: Mapping[ActionKind, str] = {
    ActionKind.HIT: "Hit",
    ActionKind.STAND: "Stand",
    ActionKind.DOUBLE: "Double",
    ActionKind.REDOUBLE: "Double again",
    ActionKind.RESCUE: "Rescue",
    ActionKind.SPLIT: "Split",
    ActionKind.SURRENDER: "Surrender",
    ActionKind.INSURE: "Insure",
    ActionKind.DECLINE: "No insurance",
    ActionKind.TAKE_BLACKJACK: "Take the blackjack",
    ActionKind.KEEP_BLACKJACK: "Keep it to double",
}

MEANINGS: Mapping[ActionKind, str] = {
    ActionKind.HIT: "take another card",
    ActionKind.STAND: "play what you have; a 21 is paid",
    ActionKind.DOUBLE: "raise the wager for one more card",
    ActionKind.REDOUBLE: "double a doubled hand again",
    ActionKind.RESCUE: "take back the last doubled portion, forfeit the rest",
    ActionKind.SPLIT: "make two hands of two cards of equal value",
    ActionKind.SURRENDER: "give up the hand for half the wager",
    ActionKind.INSURE: "bet that the dealer has a blackjack",
    ActionKind.DECLINE: "go on without it",
    ActionKind.TAKE_BLACKJACK: "be paid for the blackjack now",
    ActionKind.KEEP_BLACKJACK: "keep the blackjack, to double it in turn",
}


def amount_range(choice: Choice) -> str:
    """Write the amounts a choice allows; empty where it puts no money on the table.

    >>> amount_range(Choice(ActionKind.INSURE, 1, 500))
    '$0.01 to $5.00'
    """
    if choice.low is None or choice.high is None:
        return ""
    if choice.low == choice.high:
        return money(choice.low)
    return f"{money(choice.low)} to {money(choice.high)}"


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


def hand_words(hand: HandView, *, alone: bool = True) -> str:
    """Write what a hand totals; *alone*: the seat has no other.

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
    if hand.total == TWENTY_ONE and len(hand.cards) == 2 and alone:
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


def question_words(table: TableView, asked: Question) -> str:
    """Say whose turn it is and what about: "seat 2: soft 17 against 7♦"."""
    seat = next(seat for seat in table.seats if seat.number == asked.seat)
    up = pretty_card(table.dealer[0])
    hand = next(hand for hand in seat.hands if hand.number == asked.hand)
    has = hand_words(hand, alone=len(seat.hands) == 1)
    who = seat_words(seat, asked.hand)
    if asked.wager is not None:
        insured = "" if asked.wager == "insurance" else f" of {asked.wager.partition('-')[2]}"
        return f"{who}: insurance{insured}? You have {has}, the dealer shows {up}"
    return f"{who}: {has} against {up}"


def seat_words(seat: SeatView, hand: int) -> str:
    """Name a hand: the seat, and which of its hands where it has several."""
    return f"seat {seat.number} hand {hand}" if len(seat.hands) > 1 else f"seat {seat.number}"


def rides_on_hand(wager: str) -> bool:
    """Whether a wager is doubled, split and settled with the hand: main and Bet Bigger units.

    >>> rides_on_hand("bet-bigger-1"), rides_on_hand("match-up")
    (True, False)
    """
    return wager == "main" or wager.startswith(BET_BIGGER)


def units_at(table: TableView, seat: int) -> int:
    """Return how many wagers ride on the hands of a seat."""
    wagers = next(other.wagers for other in table.seats if other.number == seat)
    return sum(map(rides_on_hand, wagers))


def doubled_words(hand: HandView, width: int) -> str:
    """Say how often a hand was doubled, within *width* columns."""
    if width < len("doubled three times") and hand.doublings > 1:
        return f"doubled {hand.doublings}x"
    return ("", "doubled", "doubled twice", "doubled three times")[min(hand.doublings, 3)]


def spots_before_deal(setup: Setup) -> dict[str, Spot]:
    """Return the wagers a player may make before the deal, in the felt's order."""
    spots = setup.configured.spots
    return {name: s for name, s in spots.items() if s.wager.made == Moment.BEFORE_DEAL}


def limit_words(spot: Spot) -> str:
    """Write what may be put on a spot."""
    if spot.jackpot is not None and spot.jackpot.wager is not None:
        return f"exactly {format_dollars(spot.jackpot.wager)}"
    if spot.wager.equals:
        return f"equal to {spot.wager.equals}"
    low = "" if spot.min <= 1 else format_dollars(spot.min)
    if spot.max is None:
        return f"from {low}" if low else "any amount"
    return f"{low} to {format_dollars(spot.max)}" if low else f"up to {format_dollars(spot.max)}"


def pay_words(setup: Setup, wager_id: str) -> tuple[str, ...]:
    """Return the rows of a wager's pay table, as the felt prints them."""
    spot = setup.configured.spots[wager_id]
    if spot.table is not None:
        return tuple(f"{row.name}: {row.text}" for row in spot.table.rows if row.offered)
    rows = [f"a win: {spot.wager.pays or '1 to 1'}"]
    rows.append(f"blackjack: {setup.blackjack_odds.to} to {setup.blackjack_odds.per}")
    rows.extend(f"{row.name}: {row.text}" for row in setup.bonus_21.values())
    return tuple(dict.fromkeys(rows))


def printed_words(setup: Setup) -> str:
    """Return what the felt has printed between the dealer and the players."""
    rules, odds, insurance = setup.rules, setup.blackjack_odds, setup.insurance_odds
    soft17 = "hits soft 17" if rules.soft17 == "hit" else "stands on all 17s"
    return (
        f"BLACKJACK PAYS {odds.to} TO {odds.per}  ·  DEALER {soft17.upper()}"
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
        "double-double down" if rules.redouble else "",
        "double for less" if rules.double_for_less else "",
    )
    return tuple(words for words in said if words)
