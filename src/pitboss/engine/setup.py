"""A configured game made ready for play: pay tables looked up by class, the deal in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from pitboss.cards import DECKS, SUIT_LETTERS, Shoe
from pitboss.engine.events import Place
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.patterns.rows import ByClass, rows_by_class
from pitboss.rulebook.configured import ConfiguredGame, Spot, configure
from pitboss.rulebook.house import House, ShoeSettings
from pitboss.rulebook.model import (
    BlackjackRules,
    KindRules,
    Moment,
    RoundKind,
    ThreeCardRules,
)
from pitboss.rulebook.pays import Odds, Rounding, parse_ratio
from pitboss.rulebook.problems import Problem

BET_BIGGER = "bet-bigger-"
EVEN_MONEY = Odds(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideWager:
    """A side wager with its pay table ready to be looked up."""

    id: str
    spot: Spot
    family: str
    by_class: tuple[ByClass, ...]
    settled: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a round needs to know of its table."""

    configured: ConfiguredGame
    round: RoundKind
    blackjack: BlackjackRules | None
    """None where no blackjack is played."""
    shoe: Shoe
    blackjack_odds: Odds
    insurance_odds: Odds
    rounding: Rounding
    bonus_21: ByClass
    side_wagers: tuple[SideWager, ...]
    bonus_cards: int
    specific_suit: int
    """The suit of "suit specific" rows."""
    face_down: bool
    """The players' cards lie face down, and their side wagers are settled hand by hand."""
    mains: tuple[str, ...]
    """The main wager, or the two of Blackjack Switch; a hand is dealt for each."""
    main_min: int
    main_max: int | None
    played_tables: Mapping[str, ByClass]
    """The pay tables of wagers that a fold or the dealer's hand may decide instead."""
    twenty_one_odds: Odds
    """What a 21 that wins at once is paid, bonuses apart."""
    replacement: bool
    """A card is dealt that stands for the joker in a wager without wild cards (ruling D5)."""

    @property
    def rules(self) -> BlackjackRules:
        """The rules of the blackjack part; only rounds that have one ask."""
        assert self.blackjack is not None, "no blackjack is played"
        return self.blackjack

    @property
    def settled_from(self) -> str:
        """The side from which the dealer settles; the dealer's right in the poker games (C28)."""
        return self.blackjack.settled_from if self.blackjack else "dealer's right"

    def asked_at(self, moment: Moment) -> SideWager | None:
        """Return the wager that is offered at *moment* of the round, if there is one."""
        return next((w for w in self.side_wagers if w.spot.wager.made == moment), None)


def prepare(house: House, unread: Iterable[Problem] = ()) -> Setup:
    """Return the table *house* describes, or raise `RulesError` with every problem.

    Problems of reading the house come first: a caller passes them as *unread*.
    """
    return setup_of(configure(house, unread))


_MAINS: Mapping[RoundKind, tuple[str, ...]] = {
    RoundKind.SWITCH: ("main-1", "main-2"),
    RoundKind.WILD_POKER: ("ante",),
}

_PLAYED: Mapping[RoundKind, tuple[str, ...]] = {
    RoundKind.HOLDEM: ("poker", "poker-2", "poker-3"),
    RoundKind.WILD_POKER: ("odds",),
}
"""Wagers with a pay table that a fold or the dealer's hand may decide instead of it."""


def setup_of(configured: ConfiguredGame) -> Setup:
    """Make a configured game ready for play."""
    game, rules = configured.game, configured.rules
    mains = _MAINS.get(game.round, ("main",))
    main = configured.spots[mains[0]]
    bonus_21 = next((t for t in configured.automatic if t.family == "bonus-21"), None)
    return Setup(
        configured=configured,
        round=game.round,
        blackjack=rules,
        shoe=Shoe(DECKS[game.deck], int(configured.options["decks"])),
        blackjack_odds=parse_ratio(rules.blackjack) if rules else EVEN_MONEY,
        insurance_odds=parse_ratio(rules.insurance_pays) if rules else EVEN_MONEY,
        rounding=configured.rounding,
        bonus_21=rows_by_class(bonus_21)[0] if bonus_21 else {},
        side_wagers=tuple(_side_wagers(configured)),
        bonus_cards=int(configured.options.get("bonus_cards", 0)),
        specific_suit=SUIT_LETTERS.index(str(configured.options.get("specific_suit", "s"))),
        face_down=configured.options.get("cards_dealt") == "face down",
        mains=mains,
        main_min=main.min,
        main_max=main.max,
        played_tables=_played_tables(configured),
        twenty_one_odds=_twenty_one_odds(game.kind_rules),
        replacement="five-card-linked" in configured.spots,
    )


