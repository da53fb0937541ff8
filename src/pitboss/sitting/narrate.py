"""A round in words as it goes: the events since the last call."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind
from pitboss.engine.drive import Round
from pitboss.engine.events import ActionTaken, CardDealt, Event, HandSet, Place, WagerSettled
from pitboss.engine.rounds.holdem import community
from pitboss.engine.state import Hand, Seat, State
from pitboss.engine.view import is_face_down, is_poker_face_down
from pitboss.sitting.shoe import DealingShoe
from pitboss.text.hands import poker_name
from pitboss.text.history import event_words, pretty_cards, result
from pitboss.text.kinds import packet_name
from pitboss.text.own_words import own_words
from pitboss.text.results import round_result
from pitboss.text.say import say, say_name


class Line(NamedTuple):
    """One event in words."""

    text: str
    seat: int = 0
    """The seat of a settled wager, if this is one."""
    net: int = 0
    """The player's gain."""
    mistake: bool = False
    """Whether it is the cost of a mistake."""


def tell_absent(seat: int, policy: str) -> Line:
    """Return the line about a decision of the house for an absent player (RND-07).

    >>> tell_absent(2, "basic").text
    'clock   no answer from seat 2: the house decides (basic)'
    """
    text = "clock   no answer from seat {seat}: the house decides ({policy})"
    return Line(say(text, seat=seat, policy=say_name(policy)))


def tell_hits(jackpots: Mapping[str, Mapping[str, Any]], known: set[tuple[str, int]]) -> list[Line]:
    """Return the waiting hits of shared jackpots, each once; *known* remembers them.

    >>> hit = {"hit": 1, "table": "7", "seat": 2, "amount": "5000.9400"}
    >>> [line.text for line in tell_hits({"x": {"title": "Match Four", "pending": [hit]}}, set())]
    ['jackpot Match Four: $5000.94 won at table 7, seat 2, to be paid by hand']
    """
    lines = []
    for jackpot in jackpots.values():
        title = jackpot["title"]
        for hit in jackpot.get("pending", ()):
            if (title, hit["hit"]) not in known:
                known.add((title, hit["hit"]))
                where = f"won at table {hit['table']}, seat {hit['seat']}"
                amount = f"${hit['amount'][:-2]}"
                lines.append(Line(f"jackpot {title}: {amount} {where}, to be paid by hand"))
    return lines


class Narrator:
    """Follows a round without revealing face-down cards."""

    def __init__(self, current: Round, yours: Collection[int]) -> None:
        """Begin before the first wager."""
        self._round = current
        self._yours = yours
        self._count = 0

    def new_lines(self) -> Iterator[Line]:
        """Yield the events since the last call."""
        while self._count < len(self._round.events):
            # Not what was kept of the last event: a card may have been turned since then.
            before = self._round.states[self._count - 1] if self._count else self._round.opening
            event = self._round.events[self._count]
            after = self._round.states[self._count]
            self._count += 1
            yield from step_lines(before, event, after, self._yours)


def step_lines(before: State, event: Event, after: State, yours: Collection[int]) -> Iterator[Line]:
    """Yield an event in words, as the player at the seats *yours* may see it."""
    turned = _turned_hands(before, after, yours)
    # A hand that is settled is turned first; one whose turn comes, afterwards.
    of_event = [line for seat, line in turned if seat == getattr(event, "seat", 0)]
    yield from of_event
    text = own_words(after, event, yours)
    if text is None:
        text = _secret(event, after, yours)
    if text is None:
        text = event_words(before, after, event)
    if text and isinstance(event, WagerSettled):
        yield Line(text, event.seat, event.net if event.is_players else 0)
    elif text:
        yield Line(text)
    yield from (line for _, line in turned if line not in of_event)


def _secret(event: Event, after: State, yours: Collection[int]) -> str | None:
    """Return what others see of an event that only its player sees; None if all see it."""
    if getattr(event, "seat", 0) in (0, *yours):
        return None
    match event:
        case CardDealt(place=Place.POKER):
            return say("seat {seat}  a card face down", seat=event.seat)
        case CardDealt(place=Place.HAND) if _is_hidden(after, event.seat, event.hand):
            return say("seat {seat}  a card face down", seat=event.seat)
        case ActionTaken(action=ActionKind.SET) if _is_hidden(after, event.seat, event.hand):
            return say("seat {seat}  sets two cards as the low hand", seat=event.seat)
        case HandSet() if _is_hidden(after, event.seat, 1):
            return ""  # the line before says that it was set
        case _:
            return None


def _is_hidden(state: State, number: int, hand: int) -> bool:
    seat = state.seat(number)
    return is_face_down(state, seat, seat.hand(hand))


def _turned_hands(before: State, after: State, yours: Collection[int]) -> list[tuple[int, Line]]:
    """Return the hands of others that were face down before and are no longer."""
    lines = []
    for seat in before.seats:
        now = after.seat(seat.number)
        if seat.number in yours:
            continue
        if is_poker_face_down(before, seat) and not is_poker_face_down(after, now):
            lines.append((seat.number, Line(_tell_turned_poker(before, seat))))
        for hand in seat.hands:
            was_down = len(hand.cards) > 1 and is_face_down(before, seat, hand)
            if was_down and not _is_hidden(after, seat.number, hand.number):
                lines.append((seat.number, Line(_tell_turned_hand(before, seat, hand))))
    return lines


def _tell_turned_poker(state: State, seat: Seat) -> str:
    name = poker_name((*community(state), *seat.poker))
    return _turns(seat, f"{pretty_cards(seat.poker)}: {name}")


def _turns(seat: Seat, cards: str) -> str:
    return say("seat {seat}  turns {cards}", seat=seat.number, cards=cards)


def _tell_turned_hand(state: State, seat: Seat, hand: Hand) -> str:
    cards = pretty_cards(hand.cards)
    if state.setup.blackjack is not None:
        return _turns(seat, f"{cards}: {hand.total}")
    name = packet_name(state.setup.round, hand.cards)
    return _turns(seat, f"{cards}{f': {name}' if name else ''}")


def tell_result(state: State, yours: Collection[int]) -> Line:
    """Return the last line of a round: the player's own result, to others everybody's net."""
    if not yours:
        return Line(result(state))
    return Line(say("result  {words}", words=round_result(state, yours).words))


def tell_void() -> Line:
    """Return the line about a round for which no card was left anywhere (ruling C79)."""
    return Line(say("shoe    used up: the round is void, every wager comes back"))


def tell_shuffle(shoe: DealingShoe) -> Line:
    """Return the line about a shuffle before a round."""
    size = shoe.shoe.size
    burned = len(shoe.burned)
    return Line(say("shoe    shuffled: {cards} cards, {burned} burned", cards=size, burned=burned))


def draw_and_tell(shoe: DealingShoe, lines: list[Line]) -> Card:
    """Draw a card, and add to *lines* what that means for the shoe."""
    was_last = shoe.last_round
    shuffles = shoe.shoes
    card = shoe.draw()
    if shoe.shoes > shuffles:
        lines.append(Line(say("shoe    empty: the discards are shuffled in")))
    if shoe.last_round and not was_last and not shoe.every_round:
        lines.append(Line(say("shoe    the cut card is out: the last round of this shoe")))
    return card
