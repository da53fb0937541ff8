"""A table at one moment: small values that a command replaces and never changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Self

from msgspec import Struct, structs

from pitboss.engine.actions import Question
from pitboss.engine.events import Event, Shown
from pitboss.engine.meter import Meter
from pitboss.engine.setup import open_meters
from pitboss.engine.state import State
from pitboss.engine.view import mask_event
from pitboss.fair.cut import NO_CUT, BeaconValue, Cut
from pitboss.fair.order import ShoeTerms
from pitboss.floor.links import Link
from pitboss.floor.terms import Clocks, ComingLimits, TableTerms
from pitboss.sitting.deck_entry import closed_wagers
from pitboss.sitting.shoe import DealingShoe, make_shoe

PROMISES: Final = 3
"""Shuffles that are committed to ahead: a round may need one in its middle."""


PLACED_MAX: Final = 64
"""Keys of bets that a table keeps for each seat until the next deal."""


class _Value(Struct, frozen=True, gc=False):
    """An immutable value; Python copies a struct fastest."""

    def _replace(self, **changes: object) -> Self:
        """Return a copy with some fields changed."""
        return structs.replace(self, **changes)


BOT: Final = "bot/"
"""How the accounts of bots begin; no account of a person does."""


def is_bot(account: str) -> bool:
    """Return whether an account is that of a bot."""
    return account.startswith(BOT)


class Sitting(_Value, frozen=True):
    """A taken seat. It belongs to an account, even without a connection."""

    seat: int
    account: str
    name: str
    """What others call the player; not in the journal."""
    stack: int
    """The cents in front of the player that are not on the felt."""
    bets: Mapping[str, int] = {}
    """The bets for the next round by spot; "tip:main" is for the dealer."""
    ready: bool = False
    """The player wants no more time to bet."""
    bank: int = 0
    """The time bank left."""
    lag: int = 0
    """The lag allowance left."""
    missed: int = 0
    """Bets missed and decisions left to the clock, in a row."""
    out_since: int | None = None
    """When the seat began to sit out; None: it plays."""
    leaving: bool = False
    """The player leaves as soon as the hand is over."""


class PlacedBet(NamedTuple):
    """A bet that was taken under a key of its client, dealt or not."""

    key: str
    seat: int
    wagers: Mapping[str, int]
    """Without those of nothing."""


class Absence(NamedTuple):
    """A player without a connection."""

    since: int
    grace: int
    """How long the table waits before it plays for them."""


class Steps(NamedTuple):
    """The events of a step, in order."""

    before: State
    events: Sequence[Event]
    states: Sequence[State]
    """The round after each event."""

    def mask_steps(self, seat: int | None) -> list[Shown]:
        """Return the steps that the player of a seat may see; None: a spectator."""
        shown: list[Shown] = []
        before = self.before
        for event, after in zip(self.events, self.states, strict=True):
            shown += mask_event(before, event, after, seat)
            before = after
        return shown


class OpenRound(_Value, frozen=True):
    """A round under way."""

    number: int
    stacks: Mapping[int, int]
    """Seat -> cents in front of it before its bets."""
    meters: Mapping[str, Meter]
    """The meters before the bets."""
    state: State
    due: Question
    """The open question, with every legal choice."""
    question: Question
    """The open question, with the choices that the seat's chips can pay for."""
    n: int
    """The number of the question in its round: an answer to another one comes too late."""
    asked_at: int
    steps: tuple[Steps, ...] = ()
    """All steps of the round, for a player who comes back."""
    won: int = 0
    """The number of awards out of shared jackpots in the round."""


class SeedCommitment(NamedTuple):
    """The commitment of a seat to its seed."""

    account: str
    mark: bytes


class OpenCut(_Value, frozen=True):
    """The cut of the next shuffle, until its cards are dealt."""

    shuffle: int
    attempt: int = 1
    commitments: Mapping[int, SeedCommitment] = {}
    """Seat -> its commitment."""
    promised: tuple[bytes, ...] = ()
    """The house's commitments to the shuffles of the cut, once the set is fixed; before: none."""
    seeds: Mapping[int, bytes] = {}
    """Seat -> the seed that it revealed."""
    withheld: tuple[tuple[int, ...], ...] = ()
    """Attempt by attempt before this one: the seats that committed and revealed no seed."""
    spent: frozenset[bytes] = frozenset()
    """The seeds that were revealed in these attempts: everybody knows them."""
    accounts: tuple[str, ...] = ()
    """Who may commit in a further attempt: those who revealed a seed; empty: everybody."""
    since: int = 0
    """When the set was fixed, or a further attempt began; 0: neither."""
    beacon: BeaconValue | None = None
    """The stated round of the beacon, once all seeds are known; then with its value."""
    is_dealing: bool = False
    """The bets are closed: they are dealt as soon as the shoe is cut."""

    @property
    def is_fixed(self) -> bool:
        """Whether nobody may commit any more."""
        return bool(self.promised)

    @property
    def is_revealed(self) -> bool:
        """Whether every seed of the fixed set is known."""
        return self.is_fixed and self.seeds.keys() == self.commitments.keys()


