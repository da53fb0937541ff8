"""The words on a felt: the pays of its wagers, its print, its main rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards import RANK_LETTERS, Card, card_rank
from pitboss.engine.events import TIP
from pitboss.engine.setup import Setup
from pitboss.engine.terms import BET_BIGGER
from pitboss.patterns.busts import Suits, bust_up_card
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import BlackjackRules, PayRow
from pitboss.rulebook.pays import CENTS_PER_DOLLAR, Dollars, Odds, Plain, format_pay
from pitboss.text.kinds import KINDS
from pitboss.text.numbers import say_odds, short_money
from pitboss.text.rules import limit_words
from pitboss.text.say import say, say_many, say_name

DOT = "  ·  "
"""Between two parts of the print."""
_THREE_TO_TWO = Odds(3, 2)


def pay_words(setup: Setup, wager_id: str) -> tuple[str, ...]:
    """Return the rows of a wager's pay table, as the felt prints them."""
    own = wager_id.removeprefix(TIP)
    spot = setup.configured.spots[own]
    if spot.table is not None:
        return tuple(_row_words(row, spot) for row in spot.table.rows if is_paid(row))
    rows = [f"a win: {spot.wager.pays or '1 to 1'}"]
    if own in setup.mains or own.startswith(BET_BIGGER):
        rows += _main_pays(setup)
    return tuple(dict.fromkeys(rows))


def felt_limits(setup: Setup, spot: Spot) -> str:
    """Return the limits of a spot as players read them, with other spots by their titles."""
    words = limit_words(spot)
    equals = spot.wager.equals
    return words.replace(equals, setup.configured.spots[equals].wager.title) if equals else words


def limit_line(setup: Setup) -> str:
    """Return the limits of every wager that has some, in one line."""
    spots = setup.configured.spots.values()
    parts = ((spot.wager.title, felt_limits(setup, spot)) for spot in spots)
    return ", ".join(f"{title} {words}" for title, words in parts if words)


def pay_rows(setup: Setup, wager_id: str) -> tuple[tuple[str, str], ...]:
    """Return the same as outcomes and their pays."""
    pairs = (row.rpartition(": ") for row in pay_words(setup, wager_id))
    return tuple((name, pay) for name, _, pay in pairs)


def _main_pays(setup: Setup) -> Iterator[str]:
    """Return the pays of a main wager beside even money."""
    yield from KINDS[setup.round].main_pays(setup)
    yield from (f"{row.name}: {row.text}" for row in setup.bonus_21.values())
    if setup.blackjack is not None and setup.blackjack.dealer_22_pushes:
        yield "a dealer 22: push"
    yield from _super_bonus_pays(setup)


_SEVENS = {"three suited sevens": "suited 7-7-7", "7h 7c 7d": "7♥ 7♣ 7♦"}
_UP_SEVENS = {"any seven": "a 7", "7s": "7♠"}


def _super_bonus_pays(setup: Setup) -> Iterator[str]:
    """Return the Super Bonus of this deck count, and the envy of the others."""
    bonus = setup.configured.game.super_bonus
    if bonus is None:
        return
    for hand in bonus.hands:
        if setup.shoe.deck_count in hand.decks:
            won = f"Super Bonus, {_SEVENS[hand.player]} v {_UP_SEVENS[hand.up_card]}"
            for band in bonus.bands:
                yield f"{won}, {short_money(band.wager_min)} up: {short_money(band.pays)}"
                won = "Super Bonus"
    yield f"Envy, another's Super Bonus: {short_money(bonus.envy)}"


def open_pay_words(setup: Setup, wager_id: str, up: Card) -> tuple[str, ...]:
    """Return the pays still possible for a wager during the round, after the up card."""
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
    return tuple(_row_words(row, wager.spot) for row in rows if row is not None and is_paid(row))


def is_paid(row: PayRow) -> bool:
    """Return whether a row of a pay table pays anything."""
    return row.is_offered and row.pay is not Plain.LOSS


def _row_words(row: PayRow, spot: Spot) -> str:
    """Return a row with its pay; dollars for each $1 are those of the one wager that is taken."""
    stake = spot.jackpot.wager if spot.jackpot is not None else None
    if stake is not None and isinstance(row.pay, Dollars):
        return f"{row.title}: {short_money(row.pay.cents * stake // CENTS_PER_DOLLAR)}"
    return f"{row.title}: {row.text}"


def printed_lines(setup: Setup) -> tuple[str, ...]:
    """Return the print between the dealer and the players, line by line."""
    words = (*KINDS[setup.round].printed(setup), *_blackjack_print(setup))
    return tuple(filter(None, words))


def printed_words(setup: Setup) -> str:
    """Return the same in one line of capitals."""
    return DOT.join(printed_lines(setup)).upper()


def _blackjack_print(setup: Setup) -> Iterator[str]:
    rules = setup.blackjack
    if rules is None:
        return
    yield say("free doubles on hard 9 to 11, free splits") if rules.free_bets else ""
    yield say("dealer 22 pushes") if rules.dealer_22_pushes else ""
    yield say("21 always wins") if rules.twenty_one_wins and not _every_21_wins(setup) else ""
    yield say("dealer hits soft 17" if rules.soft17 == "hit" else "dealer stands on all 17s")
    yield say("insurance pays {odds}", odds=say_odds(format_pay(setup.insurance_odds)))


