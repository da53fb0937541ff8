"""An exhaustive search of the engine's own tree on a tiny shoe.

A node is a state of the engine that needs a card or a decision, or is over. Its children are all
cards left in the shoe, one for each kind, or all legal decisions, of a range of amounts the lowest
and the highest. So the engine says what follows and what is legal; the search only counts.

A player does not know the down card. The search therefore never decides in a state but in an
*information set*: all the states that look the same from the seat (`view`) after the same history,
each weighed by how likely its hidden card is. Grouping by view is all there is to it: whatever a
card, a decision or the peek reveals makes the views differ, and the set falls apart.

Where the cards are reshuffled during the round the shoe is whole again, but for the two that stay.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import Card, format_cards, parse_card
from pitboss.engine.actions import Action, Choice, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, act
from pitboss.engine.events import CardDealt, Event
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded, Step
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.engine.view import TableView, view

SEAT = 1
HIDDEN = "??"
"""A card of the start that nobody has seen."""
Shoe = tuple[tuple[Card, int], ...]
"""The kinds of card left in a shoe, each with its number of copies."""


class Node(NamedTuple):
    """A state, what it needs, what is left in the shoe, and in how many ways the cards make it."""

    state: State
    due: Step
    left: Shoe
    ways: int
    whole: Shoe
    """The shoe as it was at first."""


Information = tuple[Node, ...]
"""Nodes one seat cannot tell apart; as many cards were dealt in each."""


@dataclass(slots=True)
class Counts:
    """What a search counted and computed."""

    nodes: Counter[int] = field(default_factory=Counter)
    """Depth -> paths of (decision, card kind) of that length."""
    mass: defaultdict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """Depth -> probability of those paths, and of the rounds that ended before, if every decision
    is taken with equal probability: always 1."""
    actions: Counter[str] = field(default_factory=Counter)
    """Action -> how many information sets it was tried in; amounts count one by one."""
    value: Fraction = Fraction(0)
    """Expected gain of the seat under best play, in cents."""
    first: dict[str, Fraction] = field(default_factory=dict)
    """The same for each first decision; empty where the cards decide which is asked first."""


def search(setup: Setup, bets: Bets, shoe: Sequence[Card], start: Sequence[str]) -> Counts:
    """Search everything that may follow when *start* has been dealt from *shoe*."""
    searched = Search()
    choices = searched.first_decisions(roots(setup, bets, shoe, start))
    totals = searched.counts
    totals.value = max(choices.values())
    totals.first = {label: value for label, value in choices.items() if label}
    for depth in sorted(totals.nodes):
        totals.mass[depth] += sum(share for end, share in searched.ended.items() if end < depth)
    return totals


def roots(
    setup: Setup, bets: Bets, shoe: Sequence[Card], start: Sequence[str]
) -> tuple[Information, ...]:
    """Return the nodes the search begins with: one, or one for each card that may lie hidden."""
    known = [parse_card(text) for text in start if text != HIDDEN]
    left = Counter(shoe)
    left.subtract(known)
    assert min(left.values()) >= 0, "a card was dealt that the shoe does not hold"
    whole = tuple(Counter(shoe).items())
    if HIDDEN not in start:
        return ((_root(setup, bets, whole, +left, known, 1),),)
    place = start.index(HIDDEN)
    nodes = []
    for hidden, copies in (+left).items():
        cards = [*known[:place], hidden, *known[place:]]
        nodes.append(_root(setup, bets, whole, +left - Counter([hidden]), cards, copies))
    return tuple(apart(nodes))


def _root(
    setup: Setup,
    bets: Bets,
    whole: Shoe,
    left: Counter[Card],
    cards: Sequence[Card],
    ways: int,
) -> Node:
    opening = Round.start(setup, [bets])
    for card in cards:
        opening.deal(card)
    return Node(opening.state, opening.due, tuple(left.items()), ways, whole)


class Search:
    """One search, counting as it goes."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.ended: defaultdict[int, Fraction] = defaultdict(Fraction)

    def first_decisions(self, roots: tuple[Information, ...]) -> dict[str, Fraction]:
        """Return the value of each first decision, or of the whole under "" if several differ."""
        met: list[dict[str, Fraction]] = []
        deals = sum(node.ways for nodes in roots for node in nodes)
        value = sum(
            (self.expand(nodes, 0, Fraction(1), deals, met) for nodes in roots), Fraction(0)
        )
        if len(met) != 1:
            return {"": value}
        (choices,) = met
        return {
            label: value - max(choices.values()) + choice_value
            for label, choice_value in choices.items()
        }

    def expand(
        self,
        nodes: Information,
        depth: int,
        share: Fraction,
        deals: int,
        met: list[dict[str, Fraction]] | None = None,
    ) -> Fraction:
        """Return the sum of probability times value over *nodes*, under best play from here.

        *share* is the probability of the decisions so far if all were equally likely. *deals* is in
        how many ways as many cards can be dealt. *met* collects the values of decisions that no
        decision comes before.
        """
        due = nodes[0].due
        mass = share * Fraction(sum(node.ways for node in nodes), deals)
        if depth:
            self.counts.nodes[depth] += len(nodes)
            self.counts.mass[depth] += mass
        if due is None:
            self.ended[depth] += mass
            return Fraction(sum(node.ways * gain(node.state) for node in nodes), deals)
        value = Fraction(0)
        if isinstance(due, CardNeeded):
            more = deals * sum(copies for _, copies in nodes[0].left)
            for group in apart(dealt(nodes, due)):
                value += self.expand(group, depth + 1, share, more, met)
            return value
        assert isinstance(due, Question)
        assert all(node.due == due for node in nodes), "the question tells the states apart"
        actions = label_decisions(due)
        values = {}
        for label, action in actions.items():
            self.counts.actions[action.kind.value] += 1
            value = Fraction(0)
            for group in apart(act_in_all(nodes, action)):
                value += self.expand(group, depth + 1, share / len(actions), deals)
            values[label] = value
        if met is not None:
            met.append(values)
        return max(values.values())


