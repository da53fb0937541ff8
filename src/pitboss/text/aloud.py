"""A step of a round in full sentences, for those who hear the table instead of seeing it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.events import Phase
from pitboss.engine.setup import Setup
from pitboss.engine.view import TableView
from pitboss.text.actions import (
    MEANINGS,
    choice_label,
    dealer_words,
    hand_words,
    poker_words,
    wager_title,
)
from pitboss.text.hands import say_card
from pitboss.text.history import ruling_words
from pitboss.text.numbers import net_words, short_money
from pitboss.text.own_words import hand_place, is_plain_loss, settled_words
from pitboss.text.say import say


def aloud(
    setup: Setup,
    before: TableView,
    after: TableView,
    yours: Collection[int],
    question: Question | None,
) -> str:
    """Say what is new to the player at the seats *yours*, and what is asked now.

    *before* and *after* are the table as this player sees it.
    """
    sentences = [
        *_hands(before, after, yours),
        *_dealer(before, after),
        *_rulings(setup, before, after),
        *_results(setup, before, after, yours),
        *_turn(setup, before, after, yours, question),
    ]
    return " ".join(sentences)


def _hands(before: TableView, after: TableView, yours: Collection[int]) -> Iterator[str]:
    """Yield the own hands that have changed."""
    earlier = {seat.number: seat for seat in before.seats}
    for seat in after.seats:
        if seat.number not in yours:
            continue
        where = say("at seat {seat} ", seat=seat.number) if len(yours) > 1 else ""
        old = earlier[seat.number]
        hands = {hand.number: (hand.cards, hand.low) for hand in old.hands}
        for hand in seat.hands:
            if hand.cards and hands.get(hand.number) != (hand.cards, hand.low):
                place = hand_place([it.number for it in seat.hands], hand.number)
                which = say("in hand {hand} ", hand=place) if place else ""
                yield _holds(where + which, hand.cards, hand_words(hand, after.round))
        if seat.poker != old.poker:
            yield _holds(where + say("for poker "), seat.poker, poker_words(after, seat))


def _dealer(before: TableView, after: TableView) -> Iterator[str]:
    """Yield the dealer's cards, and those that lie there for everybody."""
    if after.bonus != before.bonus:
        yield say("Bonus cards: {cards}.", cards=_names(after.bonus))
    if (after.dealer, after.dealer_low) != (before.dealer, before.dealer_low):
        if after.face_down or len(after.dealer) == 1:
            yield say("Dealer shows {cards}.", cards=_names(after.dealer))
        else:
            words = dealer_words(after).replace(" · ", ", ")
            yield say("Dealer has {cards}.", cards=_name_cards(after.dealer, words))
    if after.community and not before.community:
        yield say("Community cards: {cards}.", cards=_names(after.community))


def _rulings(setup: Setup, before: TableView, after: TableView) -> Iterator[str]:
    """Yield what the floor has ruled since."""
    for ruled in after.rulings[len(before.rulings) :]:
        yield say("The floor rules: {ruling}.", ruling=ruling_words(setup, ruled))


def _results(
    setup: Setup, before: TableView, after: TableView, yours: Collection[int]
) -> Iterator[str]:
    """Yield the results of the player's own wagers, and at the end of the round the sum."""
    lines = [line for line in after.settled if line.seat in yours]
    new = [line for line in after.settled[len(before.settled) :] if line.seat in yours]
    hands = {seat.number: [hand.number for hand in seat.hands] for seat in after.seats}
    lost = [line for line in new if is_plain_loss(line) and line.wager not in setup.mains]
    for line in new:
        if len(lost) == 1 or line not in lost:
            yield f"{settled_words(setup, line, hands[line.seat], aloud=True)}."
    if len(lost) > 1:  # one by one they would keep the player from the question
        amount = short_money(-sum(line.net for line in lost))
        yield say("{count} other bets lose {amount}.", count=len(lost), amount=amount)
    if lines and after.phase == Phase.OVER:
        yield f"{net_words(sum(line.net for line in lines if line.is_players))}."


def _turn(
    setup: Setup,
    before: TableView,
    after: TableView,
    yours: Collection[int],
    question: Question | None,
) -> Iterator[str]:
    if question is None:
        return
    if question.seat not in yours:
        if before.turn is None or before.turn[0] != question.seat:
            yield say("Seat {seat} decides.", seat=question.seat)
        return
    seat = next(seat for seat in after.seats if seat.number == question.seat)
    where = say(", seat {seat}", seat=seat.number) if len(yours) > 1 else ""
    kinds = [choice.kind for choice in question.choices]
    of_seat = {ActionKind.SWITCH, ActionKind.BUST_BET, ActionKind.BET}
    if len(seat.hands) > 1 and not of_seat.intersection(kinds):
        place = hand_place([hand.number for hand in seat.hands], question.hand)
        where += say(", hand {hand}", hand=place)
    if len(kinds) == 1:
        yield say("Your turn{where}: {choice}.", where=where, choice=say(MEANINGS[kinds[0]]))
        return
    labels = (choice_label(setup, question, kind) for kind in kinds)
    title = wager_title(setup, question.wager or "")
    words = [label if label == title else f"{label[0].lower()}{label[1:]}" for label in labels]
    choices = say("{first} or {last}", first=", ".join(words[:-1]), last=words[-1])
    yield say("Your turn{where}: {choices}?", where=where, choices=choices)


def _holds(where: str, cards: Sequence[Card], words: str) -> str:
    text = say("{where}you have {cards}.", where=where, cards=_name_cards(cards, words))
    return f"{text[0].upper()}{text[1:]}"


def _name_cards(cards: Sequence[Card], words: str) -> str:
    return f"{_names(cards)}{f': {words}' if words else ''}"


def _names(cards: Iterable[Card]) -> str:
    return ", ".join(map(say_card, cards))