NOBODY: Final = OpenCut(0)
"""The cut before anybody commits to it."""


class BeaconTerms(NamedTuple):
    """A public source of numbers, one a period; drand has such rounds."""

    name: str
    genesis: int
    """When round 1 was published, in microseconds since 1970."""
    period: int
    """Microseconds between two rounds."""
    wait: int
    """How long after its publication a table waits for a number."""

    def published_at(self, number: int) -> int:
        """Return when a round is published."""
        return self.genesis + (number - 1) * self.period

    def next_round(self, after: int) -> int:
        """Return the first round that is published after a moment.

        >>> BeaconTerms("b", genesis=100, period=30, wait=5).next_round(130)
        3
        """
        return max(1, (after - self.genesis) // self.period + 2)


class Shuffles(_Value, frozen=True):
    """The commitments to shuffles that are not revealed yet."""

    promised: Mapping[int, bytes] = {}
    """Shuffle -> its commitment, of those to come and those not revealed yet."""
    cuts: Mapping[int, Cut] = {}
    """Shuffle -> its cut, of those begun and not revealed yet."""
    made: Cut = NO_CUT
    """The cut of the next shuffles, as far as it is for them."""
    open: OpenCut = NOBODY
    """The cut that players commit to now, if it is that of the next shuffle."""
    barred: Mapping[str, int] = {}
    """Account that withheld a seed -> the first shuffle that it may cut again."""

    def cut(self, number: int) -> Cut:
        """Return the cut of a shuffle that begins now."""
        fixed = self.made.fixed
        return self.made if fixed is None or fixed.covers(number) else NO_CUT


class TableState(_Value, frozen=True):
    """A table."""

    terms: TableTerms
    meters: Mapping[str, Meter]
    shoe: DealingShoe
    shuffles: Shuffles = Shuffles()
    seats: Mapping[int, Sitting] = {}
    absences: Mapping[str, Absence] = {}
    rounds: int = 0
    """The number of the last round."""
    round: OpenRound | None = None
    betting_since: int | None = None
    """When the first bet for the next round was put down."""
    felt: int = 0
    """Cents that lie on the felt; none between two rounds."""
    tips: int = 0
    """Cents that the dealers have won with tips, ever."""
    paused: bool = False
    closed: bool = False
    """The office has closed it: no bets are taken and no chips sold."""
    coming: ComingLimits | None = None
    """The limits that are announced at the table, if any wait."""
    stopped: bool = False
    """The office has stopped progressives: wagers on them are refused."""
    last: State | None = None
    """The round that was played last, for those who come in after it."""
    links: Mapping[str, Link] = {}
    """Wager -> the known state of its shared jackpot."""
    beacon: BeaconTerms | None = None
    """The beacon that every cut waits for, if the house has one; not in the journal."""
    placed: tuple[PlacedBet, ...] = ()
    """The bets since the last deal that came with keys, also those that others replaced.

    The next deal writes them into its entry: sent again, none of them takes effect again.
    """

    @property
    def id(self) -> str:
        """The table's id."""
        return self.terms.id

    @property
    def stream(self) -> str:
        """Where the table's journal is."""
        return f"table/{self.terms.id}"

    def with_sitting(self, sitting: Sitting) -> TableState:
        """Return the table with a new state of one seat."""
        return structs.replace(self, seats={**self.seats, sitting.seat: sitting})

    def with_placed(self, bet: PlacedBet) -> TableState:
        """Return the table with one more key of a bet, and of its seat only the latest ones."""
        others = [known for known in self.placed if known.seat != bet.seat]
        own = [known for known in self.placed if known.seat == bet.seat]
        return self._replace(placed=(*others, *own[1 - PLACED_MAX :], bet))

    def without_absence(self, account: str) -> TableState:
        """Return the table with a player back."""
        absences = {who: absence for who, absence in self.absences.items() if who != account}
        return self._replace(absences=absences)

    @property
    def is_unhurried(self) -> bool:
        """Whether nobody waits for the player at turn, at a table that lets him think."""
        seats = self.seats.values()
        accounts = {sitting.account for sitting in seats if not is_bot(sitting.account)}
        return self.terms.clocks.waits_alone and len(accounts) <= 1

    @property
    def is_dealing(self) -> bool:
        """Whether the bets are closed, and the table waits for the cut of the shoe.

        Then nobody takes a bet back: whoever knows the order already, or is told it by the house,
        could otherwise choose which cards come to whom.
        """
        return self.shuffles.open.is_dealing and any(it.bets for it in self.seats.values())

    def is_in_round(self, seat: int) -> bool:
        """Return whether a seat has a wager on the felt that it cannot take back."""
        if self.round is None:
            return self.is_dealing and bool(self.seats[seat].bets)
        return seat in self.round.stacks

    def plays(self, sitting: Sitting) -> bool:
        """Return whether the table waits for a seat's bet: its player is present and plays."""
        return (
            sitting.out_since is None
            and not sitting.leaving
            and sitting.account not in self.absences
            and self.may_enter(sitting)
        )

    def may_enter(self, sitting: Sitting) -> bool:
        """Return whether a seat may make the main wager before the next shuffle."""
        closed = closed_wagers(self.terms.setup, self.shoe, sitting.account)
        return not any(main in closed for main in self.terms.setup.mains)

    def without_empty_deck(self) -> TableState:
        """Return the table with its deck over, if nobody who may play in it is left.

        2108 Golden(3)(a): otherwise those who come would wait for a shuffle for ever.
        """
        setup = self.terms.setup
        if self.round or self.shoe.is_over or not {*setup.mains} & {*setup.opening_hand}:
            return self
        if any(self.may_enter(sitting) for sitting in self.seats.values()):
            return self
        shoe = structs.replace(self.shoe)
        shoe.end_shuffle()
        return self._replace(shoe=shoe)

    def without_bets(self) -> TableState:
        """Return the table without bets for the next round."""
        if self.round is not None:
            return self
        seats = {
            seat: sitting._replace(bets={}, ready=False) for seat, sitting in self.seats.items()
        }
        shuffles = self.shuffles
        if shuffles.open.is_dealing:
            shuffles = shuffles._replace(open=shuffles.open._replace(is_dealing=False))
        return self._replace(seats=seats, betting_since=None, shuffles=shuffles)

    def without_shuffle(self, number: int) -> TableState:
        """Return the table without a shuffle that was revealed."""
        past = tuple(shuffle for shuffle in self.shoe.past if shuffle.number != number)
        promised = {
            key: commitment for key, commitment in self.shuffles.promised.items() if key != number
        }
        cuts = {key: cut for key, cut in self.shuffles.cuts.items() if key != number}
        return self._replace(
            shoe=structs.replace(self.shoe, past=past),
            shuffles=self.shuffles._replace(promised=promised, cuts=cuts),
        )


def sit_down(clocks: Clocks, seat: int, account: str, name: str, cents: int) -> Sitting:
    """Return a newly taken seat, with its full allowances."""
    return Sitting(seat, account, name, cents, bank=clocks.bank, lag=clocks.lag_bank)


def open_table(terms: TableTerms) -> TableState:
    """Return a table that nobody has sat at yet."""
    setup = terms.setup
    links = {wager: Link(jackpot) for wager, jackpot in terms.links.items()}
    shoe = make_shoe(setup, terms.house.shoe)
    return TableState(terms, open_meters(setup, {}, {}), shoe, links=links)


def shoe_terms(table: TableState, shuffle: int) -> ShoeTerms:
    """Return the terms of a shuffle at a table."""
    setup = table.terms.setup
    shoe = table.shoe
    return ShoeTerms(
        table=table.id,
        shuffle=shuffle,
        deck=setup.configured.game.deck,
        decks=int(setup.configured.options["decks"]),
        burn=shoe.settings.burn,
        rules=table.terms.shoe_digest,
    )


def shuffles_to_show(table: TableState) -> list[int]:
    """Return the past shuffles whose entropy must be revealed before the next deal."""
    return [] if table.round else [shuffle.number for shuffle in table.shoe.past]


def limits_due(table: TableState, now: int) -> ComingLimits | None:
    """Return the announced limits that come into force now: between two rounds, in their time."""
    coming = table.coming
    if coming is None or now < coming.at or table.round is not None or table.is_dealing:
        return None
    return coming


def promises_due(table: TableState) -> list[int]:
    """Return the future shuffles that need a commitment before the next deal."""
    if table.round:
        return []
    ahead = range(table.shoe.shoes + 1, table.shoe.shoes + 1 + PROMISES)
    return [number for number in ahead if number not in table.shuffles.promised]
