"""The commands that players, the clock and the house send to a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Refusal, RefusedError
from pitboss.engine.values import Value
from pitboss.floor.links import LinkNews, SharedAward
from pitboss.floor.rounds import Outside
from pitboss.floor.state import Steps, TableState
from pitboss.floor.terms import ComingLimits
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.rulebook.limits import REASON_LENGTH_MAX


class Sit(NamedTuple):
    """Take a seat with some chips."""

    account: str
    name: str
    seat: int
    cents: int


class BuyIn(NamedTuple):
    """Buy more chips."""

    account: str
    seat: int
    cents: int


class Leave(NamedTuple):
    """Give the seat up: at once, or when the hand is over."""

    account: str
    seat: int


class CommitSeed(NamedTuple):
    """Commit to a seed for the next shuffle; it replaces an earlier commitment."""

    account: str
    seat: int
    shuffle: int
    attempt: int
    mark: bytes
    """The commitment."""


class RevealSeed(NamedTuple):
    """Reveal the seed behind a commitment, once the set is fixed."""

    account: str
    seat: int
    seed: bytes


class HearBeacon(NamedTuple):
    """Hear the number of the beacon that the cut waits for."""

    round: int
    value: bytes


class Bet(NamedTuple):
    """Put wagers down for the next round; they replace earlier ones."""

    account: str
    seat: int
    wagers: Mapping[str, int]
    ready: bool = True
    round: int | None = None
    """The round of the bet: a late bet never counts for the next round."""


class Decide(NamedTuple):
    """Answer the open question."""

    account: str
    seat: int
    n: int
    kind: ActionKind
    amount: int | None = None
    tip: int | None = None
    low: tuple[Card, ...] | None = None
    lag: int = 0
    """The delay of the player's line, as the server measured it."""


class SitOut(NamedTuple):
    """Sit out for a while, or play again."""

    account: str
    seat: int
    out: bool


class Arrive(NamedTuple):
    """Mark a player as present."""

    account: str


class Depart(NamedTuple):
    """Mark a player as absent."""

    account: str
    bye: bool
    """True: the player closed the window; False: the line was lost."""


class Advised(NamedTuple):
    """The solver's answer to a question; it comes from outside, like the order of a shoe."""

    round: int
    n: int
    """The number of the question in its round."""
    action: Action | None
    """None: it has no answer."""


class Tick(NamedTuple):
    """Do what a deadline requires."""

    advised: Advised | None = None
    """The solver's choice for a player who did not answer, if the terms use the solver."""


class HearMeters(NamedTuple):
    """Update the state of shared jackpots: wager -> state."""

    news: Mapping[str, LinkNews]


class Promise(NamedTuple):
    """Commit to a future shuffle."""

    shuffle: int
    commitment: bytes
    sealed: bytes
    """The entropy, encrypted with a key that is not in the books."""


class Show(NamedTuple):
    """Reveal the entropy of a shuffle that is over."""

    shuffle: int
    entropy: bytes


class Pause(NamedTuple):
    """Stop the clocks and take no bets, or go on."""

    by: str
    paused: bool


class DealNow(NamedTuple):
    """Close the bets before their time is up, and deal."""

    by: str


class Open(NamedTuple):
    """Take bets: the office has opened the table."""

    by: str
    turn: int
    """How often the office opened or stopped the table, this time counted."""


class Close(NamedTuple):
    """Take no more bets and sell no more chips; the round under way is played to its end."""

    by: str
    turn: int


class StopMeters(NamedTuple):
    """Refuse the wagers of progressives, or take them again.

    The office sends it if the bank does not hold their money (WAC 230-15-455), and again after a
    restart.
    """

    stopped: bool


class Approved(Value, frozen=True):
    """Why the house voids a round, and who decided it."""

    reason: str
    approvers: tuple[str, ...] = ()
    """The accounts of those who agreed; the first one made the request."""

    def check(self) -> None:
        """Refuse a void without a reason."""
        if not 1 <= len(self.reason.strip()) <= REASON_LENGTH_MAX:
            message = f"give a reason of 1 to {REASON_LENGTH_MAX} characters"
            raise RefusedError("void/reason", message)


class AnnounceLimits(NamedTuple):
    """Announce other limits of the table's wagers."""

    by: str
    coming: ComingLimits
    approved: Approved


class ChangeLimits(NamedTuple):
    """Put the announced limits in force; bets that wait for the deal go back to their players."""


class RuleOn(NamedTuple):
    """Rule on an irregularity of the round under way, such as a dead hand of one seat."""

    by: str
    round: int
    irregularity: str
    """One of the game's kinds."""
    seat: int
    """0: it concerns no seat by itself."""
    hand: int
    approved: Approved


class CallOff(NamedTuple):
    """Give back every wager of the round under way."""

    by: str
    round: int
    approved: Approved


class TakeBack(NamedTuple):
    """Take a settled round back, for one seat or for all."""

    by: str
    seat: int
    """0: every seat."""
    approved: Approved
    opened: Entry
    """The table's first entry."""
    entries: tuple[Entry, ...]
    """The round's, the deal first."""


Command = (
    Sit
    | BuyIn
    | Leave
    | CommitSeed
    | RevealSeed
    | HearBeacon
    | Bet
    | Decide
    | SitOut
    | Arrive
    | Depart
    | Tick
    | HearMeters
    | Promise
    | Show
    | Pause
    | DealNow
    | Open
    | Close
    | StopMeters
    | AnnounceLimits
    | ChangeLimits
    | RuleOn
    | CallOff
    | TakeBack
)


CLOCK = "clock"
HOUSE = "house"


class Accepted(Value, frozen=True):
    """An accepted command: the next state, and its entry."""

    table: TableState
    steps: Steps | None = None
    """What happened in the round."""
    kind: str = ""
    """The kind of the journal's entry; empty: nothing durable changed."""
    actor: str = HOUSE
    key: str = ""
    """The key of the entry if the command has none."""
    body: bytes = b""
    postings: tuple[Posting, ...] = ()
    policy: str = ""
    """The policy by which the house decided for the player; empty: the player decided."""
    won: tuple[SharedAward, ...] = ()
    """The awards out of shared jackpots."""
    is_void: bool = False
    """The round was called off."""
    is_quiet: bool = False
    """Nothing changed that others are shown before something else does."""

    def draft(self, key: str = "") -> Draft:
        """Return the entry to write, under the key of the command."""
        return Draft(
            stream=self.table.stream,
            kind=self.kind,
            actor=self.actor,
            key=key or self.key,
            body=self.body,
            postings=self.postings,
        )


Answer = Accepted | Refusal

Handler = Callable[[TableState, Any, int, Outside], Answer]
"""Answers a command: the table, the command, the time, and what comes from outside."""
