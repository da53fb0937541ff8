"""A table as a few lines of text."""

from __future__ import annotations

from pitboss.cards import format_cards
from pitboss.engine.view import HandView, SeatView, TableView
from pitboss.rulebook.pays import format_dollars


def rendered(view: TableView | None) -> str:
    """Return the table as text; None is a table before its first round."""
    if view is None:
        return "The shoe is ready; nothing is dealt yet.\n"
    cards = format_cards(view.dealer) + " ??" * view.face_down
    lines = [view.game, f"dealer   {cards:<24}{_total(view.dealer_total, soft=view.dealer_soft)}"]
    if view.bonus:
        lines.append(f"bonus    {format_cards(view.bonus)}")
    lines += [_hand(view, seat, hand) for seat in view.seats for hand in seat.hands]
    lines += [
        f"  seat {line.seat} {line.wager}: {line.outcome}, {_signed(line.net)}"
        for line in view.settled
    ]
    if view.choices:
        lines.append("choose   " + ", ".join(choice.kind for choice in view.choices))
    return "\n".join(lines) + "\n"


def _hand(view: TableView, seat: SeatView, hand: HandView) -> str:
    mark = ">" if view.turn == (seat.number, hand.number) else " "
    cards = format_cards(hand.cards) + " ??" * hand.face_down
    lammers = f" free {format_dollars(hand.free)}" if hand.free else ""
    place = f"{mark}{seat.number}.{hand.number:<6}"
    total = _total(hand.total, soft=hand.soft)
    return f"{place}{cards:<24}{total:<10}{format_dollars(hand.stake)}{lammers}"


def _total(total: int, *, soft: bool) -> str:
    return f"soft {total}" if soft else str(total)


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else '+'}{format_dollars(abs(cents))}"
