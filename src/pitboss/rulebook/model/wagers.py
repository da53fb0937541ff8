"""The spots on a felt, and the Super Bonus, which needs none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from pitboss.rulebook.model.options import OptionValue
from pitboss.rulebook.model.rules import clause


class Moment(StrEnum):
    """When in a round a wager is made or settled."""

    BEFORE_DEAL = "before the deal"
    AFTER_DEAL = "after the deal"
    INSURANCE = "when insurance is asked"
    AFTER_PEEK = "after the peek"
    IN_PLAY = "during play"
    AFTER_HANDS = "after the hands are played"
    DOWN_CARD = "when the down card is exposed"
    AFTER_DEALER = "after the dealer's play"


SHARED = ("standalone", "linked tables", "linked games")
"""Which tables may share a jackpot: none, those of the same game, those of other games too."""

TIP = "tip:"
"""Opens the name of a wager made for the dealer: "tip:main"."""

AggregatePer = Literal["round", "hand"]
"""What an aggregate pay-out limit counts: all seats of a round, or each hand by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeTerms:
    """What a document fixes of the cards' handling; what it leaves to the house is None."""

    burn: int | None = None
    """Cards burned after a shuffle."""
    cut: tuple[int, int] | None = None
    """The fewest and the most cards behind the cut card."""
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotTerms:
    """The terms of a document for a jackpot wager."""

    schemes: tuple[Literal["progressive", "house"], ...]
    fixed_wager: bool = True
    """One amount for everybody, set by the house."""
    wager_min: int | None = None
    wager_max: int | None = None
    """The document's range for that amount, in cents."""
    whole_dollars: bool = False
    contribution: str | None = None
    """The share of each wager that feeds the meter unless the house sets it; None: it must."""
    contribution_status: Literal["printed", "inferred", "house"] = "house"
    award_order: Literal["dealer's left", "dealer's right"]
    """Who is paid first when several percentages are won in one round."""
    percentages_paid: Literal["when decided", "after the round"] = "when decided"
    """When a share of the meter is paid; fixed pays are made when the wager is decided."""
    same_scheme: bool = False
    """All jackpots of a table must run under one scheme."""
    stays_until_won: bool = False
    """It may not be discontinued before its top award is won, unless the regulator permits it."""
    shared_by: str | None = None
    """The option that says which tables may share it, with values of `SHARED`; None: any may."""
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A spot on the felt."""

    id: str
    title: str
    made: Moment
    settled: Moment
    needs: tuple[str, ...] = ()
    """Wagers that must be made too; "a or b" is satisfied by either."""
    offered_with: tuple[str, ...] = ()
    """Wagers that must be on the felt beside it, whether or not they are made."""
    compulsory: bool = False
    """Whether every player must make it."""
    compulsory_when: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict, hash=False)
    """Option values under which every player must make it."""
    opening_hand_when: Mapping[str, tuple[OptionValue, ...]] = field(
        default_factory=dict, hash=False
    )
    """Option values under which it may be made in the middle of a deck only by a player who made
    it on the deck's opening hand."""
    follows: str | None = None
    """It comes after this other wager, on offer with it and paid by the same table."""
    another_of: str | None = None
    """The house may offer it beside this other wager, with a pay table and a meter of its own."""
    equals: str | None = None
    """It must be as large as this other wager."""
    at_most: str | None = None
    """The most it may be, in words."""
    pays: str | None = None
    """Its pay if there is no pay table: "1 to 1"."""
    decks: tuple[int, ...] = ()
    """Deck counts it may be offered with, where fewer than the game's."""
    min: int | None = None
    max: int | None = None
    """The document's own limits, in cents."""
    min_rule: Literal["least", "exact", "usual"] = "least"
    """The minimum of a house: no lower than `min`, always `min`, or `min` unless it sets one."""
    within_table: bool = False
    """It keeps to the table's limits: those of the main wager bind it too."""
    whole_dollars: bool = False
    limits_cite: str = ""
    """The clause about its limits, where that is not `cite`."""
    aggregate: Mapping[AggregatePer, str] = field(default_factory=dict, hash=False)
    """What an aggregate pay-out limit may be for -> the clause that allows it; empty: none may."""
    tip: Literal["allowed", "forbidden", "not mentioned"] = "not mentioned"
    """Whether a wager for the dealer may be placed beside it."""
    tip_needs: str | None = None
    """The wager that must carry a tip too before this one may."""
    tip_added: bool = False
    """With a double or a split the player may add to a tip that lies beside it."""
    tip_max: str = ""
    """The clause that lets a house limit the tips beside it; empty: none does."""
    must_expose: bool = False
    """Where cards are dealt face down, its player turns a winning hand up as it is settled.

    Otherwise the wager is collected.
    """
    per_hand: bool = clause(value=False, cite="no document has such a wager")
    """One such wager for each hand of a seat rather than for the seat."""
    loses_on_total: int | None = None
    """It loses if the player's first hand ends with this total."""
    played: str = ""
    """What of it depends on the player's play, in words; empty for most."""
    jackpot: JackpotTerms | None = None
    note: str = ""
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusBand:
    """What the Super Bonus pays from a size of main wager on, in cents."""

    wager_min: int
    pays: int


SUPER_BONUS_UP_CARDS: Mapping[str, str] = {"three suited sevens": "any seven", "7h 7c 7d": "7s"}
"""The three sevens that may win the Super Bonus -> the dealer's up card that goes with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusHand:
    """The three sevens that win it, by deck count."""

    decks: tuple[int, ...]
    player: Literal["three suited sevens", "7h 7c 7d"]
    up_card: Literal["any seven", "7s"]
    """The dealer's seven that goes with them: any with suited ones, the fourth suit otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonus:
    """A prize that needs no wager of its own, and an Envy Bonus for everybody else."""

    bands: tuple[SuperBonusBand, ...]
    hands: tuple[SuperBonusHand, ...]
    envy: int
    """Cents to every other betting player, for each winning hand."""
    void: tuple[str, ...] = clause(("double", "split"), "GR10, DP4c")
    """What a hand must not have done to win it."""
    cite: str

    def prize(self, wager: int) -> int:
        """Return the prize of a main wager of *wager* cents, in cents.

        >>> bands = (SuperBonusBand(wager_min=500, pays=100000),)
        >>> SuperBonus(bands=bands, hands=(), envy=0, cite="").prize(499)
        0
        """
        return max((band.pays for band in self.bands if wager >= band.wager_min), default=0)
