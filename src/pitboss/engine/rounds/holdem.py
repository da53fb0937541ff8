"""21-Hold 'em: poker after blackjack, the dealer's first two cards in common (2104)."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.engine import legal
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.events import Event, Phase, PhaseEnded, Place
from pitboss.engine.rounds import blackjack, poker_wagers
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded, RoundPlan, Step
from pitboss.engine.state import Seat, State
from pitboss.patterns.five_card import five_card
from pitboss.rulebook.model import HoldemRules

POKER = "poker"


def spots(rules: HoldemRules) -> tuple[str, ...]:
    """Return the wagers of the poker part, one for each card: PK, "2" and "3"."""
    return (POKER, *(f"{POKER}-{number}" for number in range(2, rules.player_cards + 1)))


def poker_rules(state: State) -> HoldemRules:
    """Return the rules of the poker part."""
    return state.setup.kind_rules(HoldemRules)


def _poker(state: State) -> Step:
    """2104(5)-(13): a card to every seat still in, then a further wager or a fold; three times."""
    playing = [seat for seat in state.seats if POKER in seat.wagers and not seat.folded]
    if playing and not state.was_reshuffled:
        return ReshuffleNeeded(community(state))  # 2104(6)
    rules = poker_rules(state)
    for count, after in enumerate((*spots(rules)[1:], None), start=1):
        for seat in playing:
            if len(seat.poker) < count:
                return CardNeeded(Place.POKER, seat.number, 1)
        for seat in playing:
            if after is not None and after not in seat.wagers:
                amount = seat.wagers[rules.bet_equals]
                choices = legal.bet_or_fold(state.setup, after, amount)
                return Question(seat.number, 1, choices, after)
    # 2104(13)(a): counter-clockwise from the dealer's right.
    events: list[Event] = []
    for seat in playing[::-1]:
        events += settle_poker(state, seat, five_card((*seat.poker, *community(state))))
    return (*poker_wagers.apply_limits(state.setup, events), PhaseEnded(Phase.POKER))


def settle_fold(state: State, seat: Seat) -> list[Event]:
    """2104(8), (10): a fold loses every poker wager made so far."""
    lines: list[Event] = []
    for wager in spots(poker_rules(state)):
        lines += poker_wagers.lose_wager(seat, wager, "fold")
    return lines


def community(state: State) -> tuple[Card, ...]:
    """Return the dealer's cards that belong to every poker hand (2104(5))."""
    return state.dealer[: poker_rules(state).community_cards]


def settle_poker(state: State, seat: Seat, hand: int) -> list[Event]:
    """2104(13): pay a `FiveCard` by the schedule, on all three wagers."""
    lines: list[Event] = []
    for wager in spots(poker_rules(state)):
        row = state.setup.played_tables[wager].get(hand)
        if row is None:
            lines += poker_wagers.lose_wager(seat, wager, "lose")
        else:
            lines += poker_wagers.pay_by_table(state.setup, seat, wager, row)
    return lines


def _decision_events(state: State, action: Action) -> list[Event]:
    if action.kind is ActionKind.FOLD:
        return settle_fold(state, state.seat(action.seat))
    return blackjack.decision_events(state, action)


PLAN = RoundPlan(
    phases=blackjack.phases_before(Phase.OVER, {Phase.POKER: _poker}),
    decision_events=_decision_events,
    tables_played=(POKER, f"{POKER}-2", f"{POKER}-3"),
    shuffled_every_round=True,  # 2104(14)
    reshuffles=True,  # 2104(6)
)
