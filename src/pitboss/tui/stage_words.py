"""What the table says at each stage: the line above the keys, and the keys themselves."""

from __future__ import annotations

from pitboss.cards import pretty_card
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.setup import Setup
from pitboss.tui.seen import Seen
from pitboss.tui.session import Finished, Stage, TableSession
from pitboss.tui.words import choice_label, hand_words, open_pay_words, short_money, wager_title

BET_KEYS = {
    "do-deal": ("Enter", "Deal", "go_on"),
    "do-add": ("+", "chip", "chips(1)"),
    "do-take": ("-", "chip", "chips(-1)"),
    "do-repeat": ("B", "Repeat", "repeat"),
    "do-clear": ("C", "Clear", "clear"),
}
"""The keys for bets: id -> key, label, action."""
TIPS, TIPS_KEY = "do-tips", "t"
"""The id and the key for the spots on which tips lie, where the house takes any."""
NEXT = "do-next"
"""The id of the key that goes on."""


def question_words(setup: Setup, felt: Seen, asked: Question) -> str:
    """Say whose turn it is and what about: "seat 2: soft 17 against 7♦"."""
    up = pretty_card(felt.table.dealer[0])
    if any(choice.kind is ActionKind.SWITCH for choice in asked.choices):
        hands = felt.seat(asked.seat).hands
        has = " and ".join(_has(felt, asked.seat, hand.number) for hand in hands)
        return f"seat {asked.seat}: switch? You have {has} against {up}"
    who, has = _who(felt, asked), _has(felt, asked.seat, asked.hand)
    if asked.wager is None:
        return f"{who}: {has} against {up}"
    title = wager_title(setup, asked.wager)
    if any(choice.kind is ActionKind.INSURE for choice in asked.choices):
        title = f"{title[0].lower()}{title[1:]}"
    return f"{who}: {title}? You have {has}, the dealer shows {up}"


def _who(felt: Seen, asked: Question) -> str:
    """Name a hand: the seat, and which of its hands where it has several."""
    several = len(felt.seat(asked.seat).hands) > 1 and not _is_late(asked)
    return f"seat {asked.seat} hand {asked.hand}" if several else f"seat {asked.seat}"


def _has(felt: Seen, seat: int, number: int) -> str:
    hand = next(hand for hand in felt.seat(seat).hands if hand.number == number)
    return hand_words(hand, blackjack=felt.on(seat, number).blackjack)


def _is_late(asked: Question) -> bool:
    """Whether a wager is offered that belongs to the seat, not to one of its hands."""
    return any(choice.kind is ActionKind.BUST_BET for choice in asked.choices)


def offer_words(setup: Setup, felt: Seen, asked: Question) -> str:
    """Say what a wager that is offered now may pay; nothing where none is."""
    if not _is_late(asked) or asked.wager is None:
        return ""
    rows = open_pay_words(setup, asked.wager, felt.table.dealer[0])
    return f"{wager_title(setup, asked.wager)} pays {' · '.join(rows)}"


def prompt_words(session: TableSession, *, done: bool) -> str:
    """Say what the table waits for; *done*: the last round has been played."""
    match session.stage:
        case Stage.BETTING:
            return "Your bets: arrows choose a spot, + - or digits set it, Enter deals."
        case Stage.DECIDING:
            asked, felt = session.question, session.felt
            assert asked is not None
            assert felt is not None
            return f"Your turn, {question_words(session.setup, felt, asked)}."
        case Stage.DEALING:
            return _who_is_next(session)
        case Stage.OVER:
            return _outcome(session.history[-1], done=done)


def _who_is_next(session: TableSession) -> str:
    felt = session.felt
    if felt is None or felt.table.turn is None:
        return "The dealer deals."
    return f"{felt.seat(felt.table.turn[0]).player} decides."


def _outcome(played: Finished, *, done: bool) -> str:
    net = played.net
    words = "You break even" if net == 0 else f"You {'win' if net > 0 else 'lose'}"
    amount = f" {short_money(abs(net))}" if net else ""
    tips = f", and tipped {short_money(played.tips)}" if played.tips else ""
    further = "leaves the table" if done else "goes on to the next round"
    return f"{words}{amount}{tips}. Enter {further}."


def key_labels(session: TableSession, *, done: bool, tips: bool = False) -> dict[str, str]:
    """Return the keys that mean something now: id -> label; nothing illegal is among them.

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
            units = len(felt.on(asked.seat, asked.hand).units)
            return {
                f"do-{choice.kind}": _label(session.setup, asked, choice, units)
                for choice in asked.choices
            }
        case Stage.DEALING:
            return {NEXT: "Deal at once"}
        case Stage.OVER:
            return {NEXT: "Leave" if done else "Next round"}


def _label(setup: Setup, asked: Question, choice: Choice, units: int) -> str:
    label = choice_label(setup, asked, choice.kind)
    if choice.low is None or choice.low != choice.high:
        return label
    each = f" x{units}" if units > 1 and choice.kind is not ActionKind.INSURE else ""
    return f"{label} {short_money(choice.low)}{each}"
