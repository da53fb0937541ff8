"""The terms of a table for a round: its rules, its pay tables by class, the plan of the round."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from pitboss.cards import Shoe
from pitboss.engine.rounds.plan import EVEN_MONEY, RoundPlan, Rules, find_kind_rules
from pitboss.patterns.rows import OF_THE_DEALER, ByClass
from pitboss.rulebook.configured import ConfiguredGame, Spot
from pitboss.rulebook.model import BlackjackRules, Moment, OptionValue, RoundKind, Wager
from pitboss.rulebook.pays import Odds, Rounding

BET_BIGGER = "bet-bigger-"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideWager:
    """A side wager with its pay table ready to be looked up."""

    id: str
    spot: Spot
    family: str
    by_class: tuple[ByClass, ...] = field(hash=False)
    settled: Moment

    @property
    def awarded_late(self) -> bool:
        """Whether a share of its meter is paid after the round (JP-pays)."""
        terms = self.spot.wager.jackpot
        return terms is not None and terms.percentages_paid == "after the round"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Setup:
    """What a round needs to know of its table."""

    configured: ConfiguredGame
    round: RoundKind
    plan: RoundPlan = field(hash=False, repr=False)
    """How a round of that kind goes; `round` identifies it."""
    blackjack: BlackjackRules | None
    """None where no blackjack is played."""
    shoe: Shoe
    blackjack_odds: Odds
    insurance_odds: Odds
    rounding: Rounding
    bonus_21: ByClass = field(hash=False)
    side_wagers: tuple[SideWager, ...]
    bonus_cards: int
    specific_suit: int
    """The suit of "suit specific" rows."""
    face_down: bool
    """The players' cards lie face down, and their side wagers are settled hand by hand."""
    main_min: int
    main_max: int | None
    played_tables: Mapping[str, ByClass] = field(hash=False)
    """The pay tables of wagers that a fold or the dealer's hand may decide instead."""
    twenty_one_odds: Odds
    """What a 21 that wins at once is paid, bonuses apart."""
    replacement: bool
    """A card is dealt that stands for the joker in a wager without wild cards (ruling D5)."""
    spot_by_spot: bool = False
    """DP12: the side wagers of one spot are resolved before those of the next."""
    more_money: bool = True
    """False: no hand is doubled or split with money, as the hand of an absent player is played."""
    charlie_odds: Odds = EVEN_MONEY
    """What a hand that wins by the number of its cards is paid."""
    suited_blackjack_odds: Odds | None = None
    """What a blackjack of the posted suit is paid; None: what every other is."""
    main_wager: int | None = None
    """The main wager of the figures in cents, where the maximum caps its doubles; None: no cap."""
    offered: Mapping[Moment, SideWager] = field(init=False, repr=False, compare=False)
    """Moment of the round -> the side wager that may be made then."""
    drawn_for: tuple[SideWager, ...] = field(init=False, repr=False, compare=False)
    """The wagers for which the dealer draws."""
    settled_at: Mapping[Moment, tuple[SideWager, ...]] = field(
        init=False, repr=False, compare=False
    )
    """Moment of the round -> the side wagers that are settled then, or may be."""
    awarded_late: tuple[SideWager, ...] = field(init=False, repr=False, compare=False)
    """The jackpot wagers of which shares of the meter are paid after the round."""
    required: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The wagers that every seat with a main wager must make."""
    opening_hand: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The wagers that may be made later in a deck only by those who made them on its first hand."""
    mains: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The main wager, or the two of Blackjack Switch; a hand is dealt for each."""
    rules: BlackjackRules = field(init=False, repr=False, compare=False)
    """The rules of the blackjack part; only rounds that have one ask."""

    def __post_init__(self) -> None:
        """Look up once what is needed in every round."""
        offered = {wager.spot.wager.made: wager for wager in reversed(self.side_wagers)}
        drawn_for = tuple(w for w in self.side_wagers if w.family in OF_THE_DEALER)
        settled_at = {
            moment: tuple(w for w in self.side_wagers if moment in (w.settled, Moment.AFTER_DEAL))
            for moment in Moment
        }
        object.__setattr__(self, "offered", offered)
        object.__setattr__(self, "drawn_for", drawn_for)
        object.__setattr__(self, "settled_at", settled_at)
        late = tuple(wager for wager in self.side_wagers if wager.awarded_late)
        object.__setattr__(self, "awarded_late", late)
        object.__setattr__(self, "required", tuple(_required_wagers(self.configured)))
        object.__setattr__(self, "opening_hand", tuple(_opening_wagers(self.configured)))
        object.__setattr__(self, "mains", self.plan.mains)
        object.__setattr__(self, "rules", self.blackjack)

    def __repr__(self) -> str:
        """Name the game and its options."""
        return f"<Setup of {self.configured.summary}>"

    @property
    def settled_from(self) -> str:
        """The side from which the dealer settles; the dealer's right in the poker games (C28).

        DP12: where the house determines it, it is an option that no hand is played by.
        """
        usual = self.blackjack.settled_from if self.blackjack else "dealer's right"
        return str(self.configured.options.get("spots_resolved_from", usual))

    def kind_rules(self, kind: type[Rules]) -> Rules:
        """Return the rules of this kind of round; only its own module asks for them."""
        return find_kind_rules(self.configured.game, kind)

    def wager_offered_at(self, moment: Moment) -> SideWager | None:
        """Return the wager that is offered at *moment* of the round, if there is one."""
        return self.offered.get(moment)

    def missing_need(self, wager: Wager, made: Collection[str]) -> str | None:
        """Return a wager that must be made beside *wager* and is not among those *made*, if any.

        C73, D1: a house may take bonus wagers without a main wager.
        """
        options = self.configured.options
        alone = options.get("require_main") is False or options.get("bonus_alone")
        for need in wager.needs:
            if alone and need in self.mains and not wager.compulsory:
                continue
            if not any(other in made for other in need.split(" or ")):
                return need
        return None


def _required_wagers(configured: ConfiguredGame) -> Iterator[str]:
    """Yield the wagers that the document or this house makes compulsory."""
    for name, spot in configured.spots.items():
        if spot.wager.compulsory or _is_chosen(configured, spot.wager.compulsory_when):
            yield name


def _opening_wagers(configured: ConfiguredGame) -> Iterator[str]:
    """Yield the wagers that this house does not take from those who enter in mid-deck."""
    for name, spot in configured.spots.items():
        if _is_chosen(configured, spot.wager.opening_hand_when):
            yield name


def _is_chosen(configured: ConfiguredGame, when: Mapping[str, tuple[OptionValue, ...]]) -> bool:
    """Return whether the house has chosen one of some option values."""
    return any(
        chosen in values
        for name, values in when.items()
        if name in configured.options
        for chosen in configured.game.option(name).chosen(configured.options[name])
    )
