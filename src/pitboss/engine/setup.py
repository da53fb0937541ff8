"""A configured game made ready for play: pay tables looked up by class, the deal in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pitboss.cards import DECKS, SUIT_LETTERS, Shoe
from pitboss.engine.events import Place
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.patterns.paying import ByClass, rows_by_class
from pitboss.rulebook.configured import ConfiguredGame, Spot, configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import BlackjackRules, Game, Moment, RoundKind
from pitboss.rulebook.pays import Odds, Rounding, parse_ratio
from pitboss.rulebook.problems import Problem, RulesError

BET_BIGGER = "bet-bigger-"


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
    rules: BlackjackRules
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

    def asked_at(self, moment: Moment) -> SideWager | None:
        """Return the wager that is offered at *moment* of the round, if there is one."""
        return next((w for w in self.side_wagers if w.spot.wager.made == moment), None)


def prepare(house: House) -> Setup:
    """Return the table *house* describes, or raise `RulesError` with every problem."""
    return setup_of(configure(house))


DEALT = frozenset({RoundKind.BLACKJACK, RoundKind.SWITCH})
"""The kinds of round this table can deal and settle."""


def is_dealt(game: Game) -> bool:
    """Whether this table can deal the game's kind of round, and so the game can be played."""
    return game.round in DEALT


def setup_of(configured: ConfiguredGame) -> Setup:
    """Make a configured game ready for play, or raise `RulesError` if it cannot be dealt yet."""
    game, rules = configured.game, configured.rules
    if game.round not in DEALT or rules is None:
        message = f"{game.id} can be read and checked, but not dealt yet"
        raise RulesError([Problem(code="game/not-playable-yet", key="game", message=message)])
    mains = ("main",) if game.round == RoundKind.BLACKJACK else ("main-1", "main-2")
    main = configured.spots[mains[0]]
    bonus_21 = next((t for t in configured.automatic if t.family == "bonus-21"), None)
    return Setup(
        configured=configured,
        rules=rules,
        shoe=Shoe(DECKS[game.deck], rules.decks),
        blackjack_odds=parse_ratio(rules.blackjack),
        insurance_odds=parse_ratio(rules.insurance_pays),
        rounding=configured.rounding,
        bonus_21=rows_by_class(bonus_21)[0] if bonus_21 else {},
        side_wagers=tuple(_side_wagers(configured)),
        bonus_cards=int(configured.options.get("bonus_cards", 0)),
        specific_suit=SUIT_LETTERS.index(str(configured.options.get("specific_suit", "s"))),
        face_down=configured.options.get("cards_dealt") == "face down",
        mains=mains,
        main_min=main.min,
        main_max=main.max,
    )


def _side_wagers(configured: ConfiguredGame) -> list[SideWager]:
    wagers = []
    for wager_id, spot in configured.spots.items():
        if spot.table is not None:
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
    seats: tuple[int, ...], hands: int, bonus_cards: int
) -> tuple[tuple[Place, int, int], ...]:
    """Return where the cards of the deal go, in order: place, seat and hand.

    >>> [(place.name, seat, hand) for place, seat, hand in deal_order((1,), 1, 0)]
    [('HAND', 1, 1), ('DEALER', 0, 0), ('HAND', 1, 1), ('DEALER', 0, 0)]
    """
    one_each = [(Place.HAND, seat, hand) for seat in seats for hand in range(1, hands + 1)]
    dealer = (Place.DEALER, 0, 0)
    return (*one_each, dealer, *one_each, dealer, *[(Place.BONUS, 0, 0)] * bonus_cards)


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
