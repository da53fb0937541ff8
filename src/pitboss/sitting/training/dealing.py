"""Decisions as the table deals them: rounds from a full shoe, played optimally.

So a decision occurs as often as for a good player, and no hand is made up. Its cards and the
earlier decisions deal the same decision again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.cards.shuffle import BitSource, shuffle_cards
from pitboss.engine.actions import Action, ActionKind, IllegalAction, Question, RefusedError
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.record import check_parts
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.decisions import Decisions
from pitboss.exact.worth import DecisionJudgement, Worth
from pitboss.rulebook.house import House
from pitboss.rulebook.model import Game
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.sitting.amounts import full_amount, legal_amount, main_wagers
from pitboss.sitting.basic_play import basic_play, flat_wagers
from pitboss.sitting.kinds import decision_key

SEAT = 1
_KNOWN_MAX = 1_000
"""Decisions that a `Dealing` keeps after it has dealt them again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtDecision:
    """A decision, and the deal that leads to it."""

    state: State
    question: Question
    worth: Worth
    cards: tuple[Card, ...]
    """All cards dealt so far, with the down card."""
    actions: tuple[ActionKind, ...]
    """The earlier decisions."""

    @property
    def key(self) -> str:
        """Its name: "T6 v T: hit stand double surrender"."""
        return decision_key(self.state, self.question)

    @property
    def gap(self) -> float:
        """The gap between the best choice and the next; 0 without a second choice.

        Low hands with equal values are one choice: any two ten-value cards are set alike.
        """
        best = self.worth.best.value
        if self.worth.best.low is None:
            return self.worth.gap
        return next((lost for e in self.worth.values if (lost := float(best - e.value)) > 0), 0.0)

    def action(self, kind: ActionKind, low: tuple[Card, ...] | None = None) -> Action:
        """Return an answer as an action of the engine; insurance in full."""
        insured = (full_amount(choice) for choice in self.question.choices if choice.kind is kind)
        amount = next(insured, None) if kind is ActionKind.INSURE else None
        return Action(seat=SEAT, hand=self.question.hand, kind=kind, amount=amount, low=low)

    def judge(self, action: Action) -> DecisionJudgement:
        """Return the expected value of a legal answer beside the best."""
        value = self.worth.choice_value(action.kind, action.low)
        return DecisionJudgement(worth=self.worth, action=action.kind, value=value)


class Dealing:
    """Deals the decisions of one table to one seat."""

    def __init__(self, setup: Setup, bets: Bets, *, insurance: bool = False) -> None:
        """Deal rounds with *bets* on one seat.

        *insurance*: ask about it too; without card counting the answer is always no.
        """
        self.setup = setup
        self.bets = bets
        self.insurance = insurance
        self.decisions = Decisions(setup)
        self._known: dict[
            tuple[tuple[Card, ...], tuple[ActionKind, ...]], DealtDecision | None
        ] = {}
        """The decisions that were dealt again."""

    def rounds(self, bits: BitSource) -> Iterator[DealtDecision]:
        """Play round after round, each from a full shoe, and yield every decision."""
        cards = self.setup.shoe.cards()
        while True:
            first = shuffle_cards(cards, bits)
            yield from self.round(first, shuffle_cards(cards, bits) if self._reshuffles else ())

    @property
    def _reshuffles(self) -> bool:
        """2104(6): whether the poker part is dealt from a reshuffled deck."""
        return self.setup.plan.reshuffles

    def round(
        self, cards: Sequence[Card], reshuffled: Sequence[Card] = ()
    ) -> Iterator[DealtDecision]:
        """Play one round optimally, and yield every decision about its hands.

        *reshuffled* is the deck in another order, for a poker part after the blackjack.
        """
        current = Round.start(self.setup, [self.bets])
        left = iter(cards)
        dealt_cards: tuple[Card, ...] = ()
        taken: tuple[ActionKind, ...] = ()
        while current.due is not None:
            if isinstance(current.due, CardNeeded):
                card = next(left)
                current.deal(card)
                dealt_cards = (*dealt_cards, card)
                continue
            if isinstance(current.due, ReshuffleNeeded):
                left = _without(reshuffled, current.due.keep)
                current.reshuffle()
                continue
            assert isinstance(current.due, Question)
            dealt = self._decision(current, dealt_cards, taken, insurance=self.insurance)
            if dealt is not None:
                yield dealt
            action = _best(dealt) if dealt else basic_play(current.state, current.due)
            current.act(action)
            taken = (*taken, action.kind)

    def again(self, cards: Sequence[Card], actions: Sequence[ActionKind]) -> DealtDecision | None:
        """Deal the decision after those cards and actions; None if there is none."""
        deal = tuple(cards), tuple(actions)
        if deal not in self._known:
            if len(self._known) >= _KNOWN_MAX:
                self._known.clear()
            self._known[deal] = self._deal_again(*deal)
        return self._known[deal]

    def _deal_again(
        self, cards: Sequence[Card], actions: Sequence[ActionKind]
    ) -> DealtDecision | None:
        current = Round.start(self.setup, [self.bets])
        left = list(cards)
        todo = list(actions)
        while current.due is not None and (left or todo):
            if isinstance(current.due, CardNeeded):
                if not left:
                    return None
                current.deal(left.pop(0))
                continue
            if isinstance(current.due, ReshuffleNeeded):
                current.reshuffle()
                continue
            if not todo or not _try_action(current, todo.pop(0)):
                return None
        if not isinstance(current.due, Question) or not _can_be_dealt(current):
            return None
        # A missed insurance comes again with every theme.
        return self._decision(current, tuple(cards), tuple(actions), insurance=True)

    def _decision(
        self,
        current: Round,
        cards: tuple[Card, ...],
        taken: tuple[ActionKind, ...],
        *,
        insurance: bool,
    ) -> DealtDecision | None:
        """Return the current question with its values; None if it is not about a hand."""
        question = current.due
        assert isinstance(question, Question)
        if not _is_about_a_hand(question) and not (insurance and _is_insurance(question)):
            return None
        try:
            worth = self.decisions.worth(current.state, question)
        except RefusedError:
            return None
        return DealtDecision(
            state=current.state, question=question, worth=worth, cards=cards, actions=taken
        )


