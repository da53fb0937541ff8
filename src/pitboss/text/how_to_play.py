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
from pitboss.text import posted_rules
from pitboss.text.numbers import say_odds
from pitboss.text.rules import rule_text
from pitboss.text.say import say, say_many, say_name

Sentences = Iterator[str]
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def _number(count: int) -> str:
    """Write a number of cards or hands as a word."""
    return say_name(_NUMBERS[count])


def blackjack_play(setup: Setup) -> Sentences:
    """Yield blackjack as this table plays it."""
    yield say("You get two cards, face down." if setup.face_down else "You get two cards.") + say(
        " The dealer gets one face up and one face down."
    )
    if setup.bonus_cards:
        yield say_many(
            setup.bonus_cards,
            "{number} bonus card is then dealt face up, for wagers on matching them.",
            "{number} bonus cards are then dealt face up, for wagers on matching them.",
            number=_number(setup.bonus_cards).capitalize(),
        )
    yield from _blackjack(setup)
    yield from _insurance(setup)
    yield from _hand(setup.rules)
    yield from _dealer(setup.rules)
    yield from _results(setup)


def switch_play(setup: Setup) -> Sentences:
    """Yield Blackjack Switch."""
    rules = setup.kind_rules(SwitchRules)
    equal = say(", with equal wagers") if rules.equal_wagers else ""
    yield say(
        "You play {number} hands{equal}, and get two cards for each.",
        number=_number(rules.hands),
        equal=equal,
    )
    yield from _blackjack(setup)
    yield from _insurance(setup)
    yield say(
        "Before you play you may switch the second cards of your hands. A blackjack made by a"
        " switch counts {total}.",
        total=rules.switched_blackjack,
    )
    yield from _hand(setup.rules)
    yield from _dealer(setup.rules)
    yield from _results(setup)


def three_card_play(setup: Setup) -> Sentences:
    """Yield 3 Card 21 "N" Done."""
    rules = setup.kind_rules(ThreeCardRules)
    pays = say_odds(rule_text(rules.three_card_21_pays))
    hands = _number(rules.split_into)
    yield say(
        "You get {number} cards face up. The dealer gets one face up and one face down. Count an"
        " ace as 1 or 11, as you like.",
        number=_number(rules.cards),
    )
    yield say(
        "21 with your first cards pays {odds} at once. A 21 with a pair or an ace you may split"
        " instead.",
        odds=pays,
    )
    yield say(
        "Under 21 you play your cards as one hand. With a pair among them you may split them into"
        " {number} hands, for two more wagers as large as the first.",
        number=hands,
    )
    yield say("Over 21 you surrender half your wager, or split into {number} hands.", number=hands)
    yield from _insurance(setup)
    yield from _dealer(setup.rules)
    yield say("Every 21 wins at once. Else the higher total wins 1 to 1, and equal totals push.")


def holdem_play(setup: Setup) -> Sentences:
    """Yield 21-Hold 'em."""
    rules = setup.kind_rules(HoldemRules)
    yield from blackjack_play(setup)
    yield say(
        "Then poker, if you made the PK wager: the dealer's first {number} cards belong to"
        " everybody.",
        number=_number(rules.community_cards),
    )
    yield say(
        "You get a card face down. Bet as much as PK for the next card, up to {number} in all, or"
        " fold and lose your poker wagers.",
        number=_number(rules.player_cards),
    )
    yield say(
        "Your cards and the common ones make your best five-card hand. Every poker wager is paid by"
        " the poker table; the dealer has no hand."
    )


def ante_up_play(setup: Setup) -> Sentences:
    """Yield Ante Up 21."""
    rules = setup.kind_rules(AnteUpRules)
    ranks = say(", then ").join(map(say_name, rules.ranking))
    yield say(
        "The 21 wager is on a blackjack hand, the ANTE on a poker hand of {number} cards: {ranks}.",
        number=_number(rules.poker_cards),
        ranks=ranks,
    )
    yield say("After the deal, back your ANTE with a BET as large, or fold and lose the ANTE.")
    yield from blackjack_play(setup)
    yield say(
        "The best two of all your cards, also of a bust hand, play against the dealer's best two."
        " ANTE and BET pay 1 to 1; equal hands push."
    )
    yield say(
        "If the dealer has less than {hand}, the ANTE pays 1 to 1 and the BET is a push. Against a"
        " dealer blackjack the BET is a push too.",
        hand=say_name(rules.dealer_qualifies),
    )


def pai_jack_play(setup: Setup) -> Sentences:
    """Yield Pai Jack."""
    rules = setup.kind_rules(PaiJackRules)
    yield say("You and the dealer get {number} cards each, face down.", number=_number(rules.cards))
    yield say(
        "An ace with two ten-value cards is a Pai Jack. Show it: it pays {odds} at once.",
        odds=say_odds(rule_text(rules.pai_jack_pays)),
    )
    yield say(
        "Otherwise set a low hand of {low} cards and a high hand of {high}, counted as in"
        " blackjack. The high hand may not pass 21, the low hand not pass the high hand.",
        low=_number(rules.low_cards),
        high=_number(rules.high_cards),
    )
    yield say("If no setting is possible you have bust: lay all cards face down on the high spot.")
    yield say("The dealer sets the house way: the highest high hand, then the highest low hand.")
    yield say(
        "High plays against high, low against low. Two wins, or a win and a tie, pay {odds}. One"
        " win and one loss, or two ties, push. The rest loses.",
        odds=say_odds(rule_text(rules.win_pays)),
    )
    yield say("If the dealer busts, every main wager is a push. A dealer Pai Jack wins.")


