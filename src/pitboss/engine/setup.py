"""Making a configured game ready for play: pay tables looked up by class, the deal in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.cards import DECKS, SUIT_LETTERS, Shoe
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.engine.rounds.kinds import ROUND_PLANS
from pitboss.engine.rounds.plan import EVEN_MONEY, RoundPlan, Where
from pitboss.engine.terms import Setup, SideWager
from pitboss.patterns.rows import ByClass, rows_by_class
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import House, ShoeSettings
from pitboss.rulebook.model import BlackjackRules, RoundKind
from pitboss.rulebook.model.rules import SAME
from pitboss.rulebook.pays import Odds, parse_ratio
from pitboss.rulebook.problems import Problem

__all__ = [
    "Setup",
    "SideWager",
    "deal_order",
    "is_shuffled_every_round",
    "make_setup",
    "open_meters",
    "prepare",
    "shoe_settings",
]


def prepare(house: House, unread: Iterable[Problem] = ()) -> Setup:
    """Return the table *house* describes, or raise `RulesError` with every problem.

    Problems of reading the house come first: a caller passes them as *unread*.
    """
    return make_setup(configure(house, unread))


def make_setup(configured: ConfiguredGame) -> Setup:
    """Make a configured game ready for play."""
    game = configured.game
    rules = configured.rules
    plan = ROUND_PLANS[game.round]
    main = configured.spots[plan.mains[0]]
    pays_bonus_21 = rules is not None and rules.bonus_21 != "none"
    bonuses = (t for t in configured.automatic if t.family == "bonus-21" and pays_bonus_21)
    bonus_21 = next(bonuses, None)
    return Setup(
        configured=configured,
        round=game.round,
        plan=plan,
        blackjack=rules,
        shoe=Shoe(DECKS[game.deck], int(configured.options["decks"])),
        blackjack_odds=parse_ratio(rules.blackjack) if rules else EVEN_MONEY,
        insurance_odds=parse_ratio(rules.insurance_pays) if rules else EVEN_MONEY,
        charlie_odds=parse_ratio(rules.charlie_pays) if rules else EVEN_MONEY,
        suited_blackjack_odds=_suited_blackjack(rules),
        rounding=configured.rounding,
        bonus_21=rows_by_class(bonus_21)[0] if bonus_21 else {},
        side_wagers=tuple(_side_wagers(configured, plan)),
        bonus_cards=int(configured.options.get("bonus_cards", 0)),
        spot_by_spot=configured.options.get("match_resolved") == "spot by spot",
        specific_suit=SUIT_LETTERS.index(str(configured.options.get("specific_suit", "s"))),
        face_down=configured.options.get("cards_dealt") == "face down",
        main_min=main.min,
        main_max=main.max,
        played_tables=_played_tables(configured, plan),
        twenty_one_odds=plan.twenty_one_odds(game),
        replacement=plan.replacement_for in configured.spots,
    )


def _suited_blackjack(rules: BlackjackRules | None) -> Odds | None:
    suited = rules is not None and rules.suited_blackjack != SAME
    return parse_ratio(rules.suited_blackjack) if rules and suited else None


def _played_tables(configured: ConfiguredGame, plan: RoundPlan) -> dict[str, ByClass]:
    spots = configured.spots
    tables = {name: spots[name].table for name in plan.tables_played if name in spots}
    return {name: rows_by_class(table)[0] for name, table in tables.items() if table}


def _side_wagers(configured: ConfiguredGame, plan: RoundPlan) -> list[SideWager]:
    wagers = []
    for wager_id, spot in configured.spots.items():
        if spot.table is not None and wager_id not in plan.tables_played:
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


def deal_order(kind: RoundKind, seats: tuple[int, ...], extra: int = 0) -> tuple[Where, ...]:
    """Return where the cards of the deal go, in order: place, seat and hand.

    *extra* is how many bonus cards, or whether the joker's replacement card, end it.

    >>> [(place.name, seat, hand) for place, seat, hand in deal_order(RoundKind.BLACKJACK, (1,))]
    [('HAND', 1, 1), ('DEALER', 0, 0), ('HAND', 1, 1), ('DEALER', 0, 0)]
    """
    return ROUND_PLANS[kind].deal_order(seats, extra)


def is_shuffled_every_round(setup: Setup) -> bool:
    """Whether no round follows another without a shuffle: one deck from the hand, or a shuffler."""
    shuffler = setup.configured.options.get("dealt_from") == "continuous shuffler"
    return shuffler or setup.plan.shuffled_every_round


def shoe_settings(setup: Setup, settings: ShoeSettings) -> ShoeSettings:
    """Return how the shoe is burned and cut at this table."""
    return settings.under(setup.configured.options)


def open_meters(
    setup: Setup, displays: Mapping[str, int], reserves: Mapping[str, int]
) -> dict[str, Meter]:
    """Return the meters of a table's progressives, by default at their seeds."""
    meters = {}
    for wager in setup.side_wagers:
        jackpot = wager.spot.jackpot
        if jackpot is not None and jackpot.scheme == "progressive":
            meters[wager.id] = Meter.open(
                seed=jackpot.seed * UNITS_PER_CENT,
                contribution=jackpot.contribution,
                reserve_share=jackpot.reserve,
                display=displays.get(wager.id),
                reserve=reserves.get(wager.id, 0),
            )
    return meters
