"""A round told in the felt's words, one line an event; a hand history anybody can read."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import pretty_card
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import (
    TIP,
    ActionTaken,
    CardDealt,
    DealerPeeked,
    DownCardExposed,
    Event,
    JackpotAwarded,
    JackpotPaid,
    MeterFed,
    Place,
    WagerPlaced,
    WagerSettled,
)
from pitboss.engine.fold import apply
from pitboss.engine.meter import format_units
from pitboss.engine.state import State
from pitboss.engine.table import Round
from pitboss.rulebook.pays import Plain

_DONE = {
    ActionKind.HIT: "hits",
    ActionKind.STAND: "stands",
    ActionKind.DOUBLE: "doubles for {}",
    ActionKind.REDOUBLE: "doubles again for {}",
    ActionKind.RESCUE: "rescues the last doubled portion",
    ActionKind.SPLIT: "splits",
    ActionKind.SURRENDER: "surrenders",
    ActionKind.INSURE: "insures for {}",
    ActionKind.DECLINE: "declines",
    ActionKind.TAKE_BLACKJACK: "takes the blackjack",
    ActionKind.KEEP_BLACKJACK: "keeps the blackjack to double it",
    ActionKind.FREE_DOUBLE: "doubles free, for a lammer",
    ActionKind.FREE_SPLIT: "splits free, for a lammer",
    ActionKind.SWITCH: "switches the second cards",
    ActionKind.KEEP: "keeps the hands as dealt",
    ActionKind.BUST_BET: "bets {} that the dealer busts",
}
_NO_PAYS = frozenset({Plain.LOSS.value, Plain.PUSH.value})


def money(cents: int) -> str:
    """Write an amount of the table.

    >>> money(-1250), money(500)
    ('-$12.50', '$5.00')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def story(this: Round) -> Iterator[str]:
    """Tell a round from its first wager to the last settlement."""
    state = this.opening
    for event in this.events:
        before, state = state, apply(state, event)
        line = told(before, state, event)
        if line:
            yield line
    yield result(this.state)


def result(state: State) -> str:
    """Return the last line of a round: what every seat gained."""
    nets = state.net()
    return "result  " + ", ".join(f"seat {seat} {money(net)}" for seat, net in nets.items())


def told(before: State, after: State, event: Event) -> str:
    """Return one event in words, or nothing where it is only the dealer's routine."""
    match event:
        case WagerPlaced():
            line = f"seat {event.seat}  {title(after, event.wager)} {money(event.amount)}"
        case MeterFed():
            line = f"meter   {event.wager} +${format_units(event.amount)}"
        case CardDealt():
            line = _card(before, after, event)
        case ActionTaken():
            done = _DONE[event.action].format(money(event.amount))
            of = f" ({event.wager})" if event.wager else ""
            tip = f", and {money(event.tip)} for the dealer" if event.tip else ""
            line = f"{_who(after, event.seat, event.hand)}  {done}{of}{tip}"
        case DealerPeeked():
            line = f"dealer  looks: {'a blackjack' if event.blackjack else 'no blackjack'}"
        case DownCardExposed():
            line = f"dealer  turns {pretty_card(event.card)}: {after.dealer_total}"
        case JackpotAwarded():
            line = f"seat {event.seat}  wins {event.percent}%: {money(event.amount)}"
        case JackpotPaid():
            line = f"meter   {event.wager} pays {money(event.amount)}"
        case WagerSettled():
            line = f"{_who(after, event.seat, event.hand)}  {settled(after, event)}"
        case _:
            line = ""
    return line


def settled(state: State, line: WagerSettled) -> str:
    """Explain one result in the felt's words: "6-7-8 of same suit pays 2 to 1"."""
    if line.dealer:
        return f"{title(state, line.wager)}: {line.outcome}, {money(line.dealer)} for the dealer"
    # A row that is a loss or a push is named by its outcome alone.
    pays = f" pays {line.pays}" if line.pays and line.pays not in _NO_PAYS else ""
    whose = "" if line.is_players or line.net <= 0 else " for the dealer"
    return f"{title(state, line.wager)}: {line.outcome}{pays}, {money(line.net)}{whose}"


def _card(before: State, after: State, event: CardDealt) -> str:
    card = pretty_card(event.card)
    if event.place == Place.BONUS:
        return f"bonus   card #{len(after.bonus)} {card}"
    if event.place == Place.HAND:
        hand = after.seat(event.seat).hand(event.hand)
        two = 2
        total = f": {'soft ' if hand.soft else ''}{hand.total}" if len(hand.cards) >= two else ""
        return f"{_who(after, event.seat, event.hand)}  {card}{total}"
    if len(before.dealer) == 0:
        return f"dealer  shows {card}"
    if not before.exposed:
        return "dealer  takes a card face down"
    return f"dealer  {card}: {after.dealer_total}"


def _who(state: State, seat: int, hand: int) -> str:
    several = len(state.seat(seat).hands) > 1
    return f"seat {seat} hand {hand}" if several else f"seat {seat}"


def title(state: State, wager: str) -> str:
    """Return a wager's name on the felt."""
    if wager.startswith(TIP):
        return f"Tip on {title(state, wager.removeprefix(TIP))}"
    spot = state.setup.configured.spots.get(wager)
    return spot.wager.title if spot else wager.replace("-", " ").title()
