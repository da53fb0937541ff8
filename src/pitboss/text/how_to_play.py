"""How a game is played, in sentences for the people at the table: one list a kind of round."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.setup import Setup
from pitboss.rulebook.model import (
    AnteUpRules,
    BlackjackRules,
    HoldemRules,
    PaiJackRules,
    SwitchRules,
    ThreeCardRules,
    WildPokerRules,
)
from pitboss.rulebook.pays import format_pay
from pitboss.text.rules import rule_text

Sentences = Iterator[str]
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_DOUBLED = {
    "any": "",
    "9-11": " that make a hard 9, 10 or 11",
    "10-11": " that make a hard 10 or 11",
}


def blackjack_play(setup: Setup) -> Sentences:
    """Yield blackjack as this table plays it."""
    hidden = ", face down" if setup.face_down else ""
    yield f"You get two cards{hidden}. The dealer gets one face up and one face down."
    if setup.bonus_cards:
        cards = "card is" if setup.bonus_cards == 1 else "cards are"
        count = _NUMBERS[setup.bonus_cards].capitalize()
        yield f"{count} bonus {cards} then dealt face up, for wagers on matching them."
    yield from _blackjack(setup)
    yield from _insurance(setup)
    yield from _hand(setup.rules)
    yield from _dealer(setup.rules)
    yield from _results(setup)


def switch_play(setup: Setup) -> Sentences:
    """Yield Blackjack Switch."""
    rules = setup.kind_rules(SwitchRules)
    equal = ", with equal wagers" if rules.equal_wagers else ""
    yield f"You play {_NUMBERS[rules.hands]} hands{equal}, and get two cards for each."
    yield from _blackjack(setup)
    yield from _insurance(setup)
    yield (
        "Before you play you may switch the second cards of your hands. A blackjack made by a"
        f" switch counts {rules.switched_blackjack}."
    )
    yield from _hand(setup.rules)
    yield from _dealer(setup.rules)
    yield from _results(setup)


def three_card_play(setup: Setup) -> Sentences:
    """Yield 3 Card 21 "N" Done."""
    rules = setup.kind_rules(ThreeCardRules)
    pays = rule_text(rules.three_card_21_pays)
    hands = _NUMBERS[rules.split_into]
    yield (
        f"You get {_NUMBERS[rules.cards]} cards face up. The dealer gets one face up and one face"
        " down. Count an ace as 1 or 11, as you like."
    )
    yield (
        f"21 with your first cards pays {pays} at once. A 21 with a pair or an ace you may split"
        " instead."
    )
    yield (
        "Under 21 you play your cards as one hand. With a pair among them you may split them into"
        f" {hands} hands, for two more wagers as large as the first."
    )
    yield f"Over 21 you surrender half your wager, or split into {hands} hands."
    yield from _insurance(setup)
    yield from _dealer(setup.rules)
    yield "Every 21 wins at once. Else the higher total wins 1 to 1, and equal totals push."


def holdem_play(setup: Setup) -> Sentences:
    """Yield 21-Hold 'em."""
    rules = setup.kind_rules(HoldemRules)
    yield from blackjack_play(setup)
    yield (
        "Then poker, if you made the PK wager: the dealer's first"
        f" {_NUMBERS[rules.community_cards]} cards belong to everybody."
    )
    yield (
        "You get a card face down. Bet as much as PK for the next card, up to"
        f" {_NUMBERS[rules.player_cards]} in all, or fold and lose your poker wagers."
    )
    yield (
        "Your cards and the common ones make your best five-card hand. Every poker wager is paid by"
        " the poker table; the dealer has no hand."
    )


def ante_up_play(setup: Setup) -> Sentences:
    """Yield Ante Up 21."""
    rules = setup.kind_rules(AnteUpRules)
    ranks = ", then ".join(rules.ranking)
    yield (
        "The 21 wager is on a blackjack hand, the ANTE on a poker hand of"
        f" {_NUMBERS[rules.poker_cards]} cards: {ranks}."
    )
    yield "After the deal, back your ANTE with a BET as large, or fold and lose the ANTE."
    yield from blackjack_play(setup)
    yield (
        "The best two of all your cards, also of a bust hand, play against the dealer's best two."
        " ANTE and BET pay 1 to 1; equal hands push."
    )
    yield (
        f"If the dealer has less than {rules.dealer_qualifies}, the ANTE pays 1 to 1 and the BET"
        " is a push. Against a dealer blackjack the BET is a push too."
    )


