"""The layout of a table: every constant that a page needs to draw it."""

from __future__ import annotations

from typing import Any, Final

from pitboss.cards import format_cards
from pitboss.engine.bets import ONE_SEAT
from pitboss.engine.setup import Setup
from pitboss.floor.terms import TableTerms
from pitboss.pit.frames import MILLISECOND
from pitboss.report.catalogue.pay_tables import pay_table_edges
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.limits import CENTS_MAX
from pitboss.rulebook.model import Moment
from pitboss.rulebook.pays import CENTS_PER_DOLLAR
from pitboss.sitting.amounts import least_wagers, legal_amount, main_wagers, tip_spots
from pitboss.sitting.bankroll import least_bet
from pitboss.sitting.example import example_lines
from pitboss.text.actions import KEYS, LABELS, MEANINGS, game_actions, wager_title
from pitboss.text.felt import (
    felt_limits,
    pay_rows,
    plain_note,
    printed_lines,
    rule_words,
    say_note,
    super_bonus_sentences,
)
from pitboss.text.kinds import KINDS
from pitboss.text.numbers import say_odds
from pitboss.text.say import current_language, say, say_name

Json = dict[str, Any]

CHIPS: Final = (1, 5, 25, 100, 500, 2_500, 10_000, 50_000, 100_000, 500_000, 1_000_000)
"""The chips that a house may have, in cents."""
CHIPS_SHOWN: Final = 6
_FIRST_BET: Final = 10 * CENTS_PER_DOLLAR
_USUAL_BETS: Final = 40
"""The usual buy-in in bets of ten dollars, or of the table's minimum."""


def setup_layout(setup: Setup) -> Json:
    """Return the layout that the rules give a table: felt, wagers, chips and decisions."""
    configured = setup.configured
    game = configured.game
    tips = tip_spots(setup)
    offered = game_actions(setup)
    how = [*KINDS[setup.round].how_to_play(setup), *super_bonus_sentences(setup)]
    wagers = [
        _wager(setup, wager, spot, tip=f"tip:{wager}" in tips)
        for wager, spot in configured.spots.items()
    ]
    return {
        "game": game.id,
        "title": game.title,
        "kind": setup.round.value,
        "digest": configured.digest,
        "print": printed_lines(setup),
        "rules": rule_words(setup),
        "how": [
            {"title": say("How to play"), "lines": how},
            {
                "title": say("An example, dealt by the engine"),
                "lines": example_lines(setup, current_language()),
            },
        ],
        "wagers": wagers,
        "mains": setup.mains,
        "least_wagers": least_wagers(setup),
        "chips": chips_for(setup),
        "actions": {
            kind.value: {
                "label": say(LABELS[kind]),
                "key": KEYS[kind],
                "meaning": say(MEANINGS[kind]),
            }
            for kind in LABELS
            if kind in offered
        },
        "irregularities": [
            {"kind": item.id, "title": f"{item.title} ({item.cite})"}
            for item in game.irregularities
            if item.is_ruled_at_table
        ],
        "buy_in": _buy_in(setup),
        "decks": setup.shoe.deck_count,
        "cards": setup.shoe.size,
        "kinds": [format_cards([card]) for card in sorted({*setup.shoe.deck.cards})],
    }


def table_layout(terms: TableTerms) -> Json:
    """Return the layout of a table of the floor."""
    clocks = terms.clocks
    parts = {"betting": clocks.betting, "decision": clocks.decision, "bank": clocks.bank}
    return {
        "id": terms.id,
        "name": terms.name,
        "seats": terms.seats,
        "practice": bool(terms.owner),
        "own_chips": terms.has_own_chips,
        "clocks": {
            f"{name}_ms": microseconds // MILLISECOND for name, microseconds in parts.items()
        }
        if clocks.waits
        else None,
        "absent": terms.absent,
        **setup_layout(terms.setup),
    }


def _wager(setup: Setup, wager: str, spot: Spot, *, tip: bool) -> Json:
    low = legal_amount(spot, 0)
    jackpot = spot.jackpot
    high = low if jackpot is not None and jackpot.wager is not None else spot.max
    return {
        "id": wager,
        "title": wager_title(setup, wager),
        "group": "main" if wager in setup.mains else "side",
        "made": spot.wager.made,
        "early": spot.wager.made == Moment.BEFORE_DEAL,
        "low": low,
        "high": high,
        "step": CENTS_PER_DOLLAR if spot.wager.whole_dollars else 1,
        "needed": wager in setup.mains or wager in setup.required,
        "equals": spot.wager.equals,
        "needs": spot.wager.needs,
        "one_seat": wager == ONE_SEAT,
        "limits": felt_limits(setup, spot),
        "pays": [(say_name(row), say_odds(pay)) for row, pay in pay_rows(setup, wager)],
        "meter": jackpot is not None,
        "tip": tip,
        "tip_high": spot.tip_max if tip else None,
        "note": say_note(plain_note(spot.wager.note)),
        **_figures(setup, wager, spot),
    }


def _figures(setup: Setup, wager: str, spot: Spot) -> Json:
    """Return how often a wager wins and its house edge, where its pay table decides alone."""
    if spot.table is None:
        return {}
    game = setup.configured.game.id
    options = setup.configured.options
    for line in pay_table_edges():
        is_here = (line.game, line.wager, line.table) == (game, wager, spot.table.id)
        chosen = (option.split("=", 1) for option in line.options.split())
        fits = all(str(options.get(name)) == value for name, value in chosen)
        if is_here and line.decks == setup.shoe.deck_count and fits:
            return {"edge": line.cost, "hits": line.hit_frequency}
    return {}


def chips_for(setup: Setup) -> list[int]:
    """Return the chips for the limits of a table, from its smallest wager up.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.ready import ready_tables
    >>> chips_for(prepare(ready_tables()["wa/spanish-21"].house))
    [100, 500, 2500, 10000]
    """
    spots = [
        offered
        for offered in setup.configured.spots.values()
        if offered.wager.made == Moment.BEFORE_DEAL
    ]
    least = max(CENTS_PER_DOLLAR // 4, min(legal_amount(spot, 0) for spot in spots))
    unlimited = any(setup.configured.spots[main].max is None for main in setup.mains)
    most = CENTS_MAX if unlimited else max(spot.max or 0 for spot in spots)
    first = max(chip for chip in CHIPS if chip <= least)
    return [chip for chip in CHIPS if first <= chip <= most][:CHIPS_SHOWN]


def _buy_in(setup: Setup) -> Json:
    low = least_bet(setup)
    first = least_wagers(setup) | main_wagers(setup, _FIRST_BET)
    usual = _USUAL_BETS * sum(first.values())
    return {"low": low, "high": CENTS_MAX, "usual": max(low, usual)}
