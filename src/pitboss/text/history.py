"""A round in the felt's words, one line an event: a hand history for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

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
from pitboss.text.numbers import money, say_odds
from pitboss.text.say import say, say_name

_DONE: Mapping[ActionKind, tuple[str, str]] = {
    ActionKind.HIT: ("hits", "hit"),
    ActionKind.STAND: ("stands", "stand"),
    ActionKind.DOUBLE: ("doubles for {amount}", "double for {amount}"),
    ActionKind.REDOUBLE: ("doubles again for {amount}", "double again for {amount}"),
    ActionKind.RESCUE: ("rescues the last doubled portion", "rescue the last doubled portion"),
    ActionKind.SPLIT: ("splits", "split"),
    ActionKind.SURRENDER: ("surrenders", "surrender"),
    ActionKind.INSURE: ("insures for {amount}", "insure for {amount}"),
    ActionKind.DECLINE: ("declines", "decline"),
    ActionKind.TAKE_BLACKJACK: ("takes the blackjack", "take the blackjack"),
    ActionKind.KEEP_BLACKJACK: (
        "keeps the blackjack to double it",
        "keep the blackjack to double it",
    ),
    ActionKind.FREE_DOUBLE: ("doubles free, for a lammer", "double free, for a lammer"),
    ActionKind.FREE_SPLIT: ("splits free, for a lammer", "split free, for a lammer"),
    ActionKind.SWITCH: ("switches the second cards", "switch the second cards"),
    ActionKind.KEEP: ("keeps the hands as dealt", "keep the hands as dealt"),
    ActionKind.BUST_BET: ("bets {amount}", "bet {amount}"),
    ActionKind.BET: ("bets {amount}", "bet {amount}"),
    ActionKind.FOLD: ("folds", "fold"),
    ActionKind.SET: ("sets", "set"),
    ActionKind.PLAY_ON: ("plays on", "play on"),
    ActionKind.BACK_OUT: ("backs out of the hand", "back out of the hand"),
    ActionKind.EXPOSE: ("turns the hand up", "turn the hand up"),
    ActionKind.CONCEAL: ("leaves the hand face down", "leave the hand face down"),
}
"""What somebody does with a decision, and what you do."""
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
    told = (say("seat {seat} {amount}", seat=seat, amount=money(net)) for seat, net in nets.items())
    return say("result  {seats}", seats=", ".join(told))


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
            name = title(after, event.wager)
            return say("meter   {bet} {what}", bet=name, what=_meter_words(event))
        case ActionTaken() | HandSet() | HandSplit() | HandBusted() | IrregularityRuled():
            return _describe_hand(after, event)
        case _:
            return _dealer_line(_dealer_did(after, event))


def _describe_money(
    after: State, event: WagerPlaced | JackpotAwarded | JackpotPaid | WagerSettled
) -> str:
    match event:
        case WagerPlaced():
            text = f"{title(after, event.wager)} {money(event.amount)}"
            return f"{_who(after, event.seat)}  {text}"
        case JackpotAwarded():
            won = say(
                "wins {percent}%: {amount}", percent=event.percent, amount=money(event.amount)
            )
            return f"{_who(after, event.seat)}  {won}"
        case JackpotPaid():
            name = title(after, event.wager)
            return say("meter   {bet} pays {amount}", bet=name, amount=money(event.amount))
        case WagerSettled():
            return f"{_who(after, event.seat, event.hand)}  {result_words(after, event)}"


def _meter_words(event: MeterFed | MeterTakenBack | MeterRead) -> str:
    match event:
        case MeterFed():
            return f"+${format_units(event.amount)}"
        case MeterTakenBack():
            return f"-${format_units(event.amount)}"
        case MeterRead():
            return say("stands at ${amount}", amount=format_units(event.display))


def ruling_words(setup: Setup, ruled: IrregularityRuled) -> str:
    """Return a supervisor's ruling in words: what happened, the clause, and what follows."""
    kind = find_irregularity(setup, ruled.kind)
    assert kind is not None, "a ruling names a kind of the game"
    where = {
        "hand": say("seat {seat} hand {hand}, ", seat=ruled.seat, hand=ruled.hand),
        "player": say("seat {seat}, ", seat=ruled.seat),
        "round": "",
    }[kind.scope]
    what = kind.title[0].lower() + kind.title[1:]
    cards = pretty_cards(ruled.cards)
    dead = say("; {cards} out of play", cards=cards) if ruled.cards else ""
    why = say(" (reason: {reason})", reason=printable(ruled.reason)) if ruled.reason else ""
    return f"{where}{what} ({kind.cite}): {say(_FOLLOWS[kind.effect])}{dead}{why}"


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
            return say("floor   {ruling}", ruling=ruling_words(after.setup, event))
        case ActionTaken():
            return f"{_who(after, event.seat, event.hand)}  {decision_words(after.setup, event)}"
        case HandSplit():
            count = len(after.seat(event.seat).hands)
            split = say("the cards are split into {count} hands", count=count)
            return f"{_who(after, event.seat)}  {split}"
        case HandBusted():
            who = _who(after, event.seat, event.hand)
            down = say("lies face down, its bet on top until the free hands are settled")
            return f"{who}  {down}"
        case HandSet() if event.seat:
            hand = after.seat(event.seat).hand(1)
            is_set = say("is set {setting}", setting=setting_words(hand.cards, event.low))
            return f"{_who(after, event.seat)}  {is_set}"
        case HandSet():
            setting = setting_words(after.dealer, event.low)
            return _dealer_line(say("sets {setting}", setting=setting))


