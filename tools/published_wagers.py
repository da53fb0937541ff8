"""Our values of published figures about counting side wagers."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from pitboss.advantage.gains import CountGain, Dealing, gain_at
from pitboss.advantage.shoe_samples import perfect_gain
from pitboss.advantage.wager_gains import count_gain
from pitboss.cards import FRENCH, Card, Shoe, card_rank, parse_card
from pitboss.counts.system import Counted, CountSystem
from pitboss.exact.any_wager.own_wagers import own_wager
from pitboss.exact.any_wager.wager_value import WagerValue, table_value
from pitboss.patterns.busts import Suits, compare_suits, three_eights
from pitboss.patterns.totals import TWENTY_ONE, best_total, dealer_draws, is_ace, value
from pitboss.rulebook.reading.library import game

SIX_DECKS = Shoe(FRENCH, 6)
SHOES = 100_000
"""Shoes of polynomial wagers: a standard error below one percent of the gain."""


def _over(*cards: Card) -> int:
    return 1 if sum(map(value, cards)) > 13 else -1


def _under(*cards: Card) -> int:
    return 1 if sum(map(value, cards)) < 13 else -1


def _match(up: Card, *cards: Card, suited: int) -> int:
    """Return what two cards win against an up card: 4 to 1 for a rank, more for the same suit."""
    pays = [suited if card == up else 4 for card in cards if card_rank(card) == card_rank(up)]
    return sum(pays) if pays else -1


def _bust_it(*cards: Card) -> int:
    """Return what a dealer's bust with exactly three cards pays, by the third."""
    first, second, third = cards
    hard = value(first) + value(second)
    ace = is_ace(first) or is_ace(second)
    total = best_total(hard + value(third), ace or is_ace(third))
    if not dealer_draws(hard, ace, hits_soft_17=True) or total <= TWENTY_ONE:
        return -1
    if three_eights(cards, 3) and compare_suits(cards, 3) != Suits.MIXED:
        return 200 if compare_suits(cards, 3) == Suits.ONE_SUIT else 50
    return {6: 15, 7: 9, 8: 7, 9: 5, 10: 3}[value(third)]


@cache
def _wager(name: str) -> WagerValue:
    if name in _OWN:
        return own_wager(SIX_DECKS, *_OWN[name])
    if name in _MATCHES:
        decks, suited = _MATCHES[name]
        return own_wager(Shoe(FRENCH, decks), 3, partial(_match, suited=suited))
    game_id, _, wager = name.rpartition("/")
    table = game(game_id).tables_of(wager)[0]
    return table_value(table, SIX_DECKS, wager=wager, after_up_card=wager == "bust-bonus")


_MATCHES = {"match, 2 decks": (2, 19), "match, 4 decks": (4, 12)}
"""Match the Dealer with 52 cards: decks, and what a suited match pays."""
_OWN: Mapping[str, tuple[int, Callable[..., int]]] = {
    "over 13": (2, _over),
    "under 13": (2, _under),
    "bust it": (3, _bust_it),
}


def _edge(arguments: Mapping[str, Any]) -> float:
    """Return the house edge; with an up card in sight, of the wager made then."""
    wager = _wager(arguments["of"])
    if "up" not in arguments:
        return -float(wager.value(wager.full))
    up = parse_card(arguments["up"])
    return -float(wager.value(wager.full.without(up), up=up))


def _removal(arguments: Mapping[str, Any]) -> float:
    """Return the effect of removal of one card."""
    return float(_wager(arguments["of"]).removal().card_effect(parse_card(arguments["card"])))


@cache
def _perfect(of: str, after_cut: int) -> CountGain:
    dealing = Dealing(cut=260, after_cut=after_cut, cards_a_round=5)
    gain = perfect_gain(_wager(of), dealing, shoes=SHOES)
    assert gain is not None
    return gain


def _perfect_figure(arguments: Mapping[str, Any]) -> float:
    gain = _perfect(arguments["of"], arguments["after_cut"])
    return float(gain.as_json()[arguments["figure"]])


def _suits_figure(arguments: Mapping[str, Any]) -> float:
    """Return one figure of a bettor by the difference of suits for each deck."""
    suits = CountSystem(name="suits", kind=Counted.SUIT_DIFFERENCE)
    dealing = Dealing(cut=260, after_cut=1, cards_a_round=5)
    gain = count_gain(_wager(arguments["of"]), suits, SIX_DECKS, dealing)
    assert gain is not None
    return float(gain_at(gain, arguments["trigger"]).as_json()[arguments["figure"]])


WAGER_MEASURES: Mapping[str, Callable[[Mapping[str, Any]], float]] = {
    "wager-edge": _edge,
    "wager-removal": _removal,
    "perfect-play": _perfect_figure,
    "suit-difference": _suits_figure,
}