def _played_tables(configured: ConfiguredGame) -> dict[str, ByClass]:
    spots = configured.spots
    tables = {name: spots[name].table for name in _played(configured) if name in spots}
    return {name: rows_by_class(table)[0] for name, table in tables.items() if table}


def _played(configured: ConfiguredGame) -> tuple[str, ...]:
    return _PLAYED.get(configured.game.round, ())


def _twenty_one_odds(rules: KindRules | None) -> Odds:
    if isinstance(rules, ThreeCardRules):
        return parse_ratio(rules.three_card_21_pays)
    return EVEN_MONEY


def _side_wagers(configured: ConfiguredGame) -> list[SideWager]:
    wagers = []
    for wager_id, spot in configured.spots.items():
        if spot.table is not None and wager_id not in _played(configured):
            wagers.append(
                SideWager(
                    id=wager_id,
                    spot=spot,
                    family=spot.table.family,
                    by_class=rows_by_class(spot.table),
                    settled=spot.table.settled or spot.wager.settled,
                )
            )
    return wagers


@lru_cache(maxsize=256)
def deal_order(
    kind: RoundKind, seats: tuple[int, ...], extra: int = 0
) -> tuple[tuple[Place, int, int], ...]:
    """Return where the cards of the deal go, in order: place, seat and hand.

    *extra* is how many bonus cards, or whether the joker's replacement card, end it.

    >>> [(place.name, seat, hand) for place, seat, hand in deal_order(RoundKind.BLACKJACK, (1,))]
    [('HAND', 1, 1), ('DEALER', 0, 0), ('HAND', 1, 1), ('DEALER', 0, 0)]
    """
    hands = (1, 2) if kind == RoundKind.SWITCH else (1,)
    one_each = [(Place.HAND, seat, hand) for seat in seats for hand in hands]
    dealer = (Place.DEALER, 0, 0)
    match kind:
        case RoundKind.PAI_JACK | RoundKind.WILD_POKER:  # 2112(3), 2118(8): packets of five
            packets = [place for place in (*one_each, dealer) for _ in range(5)]
            return (*packets, *[(Place.REPLACEMENT, 0, 0)] * extra)
        case RoundKind.THREE_CARD:  # 2111(3): the third card after the dealer's second
            return (*one_each, dealer, *one_each, dealer, *one_each)
        case _:
            return (*one_each, dealer, *one_each, dealer, *[(Place.BONUS, 0, 0)] * extra)


_SHUFFLED_EVERY_ROUND = frozenset({RoundKind.HOLDEM, RoundKind.PAI_JACK, RoundKind.WILD_POKER})
"""2104(14), 2112(1), 2118(8): their one deck is shuffled before every round."""


def is_shuffled_every_round(setup: Setup) -> bool:
    """Whether no round follows another without a shuffle: one deck from the hand, or a shuffler."""
    shuffler = setup.configured.options.get("dealt_from") == "continuous shuffler"
    return shuffler or setup.round in _SHUFFLED_EVERY_ROUND


def shoe_settings(setup: Setup, settings: ShoeSettings) -> ShoeSettings:
    """Return how the shoe is burned and cut; 2104(1): burning may be the house's choice."""
    if setup.configured.options.get("burn_cards") is False:
        return replace(settings, burn=0)
    return settings


def open_meters(
    setup: Setup, displays: Mapping[str, int], reserves: Mapping[str, int]
) -> dict[str, Meter]:
    """Return the meters of a table's progressives, at their seeds where nothing is said."""
    meters = {}
    for wager in setup.side_wagers:
        jackpot = wager.spot.jackpot
        if jackpot is not None and jackpot.scheme == "progressive":
            meters[wager.id] = Meter.opened(
                seed=jackpot.seed * UNITS_PER_CENT,
                contribution=jackpot.contribution,
                reserve_share=jackpot.reserve,
                display=displays.get(wager.id),
                reserve=reserves.get(wager.id, 0),
            )
    return meters
