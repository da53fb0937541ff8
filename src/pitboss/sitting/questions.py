"""The question at a table, in words: whose turn it is, the choices, and what they cost."""

from __future__ import annotations

from pitboss.cards import pretty_card
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.setup import Setup
from pitboss.engine.view import HandView
from pitboss.sitting.amounts import full_amount
from pitboss.sitting.views import FeltView
from pitboss.text.actions import choice_label, hand_words, poker_words, wager_title
from pitboss.text.felt import open_pay_words
from pitboss.text.history import pretty_cards
from pitboss.text.kinds import KINDS
from pitboss.text.numbers import say_odds, short_money
from pitboss.text.say import say, say_name


def question_words(
    setup: Setup, felt: FeltView, question: Question, *, is_you: bool = False
) -> str:
    """Return whose turn it is and the hand: "seat 2: soft 17 against 7♦", "You: 14 against 4♣"."""
    kinds = {choice.kind for choice in question.choices}
    who = _who(felt, question, is_you=is_you)
    has = _has(felt, question.seat, question.hand)
    against = _against(felt)
    if ActionKind.SET in kinds:
        return f"{who}: {_set_words(felt, question)}"
    if ActionKind.SWITCH in kinds:
        hands = felt.seat(question.seat).hands
        both = say(" and ").join(_has(felt, question.seat, hand.number) for hand in hands)
        you = say("You") if is_you else say("seat {seat}", seat=question.seat)
        return say("{who}: switch? You have {hand}", who=you, hand=f"{both}{against}")
    if ActionKind.BACK_OUT in kinds:
        asked = say("{who}: the cards were misdealt. Back out of the hand?", who=who)
        return f"{asked} {say('You have {hand}', hand=f'{has}{against}')}" if has else asked
    if question.wager is None or ActionKind.EXPOSE in kinds:
        asked = "{who}: expose the hand? You have {hand}"
        held = f"{has}{against}"
        is_asked = ActionKind.EXPOSE in kinds
        return say(asked, who=who, hand=held) if is_asked else f"{who}: {held}"
    title = wager_title(setup, question.wager)
    if ActionKind.FOLD in kinds:
        poker = poker_words(felt.table, felt.seat(question.seat)) or has
        bet = choice_label(setup, question, ActionKind.BET).lower()
        held = f"{poker}{against}"
        return say("{who}: {bet} or fold? Your hand: {hand}", who=who, bet=bet, hand=held)
    if ActionKind.INSURE in kinds:
        title = f"{title[0].lower()}{title[1:]}"
    shown = {"hand": has, "card": pretty_card(felt.table.dealer[0])}
    text = "{who}: {bet}? You have {hand}, the dealer shows {card}"
    return say(text, who=who, bet=title, **shown)


def _against(felt: FeltView) -> str:
    """Return the dealer's up card in words, if there is one and it matters."""
    table = felt.table
    if not table.dealer or table.community:
        return ""
    return say(" against {card}", card=pretty_card(table.dealer[0]))


def _set_words(felt: FeltView, question: Question) -> str:
    """Return the cards to set, or the chosen ones so far."""
    if felt.setting is not None:
        return felt.setting.words
    cards = pretty_cards(felt.hand(question.seat, question.hand).cards)
    return say("set two of {cards} as the low hand", cards=cards)


def _who(felt: FeltView, question: Question, *, is_you: bool) -> str:
    """Name a hand: the seat, and which of its hands if it has several."""
    hands = [hand.number for hand in felt.seat(question.seat).hands]
    several = len(hands) > 1 and not _is_late(question)
    if is_you:  # by its place on the felt: a hand that was split off lies beside the first
        place = hands.index(question.hand) + 1
        return say("Your hand {hand}", hand=place) if several else say("You")
    if several:
        return say("seat {seat} hand {hand}", seat=question.seat, hand=question.hand)
    return say("seat {seat}", seat=question.seat)


def _has(felt: FeltView, seat: int, number: int) -> str:
    return hand_words(felt.hand(seat, number), felt.table.round)


def _is_late(question: Question) -> bool:
    """Return whether an offered wager belongs to the seat, not to one of its hands."""
    late = {ActionKind.BUST_BET, ActionKind.BET}
    return any(choice.kind in late for choice in question.choices)


def offer_words(setup: Setup, felt: FeltView, question: Question) -> str:
    """Return the pays of a wager that is offered now, or what decides; empty if there is none."""
    if any(choice.kind is ActionKind.FOLD for choice in question.choices):
        return " ".join(KINDS[setup.round].decides(setup))
    if question.wager not in {wager.id for wager in setup.side_wagers}:
        return ""
    assert question.wager is not None
    rows = open_pay_words(setup, question.wager, felt.table.dealer[0])
    bet = wager_title(setup, question.wager)
    pays = (row.rpartition(": ") for row in rows)
    told = " · ".join(f"{say_name(name)}: {say_odds(pay)}" for name, _, pay in pays)
    return say("{bet} pays {rows}", bet=bet, rows=told)


def choice_for_less(question: Question) -> Choice | None:
    """Return the choice of a key that takes its whole amount and may be for less."""
    for choice in question.choices:
        if choice.low != choice.high and full_amount(choice) is not None:
            return choice
    return None


def choices_with_tip(question: Question) -> dict[ActionKind, Choice]:
    """Return the choices of a set amount with which a tip for the dealer may go.

    Any other amount is asked for, and the tip with it.
    """
    return {c.kind: c for c in question.choices if c.tip and c.default is not None}


def choice_button(setup: Setup, question: Question, choice: Choice, hand: HandView) -> str:
    """Return a choice with what it costs, as on its key: "Double $10"."""
    label = choice_label(setup, question, choice.kind)
    if choice.kind is ActionKind.SPLIT and len(hand.cards) > 2:
        return say("{label} into {count} hands", label=label, count=len(hand.cards))
    full = full_amount(choice)
    if full is None:
        return label
    per_unit = len(hand.units) > 1 and choice.kind is not ActionKind.INSURE
    return f"{label} {short_money(full)}{f' x{len(hand.units)}' if per_unit else ''}"