def _is_about_a_hand(question: Question) -> bool:
    """Return whether the answer depends on the hand: insurance and late wagers get a no."""
    return question.wager is None or any(c.kind is ActionKind.FOLD for c in question.choices)


def _is_insurance(question: Question) -> bool:
    return any(choice.kind is ActionKind.INSURE for choice in question.choices)


def _without(cards: Iterable[Card], kept: tuple[Card, ...]) -> Iterator[Card]:
    """Return the cards of one deck in order, except those that stay on the table."""
    return (card for card in cards if card not in kept)


def _best(dealt: DealtDecision) -> Action:
    return dealt.action(dealt.worth.best.action, dealt.worth.best.low)


def _try_action(current: Round, kind: ActionKind) -> bool:
    assert isinstance(current.due, Question)
    try:
        current.act(Action(seat=SEAT, hand=current.due.hand, kind=kind))
    except IllegalAction:
        return False
    return True


def _can_be_dealt(current: Round) -> bool:
    """Return whether the shoe has all dealt cards."""
    try:
        check_parts(current)
    except RefusedError:
        return False
    return True


def poker_wager(game: Game) -> str | None:
    """Return the wager of a poker part beside blackjack, which decisions then raise or fold."""
    return getattr(game.kind_rules, "bet_equals", None)


def poker_table(house: House) -> dict[str, str]:
    """Return the pay table of the poker part if the house names none, if there is one.

    >>> poker_table(House(game="co/21-holdem"))
    {'poker': 'poker'}
    """
    game = game_of(house.game)
    wager = poker_wager(game)
    tables = game.tables_of(wager) if wager else ()
    return {wager: tables[0].id} if wager and tables and house.tables is None else {}


def training_bets(setup: Setup) -> Bets:
    """Return the bets of the one seat; raise `RulesError` if this table takes none."""
    refusals = []
    for wagers in _candidate_bets(setup):
        bets = Bets(SEAT, wagers)
        refused = refuse_bets(setup, [bets])
        if refused is None:
            return bets
        refusals.append(Problem(code=refused.code, key="", message=refused.message))
    raise RulesError(refusals[:1])


def _candidate_bets(setup: Setup) -> Iterator[dict[str, int]]:
    """Yield the poker part as large as the main wager, or smaller; last without it."""
    flat = flat_wagers(setup, 0)
    poker = poker_wager(setup.configured.game) or ""
    spot = setup.configured.spots.get(poker)
    if spot is not None:
        yield flat | {poker: legal_amount(spot, flat[setup.mains[0]])}
        yield flat | main_wagers(setup, 0) | {poker: legal_amount(spot, 0)}
    yield flat
