"""The decisions of a round that was played, and each of them as practice: the same cards up to it.

Reviews of past rounds judge these decisions, in the terminal and on the page; a link to one of them
opens a practice round that asks it again. What comes after it is dealt by a new seed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.engine.actions import Action, RefusedError
from pitboss.engine.drive import Round, question
from pitboss.engine.events import ActionTaken, CardDealt, Place, WagerPlaced
from pitboss.engine.rounds.plan import Where
from pitboss.engine.setup import Setup
from pitboss.rulebook.house import ShoeSettings
from pitboss.sitting.practice import PracticeTerms, TakenDecision, play_practice
from pitboss.sitting.training.themes import theme_title


class OwnDecision(NamedTuple):
    """A decision that was taken at one's own seat."""

    taken: TakenDecision
    place: int
    """How many events of the round came before it."""

    @property
    def theme(self) -> str:
        """The kind of decision that it is, as training names it."""
        return theme_title(self.taken.state, self.taken.question)


def own_decisions(played: Round, yours: Collection[int]) -> Iterator[OwnDecision]:
    """Yield the decisions at some seats, with the situation before each.

    The records do not have your bankroll: every legal choice counts.
    """
    state = played.opening
    for place, (event, after) in enumerate(zip(played.events, played.states, strict=False)):
        due = question(state) if isinstance(event, ActionTaken) and event.seat in yours else None
        if due is not None and isinstance(event, ActionTaken):
            yield OwnDecision(TakenDecision(state, due, _action(event)), place)
        state = after


def _action(event: ActionTaken) -> Action:
    return Action(
        seat=event.seat,
        hand=event.hand,
        kind=event.action,
        amount=event.stated_amount,
        tip=event.tip or None,
        low=event.low or None,
    )


def practice_terms(
    played: Round, yours: Collection[int], decision: OwnDecision, seed: str
) -> PracticeTerms:
    """Return the practice round that leads to a decision, with one's own seats alone."""
    bets: dict[int, dict[str, int]] = {}
    cards: dict[Where, tuple[Card, ...]] = {}
    actions: list[Action] = []
    for event in played.events[: decision.place]:
        if isinstance(event, WagerPlaced) and event.seat in yours:
            bets.setdefault(event.seat, {})[event.wager] = event.amount
        elif isinstance(event, CardDealt) and event.seat in (0, *yours):
            # Poker cards have one place for each seat, whichever hand the question is about.
            hand = 1 if event.place is Place.POKER else event.hand
            where = event.place, event.seat, hand
            cards[where] = (*cards.get(where, ()), event.card)
        elif isinstance(event, ActionTaken) and event.seat in yours:
            actions.append(_action(event))
    return PracticeTerms(bets=bets, seed=seed, given=cards, decisions=tuple(actions))


def asks_again(
    setup: Setup, settings: ShoeSettings, terms: PracticeTerms, decision: OwnDecision
) -> bool:
    """Return whether a practice round really leads to a decision: the same hand and choices.

    It does not where something came between that practice has not, such as a ruling.
    """
    try:
        practice = play_practice(setup, settings, terms)
    except RefusedError:
        return False
    _, wanted, _ = decision.taken
    return practice.open_question == wanted
