"""The events at a player's own seat, spoken to the player: "you hit", "Main bet loses $10"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pitboss.cards import pretty_card
from pitboss.engine.events import (
    TIP,
    ActionTaken,
    CardDealt,
    Event,
    HandBusted,
    HandSet,
    HandSplit,
    JackpotAwarded,
    Place,
    WagerPlaced,
    WagerSettled,
)
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.rulebook.pays import Plain
from pitboss.text.actions import wager_title
from pitboss.text.hands import poker_name
from pitboss.text.history import decision_words, describe_pay, setting_words, total_of
from pitboss.text.numbers import gain_words, short_money
from pitboss.text.say import say, say_name

COLUMN = 7
"""The words before a line's text are as wide as "dealer "."""


def own_words(after: State, event: Event, yours: Collection[int]) -> str | None:
    """Return an event of one of the seats *yours* in words; None if it is somebody else's."""
    number = getattr(event, "seat", 0)
    if number not in yours:
        return None
    you = say("you") if len(yours) == 1 else say("you, seat {seat}", seat=number)
    hands = [hand.number for hand in after.seat(number).hands]
    match event:
        case CardDealt() | ActionTaken() | HandSplit() | HandBusted() | HandSet():
            return _play_words(after, event, you, hands)
        case WagerPlaced():
            bet = bet_title(after.setup, event.wager.removeprefix(TIP))
            does = "tip {amount} on {bet}" if _is_tip(event) else "bet {amount} on {bet}"
            return _line(you, say(does, amount=short_money(event.amount), bet=bet))
        case JackpotAwarded():
            won = short_money(event.amount)
            text = say("win {percent}% of the jackpot: {amount}", percent=event.percent, amount=won)
            return _line(you, text)
        case WagerSettled():
            return _line(you, settled_words(after.setup, event, hands))
        case _:
            return None


def _is_tip(event: WagerPlaced) -> bool:
    return event.wager.startswith(TIP)


def _play_words(
    after: State,
    event: CardDealt | ActionTaken | HandSplit | HandBusted | HandSet,
    you: str,
    hands: Sequence[int],
) -> str:
    """Say what happens to one's own cards."""
    place = hand_place(hands, getattr(event, "hand", 0))
    match event:
        case CardDealt(place=Place.POKER):
            poker = (*after.kept, *after.seat(event.seat).poker)
            card = pretty_card(event.card)
            words = _line(you, say("{card} for poker: {hand}", card=card, hand=poker_name(poker)))
        case CardDealt():
            words = _line(you, f"{pretty_card(event.card)}{total_of(after, event)}", place)
        case ActionTaken():
            words = _line(you, decision_words(after.setup, event, is_you=True), place)
        case HandSplit():
            words = _line(you, say("have {count} hands now", count=len(hands)))
        case HandBusted():
            text = say("is over 21; its bet stays until the free hands are settled")
            hand = say("your hand {hand}", hand=place) if place else say("your hand")
            words = _line(hand, text)
        case HandSet():
            cards = after.seat(event.seat).hand(1).cards
            words = _line(you, say("set {setting}", setting=setting_words(cards, event.low)))
    return words


def _line(who: str, text: str, place: int = 0) -> str:
    words = say("{who}, hand {hand}", who=who, hand=place) if place else who
    return f"{words:<{COLUMN}} {text}"


def hand_place(hands: Sequence[int], number: int) -> int:
    """Return the place of a hand on the felt, from the left; 0 where it is the only one.

    A hand that was split off lies beside the hand it came from, whenever that was.

    >>> hand_place([1, 3, 2], 2), hand_place([1], 1), hand_place([1, 2], 0)
    (3, 0, 0)
    """
    return hands.index(number) + 1 if len(hands) > 1 and number in hands else 0


def bet_title(setup: Setup, wager: str) -> str:
    """Name a wager for the player: the only main wager is not called by the game's name.

    A lost wager named "Blackjack" reads as a lost blackjack.
    """
    title = wager_title(setup, wager)
    if setup.mains == (wager,) and title != _ANTE:
        return say("Main bet")
    return title


def settled_words(
    setup: Setup, line: WagerSettled, hands: Sequence[int] = (), *, aloud: bool = False
) -> str:
    """Return a result: "Main bet loses $10", "21+3: Flush pays 5 to 1, +$25".

    *hands* are the numbers of the seat's hands, as they lie; *aloud* writes the signs out.
    """
    title = bet_title(setup, line.wager)
    place = hand_place(hands, line.hand)
    if place and line.wager in setup.mains and title != _ANTE:
        title = say("Hand {hand}", hand=place)
    elif place and _is_on_each_hand(setup, line.wager):
        title = say("{who}, hand {hand}", who=title, hand=place)
    cents = line.dealer or line.net
    amount = short_money(abs(cents))
    if line.outcome == Plain.PUSH.value:
        return say("{bet} pushes", bet=title)
    if is_plain_loss(line):
        return say("{bet} loses {amount}", bet=title, amount=amount)
    if line.outcome in _WON:
        words = say("{bet} wins {amount}", bet=title, amount=amount)
    else:
        gain = _gain_aloud(cents) if aloud else gain_words(cents)
        came = f", {gain}" if cents else ""
        words = f"{title}: {say_name(line.outcome)}{describe_pay(line)}{came}"
    is_dealers = cents > 0 and (line.dealer or not line.is_players)
    return say("{amount} for the dealer", amount=words) if is_dealers else words


def _gain_aloud(cents: int) -> str:
    return say("plus {amount}" if cents > 0 else "minus {amount}", amount=short_money(abs(cents)))


_ANTE = "Ante"
_WON = frozenset({"win", "won", "1 won"})


def is_plain_loss(line: WagerSettled) -> bool:
    """Whether a wager lost for no reason that matters: the row of a losing hand is none."""
    return line.net < 0 and (line.outcome == "lose" or bool(line.rows))


def _is_on_each_hand(setup: Setup, wager: str) -> bool:
    """Whether a wager lies on each hand of a seat, as the ante and units of Bet Bigger do."""
    spot = setup.configured.spots.get(wager)
    return wager in setup.mains or (spot is not None and spot.wager.equals in setup.mains)
