"""The dealer's procedure beyond blackjack, sentence by sentence: one function a kind of round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.engine.events import Phase
from pitboss.engine.legal import low_ace
from pitboss.engine.setup import Setup
from pitboss.patterns.pai_jack import LowAce
from pitboss.rulebook.model import (
    AnteUpRules,
    HoldemRules,
    PaiJackRules,
    SwitchRules,
    ThreeCardRules,
    WildPokerRules,
)
from pitboss.rulebook.model.rules import clauses
from pitboss.rulebook.pays import format_pay, parse_ratio


class Instruction(NamedTuple):
    """One sentence of the procedure."""

    phase: Phase
    cite: str
    """The clause that it comes from."""
    text: str


Dealing = Iterator[Instruction]


def plain_dealing(_: Setup) -> Dealing:
    """Yield nothing: blackjack needs no more."""
    return iter(())


def switch_dealing(setup: Setup) -> Dealing:
    """Yield the extra steps of Blackjack Switch."""
    rules = setup.kind_rules(SwitchRules)
    yield Instruction(
        Phase.HANDS,
        _cite(rules, "switched_blackjack"),
        "Ask every player first: switch the second cards of both hands, or keep them."
        f" A blackjack made by a switch counts {rules.switched_blackjack}.",
    )


def three_card_dealing(setup: Setup) -> Dealing:
    """Yield the extra steps of 3 Card 21."""
    rules = setup.kind_rules(ThreeCardRules)
    yield Instruction(
        Phase.FIRST_21S,
        "2111(6)",
        f"Pay every 21 of three cards {ratio_words(rules.three_card_21_pays)} and take the"
        " cards. A player with a pair or an ace in it may split instead.",
    )
    yield Instruction(
        Phase.HANDS,
        _cite(rules, "split_into"),
        f"First cards under 21 with a pair may be split into {rules.split_into} hands,"
        " for two more wagers as large as the first.",
    )
    over = f"First cards over 21: {rules.over_21}. Surrender costs half the wager."
    yield Instruction(Phase.HANDS, _cite(rules, "over_21"), over)
    yield Instruction(Phase.HANDS, "2111 Player(5)", "Pay every 21 at once.")


def holdem_dealing(setup: Setup) -> Dealing:
    """Yield the poker part of 21-Hold 'em."""
    rules = setup.kind_rules(HoldemRules)
    yield Instruction(
        Phase.POKER,
        _cite(rules, "community_cards"),
        "Lay your up card on community spot 1 and your down card, face up, on spot 2."
        " Take back and shuffle the rest.",
    )
    yield Instruction(
        Phase.POKER,
        _cite(rules, "player_cards"),
        "One card face down, clockwise, to every player with a PK wager.",
    )
    yield Instruction(
        Phase.POKER,
        _cite(rules, "bet_equals"),
        "Ask each in turn: a wager as large as PK for the next card, or a fold. Deal"
        f" up to {rules.player_cards} cards to a player. A fold loses all poker wagers.",
    )
    yield Instruction(
        Phase.POKER,
        "2104(13)",
        "From your right, pay every poker wager for the best five of the player's cards"
        " and the community cards, by the poker table; take those it does not pay.",
    )
    misdeal = f"A wrong number of poker cards {rules.misdeal}."
    yield Instruction(Phase.POKER, _cite(rules, "misdeal"), misdeal)


def ante_up_dealing(setup: Setup) -> Dealing:
    """Yield the poker part of Ante Up 21."""
    rules = setup.kind_rules(AnteUpRules)
    yield Instruction(
        Phase.BET_OR_FOLD,
        _cite(rules, "bet_equals"),
        "Ask every player with an ANTE in turn: a BET as large as the ANTE, or a fold."
        " A fold loses the ANTE.",
    )
    yield Instruction(
        Phase.HANDS,
        _cite(rules, "bust_card_plays"),
        "A bust hand stays on its spot: its cards play for ANTE and BET.",
    )
    yield Instruction(
        Phase.SETTLE,
        _cite(rules, "ranking"),
        "Show the best two of your cards and announce both hands. Settle 21, then ANTE,"
        f" then BET. Poker hands rank {', then '.join(rules.ranking)}.",
    )
    yield Instruction(
        Phase.SETTLE,
        "2106(13)(c)-(d)",
        f"With less than {rules.dealer_qualifies} you do not qualify: pay every ANTE"
        " 1 to 1; every BET is a push.",
    )
    yield Instruction(
        Phase.SETTLE,
        _cite(rules, "bet_against_dealer_blackjack"),
        f"Against your blackjack every BET is a {rules.bet_against_dealer_blackjack}.",
    )


