"""The rule book as frozen values: a game, its rules and options, its wagers, its pay tables.

Everything here is plain data from the catalogue's TOML files, each piece with the clause it comes
from. A rule is either *fixed* by the document or the house's *option*: never both, never neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from pitboss.rulebook.pays import Pay, Plain

OptionValue = bool | int | str
USUAL: Mapping[str, OptionValue] = MappingProxyType({"decks": 6, "soft17": "hit"})
"""What most houses choose where a document leaves the choice to them."""


class RoundKind(StrEnum):
    """How a round goes; a new kind only where a game differs in kind."""

    BLACKJACK = "blackjack"
    SWITCH = "switch"
    THREE_CARD = "three-card"
    HOLDEM = "holdem"
    ANTE_UP = "ante-up"
    PAI_JACK = "pai-jack"
    WILD_POKER = "wild-poker"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackRules:
    """The blackjack part of a game, every value spelled out."""

    decks: int
    """Packs in the shoe."""
    soft17: Literal["stand", "hit"]
    """What the dealer does with a soft 17."""
    peek: bool
    """The dealer looks under an ace or a ten-value card before the players act."""
    blackjack: str
    """What a blackjack pays, "3:2"."""
    blackjack_wins: bool
    """A player blackjack beats a dealer blackjack and is paid before the peek."""
    blackjack_double: bool
    """A blackjack may be kept and doubled instead of being paid."""
    twenty_one_wins: bool
    """A player 21 always wins and is paid at once."""
    double_soft_21: Literal["never", "three or more cards", "any"]
    """Which soft 21s may be doubled instead of being paid (a blackjack apart)."""
    insurance: Literal["up to half", "half of each unit"]
    """How much may be insured against a dealer blackjack, with an ace up."""
    insurance_pays: str
    """What insurance pays, "2:1"."""
    surrender: bool
    """Late surrender of half the wager, as the first decision on the first two cards."""
    double_cards: Literal["two", "any"]
    """On which cards a hand may be doubled: those it starts with, or any number."""
    double_totals: Literal["any", "9-11", "10-11"]
    """Which totals may be doubled; where not any, hard ones only."""
    double_for_less: bool
    """A double may be for less than the wager."""
    double_minimum: Literal["table minimum", "one cent"]
    """How little a double for less may be."""
    double_after_split: bool
    """A hand made by a split may be doubled."""
    redouble: bool
    """Double-double down: a doubled hand may be doubled again."""
    doublings: int
    """How often one hand may be doubled in all, where redoubling is offered."""
    rescue: bool
    """After a double the last doubled portion may be taken back, the rest forfeited."""
    max_hands: int
    """Up to how many hands a pair of equal value may be split."""
    resplit_aces: bool
    """A pair of aces made by a split may be split again."""
    hit_split_aces: bool
    """Split aces are played like any other card; otherwise each gets one card."""
    bonus_21: Literal["none", "not doubled", "not doubled or split"]
    """Which hands are paid the Bonus 21 table."""
    dealer_22_pushes: bool
    """A dealer total of 22 pushes every live hand but a blackjack."""
    free_bets: bool
    """Hard 9, 10, 11 are doubled, and pairs except ten-values are split, without a wager."""
    settled_from: Literal["dealer's left", "dealer's right"]
    """From which side the dealer settles the seats."""
    tip_shares_free_bets: bool
    """A tip beside the main wager wins with free doubles and free splits too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchRules:
    """Two hands whose second cards may be exchanged (Blackjack Switch)."""

    hands: int
    """How many hands a player is dealt."""
    equal_wagers: bool
    """The hands carry equal wagers."""
    switched_blackjack: Literal["21"]
    """What an ace with a ten-value card counts after a switch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeCardRules:
    """A blackjack hand that starts with three cards (3 Card 21 "N" Done)."""

    cards: int
    """How many cards a player starts with."""
    three_card_21_pays: str
    """What 21 on the first three cards pays."""
    split_into: int
    """Into how many hands the first cards are split."""
    split_hands_resplit: bool
    """Whether a pair made by that split may be split again."""
    over_21: Literal["surrender or split"]
    """What may be done with first cards over 21."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldemRules:
    """Poker after blackjack, the dealer's two cards in common (21-Hold 'em)."""

    community_cards: int
    """The dealer's cards that belong to every poker hand."""
    player_cards: int
    """Poker cards each player is dealt."""
    bet_equals: str
    """The wager every further poker bet equals."""
    misdeal: Literal["voids the hand"]
    """What a wrong number of poker cards does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteUpRules:
    """Two-card poker played with the blackjack hand's cards (Ante Up 21)."""

    poker_cards: int
    """How many cards make the poker hand."""
    ranking: tuple[str, ...]
    """The poker ranks, highest first."""
    dealer_qualifies: Literal["queen high"]
    """The least poker hand with which the dealer plays."""
    bet_equals: str
    """The wager the bet equals."""
    bust_card_plays: bool
    """A card that busts the blackjack hand still counts in the poker hand."""
    bet_against_dealer_blackjack: Literal["push"]
    """What becomes of the bet when the dealer has a blackjack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaiJackRules:
    """Five cards set as a low hand of two and a high hand of three (Pai Jack)."""

    cards: int
    """How many cards each hand is dealt."""
    low_cards: int
    """Cards of the low hand."""
    high_cards: int
    """Cards of the high hand."""
    pai_jack_pays: str
    """What an ace with two ten-value cards pays."""
    win_pays: str
    """What winning pays."""
    low_may_equal_high: bool
    """The low hand's total may equal the high hand's."""
    dealer_bust: Literal["push"]
    """What a dealer bust does to every wager."""
    player_bust: Literal["lose unless the dealer busts"]
    """What a player bust does."""
    dealer_pai_jack: Literal["wins"]
    """What a dealer Pai Jack does."""
    dealer_sets: Literal["house way"]
    """How the dealer sets the hand."""
    house_way: tuple[str, ...]
    """The house way, step by step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WildPokerRules:
    """Five-card poker against the dealer, deuces and the joker wild (Deuces Wild Xtreme)."""

    cards: int
    """How many cards each hand is dealt."""
    wild: str
    """The cards that are wild."""
    play_multiple: int
    """The Play wager as a multiple of the ante."""
    win_pays: str
    """What Ante and Play pay."""
    tie: Literal["push"]
    """What a tie does."""
    ranking: tuple[str, ...]
    """The poker ranks, highest first."""


