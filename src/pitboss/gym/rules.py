"""A table as the arrays of the kernel: an automaton that asks a learner before every decision.

No rule is written here: the table engine says what is legal and what every result pays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.card_classes import EVERY_CARD
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS, make_cards, make_hand
from pitboss.engine import legal, settle
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import WagerSettled
from pitboss.engine.setup import Setup
from pitboss.engine.state import Seat, State
from pitboss.exact.blackjack.solver import Rules as RulesByNode
from pitboss.gym.actions import BLACKJACK_ACTIONS, NUMBER, action_mask
from pitboss.gym.kinds import KINDS as ROUND_KINDS
from pitboss.gym.lanes import LaneRules, QuestionFacts
from pitboss.gym.tables import find_cut, full_shoe
from pitboss.patterns.totals import is_ace, value
from pitboss.simulator.blackjack.automaton import ASKS, Builder, HandToPlay
from pitboss.simulator.blackjack.layout import lay_out
from pitboss.simulator.blackjack.learner import ANSWERS_ROOM, LEARNER_STATE, REST, Learner
from pitboss.simulator.blackjack.strategy import FIRST, HandHistory, Strategy
from pitboss.simulator.blackjack.table import Felt
from pitboss.simulator.hand_results import HandStake
from pitboss.simulator.tally import BASE

_NATURAL = hand_graph().node(1, VALUES)


def lane_rules(setup: Setup, penetration: float | None) -> LaneRules:
    """Compile the rules of a table with rounds of blackjack."""
    if not ROUND_KINDS[setup.round].is_vectorized:
        raise ValueError(
            f"{setup.configured.game.id} is not played on many tables at once by compiled code:"
            ' take gymnasium.make_vec(..., vectorization_mode="sync")'
        )
    burn, cut = find_cut(setup, penetration)
    builder = _EveryDecision(Strategy.empty(RulesByNode.from_setup(setup)))
    layout = lay_out(builder.strategy, builder.build())
    won, lost = _insurance(setup)
    none = np.zeros(0, dtype=np.int64)
    one = np.int64(1)
    bonus = np.int64(setup.bonus_cards)
    return LaneRules(
        full=full_shoe(setup),
        burn=burn,
        cut=cut,
        insurance_won=won,
        insurance_lost=lost,
        blackjack=layout.tables(EVERY_CARD),
        felt=Felt(one, one, bonus, np.int64(0), none, none, one),
        pays=layout.pays.astype(np.int64),
        learner=builder.learner(insurable=bool(lost)),
        hands=QuestionFacts(
            *np.array([question.facts for question in builder.asked] or [(0,) * 5]).T.copy()
        ),
    )


class _Question(NamedTuple):
    """A decision with a hand, and what is seen of the hand there."""

    codes: tuple[int, ...]
    """(action): the code that follows; `REST`: if it cannot be split any more."""
    legal: int
    legal_when_full: int
    """When there are as many hands as allowed."""
    hands_max: int
    facts: tuple[int, ...]
    """As `QuestionFacts` has them."""


@dataclass(slots=True)
class _EveryDecision(Builder):
    """The automaton of somebody who is asked before every decision."""

    asked: dict[_Question, int] = field(default_factory=dict)
    pairs: dict[tuple[HandHistory, int, int], int] = field(default_factory=dict)
    """The codes of two cards: the up card decides nothing."""
    kept: int = 0
    """The code of a blackjack that was kept."""

    def learner(self, *, insurable: bool) -> Learner:
        """Return who answers, once the automaton has been built."""
        codes = np.array([question.codes for question in self.asked], dtype=np.int32)
        setup = self.strategy.rules.setup
        hand = HandToPlay(FIRST, 0, _NATURAL, HandStake.first_wager())
        is_kept = setup.rules.blackjack_wins and setup.rules.blackjack_double
        return Learner(
            first=np.uint32(len(self.results.results)),
            codes=self._behind_results(codes).astype(np.int32).reshape(-1, len(BLACKJACK_ACTIONS)),
            legal=np.array(
                [(question.legal, question.legal_when_full) for question in self.asked],
                dtype=np.int64,
            ).reshape(-1, 2),
            blackjack=np.int32(self._rest(hand) if is_kept else 0),
            kept=np.int32(self._behind_results(np.array([self.kept]))[0]),
            insurable=np.array([insurable and is_ace(card) for card in EVERY_CARD.cards]),
            insures=np.uint8(NUMBER[ActionKind.INSURE]),
            takes=np.uint8(NUMBER[ActionKind.TAKE_BLACKJACK]),
            unanswered=np.int32(~self.results.bust(HandStake.first_wager())),
            hands_max=np.array([question.hands_max for question in self.asked], dtype=np.int64),
            answers=np.zeros(ANSWERS_ROOM, dtype=np.uint8),
            state=np.zeros(LEARNER_STATE, dtype=np.int64),
        )

    # The builder's own methods take an up card and an action: a strategy depends on them.
    def _two(
        self,
        kind: HandHistory,
        up: int,  # noqa: ARG002
        one: int,
        two: int,
        *,
        split: bool = True,  # noqa: ARG002
    ) -> int:
        key = kind, one, two
        if key not in self.pairs:
            self.pairs[key] = super(_EveryDecision, self)._two(kind, 0, one, two)
        return self.pairs[key]

    def _may_split(self, code: int) -> bool:  # noqa: ARG002
        return False  # whoever may split no more is asked without that choice

    def _decide(
        self,
        hand: HandToPlay,
        action: int,  # noqa: ARG002
        *,
        split: bool = False,  # noqa: ARG002
    ) -> int:
        rules = self.strategy.rules.setup.rules
        is_dealt = hand.kind == FIRST and len(hand.suited) > 1
        if is_dealt and rules.blackjack_wins and hand.node == _NATURAL:
            if rules.blackjack_double:
                self.kept = self._ask_hand(hand)
            return self._rest(hand)
        return self._ask_hand(hand)

    def _rest(self, hand: HandToPlay) -> int:
        """Return how a hand ends that takes no more cards."""
        return self._code(hand, action_codes.STAND)

    def _ask_hand(self, hand: HandToPlay) -> int:
        """Return the code of a question, or how the hand ends if there is nothing to decide."""
        tables = hand.kind.tables(self.strategy.rules)
        doublings = hand.money.doublings
        kinds = DOUBLED_KINDS if doublings else KINDS
        level = tables.doubled_legal[doublings - 1] if doublings else tables.legal
        bits = int(level[hand.node])
        if not bits:
            return self._rest(hand)
        codes = [0] * len(BLACKJACK_ACTIONS)
        codes[REST] = self._rest(hand)
        chosen = {kind: code for kind, code in kinds.items() if bits >> code & 1}
        for kind, code in chosen.items():
            codes[NUMBER[kind]] = self._code(hand, code)
        mask = action_mask(chosen)
        cards = int(hand_graph().cards[hand.node].sum())
        lammers = hand.money.free // BASE
        facts = cards, doublings, int(hand.kind.split), int(hand.kind.carried), lammers
        most = self._hands_max(hand)
        full = self._mask_when_full(hand, mask, most)
        question = _Question(tuple(codes), mask, full, most, facts)
        return ASKS - self.asked.setdefault(question, len(self.asked))

    def _hands_max(self, hand: HandToPlay) -> int:
        """Return the most hands that a pair may be split into; of others it does not matter."""
        rules = self.strategy.rules.setup.rules
        values = {self.strategy.classes.values[card] for card in hand.suited}
        return rules.hands_for(*values) if len(values) == 1 else rules.max_hands

    def _mask_when_full(self, hand: HandToPlay, mask: int, most: int) -> int:
        """Return what is legal when there are as many hands as allowed."""
        if not mask & action_mask((ActionKind.SPLIT, ActionKind.FREE_SPLIT)):
            return mask
        setup = self.strategy.rules.setup
        values = [self.strategy.classes.values[card] for card in hand.suited]
        pair = make_hand(make_cards(values), split=hand.kind.split)
        return action_mask(choice.kind for choice in legal.hand_choices(setup, pair, most))


def _insurance(setup: Setup) -> tuple[int, int]:
    """Return the pay and the cost of insurance; zero if it is not offered."""
    choices = legal.insurance_choices(setup, "main", BASE)
    most = next((c.high for c in choices if c.kind is ActionKind.INSURE), None)
    if not most:
        return 0, 0
    nets = []
    for down in (VALUES, VALUES - 1):  # with an ace, a blackjack and none
        dealer = make_cards((1, down))
        seat = Seat(1, "", {}, ("main",), (), {legal.insurance_wager("main"): most})
        hard = sum(map(value, dealer))
        state = State(setup, (seat,), {}, dealer=dealer, dealer_hard=hard, dealer_has_ace=True)
        (line,) = settle.insurance(state)
        assert isinstance(line, WagerSettled)
        nets.append(line.net)
    return nets[0], nets[1]
