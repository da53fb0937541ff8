"""The words of each stage of the table: the line above the keys, and the keys."""

from __future__ import annotations

from dataclasses import replace

from pitboss.cards import pretty_card
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.setup import Setup
from pitboss.engine.view import HandView
from pitboss.table.amounts import full_amount
from pitboss.table.pai_jack_setting import Setting
from pitboss.table.sitting import Sitting
from pitboss.table.stages import FinishedRound, Stage
from pitboss.table.views import FeltView
from pitboss.text.actions import LABELS, choice_label, hand_words, poker_words, wager_title
from pitboss.text.felt import open_pay_words
from pitboss.text.history import pretty_cards
from pitboss.text.numbers import short_money

BET_KEYS = {
    "do-deal": ("Enter", "Deal", "go_on"),
    "do-add": ("+", "chip", "chips(1)"),
    "do-take": ("-", "chip", "chips(-1)"),
    "do-repeat": ("B", "Repeat", "repeat"),
    "do-clear": ("C", "Clear", "clear"),
}
"""The keys for bets: id -> key, label, action."""
TIPS, TIPS_KEY = "do-tips", "t"
"""The id and the key of the spots for tips, if the house takes any."""
CHOOSE, HOUSE_WAY, HOUSE_WAY_KEY = "do-choose", "do-house-way", "w"
"""The ids of the keys that help to set a hand, and the key for the house way."""
LESS, LESS_KEY = "do-less", "o"
"""The id and the key to name an amount for less."""
PAYS, PAYS_KEY = "do-pays", "p"
"""The id and the key of the pays; if a hand may be split, the key splits it."""
NEXT = "do-next"
"""The id of the key that continues."""


def question_words(setup: Setup, felt: FeltView, question: Question) -> str:
    """Return whose turn it is and the hand: "seat 2: soft 17 against 7♦"."""
    kinds = {choice.kind for choice in question.choices}
    who, has = _who(felt, question), _has(felt, question.seat, question.hand)
    against = _against(felt)
    if ActionKind.SET in kinds:
        return f"{who}: {_set_words(felt, question)}"
    if ActionKind.SWITCH in kinds:
        hands = felt.seat(question.seat).hands
        both = " and ".join(_has(felt, question.seat, hand.number) for hand in hands)
        return f"seat {question.seat}: switch? You have {both}{against}"
    if question.wager is None:
        return f"{who}: {has}{against}"
    title = wager_title(setup, question.wager)
    if ActionKind.FOLD in kinds:
        poker = poker_words(felt.table, felt.seat(question.seat)) or has
        bet = choice_label(setup, question, ActionKind.BET).lower()
        return f"{who}: {bet} or fold? Your hand: {poker}{against}"
    if ActionKind.INSURE in kinds:
        title = f"{title[0].lower()}{title[1:]}"
    shows = pretty_card(felt.table.dealer[0])
    return f"{who}: {title}? You have {has}, the dealer shows {shows}"


def _against(felt: FeltView) -> str:
    """Return the dealer's up card in words, if there is one and it matters."""
    table = felt.table
    if not table.dealer or table.community:
        return ""
    return f" against {pretty_card(table.dealer[0])}"


def _set_words(felt: FeltView, question: Question) -> str:
    """Return the cards to set, or the chosen ones so far."""
    if felt.setting is not None:
        return felt.setting.words
    cards = pretty_cards(felt.hand(question.seat, question.hand).cards)
    return f"set two of {cards} as the low hand"


def _who(felt: FeltView, question: Question) -> str:
    """Name a hand: the seat, and the number of the hand if it has several."""
    several = len(felt.seat(question.seat).hands) > 1 and not _is_late(question)
    return f"seat {question.seat} hand {question.hand}" if several else f"seat {question.seat}"


def _has(felt: FeltView, seat: int, number: int) -> str:
    return hand_words(felt.hand(seat, number), felt.table.round)


def _is_late(question: Question) -> bool:
    """Return whether an offered wager belongs to the seat, not to one of its hands."""
    late = {ActionKind.BUST_BET, ActionKind.BET}
    return any(choice.kind in late for choice in question.choices)


