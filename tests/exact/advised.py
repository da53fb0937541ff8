"""Every legal choice with a hand and its value, asked of the solver without a round."""

from __future__ import annotations

from pitboss.compiled.rule_tables import make_hand
from pitboss.engine import legal
from pitboss.engine.values import replace
from pitboss.exact.blackjack.advice import Adviser, Position
from pitboss.exact.three_card_21 import decisions as three_card
from pitboss.exact.three_card_21.solver import CARDS
from pitboss.exact.worth import Advice, best_first


def advise(adviser: Adviser, position: Position) -> tuple[Advice, ...]:
    hand = make_hand(position.cards, split=position.after_split, doublings=position.doublings)
    if position.carried:
        hand = replace(hand, stake=0, free=hand.base, made_free=True)
    values = adviser.values(position)
    choices = legal.hand_choices(adviser.setup, hand, position.hand_count)
    return best_first(Advice(choice.kind, values[choice.kind]) for choice in choices)


def advise_three_cards(
    adviser: three_card.ThreeCardAdviser, position: three_card.ThreeCardPosition
) -> tuple[Advice, ...]:
    hand = make_hand(position.cards, split=bool(position.others))
    hands = CARDS if position.others else 1
    values = adviser.values(position)
    choices = legal.hand_choices(adviser.game.setup, hand, hands)
    return best_first(Advice(choice.kind, values[choice.kind]) for choice in choices)