def special_words(setup: Setup) -> tuple[str, ...]:
    """Return the special rules of the game, a few words each."""
    words = [*KINDS[setup.round].rules(setup)]
    if setup.blackjack is not None:
        words += _special_rules(setup, setup.blackjack)
    return tuple(filter(None, words))


def rule_words(setup: Setup) -> tuple[str, ...]:
    """Return the table's main rules, a few words each; special ones come first."""
    words = [*special_words(setup)]
    decks = setup.shoe.deck_count
    words.append(say_many(decks, "{count} deck", "{count} decks"))
    if setup.blackjack is not None:
        words += _blackjack_rules(setup, setup.blackjack)
    return tuple(filter(None, words))


def _special_rules(setup: Setup, rules: BlackjackRules) -> Iterator[str]:
    """Return the special rules of a game."""
    yield say("free doubles and splits") if rules.free_bets else ""
    yield say("dealer 22 pushes") if rules.dealer_22_pushes else ""
    has_tens = any(RANK_LETTERS[card_rank(card)] == "T" for card in setup.shoe.deck.cards)
    yield "" if has_tens else say("no tens")
    yield say("21 always wins") if rules.twenty_one_wins and not _every_21_wins(setup) else ""
    if setup.blackjack_odds != _THREE_TO_TWO and not _every_21_wins(setup):
        yield say("blackjack pays {odds}", odds=say_odds(format_pay(setup.blackjack_odds)))
    yield say("double-double down") if rules.redouble else ""


def _every_21_wins(setup: Setup) -> bool:
    """Return whether the kind of round already says what a 21 does (2111)."""
    return KINDS[setup.round].first_three_may_pass_21


def _blackjack_rules(setup: Setup, rules: BlackjackRules) -> Iterator[str]:
    yield say("dealer hits soft 17" if rules.soft17 == "hit" else "dealer stands on soft 17")
    if setup.blackjack_odds == _THREE_TO_TWO and not _every_21_wins(setup):
        yield say("blackjack pays {odds}", odds=say_odds(format_pay(setup.blackjack_odds)))
    yield say("double for less") if rules.double_for_less else ""
    yield say("cards face down") if setup.face_down else ""


def say_note(note: str) -> str:
    """Write a note in the reader's language, sentence by sentence."""
    return " ".join(map(say_name, re.split(r"(?<=\.) ", note))) if note else ""


def plain_note(note: str) -> str:
    """Return a note for the people at a table, without sentences about how a house sets it up.

    >>> plain_note("Lives on after a fold. With bonus_alone = true it needs no ante.")
    'Lives on after a fold.'
    """
    sentences = re.split(r"(?<=\.) ", note)
    spoken = (s for s in sentences if " = " not in s and not s.startswith(_OF_THE_HOUSE))
    return " ".join(spoken)


_OF_THE_HOUSE = (
    *("The house may ", "The house must ", "Where the house ", "The amount is set "),
    *("A tip on it ", "With cards dealt face down"),
)
"""How sentences begin that sheets say elsewhere, where they hold."""


class SuperBonusParts(NamedTuple):
    """The Super Bonus of a table in words."""

    hand: str
    """The cards that win it: "Three suited sevens against any dealer seven"."""
    bands: str
    envy: str
    void: str


def super_bonus_parts(setup: Setup) -> SuperBonusParts | None:
    """Return the Super Bonus of this deck count in words; None if the game has none."""
    bonus = setup.configured.game.super_bonus
    if bonus is None:
        return None
    hand = next(hand for hand in bonus.hands if setup.shoe.deck_count in hand.decks)
    is_suited = hand.player == "three suited sevens"
    cards = say("three suited sevens") if is_suited else "7♥ 7♣ 7♦"
    up = say("any dealer seven" if hand.up_card == "any seven" else "the dealer's 7♠")
    either = say(" or ")
    with_wager = "{amount} with a wager of {least} or more"
    bands = either.join(
        say(with_wager, amount=short_money(band.pays), least=short_money(band.wager_min))
        for band in bonus.bands
    )
    won = f"{cards[0].upper()}{cards[1:]}{say(' against {card}', card=up)}"
    void = either.join(map(say_name, bonus.void))
    return SuperBonusParts(won, bands, short_money(bonus.envy), void)


def super_bonus_sentences(setup: Setup) -> Iterator[str]:
    """Yield the Super Bonus of a game that has one, for players."""
    prize = super_bonus_parts(setup)
    if prize is not None:
        hand = f"{prize.hand[0].lower()}{prize.hand[1:]}"
        yield say("Super Bonus: {hand} win {bands}.", hand=hand, bands=prize.bands)
        yield say("Every other player with a wager gets {amount}.", amount=prize.envy)
        yield say("It is void after a {reason}.", reason=prize.void)