KindRules = SwitchRules | ThreeCardRules | HoldemRules | AnteUpRules | PaiJackRules | WildPokerRules
KIND_RULES: Mapping[RoundKind, type[KindRules]] = {
    RoundKind.SWITCH: SwitchRules,
    RoundKind.THREE_CARD: ThreeCardRules,
    RoundKind.HOLDEM: HoldemRules,
    RoundKind.ANTE_UP: AnteUpRules,
    RoundKind.PAI_JACK: PaiJackRules,
    RoundKind.WILD_POKER: WildPokerRules,
}
"""What a kind of round adds to, or has instead of, the blackjack rules."""

WITHOUT_BLACKJACK = frozenset({RoundKind.PAI_JACK, RoundKind.WILD_POKER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """An option's value that is allowed only together with others."""

    value: OptionValue
    needs: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    """Other option -> the values it must have one of."""
    needs_wagers: tuple[str, ...] = ()
    """Wagers that must be offered."""
    reason: str
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DefaultWhen:
    """A default that depends on another option."""

    when: Mapping[str, OptionValue]
    value: OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A choice the document leaves to the house."""

    id: str
    title: str
    values: tuple[OptionValue, ...]
    """What is allowed; a single value is a rule the house may state but not change."""
    default: OptionValue | None = None
    default_when: tuple[DefaultWhen, ...] = ()
    required: bool = False
    """The house must say; there is no default."""
    conditions: tuple[Condition, ...] = ()
    rule: str | None = None
    """The rule it decides, where that has another name: "das" decides "double_after_split"."""
    means: Mapping[str, OptionValue] = field(default_factory=dict)
    """Value -> what the rule is then, where that is said otherwise: "late" is true."""
    offers: str | None = None
    """A counted option that offers wagers by itself: "match-bonus-" offers -1 to -n."""
    offers_like: str | None = None
    """The wager whose pay table those take."""
    cite: str

    def allows(self, value: object) -> bool:
        """Whether *value* is one of the values, of the same type too (true is not 1)."""
        return any(type(value) is type(allowed) and value == allowed for allowed in self.values)

    @property
    def usual(self) -> OptionValue:
        """What a table has where its house must say and nobody did.

        >>> Option(id="decks", title="", values=(1, 6), required=True, cite="").usual
        6
        """
        usual = USUAL.get(self.id)
        return usual if usual is not None and self.allows(usual) else self.values[0]

    def decides(self, value: OptionValue) -> tuple[str, OptionValue]:
        """Return the rule this option is about, and what *value* makes of it.

        >>> late = Option(id="surrender", title="", values=("late",), means={"late": True}, cite="")
        >>> late.decides("late")
        ('surrender', True)
        """
        meant = self.means.get(value, value) if isinstance(value, str) else value
        return self.rule or self.id, meant


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotTerms:
    """What a document says about a jackpot wager."""

    schemes: tuple[Literal["progressive", "house"], ...]
    fixed_wager: bool = True
    """One amount for everybody, which the house sets."""
    wager_min: int | None = None
    wager_max: int | None = None
    """The document's range for that amount, in cents."""
    whole_dollars: bool = False
    contribution: str | None = None
    """The share of each wager that feeds the meter where the house does not say; None: it must."""
    contribution_status: Literal["printed", "inferred", "house"] = "house"
    award_order: Literal["dealer's left", "dealer's right"]
    """Who is paid first when several percentages are won in one round."""
    same_scheme: bool = False
    """All jackpots of a table must run under one scheme."""
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
    """Whoever plays must make it."""
    compulsory_when: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    """Option values under which whoever plays must make it."""
    follows: str | None = None
    """It comes after this other wager, on offer with it and paid by the same table."""
    equals: str | None = None
    """It must be as large as this other wager."""
    at_most: str | None = None
    """What it may not exceed, in words."""
    pays: str | None = None
    """What it pays where there is no pay table: "1 to 1"."""
    decks: tuple[int, ...] = ()
    """Deck counts it may be offered with, where fewer than the game's."""
    min: int | None = None
    max: int | None = None
    """The document's own limits, in cents."""
    whole_dollars: bool = False
    tip: Literal["allowed", "forbidden", "not mentioned"] = "not mentioned"
    """Whether a wager for the dealer may be placed beside it."""
    tip_needs: str | None = None
    """The wager that must carry a tip too before this one may."""
    per_hand: bool = False
    """One such wager for each hand of a seat rather than for the seat."""
    loses_on_total: int | None = None
    """It loses where the player's first hand ends with this total."""
    played: str = ""
    """What of it depends on how the player plays, in words; nothing for most."""
    jackpot: JackpotTerms | None = None
    note: str = ""
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PayRow:
    """One cell of a felt: an outcome and what it pays."""

    name: str
    """As printed, without asterisks."""
    outcome: str
    """From the table's family in `outcomes.FAMILIES`."""
    column: str = ""
    """The printed column, where a table has several."""
    pay: Pay
    text: str
    """The pay as the document writes it ("2.5 to 1")."""
    envy: int | None = None
    """Cents paid to the dealer or to the other players on this outcome."""
    printed: Mapping[str, str] = field(default_factory=dict)
    """Figures the document prints beside the row."""
    from_jackpot: bool = False
    """An operator-set prize that comes out of the meter rather than from the house."""

    @property
    def offered(self) -> bool:
        """Whether this table has the row at all."""
        return self.pay is not Plain.NOT_OFFERED


@dataclass(frozen=True, slots=True, kw_only=True)
class PayTable:
    """One pay table the house may post."""

    id: str
    title: str
    wagers: tuple[str, ...]
    family: str
    decks: tuple[int, ...]
    """The deck counts of the game it may be used with."""
    rows: tuple[PayRow, ...]
    automatic: bool = False
    """It applies always and is not chosen (Bonus 21)."""
    settled: Moment | None = None
    """When it is settled, where that differs from its wager."""
    alternate_for: tuple[str, ...] = ()
    """Patterns of the table ids into which it may be put; then it is no table of its own."""
    replaces: tuple[str, ...] = ()
    """The outcomes it replaces there."""
    envy_to: Literal["dealer", "players"] | None = None
    envy_scales: bool = False
    """Envy pays are for each $1 of wager rather than flat."""
    needs_options: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    """Option values this table needs (approved equipment)."""
    base_wager: int | None = None
    """The wager in cents for which seed and fixed dollars are printed."""
    min_wager: int | None = None
    seed: str | None = None
    increment: str | None = None
    printed: Mapping[str, str] = field(default_factory=dict)
    printed_for: tuple[int, ...] = ()
    """The deck counts the printed figures are about; none: all the table's."""
    note: str = ""
    cite: str

    @property
    def operator_rows(self) -> tuple[PayRow, ...]:
        """The rows whose prize the house must set."""
        return tuple(row for row in self.rows if row.pay is Plain.OPERATOR_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusBand:
    """What the Super Bonus is worth from a size of main wager on, in cents."""

    wager_min: int
    pays: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonusHand:
    """Which three sevens win it, by deck count."""

    decks: tuple[int, ...]
    player: Literal["three suited sevens", "7h 7c 7d"]
    up_card: Literal["any seven", "7s"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuperBonus:
    """A prize that needs no wager of its own, and an Envy Bonus for everybody else."""

    bands: tuple[SuperBonusBand, ...]
    hands: tuple[SuperBonusHand, ...]
    envy: int
    """Cents to every other betting player, for each winning hand."""
    void: tuple[Literal["double", "split"], ...]
    cite: str

    def prize(self, wager: int) -> int:
        """Return what a main wager of *wager* cents wins, in cents.

        >>> bands = (SuperBonusBand(wager_min=500, pays=100000),)
        >>> SuperBonus(bands=bands, hands=(), envy=0, void=(), cite="").prize(499)
        0
        """
        return max((band.pays for band in self.bands if wager >= band.wager_min), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """How an unclear or contradictory rule is read."""

    id: str
    games: tuple[str, ...]
    cite: str
    question: str
    ruling: str
    status: Literal["ruling", "as printed", "inferred"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of one document."""

    id: str
    title: str
    jurisdiction: str
    document: str
    """How the document is cited."""
    section: str
    effective: str
    """When the rules took effect, as an ISO date; empty where the document does not say."""
    rights_holder: str
    round: RoundKind
    deck: str
    seats_max: int | None
    """As many as one pack can serve, where that binds."""
    summary: str
    fixed: Mapping[str, OptionValue]
    """Blackjack rules the document fixes; the options give the rest."""
    kind_rules: KindRules | None
    super_bonus: SuperBonus | None
    options: tuple[Option, ...]
    wagers: tuple[Wager, ...]
    tables: tuple[PayTable, ...]
    default_tables: Mapping[str, str]
    """What is offered where a record names no tables."""
    printed: Mapping[str, str]
    """Figures the document prints about the whole game."""
    clauses: Mapping[str, str]
    """Clause -> what it says, in our words."""
    rulings: tuple[Ruling, ...]

    @property
    def decks(self) -> tuple[int, ...]:
        """The deck counts the document allows."""
        values = self.option("decks").values
        return tuple(value for value in values if isinstance(value, int))

    def option(self, option_id: str) -> Option:
        """Return the option called *option_id*; KeyError if the game has none."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)

    def wager(self, wager_id: str) -> Wager:
        """Return the wager called *wager_id*; KeyError if the game has none."""
        for wager in self.wagers:
            if wager.id == wager_id:
                return wager
        raise KeyError(wager_id)

    def tables_of(self, wager_id: str) -> tuple[PayTable, ...]:
        """Return the pay tables a house may choose for *wager_id*, alternates left out."""
        return tuple(
            table
            for table in self.tables
            if wager_id in table.wagers and not table.automatic and not table.alternate_for
        )
