"""The dealer's procedure beyond blackjack, part by part: one entry for each kind of round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.engine.events import Phase
from pitboss.engine.setup import Setup
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

Instruction = tuple[str, str]
"""A sentence, and the clause that it comes from."""
Dealing = Mapping[Phase, tuple[Instruction, ...]]


def plain_dealing(_: Setup) -> Dealing:
    """Return nothing: blackjack needs no more."""
    return {}


def switch_dealing(setup: Setup) -> Dealing:
    """Return the extra steps of Blackjack Switch."""
    rules = setup.kind_rules(SwitchRules)
    return {
        Phase.HANDS: (
            (
                (
                    "Ask every player first: switch the second cards of both hands, or keep them."
                    f" A blackjack made by a switch counts {rules.switched_blackjack}."
                ),
                _cite(SwitchRules, "switched_blackjack"),
            ),
        )
    }


def three_card_dealing(setup: Setup) -> Dealing:
    """Return the extra steps of 3 Card 21."""
    rules = setup.kind_rules(ThreeCardRules)
    split = _cite(ThreeCardRules, "split_into")
    return {
        Phase.FIRST_21S: (
            (
                (
                    f"Pay every 21 of three cards {_ratio(rules.three_card_21_pays)} and take the"
                    " cards. A player with a pair or an ace in it may split instead."
                ),
                "2111(6)",
            ),
        ),
        Phase.HANDS: (
            (
                (
                    f"First cards under 21 with a pair may be split into {rules.split_into} hands,"
                    " for two more wagers as large as the first."
                ),
                split,
            ),
            (
                f"First cards over 21: {rules.over_21}. Surrender costs half the wager.",
                _cite(ThreeCardRules, "over_21"),
            ),
            ("Pay every 21 at once.", "2111 Player(5)"),
        ),
    }


def holdem_dealing(setup: Setup) -> Dealing:
    """Return the poker part of 21-Hold 'em."""
    rules = setup.kind_rules(HoldemRules)
    cards = _cite(HoldemRules, "player_cards")
    return {
        Phase.POKER: (
            (
                (
                    "Lay your up card on community spot 1 and your down card, face up, on spot 2."
                    " Take back and shuffle the rest."
                ),
                _cite(HoldemRules, "community_cards"),
            ),
            ("One card face down, clockwise, to every player with a PK wager.", cards),
            (
                (
                    "Ask each in turn: a wager as large as PK for the next card, or a fold. Deal"
                    f" up to {rules.player_cards} cards to a player. A fold loses all poker wagers."
                ),
                _cite(HoldemRules, "bet_equals"),
            ),
            (
                (
                    "From your right, pay every poker wager for the best five of the player's cards"
                    " and the community cards, by the poker table; take those it does not pay."
                ),
                "2104(13)",
            ),
            (f"A wrong number of poker cards {rules.misdeal}.", _cite(HoldemRules, "misdeal")),
        )
    }


def ante_up_dealing(setup: Setup) -> Dealing:
    """Return the poker part of Ante Up 21."""
    rules = setup.kind_rules(AnteUpRules)
    return {
        Phase.BET_OR_FOLD: (
            (
                (
                    "Ask every player with an ANTE in turn: a BET as large as the ANTE, or a fold."
                    " A fold loses the ANTE."
                ),
                _cite(AnteUpRules, "bet_equals"),
            ),
        ),
        Phase.HANDS: (
            (
                "A bust hand stays on its spot: its cards play for ANTE and BET.",
                _cite(AnteUpRules, "bust_card_plays"),
            ),
        ),
        Phase.SETTLE: (
            (
                (
                    "Show the best two of your cards and announce both hands. Settle 21, then ANTE,"
                    f" then BET. Poker hands rank {', then '.join(rules.ranking)}."
                ),
                _cite(AnteUpRules, "ranking"),
            ),
            (
                (
                    f"With less than {rules.dealer_qualifies} you do not qualify: pay every ANTE"
                    " 1 to 1; every BET is a push."
                ),
                "2106(13)(c)-(d)",
            ),
            (
                f"Against your blackjack every BET is a {rules.bet_against_dealer_blackjack}.",
                _cite(AnteUpRules, "bet_against_dealer_blackjack"),
            ),
        ),
    }


def pai_jack_dealing(setup: Setup) -> Dealing:
    """Return the whole of Pai Jack after the deal."""
    rules = setup.kind_rules(PaiJackRules)
    return {
        Phase.AFTER_DEAL: (
            (
                ("A player who shows a Pai Jack, an ace with two ten-value cards, is paid"
                f" {_ratio(rules.pai_jack_pays)}."),
                "2112(5)",
            ),
        ),
        Phase.SETTING: (
            (
                (f"Every player sets a low hand of {rules.low_cards} cards and a high hand of"
                f" {rules.high_cards}. The high hand may not pass 21, nor the low hand the high."),
                _cite(PaiJackRules, "low_may_equal_high"),
            ),
            ("A hand without a legal setting has bust: five cards face down on the high spot.",
             "2112(7)"),
        ),
        Phase.DEALER: (
            (
                f"Turn your cards up and set them the house way: {'; '.join(rules.house_way)}.",
                _cite(PaiJackRules, "house_way"),
            ),
        ),
        Phase.SETTLE: (
            ("If you bust, every main wager is a push.", _cite(PaiJackRules, "dealer_bust")),
            ("Your Pai Jack wins every main wager.", _cite(PaiJackRules, "dealer_pai_jack")),
            (
                ("Compare high with high and low with low. Two wins, or a win and a tie, pay"
                f" {_ratio(rules.win_pays)}. One win and one loss, or two ties, push. The rest"
                " loses."),
                "2112(11)",
            ),
        ),
    }  # fmt: skip


def wild_poker_dealing(setup: Setup) -> Dealing:
    """Return the whole of Deuces Wild Xtreme after the deal."""
    rules = setup.kind_rules(WildPokerRules)
    times = "twice" if rules.play_multiple == 2 else f"{rules.play_multiple} times"
    return {
        Phase.BET_OR_FOLD: (
            (
                (f"Ask every player in turn: Play, {times} the ante, or a fold. A fold loses Ante"
                " and Odds; optional wagers stay."),
                "2118(8)",
            ),
        ),
        Phase.SETTLE: (
            (
                (f"{rules.wild.capitalize()} are wild. The higher hand wins: Ante and Play pay"
                f" {_ratio(rules.win_pays)}, Odds by their table. A tie is a {rules.tie}."),
                _cite(WildPokerRules, "tie"),
            ),
            ("Hands rank " + ", ".join(name.replace("-", " ") for name in rules.ranking) + ".",
             _cite(WildPokerRules, "ranking")),
        ),
    }  # fmt: skip


def _cite(shape: type[Any], rule: str) -> str:
    """Return the citation of a rule of this kind of round."""
    return clauses(shape)[rule][1]


def _ratio(text: str) -> str:
    return format_pay(parse_ratio(text))
