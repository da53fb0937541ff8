"""The words of the table for a player: choices and keys, totals, amounts, whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.cards import pretty_card
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.events import TIP
from pitboss.engine.legal import EARLY_SURRENDER, UNLIMITED
from pitboss.engine.rounds.pai_jack import totals
from pitboss.engine.setup import Setup
from pitboss.engine.state import Status
from pitboss.engine.view import HandView, SeatView, TableView
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.rulebook.model import Moment, RoundKind
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import CENTS_PER_DOLLAR
from pitboss.text.hands import poker_name, setting_name, two_card_name
from pitboss.text.kinds import KINDS, is_first_three, packet_name
from pitboss.text.numbers import money, short_money
from pitboss.text.say import say, say_name

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
    ActionKind.BET: "b",
    ActionKind.FOLD: "f",
    ActionKind.SET: "s",
    ActionKind.PLAY_ON: "p",
    ActionKind.BACK_OUT: "b",
    ActionKind.EXPOSE: "e",
    ActionKind.CONCEAL: "n",
}
"""The key of every decision, on the felt and in plain mode; two that are never offered together may
share one."""

_UNLIKE_THEIR_IDS = {
    ActionKind.REDOUBLE: "Double again",
    ActionKind.BUST_BET: "Bet",
    ActionKind.DECLINE: "No",
    ActionKind.TAKE_BLACKJACK: "Take the blackjack",
    ActionKind.KEEP_BLACKJACK: "Keep it to double",
    ActionKind.EXPOSE: "Expose the hand",
    ActionKind.CONCEAL: "Leave it face down",
}
LABELS: Mapping[ActionKind, str] = {
    kind: _UNLIKE_THEIR_IDS.get(kind) or kind.replace("-", " ").capitalize() for kind in KEYS
}
"""The label of a decision without more knowledge of the question; see `choice_label`."""

MEANINGS: Mapping[ActionKind, str] = {
    ActionKind.HIT: "take another card",
    ActionKind.STAND: "play what you have; a 21 is paid",
    ActionKind.DOUBLE: "raise the wager for one more card",
    ActionKind.REDOUBLE: "double a doubled hand again",
    ActionKind.RESCUE: "take back the last doubled portion, forfeit the rest",
    ActionKind.SPLIT: "make a hand of each card: two of a pair, three of three cards",
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
    ActionKind.BET: "make the wager that keeps you in",
    ActionKind.FOLD: "give up the wagers made so far",
    ActionKind.EXPOSE: "turn your cards up, so that a winning hand is paid",
    ActionKind.CONCEAL: "leave your cards face down; the wager is collected",
    ActionKind.SET: "set two of the five cards as the low hand, the others as the high hand",
    ActionKind.PLAY_ON: "stay in the hand after the misdeal",
    ActionKind.BACK_OUT: "take your open wagers back and leave the hand",
}


def game_actions(setup: Setup) -> frozenset[ActionKind]:
    """Return the decisions that the rules of a table can ask for."""
    kinds = ActionKind
    rules = setup.blackjack
    round_kind = setup.round
    found = {*KINDS[round_kind].own_actions}
    if rules is not None:
        found |= {kinds.HIT, kinds.STAND, kinds.DOUBLE, kinds.SPLIT, kinds.INSURE, kinds.DECLINE}
        found |= {kinds.SURRENDER} if rules.surrender else set()
        found |= {kinds.RESCUE} if rules.rescue else set()
        found |= {kinds.REDOUBLE} if rules.redouble else set()
        found |= {kinds.FREE_DOUBLE, kinds.FREE_SPLIT} if rules.free_bets else set()
        found |= {kinds.TAKE_BLACKJACK, kinds.KEEP_BLACKJACK} if rules.blackjack_double else set()
    late = {spot.wager.made for spot in setup.configured.spots.values()} - {Moment.BEFORE_DEAL}
    found |= {kinds.BUST_BET, kinds.DECLINE} if late else set()
    found |= {kinds.EXPOSE, kinds.CONCEAL} if setup.face_down else set()
    misdeals = any(item.effect == "back-out" for item in setup.configured.game.irregularities)
    return frozenset(found | ({kinds.PLAY_ON, kinds.BACK_OUT} if misdeals else set()))


def choice_label(setup: Setup, question: Question, kind: ActionKind) -> str:
    """Return a choice as on the felt: what is declined, and which wager may be made."""
    title = wager_title(setup, question.wager or "")
    if kind is ActionKind.BET and question.wager == "play":
        return title
    if kind not in {ActionKind.DECLINE, ActionKind.BUST_BET}:
        return say(LABELS[kind])
    if any(choice.kind is ActionKind.INSURE for choice in question.choices):
        return say("No insurance")
    if question.wager == EARLY_SURRENDER:
        return say("Play on")
    return say("No {bet}", bet=title) if kind is ActionKind.DECLINE else title


def wager_title(setup: Setup, wager: str) -> str:
    """Name a spot of the felt, or the tip beside one."""
    own = wager.removeprefix(TIP)
    spot = setup.configured.spots.get(own)
    title = spot.wager.title if spot else OFF_THE_FELT.get(own, own.replace("-", " ").capitalize())
    title = say_name(title)
    return title if own == wager else say("Tip on {bet}", bet=title)


OFF_THE_FELT: Final = {
    "super-bonus": "Super Bonus",
    "envy": "Envy bonus",
    "dealer-envy": "Dealer's envy bonus",
}
"""Prizes that are settled without a spot of their own."""


def amount_range(choice: Choice) -> str:
    """Return the amounts of a choice; empty if it takes no money.

    >>> amount_range(Choice(ActionKind.INSURE, 1, 500))
    '$0.01 to $5.00'
    >>> amount_range(Choice(ActionKind.BUST_BET, 500, UNLIMITED, step=100))
    'from $5.00, whole dollars'
    """
    if choice.low is None or choice.high is None:
        return ""
    if choice.low == choice.high:
        return money(choice.low)
    whole = say(", whole dollars") if choice.step == CENTS_PER_DOLLAR else ""
    low = money(choice.low)
    if choice.high == UNLIMITED:
        return say("from {amount}", amount=low) + whole
    return say("{low} to {high}", low=low, high=money(choice.high)) + whole


def lammer_words(free: int) -> str:
    """Return the lammers on a hand in words.

    >>> lammer_words(1000)
    '◆ $10 free'
    """
    return f"{LAMMER} {say('{amount} free', amount=short_money(free))}"


def parse_cents(text: str) -> int:
    """Read dollars as a player writes them; raise `ValueError` with the problem.

    >>> parse_cents("$12.50"), parse_cents("1,000")
    (1250, 100000)
    """
    return parse_dollars(text.strip())


def hand_words(hand: HandView, kind: RoundKind) -> str:
    """Return a hand's total, that it is a blackjack, or its poker hand.

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
    >>> hand_words(hand, RoundKind.BLACKJACK)
    'soft 17'
    """
    if len(hand.cards) < 2:
        return ""
    if hand.low:
        return setting_name(totals(hand.cards, hand.low))
    if KINDS[kind].name_five is not None:
        return packet_name(kind, hand.cards)
    if hand.blackjack:
        return say("blackjack")
    words = total_words(hand.total, soft=hand.soft, is_first=is_first_three(kind, hand))
    # 2116(8)(d), 2119(18): the original bet lies there until the free hands are settled.
    return say("{total}, bet stays", total=words) if hand.status is Status.BUST else words


def total_words(total: int, *, soft: bool = False, is_first: bool = False) -> str:
    """Write a blackjack total.

    >>> total_words(18, soft=True), total_words(24), total_words(24, is_first=True)
    ('soft 18', 'bust 24', 'over 21: 24')
    """
    if total > TWENTY_ONE:
        return say("over 21: {total}" if is_first else "bust {total}", total=total)
    return say("soft {total}", total=total) if soft else str(total)


def dealer_words(table: TableView) -> str:
    """Return the dealer's hand, as far as it is visible."""
    if not table.dealer:
        return ""
    if table.dealer_low:
        return setting_name(totals(table.dealer, table.dealer_low))
    if KINDS[table.round].name_five is not None:
        return packet_name(table.round, table.dealer)
    if table.face_down or len(table.dealer) == 1:
        return say("shows {card}", card=pretty_card(table.dealer[0]))
    if table.dealer_total == TWENTY_ONE and len(table.dealer) == 2:
        words = say("blackjack")
    else:
        words = total_words(table.dealer_total, soft=table.dealer_soft)
    poker = KINDS[table.round].two_card_poker
    return f"{words} · {two_card_name(table.dealer)}" if poker else words


def poker_words(table: TableView, seat: SeatView) -> str:
    """Name the hand of a seat in the poker part beside blackjack; empty if it plays none."""
    if seat.folded:
        return say("folded")
    if seat.poker:
        return poker_name((*table.community, *seat.poker))
    cards = [card for hand in seat.hands for card in hand.cards]
    if KINDS[table.round].two_card_poker and "ante" in seat.wagers and len(cards) > 1:
        return two_card_name(cards)
    return ""


def doubling_words(hand: HandView, width: int) -> str:
    """Return how often a hand was doubled, within *width* columns."""
    if width < len("doubled three times") and hand.doublings > 1:
        return f"doubled {hand.doublings}x"
    return ("", "doubled", "doubled twice", "doubled three times")[min(hand.doublings, 3)]
