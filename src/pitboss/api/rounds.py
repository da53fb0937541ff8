"""One round at a table: dealt from a shoe, played by decisions, settled and recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from html import escape
from numbers import Integral
from typing import TYPE_CHECKING, Any

from pitboss.api.advice import Advice, from_values
from pitboss.api.settlement import Settlement, net_words
from pitboss.cards import Card, CardNotInShoe, read_cards
from pitboss.engine.actions import Action, ActionKind, IllegalAction, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round as EngineRound
from pitboss.engine.drive import open_table
from pitboss.engine.events import Event
from pitboss.engine.record import Replay, write_record
from pitboss.engine.rounds.plan import ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters
from pitboss.engine.state import State
from pitboss.engine.view import TableView, view
from pitboss.rulebook.house import ShoeSettings, house_data
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.phrases import nearest
from pitboss.sitting.amounts import legal_amount, spots_before_deal
from pitboss.sitting.shoe import DealingShoe, make_shoe
from pitboss.text.history import story

if TYPE_CHECKING:
    from pitboss.api.tables import Table

Wagers = Mapping[str, int]
"""Wager -> cents."""


class Round:
    """A round under way. `Table.deal` makes one.

    >>> import pitboss
    >>> hand = pitboss.table("reference/blackjack").deal(main_cents=1000, seed=7)
    >>> hand
    <Round of reference/blackjack: seat 1 hand 1 decides: hit, stand or double>
    >>> hand.act("stand").is_over, hand.net
    (True, {1: 1000})
    """

    def __init__(self, table: Table, bets: Iterable[Bets], shoe: DealingShoe) -> None:
        """Place *bets* and deal from *shoe* up to the first decision."""
        self.table = table
        """The table it is played at."""
        self._shoe = shoe
        self._bets = tuple(bets)
        self._round = EngineRound.start(table.setup, self._bets, open_meters(table.setup, {}, {}))
        self._deal()

    # -- what the round shows ----------------------------------------------------------------

    @property
    def question(self) -> Question | None:
        """The decision that is due, with its legal choices; None once the round is over."""
        due = self._round.due
        return due if isinstance(due, Question) else None

    @property
    def choices(self) -> tuple[str, ...]:
        """The actions that may be taken now, as `act` takes them."""
        return tuple(c.kind.value for c in self.question.choices) if self.question else ()

    @property
    def is_over(self) -> bool:
        """Whether every wager is settled."""
        return self._round.due is None

    @property
    def state(self) -> State:
        """The state of the table, face-down cards included."""
        return self._round.state

    @property
    def view(self) -> TableView:
        """The table as the seat that must decide sees it; seat 1 of the round where none must."""
        seat = self.question.seat if self.question else self.state.seats[0].number
        return view(self.state, seat)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(self._round.events)

    @property
    def settlement(self) -> Settlement:
        """Every wager that is settled, with its outcome and what the player gained in cents."""
        return Settlement(self.state.settled)

    @property
    def net(self) -> dict[int, int]:
        """Seat -> cents gained so far; negative is lost."""
        return dict(sorted(self.state.net().items()))

    # -- playing -----------------------------------------------------------------------------

    def act(
        self,
        action: str,
        *,
        amount: int | None = None,
        low: str | None = None,
        tip: int | None = None,
    ) -> Round:
        """Take the decision that is due and deal on; return the round itself.

        *amount* is cents, where less or more than the usual may be wagered; *low* names the two
        cards of the low hand in Pai Jack; *tip* is cents for the dealer. A decision that is not
        legal now raises `IllegalAction` and changes nothing.

        >>> import pitboss
        >>> hand = pitboss.table("reference/blackjack").deal(main_cents=1000, seed=7)
        >>> hand.act("split")
        Traceback (most recent call last):
        pitboss.engine.actions.IllegalAction: ...
        """
        question = self.question
        if question is None:
            raise IllegalAction("action/illegal", f"{action} answers nothing: the round is over")
        decision = Action(
            seat=question.seat,
            hand=question.hand,
            kind=_kind(action, self.choices),
            amount=None if amount is None else read_cents("amount", amount),
            low=None if low is None else read_cards(low),
            tip=None if tip is None else read_cents("tip", tip),
            wager=question.wager,
        )
        self._round.act(decision)
        self._deal()
        return self

    def advise(self) -> Advice:
        """Return every choice of the present decision with its expected value, the best first.

        >>> import pitboss
        >>> hand = pitboss.table("reference/blackjack").deal(main_cents=1000, seed=7)
        >>> hand.advise().best.action
        'hit'
        """
        question = self.question
        if question is None:
            raise IllegalAction("action/illegal", "there is nothing to decide: the round is over")
        values = self.table.decisions.worth(self.state, question).values
        record = {"actions": [choice.as_json() for choice in values], "best": str(values[0].action)}
        return from_values(values, record)

    def _deal(self) -> None:
        """Deal until somebody must decide or the round is over."""
        while (due := self._round.due) is not None and not isinstance(due, Question):
            if isinstance(due, ReshuffleNeeded):
                self._shoe.reshuffle_but(due.keep)
                self._round.reshuffle()
            else:
                self._round.deal(self._shoe.draw())

    # -- keeping it --------------------------------------------------------------------------

    def copy(self) -> Round:
        """Return the same round again; what is decided in one changes nothing in the other.

        The cards that are still to come are the same too.

        >>> import pitboss
        >>> hand = pitboss.table("reference/blackjack").deal(main_cents=1000, seed=7)
        >>> hand.copy().act("stand").net, hand.is_over
        ({1: 1000}, False)
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._round = self._round.again()
        other._shoe = copy(self._shoe)
        return other

    def __copy__(self) -> Round:
        """Return a copy for `copy.copy`."""
        return self.copy()

    def __deepcopy__(self, memo: object) -> Round:
        """Return a copy for `copy.deepcopy`: tables and states are values, and are shared."""
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Send what happened to another process; the round is made ready there."""
        return _resume, (self.table, self._bets, self._shoe, self.events)

    def record(self) -> dict[str, Any]:
        """Return the round record, as `pitboss replay` reads it; with its results once it is over.

        >>> import pitboss
        >>> hand = pitboss.table("reference/blackjack").deal(main_cents=1000, seed=7).act("stand")
        >>> pitboss.replay(hand.record()).difference is None
        True
        """
        given = write_record(self._round, house_data(self.table.house))
        return Replay(given=given, round=self._round).complete_record() if self.is_over else given

    def story(self) -> str:
        """Return the hand history, one line for each event."""
        return "\n".join(story(self._round))

    def __repr__(self) -> str:
        """Show the question, or the result."""
        game = self.table.game.id
        question = self.question
        if question is None:
            return f"<Round of {game}, over: {net_words(self.net)}>"
        *others, last = self.choices
        words = f"{', '.join(others)} or {last}" if others else last
        return f"<Round of {game}: seat {question.seat} hand {question.hand} decides: {words}>"

    def _repr_html_(self) -> str:
        """Write the hand history; notebooks show it."""
        due = "" if self.is_over else f"<p>{escape(' · '.join(self.choices))}</p>"
        return f"<pre>{escape(self.story())}</pre>{due}"


def _resume(
    table: Table, bets: tuple[Bets, ...], shoe: DealingShoe, events: tuple[Event, ...]
) -> Round:
    """Return the round in which *events* have happened."""
    round_ = object.__new__(Round)
    opening = open_table(table.setup, bets, open_meters(table.setup, {}, {}))
    engine = EngineRound(opening, opening)
    engine.take(events)
    assert len(engine.events) == len(events), "what follows by itself has happened too"
    round_.__dict__.update(table=table, _bets=bets, _shoe=shoe, _round=engine)
    return round_


def _kind(action: str, choices: tuple[str, ...]) -> ActionKind:
    try:
        return ActionKind(action)
    except ValueError:
        near = nearest(str(action), choices)
        hint = f"did you mean {near}?" if near else f"choose {', '.join(choices)}"
        raise IllegalAction("action/illegal", f"there is no action {action!r}; {hint}") from None


# -- bets and shoes ------------------------------------------------------------------------------


def seat_bets(
    setup: Setup, main_cents: int, wagers: Wagers, seats: int | Mapping[int, Wagers]
) -> tuple[Bets, ...]:
    """Return what every seat puts down; wagers that must be made are added.

    *seats* is a number of seats that all bet alike, or each seat's own wagers.
    """
    main_cents = read_cents("main_cents", main_cents)
    wagers = _read_wagers(wagers)
    nothing: Wagers = {}
    by_seat = seats if isinstance(seats, Mapping) else dict.fromkeys(range(1, seats + 1), nothing)
    return tuple(
        Bets(seat, with_compulsory(setup, main_cents, {**wagers, **_read_wagers(own)}))
        for seat, own in by_seat.items()
    )


def read_cents(name: str, cents: object) -> int:
    """Return a number of cents, of any whole type; a float never holds money.

    >>> read_cents("main_cents", 10.5)
    Traceback (most recent call last):
    pitboss.engine.actions.RefusedError: main_cents is 10.5; write a whole number of cents
    """
    if isinstance(cents, bool) or not isinstance(cents, Integral):
        message = f"{name} is {shorten(repr(cents))}; write a whole number of cents"
        raise RefusedError("option/invalid", message)
    return int(cents)


def _read_wagers(wagers: Wagers) -> Wagers:
    return {wager: read_cents(wager, cents) for wager, cents in wagers.items()}


def with_compulsory(setup: Setup, main_cents: int, wagers: Wagers) -> dict[str, int]:
    """Return *wagers* with the main wager and those that the table makes compulsory."""
    placed = {**dict.fromkeys(setup.mains, main_cents), **wagers}
    for name, spot in spots_before_deal(setup).items():
        if name not in placed and name in setup.required:
            equal = spot.wager.equals
            placed[name] = placed[equal] if equal else legal_amount(spot, main_cents)
    return placed


def shuffled_shoe(
    setup: Setup, settings: ShoeSettings, seed: int | str | None, first: str | Iterable[Card]
) -> DealingShoe:
    """Return a shuffled shoe; the cards *first* come out of it before all others."""
    shoe = make_shoe(setup, settings, None if seed is None else str(seed))
    shoe.begin_round()
    cards = read_cards(first) if isinstance(first, str) else tuple(first)
    if not cards:
        return shoe
    try:
        setup.shoe.check_dealt(cards)
    except CardNotInShoe as error:
        raise RefusedError(error.code, str(error)) from None
    rest = list(shoe.cards)
    for card in cards:
        rest.remove(card)
    burned = len(shoe.burned)
    shoe.cards = (*rest[:burned], *cards, *rest[burned:])
    return shoe
