"""A round in the felt's words, one line an event: a hand history for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pitboss.cards import Card, pretty_card
from pitboss.engine.actions import ActionKind
from pitboss.engine.drive import Round
from pitboss.engine.events import (
    ActionTaken,
    CardDealt,
    CardsReshuffled,
    DealerPeeked,
    DealerShown,
    DownCardExposed,
    Event,
    HandBusted,
    HandSet,
    HandSplit,
    HandStood,
    IrregularityRuled,
    JackpotAwarded,
    JackpotPaid,
    MeterFed,
    MeterRead,
    MeterTakenBack,
    PhaseEnded,
    Place,
    WagerPlaced,
    WagerSettled,
)
from pitboss.engine.irregular import find_irregularity
from pitboss.engine.meter import format_units
from pitboss.engine.rounds.pai_jack import totals
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.patterns.totals import TWENTY_ONE, is_ace, is_soft, value
from pitboss.rulebook.limits import printable
from pitboss.rulebook.pays import Plain
from pitboss.text.actions import total_words, wager_title
from pitboss.text.hands import poker_name, setting_name
from pitboss.text.kinds import is_first_three, packet_name
from pitboss.text.numbers import money

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
    ActionKind.BUST_BET: "bets {}",
    ActionKind.BET: "bets {}",
    ActionKind.FOLD: "folds",
    ActionKind.SET: "sets",
    ActionKind.PLAY_ON: "plays on",
    ActionKind.BACK_OUT: "backs out of the hand",
    ActionKind.EXPOSE: "turns the hand up",
    ActionKind.CONCEAL: "leaves the hand face down",
}
_NO_PAYS = frozenset({Plain.LOSS.value, Plain.PUSH.value})


def story(round_: Round, cite: Callable[[Setup, WagerSettled], str] | None = None) -> Iterator[str]:
    """Return a round from its first wager on; with its result once it is over.

    *cite* names the clause behind each settled wager.
    """
    befores = (round_.opening, *round_.states)
    for before, after, event in zip(befores, round_.states, round_.events, strict=False):
        line = event_words(before, after, event)
        if cite is not None and isinstance(event, WagerSettled):
            clause = cite(after.setup, event)
            line += f"  ({clause})" if clause else ""
        if line:
            yield line
    if round_.due is None:
        yield result(round_.state)


def result(state: State) -> str:
    """Return the last line of a round: the net of every seat."""
    nets = state.net()
    return "result  " + ", ".join(f"seat {seat} {money(net)}" for seat, net in nets.items())


def event_words(before: State, after: State, event: Event) -> str:
    """Return one event in words; empty for the dealer's routine."""
    match event:
        case CardDealt():
            return _card(before, after, event)
        case HandStood() | PhaseEnded():
            return ""
        case WagerPlaced() | JackpotAwarded() | JackpotPaid() | WagerSettled():
            return _describe_money(after, event)
        case MeterFed() | MeterTakenBack() | MeterRead():
            return f"meter   {title(after, event.wager)} {_meter_words(event)}"
        case ActionTaken() | HandSet() | HandSplit() | HandBusted() | IrregularityRuled():
            return _describe_hand(after, event)
        case _:
            return f"dealer  {_dealer_did(after, event)}"


def _describe_money(
    after: State, event: WagerPlaced | JackpotAwarded | JackpotPaid | WagerSettled
) -> str:
    match event:
        case WagerPlaced():
            return f"seat {event.seat}  {title(after, event.wager)} {money(event.amount)}"
        case JackpotAwarded():
            return f"seat {event.seat}  wins {event.percent}%: {money(event.amount)}"
        case JackpotPaid():
            return f"meter   {title(after, event.wager)} pays {money(event.amount)}"
        case WagerSettled():
            return f"{_who(after, event.seat, event.hand)}  {result_words(after, event)}"


def _meter_words(event: MeterFed | MeterTakenBack | MeterRead) -> str:
    match event:
        case MeterFed():
            return f"+${format_units(event.amount)}"
        case MeterTakenBack():
            return f"-${format_units(event.amount)}"
        case MeterRead():
            return f"stands at ${format_units(event.display)}"


def ruling_words(setup: Setup, ruled: IrregularityRuled) -> str:
    """Return a supervisor's ruling in words: what happened, the clause, and what follows."""
    kind = find_irregularity(setup, ruled.kind)
    assert kind is not None, "a ruling names a kind of the game"
    where = {
        "hand": f"seat {ruled.seat} hand {ruled.hand}, ",
        "player": f"seat {ruled.seat}, ",
        "round": "",
    }[kind.scope]
    what = kind.title[0].lower() + kind.title[1:]
    dead = f"; {pretty_cards(ruled.cards)} out of play" if ruled.cards else ""
    why = f" (reason: {printable(ruled.reason)})" if ruled.reason else ""
    return f"{where}{what} ({kind.cite}): {_FOLLOWS[kind.effect]}{dead}{why}"


_FOLLOWS = {
    "returned": "open wagers come back",
    "back-out": "every player may back out of the hand",
    "none": "play goes on",
}
"""Effect of an irregularity -> what follows at the table."""