def gain(state: State) -> int:
    return sum(state.net().values())


def after(state: State, events: Iterable[Event]) -> tuple[State, Step]:
    """Return the state after *events* and all that follows by itself, and what it needs."""
    played = Round(state, state)
    played.take(events)
    if isinstance(played.due, ReshuffleNeeded):
        played.reshuffle()
    return played.state, played.due


def dealt(nodes: Information, due: CardNeeded) -> list[Node]:
    """Return the nodes after each card that may come, in each of the states."""
    followers = []
    for node in nodes:
        assert node.left, "the shoe is too small for this position"
        for place, (card, copies) in enumerate(node.left):
            event = CardDealt(card, due.place, due.seat, due.hand)
            rest = ((card, copies - 1),) if copies > 1 else ()
            left = (*node.left[:place], *rest, *node.left[place + 1 :])
            followers.append(follow_events(node, [event], left, node.ways * copies))
    return followers


def follow_events(node: Node, events: Iterable[Event], left: Shoe, ways: int) -> Node:
    """Return the node after *events*; 2104(6): a reshuffle leaves out the community cards."""
    state, due = after(node.state, events)
    if state.was_reshuffled and not node.state.was_reshuffled:
        left = tuple((Counter(dict(node.whole)) - Counter(state.kept)).items())
    return Node(state, due, left, ways, node.whole)


def act_in_all(nodes: Information, action: Action) -> list[Node]:
    """Return the nodes after the same decision in each of the states."""
    return [follow_events(node, act(node.state, action), node.left, node.ways) for node in nodes]


def apart(nodes: list[Node]) -> list[Information]:
    """Part nodes into information sets: together stays what has the same view."""
    if len(nodes) == 1 or all(node.state.exposed for node in nodes):
        return [(node,) for node in nodes]  # nothing is hidden any more
    groups: list[tuple[TableView, list[Node]]] = []
    for node in nodes:
        seen = view(node.state, SEAT)
        for other, group in groups:
            if seen == other:
                group.append(node)
                break
        else:
            groups.append((seen, [node]))
    return [tuple(group) for _, group in groups]


def label_decisions(question: Question) -> dict[str, Action]:
    """Return every decision with its label: of a range of amounts the lowest and the highest.

    Hands are set in every way, each labelled by its low cards.
    """
    return {
        label: Action(
            seat=question.seat,
            kind=choice.kind,
            hand=question.hand,
            amount=amount,
            wager=question.wager,
            low=low,
        )
        for choice in question.choices
        for label, amount, low in answers(choice)
    }


def answers(choice: Choice) -> list[tuple[str, int | None, tuple[Card, ...] | None]]:
    if choice.lows:
        return [(f"{choice.kind} {format_cards(low)}", None, low) for low in choice.lows]
    return [(label, amount, None) for label, amount in amounts(choice)]


def amounts(choice: Choice) -> list[tuple[str, int | None]]:
    low, high = choice.low, choice.high
    if low == high:
        return [(choice.kind.value, low)]
    return [(f"{choice.kind} {amount}", amount) for amount in (low, high)]