def wild_poker_play(setup: Setup) -> Sentences:
    """Yield Deuces Wild Xtreme."""
    rules = setup.kind_rules(WildPokerRules)
    wild = say_name(rules.wild)
    yield say("Make equal Ante and Odds wagers. {cards} are wild.", cards=wild.capitalize())
    multiple = rules.play_multiple
    times = say("twice") if multiple == 2 else say("{count} times", count=multiple)
    yield say(
        "You and the dealer get {number} cards each, face down. Look at yours, then play for"
        " {times} your ante, or fold and lose Ante and Odds.",
        number=_number(rules.cards),
        times=times,
    )
    yield say(
        "The higher poker hand wins: Ante and Play pay {odds}, Odds by their table. A tie is a"
        " push.",
        odds=say_odds(rule_text(rules.win_pays)),
    )
    yield say("Optional wagers are paid by their own tables, also after a fold.")


def _blackjack(setup: Setup) -> Sentences:
    rules = setup.rules
    if setup.configured.game.deck == "spanish-48":
        yield say("The tens are taken out of the decks. Jacks, queens and kings count 10.")
    wins = (
        "An ace with a ten-value card is a blackjack: it pays {odds} at once and beats a dealer"
        " blackjack."
    )
    pushes = (
        "An ace with a ten-value card is a blackjack: it pays {odds}, and pushes against a dealer"
        " blackjack."
    )
    odds = say_odds(format_pay(setup.blackjack_odds))
    yield say(wins if rules.blackjack_wins else pushes, odds=odds)
    yield from posted_rules.blackjacks(setup)


def _insurance(setup: Setup) -> Sentences:
    pays = format_pay(setup.insurance_odds)
    by_unit = setup.rules.insurance == "half of each unit"
    much = say("half of each unit" if by_unit else "up to half your wager")
    if len(setup.mains) > 1:  # 2105(8)(a)
        much = say("either wager or both, each for up to half")
    text = "When the dealer shows an ace you may insure {much}: {odds} if it is a blackjack."
    yield say(text, much=much, odds=say_odds(pays))


def _hand(rules: BlackjackRules) -> Sentences:
    yield say("Hit as often as you like, or stand. Over 21 you lose at once.")
    cards = say("any number of cards" if rules.double_cards == "any" else "your first two cards")
    much = say("up to as much as" if rules.double_for_less else "as much as")
    yield from posted_rules.doubles(rules, cards, much)
    if rules.redouble:
        times = _number(rules.doublings)
        yield say("A doubled hand may be doubled again, {number} times in all.", number=times)
    if rules.rescue:
        yield say("After a double you may take the last doubled portion back and give up the rest.")
    yield from _splits(rules)
    if rules.free_bets:
        yield say(
            "Free bets: the house stakes your double of a two-card hard 9, 10 or 11, and your split"
            " of every pair but ten-values."
        )
    if rules.surrender:
        yield say(_SURRENDERS.get(str(rules.surrender), _SURRENDER))
        yield from posted_rules.surrenders(rules)
    if rules.charlie:
        text = "A hand of {number} cards not over 21 wins at once, unless doubled."
        yield say(text, number=_number(rules.charlie))
        if rules.charlie_pays != "1:1":
            yield say("It pays {odds}.", odds=say_odds(rule_text(rules.charlie_pays)))


_SURRENDER = "As your first decision you may surrender half your wager."
_SURRENDERS = {
    "early": (
        "You may surrender half your wager as your first decision, also before the dealer looks for"
        " a blackjack."
    ),
    "early-against-ten": (
        "Against a ten-value card you may surrender half your wager before the dealer looks for a"
        " blackjack."
    ),
    "early-against-ace": (
        "Against an ace you may surrender half your wager before the dealer looks for a blackjack."
    ),
}


def _splits(rules: BlackjackRules) -> Sentences:
    after = say(", and double after a split") if rules.double_after_split else ""
    aces = "" if rules.hit_split_aces else say(" Split aces get one card each.")
    text = "Split two cards of equal value, into up to {number} hands{after}."
    yield say(text, number=_number(rules.max_hands), after=after) + aces
    yield from posted_rules.splits(rules)


def _dealer(rules: BlackjackRules) -> Sentences:
    hits = "The dealer draws to 16 and hits a soft 17."
    yield say(hits if rules.soft17 == "hit" else "The dealer draws to 16 and stands on every 17.")
    if rules.original_bets_only:
        yield say("A dealer blackjack takes your original wager only; what you added comes back.")
    if rules.dealer_22_pushes:
        yield say("A dealer 22 pushes every hand still in play, blackjacks apart.")


def _results(setup: Setup) -> Sentences:
    rules = setup.rules
    if rules.twenty_one_wins:
        yield say("Your 21 always wins and is paid at once.")
    yield from posted_rules.results(rules)
    if setup.bonus_21:
        how = say_name(rules.bonus_21)
        limit = "" if rules.bonus_21 == "none" else say(", if it was {how}", how=how)
        yield say("Some 21s pay more: see Bonus 21{limit}.", limit=limit)