def _describe_hand(
    after: State, event: ActionTaken | HandSet | HandSplit | HandBusted | IrregularityRuled
) -> str:
    match event:
        case IrregularityRuled():
            return f"floor   {ruling_words(after.setup, event)}"
        case ActionTaken():
            return f"{_who(after, event.seat, event.hand)}  {decision_words(after.setup, event)}"
        case HandSplit():
            count = len(after.seat(event.seat).hands)
            return f"seat {event.seat}  the cards are split into {count} hands"
        case HandBusted():
            who = _who(after, event.seat, event.hand)
            return f"{who}  lies face down, its bet on top until the free hands are settled"
        case HandSet() if event.seat:
            hand = after.seat(event.seat).hand(1)
            return f"seat {event.seat}  is set {setting_words(hand.cards, event.low)}"
        case HandSet():
            return f"dealer  sets {setting_words(after.dealer, event.low)}"


def _dealer_did(
    after: State, event: DealerPeeked | DownCardExposed | DealerShown | CardsReshuffled
) -> str:
    match event:
        case DealerPeeked():
            return f"looks: {'a blackjack' if event.blackjack else 'no blackjack'}"
        case DownCardExposed():
            return f"turns {pretty_card(event.card)}: {_dealer_total(after)}"
        case DealerShown():
            return f"turns {pretty_cards(event.cards)}{_hand_name(after, event.cards)}"
        case CardsReshuffled():
            return f"keeps {pretty_cards(event.kept)} as community cards and reshuffles the rest"


def pretty_cards(cards: Iterable[Card]) -> str:
    """Write cards for people.

    >>> from pitboss.cards import parse_cards
    >>> pretty_cards(parse_cards("Kd 9h"))
    'K♦ 9♥'
    """
    return " ".join(map(pretty_card, cards))


def decision_words(setup: Setup, event: ActionTaken) -> str:
    """Return what a player does: "doubles for $10.00", "bets $5.00 on Play"."""
    done = _DONE[event.action].format(money(event.amount))
    low = f" {pretty_cards(event.low)} as the low hand" if event.low else ""
    of = ""
    if event.wager and event.action is not ActionKind.FOLD:
        link = {ActionKind.DECLINE: " ", ActionKind.INSURE: ": "}.get(event.action, " on ")
        of = f"{link}{wager_title(setup, event.wager)}"
    tip = f", and {money(event.tip)} for the dealer" if event.tip else ""
    return f"{done}{low}{of}{tip}"


def setting_words(cards: tuple[Card, ...], low: tuple[Card, ...]) -> str:
    """Return cards set as a high and a low hand, with their totals."""
    high = [card for card in cards if card not in low]
    return f"{pretty_cards(high)} and {pretty_cards(low)}: {setting_name(totals(cards, low))}"


def _hand_name(state: State, cards: tuple[Card, ...]) -> str:
    name = packet_name(state.setup.round, cards)
    return f": {name}" if name else ""


def result_words(state: State, line: WagerSettled) -> str:
    """Return one result in the felt's words: "6-7-8 of same suit pays 2 to 1"."""
    if line.dealer:
        return f"{title(state, line.wager)}: {line.outcome}, {money(line.dealer)} for the dealer"
    whose = "" if line.is_players or line.net <= 0 else " for the dealer"
    return (
        f"{title(state, line.wager)}: {line.outcome}{describe_pay(line)}, {money(line.net)}{whose}"
    )


def describe_pay(line: WagerSettled) -> str:
    """Return the pay of a result; a loss or a push is named by its outcome alone."""
    return f" pays {line.pays}" if line.pays and line.pays not in _NO_PAYS else ""


def _card(before: State, after: State, event: CardDealt) -> str:
    card = pretty_card(event.card)
    match event.place:
        case Place.BONUS:
            line = f"bonus   card #{len(after.bonus)} {card}"
        case Place.REPLACEMENT:
            line = f"dealer  puts {card} down, to stand for the joker where no card is wild"
        case Place.HAND:
            line = f"{_who(after, event.seat, event.hand)}  {card}{total_of(after, event)}"
        case Place.POKER:
            poker = (*after.kept, *after.seat(event.seat).poker)
            line = f"seat {event.seat}  {card} for poker: {poker_name(poker)}"
        case Place.DEALER:
            line = f"dealer  {_dealer_card(before, after, card)}"
    return line


def total_of(state: State, event: CardDealt) -> str:
    """Return the total of a hand with its last card, from the second one on."""
    hand = state.seat(event.seat).hand(event.hand)
    if state.setup.blackjack is None:
        return _hand_name(state, hand.cards)
    if len(hand.cards) < 2:
        return ""
    if hand.is_blackjack:
        return ": blackjack"
    first = is_first_three(state.setup.round, hand)
    return f": {total_words(hand.total, soft=hand.soft, is_first=first)}"


def _dealer_card(before: State, after: State, card: str) -> str:
    if not before.dealer and after.setup.blackjack is not None:
        return f"shows {card}"
    if not before.exposed:
        return "takes a card face down"
    return f"{card}: {_dealer_total(after)}"


def _dealer_total(state: State) -> str:
    cards = state.dealer
    total = state.dealer_total
    if total == TWENTY_ONE and len(cards) == 2:
        return "blackjack"
    return total_words(total, soft=is_soft(sum(map(value, cards)), any(map(is_ace, cards))))


def _who(state: State, seat: int, hand: int) -> str:
    several = len(state.seat(seat).hands) > 1
    return f"seat {seat} hand {hand}" if several else f"seat {seat}"


def title(state: State, wager: str) -> str:
    """Return a wager's name on the felt."""
    return wager_title(state.setup, wager)
