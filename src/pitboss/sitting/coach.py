"""The coach: the expected values of choices, the cost of your mistakes so far, and their words.

The values are computed in a thread of their own, so play never waits. A hint waits for them, and so
does the plain mode, which prints everything in order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pitboss.cards import pretty_card
from pitboss.engine.actions import Action, ActionKind, Question, RefusedError
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, State
from pitboss.text.actions import total_words
from pitboss.text.history import pretty_cards
from pitboss.text.kinds import packet_name
from pitboss.text.numbers import money, rounded_money
from pitboss.text.say import say, say_many, say_name

if TYPE_CHECKING:
    from pitboss.exact.worth import Advice, DecisionJudgement, Worth
    from pitboss.sitting.practice import TakenDecision

_WORST_SHOWN = 3
_MOMENT_S = 0.3
_MARGIN_MIN = 0.00005
"""Units: a smaller margin would be written as zero."""


class Valuer(Protocol):
    """Values the decisions of one table, as `exact.decisions.Decisions` does."""

    def worth(self, state: State, question: Question, /) -> Worth:
        """Return the value of every choice."""

    def judge(self, state: State, question: Question, action: Action, /) -> DecisionJudgement:
        """Return the cost of a decision."""

    def explain(self, state: State, question: Question, worth: Worth, /) -> Worth:
        """Return the same with how the round ends after each choice, where that is followed."""


class JudgedDecision(NamedTuple):
    """A decision of yours with its expected value."""

    words: str
    """The decision and the hand, in words."""
    judged: DecisionJudgement
    round: int
    """The number of the round, from 1."""
    seat: int
    hand: int
    theme: str = ""
    """The kind of decision, as training names it."""


class ThemeTally(NamedTuple):
    """The decisions of one theme."""

    title: str
    decisions: int
    right: int
    loss_cents: float


@dataclass(slots=True)
class Tally:
    """The decisions of a sitting."""

    decisions: int = 0
    not_valued: int = 0
    """How many of them have no known values."""
    judged: list[JudgedDecision] = field(default_factory=list)

    @property
    def mistakes(self) -> list[JudgedDecision]:
        """The decisions that were not the best."""
        return [decision for decision in self.judged if decision.judged.is_mistake]

    @property
    def worst(self) -> list[JudgedDecision]:
        """The mistakes, the most costly first."""
        return sorted(self.mistakes, key=lambda decision: decision.judged.cost_cents, reverse=True)

    @property
    def hardest(self) -> JudgedDecision | None:
        """The right decision that was closest to a mistake."""
        right = [decision for decision in self.judged if not decision.judged.is_mistake]
        close = [decision for decision in right if decision.judged.worth.gap > _MARGIN_MIN]
        return min(close, key=lambda decision: decision.judged.worth.gap, default=None)

    def judge(
        self, taken: TakenDecision, valuer: Valuer, number: int = 1, theme: str = ""
    ) -> JudgedDecision | RefusedError:
        """Judge a decision of the round with that *number* and count it, or return why not."""
        state, question, action = taken
        self.decisions += 1
        try:
            judged = valuer.judge(state, question, action)
        except RefusedError as error:
            self.not_valued += 1
            return error
        words = decision_words(state, question, action)
        decision = JudgedDecision(
            words=words,
            judged=judged,
            round=number,
            seat=question.seat,
            hand=question.hand,
            theme=theme,
        )
        self.judged.append(decision)
        return decision

    def themes(self) -> list[ThemeTally]:
        """Return how well each kind of decision went, the costliest first."""
        groups: dict[str, list[DecisionJudgement]] = {}
        for decision in self.judged:
            groups.setdefault(decision.theme, []).append(decision.judged)
        tallies = (
            ThemeTally(
                title=title,
                decisions=len(judged),
                right=sum(not one.is_mistake for one in judged),
                loss_cents=sum(one.cost_cents for one in judged),
            )
            for title, judged in groups.items()
        )
        return sorted(tallies, key=lambda theme: (-theme.loss_cents, -theme.decisions))

    @property
    def loss(self) -> float:
        """The cost of the mistakes, in units of the first wagers."""
        return sum(mistake.judged.cost for mistake in self.mistakes)

    @property
    def loss_cents(self) -> float:
        """The same in cents."""
        return sum(mistake.judged.cost_cents for mistake in self.mistakes)

    def words(self) -> Iterator[str]:
        """Return a summary of the sitting with the worst mistakes; empty without values."""
        valued = self.decisions - self.not_valued
        if not valued:
            return
        taken = say_many(valued, "{count} decision", "{count} decisions")
        if not self.mistakes:
            yield say("You took {taken} and made no mistake.", taken=taken)
        else:
            made = say_many(len(self.mistakes), "{count} mistake", "{count} mistakes")
            lost = loss_words(self.loss, self.loss_cents)
            said = "You took {taken} and made {mistakes}: an expected loss of {lost}."
            yield say(said, taken=taken, mistakes=made, lost=lost)
        for decision in self.worst[:_WORST_SHOWN]:
            cost = cost_words(decision.judged)
            yield say("  Worst: {words}: {cost}", words=decision.words, cost=cost)
        if best := self.hardest:
            margin = margin_words(best.judged)
            yield say("  Best: {words}: {cost}", words=best.words, cost=margin)
        if self.not_valued:
            said = "  Not counted: {count} more that nobody has valued yet."
            yield say(said, count=self.not_valued)


class Coach:
    """Values the decisions of one table."""

    def __init__(
        self,
        setup: Setup,
        valuer: Callable[[Setup], Valuer],
        *,
        counts: bool = False,
        patient: bool = False,
    ) -> None:
        """Coach at the table of *setup*; *valuer* makes the object that values its decisions.

        *counts*: mistakes are reported and counted. *patient*: wait for the values of a decision
        before the next line.
        """
        self.setup = setup
        self.valuer = valuer
        self.counts = counts
        self.patient = patient
        self.tally = Tally()
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="coach")
        self._decisions: Valuer | None = None
        self._expected: tuple[State, Question, Future[Worth]] | None = None
        self._waiting: deque[tuple[Future[DecisionJudgement], partial[JudgedDecision]]] = deque()

    def hint(self, state: State, question: Question) -> Future[Worth]:
        """Value the choices of *question*; raise `RefusedError` where they are not known."""
        if self._expected is not None:
            known, expected, worth = self._expected
            if known is state and expected == question:
                return worth
        worth = self._pool.submit(self._worth, state, question)
        self._expected = (state, question, worth)
        return worth

    def expect(self, state: State, question: Question) -> None:
        """Start to value a decision while its player thinks."""
        if self.counts:
            self.hint(state, question)

    def judge_decision(self, state: State, question: Question, action: Action, number: int) -> None:
        """Judge a decision of the round with that *number*."""
        if self.counts:
            self.tally.decisions += 1
            words = decision_words(state, question, action)
            judged = self._pool.submit(self._judge, state, question, action)
            seat = question.seat
            hand = question.hand
            decision = partial(JudgedDecision, words, round=number, seat=seat, hand=hand)
            self._waiting.append((judged, decision))

    @property
    def is_behind(self) -> bool:
        """Whether a decision is not judged yet, or not reported."""
        return bool(self._waiting)

    def news(self, *, all_of_them: bool = False) -> Iterator[JudgedDecision | None]:
        """Yield the decisions judged since the last call; None for one without known values."""
        while self._waiting and (all_of_them or self.patient or self._waiting[0][0].done()):
            judged, make_decision = self._waiting.popleft()
            try:
                decision = make_decision(judged=judged.result())
            except RefusedError:
                self.tally.not_valued += 1
                yield None
                continue
            self.tally.judged.append(decision)
            yield decision

    def give_time(self) -> None:
        """Wait a moment for the last decision, if its values were known before it was taken."""
        known = self._expected is not None and self._expected[2].done()
        if known and self._waiting:
            wait([self._waiting[-1][0]], _MOMENT_S)

    # -- in the coach's own thread ---------------------------------------------------------------

    def _worth(self, state: State, question: Question) -> Worth:
        table = self._table()
        return table.explain(state, question, table.worth(state, question))

    def _judge(self, state: State, question: Question, action: Action) -> DecisionJudgement:
        return self._table().judge(state, question, action)

    def _table(self) -> Valuer:
        if self._decisions is None:  # solvers are heavy, and only a hint needs one
            self._decisions = self.valuer(self.setup)
        return self._decisions


WORKING = "working it out ..."
"""Shown until a hint is ready."""


class HintRow(NamedTuple):
    """One choice of a hint, in words."""

    action: str
    units: str
    dollars: str
    cost: str


def hint_rows(worth: Worth) -> Iterator[HintRow]:
    """Return the choices of a decision with their values, the best first."""
    best = worth.best.value
    for choice in worth.values:
        cost = float(best - choice.value)
        worse = say("costs {units}", units=f"{cost:.4f}") if cost else say("as good")
        verdict = say("the best") if choice is worth.best else worse
        yield HintRow(
            choice_words(choice),
            f"{float(choice.value):+.4f}",
            rounded_money(worth.cents(choice.value), sign=True),
            verdict,
        )


def choice_words(choice: Advice) -> str:
    """Return a choice in words, with the low hand if one is set."""
    action = say_name(str(choice.action))
    return action if choice.low is None else f"{action} {pretty_cards(choice.low)}"


def assumption_words(setup: Setup, worth: Worth) -> str:
    """Return the assumptions behind the values of a hint."""
    unit = say("in units of {wager}, {amount}", wager=say_name(worth.of), amount=money(worth.unit))
    if worth.by is not None:
        return say("{unit}; by {cards}", unit=unit, cards=say_name(worth.by))
    looked = [setup.rules.original_at_risk(up) for up in (1, 10)]
    if worth.before_peek or not any(looked):
        dealer = say("a dealer blackjack counted in")
    elif all(looked):
        dealer = say("no dealer blackjack")
    else:
        dealer = say("a dealer blackjack counted in where nobody looked")
    switches = worth.best.action in {ActionKind.SWITCH, ActionKind.KEEP}
    cards = say("all your cards") if worth.before_peek or switches else say("this hand")
    return say(
        "{unit}; by {cards} and the up card, {dealer}", unit=unit, cards=cards, dealer=dealer
    )


def cost_words(judged: DecisionJudgement) -> str:
    """Return the cost of a mistake: "cost $0.12 (0.0123 of a unit); best: double"."""
    lost = loss_words(judged.cost, judged.cost_cents)
    return say("cost {lost}; best: {best}", lost=lost, best=choice_words(judged.worth.best))


def margin_words(judged: DecisionJudgement) -> str:
    """Return how close a right decision was: "right, next best stand (costs $0.02)"."""
    best, following = judged.worth.values[:2]
    behind = judged.worth.cents(best.value - following.value)
    said = "right, next best {next} (costs {amount})"
    return say(said, next=choice_words(following), amount=rounded_money(behind))


def loss_words(units: float, cents: float) -> str:
    """Write a loss in dollars and in units.

    >>> loss_words(0.01234, 12.34), loss_words(0.00002, 0.02), loss_words(1.5, 1500.0)
    ('$0.12 (0.0123 of a unit)', 'less than a cent (0.00002 of a unit)', '$15.00 (1.5000 units)')
    """
    digits = f"{units:.4f}" if units >= 0.001 else f"{units:.1g}"
    if "e" in digits:
        digits = f"{units:.9f}".rstrip("0")
    told = (
        say("{units} units", units=digits) if units >= 1 else say("{units} of a unit", units=digits)
    )
    return f"{rounded_money(cents)} ({told})"


def decision_words(state: State, question: Question, action: Action) -> str:
    """Return a decision and its hand: "hit 16 (9♠ 7♦) against K♥"."""
    hands = say(" and ").join(_hand(state, hand) for hand in state.hands_to_decide(question))
    amount = "" if action.amount is None or not _is_said(question, action) else money(action.amount)
    kind = f"{say_name(str(action.kind))} {amount}".strip()
    return f"{kind} {hands}{_against(state)}"


def _hand(state: State, hand: Hand) -> str:
    """Return a hand as its game counts it."""
    if state.setup.blackjack is not None:
        return hand_words(hand)
    return f"{packet_name(state.setup.round, hand.cards)} ({pretty_cards(hand.cards)})".strip()


def _against(state: State) -> str:
    """Return the up card; empty if the dealer's five cards are face down."""
    if state.setup.blackjack is None or not state.dealer:
        return ""
    return say(" against {card}", card=pretty_card(state.dealer[0]))


def _is_said(question: Question, action: Action) -> bool:
    """Return whether the amount of a decision matters: it could have been another."""
    choice = next(choice for choice in question.choices if choice.kind is action.kind)
    is_whole = action.kind is ActionKind.DOUBLE and action.amount == choice.high
    return choice.low != choice.high and not is_whole


def hand_words(hand: Hand) -> str:
    """Return a hand's total and its cards."""
    total = "blackjack" if hand.is_blackjack else total_words(hand.total, soft=hand.soft)
    return f"{total} ({pretty_cards(hand.cards)})"