def offer_words(setup: Setup, felt: FeltView, question: Question) -> str:
    """Return the pays of a wager that is offered now; empty if there is none."""
    if question.wager not in {wager.id for wager in setup.side_wagers}:
        return ""
    assert question.wager is not None
    rows = open_pay_words(setup, question.wager, felt.table.dealer[0])
    return f"{wager_title(setup, question.wager)} pays {' · '.join(rows)}"


def prompt_words(session: Sitting, *, done: bool, setting: Setting | None = None) -> str:
    """Return what the table waits for; *done*: the last round has been played.

    *setting*: the chosen cards of a hand that is being set.
    """
    match session.stage:
        case Stage.BETTING:
            return "Your bets: arrows choose, + - or digits set, Enter deals."
        case Stage.DECIDING:
            asked, felt = session.question, session.felt
            assert asked is not None
            assert felt is not None
            felt = replace(felt, setting=setting)
            return f"Your turn, {question_words(session.setup, felt, asked)}."
        case Stage.DEALING:
            return _who_is_next(session)
        case Stage.OVER:
            return _outcome(session.history[-1], done=done)


def _who_is_next(session: Sitting) -> str:
    felt = session.felt
    if felt is None or felt.table.turn is None:
        return "The dealer deals."
    return f"{felt.seat(felt.table.turn[0]).player} decides."


def _outcome(played: FinishedRound, *, done: bool) -> str:
    net = played.net
    words = "You break even" if net == 0 else f"You {'win' if net > 0 else 'lose'}"
    amount = f" {short_money(abs(net))}" if net else ""
    tips = f", and tipped {short_money(played.tips)}" if played.tips else ""
    further = "leaves the table" if done else "goes on to the next round"
    return f"{words}{amount}{tips}. Enter {further}."


def key_labels(session: Sitting, *, done: bool, tips: bool = False) -> dict[str, str]:
    """Return the active keys: id -> label; only legal choices.

    *tips*: the house takes tips.
    """
    match session.stage:
        case Stage.BETTING:
            labels = {name: label for name, (_, label, _) in BET_KEYS.items()}
            return labels | ({TIPS: "Tips"} if tips else {})
        case Stage.DECIDING:
            asked, felt = session.question, session.felt
            assert asked is not None
            assert felt is not None
            hand = felt.hand(asked.seat, asked.hand)
            labels = {
                f"do-{choice.kind}": _label(session.setup, asked, choice, hand)
                for choice in asked.choices
            }
            return labels | _more_keys(session, asked)
        case Stage.DEALING:
            return {NEXT: "Deal at once"}
        case Stage.OVER:
            return {NEXT: "Leave" if done else "Next round"}


def _more_keys(session: Sitting, question: Question) -> dict[str, str]:
    """Yield the keys beside the choices: help to set a hand, and a tip with a bet."""
    labels = {}
    if any(choice.kind is ActionKind.SET for choice in question.choices):
        labels[CHOOSE] = "choose the low hand"
        if session.shows_house_way:
            labels[HOUSE_WAY] = "House way"
    if choice := choice_for_less(question):
        labels[LESS] = f"{LABELS[choice.kind]} for less"
    if any(choice.kind is ActionKind.BET and choice.tip for choice in question.choices):
        labels[TIPS] = "Bet and tip"
    return labels


def choice_for_less(question: Question) -> Choice | None:
    """Return the choice of a key that takes its whole amount and may be for less."""
    for choice in question.choices:
        if choice.low != choice.high and full_amount(choice) is not None:
            return choice
    return None


def _label(setup: Setup, question: Question, choice: Choice, hand: HandView) -> str:
    label = choice_label(setup, question, choice.kind)
    if choice.kind is ActionKind.SPLIT and len(hand.cards) > 2:
        return f"{label} into {len(hand.cards)} hands"
    full = full_amount(choice)
    if full is None:
        return label
    each = len(hand.units) > 1 and choice.kind is not ActionKind.INSURE
    return f"{label} {short_money(full)}{f' x{len(hand.units)}' if each else ''}"
