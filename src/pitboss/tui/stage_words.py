"""What the table says at each stage: the line above the keys, and the keys themselves."""

from __future__ import annotations

from pitboss.engine.actions import ActionKind, Choice
from pitboss.tui.session import Stage, TableSession
from pitboss.tui.words import LABELS, question_words, short_money, units_at

BET_KEYS = {
    "do-deal": ("Enter", "Deal", "go_on"),
    "do-add": ("+", "chip", "chips(1)"),
    "do-take": ("-", "chip", "chips(-1)"),
    "do-repeat": ("B", "Repeat", "repeat"),
    "do-clear": ("C", "Clear", "clear"),
}
"""The keys for bets: id -> key, label, action."""
NEXT = "do-next"
"""The id of the key that goes on."""


def prompt_words(session: TableSession, *, done: bool) -> str:
    """Say what the table waits for; *done*: the last round has been played."""
    match session.stage:
        case Stage.BETTING:
            return "Your bets: arrows choose a spot, + - or digits set it, Enter deals."
        case Stage.DECIDING:
            asked, table = session.question, session.view
            assert asked is not None
            assert table is not None
            return f"Your turn, {question_words(table, asked)}."
        case Stage.DEALING:
            return _who_is_next(session)
        case Stage.OVER:
            return _outcome(session, done=done)


def _who_is_next(session: TableSession) -> str:
    table = session.view
    if table is None or table.turn is None:
        return "The dealer deals."
    player = next(seat.player for seat in table.seats if seat.number == table.turn[0])
    return f"{player} decides."


def _outcome(session: TableSession, *, done: bool) -> str:
    net = session.history[-1].net
    words = "You break even" if net == 0 else f"You {'win' if net > 0 else 'lose'}"
    amount = f" {short_money(abs(net))}" if net else ""
    further = "leaves the table" if done else "goes on to the next round"
    return f"{words}{amount}. Enter {further}."


def key_labels(session: TableSession, *, done: bool) -> dict[str, str]:
    """Return the keys that mean something now: id -> label; nothing illegal is among them."""
    match session.stage:
        case Stage.BETTING:
            return {name: label for name, (_, label, _) in BET_KEYS.items()}
        case Stage.DECIDING:
            asked, table = session.question, session.view
            assert asked is not None
            assert table is not None
            units = units_at(table, asked.seat)
            return {f"do-{choice.kind}": _label(choice, units) for choice in asked.choices}
        case Stage.DEALING:
            return {NEXT: "Deal at once"}
        case Stage.OVER:
            return {NEXT: "Leave" if done else "Next round"}


def _label(choice: Choice, units: int) -> str:
    label = LABELS[choice.kind]
    if choice.low is None or choice.low != choice.high:
        return label
    each = f" x{units}" if units > 1 and choice.kind is not ActionKind.INSURE else ""
    return f"{label} {short_money(choice.low)}{each}"