def pai_jack_play(setup: Setup) -> Sentences:
    """Yield Pai Jack."""
    rules = setup.kind_rules(PaiJackRules)
    yield f"You and the dealer get {_NUMBERS[rules.cards]} cards each, face down."
    yield (
        "An ace with two ten-value cards is a Pai Jack. Show it: it pays"
        f" {rule_text(rules.pai_jack_pays)} at once."
    )
    low, high = _NUMBERS[rules.low_cards], _NUMBERS[rules.high_cards]
    yield (
        f"Otherwise set a low hand of {low} cards and a high hand of {high}, counted as in"
        " blackjack. The high hand may not pass 21, the low hand not pass the high hand."
    )
    yield "If no setting is possible you have bust: lay all cards face down on the high spot."
    yield "The dealer sets the house way: the highest high hand, then the highest low hand."
    yield (
        f"High plays against high, low against low. Two wins, or a win and a tie, pay"
        f" {rule_text(rules.win_pays)}. One win and one loss, or two ties, push. The rest loses."
    )
    yield "If the dealer busts, every main wager is a push. A dealer Pai Jack wins."


def wild_poker_play(setup: Setup) -> Sentences:
    """Yield Deuces Wild Xtreme."""
    rules = setup.kind_rules(WildPokerRules)
    yield f"Make equal Ante and Odds wagers. {rules.wild.capitalize()} are wild."
    times = "twice" if rules.play_multiple == 2 else f"{rules.play_multiple} times"
    yield (
        f"You and the dealer get {_NUMBERS[rules.cards]} cards each, face down. Look at yours, then"
        f" play for {times} your ante, or fold and lose Ante and Odds."
    )
    pays = rule_text(rules.win_pays)
    yield (
        f"The higher poker hand wins: Ante and Play pay {pays}, Odds by their table."
        " A tie is a push."
    )
    yield "Optional wagers are paid by their own tables, also after a fold."


def _blackjack(setup: Setup) -> Sentences:
    rules = setup.rules
    if setup.configured.game.deck == "spanish-48":
        yield "The tens are taken out of the decks. Jacks, queens and kings count 10."
    pays = (
        f"An ace with a ten-value card is a blackjack: it pays {format_pay(setup.blackjack_odds)}"
    )
    if rules.blackjack_wins:
        yield f"{pays} at once and beats a dealer blackjack."
    else:
        yield f"{pays}, and pushes against a dealer blackjack."


def _insurance(setup: Setup) -> Sentences:
    pays = format_pay(setup.insurance_odds)
    by_unit = setup.rules.insurance == "half of each unit"
    much = "half of each unit" if by_unit else "up to half your wager"
    if len(setup.mains) > 1:  # 2105(8)(a)
        much = "either wager or both, each for up to half"
    yield f"When the dealer shows an ace you may insure {much}: {pays} if it is a blackjack."


def _hand(rules: BlackjackRules) -> Sentences:
    yield "Hit as often as you like, or stand. Over 21 you lose at once."
    cards = "any number of cards" if rules.double_cards == "any" else "your first two cards"
    much = "up to as much as" if rules.double_for_less else "as much as"
    yield (
        f"Double on {cards}{_DOUBLED[rules.double_totals]}: add {much} your wager and take one"
        " card."
    )
    if rules.redouble:
        yield f"A doubled hand may be doubled again, {_NUMBERS[rules.doublings]} times in all."
    if rules.rescue:
        yield "After a double you may take the last doubled portion back and give up the rest."
    yield from _splits(rules)
    if rules.free_bets:
        yield (
            "Free bets: the house stakes your double of a two-card hard 9, 10 or 11, and your split"
            " of every pair but ten-values."
        )
    if rules.surrender:
        yield _SURRENDERS.get(str(rules.surrender), _SURRENDER)
    if rules.charlie:
        yield f"A hand of {_NUMBERS[rules.charlie]} cards not over 21 wins at once, unless doubled."


_SURRENDER = "As your first decision you may surrender half your wager."
_BEFORE = "before the dealer looks for a blackjack."
_SURRENDERS = {
    "early": f"You may surrender half your wager as your first decision, also {_BEFORE}",
    "early-against-ten": f"Against a ten-value card you may surrender half your wager {_BEFORE}",
    "early-against-ace": f"Against an ace you may surrender half your wager {_BEFORE}",
}


def _splits(rules: BlackjackRules) -> Sentences:
    after = ", and double after a split" if rules.double_after_split else ""
    aces = "" if rules.hit_split_aces else " Split aces get one card each."
    hands = _NUMBERS[rules.max_hands]
    yield f"Split two cards of equal value, into up to {hands} hands{after}.{aces}"


def _dealer(rules: BlackjackRules) -> Sentences:
    soft = "hits a soft 17" if rules.soft17 == "hit" else "stands on every 17"
    yield f"The dealer draws to 16 and {soft}."
    if rules.original_bets_only:
        yield "A dealer blackjack takes your original wager only; what you added comes back."
    if rules.dealer_22_pushes:
        yield "A dealer 22 pushes every hand still in play, blackjacks apart."


def _results(setup: Setup) -> Sentences:
    rules = setup.rules
    if rules.twenty_one_wins:
        yield "Your 21 always wins and is paid at once."
    yield "The higher total wins 1 to 1. Equal totals push."
    if setup.bonus_21:
        limit = "" if rules.bonus_21 == "none" else f", if it was {rules.bonus_21}"
        yield f"Some 21s pay more: see Bonus 21{limit}."
