"""A practice round: a pure function of its bets, its shoe, its given cards and its decisions.

Nothing is kept between two calls. One decision fewer is the round as it was before that decision,
and the same terms deal the same round anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss.engine.actions import Action, Question, Refusal, RefusedError
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.legal import refusal
from pitboss.engine.record import Replay, write_record
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters
from pitboss.engine.state import State
from pitboss.engine.values import replace
from pitboss.rulebook.house import ShoeSettings
from pitboss.sitting.amounts import full_amount
from pitboss.sitting.bankroll import affordable, in_hand, short_of_cost
from pitboss.sitting.basic_play import basic_play, bot_bets
from pitboss.sitting.bets import SEATS_MAX, YOU, SeatBets, short_of_bets, your_bets
from pitboss.sitting.deck_entry import begin_round, closed_wagers, refuse_entry
from pitboss.sitting.given_cards import Given, GivenShoe
from pitboss.sitting.narrate import Line, Narrator, tell_result, tell_shuffle
from pitboss.sitting.shoe import DealingShoe, make_shoe
from pitboss.text.results import sum_tips

SHUFFLES_MAX = 1_000_000
"""Shuffles of one seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeTerms:
    """Everything that a practice round depends on besides its table."""

    bets: SeatBets
    """Those of the player."""
    bots: tuple[int, ...] = ()
    """The seats of other players."""
    seed: str = ""
    shoe: int = 1
    """The number of the shuffle: the same seed deals the same shoes, one after the other."""
    dealt: int = 0
    """How many cards of this shoe are gone."""
    entered: tuple[str, ...] = ()
    """The wagers that the player made on the first hand of this shoe."""
    given: Given = field(default_factory=dict)
    meters: Mapping[str, int] = field(default_factory=dict)
    """Wager -> what its meter shows, in units; without one, its seed."""
    reserves: Mapping[str, int] = field(default_factory=dict)
    bankroll: int | None = None
    """The player's cents before the round; None: the player can pay for everything."""
    decisions: tuple[Action, ...] = ()


class PracticeRefusedError(RefusedError):
    """Raised where a decision does not fit the round."""

    def __init__(self, refused: Refusal, decision: int) -> None:
        """Name the decision, counted from 1."""
        super().__init__(refused.code, f"decision {decision}: {refused.message}")
        self.decision = decision


class TakenDecision(NamedTuple):
    """A decision of the player, and the situation before it."""

    state: State
    question: Question
    action: Action


class NextShoe(NamedTuple):
    """Where the next round continues."""

    shoe: int
    dealt: int
    entered: tuple[str, ...] = ()
    """Of wagers that need it: those that the player made on the first hand of that shoe."""


