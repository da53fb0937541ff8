"""A table as a few lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import format_cards
from pitboss.engine.view import HandView, SeatView, TableView
from pitboss.rulebook.pays import format_dollars


def render_table(view: TableView, names: Sequence[str]) -> str:
    """Return the table as text, with the *names* of the legal actions."""
    cards = format_cards(view.dealer) + " ??" * view.face_down
    total = _total(view.dealer_total, soft=view.dealer_soft)
    lines = [view.game, f"dealer   {cards.strip():<24}{total}".rstrip()]
    for title, shown in (("bonus", view.bonus), ("poker", view.community)):
        lines += [f"{title:<9}{format_cards(shown)}"] if shown else []
    for seat in view.seats:
        lines += [_hand(view, seat, hand) for hand in seat.hands]
        lines += _poker(seat)
    lines += [
        f"  seat {line.seat} {line.wager}: {line.outcome}, {_with_sign(line.net)}"
        for line in view.settled
    ]
    lines += ["choose   " + ", ".join(names)] if names else []
    return "\n".join(lines) + "\n"


def _hand(view: TableView, seat: SeatView, hand: HandView) -> str:
    mark = ">" if view.turn == (seat.number, hand.number) else " "
    cards = format_cards(hand.cards) + " ??" * hand.face_down
    lammers = f" free {format_dollars(hand.free)}" if hand.free else ""
    place = f"{mark}{seat.number}.{hand.number:<6}"
    total = _total(hand.total, soft=hand.soft)
    low = f" low {format_cards(hand.low)}" if hand.low else ""
    return f"{place}{cards.strip():<24}{total:<10}{format_dollars(hand.stake)}{lammers}{low}"


def _poker(seat: SeatView) -> list[str]:
    """Return the line of a seat's poker part, if it has cards of its own or was folded."""
    cards = (format_cards(seat.poker) + " ??" * seat.poker_face_down).strip()
    words = [f"poker {cards}"] * bool(cards) + ["folded"] * seat.folded
    return [f" {seat.number} {', '.join(words)}"] if words else []


def _total(total: int, *, soft: bool) -> str:
    """Return a blackjack total; 0 in games without blackjack."""
    return f"soft {total}" if soft else str(total or "")


def _with_sign(cents: int) -> str:
    return f"{'-' if cents < 0 else '+'}{format_dollars(abs(cents))}"
