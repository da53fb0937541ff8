"""What a table says of itself: what its wagers pay, what its felt has printed, its main rules."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.engine.events import TIP
from pitboss.engine.setup import Setup
from pitboss.engine.terms import BET_BIGGER
from pitboss.patterns.busts import Suits, bust_up_card
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.rulebook.model import (
    AnteUpRules,
    BlackjackRules,
    HoldemRules,
    PaiJackRules,
    PayRow,
    ThreeCardRules,
    WildPokerRules,
)
from pitboss.rulebook.pays import Odds, Plain, parse_ratio

_DOT = "  ·  "


def pay_words(setup: Setup, wager_id: str) -> tuple[str, ...]:
    """Return the rows of a wager's pay table, as the felt prints them."""
    own = wager_id.removeprefix(TIP)
    spot = setup.configured.spots[own]
    if spot.table is not None:
        return tuple(_row_words(row) for row in spot.table.rows if _is_paid(row))
    rows = [f"a win: {spot.wager.pays or '1 to 1'}"]
    if own in setup.mains or own.startswith(BET_BIGGER):
        rows += _main_pays(setup)
    return tuple(dict.fromkeys(rows))


def _main_pays(setup: Setup) -> Iterator[str]:
    """What a main wager pays beside even money."""
    kind = setup.configured.game.kind_rules
    if isinstance(kind, PaiJackRules):
        yield f"Pai Jack: {_odds(parse_ratio(kind.pai_jack_pays))}"
        yield "a dealer bust: push"
    if setup.blackjack is None:
        return
    if isinstance(kind, ThreeCardRules):
        yield f"21 with three cards: {_odds(setup.twenty_one_odds)}"
    else:
        yield f"blackjack: {_odds(setup.blackjack_odds)}"
    yield from (f"{row.name}: {row.text}" for row in setup.bonus_21.values())
    if setup.blackjack.dealer_22_pushes:
        yield "a dealer 22: push"


def _odds(odds: Odds) -> str:
    return f"{odds.to} to {odds.per}"


def open_pay_words(setup: Setup, wager_id: str, up: Card) -> tuple[str, ...]:
    """Return what a wager made during the round may still pay, now that the up card lies there."""
    wager = next(wager for wager in setup.side_wagers if wager.id == wager_id)
    if wager.family != "dealer-bust-up-card":
        return pay_words(setup, wager_id)
    three_eights = (False, True) if value(up) == 8 else (False,)
    classes = [
        bust_up_card(TWENTY_ONE + 1, value(up), eights, suits)
        for eights in three_eights
        for suits in (Suits.MIXED, Suits.ONE_SUIT)
    ]
    rows = (wager.by_class[0].get(number) for number in classes)
    return tuple(_row_words(row) for row in rows if row is not None and _is_paid(row))


def _is_paid(row: PayRow) -> bool:
    return row.offered and row.pay is not Plain.LOSS


def _row_words(row: PayRow) -> str:
    column = f", {row.column}" if row.column else ""
    return f"{row.name}{column}: {row.text}"


def printed_words(setup: Setup) -> str:
    """Return what the felt has printed between the dealer and the players."""
    kind = setup.configured.game.kind_rules
    match kind:
        case PaiJackRules():
            pays = _odds(parse_ratio(kind.pai_jack_pays))
            said = [f"Pai Jack pays {pays}", "both hands are compared", "dealer bust pushes"]
        case WildPokerRules():
            said = ["deuces and joker wild", f"play {kind.play_multiple}x the ante or fold"]
        case _:
            assert setup.blackjack is not None
            said = list(_blackjack_print(setup, setup.blackjack))
    return _DOT.join(said).upper()


def _blackjack_print(setup: Setup, rules: BlackjackRules) -> Iterator[str]:
    if isinstance(setup.configured.game.kind_rules, ThreeCardRules):
        yield "every 21 wins at once"
    else:
        yield f"blackjack pays {_odds(setup.blackjack_odds)}"
    yield "dealer hits soft 17" if rules.soft17 == "hit" else "dealer stands on all 17s"
    if rules.dealer_22_pushes:
        yield "dealer 22 pushes"
    yield f"insurance pays {_odds(setup.insurance_odds)}"


def rule_words(setup: Setup) -> tuple[str, ...]:
    """Return the table's main rules, a few words each."""
    decks = setup.shoe.deck_count
    said = [f"{decks} deck{'' if decks == 1 else 's'}", *_kind_rules(setup)]
    if setup.blackjack is not None:
        said += _blackjack_rules(setup, setup.blackjack)
    return tuple(words for words in said if words)


def _kind_rules(setup: Setup) -> Iterator[str]:
    """What makes a game that is not blackjack alone."""
    kind = setup.configured.game.kind_rules
    match kind:
        case PaiJackRules():
            yield f"set {kind.low_cards} low and {kind.high_cards} high"
            yield f"Pai Jack pays {_odds(parse_ratio(kind.pai_jack_pays))}"
        case WildPokerRules():
            yield "deuces and joker wild"
            yield f"play {kind.play_multiple}x the ante or fold"
        case ThreeCardRules():
            yield f"{kind.cards} cards to start"
            yield "every 21 wins"
        case HoldemRules():
            yield "then poker with the dealer's two"
        case AnteUpRules():
            yield f"poker: dealer plays with {kind.dealer_qualifies}"
        case _:
            pass


def _blackjack_rules(setup: Setup, rules: BlackjackRules) -> Iterator[str]:
    yield "dealer hits soft 17" if rules.soft17 == "hit" else "dealer stands on soft 17"
    if not isinstance(setup.configured.game.kind_rules, ThreeCardRules):
        yield f"blackjack pays {_odds(setup.blackjack_odds)}"
    yield "free doubles and splits" if rules.free_bets else ""
    yield "dealer 22 pushes" if rules.dealer_22_pushes else ""
    yield "double-double down" if rules.redouble else ""
    yield "double for less" if rules.double_for_less else ""
    yield "cards face down" if setup.face_down else ""