def _dealer_did(
    after: State, event: DealerPeeked | DownCardExposed | DealerShown | CardsReshuffled
) -> str:
    match event:
        case DealerPeeked():
            return say("looks: a blackjack") if event.blackjack else say("looks: no blackjack")
        case DownCardExposed():
            total = _dealer_total(after)
            return say("turns {cards}", cards=f"{pretty_card(event.card)}: {total}")
        case DealerShown():
            shown = f"{pretty_cards(event.cards)}{_hand_name(after, event.cards)}"
            return say("turns {cards}", cards=shown)
        case CardsReshuffled():
            kept = pretty_cards(event.kept)
            return say("keeps {cards} as community cards and reshuffles the rest", cards=kept)


def pretty_cards(cards: Iterable[Card]) -> str:
    """Write cards for people.

    >>> from pitboss.cards import parse_cards
    >>> pretty_cards(parse_cards("Kd 9h"))
    'K♦ 9♥'
    """
    return " ".join(map(pretty_card, cards))


def decision_words(setup: Setup, event: ActionTaken, *, is_you: bool = False) -> str:
    """Return what a player does: "doubles for $10.00", "bets $5.00 on Play"."""
    words = say(_DONE[event.action][is_you], amount=money(event.amount))
    if event.low:
        words = say("{does} {cards} as the low hand", does=words, cards=pretty_cards(event.low))
    if event.wager and event.action is not ActionKind.FOLD:
        name = wager_title(setup, event.wager)
        match event.action:
            case ActionKind.DECLINE:
                words = f"{words} {name}"
            case ActionKind.INSURE:
                words = f"{words}: {name}"
            case _:
                words = say("{does} on {bet}", does=words, bet=name)
    if event.tip:
        words = say("{does}, and {amount} for the dealer", does=words, amount=money(event.tip))
    return words


def setting_words(cards: tuple[Card, ...], low: tuple[Card, ...]) -> str:
    """Return cards set as a high and a low hand, with their totals."""
    high = [card for card in cards if card not in low]
    name = setting_name(totals(cards, low))
    return say(
        "{high} and {low}: {name}", high=pretty_cards(high), low=pretty_cards(low), name=name
    )


def _hand_name(state: State, cards: tuple[Card, ...]) -> str:
    name = packet_name(state.setup.round, cards)
    return f": {name}" if name else ""


def result_words(state: State, line: WagerSettled) -> str:
    """Return one result in the felt's words: "6-7-8 of same suit pays 2 to 1"."""
    is_dealers = bool(line.dealer) or not (line.is_players or line.net <= 0)
    pays = "" if line.dealer else describe_pay(line)
    amount = money(line.dealer or line.net)
    words = f"{title(state, line.wager)}: {say_name(line.outcome)}{pays}, {amount}"
    return say("{amount} for the dealer", amount=words) if is_dealers else words


def describe_pay(line: WagerSettled) -> str:
    """Return the pay of a result; a loss or a push is named by its outcome alone."""
    is_paid = line.pays and line.pays not in _NO_PAYS
    return say(" pays {odds}", odds=say_odds(line.pays)) if is_paid else ""


def _card(before: State, after: State, event: CardDealt) -> str:
    card = pretty_card(event.card)
    match event.place:
        case Place.BONUS:
            line = say("bonus   card #{number} {card}", number=len(after.bonus), card=card)
        case Place.REPLACEMENT:
            put = say("puts {card} down, to stand for the joker where no card is wild", card=card)
            line = _dealer_line(put)
        case Place.HAND:
            line = f"{_who(after, event.seat, event.hand)}  {card}{total_of(after, event)}"
        case Place.POKER:
            poker = (*after.kept, *after.seat(event.seat).poker)
            held = say("{card} for poker: {hand}", card=card, hand=poker_name(poker))
            line = f"{_who(after, event.seat)}  {held}"
        case Place.DEALER:
            line = _dealer_line(_dealer_card(before, after, card))
    return line


def total_of(state: State, event: CardDealt) -> str:
    """Return the total of a hand with its last card, from the second one on."""
    hand = state.seat(event.seat).hand(event.hand)
    if state.setup.blackjack is None:
        return _hand_name(state, hand.cards)
    if len(hand.cards) < 2:
        return ""
    if hand.is_blackjack:
        return f": {say('blackjack')}"
    first = is_first_three(state.setup.round, hand)
    return f": {total_words(hand.total, soft=hand.soft, is_first=first)}"


def _dealer_card(before: State, after: State, card: str) -> str:
    if not before.dealer and after.setup.blackjack is not None:
        return say("shows {card}", card=card)
    if not before.exposed:
        return say("takes a card face down")
    return f"{card}: {_dealer_total(after)}"


def _dealer_total(state: State) -> str:
    cards = state.dealer
    total = state.dealer_total
    if total == TWENTY_ONE and len(cards) == 2:
        return say("blackjack")
    return total_words(total, soft=is_soft(sum(map(value, cards)), any(map(is_ace, cards))))


def _who(state: State, seat: int, hand: int = 0) -> str:
    if hand and len(state.seat(seat).hands) > 1:
        return say("seat {seat} hand {hand}", seat=seat, hand=hand)
    return say("seat {seat}", seat=seat)


def _dealer_line(did: str) -> str:
    return say("dealer  {did}", did=did)


def title(state: State, wager: str) -> str:
    """Return a wager's name on the felt."""
    return wager_title(state.setup, wager)