def pai_jack_dealing(setup: Setup) -> Dealing:
    """Yield the whole of Pai Jack after the deal."""
    rules = setup.kind_rules(PaiJackRules)
    yield Instruction(
        Phase.AFTER_DEAL,
        "2112(5)",
        "A player who shows a Pai Jack, an ace with two ten-value cards, is paid"
        f" {ratio_words(rules.pai_jack_pays)}.",
    )
    yield Instruction(
        Phase.SETTING,
        _cite(rules, "low_may_equal_high"),
        f"Every player sets a low hand of {rules.low_cards} cards and a high hand of"
        f" {rules.high_cards}. The high hand may not pass 21, nor the low hand the high.",
    )
    yield Instruction(Phase.SETTING, "2112(6); ruling P2", low_ace_words(setup))
    bust = "A hand without a legal setting has bust: five cards face down on the high spot."
    yield Instruction(Phase.SETTING, "2112(7)", bust)
    way = f"Turn your cards up and set them the house way: {'; '.join(rules.house_way)}."
    yield Instruction(Phase.DEALER, _cite(rules, "house_way"), way)
    push = "If you bust, every main wager is a push."
    yield Instruction(Phase.SETTLE, _cite(rules, "dealer_bust"), push)
    win = "Your Pai Jack wins every main wager."
    yield Instruction(Phase.SETTLE, _cite(rules, "dealer_pai_jack"), win)
    yield Instruction(
        Phase.SETTLE,
        "2112(11)",
        "Compare high with high and low with low. Two wins, or a win and a tie, pay"
        f" {ratio_words(rules.win_pays)}. One win and one loss, or two ties, push. The rest loses.",
    )


def low_ace_words(setup: Setup) -> str:
    """Say how an ace of the low hand counts at this table (2112(6); ruling P2)."""
    match low_ace(setup):
        case LowAce.ELEVEN:
            return "An ace in the low hand is 11, and one of two aces 1."
        case LowAce.EITHER:
            return "An ace in the low hand is 11, or 1 where 11 would outrank the high hand."


def wild_poker_dealing(setup: Setup) -> Dealing:
    """Yield the whole of Deuces Wild Xtreme after the deal."""
    rules = setup.kind_rules(WildPokerRules)
    times = "twice" if rules.play_multiple == 2 else f"{rules.play_multiple} times"
    yield Instruction(
        Phase.BET_OR_FOLD,
        "2118(8)",
        f"Ask every player in turn: Play, {times} the ante, or a fold. A fold loses Ante"
        " and Odds; optional wagers stay.",
    )
    yield Instruction(
        Phase.SETTLE,
        _cite(rules, "tie"),
        f"{rules.wild.capitalize()} are wild. The higher hand wins: Ante and Play pay"
        f" {ratio_words(rules.win_pays)}, Odds by their table. A tie is a {rules.tie}.",
    )
    ranks = ", ".join(name.replace("-", " ") for name in rules.ranking)
    yield Instruction(Phase.SETTLE, _cite(rules, "ranking"), f"Hands rank {ranks}.")


def _cite(rules: object, name: str) -> str:
    """Return the citation of a rule of this kind of round."""
    return clauses(type(rules))[name][1]


def ratio_words(text: str) -> str:
    """Write the ratio of a rule as the felt does.

    >>> ratio_words("3:2")
    '3 to 2'
    """
    return format_pay(parse_ratio(text))