@dataclass(slots=True)
class PracticeRound:
    """A practice round after its decisions."""

    setup: Setup
    terms: PracticeTerms
    round: Round
    seats: tuple[int, ...]
    """Those of the player."""
    shoe: GivenShoe
    lines: list[Line] = field(default_factory=list)
    """The round in words so far."""
    taken: list[TakenDecision] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The state of the table, face-down cards included."""
        return self.round.state

    @property
    def is_over(self) -> bool:
        """Whether every wager is settled."""
        return self.round.due is None

    @property
    def open_question(self) -> Question | None:
        """The open question of the player, with every legal choice."""
        due = self.round.due
        return due if isinstance(due, Question) else None

    @property
    def question(self) -> Question | None:
        """The open question, with the choices that the bankroll can pay for."""
        if self.open_question is None or self.money_left is None:
            return self.open_question
        return affordable(self.state, self.open_question, self.money_left)

    @property
    def money_left(self) -> int | None:
        """The player's cents that are not on the table; after the round, the new bankroll."""
        if self.terms.bankroll is None:
            return None
        if self.is_over:
            return self.terms.bankroll + self.net - self.tips
        return in_hand(self.state, self.seats, self.terms.bankroll)

    @property
    def net(self) -> int:
        """The net of the player's seats so far, in cents, without tips."""
        return sum(net for seat, net in self.state.net().items() if seat in self.seats)

    @property
    def tips(self) -> int:
        """The player's tips, in cents; they do not come back."""
        return sum_tips(self.state, self.seats)

    @property
    def next_shoe(self) -> NextShoe:
        """The shoe of the next round; one that was stacked or ran out is shuffled anew."""
        shoe = self.shoe.shoe
        if shoe.is_over or self.terms.given or shoe.shoes != self.terms.shoe:
            return NextShoe(shoe.shoes + 1, 0)
        entered = tuple(wager for wager, who in (shoe.entered or {}).items() if YOU in who)
        return NextShoe(shoe.shoes, shoe.position, entered)

    @property
    def closed_wagers(self) -> Mapping[str, str]:
        """The wagers that the player cannot make in the next round, with the reason."""
        continues = self.next_shoe.shoe == self.shoe.shoe.shoes
        return closed_wagers(self.setup, self.shoe.shoe, YOU) if continues else {}

    def record(self, house: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return the round record, as `pitboss replay` reads it; None before the end."""
        if not self.is_over:
            return None
        return Replay(given=write_record(self.round, house), round=self.round).complete_record()


def play_practice(setup: Setup, settings: ShoeSettings, terms: PracticeTerms) -> PracticeRound:
    """Play a round up to the first open question or to its end.

    *settings*: how the house burns and cuts. Raise `RefusedError` for terms that the table does not
    take, and `PracticeRefusedError` for a decision that does not fit.

    >>> from pitboss.cards import format_cards
    >>> from pitboss.engine.actions import ActionKind
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> from pitboss.sitting.given_cards import read_given
    >>> setup = prepare(House(game="reference/blackjack"))
    >>> given = read_given({"1": "6h 5s 9d", "dealer": "5c"})
    >>> terms = PracticeTerms(bets={1: {"main": 1000}}, seed="a", given=given)
    >>> this = play_practice(setup, ShoeSettings(), terms)
    >>> [str(choice.kind) for choice in this.question.choices]
    ['hit', 'stand', 'double']
    >>> double = Action(seat=1, kind=ActionKind.DOUBLE)
    >>> terms = PracticeTerms(bets=terms.bets, seed="a", given=given, decisions=(double,))
    >>> this = play_practice(setup, ShoeSettings(), terms)
    >>> this.is_over, format_cards(this.state.seats[0].hands[0].cards)
    (True, '6h 5s 9d')
    """
    mine, bots = _bets(setup, terms)
    shoe, is_new = _shoe(setup, settings, terms, (*mine, *bots))
    if refused := refuse_entry(setup, shoe, [] if is_new else mine):
        raise RefusedError(refused.code, refused.message)
    meters = open_meters(setup, terms.meters, terms.reserves)
    current = Round.start(setup, [*mine, *bots], meters)
    seats = tuple(bet.seat for bet in mine)
    practice = PracticeRound(
        setup=setup, terms=terms, round=current, seats=seats, shoe=GivenShoe(shoe, terms.given)
    )
    if is_new:
        practice.lines.append(tell_shuffle(shoe))
    narrator = Narrator(current, seats)
    _go_on(practice, narrator)
    for number, action in enumerate(terms.decisions, start=1):
        _decide(practice, action, number)
        _go_on(practice, narrator)
    return practice


def _bets(setup: Setup, terms: PracticeTerms) -> tuple[list[Bets], tuple[Bets, ...]]:
    """Return the bets of the player and of the bots, or refuse them."""
    mine = your_bets(terms.bets, terms.bets)
    taken = [bet.seat for bet in mine]
    if not all(1 <= seat <= SEATS_MAX for seat in (*taken, *terms.bots)):
        raise RefusedError("seat/unknown", f"the table has the seats 1 to {SEATS_MAX}")
    if len({*taken, *terms.bots}) < len(taken) + len(terms.bots):
        raise RefusedError("seat/taken", "every player has a seat of their own")
    refused = refuse_bets(setup, mine)
    if refused is None and terms.bankroll is not None:
        refused = short_of_bets(mine, terms.bankroll)
    if refused is not None:
        raise RefusedError(refused.code, refused.message)
    return mine, bot_bets(setup, terms.bots)


def _shoe(
    setup: Setup, settings: ShoeSettings, terms: PracticeTerms, bets: Sequence[Bets]
) -> tuple[DealingShoe, bool]:
    """Return the shoe in the order of its seed, and whether it was shuffled for this round."""
    shoe = make_shoe(setup, settings, terms.seed)
    if not 1 <= terms.shoe <= SHUFFLES_MAX:
        raise RefusedError("shoe/unknown", f"shoe is a number from 1 to {SHUFFLES_MAX:,}")
    most = 0 if shoe.every_round else shoe.shoe.size
    if not 0 <= terms.dealt <= most:
        why = "this table shuffles for every round" if shoe.every_round else f"the shoe has {most}"
        message = f"{terms.dealt} cards cannot be gone: {why}; send dealt from 0 to {most}"
        raise RefusedError("shoe/unknown", message)
    shoe.shoes = terms.shoe - 1
    begin_round(shoe, setup, bets)
    if terms.dealt > shoe.position:
        if shoe.entered is not None:
            shoe.entered = {wager: (YOU,) * (wager in terms.entered) for wager in shoe.entered}
        shoe.position = shoe.round_start = terms.dealt
        return shoe, False
    return shoe, True


def _go_on(practice: PracticeRound, narrator: Narrator) -> None:
    """Deal, and let the bots decide, up to the player's next decision or the end."""
    current = practice.round
    practice.lines += narrator.new_lines()
    while current.due is not None:
        if isinstance(current.due, CardNeeded):
            current.deal(practice.shoe.draw(current.due, practice.lines))
        elif isinstance(current.due, ReshuffleNeeded):
            practice.shoe.reshuffle_but(current.due.keep)
            current.reshuffle()
        else:
            assert isinstance(current.due, Question)
            if current.due.seat in practice.seats:
                return
            current.act(basic_play(current.state, current.due))
        practice.lines += narrator.new_lines()
    practice.lines.append(tell_result(current.state, practice.seats))


def _decide(practice: PracticeRound, action: Action, number: int) -> None:
    """Take a decision of the player; without an amount, for as much as there is."""
    question = practice.question
    current = practice.round
    if question is not None and action.amount is None:
        choice = question.choice(action.kind)
        action = replace(action, amount=full_amount(choice) if choice else None)
    refused = refusal(practice.open_question, action)
    if refused is None and practice.open_question is not None and practice.money_left is not None:
        refused = short_of_cost(current.state, practice.open_question, action, practice.money_left)
    if refused is not None:
        raise PracticeRefusedError(refused, number)
    assert question is not None
    practice.taken.append(TakenDecision(current.state, question, action))
    current.act(action)
