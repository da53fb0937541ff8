"""The words of each stage of the table: the line above the keys, and the keys."""

from __future__ import annotations

from dataclasses import replace

from pitboss.engine.actions import ActionKind, Question
from pitboss.sitting.pai_jack_setting import Setting
from pitboss.sitting.questions import (
    choice_button,
    choice_for_less,
    choices_with_tip,
    question_words,
)
from pitboss.sitting.sitting import FinishedRound, Sitting, Stage
from pitboss.text.actions import LABELS
from pitboss.text.numbers import net_words, short_money

BET_KEYS = {
    "do-deal": ("Enter", "Deal", "go_on"),
    "do-add": ("+", "chip", "chips(1)"),
    "do-take": ("-", "chip", "chips(-1)"),
    "do-repeat": ("B", "Repeat", "repeat"),
    "do-clear": ("C", "Clear", "clear"),
}
"""The keys for bets: id -> key, label, action."""
TIPS = "do-tips"
TIPS_KEY = "t"
"""The id and the key of the spots for tips, if the house takes any, and of a bet with a tip."""
SPLIT_TIPS = "do-split-tips"
SPLIT_TIPS_KEY = "y"
"""The id and the key of a split with a tip, which a hand may have beside a double with one."""
CHOOSE = "do-choose"
HOUSE_WAY = "do-house-way"
HOUSE_WAY_KEY = "w"
"""The ids of the keys that help to set a hand, and the key for the house way."""
LESS = "do-less"
LESS_KEY = "o"
"""The id and the key to name an amount for less."""
PAYS = "do-pays"
PAYS_KEY = "p"
"""The id and the key of the pays; if a hand may be split, the key splits it."""
NEXT = "do-next"
"""The id of the key that continues."""


def prompt_words(session: Sitting, *, done: bool, setting: Setting | None = None) -> str:
    """Return what the table waits for; *done*: the last round has been played.

    *setting*: the chosen cards of a hand that is being set.
    """
    match session.stage:
        case Stage.BETTING:
            return "Your bets: arrows choose, + - or digits set, Enter deals."
        case Stage.DECIDING:
            question = session.question
            felt = session.felt
            assert question is not None
            assert felt is not None
            felt = replace(felt, setting=setting)
            return f"Your turn, {question_words(session.setup, felt, question)}."
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
    tips = f", and tipped {short_money(played.tips)}" if played.tips else ""
    further = "leaves the table" if done else "goes on to the next round"
    return f"{net_words(played.net)}{tips}. Enter {further}."


def key_labels(session: Sitting, *, done: bool, tips: bool = False) -> dict[str, str]:
    """Return the active keys: id -> label; only legal choices.

    *tips*: the house takes tips.
    """
    match session.stage:
        case Stage.BETTING:
            labels = {name: label for name, (_, label, _) in BET_KEYS.items()}
            return labels | ({TIPS: "Tips"} if tips else {})
        case Stage.DECIDING:
            question = session.question
            felt = session.felt
            assert question is not None
            assert felt is not None
            hand = felt.hand(question.seat, question.hand)
            labels = {
                f"do-{choice.kind}": choice_button(session.setup, question, choice, hand)
                for choice in question.choices
            }
            return labels | _more_keys(session, question)
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
    for kind in choices_with_tip(question):
        place = SPLIT_TIPS if kind is ActionKind.SPLIT else TIPS
        labels[place] = f"{LABELS[kind]} and tip"
    return labels
